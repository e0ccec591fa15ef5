/* troupe-runner-question.c: questions of crew tasks, MCP servers and code to the user
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-runner-question"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crash-point.h"
#include "troupe-flow-runner-feedback-private.h"
#include "troupe-flow-runner-frames.h"

/* @func, @func_data: (nullable): called for the question of a task or of code; @elicited: called for the
 *   question of a server */
struct _TroupeRunnerQuestion
{
  TroupeFlowRunner *runner;
  TroupeFeedbackRequest *request;
  GCancellable *cancellable; /* (nullable) */
  GSource *source;           /* (nullable): of @cancellable */
  TroupeAgentAnswerFunc func;
  TroupeMcpAnsweredFunc elicited;
  gpointer func_data;
};

static void
drop (TroupeRunnerQuestion *self)
{
  TroupeFlowRunner *runner = self->runner;

  g_assert (self != NULL);

  g_hash_table_remove (troupe_flow_runner_get_feedback_state (runner)->others, self->request);
  troupe_feedback_queue_withdraw (troupe_flow_runner_get_options (runner)->feedback_queue, self->request);
  if (self->source != NULL)
    g_source_destroy (self->source);
  g_clear_pointer (&self->source, g_source_unref);
  g_clear_object (&self->cancellable);
  troupe_feedback_request_unref (self->request);
  g_free (self);
}

/* Ends the question of a task or of code. Frees the question, and then invokes the callback. @feedback,
 * @error: (transfer full) (nullable) */
static void
end (TroupeRunnerQuestion *self, char *feedback, GError *error)
{
  TroupeAgentAnswerFunc func = self->func;
  gpointer func_data = self->func_data;

  g_assert (func != NULL);

  drop (self);
  func (feedback, error, func_data);
}

/* Ends the question of a server: frees the question, and then invokes the callback. @feedback,
 * @outcome: (nullable): NULL if no user is available */
static void
end_elicited (TroupeRunnerQuestion *self, const char *feedback, const char *outcome)
{
  TroupeMcpAnsweredFunc func = self->elicited;
  gpointer func_data = self->func_data;
  TroupeElicitationAction action = TROUPE_ELICITATION_DECLINE;
  g_autoptr (TroupeValue) content = NULL;

  g_assert (func != NULL);

  troupe_elicitation_action_from_name (outcome, &action);
  if (action == TROUPE_ELICITATION_ACCEPT && feedback != NULL)
    content = troupe_value_from_json (feedback, -1, NULL);
  drop (self);
  func (action, content, func_data);
}

static GError *
make_pending (void)
{
  return g_error_new_literal (
      G_IO_ERROR, G_IO_ERROR_PENDING,
      _ ("An answer is required, but there is no interactive session to ask for it."));
}

void
troupe_runner_question_take (TroupeFlowRunner *runner, TroupeFeedbackAnswer *answer)
{
  TroupeRunnerFeedbackState *state = troupe_flow_runner_get_feedback_state (runner);
  TroupeRunnerQuestion *self = g_hash_table_lookup (state->others, answer->request);

  state->taken = answer;
  if (self != NULL && self->elicited != NULL)
    end_elicited (self, answer->feedback, answer->outcome);
  else if (self != NULL)
    {
      TROUPE_CRASH_POINT ("crew-answered");
      end (self, troupe_feedback_strip (answer->feedback), NULL);
    }
  state->taken = NULL;
  troupe_feedback_answer_free (answer);
}

const TroupeFeedbackAnswer *
troupe_runner_question_get_answer (TroupeFlowRunner *runner)
{
  g_return_val_if_fail (runner != NULL, NULL);

  return troupe_flow_runner_get_feedback_state (runner)->taken;
}

void
troupe_runner_question_close_all (TroupeFlowRunner *runner)
{
  GHashTable *others = troupe_flow_runner_get_feedback_state (runner)->others;
  GHashTableIter iter;
  gpointer value = NULL;

  /* The iteration starts again after each question, because a callback may remove other
   * questions. */
  for (g_hash_table_iter_init (&iter, others); g_hash_table_iter_next (&iter, NULL, &value);
       g_hash_table_iter_init (&iter, others))
    {
      TroupeRunnerQuestion *self = value;

      if (self->elicited != NULL)
        end_elicited (self, NULL, NULL);
      else
        end (self, NULL, make_pending ());
    }
}

