/* troupe-http-proxy.c: proxy resolver for model servers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-http-proxy"

#include "config.h"

#include "troupe-http-proxy.h"
#include "troupe-sanitize-text.h"

struct _TroupeHttpProxy
{
  GObject parent_instance;
};

static void troupe_http_proxy_iface_init (GProxyResolverInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TroupeHttpProxy,
                               troupe_http_proxy,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_PROXY_RESOLVER,
                                                      troupe_http_proxy_iface_init))

static gboolean
is_here (const char *address)
{
  g_autoptr (GUri) uri = g_uri_parse (address, G_URI_FLAGS_NONE, NULL);

  return uri != NULL && troupe_uri_is_here (uri);
}

static char **
make_direct (void)
{
  static const char *const direct[] = { "direct://", NULL };

  return g_strdupv ((char **) direct);
}

static gboolean
troupe_http_proxy_is_supported (GProxyResolver *resolver)
{
  return TRUE;
}

static char **
troupe_http_proxy_lookup (GProxyResolver *resolver,
                          const char *uri,
                          GCancellable *cancellable,
                          GError **error)
{
  g_assert (TROUPE_IS_HTTP_PROXY (resolver));

  return is_here (uri)
             ? make_direct ()
             : g_proxy_resolver_lookup (g_proxy_resolver_get_default (), uri, cancellable, error);
}

static void
looked_up_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  char **proxies = g_proxy_resolver_lookup_finish (G_PROXY_RESOLVER (source), result, &error);

  g_assert (G_IS_TASK (task));

  if (proxies != NULL)
    g_task_return_pointer (task, proxies, (GDestroyNotify) g_strfreev);
  else
    g_task_return_error (task, error);
}

static void
troupe_http_proxy_lookup_async (GProxyResolver *resolver,
                                const char *uri,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  GTask *task = g_task_new (resolver, cancellable, callback, user_data);

  g_assert (TROUPE_IS_HTTP_PROXY (resolver));

  g_task_set_source_tag (task, troupe_http_proxy_lookup_async);
  if (!is_here (uri))
    {
      g_proxy_resolver_lookup_async (g_proxy_resolver_get_default (), uri, cancellable,
                                     looked_up_cb, task);
      return;
    }
  g_task_return_pointer (task, make_direct (), (GDestroyNotify) g_strfreev);
  g_object_unref (task);
}

static char **
troupe_http_proxy_lookup_finish (GProxyResolver *resolver, GAsyncResult *result, GError **error)
{
  g_assert (TROUPE_IS_HTTP_PROXY (resolver));
  g_assert (g_task_is_valid (result, resolver));

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
troupe_http_proxy_class_init (TroupeHttpProxyClass *klass)
{
}

static void
troupe_http_proxy_init (TroupeHttpProxy *self)
{
  g_assert (TROUPE_IS_HTTP_PROXY (self));
}

static void
troupe_http_proxy_iface_init (GProxyResolverInterface *iface)
{
  iface->is_supported = troupe_http_proxy_is_supported;
  iface->lookup = troupe_http_proxy_lookup;
  iface->lookup_async = troupe_http_proxy_lookup_async;
  iface->lookup_finish = troupe_http_proxy_lookup_finish;
}

GProxyResolver *
troupe_http_proxy_new (void)
{
  return g_object_new (TROUPE_TYPE_HTTP_PROXY, NULL);
}
