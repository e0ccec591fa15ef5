/* troupe-mcp-variables.h: ${NAME} in `env` and `headers` of an MCP server
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm.h"

G_BEGIN_DECLS

/* Returns whether @text contains `${NAME}` or `${NAME:-text}`. */
gboolean troupe_mcp_variables_are_in (const char *text);
/* Adds the names of the variables in @text, each once. @names: (element-type utf8), owns its
 * strings */
void troupe_mcp_variables_list (const char *text, GPtrArray *names);

/**
 * troupe_mcp_variables_fill:
 * @label: the server, for the error
 * @func: looks up a variable; called on the calling thread
 * @values: (element-type utf8): receives the values of variables, which are secrets
 *
 * Replaces each `${NAME}` with the value of the variable without surrounding white space, and
 * `${NAME:-text}` with @text if the variable is not set or blank.
 *
 * Returns: (transfer full) (nullable): %NULL with %TROUPE_MCP_ERROR_VALIDATION if a variable without
 * such a text is not set
 */
char *troupe_mcp_variables_fill (const char *text,
                                 const char *label,
                                 TroupeLlmEnvironmentFunc func,
                                 gpointer user_data,
                                 GPtrArray *values,
                                 GError **error);

G_END_DECLS
