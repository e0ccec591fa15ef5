/* troupe-feedback-learning.c: human feedback methods that learn from the user's answers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-feedback-learning"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crash-point.h"
#include "troupe-feedback-learn.h"
#include "troupe-feedback-lessons-memory.h"
#include "troupe-flow-runner-action.h"
#include "troupe-flow-runner-feedback-private.h"
#include "troupe-flow-runner-report.h"

/* A document without a file, such as a picture, has lessons of its own until it is changed. Its name is no key,
 * because the author of a picture may choose the path of a document of the user as its name.
 * (transfer none) */
static const char *
get_document (TroupeFlowRunner *runner)
{
  const char *path = troupe_flow_runner_get_options (runner)->document_path;

  return path != NULL ? path : troupe_flow_get_digest (troupe_flow_runner_get_flow (runner));
}

/* The lessons are stored in a file if no embeddings can be created. */
static TroupeLessons *
make_lessons (TroupeRunnerFrame *frame, TroupeStore *store)
{
  TroupeFlowRunner *runner = troupe_runner_frame_get_runner (frame);
  const char *name = troupe_flow_get_name (troupe_flow_runner_get_flow (runner));
  g_autofree char *folder = troupe_store_get_folder (store);
  TroupeRunDisk *disk = troupe_flow_runner_get_options (runner)->disk;
  g_autoptr (GError) error = NULL;
  TroupeActionContext context;
  TroupeLessons *lessons = NULL;

  g_assert (TROUPE_IS_STORE (store));

  troupe_runner_action_get_context (frame, &context);
  if (context.run->client != NULL)
    lessons = troupe_lessons_memory_new (store, get_document (runner), name != NULL ? name : "",
                                         context.run->client, context.run->bus,
                                         context.scope != NULL ? context.scope->parent : NULL,
                                         context.usage, disk, &error);
  if (lessons != NULL)
    return lessons;
  if (error != NULL)
    g_debug ("Lessons are stored in a file: %s", error->message);
  return troupe_lessons_file_new (folder, disk);
}

/* Returns NULL if the run is not stored, because its lessons cannot be stored in this case.
 * (transfer none) (nullable) */
static TroupeLessons *
get_lessons (TroupeRunnerFrame *frame)
{
  TroupeFlowRunner *runner = troupe_runner_frame_get_runner (frame);
  TroupeRunnerFeedbackState *people = troupe_flow_runner_get_feedback_state (runner);
  TroupeStore *store = troupe_flow_runner_get_options (runner)->store;

  if (people->lessons == NULL && store != NULL)
    people->lessons = make_lessons (frame, store);
  return people->lessons;
}

static TroupeLessonsPlace
get_place (TroupeRunnerFrame *frame)
{
  TroupeFlowRunner *runner = troupe_runner_frame_get_runner (frame);
  const TroupeFlowMethod *method = troupe_runner_frame_get_method (frame);
  const char *name = troupe_flow_get_name (troupe_flow_runner_get_flow (runner));
  const char *flow = name != NULL ? name : "";
  TroupeActionContext context;
  TroupeValue *source = troupe_feedback_get_setting (method, "learn_source");

  troupe_runner_action_get_context (frame, &context);
  return (TroupeLessonsPlace){
    .document = get_document (runner),
    .flow = flow,
    .method = method->name,
    .source = source != NULL ? troupe_value_get_string (source, NULL) : "",
    .scope = context.scope,
  };
}

static gboolean
is_set (TroupeRunnerFrame *frame, const char *name)
{
  return troupe_feedback_is_set (troupe_runner_frame_get_method (frame), name);
}

/* Returns TRUE if the method of @frame is configured to learn and is able to. */
static gboolean
learns (TroupeRunnerFrame *frame)
{
  return is_set (frame, "learn") && get_lessons (frame) != NULL &&
         troupe_runner_feedback_can_interpret (frame, NULL);
}

static void
warn (TroupeRunnerFrame *frame, const char *message)
{
  troupe_runner_report_log (troupe_runner_frame_get_runner (frame), "warning", message);
}

