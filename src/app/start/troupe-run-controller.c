/* troupe-run-controller.c: controls the runs of a page, from inputs to result
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-controller"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-services.h"
#include "troupe-button-names.h"
#include "troupe-crew-id.h"
#include "troupe-dialog-placement.h"
#include "troupe-feedback-view.h"
#include "troupe-file-origin.h"
#include "troupe-message-dialog.h"
#include "troupe-model-place.h"
#include "troupe-run-controller.h"
#include "troupe-run-pause.h"
#include "troupe-stored-breakpoints.h"
#include "troupe-stored-run-summary.h"

struct _TroupeRunController
{
  GObject parent_instance;

  TroupePageContent *content; /* not owned; closes this object before being disposed */
  TroupeRunFactory *source;
  TroupeEditorFrame *frame; /* (nullable): NULL once closed, like @monitor */
  AdwBin *asked_in;         /* (nullable): weak: container for feedback requests */
  TroupeMonitor *monitor;
  TroupeRunNotice *notice;
  TroupeRunPresenter *progress;
  TroupeRunStarter *starter;
  TroupeRunConsent *consent;
  TroupePageBudget *budget;
  GCancellable *origin; /* (nullable): set while the origin is checked */
  char *last_run;       /* (nullable): the UUID of the last run that has ended here */
  gboolean runs_changed;     /* see troupe_run_controller_set_reuse() */
  char **kept_results;       /* (nullable) */
  gboolean has_named_change; /* the offer to resume says that the document has changed */

  /* Owned by the #TroupePageContent base class. */
  TroupePageRun *run;
  TroupePageQuestions *questions;
  TroupePageStoredRun *kept;
};

enum
{
  METHOD_REQUESTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeRunController, troupe_run_controller, G_TYPE_OBJECT)

static void
tell (TroupeRunController *self, const char *text)
{
  g_assert (TROUPE_IS_RUN_CONTROLLER (self));

  if (self->content != NULL)
    troupe_page_content_tell (self->content, text);
}

static TroupeFlow *
get_flow (TroupeRunController *self)
{
  return troupe_run_factory_get_flow (self->source);
}

/* Returns FALSE if the tab or window was closed, or if another run is running. */
static gboolean
can_begin (TroupeRunController *self)
{
  g_assert (TROUPE_IS_RUN_CONTROLLER (self));

  return self->frame != NULL && gtk_widget_get_root (GTK_WIDGET (self->content)) != NULL &&
         !troupe_page_run_is_under_way (self->run);
}

/* --- Running ---------------------------------------------------------------------------------- */

static void
run_ended_cb (TroupeRunController *self, TroupeRun *run, TroupeRunResult *result)
{
  TroupeFlow *flow = troupe_run_get_flow (run);

  g_assert (TROUPE_IS_RUN_CONTROLLER (self));

  if (self->frame == NULL || troupe_services_get () == NULL ||
      troupe_run_get_rounds (run, NULL) > 0)
    return;
  troupe_set_str (&self->last_run, troupe_run_get_id (run));
  if (result->type == TROUPE_RESULT_PAUSED)
    troupe_page_stored_run_offer (
        self->kept, troupe_stored_run_new (troupe_run_get_id (run), troupe_flow_get_digest (flow)));
  else if (result->type == TROUPE_RESULT_RUN_ERROR)
    troupe_page_stored_run_look_at (self->kept, troupe_run_get_id (run),
                                    troupe_stored_run_summary_describe (flow));
}

/* Handles the button of the notice by showing the failed method and the timeline. */
static void
failed_method_requested_cb (TroupeRunController *self, const char *method)
{
  g_assert (TROUPE_IS_RUN_CONTROLLER (self));

  g_signal_emit (self, signals[METHOD_REQUESTED], 0, method);
  troupe_monitor_set_page (self->monitor, "timeline");
  troupe_monitor_set_panel_open (self->monitor, TRUE);
}

/* --- Feedback requests ------------------------------------------------------------------------ */

