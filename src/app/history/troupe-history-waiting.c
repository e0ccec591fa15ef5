/* troupe-history-waiting.c: list of runs that wait for an answer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-history-waiting"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-history-text.h"
#include "troupe-history-waiting.h"
#include "troupe-sanitize-text.h"

struct _TroupeHistoryWaiting
{
  GtkWidget parent_instance;

  GtkWidget *title;
  GtkListBox *list;
  GPtrArray *runs; /* (nullable) (element-type TroupeRunSummary) */
};

enum
{
  CHOSEN,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeHistoryWaiting, troupe_history_waiting, GTK_TYPE_WIDGET)

static void
activated_cb (TroupeHistoryWaiting *self, GtkListBoxRow *row)
{
  const int index = gtk_list_box_row_get_index (row);
  const TroupeRunSummary *run;

  g_assert (TROUPE_IS_HISTORY_WAITING (self));

  if (self->runs == NULL || index < 0 || (guint) index >= self->runs->len)
    return;
  run = g_ptr_array_index (self->runs, (guint) index);
  g_signal_emit (self, signals[CHOSEN], 0, run->record->id, run->record->path);
}

/* Texts of a run are shown verbatim, never as markup. */
static GtkWidget *
make_label (const char *text, const char *style)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, style);
  return label;
}

void
troupe_history_waiting_set (TroupeHistoryWaiting *self, GPtrArray *requests, GPtrArray *runs)
{
  g_return_if_fail (TROUPE_IS_HISTORY_WAITING (self));
  g_return_if_fail (requests != NULL && runs != NULL && requests->len == runs->len);

  while (gtk_list_box_get_row_at_index (self->list, 0) != NULL)
    gtk_list_box_remove (self->list, GTK_WIDGET (gtk_list_box_get_row_at_index (self->list, 0)));
  g_clear_pointer (&self->runs, g_ptr_array_unref);
  self->runs = g_ptr_array_ref (runs);
  for (guint i = 0; i < requests->len; i++)
    {
      const TroupeRunRequest *request = g_ptr_array_index (requests, i);
      const TroupeRunSummary *run = g_ptr_array_index (runs, i);
      GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
      GtkWidget *row = gtk_list_box_row_new ();
      const char *message = troupe_value_get_member_text (request->question, "message");
      g_autofree char *question = troupe_text_to_line (message != NULL ? message : request->method);
      g_autofree char *title = troupe_history_text_get_title (run);
      g_autofree char *moment =
          troupe_history_text_get_moment (request->asked_us, g_get_real_time ());
      g_autofree char *method = troupe_text_to_line (request->method);
      g_autofree char *second = g_strjoin (" · ", title, method, moment, NULL);
      g_autofree char *label = g_strjoin (", ", question, second, NULL);

      gtk_box_append (GTK_BOX (box), make_label (question, "heading"));
      gtk_box_append (GTK_BOX (box), make_label (second, "dim-label"));
      gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
      gtk_widget_add_css_class (row, "history-row");
      gtk_widget_set_tooltip_text (row, question);
      gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                      -1);
      gtk_list_box_append (self->list, row);
    }
  gtk_widget_set_visible (GTK_WIDGET (self), requests->len > 0);
}

static void
troupe_history_waiting_dispose (GObject *object)
{
  TroupeHistoryWaiting *self = TROUPE_HISTORY_WAITING (object);

  g_clear_pointer (&self->runs, g_ptr_array_unref);
  g_clear_pointer (&self->title, gtk_widget_unparent);
  if (self->list != NULL)
    gtk_widget_unparent (GTK_WIDGET (g_steal_pointer (&self->list)));
  G_OBJECT_CLASS (troupe_history_waiting_parent_class)->dispose (object);
}

static void
troupe_history_waiting_class_init (TroupeHistoryWaitingClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_history_waiting_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);

  signals[CHOSEN] = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);
}

static void
troupe_history_waiting_init (TroupeHistoryWaiting *self)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));

  gtk_orientable_set_orientation (GTK_ORIENTABLE (layout), GTK_ORIENTATION_VERTICAL);
  self->title = make_label (_ ("Waiting for You"), "history-day");
  self->list = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_list_box_set_selection_mode (self->list, GTK_SELECTION_NONE);
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "history-list");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Waiting for You"), -1);
  g_signal_connect_object (self->list, "row-activated", G_CALLBACK (activated_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_set_parent (self->title, GTK_WIDGET (self));
  gtk_widget_set_parent (GTK_WIDGET (self->list), GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

GtkWidget *
troupe_history_waiting_new (void)
{
  return g_object_new (TROUPE_TYPE_HISTORY_WAITING, NULL);
}
