/* troupe-flow-wires.c: adding, moving and removing wires: edits of the conditions of methods
 *
 *
 * Every edit copies a condition of the model to a tree, which is modified, tidied and written.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-wires"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-flow-wires.h"
#include "troupe-condition-tree.h"
#include "troupe-flow-document-private.h"
#include "troupe-tree.h"

/* --- Reading and writing condition trees ------------------------------------------------------ */

static const TroupeFlowMethod *
find_method (TroupeFlowDocument *self, const char *name, GError **error)
{
  g_assert (TROUPE_IS_FLOW_DOCUMENT (self));

  if (troupe_flow_document_get_method_node (self, name, error) == NULL)
    return NULL;

  return troupe_flow_find_method (troupe_flow_document_get_flow (self), name);
}

static TroupeConditionTree *
copy_tree (TroupeFlowDocument *self, const char *name, const char *path)
{
  const TroupeFlowMethod *method =
      troupe_flow_find_method (troupe_flow_document_get_flow (self), name);

  g_assert (TROUPE_IS_FLOW_DOCUMENT (self));

  return troupe_condition_tree_new (method != NULL ? troupe_flow_method_get_condition (method, path)
                                                   : NULL);
}

/* Writes @tree (taken) as the condition of @name to which @path belongs. */
static gboolean
write_tree (TroupeFlowDocument *self,
            const char *name,
            const char *path,
            TroupeConditionTree *tree,
            const char *label,
            GError **error)
{
  g_autoptr (TroupeConditionTree) tidy = troupe_condition_tree_tidy (tree);
  g_autoptr (JsonNode) node = tidy != NULL ? troupe_condition_tree_to_node (tidy) : NULL;
  g_autoptr (JsonNode) root = NULL;
  const TroupeFlowMethod *method = find_method (self, name, error);
  const TroupeCondition *before;

  g_assert (TROUPE_IS_FLOW_DOCUMENT (self));

  if (method == NULL)
    return FALSE;

  before = troupe_flow_method_get_condition (method, path);
  if (node == (before != NULL ? before->node : NULL))
    return TRUE;

  root = troupe_tree_with (troupe_document_get_root (TROUPE_DOCUMENT (self)), node, "methods", name,
                           troupe_flow_method_get_condition_key (method, path), NULL);

  return troupe_flow_document_commit (self, root, label, NULL, TRUE, error);
}

static void
set_no_gate (GError **error)
{
  g_set_error (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT,
               _ ("This gate does not exist in the condition."));
}

/* Returns the gate of @tree at @path. (transfer none) */
static TroupeConditionTree *
find_gate (TroupeConditionTree *tree, const char *path, GError **error)
{
  TroupeConditionTree *gate = troupe_condition_tree_get (tree, path);

  /* A gate without a node in the document represents a missing condition. */
  if (gate != NULL && gate->node != NULL &&
      (gate->type == TROUPE_CONDITION_AND || gate->type == TROUPE_CONDITION_OR))
    return gate;

  set_no_gate (error);

  return NULL;
}

/* --- Adding wires ----------------------------------------------------------------------------- */

/* Returns the part of a condition that a wire from @from represents, or NULL if the gate does
 * not exist. (transfer full) */
static TroupeConditionTree *
make_source (TroupeFlowDocument *self, const TroupeConditionPlace *from, const char *event)
{
  const TroupeCondition *part;
  const TroupeFlowMethod *method;

  g_assert (TROUPE_IS_FLOW_DOCUMENT (self));

  if (from->path == NULL)
    return troupe_condition_tree_new_event (event != NULL ? event : from->method);

  method = troupe_flow_find_method (troupe_flow_document_get_flow (self), from->method);
  part = method != NULL
             ? troupe_condition_get_part (troupe_flow_method_get_condition (method, from->path),
                                          from->path)
             : NULL;

  return part != NULL ? troupe_condition_tree_new (part) : NULL;
}

