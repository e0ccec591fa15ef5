/* test-mcp-ask.c: elicitation: MCP servers of both eras request input during a call
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <libsoup/soup.h>
#include <string.h>

#include "mcp-fixture.h"
#include "python-fixture.h"

#define MODERN "2026-07-28"
#define FORM                                                                                       \
  "{'message': 'Who?', 'requestedSchema': {'type': 'object', 'properties': {'name': {'type': "     \
  "'string', 'default': 'Ada'}, 'age': {'type': 'integer'}}, 'required': ['name']}}"
#define SECRET                                                                                     \
  "{'message': 'Who?', 'requestedSchema': {'type': 'object', 'properties': {'password': {'type': " \
  "'string'}}}}"
#define ADDRESS                                                                                    \
  "{'mode': 'url', 'message': 'Sign in', 'elicitationId': 'e1', 'url': 'https://a.org/sign'}"

/* @call: the tool call whose stream is open; @answers: the received answers, one per line;
 * @asked: the messages of the prompts, one per line;
 * @func: callback of the open prompt; @n_endless: how often the server will still request input;
 * @delay_ms: time until the user answers;
 * @state: state parameter of the last call */
typedef struct
{
  McpFixture mcp;
  TroupeMcpAsker asker;
  SoupServer *server;
  guint port;
  const char *question;
  SoupServerMessage *call;
  gint64 call_id;
  guint n_calls;
  guint n_endless;
  GString *answers;
  GString *asked;
  GString *warnings;
  GString *capabilities;
  GHashTable *ids;
  const char *content;
  TroupeElicitationAction action;
  gboolean waits;
  guint delay_ms;
  TroupeMcpAnsweredFunc func;
  gpointer func_data;
  guint n_withdrawn;
} Web;

/* --- The server ------------------------------------------------------------------------------ */

static char *
unquote (const char *text)
{
  return g_strdelimit (g_strdup (text), "'", '"');
}

static void
reply (SoupServerMessage *message, guint status, const char *type, const char *text)
{
  soup_server_message_set_status (message, status, NULL);
  if (text != NULL)
    soup_server_message_set_response (message, type, SOUP_MEMORY_COPY, text, strlen (text));
}

static void
reply_result (SoupServerMessage *message, gint64 id, const char *result)
{
  g_autofree char *json = unquote (result);
  g_autofree char *text =
      g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":%" G_GINT64_FORMAT ",\"result\":%s}", id, json);

  reply (message, 200, "application/json", text);
}

/* Writes to the stream of the call. */
static void
stream (Web *self, const char *json)
{
  SoupMessageBody *body = soup_server_message_get_response_body (self->call);
  g_autofree char *text = g_strdup_printf ("data: %s\n\n", json);

  soup_message_body_append (body, SOUP_MEMORY_COPY, text, strlen (text));
  soup_server_message_unpause (self->call);
}

static void
stream_question (Web *self, const char *question, guint number)
{
  g_autofree char *params = unquote (question);
  g_autofree char *json =
      g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":\"q%u\",\"method\":\"elicitation/create\","
                       "\"params\":%s}",
                       number, params);

  stream (self, json);
}

static void
end_call (Web *self)
{
  g_autofree char *json = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":%" G_GINT64_FORMAT
                                           ",\"result\":{\"content\":[{\"type\":\"text\","
                                           "\"text\":\"done\"}]}}",
                                           self->call_id);

  stream (self, json);
  soup_message_body_complete (soup_server_message_get_response_body (self->call));
  self->call = NULL;
}

static void
open_stream (Web *self, SoupServerMessage *message)
{
  soup_server_message_set_status (message, 200, NULL);
  soup_message_headers_set_content_type (soup_server_message_get_response_headers (message),
                                         "text/event-stream", NULL);
  soup_message_headers_set_encoding (soup_server_message_get_response_headers (message),
                                     SOUP_ENCODING_CHUNKED);
  self->call = message;
}

/* Handles a call in the first protocol era: the request for input is sent on the call's stream. */
static void
take_legacy_call (Web *self, SoupServerMessage *message, const char *path)
{
  open_stream (self, message);
  if (g_str_equal (path, "/first") && self->n_calls == 1)
    {
      g_autofree char *data = unquote (ADDRESS);
      g_autofree char *json = g_strdup_printf (
          "{\"jsonrpc\":\"2.0\",\"id\":%" G_GINT64_FORMAT
          ",\"error\":{\"code\":-32042,\"message\":\"first\",\"data\":{\"elicitations\":[%s]}}}",
          self->call_id, data);

      stream (self, json);
      soup_message_body_complete (soup_server_message_get_response_body (message));
      self->call = NULL;
    }
  else if (g_str_equal (path, "/first"))
    end_call (self);
  else
    stream_question (self, self->question, 1);
}

