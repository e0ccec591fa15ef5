/* troupe-crew-training.c: training of a crew: human feedback and suggestions derived from it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-training"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-agent-review.h"
#include "troupe-crew-inventory.h"
#include "troupe-crew-job.h"
#include "troupe-crew-training-file.h"
#include "troupe-crew-training.h"
#include "troupe-run.h"

#define SCHEMA_NAME "TrainingTaskEvaluation"

static const char schema_text[] =
    "{\"properties\":{"
    "\"suggestions\":{\"items\":{\"type\":\"string\"},\"title\":\"Suggestions\",\"type\":\"array\","
    "\"description\":\"Instructions for the agent, one sentence each, that cover all of the "
    "feedback\"},"
    "\"quality\":{\"title\":\"Quality\",\"type\":\"number\","
    "\"description\":\"From 0 to 10: how well the revised answers apply the feedback\"},"
    "\"final_summary\":{\"title\":\"Final Summary\",\"type\":\"string\","
    "\"description\":\"The procedure that the agent should follow in such a task, as steps\"}},"
    "\"required\":[\"suggestions\",\"quality\",\"final_summary\"],"
    "\"title\":\"" SCHEMA_NAME "\",\"type\":\"object\"}";

/* One iteration of one agent. @improved: (nullable) */
typedef struct
{
  guint round;
  char *initial;
  char *feedback;
  char *improved;
} Lesson;

/* @lessons: by iteration. If the agent has several tasks in an iteration, the lesson of the last
 *   task is used, as in CrewAI.
 * @learnt: (nullable) */
typedef struct
{
  int index;
  char *id;
  TroupeAgentDefinition *definition;
  GPtrArray *lessons;
  TroupeValue *learnt;
} Pupil;

/* @pupils: in the order of their first feedback; @is_saving: whether training_data.pkl is being
 *   written;
 * @is_dirty: whether the file has to be written again */
struct _TroupeCrewTraining
{
  const TroupeCrewContext *around;
  GMainContext *context;
  TroupeCrewRound round;
  guint number;
  GPtrArray *pupils;
  char *data_path;
  char *trained_path;
  TroupeValue *saved;
  gboolean is_saving;
  gboolean is_dirty;
  GError *error;
  guint next;
  guint n_rounds; /* number of rounds to evaluate */
  gboolean is_resumed; /* whether the lessons were read from training_data.pkl */
  GCancellable *cancellable;
  TroupeCrewTrainingFunc func;
  gpointer func_data;
};

static void
lesson_free (gpointer data)
{
  Lesson *lesson = data;

  g_free (lesson->initial);
  g_free (lesson->feedback);
  g_free (lesson->improved);
  g_free (lesson);
}

static void
pupil_free (gpointer data)
{
  Pupil *pupil = data;

  g_free (pupil->id);
  troupe_agent_definition_unref (pupil->definition);
  g_ptr_array_unref (pupil->lessons);
  g_clear_pointer (&pupil->learnt, troupe_value_unref);
  g_free (pupil);
}

static void
give (TroupeCrewTraining *self, GError *error)
{
  TroupeCrewTrainingFunc func = self->func;

  g_assert (func != NULL);

  self->func = NULL;
  func (error, self->func_data);
}

/* --- Feedback --------------------------------------------------------------------------------- */

/* Returns the id of an agent in training_data.pkl. It is a UUID, as in CrewAI, but made from the
 * name of the agent, so that a later evaluation finds the agent again. (transfer full) */
static char *
make_id (TroupeCrewTraining *self, int index)
{
  g_autofree char *name = index >= 0
                              ? g_strconcat ("agent ", self->around->crew->agents[index].name, NULL)
                              : g_strdup ("manager");
  g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA1, name, -1);

  return g_strdup_printf ("%.8s-%.4s-5%.3s-8%.3s-%.12s", sum, sum + 8, sum + 13, sum + 17,
                          sum + 20);
}

static Pupil *
add_pupil (TroupeCrewTraining *self, int index, TroupeAgentDefinition *definition)
{
  Pupil *pupil = g_new0 (Pupil, 1);

  g_assert (self != NULL);

  pupil->index = index;
  pupil->id = make_id (self, index);
  pupil->definition = troupe_agent_definition_ref (definition);
  pupil->lessons = g_ptr_array_new_with_free_func (lesson_free);
  g_ptr_array_add (self->pupils, pupil);
  return pupil;
}

