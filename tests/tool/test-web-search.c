/* test-web-search.c: web search services and their keys
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "../test-wait.h"
#include "troupe-web-search-private.h"
#include "web-fixture.h"

#define KEY "k3y-That-Nobody-May-See-42"

static const char *const variables[] = { "SERPER_API_KEY", "BRAVE_API_KEY", "TAVILY_API_KEY",
                                         "SEARXNG_URL" };

/* The test's own search service. */
typedef struct
{
  WebFixture web;
  char *base;
  guint status;
  char *answer;
  const char *location; /* (nullable) */
  gboolean is_silent;
} Fixture;

static void
answer_cb (SoupServer *server,
           SoupServerMessage *message,
           const char *path,
           GHashTable *query,
           gpointer user_data)
{
  Fixture *self = user_data;

  web_note_request (&self->web, message);
  soup_server_message_set_status (message, self->status, NULL);
  if (self->location != NULL)
    soup_message_headers_replace (soup_server_message_get_response_headers (message), "Location",
                                  self->location);
  if (self->is_silent)
    soup_message_headers_set_encoding (soup_server_message_get_response_headers (message),
                                       SOUP_ENCODING_CHUNKED);
  else if (self->answer != NULL)
    soup_server_message_set_response (message, "application/json", SOUP_MEMORY_COPY, self->answer,
                                      strlen (self->answer));
}

static void
set_up (Fixture *self, gconstpointer data)
{
  web_set_up (&self->web, data);
  self->base = g_strdup_printf ("http://127.0.0.1:%u", self->web.port);
  self->status = 200;
  self->answer = g_strdup ("{}");
  soup_server_add_handler (self->web.server, "/", answer_cb, self, NULL);
  troupe_web_search_set_base (self->base);
  for (guint i = 0; i < G_N_ELEMENTS (variables); i++)
    g_unsetenv (variables[i]);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  troupe_web_search_set_base (NULL);
  web_tear_down (&self->web, data);
  g_free (self->base);
  g_free (self->answer);
}

static void
say (Fixture *self, guint status, const char *answer)
{
  self->status = status;
  g_free (self->answer);
  self->answer = g_strdup (answer);
}

static const char *
get_request (Fixture *self)
{
  g_assert_cmpuint (self->web.requests->len, ==, 1);
  return g_ptr_array_index (self->web.requests, 0);
}

static const char *
get_header (Fixture *self, const char *name)
{
  return soup_message_headers_get_one (self->web.headers, name);
}

static void
assert_gives (const ToolAnswer *answer, const char *text)
{
  g_assert_no_error (answer->error);
  g_assert_cmpstr (troupe_value_get_string (answer->value, NULL), ==, text);
}

/* --- Services --------------------------------------------------------------------------------- */

static void
test_serper (Fixture *self, gconstpointer data)
{
  g_auto (ToolAnswer) answer = { 0 };

  g_setenv ("SERPER_API_KEY", KEY, TRUE);
  say (self, 200,
       "{\"credits\":1,\"organic\":[{\"title\":\"A < b\",\"link\":\"https://a.example/\","
       "\"snippet\":\"One\\n two\"},7,{\"title\":\"no "
       "address\"},{\"link\":\"https://b.example/\"}]}");
  web_call ("crewai_tools:SerperDevTool", "{\"search_query\":\"a \\\"b\\\" ü\"}", &answer);
  assert_gives (&answer, "1. A < b\nhttps://a.example/\nOne  two\n\n"
                         "2. https://b.example/\nhttps://b.example/");
  g_assert_cmpstr (get_request (self), ==, "POST /search");
  g_assert_cmpstr (self->web.body, ==, "{\"q\":\"a \\\"b\\\" ü\",\"num\":10}");
  g_assert_cmpstr (get_header (self, "X-API-KEY"), ==, KEY);
  g_assert_cmpstr (get_header (self, "Content-Type"), ==, "application/json");
}

