# The benchmark: `make bench`.
bench_files = bench/README bench/run bench/peer-ada.cc
bench_own = \
	bench/corpus bench/floor bench/empty bench/naive bench/measure bench/inside
# What takes more than a compiler.
bench_rest = bench/kernels bench/peer-curl bench/peer-uriparser bench/peer-hyperscan
bench_inside_LDADD = libfurl.la
bench_kernels_SOURCES = bench/kernels.c src/main.c
bench_kernels_LDADD = $(src_fidourl_LDADD)
bench_kernels_LDFLAGS = $(src_fidourl_LDFLAGS) -Wl,--wrap=main,--wrap=furl_choose_kernels
bench_peer_curl_SOURCES = bench/peer-curl.c bench/lines.h
bench_peer_curl_CFLAGS = $(AM_CFLAGS) $(PEER_CFLAGS)
bench_peer_curl_LDADD = $(PEER_LIBS)
bench_peer_uriparser_SOURCES = bench/peer-uriparser.c bench/lines.h
bench_peer_uriparser_CFLAGS = $(AM_CFLAGS) $(PEER_CFLAGS)
bench_peer_uriparser_LDADD = $(PEER_LIBS)
bench_peer_hyperscan_SOURCES = bench/peer-hyperscan.c bench/lines.h
bench_peer_hyperscan_CFLAGS = $(AM_CFLAGS) $(PEER_CFLAGS)
bench_peer_hyperscan_LDADD = $(PEER_LIBS)
bench_programs = $(bench_own)
if HAVE_WRAP
bench_programs += bench/kernels
endif
# Peers, each where its library is.
bench-programs: src/fidourl $(bench_programs)
	@for peer in 'curl libcurl' 'uriparser liburiparser' 'hyperscan libhs'; do \
	    library=$${peer#* }; \
	    ! $(PKG_CONFIG) --exists "$$library" 2>/dev/null || \
	        $(MAKE) $(AM_MAKEFLAGS) "bench/peer-$${peer% *}$(EXEEXT)" \
	            PEER_CFLAGS="`$(PKG_CONFIG) --cflags "$$library"`" \
	            PEER_LIBS="`$(PKG_CONFIG) --libs "$$library"`" || exit; \
	done
bench: bench-programs
	$(srcdir)/bench/run
.PHONY: bench bench-programs
