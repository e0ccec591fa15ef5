/* troupe-scene-builder.c: a flow's graph as a scene of the canvas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-scene-builder"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-action-form.h"
#include "troupe-condition-tree.h"
#include "troupe-mark.h"
#include "troupe-scene-builder.h"
#include "troupe-scene-notes.h"

/* What the scene shows of a method. */
typedef struct {
  JsonNode *node; /* as it stood in the document */
  char *shape;    /* what of it the graph depends on */
  char *leads_to;
  guint n_errors;
  guint n_warnings;
} Card;

typedef struct {
  double x;
  double y;
} Place;

struct _TroupeSceneBuilder
{
  GObject parent_instance;

  TroupeFlowDocument *document;
  TroupeCanvasScene *scene;
  TroupeCanvas *canvas; /* weak */

  TroupeFlow *flow;
  TroupePlotGraph *graph;
  JsonNode *extras;    /* `x-troupe` as it stood */
  GPtrArray *order;    /* names of methods in the order of the document */
  GHashTable *cards;   /* name → Card */
  GHashTable *others;  /* ids of gates and wires in the scene */
  GHashTable *places;  /* id → Place, of what the document has none for */
  TroupeSceneNotes *notes;
  guint n_touched;
};

G_DEFINE_FINAL_TYPE (TroupeSceneBuilder, troupe_scene_builder, G_TYPE_OBJECT)

static void
card_free (gpointer data)
{
  Card *card = data;

  g_clear_pointer (&card->node, json_node_unref);
  g_free (card->shape);
  g_free (card->leads_to);
  g_free (card);
}

/* --- Has the graph changed? ---------------------------------------------------------------- */

static void
append_condition (GString *shape, const TroupeCondition *condition)
{
  g_autofree char *text = condition != NULL ? troupe_condition_to_text (condition) : NULL;

  g_string_append_printf (shape, "|%d%s", condition != NULL ? (int) condition->type : -1,
                          text != NULL ? text : "");
}

static char *
make_shape (const TroupeFlowMethod *method)
{
  GString *shape = g_string_new (NULL);

  g_string_append_printf (shape, "%d%d", method->start, method->router);
  append_condition (shape, method->listen);
  append_condition (shape, method->start_condition);
  for (guint i = 0; method->emit != NULL && method->emit[i] != NULL; i++)
    g_string_append_printf (shape, "|%s", method->emit[i]);

  /* The events of a router that does not list them are read from its expression. */
  if (method->router && method->emit == NULL && method->node != NULL)
    g_string_append_printf (shape, "|%p", (gpointer) method->node);

  return g_string_free (shape, FALSE);
}

static gboolean
is_same_graph (TroupeSceneBuilder *self, TroupeFlow *flow)
{
  guint n = troupe_flow_get_n_methods (flow);

  if (self->graph == NULL || self->order->len != n)
    return FALSE;

  for (guint i = 0; i < n; i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (flow, i);
      const Card *card = g_hash_table_lookup (self->cards, method->name);
      g_autofree char *shape = NULL;

      if (card == NULL || !g_str_equal (g_ptr_array_index (self->order, i), method->name))
        return FALSE;
      if (card->node == method->node)
        continue;
      shape = make_shape (method);
      if (!g_str_equal (shape, card->shape))
        return FALSE;
    }

  return TRUE;
}

/* --- Cards --------------------------------------------------------------------------------- */

char *
troupe_method_describe (const TroupeFlowMethod *method)
{
  const char *role;
  const char *action = "";

  g_return_val_if_fail (method != NULL, NULL);

  role = method->router ? _ ("router") : method->start ? _ ("start method") : _ ("listener");
  if (method->action != NULL)
    action = troupe_action_type_get_title (method->action->type);

  return g_strdup_printf ("%s, %s, %s", method->name, role, action);
}

static char *
describe_links (const TroupeFlowMethod *method, const Card *card)
{
  const TroupeCondition *condition = troupe_flow_method_get_condition (method, "");
  GString *text = g_string_new (NULL);

  if (condition != NULL)
    {
      g_autoptr (TroupeConditionTree) tree = troupe_condition_tree_new (condition);
      g_autofree char *after = troupe_condition_tree_to_text (tree);

      g_string_append_printf (text, _ ("runs after %s"), after);
    }
  else if (method->start)
    {
      g_string_append (text, _ ("runs at start"));
    }
  if (card->leads_to != NULL)
    {
      g_string_append (text, text->len > 0 ? "; " : "");
      g_string_append_printf (text, _ ("leads to %s"), card->leads_to);
    }
  if (card->n_errors > 0)
    {
      g_string_append (text, text->len > 0 ? "; " : "");
      g_string_append_printf (text, ngettext ("%u error", "%u errors", card->n_errors),
                              card->n_errors);
    }

  return g_string_free (text, FALSE);
}

