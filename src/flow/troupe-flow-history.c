/* troupe-flow-history.c: what was done to a flow document, undone and done again
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-history"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-flow-document-private.h"

/* Steps with the same key become one when they follow each other within this time. */
#define MERGE_MICROSECONDS G_USEC_PER_SEC

/* How many steps can be taken back. */
#define MOST_STEPS 1000

void
_troupe_edit_step_free (gpointer data)
{
  TroupeEditStep *step = data;

  json_node_unref (step->root);
  g_clear_pointer (&step->source, troupe_json_text_unref);
  g_free (step->label);
  g_free (step->merge_key);
  g_free (step);
}

static TroupeEditStep *
step_new (TroupeFlowDocument *self, const char *label, const char *merge_key)
{
  TroupeEditStep *step = g_new0 (TroupeEditStep, 1);

  step->root = json_node_ref (self->root);
  step->source = self->source != NULL ? troupe_json_text_ref (self->source) : NULL;
  step->label = g_strdup (label);
  step->merge_key = g_strdup (merge_key);
  step->time = g_get_monotonic_time ();
  return step;
}

static void
push_step (TroupeFlowDocument *self, TroupeEditStep *step)
{
  g_ptr_array_add (self->undo, step);
  if (self->undo->len > MOST_STEPS)
    g_ptr_array_remove_index (self->undo, 0);
  g_ptr_array_set_size (self->redo, 0);
}

void
_troupe_flow_document_push_step (TroupeFlowDocument *self, const char *label)
{
  push_step (self, step_new (self, label, NULL));
}

/* Whether an edit belongs to the last step. */
static gboolean
can_merge (TroupeFlowDocument *self, const char *merge_key)
{
  TroupeEditStep *last = self->undo->len > 0 ? self->undo->pdata[self->undo->len - 1] : NULL;

  if (last == NULL || merge_key == NULL || self->redo->len > 0 ||
      g_strcmp0 (last->merge_key, merge_key) != 0 ||
      g_get_monotonic_time () - last->time > MERGE_MICROSECONDS)
    return FALSE;
  last->time = g_get_monotonic_time ();
  return TRUE;
}

gboolean
troupe_flow_document_commit (TroupeFlowDocument *self,
                             JsonNode *root,
                             const char *label,
                             const char *merge_key,
                             gboolean loads,
                             GError **error)
{
  g_autoptr (GPtrArray) problems = NULL;
  TroupeFlow *flow;

  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
    {
      g_set_error (error, TROUPE_FLOW_ERROR, TROUPE_FLOW_ERROR_EDIT,
                   _ ("There is no place for this in the document."));
      return FALSE;
    }
  if (root == self->root)
    return TRUE;
  flow = troupe_flow_new_from_node (root, self->source, self->flow, &problems);
  if (loads && troupe_flow_has_errors (flow) && !troupe_flow_has_errors (self->flow))
    {
      g_set_error_literal (error, TROUPE_FLOW_ERROR, TROUPE_FLOW_ERROR_EDIT,
                           ((TroupeProblem *) problems->pdata[0])->message);
      troupe_flow_unref (flow);
      return FALSE;
    }
  if (self->group_depth == 0 && !can_merge (self, merge_key))
    push_step (self, step_new (self, label, merge_key));
  json_node_ref (root);
  json_node_unref (self->root);
  self->root = root;
  _troupe_flow_document_adopt (self, flow, g_steal_pointer (&problems));
  if (self->group_depth == 0)
    _troupe_flow_document_announce (self);
  return TRUE;
}

void
troupe_flow_document_begin_edit (TroupeFlowDocument *self, const char *label)
{
  g_return_if_fail (TROUPE_IS_FLOW_DOCUMENT (self));

  if (self->group_depth++ == 0)
    self->group = step_new (self, label, NULL);
}

void
troupe_flow_document_end_edit (TroupeFlowDocument *self)
{
  TroupeEditStep *group;

  g_return_if_fail (TROUPE_IS_FLOW_DOCUMENT (self));
  g_return_if_fail (self->group_depth > 0);

  if (--self->group_depth > 0)
    return;
  group = g_steal_pointer (&self->group);
  if (group->root == self->root)
    {
      _troupe_edit_step_free (group);
      return;
    }
  push_step (self, group);
  _troupe_flow_document_announce (self);
}

static gboolean
travel (TroupeFlowDocument *self, GPtrArray *from, GPtrArray *to)
{
  TroupeEditStep *step;

  if (from->len == 0 || self->group_depth > 0)
    return FALSE;
  step = g_ptr_array_steal_index (from, from->len - 1);
  g_ptr_array_add (to, step_new (self, step->label, NULL));
  json_node_unref (self->root);
  self->root = json_node_ref (step->root);
  g_clear_pointer (&self->source, troupe_json_text_unref);
  self->source = g_steal_pointer (&step->source);
  _troupe_edit_step_free (step);
  _troupe_flow_document_read_flow (self);
  _troupe_flow_document_announce (self);
  return TRUE;
}

gboolean
troupe_flow_document_undo (TroupeFlowDocument *self)
{
  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), FALSE);

  return travel (self, self->undo, self->redo);
}

gboolean
troupe_flow_document_redo (TroupeFlowDocument *self)
{
  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), FALSE);

  return travel (self, self->redo, self->undo);
}
