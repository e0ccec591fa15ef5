/* troupe-http-proxy.h: proxy resolver for model servers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TroupeHttpProxy:
 *
 * Uses the proxies of the desktop or the environment, but none for addresses of the local computer:
 * these are connected directly, whatever is configured, without a lookup, which needs a thread and
 * takes longer than the connection itself.
 */
#define TROUPE_TYPE_HTTP_PROXY (troupe_http_proxy_get_type ())
G_DECLARE_FINAL_TYPE (TroupeHttpProxy, troupe_http_proxy, TROUPE, HTTP_PROXY, GObject)

GProxyResolver *troupe_http_proxy_new (void);

G_END_DECLS
