/* troupe-scene-links.c: gates and wires of a flow on the canvas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-scene-links"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "troupe-condition-tree.h"
#include "troupe-flow-pin-edit.h"
#include "troupe-sanitize-text.h"
#include "troupe-scene-builder-private.h"
#include "troupe-text-list.h"

#define MAX_BENDS 32
#define FARTHEST 1000000.0

/* Removes the items whose ids are in @table but not in @kept. */
void
troupe_scene_remove_gone (TroupeSceneBuilder *self, GHashTable *table, GHashTable *kept)
{
  GHashTableIter iter;
  gpointer id;

  g_hash_table_iter_init (&iter, table);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    if (!g_hash_table_contains (kept, id))
      {
        troupe_canvas_scene_remove (self->scene, id);
        g_hash_table_iter_remove (&iter);
      }
}

static void
set_gate (TroupeSceneBuilder *self, const TroupePlotNode *node, char **inputs)
{
  g_autofree char *events = troupe_text_list_join ((const char *const *) inputs);
  g_autofree char *list = troupe_text_to_line (events);
  g_autofree char *label =
      g_strdup_printf (node->gate_is_and ? _ ("AND gate before %s") : _ ("OR gate before %s"),
                       troupe_plot_graph_get_owner (self->graph, node)->id);
  TroupeCanvasGate gate = {
    .id = node->id,
    .kind = node->gate_is_and ? TROUPE_CANVAS_GATE_AND : TROUPE_CANVAS_GATE_OR,
    .x = node->x + TROUPE_GATE_RADIUS,
    .y = node->y + TROUPE_GATE_RADIUS,
    .inputs = (const char *const *) inputs,
    .accessible_label = label,
    .accessible_description = list,
  };

  g_assert (TROUPE_IS_SCENE_BUILDER (self));

  troupe_canvas_scene_set_gate (self->scene, &gate);
}

/* Returns the stored bends of a wire as pairs. Returns NULL if there are no bends or if they are
 * invalid, because the file may contain anything. (transfer full) (nullable) */
static double *
read_bends (JsonNode *bends, const char *id, guint *n_bends)
{
  const char *const path[] = { id, NULL };
  JsonNode *node = bends != NULL ? troupe_json_tree_get (bends, path) : NULL;
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (double));

  *n_bends = 0;
  if (node == NULL || !JSON_NODE_HOLDS_ARRAY (node))
    return NULL;

  for (guint i = 0; i < json_array_get_length (json_node_get_array (node)) && i < MAX_BENDS; i++)
    {
      JsonNode *pair = json_array_get_element (json_node_get_array (node), i);
      double place[2];

      if (!JSON_NODE_HOLDS_ARRAY (pair) || json_array_get_length (json_node_get_array (pair)) != 2)
        continue;
      for (guint k = 0; k < 2; k++)
        {
          JsonNode *value = json_array_get_element (json_node_get_array (pair), k);

          place[k] =
              JSON_NODE_HOLDS_VALUE (value) && (json_node_get_value_type (value) == G_TYPE_INT64 ||
                                                json_node_get_value_type (value) == G_TYPE_DOUBLE)
                  ? json_node_get_double (value)
                  : 0;
          place[k] = isfinite (place[k]) ? CLAMP (place[k], -FARTHEST, FARTHEST) : 0;
        }
      g_array_append_vals (values, place, 2);
    }
  *n_bends = values->len / 2;

  return *n_bends > 0 ? (double *) g_array_free (g_steal_pointer (&values), FALSE) : NULL;
}

static JsonNode *
get_bends (TroupeSceneBuilder *self)
{
  static const char *const path[] = { "x-troupe", "bends", NULL };

  g_assert (TROUPE_IS_SCENE_BUILDER (self));

  return troupe_json_tree_get (troupe_document_get_root (TROUPE_DOCUMENT (self->document)), path);
}

static gboolean
has_breakpoint (TroupeSceneBuilder *self, const TroupePlotWire *plotted)
{
  const char *target = NULL;
  const char *event = troupe_scene_builder_find_event (self, plotted, &target);
  g_autoptr (TroupeValue) found =
      event != NULL ? troupe_flow_find_breakpoint (self->document, "event", event, target) : NULL;

  return found != NULL;
}

/* Sets a wire of the scene. @inputs: (nullable): the inputs of the gate that the wire leads
 * into. */
