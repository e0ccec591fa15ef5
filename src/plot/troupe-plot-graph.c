/* troupe-plot-graph.c: cards, gates and wires of a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-plot-graph"

#include "config.h"

#include <math.h>

#include "troupe-limits.h"
#include "troupe-plot-private.h"

#define EVENT_SIDES 54.0 /* what a row has beside the word of its event */

/* Who gives an event: a card, by its own name or by the event in one of its rows. */
typedef struct
{
  guint card;
  gboolean is_event;
  guint row;
} Emitter;

typedef struct
{
  TroupePlotGraph *graph;
  GHashTable *emitters; /* event to GArray of Emitter */
  const TroupeFlowMethod *method;
  const char *prefix; /* of the gates' ids behind the slash */
} Builder;

static void
clear_node (gpointer data)
{
  TroupePlotNode *node = data;

  g_clear_pointer (&node->id, g_free);
  g_clear_pointer (&node->events, g_strfreev);
}

static void
clear_wire (gpointer data)
{
  TroupePlotWire *wire = data;

  g_clear_pointer (&wire->id, g_free);
  g_clear_pointer (&wire->port, g_free);
}

static void
clear_sheet (gpointer data)
{
  TroupePlotSheet *sheet = data;

  g_clear_pointer (&sheet->title, g_free);
  g_clear_pointer (&sheet->text, g_free);
}

/* --- Cards -------------------------------------------------------------------------------- */

static double
estimate_width (const TroupeFlowMethod *method, char **events)
{
  double width = TROUPE_PLOT_CARD_HEAD + troupe_plot_text_width (method->name, 14.67, TRUE) + 14;

  for (guint i = 0; events != NULL && events[i] != NULL; i++)
    width = MAX (width, troupe_plot_text_width (events[i], 12.5, TRUE) + EVENT_SIDES);
  return width;
}

static char **
list_events (const TroupeFlowMethod *method)
{
  g_autoptr (GPtrArray) events = NULL;
  GStrvBuilder *builder = NULL;
  char **result = NULL;
  gboolean complete = FALSE;

  if (!method->router)
    return NULL;
  events = troupe_flow_method_list_events (method, &complete);
  if (events == NULL || events->len == 0)
    return NULL;

  builder = g_strv_builder_new ();
  for (guint i = 0; i < events->len; i++)
    g_strv_builder_add (builder, g_ptr_array_index (events, i));
  result = g_strv_builder_end (builder);
  g_strv_builder_unref (builder);
  return result;
}

static void
add_node (TroupePlotGraph *self, TroupePlotNode *node)
{
  guint index = self->nodes->len;

  if (!g_hash_table_contains (self->indexes, node->id))
    g_hash_table_insert (self->indexes, node->id, GUINT_TO_POINTER (index + 1));
  g_array_append_val (self->nodes, *node);
}

static void
add_card (TroupePlotGraph *self,
          const TroupeFlowMethod *method,
          TroupePlotMeasureFunc measure,
          gpointer user_data)
{
  TroupePlotNode node = { .id = g_strdup (method->name), .method = method };
  guint n_events = 0;

  node.events = list_events (method);
  n_events = node.events != NULL ? g_strv_length (node.events) : 0;
  if (measure != NULL)
    {
      g_autofree char *summary = troupe_plot_get_summary (method);
      node.width = measure (method->name, summary, (const char *const *) node.events, user_data);
    }
  else
    {
      node.width = estimate_width (method, node.events);
    }
  node.width = ceil (CLAMP (node.width, TROUPE_PLOT_CARD_MIN, TROUPE_PLOT_CARD_MAX) / 4) * 4;
  node.height = TROUPE_PLOT_CARD_HEAD;
  if (n_events > 0)
    node.height += TROUPE_PLOT_CARD_ROW * n_events + TROUPE_PLOT_CARD_FOOT;
  add_node (self, &node);
}

/* --- Wires -------------------------------------------------------------------------------- */

static void
add_emitter (GHashTable *emitters, const char *event, Emitter emitter)
{
  GArray *list = g_hash_table_lookup (emitters, event);

  if (list == NULL)
    {
      list = g_array_new (FALSE, FALSE, sizeof (Emitter));
      g_hash_table_insert (emitters, (gpointer) event, list);
    }
  g_array_append_val (list, emitter);
}

