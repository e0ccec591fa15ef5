/* troupe-cancel.h: GSource for a GCancellable, and forwarding of cancellation
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * troupe_cancel_source_new:
 * @context: (nullable): the context to which the source will be attached; %NULL for the default
 *   context
 *
 * Like g_cancellable_source_new(), with a #GCancellableSourceFunc, which must return
 * %G_SOURCE_REMOVE. The source may be released at the moment when another thread cancels; the
 * source of GLib 2.74 would be leaked in that case. If it is a child of another source, it needs no
 * callback. Like any source it must be destroyed, because it has a reference to @context.
 *
 * Returns: (transfer full): the source, not attached
 */
GSource *troupe_cancel_source_new (GCancellable *cancellable, GMainContext *context);

/**
 * troupe_cancel_follow:
 * @outer: may be cancelled by any thread
 * @inner: is cancelled after @outer
 *
 * Cancels @inner from a separate source in the caller's thread-default context when any thread
 * cancels @outer. Therefore, an operation of GLib 2.74 with @inner is never cancelled at the moment
 * when it starts to wait, which GSocketClient would not notice. If @outer is already cancelled,
 * @inner is cancelled immediately.
 *
 * Returns: a handler for g_cancellable_disconnect() of @outer; 0 if there is nothing to disconnect
 */
gulong troupe_cancel_follow (GCancellable *outer, GCancellable *inner);

G_END_DECLS
