/*
 * The tables of commands and of options: a row for each. Who includes this file defines what a row
 * becomes there, COMMAND or OPTION; AGAIN is an option for a member that a row before has.
 */

/* Command: its name in capitals, its name, and what its input is. src/commands/NAME.c has the
 * rest, which help shows. */
#ifdef COMMAND
COMMAND(ENCODE, encode, INPUT_RECORDS)
COMMAND(DECODE, decode, INPUT_RECORDS)
COMMAND(NORMALIZE, normalize, INPUT_RECORDS)
COMMAND(EXTRACT, extract, INPUT_TEXT)
COMMAND(PARSE, parse, INPUT_RECORDS)
COMMAND(EDIT, edit, INPUT_RECORDS)
COMMAND(REWRITE, rewrite, INPUT_TEXT)
COMMAND(FOLD, fold, INPUT_TEXT)
COMMAND(MESSAGES, messages, INPUT_TEXT)
COMMAND(CHECK, check, INPUT_TEXT)
#undef COMMAND
#endif

/* Option: its letter, or '\0'; its name, and its argument, each or NULL; the commands that have it
 * (TOOL alone: `fidourl` without a command); its help; the member of struct options that it sets;
 * and its kind: see `option_kind` in options.h. Options that exclude it are in `conflicts`: "NAME
 * NAME "; one that it cannot be without in `needs`: "NAME". */
#ifdef OPTION
OPTION('\0', "set", "NAME=VALUE", EDIT | REWRITE, "set a part, or add it", edits_n, EDITS(FURL_SET))
AGAIN('\0', "append", "NAME=VALUE", EDIT | REWRITE, "add a parameter: param.NAME", edits_n,
      EDITS(FURL_APPEND))
AGAIN('\0', "drop", "NAME", NORMALIZE | EDIT | REWRITE, "drop a part; * ? | in param.NAME", edits_n,
      EDITS(FURL_DROP))
OPTION('c', "component", "NAME", ENCODE | DECODE,
       "what the data is for, see below (default: value)", component,
       WORD(enum furl_component_id, component_name))
OPTION('\0', "rules", "NAME", OF_RECORDS, "fidourl, rfc1630, rfc1738, rfc2396 or rfc3986", rules,
       RULES)
OPTION('\0', "safe", "CHARS", ENCODE, "also leave CHARS unescaped", safe, STRING)
OPTION('\0', "unsafe", "CHARS", ENCODE, "also escape CHARS", unsafe, STRING)
OPTION('\0', "base", "URL", NORMALIZE | PARSE | EDIT, "resolve relative references against URL",
       base, STRING)
OPTION('\0', "sort-params", NULL, NORMALIZE | PARSE | EDIT, "order parameters by name", sort_params,
       FLAG)
OPTION('\0', "display", NULL, NORMALIZE, "also decode letters beyond ASCII, for reading", display,
       FLAG)
OPTION('\0', "keep-fragment", NULL, NORMALIZE, "keep the fragment (# and what follows)",
       keep_fragment, FLAG)
OPTION('\0', "strict", NULL, NORMALIZE | EDIT, "drop malformed records", strict, FLAG)
OPTION('\0', "controls", "WHEN", DECODE, "escapes of control octets: auto, keep or decode",
       controls, WORD(enum controls, controls_name))
OPTION('e', NULL, "STRING", ALL & ~MESSAGES, "read STRING instead of files; may be repeated",
       texts_n, TEXTS, .conflicts = "files0-from all-mail recursive messages ")
OPTION('\0', "files0-from", "FILE", ALL, "read the files listed in FILE, NUL after each name", list,
       STRING)
OPTION('a', "all-mail", NULL, EXTRACT | REWRITE | MESSAGES,
       "as -M -W --no-filename; and -r where FILE is a DIR", all_mail, ALL_MAIL)
OPTION('M', "messages", "FORMAT", EXTRACT | REWRITE | MESSAGES,
       "read mail, message by message: packets, bases ...", messages, MESSAGES)
OPTION('r', "recursive", NULL, EXTRACT | MESSAGES | CHECK,
       "read all files below each DIR (default: .)", recursive, FLAG)
AGAIN('r', "recursive", NULL, REWRITE, "with -M, read all files below each DIR (default: .)",
      recursive, FLAG, .needs = "messages")
OPTION('z', "zero-terminated", NULL, OF_RECORDS, "records end with NUL, not with a newline", nul,
       FLAG)
