/* bench-run.c: overhead of a run in addition to the work of its methods
 *
 * Prints one figure per line. Each figure is the best of several rounds, because other processes
 * also use the machine. If TROUPE_CREWAI_PYTHON names a Python with CrewAI, CrewAI does the same
 * work and the ratio is printed. Nothing is asserted, because the figures depend on the machine.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <libsoup/soup.h>
#include <string.h>

#include "bench-flows.h"
#include "troupe-flow-states.h"
#include "troupe-run.h"

#define ROUNDS 5
#define N_AGENTS 100
#define ANSWER_DELAY_MS 200
#define MEMORY_FOLDER "/dev/shm"

#define ANSWER_JSON                                                                                \
  "{\"id\":\"1\",\"object\":\"chat.completion\",\"created\":1,\"model\":\"m\",\"choices\":"        \
  "[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\"yes\"},"                        \
  "\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":1,"           \
  "\"total_tokens\":2}}"
#define ANSWER_STREAM                                                                              \
  "data: {\"id\":\"1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\","        \
  "\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"yes\"},"              \
  "\"finish_reason\":null}]}\n\n"                                                                  \
  "data: {\"id\":\"1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\","        \
  "\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n"                       \
  "data: {\"id\":\"1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\","        \
  "\"choices\":[],\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":1,\"total_tokens\":2}}\n\n" \
  "data: [DONE]\n\n"

static void
watch_cb (TroupeEvent *event, gpointer user_data)
{
}

/* Returns the microseconds of the best round. */
static double
measure (TroupeFlow *flow, gboolean watched, guint rounds)
{
  double best = G_MAXDOUBLE;

  for (guint i = 0; i < rounds; i++)
    {
      g_autoptr (TroupeRun) run = troupe_run_new (flow);
      g_autoptr (TroupeRunResult) result = NULL;

      if (watched)
        troupe_event_bus_add_sink (troupe_run_get_bus (run), watch_cb, NULL, NULL);
      result = troupe_run_execute (run);
      g_assert_no_error (result->error);
      best = MIN (best, (double) result->elapsed_us);
    }
  return best;
}

/* --- Delaying server -------------------------------------------------------------------------- */

typedef struct
{
  GThread *thread;
  GMainLoop *loop;
  GMainContext *context;
  SoupServer *server;
  char *url;
  gint is_ready; /* atomic */
} Waiting;

static gboolean
answer_cb (gpointer user_data)
{
  soup_server_message_unpause (user_data);
  return G_SOURCE_REMOVE;
}

static void
request_cb (SoupServer *server,
            SoupServerMessage *message,
            const char *path,
            GHashTable *query,
            gpointer user_data)
{
  SoupMessageBody *body = soup_server_message_get_request_body (message);
  g_autoptr (GBytes) bytes = soup_message_body_flatten (body);
  gsize length;
  const char *text = g_bytes_get_data (bytes, &length);
  gboolean streams = g_strstr_len (text, (gssize) length, "\"stream\":true") != NULL ||
                     g_strstr_len (text, (gssize) length, "\"stream\": true") != NULL;
  g_autoptr (GSource) source = g_timeout_source_new (ANSWER_DELAY_MS);

  soup_server_message_set_status (message, 200, NULL);
  if (streams)
    soup_server_message_set_response (message, "text/event-stream", SOUP_MEMORY_STATIC,
                                      ANSWER_STREAM, strlen (ANSWER_STREAM));
  else
    soup_server_message_set_response (message, "application/json", SOUP_MEMORY_STATIC, ANSWER_JSON,
                                      strlen (ANSWER_JSON));
  soup_server_message_pause (message);
  g_source_set_callback (source, answer_cb, g_object_ref (message), g_object_unref);
  g_source_attach (source, g_main_context_get_thread_default ());
}

/* Listens with a queue that is long enough for all connections that arrive at once. If the usual
 * queue of ten is full, a client tries to connect again only a second later, and the measured
 * time would include this second. */
static GSocket *
listen_widely (guint16 *port)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GInetAddress) loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  g_autoptr (GSocketAddress) address = g_inet_socket_address_new (loopback, 0);
  g_autoptr (GSocketAddress) local = NULL;
  GSocket *socket =
      g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, &error);

  g_assert_no_error (error);
  g_socket_set_listen_backlog (socket, 1024);
  g_assert_true (g_socket_bind (socket, address, TRUE, &error));
  g_assert_true (g_socket_listen (socket, &error));
  local = g_socket_get_local_address (socket, &error);
  g_assert_no_error (error);
  *port = g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (local));
  return socket;
}

