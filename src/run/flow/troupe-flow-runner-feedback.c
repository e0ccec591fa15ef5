/* troupe-flow-runner-feedback.c: human feedback of methods: requests and answers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-runner-feedback"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crash-point.h"
#include "troupe-feedback-model.h"
#include "troupe-flow-runner-action.h"
#include "troupe-flow-runner-feedback-private.h"
#include "troupe-flow-runner-frame-private.h"
#include "troupe-flow-runner-report.h"
#include "troupe-python-text.h"
#include "troupe-run-persister.h"
#include "troupe-sanitize-text.h"
#include "troupe-text-list.h"

TroupeRunnerFeedbackState *
troupe_runner_people_new (void)
{
  TroupeRunnerFeedbackState *self = g_new0 (TroupeRunnerFeedbackState, 1);

  self->asked = g_hash_table_new (NULL, NULL);
  self->others = g_hash_table_new (NULL, NULL);
  return self;
}

void
troupe_runner_people_free (TroupeRunnerFeedbackState *self)
{
  g_return_if_fail (self != NULL);

  g_hash_table_unref (self->asked);
  g_hash_table_unref (self->others);
  g_clear_pointer (&self->kept, g_hash_table_unref);
  g_clear_pointer (&self->kept_states, g_hash_table_unref);
  g_clear_object (&self->lessons);
  g_free (self);
}

static TroupeRunnerFeedbackState *
get_people (TroupeRunnerFrame *frame)
{
  return troupe_flow_runner_get_feedback_state (frame->runner);
}

static const TroupeFlowRunnerOptions *
get_options (TroupeRunnerFrame *frame)
{
  return troupe_flow_runner_get_options (frame->runner);
}

/* --- Request ---------------------------------------------------------------------------------- */

gboolean
troupe_runner_feedback_is_wanted (TroupeRunnerFrame *frame)
{
  TroupeValue *block = frame->method->feedback;

  return frame->is_pending || (block != NULL && troupe_value_is (block, TROUPE_VALUE_MAP));
}

static void
add_setting (TroupeMapBuilder *builder, TroupeRunnerFrame *frame, const char *name)
{
  TroupeValue *value = troupe_feedback_get_setting (frame->method, name);

  if (value != NULL && troupe_value_is (value, TROUPE_VALUE_LIST) &&
      troupe_value_list_get_length (value) == 0)
    value = NULL;
  troupe_map_builder_add (builder, name,
                          value != NULL ? troupe_value_ref (value) : troupe_value_new_null ());
}

TroupeRunRequest *
troupe_runner_feedback_make_record (TroupeRunnerFrame *frame)
{
  TroupeRunRequest *record = g_new0 (TroupeRunRequest, 1);
  TroupeMapBuilder question;
  TroupeValue *state;
  TroupeValue *id;
  g_autofree char *text = NULL;

  record->id = g_uuid_string_random ();
  record->run_id = g_strdup (get_options (frame)->id);
  /* The id of the state as a string, or `unknown` if Python would treat it as empty. */
  state = troupe_runner_state_get (troupe_flow_runner_get_state (frame->runner));
  id = troupe_value_map_lookup_string (state, "id", -1);
  text = id != NULL ? troupe_python_text_str (id) : NULL;
  record->flow_id = text != NULL && *text != '\0' ? g_steal_pointer (&text) : g_strdup ("unknown");
  record->method = g_strdup (frame->method->name);
  record->launch = frame->launch;
  record->asked_us = g_get_real_time ();
  record->is_open = TRUE;
  troupe_map_builder_init (&question);
  troupe_map_builder_add (
      &question, "flow_name",
      troupe_value_new_string (troupe_flow_get_name (troupe_flow_runner_get_flow (frame->runner)),
                               -1));
  add_setting (&question, frame, "message");
  troupe_map_builder_add (&question, "output", troupe_value_ref (frame->result));
  add_setting (&question, frame, "emit");
  add_setting (&question, frame, "default_outcome");
  add_setting (&question, frame, "metadata");
  record->question = troupe_map_builder_end (&question);
  return record;
}

