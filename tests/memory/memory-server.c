/* memory-server.c: fake server for chats and embeddings, driven by a recorded case
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "../test-time.h"
#include "memory-server.h"

TroupeValue *
memory_get (TroupeValue *map, const char *key)
{
  TroupeValue *value = map != NULL && troupe_value_is (map, TROUPE_VALUE_MAP)
                           ? troupe_value_map_lookup_string (map, key, -1)
                           : NULL;

  return value != NULL && !troupe_value_is (value, TROUPE_VALUE_NULL) ? value : NULL;
}

const char *
memory_get_text (TroupeValue *map, const char *key)
{
  TroupeValue *value = memory_get (map, key);

  return value != NULL && troupe_value_is (value, TROUPE_VALUE_STRING)
             ? troupe_value_get_string (value, NULL)
             : NULL;
}

/* --- Rules ---------------------------------------------------------------------------------- */

static char *
join_messages (TroupeValue *body)
{
  TroupeValue *messages = memory_get (body, "messages");
  GString *all = g_string_new (NULL);

  for (gsize i = 0; messages != NULL && i < troupe_value_list_get_length (messages); i++)
    {
      const char *text = memory_get_text (troupe_value_list_get (messages, i), "content");

      g_string_append_printf (all, "%s\n", text != NULL ? text : "");
    }

  return g_string_free (all, FALSE);
}

static gboolean
have_all (TroupeValue *texts, const char *all, gboolean is_there)
{
  for (gsize i = 0; texts != NULL && i < troupe_value_list_get_length (texts); i++)
    if ((strstr (all, troupe_value_get_string (troupe_value_list_get (texts, i), NULL)) != NULL) !=
        is_there)
      return FALSE;

  return TRUE;
}

static gboolean
is_rule (TroupeValue *rule, TroupeValue *body, const char *all, guint n_used)
{
  TroupeValue *when = memory_get (rule, "when");
  TroupeValue *times = memory_get (rule, "times");
  TroupeValue *schema = memory_get (when, "schema");

  if (times != NULL && n_used >= (guint) troupe_value_get_integer (times))
    return FALSE;
  if (schema != NULL &&
      troupe_value_get_boolean (schema) != (memory_get (body, "response_format") != NULL))
    return FALSE;

  return have_all (memory_get (when, "has"), all, TRUE) &&
         have_all (memory_get (when, "not"), all, FALSE);
}

/* Replaces $ID1 with the first id that was sent to the model, $ID2 with the second id, and so
 * on. */