static void
questions_changed_cb (TroupeRunController *self)
{
  g_assert (TROUPE_IS_RUN_CONTROLLER (self));

  if (self->frame == NULL)
    return;
  if (self->asked_in != NULL)
    gtk_widget_set_visible (GTK_WIDGET (self->asked_in),
                            troupe_page_questions_get_n (self->questions) > 0);
  else
    troupe_editor_frame_set_question_shown (self->frame,
                                            troupe_page_questions_get_n (self->questions) > 0);
  troupe_monitor_set_requests (self->monitor, troupe_page_questions_list (self->questions));
}

static void
answer_refused_cb (TroupeRunController *self, const char *request_id, const char *text)
{
  g_assert (TROUPE_IS_RUN_CONTROLLER (self));

  troupe_monitor_set_answer_error (self->monitor, request_id, text);
}

void
troupe_run_controller_answer (TroupeRunController *self, const char *method)
{
  GPtrArray *requests = troupe_page_questions_list (self->questions);

  g_assert (TROUPE_IS_RUN_CONTROLLER (self));

  for (guint i = 0; i < requests->len; i++)
    {
      const TroupeFeedbackRequest *request = g_ptr_array_index (requests, i);

      if (g_strcmp0 (request->method, method) == 0)
        {
          troupe_page_questions_show (self->questions, request->id);
          return;
        }
    }
  troupe_page_stored_run_resume (self->kept);
}

static void
join_questions (TroupeRunController *self)
{
  g_assert (TROUPE_IS_RUN_CONTROLLER (self));

  troupe_editor_frame_set_question (self->frame, troupe_page_questions_get_view (self->questions));
  g_signal_connect_object (self->questions, "changed", G_CALLBACK (questions_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->questions, "refused", G_CALLBACK (answer_refused_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->monitor, "answered",
                           G_CALLBACK (troupe_page_questions_take_answer), self->questions,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->monitor, "later", G_CALLBACK (troupe_page_questions_answer_later),
                           self->questions, G_CONNECT_SWAPPED);
}

/* --- Starting ----------------------------------------------------------------------------------- */

static void
consent_asked_cb (TroupeRunController *self)
{
  g_assert (TROUPE_IS_RUN_CONTROLLER (self));

  troupe_page_stored_run_hold_back (self->kept, TRUE);
  if (troupe_run_consent_get_dialog (self->consent) != NULL)
    troupe_page_budget_join_consent (
        self->budget, TROUPE_CONSENT_DIALOG (troupe_run_consent_get_dialog (self->consent)));
}

static void
inputs_asked_cb (TroupeRunController *self)
{
  g_assert (TROUPE_IS_RUN_CONTROLLER (self));

  troupe_page_budget_join_inputs (
      self->budget, TROUPE_INPUTS_DIALOG (troupe_run_starter_get_dialog (self->starter)));
}

/* Handles the button of the notice by opening the preferences at the key that is missing. */
static void
key_requested_cb (TroupeRunController *self)
{
  const char *variable = troupe_run_notice_get_key_variable (self->notice);
  g_autofree char *page =
      variable != NULL ? g_strconcat ("models/", variable, NULL) : g_strdup ("models");

  g_assert (TROUPE_IS_RUN_CONTROLLER (self));

  if (self->content != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self->content), "app.preferences-page", "s", page);
}

/* Shows the field that names the model for which a key is missing, so that another one, such as mock/echo, can be
 * chosen. */
static void
model_requested_cb (TroupeRunController *self)
{
  const char *message = troupe_run_notice_get_key_message (self->notice);
  TroupeProblem *place;

  g_assert (TROUPE_IS_RUN_CONTROLLER (self));

  if (self->content == NULL || message == NULL)
    return;
  if (troupe_model_place_is_evaluator (message))
    {
      gtk_widget_activate_action (GTK_WIDGET (self->content), "content.evaluator", NULL);
      return;
    }
  place = troupe_model_place_find (self->content, message);
  if (place == NULL)
    return;
  troupe_page_content_show_problem (self->content, place);
  troupe_problem_unref (place);
}

static void
permissions_requested_cb (TroupeRunController *self)
{
  g_assert (TROUPE_IS_RUN_CONTROLLER (self));

  if (self->content != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self->content), "win.permissions", NULL);
}

