/* troupe-tree.h: immutable document trees with structural sharing
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* Maps a member or element: (transfer full), the same node if nothing changes, or NULL to remove
 * it. @key is NULL for elements. */
typedef JsonNode *(*TroupeMapNodeFunc) (const char *key, JsonNode *node, gpointer user_data);

/* Creates an object or list from the results of @func; returns @node if nothing changed.
 * (transfer full) */
JsonNode *troupe_tree_map (JsonNode *node, TroupeMapNodeFunc func, gpointer user_data);

/* troupe_json_tree_with() and troupe_json_tree_get() with the keys as NULL-terminated arguments.
 * (transfer full) (nullable); (transfer none) (nullable) */
JsonNode *
troupe_tree_with (JsonNode *root, JsonNode *value, const char *key, ...) G_GNUC_NULL_TERMINATED;
JsonNode *troupe_tree_get (JsonNode *root, const char *key, ...) G_GNUC_NULL_TERMINATED;

/* Returns a member of an object: of any type, a string or a list; NULL if there is none. @node:
 * (nullable). (transfer none) */
JsonNode *troupe_tree_get_member (JsonNode *node, const char *key);
const char *troupe_tree_get_member_text (JsonNode *node, const char *key);
JsonArray *troupe_tree_get_member_list (JsonNode *node, const char *key);

/* Creates sealed nodes that take ownership of their contents. (transfer full) */
JsonNode *troupe_tree_take_object (JsonObject *object);
JsonNode *troupe_tree_take_array (JsonArray *array);

/* Returns the value of a scalar: NULL if it is not a string, FALSE if it is not a number. @node:
 * (nullable) */
const char *troupe_tree_get_text (JsonNode *node);
gboolean troupe_tree_get_number (JsonNode *node, double *number);

/* Returns a name that is not taken: @wanted, or @wanted followed by _2, _3 … (transfer full) */
char *troupe_tree_find_free_name (const char *wanted,
                                  gboolean (*taken) (const char *name, gpointer user_data),
                                  gpointer user_data);

/* Splits a problem's path such as `methods.a.do.do[0].if` into keys, using @root; anything after
 * a blank is ignored. Keys may contain points and brackets. Returns NULL if the path does not
 * exist; the last key need not exist. (transfer full) (nullable) */
char **troupe_tree_split_path (JsonNode *root, const char *path);

G_END_DECLS
