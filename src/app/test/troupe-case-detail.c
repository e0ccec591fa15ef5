/* troupe-case-detail.c: the selected test case
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-case-detail"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-case-detail.h"
#include "troupe-sanitize-text.h"
#include "troupe-value-view.h"

/* Height of a value in pixels. */
#define VALUE_HEIGHT 160

struct _TroupeCaseDetail
{
  GtkWidget parent_instance;

  TroupeCaseWork *work;
  TroupeCaseItem *item; /* (nullable) */
  GtkWidget *box;
  GtkWidget *title;
  GtkWidget *checks; /* a box: expectations, judges, error */
  GtkWidget *output_title;
  GtkWidget *output;
  GtkWidget *inputs_title;
  GtkWidget *inputs;
};

G_DEFINE_FINAL_TYPE (TroupeCaseDetail, troupe_case_detail, GTK_TYPE_WIDGET)

/* --- Checks ----------------------------------------------------------------------------------- */

static GtkWidget *
add_label (GtkWidget *box, const char *text, const char *style)
{
  GtkWidget *label = gtk_label_new (NULL);
  g_autofree char *shown = troupe_text_to_lines (text);

  gtk_label_set_text (GTK_LABEL (label), shown);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  if (style != NULL)
    gtk_widget_add_css_class (label, style);
  gtk_box_append (GTK_BOX (box), label);
  return label;
}

static void
add_check (TroupeCaseDetail *self, const TroupeCaseCheck *check)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  const TroupeCaseState state = check->failure != NULL ? TROUPE_CASE_FAILED : TROUPE_CASE_PASSED;
  g_autofree char *text = NULL;
  GtkWidget *label = NULL;

  g_assert (TROUPE_IS_CASE_DETAIL (self));

  text = check->score >= 0
             ? g_strdup_printf ("%s  %.2f  %s", troupe_case_state_get_sign (state), check->score,
                                check->says)
             : g_strdup_printf ("%s  %s", troupe_case_state_get_sign (state), check->says);
  label = add_label (row, text, check->failure != NULL ? "error" : "success");
  gtk_accessible_update_property (GTK_ACCESSIBLE (label), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  troupe_case_state_get_word (state), -1);
  if (check->failure != NULL)
    add_label (row, check->failure, NULL);
  else if (check->reason != NULL && *check->reason != '\0')
    add_label (row, check->reason, "dim-label");
  gtk_widget_add_css_class (row, "case-check");
  gtk_box_append (GTK_BOX (self->checks), row);
}

/* --- Showing ---------------------------------------------------------------------------------- */

static void
show (TroupeCaseDetail *self)
{
  const TroupeTestCase *test = self->item != NULL ? troupe_case_item_get_test (self->item) : NULL;
  g_autofree char *title = test != NULL ? troupe_text_to_lines (test->name) : NULL;
  guint n;
  TroupeValue *output = NULL;
  gboolean has_any = FALSE;
  TroupeValue *raw;

  g_assert (TROUPE_IS_CASE_DETAIL (self));

  gtk_widget_set_visible (self->box, test != NULL);
  while (gtk_widget_get_first_child (self->checks) != NULL)
    gtk_box_remove (GTK_BOX (self->checks), gtk_widget_get_first_child (self->checks));
  if (test == NULL)
    return;
  gtk_label_set_text (GTK_LABEL (self->title), title);
  /* Shows the results of all columns, and the output of the last one. */
  n = troupe_case_work_get_n_columns (self->work);
  for (guint i = n > 1 ? 1 : 0; i < n; i++)
    {
      const TroupeCaseResult *result = troupe_case_item_get_result (self->item, i);
      const char *model;

      if (result == NULL || !result->has_ended)
        continue;
      model = troupe_case_work_get_model (self->work, i);
      if (model != NULL)
        add_label (self->checks, model, "heading");
      if (result->error != NULL)
        add_label (self->checks, result->error, "error");
      for (guint j = 0; j < result->checks->len; j++)
        add_check (self, result->checks->pdata[j]);
      /* Such as a recording that cannot be opened. */
      for (guint j = 0; result->checks->len == 0 && j < result->failures->len; j++)
        if (g_strcmp0 (result->failures->pdata[j], result->error) != 0)
          add_label (self->checks, result->failures->pdata[j], "error");
      output = result->output;
      has_any = TRUE;
    }
  raw = troupe_value_get_member_of (output, "raw", TROUPE_VALUE_STRING);
  gtk_widget_set_visible (self->output, output != NULL);
  gtk_widget_set_visible (self->output_title, output != NULL);
  if (output != NULL)
    troupe_value_view_set_value (TROUPE_VALUE_VIEW (self->output), "final",
                                 raw != NULL ? "final.raw" : "final", raw != NULL ? raw : output,
                                 NULL, "");
  if (!has_any)
    {
      /* Lists what is expected, before the case has ended. */
      for (guint i = 0; i < test->expect->len; i++)
        add_label (self->checks, troupe_test_assertion_get_text (test->expect->pdata[i]),
                   "case-check");
      for (guint i = 0; i < test->judges->len; i++)
        {
          const TroupeTestJudge *judge = test->judges->pdata[i];

          add_label (self->checks, judge->says, "case-check");
        }
    }
  troupe_value_view_set_value (TROUPE_VALUE_VIEW (self->inputs), "inputs", "inputs", test->inputs,
                               NULL, _ ("The case has no inputs."));
}

