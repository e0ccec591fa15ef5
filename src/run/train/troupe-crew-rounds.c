/* troupe-crew-rounds.c: several kickoffs of a crew in a row, for training or testing
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-rounds"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crew-error.h"
#include "troupe-crew-evaluation.h"
#include "troupe-crew-rounds.h"
#include "troupe-crew-training-file.h"
#include "troupe-crew-training.h"

/* @training, @evaluation: (nullable): one of them is set; @round: index of the current round,
 *   from 0, which equals the number of rounds that have succeeded;
 * @stop: (nullable): cancels the current round; @outer_id, @finish_id: handler ids of the
 *   cancellables that cancel @stop; @has_learnt: whether the feedback was evaluated */
typedef struct
{
  TroupeCrewRoundsPlan plan;
  TroupeCrewContext around;
  TroupeCrewRoundsFunc func;
  TroupeCrewTraining *training;
  TroupeCrewEvaluation *evaluation;
  TroupeCrewRunner *crew;
  guint round;
  GCancellable *stop;
  gulong outer_id;
  gulong finish_id;
  GTask *task;
  GError *error;
  char *path;
  gboolean is_temporary;
  gboolean has_learnt;
} Rounds;

static void
rounds_free (gpointer data)
{
  Rounds *self = data;

  g_assert (self != NULL);

  g_clear_pointer (&self->training, troupe_crew_training_free);
  g_clear_pointer (&self->evaluation, troupe_crew_evaluation_free);
  troupe_crew_rounds_plan_clear (&self->plan);
  troupe_crew_unref (self->around.crew);
  g_clear_pointer (&self->around.inputs, troupe_value_unref);
  g_clear_pointer (&self->around.scope, troupe_scope_unref);
  g_clear_error (&self->error);
  g_clear_object (&self->stop);
  g_free (self->path);
  g_free (self);
}

/* Returns TRUE if the user has ended the training early. */
static gboolean
is_finishing (Rounds *self)
{
  g_assert (self != NULL);

  return self->plan.finish != NULL && g_cancellable_is_cancelled (self->plan.finish);
}

/* --- Events ------------------------------------------------------------------------------------- */

static void
add_text (TroupeMapBuilder *builder, const char *key, const char *text)
{
  troupe_map_builder_add (
      builder, key, text != NULL ? troupe_value_new_string (text, -1) : troupe_value_new_null ());
}

static void
begin_fields (Rounds *self, guint n, TroupeMapBuilder *fields)
{
  g_assert (self != NULL);

  troupe_map_builder_init (fields);
  add_text (fields, "crew_name", self->around.crew->name);
  troupe_map_builder_add (fields, "n_iterations", troupe_value_new_integer (n));
  if (self->training != NULL)
    add_text (fields, "filename", self->plan.file);
}

/* @fields: (transfer full) */
static void
emit (Rounds *self, TroupeEventType type, TroupeMapBuilder *fields)
{
  g_autoptr (TroupeValue) map = troupe_map_builder_end (fields);

  g_assert (self != NULL);

  if (self->around.run->bus != NULL && troupe_event_bus_is_watched (self->around.run->bus))
    troupe_event_bus_emit (self->around.run->bus,
                           troupe_event_new (type, self->around.scope, g_steal_pointer (&map)));
}

/* --- End -------------------------------------------------------------------------------------- */

