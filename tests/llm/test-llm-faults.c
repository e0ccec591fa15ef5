/* test-llm-faults.c: connection and server faults for each API
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "../test-time.h"
#include "ask.h"
#include "fake-server.h"
#include "fault-apis.h"
#include "troupe-aws-frames.h"
#include "wire-encode.h"

/* The contents of a reply's body. */
typedef enum
{
  BODY_TEXT, /* the text of the fault */
  BODY_WHOLE,
  BODY_SAID,       /* a stream without its end */
  BODY_ANSWER,     /* a complete stream */
  BODY_TWICE,      /* a complete stream, twice */
  BODY_ERROR,      /* only an error */
  BODY_SAID_ERROR, /* a stream with an error in the middle */
  BODY_CALLS,
  BODY_LONG_LINE,
  BODY_RAW,  /* the text of the fault is the complete reply, including the head */
  BODY_GONE, /* there is no server */
} Body;

/* APIs for which a fault has a different result than expected for most APIs. */
typedef enum
{
  ALL = 0,
  /* For Gemini, a status 429 without a delay ends the call. */
  ONCE_GEMINI = 1 << 0,
  /* APIs that use frames or JSON lines. They detect other data before the end of the stream. */
  FRAMES = 1 << 1,
  /* For Ollama's own API, an error in a stream has no status number, so there is no retry. */
  ONCE_OLLAMA = 1 << 2,
} Except;

/**
 * Fault:
 * @status, @type, @headers: (nullable): head of the reply; 200 and the API's own type by default
 * @end: how the server ends the connection
 * @n_more: number of bytes that the head announces but that are never sent
 * @settings: (nullable): additional settings, JSON with ' for "
 * @stream: whether a stream is requested
 * @code: code of the expected error; -1 if an answer is expected
 * @n_tries: number of expected requests
 */
typedef struct
{
  const char *name;
  const char *status;
  const char *type;
  const char *headers;
  Body body;
  const char *text;
  FakeEnd end;
  int n_more;
  const char *settings;
  gboolean stream;
  int code;
  guint n_tries;
  Except except;
} Fault;

#define OK -1
#define UNAUTHORIZED TROUPE_LLM_ERROR_UNAUTHORIZED
#define NOT_FOUND TROUPE_LLM_ERROR_NOT_FOUND
#define RATE_LIMIT TROUPE_LLM_ERROR_RATE_LIMIT
#define SERVER TROUPE_LLM_ERROR_SERVER
#define UNREACHABLE TROUPE_LLM_ERROR_UNREACHABLE
#define CUT TROUPE_LLM_ERROR_CUT
#define TIMEOUT TROUPE_LLM_ERROR_TIMEOUT
#define INVALID TROUPE_LLM_ERROR_INVALID
#define REFUSED TROUPE_LLM_ERROR_REFUSED
#define LIMIT TROUPE_LLM_ERROR_LIMIT

#define JSON "application/json"
#define RAW_HEAD "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: "
/* A reply with an error status, whose body repeats the key. */
#define WORDS "{\"error\":{\"message\":\"in its own words, for " CANARY_KEY "\"}}"
#define STATUS(number, words, wanted, tries)                                                       \
  {                                                                                                \
    .name = "status-" number, .status = number " " words, .type = JSON, .text = WORDS,             \
    .stream = TRUE, .code = wanted, .n_tries = tries                                               \
  }
#define BUSY(label, more, tries, also)                                                             \
  {                                                                                                \
    .name = "429-" label, .status = "429 Too Many Requests", .type = JSON, .headers = more,        \
    .text = WORDS, .stream = TRUE, .code = RATE_LIMIT, .n_tries = tries, .except = also            \
  }

