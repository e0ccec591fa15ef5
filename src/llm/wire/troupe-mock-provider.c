/* troupe-mock-provider.c: mock models without network access, for examples and tests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-mock-provider"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "troupe-llm-error.h"
#include "troupe-llm-private.h"
#include "troupe-llm-status.h"
#include "troupe-mock-object.h"

#define SLOW_WORD_MS 120.0
/* The largest number of characters that is echoed. A memory that stores echoes and adds them to the next
 * prompt would multiply with each call. */
#define LONGEST_ECHO 2000
#define LONGEST_WORD_MS 3600000.0

#define TROUPE_TYPE_MOCK_PROVIDER (troupe_mock_provider_get_type ())
G_DECLARE_FINAL_TYPE (TroupeMockProvider, troupe_mock_provider, TROUPE, MOCK_PROVIDER, GObject)

struct _TroupeMockProvider
{
  GObject parent_instance;

  GHashTable *scripts; /* maps a list of answers to the number already used */
};

/* An answer being emitted word by word. */
typedef struct
{
  char *model;
  char *text;
  gsize position;
  guint word_ms;
  gboolean is_streamed;
  TroupeLlmDeltaFunc on_delta;
  gpointer delta_data;
  TroupeLlmUsage usage;
  GError *error; /* (nullable): error from the script */
} Speech;

static void troupe_mock_provider_iface_init (TroupeLlmProviderInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TroupeMockProvider,
                               troupe_mock_provider,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (TROUPE_TYPE_LLM_PROVIDER,
                                                      troupe_mock_provider_iface_init))

static void
speech_free (gpointer data)
{
  Speech *speech = data;

  g_free (speech->model);
  g_free (speech->text);
  g_clear_error (&speech->error);
  g_free (speech);
}

static gint64
count_words (const char *text)
{
  gint64 n_words = 0;
  gboolean is_inside = FALSE;

  for (const char *at = text; *at != '\0'; at++)
    {
      gboolean is_space = g_ascii_isspace (*at);

      if (!is_space && !is_inside)
        n_words++;
      is_inside = !is_space;
    }

  return n_words;
}

static TroupeValue *
get (TroupeValue *map, const char *key)
{
  if (map == NULL || !troupe_value_is (map, TROUPE_VALUE_MAP))
    return NULL;

  return troupe_value_map_lookup_string (map, key, -1);
}

/* Returns the text of the last user message. If there is no user message, returns the text of
 * the last message. */
static char *
get_last_text (GPtrArray *messages)
{
  g_assert (messages != NULL);

  for (guint i = messages->len; i > 0; i--)
    {
      const TroupeLlmMessage *message = g_ptr_array_index (messages, i - 1);

      if (message->role == TROUPE_LLM_ROLE_USER)
        return troupe_llm_message_get_text (message);
    }

  return messages->len == 0
             ? g_strdup ("")
             : troupe_llm_message_get_text (g_ptr_array_index (messages, messages->len - 1));
}

/* @text: (transfer full). (transfer full) */
static char *
shorten (char *text)
{
  char *end;

  if (g_utf8_strlen (text, -1) <= LONGEST_ECHO)
    return text;
  end = g_utf8_offset_to_pointer (text, LONGEST_ECHO);
  *end = '\0';
  end = g_strconcat (text, "…", NULL);
  g_free (text);
  return end;
}

/* Uses the next entry of the script, which is a string, or a map {error, status} that makes the
 * call fail. */
