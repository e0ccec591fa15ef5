/* troupe-json-layout.h: how an object or list of a text is laid out
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

/* One member or element. What lies between two of them is shared out: comments behind the comma, on
 * its line, belong to the one before; all further lines belong to the one that follows. */
typedef struct
{
  JsonNode *node;
  const char *name;     /* NULL in lists */
  TroupeJsonPart head;  /* line breaks, comments and blanks in front of it */
  TroupeJsonPart key;   /* with its quotes */
  TroupeJsonPart colon; /* between key and value */
  TroupeJsonPart value;
  TroupeJsonPart tail;    /* between the value and its comma */
  TroupeJsonPart comment; /* the rest of the line behind the comma */
} TroupeJsonItem;

typedef struct
{
  TroupeJsonPart open;  /* the rest of the line behind the opening bracket */
  TroupeJsonPart close; /* in front of the closing one */
  gboolean has_trailing_comma;
  gboolean is_inline; /* no element starts a line */
  guint n_items;
  TroupeJsonItem *items;
} TroupeJsonLayout;

/* @node must be a list or map of @source. */
TroupeJsonLayout *troupe_json_layout_new (TroupeJsonText *source, JsonNode *node);
void troupe_json_layout_free (TroupeJsonLayout *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeJsonLayout, troupe_json_layout_free)

/* The blanks that stand at the start of the last line of @part; FALSE where it holds no line break. */
gboolean
troupe_json_find_indent (const char *text, const TroupeJsonPart *part, TroupeJsonPart *indent);

G_END_DECLS
