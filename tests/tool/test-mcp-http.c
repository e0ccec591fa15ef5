/* test-mcp-http.c: MCP servers over HTTP, in both eras of the protocol
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <libsoup/soup.h>
#include <string.h>

#include "mcp-fixture.h"
#include "python-fixture.h"
#include "troupe-mcp-connection.h"

#define MODERN "2026-07-28"

/* @log: one line per request: method, path, protocol method; @stream: the stream of an old
 *   server */
typedef struct
{
  McpFixture mcp;
  SoupServer *server;
  SoupServer *other;
  guint port;
  guint other_port;
  guint n_other;
  guint n_calls;
  guint n_pongs;
  GString *log;
  GString *call_headers;
  SoupServerMessage *stream;
} Web;

/* --- The server ------------------------------------------------------------------------------ */

static const char *
get_header (SoupServerMessage *message, const char *name)
{
  return soup_message_headers_get_one (soup_server_message_get_request_headers (message), name);
}

static void
reply (SoupServerMessage *message, guint status, const char *type, const char *text)
{
  soup_server_message_set_status (message, status, NULL);
  if (text != NULL)
    soup_server_message_set_response (message, type, SOUP_MEMORY_COPY, text, strlen (text));
}

static char *
make_answer (gint64 id, const char *result)
{
  g_autofree char *quoted = g_strdelimit (g_strdup (result), "'", '"');

  return g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":%" G_GINT64_FORMAT ",\"result\":%s}", id,
                          quoted);
}

static const char *
find_result (const char *path, const char *method)
{
  const gboolean is_modern = g_str_equal (path, "/modern");

  if (g_str_equal (method, "server/discover") && is_modern)
    return "{'resultType': 'complete', 'supportedVersions': ['" MODERN
           "'], 'capabilities': {}, 'ttlMs': 0, 'cacheScope': 'private'}";
  if (g_str_equal (method, "initialize") && !is_modern)
    return "{'protocolVersion': '2025-11-25', 'capabilities': {}, 'serverInfo': {'name': 's', "
           "'version': '1'}}";
  if (g_str_equal (method, "tools/list"))
    return "{'tools': [{'name': 'Weather Now', 'inputSchema': {'type': 'object', 'properties': "
           "{'place': {'type': 'string', 'x-mcp-header': 'Place'}}}}, {'name': 'wrong', "
           "'inputSchema': {'properties': {'a': {'type': 'number', 'x-mcp-header': 'A'}}}}]}";
  if (g_str_equal (method, "tools/call"))
    return "{'content': [{'type': 'text', 'text': 'sun'}]}";
  return NULL;
}

static void
reply_stream (SoupServerMessage *message, const char *answer)
{
  g_autofree char *text = g_strdup_printf (
      "id: 0\ndata: \n\n: keep-alive\n\nevent: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":\"p\","
      "\"method\":\"ping\"}\n\nid: 1\ndata: %s\n\n",
      answer);

  reply (message, 200, "text/event-stream", text);
}

static void
send_on_stream (Web *self, const char *event, const char *data)
{
  SoupMessageBody *body = soup_server_message_get_response_body (self->stream);
  g_autofree char *text = g_strdup_printf ("event: %s\ndata: %s\n\n", event, data);

  soup_message_body_append (body, SOUP_MEMORY_COPY, text, strlen (text));
  soup_server_message_unpause (self->stream);
}

/* Checks the session header of all messages except for the first messages, as a server of the
 * first era does. */
static gboolean
check_session (SoupServerMessage *message, const char *method)
{
  if (g_str_equal (method, "server/discover"))
    {
      reply (message, 400, "application/json",
             "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32000,\"message\":\"Server not "
             "initialized\"}}");
      return FALSE;
    }
  if (g_str_equal (method, "initialize"))
    {
      soup_message_headers_replace (soup_server_message_get_response_headers (message),
                                    "Mcp-Session-Id", "s1");
      return TRUE;
    }
  g_assert_cmpstr (get_header (message, "Mcp-Session-Id"), ==, "s1");
  /* The server's own request may arrive before the version has been negotiated. */
  if (!g_str_equal (method, "answer"))
    g_assert_cmpstr (get_header (message, "MCP-Protocol-Version"), ==, "2025-11-25");
  return TRUE;
}

