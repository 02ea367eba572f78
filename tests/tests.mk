# Tests: `make check`, `make installcheck`, `make fuzz`. tests/README says what tests what.
#
# Scripts and command-line cases are for the shell TEST_SHELL, and run the program FIDOURL, which may
# be another than the one that was built: a path from the root.
TEST_SHELL = /bin/sh
AM_TESTS_ENVIRONMENT = \
	unset SOURCE_DATE_EPOCH; \
	srcdir='$(srcdir)'; export srcdir; \
	FIDOURL="$${FIDOURL:-`pwd`/src/fidourl$(EXEEXT)}"; export FIDOURL; \
	TEST_SHELL='$(TEST_SHELL)'; export TEST_SHELL; \
	CK_FORK="$${CK_FORK-no}"; FAULTS_SAMPLE="$${FAULTS_SAMPLE-5}"; export CK_FORK FAULTS_SAMPLE; \
	HARDENED='$(HARDENED)'; export HARDENED; LINKED='$(linked)'; export LINKED;
TEST_EXTENSIONS = .test
TEST_LOG_COMPILER = $(TEST_SHELL)
all_tests = $(scripts) $(scripts_of_build)
TESTS = $(all_tests)
# What tests run is built for them alone: all of it by `make test-programs`.
test_programs = \
	tests/cases/run-cases tests/stores/write-store tests/confined \
	tests/places tests/sandbox tests/tables

# Scripts and programs that check the program as it is used.
scripts = \
	tests/cases.test \
	tests/charsets.test \
	tests/completions.test \
	tests/conformance.test \
	tests/draft.test \
	tests/examples.test \
	tests/html.test \
	tests/json.test \
	tests/mail.test \
	tests/memory.test \
	tests/messages.test \
	tests/manual.test \
	tests/parts.test \
	tests/readme.test \
	tests/recipes.test \
	tests/references.test \
	tests/rewrite.test \
	tests/sandbox.test \
	tests/stability.test \
	tests/terminal.test
tests/cases.log: tests/cases/run-cases$(EXEEXT) tests/stores/write-store$(EXEEXT)
tests/manual.log: tests/tables$(EXEEXT)
tests/memory.log: tests/confined$(EXEEXT)
tests/places.log: tests/places$(EXEEXT)
tests/sandbox.log: tests/sandbox$(EXEEXT)
tests/stability.log: tests/cases/run-cases$(EXEEXT)
test-programs: $(test_programs)
.PHONY: test-programs
# After all tests: what those want that were left out.
check-local: check-TESTS
	@test '$(TESTS)' != '$(all_tests)' || $(srcdir)/tests/missing.sh --say
# What was built, and what it was built from.
scripts_of_build = tests/hardened.test tests/layers.test tests/lists.test tests/places.test
tests_cases_run_cases_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/tests
tests_cases_run_cases_SOURCES = \
	tests/cases/run-cases.c tests/cases/case.c tests/cases/case.h \
	tests/cases/command.c tests/cases/command.h \
	tests/common.h tests/processes.h tests/temporary.h tests/pty.h
# Writers of stores of mail, for the cases and others.
EXTRA_LTLIBRARIES = libstores.la
libstores_la_SOURCES = \
	tests/stores/letter.c tests/stores/letter.h tests/stores/octets.c tests/stores/octets.h \
	tests/stores/stores.c tests/stores/stores.h tests/stores/files.h tests/stores/pkt.c \
	tests/stores/jam.c tests/stores/squish.c tests/stores/hudson.c tests/stores/qwk.c tests/stores/smb.c tests/stores/lzh.c tests/stores/counted.c \
	tests/stores/memory.c tests/stores/memory.h
tests_stores_write_store_SOURCES = tests/stores/write-store.c
tests_stores_write_store_LDADD = libstores.la
tests_sandbox_SOURCES = \
	tests/sandbox.c tests/filtered.c tests/filtered.h \
	tests/common.h tests/processes.h tests/temporary.h
tests_confined_SOURCES = \
	tests/confined.c tests/filtered.c tests/filtered.h tests/scenarios.c tests/scenarios.h \
	tests/common.h tests/processes.h tests/temporary.h
tests_sandbox_LDADD = libprogram.la libmail.la libfurl.la
# Prints why URLs are joined: for developers.
tests_places_SOURCES = tests/places.c
tests_places_LDADD = libfurl.la
tests_tables_SOURCES = tests/tables.c
tests_tables_LDADD = libprogram.la libmail.la libfurl.la