void
troupe_runner_feedback_tell_unlearnt (TroupeRunnerFrame *frame)
{
  g_autofree char *message = NULL;

  if (!is_set (frame, "learn") || learns (frame))
    return;
  message = g_strdup_printf (_ ("“%s” cannot learn from answers as set by “learn”, because the run "
                                "is not saved or there is no model. The user is still asked."),
                             troupe_runner_frame_get_method (frame)->name);
  warn (frame, message);
}

/* Continues the frame without learning. A failure to learn fails the run only if `learn_strict`
 * is set. @cause: (transfer full) */
static void
go_on_without (TroupeRunnerFrame *frame, GError *cause)
{
  g_autofree char *message =
      g_strdup_printf (_ ("“%s” could not learn from the answers: %s"),
                       troupe_runner_frame_get_method (frame)->name, cause->message);
  GError *error = NULL;

  if (is_set (frame, "learn_strict"))
    {
      error = g_error_new_literal (TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PROVIDER, message);
      troupe_runner_feedback_fail (frame, error, troupe_llm_error_is_temporary (cause));
    }
  else
    {
      warn (frame, message);
      troupe_runner_frame_queue (frame, TROUPE_STAGE_RECORD);
    }
  g_error_free (cause);
}

/* --- Review before the user is asked ---------------------------------------------------------- */

static void
reviewed_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeRunnerFrame *frame = user_data;
  GError *error = NULL;
  g_autofree char *better = troupe_feedback_learn_review_finish (result, &error);

  g_assert (G_IS_ASYNC_RESULT (result));

  TROUPE_CRASH_POINT ("feedback-reviewed");
  troupe_runner_action_answered (frame);
  if (!troupe_runner_action_is_wanted (frame))
    {
      g_clear_error (&error);
      return;
    }
  if (better == NULL)
    {
      go_on_without (frame, error);
      return;
    }
  troupe_runner_frame_set_result (frame, troupe_value_new_string (better, -1));
  troupe_runner_frame_queue (frame, TROUPE_STAGE_RECORD);
}

/* Only a string can be revised. */
gboolean
troupe_runner_feedback_review (TroupeRunnerFrame *frame, TroupeValue *output)
{
  TroupeFeedbackModelCall call = { 0 };
  TroupeLessonsPlace place;

  if (!troupe_value_is (output, TROUPE_VALUE_STRING) || !learns (frame))
    return FALSE;
  troupe_runner_feedback_fill_call (frame, &call);
  place = get_place (frame);
  troupe_feedback_learn_review_async (&call, get_lessons (frame), &place,
                                      troupe_value_get_string (output, NULL),
                                      troupe_runner_feedback_await_model (frame), reviewed_cb,
                                      frame);
  return TRUE;
}

/* --- Learning after the answer ---------------------------------------------------------------- */

static void
distilled_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeRunnerFrame *frame = user_data;
  GError *error = NULL;

  g_assert (G_IS_ASYNC_RESULT (result));

  troupe_feedback_learn_distil_finish (result, &error);
  TROUPE_CRASH_POINT ("feedback-distilled");
  troupe_runner_action_answered (frame);
  if (!troupe_runner_action_is_wanted (frame))
    {
      g_clear_error (&error);
      return;
    }
  if (error != NULL)
    go_on_without (frame, error);
  else
    troupe_runner_frame_queue (frame, TROUPE_STAGE_RECORD);
}

static char *
get_text (TroupeValue *output)
{
  return troupe_value_is (output, TROUPE_VALUE_STRING)
             ? g_strdup (troupe_value_get_string (output, NULL))
             : troupe_value_to_json (output, TROUPE_JSON_SPACED);
}

gboolean
troupe_runner_feedback_distil (TroupeRunnerFrame *frame, const char *text)
{
  g_autofree char *output = NULL;
  TroupeFeedbackModelCall call = { 0 };
  TroupeLessonsPlace place;

  if (*text == '\0' || !learns (frame))
    return FALSE;
  output = get_text (troupe_runner_frame_get_request (frame)->output);
  troupe_runner_feedback_fill_call (frame, &call);
  place = get_place (frame);
  troupe_feedback_learn_distil_async (&call, get_lessons (frame), &place, output, text,
                                      troupe_runner_feedback_await_model (frame), distilled_cb,
                                      frame);
  return TRUE;
}
