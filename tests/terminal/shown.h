/* What a terminal and a message may get of somebody else's octets, written from the manual alone:
 * none of the program's code. */
#ifndef SHOWN_H
#define SHOWN_H

#include <stdbool.h>
#include <stddef.h>

/* Octets that grow. All zero: none. */
struct text {
    unsigned char *octets;
    size_t n, capacity;
};

void text_add(struct text *text, const void *octets, size_t n);
void text_add_string(struct text *text, const char *string);
bool text_equal(const struct text *a, const struct text *b);

/* What ends records, and may drive a terminal: LF or CR LF, NUL, or nothing. */
enum ended_by { BY_LINE, BY_NUL, BY_NOTHING };

/* A control in UTF-8: each code point of the control set has one, in its order. */
struct form {
    unsigned char octets[4];
    size_t n;
};
enum { FORMS = 32 + 1 + 5 + 7 + 16 + 1 + 128 };
extern struct form forms[FORMS];

/* Fills `forms`, which comes before all else. */
void make_forms(void);

/* The length of the control in UTF-8 that the octets begin with; 0 if they do with none. */
size_t form_at(const unsigned char *octets, size_t n);

/* Adds what a terminal gets of the octets: all controls as escapes but TAB and what ends records.
 */
void add_shown(struct text *text, const unsigned char *octets, size_t n, enum ended_by ended_by);

/* Adds what a message quotes of the string: printable ASCII, other octets as \xHH, at most 80. */
void add_quoted(struct text *text, const char *string);

/* Whether nothing among the octets acts on a terminal but TAB and what ends records. */
bool is_harmless(const struct text *text, enum ended_by ended_by);

/* Whether the octets are messages, a line each, in printable ASCII. */
bool are_messages(const struct text *text);

#endif
