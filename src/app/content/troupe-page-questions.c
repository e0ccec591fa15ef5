/* troupe-page-questions.c: pending feedback requests of the run of a page
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-page-questions"

#include "config.h"

#include "troupe-feedback-view.h"
#include "troupe-page-questions.h"
#include "troupe-run-person.h"
#include "troupe-user-name.h"

/* Shared with the run's thread, which may request feedback after the page has been closed. */
typedef struct
{
  gint is_leaving;                /* atomic */
  TroupePageQuestions *questions; /* (nullable): main thread only */
} SharedQueue;

struct _TroupePageQuestions
{
  GObject parent_instance;

  TroupePageRun *run;
  GPtrArray *requests; /* (element-type TroupeFeedbackRequest) */
  guint shown;
  GtkWidget *view;
  SharedQueue *feedback_queue; /* reference counted with g_atomic_rc_box_acquire() */
};

enum
{
  CHANGED,
  CAME,
  REFUSED,
  SETTLED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupePageQuestions, troupe_page_questions, G_TYPE_OBJECT)

/* --- Presentation ----------------------------------------------------------------------------- */

static void
show_requests (TroupePageQuestions *self)
{
  const guint count = self->requests->len;
  TroupeFeedbackRequest *shown = NULL;

  g_assert (TROUPE_IS_PAGE_QUESTIONS (self));

  if (self->shown >= count)
    self->shown = 0;
  if (count > 0)
    shown = g_ptr_array_index (self->requests, self->shown);
  troupe_feedback_view_set_request (TROUPE_FEEDBACK_VIEW (self->view), shown, self->shown + 1,
                                    count);
  g_signal_emit (self, signals[CHANGED], 0);
}

static int
find_index (TroupePageQuestions *self, const char *id)
{
  g_assert (TROUPE_IS_PAGE_QUESTIONS (self));

  for (guint i = 0; i < self->requests->len; i++)
    if (g_strcmp0 (((TroupeFeedbackRequest *) g_ptr_array_index (self->requests, i))->id, id) == 0)
      return (int) i;
  return -1;
}

static void
remove_request (TroupePageQuestions *self, guint index)
{
  const TroupeFeedbackRequest *request = g_ptr_array_index (self->requests, index);
  GApplication *application = g_application_get_default ();

  g_assert (TROUPE_IS_PAGE_QUESTIONS (self));

  if (application != NULL && g_application_get_is_registered (application))
    g_application_withdraw_notification (application, request->id);
  if (self->shown > index)
    self->shown--;
  g_ptr_array_remove_index (self->requests, index);
}

static void
clear (TroupePageQuestions *self)
{
  g_assert (TROUPE_IS_PAGE_QUESTIONS (self));

  while (self->requests->len > 0)
    remove_request (self, self->requests->len - 1);
  show_requests (self);
}

GtkWidget *
troupe_page_questions_get_view (TroupePageQuestions *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE_QUESTIONS (self), NULL);

  return self->view;
}

GPtrArray *
troupe_page_questions_list (TroupePageQuestions *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE_QUESTIONS (self), NULL);

  return self->requests;
}

guint
troupe_page_questions_get_n (TroupePageQuestions *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE_QUESTIONS (self), 0);

  return self->requests->len;
}

TroupeFeedbackRequest *
troupe_page_questions_find (TroupePageQuestions *self, const char *request_id)
{
  int index;

  g_return_val_if_fail (TROUPE_IS_PAGE_QUESTIONS (self), NULL);

  index = find_index (self, request_id);
  return index >= 0 ? g_ptr_array_index (self->requests, index) : NULL;
}

gboolean
troupe_page_questions_show (TroupePageQuestions *self, const char *request_id)
{
  int index;

  g_return_val_if_fail (TROUPE_IS_PAGE_QUESTIONS (self), FALSE);
  g_return_val_if_fail (request_id != NULL, FALSE);

  index = find_index (self, request_id);
  if (index < 0)
    return FALSE;
  self->shown = (guint) index;
  show_requests (self);
  gtk_widget_grab_focus (self->view);
  return TRUE;
}

/* --- Answers ---------------------------------------------------------------------------------- */

