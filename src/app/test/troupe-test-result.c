/* troupe-test-result.c: result view of a crew test and the history of earlier tests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-test-result"

#include "config.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <math.h>

#include "troupe-clock.h"
#include "troupe-money.h"
#include "troupe-sanitize-text.h"
#include "troupe-test-chart.h"
#include "troupe-test-compare.h"
#include "troupe-test-list.h"
#include "troupe-test-result.h"
#include "troupe-test-table.h"
#include "troupe-time-text.h"

/* Height of the placeholder with title, text and button, in pixels. */
#define EMPTY_HEIGHT 200

struct _TroupeTestResult
{
  GtkWidget parent_instance;

  GtkWidget *stack;
  GtkWidget *title;
  GtkWidget *about;
  GtkWidget *average;
  GtkWidget *change;
  GtkWidget *progress;
  GtkWidget *round_label;
  GtkWidget *bar;
  GtkWidget *error;
  GtkWidget *card;
  GtkWidget *table;
  GtkWidget *compare_place;
  GtkWidget *chart_card;
  GtkWidget *chart;
  GtkWidget *others;
  gboolean is_other; /* the table shows the test with the other model */
};

enum
{
  ROUND_ACTIVATED,
  STOP_REQUESTED,
  TEST_REQUESTED,
  TEST_ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeTestResult, troupe_test_result, GTK_TYPE_WIDGET)

/* --- Header ----------------------------------------------------------------------------------- */

static void
append_part (GString *text, const char *part)
{
  if (text->len > 0)
    g_string_append (text, " · ");
  g_string_append (text, part);
}

/* Describes a test, for example `5 rounds with topic = "Grid" · judged by gpt-5.4 · 3:36 ·
 * $0.41`. */
static char *
describe (const TroupeTestFacts *facts)
{
  GString *text = g_string_new (NULL);
  g_autofree char *rounds =
      g_strdup_printf (ngettext ("%u iteration", "%u iterations", facts->n_rounds),
                       facts->n_rounds);
  g_autofree char *time = troupe_span_to_text (facts->elapsed_us);
  g_autofree char *money = troupe_money_describe_sum (facts->micro_dollars, facts->is_priced);

  g_assert (facts != NULL);

  if (facts->inputs != NULL)
    {
      g_autofree char *inputs = troupe_text_first_line (facts->inputs);
      /* Translators: “5 iterations”; and the inputs, such as: topic = "Rain" */
      g_autofree char *part = g_strdup_printf (_ ("%s with %s"), rounds, inputs);

      append_part (text, part);
    }
  else
    append_part (text, rounds);
  if (facts->other != NULL)
    {
      /* Translators: %s is the name of a model */
      g_autofree char *part = g_strdup_printf (_ ("all agents on %s"), facts->other);

      append_part (text, part);
    }
  if (facts->model != NULL)
    {
      /* Translators: %s is the name of a model */
      g_autofree char *part = g_strdup_printf (_ ("evaluated by %s"), facts->model);

      append_part (text, part);
    }
  append_part (text, time);
  if (money != NULL)
    append_part (text, money);
  return g_string_free (text, FALSE);
}

static void
show_facts (TroupeTestResult *self, const TroupeTestFacts *facts, const TroupeStoredTests *kept)
{
  g_autofree char *title = NULL;
  g_autofree char *about = NULL;
  g_autofree char *average = NULL;
  gint64 unix_us;
  g_autofree char *day = NULL;
  g_autofree char *hour = NULL;
  guint n_rated = 0;
  guint n;
  g_autofree char *text = NULL;
  const TroupeStoredTest *before = NULL;
  double change_average;
  g_autofree char *change_day = NULL;
  g_autofree char *change_text = NULL;
  double change;

  g_assert (TROUPE_IS_TEST_RESULT (self));

  unix_us = facts->started_us;
  day = troupe_day_for_display (unix_us);
  hour = troupe_hour_for_display (unix_us);
  title = g_strdup_printf (_ ("Test of %s, %s"), day, hour);
  about = describe (facts);
  average = troupe_test_mark_to_text (troupe_test_facts_get_average (facts));
  self->is_other = facts->other != NULL;
  gtk_label_set_label (GTK_LABEL (self->title), title);
  gtk_label_set_label (GTK_LABEL (self->about), about);
  gtk_label_set_label (GTK_LABEL (self->average), average);
  /* Shows the change of the average since the previous test. */
  change_average = troupe_test_facts_get_average (facts);
  for (guint i = 0; kept != NULL && i < kept->tests->len; i++)
    {
      const TroupeStoredTest *test = g_ptr_array_index (kept->tests, i);

      if (g_strcmp0 (test->run, facts->run) != 0 && test->started_us < facts->started_us &&
          !isnan (test->average))
        before = test;
    }
  gtk_widget_remove_css_class (self->change, "success");
  gtk_widget_remove_css_class (self->change, "error");
  if (before != NULL && !isnan (change_average) && facts->round == 0 && facts->other == NULL)
    {
      change = round ((change_average - before->average) * 10) / 10;
      change_day = troupe_day_for_display (before->started_us);
      /* Translators: the sign +, − or ±; a number; a day, such as “Friday” */
      change_text = g_strdup_printf (_ ("%s%.1f since %s"),
                                     change < 0   ? "−"
                                     : change > 0 ? "+"
                                                  : "±",
                                     fabs (change), change_day);
      if (change != 0)
        gtk_widget_add_css_class (self->change, change > 0 ? "success" : "error");
    }
  gtk_label_set_label (GTK_LABEL (self->change), change_text != NULL ? change_text : "");
  gtk_widget_set_visible (self->change, change_text != NULL);
  n = facts->n_tasks * facts->n_rounds;
  text = g_strdup_printf (_ ("Iteration %u of %u"), MAX (facts->round, 1), facts->n_rounds);
  for (guint i = 0; i < facts->n_tasks; i++)
    for (guint k = 0; k < facts->n_rounds; k++)
      n_rated +=
          !isnan (facts->tasks[i].scores[k].quality) || !isnan (facts->tasks[i].scores[k].returned);
  gtk_label_set_label (GTK_LABEL (self->round_label), text);
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->bar), n_rated / (double) MAX (n, 1));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->bar), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT,
                                  text, -1);
  gtk_widget_set_visible (self->progress, facts->round > 0);
  troupe_test_table_set_facts (TROUPE_TEST_TABLE (self->table), facts);
}