# The program that is installed, as it is used.
INSTALLED_TESTS = $(scripts)
installcheck-local:
	FIDOURL="$(DESTDIR)$(bindir)/`echo fidourl | sed '$(transform)'`$(EXEEXT)" \
	    $(MAKE) $(AM_MAKEFLAGS) check TESTS='$(INSTALLED_TESTS)'

# Units of the libraries, by libcheck; where that cannot be had, by a harness of our own, if configure
# was told so.
if HAVE_UNITS
test_programs += tests/unit-tests
all_tests += tests/unit-tests
else
all_tests += tests/skip-no-libcheck.test
endif
tests_unit_tests_SOURCES = \
	tests/units/units.c tests/units/units.h tests/units/guarded.h tests/fragments.c tests/fragments.h tests/common.h \
	tests/units/core.c tests/units/kernels.c tests/units/percent.c \
	tests/units/find.c \
	tests/units/bases.c tests/units/bases.h \
	tests/units/source.c tests/units/charset.c tests/units/message.c tests/units/lzh.c \
	tests/units/readers.c
tests_unit_tests_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/tests/units -I$(srcdir)/tests
tests_unit_tests_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_unit_tests_LDADD = libstores.la libmail.la libfurl.la $(CHECK_LIBS)
if UNITS_ALONE
tests_unit_tests_SOURCES += tests/units/alone/main.c tests/units/alone/check.h
tests_unit_tests_CPPFLAGS += -I$(srcdir)/tests/units/alone
else
tests_unit_tests_SOURCES += tests/units/main.c
endif

# Programs in which the linker puts calls of ours in the place of others: the program's first
# function is one like others there, and a library of its own counts the steps that it takes.
if HAVE_WRAP
EXTRA_LTLIBRARIES += libmain.la
test_programs += \
	tests/faults/faults tests/complexity/linear tests/fuzz/replay
all_tests += \
	tests/faults/faults tests/complexity/linear tests/replay.test
else
all_tests += tests/skip-no-ld-wrap.test
endif
tests/replay.log: tests/fuzz/replay$(EXEEXT)
libmain_la_SOURCES = src/main.c
libmain_la_CPPFLAGS = $(AM_CPPFLAGS) -Dmain=fidourl_main
if COUNTS_STEPS
EXTRA_LTLIBRARIES += libsteps.la
libsteps_la_SOURCES = $(libfurl_la_SOURCES) $(libmail_la_SOURCES)
libsteps_la_CFLAGS = $(AM_CFLAGS) -fsanitize-coverage=trace-pc -fno-builtin
library_of_steps = libsteps.la
else
library_of_steps = libmail.la libfurl.la
endif
wrap = -Wl,--wrap

# Runs of the program within a test, of all commands.
runs = \
	tests/faults/runs.c tests/faults/faults.h tests/faults/calls.c tests/unconfined.c \
	tests/scenarios.c tests/scenarios.h

# Calls of the system and for memory that fail, each in turn.
tests_faults_faults_SOURCES = \
	tests/faults/faults.c $(runs) \
	tests/faults/rules.c tests/faults/rules.h tests/faults/sweep.c tests/faults/files.c \
	tests/faults/folders.c tests/faults/mail.c \
	tests/common.h tests/processes.h tests/temporary.h
tests_faults_faults_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/tests
tests_faults_faults_LDADD = $(NO_LTO) libstores.la libmain.la libprogram.la libmail.la libfurl.la
tests_faults_faults_LDFLAGS = $(AM_LDFLAGS) $(wrap_calls)
wrap_calls = \
	$(wrap)=read,--wrap=__read_chk,--wrap=write,--wrap=close,--wrap=isatty \
	$(wrap)=pread,--wrap=pread64,--wrap=__pread_chk,--wrap=__pread64_chk \
	$(wrap)=open,--wrap=open64,--wrap=__open_2,--wrap=__open64_2 \
	$(wrap)=openat,--wrap=openat64,--wrap=__openat_2,--wrap=__openat64_2 \
	$(wrap)=fstat,--wrap=fstat64,--wrap=__fstat_time64,--wrap=__fstat64_time64 \
	$(wrap)=__fstat50,--wrap=__fxstat,--wrap=__fxstat64,--wrap=poll,--wrap=__poll_chk \
	$(wrap)=fcntl,--wrap=fcntl64,--wrap=__fcntl_time64 \
	$(wrap)=fdopendir,--wrap=closedir \
	$(wrap)=malloc,--wrap=calloc,--wrap=realloc,--wrap=free \
	$(wrap)=sandbox_enter,--wrap=getopt_long,--wrap=system_random