/* --- Answer ----------------------------------------------------------------------------------- */

static TroupeValue *
make_feedback (TroupeRunnerFrame *frame, const char *feedback, const char *outcome)
{
  TroupeFeedbackRequest *request = frame->request;
  /* That of the request is shown, and without keys. */
  TroupeValue *output = troupe_value_map_lookup_string (frame->record->question, "output", -1);
  TroupeMapBuilder builder;
  const TroupeFlowRunnerOptions *options;
  g_autoptr (GDateTime) start = NULL;
  g_autoptr (GDateTime) now = NULL;
  g_autofree char *text = NULL;

  g_assert (frame != NULL);

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "output",
                          troupe_value_ref (output != NULL ? output : request->output));
  troupe_map_builder_add (&builder, "feedback", troupe_value_new_string (feedback, -1));
  troupe_map_builder_add (&builder, "outcome",
                          outcome != NULL ? troupe_value_new_string (outcome, -1)
                                          : troupe_value_new_null ());
  options = troupe_flow_runner_get_options (frame->runner);
  start = g_date_time_new_from_unix_utc (options->now_us / G_USEC_PER_SEC);
  now = options->is_clock_set ? g_date_time_add (start, options->now_us % G_USEC_PER_SEC)
                              : g_date_time_new_now_local ();
  text = g_date_time_format (now, "%Y-%m-%dT%H:%M:%S.%f");
  troupe_map_builder_add (&builder, "timestamp", troupe_value_new_string (text, -1));
  troupe_map_builder_add (&builder, "method_name", troupe_value_new_string (request->method, -1));
  troupe_map_builder_add (&builder, "metadata", troupe_value_ref (request->metadata));
  return troupe_map_builder_end (&builder);
}

/* Returns the path `methods.NAME.human_feedback`. (transfer full) */
static char *
make_path (TroupeRunnerFrame *frame)
{
  return g_strdup_printf ("methods.%s.human_feedback", frame->method->name);
}

/* Sets the feedback once the outcome is known. Returns FALSE if a model is still learning from
 * the answer. */
static gboolean
settle (TroupeRunnerFrame *frame, const char *outcome)
{
  g_autofree char *text = troupe_feedback_strip (frame->answer->feedback);
  TroupeFeedbackRequest *request = frame->request;
  g_autofree char *feedback_text = troupe_feedback_strip (frame->answer->feedback);

  /* Converts the answer to the parameter of the listeners (doc/flow-semantics.md §10). If the
   * method has outcomes, its result is the outcome; otherwise its result is the complete
   * feedback. */
  /* CrewAI does not strip the text when it resumes a flow (§10.1). */
  frame->feedback =
      make_feedback (frame, frame->is_pending ? frame->answer->feedback : feedback_text, outcome);
  g_clear_pointer (&frame->result, troupe_value_unref);
  if (request->emit != NULL)
    frame->result = troupe_value_new_string (outcome, -1);
  else
    frame->result = troupe_value_ref (frame->feedback);
  TROUPE_CRASH_POINT ("feedback-answered");
  return !troupe_runner_feedback_distil (frame, text);
}

/* --- Model calls ------------------------------------------------------------------------------ */

GCancellable *
troupe_runner_feedback_await_model (TroupeRunnerFrame *frame)
{
  frame->stage = TROUPE_STAGE_ASKING;
  return troupe_runner_action_wait (frame);
}

void
troupe_runner_feedback_fail (TroupeRunnerFrame *frame, GError *error, gboolean is_temporary)
{
  g_autofree char *path = make_path (frame);

  frame->is_temporary = is_temporary;
  g_clear_pointer (&frame->feedback, troupe_value_unref);
  troupe_runner_frame_fail (frame, error, path);
  troupe_runner_frame_queue (frame, TROUPE_STAGE_RECORD);
}

