/* web-fixture.c: two local web servers and a fake resolver for web tools
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "troupe-web-guard-private.h"
#include "web-fixture.h"

/* --- Names ----------------------------------------------------------------------------------- */

#define TEST_TYPE_RESOLVER (test_resolver_get_type ())
G_DECLARE_FINAL_TYPE (TestResolver, test_resolver, TEST, RESOLVER, GResolver)

struct _TestResolver
{
  GResolver parent_instance;

  WebFixture *web;
};

G_DEFINE_FINAL_TYPE (TestResolver, test_resolver, G_TYPE_RESOLVER)

static void
cancelled_cb (GCancellable *cancellable, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;

  g_task_return_error_if_cancelled (task);
}

static void
lookup_async (GResolver *resolver,
              const char *name,
              GResolverNameLookupFlags flags,
              GCancellable *cancellable,
              GAsyncReadyCallback callback,
              gpointer user_data)
{
  WebFixture *web = TEST_RESOLVER (resolver)->web;
  g_autoptr (GTask) task = g_task_new (resolver, cancellable, callback, user_data);
  GInetAddress *address;

  if ((flags & G_RESOLVER_NAME_LOOKUP_FLAGS_IPV6_ONLY) != 0)
    {
      g_task_return_new_error (task, G_RESOLVER_ERROR, G_RESOLVER_ERROR_NOT_FOUND, "none");
      return;
    }
  web->n_lookups++;
  if (web->address == NULL)
    {
      g_signal_connect (cancellable, "cancelled", G_CALLBACK (cancelled_cb),
                        g_steal_pointer (&task));
      return;
    }
  address = g_inet_address_new_from_string (web->address);
  g_task_return_pointer (task, g_list_append (NULL, address),
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
  g_assert (TEST_IS_RESOLVER (self));
}

/* --- Servers --------------------------------------------------------------------------------- */

static void
other_cb (SoupServer *server,
          SoupServerMessage *message,
          const char *path,
          GHashTable *query,
          gpointer user_data)
{
  WebFixture *self = user_data;

  self->n_other++;
  soup_server_message_set_status (message, 200, NULL);
  soup_server_message_set_response (message, "text/plain", SOUP_MEMORY_STATIC, "canary", 6);
}

void
web_note_request (WebFixture *self, SoupServerMessage *message)
{
  GUri *uri = soup_server_message_get_uri (message);
  const char *query = g_uri_get_query (uri);
  SoupMessageBody *body = soup_server_message_get_request_body (message);
  g_autoptr (GBytes) bytes = soup_message_body_flatten (body);

  g_ptr_array_add (self->requests,
                   g_strconcat (soup_server_message_get_method (message), " ", g_uri_get_path (uri),
                                query != NULL ? "?" : "", query, NULL));
  g_clear_pointer (&self->headers, soup_message_headers_unref);
  self->headers = soup_message_headers_ref (soup_server_message_get_request_headers (message));
  g_free (self->body);
  self->body = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

static void
request_cb (SoupServer *server,
            SoupServerMessage *message,
            const char *path,
            GHashTable *query,
            gpointer user_data)
{
  web_note_request (user_data, message);
  soup_server_message_set_status (message, 404, NULL);
}

guint
web_listen (SoupServer *server, SoupServerListenOptions options)
{
  g_autoptr (GError) error = NULL;
  GSList *uris;
  guint port;

  soup_server_listen_local (server, 0, SOUP_SERVER_LISTEN_IPV4_ONLY | options, &error);
  g_assert_no_error (error);
  uris = soup_server_get_uris (server);
  port = (guint) g_uri_get_port (uris->data);
  g_slist_free_full (uris, (GDestroyNotify) g_uri_unref);
  return port;
}

void
web_set_up (WebFixture *self, gconstpointer data)
{
  TestResolver *resolver = g_object_new (TEST_TYPE_RESOLVER, NULL);

  resolver->web = self;
  self->resolver = G_RESOLVER (resolver);
  self->address = "127.0.0.1";
  self->requests = g_ptr_array_new_with_free_func (g_free);
  self->server = soup_server_new (NULL, NULL);
  self->other = soup_server_new (NULL, NULL);
  soup_server_add_handler (self->server, NULL, request_cb, self, NULL);
  soup_server_add_handler (self->other, NULL, other_cb, self, NULL);
  self->port = web_listen (self->server, 0);
  self->other_port = web_listen (self->other, 0);
  g_resolver_set_default (self->resolver);
  troupe_web_guard_allow_loopback ((guint16) self->port);
}

void
web_tear_down (WebFixture *self, gconstpointer data)
{
  /* The other server was never contacted. */
  g_assert_cmpuint (self->n_other, ==, 0);
  troupe_web_guard_allow_loopback (0);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  soup_server_disconnect (self->server);
  soup_server_disconnect (self->other);
  g_object_unref (self->server);
  g_object_unref (self->other);
  g_object_unref (self->resolver);
  g_ptr_array_unref (self->requests);
  g_clear_pointer (&self->headers, soup_message_headers_unref);
  g_free (self->body);
}

void
web_call (const char *reference, const char *arguments, ToolAnswer *answer)
{
  g_autoptr (TroupeTool) tool = troupe_tool_new_for_reference (reference, NULL);

  g_assert_nonnull (tool);
  tool_begin (tool, arguments, NULL, NULL, answer);
  tool_wait (answer);
}

void
web_fetch (WebFixture *self, const char *path, ToolAnswer *answer)
{
  g_autofree char *arguments =
      g_strdup_printf ("{\"website_url\":\"http://127.0.0.1:%u%s\"}", self->port, path);

  web_call ("web_fetch", arguments, answer);
}
