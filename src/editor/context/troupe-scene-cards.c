/* troupe-scene-cards.c: methods of a flow as cards of the canvas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-scene-cards"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-cel-program.h"
#include "troupe-condition-tree.h"
#include "troupe-editor-context.h"
#include "troupe-flow-pin-edit.h"
#include "troupe-flow-pins.h"
#include "troupe-mark.h"
#include "troupe-sanitize-text.h"
#include "troupe-scene-builder-private.h"
#include "troupe-text-list.h"

void
troupe_scene_card_free (gpointer data)
{
  TroupeSceneCard *card = data;

  g_clear_pointer (&card->node, json_node_unref);
  g_free (card->shape);
  g_free (card->leads_to);
  g_free (card);
}

/* --- Detecting changes of the graph ----------------------------------------------------------- */

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

  g_assert (method != NULL);

  g_string_append_printf (shape, "%d%d", method->start, method->router);
  append_condition (shape, method->listen);
  append_condition (shape, method->start_condition);
  for (guint i = 0; method->emit != NULL && method->emit[i] != NULL; i++)
    g_string_append_printf (shape, "|%s", method->emit[i]);

  /* If a router does not list its events, they are derived from its expression. */
  if (method->router && method->emit == NULL && method->node != NULL)
    g_string_append_printf (shape, "|%p", (gpointer) method->node);

  return g_string_free (shape, FALSE);
}