gboolean
troupe_flow_document_can_connect (TroupeFlowDocument *self,
                                  const TroupeConditionPlace *from,
                                  const char *event,
                                  const TroupeConditionPlace *to,
                                  GError **error)
{
  const TroupeFlowMethod *method;
  g_autoptr (TroupeConditionTree) source = NULL;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), FALSE);
  g_return_val_if_fail (from != NULL && to != NULL, FALSE);

  method = find_method (self, to->method, error);
  if (method == NULL)
    return FALSE;

  source = make_source (self, from, event);
  if (source == NULL)
    {
      set_no_gate (error);
      return FALSE;
    }
  if (troupe_condition_tree_mentions (source, to->method))
    {
      g_set_error_literal (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT,
                           _ ("A method cannot listen to itself."));
      return FALSE;
    }
  if (method->start && method->start_condition == NULL && method->listen == NULL)
    {
      g_set_error (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT,
                   _ ("%s runs at start."), to->method);
      return FALSE;
    }

  return TRUE;
}

/* Adds @source, which is taken, to the condition of @target. @path: (nullable): path of a gate
 * of @target. */
static gboolean
connect_source (TroupeFlowDocument *self,
                TroupeConditionTree *source,
                const char *target,
                const char *path,
                gboolean with_and,
                const char *label,
                GError **error)
{
  const char *top = path != NULL ? path : "";
  g_autoptr (TroupeConditionTree) tree = copy_tree (self, target, top);
  TroupeConditionTree *gate = path != NULL ? find_gate (tree, path, error) : NULL;

  g_assert (TROUPE_IS_FLOW_DOCUMENT (self));

  if (path != NULL && gate == NULL)
    {
      troupe_condition_tree_free (source);
      return FALSE;
    }
  if (gate != NULL)
    troupe_condition_tree_add (gate, source);
  else
    tree = troupe_condition_tree_join (g_steal_pointer (&tree), source, with_and);

  return write_tree (self, target, top, g_steal_pointer (&tree), label, error);
}

gboolean
troupe_flow_document_connect_place (TroupeFlowDocument *self,
                                    const TroupeConditionPlace *from,
                                    const char *event,
                                    const TroupeConditionPlace *to,
                                    gboolean with_and,
                                    GError **error)
{
  g_autofree char *label = NULL;

  if (!troupe_flow_document_can_connect (self, from, event, to, error))
    return FALSE;

  label = g_strdup_printf (_ ("Connect %s"), to->method);

  return connect_source (self, make_source (self, from, event), to->method, to->path, with_and,
                         label, error);
}

gboolean
troupe_flow_document_connect (TroupeFlowDocument *self,
                              const char *event,
                              const char *target,
                              const char *gate,
                              gboolean with_and,
                              GError **error)
{
  const TroupeFlowMethod *method;
  const TroupeCondition *current;
  g_autofree char *label = NULL;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), FALSE);
  g_return_val_if_fail (event != NULL && target != NULL, FALSE);

  method = find_method (self, target, error);
  if (method == NULL)
    return FALSE;
  if (g_str_equal (event, target) &&
      g_str_equal (troupe_flow_method_get_condition_key (method, ""), "listen"))
    {
      g_set_error (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT,
                   _ ("“%s” cannot listen to itself, because it would never end."), target);
      return FALSE;
    }
  current = troupe_flow_method_get_condition (method, "");
  /* If the condition is not a gate, it is combined with @source. */
  if (current == NULL ||
      (current->type != TROUPE_CONDITION_AND && current->type != TROUPE_CONDITION_OR))
    gate = NULL;
  label = g_strdup_printf (_ ("Connect %s to %s"), event, target);

  return connect_source (self, troupe_condition_tree_new_event (event), target, gate, with_and,
                         label, error);
}

/* --- Removing wires --------------------------------------------------------------------------- */

/* Returns the first part that is @event; @deep: search at any depth. */
static TroupeConditionTree *
find_event (TroupeConditionTree *tree, const char *event, gboolean deep)
{
  TroupeConditionTree *found = NULL;

  g_assert (tree != NULL);

  if (tree->type == TROUPE_CONDITION_EVENT)
    return g_str_equal (tree->event, event) ? tree : NULL;

  for (guint i = 0; found == NULL && i < tree->children->len; i++)
    {
      TroupeConditionTree *child = g_ptr_array_index (tree->children, i);

      if (deep || child->type == TROUPE_CONDITION_EVENT)
        found = find_event (child, event, deep);
    }

  return found;
}