static gpointer
serve (gpointer data)
{
  Waiting *self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GSocket) socket = NULL;
  guint16 port = 0;

  g_main_context_push_thread_default (self->context);
  self->server = soup_server_new (NULL, NULL);
  soup_server_add_handler (self->server, NULL, request_cb, self, NULL);
  socket = listen_widely (&port);
  soup_server_listen_socket (self->server, socket, 0, &error);
  g_assert_no_error (error);
  self->url = g_strdup_printf ("http://127.0.0.1:%u/v1", port);
  g_atomic_int_set (&self->is_ready, 1);
  g_main_loop_run (self->loop);
  g_clear_object (&self->server);
  g_main_context_pop_thread_default (self->context);
  return NULL;
}

static void
waiting_start (Waiting *self)
{
  self->context = g_main_context_new ();
  self->loop = g_main_loop_new (self->context, FALSE);
  self->thread = g_thread_new ("bench-server", serve, self);
  while (!g_atomic_int_get (&self->is_ready))
    g_thread_yield ();
}

static void
waiting_stop (Waiting *self)
{
  g_main_loop_quit (self->loop);
  g_thread_join (self->thread);
  g_main_loop_unref (self->loop);
  g_main_context_unref (self->context);
  g_free (self->url);
}

/* --- Figures -------------------------------------------------------------------------------------- */

/* Returns the figures of CrewAI for the same work, or NULL. */
static TroupeValue *
ask_peer (const char *url)
{
  const char *python = g_getenv ("TROUPE_CREWAI_PYTHON");
  g_autofree char *script = NULL;
  g_autofree char *output = NULL;
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  char *line;

  if (python == NULL)
    return NULL;
  script = g_build_filename (g_getenv ("TROUPE_SOURCE_DIR") != NULL ? g_getenv ("TROUPE_SOURCE_DIR")
                                                                    : ".",
                             "tests", "bench", "crewai-peer.py", NULL);
  process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_SILENCE,
                              &error, python, script, url, NULL);
  if (process == NULL ||
      !g_subprocess_communicate_utf8 (process, NULL, NULL, &output, NULL, &error))
    {
      g_print ("# CrewAI could not be asked: %s\n", error->message);
      return NULL;
    }
  /* The library may print other lines first; the figures are the last line. */
  g_strchomp (output);
  line = strrchr (output, '\n');
  return troupe_value_from_json (line != NULL ? line + 1 : output, -1, NULL);
}

static void
print_figure (TroupeValue *peer,
              const char *name,
              const char *text,
              double figure,
              const char *unit)
{
  TroupeValue *other = peer != NULL && troupe_value_is (peer, TROUPE_VALUE_MAP)
                           ? troupe_value_map_lookup_string (peer, name, -1)
                           : NULL;

  g_print ("%-52s %10.2f %s", text, figure, unit);
  if (other != NULL && troupe_value_is (other, TROUPE_VALUE_DOUBLE))
    g_print ("   CrewAI %10.2f %s, %.0f times as much", troupe_value_get_double (other), unit,
             troupe_value_get_double (other) / figure);
  g_print ("\n");
}

static void
bench_chains (TroupeValue *peer)
{
  static const guint lengths[] = { 100, 1000, 10000 };

  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    {
      g_autofree char *text = bench_make_chain (lengths[i]);
      g_autoptr (TroupeFlow) flow = bench_load_flow (text);
      g_autofree char *name = g_strdup_printf ("chain_%u_us", lengths[i]);
      g_autofree char *plain = g_strdup_printf ("chain of %u, a method", lengths[i]);
      g_autofree char *watched = g_strdup_printf ("chain of %u, a method, with events", lengths[i]);

      print_figure (peer, name, plain, measure (flow, FALSE, ROUNDS) / lengths[i], "us");
      print_figure (i == 0 ? peer : NULL, "events_us", watched,
                    measure (flow, TRUE, ROUNDS) / lengths[i], "us");
    }
}

