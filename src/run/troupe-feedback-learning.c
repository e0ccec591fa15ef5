/* troupe-feedback-learning.c: methods that learn from answers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-feedback-learning"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crash-point.h"
#include "troupe-feedback-learn.h"
#include "troupe-flow-runner-action.h"
#include "troupe-flow-runner-frame-private.h"
#include "troupe-flow-runner-people-private.h"
#include "troupe-flow-runner-report.h"

/* (transfer none) (nullable): NULL where the run is kept nowhere, and neither is what it could learn */
static TroupeLessons *
get_lessons (TroupeRunnerFrame *frame)
{
  TroupeRunnerPeople *people = troupe_flow_runner_get_people (frame->runner);
  TroupeStore *store = troupe_flow_runner_get_options (frame->runner)->store;
  g_autofree char *folder = NULL;

  if (people->lessons == NULL && store != NULL)
    {
      folder = troupe_store_get_folder (store);
      people->lessons = troupe_lessons_file_new (folder);
    }
  return people->lessons;
}

static TroupeLessonsPlace
get_place (TroupeRunnerFrame *frame)
{
  const char *name = troupe_flow_get_name (troupe_flow_runner_get_flow (frame->runner));
  const char *flow = name != NULL ? name : "";
  const char *path = troupe_flow_runner_get_options (frame->runner)->document_path;
  TroupeValue *source = troupe_feedback_get_setting (frame->method, "learn_source");

  return (TroupeLessonsPlace){
    .document = path != NULL ? path : flow,
    .flow = flow,
    .method = frame->method->name,
    .source = source != NULL ? troupe_value_get_string (source, NULL) : "",
  };
}

/* Whether the frame's method learns, and could. */
static gboolean
learns (TroupeRunnerFrame *frame)
{
  return troupe_feedback_is_set (frame->method, "learn") && get_lessons (frame) != NULL &&
         troupe_runner_feedback_can_interpret (frame, NULL);
}

/* A run that is kept nowhere is told so once. */
static void
tell_about_lessons (TroupeRunnerFrame *frame)
{
  g_autofree char *message = NULL;

  if (!troupe_feedback_is_set (frame->method, "learn") || frame->launch > 1)
    return;
  message = g_strdup_printf (_ ("“%s” is to learn from answers (“learn”), but nothing of this run "
                                "is kept, or there is no model: the person is asked, and nothing "
                                "is learnt."),
                             frame->method->name);
  troupe_runner_report_log (frame->runner, "warning", message);
}

/* Learning that goes wrong ends no run, unless the document says so. @cause: (transfer full) */
static void
take_cause (TroupeRunnerFrame *frame, GError *cause)
{
  g_autofree char *path = troupe_runner_feedback_make_path (frame);
  g_autofree char *message = g_strdup_printf (_ ("“%s” could not learn from answers: %s"),
                                              frame->method->name, cause->message);
  const gboolean is_temporary = troupe_llm_error_is_temporary (cause);

  g_error_free (cause);
  if (!troupe_feedback_is_set (frame->method, "learn_strict"))
    {
      troupe_runner_report_log (frame->runner, "warning", message);
      return;
    }
  frame->is_temporary = is_temporary;
  g_clear_pointer (&frame->feedback, troupe_value_unref);
  troupe_runner_frame_fail (
      frame, g_error_new_literal (TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PROVIDER, message), path);
}

/* --- Before a person is asked ---------------------------------------------------------------- */

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
  if (better != NULL)
    troupe_runner_frame_set_result (frame, troupe_value_new_string (better, -1));
  else
    take_cause (frame, error);
  troupe_runner_frame_queue (frame, TROUPE_STAGE_RECORD);
}

/* Only a text can be written anew; what was asked in a process before was so already. */
gboolean
troupe_runner_feedback_review (TroupeRunnerFrame *frame)
{
  TroupeFeedbackModelCall call = { 0 };
  TroupeLessonsPlace place;

  if (frame->is_reviewed || frame->record != NULL)
    return FALSE;
  frame->is_reviewed = TRUE;
  if (!learns (frame))
    {
      tell_about_lessons (frame);
      return FALSE;
    }
  if (!troupe_value_is (frame->result, TROUPE_VALUE_STRING))
    return FALSE;
  troupe_runner_feedback_fill_call (frame, &call);
  place = get_place (frame);
  frame->stage = TROUPE_STAGE_ASKING;
  troupe_feedback_learn_review_async (&call, get_lessons (frame), &place,
                                      troupe_value_get_string (frame->result, NULL),
                                      troupe_runner_action_wait (frame), reviewed_cb, frame);
  return TRUE;
}

/* --- Behind the answer ----------------------------------------------------------------------- */

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
    take_cause (frame, error);
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
troupe_runner_feedback_distil (TroupeRunnerFrame *frame)
{
  g_autofree char *feedback = troupe_feedback_strip (frame->answer->feedback);
  g_autofree char *output = NULL;
  TroupeFeedbackModelCall call = { 0 };
  TroupeLessonsPlace place;

  if (*feedback == '\0' || !learns (frame))
    return FALSE;
  output = get_text (frame->request->output);
  troupe_runner_feedback_fill_call (frame, &call);
  place = get_place (frame);
  frame->stage = TROUPE_STAGE_ASKING;
  troupe_feedback_learn_distil_async (&call, get_lessons (frame), &place, output, feedback,
                                      troupe_runner_action_wait (frame), distilled_cb, frame);
  return TRUE;
}