static GHashTable *
collect_emitters (TroupePlotGraph *self)
{
  GHashTable *emitters =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_array_unref);

  for (guint i = 0; i < self->nodes->len; i++)
    add_emitter (emitters, g_array_index (self->nodes, TroupePlotNode, i).id,
                 (Emitter){ .card = i });
  for (guint i = 0; i < self->nodes->len; i++)
    {
      const TroupePlotNode *node = &g_array_index (self->nodes, TroupePlotNode, i);

      for (guint j = 0; node->events != NULL && node->events[j] != NULL; j++)
        add_emitter (emitters, node->events[j], (Emitter){ i, TRUE, j });
    }
  return emitters;
}

static void
add_wire (TroupePlotGraph *self, TroupePlotWire wire, const char *event, guint row)
{
  const TroupePlotNode *source = &g_array_index (self->nodes, TroupePlotNode, wire.source);
  const TroupePlotNode *target = &g_array_index (self->nodes, TroupePlotNode, wire.target);

  if (self->wires->len >= TROUPE_PLOT_MAX_WIRES)
    return;

  if (wire.is_event)
    wire.id = g_strdup_printf ("%s>%s#%u@%s", event, target->id, wire.input, source->id);
  else
    wire.id = g_strdup_printf ("%s>%s#%u", event, target->id, wire.input);
  wire.port = wire.is_event ? g_strdup (event) : NULL;
  g_array_append_val (self->wires, wire);
  g_array_append_val (self->wire_rows, row);
}

static void
add_event_wires (Builder *builder, const char *event, guint target, guint input, gboolean is_and)
{
  GArray *list = g_hash_table_lookup (builder->emitters, event);

  for (guint i = 0; list != NULL && i < list->len; i++)
    {
      Emitter emitter = g_array_index (list, Emitter, i);
      TroupePlotWire wire = { .source = emitter.card,
                              .target = target,
                              .input = input,
                              .is_and = is_and,
                              .is_event = emitter.is_event };

      add_wire (builder->graph, wire, event, emitter.row);
    }
}

static guint
add_gate (Builder *builder, const TroupeCondition *condition, const char *path)
{
  TroupePlotNode node = { .is_gate = TRUE,
                          .gate_is_and = condition->type == TROUPE_CONDITION_AND,
                          .method = builder->method,
                          .width = TROUPE_PLOT_GATE,
                          .height = TROUPE_PLOT_GATE };
  const char *dot = *builder->prefix != '\0' && *path != '\0' ? "." : "";

  node.id = g_strconcat (builder->method->name, "/", builder->prefix, dot, path, NULL);
  add_node (builder->graph, &node);
  g_array_append_val (builder->graph->gate_inputs, condition->n_children);
  return builder->graph->nodes->len - 1;
}

/* Draws what leads into input @input of @target. A gate with one child is no gate: the child leads
 * where the gate would. */
static void
add_condition (Builder *builder,
               const TroupeCondition *condition,
               GString *path,
               guint target,
               guint input,
               gboolean is_and,
               guint depth)
{
  gboolean is_gate = condition->n_children >= 2;
  guint inner = target;

  if (depth > TROUPE_LIMIT_NESTING)
    return;
  if (condition->type == TROUPE_CONDITION_EVENT)
    {
      add_event_wires (builder, condition->event, target, input, is_and);
      return;
    }
  if (is_gate)
    {
      TroupePlotWire wire = { .target = target, .input = input, .is_and = is_and };

      inner = add_gate (builder, condition, path->str);
      wire.source = inner;
      add_wire (builder->graph, wire,
                g_array_index (builder->graph->nodes, TroupePlotNode, inner).id, 0);
    }
  for (guint i = 0; i < condition->n_children; i++)
    {
      gsize length = path->len;

      g_string_append_printf (path, "%s%u", length > 0 ? "." : "", i);
      if (is_gate)
        add_condition (builder, condition->children[i], path, inner, i,
                       condition->type == TROUPE_CONDITION_AND, depth + 1);
      else
        add_condition (builder, condition->children[i], path, target, input, is_and, depth + 1);
      g_string_truncate (path, length);
    }
}

static void
add_conditions (TroupePlotGraph *self)
{
  g_autoptr (GHashTable) emitters = collect_emitters (self);
  g_autoptr (GString) path = g_string_new (NULL);

  for (guint i = 0; i < self->n_cards; i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (self->flow, i);
      Builder builder = { self, emitters, method, "" };

      if (method->listen != NULL)
        add_condition (&builder, method->listen, path, i, 0, FALSE, 0);
      if (method->start_condition != NULL)
        {
          builder.prefix = method->listen != NULL ? "start" : "";
          add_condition (&builder, method->start_condition, path, i, method->listen != NULL ? 1 : 0,
                         FALSE, 0);
        }
    }
}

/* --- Public ------------------------------------------------------------------------------- */

