/* troupe-batch-side.c: side pane of a batch: selected item and grouped failures
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-batch-side"

#include "config.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "troupe-batch-columns.h"
#include "troupe-batch-side.h"
#include "troupe-clock.h"
#include "troupe-money.h"
#include "troupe-sanitize-text.h"

#define WIDTH 390
/* Values longer than this number of characters are wrapped. */
#define VALUE_CHARS 26
/* Maximum number of item numbers listed per failure group, and maximum number of groups. */
#define MOST_NUMBERS 4
#define MOST_FAILURES 20

struct _TroupeBatchSide
{
  GtkWidget parent_instance;

  GtkWidget *scrolled;
  GtkWidget *mark;
  GtkLabel *title;
  GtkLabel *subtitle;
  GtkButton *again;
  GtkLabel *again_hint;
  GtkWidget *open;
  gint64 ordinal;    /* number of the item that is shown, 0 for none */
  char *run;         /* (nullable): the id of its run */
  TroupeValue *input; /* (nullable): of that run */
  GPtrArray *fields; /* (nullable) (element-type TroupeSchemaField) */
  GtkLabel *error;
  GtkWidget *inputs_title;
  GtkListBox *inputs;
  GtkWidget *result_title;
  GtkLabel *result;
  GtkWidget *failures_title;
  GtkListBox *failures;
};

enum
{
  RUN_AGAIN,
  SLOW_DOWN,
  ORDINAL_CHOSEN,
  RUN_REQUESTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeBatchSide, troupe_batch_side, GTK_TYPE_WIDGET)

static void
empty (GtkListBox *list)
{
  GtkListBoxRow *row;

  g_assert (GTK_IS_LIST_BOX (list));

  while ((row = gtk_list_box_get_row_at_index (list, 0)) != NULL)
    gtk_list_box_remove (list, GTK_WIDGET (row));
}

static GtkWidget *
make_row (const char *title, const char *subtitle)
{
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  /* GTK 4.8 computes a width that is one pixel too small for a short label that may wrap. */
  if (g_utf8_strlen (title, -1) > VALUE_CHARS)
    adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 2);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 2);
  if (subtitle != NULL)
    adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  return row;
}

/* --- Selected item ---------------------------------------------------------------------------- */

/* @subtitle: (nullable) */
static void
add_input (TroupeBatchSide *self, const char *name, const char *value, const char *subtitle)
{
  g_autofree char *title = troupe_text_to_line (name);
  g_autofree char *text = troupe_text_to_lines (value);
  GtkWidget *row = make_row (title, subtitle);
  GtkWidget *label = gtk_label_new (text);

  g_assert (TROUPE_IS_BATCH_SIDE (self));

  /* GTK 4.8 computes a width that is one pixel too small for a short label that may wrap, see
   * make_row(). */
  if (g_utf8_strlen (text, -1) > VALUE_CHARS || strchr (text, '\n') != NULL)
    {
      gtk_label_set_wrap (GTK_LABEL (label), TRUE);
      gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
      gtk_label_set_natural_wrap_mode (GTK_LABEL (label), GTK_NATURAL_WRAP_NONE);
      gtk_label_set_lines (GTK_LABEL (label), 3);
    }
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_label_set_max_width_chars (GTK_LABEL (label), VALUE_CHARS);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), label);
  gtk_list_box_append (self->inputs, row);
}

static void
show_inputs (TroupeBatchSide *self, const TroupeBatchFacts *facts)
{
  TroupeValue *input =
      facts != NULL && facts->input != NULL && troupe_value_is (facts->input, TROUPE_VALUE_MAP)
          ? facts->input
          : NULL;
  gboolean has_some;

  g_assert (TROUPE_IS_BATCH_SIDE (self));

  empty (self->inputs);
  for (gsize i = 0; input != NULL && i < troupe_value_map_get_size (input); i++)
    {
      const char *name = troupe_value_get_string (troupe_value_map_get_key (input, i), NULL);
      g_autofree char *value = troupe_batch_facts_show_input (facts, name);

      add_input (self, name, value, NULL);
    }
  if (facts != NULL)
    {
      /* Adds the default values of inputs that the item does not set. */
      for (guint i = 0; self->fields != NULL && i < self->fields->len; i++)
        {
          const TroupeSchemaField *field = g_ptr_array_index (self->fields, i);
          g_autofree char *value = NULL;

          if (field->initial == NULL || troupe_value_is (field->initial, TROUPE_VALUE_NULL) ||
              (input != NULL && troupe_value_map_lookup_string (input, field->name, -1) != NULL))
            continue;
          value = troupe_batch_show_value (field->initial);
          /* Translators: shown below an input that the item does not set, so that the default value
           * of the document is used */
          add_input (self, field->name, value, _ ("default value"));
        }
    }
  has_some = gtk_list_box_get_row_at_index (self->inputs, 0) != NULL;
  gtk_widget_set_visible (self->inputs_title, has_some);
  gtk_widget_set_visible (GTK_WIDGET (self->inputs), has_some);
}

