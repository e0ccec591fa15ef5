/* troupe-python-offer.c: opens a Python flow once the user agrees to execute its file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-python-offer"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-button-names.h"
#include "troupe-consent-dialog.h"
#include "troupe-crew-import.h"
#include "troupe-engine.h"
#include "troupe-flow-declaration.h"
#include "troupe-python-offer.h"
#include "troupe-sanitize-text.h"
#include "troupe-window-files.h"
#include "troupe-window-open.h"
#include "troupe-window-private.h"
#include "troupe-window-tabs.h"

/* A file that takes longer to import probably never ends. */
#define TIMEOUT_US (5 * 60 * G_USEC_PER_SEC)

struct _TroupePythonOffer
{
  TroupePythonFlow *flow;
  char *path;
  gboolean has_crews;
  char *obstacle; /* (nullable): why the flow cannot be opened */
  TroupeRun *run;
  TroupeConsent *consent;
  gboolean is_granted; /* the user agreed to the same content before */
  TroupePythonPermissions programs; /* whether it may change programs */

  TroupeWindow *window; /* (nullable): since it was presented */
  GtkWindow *progress;  /* (nullable): weak */
  TroupeEngine *engine; /* (nullable) */
};

static gboolean
was_granted (TroupeConsent *consent)
{
  g_autofree char *folder = troupe_store_get_default_folder ();
  TroupePythonPermissions granted = TROUPE_PYTHON_PERMIT_NOTHING;

  return troupe_consent_was_granted (consent, folder, &granted) &&
         (troupe_consent_get_python (consent) & ~granted) == 0;
}

static TroupePythonPermissions
find_programs (TroupeConsent *consent)
{
  g_autofree char *folder = troupe_store_get_default_folder ();

  return troupe_consent_get_programs (consent, folder);
}

TroupePythonOffer *
troupe_python_offer_new (TroupePythonFlow *flow, const char *path)
{
  TroupePythonOffer *self;

  g_return_val_if_fail (flow != NULL && path != NULL, NULL);

  self = g_rc_box_new0 (TroupePythonOffer);
  self->flow = flow;
  self->path = g_strdup (path);
  self->has_crews = troupe_crew_import_is_classic (path);
  self->obstacle = troupe_flow_declaration_find_obstacle (flow);
  self->run = troupe_flow_declaration_make_run (flow, NULL);
  self->consent = troupe_consent_new_for_run (self->run);
  self->is_granted = was_granted (self->consent);
  self->programs = find_programs (self->consent);
  return self;
}

static void
clear (gpointer data)
{
  TroupePythonOffer *self = data;

  troupe_python_flow_free (self->flow);
  g_free (self->path);
  g_free (self->obstacle);
  g_clear_object (&self->run);
  g_clear_object (&self->consent);
  g_clear_object (&self->engine);
  g_clear_weak_pointer (&self->progress);
  g_clear_object (&self->window);
}

void
troupe_python_offer_unref (TroupePythonOffer *self)
{
  g_rc_box_release_full (self, clear);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupePythonOffer, troupe_python_offer_unref)

/* Connects to the answer of a dialog, which keeps a reference. */
static void
connect_answer (TroupePythonOffer *self, gpointer dialog, const char *signal, GCallback callback)
{
  g_signal_connect_data (dialog, signal, callback, g_rc_box_acquire (self),
                         (GClosureNotify) (void (*) (void)) troupe_python_offer_unref, 0);
}

/* Returns FALSE if the window was closed in the meantime. */
static gboolean
has_window (const TroupePythonOffer *self)
{
  return !gtk_widget_in_destruction (GTK_WIDGET (self->window)) && self->window->tab_view != NULL;
}

/* Returns the name of the file as one line. (transfer full) */
static char *
get_name (const TroupePythonOffer *self)
{
  g_autofree char *base = g_path_get_basename (self->flow->path);
  g_autofree char *shown = g_filename_display_name (base);

  return troupe_text_to_line (shown);
}

static void
tell_error (const TroupePythonOffer *self, const char *body)
{
  g_autofree char *name = get_name (self);
  g_autofree char *heading = g_strdup_printf (_ ("Could Not Open “%s”"), name);

  troupe_window_tell_error (self->window, heading, body);
}

/* --- Reading ---------------------------------------------------------------------------------- */

static void
ended_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TroupePythonOffer) self = user_data;
  g_autoptr (TroupeRunResult) ended = troupe_run_execute_finish (TROUPE_RUN (object), result);
  GApplication *application = g_application_get_default ();

  if (self->progress != NULL)
    gtk_window_destroy (self->progress);
  if (ended->type != TROUPE_RESULT_CANCELLED && has_window (self))
    {
      g_autoptr (GString) errors = g_string_new (NULL);
      const guint n_most = ended->type == TROUPE_RESULT_OK ? G_MAXUINT : 1;

      for (guint i = 0; self->flow->classes[i] != NULL && i < n_most; i++)
        {
          g_autoptr (GPtrArray) problems = NULL;
          g_autoptr (GError) error = NULL;
          g_autoptr (TroupeFlowDocument) document =
              troupe_flow_declaration_read (self->flow, self->run, ended, self->flow->classes[i],
                                            &problems, &error);

          if (document != NULL)
            troupe_window_add_document (self->window, TROUPE_DOCUMENT (document));
          else
            g_string_append_printf (errors, "%s%s", errors->len > 0 ? "\n" : "", error->message);
        }
      if (errors->len > 0)
        tell_error (self, errors->str);
    }
  if (application != NULL)
    g_application_release (application);
}