static Pupil *
find_pupil (TroupeCrewTraining *self, int index)
{
  g_assert (self != NULL);

  for (guint i = 0; i < self->pupils->len; i++)
    if (((Pupil *) self->pupils->pdata[i])->index == index)
      return self->pupils->pdata[i];
  return NULL;
}

static void
add_text (TroupeMapBuilder *builder, const char *key, const char *text)
{
  if (text != NULL)
    troupe_map_builder_add (builder, key, troupe_value_new_string (text, -1));
}

/* Returns `{agent id: {iteration: {initial_output, human_feedback, improved_output}}}`. */
static TroupeValue *
make_data (TroupeCrewTraining *self)
{
  TroupeMapBuilder all;

  g_assert (self != NULL);

  troupe_map_builder_init (&all);
  for (guint i = 0; i < self->pupils->len; i++)
    {
      const Pupil *pupil = self->pupils->pdata[i];
      TroupeMapBuilder lessons;

      troupe_map_builder_init (&lessons);
      for (guint k = 0; k < pupil->lessons->len; k++)
        {
          const Lesson *lesson = pupil->lessons->pdata[k];
          TroupeMapBuilder builder;

          troupe_map_builder_init (&builder);
          add_text (&builder, "initial_output", lesson->initial);
          add_text (&builder, "human_feedback", lesson->feedback);
          add_text (&builder, "improved_output", lesson->improved);
          troupe_map_builder_add_key (&lessons, troupe_value_new_integer (lesson->round),
                                      troupe_map_builder_end (&builder));
        }
      troupe_map_builder_add (&all, pupil->id, troupe_map_builder_end (&lessons));
    }
  return troupe_map_builder_end (&all);
}

static void save_data (TroupeCrewTraining *self);

static void
write_data (gpointer data)
{
  TroupeCrewTraining *self = data;

  g_assert (self != NULL);

  troupe_crew_training_file_save (self->data_path, self->saved,
                                  self->error == NULL ? &self->error : NULL);
}

static void
data_written (gpointer data)
{
  TroupeCrewTraining *self = data;

  g_assert (self != NULL);

  self->is_saving = FALSE;
  if (self->is_dirty)
    save_data (self);
  else if (self->func != NULL)
    give (self, g_steal_pointer (&self->error));
}

/* Writes training_data.pkl. Only one write at a time is in progress; each write contains all
 * data. */
static void
save_data (TroupeCrewTraining *self)
{
  g_autoptr (TroupeValue) data = NULL;

  g_assert (self != NULL);

  self->is_dirty = self->is_saving;
  if (self->is_saving)
    return;
  self->is_saving = TRUE;
  g_clear_pointer (&self->saved, troupe_value_unref);
  data = make_data (self);
  self->saved =
      troupe_redactor_hide_value (troupe_event_bus_get_redactor (self->around->run->bus), data);
  troupe_crew_job_run (self->around->io, self->around->turn, self->context, write_data,
                       data_written, self);
}

/* Counts a text that training_data.pkl contains from now on. */
static void
count_text (TroupeCrewTraining *self, const char *text)
{
  g_assert (self != NULL);

  if (self->around->disk != NULL)
    troupe_run_disk_add (self->around->disk, strlen (text));
}

static char **
suggest_cb (int agent, gpointer user_data)
{
  TroupeCrewTraining *self = user_data;
  const Pupil *pupil = find_pupil (self, agent);
  char **texts = NULL;

  g_assert (self != NULL);

  if (pupil == NULL)
    return NULL;
  texts = g_new0 (char *, pupil->lessons->len + 1);
  for (guint i = 0; i < pupil->lessons->len; i++)
    texts[i] = g_strdup (((Lesson *) pupil->lessons->pdata[i])->feedback);
  return texts;
}

/* Returns the lesson of the current iteration. Creates the lesson if necessary. */
static Lesson *
take_lesson (TroupeCrewTraining *self, Pupil *pupil)
{
  Lesson *last = pupil->lessons->len > 0 ? pupil->lessons->pdata[pupil->lessons->len - 1] : NULL;

  g_assert (self != NULL);

  if (last != NULL && last->round == self->number)
    return last;
  last = g_new0 (Lesson, 1);
  last->round = self->number;
  g_ptr_array_add (pupil->lessons, last);
  return last;
}

