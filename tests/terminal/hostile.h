/* Texts that hold all controls, in all sorts of places. */
#ifndef HOSTILE_H
#define HOSTILE_H

#include "shown.h"

struct hostile {
    const char *name;
    void (*write)(struct text *text); /* adds the text */
};

enum { HOSTILE = 5 };
extern const struct hostile hostile[HOSTILE];

#endif