static void
ready_cb (TroupeRunController *self, TroupeRun *run, GPtrArray *events)
{
  g_assert (TROUPE_IS_RUN_CONTROLLER (self));

  troupe_page_stored_run_hold_back (self->kept, FALSE);
  if (self->frame == NULL || troupe_page_run_is_under_way (self->run))
    return;
  troupe_page_stored_run_drop (self->kept);
  troupe_run_notice_clear (self->notice);
  /* A resumed run has no description of its inputs, because they are not known. */
  troupe_page_run_begin (
      self->run, run, events == NULL ? troupe_run_starter_get_error_text (self->starter) : NULL, events);
  if (troupe_document_get_typed (troupe_run_factory_get_document (self->source), NULL) != NULL)
    tell (self, _ ("The text in a field is not valid. The run uses the document without it."));
}

gboolean
troupe_run_controller_begin_run (TroupeRunController *self, TroupeRun *run, const char *inputs)
{
  g_return_val_if_fail (TROUPE_IS_RUN_CONTROLLER (self), FALSE);
  g_return_val_if_fail (TROUPE_IS_RUN (run), FALSE);

  if (!can_begin (self))
    return FALSE;
  troupe_run_notice_clear (self->notice);
  troupe_page_run_begin (self->run, run, inputs, NULL);
  return TRUE;
}

void
troupe_run_controller_lend_notice (TroupeRunController *self, TroupeNoticeBar *bar)
{
  g_return_if_fail (TROUPE_IS_RUN_CONTROLLER (self));
  g_return_if_fail (bar == NULL || TROUPE_IS_NOTICE_BAR (bar));

  if (self->frame != NULL)
    troupe_run_notice_set_bar (self->notice,
                               bar != NULL ? bar : troupe_editor_frame_get_notice (self->frame));
}

TroupeMonitor *
troupe_run_controller_get_monitor (TroupeRunController *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_CONTROLLER (self), NULL);

  return self->monitor;
}

static void
consent_denied_cb (TroupeRunController *self)
{
  g_assert (TROUPE_IS_RUN_CONTROLLER (self));

  troupe_page_stored_run_hold_back (self->kept, FALSE);
  troupe_run_notice_tell_denial (self->notice);
}

/* Shows that the consent, or the abandonment of a stored run, could not be stored. */
static void
store_failed_cb (TroupeRunController *self, const char *text)
{
  g_assert (TROUPE_IS_RUN_CONTROLLER (self));

  if (self->content != NULL && gtk_widget_get_root (GTK_WIDGET (self->content)) != NULL)
    tell (self, text);
}

static void
refused_cb (TroupeRunController *self, const GError *error)
{
  g_assert (TROUPE_IS_RUN_CONTROLLER (self));

  if (can_begin (self))
    troupe_run_notice_tell_refusal (self->notice, error);
}

