/* troupe-memory-scope.h: scope paths of memory records
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Joins @inner to @root. For example, `/crew/x` and `in/` become `/crew/x/in`. Without a root,
 * @inner is returned unchanged. @root, @inner: (nullable). (transfer full) */
char *troupe_memory_scope_join (const char *root, const char *inner);

/* Converts a name chosen by the user to a path element as CrewAI does. The name is converted to
 * lower case, and sequences of characters other than a–z, 0–9, `_` and `-` become `-`. If
 * nothing remains, the result is `unknown`. (transfer full) */
char *troupe_memory_scope_from_name (const char *name);

/* Returns `/crew/NAME`, or `/crew/NAME/agent/ROLE` if @role is set. @role: (nullable). (transfer
 * full) */
char *troupe_memory_scope_of_crew (const char *crew, const char *role);

/* Returns the prefix that is compared literally with the scopes of records. Returns NULL if
 * every record matches. @scope: (nullable). (transfer full) (nullable) */
char *troupe_memory_scope_to_prefix (const char *scope);

/* Returns the path directly below @prefix that contains @scope; NULL if @scope is not below
 * @prefix. @prefix: (nullable): from troupe_memory_scope_to_prefix(). (transfer full) (nullable) */
char *troupe_memory_scope_get_child (const char *scope, const char *prefix);

G_END_DECLS
