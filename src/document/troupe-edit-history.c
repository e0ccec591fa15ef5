/* troupe-edit-history.c: undo and redo history of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-edit-history"

#include "config.h"

#include "troupe-edit-history.h"

/* Steps with the same key are merged if they follow each other within this time. */
#define MERGE_MICROSECONDS G_USEC_PER_SEC

typedef struct
{
  TroupeDocumentParts *parts;
  char *label;
  char *merge_key;
  gint64 time;
  gboolean is_foreign; /* the content before or after it may be that of others */
} Step;

struct _TroupeEditHistory
{
  GPtrArray *undo; /* (element-type Step) */
  GPtrArray *redo;
  GPtrArray *dropped;   /* the redo steps before the last step was recorded */
  gboolean can_retract; /* the last step was recorded, and nothing was undone or redone since */
  Step *group; /* (nullable): the document before the open group */
  guint group_depth;
  gboolean marks_next;  /* whether the next step is foreign */
  gboolean has_crossed; /* whether the step that was undone, redone or retracted last is foreign */
};

static void
step_free (gpointer data)
{
  Step *step = data;

  troupe_document_parts_unref (step->parts);
  g_free (step->label);
  g_free (step->merge_key);
  g_free (step);
}

static Step *
step_new (TroupeDocumentParts *parts, const char *label, const char *merge_key)
{
  Step *step = g_new0 (Step, 1);

  step->parts = troupe_document_parts_ref (parts);
  step->label = g_strdup (label);
  step->merge_key = g_strdup (merge_key);
  step->time = g_get_monotonic_time ();
  return step;
}

TroupeEditHistory *
troupe_edit_history_new (void)
{
  TroupeEditHistory *self = g_new0 (TroupeEditHistory, 1);

  self->undo = g_ptr_array_new_with_free_func (step_free);
  self->redo = g_ptr_array_new_with_free_func (step_free);
  self->dropped = g_ptr_array_new_with_free_func (step_free);
  return self;
}

void
troupe_edit_history_free (TroupeEditHistory *self)
{
  g_return_if_fail (self != NULL);

  g_ptr_array_unref (self->undo);
  g_ptr_array_unref (self->redo);
  g_ptr_array_unref (self->dropped);
  g_clear_pointer (&self->group, step_free);
  g_free (self);
}

static void
push_step (TroupeEditHistory *self, Step *step)
{
  GPtrArray *redo = self->redo;

  g_assert (self != NULL);

  step->is_foreign = self->marks_next;
  self->marks_next = FALSE;
  g_ptr_array_add (self->undo, step);
  if (self->undo->len > TROUPE_EDIT_HISTORY_LIMIT)
    g_ptr_array_remove_index (self->undo, 0);
  g_ptr_array_set_size (self->dropped, 0);
  self->redo = self->dropped;
  self->dropped = redo;
  self->can_retract = TRUE;
}

static Step *
get_top (GPtrArray *steps)
{
  return steps->len > 0 ? g_ptr_array_index (steps, steps->len - 1) : NULL;
}

/* Whether an edit can be merged into the last step. */
static gboolean
can_merge (TroupeEditHistory *self, const char *merge_key)
{
  Step *last = get_top (self->undo);

  g_assert (self != NULL);

  if (last == NULL || merge_key == NULL || self->redo->len > 0 ||
      g_strcmp0 (last->merge_key, merge_key) != 0 ||
      g_get_monotonic_time () - last->time > MERGE_MICROSECONDS)
    return FALSE;
  last->time = g_get_monotonic_time ();
  return TRUE;
}

gboolean
troupe_edit_history_record (TroupeEditHistory *self,
                            TroupeDocumentParts *before,
                            const char *label,
                            const char *merge_key)
{
  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (before != NULL, FALSE);

  if (self->group_depth > 0 || can_merge (self, merge_key))
    return FALSE;
  push_step (self, step_new (before, label, merge_key));
  return TRUE;
}

void
troupe_edit_history_begin_group (TroupeEditHistory *self,
                                 TroupeDocumentParts *before,
                                 const char *label)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (before != NULL);

  if (self->group_depth++ == 0)
    self->group = step_new (before, label, NULL);
}

