/* ask.h: sends a request to a model and waits for the answer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "../test-time.h"
#include "troupe-llm.h"

G_BEGIN_DECLS

#define CANARY_KEY "sk-canary-7f3a91c2"

typedef struct {
  TroupeLlmAnswer *answer;
  GError *error;
  GString *streamed;
  guint n_chunks;
  gint64 done_time; /* time at which the call ended, monotonic; 0 while it is running */
} Asked;

static inline char *
ask_lookup_cb (const char *name, gpointer user_data)
{
  if (g_str_equal (name, "OPENAI_API_KEY"))
    return g_strdup (CANARY_KEY);
  if (g_str_equal (name, "OPENAI_BASE_URL"))
    return g_strdup (user_data);

  return NULL;
}

static inline TroupeLlmClient *
ask_client_new (const char *url)
{
  TroupeLlmClient *client = troupe_llm_client_new ();

  troupe_llm_client_set_environment (client, ask_lookup_cb, g_strdup (url), g_free);

  return client;
}

static inline void
ask_delta_cb (const TroupeLlmDelta *delta, gpointer user_data)
{
  Asked *asked = user_data;

  if (delta->type == TROUPE_LLM_PART_TEXT)
    g_string_append_len (asked->streamed, delta->text, (gssize) delta->length);
  asked->n_chunks++;
}

static inline void
ask_done_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Asked *asked = user_data;

  asked->answer
      = troupe_llm_client_complete_finish (TROUPE_LLM_CLIENT (object), result, &asked->error);
  asked->done_time = g_get_monotonic_time ();
}

static inline void
ask_begin (Asked *asked, TroupeLlmClient *client, const char *model, const char *text,
           const char *settings, gboolean stream, GCancellable *cancellable)
{
  g_autofree char *messages_text
      = g_strdup_printf ("[{\"role\":\"system\",\"content\":\"be brief\"},"
                         "{\"role\":\"user\",\"content\":\"%s\"}]",
                         text);
  g_autoptr (TroupeValue) messages = troupe_value_from_json (messages_text, -1, NULL);
  g_autoptr (GPtrArray) said = troupe_llm_messages_from_value (messages);
  g_autoptr (TroupeLlmRequest) request = troupe_llm_request_new (model, said);

  *asked = (Asked){ 0 };
  asked->streamed = g_string_new (NULL);
  if (settings != NULL)
    {
      request->settings = troupe_value_from_json (settings, -1, NULL);
      g_assert_nonnull (request->settings);
    }
  request->stream = stream;
  troupe_llm_client_complete_async (client, request, ask_delta_cb, asked, cancellable, ask_done_cb,
                                    asked);
}

static inline gboolean
ask_tick_cb (gpointer user_data)
{
  return G_SOURCE_CONTINUE;
}

/* Runs the main context until @is_so returns TRUE. Fails the test after a minute, or later under a
 * sanitizer. */
static inline void
ask_wait (gboolean (*is_so) (gpointer data), gpointer data)
{
  gint64 deadline = g_get_monotonic_time () + TEST_WAIT_US;
  guint tick = g_timeout_add (5, ask_tick_cb, NULL);

  while (!is_so (data))
    {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      g_main_context_iteration (NULL, TRUE);
    }
  g_source_remove (tick);
}

static inline gboolean
ask_is_done (gpointer data)
{
  return ((Asked *) data)->done_time != 0;
}

static inline void
ask (Asked *asked, TroupeLlmClient *client, const char *model, const char *settings, gboolean stream)
{
  ask_begin (asked, client, model, "Hello there", settings, stream, NULL);
  ask_wait (ask_is_done, asked);
}

static inline void
asked_clear (Asked *asked)
{
  g_clear_pointer (&asked->answer, troupe_llm_answer_free);
  g_clear_error (&asked->error);
  g_string_free (asked->streamed, TRUE);
}

G_END_DECLS