static void
set_card (TroupeSceneBuilder *self, const TroupeFlowMethod *method, Card *card,
          const TroupePlotNode *plotted)
{
  g_autofree char *summary = troupe_plot_get_summary (method);
  g_autofree char *label = troupe_method_describe (method);
  g_autofree char *description = describe_links (method, card);
  TroupeActionType type = method->action != NULL ? method->action->type : TROUPE_ACTION_EXPRESSION;
  TroupeCanvasNode node = {
    .id = method->name,
    .title = method->name,
    .summary = summary,
    .icon_name = troupe_plot_get_icon_name (method),
    .role = troupe_mark_get_role (method),
    .x = plotted->x,
    .y = plotted->y,
    .openable = type == TROUPE_ACTION_CREW || type == TROUPE_ACTION_AGENT,
    .has_input = !method->start || method->listen != NULL || method->start_condition != NULL,
    .n_errors = card->n_errors,
    .n_warnings = card->n_warnings,
    .output = method->name,
    .events = (const char *const *) plotted->events,
    .tooltip = method->description,
    .accessible_label = label,
    .accessible_description = description,
  };

  troupe_canvas_scene_set_node (self->scene, &node);
  self->n_touched++;
  g_clear_pointer (&card->node, json_node_unref);
  if (method->node != NULL)
    card->node = json_node_ref (method->node);
}

/* --- The graph ----------------------------------------------------------------------------- */

static double
measure_cb (const char *name, const char *summary, gpointer user_data)
{
  TroupeSceneBuilder *self = user_data;
  const TroupeFlowMethod *method = troupe_flow_find_method (self->flow, name);
  TroupeCanvasNode node = { .id = name, .title = name, .summary = summary, .output = name };
  double width = 0;
  double height = 0;

  if (method != NULL && method->action != NULL)
    node.openable = method->action->type == TROUPE_ACTION_CREW ||
                    method->action->type == TROUPE_ACTION_AGENT;
  troupe_canvas_measure_node (self->canvas, &node, &width, &height);

  return width;
}

/* What has a place neither in the document nor from before is arranged around the rest. */
static void
place_nodes (TroupeSceneBuilder *self)
{
  guint n = troupe_plot_graph_get_n_nodes (self->graph);
  g_autofree gboolean *in_document = g_new0 (gboolean, n + 1);

  troupe_plot_graph_place_from_document (self->graph, self->document);
  for (guint i = 0; i < n; i++)
    {
      TroupePlotNode *node = troupe_plot_graph_get_node (self->graph, i);
      const Place *place = g_hash_table_lookup (self->places, node->id);

      in_document[i] = node->placed;
      if (node->placed || place == NULL)
        continue;
      node->x = place->x;
      node->y = place->y;
      node->placed = TRUE;
    }
  troupe_plot_graph_arrange (self->graph, FALSE);

  for (guint i = 0; i < n; i++)
    {
      const TroupePlotNode *node = troupe_plot_graph_get_node (self->graph, i);
      Place *place;

      if (in_document[i])
        continue;
      place = g_new (Place, 1);
      place->x = node->x;
      place->y = node->y;
      g_hash_table_insert (self->places, g_strdup (node->id), place);
    }
}

/* The names of what @node leads to, by way of its gates. */
static void
note_targets (TroupeSceneBuilder *self)
{
  for (guint i = 0; i < troupe_plot_graph_get_n_wires (self->graph); i++)
    {
      const TroupePlotWire *wire = troupe_plot_graph_get_wire (self->graph, i);
      const TroupePlotNode *source = troupe_plot_graph_get_node (self->graph, wire->source);
      const TroupePlotNode *target = troupe_plot_graph_get_node (self->graph, wire->target);
      Card *card = source->is_gate ? NULL : g_hash_table_lookup (self->cards, source->id);
      char *longer;

      if (card == NULL || target->method == NULL ||
          (card->leads_to != NULL && strlen (card->leads_to) > 200))
        continue;
      longer = card->leads_to == NULL
                   ? g_strdup (target->method->name)
                   : g_strjoin (", ", card->leads_to, target->method->name, NULL);
      g_free (card->leads_to);
      card->leads_to = longer;
    }
}

