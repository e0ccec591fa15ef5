/* troupe-http-close.c: safe asynchronous closing of response streams
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-http-close"

#include "config.h"

#include "troupe-http-close.h"

typedef struct
{
  SoupSession *session;
  SoupMessage *message; /* (nullable) */
} Closing;

static void
closing_free (gpointer data)
{
  Closing *closing = data;

  g_clear_object (&closing->message);
  g_clear_object (&closing->session);
  g_free (closing);
}

static gboolean
closing_over_cb (gpointer user_data)
{
  return G_SOURCE_REMOVE;
}

static void
free_later (Closing *closing)
{
  g_autoptr (GSource) source = g_idle_source_new ();

  g_source_set_static_name (source, "troupe-http-close");
  g_source_set_callback (source, closing_over_cb, closing, closing_free);
  g_source_attach (source, g_main_context_get_thread_default ());
}

static void
closed_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GError) error = NULL;

  g_assert (G_IS_ASYNC_RESULT (result));

  free_later (user_data);
  /* The response is complete, so it does not matter if the connection cannot be reused. */
  if (!g_input_stream_close_finish (G_INPUT_STREAM (object), result, &error))
    g_debug ("A response could not be closed: %s", error->message);
}

void
troupe_http_close (SoupSession *session,
                   SoupMessage *message,
                   GInputStream *stream,
                   GCancellable *cancellable)
{
  Closing *closing;

  g_return_if_fail (SOUP_IS_SESSION (session));

  closing = g_new0 (Closing, 1);
  closing->session = session;
  closing->message = message;
  if (stream != NULL)
    g_input_stream_close_async (stream, G_PRIORITY_DEFAULT, cancellable, closed_cb, closing);
  else
    free_later (closing);
  g_clear_object (&stream);
}