static void
set_wire (TroupeSceneBuilder *self, const TroupePlotWire *plotted, GPtrArray *inputs)
{
  const TroupePlotNode *source = troupe_plot_graph_get_node (self->graph, plotted->source);
  const TroupePlotNode *target = troupe_plot_graph_get_node (self->graph, plotted->target);
  TroupeCanvasWire wire = {
    .id = plotted->id,
    .from = source->id,
    .from_port = plotted->port,
    .to = target->id,
    .label = plotted->is_event ? plotted->port : NULL,
    .kind = plotted->is_and     ? TROUPE_CANVAS_WIRE_AND
            : plotted->is_event ? TROUPE_CANVAS_WIRE_EVENT
                                : TROUPE_CANVAS_WIRE_PLAIN,
    .routed_back = plotted->backwards,
    .breakpoint = has_breakpoint (self, plotted),
  };

  g_assert (TROUPE_IS_SCENE_BUILDER (self));

  g_autofree double *bends = read_bends (get_bends (self), plotted->id, &wire.n_bends);

  wire.bends = bends;
  if (inputs != NULL && plotted->input + 1 < inputs->len)
    wire.to_input = g_ptr_array_index (inputs, plotted->input);
  troupe_canvas_scene_set_wire (self->scene, &wire);
}

void
troupe_scene_set_links (TroupeSceneBuilder *self)
{
  guint n_nodes = troupe_plot_graph_get_n_nodes (self->graph);
  /* The inputs by index of the gate. They are listed once for each gate, regardless of its
   * number of wires. */
  g_autofree GPtrArray **inputs = g_new0 (GPtrArray *, n_nodes + 1);
  g_autoptr (GHashTable) kept = g_hash_table_new (g_str_hash, g_str_equal);

  g_assert (TROUPE_IS_SCENE_BUILDER (self));

  for (guint i = 0; i < troupe_plot_graph_get_n_nodes (self->graph); i++)
    {
      const TroupePlotNode *node = troupe_plot_graph_get_node (self->graph, i);

      if (node->is_gate)
        g_hash_table_add (kept, node->id);
    }
  for (guint i = 0; i < troupe_plot_graph_get_n_wires (self->graph); i++)
    g_hash_table_add (kept, troupe_plot_graph_get_wire (self->graph, i)->id);
  troupe_scene_remove_gone (self, self->others, kept);
  g_hash_table_remove_all (self->wires);
  for (guint i = 0; i < n_nodes; i++)
    {
      const TroupePlotNode *node = troupe_plot_graph_get_node (self->graph, i);
      const char *path;
      const TroupeFlowMethod *method;
      const TroupeCondition *gate;
      GPtrArray *names;

      if (!node->is_gate)
        continue;
      path = strchr (node->id, '/') + 1;
      method = troupe_flow_get_method (self->flow, node->owner);
      gate = troupe_condition_get_part (troupe_flow_method_get_condition (method, path), path);
      names = g_ptr_array_new_with_free_func (g_free);
      for (guint j = 0; gate != NULL && j < gate->n_children; j++)
        g_ptr_array_add (names, troupe_condition_to_text (gate->children[j]));
      g_ptr_array_add (names, NULL);
      inputs[i] = names;
      set_gate (self, node, (char **) inputs[i]->pdata);
      g_hash_table_add (self->others, g_strdup (node->id));
    }
  for (guint i = 0; i < troupe_plot_graph_get_n_wires (self->graph); i++)
    {
      const TroupePlotWire *wire = troupe_plot_graph_get_wire (self->graph, i);

      set_wire (self, wire, inputs[wire->target]);
      g_hash_table_add (self->others, g_strdup (wire->id));
      g_hash_table_insert (self->wires, wire->id, (gpointer) wire);
    }
  for (guint i = 0; i < n_nodes; i++)
    g_clear_pointer (&inputs[i], g_ptr_array_unref);
}

/* Sets the wires again whose bends or breakpoints differ from those in the scene. */
void
troupe_scene_update_wires (TroupeSceneBuilder *self)
{
  JsonNode *all = get_bends (self);

  for (guint i = 0; i < troupe_plot_graph_get_n_wires (self->graph); i++)
    {
      const TroupePlotWire *plotted = troupe_plot_graph_get_wire (self->graph, i);
      const TroupeCanvasWire *seen = troupe_canvas_scene_get_wire (self->scene, plotted->id);
      guint n_bends = 0;
      g_autofree double *bends = read_bends (all, plotted->id, &n_bends);
      const gboolean breakpoint = has_breakpoint (self, plotted);
      TroupeCanvasWire wire;

      if (seen == NULL ||
          (breakpoint == seen->breakpoint && n_bends == seen->n_bends &&
           (n_bends == 0 || memcmp (bends, seen->bends, 2 * n_bends * sizeof (double)) == 0)))
        continue;
      /* The scene copies the new description before it frees the old one. */
      wire = *seen;
      wire.bends = bends;
      wire.n_bends = n_bends;
      wire.breakpoint = breakpoint;
      troupe_canvas_scene_set_wire (self->scene, &wire);
    }
}
