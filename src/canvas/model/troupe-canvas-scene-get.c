/* troupe-canvas-scene-get.c: getters of a scene
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-scene-get"

#include "config.h"

#include "troupe-canvas-scene-private.h"

TroupeCanvasKind
troupe_canvas_scene_get_kind (TroupeCanvasScene *self, const char *id)
{
  TroupeRecord *record;

  g_return_val_if_fail (TROUPE_IS_CANVAS_SCENE (self), TROUPE_CANVAS_KIND_GROUND);

  record = troupe_canvas_scene_lookup (self, TROUPE_CANVAS_KIND_GROUND, id);
  return record != NULL ? record->kind : TROUPE_CANVAS_KIND_GROUND;
}

const TroupeCanvasNodeRun *
troupe_canvas_scene_get_node_run (TroupeCanvasScene *self, const char *id)
{
  TroupeRecord *record;

  g_return_val_if_fail (TROUPE_IS_CANVAS_SCENE (self), NULL);

  record = troupe_canvas_scene_lookup (self, TROUPE_CANVAS_KIND_NODE, id);
  return record != NULL ? &((TroupeNodeRecord *) record)->run : NULL;
}

/* Defines the getters of a kind. They get an item by id, the number of items, and an item by
 * index. */
#define DEFINE_GETTERS(Type, name, array, KIND, Record)                                            \
  const Type *troupe_canvas_scene_get_##name (TroupeCanvasScene *self, const char *id)             \
  {                                                                                                \
    TroupeRecord *record;                                                                          \
                                                                                                   \
    g_return_val_if_fail (TROUPE_IS_CANVAS_SCENE (self), NULL);                                    \
                                                                                                   \
    record = troupe_canvas_scene_lookup (self, KIND, id);                                          \
    return record != NULL ? &((Record *) record)->name : NULL;                                     \
  }                                                                                                \
                                                                                                   \
  guint troupe_canvas_scene_get_n_##array (TroupeCanvasScene *self)                                \
  {                                                                                                \
    g_return_val_if_fail (TROUPE_IS_CANVAS_SCENE (self), 0);                                       \
                                                                                                   \
    troupe_scene_compact (self);                                                                   \
    return self->array->len;                                                                       \
  }                                                                                                \
                                                                                                   \
  const Type *troupe_canvas_scene_get_nth_##name (TroupeCanvasScene *self, guint index)            \
  {                                                                                                \
    g_return_val_if_fail (TROUPE_IS_CANVAS_SCENE (self), NULL);                                    \
                                                                                                   \
    troupe_scene_compact (self);                                                                   \
    g_return_val_if_fail (index < self->array->len, NULL);                                         \
    return &((Record *) g_ptr_array_index (self->array, index))->name;                             \
  }

DEFINE_GETTERS (TroupeCanvasNode, node, nodes, TROUPE_CANVAS_KIND_NODE, TroupeNodeRecord)
DEFINE_GETTERS (TroupeCanvasGate, gate, gates, TROUPE_CANVAS_KIND_GATE, TroupeGateRecord)
DEFINE_GETTERS (TroupeCanvasWire, wire, wires, TROUPE_CANVAS_KIND_WIRE, TroupeWireRecord)
DEFINE_GETTERS (TroupeCanvasNote, note, notes, TROUPE_CANVAS_KIND_NOTE, TroupeNoteRecord)
DEFINE_GETTERS (TroupeCanvasGroup, group, groups, TROUPE_CANVAS_KIND_GROUP, TroupeGroupRecord)

const TroupeRecord *
troupe_scene_find (TroupeCanvasScene *self, TroupeCanvasKind kind, const char *id)
{
  return troupe_canvas_scene_lookup (self, kind, id);
}

guint
troupe_scene_get_structure (TroupeCanvasScene *self)
{
  return self->structure;
}

/* Defines a getter for loops over all items of a scene. The getter does not check its arguments. */
#define DEFINE_RECORD(name, array, Record)                                                         \
  const Record *troupe_scene_##name (TroupeCanvasScene *self, guint index)                         \
  {                                                                                                \
    return g_ptr_array_index (self->array, index);                                                 \
  }

DEFINE_RECORD (node, nodes, TroupeNodeRecord)
DEFINE_RECORD (gate, gates, TroupeGateRecord)
DEFINE_RECORD (wire, wires, TroupeWireRecord)
DEFINE_RECORD (note, notes, TroupeNoteRecord)
DEFINE_RECORD (group, groups, TroupeGroupRecord)