static char **
list_gate_inputs (const TroupePlotNode *node)
{
  const char *path = strchr (node->id, '/') + 1;
  const TroupeCondition *gate = troupe_condition_get_part (
      troupe_flow_method_get_condition (node->method, path), path);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; gate != NULL && i < gate->n_children; i++)
    {
      g_autoptr (TroupeConditionTree) tree = troupe_condition_tree_new (gate->children[i]);

      g_ptr_array_add (names, troupe_condition_tree_to_text (tree));
    }
  g_ptr_array_add (names, NULL);

  return (char **) g_ptr_array_free (g_steal_pointer (&names), FALSE);
}

static void
set_gate (TroupeSceneBuilder *self, const TroupePlotNode *node)
{
  g_auto (GStrv) inputs = list_gate_inputs (node);
  g_autofree char *list = g_strjoinv (", ", inputs);
  g_autofree char *label = g_strdup_printf (
      node->gate_is_and ? _ ("and gate before %s") : _ ("or gate before %s"), node->method->name);
  TroupeCanvasGate gate = {
    .id = node->id,
    .kind = node->gate_is_and ? TROUPE_CANVAS_GATE_AND : TROUPE_CANVAS_GATE_OR,
    .x = node->x + TROUPE_GATE_RADIUS,
    .y = node->y + TROUPE_GATE_RADIUS,
    .inputs = (const char *const *) inputs,
    .accessible_label = label,
    .accessible_description = list,
  };

  troupe_canvas_scene_set_gate (self->scene, &gate);
}

static void
set_wire (TroupeSceneBuilder *self, const TroupePlotWire *plotted)
{
  const TroupePlotNode *source = troupe_plot_graph_get_node (self->graph, plotted->source);
  const TroupePlotNode *target = troupe_plot_graph_get_node (self->graph, plotted->target);
  g_auto (GStrv) inputs = target->is_gate ? list_gate_inputs (target) : NULL;
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
  };

  if (inputs != NULL && plotted->input < g_strv_length (inputs))
    wire.to_input = inputs[plotted->input];
  troupe_canvas_scene_set_wire (self->scene, &wire);
}

/* Takes away what bears an id of @table that is not in @kept. */
static void
remove_gone (TroupeSceneBuilder *self, GHashTable *table, GHashTable *kept)
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
set_cards (TroupeSceneBuilder *self)
{
  g_autoptr (GHashTable) kept = g_hash_table_new (g_str_hash, g_str_equal);
  guint n = troupe_flow_get_n_methods (self->flow);

  g_ptr_array_set_size (self->order, 0);
  for (guint i = 0; i < n; i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (self->flow, i);
      Card *card = g_hash_table_lookup (self->cards, method->name);

      if (card == NULL)
        {
          card = g_new0 (Card, 1);
          g_hash_table_insert (self->cards, g_strdup (method->name), card);
        }
      g_free (card->shape);
      card->shape = make_shape (method);
      g_clear_pointer (&card->leads_to, g_free);
      g_ptr_array_add (self->order, g_strdup (method->name));
      g_hash_table_add (kept, method->name);
    }
  remove_gone (self, self->cards, kept);
  note_targets (self);

  for (guint i = 0; i < n; i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (self->flow, i);
      int index = troupe_plot_graph_find_node (self->graph, method->name);

      if (index >= 0)
        set_card (self, method, g_hash_table_lookup (self->cards, method->name),
                  troupe_plot_graph_get_node (self->graph, (guint) index));
    }
}

static void
set_others (TroupeSceneBuilder *self)
{
  g_autoptr (GHashTable) kept = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < troupe_plot_graph_get_n_nodes (self->graph); i++)
    {
      const TroupePlotNode *node = troupe_plot_graph_get_node (self->graph, i);

      if (node->is_gate)
        g_hash_table_add (kept, node->id);
    }
  for (guint i = 0; i < troupe_plot_graph_get_n_wires (self->graph); i++)
    g_hash_table_add (kept, troupe_plot_graph_get_wire (self->graph, i)->id);
  remove_gone (self, self->others, kept);

  for (guint i = 0; i < troupe_plot_graph_get_n_nodes (self->graph); i++)
    {
      const TroupePlotNode *node = troupe_plot_graph_get_node (self->graph, i);

      if (!node->is_gate)
        continue;
      set_gate (self, node);
      g_hash_table_add (self->others, g_strdup (node->id));
    }
  for (guint i = 0; i < troupe_plot_graph_get_n_wires (self->graph); i++)
    {
      const TroupePlotWire *wire = troupe_plot_graph_get_wire (self->graph, i);

      set_wire (self, wire);
      g_hash_table_add (self->others, g_strdup (wire->id));
    }
}