static void
answered_cb (int agent,
             TroupeAgentDefinition *definition,
             const char *answer,
             const char *feedback,
             gpointer user_data)
{
  TroupeCrewTraining *self = user_data;
  Pupil *pupil = find_pupil (self, agent);
  Lesson *lesson = NULL;

  g_assert (self != NULL);

  if (pupil == NULL)
    pupil = add_pupil (self, agent, definition);
  lesson = take_lesson (self, pupil);
  g_free (lesson->initial);
  g_free (lesson->feedback);
  g_clear_pointer (&lesson->improved, g_free);
  lesson->initial = g_strdup (answer);
  lesson->feedback = g_strstrip (g_strdup (feedback));
  count_text (self, answer);
  count_text (self, feedback);
  save_data (self);
}

static void
improved_cb (int agent, const char *answer, gpointer user_data)
{
  TroupeCrewTraining *self = user_data;
  Pupil *pupil = find_pupil (self, agent);
  Lesson *lesson = NULL;

  g_assert (pupil != NULL);

  lesson = take_lesson (self, pupil);
  g_free (lesson->improved);
  lesson->improved = g_strdup (answer);
  count_text (self, answer);
  save_data (self);
}

const TroupeCrewRound *
troupe_crew_training_get_round (TroupeCrewTraining *self, guint number)
{
  g_return_val_if_fail (self != NULL, NULL);

  self->number = number;
  self->round = (TroupeCrewRound){
    .suggest = suggest_cb, .answered = answered_cb, .improved = improved_cb, .user_data = self
  };
  return &self->round;
}

/* --- Evaluation ------------------------------------------------------------------------------- */

static void evaluate_next (TroupeCrewTraining *self);

static gboolean
is_blank (const char *text)
{
  return text == NULL || *text == '\0';
}

/* Counts the lessons of @pupil that belong to finished rounds. The lessons are sorted by round. */
static guint
count_lessons (TroupeCrewTraining *self, const Pupil *pupil)
{
  guint n = 0;

  g_assert (self != NULL);

  while (n < pupil->lessons->len && ((Lesson *) pupil->lessons->pdata[n])->round < self->n_rounds)
    n++;
  return n;
}

/* Returns an error if a lesson is incomplete. The evaluation requires the answer, the feedback
 * and the improved answer. */
static GError *
check_lessons (TroupeCrewTraining *self, const Pupil *pupil)
{
  g_assert (pupil != NULL);

  for (guint i = 0; i < count_lessons (self, pupil); i++)
    {
      const Lesson *lesson = pupil->lessons->pdata[i];

      if (is_blank (lesson->feedback))
        return g_error_new (
            TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_FEEDBACK,
            /* Translators: %s is the role of an agent, %u is the number of the iteration */
            _ ("No feedback was given to “%s” in iteration %u, so there is nothing to learn. Enter "
               "one line about what should be improved, or what is good."),
            troupe_agent_definition_get_role (pupil->definition), lesson->round + 1);
      /* A training that failed after the feedback has no improved answer. */
      if (is_blank (lesson->initial) || (is_blank (lesson->improved) && !self->is_resumed))
        return g_error_new (TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PROVIDER,
                            /* Translators: %s is the role of an agent, %u is the number of the
                             * iteration */
                            _ ("“%s” returned no answer in iteration %u."),
                            troupe_agent_definition_get_role (pupil->definition),
                            lesson->round + 1);
    }
  return NULL;
}

static void
learnt_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeCrewTraining *self = user_data;
  Pupil *pupil = self->pupils->pdata[self->next];
  GError *error = NULL;

  g_assert (G_IS_ASYNC_RESULT (result));

  pupil->learnt = troupe_agent_convert_finish (result, &error);
  self->next++;
  if (pupil->learnt == NULL)
    {
      g_prefix_error (&error,
                      /* Translators: the model and the role of an agent; the reason follows */
                      _ ("The model “%s” of “%s” could not evaluate the feedback: "),
                      troupe_agent_definition_get_model (pupil->definition),
                      troupe_agent_definition_get_role (pupil->definition));
      give (self, error);
    }
  else
    evaluate_next (self);
}