static char *
fill_ids (const char *text, const char *all)
{
  g_autoptr (GRegex) regex =
      g_regex_new ("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  char *filled = g_strdup (text);

  g_regex_match (regex, all, 0, &match);
  for (guint i = 1; g_match_info_matches (match); i++, g_match_info_next (match, NULL))
    {
      g_autofree char *id = g_match_info_fetch (match, 0);
      g_autofree char *place = g_strdup_printf ("$ID%u", i);
      g_auto (GStrv) parts = g_strsplit (filled, place, -1);

      g_free (filled);
      filled = g_strjoinv (id, parts);
    }

  return filled;
}

static void
answer (SoupServerMessage *message, guint status, char *text)
{
  soup_server_message_set_status (message, status, NULL);
  soup_server_message_set_response (message, "application/json", SOUP_MEMORY_TAKE, text,
                                    strlen (text));
}

static char *
quote (const char *text)
{
  g_autoptr (TroupeValue) value = troupe_value_new_string (text, -1);

  return troupe_value_to_json (value, TROUPE_JSON_COMPACT);
}

static void
answer_chat (MemoryServer *self, SoupServerMessage *message, TroupeValue *body)
{
  g_autofree char *all = join_messages (body);

  g_ptr_array_add (self->requests, troupe_value_ref (body));
  for (guint i = 0; i < self->n_used->len; i++)
    {
      TroupeValue *rule = troupe_value_list_get (self->rules_of_case, i);
      TroupeValue *reply = memory_get (rule, "reply");
      g_autofree char *text = NULL;
      g_autofree char *quoted = NULL;
      gint number = (gint) i;

      if (!is_rule (rule, body, all, g_array_index (self->n_used, guint, i)))
        continue;
      g_array_index (self->n_used, guint, i)++;
      g_array_append_val (self->rules, number);
      if (memory_get (reply, "status") != NULL)
        {
          answer (message, (guint) troupe_value_get_integer (memory_get (reply, "status")),
                  g_strdup_printf ("{\"error\":{\"message\":\"%s\"}}",
                                   memory_get_text (reply, "error")));
          return;
        }
      text = fill_ids (memory_get_text (reply, "text"), all);
      quoted = quote (text);
      answer (message, 200,
              g_strdup_printf ("{\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\","
                               "\"content\":%s},\"finish_reason\":\"stop\"}],\"usage\":{"
                               "\"prompt_tokens\":10,\"completion_tokens\":5,\"total_tokens\":"
                               "15}}",
                               quoted));
      return;
    }
  answer (message, 400, g_strdup ("{\"error\":{\"message\":\"no rule\"}}"));
}

/* --- Embeddings ----------------------------------------------------------------------------- */

static guint
count_word (const char *text, const char *word)
{
  guint n = 0;

  for (const char *at = strstr (text, word); at != NULL; at = strstr (at + strlen (word), word))
    n++;

  return n;
}

static void
append_vector (MemoryServer *self, const char *text, GString *out)
{
  gsize n_words = self->words != NULL ? troupe_value_list_get_length (self->words) : 0;
  g_autofree double *numbers = g_new0 (double, n_words + 1);
  double length = 0.0;

  numbers[n_words] = 0.01;
  for (gsize i = 0; i < n_words; i++)
    numbers[i] =
        count_word (text, troupe_value_get_string (troupe_value_list_get (self->words, i), NULL));
  for (gsize i = 0; i <= n_words; i++)
    length += numbers[i] * numbers[i];
  length = sqrt (length);
  g_string_append_c (out, '[');
  for (gsize i = 0; i <= n_words; i++)
    {
      char number[G_ASCII_DTOSTR_BUF_SIZE];

      g_ascii_dtostr (number, sizeof number, numbers[i] / length);
      g_string_append_printf (out, "%s%s", i > 0 ? "," : "", number);
    }
  g_string_append_c (out, ']');
}

static void
answer_embeddings (MemoryServer *self, SoupServerMessage *message, TroupeValue *body)
{
  TroupeValue *input = memory_get (body, "input");
  GString *out = g_string_new ("{\"data\":[");

  g_ptr_array_add (self->embeddings, troupe_value_ref (body));
  if (self->n_failures > 0)
    {
      self->n_failures--;
      g_string_free (out, TRUE);
      answer (message, self->failure, g_strdup ("{\"error\":{\"message\":\"later\"}}"));
      return;
    }
  for (gsize i = troupe_value_list_get_length (input); i-- > 0;)
    {
      /* Sends the vectors in reverse order, because clients must use the index of each vector. */
      g_string_append_printf (out, "{\"index\":%u,\"embedding\":", (guint) i);
      append_vector (self, troupe_value_get_string (troupe_value_list_get (input, i), NULL), out);
      g_string_append_printf (out, "}%s", i > 0 ? "," : "");
    }
  g_string_append_printf (out, "],\"usage\":{\"prompt_tokens\":%u,\"total_tokens\":%u}}",
                          (guint) troupe_value_list_get_length (input) * 7,
                          (guint) troupe_value_list_get_length (input) * 7);
  answer (message, 200, g_string_free (out, FALSE));
}

static void
request_cb (SoupServer *server,
            SoupServerMessage *message,
            const char *path,
            GHashTable *query,
            gpointer user_data)
{
  MemoryServer *self = user_data;
  SoupMessageBody *body = soup_server_message_get_request_body (message);
  g_autoptr (TroupeValue) value = troupe_value_from_json (body->data, (gssize) body->length, NULL);

  g_assert_nonnull (value);
  if (g_str_has_suffix (path, "/embeddings"))
    answer_embeddings (self, message, value);
  else
    answer_chat (self, message, value);
}

/* --- The server ----------------------------------------------------------------------------- */

MemoryServer *
memory_server_new (TroupeValue *server)
{
  MemoryServer *self = g_new0 (MemoryServer, 1);
  g_autoptr (GError) error = NULL;
  GSList *uris;
  g_autofree char *url = NULL;

  self->rules_of_case =
      memory_get (server, "rules") != NULL ? troupe_value_ref (memory_get (server, "rules")) : NULL;
  self->words = memory_get (server, "embedding_words") != NULL
                    ? troupe_value_ref (memory_get (server, "embedding_words"))
                    : NULL;
  self->n_used = g_array_new (FALSE, TRUE, sizeof (guint));
  if (self->rules_of_case != NULL)
    g_array_set_size (self->n_used, (guint) troupe_value_list_get_length (self->rules_of_case));
  self->requests = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_value_unref);
  self->embeddings = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_value_unref);
  self->rules = g_array_new (FALSE, FALSE, sizeof (gint));
  self->server = soup_server_new (NULL, NULL);
  soup_server_add_handler (self->server, NULL, request_cb, self, NULL);
  soup_server_listen_local (self->server, 0, SOUP_SERVER_LISTEN_IPV4_ONLY, &error);
  g_assert_no_error (error);
  uris = soup_server_get_uris (self->server);
  self->url = g_strdup_printf ("http://127.0.0.1:%d/v1", g_uri_get_port (uris->data));
  g_slist_free_full (uris, (GDestroyNotify) g_uri_unref);

  return self;
}