void
troupe_runner_feedback_interpreted (TroupeRunnerFrame *frame, const char *outcome)
{
  if (settle (frame, outcome))
    troupe_runner_frame_queue (frame, TROUPE_STAGE_RECORD);
}

/* Has a model improve the output before feedback is requested, unless an earlier process has
 * already done this. Returns TRUE if the model was called. */
static gboolean
prepare (TroupeRunnerFrame *frame)
{
  g_assert (frame != NULL);

  if (frame->is_reviewed || frame->record != NULL)
    return FALSE;
  frame->is_reviewed = TRUE;
  if (frame->launch == 1)
    troupe_runner_feedback_tell_unlearnt (frame);
  return troupe_runner_feedback_review (frame, frame->result);
}

/* --- Requesting ------------------------------------------------------------------------------- */

static void
withdraw (TroupeRunnerFrame *frame)
{
  g_hash_table_remove (get_people (frame)->asked, frame->request);
  troupe_feedback_queue_withdraw (get_options (frame)->feedback_queue, frame->request);
}

/* Pauses the method because no answer can arrive now. The frame keeps its position, and all
 * other methods continue to their end. */
static void
pause_method (TroupeRunnerFrame *frame)
{
  g_assert (frame != NULL);

  frame->stage = TROUPE_STAGE_ASKING;
  frame->is_open = FALSE;
  frame->pause_order = troupe_runner_frames_next_order (frame->frames);
  get_people (frame)->n_paused++;
  troupe_pause_gate_method_ended (get_options (frame)->hold);
  troupe_runner_report_paused (frame, TROUPE_EVENT_METHOD_PAUSED);
  TROUPE_CRASH_POINT ("feedback-paused");
}

/* Questions of an action are not stored, because the action is executed again when the method is
 * resumed. */
void
troupe_runner_people_pause (TroupeRunnerFrame *frame)
{
  pause_method (frame);
}

/* Queues the request before it is passed to the callback, because the answer may arrive
 * immediately from another thread. Returns FALSE if there is no answer yet. */
static gboolean
ask_somebody (TroupeRunnerFrame *frame)
{
  const TroupeFlowRunnerOptions *options = get_options (frame);
  TroupeFeedbackReply reply = TROUPE_FEEDBACK_PAUSES;
  char *text = NULL;

  g_assert (frame != NULL);

  if (options->feedback_func != NULL && !troupe_feedback_queue_is_closed (options->feedback_queue))
    {
      troupe_feedback_queue_put (options->feedback_queue, frame->request);
      reply = options->feedback_func (options->run, frame->request, &text, options->feedback_data);
    }
  if (reply == TROUPE_FEEDBACK_WAITS)
    {
      g_free (text);
      frame->stage = TROUPE_STAGE_ASKING;
      g_hash_table_insert (get_people (frame)->asked, frame->request, frame);
      return FALSE;
    }
  withdraw (frame);
  if (reply == TROUPE_FEEDBACK_ANSWERED)
    {
      frame->answer = troupe_feedback_queue_make_answer (options->feedback_queue, frame->request,
                                                         text != NULL ? text : g_strdup (""));
      return TRUE;
    }
  g_free (text);
  pause_method (frame);
  return FALSE;
}

/* Called when the request is durable. An answer that is already available is processed in the
 * same turn. */
static TroupeContinuationResult
ask_durable (TroupeFlowRunner *runner, gpointer data)
{
  TroupeRunnerFrame *frame = data;

  TROUPE_CRASH_POINT ("feedback-request-durable");
  if (!frame->is_pending)
    troupe_runner_report_requested (frame);
  if (ask_somebody (frame))
    troupe_runner_frame_record (frame);
  return TROUPE_ROUTINE_DONE;
}