static void
test_brave (Fixture *self, gconstpointer data)
{
  g_auto (ToolAnswer) answer = { 0 };

  g_setenv ("BRAVE_API_KEY", KEY, TRUE);
  say (self, 200,
       "{\"web\":{\"results\":[{\"title\":\"Tom &amp; Joe\",\"url\":\"https://a.example/?a&b\","
       "\"description\":\"It&#x27;s <strong>bold</strong>\"}]}}");
  web_call ("BraveSearchTool", "{\"q\":\"a&b=c #d\"}", &answer);
  assert_gives (&answer, "1. Tom & Joe\nhttps://a.example/?a&b\nIt's bold");
  g_assert_cmpstr (get_request (self), ==,
                   "GET /res/v1/web/search?q=a%26b%3Dc%20%23d&count=10&result_filter=web&"
                   "text_decorations=false");
  g_assert_cmpstr (get_header (self, "X-Subscription-Token"), ==, KEY);
  say (self, 200, "{\"query\":{}}");
  web_call ("BraveSearchTool", "{\"search_query\":\"x\"}", &answer);
  assert_gives (&answer, "No results were found.");
}

static void
test_tavily (Fixture *self, gconstpointer data)
{
  g_auto (ToolAnswer) answer = { 0 };

  g_setenv ("TAVILY_API_KEY", " " KEY "\n", TRUE);
  say (self, 200,
       "{\"results\":[{\"title\":\"T\",\"url\":\"https://a.example/\",\"content\":\"C\"}]}");
  web_call ("tavily_search_tool", "{\"query\":\"x\"}", &answer);
  assert_gives (&answer, "1. T\nhttps://a.example/\nC");
  g_assert_cmpstr (get_request (self), ==, "POST /search");
  g_assert_cmpstr (self->web.body, ==, "{\"query\":\"x\",\"max_results\":10}");
  g_assert_cmpstr (get_header (self, "Authorization"), ==, "Bearer " KEY);
}

static void
test_searxng (Fixture *self, gconstpointer data)
{
  static const char *const ends[] = { "", "/", "/search" };

  troupe_web_search_set_base (NULL);
  say (self, 200,
       "{\"results\":[{\"title\":\"T\",\"url\":\"https://a.example/\",\"content\":\"C\"}]}");
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      g_autofree char *address = g_strconcat (self->base, ends[i], NULL);
      g_auto (ToolAnswer) answer = { 0 };

      g_setenv ("SEARXNG_URL", address, TRUE);
      g_ptr_array_set_size (self->web.requests, 0);
      web_call ("web_search", "{\"search_query\":\"x y\"}", &answer);
      assert_gives (&answer, "1. T\nhttps://a.example/\nC");
      g_assert_cmpstr (get_request (self), ==, "GET /search?q=x%20y&format=json");
    }
}

/* --- Choosing a service ----------------------------------------------------------------------- */

static void
test_choice (Fixture *self, gconstpointer data)
{
  static const char *const headers[] = { "X-API-KEY", "X-Subscription-Token", "Authorization" };

  for (guint first = 0; first < 3; first++)
    {
      g_auto (ToolAnswer) answer = { 0 };

      for (guint i = 0; i < 3; i++)
        g_setenv (variables[i], i >= first ? KEY : " ", TRUE);
      web_call ("web_search", "{\"search_query\":\"x\"}", &answer);
      g_assert_no_error (answer.error);
      /* Only the key of the chosen service is sent, and only to that service. */
      for (guint i = 0; i < 3; i++)
        g_assert_true ((get_header (self, headers[i]) != NULL) == (i == first));
    }
}

