/* troupe-tree.h: immutable document trees with structural sharing
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* Threads: the thread of the document, because the reference counts of nodes are not atomic. */

/* Maps a member or element. Returns (transfer full) the same node if nothing changes, a
 * replacement, or NULL to remove it. @key: (nullable): NULL for elements; @node: (transfer none) */
typedef JsonNode *(*TroupeMapNodeFunc) (const char *key, JsonNode *node, gpointer user_data);

/* Creates an object or list from the results of @func for each of its members or elements, not
 * recursively. Returns a reference to @node if nothing changed. (transfer full) */
JsonNode *troupe_tree_map (JsonNode *node, TroupeMapNodeFunc func, gpointer user_data);

/* Like troupe_json_tree_with(), but with the keys as NULL-terminated arguments. @value:
 * (nullable): NULL removes. (transfer full) (nullable) */
JsonNode *
troupe_tree_with (JsonNode *root, JsonNode *value, const char *key, ...) G_GNUC_NULL_TERMINATED;
/* Like troupe_json_tree_get(), but with the keys as NULL-terminated arguments. (transfer none)
 * (nullable) */
JsonNode *troupe_tree_get (JsonNode *root, const char *key, ...) G_GNUC_NULL_TERMINATED;

/* Returns a member of an object, of any type. Returns NULL if the member does not exist or @node
 * is not an object.
 * @node: (nullable). (transfer none) (nullable) */
JsonNode *troupe_tree_get_member (JsonNode *node, const char *key);
/* Returns a member of an object if it is a string. @node: (nullable). (transfer none) (nullable) */
const char *troupe_tree_get_member_text (JsonNode *node, const char *key);
/* Returns a member of an object if it is a list. @node: (nullable). (transfer none) (nullable) */
JsonArray *troupe_tree_get_member_list (JsonNode *node, const char *key);

/* Creates a sealed node. @object: (transfer full). (transfer full) */
JsonNode *troupe_tree_take_object (JsonObject *object);
/* Creates a sealed node. @array: (transfer full). (transfer full) */
JsonNode *troupe_tree_take_array (JsonArray *array);

/* Returns the text of a string node, or NULL if it is not a string. @node: (nullable). (transfer
 * none) (nullable) */
const char *troupe_tree_get_text (JsonNode *node);
/* Gets the value of an integer or double node. Returns FALSE, without setting @number, for other
 * nodes. @node: (nullable); @number: (out) */
gboolean troupe_tree_get_number (JsonNode *node, double *number);

/* Returns @name with its number increased by @step: `x`, `x_2`, `x_3`, …; a name that ends with such a
 * number continues it, so that `x_4` is followed by `x_5`. (transfer full) */
char *troupe_tree_number_name (const char *name, guint64 step);
/* Returns a name that is not used yet, which is @wanted, or @wanted with the next number
 * (troupe_tree_number_name()). (transfer full)
 * @taken: returns TRUE if @name is already used */
char *troupe_tree_find_free_name (const char *wanted,
                                  gboolean (*taken) (const char *name, gpointer user_data),
                                  gpointer user_data);

/* Splits a problem's path such as `methods.a.do.do[0].if` into keys, using @root. The text after
 * a blank is ignored. Keys may contain points and brackets. Returns NULL if the path does not
 * exist, except that the last key need not exist. (transfer full) (nullable) */
char **troupe_tree_split_path (JsonNode *root, const char *path);

G_END_DECLS
