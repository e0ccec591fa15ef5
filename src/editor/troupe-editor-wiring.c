/* troupe-editor-wiring.c: what drawing, moving and cutting wires does to conditions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-editor-wiring"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-editor-private.h"

static TroupeFlow *
get_flow (TroupeEditor *self)
{
  return troupe_flow_document_get_flow (self->document);
}

char *
_troupe_editor_split_gate (const char *gate, const char **path)
{
  const char *slash = strchr (gate, '/');

  if (slash == NULL)
    return NULL;

  *path = slash + 1;

  return g_strndup (gate, (gsize) (slash - gate));
}

/* Writes @tree (taken) as the condition of @name that bears @path. */
static gboolean
write_tree (TroupeEditor *self,
            const char *name,
            const char *path,
            TroupeConditionTree *tree,
            const char *label)
{
  const TroupeFlowMethod *method = troupe_flow_find_method (get_flow (self), name);
  g_autoptr (TroupeConditionTree) tidy = troupe_condition_tree_tidy (tree);
  g_autoptr (JsonNode) node = tidy != NULL ? troupe_condition_tree_to_node (tidy) : NULL;
  const char *keys[] = { "methods", name, NULL, NULL };

  if (method == NULL)
    return FALSE;

  keys[2] = troupe_flow_method_get_condition_key (method, path);

  return troupe_editor_context_set (self->context, keys, node, label, NULL);
}

static TroupeConditionTree *
copy_tree (TroupeEditor *self, const char *name, const char *path)
{
  const TroupeFlowMethod *method = troupe_flow_find_method (get_flow (self), name);

  return troupe_condition_tree_new (method != NULL ? troupe_flow_method_get_condition (method, path)
                                                   : NULL);
}

/* What a port stands for in a condition: an event, or what a gate waits for. (transfer full) */
static TroupeConditionTree *
make_source (TroupeEditor *self, const char *from, const char *port)
{
  const char *path = NULL;
  g_autofree char *owner = _troupe_editor_split_gate (from, &path);
  const TroupeFlowMethod *method;
  const TroupeCondition *part;

  if (owner == NULL)
    return troupe_condition_tree_new_event (port != NULL ? port : from);

  method = troupe_flow_find_method (get_flow (self), owner);
  part = method != NULL
             ? troupe_condition_get_part (troupe_flow_method_get_condition (method, path), path)
             : NULL;

  return part != NULL ? troupe_condition_tree_new (part) : NULL;
}

static gboolean
tree_mentions (const TroupeConditionTree *tree, const char *event)
{
  if (tree->type == TROUPE_CONDITION_EVENT)
    return g_str_equal (tree->event, event);

  for (guint i = 0; i < tree->children->len; i++)
    if (tree_mentions (g_ptr_array_index (tree->children, i), event))
      return TRUE;

  return FALSE;
}

gboolean
_troupe_editor_can_connect (TroupeEditor *self,
                            const char *from,
                            const char *port,
                            const char *to,
                            char **reason)
{
  const char *path = NULL;
  g_autofree char *owner = _troupe_editor_split_gate (to, &path);
  const char *target = owner != NULL ? owner : to;
  const TroupeFlowMethod *method = troupe_flow_find_method (get_flow (self), target);
  g_autoptr (TroupeConditionTree) source = make_source (self, from, port);

  if (method == NULL || source == NULL)
    return FALSE;

  if (tree_mentions (source, target))
    {
      if (reason != NULL)
        *reason = g_strdup (_ ("A method cannot run after itself."));
      return FALSE;
    }
  if (method->start && method->start_condition == NULL && method->listen == NULL)
    {
      if (reason != NULL)
        *reason = g_strdup_printf (_ ("%s runs at start."), target);
      return FALSE;
    }

  return TRUE;
}

/* A wire from or to a gate changes a part of the condition of @target. */
static gboolean
connect_gate (TroupeEditor *self,
              const char *from,
              const char *port,
              const char *target,
              const char *path,
              gboolean with_and,
              const char *label)
{
  TroupeConditionTree *tree = copy_tree (self, target, path != NULL ? path : "");
  TroupeConditionTree *part = path != NULL ? troupe_condition_tree_get (tree, path) : NULL;

  if (path == NULL)
    tree = troupe_condition_tree_join (tree, make_source (self, from, port), with_and);
  else if (part != NULL && part->type != TROUPE_CONDITION_EVENT)
    g_ptr_array_add (part->children, make_source (self, from, port));

  return write_tree (self, target, path != NULL ? path : "", tree, label);
}