static char *
describe_state (TroupeBatchRow *row, const TroupeBatchFacts *facts)
{
  g_autofree char *span = NULL;
  g_autofree char *sum = NULL;

  if (facts == NULL || facts->state == TROUPE_BATCH_ITEM_WAITING ||
      troupe_batch_row_get_place (row) != NULL)
    return g_strdup (troupe_batch_row_get_state_word (row));
  span = troupe_span_to_text ((gint64) (facts->seconds * G_USEC_PER_SEC));
  /* A cost of zero is not shown, because the price of the calls may be unknown. */
  sum = troupe_money_describe_sum (facts->micro_dollars, TRUE);
  if (sum == NULL)
    return g_strdup_printf (
        facts->state == TROUPE_BATCH_ITEM_OK ? _ ("Done after %s") : _ ("Failed after %s"), span);
  /* Translators: a time span and an amount of money */
  return g_strdup_printf (facts->state == TROUPE_BATCH_ITEM_OK ? _ ("Done after %s · %s")
                                                               : _ ("Failed after %s · %s"),
                          span, sum);
}

/* Shows the icon of the state; the corresponding text is in the subtitle. */
static void
show_mark (TroupeBatchSide *self, TroupeBatchRow *row, const TroupeBatchFacts *facts)
{
  const char *state =
      row != NULL && facts != NULL ? troupe_batch_row_get_state_name (row) : "waiting";
  const gboolean is_done = g_str_equal (state, "done");
  const gboolean has_failed = g_str_equal (state, "failed");

  g_assert (TROUPE_IS_BATCH_SIDE (self));

  gtk_widget_set_visible (self->mark, is_done || has_failed);
  gtk_image_set_from_icon_name (GTK_IMAGE (self->mark),
                                is_done ? "troupe-check-symbolic" : "troupe-cross-symbolic");
  gtk_widget_remove_css_class (self->mark, is_done ? "failed" : "done");
  gtk_widget_add_css_class (self->mark, is_done ? "done" : "failed");
}

static void
show_error (TroupeBatchSide *self, const TroupeBatchFacts *facts)
{
  const gboolean has_failed = facts != NULL && facts->message != NULL &&
                              facts->state != TROUPE_BATCH_ITEM_OK &&
                              facts->state != TROUPE_BATCH_ITEM_WAITING;
  g_autofree char *text = NULL;
  g_autofree char *shown = NULL;

  g_assert (TROUPE_IS_BATCH_SIDE (self));

  gtk_widget_set_visible (GTK_WIDGET (self->error), has_failed);
  if (!has_failed)
    return;
  /* Translators: the name of a method and the error message */
  text = facts->method != NULL
             ? g_strdup_printf (_ ("%s failed\n%s"), facts->method, facts->message)
             : g_strdup (facts->message);
  shown = troupe_text_to_lines (text);
  gtk_label_set_text (self->error, shown);
}

static void
run_again_cb (TroupeBatchSide *self)
{
  g_assert (TROUPE_IS_BATCH_SIDE (self));

  g_signal_emit (self, signals[RUN_AGAIN], 0, self->ordinal);
}

/* Says what it means to run an item again that has succeeded. (transfer full) */
static char *
describe_again (const TroupeBatchFacts *facts)
{
  g_autofree char *sum = troupe_money_describe_sum (facts->micro_dollars, TRUE);

  return sum != NULL
             /* Translators: %s is an amount of money */
             ? g_strdup_printf (
                   _ ("Run Again runs all steps of this item again, which cost %s so far. The new "
                      "result replaces this one."),
                   sum)
             : g_strdup (_ ("Run Again runs all steps of this item again. The new result replaces "
                            "this one."));
}

