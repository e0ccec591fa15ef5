/* troupe-yaml.h: the reader and the writer of YAML documents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-json.h"

G_BEGIN_DECLS

/**
 * troupe_yaml_read:
 * @text: what to read; copied where @source is asked for
 * @source: (out) (optional) (transfer full): the text with the places of its values
 *
 * Reads one YAML document into the same tree as troupe_json_read(), as CrewAI's loader has it
 * (doc/flow-semantics.md §1): YAML 1.1 scalars by the rules of PyYAML's SafeLoader, anchors,
 * aliases and merge keys, no tags but the standard ones. Stricter than that loader: equal keys, keys
 * that are no text, aliases of what is still open, `!!binary`, `!!set`, `!!omap` and `!!pairs` are
 * refused with what to do instead. What aliases add is limited to %TROUPE_LIMIT_YAML_ALIASES.
 *
 * An alias is a node of its own with its own place; what stands inside keeps the place of the anchor.
 * The nodes are immutable (sealed), key order is that of the loader. Never aborts.
 *
 * Returns: (transfer full) (nullable): the tree, or %NULL with an error of %TROUPE_JSON_ERROR whose
 *   message names what was found and what was expected
 */
JsonNode *
troupe_yaml_read (const char *text, gsize length, TroupeJsonText **source, GError **error);

/**
 * troupe_yaml_write:
 * @source: (nullable): the YAML text from which parts of @root came; one of JSON is no help
 *
 * Writes @root as block YAML with two blanks a level. What still stands in @source is copied from there
 * as it was, comments and layout included, so that only changed lines change. The result reads back as
 * exactly @root: it is read, and where a value differs that value is written anew. Text that YAML 1.1
 * would take for something else is quoted.
 *
 * Returns: (transfer full): the text
 */
char *troupe_yaml_write (JsonNode *root, TroupeJsonText *source, gsize *length);

/* Whether the text was read by troupe_yaml_read(). */
gboolean troupe_json_text_is_yaml (TroupeJsonText *self);

/**
 * troupe_json_text_find_inside:
 * @offset: a byte of the text that the string @node holds
 *
 * The place of that byte in a YAML text, as exact as the way of writing lets it be: to the letter in
 * plain, quoted and literal scalars that are written on lines of their own, else that of the value.
 *
 * Returns: %FALSE where @node is not of this text
 */
gboolean troupe_json_text_find_inside (TroupeJsonText *self, JsonNode *node, gsize offset,
                                       guint *line, guint *column);

/* Whether @node is a string in the tree because it is a date or a time in a YAML text: then it holds
 * what Python's isoformat() gives. */
gboolean troupe_json_node_is_time (JsonNode *node);

/* Whether @node is a text and neither a time nor an integer beyond 64 bits, which stand as strings in the
 * tree. */
gboolean troupe_json_node_is_text (JsonNode *node);

/* The first comment of a text, JSON or YAML. */
gboolean troupe_json_text_find_comment (TroupeJsonText *self, TroupePlace *place);
/* How many aliases and << a YAML text has. */
guint troupe_json_text_count_aliases (TroupeJsonText *self);

typedef enum {
  TROUPE_YAML_TAB,           /* a tab outside of quotes, literal blocks and comments */
  TROUPE_YAML_QUESTION_MARK, /* a question mark in unquoted text between brackets */
} TroupeYamlOddity;

/* The first place in a YAML text that troupe_yaml_read() takes and CrewAI's loader does not. */
gboolean troupe_yaml_find_oddity (TroupeJsonText *source, TroupeYamlOddity *oddity,
                                  TroupePlace *place);

G_END_DECLS
