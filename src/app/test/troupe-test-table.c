/* troupe-test-table.c: table of test scores, with a row per task and a column per round
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-test-table"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "troupe-clock.h"
#include "troupe-sanitize-text.h"
#include "troupe-test-table.h"

#define AVATAR 20
/* Maximum number of explanations that are shown. */
#define MOST_LOW 12

struct _TroupeTestTable
{
  GtkWidget parent_instance;

  GtkWidget *scroller;
  GtkWidget *rows;
  GtkWidget *lows;
  GPtrArray *groups; /* (element-type GtkSizeGroup): one per column */
  char *shown;       /* (nullable): describes the shown rows */
  gboolean is_narrow;
};

enum
{
  ROUND_ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeTestTable, troupe_test_table, GTK_TYPE_WIDGET)

/* --- Cells ------------------------------------------------------------------------------------------ */

static GtkWidget *
make_cell (const char *text, float xalign)
{
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "label", text, "xalign", xalign,
                                   "accessible-role", GTK_ACCESSIBLE_ROLE_CELL, NULL);

  gtk_widget_add_css_class (label, "test-cell");
  return label;
}

GtkWidget *
troupe_test_table_make_mark (double mark)
{
  g_autofree char *text = troupe_test_mark_to_text (mark);
  g_autofree char *spoken = NULL;
  GtkWidget *cell = make_cell (text, 0.5);

  gtk_widget_add_css_class (cell, "numeric");
  if (mark >= TROUPE_TEST_GOOD)
    {
      gtk_widget_add_css_class (cell, "good");
      /* Translators: %s is a score from 1 to 10 */
      spoken = g_strdup_printf (_ ("%s, good"), text);
    }
  else if (mark < TROUPE_TEST_LOW)
    {
      gtk_widget_add_css_class (cell, "low");
      /* Translators: %s is a score from 1 to 10 */
      spoken = g_strdup_printf (_ ("%s, low"), text);
    }
  if (spoken != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (cell), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken,
                                    -1);
  return cell;
}

static GtkWidget *
make_unrated (void)
{
  GtkWidget *cell = make_cell (_ ("Not rated"), 0.5);

  gtk_widget_add_css_class (cell, "dim-label");
  return cell;
}

static void
add_cell (TroupeTestTable *self, GtkWidget *row, guint column, GtkWidget *cell)
{
  g_assert (TROUPE_IS_TEST_TABLE (self));

  while (self->groups->len <= column)
    g_ptr_array_add (self->groups, gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL));
  gtk_size_group_add_widget (g_ptr_array_index (self->groups, column), cell);
  if (column == 0)
    gtk_widget_set_hexpand (cell, TRUE);
  gtk_box_append (GTK_BOX (row), cell);
}

static GtkWidget *
add_row (TroupeTestTable *self, gboolean is_focusable)
{
  GtkWidget *row = g_object_new (GTK_TYPE_BOX, "accessible-role", GTK_ACCESSIBLE_ROLE_ROW,
                                 "focusable", is_focusable, NULL);

  g_assert (TROUPE_IS_TEST_TABLE (self));

  gtk_widget_add_css_class (row, "test-row");
  gtk_box_append (GTK_BOX (self->rows), row);
  return row;
}

static GtkWidget *
make_average (double mark)
{
  g_autofree char *text = troupe_test_mark_to_text (mark);
  GtkWidget *cell = make_cell (text, 1);

  gtk_widget_add_css_class (cell, "numeric");
  gtk_widget_add_css_class (cell, "average");
  return cell;
}

static GtkWidget *
make_time (gint64 elapsed_us)
{
  g_autofree char *text = elapsed_us > 0 ? troupe_span_to_text (elapsed_us) : g_strdup ("–");
  GtkWidget *cell = make_cell (text, 1);

  gtk_widget_add_css_class (cell, "numeric");
  gtk_widget_add_css_class (cell, "dim-label");
  return cell;
}

/* --- Rows ------------------------------------------------------------------------------------------- */

static void
add_head (TroupeTestTable *self, const TroupeTestFacts *facts)
{
  GtkWidget *row = add_row (self, FALSE);
  guint column = 0;

  g_assert (facts != NULL);

  gtk_widget_add_css_class (row, "head");
  add_cell (self, row, column++, make_cell (_ ("Task"), 0));
  add_cell (self, row, column++, make_cell (self->is_narrow ? "" : _ ("Agent"), 0));
  for (guint i = 0; i < facts->n_rounds; i++)
    {
      g_autofree char *text = g_strdup_printf ("%u", i + 1);
      /* Translators: %u is the number of a round: the header of a column */
      g_autofree char *spoken = g_strdup_printf (_ ("Iteration %u"), i + 1);
      GtkWidget *cell = make_cell (text, 0.5);

      if (facts->round == i + 1)
        gtk_widget_add_css_class (cell, "under-way");
      gtk_accessible_update_property (GTK_ACCESSIBLE (cell), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken,
                                      -1);
      add_cell (self, row, column++, cell);
    }
  add_cell (self, row, column++, make_cell (_ ("Average"), 1));
  add_cell (self, row, column++, make_cell (_ ("Time"), 1));
}

