/* test-http-hosts.c: names of hosts that lead to this computer or to a private network
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "../test-interfaces.h"
#include "../test-remove.h"
#include "../test-wait.h"
#include "fake-server.h"
#include "troupe-http-call.h"
#include "troupe-http-hosts.h"
#include "troupe-http-shards.h"

/* --- A resolver ------------------------------------------------------------------------------- */

#define TEST_TYPE_RESOLVER (test_resolver_get_type ())
G_DECLARE_FINAL_TYPE (TestResolver, test_resolver, TEST, RESOLVER, GResolver)

struct _TestResolver
{
  GResolver parent_instance;
};

G_DEFINE_FINAL_TYPE (TestResolver, test_resolver, G_TYPE_RESOLVER)

/* The address of all names. */
static const char *leads_to = "127.0.0.1";

static void
lookup_async (GResolver *resolver,
              const char *name,
              GResolverNameLookupFlags flags,
              GCancellable *cancellable,
              GAsyncReadyCallback callback,
              gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (resolver, cancellable, callback, user_data);

  if ((flags & G_RESOLVER_NAME_LOOKUP_FLAGS_IPV6_ONLY) != 0)
    g_task_return_new_error (task, G_RESOLVER_ERROR, G_RESOLVER_ERROR_NOT_FOUND, "none");
  else
    g_task_return_pointer (task, g_list_append (NULL, g_inet_address_new_from_string (leads_to)),
                           (GDestroyNotify) g_resolver_free_addresses);
}

static GList *
lookup_finish (GResolver *resolver, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
test_resolver_class_init (TestResolverClass *klass)
{
  GResolverClass *resolver_class = G_RESOLVER_CLASS (klass);

  resolver_class->lookup_by_name_with_flags_async = lookup_async;
  resolver_class->lookup_by_name_with_flags_finish = lookup_finish;
}

static void
test_resolver_init (TestResolver *self)
{
  g_assert_true (TEST_IS_RESOLVER (self));
}

/* --- Requests --------------------------------------------------------------------------------- */

static void
response_cb (SoupMessage *message, gpointer user_data)
{
}

static TroupeHttpNext
bytes_cb (const char *bytes, gsize length, gpointer user_data, GError **error)
{
  return TROUPE_HTTP_MORE;
}

typedef struct
{
  gboolean is_done;
  GError *error;
} Ended;

static void
ended_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Ended *ended = user_data;

  troupe_http_call_finish (result, &ended->error);
  ended->is_done = TRUE;
}

/* Sends a request to @host at the port of the server. @session: (nullable). Returns the error. (transfer full)
 * (nullable) */
static GError *
call (FakeServer *server, SoupSession *session, const char *host, gboolean is_of_user)
{
  static const TroupeHttpListener listener = { .on_response = response_cb, .on_bytes = bytes_cb };
  g_autoptr (GUri) own = g_uri_parse (fake_server_get_url (server), SOUP_HTTP_URI_FLAGS, NULL);
  g_autoptr (GUri) uri = g_uri_build (SOUP_HTTP_URI_FLAGS, "http", NULL, host, g_uri_get_port (own),
                                      "/containers/create", NULL, NULL);
  const TroupeHttpRequest request = { .uri = uri, .is_of_user = is_of_user, .call_ms = 20000 };
  Ended ended = { FALSE, NULL };

  troupe_http_call_async (session, &request, &listener, NULL, NULL, ended_cb, &ended);
  test_wait_until (ended.is_done);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  return ended.error;
}

static void
assert_refused (FakeServer *server, SoupSession *session, const char *host)
{
  const guint n_before = fake_server_get_n_requests (server);
  g_autoptr (GError) error = call (server, session, host, FALSE);

  g_test_message ("%s: %s", host, error != NULL ? error->message : "sent");
  g_assert_error (error, TROUPE_HTTP_ERROR, TROUPE_HTTP_ERROR_ADDRESS);
  g_assert_nonnull (strstr (error->message, leads_to));
  g_assert_cmpuint (fake_server_get_n_requests (server), ==, n_before);
}

