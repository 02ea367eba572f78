# FIDOURL_HAS(FILE, CONDITION, [IF-TRUE], [IF-FALSE])
#
# Looks whether the condition of the preprocessor holds in a source file, as
# it would be built.
AC_DEFUN([FIDOURL_HAS], [
  saved_CPPFLAGS=$CPPFLAGS
  CPPFLAGS="-I$srcdir/src -Iconftest.folder $KERNELS $CPPFLAGS"
  # (What config.h says is at the head of each conftest.c.)
  mkdir -p conftest.folder && : >conftest.folder/config.h
  AC_COMPILE_IFELSE([AC_LANG_SOURCE([
#include "$srcdir/src/$1"
#if !($2)
#error "no"
#endif
])], [$3], [$4])
  rm -rf conftest.folder
  CPPFLAGS=$saved_CPPFLAGS
])

# FIDOURL_ASKS_PROCESSOR([IF-TRUE], [IF-FALSE])
#
# Looks whether a program can be linked that asks as the kernels do.
AC_DEFUN([FIDOURL_ASKS_PROCESSOR], [
  saved_CPPFLAGS=$CPPFLAGS
  CPPFLAGS="-I$srcdir/src $CPPFLAGS"
  AC_LINK_IFELSE([AC_LANG_SOURCE([
#include "$srcdir/src/furl/kernels/simd.h"
int main(void)
{
#if defined FURL_X86
    return FURL_CPU_HAS(AVX2, "avx2") ? 0 : 1;
#else
    return 0;
#endif
}])], [$1], [$2])
  CPPFLAGS=$saved_CPPFLAGS
])

# FIDOURL_PARTS
#
# Finds out what parts a build has where systems differ, from the sources
# themselves: $sandbox and $kernels, lists in words; $without, what the sandbox
# goes without and why, if anything.
AC_DEFUN([FIDOURL_PARTS], [
  sandbox= without=
  FIDOURL_HAS([sandbox/sandbox.c], [defined SANITIZED], [sanitized=yes], [sanitized=no])
  AS_IF([test "x$enable_sandbox" = xno], [sandbox='none, as was asked for'],
    [test "x$sanitized" = xyes], [sandbox='none, since sanitizers call the system'],
    [AS_CASE([$host_os],
       [linux*], [FIDOURL_LINUX_SANDBOX],
       [openbsd*], [sandbox='unveil, pledge'],
       [sandbox='none for this system'])])
  FIDOURL_KERNELS
])

# The names in the list of kernels, as the preprocessor has it.
AC_DEFUN([FIDOURL_KERNELS], [
  AS_ECHO(['#include "furl/kernels/kernels.h"
#define NAME(name) :name
FURL_EACH_KERNELS(NAME)']) >conftest.c
  kernels=`$CC -E -I"$srcdir/src" $KERNELS $CPPFLAGS $CFLAGS conftest.c 2>/dev/null |
    sed -n '/^ *:/{s/^ *://; s/ *:/, /g; p;}'`
  rm -f conftest.c
])

AC_DEFUN([FIDOURL_LINUX_SANDBOX], [
  sandbox=Landlock
  FIDOURL_HAS([sandbox/seccomp.c], [defined FILTER_MAX], [sandbox='Landlock, seccomp'],
    [missing=
     for header in audit filter seccomp; do
       AS_VAR_COPY([there], [ac_cv_header_linux_${header}_h])
       AS_IF([test "x$there" != xyes], [missing="$missing linux/$header.h"])
     done
     AS_IF([test -n "$missing"], [without="seccomp, for want of$missing"],
       [without='seccomp, which has no list of calls for this processor or these headers'])])
])
