/* test-run-knowledge.c: web pages as knowledge sources
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <libsoup/soup.h>
#include <string.h>

#include "../test-wait.h"
#include "memory-server.h"
#include "troupe-engine.h"
#include "troupe-flow-document.h"
#include "troupe-knowledge-reading.h"
#include "troupe-knowledge.h"
#include "troupe-run-calls.h"
#include "troupe-run-memory.h"
#include "troupe-run-web.h"
#include "troupe-web-guard-private.h"

#define TOO_LARGE (5u * 1024 * 1024 + 1)

/* @word: current text of the page; @is_gone: whether the page no longer exists; @n_requests:
 *   number of requests for any page */
typedef struct
{
  MemoryServer *models;
  TroupeLlmClient *client;
  SoupServer *server;
  guint port;
  const char *word;
  gboolean is_gone;
  gboolean has_etag; /* whether the page is sent only if it has changed */
  guint n_requests;
  guint n_same;
  char *folder;
  TroupeMemoryStore *store;
  TroupeKnowledge *knowledge;
} Fixture;

/* One load operation. @warnings: (element-type utf8); @steps: “DONE/ALL” for each step */
typedef struct
{
  gboolean is_done;
  guint n_embedded;
  GPtrArray *warnings;
  GString *steps;
  GError *error;
} Load;

static void
answer (SoupServerMessage *message, const char *type, const char *text, gsize length)
{
  soup_server_message_set_status (message, 200, NULL);
  soup_server_message_set_response (message, type, SOUP_MEMORY_COPY, text, length);
}

static void
page_cb (SoupServer *server,
         SoupServerMessage *message,
         const char *path,
         GHashTable *query,
         gpointer user_data)
{
  Fixture *self = user_data;

  self->n_requests++;
  if (g_str_equal (path, "/page") && !self->is_gone)
    {
      g_autofree char *html = g_strdup_printf (
          "<html><head><script>evil()</script></head><body><p>%s</p></body></html>", self->word);

      g_autofree char *etag = g_strdup_printf ("\"%08x\"", g_str_hash (self->word));
      const char *known =
          soup_message_headers_get_one (soup_server_message_get_request_headers (message),
                                        "If-None-Match");

      if (self->has_etag)
        soup_message_headers_replace (soup_server_message_get_response_headers (message), "ETag",
                                      etag);
      if (self->has_etag && g_strcmp0 (known, etag) == 0)
        {
          self->n_same++;
          soup_server_message_set_status (message, 304, NULL);
        }
      else
        answer (message, "text/html", html, strlen (html));
    }
  else if (g_str_equal (path, "/data"))
    answer (message, "application/json", "{\"a\": 1}", 8);
  else if (g_str_equal (path, "/moved"))
    soup_server_message_set_redirect (message, 302, "/data");
  else if (g_str_equal (path, "/private"))
    soup_server_message_set_redirect (message, 302, "http://10.0.0.1/");
  else if (g_str_equal (path, "/elsewhere"))
    soup_server_message_set_redirect (message, 302, "http://example.org/");
  else if (g_str_equal (path, "/image"))
    answer (message, "image/png", "\x89PNG", 4);
  else if (g_str_equal (path, "/pdf"))
    answer (message, "application/pdf", "no PDF", 6);
  else if (g_str_equal (path, "/empty"))
    answer (message, "text/html", "<html></html>", 13);
  else if (g_str_equal (path, "/large"))
    {
      g_autofree char *text = g_strnfill (TOO_LARGE, 'x');

      answer (message, "text/plain", text, TOO_LARGE);
    }
  else
    soup_server_message_set_status (message, 404, NULL);
}

