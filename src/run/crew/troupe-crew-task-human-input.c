/* troupe-crew-task-human-input.c: human input for the answer of a task
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-task-human-input"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crew-task-human-input.h"

/* @assignment: borrowed; @was_asked: whether the user has given feedback on the task in a
 *   training */
struct _TroupeCrewTaskHumanInput
{
  TroupeCrewTaskContext *assignment;
  gboolean was_asked;
};

TroupeCrewTaskHumanInput *
troupe_crew_task_human_input_new (TroupeCrewTaskContext *assignment)
{
  TroupeCrewTaskHumanInput *self = g_new0 (TroupeCrewTaskHumanInput, 1);

  self->assignment = assignment;
  return self;
}

void
troupe_crew_task_human_input_free (TroupeCrewTaskHumanInput *self)
{
  g_return_if_fail (self != NULL);

  g_free (self);
}

static void
ask_cb (const char *answer,
        GCancellable *cancellable,
        TroupeAgentAnswerFunc func,
        gpointer func_data,
        gpointer user_data)
{
  TroupeCrewTaskHumanInput *self = user_data;
  const TroupeCrewContext *around = troupe_crew_runner_get_around (self->assignment->runner);

  g_assert (self != NULL);

  if (around->ask == NULL)
    {
      func (NULL, g_error_new_literal (G_IO_ERROR, G_IO_ERROR_PENDING, ""), func_data);
      return;
    }
  around->ask (troupe_crew_task_get_title (self->assignment->task),
               troupe_scope_find_path (self->assignment->scope), answer, cancellable, func,
               func_data, around->user_data);
}

/* --- Training --------------------------------------------------------------------------------- */

typedef struct
{
  TroupeCrewTaskHumanInput *person;
  char *answer;
  TroupeAgentAnswerFunc func;
  gpointer func_data;
} TrainingQuestion;

static void
trained_cb (char *feedback, GError *error, gpointer user_data)
{
  TrainingQuestion *question = user_data;
  TroupeCrewTaskHumanInput *self = question->person;
  const TroupeCrewRound *round = troupe_crew_runner_get_around (self->assignment->runner)->round;
  TroupeAgentAnswerFunc func = question->func;
  gpointer func_data = question->func_data;

  g_assert (self != NULL);

  /* A training cannot be paused, because it would start from the beginning when it is resumed. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PENDING))
    {
      g_autofree char *title = troupe_crew_task_dup_title (self->assignment->task);

      g_clear_error (&error);
      error = g_error_new (TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_FEEDBACK,
                           /* Translators: the title of a task */
                           _ ("No feedback was provided for the answer of the task “%s”: training "
                              "requires one line per task and iteration."),
                           title);
    }
  if (feedback != NULL)
    {
      self->was_asked = TRUE;
      round->answered (troupe_crew_task_context_get_agent_index (self->assignment),
                       self->assignment->agent, question->answer, feedback, round->user_data);
    }
  g_free (question->answer);
  g_free (question);
  func (feedback, error, func_data);
}

/* Asks the user once. The answer that the agent has improved is accepted without another
 * question. */
static void
train_cb (const char *answer,
          GCancellable *cancellable,
          TroupeAgentAnswerFunc func,
          gpointer func_data,
          gpointer user_data)
{
  TroupeCrewTaskHumanInput *self = user_data;
  const TroupeCrewRound *round = troupe_crew_runner_get_around (self->assignment->runner)->round;
  TrainingQuestion *question = NULL;

  g_assert (self != NULL);

  if (self->was_asked)
    {
      round->improved (troupe_crew_task_context_get_agent_index (self->assignment), answer,
                       round->user_data);
      func (NULL, NULL, func_data);
      return;
    }
  question = g_new0 (TrainingQuestion, 1);
  question->person = self;
  question->answer = g_strdup (answer);
  question->func = func;
  question->func_data = func_data;
  ask_cb (answer, cancellable, trained_cb, question, self);
}

void
troupe_crew_task_human_input_join (TroupeCrewTaskHumanInput *self, TroupeAgentTask *task)
{
  const TroupeCrewRound *round = NULL;

  g_return_if_fail (self != NULL && task != NULL);

  round = troupe_crew_runner_get_around (self->assignment->runner)->round;
  if (round != NULL && round->answered != NULL)
    {
      self->was_asked = FALSE;
      task->ask_func = train_cb;
      task->ask_data = self;
      task->takes_blank = TRUE;
    }
  else if (self->assignment->task->human_input)
    {
      task->ask_func = ask_cb;
      task->ask_data = self;
    }
}
