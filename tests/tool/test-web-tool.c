/* test-web-tool.c: fetching web pages, and blocking access to the local network
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "../test-wait.h"
#include "troupe-web-call-private.h"
#include "troupe-web-fetch.h"
#include "troupe-web-guard-private.h"
#include "troupe-web-tool.h"
#include "web-fixture.h"

/* The reply of a server for a path. */
typedef struct
{
  guint status;
  const char *type;
  const char *text;
  const char *header; /* (nullable) */
  const char *value;
} Page;

static void
page_cb (SoupServer *server,
         SoupServerMessage *message,
         const char *path,
         GHashTable *query,
         gpointer user_data)
{
  const Page *page = user_data;

  soup_server_message_set_status (message, page->status, NULL);
  if (page->header != NULL)
    soup_message_headers_replace (soup_server_message_get_response_headers (message), page->header,
                                  page->value);
  if (page->text != NULL)
    soup_server_message_set_response (message, page->type, SOUP_MEMORY_COPY, page->text,
                                      strlen (page->text));
}

static void
add_page (WebFixture *self, const char *path, const Page *page)
{
  soup_server_add_handler (self->server, path, page_cb, (gpointer) page, NULL);
}

static void
assert_gives (const ToolAnswer *answer, const char *text)
{
  g_assert_no_error (answer->error);
  g_assert_cmpstr (troupe_value_get_string (answer->value, NULL), ==, text);
}

static void
assert_fails (const ToolAnswer *answer, TroupeToolError code, const char *part)
{
  g_assert_nonnull (answer->error);
  g_test_message ("%s", answer->error->message);
  g_assert_error (answer->error, TROUPE_TOOL_ERROR, (int) code);
  g_assert_nonnull (strstr (answer->error->message, part));
}

static void
assert_path_fails (WebFixture *self, const char *path, TroupeToolError code, const char *part)
{
  g_auto (ToolAnswer) answer = { 0 };

  web_fetch (self, path, &answer);
  assert_fails (&answer, code, part);
}

/* --- Pages ----------------------------------------------------------------------------------- */

static void
test_pages (WebFixture *self, gconstpointer data)
{
  static const Page html = { 200, "text/html; charset=iso-8859-15",
                             "<title>T</title><p>\xa4 <a href='/x'>x</a>" };
  static const Page plain = { 200, "text/plain", "a < b\x1b" };
  static const Page json = { 200, "application/json", "{\"a\":1}" };
  g_autofree char *text = g_strdup_printf ("T\n\n€ x (http://127.0.0.1:%u/x)", self->port);
  g_auto (ToolAnswer) answer = { 0 };

  add_page (self, "/html", &html);
  add_page (self, "/plain", &plain);
  add_page (self, "/json", &json);
  web_fetch (self, "/html", &answer);
  assert_gives (&answer, text);
  web_fetch (self, "/plain", &answer);
  assert_gives (&answer, "a < b");
  web_fetch (self, "/json", &answer);
  assert_gives (&answer, "{\"a\":1}");
}

static void
test_no_pages (WebFixture *self, gconstpointer data)
{
  static const Page image = { 200, "image/png", "PNG" };
  static const Page empty = { 200, "text/html", "<script>x</script>" };
  static const Page gone = { 410, "text/html", "gone" };

  add_page (self, "/image", &image);
  add_page (self, "/empty", &empty);
  add_page (self, "/gone", &gone);
  assert_path_fails (self, "/none", TROUPE_TOOL_ERROR_FAILED, "404");
  assert_path_fails (self, "/gone", TROUPE_TOOL_ERROR_FAILED, "410");
  assert_path_fails (self, "/image", TROUPE_TOOL_ERROR_FAILED, "image/png");
  assert_path_fails (self, "/empty", TROUPE_TOOL_ERROR_FAILED, "no text");
}

static void
test_arguments (WebFixture *self, gconstpointer data)
{
  static const char *const wrong[] = { NULL,
                                       "{}",
                                       "{\"website_url\":7}",
                                       "{\"url\":\"x\"}",
                                       "{\"website_url\":\"file:///etc/passwd\"}",
                                       "{\"website_url\":\"http://localhost/\"}",
                                       "{\"website_url\":\"http://[::1]/\"}" };

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_auto (ToolAnswer) answer = { 0 };

      web_call ("ScrapeWebsiteTool", wrong[i], &answer);
      assert_fails (&answer, TROUPE_TOOL_ERROR_ARGUMENTS, "");
    }
}

/* --- Local addresses -------------------------------------------------------------------------- */

