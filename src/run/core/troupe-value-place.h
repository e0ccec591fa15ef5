/* troupe-value-place.h: replacing a part of a value by its path
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-value.h"

G_BEGIN_DECLS

/**
 * troupe_value_place_split:
 * @path: names separated by dots, and numbers or quoted names in brackets: `state.items[0].name`, `state['a b']`; in double
 *   quotes a name is a JSON string
 *
 * Returns: (transfer full) (nullable): the keys, NULL-terminated; a number is written as `[0]`. %NULL with
 *   %G_IO_ERROR_INVALID_ARGUMENT if @path is not a path
 */
char **troupe_value_place_split (const char *path, GError **error);
/* Returns the part of @value at the place. @keys: of troupe_value_place_split(), of which the first is used first. (transfer none)
 * (nullable): NULL if there is none */
TroupeValue *troupe_value_place_get (TroupeValue *value, const char *const *keys);
/**
 * troupe_value_place_set:
 *
 * Returns: (transfer full) (nullable): a copy of @value with @part at the place. A map gets a new member if it does not have it; a
 *   list gets a new last item if the number is its length. %NULL with %G_IO_ERROR_NOT_FOUND if there is no such place
 */
TroupeValue *troupe_value_place_set (TroupeValue *value,
                                     const char *const *keys,
                                     TroupeValue *part,
                                     GError **error);

G_END_DECLS
