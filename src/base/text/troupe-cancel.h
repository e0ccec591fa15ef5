/* troupe-cancel.h: a source for the moment in which something is cancelled
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * troupe_cancel_source_new:
 * @context: (nullable): the context that it will be attached to; %NULL is the default one
 *
 * As g_cancellable_source_new(), with a #GCancellableSourceFunc, which has to return %G_SOURCE_REMOVE. It
 * can be let go of in the very moment in which another thread cancels, in which GLib 2.74 keeps its own
 * for ever. As a child of another source it needs no callback. It has to be destroyed like any source, as
 * it holds @context.
 *
 * Returns: (transfer full): the source, not attached
 */
GSource *troupe_cancel_source_new (GCancellable *cancellable, GMainContext *context);

/**
 * troupe_cancel_follow:
 * @outer: what any thread may cancel
 * @inner: cancelled after it
 *
 * Cancels @inner in the thread-default context of the caller, in a turn of its own, whichever thread cancels
 * @outer: what GLib 2.74 waits for with @inner is then never cancelled in the very moment in which it begins
 * to wait, which GSocketClient does not notice. Where @outer is cancelled already, @inner is at once.
 *
 * Returns: for g_cancellable_disconnect() of @outer; 0 where there is nothing to let go of
 */
gulong troupe_cancel_follow (GCancellable *outer, GCancellable *inner);

G_END_DECLS
