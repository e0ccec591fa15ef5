/* bench-library.c: HTTP calls with libsoup only, the lower bound for benchmarks of runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <libsoup/soup.h>
#include <string.h>

#include "bench-library.h"
#include "bench-server.h"

/* libsoup iterates over all queued messages of a session whenever a message ends, and over all
 * idle connections whenever a message starts. Therefore, no call is queued, and a session has
 * few connections. */
#define CONNECTIONS_PER_SESSION 16

typedef struct
{
  char *address;
  GBytes *body;
  guint n_left; /* calls that have not started */
  guint n_active;
} Calls;

static void call_cb (GObject *source, GAsyncResult *result, gpointer user_data);

static void
begin_call (Calls *self, SoupSession *session)
{
  g_autoptr (SoupMessage) message = soup_message_new (SOUP_METHOD_POST, self->address);

  self->n_left--;
  self->n_active++;
  soup_message_set_request_body_from_bytes (message, "application/json", self->body);
  /* Without this flag each message would use a new connection. */
  soup_message_add_flags (message, SOUP_MESSAGE_IDEMPOTENT);
  soup_session_send_and_read_async (session, message, G_PRIORITY_DEFAULT, NULL, call_cb, self);
}

static void
call_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Calls *self = user_data;
  SoupSession *session = SOUP_SESSION (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = soup_session_send_and_read_finish (session, result, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (g_bytes_get_size (bytes), >=, strlen (BENCH_ANSWER));
  self->n_active--;
  if (self->n_left > 0)
    begin_call (self, session);
}

double
bench_library_measure (const char *url,
                       const char *question,
                       guint n_calls,
                       guint n_connections,
                       double *work)
{
  g_autoptr (GPtrArray) sessions = g_ptr_array_new_with_free_func (g_object_unref);
  g_autofree char *address = g_strconcat (url, "/chat/completions", NULL);
  g_autoptr (GBytes) body = g_bytes_new_static (question, strlen (question));
  Calls calls = { .address = address, .body = body, .n_left = n_calls };
  const gint64 begun_us = g_get_monotonic_time ();
  const double work_before = bench_get_work ();

  while (calls.n_active < n_connections && calls.n_left > 0)
    {
      if (calls.n_active % CONNECTIONS_PER_SESSION == 0)
        g_ptr_array_add (sessions, soup_session_new_with_options (
                                       "max-conns", CONNECTIONS_PER_SESSION, "max-conns-per-host",
                                       CONNECTIONS_PER_SESSION, "proxy-resolver", NULL, NULL));
      begin_call (&calls, sessions->pdata[sessions->len - 1]);
    }
  while (calls.n_active > 0)
    g_main_context_iteration (NULL, TRUE);
  *work = bench_get_work () - work_before;
  return (double) (g_get_monotonic_time () - begun_us) / 1e6;
}
