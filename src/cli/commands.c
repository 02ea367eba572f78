#include "config.h"

#include "commands.h"

#include <string.h>

const struct command commands[COMMANDS] = {
#define COMMAND(NAME, name, input) [NTH_##NAME] = {#name, NAME, &name##_work},
#include "tables.h"
};

const struct command *command_named(const char *name)
{
    for (size_t i = 0; i < COMMANDS; i++) {
        if (strcmp(commands[i].name, name) == 0) {
            return &commands[i];
        }
    }
    return NULL;
}

const char *command_name(const void *table, size_t nth)
{
    (void)table;
    return nth < COMMANDS ? commands[nth].name : NULL;
}
