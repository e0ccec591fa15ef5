/* troupe-yaml-reader.h: private declarations shared by the files of the YAML parser
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <yaml.h>

#include "troupe-yaml-notes.h"
#include "troupe-yaml-scalar.h"

G_BEGIN_DECLS

/* A list or map that is being parsed. Offsets are bytes of the text. */
typedef struct
{
  gboolean is_map;
  gboolean is_flow;
  guint record;
  guint end; /* after the last value or key, or the opening bracket */
  guint64 weight;
  guint height; /* levels below */
  yaml_char_t *anchor;
  JsonArray *array;
  JsonObject *own;   /* members of the map itself */
  GPtrArray *merges; /* (element-type JsonNode): maps merged with << */
  char *key;         /* NULL while a key is expected */
  guint key_props;
  guint key_start;
  guint key_end;
  gboolean key_is_merge;
  gboolean key_is_alias;
  gboolean key_is_odd;
  gboolean is_pairs; /* a list of pairs, each of which is a map with one field */
} Frame;

typedef struct
{
  JsonNode *node; /* NULL while it is incomplete */
  guint at;
  guint record;
  guint64 weight;
  guint height;
} Anchor;

/* An indentation indicator, a digit that is added to the header of a block scalar. */
typedef struct
{
  gsize at;    /* in the text, in bytes */
  gsize index; /* in the input of libyaml, in characters */
  char digit;
} Indent;

typedef struct
{
  const char *text;
  gsize length;
  gsize base;  /* after the byte order mark */
  gsize index; /* the same position, in characters and in bytes */
  gsize byte;
  GArray *frames;
  GArray *records;
  GArray *notes;
  GHashTable *anchors;
  GPtrArray *keep; /* (element-type JsonNode): nodes that have a position but are in no tree */
  JsonNode *root;
  guint64 added; /* total weight that aliases expand to */
  guint n_documents;
  GError *error;
  GString *given;  /* the input of libyaml */
  GArray *indents; /* (element-type Indent): additions in @given, in order */
  gboolean has_hidden_directive;
  gboolean is_to_be_read_again; /* the text must be parsed again with another indentation
                                   indicator */
} Reader;

/* Each returns FALSE with an error set. */
gboolean troupe_yaml_fail (Reader *self, TroupeJsonError code, gsize at, const char *message);
gboolean troupe_yaml_fail_depth (Reader *self, gsize at);
gboolean troupe_yaml_fail_nul (Reader *self, gsize at);
gboolean troupe_yaml_fail_tag (Reader *self, gsize at);
gboolean troupe_yaml_fail_parser (Reader *self, const yaml_parser_t *parser);

guint troupe_yaml_to_byte (Reader *self, gsize index);
guint troupe_yaml_skip_properties (Reader *self, guint at, guint end);
guint troupe_yaml_trim_block (Reader *self, guint start, guint end);
TroupeYamlKind troupe_yaml_get_kind (const yaml_event_t *event);
TroupeYamlStyle troupe_yaml_get_style (const yaml_event_t *event);
void troupe_yaml_frame_clear (Frame *frame);
gboolean troupe_yaml_read_event (Reader *self, const yaml_event_t *event);

void troupe_yaml_prepare (Reader *self);
gboolean troupe_yaml_add_indent (Reader *self, const yaml_parser_t *parser);

G_END_DECLS
