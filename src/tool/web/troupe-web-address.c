/* troupe-web-address.c: network address that connects only to permitted hosts (SSRF protection)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-web-address"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-web-address.h"

/* --- Enumerating addresses -------------------------------------------------------------------- */

#define TROUPE_TYPE_WEB_ENUMERATOR (troupe_web_enumerator_get_type ())
G_DECLARE_FINAL_TYPE (TroupeWebEnumerator,
                      troupe_web_enumerator,
                      TROUPE,
                      WEB_ENUMERATOR,
                      GSocketAddressEnumerator)

struct _TroupeWebEnumerator
{
  GSocketAddressEnumerator parent_instance;

  GSocketAddressEnumerator *inner;
  TroupeHttpReach reach;
  gboolean is_refused;
};

G_DEFINE_FINAL_TYPE (TroupeWebEnumerator, troupe_web_enumerator, G_TYPE_SOCKET_ADDRESS_ENUMERATOR)

/* Checks the next address. @address: (transfer full) (nullable): %NULL on error or at the end */
static GSocketAddress *
look_at (TroupeWebEnumerator *self, GSocketAddress *address, GError **error)
{
  g_autoptr (GSocketAddress) owned = address;

  g_assert (TROUPE_IS_WEB_ENUMERATOR (self));

  if (owned == NULL || (!self->is_refused && troupe_web_guard_may_reach (owned, self->reach)))
    return g_steal_pointer (&owned);
  self->is_refused = TRUE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED,
                       _ ("it is not a public web address"));
  return NULL;
}

static GSocketAddress *
troupe_web_enumerator_next (GSocketAddressEnumerator *enumerator,
                            GCancellable *cancellable,
                            GError **error)
{
  TroupeWebEnumerator *self = TROUPE_WEB_ENUMERATOR (enumerator);

  return look_at (self, g_socket_address_enumerator_next (self->inner, cancellable, error), error);
}

static void
next_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  TroupeWebEnumerator *self = g_task_get_source_object (task);
  GError *error = NULL;
  GSocketAddress *address =
      look_at (self,
               g_socket_address_enumerator_next_finish (G_SOCKET_ADDRESS_ENUMERATOR (object),
                                                        result, &error),
               &error);

  g_assert (G_IS_ASYNC_RESULT (result));

  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, address, g_object_unref);
}

static void
troupe_web_enumerator_next_async (GSocketAddressEnumerator *enumerator,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data)
{
  TroupeWebEnumerator *self = TROUPE_WEB_ENUMERATOR (enumerator);
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, troupe_web_enumerator_next_async);
  g_socket_address_enumerator_next_async (self->inner, cancellable, next_cb, task);
}

static GSocketAddress *
troupe_web_enumerator_next_finish (GSocketAddressEnumerator *enumerator,
                                   GAsyncResult *result,
                                   GError **error)
{
  g_assert (TROUPE_IS_WEB_ENUMERATOR (enumerator));

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
troupe_web_enumerator_dispose (GObject *object)
{
  TroupeWebEnumerator *self = TROUPE_WEB_ENUMERATOR (object);

  g_clear_object (&self->inner);

  G_OBJECT_CLASS (troupe_web_enumerator_parent_class)->dispose (object);
}

static void
troupe_web_enumerator_class_init (TroupeWebEnumeratorClass *klass)
{
  GSocketAddressEnumeratorClass *enumerator_class = G_SOCKET_ADDRESS_ENUMERATOR_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_web_enumerator_dispose;
  enumerator_class->next = troupe_web_enumerator_next;
  enumerator_class->next_async = troupe_web_enumerator_next_async;
  enumerator_class->next_finish = troupe_web_enumerator_next_finish;
}

static void
troupe_web_enumerator_init (TroupeWebEnumerator *self)
{
  g_assert (TROUPE_IS_WEB_ENUMERATOR (self));
}

/* --- Host ------------------------------------------------------------------------------------- */

struct _TroupeWebAddress
{
  GNetworkAddress parent_instance;

  TroupeHttpReach reach;
};

static GSocketConnectableIface *parent_iface;

static GSocketAddressEnumerator *
troupe_web_address_enumerate (GSocketConnectable *connectable)
{
  TroupeWebEnumerator *self = g_object_new (TROUPE_TYPE_WEB_ENUMERATOR, NULL);

  g_assert (TROUPE_IS_WEB_ADDRESS (connectable));

  self->inner = parent_iface->enumerate (connectable);
  self->reach = TROUPE_WEB_ADDRESS (connectable)->reach;
  return G_SOCKET_ADDRESS_ENUMERATOR (self);
}

static void
connectable_init (GSocketConnectableIface *iface)
{
  parent_iface = g_type_interface_peek_parent (iface);
  iface->enumerate = troupe_web_address_enumerate;
  iface->proxy_enumerate = troupe_web_address_enumerate;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TroupeWebAddress,
                               troupe_web_address,
                               G_TYPE_NETWORK_ADDRESS,
                               G_IMPLEMENT_INTERFACE (G_TYPE_SOCKET_CONNECTABLE, connectable_init))

TroupeWebAddress *
troupe_web_address_new (GUri *uri, TroupeHttpReach reach)
{
  TroupeWebAddress *self;

  g_return_val_if_fail (uri != NULL && g_uri_get_host (uri) != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_WEB_ADDRESS, "hostname", g_uri_get_host (uri), "port",
                       (guint) g_uri_get_port (uri), "scheme", g_uri_get_scheme (uri), NULL);
  self->reach = reach;
  return self;
}

static void
troupe_web_address_class_init (TroupeWebAddressClass *klass)
{
  g_assert (G_IS_OBJECT_CLASS (klass));
}

static void
troupe_web_address_init (TroupeWebAddress *self)
{
  g_assert (TROUPE_IS_WEB_ADDRESS (self));
}