static void
test_no_key (Fixture *self, gconstpointer data)
{
  static const char *const tools[] = { "web_search", "SerperDevTool", "BraveSearchTool",
                                       "TavilySearchTool" };

  for (guint i = 0; i < G_N_ELEMENTS (tools); i++)
    {
      g_auto (ToolAnswer) answer = { 0 };

      web_call (tools[i], "{\"search_query\":\"x\"}", &answer);
      g_test_message ("%s", answer.error->message);
      g_assert_error (answer.error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_UNAVAILABLE);
      g_assert_nonnull (strstr (answer.error->message, variables[i > 0 ? i - 1 : 0]));
      web_call (tools[i], "{\"search_query\":\"\"}", &answer);
      g_assert_error (answer.error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_ARGUMENTS);
      web_call (tools[i], "{}", &answer);
      g_assert_error (answer.error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_ARGUMENTS);
    }
  g_assert_cmpuint (self->web.requests->len, ==, 0);
}

static void
assert_permissions (const char *reference, const char *hosts, const char *environment)
{
  g_autoptr (TroupeTool) tool = troupe_tool_new_for_reference (reference, NULL);
  g_autoptr (TroupePermissionList) permissions = troupe_permission_list_new ();
  g_autoptr (TroupeValue) told_hosts = NULL;
  g_autoptr (TroupeValue) told_environment = NULL;
  g_autofree char *shown_hosts = NULL;
  g_autofree char *shown_environment = NULL;

  troupe_tool_list_permissions (tool, permissions);
  told_hosts = troupe_permission_list_get_names (permissions, TROUPE_PERMISSION_HOST);
  told_environment = troupe_permission_list_get_names (permissions, TROUPE_PERMISSION_ENVIRONMENT);
  shown_hosts = troupe_value_to_json (told_hosts, TROUPE_JSON_COMPACT);
  shown_environment = troupe_value_to_json (told_environment, TROUPE_JSON_COMPACT);
  g_assert_cmpstr (shown_hosts, ==, hosts);
  g_assert_cmpstr (shown_environment, ==, environment);
}

static void
test_permissions (Fixture *self, gconstpointer data)
{
  static const char all[] =
      "[\"SERPER_API_KEY\",\"BRAVE_API_KEY\",\"TAVILY_API_KEY\",\"SEARXNG_URL\"]";

  assert_permissions ("SerperDevTool", "[\"google.serper.dev\"]", "[\"SERPER_API_KEY\"]");
  assert_permissions ("BraveSearchTool", "[\"api.search.brave.com\"]", "[\"BRAVE_API_KEY\"]");
  assert_permissions ("TavilySearchTool", "[\"api.tavily.com\"]", "[\"TAVILY_API_KEY\"]");
  assert_permissions ("web_search",
                 "[\"google.serper.dev\",\"api.search.brave.com\",\"api.tavily.com\"]", all);
  g_setenv ("SEARXNG_URL", "http://search.example:8080/", TRUE);
  assert_permissions ("web_search",
                      "[\"google.serper.dev\",\"api.search.brave.com\",\"api.tavily.com\","
                 "\"search.example:8080\"]",
                      all);
}

/* --- Errors ----------------------------------------------------------------------------------- */

static void
assert_fails (Fixture *self, TroupeToolError code)
{
  g_auto (ToolAnswer) answer = { 0 };

  web_call ("web_search", "{\"search_query\":\"x\"}", &answer);
  g_assert_nonnull (answer.error);
  g_test_message ("%s", answer.error->message);
  g_assert_error (answer.error, TROUPE_TOOL_ERROR, (int) code);
  g_assert_null (strstr (answer.error->message, KEY));
}

