#include "config.h"

#include "cli/commands.h"
#include "edited_records.h"

static void normalize(struct run *run)
{
    edit_records(run, run->options->keep_fragment);
}

const struct command_work normalize_work = {
    .purpose = "Convert each URL to its canonical form.",
    .examples = "  changed                     rules    example            becomes\n"
                "  scheme, host, default port  all      HTTP://A.b:80      http://a.b/\n"
                "  escapes                     all      http://a/%7e|      http://a/~%7C\n"
                "  wrapping, \"%%\", fragment    all      <URL:http://a/#b>  http://a/\n"
                "  delimiters, spaces, dashes  fidourl  area:x%20y/---?a=  area://x+y/--%2D?a\n",
    .malformed = "1 malformed record",
    .state = sizeof(struct edited_records),
    .run = normalize,
};
