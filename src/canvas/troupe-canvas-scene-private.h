/* troupe-canvas-scene-private.h: a scene's arrays, for those who draw it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas-record.h"
#include "troupe-canvas-scene.h"

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

  guint updates;        /* how deep in begin_update */
  guint structure;      /* grows when records come, go or are replaced */
  gboolean has_changed; /* a signal is due when the update ends */
  gboolean has_painted;
  gboolean has_holes; /* removed records have left NULL in the arrays */
};

GPtrArray *_troupe_canvas_scene_get_array (TroupeCanvasScene *self, TroupeCanvasKind kind);
/* (nullable). @kind GROUND: any. */
TroupeRecord *
_troupe_canvas_scene_lookup (TroupeCanvasScene *self, TroupeCanvasKind kind, const char *id);
/* Takes the holes out of the arrays. */
void _troupe_canvas_scene_compact (TroupeCanvasScene *self);
/* Paint alone has changed: tells it, or does so when the update ends. */
void _troupe_canvas_scene_note_painted (TroupeCanvasScene *self);

static inline TroupeNodeRecord *
troupe_scene_node (TroupeCanvasScene *self, guint index)
{
  return g_ptr_array_index (self->nodes, index);
}

static inline TroupeGateRecord *
troupe_scene_gate (TroupeCanvasScene *self, guint index)
{
  return g_ptr_array_index (self->gates, index);
}

static inline TroupeWireRecord *
troupe_scene_wire (TroupeCanvasScene *self, guint index)
{
  return g_ptr_array_index (self->wires, index);
}

static inline TroupeNoteRecord *
troupe_scene_note (TroupeCanvasScene *self, guint index)
{
  return g_ptr_array_index (self->notes, index);
}

static inline TroupeGroupRecord *
troupe_scene_group (TroupeCanvasScene *self, guint index)
{
  return g_ptr_array_index (self->groups, index);
}

G_END_DECLS
