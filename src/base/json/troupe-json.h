/* troupe-json.h: strict JSON parser and layout-preserving serializer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/**
 * TROUPE_JSON_ERROR:
 *
 * Errors of the parser. Each has a position in the text, see troupe_json_error_get_place().
 */
#define TROUPE_JSON_ERROR (troupe_json_error_quark ())
GQuark troupe_json_error_quark (void);

/* Codes of %TROUPE_JSON_ERROR. */
typedef enum {
  TROUPE_JSON_ERROR_SYNTAX,
  TROUPE_JSON_ERROR_EMPTY,        /* only blanks and comments */
  TROUPE_JSON_ERROR_ENCODING,     /* not UTF-8, or U+0000 */
  TROUPE_JSON_ERROR_DUPLICATE_KEY,
  TROUPE_JSON_ERROR_TOO_DEEP,     /* TROUPE_LIMIT_NESTING */
  TROUPE_JSON_ERROR_TOO_LARGE,    /* TROUPE_LIMIT_DOCUMENT, TROUPE_LIMIT_DOCUMENT_VALUES */
} TroupeJsonError;

/* The position of a value in the source text. Lines and columns count from 1, columns in
 * characters. */
typedef struct {
  guint line;
  guint column;
  gsize start; /* byte offset of the first byte */
  gsize end;   /* byte offset after the last one */
} TroupePlace;

/* Gets the position of a parser error, and the path of the enclosing value (`methods.a.do`).
 * @place: (out); @path: (out) (optional) (transfer none). Returns FALSE for errors of another
 * domain. */
gboolean troupe_json_error_get_place (const GError *error, TroupePlace *place, const char **path);

/**
 * TroupeJsonText:
 *
 * Parsed source text, with the position of each value in the text. Nodes are identified by their
 * address. An editor that replaces nodes along a path and shares all other nodes
 * (troupe_json_tree_with()) keeps the positions of everything that did not change, and the
 * serializer can copy those lines byte by byte.
 * Threads: one thread at a time, together with its nodes, whose reference counts are not atomic.
 */
typedef struct _TroupeJsonText TroupeJsonText;
TroupeJsonText *troupe_json_text_ref (TroupeJsonText *self);
void troupe_json_text_unref (TroupeJsonText *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeJsonText, troupe_json_text_unref)

/* Returns the source text, NUL-terminated. @length: (out) (optional): bytes. (transfer none) */
const char *troupe_json_text_get_text (TroupeJsonText *self, gsize *length);

/* Gets the position of @node's value. @place: (out). Returns FALSE if @node does not belong to this
 * text. */
gboolean troupe_json_text_get_place (TroupeJsonText *self, JsonNode *node, TroupePlace *place);
/* Gets the position of the key before @node. @place: (out). Returns FALSE if @node does not
 * belong to this text, or if it has no key. */
gboolean troupe_json_text_get_key_place (TroupeJsonText *self, JsonNode *node, TroupePlace *place);

/* Returns TRUE if the text was parsed by troupe_yaml_read(). */
gboolean troupe_json_text_is_yaml (TroupeJsonText *self);

/* Returns TRUE if @node is a string in the tree because the text contains an integer beyond 64
 * bits. Works for every node that a parser created, whichever text the node belongs to. */
gboolean troupe_json_node_is_big_integer (JsonNode *node);

/* Returns TRUE if @node is a string in the tree because it is a date or a time in a YAML text.
 * In this case the string is the result of Python's isoformat(). */
gboolean troupe_json_node_is_time (JsonNode *node);

/* Returns TRUE if @node is a real string, not a time or an integer beyond 64 bits, which the tree
 * represents as strings. */
gboolean troupe_json_node_is_text (JsonNode *node);

/* Extensions of JSON that the parser accepts. */
typedef enum {
  TROUPE_JSON_STRICT = 0,
  TROUPE_JSON_COMMENTS = 1 << 0,        /* // and block comments */
  TROUPE_JSON_TRAILING_COMMAS = 1 << 1,
} TroupeJsonFlags;

