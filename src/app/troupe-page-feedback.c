/* troupe-page-feedback.c: a person who is asked by a page's run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-page"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-feedback-view.h"
#include "troupe-page-private.h"

/* --- What is shown ---------------------------------------------------------------------------- */

static void
show_requests (TroupePage *self)
{
  const guint count = self->requests->len;
  TroupeFeedbackRequest *shown = NULL;

  if (self->editor == NULL)
    return;
  if (self->shown_request >= count)
    self->shown_request = 0;
  if (count > 0)
    shown = g_ptr_array_index (self->requests, self->shown_request);
  troupe_feedback_view_set_request (TROUPE_FEEDBACK_VIEW (self->question), shown,
                                    self->shown_request + 1, count);
  troupe_editor_set_question_shown (TROUPE_EDITOR (self->editor), shown != NULL);
  troupe_monitor_set_requests (TROUPE_MONITOR (self->monitor), self->requests);
  _troupe_page_notify_run (self);
}

/* The keyboard is not taken from somebody who is writing, nor from an open menu. */
static gboolean
may_take_focus (TroupePage *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (root == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return FALSE;
  return focus == NULL || !(GTK_IS_TEXT (focus) || GTK_IS_TEXT_VIEW (focus) ||
                            gtk_widget_get_ancestor (focus, GTK_TYPE_POPOVER) != NULL);
}

static int
find_request (TroupePage *self, const char *id)
{
  for (guint i = 0; i < self->requests->len; i++)
    if (g_strcmp0 (((TroupeFeedbackRequest *) g_ptr_array_index (self->requests, i))->id, id) == 0)
      return (int) i;
  return -1;
}

static void
remove_request (TroupePage *self, guint index)
{
  const TroupeFeedbackRequest *request = g_ptr_array_index (self->requests, index);
  GApplication *application = g_application_get_default ();

  if (application != NULL && g_application_get_is_registered (application))
    g_application_withdraw_notification (application, request->id);
  if (self->shown_request > index)
    self->shown_request--;
  g_ptr_array_remove_index (self->requests, index);
}

TroupeFeedbackRequest *
troupe_page_find_question (TroupePage *self, const char *request_id)
{
  int index;

  g_return_val_if_fail (TROUPE_IS_PAGE (self), NULL);

  index = find_request (self, request_id);
  return index >= 0 ? g_ptr_array_index (self->requests, index) : NULL;
}

void
_troupe_page_clear_requests (TroupePage *self)
{
  while (self->requests->len > 0)
    remove_request (self, self->requests->len - 1);
  show_requests (self);
}

gboolean
troupe_page_show_question (TroupePage *self, const char *request_id)
{
  int index;

  g_return_val_if_fail (TROUPE_IS_PAGE (self), FALSE);
  g_return_val_if_fail (request_id != NULL, FALSE);

  index = find_request (self, request_id);
  if (index < 0)
    return FALSE;
  self->shown_request = (guint) index;
  show_requests (self);
  gtk_widget_grab_focus (self->question);
  return TRUE;
}

guint
troupe_page_get_n_questions (TroupePage *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE (self), 0);

  return self->requests->len;
}

/* --- Answers ---------------------------------------------------------------------------------- */

static gboolean
is_blank (const char *text)
{
  return text[strspn (text, " \t\n")] == '\0';
}

gboolean
troupe_page_answer (TroupePage *self,
                    const char *request_id,
                    const char *words,
                    const char *outcome)
{
  g_autoptr (GError) error = NULL;
  const int index = find_request (self, request_id);

  g_return_val_if_fail (TROUPE_IS_PAGE (self), FALSE);
  g_return_val_if_fail (words != NULL, FALSE);

  if (index < 0 || self->run == NULL)
    return FALSE;
  /* Who says nothing but an outcome has said its word. */
  if (outcome != NULL && is_blank (words))
    words = outcome;
  if (troupe_run_answer (self->run, request_id, words, outcome, &error))
    {
      remove_request (self, (guint) index);
      show_requests (self);
      return TRUE;
    }
  troupe_feedback_view_set_error (TROUPE_FEEDBACK_VIEW (self->question), error->message);
  troupe_monitor_set_answer_error (TROUPE_MONITOR (self->monitor), request_id, error->message);
  return TRUE;
}

static void
question_answered (GtkWidget *part,
                   const char *request_id,
                   const char *words,
                   const char *outcome,
                   gpointer user_data)
{
  TroupePage *self = TROUPE_PAGE (user_data);
  const gboolean had_focus = gtk_widget_get_focus_child (self->question) != NULL;

  troupe_page_answer (self, request_id, words, outcome);
  if (!had_focus)
    return;
  if (self->requests->len > 0)
    gtk_widget_grab_focus (self->question);
  else
    gtk_widget_grab_focus (self->editor);
}

