/* troupe-crew-evaluation.c: test of a crew: a model scores the outputs of its tasks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-evaluation"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "troupe-crew-evaluation.h"
#include "troupe-crew-output.h"
#include "troupe-run.h"

#define ROLE "Task Execution Evaluator"
#define SCHEMA_NAME "TaskEvaluationPydanticOutput"

#define QUALITY                                                                                    \
  "\"quality\":{\"title\":\"Quality\",\"type\":\"number\",\"description\":"                        \
  "\"From 1 to 10: how complete and how good the output is\"}"
#define REASON                                                                                     \
  "\"reason\":{\"title\":\"Reason\",\"type\":\"string\",\"description\":"                          \
  "\"One sentence in the language of the output: its most important deficiency\"}"
#define LEAST_SCORE 1.0
#define MOST_SCORE 10.0
#define REST "},\"required\":[\"quality\"],\"title\":\"" SCHEMA_NAME "\",\"type\":\"object\"}"

/* The first schema is that of CrewAI. The second one also contains a reason, because a score
 * alone does not tell the user what to change. */
static const char schema_text[] = "{\"properties\":{" QUALITY REST;
static const char explaining_schema_text[] = "{\"properties\":{" QUALITY "," REASON REST;

/* Score of one task in one round. @role: the role of its agent; @quality: NAN if the number of the evaluator
 * is no score from 1 to 10 */
typedef struct
{
  guint round;
  guint task;
  double quality;
  double seconds;
  char *role;
} Score;

struct _TroupeCrewEvaluation
{
  const TroupeCrewContext *around;
  TroupeCrewRound round;
  TroupeAgentDefinition *judge;
  char *model;
  TroupeValue *schema;
  guint n_rounds;
  GArray *scores; /* (element-type Score) */
};

/* An evaluation in progress. @usage: usage of the evaluation, which is not part of the crew's
 * usage */
typedef struct
{
  TroupeCrewEvaluation *evaluation;
  TroupeCrew *crew;
  TroupeScope *scope;
  TroupeScope *task_scope;
  char *title;
  char *role;
  guint task;
  gint64 elapsed_us;
  TroupeLlmUsage usage;
} Judgement;

static void
score_clear (gpointer data)
{
  g_free (((Score *) data)->role);
}

static void
judgement_free (gpointer data)
{
  Judgement *judgement = data;

  g_assert (judgement != NULL);

  troupe_crew_unref (judgement->crew);
  troupe_scope_unref (judgement->scope);
  troupe_scope_unref (judgement->task_scope);
  g_free (judgement->title);
  g_free (judgement->role);
  g_free (judgement);
}

/* --- Events ------------------------------------------------------------------------------------- */

static void
add_text (TroupeMapBuilder *builder, const char *key, const char *text)
{
  troupe_map_builder_add (
      builder, key, text != NULL ? troupe_value_new_string (text, -1) : troupe_value_new_null ());
}

/* @fields: (transfer full) */
static void
emit (Judgement *judgement, TroupeEventType type, TroupeScope *scope, TroupeMapBuilder *fields)
{
  g_autoptr (TroupeValue) map = troupe_map_builder_end (fields);
  TroupeEventBus *bus = judgement->evaluation->around->run->bus;

  g_assert (judgement != NULL);

  if (bus != NULL && troupe_event_bus_is_watched (bus))
    troupe_event_bus_emit (bus, troupe_event_new (type, scope, g_steal_pointer (&map)));
}

static void
begin_fields (Judgement *judgement, TroupeMapBuilder *fields)
{
  troupe_map_builder_init (fields);
  add_text (fields, "task_name", judgement->title);
  add_text (fields, "agent_role", ROLE);
}

/* (nullable) */
static TroupeValue *
get_field (TroupeValue *answer, const char *name)
{
  TroupeValue *object = troupe_value_map_lookup_string (answer, "pydantic", -1);

  return object != NULL && troupe_value_is (object, TROUPE_VALUE_MAP)
             ? troupe_value_map_lookup_string (object, name, -1)
             : NULL;
}

/* --- Evaluation ------------------------------------------------------------------------------- */