/* Handles a call in the modern era. The response requests input, and the client repeats the call
 * with this input. */
static void
take_modern_call (Web *self, SoupServerMessage *message, TroupeValue *params)
{
  TroupeValue *responses = troupe_value_get_member (params, "inputResponses");
  g_autofree char *json =
      responses != NULL ? troupe_value_to_json (responses, TROUPE_JSON_COMPACT) : NULL;
  g_autofree char *request = NULL;
  g_autofree char *result = NULL;

  if (json != NULL)
    {
      g_assert_cmpstr (troupe_value_get_member_text (params, "requestState"), ==, "ä opaque\n{}");
      g_string_append_printf (self->answers, "%s\n", json);
    }
  if (json != NULL && self->n_endless == 0)
    {
      reply_result (message, self->call_id, "{'content': [{'type': 'text', 'text': 'done'}]}");
      return;
    }
  if (self->n_endless > 0)
    self->n_endless--;
  if (strstr (self->question, "'method'") != NULL)
    request = g_strdup (self->question);
  else
    request = g_strdup_printf ("{'method': 'elicitation/create', 'params': %s}", self->question);
  result = g_strdup_printf ("{'resultType': 'input_required', 'requestState': 'ä opaque\\n{}', "
                            "'inputRequests': {'who': %s}}",
                            request);
  reply_result (message, self->call_id, result);
}

static void
take_answer (Web *self, TroupeValue *value)
{
  TroupeValue *result = troupe_value_get_member (value, "result");
  TroupeValue *error = troupe_value_get_member (value, "error");
  g_autofree char *json =
      troupe_value_to_json (result != NULL ? result : troupe_value_get_member (error, "code"),
                            TROUPE_JSON_COMPACT);

  g_string_append_printf (self->answers, "%s\n", json);
  if (self->n_endless > 0)
    {
      self->n_endless--;
      stream_question (self, self->question, self->n_endless + 2);
    }
  else
    end_call (self);
}

static void
note_capabilities (Web *self, TroupeValue *params, gboolean is_modern)
{
  TroupeValue *capabilities =
      is_modern ? troupe_value_get_member (troupe_value_get_member (params, "_meta"),
                                           "io.modelcontextprotocol/clientCapabilities")
                : troupe_value_get_member (params, "capabilities");
  g_autofree char *json = troupe_value_to_json (capabilities, TROUPE_JSON_COMPACT);

  g_string_assign (self->capabilities, json);
}

static void
take_request (Web *self,
              SoupServerMessage *message,
              const char *path,
              const char *method,
              TroupeValue *params)
{
  const gboolean is_modern = g_str_equal (path, "/modern");

  if (g_str_equal (method, "server/discover") && is_modern)
    reply_result (message, self->call_id, "{'supportedVersions': ['" MODERN "']}");
  else if (g_str_equal (method, "server/discover"))
    reply (message, 400, NULL, NULL);
  else if (g_str_equal (method, "initialize"))
    {
      note_capabilities (self, params, FALSE);
      reply_result (message, self->call_id,
                    "{'protocolVersion': '2025-11-25', 'capabilities': {}, 'serverInfo': {}}");
    }
  else if (g_str_equal (method, "tools/list"))
    reply_result (message, self->call_id,
                  "{'tools': [{'name': 'ask', 'inputSchema': {'type': 'object'}}]}");
  else
    {
      g_assert_cmpstr (method, ==, "tools/call");
      self->n_calls++;
      if (is_modern)
        {
          note_capabilities (self, params, TRUE);
          take_modern_call (self, message, params);
        }
      else
        take_legacy_call (self, message, path);
    }
}

