/* URLs of mail. */
#ifndef URLS_H
#define URLS_H

#include <stddef.h>

#define URL_MAX 400

/* How long a URL is to be, about. */
enum size { SHORT, MEDIUM, LONG };

/* Writes a URL, ended by NUL, that ends in a letter, a digit or a slash. */
void make_url(char url[static URL_MAX], enum size size);

/* The address of an echomail message, as editors write it. */
void make_message_url(char url[static URL_MAX]);

#endif