gboolean
troupe_page_questions_answer (TroupePageQuestions *self,
                              const char *request_id,
                              const char *words,
                              const char *outcome,
                              const char *via)
{
  g_autoptr (GError) error = NULL;
  TroupeRun *run;
  int index;

  g_return_val_if_fail (TROUPE_IS_PAGE_QUESTIONS (self), FALSE);
  g_return_val_if_fail (words != NULL, FALSE);

  run = troupe_page_run_get_run (self->run);
  index = find_index (self, request_id);
  if (index < 0 || run == NULL)
    return FALSE;
  /* If an outcome has no further text, the outcome is used as the text of the answer. */
  if (outcome != NULL && words[strspn (words, " \t\n")] == '\0')
    words = outcome;
  troupe_run_set_person (run, troupe_user_get_name (), via);
  if (troupe_run_answer (run, request_id, words, outcome, &error))
    {
      remove_request (self, (guint) index);
      show_requests (self);
      return TRUE;
    }
  troupe_feedback_view_set_error (TROUPE_FEEDBACK_VIEW (self->view), error->message);
  g_signal_emit (self, signals[REFUSED], 0, request_id, error->message);
  return TRUE;
}

void
troupe_page_questions_take_answer (TroupePageQuestions *self,
                                   const char *request_id,
                                   const char *words,
                                   const char *outcome)
{
  gboolean had_focus;

  g_return_if_fail (TROUPE_IS_PAGE_QUESTIONS (self));

  had_focus = gtk_widget_get_focus_child (self->view) != NULL;
  troupe_page_questions_answer (self, request_id, words, outcome, "window");
  if (!had_focus)
    return;
  if (self->requests->len > 0)
    gtk_widget_grab_focus (self->view);
  else
    g_signal_emit (self, signals[SETTLED], 0);
}

void
troupe_page_questions_answer_later (TroupePageQuestions *self)
{
  TroupeRun *run;

  g_return_if_fail (TROUPE_IS_PAGE_QUESTIONS (self));

  run = troupe_page_run_get_run (self->run);
  if (run == NULL)
    return;
  troupe_run_answer_later (run);
  clear (self);
}

/* --- Receiving requests ----------------------------------------------------------------------- */

typedef struct
{
  SharedQueue *feedback_queue;
  TroupeFeedbackRequest *request;
} Posted;

static void
posted_free (gpointer data)
{
  Posted *posted = data;

  g_atomic_rc_box_release (posted->feedback_queue);
  troupe_feedback_request_unref (posted->request);
  g_free (posted);
}

static gboolean
question_arrived_cb (gpointer user_data)
{
  Posted *posted = user_data;
  TroupePageQuestions *self = posted->feedback_queue->questions;
  TroupeRun *run = self != NULL ? troupe_page_run_get_run (self->run) : NULL;

  g_assert (posted != NULL);

  if (run == NULL || g_strcmp0 (posted->request->run_id, troupe_run_get_id (run)) != 0)
    return G_SOURCE_REMOVE;
  g_ptr_array_add (self->requests, troupe_feedback_request_ref (posted->request));
  show_requests (self);
  g_signal_emit (self, signals[CAME], 0, posted->request->id, self->requests->len == 1);
  return G_SOURCE_REMOVE;
}

/* Called on the run's thread. */
static TroupeFeedbackReply
ask (TroupeRun *run, TroupeFeedbackRequest *request, char **answer, gpointer user_data)
{
  SharedQueue *feedback_queue = user_data;
  Posted *posted;

  g_assert (TROUPE_IS_RUN (run));

  if (g_atomic_int_get (&feedback_queue->is_leaving))
    return TROUPE_FEEDBACK_PAUSES;
  posted = g_new0 (Posted, 1);
  posted->feedback_queue = g_atomic_rc_box_acquire (feedback_queue);
  posted->request = troupe_feedback_request_ref (request);
  g_idle_add_full (G_PRIORITY_DEFAULT, question_arrived_cb, posted, posted_free);
  return TROUPE_FEEDBACK_WAITS;
}

static void
run_begins_cb (TroupePageQuestions *self, TroupeRun *run)
{
  g_assert (TROUPE_IS_PAGE_QUESTIONS (self));

  troupe_run_set_feedback_func (run, ask, g_atomic_rc_box_acquire (self->feedback_queue),
                                g_atomic_rc_box_release);
}