OPTION('\0', "whole", NULL, OF_RECORDS, "treat each input as one record", one_record, FLAG,
       .conflicts = "zero-terminated ")
OPTION('\0', "max-length", "N", ENCODE | DECODE,
       "longest record of -c url, in octets (default: " MAX_LENGTH_TEXT ")", max_length,
       OCTETS(1, FURL_LENGTH_MAX))
AGAIN('\0', "max-length", "N", NORMALIZE | PARSE | EDIT,
      "longest record, in octets (default: " MAX_LENGTH_TEXT ")", max_length,
      OCTETS(1, FURL_LENGTH_MAX))
AGAIN('\0', "max-length", "N", EXTRACT | REWRITE | FOLD,
      "longest URL, in octets (default: " MAX_LENGTH_TEXT ")", max_length,
      OCTETS(1, FURL_LENGTH_MAX))
OPTION('\0', "area", "TAG", EXTRACT | REWRITE | MESSAGES, "put all messages in the area TAG", area,
       STRING, .needs = "messages")
OPTION('\0', "areas", "FILE", EXTRACT | REWRITE | MESSAGES,
       "take areas from AREAS.BBS, a Husky or Squish config", areas, STRING, .conflicts = "area ",
       .needs = "messages")
OPTION('\0', "select", "URL", EXTRACT | REWRITE | MESSAGES,
       "only messages that this area: or mid: URL names", select, ONCE, .needs = "messages")
OPTION('\0', "since", "TIME", EXTRACT | REWRITE | MESSAGES,
       "only messages since then: 7d, 12h, 2w, today, a date", since, STRING, .needs = "messages")
OPTION('\0', "all-alternatives", NULL, EXTRACT, "with -M, read all versions of a text, HTML too",
       all_alternatives, FLAG, .needs = "messages")
OPTION('\0', "text", NULL, MESSAGES, "print each message as text; with -j, add its text", text,
       FLAG)
OPTION('H', "with-filename", NULL, EXTRACT | MESSAGES, "print the file name before each row", names,
       SET(enum names_shown, NAMES_ALWAYS))
AGAIN('\0', "no-filename", NULL, EXTRACT | MESSAGES, "never print file names", names,
      SET(enum names_shown, NAMES_NEVER))
OPTION('n', "line-number", NULL, EXTRACT, "print the line number before each URL, from 1",
       line_number, FLAG)
OPTION('b', "byte-offset", NULL, EXTRACT, "print the byte offset before each URL, from 0",
       byte_offset, FLAG)
OPTION('c', "count", NULL, EXTRACT, "print only the number of URLs in each file", count, FLAG,
       .conflicts = "json ")
AGAIN('c', "count", NULL, MESSAGES, "print only the number of messages in each file", count, FLAG,
      .conflicts = "json text ")
OPTION('l', "files-with-urls", NULL, EXTRACT, "print only the names of files that contain URLs",
       files_with_urls, FLAG, .conflicts = "count json format csv line-number byte-offset unique ")
OPTION('u', "unique", NULL, EXTRACT, "print each URL only once across all files", unique, FLAG)
OPTION('m', "max-count", "N", EXTRACT, "print at most N URLs from each file", max_count, COUNT)
AGAIN('m', "max-count", "N", MESSAGES, "print at most N messages from each file", max_count, COUNT)
OPTION('\0', "canonical", NULL, EXTRACT, "print each URL's canonical form", canonical, FLAG)
OPTION('s', "scheme", "LIST", EXTRACT | REWRITE | CHECK,
       "only the schemes in LIST; fido and web are sets", schemes, SCHEMES)
AGAIN('s', "scheme", "LIST", FOLD, "split URLs of the schemes in LIST (default: fido)", schemes,
      SCHEMES)
OPTION('\0', "not-scheme", "LIST", EXTRACT | REWRITE | CHECK, "all schemes except those in LIST",
       not_schemes, SCHEMES)
OPTION('\0', "where", "NAME=PATTERN", EXTRACT | REWRITE | EDIT,
       "only URLs whose part NAME matches; != inverts", wheres_n, WHERES)
OPTION('\0', "skip-quoted", NULL, EXTRACT | CHECK, "skip URLs in quoted lines", skip_quoted, FLAG)
OPTION('\0', "skip-signature", NULL, EXTRACT | REWRITE,
       "skip URLs in origin lines, taglines, signatures", skip_signature, FLAG, .needs = "messages")
OPTION('j', "json", NULL, EXTRACT, "print JSON Lines; for hosts: extract | fidourl parse", json,
       FLAG)
