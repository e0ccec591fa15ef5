/* troupe-mcp-pause.h: asynchronous delay before a retry
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

void troupe_mcp_pause_async (guint milliseconds,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data);
/* Returns FALSE with %G_IO_ERROR_CANCELLED as soon as the delay is cancelled. */
gboolean troupe_mcp_pause_finish (GAsyncResult *result, GError **error);

G_END_DECLS