static void
bench_join (TroupeValue *peer)
{
  g_autofree char *text = bench_make_join (200);
  g_autoptr (TroupeFlow) flow = bench_load_flow (text);

  print_figure (peer, "join_200_ms", "200 side by side and a join",
                measure (flow, FALSE, ROUNDS) / 1000, "ms");
  print_figure (NULL, "join_200_ms", "200 side by side and a join, with events",
                measure (flow, TRUE, ROUNDS) / 1000, "ms");
}

static void
bench_loading (TroupeValue *peer)
{
  g_autofree char *text = bench_make_chain (1000);
  double best = G_MAXDOUBLE;

  for (guint i = 0; i < ROUNDS; i++)
    {
      gint64 begun_us = g_get_monotonic_time ();
      g_autoptr (TroupeFlow) flow = bench_load_flow (text);

      best = MIN (best, (double) (g_get_monotonic_time () - begun_us));
    }
  print_figure (peer, "load_1000_ms", "loading 1,000 methods", best / 1000, "ms");
}

static void
bench_lookups (TroupeValue *peer)
{
  g_autofree char *text = bench_make_lookups (200);
  g_autoptr (TroupeFlow) flow = bench_load_flow (text);

  print_figure (peer, "lookup_us", "an expression over 11 kB of state, a method",
                measure (flow, FALSE, ROUNDS) / 200, "us");
}

static void
bench_agents (TroupeValue *peer, const char *url)
{
  g_autofree char *text = bench_make_agents (N_AGENTS, url);
  g_autoptr (TroupeFlow) flow = bench_load_flow (text);

  print_figure (peer, "agents_100_ms", "100 agents on a server that waits 200 ms",
                measure (flow, FALSE, 3) / 1000, "ms");
}

static void
bench_loop (TroupeValue *peer)
{
  g_autofree char *text = bench_make_loop (1000);
  g_autoptr (TroupeFlow) flow = bench_load_flow (text);

  print_figure (peer, "loop_1000_ms", "a router loop of 1,000 passes",
                measure (flow, FALSE, ROUNDS) / 1000, "ms");
  print_figure (peer, "loop_events_1000_ms", "a router loop of 1,000 passes, with events",
                measure (flow, TRUE, ROUNDS) / 1000, "ms");
}

/* Returns the microseconds of the best round including the helper process. Returns a negative
 * number if the helper does not start. */
static double
measure_scripts (guint n_methods)
{
  g_autofree char *text = bench_make_scripts (n_methods);
  g_autoptr (TroupeFlow) flow = bench_load_flow (text);
  double best = G_MAXDOUBLE;

  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (TroupeRun) run = troupe_run_new (flow);
      g_autoptr (TroupeRunResult) result = NULL;

      troupe_run_set_python (run, TROUPE_PYTHON_PERMIT_SCRIPT, TROUPE_PYTHON_SANDBOX_NONE);
      result = troupe_run_execute (run);
      if (result->error != NULL)
        {
          g_print ("# no script can be run: %s\n", result->error->message);
          return -1;
        }
      best = MIN (best, (double) result->elapsed_us);
    }
  return best;
}

static void
bench_scripts (TroupeValue *peer)
{
  double one = measure_scripts (1);
  double many = one >= 0 ? measure_scripts (201) : -1;

  if (many < 0)
    return;
  print_figure (NULL, "", "starting the helper for scripts, once a run", one / 1000, "ms");
  print_figure (peer, "script_us", "a script, behind the first one", (many - one) / 200, "us");
}

/* --- Durable runs ----------------------------------------------------------------------------- */

static char *
make_folder (const char *base)
{
  g_autofree char *template = g_build_filename (base, "troupe-bench-XXXXXX", NULL);

  return g_mkdtemp (template) != NULL ? g_steal_pointer (&template) : NULL;
}

static void
remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_remove (path);
    }
  g_rmdir (folder);
}

/* Measures a chain in which each method is durable before the next one starts. @keeps: whether
 * the run is stored in the store of runs;
 * @persists: whether its state is stored in CrewAI's tables. Returns the microseconds per method
 *   of the best round. */
