/* troupe-cancel.c: GSource for a GCancellable, and forwarding of cancellation
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cancel"

#include "config.h"

#include "troupe-cancel.h"

/* The cancelling thread accesses only the context, never the source. */
typedef struct
{
  GSource source;
  GCancellable *cancellable;
  gulong handler;
} CancelSource;

static gboolean
is_cancelled (GSource *source)
{
  return g_cancellable_is_cancelled (((CancelSource *) source)->cancellable);
}

static gboolean
prepare (GSource *source, int *timeout_ms)
{
  *timeout_ms = -1;
  return is_cancelled (source);
}

static gboolean
dispatch (GSource *source, GSourceFunc callback, gpointer user_data)
{
  GCancellableSourceFunc func = (GCancellableSourceFunc) (void (*) (void)) callback;

  return func != NULL ? func (((CancelSource *) source)->cancellable, user_data)
                      : G_SOURCE_CONTINUE;
}

static void
finalize (GSource *source)
{
  CancelSource *self = (CancelSource *) source;

  /* Does not wait for a running handler, because the closure has its own reference to the
   * context. */
  g_signal_handler_disconnect (self->cancellable, self->handler);
  g_object_unref (self->cancellable);
}

static void
cancelled_cb (GCancellable *cancellable, gpointer user_data)
{
  g_main_context_wakeup (user_data);
}

static void
let_go (gpointer data, GClosure *closure)
{
  g_main_context_unref (data);
}

GSource *
troupe_cancel_source_new (GCancellable *cancellable, GMainContext *context)
{
  static GSourceFuncs funcs = { prepare, is_cancelled, dispatch, finalize, NULL, NULL };
  CancelSource *self = NULL;

  g_return_val_if_fail (G_IS_CANCELLABLE (cancellable), NULL);

  self = (CancelSource *) g_source_new (&funcs, sizeof (CancelSource));
  g_source_set_static_name ((GSource *) self, "troupe-cancel");
  self->cancellable = g_object_ref (cancellable);
  self->handler = g_signal_connect_data (
      cancellable, "cancelled", G_CALLBACK (cancelled_cb),
      g_main_context_ref (context != NULL ? context : g_main_context_default ()), let_go, 0);
  return (GSource *) self;
}

/* --- Forwarding cancellation ------------------------------------------------------------------ */

typedef struct
{
  GCancellable *inner;
  GMainContext *context;
} Follower;

static void
follower_free (gpointer data)
{
  Follower *follower = data;

  g_object_unref (follower->inner);
  g_main_context_unref (follower->context);
  g_free (follower);
}

static gboolean
cancel_cb (gpointer user_data)
{
  g_cancellable_cancel (user_data);
  return G_SOURCE_REMOVE;
}

/* Called on the thread that cancels. */
static void
outer_cancelled_cb (GCancellable *outer, gpointer user_data)
{
  Follower *follower = user_data;
  g_autoptr (GSource) source = g_idle_source_new ();

  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_static_name (source, "troupe-cancel follow");
  g_source_set_callback (source, cancel_cb, g_object_ref (follower->inner), g_object_unref);
  g_source_attach (source, follower->context);
}

gulong
troupe_cancel_follow (GCancellable *outer, GCancellable *inner)
{
  Follower *follower;

  g_return_val_if_fail (G_IS_CANCELLABLE (outer), 0);
  g_return_val_if_fail (G_IS_CANCELLABLE (inner), 0);

  if (g_cancellable_is_cancelled (outer))
    {
      g_cancellable_cancel (inner);
      return 0;
    }

  follower = g_new0 (Follower, 1);
  follower->inner = g_object_ref (inner);
  follower->context = g_main_context_ref_thread_default ();
  return g_cancellable_connect (outer, G_CALLBACK (outer_cancelled_cb), follower, follower_free);
}