static void
answered_later (TroupePage *self)
{
  if (self->run == NULL)
    return;
  troupe_run_answer_later (self->run);
  _troupe_page_clear_requests (self);
}

/* The card's button: to the question, or to going on with the run that asked it. */
static void
answer_requested (TroupeEditor *editor, const char *method, gpointer user_data)
{
  TroupePage *self = TROUPE_PAGE (user_data);

  for (guint i = 0; i < self->requests->len; i++)
    {
      const TroupeFeedbackRequest *request = g_ptr_array_index (self->requests, i);

      if (g_strcmp0 (request->method, method) == 0)
        {
          troupe_page_show_question (self, request->id);
          return;
        }
    }
  if (self->kept_id != NULL)
    _troupe_page_go_on (self);
}

void
_troupe_page_make_question (TroupePage *self)
{
  self->requests = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_feedback_request_unref);
  self->question = troupe_feedback_view_new (TRUE);
  troupe_editor_set_question (TROUPE_EDITOR (self->editor), self->question);
  g_signal_connect_object (self->question, "answered", G_CALLBACK (question_answered), self, 0);
  g_signal_connect_object (self->question, "later", G_CALLBACK (answered_later), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->monitor, "answered", G_CALLBACK (question_answered), self, 0);
  g_signal_connect_object (self->monitor, "later", G_CALLBACK (answered_later), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->editor, "answer-requested", G_CALLBACK (answer_requested), self,
                           0);
}

/* --- Questions -------------------------------------------------------------------------------- */

/* A question on its way from the run's thread. */
typedef struct
{
  TroupePage *page;
  TroupeFeedbackRequest *request;
} Posted;

static void
posted_free (gpointer data)
{
  Posted *posted = data;

  g_object_unref (posted->page);
  troupe_feedback_request_unref (posted->request);
  g_free (posted);
}

static gboolean
question_arrived (gpointer user_data)
{
  Posted *posted = user_data;
  TroupePage *self = posted->page;
  const gboolean is_first = self->requests->len == 0;

  if (self->editor == NULL || self->run == NULL ||
      g_strcmp0 (posted->request->run_id, troupe_run_get_id (self->run)) != 0)
    return G_SOURCE_REMOVE;
  g_ptr_array_add (self->requests, troupe_feedback_request_ref (posted->request));
  show_requests (self);
  if (is_first && may_take_focus (self))
    gtk_widget_grab_focus (self->question);
  _troupe_page_ask_for_attention (self, posted->request->id);
  return G_SOURCE_REMOVE;
}

/* In the run's thread. The page lives as long as the run. */
static TroupeFeedbackReply
ask (TroupeRun *run, TroupeFeedbackRequest *request, char **answer, gpointer user_data)
{
  TroupePage *self = user_data;
  Posted *posted;

  if (g_atomic_int_get (&self->is_leaving))
    return TROUPE_FEEDBACK_PAUSES;
  posted = g_new0 (Posted, 1);
  posted->page = g_object_ref (self);
  posted->request = troupe_feedback_request_ref (request);
  g_idle_add_full (G_PRIORITY_DEFAULT, question_arrived, posted, posted_free);
  return TROUPE_FEEDBACK_WAITS;
}

void
_troupe_page_listen_to (TroupePage *self, TroupeRun *run)
{
  troupe_run_set_feedback_func (run, ask, self, NULL);
}

static gboolean
has_id (GPtrArray *requests, const char *id)
{
  for (guint i = 0; i < requests->len; i++)
    if (g_str_equal (((TroupeFeedbackRequest *) g_ptr_array_index (requests, i))->id, id))
      return TRUE;
  return FALSE;
}

/* A method that was cancelled asks nobody any more. */
static gboolean
drop_withdrawn (TroupePage *self)
{
  g_autoptr (GPtrArray) waiting = troupe_run_list_requests (self->run);
  gboolean dropped = FALSE;

  for (guint i = self->requests->len; i-- > 0;)
    if (!has_id (waiting, ((TroupeFeedbackRequest *) g_ptr_array_index (self->requests, i))->id))
      {
        remove_request (self, i);
        dropped = TRUE;
      }
  return dropped;
}

void
_troupe_page_update_requests (TroupePage *self)
{
  if (self->requests->len > 0 && self->run != NULL && drop_withdrawn (self))
    show_requests (self);
}

/* --- Leaving ---------------------------------------------------------------------------------- */

void
troupe_page_leave (TroupePage *self)
{
  g_return_if_fail (TROUPE_IS_PAGE (self));

  if (self->run == NULL)
    return;
  if (self->requests->len == 0)
    {
      troupe_page_stop (self);
      return;
    }
  g_atomic_int_set (&self->is_leaving, TRUE);
  self->is_kept = TRUE;
  troupe_run_answer_later (self->run);
  /* Only a run that is not held comes to its end. */
  troupe_run_release (self->run);
  _troupe_page_clear_requests (self);
}