static void
join_starter (TroupeRunController *self)
{
  g_assert (TROUPE_IS_RUN_CONTROLLER (self));

  self->starter = troupe_run_starter_new (self->source, GTK_WIDGET (self->content));
  g_signal_connect_object (self->starter, "ready", G_CALLBACK (ready_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->starter, "refused", G_CALLBACK (tell), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->starter, "asks", G_CALLBACK (inputs_asked_cb), self,
                           G_CONNECT_SWAPPED);
  self->consent = troupe_run_consent_new (self->source, self->run, GTK_WIDGET (self->content));
  troupe_run_starter_set_checks (self->starter, self->run, self->consent, self->budget);
  g_signal_connect_object (self->consent, "asks", G_CALLBACK (consent_asked_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->consent, "denied", G_CALLBACK (consent_denied_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->consent, "impossible", G_CALLBACK (refused_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->consent, "failed", G_CALLBACK (store_failed_cb), self,
                           G_CONNECT_SWAPPED);
}

/* --- Origin of the file ----------------------------------------------------------------------- */

static void
origin_found_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TroupeRunController) self = user_data;
  const gboolean is_foreign = troupe_foreign_file_look_finish (result);
  const char *path;
  g_autofree char *folder = NULL;

  g_assert (TROUPE_IS_RUN_CONTROLLER (self));

  /* If this request was cancelled, a newer request may be running. */
  if (self->origin == g_task_get_cancellable (G_TASK (result)))
    g_clear_object (&self->origin);
  if (self->frame == NULL || troupe_page_run_is_under_way (self->run) ||
      troupe_run_controller_is_starting (self))
    return;
  if (!is_foreign)
    {
      if (troupe_run_notice_get_subject (self->notice) == TROUPE_RUN_NOTICE_FOREIGN)
        troupe_run_notice_clear (self->notice);
      return;
    }
  path = troupe_document_get_path (troupe_run_factory_get_document (self->source));
  if (path == NULL)
    return;
  folder = g_path_get_dirname (path);
  troupe_run_notice_tell_foreign (self->notice, folder);
}

static void
look_where_from (TroupeRunController *self)
{
  TroupeDocument *document = troupe_run_factory_get_document (self->source);
  const char *path = troupe_document_get_path (document);

  g_assert (TROUPE_IS_RUN_CONTROLLER (self));

  if (self->origin != NULL)
    g_cancellable_cancel (self->origin);
  g_clear_object (&self->origin);
  if (path == NULL || troupe_document_is_own (document))
    return;
  self->origin = g_cancellable_new ();
  troupe_foreign_file_look_async (get_flow (self), path, self->origin, origin_found_cb,
                                  g_object_ref (self));
}

/* The document may have been allowed in another tab meanwhile, such as for a batch. */
static void
mapped_cb (TroupeRunController *self)
{
  g_assert (TROUPE_IS_RUN_CONTROLLER (self));

  if (self->frame != NULL &&
      troupe_run_notice_get_subject (self->notice) == TROUPE_RUN_NOTICE_FOREIGN)
    look_where_from (self);
}

gboolean
troupe_run_controller_is_looking (TroupeRunController *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_CONTROLLER (self), FALSE);

  return self->origin != NULL;
}

void
troupe_run_controller_forget_consent (TroupeRunController *self)
{
  g_return_if_fail (TROUPE_IS_RUN_CONTROLLER (self));

  troupe_run_consent_forget (self->consent);
  look_where_from (self);
}

/* --- Stored run ------------------------------------------------------------------------------- */

static gboolean
has_changed_since (TroupeRunController *self, const TroupeStoredRun *kept)
{
  g_assert (TROUPE_IS_RUN_CONTROLLER (self));

  return !troupe_stored_run_summary_matches (get_flow (self), kept->digest);
}

static void
kept_offered_cb (TroupeRunController *self)
{
  const TroupeStoredRun *kept = troupe_page_stored_run_get (self->kept);
  const TroupeRunNoticeSubject subject = troupe_run_notice_get_subject (self->notice);
  const gboolean tells_failure =
      subject == TROUPE_RUN_NOTICE_FAILED || subject == TROUPE_RUN_NOTICE_KEY;
  g_autofree char *label = NULL;
  gboolean is_changed;
  gsize limit;
  g_autofree char *size = NULL;

  g_assert (TROUPE_IS_RUN_CONTROLLER (self));

  if (kept == NULL)
    return;
  /* Creates the label of the button that resumes a failed run, with the larger limit that the
   * run then has if it has failed because of its disk limit. */
  limit = troupe_page_run_get_raised_disk_limit (self->run, kept->id);
  size = limit > 0 ? g_format_size_full (limit, G_FORMAT_SIZE_IEC_UNITS) : NULL;
  /* Translators: label of a button that resumes a run with a larger limit for what it stores on the
   * disk; %s is a size such as “256 MiB” */
  label = size != NULL ? g_strdup_printf (_ ("Continue with %s"), size) : g_strdup (_ ("Resume"));
  is_changed = has_changed_since (self, kept);
  self->has_named_change = is_changed && !tells_failure;
  if (!kept->has_failed)
    troupe_run_notice_offer_stored_run (self->notice, kept->is_waiting, is_changed);
  else if (tells_failure)
    troupe_run_notice_set_resumable (self->notice, label);
  else
    troupe_run_notice_offer_failed (self->notice,
                                    kept->failed_method != NULL &&
                                            troupe_flow_find_method (get_flow (self),
                                                                     kept->failed_method) != NULL
                                        ? kept->failed_method
                                        : NULL,
                                    kept->error, is_changed, label);
}

static void
kept_changed_cb (TroupeRunController *self)
{
  g_assert (TROUPE_IS_RUN_CONTROLLER (self));

  if (troupe_page_stored_run_get (self->kept) != NULL)
    return;
  troupe_run_notice_set_resumable (self->notice, NULL);
  if (troupe_run_notice_get_subject (self->notice) == TROUPE_RUN_NOTICE_KEPT)
    troupe_run_notice_clear (self->notice);
}

static void
kept_read_cb (TroupeRunController *self, TroupeRun *run, GPtrArray *events)
{
  g_autoptr (TroupeBreakpoints) breakpoints = NULL;

  g_assert (TROUPE_IS_RUN_CONTROLLER (self));

  if (self->frame == NULL)
    return;
  /* They are not stored with the run. One that was paused when the program ended pauses there again. */
  breakpoints = troupe_run_factory_read_breakpoints (self->source);
  troupe_run_set_breakpoints (run, breakpoints);
  troupe_run_starter_resume (self->starter, run, events);
}

static void
join_kept (TroupeRunController *self)
{
  g_assert (TROUPE_IS_RUN_CONTROLLER (self));

  g_signal_connect_object (self->kept, "offered", G_CALLBACK (kept_offered_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->kept, "changed", G_CALLBACK (kept_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->kept, "read", G_CALLBACK (kept_read_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->kept, "unreadable", G_CALLBACK (refused_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->kept, "failed", G_CALLBACK (store_failed_cb), self,
                           G_CONNECT_SWAPPED);
}

static void
resume_chosen_cb (TroupeRunController *self, const char *response)
{
  g_assert (TROUPE_IS_RUN_CONTROLLER (self));

  if (self->content == NULL)
    return;
  if (g_str_equal (response, "resume"))
    troupe_page_stored_run_resume (self->kept);
  else if (g_str_equal (response, "run"))
    gtk_widget_activate_action (GTK_WIDGET (self->content), "win.run", NULL);
}

/* A resumed run uses the document as it was. If the document has changed since the offer to resume
 * was shown, as after a repair of the failed method, the user chooses between the two. */
static void
resume_requested_cb (TroupeRunController *self)
{
  const TroupeStoredRun *kept = troupe_page_stored_run_get (self->kept);
  GtkWidget *dialog;

  g_assert (TROUPE_IS_RUN_CONTROLLER (self));

  if (self->content == NULL)
    return;
  if (kept == NULL || self->has_named_change || !has_changed_since (self, kept))
    {
      troupe_page_stored_run_resume (self->kept);
      return;
    }
  dialog = troupe_message_dialog_new (NULL, _ ("Resume Without Your Changes?"),
                                      _ ("The run resumes with the document as it was when the run "
                                         "began. To use your changes, start a new run."));
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "resume",
                                    _ ("_Resume"), "run", _ ("_New Run"), NULL);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "run");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "run",
                                              ADW_RESPONSE_SUGGESTED);
  g_signal_connect_object (dialog, "response", G_CALLBACK (resume_chosen_cb), self,
                           G_CONNECT_SWAPPED);
  troupe_dialog_put_over (GTK_WINDOW (dialog), GTK_WIDGET (self->content));
  troupe_name_buttons (dialog);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
join_notice (TroupeRunController *self)
{
  g_assert (TROUPE_IS_RUN_CONTROLLER (self));

  self->notice = troupe_run_notice_new (troupe_editor_frame_get_notice (self->frame));
  g_signal_connect_object (self->notice, "method-requested",
                           G_CALLBACK (failed_method_requested_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->notice, "key-requested", G_CALLBACK (key_requested_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->notice, "model-requested", G_CALLBACK (model_requested_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->notice, "permissions-requested",
                           G_CALLBACK (permissions_requested_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->notice, "text-requested",
                           G_CALLBACK (troupe_page_content_request_text), self->content,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->notice, "resume-requested", G_CALLBACK (resume_requested_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->notice, "resume-declined",
                           G_CALLBACK (troupe_page_stored_run_drop), self->kept, G_CONNECT_SWAPPED);
}

/* Requests of a task are shown with the title of the task. */
static void
crew_asks_cb (TroupeCrewEditor *crew, TroupePageQuestions *questions)
{
  GPtrArray *requests = troupe_page_questions_list (questions);
  g_autoptr (GPtrArray) titles = g_ptr_array_new ();

  g_assert (TROUPE_IS_CREW_EDITOR (crew));

  for (guint i = 0; i < requests->len; i++)
    g_ptr_array_add (titles, ((TroupeFeedbackRequest *) g_ptr_array_index (requests, i))->method);
  g_ptr_array_add (titles, NULL);
  troupe_crew_editor_set_asking (crew, (const char *const *) titles->pdata);
}

static void
crew_answer_cb (TroupeRunController *self, const char *id, TroupeCrewEditor *crew)
{
  g_autofree char *title = NULL;
  guint task = 0;

  g_assert (TROUPE_IS_RUN_CONTROLLER (self));

  if (!troupe_crew_id_is_task (id, &task))
    return;
  title = troupe_crew_subject_dup_task_title (troupe_crew_editor_get_subject (crew), task);
  troupe_run_controller_answer (self, title);
}

void
troupe_run_controller_join_crew (TroupeRunController *self, TroupeCrewEditor *crew)
{
  g_return_if_fail (TROUPE_IS_RUN_CONTROLLER (self));
  g_return_if_fail (TROUPE_IS_CREW_EDITOR (crew));

  g_signal_connect_object (self->questions, "changed", G_CALLBACK (crew_asks_cb), crew,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (crew, "answer-requested", G_CALLBACK (crew_answer_cb), self,
                           G_CONNECT_SWAPPED);
  crew_asks_cb (crew, self->questions);
}

void
troupe_run_controller_set_frame (TroupeRunController *self, TroupeEditorFrame *frame)
{
  GtkWidget *view;

  g_return_if_fail (TROUPE_IS_RUN_CONTROLLER (self));
  g_return_if_fail (TROUPE_IS_EDITOR_FRAME (frame));

  if (self->frame == NULL || self->frame == frame)
    return;
  if (self->asked_in != NULL)
    {
      self->frame = frame;
      troupe_run_notice_set_bar (self->notice, troupe_editor_frame_get_notice (frame));
      return;
    }
  view = g_object_ref (troupe_page_questions_get_view (self->questions));
  troupe_editor_frame_set_question (self->frame, NULL);
  troupe_editor_frame_set_question_shown (self->frame, FALSE);
  self->frame = frame;
  troupe_editor_frame_set_question (frame, view);
  g_object_unref (view);
  questions_changed_cb (self);
  troupe_run_notice_set_bar (self->notice, troupe_editor_frame_get_notice (frame));
}

void
troupe_run_controller_ask_in (TroupeRunController *self, AdwBin *place)
{
  g_autoptr (GtkWidget) view = NULL;

  g_return_if_fail (TROUPE_IS_RUN_CONTROLLER (self));
  g_return_if_fail (place == NULL || ADW_IS_BIN (place));

  if (self->frame == NULL || self->asked_in == place)
    return;
  view = g_object_ref (troupe_page_questions_get_view (self->questions));
  if (self->asked_in != NULL)
    adw_bin_set_child (self->asked_in, NULL);
  else
    {
      troupe_editor_frame_set_question (self->frame, NULL);
      troupe_editor_frame_set_question_shown (self->frame, FALSE);
    }
  g_set_weak_pointer (&self->asked_in, place);
  if (place != NULL)
    adw_bin_set_child (place, view);
  else
    troupe_editor_frame_set_question (self->frame, view);
  troupe_feedback_view_set_narrow (TROUPE_FEEDBACK_VIEW (view), place != NULL);
  questions_changed_cb (self);
}

/* --- GObject implementation ------------------------------------------------------------------- */

void
troupe_run_controller_set_reuse (TroupeRunController *self,
                                 gboolean runs_changed,
                                 const char *const *kept)
{
  g_return_if_fail (TROUPE_IS_RUN_CONTROLLER (self));

  self->runs_changed = runs_changed;
  g_strfreev (self->kept_results);
  self->kept_results = g_strdupv ((char **) kept);
}

void
troupe_run_controller_start (TroupeRunController *self, gboolean ask)
{
  TroupeServices *application;

  g_return_if_fail (TROUPE_IS_RUN_CONTROLLER (self));

  /* Lets the next start reuse the results of the last run, if the user wants that. */
  application = troupe_services_get ();
  if (application == NULL ||
      (!self->runs_changed &&
       !g_settings_get_boolean (troupe_services_get_settings (application), "reuse-results")))
    troupe_run_starter_set_reuse (self->starter, FALSE, NULL, NULL, FALSE);
  else
    troupe_run_starter_set_reuse (self->starter, TRUE, self->last_run,
                                  (const char *const *) self->kept_results, self->runs_changed);
  troupe_run_starter_start (self->starter, ask);
}

void
troupe_run_controller_start_run (TroupeRunController *self, TroupeRun *run, const char *text)
{
  g_return_if_fail (TROUPE_IS_RUN_CONTROLLER (self));

  troupe_run_starter_start_run (self->starter, run, text);
}

gboolean
troupe_run_controller_is_starting (TroupeRunController *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_CONTROLLER (self), FALSE);

  return troupe_run_starter_is_busy (self->starter) || troupe_run_consent_is_busy (self->consent);
}

TroupeRunNotice *
troupe_run_controller_get_notice (TroupeRunController *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_CONTROLLER (self), NULL);

  return self->notice;
}

TroupeRunStarter *
troupe_run_controller_get_starter (TroupeRunController *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_CONTROLLER (self), NULL);

  return self->starter;
}

void
troupe_run_controller_update_breakpoints (TroupeRunController *self)
{
  g_autoptr (TroupeBreakpoints) breakpoints = NULL;
  TroupePageRun *shown = NULL;

  g_return_if_fail (TROUPE_IS_RUN_CONTROLLER (self));

  shown = troupe_page_content_get_run (self->content);
  if (!troupe_page_run_is_under_way (shown) || troupe_page_run_get_run (shown) == NULL)
    return;
  breakpoints = troupe_run_factory_read_breakpoints (self->source);
  troupe_run_set_breakpoints (troupe_page_run_get_run (shown), breakpoints);
}

void
troupe_run_controller_keep_breakpoints (TroupeRunController *self, TroupeCrewDocument *document)
{
  TroupeServices *application = troupe_services_get ();

  g_return_if_fail (TROUPE_IS_RUN_CONTROLLER (self) && TROUPE_IS_CREW_DOCUMENT (document));

  if (application != NULL)
    troupe_stored_breakpoints_follow (document, troupe_services_get_settings (application));
  g_signal_connect_object (troupe_task_breakpoints_get (document), "changed",
                           G_CALLBACK (troupe_run_controller_update_breakpoints), self,
                           G_CONNECT_SWAPPED);
}

TroupeRunFactory *
troupe_run_controller_get_source (TroupeRunController *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_CONTROLLER (self), NULL);

  return self->source;
}

TroupeRunConsent *
troupe_run_controller_get_consent (TroupeRunController *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_CONTROLLER (self), NULL);

  return self->consent;
}

TroupeRunPresenter *
troupe_run_controller_get_progress (TroupeRunController *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_CONTROLLER (self), NULL);

  return self->progress;
}

void
troupe_run_controller_close (TroupeRunController *self)
{
  g_return_if_fail (TROUPE_IS_RUN_CONTROLLER (self));

  if (self->frame == NULL)
    return;
  if (self->origin != NULL)
    g_cancellable_cancel (self->origin);
  g_clear_object (&self->origin);
  troupe_run_starter_close (self->starter);
  troupe_run_consent_close (self->consent);
  g_clear_object (&self->progress);
  troupe_page_budget_close (self->budget);
  g_clear_weak_pointer (&self->asked_in);
  self->frame = NULL;
  self->monitor = NULL;
  self->content = NULL;
}

static void
troupe_run_controller_dispose (GObject *object)
{
  TroupeRunController *self = TROUPE_RUN_CONTROLLER (object);

  g_clear_object (&self->budget);
  g_clear_object (&self->origin);
  g_clear_object (&self->starter);
  g_clear_object (&self->consent);
  g_clear_object (&self->progress);
  g_clear_object (&self->notice);
  g_clear_object (&self->kept);
  g_clear_object (&self->questions);
  g_clear_object (&self->run);
  g_clear_object (&self->source);
  g_clear_pointer (&self->last_run, g_free);
  g_clear_pointer (&self->kept_results, g_strfreev);

  G_OBJECT_CLASS (troupe_run_controller_parent_class)->dispose (object);
}

static void
troupe_run_controller_class_init (TroupeRunControllerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_run_controller_dispose;
  signals[METHOD_REQUESTED] =
      g_signal_new ("method-requested", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                    NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
troupe_run_controller_init (TroupeRunController *self)
{
}

TroupeRunController *
troupe_run_controller_new (TroupePageContent *content,
                           TroupeRunFactory *source,
                           TroupeEditorFrame *frame,
                           TroupeMonitor *monitor)
{
  TroupeRunController *self;

  g_return_val_if_fail (TROUPE_IS_PAGE_CONTENT (content), NULL);
  g_return_val_if_fail (TROUPE_IS_RUN_FACTORY (source), NULL);
  g_return_val_if_fail (TROUPE_IS_EDITOR_FRAME (frame), NULL);
  g_return_val_if_fail (TROUPE_IS_MONITOR (monitor), NULL);

  self = g_object_new (TROUPE_TYPE_RUN_CONTROLLER, NULL);
  self->content = content;
  self->source = g_object_ref (source);
  self->frame = frame;
  self->monitor = monitor;
  self->run = g_object_ref (troupe_page_content_get_run (content));
  self->questions = g_object_ref (troupe_page_content_get_questions (content));
  self->kept = g_object_ref (troupe_page_content_get_stored_run (content));
  join_notice (self);
  join_questions (self);
  self->budget = troupe_page_budget_new (source, self->run, monitor, self->notice);
  join_starter (self);
  join_kept (self);
  g_signal_connect_object (self->run, "ended", G_CALLBACK (run_ended_cb), self, G_CONNECT_SWAPPED);
  self->progress = troupe_run_presenter_new (self->run, troupe_monitor_get_trace (monitor), monitor,
                                             self->notice);
  g_signal_connect_object (self->progress, "message", G_CALLBACK (tell), self, G_CONNECT_SWAPPED);
  return self;
}

/* Looks for a run of the document that can be resumed. */
static void
look_for_stored_run (TroupeRunController *self)
{
  const char *path = troupe_document_get_path (troupe_run_factory_get_document (self->source));

  if (path != NULL)
    troupe_page_stored_run_look (self->kept, path,
                                 troupe_stored_run_summary_describe (get_flow (self)));
}

/* A run may end shortly after its page was closed, and after the document was opened again. */
static void
run_left_cb (TroupeRunController *self, const char *path)
{
  g_assert (TROUPE_IS_RUN_CONTROLLER (self));

  if (self->frame != NULL &&
      g_strcmp0 (path, troupe_document_get_path (troupe_run_factory_get_document (self->source))) ==
          0 &&
      troupe_page_stored_run_get (self->kept) == NULL)
    look_for_stored_run (self);
}

void
troupe_run_controller_begin (TroupeRunController *self)
{
  g_return_if_fail (TROUPE_IS_RUN_CONTROLLER (self));

  look_for_stored_run (self);
  if (troupe_services_get () != NULL)
    g_signal_connect_object (troupe_services_get (), "run-left", G_CALLBACK (run_left_cb), self,
                             G_CONNECT_SWAPPED);
  g_signal_connect_object (self->content, "map", G_CALLBACK (mapped_cb), self, G_CONNECT_SWAPPED);
  look_where_from (self);
}
