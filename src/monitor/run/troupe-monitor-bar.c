/* troupe-monitor-bar.c: texts of the bottom bar
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-monitor"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-clock.h"
#include "troupe-cost-view.h"
#include "troupe-money.h"
#include "troupe-monitor-private.h"
#include "troupe-pause-view.h"
#include "troupe-problem-list.h"
#include "troupe-text-list.h"
#include "troupe-value-item.h"
#include "troupe-value-tree.h"

/* Approximate limit of the inputs in the bar and its tooltip, in bytes. */
#define INPUTS_LENGTH 400

static void
show_figure (TroupeMonitor *self, int figure, const char *text, gboolean is_visible)
{
  GtkWidget *label = self->figure_labels[figure];

  g_assert (TROUPE_IS_MONITOR (self));

  gtk_label_set_label (GTK_LABEL (label), text);
  gtk_widget_set_visible (gtk_widget_get_parent (label), is_visible);
}

/* Colors the cost amber if a budget is nearly spent. If it is the budget of the month, a tooltip
 * is shown. */
static void
show_budget (TroupeMonitor *self)
{
  const TroupeTraceUsage *usage = troupe_trace_get_usage (troupe_run_model_get_trace (self->model));
  const gboolean is_month_near = troupe_cost_is_near (self->month.spent, self->month.limit);
  g_autofree char *spent = troupe_cost_month_describe_spent (&self->month);
  g_autofree char *limit = troupe_money_for_display (self->month.limit);
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_MONITOR (self));

  if (is_month_near)
    /* Translators: two amounts of money */
    text = g_strdup_printf (_ ("Cost of this month’s runs: %s of %s"), spent, limit);
  gtk_widget_set_tooltip_text (self->money, text);
  if (is_month_near || troupe_cost_is_near (usage->micro_dollars, self->limit))
    gtk_widget_add_css_class (self->money, "budget-near");
  else
    gtk_widget_remove_css_class (self->money, "budget-near");
}

void
troupe_monitor_update_changes (TroupeMonitor *self)
{
  const guint n = troupe_pause_view_count_changes (TROUPE_PAUSE_VIEW (self->pause));
  g_autofree char *text = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%u value changed by you", "%u values changed by you", n), n);

  g_assert (TROUPE_IS_MONITOR (self));

  gtk_label_set_label (GTK_LABEL (self->changes), text);
  gtk_widget_set_visible (self->changes, n > 0 && !self->narrow);
}

void
troupe_monitor_update_facts (TroupeMonitor *self)
{
  /* The usage of models remains visible after the run has ended. */
  const gboolean is_of_run =
      troupe_run_model_is_running (self->model) ||
      (troupe_run_model_has_run (self->model) && troupe_run_model_get_n_calls (self->model) > 0);
  g_autofree char *text = NULL;
  g_autofree char *cost = NULL;
  g_autofree char *limit = NULL;
  g_autofree char *amount = NULL;
  g_autoptr (PangoAttrList) attributes = NULL;
  PangoAttribute *bold;
  const char *spent;

  if (is_of_run)
    {
      const guint n_calls = troupe_run_model_get_n_calls (self->model);
      const guint64 n_tokens = (guint64) MAX (troupe_run_model_get_n_tokens (self->model), 0);
      const gboolean has_calls = n_calls > 0 && !self->narrow && self->has_figures_room;
      g_autofree char *time = troupe_span_to_text (troupe_run_model_get_elapsed (self->model));
      g_autofree char *calls =
          g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u call", "%u calls", n_calls), n_calls);
      g_autofree char *number = troupe_value_format_count (n_tokens);
      g_autofree char *tokens = g_strdup_printf (
          g_dngettext (GETTEXT_PACKAGE, "%s token", "%s tokens", (gulong) n_tokens), number);

      /* A bar without space for more shows only the duration. The cost page shows the rest. */
      show_figure (self, TROUPE_MONITOR_TIME, time, TRUE);
      show_figure (self, TROUPE_MONITOR_CALLS, calls, has_calls);
      show_figure (self, TROUPE_MONITOR_TOKENS, tokens, has_calls);
    }
  if (self->own_facts != NULL)
    text = g_strdup (self->own_facts);
  else
    text =
        g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u method", "%u methods", self->n_methods),
                         self->n_methods);
  gtk_label_set_label (GTK_LABEL (self->facts), text);
  gtk_widget_set_visible (self->facts, !is_of_run);
  gtk_widget_set_visible (self->figures, is_of_run);
  /* The spent amount is bold and never ellipsized. */
  cost = is_of_run ? troupe_run_model_describe_cost (self->model) : NULL;
  limit = self->limit > 0 ? troupe_money_for_display (self->limit) : NULL;
  attributes = pango_attr_list_new ();
  bold = pango_attr_weight_new (PANGO_WEIGHT_BOLD);
  if (cost != NULL && limit != NULL)
    /* Translators: first %s is the amount that was spent, second %s the budget. */
    amount = g_strdup_printf (_ ("%s of %s"), cost, limit);
  else
    amount = g_strdup (cost != NULL ? cost : "");
  spent = cost != NULL ? strstr (amount, cost) : NULL;
  bold->start_index = spent != NULL ? (guint) (spent - amount) : 0;
  bold->end_index = spent != NULL ? bold->start_index + (guint) strlen (cost) : 0;
  pango_attr_list_insert (attributes, bold);
  gtk_label_set_label (GTK_LABEL (self->money), amount);
  gtk_label_set_attributes (GTK_LABEL (self->money), attributes);
  gtk_widget_set_visible (self->money, cost != NULL);
  troupe_monitor_show_portability (self);
  show_budget (self);
}