static TroupeKnowledge *
make_knowledge (Fixture *self, const char *collection)
{
  g_autoptr (TroupeEmbedder) embedder =
      troupe_embedder_new (self->client, NULL, TROUPE_KNOWLEDGE_DEFAULT_EMBEDDING, NULL);
  TroupeKnowledge *knowledge = troupe_knowledge_new (self->store, embedder, collection);

  troupe_knowledge_set_web (knowledge, troupe_run_web_get (FALSE));

  return knowledge;
}

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeValue) rules =
      troupe_value_from_json ("{\"rules\":[],\"embedding_words\":[\"Zebras\",\"Lions\"]}", -1,
                              NULL);
  GSList *uris = NULL;

  self->models = memory_server_new (rules);
  self->client = memory_server_make_client (self->models);
  self->server = soup_server_new (NULL, NULL);
  soup_server_add_handler (self->server, NULL, page_cb, self, NULL);
  g_assert_true (soup_server_listen_local (self->server, 0, SOUP_SERVER_LISTEN_IPV4_ONLY, NULL));
  uris = soup_server_get_uris (self->server);
  self->port = (guint) g_uri_get_port (uris->data);
  g_slist_free_full (uris, (GDestroyNotify) g_uri_unref);
  troupe_web_guard_allow_loopback ((guint16) self->port);
  self->word = "Zebras have stripes.";
  self->folder = memory_make_folder ();
  self->store = troupe_memory_store_new (":memory:");
  self->knowledge = make_knowledge (self, "knowledge_crew");
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  troupe_web_guard_allow_loopback (0);
  g_clear_object (&self->knowledge);
  g_clear_object (&self->store);
  g_clear_object (&self->client);
  memory_server_free (self->models);
  soup_server_disconnect (self->server);
  g_clear_object (&self->server);
  memory_remove_folder (self->folder);
  g_free (self->folder);
}

/* Creates a source. @paths: (array zero-terminated=1): paths on the server if they begin with
 * `/`, otherwise files. (transfer full) */
static TroupeKnowledgeSource *
make_source (Fixture *self, const char *const *paths)
{
  g_autoptr (GString) json = g_string_new ("{\"source_type\":\"docling\",\"file_paths\":[");
  g_autoptr (TroupeValue) value = NULL;
  g_autoptr (GError) error = NULL;
  TroupeKnowledgeSource *source = NULL;

  for (guint i = 0; paths[i] != NULL; i++)
    {
      g_string_append (json, i > 0 ? ",\"" : "\"");
      if (*paths[i] == '/')
        g_string_append_printf (json, "http://127.0.0.1:%u", self->port);
      g_string_append_printf (json, "%s\"", paths[i]);
    }
  g_string_append (json, "]}");
  value = troupe_value_from_json (json->str, -1, &error);
  g_assert_no_error (error);
  source = troupe_knowledge_source_new (value, self->folder, &error);
  g_assert_no_error (error);

  return source;
}

static void
loaded_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Load *load = user_data;

  g_clear_error (&load->error);
  troupe_knowledge_load_finish (TROUPE_KNOWLEDGE (object), result, &load->n_embedded, &load->error);
  load->is_done = TRUE;
}

static void
progress_cb (guint done, guint n, gpointer user_data)
{
  Load *load = user_data;

  g_string_append_printf (load->steps, "%u/%u ", done, n);
}

static void
warn_cb (const char *message, gpointer user_data)
{
  Load *load = user_data;

  g_test_message ("%s", message);
  g_ptr_array_add (load->warnings, g_strdup (message));
}

static void
load_clear (Load *load)
{
  g_clear_pointer (&load->warnings, g_ptr_array_unref);
  if (load->steps != NULL)
    g_string_free (g_steal_pointer (&load->steps), TRUE);
  g_clear_error (&load->error);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Load, load_clear)

static void
load (TroupeKnowledge *knowledge, TroupeKnowledgeSource *source, Load *load)
{
  const TroupeKnowledgeWatch watch = { progress_cb, warn_cb, load };
  g_autoptr (GPtrArray) sources = g_ptr_array_new ();

  load_clear (load);
  load->is_done = FALSE;
  load->warnings = g_ptr_array_new_with_free_func (g_free);
  load->steps = g_string_new (NULL);
  g_ptr_array_add (sources, source);
  troupe_knowledge_load_async (knowledge, sources, &watch, NULL, loaded_cb, load);
  memory_wait (&load->is_done);
}

static void
read_again (TroupeKnowledge *knowledge, TroupeKnowledgeSource *source, Load *load)
{
  load->is_done = FALSE;
  troupe_knowledge_read_again_async (knowledge, source, NULL, NULL, NULL, loaded_cb, load);
  memory_wait (&load->is_done);
}

