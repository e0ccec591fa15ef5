/* troupe-yaml.h: YAML parser and layout-preserving serializer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-json.h"

G_BEGIN_DECLS

/**
 * troupe_yaml_read:
 * @text: the text to parse; copied if @source is requested
 * @source: (out) (optional) (transfer full): the text with the positions of its values
 *
 * Parses one YAML document into the same tree as troupe_json_read(), like CrewAI's loader
 * (doc/flow-semantics.md §1): YAML 1.1 scalars by the rules of PyYAML's SafeLoader, anchors,
 * aliases and merge keys, and only the standard tags. This parser is stricter than that loader:
 * duplicate keys, keys that are not strings, recursive aliases, `!!binary`, `!!set`, `!!omap` and
 * `!!pairs` are errors with advice on what to write instead. The expansion of aliases is limited to
 * %TROUPE_LIMIT_YAML_ALIASES.
 *
 * An alias is a separate node with its own position; its contents have the positions at the anchor.
 * The nodes are immutable (sealed), and keys have the order of the loader. The parser never aborts.
 *
 * Returns: (transfer full) (nullable): the tree, or %NULL with an error of %TROUPE_JSON_ERROR whose
 * message names what was found and what was expected
 * Threads: as for troupe_json_read(), a tree and its text are used by one thread at a time.
 */
JsonNode *
troupe_yaml_read (const char *text, gsize length, TroupeJsonText **source, GError **error);

/**
 * troupe_yaml_write:
 * @source: (nullable): the YAML text from which parts of @root were parsed; a JSON text is ignored
 *
 * Serializes @root as block YAML with two blanks per level. Parts that are unchanged in @source are
 * copied from @source, including comments and layout, so that only changed lines change. The result
 * always parses to exactly @root, because it is parsed again, and any value that differs is
 * rewritten. Strings that YAML 1.1 would parse as another type are quoted.
 *
 * Returns: (transfer full): the text
 */
char *troupe_yaml_write (JsonNode *root, TroupeJsonText *source, gsize *length);

/**
 * troupe_json_text_find_inside:
 * @offset: offset of a byte in the string that @node contains
 *
 * Finds the position of that byte in a YAML text, as exactly as the notation permits. In plain,
 * quoted and literal scalars that are written on separate lines, this is the position of the
 * character, otherwise the position of the value.
 *
 * Returns: %FALSE if @node does not belong to this text
 */
gboolean troupe_json_text_find_inside (TroupeJsonText *self, JsonNode *node, gsize offset,
                                       guint *line, guint *column);

/* Finds the first comment in JSON or YAML text. @place: (out). Returns FALSE if there is no
 * comment. */
gboolean troupe_json_text_find_comment (TroupeJsonText *self, TroupePlace *place);
/* Returns the number of aliases and << in a YAML text. */
guint troupe_json_text_count_aliases (TroupeJsonText *self);

/* YAML that only Troupe accepts. */
typedef enum {
  TROUPE_YAML_TAB,           /* a tab outside of quotes, literal blocks and comments */
  TROUPE_YAML_QUESTION_MARK, /* a question mark in unquoted text between brackets */
} TroupeYamlOddity;

/* Finds the first position in a YAML text that troupe_yaml_read() accepts but CrewAI's loader
 * rejects. @oddity, @place: (out). Returns FALSE if there is no such position. */
gboolean troupe_yaml_find_oddity (TroupeJsonText *source, TroupeYamlOddity *oddity,
                                  TroupePlace *place);

G_END_DECLS