static void
hop_cb (SoupServer *server,
        SoupServerMessage *message,
        const char *path,
        GHashTable *query,
        gpointer user_data)
{
  guint left = (guint) g_ascii_strtoull (path + strlen ("/hop/"), NULL, 10);
  g_autofree char *next = g_strdup_printf ("/hop/%u", left - 1);

  if (left > 0)
    soup_server_message_set_redirect (message, left % 2 == 0 ? 302 : 308, next);
  else
    {
      soup_server_message_set_status (message, 200, NULL);
      soup_server_message_set_response (message, "text/plain", SOUP_MEMORY_STATIC, "there", 5);
    }
}

static void
test_hops (WebFixture *self, gconstpointer data)
{
  g_auto (ToolAnswer) answer = { 0 };

  soup_server_add_handler (self->server, "/hop", hop_cb, NULL, NULL);
  web_fetch (self, "/hop/5", &answer);
  assert_gives (&answer, "there");
  assert_path_fails (self, "/hop/6", TROUPE_TOOL_ERROR_FAILED, "redirects");
}

static void
test_redirects (WebFixture *self, gconstpointer data)
{
  g_autofree char *other = g_strdup_printf ("http://127.0.0.1:%u/", self->other_port);
  g_autofree char *named = g_strdup_printf ("http://near.example:%u/", self->other_port);
  const Page near = { 302, NULL, NULL, "Location", other };
  const Page by_name = { 302, NULL, NULL, "Location", named };
  static const Page cloud = { 307, NULL, NULL, "Location", "http://169.254.169.254/latest" };
  static const Page file = { 303, NULL, NULL, "Location", "file:///etc/passwd" };
  static const Page local = { 301, NULL, NULL, "Location", "//localhost/" };

  add_page (self, "/near", &near);
  add_page (self, "/by-name", &by_name);
  add_page (self, "/cloud", &cloud);
  add_page (self, "/file", &file);
  add_page (self, "/local", &local);
  assert_path_fails (self, "/near", TROUPE_TOOL_ERROR_FAILED, "redirect");
  assert_path_fails (self, "/by-name", TROUPE_TOOL_ERROR_FAILED, "private");
  assert_path_fails (self, "/cloud", TROUPE_TOOL_ERROR_FAILED, "redirect");
  assert_path_fails (self, "/file", TROUPE_TOOL_ERROR_FAILED, "redirect");
  assert_path_fails (self, "/local", TROUPE_TOOL_ERROR_FAILED, "redirect");
}

/* Uses a name that resolves to a local address, and a name that resolves to a different address
 * the next time. */
static void
test_names (WebFixture *self, gconstpointer data)
{
  static const Page page = { 200, "text/plain", "page" };
  static const char *const near[] = { "10.0.0.1",         "127.0.0.2",       "::1",
                                      "::ffff:127.0.0.1", "169.254.169.254", "fd00::1" };
  g_autofree char *arguments =
      g_strdup_printf ("{\"website_url\":\"http://name.example:%u/page\"}", self->port);
  g_autofree char *other =
      g_strdup_printf ("{\"website_url\":\"http://name.example:%u/page\"}", self->other_port);
  g_auto (ToolAnswer) answer = { 0 };

  add_page (self, "/page", &page);
  web_call ("web_fetch", arguments, &answer);
  assert_gives (&answer, "page");
  /* The name is resolved only once per connection, so that the result of a second lookup cannot
   * be used. */
  g_assert_cmpuint (self->n_lookups, ==, 1);
  web_call ("web_fetch", other, &answer);
  assert_fails (&answer, TROUPE_TOOL_ERROR_FAILED, "private");
  for (guint i = 0; i < G_N_ELEMENTS (near); i++)
    {
      self->address = near[i];
      web_call ("web_fetch", arguments, &answer);
      assert_fails (&answer, TROUPE_TOOL_ERROR_FAILED, "private");
    }
}

/* --- Limits ---------------------------------------------------------------------------------- */

static void
large_cb (SoupServer *server,
          SoupServerMessage *message,
          const char *path,
          GHashTable *query,
          gpointer user_data)
{
  static const gsize size = 50 * 1024 * 1024;
  char *text = g_malloc (size);

  memset (text, 'x', size);
  soup_server_message_set_status (message, 200, NULL);
  if (g_str_has_suffix (path, "chunked"))
    soup_message_headers_set_encoding (soup_server_message_get_response_headers (message),
                                       SOUP_ENCODING_CHUNKED);
  soup_server_message_set_response (message, "text/plain", SOUP_MEMORY_TAKE, text, size);
}