# Steps, counted. (libFuzzer has the function, too, that is called for each block of code: --wrap
# puts ours in its place.)
tests_complexity_linear_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/tests
tests_complexity_linear_SOURCES = \
	tests/complexity/linear.c tests/complexity/linear.h tests/complexity/texts.c tests/complexity/stores.c \
	tests/complexity/steps.c tests/complexity/steps.h tests/fragments.c tests/fragments.h $(runs) \
	tests/common.h tests/processes.h tests/temporary.h
tests_complexity_linear_LDADD = $(NO_LTO) libstores.la libmain.la libprogram.la $(library_of_steps)
tests_complexity_linear_LDFLAGS = $(AM_LDFLAGS) $(wrap_calls) $(count_steps)
count_steps = \
	$(wrap)=__sanitizer_cov_trace_pc \
	$(wrap)=memchr,--wrap=memcpy,--wrap=memmove,--wrap=memcmp

# What fuzzers feed; `replay` does so with what they found worth keeping.
fuzz_targets = \
	tests/fuzz/fuzz.h tests/fuzz/targets.c tests/fuzz/escape.c \
	tests/fuzz/parts.c tests/fuzz/canonical.c tests/fuzz/scan.c tests/fuzz/fold.c \
	tests/fuzz/charset.c tests/fuzz/stores.c tests/fuzz/program.c \
	tests/fuzz/runs.c tests/fuzz/runs.h $(runs) \
	tests/complexity/steps.c tests/complexity/steps.h tests/common.h tests/processes.h tests/temporary.h
fuzz_flags = $(AM_CPPFLAGS) -I$(srcdir)/tests -I$(srcdir)/tests/complexity
fuzz_libraries = $(NO_LTO) libstores.la libmain.la libprogram.la $(library_of_steps)
fuzz_link = $(wrap_calls) $(count_steps)
fuzz_programs = tests/fuzz/libfuzzer tests/fuzz/afl
tests_fuzz_replay_SOURCES = tests/fuzz/replay.c $(fuzz_targets)
tests_fuzz_replay_CPPFLAGS = $(fuzz_flags)
tests_fuzz_replay_LDADD = $(fuzz_libraries)
tests_fuzz_replay_LDFLAGS = $(AM_LDFLAGS) $(fuzz_link)
tests_fuzz_libfuzzer_SOURCES = tests/fuzz/libfuzzer.c $(fuzz_targets)
tests_fuzz_libfuzzer_CPPFLAGS = $(fuzz_flags)
tests_fuzz_libfuzzer_LDADD = $(fuzz_libraries)
tests_fuzz_libfuzzer_LDFLAGS = $(AM_LDFLAGS) $(fuzz_link) -fsanitize=fuzzer
tests_fuzz_afl_SOURCES = tests/fuzz/afl.c $(fuzz_targets)
tests_fuzz_afl_CPPFLAGS = $(fuzz_flags)
tests_fuzz_afl_LDADD = $(fuzz_libraries)
tests_fuzz_afl_LDFLAGS = $(AM_LDFLAGS) $(fuzz_link)
FUZZ_SECONDS = 120
fuzz: distdir
	rm -rf fuzz-work/sources
	mkdir -p fuzz-work
	mv $(distdir) fuzz-work/sources
	$(srcdir)/tests/fuzz/run fuzz-work/sources $(FUZZ_SECONDS)
.PHONY: fuzz

# Command-line cases. `make check-case NAME='part of a name'` runs those with that in their names.
check-case: src/fidourl$(EXEEXT) tests/cases/run-cases$(EXEEXT) tests/stores/write-store$(EXEEXT)
	@$(AM_TESTS_ENVIRONMENT) $(TEST_SHELL) $(srcdir)/tests/cases.test "$${NAME-}"
.PHONY: check-case

# Scripts and data, whatever there is of them: one more needs no row here. What a build makes has
# other names.
test_files = \
	tests/README tests/*/README tests/scenarios tests/*.test tests/*.sh tests/*.awk tests/*.py \
	tests/*.mjs tests/*.tsv tests/*/run tests/*/*.cases tests/*/*.txt tests/*/*.urls tests/*/*.json \
	tests/*/corpus/*.txt