/* --- Updating --------------------------------------------------------------------------------- */

void
troupe_test_result_show (TroupeTestResult *self,
                         const TroupeTestFacts *facts,
                         const TroupeTestFacts *a,
                         const TroupeTestFacts *b,
                         const TroupeStoredTests *kept)
{
  gboolean has_line = FALSE;
  GtkWidget *child;

  g_return_if_fail (TROUPE_IS_TEST_RESULT (self));

  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), facts != NULL ? "test" : "empty");
  while ((child = gtk_widget_get_first_child (self->compare_place)) != NULL)
    gtk_box_remove (GTK_BOX (self->compare_place), child);
  gtk_widget_set_visible (self->compare_place, a != NULL && b != NULL);
  if (a != NULL && b != NULL)
    gtk_box_append (GTK_BOX (self->compare_place), troupe_test_compare_new (a, b));
  for (guint i = 0; kept != NULL && i < kept->tests->len; i++)
    has_line |= !isnan (((TroupeStoredTest *) g_ptr_array_index (kept->tests, i))->average);
  gtk_widget_set_visible (self->chart_card, has_line);
  if (has_line)
    troupe_test_chart_set_tests (TROUPE_TEST_CHART (self->chart), kept->tests);
  troupe_test_list_set_tests (TROUPE_TEST_LIST (self->others), kept != NULL ? kept->tests : NULL,
                              facts != NULL ? facts->run : NULL);
  gtk_widget_set_sensitive (self->others, facts == NULL || facts->round == 0);
  if (facts != NULL)
    show_facts (self, facts, kept);
}

void
troupe_test_result_set_error (TroupeTestResult *self, const char *text)
{
  g_return_if_fail (TROUPE_IS_TEST_RESULT (self));

  gtk_label_set_label (GTK_LABEL (self->error), text != NULL ? text : "");
  gtk_widget_set_visible (self->error, text != NULL);
}

void
troupe_test_result_set_narrow (TroupeTestResult *self, gboolean narrow)
{
  g_return_if_fail (TROUPE_IS_TEST_RESULT (self));

  troupe_test_table_set_narrow (TROUPE_TEST_TABLE (self->table), narrow);
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
round_activated_cb (TroupeTestResult *self, guint task, guint round)
{
  g_assert (TROUPE_IS_TEST_RESULT (self));

  g_signal_emit (self, signals[ROUND_ACTIVATED], 0, self->is_other, task, round);
}

static void
stop_cb (TroupeTestResult *self)
{
  g_assert (TROUPE_IS_TEST_RESULT (self));

  g_signal_emit (self, signals[STOP_REQUESTED], 0);
}

static void
test_cb (TroupeTestResult *self)
{
  g_assert (TROUPE_IS_TEST_RESULT (self));

  g_signal_emit (self, signals[TEST_REQUESTED], 0);
}

static void
test_activated_cb (TroupeTestResult *self, const char *run)
{
  g_assert (TROUPE_IS_TEST_RESULT (self));

  g_signal_emit (self, signals[TEST_ACTIVATED], 0, run);
}

static GtkWidget *
make_label (const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, css_class);
  return label;
}

