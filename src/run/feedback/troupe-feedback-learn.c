/* troupe-feedback-learn.c: learning from human feedback: review of outputs with lessons, distilling
 * of lessons
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-feedback-learn"

#include "config.h"

#include "troupe-agent-prompts.h"
#include "troupe-feedback-learn.h"
#include "troupe-feedback.h"

/* Answer of a model without structured output if there are no lessons. */
#define NOTHING "NONE"

/* Data of one review or one distilling. @output: the output that is reviewed */
typedef struct
{
  TroupeFeedbackModelCall call;
  TroupeLessons *lessons;
  char *document;
  char *flow;
  char *method;
  char *source;
  char *output;
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  troupe_feedback_model_call_clear (&work->call);
  g_object_unref (work->lessons);
  g_free (work->document);
  g_free (work->flow);
  g_free (work->method);
  g_free (work->source);
  g_free (work->output);
  g_free (work);
}

static GTask *
make_task (const TroupeFeedbackModelCall *call,
           TroupeLessons *lessons,
           const TroupeLessonsPlace *place,
           const char *output,
           GCancellable *cancellable,
           GAsyncReadyCallback callback,
           gpointer user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  Work *work = g_new0 (Work, 1);

  work->call = troupe_feedback_model_call_copy (call);
  g_clear_pointer (&work->call.form, troupe_value_unref);
  work->lessons = g_object_ref (lessons);
  work->document = g_strdup (place->document);
  work->flow = g_strdup (place->flow);
  work->method = g_strdup (place->method);
  work->source = g_strdup (place->source);
  work->output = g_strdup (output);
  g_task_set_task_data (task, work, work_free);
  return task;
}

static void
add_text (TroupeMapBuilder *builder, const char *key, const char *text)
{
  troupe_map_builder_add (builder, key, troupe_value_new_string (text, -1));
}

/* Returns the schema of an object with the single member @key and its schema @member. @member:
 * (transfer full) */
static TroupeValue *
make_form (const char *title, const char *key, TroupeValue *member)
{
  TroupeMapBuilder properties, form;
  TroupeValue *needed = troupe_value_new_string (key, -1);

  troupe_map_builder_init (&properties);
  troupe_map_builder_add (&properties, key, member);

  troupe_map_builder_init (&form);
  troupe_map_builder_add (&form, "properties", troupe_map_builder_end (&properties));
  troupe_map_builder_add (&form, "required", troupe_value_new_list (&needed, 1));
  add_text (&form, "title", title);
  add_text (&form, "type", "object");
  troupe_map_builder_add (&form, "additionalProperties", troupe_value_new_boolean (FALSE));
  return troupe_map_builder_end (&form);
}

/* Calls the model, with @form if it supports structured output. Takes ownership of @form. */
static void
ask (GTask *task, TroupeValue *form, TroupePrompt system, const char *user, GAsyncReadyCallback cb)
{
  Work *work = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  if (troupe_feedback_model_takes_form (&work->call))
    work->call.form = form;
  else
    troupe_value_unref (form);
  troupe_feedback_model_ask_async (&work->call, troupe_prompt_get (system), user,
                                   g_task_get_cancellable (task), cb, g_object_ref (task));
}

/* --- Reviewing ------------------------------------------------------------------------------- */

static void
reviewed_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  g_autoptr (TroupeValue) object = NULL;
  g_autofree char *text = NULL;
  GError *error = NULL;
  Work *work = g_task_get_task_data (task);

  g_assert (G_IS_ASYNC_RESULT (result));

  text = troupe_feedback_model_ask_finish (result, &object, &error);
  if (text == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  if (object != NULL)
    {
      TroupeValue *better = troupe_value_map_lookup_string (object, "improved_output", -1);

      g_free (text);
      text = g_strdup (troupe_value_get_string (better, NULL));
    }
  g_task_return_pointer (
      task, *text != '\0' ? g_steal_pointer (&text) : g_steal_pointer (&work->output), g_free);
}

static void
recalled_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Work *work = g_task_get_task_data (task);
  g_autofree char *list = NULL;
  g_autofree char *lines = NULL;
  g_autofree char *prompt = NULL;
  g_auto (GStrv) lessons = NULL;
  GError *error = NULL;
  TroupeMapBuilder member;

  g_assert (G_IS_ASYNC_RESULT (result));

  lessons = troupe_lessons_recall_finish (TROUPE_LESSONS (source), result, &error);
  if (lessons == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  if (lessons[0] == NULL)
    {
      g_task_return_pointer (task, g_steal_pointer (&work->output), g_free);
      return;
    }
  list = g_strjoinv ("\n- ", lessons);
  lines = g_strconcat ("- ", list, NULL);
  prompt = troupe_prompt_fill (TROUPE_PROMPT_HITL_PRE_REVIEW_USER, "output", work->output,
                               "lessons", lines, NULL);
  troupe_map_builder_init (&member);
  add_text (&member, "title", "Improved Output");
  add_text (&member, "type", "string");
  ask (task, make_form ("PreReviewResult", "improved_output", troupe_map_builder_end (&member)),
       TROUPE_PROMPT_HITL_PRE_REVIEW_SYSTEM, prompt, reviewed_cb);
}