static gboolean
has_id (GPtrArray *requests, const char *id)
{
  for (guint i = 0; i < requests->len; i++)
    if (g_str_equal (((TroupeFeedbackRequest *) g_ptr_array_index (requests, i))->id, id))
      return TRUE;
  return FALSE;
}

static void
events_came_cb (TroupePageQuestions *self)
{
  TroupeRun *run = troupe_page_run_get_run (self->run);

  g_assert (TROUPE_IS_PAGE_QUESTIONS (self));

  if (self->requests->len > 0 && run != NULL)
    {
      g_autoptr (GPtrArray) waiting = troupe_run_list_requests (run);
      gboolean dropped = FALSE;

      /* Removes requests that were withdrawn, for example because their method was cancelled. */
      for (guint i = self->requests->len; i-- > 0;)
        if (!has_id (waiting,
                     ((TroupeFeedbackRequest *) g_ptr_array_index (self->requests, i))->id))
          {
            remove_request (self, i);
            dropped = TRUE;
          }
      if (dropped)
        show_requests (self);
    }
}

void
troupe_page_questions_leave (TroupePageQuestions *self)
{
  g_return_if_fail (TROUPE_IS_PAGE_QUESTIONS (self));

  g_atomic_int_set (&self->feedback_queue->is_leaving, TRUE);
  clear (self);
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
troupe_page_questions_dispose (GObject *object)
{
  TroupePageQuestions *self = TROUPE_PAGE_QUESTIONS (object);

  if (self->feedback_queue != NULL)
    {
      g_atomic_int_set (&self->feedback_queue->is_leaving, TRUE);
      self->feedback_queue->questions = NULL;
    }
  g_clear_pointer (&self->feedback_queue, g_atomic_rc_box_release);
  g_clear_object (&self->view);
  g_clear_object (&self->run);
  G_OBJECT_CLASS (troupe_page_questions_parent_class)->dispose (object);
}

static void
troupe_page_questions_finalize (GObject *object)
{
  g_clear_pointer (&TROUPE_PAGE_QUESTIONS (object)->requests, g_ptr_array_unref);
  G_OBJECT_CLASS (troupe_page_questions_parent_class)->finalize (object);
}

static void
troupe_page_questions_class_init (TroupePageQuestionsClass *klass)
{
  const GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_page_questions_dispose;
  G_OBJECT_CLASS (klass)->finalize = troupe_page_questions_finalize;

  signals[CHANGED] =
      g_signal_new ("changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[CAME] = g_signal_new ("came", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                2, G_TYPE_STRING, G_TYPE_BOOLEAN);
  signals[REFUSED] = g_signal_new ("refused", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);
  signals[SETTLED] =
      g_signal_new ("settled", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
troupe_page_questions_init (TroupePageQuestions *self)
{
  g_assert (self != NULL);

  self->requests = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_feedback_request_unref);
  self->feedback_queue = g_atomic_rc_box_new0 (SharedQueue);
  self->feedback_queue->questions = self;
  self->view = g_object_ref_sink (troupe_feedback_view_new (TRUE));
  g_signal_connect_object (self->view, "answered", G_CALLBACK (troupe_page_questions_take_answer),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->view, "later", G_CALLBACK (troupe_page_questions_answer_later),
                           self, G_CONNECT_SWAPPED);
}

TroupePageQuestions *
troupe_page_questions_new (TroupePageRun *run)
{
  TroupePageQuestions *self;

  g_return_val_if_fail (TROUPE_IS_PAGE_RUN (run), NULL);

  self = g_object_new (TROUPE_TYPE_PAGE_QUESTIONS, NULL);
  self->run = g_object_ref (run);
  g_signal_connect_object (run, "begins", G_CALLBACK (run_begins_cb), self, G_CONNECT_SWAPPED);
  /* This handler is connected after the handlers that show the run, so that those are called
   * first. */
  g_signal_connect_object (run, "events", G_CALLBACK (events_came_cb), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (run, "ended", G_CALLBACK (clear), self, G_CONNECT_SWAPPED);
  return self;
}