/* A line that could not be parsed as an item cannot be run. */
static void
show_again (TroupeBatchSide *self, TroupeBatchRow *row, const TroupeBatchFacts *facts)
{
  const gboolean has_ended =
      row != NULL && facts != NULL && troupe_batch_row_get_place (row) == NULL;
  const gboolean is_done = has_ended && facts->state == TROUPE_BATCH_ITEM_OK;
  const gboolean may_again =
      is_done || (has_ended && (facts->state == TROUPE_BATCH_ITEM_FAILED ||
                                facts->state == TROUPE_BATCH_ITEM_TEMPORARY));
  g_autofree char *hint = NULL;
  g_autofree char *label = NULL;

  g_assert (TROUPE_IS_BATCH_SIDE (self));

  self->ordinal = row != NULL ? troupe_batch_row_get_ordinal (row) : 0;
  gtk_widget_set_visible (GTK_WIDGET (self->again), may_again);
  gtk_widget_set_visible (GTK_WIDGET (self->again_hint), is_done);
  if (!may_again)
    return;
  label = facts->method != NULL && !is_done
              /* Translators: %s is the name of a method */
              ? g_strdup_printf (_ ("Run Again From %s"), facts->method)
              : g_strdup (_ ("Run Again"));
  gtk_button_set_label (self->again, label);
  hint = is_done ? describe_again (facts) : NULL;
  gtk_label_set_text (self->again_hint, hint != NULL ? hint : "");
}

static void
open_cb (TroupeBatchSide *self)
{
  g_assert (TROUPE_IS_BATCH_SIDE (self));

  if (self->run != NULL)
    g_signal_emit (self, signals[RUN_REQUESTED], 0, self->run, self->ordinal, self->input);
}

void
troupe_batch_side_set_fields (TroupeBatchSide *self, GPtrArray *fields)
{
  g_return_if_fail (TROUPE_IS_BATCH_SIDE (self));
  g_return_if_fail (fields != NULL);

  g_clear_pointer (&self->fields, g_ptr_array_unref);
  self->fields = g_ptr_array_ref (fields);
}

void
troupe_batch_side_show (TroupeBatchSide *self, TroupeBatchRow *row, const TroupeBatchFacts *facts)
{
  g_autofree char *title = NULL;
  g_autofree char *subtitle = NULL;
  g_autofree char *result = NULL;
  gboolean has_result;
  gboolean has_ended;

  g_return_if_fail (TROUPE_IS_BATCH_SIDE (self));

  if (row != NULL)
    {
      gint64 ordinal;
      g_autofree char *first = NULL;
      g_autofree char *line = NULL;

      ordinal = troupe_batch_row_get_ordinal (row);
      if (facts != NULL && facts->input != NULL &&
          troupe_value_is (facts->input, TROUPE_VALUE_MAP) &&
          troupe_value_map_get_size (facts->input) > 0)
        first = troupe_batch_facts_show_input (
            facts, troupe_value_get_string (troupe_value_map_get_key (facts->input, 0), NULL));
      if (first == NULL || *first == '\0')
        title = g_strdup_printf ("%" G_GINT64_FORMAT, ordinal);
      else
        {
          line = troupe_text_first_line (first);
          title = g_strdup_printf ("%" G_GINT64_FORMAT " · %s", ordinal, line);
        }
    }
  else
    title = g_strdup (_ ("No Item Selected"));
  subtitle = row != NULL ? describe_state (row, facts) : g_strdup ("");
  has_result = row != NULL && facts != NULL && facts->state == TROUPE_BATCH_ITEM_OK &&
               facts->result != NULL && *facts->result != '\0';
  gtk_label_set_text (self->title, title);
  gtk_label_set_text (self->subtitle, subtitle);
  show_mark (self, row, facts);
  show_error (self, row != NULL ? facts : NULL);
  show_again (self, row, facts);
  /* Offers to open the run of an item that has ended. While the item is running, its stored run
   * is still changing. */
  has_ended = row != NULL && facts != NULL && facts->state != TROUPE_BATCH_ITEM_WAITING &&
              troupe_batch_row_get_place (row) == NULL;
  troupe_set_str (&self->run, has_ended ? facts->run : NULL);
  g_clear_pointer (&self->input, troupe_value_unref);
  if (has_ended && facts->input != NULL)
    self->input = troupe_value_ref (facts->input);
  gtk_widget_set_visible (self->open, self->run != NULL);
  show_inputs (self, row != NULL ? facts : NULL);
  gtk_widget_set_visible (self->result_title, has_result);
  gtk_widget_set_visible (GTK_WIDGET (self->result), has_result);
  if (has_result)
    result = troupe_text_to_lines (facts->result);
  gtk_label_set_text (self->result, has_result ? result : "");
}

