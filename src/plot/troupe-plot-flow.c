/* troupe-plot-flow.c: creates the graph of a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-plot-flow"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-limits.h"
#include "troupe-plot-flow.h"
#include "troupe-plot-measures.h"
#include "troupe-plot-text.h"

#define EVENT_SIDES 54.0 /* width of an event row without the text */

/* Maximum number of methods in the description of a graph. */
#define MAX_DESCRIBED 200

/* An emitter of an event. This is a card, which emits the event through its own name or through
 * the event in one of its rows. */
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
  guint card;           /* whose condition is drawn */
  const char *prefix;   /* prefix of gate ids after the slash */
} Builder;

/* --- Cards -------------------------------------------------------------------------------- */

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

static TroupePlotRole
get_role (const TroupeFlowMethod *method)
{
  if (method->router)
    return TROUPE_PLOT_ROLE_ROUTER;
  return method->start ? TROUPE_PLOT_ROLE_START : TROUPE_PLOT_ROLE_LISTENER;
}

static gboolean
may_stream (const TroupeFlowMethod *method)
{
  return method->action->type == TROUPE_ACTION_AGENT ||
         method->action->type == TROUPE_ACTION_CREW || method->action->type == TROUPE_ACTION_EACH;
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

/* Returns TRUE if a gate with one input is the condition of a card, to which a user drags further wires. */
static gboolean
is_begun_gate (const TroupeCondition *condition, const GString *path)
{
  return condition->n_children == 1 && path->len == 0 &&
         condition->children[0]->type == TROUPE_CONDITION_EVENT;
}

/* Adds the gates and wires of @condition that lead into input @input of @target. Other conditions
 * with one child get no gate, and the child leads directly to @target. */
static void
add_condition (Builder *builder,
               const TroupeCondition *condition,
               GString *path,
               guint target,
               guint input,
               gboolean is_and,
               guint depth)
{
  gboolean is_gate = condition->n_children >= 2 || is_begun_gate (condition, path);
  guint inner = target;

  g_assert (builder != NULL);

  if (depth > TROUPE_LIMIT_NESTING)
    return;
  if (condition->type == TROUPE_CONDITION_EVENT)
    {
      const char *event = condition->event;
      GArray *list = g_hash_table_lookup (builder->emitters, event);

      for (guint i = 0; list != NULL && i < list->len; i++)
        {
          Emitter emitter = g_array_index (list, Emitter, i);
          TroupePlotWire wire = { .source = emitter.card,
                                  .row = emitter.row,
                                  .target = target,
                                  .input = input,
                                  .is_and = is_and,
                                  .is_event = emitter.is_event };

          troupe_plot_graph_add_wire (builder->graph, &wire, event);
        }
      return;
    }
  if (is_gate)
    {
      TroupePlotWire wire = { .target = target, .input = input, .is_and = is_and };
      const char *gate = path->str;
      const char *dot = *builder->prefix != '\0' && *gate != '\0' ? "." : "";
      g_autofree char *id =
          g_strconcat (troupe_plot_graph_get_node (builder->graph, builder->card)->id, "/",
                       builder->prefix, dot, gate, NULL);

      inner = troupe_plot_graph_add_gate (builder->graph, builder->card, id,
                                          condition->type == TROUPE_CONDITION_AND,
                                          condition->n_children);
      wire.source = inner;
      troupe_plot_graph_add_wire (builder->graph, &wire,
                                  troupe_plot_graph_get_node (builder->graph, inner)->id);
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

/* --- Public functions ------------------------------------------------------------------------- */

/**
 * troupe_plot_flow_new:
 * @flow: the flow to draw; may have errors
 * @measure: (nullable) (scope call): returns the width of a card; %NULL estimates it from the text
 *
 * Creates a graph with a card for each method, a gate for each and/or with at least two inputs, or
 * with one event as the whole condition of a method, and a wire for each connection from a port to a
 * card or gate. An event without an emitter has no wire. Takes time linear in the size of the flow.
 *
 * The id of a card is the name of the method. The id of a gate is `METHOD/PATH` with the path of
 * child indexes inside its condition: `review/` for the outermost gate, `review/1.0` for an inner
 * one. If a method has both a listen condition and a start condition, the gates of the start
 * condition are `review/start` and `review/start.0`.
 *
 * Returns: (transfer full): a graph without positions; keeps no reference to @flow
 */
TroupePlotGraph *
troupe_plot_flow_new (TroupeFlow *flow, TroupePlotMeasureFunc measure, gpointer user_data)
{
  TroupePlotGraph *graph;
  g_autoptr (GHashTable) emitters = NULL;
  g_autoptr (GString) path = NULL;

  g_return_val_if_fail (flow != NULL, NULL);

  graph = troupe_plot_graph_new ();
  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (flow, i);
      g_autofree char *summary = troupe_plot_get_summary (method);
      g_auto (GStrv) events = list_events (method);
      TroupePlotNode card = { .id = method->name,
                              .events = events,
                              .role = get_role (method),
                              .is_root = method->start && method->start_condition == NULL,
                              .is_start = method->start,
                              .summary = summary,
                              .description = method->description,
                              .icon_name = troupe_plot_get_icon_name (method),
                              .may_stream = may_stream (method) };

      card.has_input = !card.is_root || method->listen != NULL;
      if (measure != NULL)
        card.width = measure (method->name, summary, (const char *const *) events, user_data);
      else
        {
          double width =
              TROUPE_PLOT_CARD_HEAD + troupe_plot_text_width (method->name, 14.67, TRUE) + 14;

          for (guint j = 0; events != NULL && events[j] != NULL; j++)
            width = MAX (width, troupe_plot_text_width (events[j], 12.5, TRUE) + EVENT_SIDES);
          card.width = width;
        }
      troupe_plot_graph_add_card (graph, &card);
    }
  emitters = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_array_unref);
  for (guint i = 0; i < troupe_plot_graph_get_n_nodes (graph); i++)
    add_emitter (emitters, troupe_plot_graph_get_node (graph, i)->id, (Emitter){ .card = i });
  for (guint i = 0; i < troupe_plot_graph_get_n_nodes (graph); i++)
    {
      const TroupePlotNode *node = troupe_plot_graph_get_node (graph, i);

      for (guint j = 0; node->events != NULL && node->events[j] != NULL; j++)
        add_emitter (emitters, node->events[j], (Emitter){ i, TRUE, j });
    }
  path = g_string_new (NULL);
  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (flow, i);
      Builder builder = { graph, emitters, i, "" };

      if (method->listen != NULL)
        add_condition (&builder, method->listen, path, i, 0, FALSE, 0);
      if (method->start_condition != NULL)
        {
          builder.prefix = method->listen != NULL ? "start" : "";
          add_condition (&builder, method->start_condition, path, i, method->listen != NULL ? 1 : 0,
                         FALSE, 0);
        }
    }
  troupe_plot_graph_mark_loops (graph);
  return graph;
}

/**
 * troupe_plot_flow_describe:
 *
 * Sets the title of the graph to the name of @flow, and its description for screen readers to the
 * order of the methods.
 */
void
troupe_plot_flow_describe (TroupePlotGraph *graph, TroupeFlow *flow)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_return_if_fail (graph != NULL);
  g_return_if_fail (flow != NULL);

  if (troupe_flow_get_description (flow) != NULL)
    g_string_append (text, troupe_flow_get_description (flow));
  for (guint i = 0; i < MIN (troupe_flow_get_n_methods (flow), MAX_DESCRIBED); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (flow, i);
      const TroupeCondition *condition =
          method->listen != NULL ? method->listen : method->start_condition;
      g_autofree char *when = condition != NULL ? troupe_condition_to_text (condition) : NULL;

      g_string_append_c (text, '\n');
      if (when == NULL && method->start)
        g_string_append_printf (text, _ ("%s runs at start."), method->name);
      else if (when == NULL)
        g_string_append_printf (text, _ ("%s never runs."), method->name);
      else
        g_string_append_printf (text, _ ("%s runs after %s."), method->name, when);
    }
  troupe_plot_graph_set_texts (graph, troupe_flow_get_name (flow), text->str);
}