static double
measure_durable (const char *base,
                 guint n_methods,
                 gboolean keeps,
                 gboolean persists,
                 gboolean watched)
{
  g_autofree char *folder = make_folder (base);
  g_autofree char *states = g_build_filename (folder, "states.db", NULL);
  g_autofree char *text = bench_make_chain (n_methods);
  g_autoptr (GString) document = g_string_new (text);
  g_autoptr (TroupeFlow) flow = NULL;
  g_autoptr (TroupeStore) store = keeps ? troupe_store_open (folder, NULL) : NULL;
  double best = G_MAXDOUBLE;

  if (persists)
    g_string_replace (document, "{\"name\"", "{\"persist\": {\"enabled\": true}, \"name\"", 1);
  flow = bench_load_flow (document->str);
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (TroupeRun) run = troupe_run_new (flow);
      g_autoptr (TroupeRunResult) result = NULL;

      troupe_run_set_state_database (run, states);
      troupe_run_set_store (run, store, NULL, document->str);
      if (watched)
        troupe_event_bus_add_sink (troupe_run_get_bus (run), watch_cb, NULL, NULL);
      result = troupe_run_execute (run);
      g_assert_no_error (result->error);
      best = MIN (best, (double) result->elapsed_us);
    }
  g_clear_object (&store);
  remove_folder (folder);
  return best / n_methods;
}

/* Measures one durable commit, the lower bound for a method. */
static double
measure_commit (const char *base)
{
  g_autofree char *folder = make_folder (base);
  g_autofree char *path = g_build_filename (folder, "states.db", NULL);
  g_autoptr (TroupeFlowStates) states = troupe_flow_states_open (path, NULL, TRUE, NULL);
  g_autoptr (TroupeValue) id = troupe_value_new_string ("id", -1);
  g_autoptr (TroupeValue) state = troupe_value_from_json ("{\"id\": \"id\"}", -1, NULL);
  TroupeFlowStateRow row = { id, "m", state };
  double best = G_MAXDOUBLE;

  for (guint i = 0; i < 3; i++)
    {
      gint64 begun_us = g_get_monotonic_time ();

      for (guint k = 0; k < 200; k++)
        g_assert_true (troupe_flow_states_save (states, &row, 1, NULL));
      best = MIN (best, (double) (g_get_monotonic_time () - begun_us) / 200);
    }
  g_clear_pointer (&states, troupe_flow_states_close);
  remove_folder (folder);
  return best;
}

/* Prints the figures of durable runs in the folder @base. @peer: (nullable): the figures of
 * CrewAI, measured on a disk */
static void
bench_durable (TroupeValue *peer, const char *base)
{
  g_print ("# in %s\n", base);
  print_figure (NULL, "", "a durable commit", measure_commit (base), "us");
  print_figure (peer, "persist_us", "chain with persistence, a method",
                measure_durable (base, 200, FALSE, TRUE, FALSE), "us");
  print_figure (peer, "persist_events_us", "chain with persistence and events, a method",
                measure_durable (base, 200, FALSE, TRUE, TRUE), "us");
  print_figure (NULL, "", "chain that can be resumed, a method",
                measure_durable (base, 200, TRUE, FALSE, FALSE), "us");
  print_figure (NULL, "", "the same ten times as long, a method",
                measure_durable (base, 2000, TRUE, FALSE, FALSE), "us");
  print_figure (peer, "persist_events_us", "the same with persistence, a method",
                measure_durable (base, 200, TRUE, TRUE, FALSE), "us");
}

static void
bench_start (void)
{
  g_autofree char *folder = make_folder (g_get_tmp_dir ());
  double best = G_MAXDOUBLE;

  for (guint i = 0; i < ROUNDS; i++)
    {
      gint64 begun_us = g_get_monotonic_time ();
      g_autoptr (TroupeStore) store = troupe_store_open (folder, NULL);

      best = MIN (best, (double) (g_get_monotonic_time () - begun_us));
    }
  remove_folder (folder);
  print_figure (NULL, "", "opening the store", best / 1000, "ms");
}

int
main (int argc, char *argv[])
{
  Waiting waiting = { 0 };
  g_autoptr (TroupeValue) peer = NULL;

  waiting_start (&waiting);
  peer = ask_peer (waiting.url);
  bench_chains (peer);
  bench_join (peer);
  bench_loading (peer);
  bench_lookups (peer);
  bench_agents (peer, waiting.url);
  bench_loop (peer);
  bench_scripts (peer);
  bench_start ();
  bench_durable (peer, g_get_tmp_dir ());
  /* A folder in memory excludes the disk, so that only the cost of the engine and SQLite
   * remains. */
  if (g_file_test (MEMORY_FOLDER, G_FILE_TEST_IS_DIR))
    bench_durable (NULL, MEMORY_FOLDER);
  waiting_stop (&waiting);
  return 0;
}
