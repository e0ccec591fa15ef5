/* test-knowledge-large.c: time and memory of the largest file of knowledge
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "../test-memory.h"
#include "../test-time.h"
#include "memory-server.h"
#include "troupe-knowledge-file.h"
#include "troupe-knowledge.h"

/* Size of the file in bytes; with a sanitizer, a tenth of it. */
#if TEST_SLOWNESS > 1
#  define SIZE (TROUPE_LIMIT_KNOWLEDGE_FILE / 10)
#else
#  define SIZE TROUPE_LIMIT_KNOWLEDGE_FILE
#endif
/* Processor time in seconds for reading, splitting, embedding, storing and searching, with the
 * server; an idle machine needs less than half of it. */
#define MOST_SECONDS 6.0
/* The vectors only distinguish texts with this word. */
#define NEEDLE "needle"

/* --- Server of embeddings --------------------------------------------------------------------- */

/* A server that keeps nothing, because its memory would be measured as well. */
typedef struct
{
  GSocketListener *listener;
  GCancellable *cancellable;
  GThread *thread;
  char *url;
} Server;

/* Returns the body of the next request, NULL at the end of the connection. (transfer full) */
static char *
read_body (GDataInputStream *in, GCancellable *cancellable)
{
  gsize length = 0;
  char *line, *body;

  while ((line = g_data_input_stream_read_line (in, NULL, cancellable, NULL)) != NULL &&
         *line != '\0')
    {
      if (g_ascii_strncasecmp (line, "content-length:", strlen ("content-length:")) == 0)
        length = (gsize) g_ascii_strtoull (line + strlen ("content-length:"), NULL, 10);
      g_free (line);
    }
  if (line == NULL)
    return NULL;
  g_free (line);
  body = g_malloc0 (length + 1);
  if (!g_input_stream_read_all (G_INPUT_STREAM (in), body, length, NULL, cancellable, NULL))
    g_clear_pointer (&body, g_free);
  return body;
}

/* Returns a vector for each text of the request. The texts have no quotes. */
static char *
make_answer (const char *body)
{
  GString *out = g_string_new ("{\"data\":[");
  const char *at = strstr (body, "\"input\":[");
  guint n_texts = 0;

  g_assert_nonnull (at);
  at += strlen ("\"input\":[");
  while (*at == '"')
    {
      const char *end = strchr (at + 1, '"');
      const gboolean has_it = memmem (at, (gsize) (end - at), NEEDLE, strlen (NEEDLE)) != NULL;

      g_string_append_printf (out, "%s{\"index\":%u,\"embedding\":[%s]}", n_texts > 0 ? "," : "",
                              n_texts, has_it ? "1,0,0,0" : "0,1,0,0");
      n_texts++;
      at = end[1] == ',' ? end + 2 : end + 1;
    }
  g_string_append (out, "],\"usage\":{\"prompt_tokens\":1,\"total_tokens\":1}}");
  return g_string_free (out, FALSE);
}

static void
answer_requests (Server *self, GIOStream *connection)
{
  g_autoptr (GDataInputStream) in =
      g_data_input_stream_new (g_io_stream_get_input_stream (connection));
  GOutputStream *out = g_io_stream_get_output_stream (connection);
  char *body;

  g_data_input_stream_set_newline_type (in, G_DATA_STREAM_NEWLINE_TYPE_CR_LF);
  while ((body = read_body (in, self->cancellable)) != NULL)
    {
      g_autofree char *answer = make_answer (body);
      g_autofree char *reply =
          g_strdup_printf ("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                           "Content-Length: %u\r\n\r\n%s",
                           (guint) strlen (answer), answer);

      g_free (body);
      if (!g_output_stream_write_all (out, reply, strlen (reply), NULL, self->cancellable, NULL))
        return;
    }
}

static gpointer
serve (gpointer data)
{
  Server *self = data;
  GSocketConnection *connection;

  while ((connection = g_socket_listener_accept (self->listener, NULL, self->cancellable, NULL)))
    {
      answer_requests (self, G_IO_STREAM (connection));
      g_object_unref (connection);
    }
  return NULL;
}

static void
server_start (Server *self)
{
  guint16 port;

  self->listener = g_socket_listener_new ();
  self->cancellable = g_cancellable_new ();
  port = g_socket_listener_add_any_inet_port (self->listener, NULL, NULL);
  self->url = g_strdup_printf ("http://127.0.0.1:%u/v1", port);
  self->thread = g_thread_new ("embeddings", serve, self);
}

static void
server_stop (Server *self)
{
  g_cancellable_cancel (self->cancellable);
  g_thread_join (self->thread);
  g_object_unref (self->listener);
  g_object_unref (self->cancellable);
  g_free (self->url);
}