gboolean
troupe_scene_is_same_graph (TroupeSceneBuilder *self, TroupeFlow *flow)
{
  guint n = troupe_flow_get_n_methods (flow);

  if (self->graph == NULL || self->order->len != n)
    return FALSE;

  for (guint i = 0; i < n; i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (flow, i);
      const TroupeSceneCard *card = g_hash_table_lookup (self->cards, method->name);
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

enum
{
  CONTROL_MUTED = 1 << 0,
  CONTROL_PINNED = 1 << 1,
  CONTROL_BREAKPOINT = 1 << 2,
};

guint
troupe_scene_get_control (TroupeSceneBuilder *self, const char *method)
{
  g_autoptr (TroupeValue) breakpoint =
      troupe_flow_find_breakpoint (self->document, "method", method, NULL);

  return (troupe_flow_is_muted (self->flow, method) ? CONTROL_MUTED : 0) |
         (troupe_flow_get_pin (self->flow, method) != NULL ? CONTROL_PINNED : 0) |
         (breakpoint != NULL ? CONTROL_BREAKPOINT : 0);
}

char *
troupe_method_describe (const TroupeFlowMethod *method)
{
  const char *role;
  const char *action = "";

  g_return_val_if_fail (method != NULL, NULL);

  role = method->router ? _ ("router") : method->start ? _ ("start method") : _ ("listener");
  if (method->action != NULL)
    action = troupe_action_type_get_title (method->action->type);

  /* Translators: read by screen readers: the first %s is the name of a method, the second %s its
   * role, the third %s what it does. */
  return g_strdup_printf (C_ ("method", "%s, %s, %s"), method->name, role, action);
}

static char *
describe_links (const TroupeFlowMethod *method, const TroupeSceneCard *card)
{
  const TroupeCondition *condition = troupe_flow_method_get_condition (method, "");
  GString *text = g_string_new (NULL);

  g_assert (method != NULL);

  if (condition != NULL)
    {
      g_autofree char *after = troupe_condition_to_text (condition);

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

/* Returns the description of a method, or its name and its whole expression, which the card shortens. (transfer
 * full) (nullable): NULL if the card shows everything */
static char *
describe_whole (const TroupeFlowMethod *method)
{
  const TroupeFlowExpression *expression =
      method->action != NULL && method->action->type == TROUPE_ACTION_EXPRESSION
          ? method->action->expression
          : NULL;
  g_autofree char *text = NULL;

  if (method->description != NULL)
    return troupe_text_to_lines (method->description);
  if (method->feedback != NULL || expression == NULL || expression->program == NULL)
    return NULL;
  text =
      g_strdup_printf ("%s\n%s", method->name, troupe_cel_program_get_text (expression->program));
  return troupe_text_to_lines (text);
}

/* Appends what a sighted person sees: that the method is muted or pinned or has a breakpoint.
 * (transfer full) */
static char *
add_control (const char *words, guint control)
{
  GString *text = g_string_new (words);

  if ((control & CONTROL_MUTED) != 0)
    g_string_append_printf (text, ", %s", _ ("muted"));
  if ((control & CONTROL_PINNED) != 0)
    g_string_append_printf (text, ", %s", _ ("pinned"));
  if ((control & CONTROL_BREAKPOINT) != 0)
    g_string_append_printf (text, ", %s", _ ("breakpoint"));
  return g_string_free (text, FALSE);
}

void
troupe_scene_set_card (TroupeSceneBuilder *self,
                       const TroupeFlowMethod *method,
                       TroupeSceneCard *card,
                       const TroupePlotNode *plotted)
{
  g_autofree char *summary = troupe_plot_get_summary (method);
  g_autofree char *tooltip = describe_whole (method);
  g_autofree char *described = troupe_method_describe (method);
  g_autofree char *words = add_control (described, troupe_scene_get_control (self, method->name));
  g_autofree char *label = troupe_text_to_line (words);
  g_autofree char *links = describe_links (method, card);
  g_autofree char *description = troupe_text_to_line (links);
  const guint control = troupe_scene_get_control (self, method->name);
  TroupeCanvasNode node = {
    .id = method->name,
    .muted = (control & CONTROL_MUTED) != 0,
    .breakpoint = (control & CONTROL_BREAKPOINT) != 0,
    .badge = (control & CONTROL_PINNED) != 0 ? "view-pin-symbolic" : NULL,
    .title = method->name,
    .summary = summary,
    .icon_name = troupe_plot_get_icon_name (method),
    .role = troupe_mark_get_role (method),
    .openable = method->action != NULL && method->action->type == TROUPE_ACTION_CREW,
    .x = plotted->x,
    .y = plotted->y,
    .has_input = !method->start || method->listen != NULL || method->start_condition != NULL,
    .n_errors = card->n_errors,
    .n_warnings = card->n_warnings,
    .output = method->name,
    .events = (const char *const *) plotted->events,
    .tooltip = tooltip,
    .accessible_label = label,
    .accessible_description = description,
  };

  troupe_canvas_scene_set_node (self->scene, &node);
  card->control = control;
  self->n_touched++;
  g_clear_pointer (&card->node, json_node_unref);
  if (method->node != NULL)
    card->node = json_node_ref (method->node);
}

void
troupe_scene_set_cards (TroupeSceneBuilder *self)
{
  g_autoptr (GHashTable) kept = g_hash_table_new (g_str_hash, g_str_equal);
  guint n = troupe_flow_get_n_methods (self->flow);

  g_assert (TROUPE_IS_SCENE_BUILDER (self));

  g_ptr_array_set_size (self->order, 0);
  for (guint i = 0; i < n; i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (self->flow, i);
      TroupeSceneCard *card = g_hash_table_lookup (self->cards, method->name);

      if (card == NULL)
        {
          card = g_new0 (TroupeSceneCard, 1);
          g_hash_table_insert (self->cards, g_strdup (method->name), card);
        }
      g_free (card->shape);
      card->shape = make_shape (method);
      g_clear_pointer (&card->leads_to, g_free);
      g_ptr_array_add (self->order, g_strdup (method->name));
      g_hash_table_add (kept, method->name);
    }
  troupe_scene_remove_gone (self, self->cards, kept);
  /* Collects the names of the methods that each method leads to, through its gates. */
  for (guint i = 0; i < troupe_plot_graph_get_n_wires (self->graph); i++)
    {
      const TroupePlotWire *wire = troupe_plot_graph_get_wire (self->graph, i);
      const TroupePlotNode *source = troupe_plot_graph_get_node (self->graph, wire->source);
      const TroupePlotNode *target =
          troupe_plot_graph_get_owner (self->graph,
                                       troupe_plot_graph_get_node (self->graph, wire->target));
      TroupeSceneCard *card =
          source->is_gate ? NULL : g_hash_table_lookup (self->cards, source->id);
      char *longer;

      if (card == NULL || (card->leads_to != NULL && strlen (card->leads_to) > 200))
        continue;
      longer = troupe_text_list_join (
          card->leads_to == NULL ? (const char *const[]){ target->id, NULL }
                                 : (const char *const[]){ card->leads_to, target->id, NULL });
      g_free (card->leads_to);
      card->leads_to = longer;
    }

  for (guint i = 0; i < n; i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (self->flow, i);
      int index = troupe_plot_graph_find_node (self->graph, method->name);

      if (index >= 0)
        troupe_scene_set_card (self, method, g_hash_table_lookup (self->cards, method->name),
                               troupe_plot_graph_get_node (self->graph, (guint) index));
    }
}

/* --- Problems ------------------------------------------------------------------------------ */

typedef struct
{
  guint n_errors;
  guint n_warnings;
} Counts;

static GHashTable *
count_problems (TroupeSceneBuilder *self)
{
  GPtrArray *problems = troupe_document_get_problems (TROUPE_DOCUMENT (self->document));
  GHashTable *counts = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);

  g_assert (TROUPE_IS_SCENE_BUILDER (self));

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
      if (troupe_problem_fails (problem))
        count->n_errors++;
      else
        count->n_warnings++;
    }

  return counts;
}

void
troupe_scene_update_problems (TroupeSceneBuilder *self)
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
      TroupeSceneCard *card = value;

      if (count == NULL)
        count = &none;
      if (card->n_errors == count->n_errors && card->n_warnings == count->n_warnings)
        continue;
      card->n_errors = count->n_errors;
      card->n_warnings = count->n_warnings;
      troupe_canvas_scene_set_node_problems (self->scene, name, card->n_errors, card->n_warnings);
    }
}
