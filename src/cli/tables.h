/*
 * The tables of commands and of options, with a row for each. A file that includes this one defines
 * the macro for a row, COMMAND or OPTION. AGAIN is an option that sets the member of a row before.
 */

/* Command: its name in capitals, its name, and its kind of input. src/commands/NAME.c has the texts
 * of its help. Help and completions list the commands in this order. */
#ifdef COMMAND
COMMAND(EXTRACT, extract, INPUT_TEXT)
COMMAND(REWRITE, rewrite, INPUT_TEXT)
COMMAND(MESSAGES, messages, INPUT_TEXT)
COMMAND(CHECK, check, INPUT_TEXT)
COMMAND(FOLD, fold, INPUT_TEXT)
COMMAND(PARSE, parse, INPUT_RECORDS)
COMMAND(EDIT, edit, INPUT_RECORDS)
COMMAND(NORMALIZE, normalize, INPUT_RECORDS)
COMMAND(ENCODE, encode, INPUT_RECORDS)
COMMAND(DECODE, decode, INPUT_RECORDS)
#undef COMMAND
#endif

/* Option: its letter, or '\0', its name and its argument, each or NULL. Then follow the commands
 * that have the option (TOOL alone: `fidourl` without a command), its help, the member of struct
 * options that it sets, and its kind (`option_kind` in options.h). `conflicts` lists options that
 * exclude this one, as in "NAME NAME ". `needs` is the "NAME" of an option that this one needs.
 * GROUP is the title above the options in help, which lists them in this order. */
#ifdef OPTION
#define GROUP "Input"
OPTION('e', NULL, "STRING", ALL & ~MESSAGES, "read STRING instead of files (can be repeated)",
       strings_n, TEXTS, .conflicts = "files0-from all-mail recursive messages ")
OPTION('\0', "files0-from", "FILE", ALL, "read the files named in FILE, with NUL after each", list,
       STRING)
OPTION('r', "recursive", NULL, EXTRACT | MESSAGES | CHECK,
       "read all files below each directory (default: .)", recursive, FLAG)
AGAIN('r', "recursive", NULL, REWRITE, "with -M, read all files below each directory", recursive,
      FLAG, .needs = "messages")
OPTION('z', "zero-terminated", NULL, OF_RECORDS, "records end with NUL, not with a newline",
       zero_terminated, FLAG)
OPTION('\0', "whole", NULL, OF_RECORDS, "treat each input as one record", one_record, FLAG,
       .conflicts = "zero-terminated ")
OPTION('\0', "max-length", "N", ENCODE | DECODE,
       "longest record of -c url, in bytes (default: " MAX_LENGTH_TEXT ")", max_length,
       OCTETS(1, FURL_LENGTH_MAX))
AGAIN('\0', "max-length", "N", NORMALIZE | PARSE | EDIT,
      "longest record, in bytes (default: " MAX_LENGTH_TEXT ")", max_length,
      OCTETS(1, FURL_LENGTH_MAX))
AGAIN('\0', "max-length", "N", EXTRACT | REWRITE | FOLD,
      "longest URL, in bytes (default: " MAX_LENGTH_TEXT ")", max_length,
      OCTETS(1, FURL_LENGTH_MAX))
OPTION('\0', "charset", "NAME", CHECK, "charset of the text (default: UTF-8; --fix guesses)",
       charset, CHARSET)
#undef GROUP
#define GROUP "Mail"
OPTION('a', "all-mail", NULL, EXTRACT | REWRITE,
       "same as -M -W --no-filename; also -r if given a FILE", all_mail, ALL_MAIL)
AGAIN('a', "all-mail", NULL, MESSAGES, "same as --no-filename; also -r if given a FILE", all_mail,
      ALL_MAIL)
OPTION('M', "messages", "FORMAT", EXTRACT, "decode mail: base64, quoted-printable, HTML [FORMAT]",
       messages, MESSAGES)
AGAIN('M', "messages", "FORMAT", REWRITE, "decode mail, message by message [all files as FORMAT]",
      messages, MESSAGES)
AGAIN('M', "messages", "FORMAT", MESSAGES, "read all files as FORMAT, such as jam or squish",
      messages, MESSAGES)
AGAIN('\0', "charset", "NAME", EXTRACT | MESSAGES, "charset of messages that declare none", charset,
      CHARSET, .needs = "messages")
