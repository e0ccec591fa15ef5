/* troupe-mcp-auth-policy.c: policy: hosts that an MCP sign-in may contact
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-mcp-auth-policy"

#include "config.h"

#include <glib/gi18n.h>
#include <libsoup/soup.h>
#include <string.h>

#include "troupe-http-call.h"
#include "troupe-mcp-error.h"
#include "troupe-mcp-auth-policy.h"
#include "troupe-sanitize-text.h"

#define LONGEST_ADDRESS 4096u
/* Maximum length of an address in an error message, in bytes. */
#define MOST_SHOWN 200

struct _TroupeMcpAuthPolicy
{
  GUri *server;
  TroupeHttpReach reach;
};

static void
clear (gpointer data)
{
  TroupeMcpAuthPolicy *self = data;

  g_uri_unref (self->server);
}

TroupeMcpAuthPolicy *
troupe_mcp_auth_policy_ref (TroupeMcpAuthPolicy *self)
{
  return g_rc_box_acquire (self);
}

void
troupe_mcp_auth_policy_unref (TroupeMcpAuthPolicy *self)
{
  g_rc_box_release_full (self, clear);
}

TroupeMcpAuthPolicy *
troupe_mcp_auth_policy_new (GUri *server, TroupeHttpReach reach)
{
  TroupeMcpAuthPolicy *self;

  g_return_val_if_fail (server != NULL, NULL);

  self = g_rc_box_new0 (TroupeMcpAuthPolicy);
  self->server = g_uri_ref (server);
  self->reach = reach;
  return self;
}

GUri *
troupe_mcp_auth_policy_get_server (TroupeMcpAuthPolicy *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->server;
}

TroupeHttpReach
troupe_mcp_auth_policy_get_reach (TroupeMcpAuthPolicy *self)
{
  g_return_val_if_fail (self != NULL, TROUPE_HTTP_REACH_PUBLIC);

  return self->reach;
}

gboolean
troupe_mcp_auth_policy_is_server (TroupeMcpAuthPolicy *self, GUri *uri)
{
  g_return_val_if_fail (self != NULL && uri != NULL, FALSE);

  return troupe_http_is_same_origin (self->server, uri);
}

/* --- Locating the server ---------------------------------------------------------------------- */

typedef struct
{
  GUri *server;
  GInetAddress *peer;
} Finding;

static void
finding_free (gpointer data)
{
  Finding *finding = data;

  g_uri_unref (finding->server);
  g_clear_object (&finding->peer);
  g_free (finding);
}

static void
return_reach (GTask *task, TroupeHttpReach reach)
{
  Finding *finding = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  g_task_return_pointer (task, troupe_mcp_auth_policy_new (finding->server, reach),
                         (GDestroyNotify) troupe_mcp_auth_policy_unref);
}

static void
looked_up_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Finding *finding = g_task_get_task_data (task);
  GList *addresses = g_resolver_lookup_by_name_finish (G_RESOLVER (object), result, NULL);
  gboolean is_there = FALSE;

  g_assert (G_IS_TASK (task));

  for (GList *item = addresses; item != NULL; item = item->next)
    is_there = is_there || g_inet_address_equal (item->data, finding->peer);
  g_resolver_free_addresses (addresses);
  if (!g_task_return_error_if_cancelled (task))
    return_reach (task, is_there ? TROUPE_HTTP_REACH_PRIVATE : TROUPE_HTTP_REACH_PUBLIC);
}