/* Returns TRUE if a chunk of the collection contains @part. */
static gboolean
has_piece (Fixture *self, const char *part)
{
  g_autoptr (GPtrArray) records =
      troupe_memory_store_list (self->store, "knowledge_crew", NULL, 0, G_MAXUINT, NULL);

  for (guint i = 0; i < records->len; i++)
    if (strstr (((TroupeMemoryRecord *) g_ptr_array_index (records, i))->content, part) != NULL)
      return TRUE;

  return FALSE;
}

static void
write_file (Fixture *self, const char *name, const char *text)
{
  g_autofree char *folder = g_build_filename (self->folder, "knowledge", NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

/* --- Pages ------------------------------------------------------------------------------------ */

static void
test_mixed (Fixture *self, gconstpointer data)
{
  static const char *const paths[] = { "/page", "/moved", "notes.md", "site.HTML",
                                       "t.csv", "o.json", NULL };
  g_autoptr (TroupeKnowledgeSource) source = make_source (self, paths);
  g_auto (Load) run = { 0 };

  write_file (self, "notes.md", "# Ants\n");
  write_file (self, "site.HTML", "<title>Bees</title><script>evil()</script><p>They hum.");
  write_file (self, "t.csv", "a,b\n1,2\n");
  write_file (self, "o.json", "{\"owl\": \"hoots\"}");
  load (self->knowledge, source, &run);
  g_assert_no_error (run.error);
  g_assert_cmpuint (run.n_embedded, ==, 6);
  g_assert_true (has_piece (self, "Zebras have stripes."));
  g_assert_true (has_piece (self, "{\"a\": 1}"));
  g_assert_true (has_piece (self, "# Ants"));
  g_assert_true (has_piece (self, "They hum."));
  g_assert_true (has_piece (self, "a b\n1 2"));
  g_assert_true (has_piece (self, "owl: hoots"));
  g_assert_false (has_piece (self, "evil"));
}

/* A page is embedded again only if its text has changed. */
static void
test_changed (Fixture *self, gconstpointer data)
{
  static const char *const paths[] = { "/page", NULL };
  g_autoptr (TroupeKnowledgeSource) source = make_source (self, paths);
  g_auto (Load) run = { 0 };

  load (self->knowledge, source, &run);
  g_assert_cmpuint (run.n_embedded, ==, 1);
  load (self->knowledge, source, &run);
  g_assert_cmpuint (run.n_embedded, ==, 0);
  g_assert_cmpuint (self->models->embeddings->len, ==, 1);
  self->word = "Lions roar.";
  load (self->knowledge, source, &run);
  g_assert_cmpuint (run.n_embedded, ==, 1);
  /* A run keeps chunks of the old text. Reading the source again manually removes these chunks. */
  g_assert_true (has_piece (self, "Zebras"));
  self->word = "Gnus run.";
  read_again (self->knowledge, source, &run);
  g_assert_no_error (run.error);
  g_assert_true (has_piece (self, "Gnus"));
  g_assert_false (has_piece (self, "Lions"));
}

static void
look (TroupeKnowledge *knowledge, TroupeKnowledgeSource *source, Load *load)
{
  load->is_done = FALSE;
  troupe_knowledge_look_async (knowledge, source, NULL, loaded_cb, load);
  memory_wait (&load->is_done);
}

static char *
get_stamp (Fixture *self, TroupeKnowledgeSource *source)
{
  g_autofree char *key = troupe_knowledge_source_make_key (source);
  g_autoptr (TroupeKnowledgeReading) reading =
      troupe_knowledge_reading_find (self->store, "knowledge_crew", key, NULL);

  g_assert_nonnull (reading);
  return g_strdup (reading->stamp);
}

/* If the page is unchanged, the server reports this and does not send the contents of the page. */
static void
test_etag (Fixture *self, gconstpointer data)
{
  static const char *const paths[] = { "/page", NULL };
  g_autoptr (TroupeKnowledgeSource) source = make_source (self, paths);
  g_autoptr (GPtrArray) records = NULL;
  const char *ids[2] = { NULL };
  TroupeMemoryChange change = { .deletes = ids };
  g_auto (Load) run = { 0 };

  self->has_etag = TRUE;
  load (self->knowledge, source, &run);
  g_assert_cmpuint (run.n_embedded, ==, 1);
  for (guint i = 1; i <= 2; i++)
    {
      load (self->knowledge, source, &run);
      g_assert_no_error (run.error);
      g_assert_cmpuint (self->n_same, ==, i);
      g_assert_true (has_piece (self, "Zebras"));
    }
  self->word = "Lions roar.";
  load (self->knowledge, source, &run);
  g_assert_cmpuint (run.n_embedded, ==, 1);
  g_assert_cmpuint (self->n_same, ==, 2);
  load (self->knowledge, source, &run);
  g_assert_cmpuint (self->n_same, ==, 3);
  /* If a chunk was deleted, the page is fetched completely again. */
  records = troupe_memory_store_list (self->store, "knowledge_crew", NULL, 0, G_MAXUINT, NULL);
  for (guint i = 0; i < records->len; i++)
    if (strstr (((TroupeMemoryRecord *) g_ptr_array_index (records, i))->content, "Lions") != NULL)
      ids[0] = ((TroupeMemoryRecord *) g_ptr_array_index (records, i))->id;
  g_assert_nonnull (ids[0]);
  g_assert_true (troupe_memory_store_change (self->store, "knowledge_crew", &change, NULL));
  load (self->knowledge, source, &run);
  g_assert_cmpuint (run.n_embedded, ==, 1);
  g_assert_cmpuint (self->n_same, ==, 3);
}

/* Checking a source embeds nothing and marks a page that has changed. */
static void
test_look (Fixture *self, gconstpointer data)
{
  static const char *const paths[] = { "/page", NULL };
  g_autoptr (TroupeKnowledgeSource) source = make_source (self, paths);
  g_autofree char *stamp = NULL;
  g_auto (Load) run = { 0 };

  load (self->knowledge, source, &run);
  for (guint i = 0; i < 2; i++)
    {
      self->has_etag = i == 1;
      look (self->knowledge, source, &run);
      g_assert_no_error (run.error);
      stamp = get_stamp (self, source);
      g_assert_cmpstr (stamp, ==, "");
      g_clear_pointer (&stamp, g_free);
    }
  self->word = "Lions roar.";
  look (self->knowledge, source, &run);
  g_assert_no_error (run.error);
  g_assert_cmpuint (self->models->embeddings->len, ==, 1);
  stamp = get_stamp (self, source);
  g_assert_cmpstr (stamp, ==, "changed");
  g_assert_true (has_piece (self, "Zebras"));
  g_assert_false (has_piece (self, "Lions"));
  read_again (self->knowledge, source, &run);
  g_assert_no_error (run.error);
  g_clear_pointer (&stamp, g_free);
  stamp = get_stamp (self, source);
  g_assert_cmpstr (stamp, ==, "");
  g_assert_true (has_piece (self, "Lions"));
  self->is_gone = TRUE;
  look (self->knowledge, source, &run);
  g_assert_nonnull (run.error);
  g_assert_nonnull (strstr (run.error->message, "404"));
}

static void
test_gone (Fixture *self, gconstpointer data)
{
  static const char *const paths[] = { "/page", NULL };
  static const char *const both[] = { "/data", "/page", NULL };
  g_autoptr (TroupeKnowledgeSource) source = make_source (self, paths);
  g_autoptr (TroupeKnowledgeSource) other = make_source (self, both);
  g_autoptr (TroupeKnowledge) fresh = make_knowledge (self, "knowledge_fresh");
  g_auto (Load) run = { 0 };

  load (self->knowledge, source, &run);
  g_assert_cmpuint (run.warnings->len, ==, 0);
  self->is_gone = TRUE;
  load (self->knowledge, source, &run);
  g_assert_no_error (run.error);
  g_assert_cmpuint (run.n_embedded, ==, 0);
  g_assert_cmpuint (run.warnings->len, ==, 1);
  g_assert_nonnull (strstr (g_ptr_array_index (run.warnings, 0), "/page”"));
  g_assert_nonnull (strstr (g_ptr_array_index (run.warnings, 0), "404"));
  g_assert_true (has_piece (self, "Zebras"));
  /* Another source that contains the same page also uses the existing chunks. */
  load (self->knowledge, other, &run);
  g_assert_no_error (run.error);
  g_assert_cmpuint (run.warnings->len, ==, 1);
  g_assert_cmpuint (run.n_embedded, ==, 1);
  /* Reading the source again manually results in an error, but deletes nothing. */
  read_again (self->knowledge, source, &run);
  g_assert_nonnull (run.error);
  g_assert_true (has_piece (self, "Zebras"));
  /* A page that was never read results in an error. */
  load (fresh, source, &run);
  g_assert_nonnull (run.error);
  g_assert_nonnull (strstr (run.error->message, "/page”"));
  g_assert_nonnull (strstr (run.error->message, "404"));
}

static void
test_bad (Fixture *self, gconstpointer data)
{
  static const struct
  {
    const char *path;
    const char *says;
  } cases[] = {
    { "/none", "404" },   { "/image", "image/png" },  { "/empty", "no text" },
    { "/large", "5 MB" }, { "/private", "10.0.0.1" }, { "/elsewhere", "redirects to example.org" },
    { "/pdf", "/pdf" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *paths[] = { cases[i].path, NULL };
      g_autoptr (TroupeKnowledgeSource) source = make_source (self, paths);
      g_auto (Load) run = { 0 };

      load (self->knowledge, source, &run);
      g_assert_nonnull (run.error);
      g_test_message ("%s: %s", cases[i].path, run.error->message);
      g_assert_nonnull (strstr (run.error->message, cases[i].path));
      g_assert_nonnull (strstr (run.error->message, cases[i].says));
    }
  g_assert_cmpuint (self->models->embeddings->len, ==, 0);
}

static void
test_cancelled (Fixture *self, gconstpointer data)
{
  static const char *const paths[] = { "/page", NULL };
  g_autoptr (TroupeKnowledgeSource) source = make_source (self, paths);
  g_autoptr (GPtrArray) sources = g_ptr_array_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_auto (Load) run = { 0 };

  g_ptr_array_add (sources, source);
  troupe_knowledge_load_async (self->knowledge, sources, NULL, cancellable, loaded_cb, &run);
  g_cancellable_cancel (cancellable);
  memory_wait (&run.is_done);
  g_assert_error (run.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* --- Documents ---------------------------------------------------------------------------------- */

static TroupeValue *
make_fields (const char *path)
{
  g_autofree char *json = g_strdup_printf (
      "{\"knowledge_sources\":[{\"source_type\":\"docling\",\"file_paths\":[\"%s\"]}]}", path);

  return troupe_value_from_json (json, -1, NULL);
}

/* Addresses and paths are checked without a request. */
static void
test_check (Fixture *self, gconstpointer data)
{
  static const struct
  {
    const char *path;
    const char *says;
  } cases[] = {
    { "http://10.0.0.1/x", "10.0.0.1" },
    { "http://localhost/x", "localhost" },
    { "http://printer/x", "printer" },
    { "https://u:p@example.org/", "https://" },
    { "https:///x", "https:///x" },
    { "a.docx", ".docx" },
    { "a.pptx", ".pptx" },
    { "a.png", ".png" },
    { "a", "“a”" },
    { "none.md", "none.md" },
    { "../../a.md", "outside" },
  };
  g_autofree char *own = g_strdup_printf ("http://127.0.0.1:%u/page", self->port);
  g_autoptr (TroupeValue) fields = make_fields (own);
  g_autoptr (GError) none = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TroupeValue) bad = make_fields (cases[i].path);
      g_autoptr (GError) error = NULL;

      g_assert_false (troupe_memory_fields_check (bad, self->folder, &error));
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, "knowledge_sources"));
      g_assert_nonnull (strstr (error->message, cases[i].says));
    }
  troupe_memory_fields_check (fields, self->folder, &none);
  g_assert_no_error (none);
  g_assert_cmpuint (self->n_requests, ==, 0);
}

static void
test_permissions (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeValue) fields = make_fields ("https://docs.example.org/guide");
  g_autoptr (TroupePermissionList) permissions = troupe_permission_list_new ();
  g_autoptr (TroupeValue) hosts = NULL;
  gboolean is_told = FALSE;

  troupe_memory_fields_list_permissions (fields, NULL, permissions);
  hosts = troupe_permission_list_get_names (permissions, TROUPE_PERMISSION_HOST);
  for (gsize i = 0; i < troupe_value_list_get_length (hosts); i++)
    is_told |= g_str_equal (troupe_value_get_string (troupe_value_list_get (hosts, i), NULL),
                            "docs.example.org");
  g_assert_true (is_told);
}

