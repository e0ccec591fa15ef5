/* troupe-canvas-selection.c: selection and keyboard focus of a canvas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-selection"

#include "config.h"

#include "troupe-canvas-selection.h"

#include "troupe-canvas-scene-records.h"

struct _TroupeCanvasSelection
{
  GObject parent_instance;

  TroupeCanvasScene *scene;
  GHashTable *ids; /* owned ids */
  char *focus;
};

G_DEFINE_FINAL_TYPE (TroupeCanvasSelection, troupe_canvas_selection, G_TYPE_OBJECT)

enum
{
  CHANGED,
  FOCUS_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static const TroupeCanvasKind kinds[] = {
  TROUPE_CANVAS_KIND_NODE, TROUPE_CANVAS_KIND_GATE,  TROUPE_CANVAS_KIND_WIRE,
  TROUPE_CANVAS_KIND_NOTE, TROUPE_CANVAS_KIND_GROUP,
};

static void
troupe_canvas_selection_finalize (GObject *object)
{
  TroupeCanvasSelection *self = TROUPE_CANVAS_SELECTION (object);

  g_clear_object (&self->scene);
  g_clear_pointer (&self->ids, g_hash_table_unref);
  g_clear_pointer (&self->focus, g_free);

  G_OBJECT_CLASS (troupe_canvas_selection_parent_class)->finalize (object);
}

static void
troupe_canvas_selection_class_init (TroupeCanvasSelectionClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_canvas_selection_finalize;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
  signals[FOCUS_CHANGED] = g_signal_new ("focus-changed", G_TYPE_FROM_CLASS (klass),
                                         G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static GHashTable *
make_set (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

static void
troupe_canvas_selection_init (TroupeCanvasSelection *self)
{
  self->ids = make_set ();
}

TroupeCanvasSelection *
troupe_canvas_selection_new (void)
{
  return g_object_new (TROUPE_TYPE_CANVAS_SELECTION, NULL);
}

void
troupe_canvas_selection_set_scene (TroupeCanvasSelection *self, TroupeCanvasScene *scene)
{
  g_return_if_fail (TROUPE_IS_CANVAS_SELECTION (self));

  g_set_object (&self->scene, scene);
}

static void
emit_changed (TroupeCanvasSelection *self)
{
  g_assert (TROUPE_IS_CANVAS_SELECTION (self));

  g_signal_emit (self, signals[CHANGED], 0);
}

gboolean
troupe_canvas_selection_contains (TroupeCanvasSelection *self, const char *id)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS_SELECTION (self), FALSE);

  return id != NULL && g_hash_table_contains (self->ids, id);
}

guint
troupe_canvas_selection_count (TroupeCanvasSelection *self)
{
  GHashTableIter iter;
  gpointer id;
  guint count = 0;

  g_return_val_if_fail (TROUPE_IS_CANVAS_SELECTION (self), 0);

  g_hash_table_iter_init (&iter, self->ids);
  while (self->scene != NULL && g_hash_table_iter_next (&iter, &id, NULL))
    count += troupe_scene_find (self->scene, TROUPE_CANVAS_KIND_GROUND, id) != NULL;

  return count;
}

const char **
troupe_canvas_selection_list (TroupeCanvasSelection *self)
{
  GPtrArray *ids;

  g_return_val_if_fail (TROUPE_IS_CANVAS_SELECTION (self), NULL);

  ids = g_ptr_array_new ();
  if (self->scene != NULL)
    troupe_scene_compact (self->scene);
  for (guint k = 0; self->scene != NULL && k < G_N_ELEMENTS (kinds); k++)
    {
      guint n = troupe_scene_count (self->scene, kinds[k]);

      for (guint i = 0; i < n; i++)
        {
          const char *id = troupe_record_get_id (troupe_scene_nth (self->scene, kinds[k], i));

          if (g_hash_table_contains (self->ids, id))
            g_ptr_array_add (ids, (char *) id);
        }
    }
  g_ptr_array_add (ids, NULL);

  return (const char **) g_ptr_array_free (ids, FALSE);
}

void
troupe_canvas_selection_set (TroupeCanvasSelection *self, const char *const *ids)
{
  gboolean same = TRUE;
  guint count = 0;

  g_return_if_fail (TROUPE_IS_CANVAS_SELECTION (self));

  for (; ids != NULL && ids[count] != NULL; count++)
    same = same && g_hash_table_contains (self->ids, ids[count]);
  if (same && count == g_hash_table_size (self->ids))
    return;

  {
    GHashTable *fresh = make_set ();

    for (guint i = 0; i < count; i++)
      g_hash_table_add (fresh, g_strdup (ids[i]));
    troupe_canvas_selection_take (self, fresh);
  }
}

void
troupe_canvas_selection_set_all (TroupeCanvasSelection *self)
{
  GHashTable *all;

  g_return_if_fail (TROUPE_IS_CANVAS_SELECTION (self));

  if (self->scene == NULL)
    return;
  troupe_scene_compact (self->scene);
  all = make_set ();
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      guint n = troupe_scene_count (self->scene, kinds[k]);

      for (guint i = 0; kinds[k] != TROUPE_CANVAS_KIND_WIRE && i < n; i++)
        if (kinds[k] != TROUPE_CANVAS_KIND_GROUP ||
            troupe_scene_group (self->scene, i)->group.style == TROUPE_CANVAS_GROUP_FRAME)
          g_hash_table_add (
              all, g_strdup (troupe_record_get_id (troupe_scene_nth (self->scene, kinds[k], i))));
    }
  troupe_canvas_selection_take (self, all);
}

void
troupe_canvas_selection_invert (TroupeCanvasSelection *self)
{
  g_autoptr (GHashTable) before = NULL;
  GHashTable *now;
  GHashTableIter iter;
  gpointer id;

  g_return_if_fail (TROUPE_IS_CANVAS_SELECTION (self));

  before = g_hash_table_ref (self->ids);
  troupe_canvas_selection_set_all (self);
  now = troupe_canvas_selection_copy (self);
  g_hash_table_iter_init (&iter, before);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    g_hash_table_remove (now, id);
  troupe_canvas_selection_take (self, now);
}

void
troupe_canvas_selection_add (TroupeCanvasSelection *self, const char *id)
{
  g_return_if_fail (TROUPE_IS_CANVAS_SELECTION (self));
  g_return_if_fail (id != NULL);

  if (g_hash_table_add (self->ids, g_strdup (id)))
    emit_changed (self);
}

void
troupe_canvas_selection_toggle (TroupeCanvasSelection *self, const char *id)
{
  g_return_if_fail (TROUPE_IS_CANVAS_SELECTION (self));
  g_return_if_fail (id != NULL);

  if (!g_hash_table_remove (self->ids, id))
    g_hash_table_add (self->ids, g_strdup (id));
  emit_changed (self);
}

GHashTable *
troupe_canvas_selection_copy (TroupeCanvasSelection *self)
{
  GHashTable *copy;
  GHashTableIter iter;
  gpointer id;

  g_return_val_if_fail (TROUPE_IS_CANVAS_SELECTION (self), NULL);

  copy = make_set ();
  g_hash_table_iter_init (&iter, self->ids);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    g_hash_table_add (copy, g_strdup (id));

  return copy;
}

void
troupe_canvas_selection_take (TroupeCanvasSelection *self, GHashTable *ids)
{
  g_return_if_fail (TROUPE_IS_CANVAS_SELECTION (self));
  g_return_if_fail (ids != NULL);

  g_hash_table_unref (self->ids);
  self->ids = ids;
  emit_changed (self);
}

const char *
troupe_canvas_selection_get_focus (TroupeCanvasSelection *self)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS_SELECTION (self), NULL);

  return self->focus;
}

void
troupe_canvas_selection_set_focus (TroupeCanvasSelection *self, const char *id)
{
  char *copy;

  g_return_if_fail (TROUPE_IS_CANVAS_SELECTION (self));

  if (g_strcmp0 (self->focus, id) == 0)
    return;
  copy = g_strdup (id);
  g_free (self->focus);
  self->focus = copy;
  g_signal_emit (self, signals[FOCUS_CHANGED], 0);
}