static void
write_learnt (gpointer data)
{
  TroupeCrewTraining *self = data;
  g_autoptr (TroupeValue) all = NULL;

  g_assert (self != NULL);

  all = troupe_crew_training_file_read (self->trained_path, &self->error);
  if (all == NULL)
    return;
  for (guint i = 0; i < self->pupils->len; i++)
    {
      const Pupil *pupil = self->pupils->pdata[i];
      TroupeValue *more = NULL;

      if (pupil->learnt == NULL)
        continue;
      more = troupe_value_map_with (all, troupe_agent_definition_get_role (pupil->definition),
                                    pupil->learnt);

      troupe_value_unref (all);
      all = more;
    }
  troupe_crew_training_file_save_trained (self->trained_path, all, &self->error);
}

static void
learnt_written (gpointer data)
{
  TroupeCrewTraining *self = data;

  give (self, g_steal_pointer (&self->error));
}

static void
evaluate_next (TroupeCrewTraining *self)
{
  const Pupil *pupil = NULL;
  g_autoptr (TroupeValue) schema = NULL;
  g_autofree char *question = NULL;
  TroupeAgentContext call = { .run = self->around->run,
                              .scope = self->around->scope,
                              .usage = self->around->usage };
  GError *error = NULL;
  GString *text;

  g_assert (self != NULL);

  /* Agents without lessons are skipped, because an agent may only have occurred in the round
   * that was aborted. */
  while (self->next < self->pupils->len &&
         count_lessons (self, self->pupils->pdata[self->next]) == 0)
    self->next++;
  if (self->next == self->pupils->len)
    {
      troupe_crew_job_run (self->around->io, self->around->turn, self->context, write_learnt,
                           learnt_written, self);
      return;
    }
  pupil = self->pupils->pdata[self->next];
  if (self->around->run->bus != NULL && troupe_event_bus_is_watched (self->around->run->bus))
    {
      TroupeMapBuilder fields;

      troupe_map_builder_init (&fields);
      add_text (&fields, "evaluation_type", "training_data_evaluation");
      troupe_event_bus_emit (self->around->run->bus,
                             troupe_event_new (TROUPE_EVENT_TASK_EVALUATION, self->around->scope,
                                               troupe_map_builder_end (&fields)));
    }
  error = check_lessons (self, pupil);
  if (error != NULL)
    {
      give (self, error);
      return;
    }
  schema = troupe_value_from_json (schema_text, -1, NULL);
  /* Creates the prompt of the evaluation. Like all prompts it is in English. */
  text = g_string_new (
      "An agent was trained: a user gave feedback on each of its answers, and the agent revised "
      "the answer.\n\n");
  for (guint i = 0; i < count_lessons (self, pupil); i++)
    {
      const Lesson *lesson = pupil->lessons->pdata[i];

      g_string_append_printf (text,
                              "## Iteration %u\n\nFirst answer:\n%s\n\nFeedback:\n%s\n\nRevised "
                              "answer:\n%s\n\n",
                              lesson->round + 1, lesson->initial, lesson->feedback,
                              lesson->improved != NULL ? lesson->improved : "(none)");
    }
  g_string_append (
      text, "Compare the answers before and after the feedback. Write short instructions for "
            "later tasks that make it unnecessary to repeat any of the feedback; cover all "
            "of it. Rate from 0 to 10 how well the revised answers apply the feedback. "
            "Summarize in steps how the agent should work.\n");
  question = g_string_free (text, FALSE);
  troupe_agent_convert_at_last_async (pupil->definition, question, schema, SCHEMA_NAME, &call,
                                      self->cancellable, learnt_cb, self);
}

void
troupe_crew_training_evaluate (TroupeCrewTraining *self,
                               guint n_rounds,
                               GCancellable *cancellable,
                               TroupeCrewTrainingFunc func,
                               gpointer user_data)
{
  g_return_if_fail (self != NULL && func != NULL && !self->is_saving);

  self->func = func;
  self->func_data = user_data;
  g_set_object (&self->cancellable, cancellable);
  self->next = 0;
  self->n_rounds = n_rounds;
  evaluate_next (self);
}