static void
assert_sent (FakeServer *server, SoupSession *session, const char *host, gboolean is_of_user)
{
  const guint n_before = fake_server_get_n_requests (server);
  g_autoptr (GError) error = call (server, session, host, is_of_user);

  g_test_message ("%s: %s", host, error != NULL ? error->message : "sent");
  g_assert_no_error (error);
  g_assert_cmpuint (fake_server_get_n_requests (server), ==, n_before + 1);
}

static FakeServer *
make_server (void)
{
  FakeServer *server = fake_server_new ();

  fake_server_add (server, fake_reply ("200 OK", "text/plain", NULL, "answer"), 0, 0,
                   FAKE_END_CLOSE);
  return server;
}

/* Asserts to which addresses the name has led, separated by spaces. */
static void
assert_noted (const char *host, const char *expected)
{
  g_auto (GStrv) addresses = troupe_http_hosts_find (host);
  g_autofree char *text = g_strjoinv (" ", addresses);

  g_assert_cmpstr (text, ==, expected);
}

/* --- Tests ------------------------------------------------------------------------------------ */

/* What looks like a name of the internet, or like a name at all, does not reach this computer. */
static void
test_names (void)
{
  static const char *const names[] = { "tools.stranger.example", "TOOLS.stranger.example.",
                                       "localhost.stranger.example", "127.0.0.1.nip.io", "1box" };
  static const char *const numbers[] = { "127.1", "2130706433", "0x7f000001", "0177.0.0.1" };
  static const char *const plain[] = { "localhost",  "box",           "box.local",   "Box.LAN",
                                       "a.internal", "nas.home.arpa", "a.localhost", "127.0.0.1" };
  g_autoptr (FakeServer) server = make_server ();
  g_autoptr (SoupSession) session = troupe_http_shards_new (2);

  leads_to = "127.0.0.1";
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      assert_refused (server, session, names[i]);
      assert_refused (server, NULL, names[i]);
      assert_noted (names[i], "127.0.0.1");
    }
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      g_autoptr (GError) error = call (server, session, numbers[i], FALSE);

      g_assert_nonnull (error);
      g_assert_cmpuint (fake_server_get_n_requests (server), ==, 0);
    }
  for (guint i = 0; i < G_N_ELEMENTS (plain); i++)
    {
      assert_sent (server, session, plain[i], FALSE);
      assert_noted (plain[i], "");
    }
  assert_sent (server, session, "settings.example", TRUE);
}

/* A name is allowed the addresses that were shown: neither does this computer include a private network, nor one
 * address another one, and nothing includes addresses of the link. A session would keep the first address. */
static void
test_allowed (void)
{
  g_autoptr (FakeServer) server = make_server ();

  leads_to = "10.1.2.3";
  assert_refused (server, NULL, "llm.corp.example");
  assert_refused (server, NULL, "llm.corp.example");
  assert_noted ("llm.corp.example:8080", "10.1.2.3");
  assert_noted ("llm.corp.example:8080/v1/x", "10.1.2.3");
  assert_noted ("corp.example", "");
  troupe_http_hosts_allow ("llm.corp.example:8080", "10.1.2.3");
  leads_to = "127.0.0.1";
  assert_refused (server, NULL, "llm.corp.example");
  assert_noted ("LLM.corp.example", "10.1.2.3 127.0.0.1");
  troupe_http_hosts_allow ("llm.corp.example", "127.0.0.1");
  assert_sent (server, NULL, "llm.corp.example", FALSE);
  assert_refused (server, NULL, "other.corp.example");
  leads_to = "10.1.2.4";
  assert_refused (server, NULL, "llm.corp.example");
  leads_to = "169.254.169.254";
  assert_refused (server, NULL, "llm.corp.example");
  assert_refused (server, NULL, "metadata.google.internal");
  assert_refused (server, NULL, "instance-data");
  assert_noted ("llm.corp.example", "10.1.2.3 127.0.0.1 10.1.2.4");
}