static GtkWidget *
make_empty (TroupeTestResult *self)
{
  GtkWidget *page = adw_status_page_new ();
  /* The button has no mnemonic, because the button in the bar has the same mnemonic, and a
   * mnemonic used twice does not activate any button. */
  GtkWidget *button = gtk_button_new_with_label (_ ("Test…"));
  GtkWidget *inside;

  g_assert (TROUPE_IS_TEST_RESULT (self));

  adw_status_page_set_title (ADW_STATUS_PAGE (page), _ ("Not tested yet."));
  adw_status_page_set_description (
      ADW_STATUS_PAGE (page),
      _ ("A test runs the crew several times, and a model scores the output of each task."));
  gtk_widget_add_css_class (page, "compact");
  gtk_widget_add_css_class (button, "pill");
  gtk_widget_set_halign (button, GTK_ALIGN_CENTER);
  g_signal_connect_object (button, "clicked", G_CALLBACK (test_cb), self, G_CONNECT_SWAPPED);
  adw_status_page_set_child (ADW_STATUS_PAGE (page), button);
  /* The status page contains a scrolled window, which would have almost no height above the
   * training in a narrow page. */
  inside = gtk_widget_get_first_child (page);
  if (GTK_IS_SCROLLED_WINDOW (inside))
    {
      gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (inside), TRUE);
      gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (inside), EMPTY_HEIGHT);
    }
  return page;
}

static void
troupe_test_result_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (troupe_test_result_parent_class)->dispose (object);
}

static void
troupe_test_result_class_init (TroupeTestResultClass *klass)
{
  const GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_test_result_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);

  signals[ROUND_ACTIVATED] =
      g_signal_new ("round-activated", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 3,
                    G_TYPE_BOOLEAN, G_TYPE_UINT, G_TYPE_UINT);
  signals[STOP_REQUESTED] =
      g_signal_new ("stop-requested", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[TEST_ACTIVATED] = g_signal_new ("test-activated", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                          NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[TEST_REQUESTED] =
      g_signal_new ("test-requested", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
troupe_test_result_init (TroupeTestResult *self)
{
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 10);
  GtkWidget *page = gtk_box_new (GTK_ORIENTATION_VERTICAL, 10);
  GtkWidget *title;
  GtkWidget *stop;
  GtkWidget *head;
  GtkWidget *texts;

  g_assert (TROUPE_IS_TEST_RESULT (self));

  self->error = make_label ("error");
  gtk_label_set_wrap (GTK_LABEL (self->error), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (self->error), PANGO_WRAP_WORD_CHAR);
  gtk_widget_set_visible (self->error, FALSE);
  self->card = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class (self->card, "card");
  self->table = troupe_test_table_new ();
  g_signal_connect_object (self->table, "round-activated", G_CALLBACK (round_activated_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (self->card), self->table);
  self->compare_place = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->title = make_label ("title-4");
  self->about = make_label ("caption");
  gtk_widget_add_css_class (self->about, "dim-label");
  gtk_label_set_wrap (GTK_LABEL (self->about), TRUE);
  self->average = make_label ("test-average");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->average),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, _ ("Average"), -1);
  self->change = make_label ("caption");
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_box_append (GTK_BOX (texts), self->title);
  gtk_box_append (GTK_BOX (texts), self->about);
  gtk_box_append (GTK_BOX (head), texts);
  gtk_box_append (GTK_BOX (head), self->average);
  gtk_box_append (GTK_BOX (head), self->change);
  gtk_box_append (GTK_BOX (page), head);
  stop = gtk_button_new_with_mnemonic (_ ("_Stop"));
  self->progress = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  self->round_label = make_label ("heading");
  self->bar = gtk_progress_bar_new ();
  gtk_widget_set_hexpand (self->bar, TRUE);
  gtk_widget_set_valign (self->bar, GTK_ALIGN_CENTER);
  g_signal_connect_object (stop, "clicked", G_CALLBACK (stop_cb), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (self->progress), self->round_label);
  gtk_box_append (GTK_BOX (self->progress), self->bar);
  gtk_box_append (GTK_BOX (self->progress), stop);
  gtk_widget_set_visible (self->progress, FALSE);
  gtk_box_append (GTK_BOX (page), self->progress);
  gtk_box_append (GTK_BOX (page), self->card);
  gtk_box_append (GTK_BOX (page), self->compare_place);
  title = make_label ("heading");
  self->chart_card = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class (self->chart_card, "card");
  gtk_label_set_label (GTK_LABEL (title), _ ("Average of Each Test"));
  gtk_widget_add_css_class (title, "card-title");
  self->chart = troupe_test_chart_new ();
  gtk_box_append (GTK_BOX (self->chart_card), title);
  gtk_box_append (GTK_BOX (self->chart_card), self->chart);
  gtk_widget_set_visible (self->chart_card, FALSE);
  gtk_box_append (GTK_BOX (page), self->chart_card);
  self->others = troupe_test_list_new ();
  g_signal_connect_object (self->others, "test-activated", G_CALLBACK (test_activated_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (page), self->others);
  self->stack = gtk_stack_new ();
  gtk_stack_set_vhomogeneous (GTK_STACK (self->stack), FALSE);
  gtk_stack_add_named (GTK_STACK (self->stack), make_empty (self), "empty");
  gtk_stack_add_named (GTK_STACK (self->stack), page, "test");
  gtk_box_append (GTK_BOX (column), self->error);
  gtk_box_append (GTK_BOX (column), self->stack);
  gtk_widget_add_css_class (column, "test-result");
  gtk_widget_set_parent (column, GTK_WIDGET (self));
}

GtkWidget *
troupe_test_result_new (void)
{
  return g_object_new (TROUPE_TYPE_TEST_RESULT, NULL);
}