static const Fault faults[] = {
  /* Connections. */
  { .name = "gone", .body = BODY_GONE, .stream = TRUE, .code = UNREACHABLE },
  { .name = "close",
    .body = BODY_RAW,
    .text = "",
    .stream = TRUE,
    .code = UNREACHABLE,
    .n_tries = 3 },
  { .name = "reset",
    .body = BODY_RAW,
    .text = "",
    .end = FAKE_END_RESET,
    .stream = TRUE,
    .code = UNREACHABLE,
    .n_tries = 3 },
  { .name = "half-head",
    .body = BODY_RAW,
    .text = "HTTP/1.1 200 OK\r\nContent-Ty",
    .stream = TRUE,
    .code = INVALID,
    .n_tries = 1 },
  { .name = "no-http",
    .body = BODY_RAW,
    .text = "SSH-2.0-OpenSSH_9.2\r\n\r\n",
    .stream = TRUE,
    .code = INVALID,
    .n_tries = 1 },
  { .name = "reset-before-body",
    .body = BODY_TEXT,
    .text = "",
    .n_more = 500,
    .end = FAKE_END_RESET,
    .stream = TRUE,
    .code = CUT,
    .n_tries = 3 },
  { .name = "reset-in-whole",
    .type = JSON,
    .body = BODY_TEXT,
    .text = "{\"",
    .n_more = 500,
    .end = FAKE_END_RESET,
    .code = CUT,
    .n_tries = 3 },
  { .name = "reset-in-stream",
    .body = BODY_SAID,
    .n_more = 500,
    .end = FAKE_END_RESET,
    .stream = TRUE,
    .code = CUT,
    .n_tries = 1 },
  { .name = "close-in-whole",
    .type = JSON,
    .body = BODY_WHOLE,
    .n_more = 5,
    .code = CUT,
    .n_tries = 3 },
  { .name = "close-in-stream",
    .body = BODY_SAID,
    .n_more = 500,
    .stream = TRUE,
    .code = CUT,
    .n_tries = 1 },
  /* Silence. */
  { .name = "no-head",
    .body = BODY_RAW,
    .text = "",
    .end = FAKE_END_HOLD,
    .settings = "'first_byte_timeout':0.05",
    .stream = TRUE,
    .code = TIMEOUT,
    .n_tries = 3 },
  { .name = "no-body",
    .body = BODY_TEXT,
    .text = "",
    .n_more = 500,
    .end = FAKE_END_HOLD,
    .settings = "'first_byte_timeout':0.05",
    .stream = TRUE,
    .code = TIMEOUT,
    .n_tries = 3 },
  { .name = "stalled-whole",
    .type = JSON,
    .body = BODY_TEXT,
    .text = "{",
    .n_more = 500,
    .end = FAKE_END_HOLD,
    .settings = "'idle_timeout':0.05",
    .code = TIMEOUT,
    .n_tries = 3 },
  { .name = "stalled-stream",
    .body = BODY_SAID,
    .n_more = 500,
    .end = FAKE_END_HOLD,
    .settings = "'idle_timeout':0.2",
    .stream = TRUE,
    .code = TIMEOUT,
    .n_tries = 1 },
  { .name = "late",
    .body = BODY_SAID,
    .n_more = 500,
    .end = FAKE_END_HOLD,
    .settings = "'total_timeout':0.2",
    .stream = TRUE,
    .code = TIMEOUT,
    .n_tries = 1 },
  { .name = "late-in-all",
    .body = BODY_SAID,
    .n_more = 500,
    .end = FAKE_END_HOLD,
    .settings = "'timeout':0.3",
    .stream = TRUE,
    .code = TIMEOUT,
    .n_tries = 1 },
  /* Streams. */
  { .name = "no-end", .body = BODY_SAID, .stream = TRUE, .code = CUT, .n_tries = 1 },
  { .name = "nothing", .body = BODY_TEXT, .text = "", .stream = TRUE, .code = CUT, .n_tries = 3 },
  { .name = "error",
    .body = BODY_ERROR,
    .stream = TRUE,
    .code = SERVER,
    .n_tries = 3,
    .except = ONCE_OLLAMA },
  { .name = "error-in-stream",
    .body = BODY_SAID_ERROR,
    .stream = TRUE,
    .code = SERVER,
    .n_tries = 1 },
  { .name = "answer", .body = BODY_ANSWER, .stream = TRUE, .code = OK, .n_tries = 1 },
  { .name = "end-twice", .body = BODY_TWICE, .stream = TRUE, .code = OK, .n_tries = 1 },
  { .name = "whole-for-stream",
    .type = JSON,
    .body = BODY_WHOLE,
    .stream = TRUE,
    .code = OK,
    .n_tries = 1 },
  { .name = "calls", .body = BODY_CALLS, .stream = TRUE, .code = OK, .n_tries = 1 },
  { .name = "long-line", .body = BODY_LONG_LINE, .stream = TRUE, .code = LIMIT, .n_tries = 1 },
  { .name = "broken-event",
    .body = BODY_TEXT,
    .text = "data: {\"a\":\n\n",
    .stream = TRUE,
    .code = INVALID,
    .n_tries = 1 },
  { .name = "broken-utf-8",
    .body = BODY_TEXT,
    .text = "data: {\"a\":\"\xff\xfe\"}\n\n",
    .stream = TRUE,
    .code = CUT,
    .n_tries = 3,
    .except = FRAMES },
  { .name = "words",
    .type = "text/plain",
    .body = BODY_TEXT,
    .text = "Hello there\n\n",
    .stream = TRUE,
    .code = CUT,
    .n_tries = 3,
    .except = FRAMES },
  /* Bodies. */
  { .name = "whole", .type = JSON, .body = BODY_WHOLE, .code = OK, .n_tries = 1 },
  { .name = "page",
    .type = "text/html",
    .body = BODY_TEXT,
    .text = "<p>Log <b>in</b></p>",
    .stream = TRUE,
    .code = INVALID,
    .n_tries = 1 },
  { .name = "page-as-json",
    .type = JSON,
    .body = BODY_TEXT,
    .text = "<p>Log in</p>",
    .code = INVALID,
    .n_tries = 1 },
  { .name = "empty", .type = JSON, .body = BODY_TEXT, .text = "", .code = INVALID, .n_tries = 1 },
  { .name = "204",
    .status = "204 No Content",
    .body = BODY_RAW,
    .text = "HTTP/1.1 204 No Content\r\n\r\n",
    .code = INVALID,
    .n_tries = 1 },
  { .name = "broken-json",
    .type = JSON,
    .body = BODY_TEXT,
    .text = "{\"choices\":[{\"message\":",
    .code = INVALID,
    .n_tries = 1 },
  { .name = "broken-text",
    .type = JSON,
    .body = BODY_TEXT,
    .text = "{\"a\":\"\xff\"}",
    .code = INVALID,
    .n_tries = 1 },
  { .name = "number", .type = JSON, .body = BODY_TEXT, .text = "3", .code = INVALID, .n_tries = 1 },
  { .name = "list", .type = JSON, .body = BODY_TEXT, .text = "[]", .code = INVALID, .n_tries = 1 },
  { .name = "object",
    .type = JSON,
    .body = BODY_TEXT,
    .text = "{}",
    .code = INVALID,
    .n_tries = 1 },
  { .name = "error-as-200",
    .type = JSON,
    .body = BODY_TEXT,
    .text = "{\"error\":{\"code\":402,\"message\":\"no credit\"}}",
    .code = REFUSED,
    .n_tries = 1 },
  { .name = "zip",
    .type = JSON,
    .headers = "Content-Encoding: gzip\r\n",
    .body = BODY_TEXT,
    .text = "\x1f\x8b\x08",
    .code = INVALID,
    .n_tries = 1 },
  { .name = "too-short",
    .type = JSON,
    .body = BODY_WHOLE,
    .n_more = -5,
    .code = INVALID,
    .n_tries = 1 },
  { .name = "chunk-cut",
    .body = BODY_RAW,
    .text = RAW_HEAD "text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n40\r\ndata: {",
    .stream = TRUE,
    .code = CUT,
    .n_tries = 3 },
  { .name = "chunk-garbage",
    .body = BODY_RAW,
    .text = RAW_HEAD "text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\ndata: {}\r\n",
    .stream = TRUE,
    .code = CUT,
    .n_tries = 3 },
  /* Statuses. */
  STATUS ("400", "Bad Request", REFUSED, 1),
  STATUS ("401", "Unauthorized", UNAUTHORIZED, 1),
  STATUS ("402", "Payment Required", REFUSED, 1),
  STATUS ("403", "Forbidden", UNAUTHORIZED, 1),
  STATUS ("404", "Not Found", NOT_FOUND, 1),
  STATUS ("405", "Method Not Allowed", REFUSED, 1),
  STATUS ("408", "Request Timeout", TIMEOUT, 3),
  STATUS ("409", "Conflict", SERVER, 3),
  STATUS ("413", "Content Too Large", REFUSED, 1),
  STATUS ("422", "Unprocessable Content", REFUSED, 1),
  STATUS ("500", "Internal Server Error", SERVER, 3),
  STATUS ("501", "Not Implemented", SERVER, 3),
  STATUS ("502", "Bad Gateway", SERVER, 3),
  STATUS ("503", "Service Unavailable", SERVER, 3),
  STATUS ("504", "Gateway Timeout", SERVER, 3),
  STATUS ("529", "Overloaded", SERVER, 3),
  BUSY ("alone", NULL, 3, ONCE_GEMINI),
  BUSY ("milliseconds", "retry-after-ms: 3\r\n", 3, ALL),
  BUSY ("seconds", "Retry-After: 0.003\r\n", 3, ALL),
  BUSY ("too-long", "Retry-After: 121\r\n", 1, ALL),
  BUSY ("past-date", "Retry-After: Wed, 21 Oct 2015 07:28:00 GMT\r\n", 3, ONCE_GEMINI),
  BUSY ("far-date", "Retry-After: Wed, 21 Oct 2099 07:28:00 GMT\r\n", 1, ALL),
  BUSY ("nonsense", "Retry-After: soon\r\n", 3, ONCE_GEMINI),
  BUSY ("never", "x-should-retry: false\r\n", 1, ALL),
  { .name = "400-again",
    .status = "400 Bad Request",
    .type = JSON,
    .headers = "x-should-retry: true\r\n",
    .text = WORDS,
    .code = REFUSED,
    .n_tries = 3 },
  { .name = "500-page",
    .status = "502 Bad Gateway",
    .type = "text/html",
    .text = "<h1>Bad Gateway</h1>",
    .stream = TRUE,
    .code = SERVER,
    .n_tries = 3 },
  /* Informational replies and redirects. */
  { .name = "continue", .body = BODY_RAW, .text = NULL, .code = OK, .n_tries = 1 },
  { .name = "redirect-file",
    .status = "302 Found",
    .headers = "Location: file:///etc/passwd\r\n",
    .text = "",
    .stream = TRUE,
    .code = INVALID,
    .n_tries = 1 },
  { .name = "redirect-nowhere",
    .status = "302 Found",
    .headers = "Location: http://\r\n",
    .text = "",
    .stream = TRUE,
    .code = INVALID,
    .n_tries = 1 },
  { .name = "redirect-silent",
    .status = "307 Temporary Redirect",
    .text = "",
    .stream = TRUE,
    .code = REFUSED,
    .n_tries = 1 },
};