/* --- Grouped failures ------------------------------------------------------------------------- */

static void
slow_down_cb (TroupeBatchSide *self)
{
  g_assert (TROUPE_IS_BATCH_SIDE (self));

  g_signal_emit (self, signals[SLOW_DOWN], 0);
}

static void
failure_activated_cb (TroupeBatchSide *self, GtkListBoxRow *row)
{
  const gint64 *ordinal = g_object_get_data (G_OBJECT (row), "troupe-ordinal");

  g_assert (TROUPE_IS_BATCH_SIDE (self));

  if (ordinal != NULL)
    g_signal_emit (self, signals[ORDINAL_CHOSEN], 0, *ordinal);
}

static void
add_failure (TroupeBatchSide *self, const TroupeBatchFailure *failure, gboolean may_slow_down)
{
  g_autofree char *whole = failure->method != NULL
                               ? g_strdup_printf ("%s: %s", failure->method, failure->message)
                               : g_strdup (failure->message);
  g_autofree char *title = troupe_text_first_line (whole);
  g_autofree char *subtitle = NULL;
  GtkWidget *row;
  const GArray *ordinals;
  g_autoptr (GString) numbers = NULL;

  g_assert (TROUPE_IS_BATCH_SIDE (self));

  /* “4 rows: 206, 188, 141, 96” */
  ordinals = failure->ordinals;
  numbers = g_string_new (NULL);
  for (guint i = 0; i < MIN (ordinals->len, MOST_NUMBERS); i++)
    g_string_append_printf (numbers, "%s%" G_GINT64_FORMAT, i > 0 ? ", " : "",
                            g_array_index (ordinals, gint64, i));
  if (ordinals->len > MOST_NUMBERS)
    g_string_append (numbers, "…");
  subtitle = g_strdup_printf (
      /* Translators: the number of rows, and the numbers of some of them */
      g_dngettext (GETTEXT_PACKAGE, "%u row: %s", "%u rows: %s", ordinals->len), ordinals->len,
      numbers->str);
  row = make_row (title, subtitle);
  g_object_set_data_full (G_OBJECT (row), "troupe-ordinal",
                          g_memdup2 (failure->ordinals->data, sizeof (gint64)), g_free);
  if (failure->is_busy && may_slow_down)
    {
      GtkWidget *button = gtk_button_new_with_label (_ ("Slow Down"));

      gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
      gtk_widget_set_tooltip_text (
          button, _ ("Halve the concurrency until no provider has been overloaded for a minute"));
      g_signal_connect_object (button, "clicked", G_CALLBACK (slow_down_cb), self,
                               G_CONNECT_SWAPPED);
      adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
    }
  else
    adw_action_row_add_suffix (ADW_ACTION_ROW (row),
                               gtk_image_new_from_icon_name ("go-next-symbolic"));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  gtk_list_box_append (self->failures, row);
}

void
troupe_batch_side_set_failures (TroupeBatchSide *self, GPtrArray *failures, gboolean may_slow_down)
{
  g_return_if_fail (TROUPE_IS_BATCH_SIDE (self));
  g_return_if_fail (failures != NULL);

  empty (self->failures);
  for (guint i = 0; i < MIN (failures->len, MOST_FAILURES); i++)
    add_failure (self, g_ptr_array_index (failures, i), may_slow_down);
  gtk_widget_set_visible (self->failures_title, failures->len > 0);
  gtk_widget_set_visible (GTK_WIDGET (self->failures), failures->len > 0);
}

void
troupe_batch_side_set_narrow (TroupeBatchSide *self, gboolean is_narrow)
{
  g_return_if_fail (TROUPE_IS_BATCH_SIDE (self));

  gtk_widget_set_size_request (GTK_WIDGET (self), is_narrow ? -1 : WIDTH, -1);
}

/* --- GObject implementation ------------------------------------------------------------------- */