/**
 * troupe_json_read:
 * @text: the text to parse; copied if @source is requested
 * @source: (out) (optional) (transfer full): the text with the positions of its values
 *
 * Parses one JSON text. The parser is strict. UTF-8 is checked. U+0000, duplicate keys (reported
 * with both positions), leading zeros, bare control characters and anything after the value are
 * errors. Nesting and size are limited. Integers are exact or stored as strings. The parser never
 * recurses deeper than the limit and never aborts. The nodes are immutable (sealed); keys keep the
 * order of the text.
 *
 * Returns: (transfer full) (nullable): the tree, or %NULL with an error of %TROUPE_JSON_ERROR whose
 * message names what was found and what was expected
 */
JsonNode *troupe_json_read (const char *text, gsize length, TroupeJsonFlags flags,
                            TroupeJsonText **source, GError **error);

/* Checks one JSON text like troupe_json_read(), but creates no tree. Returns FALSE with an error of
 * %TROUPE_JSON_ERROR. */
gboolean
troupe_json_check_text (const char *text, gsize length, TroupeJsonFlags flags, GError **error);

/**
 * troupe_json_write:
 * @source: (nullable): the text from which parts of @root were parsed
 *
 * Serializes @root with two blanks per level, keys in order, shortest round-trip numbers and a
 * newline at the end. Parts that are unchanged in @source are copied from @source, including
 * comments and layout, so that only changed lines change. New parts use the indentation around
 * them, and the end of the text is preserved. Numbers that are not finite are written as null.
 *
 * Returns: (transfer full): the text
 */
char *troupe_json_write (JsonNode *root, TroupeJsonText *source, gsize *length);

/* --- Immutable trees with structural sharing -------------------------------------------------- */

/**
 * troupe_json_tree_with:
 * @root: an immutable tree
 * @path: keys, and indexes of lists as decimal strings, NULL-terminated
 * @value: (nullable) (transfer none): the new value; %NULL removes the member or element
 *
 * Creates a tree in which @path contains @value. All nodes outside of the path are shared with
 * @root. Missing maps along the path are created; a new key is added last; index -1, or the length
 * of the list, appends.
 *
 * Returns: (transfer full) (nullable): the tree, or %NULL if the path leads through a scalar or the
 * tree would nest deeper than %TROUPE_LIMIT_NESTING
 */
JsonNode *troupe_json_tree_with (JsonNode *root, const char *const *path, JsonNode *value);

/* Returns the value at @path, or NULL if it does not exist. (transfer none) (nullable) */
JsonNode *troupe_json_tree_get (JsonNode *root, const char *const *path);

/* Like troupe_json_tree_with(), but renames the key at the end of @path to @name without moving
 * the member. Returns NULL if the member does not exist or @name is already used. (transfer
 * full) (nullable) */
JsonNode *troupe_json_tree_rename (JsonNode *root, const char *const *path, const char *name);

/* Creates a tree in which the member at the end of @path precedes @sibling. Returns NULL if the
 * member does not exist. @sibling: (nullable): NULL moves the member to the end. (transfer full)
 * (nullable) */
JsonNode *troupe_json_tree_move (JsonNode *root, const char *const *path, const char *sibling);

/* Returns TRUE if both nodes would be serialized identically. The types and the order of keys
 * must be the same. */
gboolean troupe_json_node_equal (JsonNode *a, JsonNode *b);

/* Constructors of sealed nodes, for values that an editor inserts into a tree. */

/* Creates a string. @text: copied. (transfer full) */
JsonNode *troupe_json_node_new_string (const char *text);
/* Creates an integer. (transfer full) */
JsonNode *troupe_json_node_new_integer (gint64 value);
/* Creates a double, which stays a double even if the number is whole. (transfer full) */
JsonNode *troupe_json_node_new_double (double value);
/* Creates true or false. (transfer full) */
JsonNode *troupe_json_node_new_boolean (gboolean value);
/* Creates null. (transfer full) */
JsonNode *troupe_json_node_new_null (void);

G_END_DECLS
