/* troupe-agent-arguments.h: parses and validates tool arguments written by a model
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
 * Returns: (transfer full) (nullable): the object, or %NULL with an error if it is not valid
 */
TroupeValue *troupe_agent_arguments_read (const char *text, GError **error);

/**
 * troupe_agent_arguments_read_loose:
 * @text: an object as written by models without tool support. It may be JSON or a Python literal,
 *   and may have keys without quotes, extra commas, comments, a surrounding code fence or a missing
 *   end.
 *
 * Returns: (transfer full) (nullable): the object; %NULL if the text cannot be parsed
 */
TroupeValue *troupe_agent_arguments_read_loose (const char *text);

/* Returns those @arguments that the schema declares. @schema: (nullable). (transfer full) */
TroupeValue *troupe_agent_arguments_filter (TroupeValue *arguments, TroupeValue *schema);
/* Describes for a model which required arguments are missing, the start and the end of what the
 * model wrote, and the available arguments. @schema: (nullable). (transfer full) (nullable):
 * NULL if nothing is missing */
char *troupe_agent_arguments_describe_missing (TroupeValue *arguments, TroupeValue *schema);

/**
 * troupe_agent_arguments_make_strict:
 * @is_strict: (out): whether a server can enforce the returned schema
 *
 * Converts a tool's schema for servers with strict mode, which require all properties and allow no
 * others. A schema that contains an object with arbitrary keys or a value
 * of any type is not changed.
 *
 * Returns: (transfer full): the schema
 */
TroupeValue *troupe_agent_arguments_make_strict (TroupeValue *schema, gboolean *is_strict);

G_END_DECLS