gboolean
troupe_edit_history_end_group (TroupeEditHistory *self, TroupeDocumentParts *after)
{
  Step *group;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (self->group_depth > 0, FALSE);

  if (--self->group_depth > 0)
    return FALSE;
  group = g_steal_pointer (&self->group);
  if (troupe_document_parts_are_same (group->parts, after))
    {
      step_free (group);
      return FALSE;
    }
  push_step (self, group);
  return TRUE;
}

gboolean
troupe_edit_history_is_in_group (TroupeEditHistory *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->group_depth > 0;
}

static TroupeDocumentParts *
travel (TroupeEditHistory *self, GPtrArray *from, GPtrArray *to, TroupeDocumentParts *now)
{
  TroupeDocumentParts *parts;
  Step *step;

  g_assert (self != NULL);

  if (from->len == 0 || self->group_depth > 0)
    return NULL;
  g_ptr_array_set_size (self->dropped, 0);
  self->can_retract = FALSE;
  step = g_ptr_array_steal_index (from, from->len - 1);
  g_ptr_array_add (to, step_new (now, step->label, NULL));
  get_top (to)->is_foreign = self->has_crossed = step->is_foreign;
  parts = troupe_document_parts_ref (step->parts);
  step_free (step);
  return parts;
}

TroupeDocumentParts *
troupe_edit_history_undo (TroupeEditHistory *self, TroupeDocumentParts *now)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (now != NULL, NULL);

  return travel (self, self->undo, self->redo, now);
}

TroupeDocumentParts *
troupe_edit_history_redo (TroupeEditHistory *self, TroupeDocumentParts *now)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (now != NULL, NULL);

  return travel (self, self->redo, self->undo, now);
}

TroupeDocumentParts *
troupe_edit_history_retract (TroupeEditHistory *self)
{
  TroupeDocumentParts *parts;
  GPtrArray *redo;
  Step *step;

  g_return_val_if_fail (self != NULL, NULL);

  if (!self->can_retract || self->undo->len == 0 || self->group_depth > 0)
    return NULL;
  step = g_ptr_array_steal_index (self->undo, self->undo->len - 1);
  self->has_crossed = step->is_foreign;
  parts = troupe_document_parts_ref (step->parts);
  step_free (step);
  redo = self->redo;
  self->redo = self->dropped;
  self->dropped = redo;
  self->can_retract = FALSE;
  return parts;
}

static void
mark (GPtrArray *steps)
{
  for (guint i = 0; i < steps->len; i++)
    ((Step *) steps->pdata[i])->is_foreign = TRUE;
}

void
troupe_edit_history_mark_foreign (TroupeEditHistory *self)
{
  g_return_if_fail (self != NULL);

  mark (self->undo);
  mark (self->redo);
  mark (self->dropped);
  self->marks_next = TRUE;
}

gboolean
troupe_edit_history_crossed_foreign (TroupeEditHistory *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->has_crossed;
}

static TroupeDocumentParts *
get_step (GPtrArray *steps, guint index, const char **label)
{
  Step *step = index < steps->len ? g_ptr_array_index (steps, index) : NULL;

  *label = step != NULL ? step->label : NULL;
  return step != NULL ? step->parts : NULL;
}

TroupeDocumentParts *
troupe_edit_history_get_undo (TroupeEditHistory *self, guint index, const char **label)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (label != NULL, NULL);

  return get_step (self->undo, index, label);
}

TroupeDocumentParts *
troupe_edit_history_get_redo (TroupeEditHistory *self, guint index, const char **label)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (label != NULL, NULL);

  *label = NULL;
  return index < self->redo->len ? get_step (self->redo, self->redo->len - 1 - index, label) : NULL;
}

const char *
troupe_edit_history_get_undo_label (TroupeEditHistory *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->undo->len > 0 ? get_top (self->undo)->label : NULL;
}

const char *
troupe_edit_history_get_redo_label (TroupeEditHistory *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->redo->len > 0 ? get_top (self->redo)->label : NULL;
}
