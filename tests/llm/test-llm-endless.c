/* test-llm-endless.c: answers without an end, which must fail early and take little memory
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "../test-memory.h"
#include "ask.h"
#include "fault-apis.h"
#include "troupe-limits.h"
#include "wire-encode.h"

/* Length of the filler that replaces @ in an event, in bytes. */
#define FILLER (16u * 1024)
/* Number of different events that replace # with a number. After these, the last one is repeated. */
#define N_NUMBERED 12000u
/* What the server sends at most, in bytes: as much as a minute of a fast network. */
#define MOST_SENT (G_GUINT64_CONSTANT (3) * 1024 * 1024 * 1024)
/* Memory that a call may take, in bytes. */
#define MOST_MEMORY (2u * TROUPE_LIMIT_ANSWER)

/* A stream: @begin is sent once, then @event again and again. The JSON is written with ' for ". */
typedef struct
{
  const char *api;
  const char *name;
  const char *begin; /* (nullable) */
  const char *event;
  /* A body without an end that was not streamed: @event is sent as it is. */
  gboolean is_whole;
} Endless;

#define CHAT_DELTA(fields) "[null,{'choices':[{'index':0,'delta':{" fields "}}]}]"
#define RESPONSES(type, fields) "['" type "',{'type':'" type "','output_index':0," fields "}]"
#define ANTHROPIC_START(index, block)                                                              \
  "['content_block_start',{'type':'content_block_start','index':" index ",'content_block':" block  \
  "}]"
#define ANTHROPIC_DELTA(delta)                                                                     \
  "['content_block_delta',{'type':'content_block_delta','index':0,'delta':{" delta "}}]"
#define GEMINI_PART(part) "[null,{'candidates':[{'content':{'parts':[" part "]}}]}]"
#define BEDROCK_DELTA(delta) "['contentBlockDelta',{'contentBlockIndex':0,'delta':{" delta "}}]"
#define OLLAMA(fields) "[null,{'model':'m','message':{" fields "},'done':false}]"

