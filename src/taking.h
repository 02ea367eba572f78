/* What the arguments of options mean. */
#ifndef TAKING_H
#define TAKING_H

#include "options.h"
#include "words.h"

/* Each takes an option with its argument, which is NULL if it has none. Returns NULL; or what is
 * wrong with it, to be said after the option's name. */
const char *take_text(struct options *options, const char *argument);
const char *take_component(struct options *options, const char *argument);
const char *take_rules(struct options *options, const char *argument);
const char *take_controls(struct options *options, const char *argument);
const char *take_hyperlinks(struct options *options, const char *argument);
const char *take_charset(struct options *options, const char *argument);
const char *take_messages(struct options *options, const char *argument);
const char *take_max_length(struct options *options, const char *argument);
const char *take_width(struct options *options, const char *argument);
const char *take_with_filename(struct options *options, const char *argument);
const char *take_no_filename(struct options *options, const char *argument);
const char *take_max_count(struct options *options, const char *argument);
const char *take_range(struct options *options, const char *argument);
const char *take_schemes(struct options *options, const char *argument);
const char *take_not_schemes(struct options *options, const char *argument);
const char *take_nul(struct options *options, const char *argument);
const char *take_whole(struct options *options, const char *argument);

/* The arguments that some options take. For nearest_name, help and completions. */
nth_name component_name, rules_name, controls_name, hyperlinks_name;

/* Says which names of a table may be chosen, after `before`. Returns it, in options->complaint. */
const char *say_choices(struct options *options, const char *before, nth_name *name);

#endif
