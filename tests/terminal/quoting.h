/* Names and words in messages. */
#ifndef QUOTING_H
#define QUOTING_H

/* Checks what messages quote, in the folder, which is empty and left so. */
void check_quoting(void);

#endif