static const Endless streams[] = {
  { "chat", "text", NULL, CHAT_DELTA ("'content':'@'") },
  { "chat", "reasoning", NULL, CHAT_DELTA ("'reasoning_content':'@'") },
  { "chat", "refusal", NULL, CHAT_DELTA ("'refusal':'@'") },
  { "chat", "arguments", NULL,
    CHAT_DELTA ("'tool_calls':[{'index':0,'id':'c','function':{'name':'f','arguments':'@'}}]") },
  { "chat", "calls", NULL,
    CHAT_DELTA ("'tool_calls':[{'index':#,'id':'c#','function':{'name':'f','arguments':'{}'}}]") },
  { "chat", "names", NULL, CHAT_DELTA ("'tool_calls':[{'index':#,'function':{'name':'@'}}]") },
  { .api = "chat",
    .name = "whole-text",
    .begin = "{'choices':[{'message':{'content':'",
    .event = "@",
    .is_whole = TRUE },
  { .api = "chat",
    .name = "whole-values",
    .begin = "{'choices':[{'message':{'content':'x'}}],'z':[",
    .event = "{'a':{}},",
    .is_whole = TRUE },
  { "azure", "text", NULL, CHAT_DELTA ("'content':'@'") },
  { "responses", "text", NULL, RESPONSES ("response.output_text.delta", "'delta':'@'") },
  { "responses", "reasoning", NULL,
    RESPONSES ("response.reasoning_summary_text.delta", "'delta':'@'") },
  { "responses", "refusal", NULL, RESPONSES ("response.refusal.delta", "'delta':'@'") },
  { "responses", "arguments",
    "['response.output_item.added',{'type':'response.output_item.added','output_index':0,'item':"
    "{'type':'function_call','call_id':'c','name':'f'}}]",
    RESPONSES ("response.function_call_arguments.delta", "'delta':'@'") },
  { "responses", "items", NULL,
    "['response.output_item.done',{'type':'response.output_item.done','output_index':#,'item':"
    "{'type':'reasoning','summary':[],'encrypted_content':'@'}}]" },
  { "responses", "calls", NULL,
    "['response.output_item.added',{'type':'response.output_item.added','output_index':#,'item':"
    "{'type':'function_call','call_id':'c#','name':'f'}}]" },
  { "anthropic", "text", ANTHROPIC_START ("0", "{'type':'text','text':''}"),
    ANTHROPIC_DELTA ("'type':'text_delta','text':'@'") },
  { "anthropic", "thinking", ANTHROPIC_START ("0", "{'type':'thinking','thinking':''}"),
    ANTHROPIC_DELTA ("'type':'thinking_delta','thinking':'@'") },
  { "anthropic", "signature", ANTHROPIC_START ("0", "{'type':'thinking','thinking':''}"),
    ANTHROPIC_DELTA ("'type':'signature_delta','signature':'@'") },
  { "anthropic", "arguments", ANTHROPIC_START ("0", "{'type':'tool_use','id':'a','name':'f'}"),
    ANTHROPIC_DELTA ("'type':'input_json_delta','partial_json':'@'") },
  { "anthropic", "calls", NULL, ANTHROPIC_START ("#", "{'type':'tool_use','id':'a#','name':'f'}") },
  { "anthropic", "blocks", NULL, ANTHROPIC_START ("#", "{'type':'other','data':'@'}") },
  { "gemini", "text", NULL, GEMINI_PART ("{'text':'@'}") },
  { "gemini", "thought", NULL, GEMINI_PART ("{'text':'@','thought':true}") },
  { "gemini", "signature", NULL, GEMINI_PART ("{'text':'x','thoughtSignature':'@'}") },
  { "gemini", "arguments", NULL, GEMINI_PART ("{'functionCall':{'name':'f','args':{'a':'@'}}}") },
  { "gemini", "calls", NULL, GEMINI_PART ("{'functionCall':{'name':'f','args':{}}}") },
  { "bedrock", "text", NULL, BEDROCK_DELTA ("'text':'@'") },
  { "bedrock", "thinking", NULL, BEDROCK_DELTA ("'reasoningContent':{'text':'@'}") },
  { "bedrock", "hidden", NULL, BEDROCK_DELTA ("'reasoningContent':{'redactedContent':'@'}") },
  { "bedrock", "arguments",
    "['contentBlockStart',{'contentBlockIndex':0,'start':{'toolUse':{'toolUseId':'a','name':'f'}}}"
    "]",
    BEDROCK_DELTA ("'toolUse':{'input':'@'}") },
  { "bedrock", "calls", NULL,
    "['contentBlockStart',{'contentBlockIndex':#,'start':{'toolUse':{'toolUseId':'a#','name':'f'}}}"
    "]" },
  { "ollama-own", "text", NULL, OLLAMA ("'content':'@'") },
  { "ollama-own", "thinking", NULL, OLLAMA ("'thinking':'@'") },
  { "ollama-own", "calls", NULL,
    OLLAMA ("'tool_calls':[{'function':{'name':'f','arguments':{'a':'@'}}}]") },
};

/* --- Server ----------------------------------------------------------------------------------- */

typedef struct
{
  const FaultApi *api;
  char *url; /* without a path */
  GSocketListener *listener;
  GThread *thread;
  GCancellable *cancellable; /* ends the thread */
  GBytes *begin; /* the head of the reply, and what is sent once */
  GBytes *rest;  /* what is repeated */
  guint64 n_sent;
} Server;

static char *
fill (const char *text, const char *filler, guint number)
{
  GString *filled = g_string_new (text);
  g_autofree char *digits = g_strdup_printf ("%u", number);

  g_string_replace (filled, "'", "\"", 0);
  g_string_replace (filled, "@", filler, 0);
  g_string_replace (filled, "#", digits, 0);

  return g_string_free (filled, FALSE);
}