/* --- Progress ----------------------------------------------------------------------------------- */

static void
test_progress (Fixture *self, gconstpointer data)
{
  g_autoptr (GString) json = g_string_new (
      "{\"source_type\":\"string\",\"chunk_size\":4,\"chunk_overlap\":0,\"content\":\"");
  g_autoptr (TroupeValue) value = NULL;
  g_autoptr (TroupeKnowledgeSource) source = NULL;
  g_auto (Load) run = { 0 };

  for (guint i = 0; i < 600; i++)
    g_string_append_printf (json, "%04u", i);
  g_string_append (json, "\"}");
  value = troupe_value_from_json (json->str, -1, NULL);
  source = troupe_knowledge_source_new (value, self->folder, NULL);
  load (self->knowledge, source, &run);
  g_assert_no_error (run.error);
  g_assert_cmpuint (run.n_embedded, ==, 600);
  g_assert_cmpstr (run.steps->str, ==, "256/600 512/600 600/600 ");
  /* Loading in a single step reports no progress. */
  load (self->knowledge, source, &run);
  g_assert_cmpstr (run.steps->str, ==, "");
}

/* --- Repeated kickoffs of a crew -------------------------------------------------------------- */

#define CREW                                                                                       \
  "{\"schema\":\"crewai.flow/v1\",\"name\":\"c\",\"methods\":{\"crew\":{\"start\":true,\"do\":{"   \
  "\"call\":\"crew\",\"with\":{\"agents\":{\"w\":{\"role\":\"Worker\",\"goal\":\"g\","             \
  "\"backstory\":\"b\","                                                                           \
  "\"llm\":{\"model\":\"mock/script\",\"answers\":[\"Zebras\",\"They have stripes.\"]}}},"         \
  "\"tasks\":[{\"name\":\"t\",\"description\":\"d\",\"expected_output\":\"e\",\"agent\":\"w\"}],"  \
  "\"embedder\":{\"provider\":\"openai\",\"config\":{\"api_key\":\"k\",\"api_base\":\"%s\"}},"     \
  "\"knowledge_sources\":[{\"source_type\":\"string\",\"content\":\"Zebras here.\"}]}}}}}"