gboolean
_troupe_editor_connect (TroupeEditor *self,
                        const char *from,
                        const char *port,
                        const char *to,
                        gboolean with_and)
{
  const char *path = NULL;
  g_autofree char *owner = _troupe_editor_split_gate (to, &path);
  const char *target = owner != NULL ? owner : to;
  g_autofree char *label = g_strdup_printf (_ ("Connect %s"), target);
  g_autofree char *reason = NULL;
  g_autoptr (GError) error = NULL;
  gboolean connected;

  if (!_troupe_editor_can_connect (self, from, port, to, &reason))
    {
      if (reason != NULL)
        _troupe_editor_say (self, "%s", reason);
      return FALSE;
    }

  troupe_document_begin_edit (TROUPE_DOCUMENT (self->document), label);
  /* A plain wire to a method: the document knows best how. */
  if (owner == NULL && strchr (from, '/') == NULL)
    connected = troupe_flow_document_connect (self->document, port != NULL ? port : from, target,
                                              NULL, with_and, &error);
  else
    connected = connect_gate (self, from, port, target, path, with_and, label);
  if (connected)
    _troupe_editor_make_gate_room (self, target, label);
  troupe_document_end_edit (TROUPE_DOCUMENT (self->document));
  _troupe_editor_report (self, error);

  return connected;
}

/* --- Taking wires away ---------------------------------------------------------------------- */

/* The part of a condition that a wire stands for. */
typedef struct
{
  char *method;
  char *path; /* of the gate that the wire leads into, "" for the card */
  gboolean into_gate;
  guint input;
} WireEnd;

static void
wire_end_clear (WireEnd *end)
{
  g_clear_pointer (&end->method, g_free);
  g_clear_pointer (&end->path, g_free);
}

static gboolean
find_wire_end (TroupeEditor *self, const char *id, WireEnd *end)
{
  const TroupePlotWire *wire = troupe_scene_builder_find_wire (self->builder, id);
  TroupePlotGraph *graph = troupe_scene_builder_get_graph (self->builder);
  const TroupePlotNode *target;
  const char *path = NULL;

  memset (end, 0, sizeof *end);
  if (wire == NULL)
    return FALSE;

  target = troupe_plot_graph_get_node (graph, wire->target);
  end->into_gate = target->is_gate;
  end->input = wire->input;
  if (target->is_gate)
    {
      end->method = _troupe_editor_split_gate (target->id, &path);
      end->path = g_strdup (path);
    }
  else
    {
      end->method = g_strdup (target->id);
      /* The second input of a card is the condition by which it starts. */
      end->path = g_strdup (wire->input > 0 ? "start" : "");
    }

  return end->method != NULL;
}

static TroupeConditionTree *
get_wire_part (TroupeConditionTree *tree, const WireEnd *end)
{
  TroupeConditionTree *part = troupe_condition_tree_get (tree, end->path);

  if (part == NULL || !end->into_gate)
    return part;

  return end->input < part->children->len ? g_ptr_array_index (part->children, end->input) : NULL;
}

static char *
make_tree_key (const WireEnd *end)
{
  return g_strconcat (end->method, g_str_has_prefix (end->path, "start") ? "/start" : "/", NULL);
}

/* Marks the part that the wire stands for in the copy of its condition, which is made when the first
 * wire asks for it. */
static void
mark_removed (TroupeEditor *self, GHashTable *trees, const char *id)
{
  WireEnd end;

  if (find_wire_end (self, id, &end))
    {
      g_autofree char *key = make_tree_key (&end);
      TroupeConditionTree *tree = g_hash_table_lookup (trees, key);
      TroupeConditionTree *part;

      if (tree == NULL)
        {
          tree = copy_tree (self, end.method, end.path);
          g_hash_table_insert (trees, g_steal_pointer (&key), tree);
        }
      part = get_wire_part (tree, &end);
      if (part != NULL)
        part->removed = TRUE;
    }
  wire_end_clear (&end);
}

void
_troupe_editor_remove_wires (TroupeEditor *self, const char *const *ids)
{
  /* The paths hold until a condition is written, so each is changed whole. */
  g_autoptr (GHashTable) trees = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *label = NULL;
  GHashTableIter iter;
  gpointer key;
  gpointer value;
  guint n_wires = g_strv_length ((char **) ids);

  for (guint i = 0; i < n_wires; i++)
    mark_removed (self, trees, ids[i]);

  label = g_strdup_printf (ngettext ("Remove %u Wire", "Remove %u Wires", n_wires), n_wires);
  troupe_document_begin_edit (TROUPE_DOCUMENT (self->document), label);
  g_hash_table_iter_init (&iter, trees);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      const char *path = NULL;
      g_autofree char *method = _troupe_editor_split_gate (key, &path);

      write_tree (self, method, path, value, label);
    }
  troupe_document_end_edit (TROUPE_DOCUMENT (self->document));
}