static GtkWidget *
add_label (GtkBox *box, const char *text, const char *style)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  if (style != NULL)
    gtk_widget_add_css_class (label, style);
  gtk_box_append (box, label);
  return label;
}

static GtkListBox *
add_list (GtkBox *box, const char *name)
{
  GtkWidget *list = gtk_list_box_new ();

  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_box_append (box, list);
  return GTK_LIST_BOX (list);
}

static void
troupe_batch_side_dispose (GObject *object)
{
  TroupeBatchSide *self = TROUPE_BATCH_SIDE (object);

  g_clear_pointer (&self->scrolled, gtk_widget_unparent);
  g_clear_pointer (&self->run, g_free);
  g_clear_pointer (&self->input, troupe_value_unref);
  g_clear_pointer (&self->fields, g_ptr_array_unref);
  G_OBJECT_CLASS (troupe_batch_side_parent_class)->dispose (object);
}

static void
troupe_batch_side_class_init (TroupeBatchSideClass *klass)
{
  const GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_batch_side_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  signals[RUN_AGAIN] = g_signal_new ("run-again", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                     G_TYPE_NONE, 1, G_TYPE_INT64);
  signals[SLOW_DOWN] =
      g_signal_new ("slow-down", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[RUN_REQUESTED] =
      g_signal_new ("run-requested", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 3,
                    G_TYPE_STRING, G_TYPE_INT64, G_TYPE_POINTER);
  signals[ORDINAL_CHOSEN] = g_signal_new ("ordinal-chosen", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                          NULL, G_TYPE_NONE, 1, G_TYPE_INT64);
}

static void
troupe_batch_side_init (TroupeBatchSide *self)
{
  GtkBox *box = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 10));
  GtkWidget *buttons;
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  GtkWidget *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);

  g_assert (TROUPE_IS_BATCH_SIDE (self));

  self->mark = gtk_image_new ();
  gtk_widget_add_css_class (self->mark, "mark");
  gtk_widget_set_hexpand (words, TRUE);
  self->title = GTK_LABEL (add_label (GTK_BOX (words), NULL, "heading"));
  self->subtitle = GTK_LABEL (add_label (GTK_BOX (words), NULL, "dim-label"));
  gtk_box_append (GTK_BOX (head), self->mark);
  gtk_box_append (GTK_BOX (head), words);
  gtk_box_append (box, head);
  self->error = GTK_LABEL (add_label (box, NULL, "batch-error"));
  gtk_label_set_selectable (self->error, TRUE);
  buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  self->again = GTK_BUTTON (gtk_button_new ());
  g_signal_connect_object (self->again, "clicked", G_CALLBACK (run_again_cb), self,
                           G_CONNECT_SWAPPED);
  self->open = gtk_button_new_with_label (_ ("Open Run"));
  gtk_widget_add_css_class (self->open, "flat");
  g_signal_connect_object (self->open, "clicked", G_CALLBACK (open_cb), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (buttons), GTK_WIDGET (self->again));
  gtk_box_append (GTK_BOX (buttons), self->open);
  gtk_box_append (box, buttons);
  self->again_hint = GTK_LABEL (add_label (box, NULL, "dim-label"));
  gtk_widget_add_css_class (GTK_WIDGET (self->again_hint), "caption");
  self->inputs_title = add_label (box, _ ("Inputs"), "heading");
  self->inputs = add_list (box, _ ("Inputs"));
  self->result_title = add_label (box, _ ("Result"), "heading");
  self->result = GTK_LABEL (add_label (box, NULL, NULL));
  gtk_label_set_selectable (self->result, TRUE);
  self->failures_title = add_label (box, _ ("Failures"), "heading");
  self->failures = add_list (box, _ ("Failures"));
  g_signal_connect_object (self->failures, "row-activated", G_CALLBACK (failure_activated_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_add_css_class (GTK_WIDGET (box), "body");
  self->scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), GTK_WIDGET (box));
  gtk_widget_set_parent (self->scrolled, GTK_WIDGET (self));
  gtk_widget_set_size_request (GTK_WIDGET (self), WIDTH, -1);
  gtk_widget_add_css_class (GTK_WIDGET (self), "batch-side");
  gtk_widget_set_hexpand_set (GTK_WIDGET (self), TRUE);
  troupe_batch_side_show (self, NULL, NULL);
  gtk_widget_set_visible (self->failures_title, FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->failures), FALSE);
}