void
troupe_monitor_set_limit (TroupeMonitor *self, gint64 limit)
{
  g_return_if_fail (TROUPE_IS_MONITOR (self));
  g_return_if_fail (limit >= 0);

  self->limit = limit;
  troupe_cost_side_set_limit (troupe_monitor_get_cost_side (self), limit);
  troupe_monitor_update_facts (self);
}

void
troupe_monitor_set_month (TroupeMonitor *self, const TroupeCostMonth *month)
{
  g_return_if_fail (TROUPE_IS_MONITOR (self));
  g_return_if_fail (month != NULL);

  self->month = *month;
  troupe_cost_side_set_month (troupe_monitor_get_cost_side (self), month);
  show_budget (self);
}

TroupeCostSide *
troupe_monitor_get_cost_side (TroupeMonitor *self)
{
  g_return_val_if_fail (TROUPE_IS_MONITOR (self), NULL);

  return troupe_cost_view_get_side (TROUPE_COST_VIEW (self->cost));
}

/* Returns the inputs of the run in one line, truncated: `topic "Grid", words 800`. (nullable) */
static char *
describe_inputs (TroupeValue *inputs)
{
  GString *text;

  if (inputs == NULL || !troupe_value_is (inputs, TROUPE_VALUE_MAP) ||
      troupe_value_map_get_size (inputs) == 0)
    return NULL;
  text = g_string_new (NULL);
  for (gsize i = 0; i < troupe_value_map_get_size (inputs) && text->len < INPUTS_LENGTH; i++)
    {
      TroupeValue *key = troupe_value_map_get_key (inputs, i);
      TroupeValue *value = troupe_value_map_get_value (inputs, i);
      g_autofree char *shown = troupe_value_describe_line (value);
      g_autofree char *pair = NULL;

      pair = g_strdup_printf (
          "%s %s",
          troupe_value_is (key, TROUPE_VALUE_STRING) ? troupe_value_get_string (key, NULL) : "",
          shown);
      troupe_text_list_append (text, pair);
    }
  return g_string_free (text, FALSE);
}

void
troupe_monitor_update_inputs (TroupeMonitor *self)
{
  TroupeValue *inputs = troupe_run_model_get_inputs (self->model);

  if (inputs != self->shown_inputs)
    {
      g_autofree char *list = NULL;
      g_autofree char *text = NULL;

      /* The occasion identifies the run, or if there is none, the inputs do. */
      if (self->occasion != NULL)
        text = g_strdup (self->occasion);
      else
        {
          list = describe_inputs (inputs);
          /* Translators: %s is a list of names and values of the inputs of a run. */
          text = list != NULL ? g_strdup_printf (_ ("Inputs: %s"), list) : g_strdup ("");
        }

      g_clear_pointer (&self->shown_inputs, troupe_value_unref);
      self->shown_inputs = inputs != NULL ? troupe_value_ref (inputs) : NULL;
      gtk_label_set_label (GTK_LABEL (self->inputs), text);
      gtk_widget_set_tooltip_text (self->inputs, *text != '\0' ? text : NULL);
    }
  /* Inputs are shown if they have enough space. They are also in the details of the run. */
  gtk_widget_set_visible (self->inputs,
                          (self->occasion != NULL ? !self->two_pages : self->has_wide_bar) &&
                              *gtk_label_get_label (GTK_LABEL (self->inputs)) != '\0');
}