static void
check_modern (Web *self, SoupServerMessage *message, const char *method, TroupeValue *value)
{
  TroupeValue *params = troupe_value_map_lookup_string (value, "params", -1);
  TroupeValue *meta = troupe_value_map_lookup_string (params, "_meta", -1);

  g_assert_cmpstr (get_header (message, "MCP-Protocol-Version"), ==, MODERN);
  g_assert_cmpstr (get_header (message, "Mcp-Method"), ==, method);
  g_assert_null (get_header (message, "Mcp-Session-Id"));
  g_assert_nonnull (
      troupe_value_map_lookup_string (meta, "io.modelcontextprotocol/protocolVersion", -1));
  if (g_str_equal (method, "tools/call"))
    g_string_append_printf (self->call_headers, "%s|%s", get_header (message, "Mcp-Name"),
                            get_header (message, "Mcp-Param-Place"));
}

static gboolean
take_special (Web *self, SoupServerMessage *message, const char *path, const char *method)
{
  if (!g_str_equal (method, "tools/call"))
    return FALSE;
  self->n_calls++;
  if (g_str_equal (path, "/resume"))
    reply (message, 200, "text/event-stream", "id: e1\nretry: 20\ndata:\n\n");
  else if (g_str_equal (path, "/lost") && self->n_calls == 1)
    reply (message, 404, NULL, NULL);
  else if (g_str_equal (path, "/empty"))
    reply (message, 200, "text/event-stream", ": nothing\n\n");
  else if (g_str_equal (path, "/refuses"))
    reply (message, 500, "text/plain", "t0psecret");
  else
    return FALSE;
  return TRUE;
}

static gint64 last_id;

static void
take_post (Web *self, SoupServerMessage *message, const char *path, TroupeValue *value)
{
  TroupeValue *method = troupe_value_map_lookup_string (value, "method", -1);
  TroupeValue *id = troupe_value_map_lookup_string (value, "id", -1);
  const char *name = method != NULL ? troupe_value_get_string (method, NULL) : "answer";
  const gboolean is_old = g_str_equal (path, "/old/messages");
  const char *result = find_result (path, name);
  g_autofree char *answer = NULL;

  g_string_append_printf (self->log, "%s ", name);
  if (method == NULL)
    self->n_pongs++;
  if (g_str_equal (path, "/modern"))
    check_modern (self, message, name, value);
  else if (!is_old && !check_session (message, name))
    return;
  if (id == NULL || method == NULL)
    {
      reply (message, 202, NULL, NULL);
      return;
    }
  last_id = troupe_value_get_integer (id);
  if (take_special (self, message, path, name))
    return;
  g_assert_nonnull (result);
  answer = make_answer (last_id, result);
  if (is_old)
    {
      reply (message, 202, NULL, NULL);
      send_on_stream (self, "message", answer);
    }
  else if (g_str_equal (path, "/stream"))
    reply_stream (message, answer);
  else
    reply (message, 200, "application/json", answer);
}

static void
take_get (Web *self, SoupServerMessage *message, const char *path)
{
  g_autofree char *answer = NULL;
  g_autofree char *text = NULL;

  if (g_str_equal (path, "/old"))
    {
      soup_server_message_set_status (message, 200, NULL);
      soup_message_headers_set_content_type (soup_server_message_get_response_headers (message),
                                             "text/event-stream", NULL);
      soup_message_headers_set_encoding (soup_server_message_get_response_headers (message),
                                         SOUP_ENCODING_CHUNKED);
      self->stream = message;
      send_on_stream (self, "endpoint", "/old/messages?session=1");
      return;
    }
  if (g_str_equal (path, "/old-away"))
    {
      reply (message, 200, "text/event-stream",
             "event: endpoint\ndata: http://127.0.0.1:9/messages\n\n");
      return;
    }
  if (g_strcmp0 (get_header (message, "Last-Event-ID"), "e1") != 0)
    {
      reply (message, 405, NULL, NULL);
      return;
    }
  answer = make_answer (last_id, "{'content': [{'type': 'text', 'text': 'resumed'}]}");
  text = g_strdup_printf ("id: e2\ndata: %s\n\n", answer);
  reply (message, 200, "text/event-stream", text);
}