static void
item_changed_cb (TroupeCaseDetail *self)
{
  g_assert (TROUPE_IS_CASE_DETAIL (self));

  show (self);
}

void
troupe_case_detail_show (TroupeCaseDetail *self, TroupeCaseItem *item)
{
  g_return_if_fail (TROUPE_IS_CASE_DETAIL (self));

  if (self->item != NULL)
    g_signal_handlers_disconnect_by_func (self->item, item_changed_cb, self);
  g_set_object (&self->item, item);
  if (item != NULL)
    g_signal_connect_object (item, "changed", G_CALLBACK (item_changed_cb), self,
                             G_CONNECT_SWAPPED);
  show (self);
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
troupe_case_detail_dispose (GObject *object)
{
  TroupeCaseDetail *self = TROUPE_CASE_DETAIL (object);

  if (self->item != NULL)
    g_signal_handlers_disconnect_by_func (self->item, item_changed_cb, self);
  g_clear_object (&self->item);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->work);

  G_OBJECT_CLASS (troupe_case_detail_parent_class)->dispose (object);
}

static void
troupe_case_detail_class_init (TroupeCaseDetailClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_case_detail_dispose;
  gtk_widget_class_set_css_name (widget_class, "case-detail");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static GtkWidget *
add_value (TroupeCaseDetail *self, GtkWidget **title, const char *text)
{
  GtkWidget *view = troupe_value_view_new ();
  GtkWidget *frame = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *choice = troupe_value_view_make_switch (TROUPE_VALUE_VIEW (view));

  *title = frame;
  gtk_widget_set_hexpand (add_label (frame, text, "heading"), TRUE);
  gtk_box_append (GTK_BOX (frame), choice);
  gtk_widget_set_size_request (view, -1, VALUE_HEIGHT);
  gtk_box_append (GTK_BOX (self->box), frame);
  gtk_box_append (GTK_BOX (self->box), view);
  return view;
}

static void
troupe_case_detail_init (TroupeCaseDetail *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  gtk_widget_add_css_class (self->box, "training-pane");
  gtk_widget_set_visible (self->box, FALSE);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  self->title = add_label (self->box, "", "title-4");
  add_label (self->box, _ ("Expected"), "heading");
  self->checks = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  gtk_box_append (GTK_BOX (self->box), self->checks);
  self->output = add_value (self, &self->output_title, _ ("Output"));
  self->inputs = add_value (self, &self->inputs_title, _ ("Inputs"));
}

TroupeCaseDetail *
troupe_case_detail_new (TroupeCaseWork *work)
{
  TroupeCaseDetail *self;

  g_return_val_if_fail (TROUPE_IS_CASE_WORK (work), NULL);

  self = g_object_new (TROUPE_TYPE_CASE_DETAIL, NULL);
  self->work = g_object_ref (work);
  return self;
}