static void
ended_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  TroupeRunResult **ended = user_data;

  *ended = troupe_run_execute_finish (TROUPE_RUN (object), result);
}

/* Runs the crew and returns the number of requests to the embedder. @limit: the disk limit, with which
 * the run fails; 0 for none */
static guint
kick_off (Fixture *self,
          TroupeFlow *flow,
          TroupeEngine *engine,
          TroupeStore *store,
          const char *path,
          gsize limit)
{
  const guint n_before = self->models->embeddings->len;
  g_autoptr (TroupeRun) run = troupe_run_new (flow);
  g_autoptr (TroupeRunResult) result = NULL;

  troupe_run_set_disk_limit (run, limit);
  troupe_run_set_store (run, store, path, NULL);
  troupe_run_execute_async (run, engine, ended_cb, &result);
  test_wait_until (result != NULL);
  if (limit > 0)
    {
      g_assert_error (result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_DISK);
      return self->models->embeddings->len - n_before;
    }
  g_assert_no_error (result->error);
  g_assert_cmpstr (troupe_value_get_member_text (result->final, "raw"), ==, "They have stripes.");

  return self->models->embeddings->len - n_before;
}

/* The second kickoff of the same loaded crew reuses the chunks. Only the query is embedded, as
 * in a new process (the case know_same_crew_twice of the recordings). */