static GBytes *
pack (gconstpointer data, gsize size)
{
  g_autoptr (GZlibCompressor) compressor = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 9);
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GOutputStream) stream =
      g_converter_output_stream_new (memory, G_CONVERTER (compressor));

  g_assert_true (g_output_stream_write_all (stream, data, size, NULL, NULL, NULL));
  g_assert_true (g_output_stream_close (stream, NULL, NULL));
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (memory));
}

static void
packed_cb (SoupServer *server,
           SoupServerMessage *message,
           const char *path,
           GHashTable *query,
           gpointer user_data)
{
  gsize size = g_str_has_suffix (path, "bomb") ? 64 * 1024 * 1024 : 1000;
  g_autofree char *text = g_malloc (size);
  g_autoptr (GBytes) packed = NULL;

  memset (text, 'x', size);
  packed = pack (text, size);
  soup_server_message_set_status (message, 200, NULL);
  soup_message_headers_replace (soup_server_message_get_response_headers (message),
                                "Content-Encoding",
                                g_str_has_suffix (path, "twice") ? "gzip, gzip" : "gzip");
  soup_server_message_set_response (message, "text/plain", SOUP_MEMORY_COPY,
                                    g_bytes_get_data (packed, NULL), g_bytes_get_size (packed));
}

static void
test_sizes (WebFixture *self, gconstpointer data)
{
  g_auto (ToolAnswer) answer = { 0 };
  g_autofree char *text = g_strnfill (1000, 'x');

  soup_server_add_handler (self->server, "/large", large_cb, NULL, NULL);
  soup_server_add_handler (self->server, "/packed", packed_cb, NULL, NULL);
  assert_path_fails (self, "/large", TROUPE_TOOL_ERROR_TOO_LARGE, "5 MB");
  assert_path_fails (self, "/large/chunked", TROUPE_TOOL_ERROR_TOO_LARGE, "5 MB");
  web_fetch (self, "/packed", &answer);
  assert_gives (&answer, text);
  assert_path_fails (self, "/packed/bomb", TROUPE_TOOL_ERROR_TOO_LARGE, "5 MB");
  assert_path_fails (self, "/packed/twice", TROUPE_TOOL_ERROR_FAILED, "more than once");
}

static void
test_long_text (WebFixture *self, gconstpointer data)
{
  g_autofree char *text = g_strnfill (2 * 1024 * 1024, 'x');
  const Page page = { 200, "text/html", text };
  g_auto (ToolAnswer) answer = { 0 };
  gsize length;

  add_page (self, "/long", &page);
  web_fetch (self, "/long", &answer);
  g_assert_no_error (answer.error);
  g_assert_true (
      g_str_has_suffix (troupe_value_get_string (answer.value, &length), "was truncated.]"));
  g_assert_cmpuint (length, <, TROUPE_WEB_LIMIT_TEXT + 100);
}

/* --- Time ------------------------------------------------------------------------------------ */

/* Sends the beginning of a body, and then nothing. */
static void
slow_cb (SoupServer *server,
         SoupServerMessage *message,
         const char *path,
         GHashTable *query,
         gpointer user_data)
{
  gboolean *is_asked = user_data;

  if (is_asked != NULL)
    *is_asked = TRUE;
  soup_server_message_set_status (message, 200, NULL);
  soup_message_headers_set_encoding (soup_server_message_get_response_headers (message),
                                     SOUP_ENCODING_CHUNKED);
  soup_message_body_append (soup_server_message_get_response_body (message), SOUP_MEMORY_STATIC,
                            "x", 1);
}

static void
test_slow (WebFixture *self, gconstpointer data)
{
  troupe_web_call_set_deadlines (TROUPE_WEB_CONNECT_MS, 200);
  soup_server_add_handler (self->server, "/slow", slow_cb, NULL, NULL);
  assert_path_fails (self, "/slow", TROUPE_TOOL_ERROR_FAILED, "within");
  troupe_web_call_set_deadlines (200, TROUPE_WEB_TOTAL_MS);
  self->address = NULL;
  {
    g_autofree char *arguments =
        g_strdup_printf ("{\"website_url\":\"http://name.example:%u/\"}", self->port);
    g_auto (ToolAnswer) answer = { 0 };

    web_call ("web_fetch", arguments, &answer);
    assert_fails (&answer, TROUPE_TOOL_ERROR_FAILED, "Could not connect");
  }
  troupe_web_call_set_deadlines (TROUPE_WEB_CONNECT_MS, TROUPE_WEB_TOTAL_MS);
}