void
troupe_mcp_auth_policy_find_async (GUri *server,
                                   GInetAddress *peer,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  g_autoptr (GResolver) resolver = NULL;
  Finding *finding = NULL;
  TroupeHttpReach reach = TROUPE_HTTP_REACH_PUBLIC;

  g_return_if_fail (server != NULL && g_uri_get_host (server) != NULL);

  task = g_task_new (NULL, cancellable, callback, user_data);
  finding = g_new0 (Finding, 1);
  finding->server = g_uri_ref (server);
  finding->peer = peer != NULL ? g_object_ref (peer) : NULL;
  g_task_set_source_tag (task, troupe_mcp_auth_policy_find_async);
  g_task_set_task_data (task, finding, finding_free);
  if (troupe_uri_is_here (server))
    return_reach (task, TROUPE_HTTP_REACH_HERE);
  else if (!g_str_equal (g_uri_get_scheme (server), "https"))
    {
      g_autofree char *described = troupe_uri_describe_host (server);
      g_autofree char *host = troupe_host_to_shown (described);

      g_task_return_error (
          task, g_error_new (TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_VALIDATION,
                             /* Translators: %s is a host name. */
                             _ ("The MCP server at %s requires a sign-in, which needs a secure "
                                "connection. Use its https:// URL in the document."),
                             host));
    }
  else if (peer == NULL || !troupe_http_reach_find (peer, &reach) ||
           reach == TROUPE_HTTP_REACH_PUBLIC || g_inet_address_get_is_loopback (peer))
    return_reach (task, TROUPE_HTTP_REACH_PUBLIC);
  else
    {
      /* The peer may be a proxy. The address of a proxy does not indicate where the server is
       * located. */
      resolver = g_resolver_get_default ();
      g_resolver_lookup_by_name_async (resolver, g_uri_get_host (server), cancellable, looked_up_cb,
                                       g_steal_pointer (&task));
    }
}

TroupeMcpAuthPolicy *
troupe_mcp_auth_policy_find_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- Checking addresses ----------------------------------------------------------------------- */

static gboolean
is_plain (const char *address)
{
  for (const char *at = address; *at != '\0'; at++)
    if (*at <= ' ' || *at > '~' || *at == '\\')
      return FALSE;
  return strlen (address) <= LONGEST_ADDRESS;
}

/* Returns a sentence that describes why @uri is not allowed. (nullable): NULL if it is allowed */
static const char *
find_fault (TroupeMcpAuthPolicy *self, GUri *uri)
{
  const gboolean is_here = uri != NULL && troupe_uri_is_here (uri);
  g_autoptr (GInetAddress) address = NULL;
  TroupeHttpReach reach;

  g_assert (self != NULL);

  if (uri == NULL || g_uri_get_host (uri) == NULL || *g_uri_get_host (uri) == '\0' ||
      g_uri_get_userinfo (uri) != NULL || g_uri_get_fragment (uri) != NULL)
    return _ ("It is not a web address.");
  if (is_here && self->reach < TROUPE_HTTP_REACH_HERE)
    return _ ("It belongs to this computer, which remote servers must not refer to.");
  if (!g_str_equal (g_uri_get_scheme (uri), "https") &&
      !(is_here && g_str_equal (g_uri_get_scheme (uri), "http")))
    return _ ("It does not use a secure connection (https).");
  address = g_inet_address_new_from_string (g_uri_get_host (uri));
  if (address != NULL && (!troupe_http_reach_find (address, &reach) || reach > self->reach) &&
      !troupe_mcp_auth_policy_is_server (self, uri))
    return _ ("It belongs to a private network, which remote servers must not refer to.");
  return NULL;
}

GUri *
troupe_mcp_auth_policy_parse (TroupeMcpAuthPolicy *self, const char *address, GError **error)
{
  g_autoptr (GUri) uri = NULL;
  const char *fault = NULL;
  g_autofree char *begin = NULL;
  g_autofree char *line = NULL;
  g_autofree char *host = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  if (address == NULL)
    address = "";
  if (is_plain (address))
    uri = g_uri_parse (address, SOUP_HTTP_URI_FLAGS, NULL);
  fault = find_fault (self, uri);
  if (fault == NULL)
    return g_steal_pointer (&uri);
  host = troupe_uri_describe_host (self->server);
  begin = g_utf8_make_valid (address, (gssize) MIN (strlen (address), MOST_SHOWN));
  line = troupe_text_to_line (begin);
  g_set_error (
      error, TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_VALIDATION,
      /* Translators: %s are a host name, an address, and a sentence that describes what is wrong
       * with it. */
      _ ("The sign-in to the MCP server at %s refers to “%s”, which was not contacted. %s"), host,
      line, fault);
  return NULL;
}