/* --- Start and end ---------------------------------------------------------------------------- */

/* Keeps feedback from which the agents have not learned in a file of its own, because the new
 * training replaces training_data.pkl. */
static gboolean
keep_feedback (TroupeCrewTraining *self, GError **error)
{
  g_autoptr (TroupeValue) before = NULL;
  g_autoptr (GDateTime) time = NULL;
  g_autofree char *name = NULL;
  g_autofree char *folder = NULL;
  g_autofree char *kept = NULL;

  g_assert (self != NULL);

  if (!troupe_crew_training_file_has_feedback (self->data_path, self->trained_path))
    return TRUE;
  /* A file that cannot be read contains no feedback of this program. */
  before = troupe_crew_training_file_read (self->data_path, NULL);
  if (before == NULL || troupe_value_map_get_size (before) == 0)
    return TRUE;
  time = g_date_time_new_now_local ();
  name = g_date_time_format (time, "training_data.%Y-%m-%dT%H-%M-%S.pkl");
  folder = g_path_get_dirname (self->data_path);
  kept = g_build_filename (folder, name, NULL);
  return troupe_crew_training_file_save (kept, before, error);
}

static void
check_files (gpointer data)
{
  TroupeCrewTraining *self = data;

  g_assert (self != NULL);

  if (troupe_crew_training_file_check (self->trained_path, &self->error) &&
      keep_feedback (self, &self->error))
    troupe_crew_training_file_save (self->data_path, self->saved, &self->error);
}

void
troupe_crew_training_begin (TroupeCrewTraining *self,
                            TroupeCrewTrainingFunc func,
                            gpointer user_data)
{
  g_return_if_fail (self != NULL && func != NULL);

  self->func = func;
  self->func_data = user_data;
  self->is_saving = TRUE;
  self->saved = make_data (self);
  troupe_crew_job_run (self->around->io, self->around->turn, self->context, check_files,
                       data_written, self);
}

/* --- Resuming --------------------------------------------------------------------------------- */

static void
read_data (gpointer data)
{
  TroupeCrewTraining *self = data;

  g_assert (self != NULL);

  if (!troupe_crew_training_file_check (self->trained_path, &self->error))
    return;
  g_clear_pointer (&self->saved, troupe_value_unref);
  self->saved = troupe_crew_training_file_read (self->data_path, &self->error);
}

static char *
get_text (TroupeValue *lesson, const char *key)
{
  return g_strdup (troupe_value_get_member_text (lesson, key));
}

/* Finds the lessons of an agent. @fields: of the agent, with the inputs filled in */
static gboolean
resume_agent (TroupeCrewTraining *self, int index, TroupeValue *fields, GError **error)
{
  g_autofree char *id = make_id (self, index);
  TroupeValue *lessons = troupe_value_map_lookup_string (self->saved, id, -1);
  g_autoptr (TroupeAgentDefinition) definition = NULL;
  Pupil *pupil;

  g_assert (self != NULL);

  if (lessons == NULL || !troupe_value_is (lessons, TROUPE_VALUE_MAP))
    return TRUE;
  definition = troupe_agent_definition_new (fields, error);
  if (definition == NULL)
    return FALSE;
  /* Adds the lessons of an agent that contain feedback. */
  pupil = add_pupil (self, index, definition);
  g_assert (self != NULL && pupil != NULL);
  for (gsize i = 0; i < troupe_value_map_get_size (lessons); i++)
    {
      TroupeValue *value = troupe_value_map_get_value (lessons, i);
      const char *feedback = troupe_value_get_member_text (value, "human_feedback");
      Lesson *lesson;

      if (is_blank (feedback) || is_blank (troupe_value_get_member_text (value, "initial_output")))
        continue;
      lesson = g_new0 (Lesson, 1);
      lesson->round = pupil->lessons->len;
      lesson->feedback = g_strdup (feedback);
      lesson->initial = get_text (value, "initial_output");
      lesson->improved = get_text (value, "improved_output");
      g_ptr_array_add (pupil->lessons, lesson);
      self->n_rounds = MAX (self->n_rounds, pupil->lessons->len);
    }
  return TRUE;
}

