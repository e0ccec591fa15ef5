/* troupe-tree.h: trees of a document that share what did not change
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* What a member or element becomes: (transfer full), the same node where nothing changes, or NULL where
 * it goes. @key is NULL for elements. */
typedef JsonNode *(*TroupeMapNodeFunc) (const char *key, JsonNode *node, gpointer user_data);

/* A new object or list of what @func gives; @node again where nothing changed. (transfer full) */
JsonNode *troupe_tree_map (JsonNode *node, TroupeMapNodeFunc func, gpointer user_data);

/* troupe_json_tree_with() and troupe_json_tree_get() with the keys as arguments, ended by NULL.
 * (transfer full) (nullable); (transfer none) (nullable) */
JsonNode *
troupe_tree_with (JsonNode *root, JsonNode *value, const char *key, ...) G_GNUC_NULL_TERMINATED;
JsonNode *troupe_tree_get (JsonNode *root, const char *key, ...) G_GNUC_NULL_TERMINATED;

/* A member of an object, of any type, with a text or with a list; NULL where there is none. @node:
 * (nullable). (transfer none) */
JsonNode *troupe_tree_get_member (JsonNode *node, const char *key);
const char *troupe_tree_get_member_text (JsonNode *node, const char *key);
JsonArray *troupe_tree_get_member_list (JsonNode *node, const char *key);

/* Sealed nodes that take over their parts. (transfer full) */
JsonNode *troupe_tree_take_object (JsonObject *object);
JsonNode *troupe_tree_take_array (JsonArray *array);

/* What a scalar holds: NULL where it is no text, FALSE where it is no number. @node: (nullable) */
const char *troupe_tree_get_text (JsonNode *node);
gboolean troupe_tree_get_number (JsonNode *node, double *number);

/* A name like @wanted that is not taken: itself, or with _2, _3 … behind it. (transfer full) */
char *troupe_tree_find_free_name (const char *wanted,
                                  gboolean (*taken) (const char *name, gpointer user_data),
                                  gpointer user_data);

/* The keys of a problem's path such as `methods.a.do.do[0].if`, found in @root; what stands behind a
 * blank is left out. Keys may hold points and brackets. NULL where it leads nowhere; the last key need
 * not exist. (transfer full) (nullable) */
char **troupe_tree_split_path (JsonNode *root, const char *path);

G_END_DECLS