/* --- Asking ----------------------------------------------------------------------------------- */

/* @asker: the task or method that asks; @output: (transfer full): what the user reviews; @metadata:
 * (transfer full): a map */
static TroupeFeedbackRequest *
make_request (TroupeRunnerFrame *frame,
              const char *asker,
              const char *message,
              TroupeValue *output,
              TroupeValue *metadata)
{
  TroupeFlowRunner *runner = troupe_runner_frame_get_runner (frame);
  TroupeRunRequest record = { 0 };
  g_autofree char *id = g_uuid_string_random ();
  g_autoptr (TroupeValue) whole = NULL;
  g_autoptr (TroupeValue) shown = NULL;
  TroupeMapBuilder question;

  troupe_map_builder_init (&question);
  troupe_map_builder_add (
      &question, "flow_name",
      troupe_value_new_string (troupe_flow_get_name (troupe_flow_runner_get_flow (runner)), -1));
  troupe_map_builder_add (&question, "message", troupe_value_new_string (message, -1));
  troupe_map_builder_add (&question, "output", output);
  troupe_map_builder_add (&question, "emit", troupe_value_new_null ());
  troupe_map_builder_add (&question, "default_outcome", troupe_value_new_null ());
  troupe_map_builder_add (&question, "metadata", metadata);
  record.id = id;
  record.run_id = (char *) troupe_flow_runner_get_options (runner)->id;
  record.flow_id = record.run_id;
  record.method = (char *) asker;
  record.asked_us = g_get_real_time ();
  whole = troupe_map_builder_end (&question);
  shown = troupe_redactor_hide_value (
      troupe_event_bus_get_redactor (troupe_flow_runner_get_options (runner)->bus), whole);
  record.question = shown;
  return troupe_feedback_request_new_from_record (&record);
}

static gboolean
cancelled_cb (GCancellable *cancellable, gpointer user_data)
{
  end (user_data, NULL,
       g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("The run was stopped.")));
  return G_SOURCE_REMOVE;
}

static void
wait_for_answer (TroupeRunnerQuestion *self)
{
  g_assert (self != NULL);

  g_hash_table_insert (troupe_flow_runner_get_feedback_state (self->runner)->others, self->request, self);
  if (self->cancellable == NULL)
    return;
  self->source = g_cancellable_source_new (self->cancellable);
  g_source_set_callback (self->source, G_SOURCE_FUNC (cancelled_cb), self, NULL);
  g_source_attach (self->source, g_main_context_get_thread_default ());
}

/* Queues the question and calls the feedback callback. @text: (out) (nullable) (transfer full):
 * an answer that is available immediately */
static TroupeFeedbackReply
put (TroupeRunnerQuestion *self, char **text)
{
  const TroupeFlowRunnerOptions *options = troupe_flow_runner_get_options (self->runner);

  g_assert (self != NULL);

  if (options->feedback_func == NULL || troupe_feedback_queue_is_closed (options->feedback_queue))
    return TROUPE_FEEDBACK_PAUSES;
  troupe_feedback_queue_put (options->feedback_queue, self->request);
  return options->feedback_func (options->run, self->request, text, options->feedback_data);
}

/* Returns the question if the user answers later; otherwise it has ended. */
static TroupeRunnerQuestion *
begin (TroupeRunnerQuestion *self)
{
  char *text = NULL;
  TroupeFeedbackReply reply = put (self, &text);

  if (reply == TROUPE_FEEDBACK_ANSWERED)
    {
      TroupeRunnerFeedbackState *state = troupe_flow_runner_get_feedback_state (self->runner);
      TroupeFeedbackAnswer *answer = troupe_feedback_queue_make_answer (
          troupe_flow_runner_get_options (self->runner)->feedback_queue, self->request,
          text != NULL ? text : g_strdup (""));

      state->taken = answer;
      end (self, troupe_feedback_strip (answer->feedback), NULL);
      state->taken = NULL;
      troupe_feedback_answer_free (answer);
      return NULL;
    }
  g_free (text);
  if (reply == TROUPE_FEEDBACK_WAITS)
    {
      wait_for_answer (self);
      return self;
    }
  end (self, NULL, make_pending ());
  return NULL;
}

