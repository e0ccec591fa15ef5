/* troupe-flow-runner-python-ask.c: questions of Flow.ask() in Python methods
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-runner-python-ask"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-flow-runner-python-private.h"
#include "troupe-flow-runner-report.h"
#include "troupe-run-persister.h"
#include "troupe-runner-answers.h"
#include "troupe-runner-question.h"

/* Maximum number of questions of one call. Each of them is stored, and an input provider answers them as
 * fast as the code asks. */
#define MOST_QUESTIONS 1000

/* @question: (nullable): while the user is asked; @timer: (nullable): ends it without an answer;
 * @scope: (nullable): of its events; @digest: identifies the question in stored answers */
typedef struct
{
  TroupeRunnerPythonCall *call;
  gint64 number;
  char *message;
  TroupeValue *metadata; /* (nullable) */
  gint64 timeout_us;
  char *digest;
  TroupeScope *scope;
  TroupeRunnerQuestion *question;
  GSource *timer;
} Input;

static void
input_free (gpointer data)
{
  Input *self = data;

  if (self->question != NULL)
    troupe_runner_question_withdraw (self->question);
  if (self->timer != NULL)
    g_source_destroy (self->timer);
  g_clear_pointer (&self->timer, g_source_unref);
  g_clear_pointer (&self->scope, troupe_scope_unref);
  g_clear_pointer (&self->metadata, troupe_value_unref);
  g_free (self->message);
  g_free (self->digest);
  g_free (self);
}

void
troupe_runner_python_end_questions (TroupeRunnerPythonCall *call)
{
  g_clear_pointer (&call->inputs, g_ptr_array_unref);
}

static const char *
get_method (TroupeRunnerPythonCall *call)
{
  return troupe_runner_frame_get_method (call->frame)->name;
}

static TroupeRunnerAnswers *
get_answers (TroupeRunnerPythonCall *call)
{
  return troupe_flow_runner_get_answers (call->python->runner);
}

/* --- Answers ---------------------------------------------------------------------------------- */

/* Reports the answer, and frees the question. @text, @metadata: (nullable) */
static void
end (Input *self, const char *text, TroupeValue *metadata)
{
  TroupeRunnerPythonCall *call = self->call;

  g_assert (self != NULL);

  troupe_runner_report_input_received (call->frame, self->scope, self->message, text,
                                       self->metadata, metadata);
  g_ptr_array_remove (call->inputs, self);
}

static void
answer (Input *self, const char *text)
{
  g_assert (self != NULL);

  troupe_python_answer (self->call->python->python, self->number, get_method (self->call), text);
  end (self, text, NULL);
}

static void
answered_cb (char *feedback, GError *error, gpointer user_data)
{
  Input *self = user_data;
  TroupeRunnerPythonCall *call = self->call;
  g_autofree char *text = feedback;
  gboolean is_pending = g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PENDING);

  g_assert (self != NULL);

  self->question = NULL;
  g_clear_error (&error);
  if (text != NULL)
    {
      g_autoptr (TroupeValue) value = troupe_value_new_string (text, -1);
      g_autofree char *place = troupe_runner_frame_make_place (call->frame);

      troupe_runner_answers_keep_at (get_answers (call), place, self->digest, value);
    }
  if (is_pending && self->timeout_us < 0)
    {
      /* No user is available. The method waits until the run is resumed, and its code runs again
       * then. */
      call->is_paused = TRUE;
      g_cancellable_cancel (call->cancellable);
    }
  else
    answer (self, text);
}

static gboolean
timeout_cb (gpointer user_data)
{
  answer (user_data, NULL);
  return G_SOURCE_REMOVE;
}

/* --- Questions -------------------------------------------------------------------------------- */

/* Asks the user, unless the user answered the question before the run was resumed. */
static void
ask_user (Input *self)
{
  TroupeRunnerPythonCall *call = self->call;
  g_autofree char *place = troupe_runner_frame_make_place (call->frame);
  g_autoptr (TroupeValue) kept =
      troupe_runner_answers_take_at (get_answers (call), place, self->digest);
  TroupeRunnerQuestion *question = NULL;

  g_assert (self != NULL);

  if (kept != NULL && troupe_value_is (kept, TROUPE_VALUE_STRING))
    {
      answer (self, troupe_value_get_string (kept, NULL));
      return;
    }
  if (self->timeout_us >= 0)
    {
      self->timer = g_timeout_source_new ((guint) MIN (self->timeout_us / 1000, G_MAXUINT));
      g_source_set_callback (self->timer, timeout_cb, self, NULL);
      g_source_attach (self->timer, g_main_context_get_thread_default ());
    }
  question =
      troupe_runner_question_put (call->frame, self->message, self->metadata, answered_cb, self);
  /* Otherwise the question has ended, and may have been freed. */
  if (question != NULL)
    self->question = question;
}