AGAIN('\0', "charset", "NAME", REWRITE, "charset of the text, or of messages that declare none",
      charset, CHARSET)
OPTION('\0', "area", "TAG", EXTRACT | REWRITE | MESSAGES,
       "take TAG as the area of all messages except netmail", area, STRING, .needs = "messages")
OPTION('\0', "areas", "FILE", EXTRACT | REWRITE | MESSAGES,
       "take areas from AREAS.BBS or a tosser's configuration", areas, STRING, .conflicts = "area ",
       .needs = "messages")
OPTION('\0', "select", "URL", EXTRACT | REWRITE | MESSAGES,
       "only messages that the area: or mid: URL selects", select, ONCE, .needs = "messages")
OPTION('\0', "since", "TIME", EXTRACT | REWRITE | MESSAGES,
       "only messages since TIME: 7d, 12h, 2w, today, a date", since, STRING, .needs = "messages")
OPTION('\0', "all-alternatives", NULL, EXTRACT, "with -M, read all versions of a text, also HTML",
       all_alternatives, FLAG, .needs = "messages")
#undef GROUP
#define GROUP "Which URLs"
OPTION('W', "wrapped", NULL, EXTRACT | REWRITE, "also join URLs that a line end cut (a guess)",
       wrapped, FLAG)
OPTION('s', "scheme", "LIST", EXTRACT | REWRITE | CHECK,
       "only the schemes in LIST; fido and web mean several", schemes, SCHEMES)
AGAIN('s', "scheme", "LIST", FOLD, "split URLs of the schemes in LIST (default: fido)", schemes,
      SCHEMES)
OPTION('\0', "not-scheme", "LIST", EXTRACT | REWRITE | CHECK, "all schemes except those in LIST",
       not_schemes, SCHEMES)
OPTION('\0', "where", "NAME=PATTERN", EXTRACT | REWRITE | EDIT,
       "only URLs whose NAME matches PATTERN; != all others", wheres_n, WHERES)
OPTION('\0', "skip-quoted", NULL, EXTRACT | CHECK, "skip URLs in quoted lines", skip_quoted, FLAG)
OPTION('\0', "skip-signature", NULL, EXTRACT | REWRITE,
       "with -M, skip URLs in origin lines and signatures", skip_signature, FLAG,
       .needs = "messages")
OPTION('\0', "bare", NULL, EXTRACT | REWRITE, "also find host names that begin with www. or ftp.",
       bare, FLAG)
OPTION('8', "8bit", NULL, EXTRACT | REWRITE | CHECK,
       "allow any byte 80-FF in URLs that are not Fidonet's", high_octets, FLAG)
OPTION('w', "width", "N", CHECK,
       "report URLs wider than N columns (default: " FURL_DIGITS(CHECK_WIDTH) " or " FURL_DIGITS(
           CHECK_WIDTH_QUOTED) ")",
       width, COLUMNS(WIDTH_MIN, WIDTH_MAX))
AGAIN('w', "width", "N", FOLD, "split URLs wider than N columns (default: " FURL_DIGITS(WIDTH) ")",
      width, COLUMNS(WIDTH_MIN, WIDTH_MAX))
#undef GROUP
#define GROUP "Changes"
OPTION('\0', "set", "NAME=VALUE", EDIT | REWRITE, "set the part NAME, or add it", edits_n,
       EDITS(FURL_SET))
AGAIN('\0', "append", "NAME=VALUE", EDIT | REWRITE, "add a parameter, as in param.view=reel",
      edits_n, EDITS(FURL_APPEND))
AGAIN('\0', "drop", "NAME", NORMALIZE | EDIT | REWRITE,
      "drop a part, as in fragment or param.utm_*", edits_n, EDITS(FURL_DROP))
OPTION('\0', "keep-fragment", NULL, NORMALIZE, "keep the fragment: # and the characters after it",
       keep_fragment, FLAG)
OPTION('\0', "display", NULL, NORMALIZE, "also decode letters beyond ASCII, for reading", display,
       FLAG)
#undef GROUP
#define GROUP "Syntax"
OPTION('c', "component", "NAME", ENCODE | DECODE,
       "part of a URL that the data is for (default: value)", component,
       WORD(enum furl_component_id, component_name))
OPTION('\0', "safe", "CHARS", ENCODE, "also leave CHARS unescaped", safe, STRING)
OPTION('\0', "unsafe", "CHARS", ENCODE, "also escape CHARS", unsafe, STRING)
OPTION('\0', "rules", "NAME", OF_RECORDS, "follow fidourl, rfc1630, rfc1738, rfc2396 or rfc3986",
       rules, RULES)