typedef struct
{
  const Fault *fault;
  const FaultApi *api;
} Case;

/* --- Replies of the server -------------------------------------------------------------------- */

static char *
to_json (const char *text)
{
  return g_strdelimit (g_strdup (text), "'", '"');
}

static GByteArray *
encode_lines (TroupeValue *events)
{
  GByteArray *out = g_byte_array_new ();

  for (gsize i = 0; i < troupe_value_list_get_length (events); i++)
    {
      TroupeValue *payload = troupe_value_list_get (troupe_value_list_get (events, i), 1);
      g_autofree char *line = troupe_value_to_json (payload, TROUPE_JSON_COMPACT);

      g_byte_array_append (out, (const guint8 *) line, (guint) strlen (line));
      g_byte_array_append (out, (const guint8 *) "\n", 1);
    }

  return out;
}

static GByteArray *
encode (const FaultApi *api, const char *first, const char *second, const char *third)
{
  g_autofree char *text = g_strdup_printf ("[%s%s%s%s%s]", first, second != NULL ? "," : "",
                                           second != NULL ? second : "", third != NULL ? "," : "",
                                           third != NULL ? third : "");
  g_autofree char *json = to_json (text);
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeValue) events = troupe_value_from_json (json, -1, &error);

  g_assert_no_error (error);
  if (api->framing == FAULT_FRAMING_AWS)
    return wire_encode_frames (events);

  return api->framing == FAULT_FRAMING_LINES ? encode_lines (events) : wire_encode_sse (events);
}