void
troupe_feedback_learn_review_async (const TroupeFeedbackModelCall *call,
                                    TroupeLessons *lessons,
                                    const TroupeLessonsPlace *place,
                                    const char *output,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  g_autofree char *wanted = NULL;

  g_return_if_fail (call != NULL && place != NULL && output != NULL);
  g_return_if_fail (TROUPE_IS_LESSONS (lessons));

  task = make_task (call, lessons, place, output, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_feedback_learn_review_async);
  /* Same query as CrewAI sends to its memory. */
  wanted = g_strdup_printf ("human feedback lessons for %s: %s", place->method, output);
  troupe_lessons_recall_async (lessons, place, wanted, TROUPE_LESSONS_LIMIT, cancellable,
                               recalled_cb, g_object_ref (task));
}

char *
troupe_feedback_learn_review_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- Learning -------------------------------------------------------------------------------- */

static void
add_lesson (GStrvBuilder *builder, const char *text)
{
  g_autofree char *lesson = troupe_feedback_strip (text);

  if (*lesson != '\0' && g_ascii_strcasecmp (lesson, NOTHING) != 0)
    g_strv_builder_add (builder, lesson);
}

/* Returns the lessons in the answer of the model. @object: (nullable): if NULL, the lines of
 * @text are the lessons. (transfer full) */
static GStrv
read_lessons (TroupeValue *object, const char *text)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) lines = NULL;

  if (object != NULL)
    {
      TroupeValue *list = troupe_value_map_lookup_string (object, "lessons", -1);

      for (gsize i = 0; i < troupe_value_list_get_length (list); i++)
        add_lesson (builder, troupe_value_get_string (troupe_value_list_get (list, i), NULL));
      return g_strv_builder_end (builder);
    }
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    add_lesson (builder, g_str_has_prefix (lines[i], "- ") ? lines[i] + 2 : lines[i]);
  return g_strv_builder_end (builder);
}

static void
kept_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  g_assert (G_IS_ASYNC_RESULT (result));

  if (troupe_lessons_keep_finish (TROUPE_LESSONS (source), result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
distilled_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Work *work = g_task_get_task_data (task);
  const TroupeLessonsPlace place = (TroupeLessonsPlace){ work->document, work->flow, work->method,
                                                         work->source, work->call.scope };
  g_autoptr (TroupeValue) object = NULL;
  g_autofree char *text = NULL;
  g_auto (GStrv) lessons = NULL;
  GError *error = NULL;

  g_assert (G_IS_ASYNC_RESULT (result));

  text = troupe_feedback_model_ask_finish (result, &object, &error);
  if (text == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  lessons = read_lessons (object, text);
  if (lessons[0] == NULL)
    g_task_return_boolean (task, TRUE);
  else
    troupe_lessons_keep_async (work->lessons, &place, (const char *const *) lessons,
                               g_task_get_cancellable (task), kept_cb, g_object_ref (task));
}

void
troupe_feedback_learn_distil_async (const TroupeFeedbackModelCall *call,
                                    TroupeLessons *lessons,
                                    const TroupeLessonsPlace *place,
                                    const char *output,
                                    const char *feedback,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  g_autofree char *prompt = NULL;
  TroupeMapBuilder item, member;

  g_return_if_fail (call != NULL && place != NULL && output != NULL && feedback != NULL);
  g_return_if_fail (TROUPE_IS_LESSONS (lessons));

  task = make_task (call, lessons, place, output, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_feedback_learn_distil_async);
  prompt = troupe_prompt_fill (TROUPE_PROMPT_HITL_DISTILL_USER, "output", output, "feedback",
                               feedback, NULL);
  troupe_map_builder_init (&item);
  add_text (&item, "type", "string");
  troupe_map_builder_init (&member);
  troupe_map_builder_add (&member, "items", troupe_map_builder_end (&item));
  add_text (&member, "title", "Lessons");
  add_text (&member, "type", "array");
  ask (task, make_form ("DistilledLessons", "lessons", troupe_map_builder_end (&member)),
       TROUPE_PROMPT_HITL_DISTILL_SYSTEM, prompt, distilled_cb);
}

gboolean
troupe_feedback_learn_distil_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
