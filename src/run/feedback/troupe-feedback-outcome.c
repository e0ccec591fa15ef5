/* troupe-feedback-outcome.c: matching of human feedback to an outcome by a model
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-feedback-outcome"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-agent-prompts.h"
#include "troupe-feedback-outcome.h"
#include "troupe-feedback.h"
#include "troupe-run.h"
#include "troupe-sanitize-text.h"
#include "troupe-text-list.h"

/* Data of one choice. */
typedef struct
{
  TroupeFeedbackModelCall call;
  char *prompt;
  char **outcomes;
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  troupe_feedback_model_call_clear (&question->call);
  g_free (question->prompt);
  g_strfreev (question->outcomes);
  g_free (question);
}

/* --- Text matching ---------------------------------------------------------------------------- */

static char *
fold (const char *text)
{
  g_autofree char *stripped = troupe_feedback_strip (text);

  return g_utf8_strdown (stripped, -1);
}

/**
 * match_outcome:
 * @text: the answer of a model
 *
 * Returns: (transfer none) (nullable): the outcome that equals @text except for case and
 * surrounding whitespace, otherwise the longest outcome that @text contains
 */
static const char *
match_outcome (const char *const *outcomes, const char *text)
{
  g_autofree char *said = NULL;
  const char *longest = NULL;
  glong most = 0;

  g_return_val_if_fail (outcomes != NULL && text != NULL, NULL);

  said = fold (text);
  for (guint i = 0; outcomes[i] != NULL; i++)
    {
      g_autofree char *outcome = fold (outcomes[i]);
      glong length = g_utf8_strlen (outcome, -1);

      if (g_str_equal (outcome, said))
        return outcomes[i];
      if (length <= most || strstr (said, outcome) == NULL)
        continue;
      longest = outcomes[i];
      most = length;
    }
  return longest;
}

/* Returns the `outcome` of a JSON object, or the stripped text itself. (transfer full) */
static char *
read_words (const char *text)
{
  g_autofree char *stripped = troupe_feedback_strip (text);
  g_autoptr (TroupeValue) object = troupe_value_from_json (stripped, -1, NULL);
  TroupeValue *outcome = object != NULL && troupe_value_is (object, TROUPE_VALUE_MAP)
                             ? troupe_value_map_lookup_string (object, "outcome", -1)
                             : NULL;

  if (outcome != NULL && troupe_value_is (outcome, TROUPE_VALUE_STRING))
    return g_strdup (troupe_value_get_string (outcome, NULL));
  return g_steal_pointer (&stripped);
}

/* --- JSON schema ------------------------------------------------------------------------------ */

static TroupeValue *
make_text (const char *text)
{
  return troupe_value_new_string (text, -1);
}

static TroupeValue *
list_texts (const char *const *texts)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();

  for (guint i = 0; texts[i] != NULL; i++)
    g_ptr_array_add (items, make_text (texts[i]));
  return troupe_value_new_list ((TroupeValue **) items->pdata, items->len);
}

/* --- Calling the model ------------------------------------------------------------------------ */

static void
end (GTask *task, const char *said)
{
  Question *question = g_task_get_task_data (task);
  const char *found = match_outcome ((const char *const *) question->outcomes, said);
  g_autofree char *outcomes = NULL;
  g_autofree char *shown = NULL;

  g_assert (G_IS_TASK (task));

  if (found != NULL)
    {
      g_task_return_pointer (task, g_strdup (found), g_free);
      return;
    }
  outcomes = troupe_text_list_join ((const char *const *) question->outcomes);
  shown = troupe_text_shorten (said, 200);
  g_task_return_new_error (
      task, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_FEEDBACK,
      /* Translators: first %s is the reply of a model, second %s is the list of words from which it had
       * to choose one */
      _ ("The model was asked to match the answer to an outcome, but its reply “%s” contains "
         "none of them (%s)."),
      shown, outcomes);
}

static void
asked_in_words_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  g_autofree char *text = NULL;
  g_autofree char *said = NULL;
  GError *error = NULL;

  g_assert (G_IS_ASYNC_RESULT (result));

  text = troupe_feedback_model_ask_finish (result, NULL, &error);
  if (text == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  said = read_words (text);
  end (task, said);
}

static void
asked_in_form_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Question *question = g_task_get_task_data (task);
  g_autoptr (TroupeValue) object = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  g_assert (G_IS_ASYNC_RESULT (result));

  text = troupe_feedback_model_ask_finish (result, &object, &error);
  if (text != NULL)
    {
      g_autofree char *said =
          object != NULL ? g_strdup (troupe_value_get_string (
                               troupe_value_map_lookup_string (object, "outcome", -1), NULL))
                         : read_words (text);

      end (task, said);
      return;
    }
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  g_clear_pointer (&question->call.form, troupe_value_unref);
  troupe_feedback_model_ask_async (&question->call, NULL, question->prompt,
                                   g_task_get_cancellable (task), asked_in_words_cb,
                                   g_object_ref (task));
}

void
troupe_feedback_outcome_ask_async (const TroupeFeedbackModelCall *call,
                                   const char *feedback,
                                   const char *const *outcomes,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  g_autofree char *choice = NULL;
  Question *question = NULL;
  static const char *const needed[] = { "outcome", NULL };
  TroupeMapBuilder outcome, properties, form;

  g_return_if_fail (call != NULL && feedback != NULL);
  g_return_if_fail (outcomes != NULL && outcomes[0] != NULL);

  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_feedback_outcome_ask_async);
  choice = g_strjoinv (", ", (char **) outcomes);
  question = g_new0 (Question, 1);
  question->call = troupe_feedback_model_call_copy (call);
  g_clear_pointer (&question->call.form, troupe_value_unref);
  troupe_map_builder_init (&outcome);
  /* A single outcome is a constant instead of an enumeration, as in Pydantic. */
  if (outcomes[0] != NULL && outcomes[1] == NULL)
    troupe_map_builder_add (&outcome, "const", make_text (outcomes[0]));
  else
    troupe_map_builder_add (&outcome, "enum", list_texts (outcomes));
  troupe_map_builder_add (&outcome, "title", make_text ("Outcome"));
  troupe_map_builder_add (&outcome, "type", make_text ("string"));

  troupe_map_builder_init (&properties);
  troupe_map_builder_add (&properties, "outcome", troupe_map_builder_end (&outcome));

  troupe_map_builder_init (&form);
  troupe_map_builder_add (&form, "properties", troupe_map_builder_end (&properties));
  troupe_map_builder_add (&form, "required", list_texts (needed));
  troupe_map_builder_add (&form, "title", make_text ("FeedbackOutcome"));
  troupe_map_builder_add (&form, "type", make_text ("object"));
  troupe_map_builder_add (&form, "additionalProperties", troupe_value_new_boolean (FALSE));
  question->call.form = troupe_map_builder_end (&form);
  question->call.takes_words = TRUE;
  question->outcomes = g_strdupv ((char **) outcomes);
  question->prompt = troupe_prompt_fill (TROUPE_PROMPT_HUMAN_FEEDBACK_COLLAPSE, "feedback",
                                         feedback, "outcomes", choice, NULL);
  g_task_set_task_data (task, question, question_free);
  troupe_feedback_model_ask_async (&question->call, NULL, question->prompt, cancellable,
                                   asked_in_form_cb, g_object_ref (task));
}

char *
troupe_feedback_outcome_ask_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