/* Sets the accessible name of a row. */
static void
name_row (GtkWidget *row, const char *title, double average)
{
  g_autofree char *line = troupe_text_first_line (title);
  g_autofree char *mark = troupe_test_mark_to_text (average);
  /* Translators: the name of a task; its average score */
  g_autofree char *spoken = g_strdup_printf (_ ("%s, average %s"), line, mark);

  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
}

static void
add_task (TroupeTestTable *self, const TroupeTestFacts *facts, guint index)
{
  const TroupeTestTask *task = &facts->tasks[index];
  const double average = troupe_test_facts_get_task_average (facts, index);
  GtkWidget *row = add_row (self, TRUE);
  guint column = 0;
  guint number = index + 1;
  const char *title = task->title;
  GtkWidget *box =
      g_object_new (GTK_TYPE_BOX, "spacing", 8, "accessible-role", GTK_ACCESSIBLE_ROLE_CELL, NULL);
  g_autofree char *text = g_strdup_printf ("%u", number);
  g_autofree char *line = troupe_text_first_line (title);
  GtkWidget *cell = gtk_label_new (text);
  GtkWidget *label = gtk_label_new (line);
  const char *role;
  GtkWidget *cell_box;
  g_autofree char *cell_line = NULL;

  g_assert (TROUPE_IS_TEST_TABLE (self));

  /* Creates the cell with number and title of a task, for example `1 gather`. */
  gtk_widget_add_css_class (box, "test-cell");
  gtk_widget_add_css_class (cell, "task-number");
  gtk_widget_set_valign (cell, GTK_ALIGN_CENTER);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (GTK_LABEL (label), 8);
  gtk_widget_set_tooltip_text (label, line);
  gtk_widget_add_css_class (label, "heading");
  gtk_box_append (GTK_BOX (box), cell);
  gtk_box_append (GTK_BOX (box), label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (box), GTK_ACCESSIBLE_PROPERTY_LABEL, line, -1);
  add_cell (self, row, column++, box);
  role = task->role;
  cell_box =
      g_object_new (GTK_TYPE_BOX, "spacing", 6, "accessible-role", GTK_ACCESSIBLE_ROLE_CELL, NULL);
  cell_line = role != NULL ? troupe_text_first_line (role) : NULL;
  gtk_widget_add_css_class (cell_box, "test-cell");
  if (cell_line != NULL)
    {
      gtk_box_append (GTK_BOX (cell_box), adw_avatar_new (AVATAR, cell_line, TRUE));
      gtk_accessible_update_property (GTK_ACCESSIBLE (cell_box), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      cell_line, -1);
      gtk_widget_set_tooltip_text (cell_box, cell_line);
      if (!self->is_narrow)
        {
          GtkWidget *cell_label = gtk_label_new (cell_line);

          gtk_label_set_ellipsize (GTK_LABEL (cell_label), PANGO_ELLIPSIZE_END);
          gtk_label_set_max_width_chars (GTK_LABEL (cell_label), 18);
          gtk_label_set_xalign (GTK_LABEL (cell_label), 0);
          gtk_box_append (GTK_BOX (cell_box), cell_label);
        }
    }
  add_cell (self, row, column++, cell_box);
  for (guint i = 0; i < facts->n_rounds; i++)
    {
      GtkWidget *mark = isnan (task->scores[i].returned)
                            ? troupe_test_table_make_mark (task->scores[i].quality)
                            : make_unrated ();

      if (task->scores[i].reason != NULL)
        gtk_widget_set_tooltip_text (mark, task->scores[i].reason);
      add_cell (self, row, column++, mark);
    }
  add_cell (self, row, column++, make_average (average));
  add_cell (self, row, column++, make_time (troupe_test_facts_get_task_time (facts, index)));
  name_row (row, task->title, average);
}