TroupePlotGraph *
troupe_plot_graph_new (TroupeFlow *flow, TroupePlotMeasureFunc measure, gpointer user_data)
{
  TroupePlotGraph *self = NULL;

  g_return_val_if_fail (flow != NULL, NULL);

  self = g_new0 (TroupePlotGraph, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->flow = troupe_flow_ref (flow);
  self->nodes = g_array_new (FALSE, FALSE, sizeof (TroupePlotNode));
  g_array_set_clear_func (self->nodes, clear_node);
  self->wires = g_array_new (FALSE, FALSE, sizeof (TroupePlotWire));
  g_array_set_clear_func (self->wires, clear_wire);
  self->notes = g_array_new (FALSE, FALSE, sizeof (TroupePlotSheet));
  g_array_set_clear_func (self->notes, clear_sheet);
  self->indexes = g_hash_table_new (g_str_hash, g_str_equal);

  self->gate_inputs = g_array_new (FALSE, FALSE, sizeof (guint));
  self->wire_rows = g_array_new (FALSE, FALSE, sizeof (guint));
  self->n_cards = troupe_flow_get_n_methods (flow);
  for (guint i = 0; i < self->n_cards; i++)
    add_card (self, troupe_flow_get_method (flow, i), measure, user_data);
  add_conditions (self);
  troupe_plot_graph_find_loops (self);
  return self;
}

TroupePlotGraph *
troupe_plot_graph_ref (TroupePlotGraph *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
troupe_plot_graph_unref (TroupePlotGraph *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_hash_table_unref (self->indexes);
  g_array_unref (self->nodes);
  g_array_unref (self->wires);
  g_array_unref (self->gate_inputs);
  g_array_unref (self->wire_rows);
  g_array_unref (self->notes);
  g_clear_pointer (&self->groups, json_node_unref);
  troupe_flow_unref (self->flow);
  g_free (self);
}

guint
troupe_plot_graph_get_n_nodes (TroupePlotGraph *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->nodes->len;
}

TroupePlotNode *
troupe_plot_graph_get_node (TroupePlotGraph *self, guint index)
{
  g_return_val_if_fail (self != NULL && index < self->nodes->len, NULL);

  return &g_array_index (self->nodes, TroupePlotNode, index);
}

guint
troupe_plot_graph_get_n_wires (TroupePlotGraph *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->wires->len;
}

const TroupePlotWire *
troupe_plot_graph_get_wire (TroupePlotGraph *self, guint index)
{
  g_return_val_if_fail (self != NULL && index < self->wires->len, NULL);

  return &g_array_index (self->wires, TroupePlotWire, index);
}

int
troupe_plot_graph_find_node (TroupePlotGraph *self, const char *id)
{
  g_return_val_if_fail (self != NULL && id != NULL, -1);

  return (int) GPOINTER_TO_UINT (g_hash_table_lookup (self->indexes, id)) - 1;
}

/* --- Ports -------------------------------------------------------------------------------- */

void
troupe_plot_graph_get_source_port (TroupePlotGraph *self,
                                   const TroupePlotWire *wire,
                                   double *x,
                                   double *y)
{
  const TroupePlotNode *node = &g_array_index (self->nodes, TroupePlotNode, wire->source);

  *x = node->width;
  *y = node->is_gate ? node->height / 2 : TROUPE_PLOT_PORT_Y;
  if (wire->is_event)
    {
      gsize index = wire - &g_array_index (self->wires, TroupePlotWire, 0);
      guint row = g_array_index (self->wire_rows, guint, index);

      *y = TROUPE_PLOT_CARD_HEAD + TROUPE_PLOT_CARD_ROW * (row + 0.5);
    }
}

/* Inputs enter a gate on its left arc, 0.62 rad apart; more than eight share half a turn. */
void
troupe_plot_graph_get_target_port (TroupePlotGraph *self,
                                   const TroupePlotWire *wire,
                                   double *x,
                                   double *y)
{
  const TroupePlotNode *node = &g_array_index (self->nodes, TroupePlotNode, wire->target);
  guint n_inputs = 0;
  double step = 0.62;
  double angle = 0;

  *x = 0;
  *y = TROUPE_PLOT_PORT_Y;
  if (!node->is_gate)
    return;
  n_inputs = g_array_index (self->gate_inputs, guint, wire->target - self->n_cards);
  if (n_inputs > 5)
    step = 2.6 / (n_inputs - 1);
  angle = (wire->input - (n_inputs - 1) / 2.0) * step;
  *x = node->width / 2 * (1 - cos (angle));
  *y = node->height / 2 * (1 + sin (angle));
}
