/* troupe-mcp-loopback.c: loopback server for the redirect of a sign-in in the browser
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-mcp-loopback"

#include "config.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <libsoup/soup.h>
#include <string.h>
#include <sys/random.h>

#include "troupe-mcp-loopback.h"

#define PATH "/callback"
#define STATE_BYTES 32u
/* How long the browser may take to receive the response. */
#define LINGER_MS 2000u

struct _TroupeMcpLoopback
{
  SoupServer *server;
  char *redirect;
  char *state;
  TroupeMcpLoopbackFunc func; /* (nullable): NULL after it was called */
  gpointer user_data;
};

/* --- Encoding --------------------------------------------------------------------------------- */

char *
troupe_mcp_pack_bytes (const guint8 *bytes, gsize length)
{
  char *text = g_base64_encode (bytes, length);

  g_strdelimit (text, "+", '-');
  g_strdelimit (text, "/", '_');
  for (gsize end = strlen (text); end > 0 && text[end - 1] == '=';)
    text[--end] = '\0';
  return text;
}

char *
troupe_mcp_random_text (gsize n_bytes)
{
  g_autofree guint8 *bytes = g_malloc (n_bytes);

  for (gsize n_read = 0; n_read < n_bytes;)
    {
      const gssize n = getrandom (bytes + n_read, n_bytes - n_read, 0);

      if (n > 0)
        n_read += (gsize) n;
      else if (errno != EINTR)
        /* A guessable state would not be secure; getrandom() has been available since Linux
         * 3.17. */
        g_error ("getrandom: %s", g_strerror (errno));
    }
  return troupe_mcp_pack_bytes (bytes, n_bytes);
}

/* --- Response --------------------------------------------------------------------------------- */

static void
show (SoupServerMessage *message, guint status, const char *title, const char *text)
{
  SoupMessageHeaders *headers = soup_server_message_get_response_headers (message);
  g_autofree char *page = NULL;

  /* The page contains no data of the request. */
  page = g_strdup_printf ("<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>%s</title>\n"
                          "<h1>%s</h1>\n<p>%s</p>\n",
                          title, title, text);
  soup_message_headers_replace (headers, "Cache-Control", "no-store");
  soup_message_headers_replace (headers, "Referrer-Policy", "no-referrer");
  soup_message_headers_replace (headers, "Content-Security-Policy", "default-src 'none'");
  soup_message_headers_replace (headers, "X-Content-Type-Options", "nosniff");
  soup_message_headers_replace (headers, "Connection", "close");
  soup_server_message_set_status (message, status, NULL);
  soup_server_message_set_response (message, "text/html; charset=utf-8", SOUP_MEMORY_COPY, page,
                                    strlen (page));
}

/* Compares in constant time. @given: (nullable) */
static gboolean
is_state (const char *state, const char *given)
{
  guint8 difference = 0;

  if (given == NULL || strlen (given) != strlen (state))
    return FALSE;
  for (gsize i = 0; state[i] != '\0'; i++)
    difference |= (guint8) (state[i] ^ given[i]);
  return difference == 0;
}

static void
requested_cb (SoupServer *server,
              SoupServerMessage *message,
              const char *path,
              GHashTable *query,
              gpointer user_data)
{
  TroupeMcpLoopback *self = user_data;
  TroupeMcpLoopbackFunc func = self->func;
  TroupeMcpLoopbackAnswer answer = { 0 };

  g_assert (SOUP_IS_SERVER (server));

  if (func == NULL || !g_str_equal (path, PATH) || query == NULL ||
      soup_server_message_get_method (message) != SOUP_METHOD_GET ||
      !is_state (self->state, g_hash_table_lookup (query, "state")))
    {
      show (message, 400, _ ("No Sign-in in Progress"),
            _ ("This URL does not belong to a sign-in in progress."));
      return;
    }
  answer.code = g_hash_table_lookup (query, "code");
  answer.issuer = g_hash_table_lookup (query, "iss");
  answer.error = g_hash_table_lookup (query, "error");
  answer.description = g_hash_table_lookup (query, "error_description");
  if (answer.code != NULL && answer.error == NULL)
    show (message, 200, _ ("Return to Troupe"), _ ("You can close this page. Troupe continues."));
  else
    show (message, 200, _ ("Sign-in Failed"),
          _ ("You can close this page. Troupe shows the reason."));
  self->func = NULL;
  func (&answer, self->user_data);
}

/* --- The object ------------------------------------------------------------------------------ */

const char *
troupe_mcp_loopback_get_redirect (TroupeMcpLoopback *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->redirect;
}

const char *
troupe_mcp_loopback_get_state (TroupeMcpLoopback *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->state;
}

TroupeMcpLoopback *
troupe_mcp_loopback_new (guint port, TroupeMcpLoopbackFunc func, gpointer user_data, GError **error)
{
  g_autoptr (SoupServer) server = soup_server_new ("server-header", NULL, NULL);
  GSList *uris = NULL;
  TroupeMcpLoopback *self = NULL;

  g_return_val_if_fail (func != NULL, NULL);

  if (!soup_server_listen_local (server, port, SOUP_SERVER_LISTEN_IPV4_ONLY, error))
    return NULL;
  self = g_new0 (TroupeMcpLoopback, 1);
  uris = soup_server_get_uris (server);
  self->redirect =
      g_strdup_printf ("http://127.0.0.1:%d" PATH, g_uri_get_port ((GUri *) uris->data));
  g_slist_free_full (uris, (GDestroyNotify) g_uri_unref);
  self->state = troupe_mcp_random_text (STATE_BYTES);
  self->func = func;
  self->user_data = user_data;
  soup_server_add_handler (server, NULL, requested_cb, self, NULL);
  self->server = g_steal_pointer (&server);
  return self;
}

static gboolean
lingered_cb (gpointer user_data)
{
  return G_SOURCE_REMOVE;
}

static void
loopback_destroy (gpointer data)
{
  TroupeMcpLoopback *self = data;

  soup_server_disconnect (self->server);
  g_object_unref (self->server);
  g_free (self->redirect);
  g_free (self->state);
  g_free (self);
}

void
troupe_mcp_loopback_free (TroupeMcpLoopback *self)
{
  g_autoptr (GSource) source = NULL;

  g_return_if_fail (self != NULL);

  /* The server is kept alive for a short time, because @func may free it before the browser has
   * received the response. */
  self->func = NULL;
  source = g_timeout_source_new (LINGER_MS);
  g_source_set_callback (source, lingered_cb, self, loopback_destroy);
  g_source_attach (source, g_main_context_get_thread_default ());
}