static GByteArray *
from_text (const char *text)
{
  return g_byte_array_append (g_byte_array_new (), (const guint8 *) text, (guint) strlen (text));
}

/* Returns a line or frame that is far too long and has no end. */
static GByteArray *
make_long_line (const FaultApi *api)
{
  GByteArray *out = g_byte_array_new ();

  if (api->framing == FAULT_FRAMING_AWS)
    {
      static const guint8 head[] = { 0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 0 };
      guint32 sum = GUINT32_TO_BE (troupe_aws_frames_sum (head, sizeof head));

      g_byte_array_append (out, head, sizeof head);
      g_byte_array_append (out, (const guint8 *) &sum, sizeof sum);
    }
  g_byte_array_append (out, (const guint8 *) "data: \"aaaaaaaaaaaa", 19);
  g_byte_array_set_size (out, 17 * 1024 * 1024);
  memset (out->data + 19, 'a', out->len - 19);

  return out;
}

static GByteArray *
make_body (const Case *one)
{
  const FaultApi *api = one->api;
  g_autofree char *whole = to_json (api->whole);

  switch (one->fault->body)
    {
    case BODY_WHOLE:
      return from_text (whole);
    case BODY_SAID:
      return encode (api, api->said, NULL, NULL);
    case BODY_ANSWER:
      return encode (api, api->said, api->end, NULL);
    case BODY_TWICE:
      return encode (api, api->said, api->end, api->end);
    case BODY_ERROR:
      return encode (api, api->error, NULL, NULL);
    case BODY_SAID_ERROR:
      return encode (api, api->said, api->error, NULL);
    case BODY_CALLS:
      return encode (api, api->calls, NULL, NULL);
    case BODY_LONG_LINE:
      return make_long_line (api);
    case BODY_TEXT:
    case BODY_RAW:
    case BODY_GONE:
    default:
      return from_text (one->fault->text);
    }
}

