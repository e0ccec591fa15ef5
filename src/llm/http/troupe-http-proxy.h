/* troupe-http-proxy.h: which proxy leads to a model's server
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TroupeHttpProxy:
 *
 * The proxies that the desktop or the environment names, and none for addresses of this computer: those are reached
 * directly, whatever is set, and nobody is asked. Asking takes a thread and longer than the connection itself.
 */
#define TROUPE_TYPE_HTTP_PROXY (troupe_http_proxy_get_type ())
G_DECLARE_FINAL_TYPE (TroupeHttpProxy, troupe_http_proxy, TROUPE, HTTP_PROXY, GObject)

GProxyResolver *troupe_http_proxy_new (void);

G_END_DECLS
