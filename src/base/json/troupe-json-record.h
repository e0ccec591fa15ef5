/* troupe-json-record.h: source positions of the values in a JSON text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-json.h"

G_BEGIN_DECLS

/* The positions of a value and its key. If there is no key, its range is empty. The offsets fit,
 * because a document has at most 64 MiB. */
typedef struct
{
  guint key_start;
  guint key_end;
  guint start;
  guint end;
} TroupeJsonSpan;

typedef struct
{
  gpointer value;
  TroupeJsonSpan span;
} TroupeJsonRecord;

void
troupe_text_find_place (const char *text, gsize length, gsize offset, guint *line, guint *column);

TroupeJsonText *troupe_json_text_new (char *text, gsize length, JsonNode *root, GArray *records);
JsonNode *troupe_json_text_get_root (TroupeJsonText *self); /* (transfer none) */
const TroupeJsonSpan *troupe_json_text_find (TroupeJsonText *self, JsonNode *node);

/* Sets the notes of a YAML text (TroupeYamlNote), one a record. Takes ownership of @notes and @keep. @keep: (element-type
 * JsonNode): nodes that have a position but are in no tree. */
void troupe_json_text_set_notes (TroupeJsonText *self, GArray *notes, GPtrArray *keep);
GArray *troupe_json_text_get_notes (TroupeJsonText *self); /* NULL if the text is JSON */
/* Returns the index of the record of @node, or -1. */
int troupe_json_text_get_index (TroupeJsonText *self, JsonNode *node);
const TroupeJsonRecord *troupe_json_text_get_record (TroupeJsonText *self, guint index);

G_END_DECLS
