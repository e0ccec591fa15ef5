/* troupe-draft-note.h: tab position and visible area of a document, stored in its draft
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/**
 * TroupeDraftNote:
 * @window: an id shared by the documents of one window
 * @tab: position of the document's tab in the window
 * @is_selected: whether the tab was selected
 * @width, @height: size of the window when not maximized; 0 if unknown
 * @zoom, @x, @y: zoom and center of the visible area, valid if @has_view
 * @batch_inputs, @batch_out: (nullable): the files of a batch of the document that was running; both or none
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
  char *batch_inputs;
  char *batch_out;
} TroupeDraftNote;

/* @node: (nullable): the stored note. Members that are missing or invalid have their default
 *   values. */
TroupeDraftNote *troupe_draft_note_new (JsonNode *node);
JsonNode *troupe_draft_note_to_json (const TroupeDraftNote *self); /* (transfer full) */
void troupe_draft_note_free (TroupeDraftNote *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeDraftNote, troupe_draft_note_free)

G_END_DECLS