/* Appends the bytes of one event. */
static void
encode (GByteArray *out, const FaultApi *api, const char *event)
{
  g_autofree char *list = g_strdup_printf ("[%s]", event);
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeValue) events = troupe_value_from_json (list, -1, &error);
  g_autoptr (GByteArray) bytes = NULL;

  g_assert_no_error (error);
  if (api->framing == FAULT_FRAMING_LINES)
    {
      g_autofree char *line =
          troupe_value_to_json (troupe_value_list_get (troupe_value_list_get (events, 0), 1),
                                TROUPE_JSON_COMPACT);

      g_byte_array_append (out, (const guint8 *) line, (guint) strlen (line));
      g_byte_array_append (out, (const guint8 *) "\n", 1);
      return;
    }
  bytes =
      api->framing == FAULT_FRAMING_AWS ? wire_encode_frames (events) : wire_encode_sse (events);
  g_byte_array_append (out, bytes->data, bytes->len);
}

static const char *
get_type (const FaultApi *api, const Endless *stream)
{
  if (stream->is_whole)
    return "application/json";
  if (api->framing == FAULT_FRAMING_AWS)
    return "application/vnd.amazon.eventstream";
  return api->framing == FAULT_FRAMING_LINES ? "application/x-ndjson" : "text/event-stream";
}

static void
make_bytes (Server *self, const Endless *stream)
{
  g_autofree char *filler = g_strnfill (FILLER, 'y');
  g_autofree char *event = fill (stream->event, filler, N_NUMBERED);
  g_autofree char *begin = stream->begin != NULL ? fill (stream->begin, filler, 0) : NULL;
  g_autofree char *head =
      g_strdup_printf ("HTTP/1.1 200 OK\r\nContent-Type: %s\r\nConnection: close\r\n\r\n",
                       get_type (self->api, stream));
  GByteArray *first = g_byte_array_new ();
  GByteArray *rest = g_byte_array_new ();

  g_byte_array_append (first, (const guint8 *) head, (guint) strlen (head));
  if (begin != NULL && stream->is_whole)
    g_byte_array_append (first, (const guint8 *) begin, (guint) strlen (begin));
  else if (begin != NULL)
    encode (first, self->api, begin);
  for (guint i = 0; i < N_NUMBERED && strchr (stream->event, '#') != NULL; i++)
    {
      /* The filler makes the server's own memory too large for that many. */
      g_autofree char *numbered = fill (stream->event, "y", i);

      encode (first, self->api, numbered);
    }
  while (rest->len < FILLER)
    if (stream->is_whole)
      g_byte_array_append (rest, (const guint8 *) event, (guint) strlen (event));
    else
      encode (rest, self->api, event);
  self->begin = g_byte_array_free_to_bytes (first);
  self->rest = g_byte_array_free_to_bytes (rest);
}

static gboolean
send_all (Server *self, GOutputStream *out, GBytes *bytes)
{
  gsize length;
  const void *data = g_bytes_get_data (bytes, &length);

  self->n_sent += length;
  return g_output_stream_write_all (out, data, length, NULL, self->cancellable, NULL);
}

/* Reads the request: its head, and as much as it announces. */
static void
read_request (GInputStream *in)
{
  g_autoptr (GDataInputStream) lines = g_data_input_stream_new (in);
  gsize length = 0;
  char *line;

  g_filter_input_stream_set_close_base_stream (G_FILTER_INPUT_STREAM (lines), FALSE);
  g_data_input_stream_set_newline_type (lines, G_DATA_STREAM_NEWLINE_TYPE_CR_LF);
  while ((line = g_data_input_stream_read_line (lines, NULL, NULL, NULL)) != NULL && *line != '\0')
    {
      if (g_ascii_strncasecmp (line, "content-length:", 15) == 0)
        length = (gsize) g_ascii_strtoull (line + 15, NULL, 10);
      g_free (line);
    }
  g_free (line);
  while (length > 0)
    {
      char buffer[4096];
      gssize n_read = g_input_stream_read (G_INPUT_STREAM (lines), buffer,
                                           MIN (length, sizeof buffer), NULL, NULL);

      if (n_read <= 0)
        return;
      length -= (gsize) n_read;
    }
}

static gpointer
serve (gpointer data)
{
  Server *self = data;
  g_autoptr (GSocketConnection) connection =
      g_socket_listener_accept (self->listener, NULL, self->cancellable, NULL);
  GOutputStream *out;

  if (connection == NULL)
    return NULL;
  read_request (g_io_stream_get_input_stream (G_IO_STREAM (connection)));
  out = g_io_stream_get_output_stream (G_IO_STREAM (connection));
  if (send_all (self, out, self->begin))
    while (self->n_sent < MOST_SENT && send_all (self, out, self->rest))
      continue;
  return NULL;
}

