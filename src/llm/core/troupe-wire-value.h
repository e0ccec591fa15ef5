/* troupe-wire-value.h: JSON that goes to a model's server
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

/* @text: (nullable). (transfer full) (nullable): NULL for NULL */
TroupeValue *troupe_wire_new_text (const char *text);
/* A map out of key, (transfer full) value, … and a NULL; a value that is NULL is left out. (transfer full) */
TroupeValue *troupe_wire_new_map (const char *key, ...) G_GNUC_NULL_TERMINATED;
/* A list of the values, whose references are taken over; the array is empty afterwards. (transfer full) */
TroupeValue *troupe_wire_end_list (GPtrArray *items);

/* @text: (nullable): nothing is added */
void troupe_wire_add_text (TroupeMapBuilder *builder, const char *key, const char *text);
/* Under @key what @map has under @name, unless it is missing or null. @map: (nullable) */
void troupe_wire_add_setting (TroupeMapBuilder *builder,
                              const char *key,
                              TroupeValue *map,
                              const char *name);
/* All that @map has; it replaces what is there already. @map: (nullable) */
void troupe_wire_add_entries (TroupeMapBuilder *builder, TroupeValue *map);

/* Those entries of @map that are named. @names: NULL-terminated. (transfer full) */
TroupeValue *troupe_wire_pick (TroupeValue *map, const char *const *names);

G_END_DECLS