static const char *
get_type (const FaultApi *api)
{
  if (api->framing == FAULT_FRAMING_AWS)
    return "application/vnd.amazon.eventstream";

  return api->framing == FAULT_FRAMING_LINES ? "application/x-ndjson" : "text/event-stream";
}

/* Returns the answer, preceded by two informational replies. */
static GByteArray *
make_continued (const FaultApi *api)
{
  g_autofree char *whole = to_json (api->whole);
  g_autofree char *reply = fake_reply ("200 OK", JSON, NULL, whole);
  g_autofree char *all =
      g_strconcat ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n",
                   reply, NULL);

  return from_text (all);
}

static GByteArray *
make_reply (const Case *one)
{
  const Fault *fault = one->fault;
  g_autoptr (GByteArray) body = NULL;
  g_autofree char *head = NULL;
  GByteArray *reply = NULL;

  if (fault->body == BODY_RAW && fault->text == NULL)
    return make_continued (one->api);
  body = make_body (one);
  if (fault->body == BODY_RAW)
    return g_steal_pointer (&body);
  head = g_strdup_printf ("HTTP/1.1 %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n"
                          "Connection: close\r\n%s\r\n",
                          fault->status != NULL ? fault->status : "200 OK",
                          fault->type != NULL ? fault->type : get_type (one->api),
                          (int) body->len + fault->n_more,
                          fault->headers != NULL ? fault->headers : "");
  reply = from_text (head);

  return g_byte_array_append (reply, body->data, body->len);
}

/* --- Expected results ------------------------------------------------------------------------- */

typedef struct
{
  const FaultApi *api;
  char *url; /* of the server, without a path */
} Place;

static char *
lookup_cb (const char *name, gpointer user_data)
{
  Place *place = user_data;

  if (g_str_has_suffix (name, "_KEY") || g_str_has_suffix (name, "_KEY_ID"))
    return g_strdup (CANARY_KEY);

  return g_str_equal (name, place->api->url_variable)
             ? g_strconcat (place->url, place->api->path, NULL)
             : NULL;
}

/* Asserts that the text does not contain the key. */
static void
assert_no_key (const char *text)
{
  g_assert_null (strstr (text, CANARY_KEY));
  g_assert_null (strstr (text, "canary"));
}