static gboolean
resume_agents (TroupeCrewTraining *self, GError **error)
{
  g_autoptr (TroupeCrew) filled = NULL;
  g_autoptr (TroupeValue) manager = NULL;

  g_assert (self != NULL);

  filled = self->around->inputs != NULL
               ? troupe_crew_interpolate (self->around->crew, self->around->inputs, NULL, error)
               : troupe_crew_ref (self->around->crew);
  if (filled == NULL)
    return FALSE;
  for (guint i = 0; i < filled->n_agents; i++)
    if (!resume_agent (self, (int) i, filled->agents[i].fields, error))
      return FALSE;
  if (filled->process == TROUPE_CREW_HIERARCHICAL)
    {
      manager = filled->manager != NULL
                    ? troupe_value_ref (filled->manager->fields)
                    : troupe_crew_inventory_make_manager (filled, self->around->run->folder,
                                                          self->around->run->texts);
      if (!resume_agent (self, -1, manager, error))
        return FALSE;
    }
  if (self->n_rounds > 0)
    return TRUE;
  g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_FEEDBACK,
               /* Translators: %s is a file name */
               _ ("“%s” contains no feedback for the agents of this crew. Start a training and "
                  "enter feedback."),
               TROUPE_CREW_TRAINING_DATA);
  return FALSE;
}

static void
data_read (gpointer data)
{
  TroupeCrewTraining *self = data;

  g_assert (self != NULL);

  if (self->error == NULL)
    resume_agents (self, &self->error);
  self->is_resumed = TRUE;
  give (self, g_steal_pointer (&self->error));
}

void
troupe_crew_training_resume (TroupeCrewTraining *self,
                             TroupeCrewTrainingFunc func,
                             gpointer user_data)
{
  g_return_if_fail (self != NULL && func != NULL);

  self->func = func;
  self->func_data = user_data;
  troupe_crew_job_run (self->around->io, self->around->turn, self->context, read_data, data_read,
                       self);
}

gboolean
troupe_crew_training_has_feedback (TroupeCrewTraining *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->pupils->len > 0;
}

guint
troupe_crew_training_get_n_rounds (TroupeCrewTraining *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->n_rounds;
}

void
troupe_crew_training_flush (TroupeCrewTraining *self,
                            TroupeCrewTrainingFunc func,
                            gpointer user_data)
{
  g_return_if_fail (self != NULL && func != NULL);

  self->func = func;
  self->func_data = user_data;
  if (!self->is_saving)
    give (self, g_steal_pointer (&self->error));
}

TroupeValue *
troupe_crew_training_list_learnt (TroupeCrewTraining *self)
{
  TroupeMapBuilder builder;

  g_return_val_if_fail (self != NULL, NULL);

  troupe_map_builder_init (&builder);
  for (guint i = 0; i < self->pupils->len; i++)
    {
      const Pupil *pupil = self->pupils->pdata[i];

      if (pupil->learnt != NULL)
        troupe_map_builder_add (&builder, troupe_agent_definition_get_role (pupil->definition),
                                troupe_value_ref (pupil->learnt));
    }
  return troupe_map_builder_end (&builder);
}

TroupeCrewTraining *
troupe_crew_training_new (const TroupeCrewContext *around, const char *file)
{
  TroupeCrewTraining *self = NULL;

  g_return_val_if_fail (around != NULL && file != NULL, NULL);

  self = g_new0 (TroupeCrewTraining, 1);
  self->around = around;
  self->context = g_main_context_ref_thread_default ();
  self->pupils = g_ptr_array_new_with_free_func (pupil_free);
  self->data_path = troupe_crew_training_file_find (around->run->work, TROUPE_CREW_TRAINING_DATA);
  self->trained_path = troupe_crew_training_file_find (around->run->work, file);
  return self;
}

void
troupe_crew_training_free (TroupeCrewTraining *self)
{
  g_return_if_fail (self != NULL && !self->is_saving);

  g_main_context_unref (self->context);
  g_ptr_array_unref (self->pupils);
  g_free (self->data_path);
  g_free (self->trained_path);
  g_clear_pointer (&self->saved, troupe_value_unref);
  g_clear_error (&self->error);
  g_clear_object (&self->cancellable);
  g_free (self);
}
