/* troupe-permissions-dialog.c: shows what a document could do before anything of it is run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-permissions-dialog"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-button-names.h"
#include "troupe-consent-dialog.h"
#include "troupe-dialog-placement.h"
#include "troupe-permissions-dialog.h"
#include "troupe-permissions.h"
#include "troupe-run-factory.h"
#include "troupe-sanitize-text.h"
#include "troupe-store.h"

/* The search for the code of the project.
 * @run: a run that is never started, because permissions are those of a run
 * @programs: whether the user has granted the permission to change programs */
typedef struct
{
  GtkWidget *over;
  char *title;
  TroupeRun *run;
  TroupeValue *report;
  char *folder;
  TroupeConsent *consent; /* (nullable) */
  gboolean programs;
} Look;

static void
look_free (gpointer data)
{
  Look *self = data;

  g_object_unref (self->over);
  g_free (self->title);
  g_object_unref (self->run);
  troupe_value_unref (self->report);
  g_free (self->folder);
  g_clear_object (&self->consent);
  g_free (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Look, look_free)

static void
look_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Look *self = task_data;
  g_autofree char *data_folder = troupe_store_get_default_folder ();

  g_assert (G_IS_TASK (task));

  self->consent = troupe_consent_new (
      troupe_flow_get_digest (troupe_run_get_flow (self->run)), troupe_run_get_path (self->run),
      self->report,
      troupe_project_code_find (self->folder,
                                troupe_value_map_lookup_string (self->report, "python", -1)));
  troupe_consent_compare (self->consent, data_folder);
  self->programs =
      troupe_consent_get_programs (self->consent, data_folder) != TROUPE_PYTHON_PERMIT_NOTHING;
  g_task_return_boolean (task, TRUE);
}

/* --- Permission to change programs ------------------------------------------------------------- */

/* What is stored on other threads. Reference counted. @is_granted: atomic: as the user has decided last */
typedef struct
{
  TroupeConsent *consent;
  int is_granted;
} Choice;

static void
choice_clear (gpointer data)
{
  Choice *self = data;

  g_clear_object (&self->consent);
}

static void
choice_unref (gpointer data)
{
  g_atomic_rc_box_release_full (data, choice_clear);
}

static void
store_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  /* The last thread stores the last decision. */
  static GMutex mutex;
  Choice *choice = task_data;
  g_autofree char *folder = troupe_store_get_default_folder ();
  GError *error = NULL;
  gboolean is_stored;

  g_assert (G_IS_TASK (task));

  g_mutex_lock (&mutex);
  is_stored = troupe_consent_set_programs (choice->consent, folder,
                                           g_atomic_int_get (&choice->is_granted), &error);
  g_mutex_unlock (&mutex);
  if (is_stored)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
stored_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeConsentDialog *dialog = TROUPE_CONSENT_DIALOG (source);
  GApplication *application = g_application_get_default ();
  g_autoptr (GError) error = NULL;

  if (!g_task_propagate_boolean (G_TASK (result), &error))
    {
      Choice *choice = g_task_get_task_data (G_TASK (result));
      GtkWidget *message = adw_message_dialog_new (GTK_WINDOW (dialog), NULL, NULL);

      troupe_consent_dialog_set_programs (dialog, !g_atomic_int_get (&choice->is_granted));
      adw_message_dialog_set_heading (ADW_MESSAGE_DIALOG (message),
                                      _ ("Could Not Save the Permission"));
      adw_message_dialog_set_body (ADW_MESSAGE_DIALOG (message), error->message);
      adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (message), "close", _ ("_Close"));
      troupe_question_present (message);
    }
  if (application != NULL)
    g_application_release (application);
}

/* The permission applies from the next run on. */
static void
programs_changed_cb (TroupeConsentDialog *dialog, gpointer user_data)
{
  GApplication *application = g_application_get_default ();
  g_autoptr (GTask) task = g_task_new (dialog, NULL, stored_cb, NULL);
  Choice *choice = user_data;

  g_assert (TROUPE_IS_CONSENT_DIALOG (dialog));

  g_atomic_int_set (&choice->is_granted, troupe_consent_dialog_get_programs (dialog));
  g_task_set_source_tag (task, programs_changed_cb);
  g_task_set_task_data (task, g_atomic_rc_box_acquire (choice), choice_unref);
  if (application != NULL)
    g_application_hold (application);
  g_task_run_in_thread (task, store_thread);
}

static void
watch_programs (TroupeConsentDialog *dialog, TroupeConsent *consent)
{
  Choice *choice = g_atomic_rc_box_new0 (Choice);

  choice->consent = g_object_ref (consent);
  g_signal_connect_data (dialog, "programs-changed", G_CALLBACK (programs_changed_cb), choice,
                         (GClosureNotify) (void (*) (void)) choice_unref, 0);
}

/* --- The dialog --------------------------------------------------------------------------------- */

static void
looked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Look) self = user_data;
  g_autofree char *shown = troupe_text_to_name (self->title);
  g_autofree char *body = NULL;
  TroupeConsentDialog *dialog;

  g_assert (G_IS_ASYNC_RESULT (result));

  if (gtk_widget_get_root (self->over) == NULL)
    return;
  body =
      g_strdup_printf (troupe_consent_is_needed (self->consent)
                           /* Translators: %s is the name of a flow or crew. */
                           ? _ ("When it runs, “%s” can do the following. Nothing is run now.")
                           : _ ("“%s” needs no permissions: it cannot do anything except compute."),
                       shown);
  dialog = troupe_consent_dialog_new (body, self->consent);
  troupe_consent_dialog_set_read_only (dialog, _ ("Permissions"));
  troupe_consent_dialog_set_programs (dialog, self->programs);
  watch_programs (dialog, self->consent);
  troupe_dialog_put_over (GTK_WINDOW (dialog), self->over);
  gtk_window_present (GTK_WINDOW (dialog));
}

void
troupe_permissions_dialog_open (GtkWidget *over, TroupeDocument *document)
{
  g_autoptr (TroupeRunFactory) factory = NULL;
  g_autoptr (GTask) task = NULL;
  Look *look;

  g_return_if_fail (GTK_IS_WIDGET (over));
  g_return_if_fail (TROUPE_IS_DOCUMENT (document));

  factory = troupe_run_factory_new (document);
  look = g_new0 (Look, 1);
  look->over = g_object_ref (over);
  look->title = troupe_document_get_title (document);
  look->run = troupe_run_factory_make_run (factory);
  look->report = troupe_permissions_report_run (look->run);
  look->folder = troupe_run_get_code_folder (look->run);
  task = g_task_new (NULL, NULL, looked_cb, look);
  g_task_set_source_tag (task, troupe_permissions_dialog_open);
  g_task_set_task_data (task, look, NULL);
  g_task_run_in_thread (task, look_thread);
}