/* Asserts that the message names the model's service and ends with advice. */
static void
assert_sentence (const FaultApi *api, const char *message)
{
  static const char *const verbs[] = { "Check ", "Try ", "Set ", "set ", "Wait ",
                                       "Send ",  "Add ", "Ask ", "ask ", "give " };
  gboolean has_advice = FALSE;

  g_test_message ("%s", message);
  assert_no_key (message);
  g_assert_nonnull (strstr (message, api->title));
  g_assert_nonnull (strstr (message, api->name));
  for (guint i = 0; i < G_N_ELEMENTS (verbs); i++)
    has_advice = has_advice || strstr (message, verbs[i]) != NULL;
  g_assert_true (has_advice);
  g_assert_true (g_str_has_suffix (message, "."));
  g_assert_true (g_utf8_validate (message, -1, NULL));
}

static void
assert_calls (const TroupeLlmAnswer *answer)
{
  guint n_calls = 0;

  g_assert_cmpint (answer->finish, ==, TROUPE_LLM_FINISH_TOOL_CALLS);
  for (guint i = 0; i < answer->message->parts->len; i++)
    {
      const TroupeLlmPart *part = g_ptr_array_index (answer->message->parts, i);
      gboolean is_f = g_strcmp0 (part->name, "f") == 0;

      if (part->type != TROUPE_LLM_PART_TOOL_CALL)
        continue;
      n_calls++;
      g_assert_cmpstr (part->id, ==, is_f ? "a" : "b");
      g_assert_cmpstr (part->text, ==, is_f ? "{\"x\":1}" : "{\"y\":2}");
    }
  g_assert_cmpuint (n_calls, ==, 2);
}

static void
assert_answer (const Case *one, const Asked *asked)
{
  g_assert_no_error (asked->error);
  if (one->fault->body == BODY_CALLS)
    {
      assert_calls (asked->answer);
      return;
    }
  g_assert_cmpstr (asked->answer->content, ==, "Hello there");
  g_assert_cmpint (asked->answer->finish, ==, TROUPE_LLM_FINISH_STOP);
  g_assert_cmpint (asked->answer->usage.total_tokens, ==, 7);
  g_assert_cmpint (asked->answer->usage.requests, ==, 1);
}

static gboolean
is_temporary (int code)
{
  return code == RATE_LIMIT || code == SERVER || code == UNREACHABLE || code == TIMEOUT;
}

/* Returns the number of expected requests. After an error status, requests to each service are
 * retried as often as CrewAI's client for this service retries them. */
static guint
count_tries (const char *api, const Fault *fault, guint n_tries)
{
  const gboolean is_busy = fault->code == RATE_LIMIT;
  const gboolean says_when = fault->headers != NULL && strstr (fault->headers, "soon") == NULL &&
                             strstr (fault->headers, "2015") == NULL;

  if ((fault->code != SERVER && !is_busy) || n_tries < 2)
    return n_tries;
  if (g_str_equal (api, "gemini") ||
      (is_busy && !says_when && g_str_equal (api, "azure")))
    return 1;
  return g_str_equal (api, "azure") || g_str_equal (api, "bedrock") ? 4 : n_tries;
}

/* Returns the number of requests. A request that ended early may have been sent, but not been read by the server. */
static guint
count_requests (FakeServer *server, guint n_expected)
{
  const gint64 deadline_us = g_get_monotonic_time () + TEST_WAIT_US;

  while (server != NULL && fake_server_get_n_requests (server) < n_expected &&
         g_get_monotonic_time () < deadline_us)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (1000);
    }
  return server != NULL ? fake_server_get_n_requests (server) : 0;
}

/* @server: (nullable) */
static void
check (const Case *one, const Asked *asked, FakeServer *server)
{
  const Fault *fault = one->fault;
  gboolean is_framed = one->api->framing != FAULT_FRAMING_SSE;
  int code = fault->code;
  guint n_tries = fault->n_tries;

  if ((fault->except & ONCE_GEMINI) != 0 && g_str_equal (one->api->api, "gemini"))
    n_tries = 1;
  if ((fault->except & ONCE_OLLAMA) != 0 && g_str_equal (one->api->api, "ollama-own"))
    n_tries = 1;
  n_tries = count_tries (one->api->api, fault, n_tries);
  if ((fault->except & FRAMES) != 0 && is_framed)
    {
      code = INVALID;
      n_tries = 1;
    }

  if (code == OK)
    {
      assert_answer (one, asked);
    }
  else
    {
      g_assert_null (asked->answer);
      assert_sentence (one->api, asked->error->message);
      g_assert_error (asked->error, TROUPE_LLM_ERROR, code);
      g_assert_cmpint (troupe_llm_error_is_temporary (asked->error), ==, is_temporary (code));
    }
  g_assert_cmpuint (count_requests (server, n_tries), ==, n_tries);
}

