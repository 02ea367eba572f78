/*
 * ada: normalizes URLs, a line each; others stay. No package of Debian 12 has it. In the build
 * directory, with its sources in $ada:
 *
 *     c++ -std=c++20 -O2 -I "$ada/include" -I "$ada/src" -o bench/peer-ada \
 *         bench/peer-ada.cc "$ada/src/ada.cpp"
 */
#include <ada.h>

#include "lines.h"

static void each(char *line, size_t n)
{
    const std::string_view text(line, n);
    const auto url = ada::parse<ada::url_aggregator>(text);
    const std::string_view out = url ? url->get_href() : text;

    fwrite_unlocked(out.data(), 1, out.size(), stdout);
    putchar_unlocked('\n');
}

int main(int argc, char **argv)
{
    return argc == 2 ? each_line(argv[1], each) : 2;
}