static void
redirect_to (SoupServerMessage *message, guint port, const char *path)
{
  g_autofree char *address = g_strdup_printf ("http://127.0.0.1:%u%s", port, path);

  soup_message_headers_replace (soup_server_message_get_response_headers (message), "Location",
                                address);
  soup_server_message_set_status (message, 307, NULL);
}

static void
request_cb (SoupServer *server,
            SoupServerMessage *message,
            const char *path,
            GHashTable *query,
            gpointer user_data)
{
  Web *self = user_data;
  const char *method = soup_server_message_get_method (message);
  g_autoptr (GBytes) body =
      soup_message_body_flatten (soup_server_message_get_request_body (message));
  g_autoptr (TroupeValue) value = NULL;

  if (g_str_has_prefix (path, "/sign-in"))
    {
      if (g_str_equal (path, "/sign-in/oauth"))
        soup_message_headers_append (
            soup_server_message_get_response_headers (message), "WWW-Authenticate",
            "Bearer resource_metadata=\"http://127.0.0.1/.well-known/x\", scope=\"tools\"");
      reply (message, 401, "text/plain", "who?");
      return;
    }
  /* The server has no metadata. */
  if (g_str_has_prefix (path, "/.well-known/"))
    {
      reply (message, 404, NULL, NULL);
      return;
    }
  g_assert_cmpstr (get_header (message, "Authorization"), ==, "Bearer t0psecret");
  if (g_str_equal (path, "/moved"))
    redirect_to (message, self->port, "/legacy");
  else if (g_str_equal (path, "/elsewhere"))
    redirect_to (message, self->other_port, "/legacy");
  else if (g_str_has_prefix (path, "/status/"))
    reply (message, (guint) g_ascii_strtoull (path + 8, NULL, 10), "text/plain", "t0psecret");
  else if (g_str_equal (method, "DELETE"))
    {
      g_assert_cmpstr (get_header (message, "Mcp-Session-Id"), ==, "s1");
      g_string_append (self->log, "DELETE ");
      reply (message, 405, NULL, NULL);
    }
  else if (g_str_equal (method, "GET"))
    take_get (self, message, path);
  else if (g_str_equal (path, "/old") || g_str_equal (path, "/old-away"))
    reply (message, 405, NULL, NULL);
  else
    {
      value = troupe_value_from_json (g_bytes_get_data (body, NULL),
                                      (gssize) g_bytes_get_size (body), NULL);
      g_assert_nonnull (value);
      take_post (self, message, path, value);
    }
}

static void
other_cb (SoupServer *server,
          SoupServerMessage *message,
          const char *path,
          GHashTable *query,
          gpointer user_data)
{
  ((Web *) user_data)->n_other++;
  reply (message, 500, NULL, NULL);
}

static guint
listen_at (SoupServer *server)
{
  g_autoptr (GError) error = NULL;
  GSList *uris;
  guint port;

  soup_server_listen_local (server, 0, SOUP_SERVER_LISTEN_IPV4_ONLY, &error);
  g_assert_no_error (error);
  uris = soup_server_get_uris (server);
  port = (guint) g_uri_get_port (uris->data);
  g_slist_free_full (uris, (GDestroyNotify) g_uri_unref);
  return port;
}

static void
set_up (Web *self, gconstpointer data)
{
  mcp_set_up (&self->mcp, data);
  self->log = g_string_new (NULL);
  self->call_headers = g_string_new (NULL);
  self->server = soup_server_new (NULL, NULL);
  self->other = soup_server_new (NULL, NULL);
  soup_server_add_handler (self->server, NULL, request_cb, self, NULL);
  soup_server_add_handler (self->other, NULL, other_cb, self, NULL);
  self->port = listen_at (self->server);
  self->other_port = listen_at (self->other);
}

