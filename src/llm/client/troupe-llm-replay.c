/* troupe-llm-replay.c: answers a call from a recording
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-llm-replay"

#include "config.h"

#include "troupe-llm-record.h"
#include "troupe-llm-replay.h"

/* @outcome, @answer: (nullable): set for a streamed answer that is about to be delivered */
typedef struct
{
  GTask *task;
  TroupeLlmReplayMakeFunc make;
  TroupeValue *outcome;
  TroupeLlmAnswer *answer;
} Replay;

static void
replay_free (gpointer data)
{
  Replay *self = data;

  g_clear_object (&self->task);
  g_clear_pointer (&self->outcome, troupe_value_unref);
  g_clear_pointer (&self->answer, troupe_llm_answer_free);
  g_free (self);
}

static gboolean
deliver_cb (gpointer user_data)
{
  Replay *self = user_data;

  g_assert (self != NULL);

  if (!g_cancellable_is_cancelled (g_task_get_cancellable (self->task)))
    troupe_llm_call_replay_deltas (g_task_get_task_data (self->task), self->outcome);
  g_task_return_pointer (self->task, g_steal_pointer (&self->answer),
                         (GDestroyNotify) troupe_llm_answer_free);
  return G_SOURCE_REMOVE;
}

/* Takes ownership of @func_data. */
static void
found_cb (TroupeValue *outcome, GError *error, gpointer func_data)
{
  Replay *self = func_data;

  g_assert (self != NULL);

  if (outcome == NULL && error == NULL)
    {
      self->make (g_steal_pointer (&self->task));
      replay_free (self);
      return;
    }
  if (outcome != NULL)
    self->answer = troupe_llm_record_read_answer (outcome, &error);
  if (self->answer != NULL && troupe_llm_record_has_deltas (outcome))
    {
      g_autoptr (GSource) source = NULL;

      self->outcome = troupe_value_ref (outcome);
      /* Emits the deltas from the main loop, as a service does: the caller does not expect them
       * yet. */
      source = g_idle_source_new ();
      g_source_set_static_name (source, "troupe-llm-replay deltas");
      g_source_set_priority (source, G_PRIORITY_DEFAULT);
      g_source_set_callback (source, deliver_cb, self, replay_free);
      g_source_attach (source, g_main_context_get_thread_default ());
      return;
    }
  if (self->answer != NULL)
    g_task_return_pointer (self->task, g_steal_pointer (&self->answer),
                           (GDestroyNotify) troupe_llm_answer_free);
  else
    g_task_return_error (self->task, error);
  replay_free (self);
}

void
troupe_llm_replay_begin (GTask *task,
                         TroupeRecorder *recorder,
                         const char *model,
                         TroupeLlmReplayMakeFunc make)
{
  TroupeLlmCall *call = NULL;
  TroupeLlmRequest *request = NULL;
  g_autoptr (TroupeValue) described = NULL;
  Replay *self = NULL;

  g_return_if_fail (G_IS_TASK (task) && recorder != NULL);
  g_return_if_fail (model != NULL && make != NULL);

  call = g_task_get_task_data (task);
  request = troupe_llm_call_get_request (call);
  described = troupe_llm_record_request (request, model);
  troupe_llm_call_set_recorder (call, recorder, described);
  self = g_new0 (Replay, 1);
  self->task = task;
  self->make = make;
  troupe_recorder_find (recorder, TROUPE_RECORD_MODEL, described, request->scope,
                        g_task_get_cancellable (task), found_cb, self);
}