static const FaultApi *
find_api (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (fault_apis); i++)
    if (g_str_equal (fault_apis[i].api, name))
      return &fault_apis[i];
  g_assert_not_reached ();
}

static Server *
server_new (const Endless *stream)
{
  Server *self = g_new0 (Server, 1);
  guint16 port;

  self->api = find_api (stream->api);
  self->listener = g_socket_listener_new ();
  port = g_socket_listener_add_any_inet_port (self->listener, NULL, NULL);
  g_assert_cmpuint (port, !=, 0);
  self->url = g_strdup_printf ("http://127.0.0.1:%u", port);
  make_bytes (self, stream);
  self->cancellable = g_cancellable_new ();
  self->thread = g_thread_new ("endless", serve, self);
  return self;
}

static void
server_free (Server *self)
{
  g_cancellable_cancel (self->cancellable);
  g_thread_join (self->thread);
  g_object_unref (self->cancellable);
  g_object_unref (self->listener);
  g_bytes_unref (self->begin);
  g_bytes_unref (self->rest);
  g_free (self->url);
  g_free (self);
}

/* --- Tests ------------------------------------------------------------------------------------ */

static char *
lookup_cb (const char *name, gpointer user_data)
{
  Server *server = user_data;

  if (g_str_has_suffix (name, "_KEY") || g_str_has_suffix (name, "_KEY_ID"))
    return g_strdup (CANARY_KEY);
  return g_str_equal (name, server->api->url_variable)
             ? g_strconcat (server->url, server->api->path, NULL)
             : NULL;
}

static void
ignore_delta_cb (const TroupeLlmDelta *delta, gpointer user_data)
{
  ((Asked *) user_data)->n_chunks++;
}

/* Asks without keeping the deltas, which are memory of the caller. */
static void
ask_and_forget (Asked *asked, TroupeLlmClient *client, Server *server, gboolean stream)
{
  const char *own = server->api->settings;
  g_autofree char *text = fill ("{@'max_retries':0,'max_tokens':9}", own != NULL ? own : "", 0);
  g_autofree char *json = g_strdelimit (g_strdup (text), "'", '"');
  g_autoptr (TroupeValue) messages =
      troupe_value_from_json ("[{\"role\":\"user\",\"content\":\"Hello\"}]", -1, NULL);
  g_autoptr (GPtrArray) said = troupe_llm_messages_from_value (messages);
  g_autoptr (TroupeLlmRequest) request = troupe_llm_request_new (server->api->model, said);

  *asked = (Asked){ .streamed = g_string_new (NULL) };
  request->settings = troupe_value_from_json (json, -1, NULL);
  g_assert_nonnull (request->settings);
  request->stream = stream;
  troupe_llm_client_complete_async (client, request, ignore_delta_cb, asked, NULL, ask_done_cb,
                                    asked);
  ask_wait (ask_is_done, asked);
}

static void
test_endless (gconstpointer data)
{
  const Endless *stream = data;
  Server *server = server_new (stream);
  g_autoptr (TroupeLlmClient) client = troupe_llm_client_new ();
  gsize begin, taken;
  Asked asked;

  troupe_llm_client_set_environment (client, lookup_cb, server, NULL);
  begin = test_memory_begin ();
  ask_and_forget (&asked, client, server, !stream->is_whole);
  taken = test_memory_end (begin);
  g_assert_error (asked.error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_LIMIT);
  g_test_message ("%u MB sent, %u MB of memory", (guint) (server->n_sent >> 20),
                  (guint) (taken >> 20));
  g_assert_cmpuint (taken, <=, MOST_MEMORY);
  asked_clear (&asked);
  server_free (server);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (streams); i++)
    {
      g_autofree char *path =
          g_strdup_printf ("/llm-endless/%s/%s", streams[i].api, streams[i].name);

      g_test_add_data_func (path, &streams[i], test_endless);
    }

  return g_test_run ();
}
