/* troupe-agent-arguments.h: what a model gives to a tool
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

/**
 * troupe_agent_arguments_read:
 * @text: a JSON object
 *
 * Returns: (transfer full) (nullable): the object, or %NULL with an error that says why it is none
 */
TroupeValue *troupe_agent_arguments_read (const char *text, GError **error);

/**
 * troupe_agent_arguments_read_loose:
 * @text: an object as models write it that were not taught to: JSON, a Python literal, keys without quotes,
 *   commas too many, comments, a fence around it, an end that is missing
 *
 * Returns: (transfer full) (nullable): the object; %NULL where the text is none
 */
TroupeValue *troupe_agent_arguments_read_loose (const char *text);

/* What the schema knows of @arguments. @schema: (nullable). (transfer full) */
TroupeValue *troupe_agent_arguments_filter (TroupeValue *arguments, TroupeValue *schema);
/* For a model: which arguments the schema needs that are not there, the beginning and the end of what was given, and
 * what there is to give. @schema: (nullable). (transfer full) (nullable): nothing is missing */
char *troupe_agent_arguments_describe_missing (TroupeValue *arguments, TroupeValue *schema);

/**
 * troupe_agent_arguments_make_strict:
 * @is_strict: (out): whether a server can hold the model to what is returned
 *
 * A tool's schema as it is offered: with every property required and no others, as servers want it that hold
 * a model to it. A schema with an object of any keys in it stays as it is.
 *
 * Returns: (transfer full): the schema
 */
TroupeValue *troupe_agent_arguments_make_strict (TroupeValue *schema, gboolean *is_strict);

G_END_DECLS
