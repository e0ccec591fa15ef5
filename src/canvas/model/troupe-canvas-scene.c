/* troupe-canvas-scene.c: model of a canvas: nodes, gates, wires, notes and groups
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-scene"

#include "config.h"

#include "troupe-canvas-scene-private.h"

G_DEFINE_FINAL_TYPE (TroupeCanvasScene, troupe_canvas_scene, G_TYPE_OBJECT)

enum
{
  CHANGED,
  PAINTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static const TroupeCanvasKind kinds[] = {
  TROUPE_CANVAS_KIND_NODE, TROUPE_CANVAS_KIND_GATE,  TROUPE_CANVAS_KIND_WIRE,
  TROUPE_CANVAS_KIND_NOTE, TROUPE_CANVAS_KIND_GROUP,
};

static void
free_record (gpointer record)
{
  if (record != NULL)
    troupe_record_free (record);
}

static void
troupe_canvas_scene_finalize (GObject *object)
{
  TroupeCanvasScene *self = TROUPE_CANVAS_SCENE (object);

  g_clear_pointer (&self->by_id, g_hash_table_unref);
  g_clear_pointer (&self->nodes, g_ptr_array_unref);
  g_clear_pointer (&self->gates, g_ptr_array_unref);
  g_clear_pointer (&self->wires, g_ptr_array_unref);
  g_clear_pointer (&self->notes, g_ptr_array_unref);
  g_clear_pointer (&self->groups, g_ptr_array_unref);

  G_OBJECT_CLASS (troupe_canvas_scene_parent_class)->finalize (object);
}

static void
troupe_canvas_scene_class_init (TroupeCanvasSceneClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = troupe_canvas_scene_finalize;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
  signals[PAINTED] = g_signal_new ("painted", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
troupe_canvas_scene_init (TroupeCanvasScene *self)
{
  g_assert (self != NULL);

  self->nodes = g_ptr_array_new_with_free_func (free_record);
  self->gates = g_ptr_array_new_with_free_func (free_record);
  self->wires = g_ptr_array_new_with_free_func (free_record);
  self->notes = g_ptr_array_new_with_free_func (free_record);
  self->groups = g_ptr_array_new_with_free_func (free_record);
  self->by_id = g_hash_table_new (g_str_hash, g_str_equal);
}

TroupeCanvasScene *
troupe_canvas_scene_new (void)
{
  return g_object_new (TROUPE_TYPE_CANVAS_SCENE, NULL);
}

static GPtrArray *
get_array (TroupeCanvasScene *self, TroupeCanvasKind kind)
{
  g_assert (self != NULL);

  switch ((int) kind)
    {
    case TROUPE_CANVAS_KIND_NODE:
      return self->nodes;
    case TROUPE_CANVAS_KIND_GATE:
      return self->gates;
    case TROUPE_CANVAS_KIND_WIRE:
      return self->wires;
    case TROUPE_CANVAS_KIND_NOTE:
      return self->notes;
    case TROUPE_CANVAS_KIND_GROUP:
      return self->groups;
    default:
      g_return_val_if_reached (NULL);
    }
}

TroupeRecord *
troupe_canvas_scene_lookup (TroupeCanvasScene *self, TroupeCanvasKind kind, const char *id)
{
  TroupeRecord *record = id != NULL ? g_hash_table_lookup (self->by_id, id) : NULL;

  if (record != NULL && kind != TROUPE_CANVAS_KIND_GROUND && record->kind != kind)
    return NULL;

  return record;
}

void
troupe_scene_compact (TroupeCanvasScene *self)
{
  if (!self->has_holes)
    return;

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      GPtrArray *array = get_array (self, kinds[k]);
      guint kept = 0;

      for (guint i = 0; i < array->len; i++)
        {
          TroupeRecord *record = array->pdata[i];

          if (record == NULL)
            continue;
          record->index = kept;
          array->pdata[kept++] = record;
        }
      for (guint i = kept; i < array->len; i++)
        array->pdata[i] = NULL;
      g_ptr_array_set_size (array, (int) kept);
    }
  self->has_holes = FALSE;
}

guint
troupe_scene_count (TroupeCanvasScene *self, TroupeCanvasKind kind)
{
  return get_array (self, kind)->len;
}

const TroupeRecord *
troupe_scene_nth (TroupeCanvasScene *self, TroupeCanvasKind kind, guint index)
{
  return g_ptr_array_index (get_array (self, kind), index);
}

static void
emit_due (TroupeCanvasScene *self)
{
  g_assert (TROUPE_IS_CANVAS_SCENE (self));

  if (self->updates > 0)
    return;

  troupe_scene_compact (self);
  if (self->has_changed)
    {
      self->has_changed = FALSE;
      self->has_painted = FALSE;
      g_signal_emit (self, signals[CHANGED], 0);
    }
  else if (self->has_painted)
    {
      self->has_painted = FALSE;
      g_signal_emit (self, signals[PAINTED], 0);
    }
}

static void
note_changed (TroupeCanvasScene *self, gboolean structure)
{
  g_assert (TROUPE_IS_CANVAS_SCENE (self));

  if (structure)
    self->structure++;
  self->has_changed = TRUE;
  emit_due (self);
}

void
troupe_canvas_scene_note_painted (TroupeCanvasScene *self)
{
  self->has_painted = TRUE;
  emit_due (self);
}

void
troupe_canvas_scene_begin_update (TroupeCanvasScene *self)
{
  g_return_if_fail (TROUPE_IS_CANVAS_SCENE (self));

  self->updates++;
}

void
troupe_canvas_scene_end_update (TroupeCanvasScene *self)
{
  g_return_if_fail (TROUPE_IS_CANVAS_SCENE (self));
  g_return_if_fail (self->updates > 0);

  self->updates--;
  emit_due (self);
}

void
troupe_canvas_scene_clear (TroupeCanvasScene *self)
{
  g_return_if_fail (TROUPE_IS_CANVAS_SCENE (self));

  g_hash_table_remove_all (self->by_id);
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    g_ptr_array_set_size (get_array (self, kinds[k]), 0);
  self->has_holes = FALSE;
  note_changed (self, TRUE);
}

static void
take_out (TroupeCanvasScene *self, TroupeRecord *record)
{
  GPtrArray *array = get_array (self, record->kind);

  g_assert (TROUPE_IS_CANVAS_SCENE (self));

  g_hash_table_remove (self->by_id, troupe_record_get_id (record));
  array->pdata[record->index] = NULL;
  self->has_holes = TRUE;
  troupe_record_free (record);
}

static void
set_record (TroupeCanvasScene *self,
            TroupeCanvasKind kind,
            const char *id,
            gconstpointer description)
{
  TroupeRecord *record = g_hash_table_lookup (self->by_id, id);

  g_assert (TROUPE_IS_CANVAS_SCENE (self));

  if (record != NULL && record->kind == kind)
    {
      /* The record is removed from the table first, because the key of the table is the id in
       * the record, which is about to be replaced. */
      g_hash_table_steal (self->by_id, id);
      troupe_record_replace (record, description);
    }
  else
    {
      GPtrArray *array = get_array (self, kind);
      TroupeRecord *fresh = troupe_record_new (kind, description);

      if (record != NULL)
        take_out (self, record);
      record = fresh;
      record->index = array->len;
      /* The serial depends on the structure, so that caches do not confuse a new record with a
       * freed record at the same address. */
      record->serial = (self->structure + 1) * 4099u;
      record->shape = record->serial;
      g_ptr_array_add (array, record);
    }

  g_hash_table_insert (self->by_id, (char *) troupe_record_get_id (record), record);
  note_changed (self, TRUE);
}

