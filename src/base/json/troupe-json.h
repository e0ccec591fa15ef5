/* troupe-json.h: the strict reader and the writer of JSON documents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/**
 * TROUPE_JSON_ERROR:
 *
 * Errors of the reader. Each carries the place of the mistake, see troupe_json_error_get_place().
 */
#define TROUPE_JSON_ERROR (troupe_json_error_quark ())
GQuark troupe_json_error_quark (void);

typedef enum {
  TROUPE_JSON_ERROR_SYNTAX,
  TROUPE_JSON_ERROR_EMPTY,        /* nothing but blanks and comments */
  TROUPE_JSON_ERROR_ENCODING,     /* not UTF-8, or U+0000 */
  TROUPE_JSON_ERROR_DUPLICATE_KEY,
  TROUPE_JSON_ERROR_TOO_DEEP,     /* TROUPE_LIMIT_NESTING */
  TROUPE_JSON_ERROR_TOO_LARGE,    /* TROUPE_LIMIT_DOCUMENT */
} TroupeJsonError;

/* Where a value stands in a text. Lines and columns count from 1, columns in characters. */
typedef struct {
  guint line;
  guint column;
  gsize start; /* byte offset of the first byte */
  gsize end;   /* byte offset behind the last one */
} TroupePlace;

/* The place of a reader's mistake, and the path of the value around it (`methods.a.do`).
 * @path: (out) (optional) (transfer none). Returns FALSE for errors of another domain. */
gboolean troupe_json_error_get_place (const GError *error, TroupePlace *place, const char **path);

/**
 * TroupeJsonText:
 *
 * A text as it was read, with the place of each value in it. Nodes are known by their address: an
 * editor that replaces nodes along a path and shares the rest (troupe_json_tree_with()) keeps the
 * places of all that it did not touch, and the writer can give those lines back byte by byte.
 */
typedef struct _TroupeJsonText TroupeJsonText;
TroupeJsonText *troupe_json_text_ref (TroupeJsonText *self);
void troupe_json_text_unref (TroupeJsonText *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeJsonText, troupe_json_text_unref)

const char *troupe_json_text_get_text (TroupeJsonText *self, gsize *length);

/* The place of @node's value, or of the key in front of it. FALSE where @node is not of this text. */
gboolean troupe_json_text_get_place (TroupeJsonText *self, JsonNode *node, TroupePlace *place);
gboolean troupe_json_text_get_key_place (TroupeJsonText *self, JsonNode *node, TroupePlace *place);

/* Whether @node is a string in the tree because it is an integer beyond 64 bits in the text. Known of
 * every node that a reader made, whichever text it came from. */
gboolean troupe_json_node_is_big_integer (JsonNode *node);

typedef enum {
  TROUPE_JSON_STRICT = 0,
  TROUPE_JSON_COMMENTS = 1 << 0,        /* // and block comments */
  TROUPE_JSON_TRAILING_COMMAS = 1 << 1,
} TroupeJsonFlags;

/**
 * troupe_json_read:
 * @text: what to read; copied where @source is asked for
 * @source: (out) (optional) (transfer full): the text with the places of its values
 *
 * Reads one JSON text. Strict: UTF-8 is checked, U+0000, duplicate keys (with both places), leading
 * zeros, bare control characters and anything behind the value are refused; nesting and size are
 * limited; integers are exact or kept as text. Never recurses deeper than the limit, never aborts.
 * The nodes are immutable (sealed), key order is the text's.
 *
 * Returns: (transfer full) (nullable): the tree, or %NULL with an error of %TROUPE_JSON_ERROR whose
 *   message names what was found and what was expected
 */
JsonNode *troupe_json_read (const char *text, gsize length, TroupeJsonFlags flags,
                            TroupeJsonText **source, GError **error);

/**
 * troupe_json_write:
 * @source: (nullable): the text from which parts of @root came
 *
 * Writes @root with two blanks a level, key order kept, shortest round-trip numbers and a newline at
 * the end. What still stands in @source is copied from there as it was, comments and layout
 * included, so that only changed lines change; new parts follow the indentation around them, and the
 * end of the text stays as it was. What is no number is written as null.
 *
 * Returns: (transfer full): the text
 */
char *troupe_json_write (JsonNode *root, TroupeJsonText *source, gsize *length);

/* --- Trees that share what did not change -------------------------------------------------- */

/**
 * troupe_json_tree_with:
 * @root: an immutable tree
 * @path: keys, and indexes of lists as decimal text, NULL-terminated
 * @value: (nullable) (transfer none): the new value; %NULL removes the member or element
 *
 * A new tree in which @path holds @value. Every node that does not stand on the path is shared with
 * @root. Missing maps on the way are made; a new key is added last; index -1 or one behind the last
 * appends.
 *
 * Returns: (transfer full) (nullable): the tree, or %NULL where a path leads through a scalar
 *   or the tree would nest deeper than %TROUPE_LIMIT_NESTING
 */
JsonNode *troupe_json_tree_with (JsonNode *root, const char *const *path, JsonNode *value);

/* The value at @path, or NULL. (transfer none) */
JsonNode *troupe_json_tree_get (JsonNode *root, const char *const *path);

/* As troupe_json_tree_with(), but the key at the end of @path becomes @name and keeps its place. NULL
 * where there is no such member, or one of that name already. */
JsonNode *troupe_json_tree_rename (JsonNode *root, const char *const *path, const char *name);

/* A tree in which the member at the end of @path stands before @sibling (NULL: last). NULL where there
 * is no such member. */
JsonNode *troupe_json_tree_move (JsonNode *root, const char *const *path, const char *sibling);

/* Whether both would be written alike: types must be the same and the order of keys counts. */
gboolean troupe_json_node_equal (JsonNode *a, JsonNode *b);

/* Sealed nodes for values that an editor puts into a tree. */
JsonNode *troupe_json_node_new_string (const char *text);
JsonNode *troupe_json_node_new_integer (gint64 value);
JsonNode *troupe_json_node_new_double (double value);
JsonNode *troupe_json_node_new_boolean (gboolean value);
JsonNode *troupe_json_node_new_null (void);

G_END_DECLS
