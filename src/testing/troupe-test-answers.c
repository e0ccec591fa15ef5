/* troupe-test-answers.c: answers that a test contains, instead of a recording
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-test-answers"

#include "config.h"

#include "troupe-llm.h"
#include "troupe-test-answers.h"
#include "troupe-tool.h"

typedef struct
{
  TroupeValue *answers;
  GMutex lock; /* protects the following */
  gboolean *is_used;
} Answers;

static void
answers_free (gpointer data)
{
  Answers *self = data;

  troupe_value_unref (self->answers);
  g_free (self->is_used);
  g_mutex_clear (&self->lock);
  g_free (self);
}

/* Returns TRUE if the answer is for calls of this kind, name and caller. */
static gboolean
matches (TroupeValue *answer, TroupeRecordKind kind, const char *name, TroupeValue *caller)
{
  static const char *const steps[] = { "method", "task", "agent" };
  const char *named =
      troupe_value_get_member_text (answer, kind == TROUPE_RECORD_TOOL ? "tool" : "model");

  if (kind != TROUPE_RECORD_MODEL && kind != TROUPE_RECORD_TOOL)
    return FALSE;
  if ((troupe_value_get_member (answer, "tool") != NULL) != (kind == TROUPE_RECORD_TOOL) ||
      (named != NULL && !g_str_equal (named, name)))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      const char *step = troupe_value_get_member_text (answer, steps[i]);

      if (step != NULL && g_strcmp0 (step, troupe_value_get_member_text (caller, steps[i])) != 0)
        return FALSE;
    }
  return TRUE;
}

static TroupeValue *
make_model_outcome (TroupeValue *source)
{
  g_autofree char *text = NULL;
  TroupeValue *calls;
  TroupeValue *usage;
  TroupeMapBuilder answer, outcome;
  TroupeValue *value;

  value = troupe_value_get_member (source, "answer");
  if (value == NULL)
    text = g_strdup ("");
  else
    text = troupe_value_is (value, TROUPE_VALUE_STRING)
               ? g_strdup (troupe_value_get_string (value, NULL))
               : troupe_value_to_json (value, TROUPE_JSON_SPACED);
  calls = troupe_value_get_member_of (source, "tool_calls", TROUPE_VALUE_LIST);
  usage = troupe_value_get_member_of (source, "usage", TROUPE_VALUE_MAP);
  troupe_map_builder_init (&answer);
  troupe_map_builder_add (&answer, "text", troupe_value_new_string (text, -1));
  if (calls != NULL)
    {
      const gsize n = troupe_value_list_get_length (calls);
      g_autofree TroupeValue **parts = g_new (TroupeValue *, n + 1);
      TroupeMapBuilder part;

      /* Adds the calls of tools that a model makes. */
      troupe_map_builder_init (&part);
      troupe_map_builder_add (&part, "type", troupe_value_new_string ("text", -1));
      troupe_map_builder_add (&part, "text", troupe_value_new_string (text, -1));
      parts[0] = troupe_map_builder_end (&part);
      for (gsize i = 0; i < n; i++)
        {
          TroupeValue *call = troupe_value_list_get (calls, i);
          TroupeValue *arguments = troupe_value_get_member (call, "arguments");
          const char *name = troupe_value_get_member_text (call, "name");

          troupe_map_builder_init (&part);
          troupe_map_builder_add (&part, "type", troupe_value_new_string ("tool_call", -1));
          troupe_map_builder_add (
              &part, "id",
              troupe_value_take_string (g_strdup_printf ("call_%u", (guint) i + 1), -1));
          troupe_map_builder_add (&part, "name",
                                  troupe_value_new_string (name != NULL ? name : "", -1));
          troupe_map_builder_add (
              &part, "text",
              arguments != NULL ? troupe_value_take_string (
                                      troupe_value_to_json (arguments, TROUPE_JSON_SPACED), -1)
                                : troupe_value_new_string ("{}", -1));
          parts[i + 1] = troupe_map_builder_end (&part);
        }
      troupe_map_builder_add (&answer, "parts", troupe_value_new_list (parts, n + 1));
    }
  if (usage != NULL)
    troupe_map_builder_add (&answer, "usage", troupe_value_ref (usage));
  troupe_map_builder_init (&outcome);
  troupe_map_builder_add (&outcome, "answer", troupe_map_builder_end (&answer));
  return troupe_map_builder_end (&outcome);
}

static TroupeValue *
find_cb (TroupeRecordKind kind, TroupeValue *request, TroupeValue *caller, gpointer user_data)
{
  Answers *self = user_data;
  const char *name = troupe_record_request_get_name (kind, request);
  TroupeValue *found = NULL;

  g_mutex_lock (&self->lock);
  for (gsize i = 0; i < troupe_value_list_get_length (self->answers); i++)
    {
      TroupeValue *answer = troupe_value_list_get (self->answers, i);

      if (!matches (answer, kind, name, caller))
        continue;
      found = answer;
      if (!self->is_used[i])
        {
          self->is_used[i] = TRUE;
          break;
        }
    }
  g_mutex_unlock (&self->lock);
  if (found != NULL)
    {
      const char *failure = troupe_value_get_member_text (found, "error");
      TroupeValue *result = troupe_value_get_member (found, "answer");
      TroupeMapBuilder outcome;

      if (failure != NULL)
        return troupe_recorder_make_failure (kind == TROUPE_RECORD_TOOL
                                                 ? (int) TROUPE_TOOL_ERROR_FAILED
                                                 : (int) TROUPE_LLM_ERROR_REFUSED,
                                             failure, NULL);
      if (kind == TROUPE_RECORD_MODEL)
        return make_model_outcome (found);
      troupe_map_builder_init (&outcome);
      troupe_map_builder_add (&outcome, "result",
                              result != NULL ? troupe_value_ref (result)
                                             : troupe_value_new_null ());
      return troupe_map_builder_end (&outcome);
    }
  return NULL;
}

void
troupe_test_answers_attach (TroupeValue *answers, TroupeRecorder *recorder)
{
  Answers *self = NULL;

  g_return_if_fail (answers != NULL && troupe_value_is (answers, TROUPE_VALUE_LIST));
  g_return_if_fail (recorder != NULL);

  self = g_new0 (Answers, 1);
  self->answers = troupe_value_ref (answers);
  self->is_used = g_new0 (gboolean, troupe_value_list_get_length (answers) + 1);
  g_mutex_init (&self->lock);
  troupe_recorder_set_source (recorder, find_cb, self, answers_free);
}