static void
rebuild (TroupeSceneBuilder *self)
{
  g_clear_pointer (&self->graph, troupe_plot_graph_unref);
  self->graph = troupe_plot_graph_new (self->flow, self->canvas != NULL ? measure_cb : NULL, self);
  place_nodes (self);
  set_cards (self);
  set_others (self);
}

/* The graph is as it was: what an edit of a field or an undone move has left to do. */
static void
refresh (TroupeSceneBuilder *self, gboolean moved)
{
  for (guint i = 0; moved && i < troupe_plot_graph_get_n_nodes (self->graph); i++)
    {
      TroupePlotNode *node = troupe_plot_graph_get_node (self->graph, i);
      const Place *place = g_hash_table_lookup (self->places, node->id);
      double offset = node->is_gate ? TROUPE_GATE_RADIUS : 0;
      double x;
      double y;

      if (!troupe_flow_document_get_position (self->document, node->id, &node->x, &node->y) &&
          place != NULL)
        {
          node->x = place->x;
          node->y = place->y;
        }
      if (troupe_canvas_scene_get_position (self->scene, node->id, &x, &y) &&
          (x != node->x + offset || y != node->y + offset))
        troupe_canvas_scene_set_position (self->scene, node->id, node->x + offset,
                                          node->y + offset);
    }

  for (guint i = 0; i < troupe_flow_get_n_methods (self->flow); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (self->flow, i);
      Card *card = g_hash_table_lookup (self->cards, method->name);
      int index;

      if (card->node == method->node)
        continue;
      index = troupe_plot_graph_find_node (self->graph, method->name);
      if (index >= 0)
        set_card (self, method, card, troupe_plot_graph_get_node (self->graph, (guint) index));
    }
}

/* --- Problems ------------------------------------------------------------------------------ */

typedef struct {
  guint n_errors;
  guint n_warnings;
} Counts;

static GHashTable *
count_problems (TroupeSceneBuilder *self)
{
  GPtrArray *problems = troupe_flow_document_get_problems (self->document);
  GHashTable *counts = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);

  for (guint i = 0; problems != NULL && i < problems->len; i++)
    {
      const TroupeProblem *problem = g_ptr_array_index (problems, i);
      Counts *count;

      if (problem->method == NULL || problem->severity == TROUPE_SEVERITY_HINT)
        continue;
      count = g_hash_table_lookup (counts, problem->method);
      if (count == NULL)
        {
          count = g_new0 (Counts, 1);
          g_hash_table_insert (counts, problem->method, count);
        }
      if (problem->severity == TROUPE_SEVERITY_ERROR)
        count->n_errors++;
      else
        count->n_warnings++;
    }

  return counts;
}

static void
update_problems (TroupeSceneBuilder *self)
{
  g_autoptr (GHashTable) counts = count_problems (self);
  GHashTableIter iter;
  gpointer name;
  gpointer value;

  g_hash_table_iter_init (&iter, self->cards);
  while (g_hash_table_iter_next (&iter, &name, &value))
    {
      static const Counts none = { 0, 0 };
      const Counts *count = g_hash_table_lookup (counts, name);
      Card *card = value;

      if (count == NULL)
        count = &none;
      if (card->n_errors == count->n_errors && card->n_warnings == count->n_warnings)
        continue;
      card->n_errors = count->n_errors;
      card->n_warnings = count->n_warnings;
      troupe_canvas_scene_set_node_problems (self->scene, name, card->n_errors, card->n_warnings);
    }
}

/* --- Public -------------------------------------------------------------------------------- */

void
troupe_scene_builder_update (TroupeSceneBuilder *self)
{
  static const char *const extras_path[] = { "x-troupe", NULL };
  TroupeFlow *flow;
  JsonNode *extras;
  gboolean same;

  g_return_if_fail (TROUPE_IS_SCENE_BUILDER (self));

  flow = troupe_flow_document_get_flow (self->document);
  extras = troupe_json_tree_get (troupe_flow_document_get_root (self->document), extras_path);
  same = is_same_graph (self, flow);

  troupe_flow_ref (flow);
  g_clear_pointer (&self->flow, troupe_flow_unref);
  self->flow = flow;
  self->n_touched = 0;

  troupe_canvas_scene_begin_update (self->scene);
  if (same)
    refresh (self, extras != self->extras);
  else
    rebuild (self);
  update_problems (self);
  if (extras != self->extras || self->extras == NULL)
    troupe_scene_notes_update (self->notes, self->document);
  troupe_canvas_scene_end_update (self->scene);

  g_clear_pointer (&self->extras, json_node_unref);
  if (extras != NULL)
    self->extras = json_node_ref (extras);
}