void
troupe_canvas_scene_set_node (TroupeCanvasScene *self, const TroupeCanvasNode *node)
{
  g_return_if_fail (TROUPE_IS_CANVAS_SCENE (self));
  g_return_if_fail (node != NULL && node->id != NULL);

  set_record (self, TROUPE_CANVAS_KIND_NODE, node->id, node);
}

void
troupe_canvas_scene_set_gate (TroupeCanvasScene *self, const TroupeCanvasGate *gate)
{
  g_return_if_fail (TROUPE_IS_CANVAS_SCENE (self));
  g_return_if_fail (gate != NULL && gate->id != NULL);

  set_record (self, TROUPE_CANVAS_KIND_GATE, gate->id, gate);
}

void
troupe_canvas_scene_set_wire (TroupeCanvasScene *self, const TroupeCanvasWire *wire)
{
  g_return_if_fail (TROUPE_IS_CANVAS_SCENE (self));
  g_return_if_fail (wire != NULL && wire->id != NULL);

  set_record (self, TROUPE_CANVAS_KIND_WIRE, wire->id, wire);
}

void
troupe_canvas_scene_set_note (TroupeCanvasScene *self, const TroupeCanvasNote *note)
{
  g_return_if_fail (TROUPE_IS_CANVAS_SCENE (self));
  g_return_if_fail (note != NULL && note->id != NULL);

  set_record (self, TROUPE_CANVAS_KIND_NOTE, note->id, note);
}

