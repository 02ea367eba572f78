# FIDOURL_HARDENED(NAME, COMPILER FLAGS, LINKER FLAGS, [PROLOGUE]): takes the flags, if compiler and linker take
# them (with a program that begins with PROLOGUE), into HARDENED_CFLAGS and HARDENED_LDFLAGS, and NAME into HARDENED, which a test goes by.
AC_DEFUN([FIDOURL_HARDENED], [
  AC_MSG_CHECKING([whether the program can be hardened: $1])
  saved_CFLAGS=$CFLAGS saved_LDFLAGS=$LDFLAGS
  CFLAGS="$CFLAGS -Werror $2" LDFLAGS="$LDFLAGS $3"
  AC_LINK_IFELSE([AC_LANG_PROGRAM([$4])],
    [AC_MSG_RESULT([yes])
     HARDENED="$HARDENED $1"
     HARDENED_CFLAGS="$HARDENED_CFLAGS $2" HARDENED_LDFLAGS="$HARDENED_LDFLAGS $3"],
    [AC_MSG_RESULT([no])])
  CFLAGS=$saved_CFLAGS LDFLAGS=$saved_LDFLAGS
])