static gboolean
read_quality (TroupeValue *answer, double *quality)
{
  TroupeValue *value = get_field (answer, "quality");

  if (value == NULL)
    return FALSE;
  if (troupe_value_is (value, TROUPE_VALUE_INTEGER))
    *quality = (double) troupe_value_get_integer (value);
  else if (troupe_value_is (value, TROUPE_VALUE_DOUBLE))
    *quality = troupe_value_get_double (value);
  else
    return FALSE;
  return isfinite (*quality);
}

static void
judged_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Judgement *judgement = g_task_get_task_data (task);
  TroupeCrewEvaluation *self = judgement->evaluation;
  GError *error = NULL;
  g_autoptr (TroupeValue) answer = troupe_agent_execute_finish (result, &error);
  Score score = { .round = self->n_rounds - 1, .task = judgement->task };
  double quality;
  TroupeValue *reason;
  TroupeMapBuilder result_fields;

  g_assert (G_IS_TASK (task));

  if (self->around->usage != NULL)
    troupe_llm_usage_add (self->around->usage, &judgement->usage);
  if (answer != NULL && !read_quality (answer, &score.quality))
    error = g_error_new (TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_OUTPUT,
                         /* Translators: %s is the name of a task */
                         _ ("The evaluator returned no score for the output of “%s”."),
                         troupe_crew_task_get_title (&judgement->crew->tasks[judgement->task]));
  else if (error != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    /* Translators: the reason follows */
    g_prefix_error (&error, _ ("The evaluator of the test failed: "));
  if (error != NULL)
    {
      const gboolean was_stopped = g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      TroupeMapBuilder fields;
      TroupeMapBuilder details;

      begin_fields (judgement, &fields);
      troupe_map_builder_init (&details);
      add_text (&details, "kind", troupe_run_error_get_kind (error));
      add_text (&details, "message", error->message);
      troupe_map_builder_add (&fields, "error", troupe_map_builder_end (&details));
      emit (judgement, was_stopped ? TROUPE_EVENT_TASK_CANCELLED : TROUPE_EVENT_TASK_FAILED,
            judgement->scope, &fields);
      g_task_return_error (task, error);
      return;
    }
  quality = score.quality;
  reason = get_field (answer, "reason");
  begin_fields (judgement, &result_fields);
  add_text (&result_fields, "output", troupe_crew_output_get_raw (answer));
  emit (judgement, TROUPE_EVENT_TASK_FINISHED, judgement->scope, &result_fields);
  troupe_map_builder_init (&result_fields);
  add_text (&result_fields, "crew_name", judgement->crew->name);
  troupe_map_builder_add (&result_fields, "quality", troupe_value_new_double (quality));
  troupe_map_builder_add (&result_fields, "execution_duration",
                          troupe_value_new_double ((double) judgement->elapsed_us /
                                                   G_USEC_PER_SEC));
  add_text (&result_fields, "model", judgement->evaluation->model);
  if (reason != NULL && troupe_value_is (reason, TROUPE_VALUE_STRING))
    troupe_map_builder_add (&result_fields, "reason", troupe_value_ref (reason));
  emit (judgement, TROUPE_EVENT_CREW_TEST_RESULT, judgement->task_scope, &result_fields);
  if (score.quality < LEAST_SCORE || score.quality > MOST_SCORE)
    score.quality = NAN;
  score.seconds = (double) judgement->elapsed_us / G_USEC_PER_SEC;
  score.role = g_strdup (judgement->role);
  g_array_append_val (self->scores, score);
  g_task_return_boolean (task, TRUE);
}

/* Creates the description of the evaluator's task. Like all prompts this one is in English. */
static char *
make_description (const TroupeCrewJudged *judged)
{
  const TroupeCrewTask *task = &judged->crew->tasks[judged->task];
  const TroupeCrewAgent *agent = troupe_crew_get_task_agent (judged->crew, judged->task);
  GString *text = g_string_new ("Rate the result of an agent's task from 1 to 10. Consider "
                                "whether it is complete, how good it is, and how well it "
                                "matches the expected output.\n\n");

  g_string_append_printf (text, "Task: %s\n\nExpected output: %s\n\n", task->description,
                          task->expected_output != NULL ? task->expected_output : "");
  g_string_append_printf (text, "Agent: %s\n", troupe_agent_definition_get_role (judged->agent));
  if (agent != NULL)
    {
      TroupeValue *goal = troupe_value_map_lookup_string (agent->fields, "goal", -1);

      if (goal != NULL && troupe_value_is (goal, TROUPE_VALUE_STRING))
        g_string_append_printf (text, "The agent's goal: %s\n",
                                troupe_value_get_string (goal, NULL));
    }
  g_string_append_printf (text, "\nResult: %s\n", troupe_crew_output_get_raw (judged->output));
  return g_string_free (text, FALSE);
}

