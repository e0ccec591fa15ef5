/* test-cost.c: the cost panel
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <adwaita.h>
#include <string.h>

#include "../test-event.h"
#include "monitor-test.h"
#include "troupe-cost-view.h"

#define START G_GINT64_CONSTANT (1577836800000000)

typedef struct
{
  TroupeTrace *trace;
  GtkWidget *window;
  TroupeCostView *view;
  guint64 sequence;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  GtkWidget *view;

  self->trace = troupe_trace_new ();
  view = troupe_cost_view_new (self->trace);
  self->view = TROUPE_COST_VIEW (view);
  self->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (self->window), 900, 300);
  gtk_window_set_child (GTK_WINDOW (self->window), view);
  gtk_window_present (GTK_WINDOW (self->window));
  troupe_trace_begin (self->trace, START);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (self->window));
  g_assert_finalize_object (self->trace);
}

static void
tell (Fixture *self, TroupeEventType type, TroupeScope *scope, const char *fields)
{
  g_autofree char *json = g_strdelimit (g_strdup (fields), "'", '"');
  g_autoptr (TroupeEvent) event =
      troupe_event_new (type, scope, troupe_value_from_json (json, -1, NULL));

  event->sequence = ++self->sequence;
  event->time_us = START + (gint64) self->sequence * 1000;
  troupe_trace_add_event (self->trace, event);
}

/* Adds a method with one call to a model. */
static void
tell_method (Fixture *self, const char *name, const char *model, const char *end)
{
  g_autoptr (TroupeScope) method =
      troupe_scope_new_stored (TROUPE_SCOPE_METHOD, self->sequence + 1, NULL, NULL, name);
  g_autoptr (TroupeScope) call = NULL;

  tell (self, TROUPE_EVENT_METHOD_STARTED, method, "{}");
  call = troupe_scope_new_stored (TROUPE_SCOPE_MODEL_CALL, self->sequence + 1, method, NULL, model);
  tell (self, TROUPE_EVENT_LLM_CALL_STARTED, call, "{}");
  tell (self, TROUPE_EVENT_LLM_CALL_FINISHED, call, end);
  tell (self, TROUPE_EVENT_METHOD_FINISHED, method, "{}");
}

#define assert_csv(self, lines)                                                                    \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_autofree char *csv_ = troupe_cost_view_to_csv ((self)->view);                                \
    g_assert_cmpstr (csv_, ==, "name,part,calls,in,from_cache,out,seconds,dollars\r\n" lines);     \
  }                                                                                                \
  G_STMT_END

static gboolean
has_text (GtkWidget *widget, const char *text)
{
  if (GTK_IS_LABEL (widget) && strstr (gtk_label_get_label (GTK_LABEL (widget)), text) != NULL)
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (has_text (child, text))
      return TRUE;

  return FALSE;
}

typedef struct
{
  GtkWidget *view;
  const char *text;
} Sought;

static gboolean
is_seen (gpointer user_data)
{
  const Sought *sought = user_data;

  return has_text (sought->view, sought->text);
}

/* Waits until the view shows the text. The view refreshes itself within a few seconds. */
static void
wait_for_text (Fixture *self, const char *text)
{
  Sought sought = { GTK_WIDGET (self->view), text };

  monitor_test_wait (is_seen, &sought);
}

static void
test_csv (Fixture *self, gconstpointer data)
{
  tell_method (self, "write", "big",
               "{'usage': {'prompt_tokens': 10, 'completion_tokens': 2}, 'cost': 0.5}");
  tell_method (self, "=cmd|'/c calc'!A1", "odd, \\\"quoted\\\"",
               "{'usage': {'prompt_tokens': 1, 'completion_tokens': 1}}");
  assert_csv (self, "\"write\",\"\",1,10,0,2,0.003,0.500000\r\n"
                    "\"write\",\"big\",1,10,0,2,0.001,0.500000\r\n"
                    "\"'=cmd|'/c calc'!A1\",\"\",1,1,0,1,0.003,\r\n"
                    "\"'=cmd|'/c calc'!A1\",\"odd, \\\"\"quoted\\\"\"\",1,1,0,1,0.001,\r\n");
  troupe_cost_view_set_kind (self->view, TROUPE_COST_MODEL);
  g_assert_cmpint (troupe_cost_view_get_kind (self->view), ==, TROUPE_COST_MODEL);
  assert_csv (self, "\"big\",\"\",1,10,0,2,0.001,0.500000\r\n"
                    "\"big\",\"No agent\",1,10,0,2,0.001,0.500000\r\n"
                    "\"odd, \\\"\"quoted\\\"\"\",\"\",1,1,0,1,0.001,\r\n"
                    "\"odd, \\\"\"quoted\\\"\"\",\"No agent\",1,1,0,1,0.001,\r\n");
  troupe_cost_view_set_kind (self->view, TROUPE_COST_TOOL);
  assert_csv (self, "");
}

/* The table is updated during the run. A missing price is displayed as unknown, and the total
 * becomes a lower bound. */