static void
add_crew (TroupeTestTable *self, const TroupeTestFacts *facts)
{
  GtkWidget *row = add_row (self, TRUE);
  GtkWidget *name = make_cell (_ ("Crew"), 0);
  guint column = 0;

  g_assert (facts != NULL);

  gtk_widget_add_css_class (name, "heading");
  add_cell (self, row, column++, name);
  add_cell (self, row, column++, make_cell ("", 0));
  for (guint i = 0; i < facts->n_rounds; i++)
    {
      g_autofree char *text =
          troupe_test_mark_to_text (troupe_test_facts_get_round_average (facts, i));

      add_cell (self, row, column++, make_cell (text, 0.5));
    }
  add_cell (self, row, column++, make_average (troupe_test_facts_get_average (facts)));
  add_cell (self, row, column++, make_time (troupe_test_facts_get_round_time (facts)));
  name_row (row, _ ("Crew"), troupe_test_facts_get_average (facts));
}

/* --- Explanations of low scores --------------------------------------------------------------- */

typedef struct
{
  TroupeTestTable *table;
  guint task;
  guint round;
} Place;

static void
place_free (gpointer data, GClosure *closure)
{
  g_free (data);
}

static void
open_cb (GtkButton *button, Place *place)
{
  g_assert (GTK_IS_BUTTON (button));

  g_signal_emit (place->table, signals[ROUND_ACTIVATED], 0, place->task, place->round);
}

static GtkWidget *
make_low_label (const TroupeTestTask *task, guint round)
{
  const TroupeTestScore *score = &task->scores[round];
  g_autofree char *title = troupe_text_first_line (task->title);
  g_autofree char *mark = troupe_test_mark_to_text (score->quality);
  g_autofree char *reason = score->reason != NULL ? troupe_text_first_line (score->reason) : NULL;
  g_autofree char *text = NULL;
  GtkWidget *label;

  if (!isnan (score->returned))
    /* Translators: the name of a task; the number of a round; a number */
    text = g_strdup_printf (_ ("%s, iteration %u: not rated. The evaluator returned %g, which is "
                               "not a score from 1 to 10."),
                            title, round + 1, score->returned);
  else if (reason != NULL && *reason != '\0')
    /* Translators: the name of a task; the number of a round; a score; the explanation of the
     * evaluator */
    text = g_strdup_printf (_ ("%s, iteration %u: %s. “%s”"), title, round + 1, mark, reason);
  else
    /* Translators: the name of a task; the number of a round; a score */
    text = g_strdup_printf (_ ("%s, iteration %u: %s. The evaluator gave no reason."), title,
                            round + 1, mark);
  label = gtk_label_new (text);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_hexpand (label, TRUE);
  return label;
}

static void
add_low (TroupeTestTable *self, const TroupeTestFacts *facts, guint task, guint round)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *icon = gtk_image_new_from_icon_name ("dialog-warning-symbolic");
  GtkWidget *button = gtk_button_new_with_label (_ ("Open Iteration"));
  Place *place = g_new (Place, 1);

  g_assert (TROUPE_IS_TEST_TABLE (self));

  *place = (Place){ self, task, round };
  gtk_widget_add_css_class (box, "test-low");
  gtk_widget_add_css_class (icon, "warning");
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  g_signal_connect_data (button, "clicked", G_CALLBACK (open_cb), place, place_free, 0);
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), make_low_label (&facts->tasks[task], round));
  gtk_box_append (GTK_BOX (box), button);
  gtk_box_append (GTK_BOX (self->lows), box);
}

/* Says once, instead of for each answer, that the built-in model that was chosen as the evaluator gives no scores. */
static void
add_no_scores (TroupeTestTable *self, const char *model)
{
  g_autofree char *shown = troupe_text_to_line (model);
  g_autofree char *text =
      /* Translators: the name of a built-in model; “mock/say:8” is not translated */
      g_strdup_printf (_ ("The built-in model %s gives no scores. Choose another evaluator, or "
                          "mock/say:8, which "
                          "always gives 8, to try a test without a key."),
                       shown);
  GtkWidget *label = gtk_label_new (text);

  g_assert (TROUPE_IS_TEST_TABLE (self));

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "test-low");
  gtk_box_append (GTK_BOX (self->lows), label);
}

