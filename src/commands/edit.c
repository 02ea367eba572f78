#include "config.h"

#include "cli/commands.h"
#include "edited_records.h"

static void edit(struct run *run)
{
    edit_records(run, true);
}

const struct command_work edit_work = {
    .purpose = "Set, add or drop parts of each URL.",
    .examples = "  $ fidourl edit --drop 'param.utm_*' --set scheme=https -e 'http://a?utm_x=1&b'\n"
                "  https://a/?b\n",
    .malformed = "1 malformed record",
    .state = sizeof(struct edited_records),
    .run = edit,
};
