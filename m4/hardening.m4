# FIDOURL_HARDENED(NAME, CFLAGS, LDFLAGS, [PROLOGUE])
#
# If a program that begins with PROLOGUE can be built with these flags, before
# the user's, adds them to HARDENED_CFLAGS and HARDENED_LDFLAGS, and NAME to
# HARDENED, which a test goes by.
AC_DEFUN([FIDOURL_HARDENED], [
  AC_MSG_CHECKING([whether the program can be hardened: $1])
  saved_CFLAGS=$CFLAGS saved_LDFLAGS=$LDFLAGS
  CFLAGS="-Werror $2 $CFLAGS" LDFLAGS="$3 $LDFLAGS"
  AC_LINK_IFELSE([AC_LANG_SOURCE([$4
int main(void)
{
    volatile char octets@<:@64@:>@ = "";
    return octets@<:@0@:>@;
}])],
    [AC_MSG_RESULT([yes])
     HARDENED="$HARDENED $1"
     HARDENED_CFLAGS="$HARDENED_CFLAGS $2" HARDENED_LDFLAGS="$HARDENED_LDFLAGS $3"],
    [AC_MSG_RESULT([no])])
  CFLAGS=$saved_CFLAGS LDFLAGS=$saved_LDFLAGS
])
