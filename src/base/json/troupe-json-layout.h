/* troupe-json-layout.h: source layout of an object or list in a JSON text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-json.h"

G_BEGIN_DECLS

/* A part of the text, [start, end). */
typedef struct
{
  gsize start;
  gsize end;
} TroupeJsonPart;

/* One member or element. The text between two items is split. Comments after the comma, on the
 * same line, belong to the preceding item; all further lines belong to the following item. */
typedef struct
{
  JsonNode *node;
  const char *name;     /* NULL in lists */
  TroupeJsonPart head;  /* line breaks, comments and blanks before it */
  TroupeJsonPart key;   /* including quotes */
  TroupeJsonPart colon; /* between key and value */
  TroupeJsonPart value;
  TroupeJsonPart tail;    /* between the value and its comma */
  TroupeJsonPart comment; /* the rest of the line after the comma */
} TroupeJsonItem;

typedef struct
{
  TroupeJsonPart open;  /* the rest of the line after the opening bracket */
  TroupeJsonPart close; /* before the closing one */
  gboolean has_trailing_comma;
  gboolean is_inline; /* no element starts a line */
  guint n_items;
  TroupeJsonItem *items;
} TroupeJsonLayout;

/* @node must be a list or map of @source. */
TroupeJsonLayout *troupe_json_layout_new (TroupeJsonText *source, JsonNode *node);
void troupe_json_layout_free (TroupeJsonLayout *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeJsonLayout, troupe_json_layout_free)

/* Gets the blanks at the start of the last line of @part. Returns FALSE if @part contains no
 * line break. */
gboolean
troupe_json_find_indent (const char *text, const TroupeJsonPart *part, TroupeJsonPart *indent);

G_END_DECLS