static void
test_errors (Fixture *self, gconstpointer data)
{
  static const char *const unreadable[] = { "", "no JSON", "[]", "7", "null", "{\"organic\":[" };

  g_setenv ("SERPER_API_KEY", KEY, TRUE);
  say (self, 401, "{\"message\":\"" KEY " is wrong\"}");
  assert_fails (self, TROUPE_TOOL_ERROR_UNAVAILABLE);
  say (self, 429, "{}");
  assert_fails (self, TROUPE_TOOL_ERROR_FAILED);
  say (self, 500, KEY);
  assert_fails (self, TROUPE_TOOL_ERROR_FAILED);
  for (guint i = 0; i < G_N_ELEMENTS (unreadable); i++)
    {
      say (self, 200, unreadable[i]);
      assert_fails (self, TROUPE_TOOL_ERROR_FAILED);
    }
  /* The key is not sent to the URL of a redirect. */
  self->location = "/elsewhere";
  say (self, 307, "{}");
  g_ptr_array_set_size (self->web.requests, 0);
  assert_fails (self, TROUPE_TOOL_ERROR_FAILED);
  g_assert_cmpstr (get_request (self), ==, "POST /search");
  g_setenv ("SERPER_API_KEY", "a key\r\nX-Other: 1", TRUE);
  assert_fails (self, TROUPE_TOOL_ERROR_UNAVAILABLE);
  g_assert_cmpuint (self->web.requests->len, ==, 1);
  troupe_web_search_set_base (NULL);
  g_unsetenv ("SERPER_API_KEY");
  g_setenv ("SEARXNG_URL", "file:///etc/passwd", TRUE);
  assert_fails (self, TROUPE_TOOL_ERROR_UNAVAILABLE);
}

/* A service returns the key and more results than were requested. The key is redacted, and the
 * number of results is limited. */
static void
test_masked (Fixture *self, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new ("{\"organic\":[");
  g_autofree char *long_text = g_strnfill (5000, 'x');
  g_auto (ToolAnswer) answer = { 0 };
  const char *result;
  gsize length;

  g_setenv ("SERPER_API_KEY", KEY, TRUE);
  for (guint i = 0; i < 20; i++)
    g_string_append_printf (text,
                            "%s{\"title\":\"" KEY "\",\"link\":\"https://a.example/?" KEY
                            "\",\"snippet\":\"\\u001b[31m%s\"}",
                            i > 0 ? "," : "", long_text);
  g_string_append (text, "]}");
  say (self, 200, text->str);
  web_call ("web_search", "{\"search_query\":\"x\"}", &answer);
  g_assert_no_error (answer.error);
  result = troupe_value_get_string (answer.value, &length);
  g_assert_null (strstr (result, KEY));
  g_assert_null (strchr (result, '\x1b'));
  g_assert_nonnull (strstr (result, "\n10. "));
  g_assert_null (strstr (result, "\n11. "));
  g_assert_cmpuint (length, <, 15000);
}

static void
test_cancel (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeTool) tool = troupe_tool_new_for_reference ("web_search", NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_auto (ToolAnswer) answer = { 0 };
  gint64 begin;

  g_setenv ("SERPER_API_KEY", KEY, TRUE);
  self->is_silent = TRUE;
  tool_begin (tool, "{\"search_query\":\"x\"}", NULL, cancellable, &answer);
  test_wait_until (self->web.requests->len > 0);
  begin = g_get_monotonic_time ();
  g_cancellable_cancel (cancellable);
  tool_wait (&answer);
  g_assert_error (answer.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpint (g_get_monotonic_time () - begin, <, TEST_WAIT_US);
}

#define ADD(name, func) g_test_add ("/web-search/" name, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char *argv[])
{
  /* Disables any proxy of this machine. */
  g_setenv ("GIO_USE_PROXY_RESOLVER", "dummy", TRUE);
  g_test_init (&argc, &argv, NULL);
  ADD ("serper", test_serper);
  ADD ("brave", test_brave);
  ADD ("tavily", test_tavily);
  ADD ("searxng", test_searxng);
  ADD ("choice", test_choice);
  ADD ("no-key", test_no_key);
  ADD ("rights", test_permissions);
  ADD ("errors", test_errors);
  ADD ("masked", test_masked);
  ADD ("cancel", test_cancel);
  return g_test_run ();
}