void
troupe_canvas_scene_set_group (TroupeCanvasScene *self, const TroupeCanvasGroup *group)
{
  g_return_if_fail (TROUPE_IS_CANVAS_SCENE (self));
  g_return_if_fail (group != NULL && group->id != NULL);

  set_record (self, TROUPE_CANVAS_KIND_GROUP, group->id, group);
}

gboolean
troupe_canvas_scene_remove (TroupeCanvasScene *self, const char *id)
{
  TroupeRecord *record;

  g_return_val_if_fail (TROUPE_IS_CANVAS_SCENE (self), FALSE);
  g_return_val_if_fail (id != NULL, FALSE);

  record = g_hash_table_lookup (self->by_id, id);
  if (record == NULL)
    return FALSE;

  take_out (self, record);
  note_changed (self, TRUE);
  return TRUE;
}

gboolean
troupe_canvas_scene_set_position (TroupeCanvasScene *self, const char *id, double x, double y)
{
  TroupeRecord *record;
  double *own_x, *own_y;

  g_return_val_if_fail (TROUPE_IS_CANVAS_SCENE (self), FALSE);

  record = troupe_canvas_scene_lookup (self, TROUPE_CANVAS_KIND_GROUND, id);
  if (record == NULL || !troupe_record_get_place (record, &own_x, &own_y))
    return FALSE;

  if (*own_x != x || *own_y != y)
    {
      *own_x = x;
      *own_y = y;
      note_changed (self, FALSE);
    }
  return TRUE;
}

gboolean
troupe_canvas_scene_get_position (TroupeCanvasScene *self, const char *id, double *x, double *y)
{
  TroupeRecord *record;
  double *own_x, *own_y;

  g_return_val_if_fail (TROUPE_IS_CANVAS_SCENE (self), FALSE);
  g_return_val_if_fail (x != NULL && y != NULL, FALSE);

  record = troupe_canvas_scene_lookup (self, TROUPE_CANVAS_KIND_GROUND, id);
  if (record == NULL || !troupe_record_get_place (record, &own_x, &own_y))
    return FALSE;

  *x = *own_x;
  *y = *own_y;
  return TRUE;
}

gboolean
troupe_canvas_scene_set_note_size (TroupeCanvasScene *self,
                                   const char *id,
                                   double width,
                                   double height)
{
  TroupeNoteRecord *note;

  g_return_val_if_fail (TROUPE_IS_CANVAS_SCENE (self), FALSE);

  note = (TroupeNoteRecord *) troupe_canvas_scene_lookup (self, TROUPE_CANVAS_KIND_NOTE, id);
  if (note == NULL)
    return FALSE;

  note->note.width = width;
  note->note.height = height;
  note->record.serial++;
  note_changed (self, FALSE);
  return TRUE;
}