static void
request_cb (SoupServer *server,
            SoupServerMessage *message,
            const char *path,
            GHashTable *query,
            gpointer user_data)
{
  Web *self = user_data;
  g_autoptr (GBytes) body =
      soup_message_body_flatten (soup_server_message_get_request_body (message));
  g_autoptr (TroupeValue) value = NULL;
  const char *method = NULL;
  TroupeValue *id = NULL;

  if (!g_str_equal (soup_server_message_get_method (message), "POST"))
    {
      reply (message, 405, NULL, NULL);
      return;
    }
  value = troupe_value_from_json (g_bytes_get_data (body, NULL), (gssize) g_bytes_get_size (body),
                                  NULL);
  g_assert_nonnull (value);
  method = troupe_value_get_member_text (value, "method");
  id = troupe_value_get_member (value, "id");
  if (method == NULL || id == NULL)
    {
      reply (message, 202, NULL, NULL);
      if (method == NULL)
        take_answer (self, value);
      return;
    }
  self->call_id = troupe_value_get_integer (id);
  /* Each call has its own id, even if it is repeated. */
  g_assert_true (g_hash_table_add (self->ids, g_memdup2 (&self->call_id, sizeof self->call_id)));
  take_request (self, message, path, method, troupe_value_get_member (value, "params"));
}

/* --- The user --------------------------------------------------------------------------------- */

static void
answer (Web *self)
{
  TroupeMcpAnsweredFunc func = self->func;
  g_autofree char *json = self->content != NULL ? unquote (self->content) : NULL;
  g_autoptr (TroupeValue) content = json != NULL ? troupe_value_from_json (json, -1, NULL) : NULL;

  self->func = NULL;
  func (self->action, content, self->func_data);
}

static gboolean
answer_cb (gpointer user_data)
{
  answer (user_data);
  return G_SOURCE_REMOVE;
}

static gpointer
ask (TroupeElicitation *elicitation,
     TroupeMcpAnsweredFunc func,
     gpointer func_data,
     gpointer user_data)
{
  Web *self = user_data;

  g_string_append_printf (self->asked, "%s %s\n", elicitation->message,
                          elicitation->url != NULL ? elicitation->url : "");
  self->func = func;
  self->func_data = func_data;
  if (self->waits)
    return self;
  if (self->delay_ms > 0)
    {
      g_timeout_add (self->delay_ms, answer_cb, self);
      return self;
    }
  answer (self);
  return NULL;
}

static void
withdraw (gpointer question, gpointer user_data)
{
  Web *self = user_data;

  g_assert_true (question == self && self->func != NULL);
  self->func = NULL;
  self->n_withdrawn++;
}

static void
warn (const char *text, gpointer user_data)
{
  g_string_append_printf (((Web *) user_data)->warnings, "%s\n", text);
}

/* --- The fixture ----------------------------------------------------------------------------- */

static void
set_up (Web *self, gconstpointer data)
{
  GSList *uris = NULL;

  mcp_set_up (&self->mcp, data);
  self->answers = g_string_new (NULL);
  self->asked = g_string_new (NULL);
  self->warnings = g_string_new (NULL);
  self->capabilities = g_string_new (NULL);
  self->ids = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->question = FORM;
  self->action = TROUPE_ELICITATION_ACCEPT;
  self->asker = (TroupeMcpAsker){ ask, withdraw, warn, NULL, self };
  self->server = soup_server_new (NULL, NULL);
  soup_server_add_handler (self->server, NULL, request_cb, self, NULL);
  g_assert_true (soup_server_listen_local (self->server, 0, SOUP_SERVER_LISTEN_IPV4_ONLY, NULL));
  uris = soup_server_get_uris (self->server);
  self->port = (guint) g_uri_get_port (uris->data);
  g_slist_free_full (uris, (GDestroyNotify) g_uri_unref);
}

