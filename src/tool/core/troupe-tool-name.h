/* troupe-tool-name.h: sanitized tool names for model APIs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The maximum length of a tool name that every API accepts, in characters. */
#define TROUPE_TOOL_NAME_LONGEST 64

/**
 * troupe_tool_name_sanitize:
 *
 * Sanitizes a name as CrewAI does (doc/crew-semantics.md §11.1). Reduces the name to ASCII, splits
 * camel case, converts the name to lower case, and replaces each sequence of characters other than
 * letters and digits with one underscore, except at the ends. A name that is too long is truncated;
 * the beginning of its digest is appended.
 *
 * Returns: (transfer full): the name; "" if no character is left
 */
char *troupe_tool_name_sanitize (const char *name);

G_END_DECLS