static void
tear_down (Web *self, gconstpointer data)
{
  mcp_tear_down (&self->mcp, data);
  g_assert_cmpuint (self->n_other, ==, 0);
  soup_server_disconnect (self->server);
  soup_server_disconnect (self->other);
  g_object_unref (self->server);
  g_object_unref (self->other);
  g_string_free (self->log, TRUE);
  g_string_free (self->call_headers, TRUE);
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static void
make (Web *self, const char *path)
{
  g_autofree char *entry =
      g_strdup_printf ("{'url': 'http://127.0.0.1:%u%s', 'headers': {'Authorization': 'Bearer "
                       "t0psecret', 'Accept': 'text/plain'}}",
                       self->port, path);

  mcp_make (&self->mcp, entry);
}

/* --- Tests ----------------------------------------------------------------------------------- */

/* Opens the server at @data, calls its tool and closes it. */
static void
test_works (Web *self, gconstpointer data)
{
  g_auto (ToolAnswer) answer = { 0 };
  g_autofree char *name = NULL;
  const gboolean is_modern = g_str_equal (data, "/modern");

  make (self, data);
  mcp_open_first (&self->mcp);
  /* A tool with invalid annotations is ignored only in the era that supports them. */
  g_assert_cmpuint (self->mcp.tools->len, ==, is_modern ? 1 : 2);
  name = g_strdup_printf ("mcp_127_0_0_1_%u_%s_weather_now", self->port, (const char *) data + 1);
  g_assert_cmpstr (troupe_tool_get_name (self->mcp.tools->pdata[0]), ==, name);
  mcp_call (&self->mcp, "{\"place\":\"Zürich\"}", &answer);
  mcp_expect_text (&answer, g_str_equal (data, "/resume") ? "resumed" : "sun");
  mcp_close (&self->mcp);
  g_assert_cmpint (strstr (self->log->str, "DELETE") != NULL, ==,
                   !is_modern && !g_str_equal (data, "/old"));
  if (is_modern)
    g_assert_cmpstr (self->call_headers->str, ==, "Weather Now|=?base64?WsO8cmljaA==?=");
  if (g_str_equal (data, "/stream"))
    g_assert_cmpuint (self->n_pongs, >, 0);
  g_assert_nonnull (strstr (self->mcp.events->str, "\"transport_type\":\"streamable-http\""));
}

/* A lost session is started again, and the call is repeated. */
static void
test_lost (Web *self, gconstpointer data)
{
  g_auto (ToolAnswer) answer = { 0 };

  make (self, "/lost");
  mcp_open_first (&self->mcp);
  mcp_call (&self->mcp, NULL, &answer);
  mcp_expect_text (&answer, "sun");
  g_assert_cmpuint (self->n_calls, ==, 2);
  g_assert_cmpuint (mcp_count_events (&self->mcp, "mcp_connection_completed"), ==, 2);
}

static void
test_status (Web *self, gconstpointer data)
{
  static const struct
  {
    const char *path;
    TroupeMcpError code;
    const char *type;
    guint status;
  } cases[] = {
    { "/status/401", TROUPE_MCP_ERROR_AUTHENTICATION, "authentication", 401 },
    { "/status/403", TROUPE_MCP_ERROR_AUTHENTICATION, "authentication", 403 },
    { "/status/404", TROUPE_MCP_ERROR_HTTP, "http_error", 404 },
    { "/status/500", TROUPE_MCP_ERROR_HTTP, "http_error", 500 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *status = g_strdup_printf ("%u", cases[i].status);

      make (self, cases[i].path);
      mcp_open (&self->mcp);
      mcp_expect_error (&self->mcp, cases[i].code, status);
      g_assert_cmpuint (troupe_mcp_error_get_status (self->mcp.error), ==, cases[i].status);
      g_assert_cmpstr (troupe_mcp_error_get_type_name (self->mcp.error), ==, cases[i].type);
      g_assert_true (troupe_mcp_server_is_fatal (self->mcp.server, self->mcp.error));
      g_assert_nonnull (strstr (self->mcp.events->str, "\"status_code\":"));
      g_assert_null (strstr (self->mcp.events->str, "t0psecret"));
      g_clear_object (&self->mcp.server);
    }
}

/* If a server requires authentication, the advice in the error depends on the configured headers
 * and on the server's response. */
static void
test_sign_in (Web *self, gconstpointer data)
{
  static const struct
  {
    const char *path;
    const char *headers;
    const char *advice;
  } cases[] = {
    { "/sign-in/oauth", "", "“troupectl mcp sign-in http://127.0.0.1:" },
    { "/sign-in/plain", "", "Add its key to the headers" },
    { "/sign-in/oauth", ", 'headers': {'authorization': 'Bearer 0ld'}",
      "is correct and still valid" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *entry = g_strdup_printf ("{'url': 'http://127.0.0.1:%u%s'%s}", self->port,
                                                cases[i].path, cases[i].headers);

      mcp_make (&self->mcp, entry);
      mcp_open (&self->mcp);
      mcp_expect_error (&self->mcp, TROUPE_MCP_ERROR_AUTHENTICATION, cases[i].advice);
      g_assert_nonnull (strstr (self->mcp.error->message, "127.0.0.1"));
      g_assert_null (strstr (self->mcp.error->message, "0ld"));
      g_clear_object (&self->mcp.server);
    }
}

static void
test_call_refused (Web *self, gconstpointer data)
{
  g_auto (ToolAnswer) answer = { 0 };

  make (self, "/refuses");
  mcp_open_first (&self->mcp);
  mcp_call (&self->mcp, NULL, &answer);
  mcp_expect_failure (&answer, TROUPE_TOOL_ERROR_UNAVAILABLE, "500");
  /* A call that the server has rejected is not repeated. */
  g_assert_cmpuint (self->n_calls, ==, 1);
  g_assert_null (strstr (answer.error->message, "t0psecret"));
}

static void
test_empty (Web *self, gconstpointer data)
{
  g_auto (ToolAnswer) answer = { 0 };

  make (self, "/empty");
  mcp_open_first (&self->mcp);
  mcp_call (&self->mcp, NULL, &answer);
  mcp_expect_failure (&answer, TROUPE_TOOL_ERROR_UNAVAILABLE, "ended before the answer");
  g_assert_cmpuint (self->n_calls, ==, 3);
}

/* No configured data for a server is sent to another server. */
static void
test_away (Web *self, gconstpointer data)
{
  make (self, data);
  mcp_open (&self->mcp);
  mcp_expect_error (&self->mcp, TROUPE_MCP_ERROR_NETWORK, "another URL");
}

static void
test_nobody (Web *self, gconstpointer data)
{
  mcp_make (&self->mcp, "{'url': 'http://127.0.0.1:1/mcp'}");
  mcp_open (&self->mcp);
  mcp_expect_error (&self->mcp, TROUPE_MCP_ERROR_NETWORK, "127.0.0.1:1");
}

/* If a server is configured as a plain URL, connection errors do not fail the run. A refusal by
 * the server does fail the run. */
static void
test_mild (Web *self, gconstpointer data)
{
  mcp_make (&self->mcp, "'https://127.0.0.1:1/mcp#tool'");
  mcp_open (&self->mcp);
  mcp_expect_error (&self->mcp, TROUPE_MCP_ERROR_NETWORK, "127.0.0.1:1");
  g_assert_false (troupe_mcp_server_is_fatal (self->mcp.server, self->mcp.error));
}

int
main (int argc, char **argv)
{
  static const char *const works[] = {
    "/legacy", "/stream", "/resume", "/moved", "/modern", "/old"
  };
  static const char *const away[] = { "/elsewhere", "/old-away" };

  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (works); i++)
    {
      g_autofree char *path = g_strconcat ("/mcp-http/works", works[i], NULL);

      g_test_add (path, Web, works[i], set_up, test_works, tear_down);
    }
  for (guint i = 0; i < G_N_ELEMENTS (away); i++)
    {
      g_autofree char *path = g_strconcat ("/mcp-http/away", away[i], NULL);

      g_test_add (path, Web, away[i], set_up, test_away, tear_down);
    }
  g_test_add ("/mcp-http/lost", Web, NULL, set_up, test_lost, tear_down);
  g_test_add ("/mcp-http/status", Web, NULL, set_up, test_status, tear_down);
  g_test_add ("/mcp-http/sign-in", Web, NULL, set_up, test_sign_in, tear_down);
  g_test_add ("/mcp-http/call-refused", Web, NULL, set_up, test_call_refused, tear_down);
  g_test_add ("/mcp-http/empty", Web, NULL, set_up, test_empty, tear_down);
  g_test_add ("/mcp-http/nobody", Web, NULL, set_up, test_nobody, tear_down);
  g_test_add ("/mcp-http/mild", Web, NULL, set_up, test_mild, tear_down);

  return g_test_run ();
}
