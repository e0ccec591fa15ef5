/* troupe-consents-row.c: preferences row that counts and withdraws consents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-consents-row"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-consents-row.h"
#include "troupe-permissions.h"
#include "troupe-store.h"

struct _TroupeConsentsRow
{
  AdwActionRow parent_instance;

  GtkWidget *button;
  GCancellable *cancellable;
};

enum
{
  FAILED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeConsentsRow, troupe_consents_row, ADW_TYPE_ACTION_ROW)

/* @task_data: whether to withdraw all consents first */
static void
look_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  g_autofree char *folder = troupe_store_get_default_folder ();
  GError *error = NULL;

  g_assert (G_IS_TASK (task));

  if (GPOINTER_TO_INT (task_data) && !troupe_permissions_withdraw_all (folder, &error))
    g_task_return_error (task, error);
  else
    g_task_return_int (task, (gssize) troupe_permissions_count_granted (folder));
}

static void
looked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeConsentsRow *self = TROUPE_CONSENTS_ROW (source);
  g_autoptr (GError) error = NULL;
  const gssize n_granted = g_task_propagate_int (G_TASK (result), &error);
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_CONSENTS_ROW (self));

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (error != NULL)
    {
      gtk_widget_set_sensitive (self->button, TRUE);
      g_signal_emit (self, signals[FAILED], 0, error->message);
      return;
    }
  text = n_granted == 0
             ? g_strdup (_ ("None. Troupe asks before it runs a document from another source"))
             : g_strdup_printf (ngettext ("%u document version may run without asking",
                                          "%u document versions may run without asking",
                                          (gulong) n_granted),
                                (guint) n_granted);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self), text);
  gtk_widget_set_sensitive (self->button, n_granted > 0);
}

static void
look (TroupeConsentsRow *self, gboolean withdraws)
{
  g_autoptr (GTask) task = g_task_new (self, self->cancellable, looked_cb, NULL);

  g_assert (TROUPE_IS_CONSENTS_ROW (self));

  gtk_widget_set_sensitive (self->button, FALSE);
  g_task_set_source_tag (task, look);
  g_task_set_task_data (task, GINT_TO_POINTER (withdraws), NULL);
  g_task_run_in_thread (task, look_thread);
}

static void
withdraw_cb (TroupeConsentsRow *self)
{
  g_assert (TROUPE_IS_CONSENTS_ROW (self));

  look (self, TRUE);
}

static void
troupe_consents_row_dispose (GObject *object)
{
  TroupeConsentsRow *self = TROUPE_CONSENTS_ROW (object);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  G_OBJECT_CLASS (troupe_consents_row_parent_class)->dispose (object);
}

static void
troupe_consents_row_class_init (TroupeConsentsRowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_consents_row_dispose;
  signals[FAILED] = g_signal_new ("failed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
troupe_consents_row_init (TroupeConsentsRow *self)
{
  self->cancellable = g_cancellable_new ();
  self->button = gtk_button_new_with_label (_ ("Revoke All"));
  gtk_widget_set_valign (self->button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (self->button, _ ("A run in progress keeps its permissions"));
  g_signal_connect_object (self->button, "clicked", G_CALLBACK (withdraw_cb), self,
                           G_CONNECT_SWAPPED);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), _ ("Allowed Documents"));
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (self), 0);
  adw_action_row_add_suffix (ADW_ACTION_ROW (self), self->button);
  look (self, FALSE);
}