AGAIN('j', "json", NULL, MESSAGES, "print JSON Lines, one object for each message", json, FLAG)
AGAIN('j', "json", NULL, PARSE, "print JSON Lines (the default)", json, FLAG)
AGAIN('j', "json", NULL, CHECK, "print JSON Lines, one object for each finding", json, FLAG)
OPTION('F', "format", "TEMPLATE", MESSAGES, "print TEMPLATE with the {NAME}s of each message",
       format, STRING, .conflicts = "json text with-filename ")
AGAIN('F', "format", "TEMPLATE", PARSE | EXTRACT,
      "print TEMPLATE for each URL, with {NAME}s filled in", format, STRING,
      .conflicts = "json with-filename line-number byte-offset canonical ")
OPTION('\0', "csv", "NAMES", PARSE | EXTRACT | MESSAGES,
       "print CSV: a row of NAMES, as in url,host, and values", csv, STRING,
       .conflicts = "format json null with-filename line-number byte-offset count text ")
AGAIN('F', "format", "TEMPLATE", REWRITE, "write TEMPLATE for each URL; names: extract --help",
      format, STRING, .conflicts = "html hyperlink ")
OPTION('\0', "html", NULL, REWRITE, "write HTML for <pre>, with links in place of URLs", html, FLAG,
       .conflicts = "hyperlink ")
OPTION('\0', "gate", "PREFIX", REWRITE, "link Fidonet URLs to PREFIX plus the escaped URL", gate,
       STRING, .needs = "html")
OPTION('\0', "head", "TEMPLATE", REWRITE, "with --html -M, put TEMPLATE above each message", head,
       STRING)
OPTION('\0', "charset", "NAME", EXTRACT | MESSAGES, "charset of messages that declare none",
       charset, CHARSET, .needs = "messages")
AGAIN('\0', "charset", "NAME", REWRITE, "charset of the text, or of messages that declare none",
      charset, CHARSET)
AGAIN('\0', "charset", "NAME", CHECK, "charset of the text, for suggestions (default: UTF-8)",
      charset, CHARSET)
OPTION('\0', "hyperlink", "WHEN", REWRITE, "make URLs terminal links: auto, always or never",
       hyperlinks, WORD_OR(HYPERLINKS_AUTO, enum hyperlinks, hyperlinks_name))
AGAIN('0', "null", NULL, EXTRACT, "end each URL with NUL, not with a newline", nul, FLAG)
AGAIN('0', "null", NULL, MESSAGES, "end each row with NUL, not with a newline", nul, FLAG)
OPTION('W', "wrapped", NULL, EXTRACT | REWRITE, "also join URLs cut by line ends (a guess)",
       wrapped, FLAG)
OPTION('\0', "bare", NULL, EXTRACT | REWRITE, "also names that begin with www. or ftp.", bare, FLAG)
OPTION('8', "8bit", NULL, EXTRACT | REWRITE | CHECK, "allow any octet 80-FF in non-Fidonet URLs",
       high_octets, FLAG)
OPTION('q', "quiet", NULL, OF_RECORDS | REWRITE | FOLD, "print no diagnostics", quiet, FLAG)
AGAIN('q', "quiet", NULL, EXTRACT, "print nothing; stop at the first URL", quiet, FLAG)
AGAIN('q', "quiet", NULL, MESSAGES, "print nothing; stop at the first message", quiet, FLAG)
AGAIN('q', "quiet", NULL, CHECK, "print nothing; stop at the first finding", quiet, FLAG)
OPTION('\0', "fix", NULL, CHECK, "copy the text mended; tell the rest on standard error", fix, FLAG,
       .conflicts = "recursive json quiet files0-from ")
OPTION('w', "width", "N", CHECK,
       "width of an editor, " WIDTHS_TEXT
       " (default: " FURL_DIGITS(CHECK_WIDTH) " or " FURL_DIGITS(CHECK_WIDTH_QUOTED) ")",
       width, COLUMNS(WIDTH_MIN, WIDTH_MAX))
AGAIN('w', "width", "N", FOLD,
      "widest URL with its prefix, " WIDTHS_TEXT " (default: " FURL_DIGITS(WIDTH) ")", width,
      COLUMNS(WIDTH_MIN, WIDTH_MAX))
OPTION('h', "help", NULL, ALL | TOOL, "show this help", help, FLAG)
OPTION('V', "version", NULL, ALL | TOOL, "show the version", version, FLAG)
#undef OPTION
#undef AGAIN
#endif