static void
tear_down (Web *self, gconstpointer data)
{
  mcp_tear_down (&self->mcp, data);
  g_assert_null (self->func);
  soup_server_disconnect (self->server);
  g_object_unref (self->server);
  g_string_free (self->answers, TRUE);
  g_string_free (self->asked, TRUE);
  g_string_free (self->warnings, TRUE);
  g_string_free (self->capabilities, TRUE);
  g_hash_table_unref (self->ids);
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static void
open_at (Web *self, const char *path, const TroupeMcpAsker *asker)
{
  g_autofree char *entry = g_strdup_printf ("{'url': 'http://127.0.0.1:%u%s'}", self->port, path);

  mcp_make (&self->mcp, entry);
  troupe_mcp_server_set_asker (self->mcp.server, asker);
  mcp_open_first (&self->mcp);
}

static gboolean
is_asked (gpointer data)
{
  return ((Web *) data)->func != NULL;
}

static gboolean
has_warning (gpointer data)
{
  return ((Web *) data)->warnings->len > 0;
}

/* --- Tests ----------------------------------------------------------------------------------- */

/* The user answers the form. @data: path of the server for the era */
static void
test_form (Web *self, gconstpointer data)
{
  const gboolean is_modern = g_str_equal (data, "/modern");
  g_auto (ToolAnswer) result = { 0 };

  self->content = "{'name': 'Eve', 'age': 7, 'extra': 'x'}";
  open_at (self, data, &self->asker);
  mcp_call (&self->mcp, NULL, &result);
  mcp_expect_text (&result, "done");
  g_assert_cmpstr (self->asked->str, ==, "Who? \n");
  g_assert_cmpstr (self->capabilities->str, ==, "{\"elicitation\":{\"form\":{},\"url\":{}}}");
  g_assert_cmpstr (
      self->answers->str, ==,
      is_modern ? "{\"who\":{\"action\":\"accept\",\"content\":{\"name\":\"Eve\",\"age\":7}}}\n"
                : "{\"action\":\"accept\",\"content\":{\"name\":\"Eve\",\"age\":7}}\n");
  g_assert_cmpuint (self->n_calls, ==, is_modern ? 2 : 1);
}

/* A key of the run is neither shown in the prompt nor sent in the answer. */
static void
test_redacted (Web *self, gconstpointer data)
{
  g_autoptr (TroupeRedactor) redactor = troupe_redactor_new ();
  g_auto (ToolAnswer) result = { 0 };

  troupe_redactor_add (redactor, "sk-canary-7f3a91c2");
  self->asker.redactor = redactor;
  self->question = "{'message': 'Is it sk-canary-7f3a91c2?', 'requestedSchema': {'type': 'object', "
                   "'properties': {'name': {'type': 'string', 'default': 'sk-canary-7f3a91c2'}}}}";
  self->content = "{'name': 'It is sk-canary-7f3a91c2.'}";
  open_at (self, data, &self->asker);
  mcp_call (&self->mcp, NULL, &result);
  g_assert_cmpstr (self->asked->str, ==, "Is it " TROUPE_SECRET_MASK "? \n");
  g_assert_nonnull (strstr (self->answers->str, "It is " TROUPE_SECRET_MASK "."));
  g_assert_null (strstr (self->answers->str, "canary"));
  mcp_close (&self->mcp);
}

static void
test_defaults (Web *self, gconstpointer data)
{
  g_auto (ToolAnswer) result = { 0 };

  open_at (self, data, &self->asker);
  mcp_call (&self->mcp, NULL, &result);
  mcp_expect_text (&result, "done");
  g_assert_nonnull (strstr (self->answers->str, "\"content\":{\"name\":\"Ada\"}"));
}

/* The user declines, or gives an answer that does not match the form. Both cases count as
 * declined. */
static void
test_declined (Web *self, gconstpointer data)
{
  g_auto (ToolAnswer) result = { 0 };

  self->action = TROUPE_ELICITATION_CANCEL;
  open_at (self, data, &self->asker);
  mcp_call (&self->mcp, NULL, &result);
  g_assert_nonnull (strstr (self->answers->str, "{\"action\":\"cancel\"}"));
  g_string_truncate (self->answers, 0);
  self->action = TROUPE_ELICITATION_ACCEPT;
  self->content = "{'name': 7}";
  mcp_call (&self->mcp, NULL, &result);
  g_assert_nonnull (strstr (self->answers->str, "{\"action\":\"decline\"}"));
  g_assert_cmpuint (self->warnings->len, >, 0);
}

/* If there is no user, the client does not announce the capability. A server that requests input
 * anyway gets an error. */
static void
test_nobody (Web *self, gconstpointer data)
{
  g_auto (ToolAnswer) result = { 0 };

  open_at (self, data, NULL);
  mcp_call (&self->mcp, NULL, &result);
  g_assert_cmpstr (self->capabilities->str, ==, "{}");
  if (g_str_equal (data, "/modern"))
    mcp_expect_failure (&result, TROUPE_TOOL_ERROR_INVALID, "requests something");
  else
    g_assert_cmpstr (self->answers->str, ==, "-32601\n");
}

/* The time limit of a call does not include the user's time. */
static void
test_slow_person (Web *self, gconstpointer data)
{
  g_auto (ToolAnswer) result = { 0 };

  self->delay_ms = 400;
  open_at (self, "/legacy", &self->asker);
  troupe_mcp_server_set_timeouts (self->mcp.server, 0, 0, 150);
  mcp_call (&self->mcp, NULL, &result);
  mcp_expect_text (&result, "done");
  g_assert_cmpuint (self->n_calls, ==, 1);
}

/* A request for data that no form may ask for is declined without a prompt, in either era. */
static void
test_secret (Web *self, gconstpointer data)
{
  g_auto (ToolAnswer) result = { 0 };

  self->question = SECRET;
  open_at (self, data, &self->asker);
  mcp_call (&self->mcp, NULL, &result);
  mcp_expect_text (&result, "done");
  g_assert_cmpstr (self->asked->str, ==, "");
  g_assert_nonnull (strstr (self->answers->str, "{\"action\":\"decline\"}"));
  g_assert_nonnull (strstr (self->warnings->str, "password"));
}

static void
test_hostile (Web *self, gconstpointer data)
{
  static const char *const questions[] = {
    "{'mode': 'url', 'message': 'm', 'elicitationId': 'e', 'url': 'javascript:alert(1)'}",
    "{'mode': 'url', 'message': 'm', 'elicitationId': 'e', 'url': 'file:///etc/passwd'}",
    "{'mode': 'mail', 'message': 'm'}",
    "{'message': 'm'}",
    "{'message': 'm', 'requestedSchema': {'type': 'object', 'properties': {'a': {'type': "
    "'object'}}}}",
  };
  g_autoptr (GString) many =
      g_string_new ("{'message': 'm', 'requestedSchema': {'type': 'object', 'properties': {");

  for (guint i = 0; i < 10000; i++)
    g_string_append_printf (many, "%s'f%u': {'type': 'string'}", i > 0 ? "," : "", i);
  g_string_append (many, "}}}");
  open_at (self, data, &self->asker);
  for (guint i = 0; i <= G_N_ELEMENTS (questions); i++)
    {
      g_auto (ToolAnswer) result = { 0 };

      self->question = i < G_N_ELEMENTS (questions) ? questions[i] : many->str;
      g_string_truncate (self->answers, 0);
      g_string_truncate (self->warnings, 0);
      mcp_call (&self->mcp, NULL, &result);
      g_test_message ("%.80s", self->question);
      g_assert_cmpstr (self->asked->str, ==, "");
      g_assert_cmpuint (self->warnings->len, >, 0);
      if (g_str_equal (data, "/modern"))
        mcp_expect_failure (&result, TROUPE_TOOL_ERROR_INVALID, "was not shown");
      else
        g_assert_cmpstr (self->answers->str, ==, "-32602\n");
    }
}

/* A server that requests input endlessly. */
static void
test_endless (Web *self, gconstpointer data)
{
  g_auto (ToolAnswer) result = { 0 };

  self->n_endless = 1000;
  if (g_str_equal (data, "/legacy"))
    self->n_endless = 60;
  open_at (self, data, &self->asker);
  mcp_call (&self->mcp, NULL, &result);
  if (g_str_equal (data, "/modern"))
    {
      mcp_expect_failure (&result, TROUPE_TOOL_ERROR_INVALID, "kept requesting input");
      g_assert_cmpuint (self->n_calls, ==, 11);
      return;
    }
  /* The user is prompted fifty times, and the remaining requests are declined. */
  mcp_expect_text (&result, "done");
  g_assert_cmpuint (self->asked->len, ==, 50 * strlen ("Who? \n"));
  g_assert_true (g_str_has_suffix (self->answers->str, "{\"action\":\"decline\"}\n"));
  g_assert_nonnull (strstr (self->warnings->str, "requests input too often"));
}

/* The server sends a request that this client does not support. */
static void
test_sampling (Web *self, gconstpointer data)
{
  g_auto (ToolAnswer) result = { 0 };

  self->question = "{'method': 'sampling/createMessage', 'params': {}}";
  open_at (self, "/modern", &self->asker);
  mcp_call (&self->mcp, NULL, &result);
  mcp_expect_failure (&result, TROUPE_TOOL_ERROR_INVALID, "does not support");
  g_assert_cmpstr (self->asked->str, ==, "");
}

static void
test_url (Web *self, gconstpointer data)
{
  g_auto (ToolAnswer) result = { 0 };

  self->question = ADDRESS;
  self->content = "{'a': 1}";
  open_at (self, data, &self->asker);
  mcp_call (&self->mcp, NULL, &result);
  mcp_expect_text (&result, "done");
  g_assert_cmpstr (self->asked->str, ==, "Sign in https://a.org/sign\n");
  g_assert_nonnull (strstr (self->answers->str, "{\"action\":\"accept\"}"));
}

/* The server refuses a call until the user has visited a URL. */
static void
test_address_first (Web *self, gconstpointer data)
{
  g_auto (ToolAnswer) result = { 0 };
  g_auto (ToolAnswer) declined = { 0 };

  open_at (self, "/first", &self->asker);
  mcp_call (&self->mcp, NULL, &result);
  mcp_expect_text (&result, "done");
  g_assert_cmpuint (self->n_calls, ==, 2);
  g_assert_nonnull (strstr (self->asked->str, "Sign in https://a.org/sign\nHave you finished"));
  self->n_calls = 0;
  self->action = TROUPE_ELICITATION_DECLINE;
  mcp_call (&self->mcp, NULL, &declined);
  mcp_expect_failure (&declined, TROUPE_TOOL_ERROR_FAILED, "declined");
  g_assert_cmpuint (self->n_calls, ==, 1);
}

/* The prompt is withdrawn if the call is cancelled, or if the server no longer waits for the
 * answer. */
static void
test_withdrawn (Web *self, gconstpointer data)
{
  g_auto (ToolAnswer) result = { 0 };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const TroupeToolContext context = mcp_context (&self->mcp);

  self->waits = TRUE;
  open_at (self, data, &self->asker);
  troupe_mcp_server_set_keeps_connection (self->mcp.server, FALSE);
  tool_begin (self->mcp.tools->pdata[0], NULL, &context, cancellable, &result);
  mcp_wait (is_asked, self);
  if (g_str_equal (data, "/legacy"))
    {
      stream (self, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":"
                    "{\"requestId\":\"q1\"}}");
      self->question = SECRET;
      stream_question (self, self->question, 2);
      mcp_wait (has_warning, self);
      g_assert_cmpuint (self->n_withdrawn, ==, 1);
      tool_wait (&result);
      mcp_expect_text (&result, "done");
      return;
    }
  g_cancellable_cancel (cancellable);
  tool_wait (&result);
  g_assert_error (result.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (self->n_withdrawn, ==, 1);
}

/* The connection is lost while the prompt is open. */
static void
test_lost (Web *self, gconstpointer data)
{
  g_auto (ToolAnswer) result = { 0 };
  const TroupeToolContext context = mcp_context (&self->mcp);

  self->waits = TRUE;
  open_at (self, "/legacy", &self->asker);
  tool_begin (self->mcp.tools->pdata[0], NULL, &context, NULL, &result);
  mcp_wait (is_asked, self);
  mcp_close (&self->mcp);
  tool_wait (&result);
  g_assert_nonnull (result.error);
  g_assert_cmpuint (self->n_withdrawn, ==, 1);
}

static void
add_for_both (const char *name, void (*test) (Web *, gconstpointer))
{
  static const char *const eras[] = { "/legacy", "/modern" };

  for (guint i = 0; i < G_N_ELEMENTS (eras); i++)
    {
      g_autofree char *path = g_strconcat ("/mcp-ask/", name, eras[i], NULL);

      g_test_add (path, Web, eras[i], set_up, test, tear_down);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  add_for_both ("form", test_form);
  add_for_both ("defaults", test_defaults);
  add_for_both ("declined", test_declined);
  add_for_both ("nobody", test_nobody);
  add_for_both ("secret", test_secret);
  add_for_both ("hostile", test_hostile);
  add_for_both ("endless", test_endless);
  add_for_both ("url", test_url);
  add_for_both ("withdrawn", test_withdrawn);
  g_test_add ("/mcp-ask/slow-person", Web, NULL, set_up, test_slow_person, tear_down);
  g_test_add ("/mcp-ask/sampling", Web, NULL, set_up, test_sampling, tear_down);
  g_test_add ("/mcp-ask/address-first", Web, NULL, set_up, test_address_first, tear_down);
  g_test_add ("/mcp-ask/redacted", Web, "/legacy", set_up, test_redacted, tear_down);
  g_test_add ("/mcp-ask/lost", Web, NULL, set_up, test_lost, tear_down);

  return g_test_run ();
}