gboolean
troupe_flow_document_disconnect (TroupeFlowDocument *self,
                                 const char *event,
                                 const char *target,
                                 const char *gate,
                                 GError **error)
{
  g_autoptr (TroupeConditionTree) tree = NULL;
  TroupeConditionTree *part;
  TroupeConditionTree *found;
  g_autofree char *label = NULL;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), FALSE);
  g_return_val_if_fail (event != NULL && target != NULL, FALSE);

  if (find_method (self, target, error) == NULL)
    return FALSE;

  tree = part = copy_tree (self, target, gate != NULL ? gate : "");
  if (gate != NULL && tree->type != TROUPE_CONDITION_EVENT)
    part = find_gate (tree, gate, error);
  if (part == NULL)
    return FALSE;

  found = find_event (part, event, gate == NULL);
  if (found == NULL)
    {
      g_set_error (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT,
                   _ ("“%s” does not listen to “%s”."), target, event);
      return FALSE;
    }
  found->removed = TRUE;
  label = g_strdup_printf (_ ("Disconnect %s From %s"), event, target);

  return write_tree (self, target, gate != NULL ? gate : "", g_steal_pointer (&tree), label, error);
}

/* A condition from which parts are removed. It is copied once and written as a whole, because
 * paths are only valid until a condition is written. */
typedef struct
{
  const char *method;
  const char *path; /* of any of its parts */
  TroupeConditionTree *tree;
} CutCondition;

static void
cut_condition_clear (gpointer data)
{
  CutCondition *condition = data;

  g_clear_pointer (&condition->tree, troupe_condition_tree_free);
}

static TroupeConditionTree *
copy_once (TroupeFlowDocument *self, GArray *conditions, const TroupeConditionPlace *place)
{
  gboolean starts = g_str_has_prefix (place->path, "start");
  CutCondition condition;

  g_assert (TROUPE_IS_FLOW_DOCUMENT (self));

  for (guint i = 0; i < conditions->len; i++)
    {
      const CutCondition *known = &g_array_index (conditions, CutCondition, i);

      if (g_str_equal (known->method, place->method) &&
          g_str_has_prefix (known->path, "start") == starts)
        return known->tree;
    }
  condition =
      (CutCondition){ place->method, place->path, copy_tree (self, place->method, place->path) };
  g_array_append_val (conditions, condition);

  return condition.tree;
}

gboolean
troupe_flow_document_cut (TroupeFlowDocument *self,
                          const TroupeConditionPlace *places,
                          guint n_places,
                          GError **error)
{
  g_autoptr (GArray) conditions = g_array_new (FALSE, FALSE, sizeof (CutCondition));
  g_autofree char *label = NULL;
  gboolean done = TRUE;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), FALSE);
  g_return_val_if_fail (places != NULL || n_places == 0, FALSE);

  g_array_set_clear_func (conditions, cut_condition_clear);
  for (guint i = 0; i < n_places; i++)
    {
      TroupeConditionTree *tree = copy_once (self, conditions, &places[i]);
      TroupeConditionTree *part = troupe_condition_tree_get (tree, places[i].path);

      if (part != NULL)
        part->removed = TRUE;
    }

  label = g_strdup_printf (ngettext ("Remove %u Wire", "Remove %u Wires", n_places), n_places);
  troupe_document_begin_edit (TROUPE_DOCUMENT (self), label);
  for (guint i = 0; done && i < conditions->len; i++)
    {
      CutCondition *condition = &g_array_index (conditions, CutCondition, i);

      done = write_tree (self, condition->method, condition->path,
                         g_steal_pointer (&condition->tree), label, error);
    }
  troupe_document_end_edit (TROUPE_DOCUMENT (self));

  return done;
}

/* --- Inserting into a wire and detaching ------------------------------------------------------ */