/* @wait: (nullable): flag to wait for before cancelling */
static void
assert_cancelled (const char *url, const gboolean *wait)
{
  g_autoptr (TroupeTool) tool = troupe_tool_new_for_reference ("web_fetch", NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autofree char *arguments = g_strdup_printf ("{\"website_url\":\"%s\"}", url);
  g_auto (ToolAnswer) answer = { 0 };
  gint64 begin;

  tool_begin (tool, arguments, NULL, cancellable, &answer);
  test_wait_until (wait == NULL || *wait);
  begin = g_get_monotonic_time ();
  g_cancellable_cancel (cancellable);
  tool_wait (&answer);
  g_assert_error (answer.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpint (g_get_monotonic_time () - begin, <, TEST_WAIT_US);
}

static void
test_cancel (WebFixture *self, gconstpointer data)
{
  g_autofree char *slow = g_strdup_printf ("http://127.0.0.1:%u/slow", self->port);
  g_autofree char *named = g_strdup_printf ("http://name.example:%u/slow", self->port);
  gboolean is_asked = FALSE;

  soup_server_add_handler (self->server, "/slow", slow_cb, &is_asked, NULL);
  assert_cancelled (slow, NULL);
  assert_cancelled (slow, &is_asked);
  self->address = NULL;
  assert_cancelled (named, NULL);
}

/* --- Description ------------------------------------------------------------------------------ */

static void
test_permissions (WebFixture *self, gconstpointer data)
{
  static const char *const references[] = { "ScrapeWebsiteTool", "scrape_website_tool",
                                            "crewai_tools:ScrapeWebsiteTool", "web_fetch" };

  for (guint i = 0; i < G_N_ELEMENTS (references); i++)
    {
      g_autoptr (TroupeTool) tool = troupe_tool_new_for_reference (references[i], NULL);
      g_autoptr (TroupePermissionList) permissions = troupe_permission_list_new ();
      g_autoptr (TroupeValue) hosts = NULL;
      g_autofree char *json = NULL;

      g_assert_true (TROUPE_IS_WEB_TOOL (tool));
      g_assert_cmpstr (troupe_tool_get_name (tool), ==, "Read website content");
      troupe_tool_list_permissions (tool, permissions);
      hosts = troupe_permission_list_get_names (permissions, TROUPE_PERMISSION_HOST);
      json = troupe_value_to_json (hosts, TROUPE_JSON_COMPACT);
      g_assert_cmpstr (json, ==, "[\"*\"]");
    }
  g_assert_cmpuint (self->n_lookups, ==, 0);
  g_assert_cmpuint (self->requests->len, ==, 0);
}

static void
fetched_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  GError **error = user_data;
  g_autoptr (TroupeWebDocument) page = troupe_web_fetch_finish (result, error);

  g_assert_null (page);
}

/* A page is not requested from a host that the user has refused, nor from any if the user has refused the addresses that a
 * model chooses. */
static void
test_refused (WebFixture *self, gconstpointer data)
{
  static const char *const lists[] = { "[{\"host\":\"*\",\"refused\":true}]",
                                       "[{\"host\":\"refused.example\",\"encrypted\":true,"
                                       "\"variables\":[],\"refused\":true}]" };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      g_autoptr (TroupeValue) list = troupe_value_from_json (lists[i], -1, NULL);
      g_autoptr (TroupeKeyRecipients) recipients = troupe_key_recipients_new (list, FALSE);
      g_autoptr (GUri) uri = troupe_web_guard_parse ("https://refused.example/page", NULL);
      GError *error = NULL;

      troupe_web_fetch_async (uri, TROUPE_WEB_FETCH_NONE, 1000, NULL, recipients, NULL, fetched_cb,
                              &error);
      while (error == NULL)
        g_main_context_iteration (NULL, TRUE);
      g_assert_error (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_REFUSED);
      g_assert_nonnull (strstr (error->message, "you have not allowed it"));
      g_clear_error (&error);
    }
  g_assert_cmpuint (self->n_lookups, ==, 0);
  g_assert_cmpuint (self->requests->len, ==, 0);
}

#define ADD(name, func)                                                                            \
  g_test_add ("/web-tool/" name, WebFixture, NULL, web_set_up, func, web_tear_down)

int
main (int argc, char *argv[])
{
  /* Disables any proxy of this machine. */
  g_setenv ("GIO_USE_PROXY_RESOLVER", "dummy", TRUE);
  g_test_init (&argc, &argv, NULL);
  ADD ("pages", test_pages);
  ADD ("no-pages", test_no_pages);
  ADD ("arguments", test_arguments);
  ADD ("hops", test_hops);
  ADD ("redirects", test_redirects);
  ADD ("names", test_names);
  ADD ("sizes", test_sizes);
  ADD ("long-text", test_long_text);
  ADD ("slow", test_slow);
  ADD ("cancel", test_cancel);
  ADD ("rights", test_permissions);
  ADD ("refused", test_refused);
  return g_test_run ();
}
