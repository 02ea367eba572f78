# FIDOURL_LINKS(PREFIX, FUNCTION, IF-TRUE)
#
# Looks whether a program can be linked with the libraries that pkg-config
# named for PREFIX, of which one has FUNCTION.
AC_DEFUN([FIDOURL_LINKS], [
  AC_MSG_CHECKING([whether a program can be linked with $2])
  saved_LIBS=$LIBS
  saved_CFLAGS=$CFLAGS
  LIBS="$$1_LIBS $LIBS"
  CFLAGS="$CFLAGS -Wno-error" # the function is called without its prototype
  AC_LINK_IFELSE([AC_LANG_CALL([], [$2])], [AC_MSG_RESULT([yes])
     $3], [AC_MSG_RESULT([no])])
  LIBS=$saved_LIBS
  CFLAGS=$saved_CFLAGS
])