static void
judge_cb (const TroupeCrewJudged *judged,
          GCancellable *cancellable,
          GAsyncReadyCallback callback,
          gpointer callback_data,
          gpointer user_data)
{
  TroupeCrewEvaluation *self = user_data;
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, callback_data);
  g_autofree char *description = make_description (judged);
  Judgement *judgement = g_new0 (Judgement, 1);
  TroupeAgentContext call = { .run = self->around->run };
  TroupeAgentTask what = { .description = description,
                           .expected_output = "A number from 1 to 10",
                           .shown_schema = self->schema,
                           .schema = self->schema,
                           .schema_name = SCHEMA_NAME };
  TroupeMapBuilder fields;

  g_assert (self != NULL);

  g_task_set_source_tag (task, judge_cb);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, judgement, judgement_free);
  judgement->evaluation = self;
  judgement->crew = troupe_crew_ref (judged->crew);
  judgement->title = g_strdup_printf (
      /* Translators: %s is the name of a task; this is the title of the evaluation in the list
       * of events */
      _ ("Score of “%s”"), troupe_crew_task_get_title (&judged->crew->tasks[judged->task]));
  judgement->task_scope = troupe_scope_ref (judged->scope);
  judgement->scope = troupe_scope_new (TROUPE_SCOPE_TASK, judged->scope, NULL, judgement->title);
  judgement->role = g_strdup (troupe_agent_definition_get_role (judged->agent));
  judgement->task = judged->task;
  judgement->elapsed_us = judged->elapsed_us;
  what.title = judgement->title;
  call.scope = judgement->scope;
  call.usage = &judgement->usage;
  begin_fields (judgement, &fields);
  add_text (&fields, "context", NULL);
  emit (judgement, TROUPE_EVENT_TASK_STARTED, judgement->scope, &fields);
  troupe_agent_execute_async (self->judge, &what, &call, cancellable, judged_cb,
                              g_steal_pointer (&task));
}

const TroupeCrewRound *
troupe_crew_evaluation_begin_round (TroupeCrewEvaluation *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  self->n_rounds++;
  self->round = (TroupeCrewRound){ .judge = judge_cb, .user_data = self };
  return &self->round;
}

/* --- Result table ----------------------------------------------------------------------------- */

static const Score *
find_score (TroupeCrewEvaluation *self, guint round, guint task)
{
  g_assert (self != NULL);

  for (guint i = 0; i < self->scores->len; i++)
    {
      const Score *score = &g_array_index (self->scores, Score, i);

      if (score->round == round && score->task == task)
        return score;
    }
  return NULL;
}

/* Adds the numbers of the rounds and their mean. @numbers: NAN for a round without a number */
static void
add_numbers (TroupeMapBuilder *row, const char *name, const double *numbers, guint n)
{
  g_autofree TroupeValue **items = g_new0 (TroupeValue *, n);
  double sum = 0;
  guint n_known = 0;

  g_assert (numbers != NULL);

  for (guint i = 0; i < n; i++)
    {
      items[i] =
          isnan (numbers[i]) ? troupe_value_new_null () : troupe_value_new_double (numbers[i]);
      if (isnan (numbers[i]))
        continue;
      sum += numbers[i];
      n_known++;
    }
  troupe_map_builder_add (row, name, troupe_value_new_list (items, n));
  troupe_map_builder_add (row, "average",
                          n_known > 0 ? troupe_value_new_double (sum / n_known)
                                      : troupe_value_new_null ());
}

