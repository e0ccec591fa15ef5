/* troupe-yaml-notes.h: what is known of the values of a YAML text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-json-record.h"

G_BEGIN_DECLS

typedef enum
{
  TROUPE_YAML_PLAIN,
  TROUPE_YAML_SINGLE_QUOTED,
  TROUPE_YAML_DOUBLE_QUOTED,
  TROUPE_YAML_LITERAL,
  TROUPE_YAML_FOLDED,
  TROUPE_YAML_ALIAS,
  TROUPE_YAML_FLOW,  /* a list or map in brackets */
  TROUPE_YAML_BLOCK, /* one in lines */
} TroupeYamlStyle;

/* Beside the record of the same number. Records are in the order in which values start. */
typedef struct
{
  guint8 style;
  guint8 is_merge;    /* the value of a << */
  guint8 is_odd;      /* has a key behind a question mark, or no brackets of its own */
  guint8 is_key_used; /* the key is an alias */
  guint props;        /* where its anchor or tag stands, else where it starts */
  guint entry;        /* where its key, or the dash in front of it, starts */
  guint parent;       /* record number + 1 */
  guint last;         /* the number behind those of all that stands inside */
  guint first_merge;  /* of a map: record number + 1 of the value of its first << */
  guint next_merge;
  guint target;    /* of an alias: record number + 1 of what it stands for */
  guint n_aliases; /* how many aliases stand for it */
} TroupeYamlNote;

/* Takes both. @keep: (element-type JsonNode): nodes with a place that are in no tree. */
void troupe_json_text_set_notes (TroupeJsonText *self, GArray *notes, GPtrArray *keep);
GArray *troupe_json_text_get_notes (TroupeJsonText *self); /* NULL where the text is JSON */
/* The number of the record of @node, or -1. */
int troupe_json_text_get_index (TroupeJsonText *self, JsonNode *node);
const TroupeJsonRecord *troupe_json_text_get_record (TroupeJsonText *self, guint index);

G_END_DECLS