void
_troupe_editor_reconnect_wire (TroupeEditor *self,
                               const char *id,
                               const char *to,
                               gboolean with_and)
{
  const TroupePlotWire *wire = troupe_scene_builder_find_wire (self->builder, id);
  TroupePlotGraph *graph = troupe_scene_builder_get_graph (self->builder);
  const char *const ids[] = { id, NULL };
  g_autofree char *from = NULL;
  g_autofree char *port = NULL;
  g_autofree char *reason = NULL;

  if (wire == NULL)
    return;

  from = g_strdup (troupe_plot_graph_get_node (graph, wire->source)->id);
  port = g_strdup (wire->port);
  if (!_troupe_editor_can_connect (self, from, port, to, &reason))
    {
      if (reason != NULL)
        _troupe_editor_say (self, "%s", reason);
      return;
    }

  troupe_document_begin_edit (TROUPE_DOCUMENT (self->document), _ ("Move a Wire"));
  /* A gate's path may change when the old end goes, so the new one comes first. */
  _troupe_editor_connect (self, from, port, to, with_and);
  _troupe_editor_remove_wires (self, ids);
  troupe_document_end_edit (TROUPE_DOCUMENT (self->document));
}

/* --- On a wire and out of it ---------------------------------------------------------------- */

void
_troupe_editor_put_on_wire (TroupeEditor *self, const char *name, const char *id)
{
  WireEnd end;
  TroupeConditionTree *tree;
  TroupeConditionTree *part;
  TroupeConditionTree *own;
  g_autofree char *label = g_strdup_printf (_ ("Insert %s"), name);

  if (!find_wire_end (self, id, &end) || g_str_equal (end.method, name))
    {
      wire_end_clear (&end);
      return;
    }

  tree = copy_tree (self, end.method, end.path);
  part = get_wire_part (tree, &end);
  if (part == NULL || tree_mentions (part, name))
    {
      troupe_condition_tree_free (tree);
      wire_end_clear (&end);
      return;
    }

  own = troupe_condition_tree_join (copy_tree (self, name, ""), troupe_condition_tree_copy (part),
                                    FALSE);
  part->type = TROUPE_CONDITION_EVENT;
  g_ptr_array_set_size (part->children, 0);
  troupe_set_str (&part->event, name);

  troupe_document_begin_edit (TROUPE_DOCUMENT (self->document), label);
  write_tree (self, end.method, end.path, tree, label);
  write_tree (self, name, "", own, label);
  troupe_document_end_edit (TROUPE_DOCUMENT (self->document));
  wire_end_clear (&end);
}

void
_troupe_editor_take_out (TroupeEditor *self, const char *name)
{
  g_autoptr (TroupeConditionTree) own = copy_tree (self, name, "");
  g_autoptr (GPtrArray) listeners = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *label = g_strdup_printf (_ ("Take %s Out"), name);
  gboolean has_own = own->type == TROUPE_CONDITION_EVENT || own->children->len > 0;
  TroupeFlow *flow = get_flow (self);

  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (flow, i);
      const TroupeCondition *condition = troupe_flow_method_get_condition (method, "");

      if (condition != NULL && troupe_condition_mentions (condition, name))
        g_ptr_array_add (listeners, g_strdup (method->name));
    }

  troupe_document_begin_edit (TROUPE_DOCUMENT (self->document), label);
  for (guint i = 0; i < listeners->len; i++)
    {
      const char *listener = g_ptr_array_index (listeners, i);
      TroupeConditionTree *tree = copy_tree (self, listener, "");
      gboolean loops = has_own && tree_mentions (own, listener);

      troupe_condition_tree_replace (tree, name, has_own && !loops ? own : NULL);
      write_tree (self, listener, "", tree, label);
    }
  write_tree (self, name, "", troupe_condition_tree_new (NULL), label);
  troupe_document_end_edit (TROUPE_DOCUMENT (self->document));
}

void
_troupe_editor_toggle_gate (TroupeEditor *self, const char *gate)
{
  const char *path = NULL;
  g_autofree char *method = _troupe_editor_split_gate (gate, &path);
  TroupeConditionTree *tree;
  TroupeConditionTree *part;

  if (method == NULL)
    return;

  tree = copy_tree (self, method, path);
  part = troupe_condition_tree_get (tree, path);
  if (part != NULL && part->type != TROUPE_CONDITION_EVENT)
    part->type = part->type == TROUPE_CONDITION_AND ? TROUPE_CONDITION_OR : TROUPE_CONDITION_AND;
  write_tree (self, method, path, tree, _ ("Toggle And/Or"));
}