/* Ends the call with an error. Takes ownership of @error. */
static void
refuse (TroupeRunnerPythonCall *call, GError *error)
{
  g_assert (call->refusal == NULL);

  call->refusal = error;
  g_cancellable_cancel (call->cancellable);
}

/* Returns TRUE if the events of a question, the answer or the state stay within the disk limit. Otherwise
 * ends the call. */
static gboolean
check_room (TroupeRunnerPythonCall *call, const TroupePythonQuestion *question)
{
  TroupeRunDisk *disk = troupe_flow_runner_get_options (call->python->runner)->disk;
  const char *const texts[] = { question->message, question->response };
  TroupeValue *const values[] = { question->metadata, question->response_metadata,
                                  question->state };
  g_autoptr (GPtrArray) items =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_value_unref);
  g_autoptr (TroupeValue) all = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (texts[i] != NULL)
      g_ptr_array_add (items, troupe_value_new_string (texts[i], -1));
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    if (values[i] != NULL)
      g_ptr_array_add (items, troupe_value_ref (values[i]));
  all = troupe_value_new_list ((TroupeValue **) items->pdata, items->len);
  g_ptr_array_set_free_func (items, NULL);
  if (troupe_run_disk_has_room_for (disk, all, 1))
    return TRUE;
  refuse (call, troupe_run_disk_make_error (disk));
  return FALSE;
}

/* Returns TRUE if the call may ask another question. Otherwise ends it. */
static gboolean
check_count (TroupeRunnerPythonCall *call)
{
  g_assert (call != NULL);

  if (++call->n_questions <= MOST_QUESTIONS)
    return TRUE;
  refuse (call, g_error_new (TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_LIMIT,
                             /* Translators: %u is 1000 */
                             _ ("The method asks more than %u questions with ask(), which is the "
                                "limit for one call. Let it return between them, or write the "
                                "loop as methods of the flow."),
                             MOST_QUESTIONS));
  return FALSE;
}

void
troupe_runner_python_ask_cb (const TroupePythonQuestion *question, gpointer user_data)
{
  TroupeRunnerPythonCall *call = user_data;
  Input *self = NULL;
  g_autofree char *text = NULL;

  if (call->is_paused || call->refusal != NULL || troupe_runner_action_is_stopped (call->frame) ||
      !check_room (call, question))
    return;
  if (question->is_answered)
    {
      Input *input = NULL;
      gint64 number;

      number = question->number;
      for (guint i = 0; call->inputs != NULL && i < call->inputs->len; i++)
        if (((Input *) g_ptr_array_index (call->inputs, i))->number == number)
          {
            input = g_ptr_array_index (call->inputs, i);
            break;
          }
      if (input != NULL)
        end (input, question->response, question->response_metadata);
      return;
    }
  if (!check_count (call))
    return;
  /* A call that waits for the user is not quick. */
  call->patience_us = 0;
  troupe_run_queue_entry_wake (troupe_flow_runner_get_options (call->python->runner)->turn);
  if (call->inputs == NULL)
    call->inputs = g_ptr_array_new_with_free_func (input_free);
  text = g_strconcat ("ask\n", call->path, "\n", question->message, NULL);
  self = g_new0 (Input, 1);
  self->call = call;
  self->number = question->number;
  self->message = g_strdup (question->message);
  self->timeout_us = question->timeout_us;
  self->digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
  if (question->metadata != NULL)
    self->metadata = troupe_value_ref (question->metadata);
  g_ptr_array_add (call->inputs, self);
  self->scope = troupe_runner_report_input_requested (call->frame, self->message, self->metadata);
  if (question->state != NULL)
    troupe_run_persister_save_asking (troupe_flow_runner_get_persister (call->python->runner),
                                      question->state);
  if (question->has_provider)
    troupe_python_answer (call->python->python, self->number, get_method (call), NULL);
  else
    ask_user (self);
}