static void
test_twice (Fixture *self, gconstpointer data)
{
  g_autofree char *text = g_strdup_printf (CREW, self->models->url);
  g_autofree char *path = g_build_filename (self->folder, "crew.json", NULL);
  g_autoptr (JsonNode) root =
      troupe_json_read (text, strlen (text), TROUPE_JSON_STRICT, NULL, NULL);
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (TroupeFlow) flow = troupe_flow_new_from_node (root, NULL, NULL, &problems);
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeStore) store = troupe_store_open (self->folder, &error);
  g_autoptr (TroupeEngine) engine = troupe_engine_new ();

  g_assert_no_error (error);
  g_assert_nonnull (flow);
  g_assert_cmpuint (kick_off (self, flow, engine, store, path, 0), ==, 2);
  g_assert_cmpuint (kick_off (self, flow, engine, store, path, 0), ==, 1);
}

/* What a run stores as knowledge counts to its disk limit: after the limit nothing more is embedded
 * and stored. Without it, the rest is. */
static void
test_disk_limit (Fixture *self, gconstpointer data)
{
  g_autofree char *text = g_strdup_printf (CREW, self->models->url);
  g_autofree char *path = g_build_filename (self->folder, "crew.json", NULL);
  g_autofree char *content = g_strnfill (40000, 'z');
  g_autoptr (GString) whole = g_string_new (text);
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (TroupeFlow) flow = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeStore) store = troupe_store_open (self->folder, &error);
  g_autoptr (TroupeEngine) engine = troupe_engine_new ();
  guint n_limited;

  g_assert_no_error (error);
  for (guint i = 0; i < 1000; i++)
    {
      g_autofree char *number = g_strdup_printf ("%05u", i);

      memcpy (content + (gsize) i * 40, number, 5);
    }
  g_string_replace (whole, "\"content\":\"Zebras here.\"",
                    "\"chunk_size\":40,\"chunk_overlap\":0,\"content\":\"CONTENT\"", 1);
  g_string_replace (whole, "CONTENT", content, 1);
  root = troupe_json_read (whole->str, whole->len, TROUPE_JSON_STRICT, NULL, NULL);
  flow = troupe_flow_new_from_node (root, NULL, NULL, &problems);
  g_assert_nonnull (flow);
  n_limited = kick_off (self, flow, engine, store, path, 150 * 1024);
  g_assert_cmpuint (n_limited, <, 4);
  g_test_message ("%u requests with the limit", n_limited);
  g_assert_cmpuint (kick_off (self, flow, engine, store, path, 0), >=, 3);
}