static char *
lookup_cb (const char *name, gpointer user_data)
{
  if (g_str_equal (name, "OPENAI_API_KEY"))
    return g_strdup ("k");
  return g_str_equal (name, "OPENAI_BASE_URL") ? g_strdup (user_data) : NULL;
}

/* --- Test ------------------------------------------------------------------------------------- */

typedef struct
{
  gboolean is_done;
  guint n_embedded;
  GStrv chunks;
  GError *error;
} Call;

static void
loaded_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Call *call = user_data;

  troupe_knowledge_load_finish (TROUPE_KNOWLEDGE (object), result, &call->n_embedded, &call->error);
  call->is_done = TRUE;
}

static void
queried_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Call *call = user_data;

  call->chunks = troupe_knowledge_query_finish (TROUPE_KNOWLEDGE (object), result, &call->error);
  call->is_done = TRUE;
}

static void
run_until (gboolean *is_done)
{
  const gint64 deadline = g_get_monotonic_time () + 120 * TEST_SLOWNESS * G_TIME_SPAN_SECOND;

  while (!*is_done)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      g_main_context_iteration (NULL, TRUE);
    }
}

/* Writes a file whose lines are all different. Its memory is freed before anything is measured. */
static void
write_large (const char *path)
{
  FILE *file = g_fopen (path, "w");
  gsize length = 0;

  g_assert_nonnull (file);
  for (guint i = 0; length < SIZE - 200; i++)
    {
      int n = fprintf (file, "Line %u of the handbook says something about item %u%s.\n", i,
                       i * 7919u, i == 100000 ? " and the " NEEDLE : "");

      g_assert_cmpint (n, >, 0);
      length += (gsize) n;
    }
  g_assert_cmpint (fclose (file), ==, 0);
}

static void
test_largest (void)
{
  g_autofree char *folder = memory_make_folder ();
  g_autofree char *below = g_build_filename (folder, "knowledge", NULL);
  g_autofree char *path = g_build_filename (below, "large.txt", NULL);
  g_autofree char *database = g_build_filename (folder, "memory.db", NULL);
  g_autoptr (TroupeValue) value =
      troupe_value_from_json ("{\"source_type\":\"text_file\",\"file_paths\":[\"large.txt\"]}", -1,
                              NULL);
  g_autoptr (GPtrArray) sources =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_knowledge_source_unref);
  g_autoptr (TroupeMemoryStore) store = troupe_memory_store_new (database);
  g_autoptr (TroupeLlmClient) client = troupe_llm_client_new ();
  g_autoptr (TroupeEmbedder) embedder = NULL;
  g_autoptr (TroupeKnowledge) knowledge = NULL;
  Server server = { NULL };
  Call call = { 0 };
  gsize begin, taken;
  gint64 began;
  double seconds;

  g_mkdir_with_parents (below, 0700);
  write_large (path);
  server_start (&server);
  troupe_llm_client_set_environment (client, lookup_cb, server.url, NULL);
  embedder = troupe_embedder_new (client, NULL, TROUPE_KNOWLEDGE_DEFAULT_EMBEDDING, NULL);
  knowledge = troupe_knowledge_new (store, embedder, "knowledge_large");
  g_ptr_array_add (sources, troupe_knowledge_source_new (value, folder, NULL));

  begin = test_memory_begin ();
  began = test_time_get_own ();
  troupe_knowledge_load_async (knowledge, sources, NULL, NULL, loaded_cb, &call);
  run_until (&call.is_done);
  g_assert_no_error (call.error);
  g_assert_cmpuint (call.n_embedded, >, SIZE / 4000);
  call.is_done = FALSE;
  troupe_knowledge_query_async (knowledge, NEEDLE, 1, 0.5, NULL, queried_cb, &call);
  run_until (&call.is_done);
  g_assert_no_error (call.error);
  seconds = (double) (test_time_get_own () - began) / G_USEC_PER_SEC;
  taken = test_memory_end (begin);
  g_assert_cmpuint (g_strv_length (call.chunks), ==, 1);
  g_assert_nonnull (strstr (call.chunks[0], NEEDLE));
  g_test_message ("%u chunks, %.2f s, %u MB", call.n_embedded, seconds, (guint) (taken >> 20));
  g_assert_cmpfloat (seconds, <, MOST_SECONDS * TEST_SLOWNESS);
  g_assert_cmpuint (taken, <=, 4 * (gsize) SIZE);

  g_strfreev (call.chunks);
  g_clear_object (&store);
  server_stop (&server);
  g_remove (path);
  g_rmdir (below);
  memory_remove_folder (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/knowledge-large/largest", test_largest);
  return g_test_run ();
}
