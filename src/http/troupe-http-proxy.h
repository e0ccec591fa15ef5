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
 * Uses the proxies of the desktop or the environment, except for addresses of the local computer.
 * These are connected directly, regardless of the configuration. They are not looked up, because a
 * lookup needs a thread and takes longer than the connection itself.
 */
#define TROUPE_TYPE_HTTP_PROXY (troupe_http_proxy_get_type ())
G_DECLARE_FINAL_TYPE (TroupeHttpProxy, troupe_http_proxy, TROUPE, HTTP_PROXY, GObject)

GProxyResolver *troupe_http_proxy_new (void);

G_END_DECLS
