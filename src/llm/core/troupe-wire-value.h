/* troupe-wire-value.h: helpers to build JSON values for requests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

/* Threads: any thread, for all functions of this file. */

/* Creates a string. Returns NULL if @text is NULL. @text: (nullable). (transfer full) (nullable) */
TroupeValue *troupe_wire_new_text (const char *text);
/* Creates a map from pairs of a key and a (transfer full) value, terminated by NULL. A value
 * that is NULL is omitted. (transfer full) */
TroupeValue *troupe_wire_new_map (const char *key, ...) G_GNUC_NULL_TERMINATED;
/* Creates a list of the values. The list takes ownership of the values, and the array is empty
 * afterward. (transfer full) */
TroupeValue *troupe_wire_end_list (GPtrArray *items);

/* Adds a string as @key. @text: (nullable): if NULL, nothing is added */
void troupe_wire_add_text (TroupeMapBuilder *builder, const char *key, const char *text);
/* Adds the member @name of @map as @key, unless it is missing or null. @map: (nullable) */
void troupe_wire_add_setting (TroupeMapBuilder *builder,
                              const char *key,
                              TroupeValue *map,
                              const char *name);
/* Adds all members of @map. A member that already exists is replaced. @map: (nullable) */
void troupe_wire_add_entries (TroupeMapBuilder *builder, TroupeValue *map);

/* Returns a map of the listed members of @map. @names: NULL-terminated. (transfer full) */
TroupeValue *troupe_wire_pick (TroupeValue *map, const char *const *names);

G_END_DECLS