void
memory_server_forget (MemoryServer *self)
{
  g_ptr_array_set_size (self->requests, 0);
  g_ptr_array_set_size (self->embeddings, 0);
  g_array_set_size (self->rules, 0);
}

void
memory_server_free (MemoryServer *self)
{
  soup_server_disconnect (self->server);
  g_object_unref (self->server);
  g_clear_pointer (&self->rules_of_case, troupe_value_unref);
  g_clear_pointer (&self->words, troupe_value_unref);
  g_array_unref (self->n_used);
  g_ptr_array_unref (self->requests);
  g_ptr_array_unref (self->embeddings);
  g_array_unref (self->rules);
  g_free (self->url);
  g_free (self);
}

static char *
lookup_cb (const char *name, gpointer user_data)
{
  if (g_str_equal (name, "OPENAI_API_KEY"))
    return g_strdup ("sk-canary-91c2");
  if (g_str_equal (name, "OPENAI_BASE_URL"))
    return g_strdup (user_data);

  return NULL;
}

TroupeLlmClient *
memory_server_make_client (MemoryServer *self)
{
  TroupeLlmClient *client = troupe_llm_client_new ();

  troupe_llm_client_set_environment (client, lookup_cb, g_strdup (self->url), g_free);

  return client;
}

static gboolean
tick_cb (gpointer user_data)
{
  return G_SOURCE_CONTINUE;
}

void
memory_wait (gboolean *is_done)
{
  gint64 deadline = g_get_monotonic_time () + TEST_WAIT_US;
  guint tick = g_timeout_add (20, tick_cb, NULL);

  while (!*is_done)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      g_main_context_iteration (NULL, TRUE);
    }
  g_source_remove (tick);
}

char *
memory_make_folder (void)
{
  g_autoptr (GError) error = NULL;
  char *folder = g_dir_make_tmp ("troupe-memory-XXXXXX", &error);

  g_assert_no_error (error);

  return folder;
}

void
memory_remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        memory_remove_folder (path);
      else
        g_unlink (path);
    }
  g_rmdir (folder);
}

TroupeValue *
memory_read_cases (void)
{
  const char *folder = g_getenv ("TROUPE_CONFORMANCE_DIR");
  g_autofree char *path = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  TroupeValue *value;

  if (folder == NULL)
    return NULL;
  path = g_build_filename (folder, "memory-golden.json", NULL);
  if (!g_file_get_contents (path, &text, NULL, NULL))
    return NULL;
  value = troupe_value_from_json (text, -1, &error);
  g_assert_no_error (error);

  return value;
}