/* A crew with knowledge calls an embedder, unless the embedder is free. */
static void
test_estimate (Fixture *self, gconstpointer data)
{
  static const struct
  {
    const char *members;
    gboolean embeds;
  } rows[] = {
    { "", FALSE },
    { "\"memory\": true, ", TRUE },
    { "\"memory\": true, \"embedder\": {\"provider\": \"mock\"}, ", FALSE },
    { "\"knowledge_sources\": [{\"source_type\": \"string\", \"content\": \"c\"}], ", TRUE },
    { "\"knowledge_sources\": [{\"source_type\": \"string\", \"content\": \"c\"}], "
      "\"embedder\": {\"provider\": \"mock\"}, ",
      FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strdup_printf (
          "{\"schema\": \"crewai.flow/v1\", \"name\": \"f\", \"methods\": {\"m\": {\"start\": "
          "true, "
          "\"do\": {\"call\": \"crew\", \"with\": {%s\"agents\": {\"w\": {\"role\": \"r\", "
          "\"goal\": "
          "\"g\", \"backstory\": \"b\", \"llm\": \"mock/echo\"}}, \"tasks\": [{\"name\": \"t\", "
          "\"description\": \"d\", \"expected_output\": \"e\", \"agent\": \"w\"}]}}}}}",
          rows[i].members);
      g_autoptr (TroupeFlowDocument) document =
          troupe_flow_document_load_text (text, strlen (text), "f", NULL, NULL);
      TroupeRunCalls *calls =
          troupe_run_calls_new (troupe_flow_document_get_flow (document), NULL, NULL, NULL);

      g_assert_cmpuint (troupe_run_calls_get_n (calls), ==, 1);
      g_assert_cmpint (troupe_run_calls_embeds (calls), ==, rows[i].embeds);
      troupe_run_calls_free (calls);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, func) g_test_add ("/run/knowledge/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("estimate", test_estimate);
  ADD ("mixed", test_mixed);
  ADD ("changed", test_changed);
  ADD ("etag", test_etag);
  ADD ("look", test_look);
  ADD ("gone", test_gone);
  ADD ("bad", test_bad);
  ADD ("cancelled", test_cancelled);
  ADD ("check", test_check);
  ADD ("rights", test_permissions);
  ADD ("progress", test_progress);
  ADD ("twice", test_twice);
  ADD ("disk-limit", test_disk_limit);
#undef ADD

  return g_test_run ();
}