TroupeValue *
troupe_crew_evaluation_make_table (TroupeCrewEvaluation *self)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new ();
  g_autofree double *means = NULL;
  g_autofree double *seconds = NULL;
  TroupeMapBuilder table, crew, times;

  g_return_val_if_fail (self != NULL, NULL);

  means = g_new0 (double, self->n_rounds);
  seconds = g_new0 (double, self->n_rounds);
  for (guint i = 0; i < self->around->crew->n_tasks; i++)
    {
      g_autofree double *numbers = g_new0 (double, self->n_rounds);
      const char *role = NULL;
      TroupeMapBuilder row;

      for (guint j = 0; j < self->n_rounds; j++)
        {
          const Score *score = find_score (self, j, i);

          numbers[j] = score != NULL ? score->quality : NAN;
          role = score != NULL ? score->role : role;
        }
      troupe_map_builder_init (&row);
      add_text (&row, "task", troupe_crew_task_get_title (&self->around->crew->tasks[i]));
      add_text (&row, "agent", role);
      add_numbers (&row, "scores", numbers, self->n_rounds);
      g_ptr_array_add (rows, troupe_map_builder_end (&row));
    }
  for (guint i = 0; i < self->n_rounds; i++)
    {
      double *mean = &means[i];
      double *round_seconds = &seconds[i];
      double sum = 0;
      guint n = 0;

      /* Computes the mean score of all tasks of a round, and their total duration in whole
       * seconds. */
      *round_seconds = 0;
      for (guint j = 0; j < self->scores->len; j++)
        {
          const Score *score = &g_array_index (self->scores, Score, j);

          if (score->round != i)
            continue;
          *round_seconds += score->seconds;
          if (isnan (score->quality))
            continue;
          sum += score->quality;
          n++;
        }
      *mean = n > 0 ? sum / n : NAN;
      *round_seconds = floor (*round_seconds);
    }
  troupe_map_builder_init (&crew);
  add_numbers (&crew, "scores", means, self->n_rounds);
  troupe_map_builder_init (&times);
  add_numbers (&times, "rounds", seconds, self->n_rounds);
  troupe_map_builder_init (&table);
  troupe_map_builder_add (&table, "tasks",
                          troupe_value_new_list ((TroupeValue **) rows->pdata, rows->len));
  troupe_map_builder_add (&table, "crew", troupe_map_builder_end (&crew));
  troupe_map_builder_add (&table, "seconds", troupe_map_builder_end (&times));
  return troupe_map_builder_end (&table);
}

/* --- Construction ----------------------------------------------------------------------------- */

TroupeCrewEvaluation *
troupe_crew_evaluation_new (const TroupeCrewContext *around,
                            const char *model,
                            gboolean explains,
                            GError **error)
{
  TroupeCrewEvaluation *self = NULL;
  TroupeAgentDefinition *judge = NULL;
  g_autoptr (TroupeValue) value = NULL;
  TroupeMapBuilder fields;

  g_return_val_if_fail (around != NULL, NULL);

  troupe_map_builder_init (&fields);
  add_text (&fields, "role", ROLE);
  add_text (&fields, "goal", "Rate the results of the tasks of a crew from 1 to 10.");
  add_text (&fields, "backstory",
            "You have rated the work of many teams. You judge by the requirements, not by taste.");
  if (model != NULL)
    add_text (&fields, "llm", model);
  value = troupe_map_builder_end (&fields);
  judge = troupe_agent_definition_new (value, error);
  if (judge == NULL)
    return NULL;
  self = g_new0 (TroupeCrewEvaluation, 1);
  self->around = around;
  self->judge = judge;
  self->model =
      model != NULL ? g_strdup (model) : troupe_llm_client_get_default_model (around->run->client);
  self->schema = troupe_value_from_json (explains ? explaining_schema_text : schema_text, -1, NULL);
  self->scores = g_array_new (FALSE, FALSE, sizeof (Score));
  g_array_set_clear_func (self->scores, score_clear);
  return self;
}

void
troupe_crew_evaluation_free (TroupeCrewEvaluation *self)
{
  g_return_if_fail (self != NULL);

  troupe_agent_definition_unref (self->judge);
  troupe_value_unref (self->schema);
  g_array_unref (self->scores);
  g_free (self->model);
  g_free (self);
}
