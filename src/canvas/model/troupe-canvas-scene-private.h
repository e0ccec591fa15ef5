/* troupe-canvas-scene-private.h: private struct of a scene
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas-scene-records.h"

G_BEGIN_DECLS

struct _TroupeCanvasScene
{
  GObject parent_instance;

  GPtrArray *nodes;
  GPtrArray *gates;
  GPtrArray *wires;
  GPtrArray *notes;
  GPtrArray *groups;
  GHashTable *by_id; /* id, owned by the record → TroupeRecord */

  guint updates;        /* nesting depth of begin_update */
  guint structure;      /* increases when records are added, removed or replaced */
  gboolean has_changed; /* emit a signal when the update ends */
  gboolean has_painted;
  gboolean has_holes; /* removed records have left NULL in the arrays */
};

/* Looks up a record. (nullable). @kind GROUND: any. */
TroupeRecord *
troupe_canvas_scene_lookup (TroupeCanvasScene *self, TroupeCanvasKind kind, const char *id);
/* Emits `painted` immediately, or when the current update ends. */
void troupe_canvas_scene_note_painted (TroupeCanvasScene *self);

G_END_DECLS