static void
take_from_script (TroupeMockProvider *self, Speech *speech, TroupeValue *settings)
{
  TroupeValue *answers = get (settings, "answers");
  TroupeValue *entry, *status;
  gsize n_given, n_answers = 0;

  g_assert (TROUPE_IS_MOCK_PROVIDER (self));

  if (answers != NULL && troupe_value_is (answers, TROUPE_VALUE_LIST))
    n_answers = troupe_value_list_get_length (answers);
  if (n_answers == 0)
    {
      speech->error = troupe_llm_error_new (
          TROUPE_LLM_ERROR_REFUSED,
          _ ("The model mock/script requires the setting “answers” with a list of strings."));
      return;
    }

  n_given = GPOINTER_TO_SIZE (g_hash_table_lookup (self->scripts, answers));
  if (n_given >= n_answers)
    {
      TroupeValue *last = troupe_value_list_get (answers, (n_given - 1) % n_answers);
      static const char end[] = "Final Answer:";
      g_autofree char *text = NULL;
      const char *answer;
      char *object_behind_script = NULL;

      /* Makes an object for a request that the script does not provide for, such as the
       * evaluation at the end of a training, when all of its answers have been used. */
      if (troupe_value_is (last, TROUPE_VALUE_STRING))
        {
          text = troupe_llm_content_to_text (last);
          answer = strstr (text, end);
          object_behind_script =
              troupe_mock_object_make (get (settings, "response_format"),
                                       answer != NULL ? g_strchug ((char *) answer + strlen (end))
                                                      : text);
        }
      speech->text = object_behind_script;
      if (speech->text != NULL)
        return;
    }
  g_hash_table_insert (self->scripts, troupe_value_ref (answers), GSIZE_TO_POINTER (n_given + 1));
  entry = troupe_value_list_get (answers, n_given % n_answers);

  if (get (entry, "error") != NULL)
    {
      g_autofree char *detail = troupe_llm_detail_from_value (entry);

      status = get (entry, "status");
      speech->error = troupe_llm_error_from_status (
          status != NULL && troupe_value_is (status, TROUPE_VALUE_INTEGER)
              ? (guint) troupe_value_get_integer (status)
              : 500,
          "mock", detail, NULL);
      return;
    }

  speech->text = troupe_value_is (entry, TROUPE_VALUE_STRING)
                     ? troupe_llm_content_to_text (entry)
                     : troupe_value_to_json (entry, TROUPE_JSON_COMPACT);
}

static gboolean speak_cb (gpointer user_data);

/* Waits for the next word or for cancellation. Takes ownership of @task. */
static void
schedule (GTask *task)
{
  Speech *speech = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  troupe_llm_delay (speech->word_ms, g_task_get_cancellable (task), speak_cb, task);
}

static gboolean
speak_cb (gpointer user_data)
{
  GTask *task = user_data;
  Speech *speech = g_task_get_task_data (task);
  TroupeLlmAnswer *answer;

  g_assert (G_IS_TASK (task));

  if (g_task_return_error_if_cancelled (task))
    {
      g_object_unref (task);
      return G_SOURCE_REMOVE;
    }

  if (speech->error != NULL)
    {
      g_task_return_error (task, g_steal_pointer (&speech->error));
      g_object_unref (task);
      return G_SOURCE_REMOVE;
    }

  /* Without a delay all words are emitted at once. */
  do
    {
      gsize end;
      const char *text;

      text = speech->text;
      end = speech->position;
      while (text[end] != '\0' && g_ascii_isspace (text[end]))
        end++;
      while (text[end] != '\0' && !g_ascii_isspace (text[end]))
        end++;
      while (text[end] != '\0' && g_ascii_isspace (text[end]))
        end++;
      if (end > speech->position && speech->is_streamed && speech->on_delta != NULL)
        {
          TroupeLlmDelta delta = { .type = TROUPE_LLM_PART_TEXT,
                                   .text = speech->text + speech->position,
                                   .length = end - speech->position };

          speech->on_delta (&delta, speech->delta_data);
        }
      speech->position = end;
    }
  while (speech->word_ms == 0 && speech->text[speech->position] != '\0');
  if (speech->text[speech->position] != '\0')
    {
      schedule (task);
      return G_SOURCE_REMOVE;
    }

  answer = troupe_llm_answer_new ();
  answer->message = troupe_llm_message_new (TROUPE_LLM_ROLE_ASSISTANT);
  troupe_llm_message_add (answer->message,
                          troupe_llm_part_new (TROUPE_LLM_PART_TEXT, speech->text));
  answer->content = g_strdup (speech->text);
  answer->finish_reason = g_strdup ("stop");
  answer->model = g_strdup (speech->model);
  answer->usage = speech->usage;
  g_task_return_pointer (task, answer, (GDestroyNotify) troupe_llm_answer_free);
  g_object_unref (task);

  return G_SOURCE_REMOVE;
}