static void
ask (TroupeRunnerFrame *frame)
{
  TroupeFlowRunner *runner = frame->runner;
  TroupeRunRequest shown;
  g_autoptr (TroupeValue) question = NULL;

  g_assert (frame != NULL);

  if (frame->record == NULL)
    frame->record = troupe_runner_feedback_make_record (frame);
  g_clear_pointer (&frame->request, troupe_feedback_request_unref);
  /* The request that the user sees has no keys. */
  shown = *frame->record;
  question = troupe_redactor_hide_value (troupe_event_bus_get_redactor (get_options (frame)->bus),
                                         frame->record->question);
  shown.question = question;
  frame->request = troupe_feedback_request_new_from_record (&shown);
  frame->request->has_model =
      frame->request->emit != NULL && troupe_runner_feedback_can_interpret (frame, NULL);
  TROUPE_CRASH_POINT ("feedback-before-request");
  troupe_continuations_call (troupe_flow_runner_get_continuations (runner), ask_durable, frame,
                             NULL);
  troupe_run_persister_add_request (troupe_flow_runner_get_persister (runner), frame);
}

/**
 * troupe_runner_feedback_may_record:
 *
 * Turn 1 of a method whose action has ended. Makes the request durable, then requests feedback from
 * the user, and then calls a model to interpret the answer if necessary.
 *
 * Returns: %FALSE if the frame waits for the user or the model, or is paused; another turn is
 * queued when they have answered
 */
gboolean
troupe_runner_feedback_may_record (TroupeRunnerFrame *frame)
{
  TroupeFeedbackRequest *request;
  g_autofree char *text = NULL;
  const char *of_text;
  const char *chosen;

  if (frame->error != NULL || frame->step != NULL || frame->feedback != NULL ||
      frame->bypass != TROUPE_BYPASS_NOTHING || !troupe_runner_feedback_is_wanted (frame))
    return TRUE;
  if (frame->answer == NULL)
    {
      if (!prepare (frame))
        ask (frame);
      return FALSE;
    }
  request = frame->request;
  text = troupe_feedback_strip (frame->answer->feedback);
  of_text = troupe_feedback_request_find_outcome (request, text);
  chosen = frame->answer->outcome;
  /* CrewAI does not report the answer when it resumes a flow (§10.1). It is reported if it is known who gave it. */
  if (!frame->is_pending || frame->answer->by != NULL)
    troupe_runner_report_received (frame, text, g_strcmp0 (chosen, of_text) == 0 ? NULL : chosen);
  if (request->emit != NULL && chosen == NULL && *text != '\0')
    {
      g_autoptr (GError) cause = NULL;
      g_autofree char *outcomes = NULL;
      g_autofree char *path = NULL;
      g_autofree char *shown = NULL;
      GError *error;

      /* Nothing is left to interpret in an answer that is exactly an outcome. */
      if (g_strcmp0 (text, of_text) == 0)
        return settle (frame, of_text);
      if (frame->request->has_model)
        {
          troupe_runner_feedback_interpret (frame,
                                            frame->is_pending ? frame->answer->feedback : text);
          return FALSE;
        }
      if (of_text != NULL)
        return settle (frame, of_text);
      troupe_runner_feedback_can_interpret (frame, &cause);
      /* Fails the frame because the answer is not one of the outcomes. */
      outcomes = troupe_text_list_join ((const char *const *) frame->request->emit);
      path = make_path (frame);
      shown = troupe_text_shorten (text, 200);
      error = g_error_new (
          TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_FEEDBACK,
          _ ("The answer “%s” is not one of the outcomes of “%s” (%s). Answer with "
             "the exact text of an outcome (on the command line, with --answer), because "
             "no model is available to interpret other answers."),
          shown, frame->method->name, outcomes);
      if (cause != NULL)
        {
          g_autofree char *message = g_strdup_printf ("%s %s", error->message, cause->message);

          troupe_set_str (&error->message, message);
        }
      troupe_runner_frame_fail (frame, error, path);
      return TRUE;
    }
  if (request->emit == NULL)
    of_text = *text == '\0' ? request->default_outcome : NULL;
  return settle (frame, chosen != NULL ? chosen : of_text);
}