static void
return_all (Rounds *self)
{
  g_autoptr (GTask) task = g_steal_pointer (&self->task);
  TroupeMapBuilder fields;
  TroupeMapBuilder result;

  g_assert (G_IS_TASK (task));

  if (self->error != NULL)
    {
      TroupeMapBuilder failed, details;

      if (!g_error_matches (self->error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        {
          /* Adds to the error of a training that the feedback is not lost. */
          g_autofree char *message = NULL;

          if (self->training != NULL && !self->has_learnt &&
              troupe_crew_training_has_feedback (self->training))
            {
              message = g_steal_pointer (&self->error->message);
              self->error->message = g_strdup_printf (
                  /* Translators: %1$s is a sentence that describes why the training failed, %2$s is a file name */
                  _ ("%1$s Your feedback is saved in %2$s. Use “Evaluate Again” in the window or "
                     "“troupectl "
                     "train --resume” to learn from it."),
                  message, TROUPE_CREW_TRAINING_DATA);
            }
        }
      begin_fields (self, self->plan.n, &failed);
      troupe_map_builder_init (&details);
      add_text (&details, "kind", troupe_run_error_get_kind (self->error));
      add_text (&details, "message", self->error->message);
      troupe_map_builder_add (&failed, "error", troupe_map_builder_end (&details));
      emit (self,
            self->training != NULL ? TROUPE_EVENT_CREW_TRAIN_FAILED : TROUPE_EVENT_CREW_TEST_FAILED,
            &failed);
      g_task_return_error (task, g_steal_pointer (&self->error));
      return;
    }
  begin_fields (self, self->round, &fields);
  emit (self,
        self->training != NULL ? TROUPE_EVENT_CREW_TRAIN_FINISHED : TROUPE_EVENT_CREW_TEST_FINISHED,
        &fields);
  troupe_map_builder_init (&result);
  troupe_map_builder_add (&result, "iterations", troupe_value_new_integer (self->round));
  if (self->training != NULL)
    {
      add_text (&result, "file", self->plan.file);
      add_text (&result, "training_data", TROUPE_CREW_TRAINING_DATA);
      troupe_map_builder_add (&result, "agents", troupe_crew_training_list_learnt (self->training));
    }
  else
    {
      add_text (&result, "model", self->plan.model);
      troupe_map_builder_add (&result, "table",
                              troupe_crew_evaluation_make_table (self->evaluation));
    }
  g_task_return_pointer (task, troupe_map_builder_end (&result),
                         (GDestroyNotify) troupe_value_unref);
}

/* Keeps the first error. @error: (transfer full) (nullable) */
static void
take_error (Rounds *self, GError *error)
{
  g_assert (self != NULL);

  if (error == NULL)
    return;
  if (self->error == NULL)
    self->error = troupe_crew_error_take (error, &self->is_temporary);
  else
    g_error_free (error);
}

static void
flushed_cb (GError *error, gpointer user_data)
{
  Rounds *self = user_data;

  take_error (self, error);
  return_all (self);
}

/* Ends the rounds with the error. @self must not be used afterwards. */
static void
end_failed (Rounds *self)
{
  g_assert (self->error != NULL);

  if (self->training != NULL)
    troupe_crew_training_flush (self->training, flushed_cb, self);
  else
    return_all (self);
}

/* Same as end_failed() with @error: (transfer full) */
static void
fail (Rounds *self, GError *error)
{
  g_assert (error != NULL);

  take_error (self, error);
  end_failed (self);
}

/* --- Rounds --------------------------------------------------------------------------------------- */

static void begin_round (Rounds *self);

static void
evaluated_cb (GError *error, gpointer user_data)
{
  Rounds *self = user_data;

  self->has_learnt = error == NULL;
  if (self->error != NULL && error == NULL)
    {
      /* Adds to the error of the failed round that the earlier rounds were evaluated. */
      g_autofree char *message = g_steal_pointer (&self->error->message);

      self->error->message = g_strdup_printf (
          /* Translators: %s is a sentence that describes why the next round failed, %u is the number
           * of completed rounds */
          ngettext ("%s The agents have learned from the %u completed iteration.",
                    "%s The agents have learned from the %u completed iterations.", self->round),
          message, self->round);
    }
  take_error (self, error);
  return_all (self);
}

/* Evaluates the feedback after it was stored in its file, because the evaluation costs money. */
static void
data_saved_cb (GError *error, gpointer user_data)
{
  Rounds *self = user_data;

  g_assert (self != NULL);

  if (error != NULL)
    fail (self, error);
  else
    troupe_crew_training_evaluate (self->training, self->round, g_task_get_cancellable (self->task),
                                   evaluated_cb, self);
}

static void
stop_cb (GCancellable *cancellable, gpointer user_data)
{
  g_cancellable_cancel (user_data);
}

/* Ends after a failed round. Evaluates the feedback of earlier rounds unless the complete
 * training was cancelled. @error: (transfer full) */
static void
end_early (Rounds *self, GError *error)
{
  GCancellable *outer = g_task_get_cancellable (self->task);
  const gboolean is_stopped = outer != NULL && g_cancellable_is_cancelled (outer);

  g_assert (error != NULL);

  if (self->training == NULL || self->round == 0 || is_stopped)
    {
      self->error = error;
      end_failed (self);
      return;
    }
  if (is_finishing (self))
    g_error_free (error);
  else
    self->error = error;
  troupe_crew_training_flush (self->training, data_saved_cb, self);
}

static void
round_ended_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Rounds *self = user_data;
  GError *error = NULL;
  gboolean is_temporary = FALSE;
  g_autofree char *path = NULL;
  g_autoptr (TroupeValue) output = troupe_crew_runner_end (result, &path, &is_temporary, &error);
  GCancellable *outer;

  g_assert (self != NULL);

  self->func (self->crew, FALSE, self->around.user_data);
  outer = g_task_get_cancellable (self->task);
  if (self->outer_id != 0)
    g_cancellable_disconnect (outer, self->outer_id);
  if (self->finish_id != 0)
    g_cancellable_disconnect (self->plan.finish, self->finish_id);
  self->outer_id = self->finish_id = 0;
  if (output == NULL)
    {
      self->path = g_steal_pointer (&path);
      self->is_temporary = is_temporary;
      end_early (self, error);
      return;
    }
  self->round++;
  if (self->round < self->plan.n && !is_finishing (self))
    begin_round (self);
  else if (self->training != NULL)
    troupe_crew_training_flush (self->training, data_saved_cb, self);
  else
    return_all (self);
}

static void
begin_round (Rounds *self)
{
  GCancellable *outer;

  g_assert (self != NULL);

  self->around.round = self->training != NULL
                           ? troupe_crew_training_get_round (self->training, self->round)
                           : troupe_crew_evaluation_begin_round (self->evaluation);
  /* Connects the cancellables, so that the current round is cancelled when the training is
   * cancelled or ended early. */
  outer = g_task_get_cancellable (self->task);
  g_clear_object (&self->stop);
  self->stop = g_cancellable_new ();
  if (outer != NULL)
    self->outer_id = g_cancellable_connect (outer, G_CALLBACK (stop_cb), g_object_ref (self->stop),
                                            g_object_unref);
  if (self->plan.finish != NULL)
    self->finish_id = g_cancellable_connect (self->plan.finish, G_CALLBACK (stop_cb),
                                             g_object_ref (self->stop), g_object_unref);
  self->crew = troupe_crew_runner_begin (&self->around, self->stop, round_ended_cb, self);
  self->func (self->crew, TRUE, self->around.user_data);
}

static void
checked_cb (GError *error, gpointer user_data)
{
  Rounds *self = user_data;

  g_assert (self != NULL);

  if (error != NULL)
    fail (self, error);
  else
    begin_round (self);
}

/* Evaluates the feedback of an earlier training; no round is executed. */
static void
resumed_cb (GError *error, gpointer user_data)
{
  Rounds *self = user_data;

  g_assert (self != NULL);

  if (error != NULL)
    {
      fail (self, error);
      return;
    }
  self->round = troupe_crew_training_get_n_rounds (self->training);
  data_saved_cb (NULL, self);
}

static gboolean
begin_cb (gpointer user_data)
{
  Rounds *self = user_data;
  GError *error = NULL;
  TroupeMapBuilder fields;

  g_assert (self != NULL);

  begin_fields (self, self->plan.n, &fields);
  if (self->training == NULL)
    add_text (&fields, "eval_llm", self->plan.model);
  troupe_map_builder_add (&fields, "inputs",
                          self->around.inputs != NULL ? troupe_value_ref (self->around.inputs)
                                                      : troupe_value_new_null ());
  emit (self,
        self->training != NULL ? TROUPE_EVENT_CREW_TRAIN_STARTED : TROUPE_EVENT_CREW_TEST_STARTED,
        &fields);
  if (self->training != NULL)
    {
      if (self->plan.is_resumed)
        troupe_crew_training_resume (self->training, resumed_cb, self);
      else
        troupe_crew_training_begin (self->training, checked_cb, self);
      return G_SOURCE_REMOVE;
    }
  self->evaluation =
      troupe_crew_evaluation_new (&self->around, self->plan.model, self->plan.explains, &error);
  if (self->evaluation != NULL)
    begin_round (self);
  else
    fail (self, error);
  return G_SOURCE_REMOVE;
}

/* --- Start ------------------------------------------------------------------------------------ */

void
troupe_crew_rounds_begin (const TroupeCrewRoundsPlan *plan,
                          const TroupeCrewContext *around,
                          TroupeCrewRoundsFunc func,
                          GCancellable *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer callback_data)
{
  g_autoptr (GSource) source = NULL;
  Rounds *self = NULL;

  g_return_if_fail (plan != NULL && plan->n > 0);
  g_return_if_fail (around != NULL && func != NULL);

  self = g_new0 (Rounds, 1);
  self->plan =
      (TroupeCrewRoundsPlan){ .n = plan->n,
                              .file = g_strdup (plan->file),
                              .model = g_strdup (plan->model),
                              .explains = plan->explains,
                              .is_resumed = plan->is_resumed,
                              .finish = plan->finish != NULL ? g_object_ref (plan->finish) : NULL };
  self->around = *around;
  self->around.crew = troupe_crew_ref (around->crew);
  self->around.inputs = around->inputs != NULL ? troupe_value_ref (around->inputs) : NULL;
  self->around.scope = around->scope != NULL ? troupe_scope_ref (around->scope) : NULL;
  /* Data that was stored for one kickoff cannot be used for several kickoffs. */
  self->around.find = NULL;
  self->around.keep = NULL;
  self->func = func;
  if (plan->file != NULL)
    self->training = troupe_crew_training_new (&self->around, plan->file);
  self->task = g_task_new (NULL, cancellable, callback, callback_data);
  g_task_set_source_tag (self->task, troupe_crew_rounds_begin);
  g_task_set_check_cancellable (self->task, FALSE);
  g_task_set_task_data (self->task, self, rounds_free);
  source = g_idle_source_new ();
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, begin_cb, self, NULL);
  g_source_attach (source, g_main_context_get_thread_default ());
}

TroupeValue *
troupe_crew_rounds_end (GAsyncResult *result, char **path, gboolean *is_temporary, GError **error)
{
  Rounds *self = NULL;

  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);
  g_return_val_if_fail (path != NULL && is_temporary != NULL, NULL);

  self = g_task_get_task_data (G_TASK (result));
  *path = g_strdup (self->path);
  *is_temporary = self->is_temporary;
  return g_task_propagate_pointer (G_TASK (result), error);
}