gboolean
troupe_flow_document_insert_at (TroupeFlowDocument *self,
                                const char *name,
                                const TroupeConditionPlace *place,
                                GError **error)
{
  g_autoptr (TroupeConditionTree) tree = NULL;
  TroupeConditionTree *part;
  TroupeConditionTree *own;
  g_autofree char *label = NULL;
  gboolean done;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), FALSE);
  g_return_val_if_fail (name != NULL && place != NULL && place->path != NULL, FALSE);

  if (g_str_equal (place->method, name))
    return TRUE;

  tree = copy_tree (self, place->method, place->path);
  part = troupe_condition_tree_get (tree, place->path);
  if (part == NULL || troupe_condition_tree_mentions (part, name))
    return TRUE;

  own = troupe_condition_tree_join (copy_tree (self, name, ""), troupe_condition_tree_copy (part),
                                    FALSE);
  troupe_condition_tree_set_event (part, name);
  label = g_strdup_printf (_ ("Insert %s"), name);
  troupe_document_begin_edit (TROUPE_DOCUMENT (self), label);
  done = write_tree (self, place->method, place->path, g_steal_pointer (&tree), label, error);
  if (done)
    done = write_tree (self, name, "", own, label, error);
  else
    troupe_condition_tree_free (own);
  troupe_document_end_edit (TROUPE_DOCUMENT (self));

  return done;
}

gboolean
troupe_flow_document_take_out (TroupeFlowDocument *self, const char *name, GError **error)
{
  g_autoptr (TroupeConditionTree) own = NULL;
  g_autoptr (GPtrArray) listeners = NULL;
  g_autofree char *label = NULL;
  gboolean has_own;
  gboolean done = TRUE;
  TroupeFlow *flow;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);

  own = copy_tree (self, name, "");
  has_own = own->type == TROUPE_CONDITION_EVENT || own->children->len > 0;
  flow = troupe_flow_document_get_flow (self);
  listeners = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (flow, i);
      const TroupeCondition *condition = troupe_flow_method_get_condition (method, "");

      if (condition != NULL && troupe_condition_mentions (condition, name))
        g_ptr_array_add (listeners, g_strdup (method->name));
    }
  label = g_strdup_printf (_ ("Detach %s"), name);
  troupe_document_begin_edit (TROUPE_DOCUMENT (self), label);
  for (guint i = 0; done && i < listeners->len; i++)
    {
      const char *listener = g_ptr_array_index (listeners, i);
      TroupeConditionTree *tree = copy_tree (self, listener, "");
      gboolean loops = has_own && troupe_condition_tree_mentions (own, listener);

      troupe_condition_tree_replace (tree, name, has_own && !loops ? own : NULL);
      done = write_tree (self, listener, "", tree, label, error);
    }
  done = done && write_tree (self, name, "", troupe_condition_tree_new (NULL), label, error);
  troupe_document_end_edit (TROUPE_DOCUMENT (self));

  return done;
}

/* --- Gates and complete conditions ------------------------------------------------------------ */

gboolean
troupe_flow_document_toggle_gate (TroupeFlowDocument *self,
                                  const char *target,
                                  const char *gate,
                                  GError **error)
{
  const char *path = gate != NULL ? gate : "";
  g_autoptr (TroupeConditionTree) tree = NULL;
  TroupeConditionTree *part;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), FALSE);
  g_return_val_if_fail (target != NULL, FALSE);

  if (find_method (self, target, error) == NULL)
    return FALSE;

  tree = copy_tree (self, target, path);
  part = find_gate (tree, path, error);
  if (part == NULL)
    return FALSE;

  troupe_condition_tree_toggle (part);

  return write_tree (self, target, path, g_steal_pointer (&tree), _ ("Toggle AND/OR"), error);
}

gboolean
troupe_flow_document_set_condition (TroupeFlowDocument *self,
                                    const char *name,
                                    JsonNode *condition,
                                    GError **error)
{
  const TroupeFlowMethod *method;
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *label = NULL;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);

  method = find_method (self, name, error);
  if (method == NULL)
    return FALSE;
  if (condition == NULL && troupe_flow_method_get_condition (method, "") == NULL)
    return TRUE;

  label = g_strdup_printf (_ ("Change Condition of %s"), name);
  root = troupe_tree_with (troupe_document_get_root (TROUPE_DOCUMENT (self)), condition, "methods",
                           name, troupe_flow_method_get_condition_key (method, ""), NULL);

  return troupe_flow_document_commit (self, root, label, NULL, TRUE, error);
}