/* A proxy looks up the name, wherever the proxy is. */
static void
test_proxy (void)
{
  g_autoptr (FakeServer) server = make_server ();
  g_autofree char *proxy = g_strdup (fake_server_get_url (server));
  g_autoptr (GProxyResolver) resolver = NULL;
  g_autoptr (SoupSession) session = NULL;

  *strstr (proxy, "/v1") = '\0';
  resolver = g_simple_proxy_resolver_new (proxy, NULL);
  session = soup_session_new_with_options ("proxy-resolver", resolver, NULL);
  leads_to = "127.0.0.1";
  assert_sent (server, session, "behind.proxy.example", FALSE);
}

/* An address of the internet may be one of this computer, or of its network. Neither its name nor the address itself shows that. */
static void
test_own_addresses (void)
{
  static const struct
  {
    const char *host;
    const char *address;
  } literals[] = { { "[2a01:4f8:c0c:1::5]:8080/v1", "2a01:4f8:c0c:1::5" },
                   { "[2a01:4f8:c0c:1::77]", "2a01:4f8:c0c:1::77" },
                   { "2a01:4F8:c0c:1:0::5", "2a01:4f8:c0c:1::5" },
                   { "8.8.4.5:8080", "8.8.4.5" },
                   { "8.8.4.200/x", "8.8.4.200" },
                   { "[2003:1::9]", "2003:1::9" },
                   { "[2003:1::8]", "" },
                   { "[2a01:4f8:c0c:2::5]:8080", "" },
                   { "8.8.5.5", "" },
                   { "127.0.0.1:8080", "" },
                   { "192.168.1.7", "" } };
  g_autoptr (FakeServer) server = make_server ();

  for (guint i = 0; i < G_N_ELEMENTS (literals); i++)
    {
      g_test_message ("%s", literals[i].host);
      assert_noted (literals[i].host, literals[i].address);
    }
  leads_to = "2a01:4f8:c0c:1::5";
  assert_refused (server, NULL, "own.stranger.example");
  assert_noted ("own.stranger.example", "2a01:4f8:c0c:1::5");
  assert_refused (server, NULL, "2a01:4f8:c0c:1::5");
  leads_to = "8.8.4.77";
  assert_refused (server, NULL, "printer.stranger.example");
  assert_refused (server, NULL, "8.8.4.77");
  /* What the permissions have shown of one address does not count for another one. */
  troupe_http_hosts_allow ("8.8.4.77:8080", "8.8.4.77");
  leads_to = "8.8.4.78";
  assert_refused (server, NULL, "8.8.4.78");
}

int
main (int argc, char **argv)
{
  static const char *const interfaces[] = { "2a01:4f8:c0c:1::5/64", "8.8.4.5/24", "2003:1::9/0",
                                            NULL };
  g_autoptr (GResolver) resolver = NULL;
  g_autofree char *state = g_dir_make_tmp ("test-http-hosts-XXXXXX", NULL);
  int result;

  g_assert_nonnull (state);
  g_setenv ("XDG_STATE_HOME", state, TRUE);
  g_test_init (&argc, &argv, NULL);
  test_interfaces = interfaces;
  resolver = g_object_new (TEST_TYPE_RESOLVER, NULL);
  g_resolver_set_default (resolver);
  g_test_add_func ("/http/hosts/names", test_names);
  g_test_add_func ("/http/hosts/allowed", test_allowed);
  g_test_add_func ("/http/hosts/own-addresses", test_own_addresses);
  g_test_add_func ("/http/hosts/proxy", test_proxy);
  result = g_test_run ();
  remove_all (state);
  return result;
}