static void
add_lows (TroupeTestTable *self, const TroupeTestFacts *facts)
{
  const gboolean is_mock = facts->model != NULL && g_str_has_prefix (facts->model, "mock/");
  gboolean has_no_scores = FALSE;
  guint n = 0;

  g_assert (facts != NULL);

  for (guint i = 0; i < facts->n_tasks; i++)
    for (guint k = 0; k < facts->n_rounds; k++)
      {
        const gboolean is_unrated = !isnan (facts->tasks[i].scores[k].returned);

        if (is_unrated && is_mock)
          has_no_scores = TRUE;
        else if ((is_unrated || facts->tasks[i].scores[k].quality < TROUPE_TEST_LOW) &&
                 n++ < MOST_LOW)
          add_low (self, facts, i, k);
      }
  if (has_no_scores)
    add_no_scores (self, facts->model);
  if (n > MOST_LOW)
    {
      g_autofree char *text = g_strdup_printf (
          /* Translators: number of low scores that are not listed */
          ngettext ("%u more with a low score.", "%u more with low scores.", n - MOST_LOW),
          n - MOST_LOW);
      GtkWidget *label = gtk_label_new (text);

      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_widget_add_css_class (label, "test-low");
      gtk_widget_add_css_class (label, "dim-label");
      gtk_box_append (GTK_BOX (self->lows), label);
    }
  gtk_widget_set_visible (self->lows, n > 0 || has_no_scores);
}

/* --- Updating --------------------------------------------------------------------------------- */

/* Describes the content of the rows. The rows are created again only if this description
 * changes. */
static char *
describe (TroupeTestTable *self, const TroupeTestFacts *facts)
{
  GString *text = g_string_new (NULL);

  g_assert (facts != NULL);

  g_string_append_printf (text, "%d %u %u\n", self->is_narrow, facts->n_rounds, facts->round);
  for (guint i = 0; i < facts->n_tasks; i++)
    {
      g_string_append_printf (text, "%s\n%s\n", facts->tasks[i].title,
                              facts->tasks[i].role != NULL ? facts->tasks[i].role : "");
      for (guint k = 0; k < facts->n_rounds; k++)
        g_string_append_printf (
            text, "%g %g %s %" G_GINT64_FORMAT "\n", facts->tasks[i].scores[k].quality,
            facts->tasks[i].scores[k].returned,
            facts->tasks[i].scores[k].reason != NULL ? facts->tasks[i].scores[k].reason : "",
            facts->tasks[i].scores[k].elapsed_us);
    }
  return g_string_free (text, FALSE);
}

static void
clear_box (GtkWidget *box)
{
  GtkWidget *child;

  g_assert (GTK_IS_BOX (box));

  while ((child = gtk_widget_get_first_child (box)) != NULL)
    gtk_box_remove (GTK_BOX (box), child);
}

void
troupe_test_table_set_facts (TroupeTestTable *self, const TroupeTestFacts *facts)
{
  char *text;

  g_return_if_fail (TROUPE_IS_TEST_TABLE (self));
  g_return_if_fail (facts != NULL);

  text = describe (self, facts);
  if (g_strcmp0 (text, self->shown) == 0)
    {
      g_free (text);
      return;
    }
  g_free (self->shown);
  self->shown = text;
  clear_box (self->rows);
  clear_box (self->lows);
  g_ptr_array_set_size (self->groups, 0);
  add_head (self, facts);
  for (guint i = 0; i < facts->n_tasks; i++)
    add_task (self, facts, i);
  add_crew (self, facts);
  add_lows (self, facts);
}

void
troupe_test_table_set_narrow (TroupeTestTable *self, gboolean narrow)
{
  g_return_if_fail (TROUPE_IS_TEST_TABLE (self));

  self->is_narrow = narrow;
}

static void
troupe_test_table_dispose (GObject *object)
{
  TroupeTestTable *self = TROUPE_TEST_TABLE (object);

  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_pointer (&self->lows, gtk_widget_unparent);
  g_clear_pointer (&self->groups, g_ptr_array_unref);
  g_clear_pointer (&self->shown, g_free);

  G_OBJECT_CLASS (troupe_test_table_parent_class)->dispose (object);
}

static void
troupe_test_table_class_init (TroupeTestTableClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_test_table_dispose;

  signals[ROUND_ACTIVATED] =
      g_signal_new ("round-activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                    NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "test-table");
}

static void
troupe_test_table_init (TroupeTestTable *self)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));

  gtk_orientable_set_orientation (GTK_ORIENTABLE (layout), GTK_ORIENTATION_VERTICAL);
  self->groups = g_ptr_array_new_with_free_func (g_object_unref);
  self->rows = g_object_new (GTK_TYPE_BOX, "orientation", GTK_ORIENTATION_VERTICAL,
                             "accessible-role", GTK_ACCESSIBLE_ROLE_TABLE, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->rows), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Test Scores"), -1);
  /* The table can scroll, because a table with many rounds is wider than any window. */
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_AUTOMATIC,
                                  GTK_POLICY_NEVER);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->rows);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  self->lows = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_visible (self->lows, FALSE);
  gtk_widget_set_parent (self->lows, GTK_WIDGET (self));
}

GtkWidget *
troupe_test_table_new (void)
{
  return g_object_new (TROUPE_TYPE_TEST_TABLE, NULL);
}