void
troupe_runner_question_ask (TroupeRunnerFrame *frame,
                            const char *task,
                            const char *path,
                            const char *answer,
                            GCancellable *cancellable,
                            TroupeAgentAnswerFunc func,
                            gpointer func_data)
{
  TroupeRunnerQuestion *self = g_new0 (TroupeRunnerQuestion, 1);
  TroupeMapBuilder metadata;
  const char *question;

  self->runner = troupe_runner_frame_get_runner (frame);
  troupe_map_builder_init (&metadata);
  troupe_map_builder_add (&metadata, "path",
                          troupe_value_new_string (path != NULL ? path : "", -1));
  /* In training the user gives feedback on every answer. */
  if (troupe_flow_runner_get_options (troupe_runner_frame_get_runner (frame))->rounds->file != NULL)
    question = _ ("What should be improved, or what is good? The agent learns from your feedback.");
  else
    question = _ ("Your feedback on this answer? Leave it empty to accept the answer.");
  self->request = make_request (frame, task, question, troupe_value_new_string (answer, -1),
                                troupe_map_builder_end (&metadata));
  self->func = func;
  self->func_data = func_data;
  if (cancellable != NULL)
    self->cancellable = g_object_ref (cancellable);
  TROUPE_CRASH_POINT ("crew-asked");
  begin (self);
}

static TroupeValue *
make_empty_map (void)
{
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  return troupe_map_builder_end (&builder);
}

TroupeRunnerQuestion *
troupe_runner_question_put (TroupeRunnerFrame *frame,
                            const char *message,
                            TroupeValue *metadata,
                            TroupeAgentAnswerFunc func,
                            gpointer func_data)
{
  TroupeRunnerQuestion *self = NULL;

  g_return_val_if_fail (frame != NULL && message != NULL && func != NULL, NULL);

  self = g_new0 (TroupeRunnerQuestion, 1);
  self->runner = troupe_runner_frame_get_runner (frame);
  self->request = make_request (frame, troupe_runner_frame_get_method (frame)->name, message,
                                troupe_value_new_null (),
                                metadata != NULL ? troupe_value_ref (metadata) : make_empty_map ());
  self->request->is_input = TRUE;
  self->func = func;
  self->func_data = func_data;
  return begin (self);
}

void
troupe_runner_question_withdraw (TroupeRunnerQuestion *self)
{
  g_return_if_fail (self != NULL);

  drop (self);
}

/* --- MCP servers ------------------------------------------------------------------------------ */

static gpointer
elicit_cb (TroupeElicitation *elicitation,
           TroupeMcpAnsweredFunc func,
           gpointer func_data,
           gpointer user_data)
{
  TroupeFlowRunner *runner = user_data;
  TroupeRunnerQuestion *self = g_new0 (TroupeRunnerQuestion, 1);
  g_autofree char *text = NULL;

  self->runner = runner;
  self->request = troupe_feedback_request_new_for_elicitation (
      troupe_flow_runner_get_options (runner)->id,
      troupe_flow_get_name (troupe_flow_runner_get_flow (runner)), elicitation);
  self->elicited = func;
  self->func_data = func_data;
  if (put (self, &text) == TROUPE_FEEDBACK_WAITS)
    {
      wait_for_answer (self);
      return self;
    }
  end_elicited (self, NULL, NULL);
  return NULL;
}

static void
withdraw_cb (gpointer question, gpointer user_data)
{
  g_assert (((TroupeRunnerQuestion *) question)->elicited != NULL);

  drop (question);
}

const TroupeMcpAsker *
troupe_runner_question_get_asker (TroupeFlowRunner *runner)
{
  TroupeRunnerFeedbackState *people = troupe_flow_runner_get_feedback_state (runner);

  people->asker = (TroupeMcpAsker){
    .ask = elicit_cb,
    .withdraw = withdraw_cb,
    .redactor = troupe_event_bus_get_redactor (troupe_flow_runner_get_options (runner)->bus),
    .user_data = runner,
  };
  return &people->asker;
}