guint
troupe_scene_builder_get_n_touched (TroupeSceneBuilder *self)
{
  g_return_val_if_fail (TROUPE_IS_SCENE_BUILDER (self), 0);

  return self->n_touched;
}

TroupePlotGraph *
troupe_scene_builder_get_graph (TroupeSceneBuilder *self)
{
  g_return_val_if_fail (TROUPE_IS_SCENE_BUILDER (self), NULL);

  return self->graph;
}

const TroupePlotWire *
troupe_scene_builder_find_wire (TroupeSceneBuilder *self, const char *id)
{
  g_return_val_if_fail (TROUPE_IS_SCENE_BUILDER (self), NULL);
  g_return_val_if_fail (id != NULL, NULL);

  for (guint i = 0; i < troupe_plot_graph_get_n_wires (self->graph); i++)
    if (g_str_equal (troupe_plot_graph_get_wire (self->graph, i)->id, id))
      return troupe_plot_graph_get_wire (self->graph, i);

  return NULL;
}

GArray *
troupe_scene_builder_list_unplaced (TroupeSceneBuilder *self)
{
  GArray *positions = g_array_new (FALSE, FALSE, sizeof (TroupePosition));

  g_return_val_if_fail (TROUPE_IS_SCENE_BUILDER (self), positions);

  for (guint i = 0; i < troupe_plot_graph_get_n_nodes (self->graph); i++)
    {
      const TroupePlotNode *node = troupe_plot_graph_get_node (self->graph, i);
      double offset = node->is_gate ? TROUPE_GATE_RADIUS : 0;
      TroupePosition position = { .id = node->id };

      if (troupe_flow_document_get_position (self->document, node->id, &position.x, &position.y) ||
          !troupe_canvas_scene_get_position (self->scene, node->id, &position.x, &position.y))
        continue;
      position.x -= offset;
      position.y -= offset;
      g_array_append_val (positions, position);
    }

  return positions;
}

GArray *
troupe_scene_builder_list_tidy (TroupeSceneBuilder *self)
{
  GArray *positions = g_array_new (FALSE, FALSE, sizeof (TroupePosition));

  g_return_val_if_fail (TROUPE_IS_SCENE_BUILDER (self), positions);

  troupe_plot_graph_arrange (self->graph, TRUE);
  for (guint i = 0; i < troupe_plot_graph_get_n_nodes (self->graph); i++)
    {
      const TroupePlotNode *node = troupe_plot_graph_get_node (self->graph, i);
      TroupePosition position = { node->id, node->x, node->y };

      g_array_append_val (positions, position);
    }

  return positions;
}

static void
troupe_scene_builder_finalize (GObject *object)
{
  TroupeSceneBuilder *self = TROUPE_SCENE_BUILDER (object);

  g_clear_object (&self->document);
  g_clear_object (&self->scene);
  g_clear_weak_pointer (&self->canvas);
  g_clear_pointer (&self->graph, troupe_plot_graph_unref);
  g_clear_pointer (&self->flow, troupe_flow_unref);
  g_clear_pointer (&self->extras, json_node_unref);
  g_clear_pointer (&self->order, g_ptr_array_unref);
  g_clear_pointer (&self->cards, g_hash_table_unref);
  g_clear_pointer (&self->others, g_hash_table_unref);
  g_clear_pointer (&self->places, g_hash_table_unref);
  g_clear_pointer (&self->notes, troupe_scene_notes_free);

  G_OBJECT_CLASS (troupe_scene_builder_parent_class)->finalize (object);
}

static void
troupe_scene_builder_class_init (TroupeSceneBuilderClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_scene_builder_finalize;
}

static void
troupe_scene_builder_init (TroupeSceneBuilder *self)
{
  self->order = g_ptr_array_new_with_free_func (g_free);
  self->cards = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, card_free);
  self->others = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->places = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

TroupeSceneBuilder *
troupe_scene_builder_new (TroupeFlowDocument *document, TroupeCanvasScene *scene,
                          TroupeCanvas *canvas)
{
  TroupeSceneBuilder *self;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (document), NULL);
  g_return_val_if_fail (TROUPE_IS_CANVAS_SCENE (scene), NULL);

  self = g_object_new (TROUPE_TYPE_SCENE_BUILDER, NULL);
  self->document = g_object_ref (document);
  self->scene = g_object_ref (scene);
  g_set_weak_pointer (&self->canvas, canvas);
  self->notes = troupe_scene_notes_new (scene);

  return self;
}
