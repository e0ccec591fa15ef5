/* troupe-tool-name.h: what a tool is called to a model
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The longest name that every API takes, in letters. */
#define TROUPE_TOOL_NAME_LONGEST 64

/**
 * troupe_tool_name_sanitize:
 *
 * The name as CrewAI sends it (doc/crew-semantics.md §11.1): decomposed to ASCII, words of camel case parted, small
 * letters, anything else than letters and digits as one underscore, none at the ends; what is too long ends with
 * the beginning of its digest.
 *
 * Returns: (transfer full): the name; "" where nothing of it is left
 */
char *troupe_tool_name_sanitize (const char *name);

G_END_DECLS