OPTION('\0', "base", "URL", NORMALIZE | PARSE | EDIT, "resolve relative references against URL",
       base, STRING)
OPTION('\0', "sort-params", NULL, NORMALIZE | PARSE | EDIT, "sort parameters by name", sort_params,
       FLAG)
#undef GROUP
#define GROUP "Output"
OPTION('F', "format", "TEMPLATE", MESSAGES, "print TEMPLATE for each message; {NAME} is replaced",
       format, STRING, .conflicts = "json text with-filename ")
AGAIN('F', "format", "TEMPLATE", PARSE | EXTRACT, "print TEMPLATE for each URL; {NAME} is replaced",
      format, STRING, .conflicts = "json with-filename line-number byte-offset canonical ")
AGAIN('F', "format", "TEMPLATE", REWRITE, "write TEMPLATE for each URL; names: extract --help",
      format, STRING, .conflicts = "html hyperlink ")
OPTION('\0', "csv", "NAMES", PARSE | EXTRACT | MESSAGES,
       "print CSV, a column for each NAME; excludes -F and -j", csv, STRING,
       .conflicts = "format json null with-filename line-number byte-offset count text ")
OPTION('j', "json", NULL, EXTRACT, "print JSON Lines, one object per URL; excludes -F", json, FLAG)
AGAIN('j', "json", NULL, MESSAGES, "print JSON Lines, one object for each message", json, FLAG)
AGAIN('j', "json", NULL, PARSE, "print JSON Lines (the default)", json, FLAG)
AGAIN('j', "json", NULL, CHECK, "print JSON Lines, one object for each finding", json, FLAG)
OPTION('\0', "text", NULL, MESSAGES, "print each message as text; with -j, add its text", text,
       FLAG)
OPTION('H', "with-filename", NULL, EXTRACT | MESSAGES, "print the file name before each row",
       show_file_names, SET(enum names_shown, NAMES_ALWAYS))
AGAIN('\0', "no-filename", NULL, EXTRACT | MESSAGES, "never print file names", show_file_names,
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
OPTION('\0', "html", NULL, REWRITE, "write HTML for <pre>, with links in place of URLs", html, FLAG,
       .conflicts = "hyperlink ")
OPTION('\0', "gate", "PREFIX", REWRITE, "link Fidonet URLs to PREFIX and the escaped URL", gate,
       STRING, .needs = "html")
OPTION('\0', "head", "TEMPLATE", REWRITE, "with --html -M, write TEMPLATE before each message",
       head, STRING)
OPTION('\0', "hyperlink", "WHEN", REWRITE, "make URLs terminal links: auto, always or never",
       hyperlinks, WORD_OR(HYPERLINKS_AUTO, enum hyperlinks, hyperlinks_name))
OPTION('\0', "fix", NULL, CHECK, "print the repaired text; report the rest on stderr", fix, FLAG,
       .conflicts = "recursive json quiet files0-from ")
OPTION('\0', "controls", "WHEN", DECODE, "escaped control characters: auto, keep or decode",
       controls, WORD(enum controls, controls_name))
AGAIN('0', "null", NULL, EXTRACT, "end each URL with NUL, not with a newline", zero_terminated,
      FLAG)
AGAIN('0', "null", NULL, MESSAGES, "end each row with NUL, not with a newline", zero_terminated,
      FLAG)
OPTION('\0', "strict", NULL, NORMALIZE | EDIT, "drop malformed records", strict, FLAG)
OPTION('q', "quiet", NULL, OF_RECORDS | REWRITE | FOLD, "print no diagnostics", quiet, FLAG)
AGAIN('q', "quiet", NULL, EXTRACT, "print nothing; stop at the first URL", quiet, FLAG)
AGAIN('q', "quiet", NULL, MESSAGES, "print nothing; stop at the first message", quiet, FLAG)
AGAIN('q', "quiet", NULL, CHECK, "print nothing; stop at the first finding", quiet, FLAG)
#undef GROUP
#define GROUP "General"
OPTION('h', "help", NULL, ALL | TOOL, "show this help", help, FLAG)
OPTION('V', "version", NULL, ALL | TOOL, "show the version", version, FLAG)
#undef GROUP
#undef OPTION
#undef AGAIN
#endif