static void
troupe_mock_provider_complete_async (TroupeLlmProvider *provider,
                                     const TroupeLlmRequest *request,
                                     TroupeLlmDeltaFunc on_delta,
                                     gpointer delta_data,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data)
{
  TroupeMockProvider *self = TROUPE_MOCK_PROVIDER (provider);
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  Speech *speech = g_new0 (Speech, 1);
  const char *slash = strchr (request->model, '/');
  const char *name = slash != NULL ? slash + 1 : request->model;
  double word_ms = 0.0;
  char *object = NULL;

  g_assert (TROUPE_IS_LLM_PROVIDER (provider));

  g_task_set_source_tag (task, troupe_mock_provider_complete_async);
  g_task_set_task_data (task, speech, speech_free);
  speech->model = g_strdup (request->model);
  speech->is_streamed = request->stream;
  speech->on_delta = on_delta;
  speech->delta_data = delta_data;

  /* The client calls no other models. */
  g_assert (troupe_llm_is_mock_model (name));
  /* Sets the text of the model @name. */
  if (g_str_equal (name, "echo") || g_str_equal (name, "slow"))
    {
      speech->text = shorten (get_last_text (request->messages));
      word_ms = g_str_equal (name, "slow") ? SLOW_WORD_MS : 0.0;
    }
  else if (g_str_equal (name, "script"))
    {
      take_from_script (self, speech, request->settings);
    }
  else
    {
      speech->text = g_strdup (name + strlen ("say:"));
    }

  /* A script contains complete answers. */
  if (!g_str_equal (name, "script"))
    object = troupe_mock_object_make (get (request->settings, "response_format"), speech->text);
  if (object != NULL)
    {
      g_free (speech->text);
      speech->text = object;
    }
  word_ms = troupe_llm_settings_get_number (request->settings, "word_delay_ms", word_ms);
  speech->word_ms = (guint) CLAMP (word_ms, 0.0, LONGEST_WORD_MS);

  if (speech->text != NULL)
    {
      for (guint i = 0; i < request->messages->len; i++)
        {
          g_autofree char *text =
              troupe_llm_message_get_text (g_ptr_array_index (request->messages, i));

          speech->usage.prompt_tokens += count_words (text);
        }
      speech->usage.completion_tokens = count_words (speech->text);
      speech->usage.total_tokens = speech->usage.prompt_tokens + speech->usage.completion_tokens;
      speech->usage.requests = 1;
    }

  schedule (task);
}

static TroupeLlmAnswer *
troupe_mock_provider_complete_finish (TroupeLlmProvider *provider,
                                      GAsyncResult *result,
                                      GError **error)
{
  g_assert (TROUPE_IS_LLM_PROVIDER (provider));
  g_assert (G_IS_ASYNC_RESULT (result));

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
troupe_mock_provider_finalize (GObject *object)
{
  TroupeMockProvider *self = TROUPE_MOCK_PROVIDER (object);

  g_assert (TROUPE_IS_MOCK_PROVIDER (self));

  g_clear_pointer (&self->scripts, g_hash_table_unref);

  G_OBJECT_CLASS (troupe_mock_provider_parent_class)->finalize (object);
}

static void
troupe_mock_provider_class_init (TroupeMockProviderClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_mock_provider_finalize;
}

static void
troupe_mock_provider_init (TroupeMockProvider *self)
{
  g_assert (TROUPE_IS_MOCK_PROVIDER (self));

  self->scripts =
      g_hash_table_new_full ((GHashFunc) troupe_value_hash, (GEqualFunc) troupe_value_equal,
                             (GDestroyNotify) troupe_value_unref, NULL);
}

static void
troupe_mock_provider_iface_init (TroupeLlmProviderInterface *iface)
{
  iface->complete_async = troupe_mock_provider_complete_async;
  iface->complete_finish = troupe_mock_provider_complete_finish;
}

TroupeLlmProvider *
troupe_mock_provider_new (void)
{
  return g_object_new (TROUPE_TYPE_MOCK_PROVIDER, NULL);
}