void
troupe_monitor_set_occasion (TroupeMonitor *self, const char *occasion)
{
  g_return_if_fail (TROUPE_IS_MONITOR (self));

  if (g_strcmp0 (occasion, self->occasion) == 0)
    return;
  troupe_set_str (&self->occasion, occasion);
  g_clear_pointer (&self->shown_inputs, troupe_value_unref);
  gtk_label_set_label (GTK_LABEL (self->inputs), occasion != NULL ? occasion : "");
  gtk_widget_set_tooltip_text (self->inputs, occasion);
  troupe_monitor_update_inputs (self);
}

static void
set_pill (GtkWidget *pill, guint count, gboolean has_errors)
{
  g_autofree char *text = g_strdup_printf ("%u", count);

  gtk_label_set_label (GTK_LABEL (pill), text);
  gtk_widget_set_visible (pill, count > 0);
  if (has_errors)
    gtk_widget_add_css_class (pill, "has-errors");
  else
    gtk_widget_remove_css_class (pill, "has-errors");
}

void
troupe_monitor_show_portability (TroupeMonitor *self)
{
  const char *text = self->portability_text;

  gtk_label_set_label (GTK_LABEL (self->portability), text != NULL ? text : "");
  gtk_widget_set_css_classes (self->portability,
                              (const char *[]){
                                  "facts", self->only_here ? "only-here" : "dim-label", NULL });
  gtk_widget_set_css_classes (self->tick_icon,
                              (const char *[]){ self->only_here ? "only-here" : "success", NULL });
  gtk_image_set_from_icon_name (GTK_IMAGE (self->tick_icon), self->only_here
                                                                 ? "dialog-warning-symbolic"
                                                                 : "troupe-check-symbolic");
  gtk_widget_set_tooltip_text (self->portability_button, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->portability_button),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, text != NULL ? text : "", -1);
  gtk_widget_set_visible (self->tick_icon, self->two_pages || !self->only_here);
  gtk_widget_set_visible (self->portability, !self->two_pages);
  /* During a run, the bar needs the space for the data of the run. */
  gtk_widget_set_visible (self->portability_button,
                          text != NULL && !troupe_run_model_is_running (self->model));
}

void
troupe_monitor_update_problems (TroupeMonitor *self, GPtrArray *problems)
{
  guint counts[TROUPE_SEVERITY_HINT + 1] = { 0 };
  guint n_shown;
  guint n_failing = 0; /* in CrewAI */
  gboolean has_errors = FALSE;
  gboolean is_refused = FALSE;
  g_autofree char *portability = NULL;

  for (guint i = 0; i < problems->len; i++)
    {
      const TroupeProblem *problem = g_ptr_array_index (problems, i);

      counts[problem->severity]++;
      has_errors |= troupe_problem_fails (problem);
      is_refused |= g_str_equal (problem->code, "run_refused");
      n_failing += troupe_problem_fails_in_crewai (problem) ? 1 : 0;
    }
  n_shown = counts[TROUPE_SEVERITY_ERROR] + counts[TROUPE_SEVERITY_WARNING];
  set_pill (self->pill, n_shown, has_errors);
  set_pill (self->narrow_pill, n_shown, has_errors);
  troupe_problem_list_set_problems (TROUPE_PROBLEM_LIST (self->problems), problems);

  /* Problems that only concern Troupe do not matter. If a run is refused, only CrewAI itself can
   * tell whether it would run the document. */
  if (n_failing > 0)
    portability = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Fails in CrewAI 1.15: %u place",
                                                "Fails in CrewAI 1.15: %u places", n_failing),
                                   n_failing);
  else if (counts[TROUPE_SEVERITY_PORTABILITY] > 0)
    portability = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Troupe only: %u place",
                                                "Troupe only: %u places",
                                                counts[TROUPE_SEVERITY_PORTABILITY]),
                                   counts[TROUPE_SEVERITY_PORTABILITY]);
  else
    portability = is_refused ? NULL : g_strdup (_ ("Compatible with CrewAI 1.15"));
  self->only_here = n_failing + counts[TROUPE_SEVERITY_PORTABILITY] > 0;
  troupe_set_str (&self->portability_text, portability);
  troupe_monitor_show_portability (self);
}