static void
test_follows (Fixture *self, gconstpointer data)
{
  wait_for_text (self, "Press Run (F5)");
  tell_method (self, "write", "big",
               "{'usage': {'prompt_tokens': 12345, 'completion_tokens': 2}, 'cost': 0.5}");
  wait_for_text (self, "$0.5000");
  g_assert_true (has_text (GTK_WIDGET (self->view), "write"));
  g_assert_true (has_text (GTK_WIDGET (self->view), "100%"));
  g_assert_false (has_text (GTK_WIDGET (self->view), "at least"));
  tell_method (self, "other", "odd", "{'usage': {'prompt_tokens': 5, 'completion_tokens': 1}}");
  wait_for_text (self, "at least $0.5000");
  g_assert_true (has_text (GTK_WIDGET (self->view), "?"));
  /* A new run clears the table. */
  troupe_trace_begin (self->trace, START);
  tell_method (self, "third", "free", "{'usage': {'prompt_tokens': 7}, 'cost': 0}");
  wait_for_text (self, "third");
  g_assert_false (has_text (GTK_WIDGET (self->view), "write"));
  g_assert_true (has_text (GTK_WIDGET (self->view), "free"));
}

static GtkWidget *
find_label (GtkWidget *widget, const char *text)
{
  if (GTK_IS_LABEL (widget) && g_str_equal (gtk_label_get_label (GTK_LABEL (widget)), text))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_label (child, text);

      if (found != NULL)
        return found;
    }

  return NULL;
}

/* Titles end where the numbers below them end. */
static void
test_titles (Fixture *self, gconstpointer data)
{
  const struct
  {
    const char *title;
    const char *text;
  } columns[] = { { "Calls", "1" }, { "Input", "345" }, { "Output", "71" }, { "Cost", "$0.5000" } };

  tell_method (self, "write", "big",
               "{'usage': {'prompt_tokens': 345, 'completion_tokens': 71}, 'cost': 0.5}");
  wait_for_text (self, "$0.5000");
  monitor_test_draw (GTK_WIDGET (self->view));
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      GtkWidget *title = find_label (GTK_WIDGET (self->view), columns[i].title);
      GtkWidget *text = find_label (GTK_WIDGET (self->view), columns[i].text);
      graphene_rect_t above, below;

      g_assert_nonnull (title);
      g_assert_nonnull (text);
      g_assert_true (gtk_widget_compute_bounds (title, GTK_WIDGET (self->view), &above));
      g_assert_true (gtk_widget_compute_bounds (text, GTK_WIDGET (self->view), &below));
      g_test_message ("%s: %.0f, %.0f", columns[i].title, above.origin.x + above.size.width,
                      below.origin.x + below.size.width);
      g_assert_cmpfloat (
          ABS (above.origin.x + above.size.width - below.origin.x - below.size.width), <, 3);
      g_assert_cmpfloat (gtk_label_get_xalign (GTK_LABEL (title)), ==, 1);
    }
}

/* The savings of the cache are shown if there are any. */
static void
test_saved (Fixture *self, gconstpointer data)
{
  tell_method (self, "write", "big",
               "{'usage': {'prompt_tokens': 10, 'completion_tokens': 2}, 'cost': 0.5, "
               "'cache_saved': -0.001}");
  wait_for_text (self, "$0.5000");
  g_assert_false (
      gtk_widget_get_visible (find_label (GTK_WIDGET (self->view), "$0 saved by the cache")));
  tell_method (self, "again", "big",
               "{'usage': {'prompt_tokens': 10, 'completion_tokens': 2}, 'cost': 0.5, "
               "'cache_saved': 0.0112}");
  wait_for_text (self, "$0.0102 saved by the cache");
  g_assert_true (
      gtk_widget_get_visible (find_label (GTK_WIDGET (self->view), "$0.0102 saved by the cache")));
}

/* Methods and tasks have the mark of their card. */
static void
test_marks (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeScope) kickoff = troupe_scope_new_stored (TROUPE_SCOPE_CREW, 1, NULL, "c", "c");
  g_autoptr (TroupeScope) task =
      troupe_scope_new_stored (TROUPE_SCOPE_TASK, 2, kickoff, "c.tasks[6]", "gather");
  GtkWidget *number;

  tell (self, TROUPE_EVENT_CREW_STARTED, kickoff, "{}");
  tell (self, TROUPE_EVENT_TASK_STARTED, task, "{}");
  tell (self, TROUPE_EVENT_TASK_FINISHED, task, "{'output': 'x'}");
  wait_for_text (self, "gather");
  monitor_test_draw (GTK_WIDGET (self->view));
  number = find_label (GTK_WIDGET (self->view), "7");
  g_assert_nonnull (number);
  g_assert_true (gtk_widget_get_mapped (number));
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();

#define ADD(path, test) g_test_add (path, Fixture, NULL, set_up, test, tear_down)
  ADD ("/cost/csv", test_csv);
  ADD ("/cost/follows", test_follows);
  ADD ("/cost/titles", test_titles);
  ADD ("/cost/saved", test_saved);
  ADD ("/cost/marks", test_marks);
#undef ADD

  return g_test_run ();
}