/* The only answer is to cancel. */
static void
cancel_cb (AdwMessageDialog *dialog, const char *response, TroupeRun *run)
{
  troupe_run_cancel (run);
}

static void
execute (TroupePythonOffer *self)
{
  GApplication *application = g_application_get_default ();
  g_autofree char *name = NULL;
  g_autofree char *heading = NULL;
  GtkWidget *dialog;

  troupe_run_set_python (self->run, troupe_consent_get_python (self->consent) | self->programs,
                         TROUPE_PYTHON_SANDBOX_AUTOMATIC);
  troupe_run_set_agreed_code (self->run, troupe_consent_get_code (self->consent));
  troupe_run_set_granted (self->run, troupe_consent_get_content (self->consent),
                          troupe_consent_get_report (self->consent));
  troupe_run_set_timeout (self->run, TIMEOUT_US);
  name = get_name (self);
  heading = g_strdup_printf (_ ("Reading “%s”"), name);
  dialog = adw_message_dialog_new (GTK_WINDOW (self->window), NULL, NULL);
  adw_message_dialog_set_heading (ADW_MESSAGE_DIALOG (dialog), heading);
  adw_message_dialog_set_body (ADW_MESSAGE_DIALOG (dialog),
                               _ ("CrewAI creates the declaration of the flow."));
  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"));
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_object (dialog, "response", G_CALLBACK (cancel_cb), self->run, 0);
  g_set_weak_pointer (&self->progress, GTK_WINDOW (dialog));
  troupe_question_present (dialog);
  if (application != NULL)
    g_application_hold (application);
  self->engine = troupe_engine_new ();
  troupe_run_execute_async (self->run, self->engine, ended_cb, g_rc_box_acquire (self));
}

/* --- Consent ---------------------------------------------------------------------------------- */

/* The consent is valid for this execution even if it could not be stored. */
static void
granted_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TroupePythonOffer) self = user_data;
  g_autoptr (GError) error = NULL;

  if (!has_window (self))
    return;
  if (!troupe_consent_grant_finish (TROUPE_CONSENT (source), result, &error))
    troupe_window_add_toast (self->window, error->message);
  execute (self);
}

static void
answered_cb (TroupeConsentDialog *dialog, gboolean is_allowed, gpointer user_data)
{
  TroupePythonOffer *self = user_data;

  if (!is_allowed)
    return;
  self->programs = troupe_consent_dialog_get_programs (dialog) ? TROUPE_PYTHON_PERMIT_PROGRAMS
                                                               : TROUPE_PYTHON_PERMIT_NOTHING;
  troupe_consent_grant_async (self->consent,
                              troupe_consent_get_python (self->consent) | self->programs, TRUE,
                              granted_cb, g_rc_box_acquire (self));
}

static void
ask (TroupePythonOffer *self)
{
  g_autofree char *name = get_name (self);
  g_autofree char *body = NULL;
  TroupeConsentDialog *dialog;

  if (self->obstacle != NULL)
    {
      tell_error (self, self->obstacle);
      return;
    }
  if (self->is_granted)
    {
      execute (self);
      return;
    }
  body = g_strdup_printf (
      /* Translators: %s is the name of a file. */
      _ ("%s is a Python flow. To open it, CrewAI has to execute the file and what it imports. "
         "It "
         "can do the following."),
      name);
  dialog = troupe_consent_dialog_new (body, self->consent);
  troupe_consent_dialog_set_action (dialog, _ ("Allow This File to Be Opened?"),
                                    _ ("_Allow and Open"));
  troupe_consent_dialog_set_programs (dialog, self->programs != TROUPE_PYTHON_PERMIT_NOTHING);
  gtk_window_set_transient_for (GTK_WINDOW (dialog), GTK_WINDOW (self->window));
  connect_answer (self, dialog, "answered", G_CALLBACK (answered_cb));
  gtk_window_present (GTK_WINDOW (dialog));
}

/* --- Choice ----------------------------------------------------------------------------------- */

static void
chosen_cb (AdwMessageDialog *dialog, const char *response, gpointer user_data)
{
  TroupePythonOffer *self = user_data;

  if (g_str_equal (response, "flow"))
    ask (self);
  else if (g_str_equal (response, "crews"))
    troupe_window_open_crews (self->window, self->path);
}

void
troupe_python_offer_present (TroupePythonOffer *self, TroupeWindow *window)
{
  g_autofree char *name = NULL;
  g_autofree char *heading = NULL;
  GtkWidget *dialog;

  g_return_if_fail (self != NULL);
  g_return_if_fail (TROUPE_IS_WINDOW (window));

  self->window = g_object_ref (window);
  if (!self->has_crews)
    {
      ask (self);
      return;
    }
  name = get_name (self);
  heading = g_strdup_printf (_ ("“%s” Is a Python Flow"), name);
  dialog = adw_message_dialog_new (GTK_WINDOW (window), NULL, NULL);
  adw_message_dialog_set_heading (ADW_MESSAGE_DIALOG (dialog), heading);
  adw_message_dialog_set_body (
      ADW_MESSAGE_DIALOG (dialog),
      _ ("The project also contains classic crews. To open the flow, its file has to be executed. "
         "The crews are imported without executing anything."));
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "crews",
                                    _ ("_Import Crews"), "flow", _ ("_Open Flow…"), NULL);
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  connect_answer (self, dialog, "response", G_CALLBACK (chosen_cb));
  troupe_question_present (dialog);
}
