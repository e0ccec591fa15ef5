/* troupe-draft-note.h: where a document was open and what was seen of it, as its draft keeps it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/**
 * TroupeDraftNote:
 * @window: an id that the documents of one window have in common
 * @tab: its place among them
 * @is_selected: whether it was the one in front
 * @width, @height: of the window, not maximized; 0: unknown
 * @zoom, @x, @y: the view of the drawing and what is in its middle, where @has_view
 */
typedef struct
{
  char *window;
  guint tab;
  gboolean is_selected;
  int width;
  int height;
  gboolean is_maximized;
  gboolean has_view;
  double zoom;
  double x;
  double y;
} TroupeDraftNote;

/* @node: (nullable): what is missing or makes no sense is left as it is. */
TroupeDraftNote *troupe_draft_note_new (JsonNode *node);
JsonNode *troupe_draft_note_to_json (const TroupeDraftNote *self); /* (transfer full) */
void troupe_draft_note_free (TroupeDraftNote *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeDraftNote, troupe_draft_note_free)

G_END_DECLS
