/* troupe-memory-scope.h: the paths under which records lie
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* @inner below @root: `/crew/x` and `in/` give `/crew/x/in`. Without a root @inner is kept as it was written. @root,
 * @inner: (nullable). (transfer full) */
char *troupe_memory_scope_join (const char *root, const char *inner);

/* The part of a path for a name of a person's choice, as CrewAI makes it: lower case, `-` for runs of other characters
 * than a–z, 0–9, `_` and `-`, `unknown` where nothing remains. (transfer full) */
char *troupe_memory_scope_from_name (const char *name);

/* `/crew/NAME`, and `/crew/NAME/agent/ROLE` where @role is given. @role: (nullable). (transfer full) */
char *troupe_memory_scope_of_crew (const char *crew, const char *role);

/* What is compared literally with the beginning of a record's scope; NULL where every record fits. @scope: (nullable).
 * (transfer full) (nullable) */
char *troupe_memory_scope_to_prefix (const char *scope);

/* The path directly below @prefix on the way to @scope, NULL where @scope is not below it. @prefix: (nullable): of
 * troupe_memory_scope_to_prefix(). (transfer full) (nullable) */
char *troupe_memory_scope_get_child (const char *scope, const char *prefix);

G_END_DECLS