/**
 * troupe_runner_feedback_record:
 *
 * Records the feedback of the user. If the method has outcomes, the output of the run is the
 * method's own output, while expressions see the feedback (doc/flow-semantics.md §4.6, §6).
 */
void
troupe_runner_feedback_record (TroupeRunnerFrame *frame)
{
  TroupeFlowRunner *runner = frame->runner;
  guint index = frame->method->index;
  gboolean routes = troupe_value_is (frame->result, TROUPE_VALUE_STRING);
  TroupeValue *output =
      routes ? troupe_value_map_lookup_string (frame->feedback, "output", -1) : frame->feedback;

  troupe_runner_record_add_feedback (troupe_flow_runner_get_record (runner), frame->feedback);
  troupe_flow_runner_record_output (runner, index, output, frame->feedback);
}

gboolean
troupe_runner_feedback_drop (TroupeRunnerFrame *frame)
{
  if (frame->request == NULL)
    return FALSE;
  if (frame->answer != NULL)
    {
      /* The callback of the model call frees the frame. */
      if (frame->cancellable != NULL)
        troupe_run_persister_close_request (troupe_flow_runner_get_persister (frame->runner), frame);
      return FALSE;
    }
  if (frame->pause_order != 0)
    get_people (frame)->n_paused--;
  withdraw (frame);
  troupe_run_persister_close_request (troupe_flow_runner_get_persister (frame->runner), frame);
  return TRUE;
}

/* --- Waiting ------------------------------------------------------------------------------------- */

gboolean
troupe_runner_feedback_is_awaited (TroupeFlowRunner *runner)
{
  return g_hash_table_size (troupe_flow_runner_get_feedback_state (runner)->asked) > 0;
}

gboolean
troupe_runner_feedback_is_paused (TroupeFlowRunner *runner)
{
  return troupe_flow_runner_get_feedback_state (runner)->n_paused > 0;
}

void
troupe_runner_feedback_take_answer (TroupeFlowRunner *runner, TroupeFeedbackAnswer *answer)
{
  TroupeRunnerFeedbackState *self = troupe_flow_runner_get_feedback_state (runner);
  TroupeRunnerFrame *frame = g_hash_table_lookup (self->asked, answer->request);

  if (frame == NULL)
    {
      troupe_runner_question_take (runner, answer);
      return;
    }
  g_hash_table_remove (self->asked, frame->request);
  frame->answer = answer;
  troupe_runner_frame_queue (frame, TROUPE_STAGE_RECORD);
}

void
troupe_runner_feedback_take_answers (TroupeFlowRunner *runner)
{
  TroupeRunnerFeedbackState *self = troupe_flow_runner_get_feedback_state (runner);
  TroupeFeedbackQueue *feedback_queue = troupe_flow_runner_get_options (runner)->feedback_queue;
  TroupeFeedbackAnswer *answer;
  gboolean is_closed;

  if (g_hash_table_size (self->asked) == 0 && g_hash_table_size (self->others) == 0)
    return;
  /* Answers that arrived before the queue was closed are still accepted. */
  is_closed = troupe_feedback_queue_is_closed (feedback_queue);
  while ((answer = troupe_feedback_queue_take (feedback_queue)) != NULL)
    troupe_flow_runner_get_options (runner)->kind->runner->answer (runner, answer);
  if (is_closed)
    {
      g_autoptr (GPtrArray) requests =
          troupe_feedback_queue_list (troupe_flow_runner_get_options (runner)->feedback_queue);

      for (guint i = 0; i < requests->len; i++)
        {
          TroupeRunnerFrame *frame =
              g_hash_table_lookup (self->asked, g_ptr_array_index (requests, i));

          if (frame == NULL)
            continue;
          withdraw (frame);
          pause_method (frame);
        }
      troupe_runner_question_close_all (runner);
    }
}
