/* troupe-test-compare.c: table that compares two tests of a crew with different models
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-test-compare"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "troupe-clock.h"
#include "troupe-money.h"
#include "troupe-sanitize-text.h"
#include "troupe-test-compare.h"
#include "troupe-test-table.h"

#define N_COLUMNS 4

typedef struct
{
  GtkWidget *table;
  GtkSizeGroup *groups[N_COLUMNS];
} Table;

static void
add_cell (Table *table, GtkWidget *row, guint column, GtkWidget *cell)
{
  g_assert (column < N_COLUMNS);

  gtk_size_group_add_widget (table->groups[column], cell);
  gtk_widget_set_hexpand (cell, column == 0);
  gtk_box_append (GTK_BOX (row), cell);
}

static GtkWidget *
make_cell (const char *text, float xalign, const char *css_class)
{
  GtkWidget *cell =
      g_object_new (GTK_TYPE_LABEL, "label", text, "xalign", xalign, "ellipsize",
                    PANGO_ELLIPSIZE_END, "accessible-role", GTK_ACCESSIBLE_ROLE_CELL, NULL);

  gtk_widget_add_css_class (cell, "test-cell");
  if (css_class != NULL)
    gtk_widget_add_css_class (cell, css_class);
  if (xalign > 0)
    gtk_label_set_ellipsize (GTK_LABEL (cell), PANGO_ELLIPSIZE_NONE);
  return cell;
}

static GtkWidget *
add_row (Table *table, const char *spoken)
{
  GtkWidget *row = g_object_new (GTK_TYPE_BOX, "accessible-role", GTK_ACCESSIBLE_ROLE_ROW,
                                 "focusable", TRUE, NULL);

  g_assert (table != NULL);

  gtk_widget_add_css_class (row, "test-row");
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
  gtk_box_append (GTK_BOX (table->table), row);
  return row;
}

/* Formats the difference, for example `+0.5`; a dash if one of the values is unknown. */
static char *
describe_difference (double a, double b)
{
  const double difference = round ((b - a) * 10) / 10;

  if (isnan (difference))
    return g_strdup ("–");
  if (difference == 0)
    return g_strdup ("=");
  return g_strdup_printf ("%s%.1f", difference > 0 ? "+" : "−", fabs (difference));
}

static void
add_marks (Table *table, const char *title, double a, double b)
{
  g_autofree char *line = troupe_text_first_line (title);
  g_autofree char *a_text = troupe_test_mark_to_text (a);
  g_autofree char *b_text = troupe_test_mark_to_text (b);
  g_autofree char *difference = describe_difference (a, b);
  /* Translators: the name of a task; the scores of A and of B */
  g_autofree char *spoken = g_strdup_printf (_ ("%s: A %s, B %s"), line, a_text, b_text);
  GtkWidget *row = add_row (table, spoken);

  add_cell (table, row, 0, make_cell (line, 0, "heading"));
  add_cell (table, row, 1, troupe_test_table_make_mark (a));
  add_cell (table, row, 2, troupe_test_table_make_mark (b));
  add_cell (table, row, 3, make_cell (difference, 1, "numeric"));
}

/* @a, @b: (nullable) */
static void
add_texts (Table *table, const char *title, const char *a, const char *b)
{
  const char *a_text = a != NULL ? a : "–";
  const char *b_text = b != NULL ? b : "–";
  g_autofree char *spoken = g_strdup_printf (_ ("%s: A %s, B %s"), title, a_text, b_text);
  GtkWidget *row = add_row (table, spoken);

  add_cell (table, row, 0, make_cell (title, 0, NULL));
  add_cell (table, row, 1, make_cell (a_text, 0.5, "numeric"));
  add_cell (table, row, 2, make_cell (b_text, 0.5, "numeric"));
  add_cell (table, row, 3, make_cell ("", 1, NULL));
}

static void
add_head (Table *table)
{
  GtkWidget *row = add_row (table, _ ("Task, A, B, difference"));
  static const char *const marks[] = { "A", "B" };

  g_assert (table != NULL);

  gtk_widget_set_focusable (row, FALSE);
  gtk_widget_add_css_class (row, "head");
  add_cell (table, row, 0, make_cell (_ ("Task"), 0, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    {
      GtkWidget *cell = make_cell (marks[i], 0.5, "side-mark");

      gtk_widget_add_css_class (cell, i == 0 ? "a" : "b");
      add_cell (table, row, i + 1, cell);
    }
  add_cell (table, row, 3, make_cell (_ ("B vs. A"), 1, NULL));
}

GtkWidget *
troupe_test_compare_new (const TroupeTestFacts *a, const TroupeTestFacts *b)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *title = gtk_label_new (_ ("Two Models"));
  Table table = { 0 };
  g_autofree char *a_time = NULL;
  g_autofree char *b_time = NULL;
  g_autofree char *a_money = NULL;
  g_autofree char *b_money = NULL;
  g_autofree char *model = NULL;
  g_autofree char *text = NULL;
  GtkWidget *label;

  g_return_val_if_fail (a != NULL && b != NULL, NULL);

  table.table = g_object_new (GTK_TYPE_BOX, "orientation", GTK_ORIENTATION_VERTICAL,
                              "accessible-role", GTK_ACCESSIBLE_ROLE_TABLE, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (table.table), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Two Models"), -1);
  for (guint i = 0; i < N_COLUMNS; i++)
    table.groups[i] = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);
  gtk_widget_add_css_class (box, "card");
  gtk_widget_add_css_class (box, "test-compare");
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_widget_add_css_class (title, "heading");
  gtk_widget_add_css_class (title, "card-title");
  gtk_box_append (GTK_BOX (box), title);
  /* Creates the legend that explains A and B. */
  model = b->other != NULL ? troupe_text_to_line (b->other) : g_strdup ("B");
  text = g_strdup_printf (_ ("A: the crew’s own models · B: all agents on %s"), model);
  label = gtk_label_new (text);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (label, "test-legend");
  gtk_box_append (GTK_BOX (box), label);
  add_head (&table);
  for (guint i = 0; i < a->n_tasks && i < b->n_tasks; i++)
    add_marks (&table, a->tasks[i].title, troupe_test_facts_get_task_average (a, i),
               troupe_test_facts_get_task_average (b, i));
  add_marks (&table, _ ("Crew"), troupe_test_facts_get_average (a),
             troupe_test_facts_get_average (b));
  a_time = troupe_span_to_text (troupe_test_facts_get_round_time (a));
  b_time = troupe_span_to_text (troupe_test_facts_get_round_time (b));
  a_money = troupe_money_describe_sum (a->micro_dollars, a->is_priced);
  b_money = troupe_money_describe_sum (b->micro_dollars, b->is_priced);
  add_texts (&table, _ ("Time per Iteration"), a_time, b_time);
  add_texts (&table, _ ("Cost"), a_money, b_money);
  gtk_box_append (GTK_BOX (box), table.table);
  for (guint i = 0; i < N_COLUMNS; i++)
    g_object_unref (table.groups[i]);
  return box;
}