static char *
make_settings (const Case *one)
{
  g_autofree char *text = g_strdup_printf ("{%s%s%s'retry_delay_ms':1}",
                                           one->api->settings != NULL ? one->api->settings : "",
                                           one->fault->settings != NULL ? one->fault->settings : "",
                                           one->fault->settings != NULL ? "," : "");

  return to_json (text);
}

static Place
place_of (FakeServer *server, const FaultApi *api)
{
  const char *url = fake_server_get_url (server);

  return (Place){ api, g_strndup (url, strlen (url) - strlen ("/v1")) };
}

static void
test_fault (gconstpointer data)
{
  const Case *one = data;
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autoptr (TroupeLlmClient) client = troupe_llm_client_new ();
  g_autofree char *settings = make_settings (one);
  Place place = place_of (server, one->api);
  Asked asked;

  troupe_llm_client_set_environment (client, lookup_cb, &place, NULL);
  if (one->fault->body == BODY_GONE)
    g_clear_pointer (&server, fake_server_free);
  else
    fake_server_add_bytes (server, make_reply (one), one->fault->end);
  ask (&asked, client, one->api->model, settings, one->fault->stream);
  check (one, &asked, server);
  asked_clear (&asked);
  g_free (place.url);
}

/* A redirect never leads to another host or to another port of the same host. */
static void
test_redirect (gconstpointer data)
{
  static const char *const statuses[] = { "301 Moved", "302 Found", "307 Temporary",
                                          "308 Permanent" };
  const FaultApi *api = data;

  for (guint i = 0; i < G_N_ELEMENTS (statuses); i++)
    {
      g_autoptr (FakeServer) server = fake_server_new ();
      g_autoptr (FakeServer) other = fake_server_new ();
      g_autoptr (TroupeLlmClient) client = troupe_llm_client_new ();
      Place place = place_of (server, api);
      const char *port = strrchr (fake_server_get_url (other), ':') + 1;
      g_autofree char *location =
          g_strdup_printf ("Location: http://%s:%.*s/x\r\n", i % 2 == 0 ? "localhost" : "127.0.0.1",
                           (int) strcspn (port, "/"), port);
      Case one = { &faults[0], api };
      g_autofree char *settings = make_settings (&one);
      Asked asked;

      troupe_llm_client_set_environment (client, lookup_cb, &place, NULL);
      fake_server_add (server, fake_reply (statuses[i], "text/plain", location, ""), 0, 0,
                       FAKE_END_CLOSE);
      fake_server_add (other, fake_reply ("401 Unauthorized", JSON, NULL, "{}"), 0, 0,
                       FAKE_END_CLOSE);
      ask (&asked, client, api->model, settings, TRUE);
      assert_sentence (api, asked.error->message);
      g_assert_cmpuint (fake_server_get_n_requests (server), ==, 1);
      g_assert_cmpuint (fake_server_get_n_requests (other), ==, 0);
      asked_clear (&asked);
      g_free (place.url);
    }
}

static void
add_redirect (const FaultApi *api)
{
  g_autofree char *path = g_strconcat ("/llm-faults/", api->api, "/redirect", NULL);

  g_test_add_data_func (path, api, test_redirect);
}

int
main (int argc, char **argv)
{
  g_setenv ("GIO_USE_PROXY_RESOLVER", "dummy", TRUE);
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (fault_apis); i++)
    {
      add_redirect (&fault_apis[i]);
      for (guint j = 0; j < G_N_ELEMENTS (faults); j++)
        {
          g_autofree char *path =
              g_strconcat ("/llm-faults/", fault_apis[i].api, "/", faults[j].name, NULL);
          Case *one = g_new (Case, 1);

          *one = (Case){ &faults[j], &fault_apis[i] };
          if (faults[j].body == BODY_CALLS && fault_apis[i].calls == NULL)
            g_free (one);
          else
            g_test_add_data_func_full (path, one, test_fault, g_free);
        }
    }

  return g_test_run ();
}
