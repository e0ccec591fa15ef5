/* troupe-mcp-discovery.c: discovery of the authorization server of an MCP server
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-mcp-discovery"

#include "config.h"

#include <glib/gi18n.h>
#include <libsoup/soup.h>
#include <string.h>

#include "troupe-mcp-auth-call.h"
#include "troupe-mcp-discovery.h"
#include "troupe-mcp-error.h"
#include "troupe-sanitize-text.h"

#define RESOURCE "/.well-known/oauth-protected-resource"
#define SERVER "/.well-known/oauth-authorization-server"
#define OPENID "/.well-known/openid-configuration"

/* @places: (element-type GUri): the URLs, which are requested one after the other; @member: the
 *   member that distinguishes metadata from other JSON; @name: (nullable): the name of the
 *   authorization server */
typedef struct
{
  TroupeMcpAuthPolicy *reach;
  GPtrArray *places;
  guint next;
  const char *member;
  char *name;
} Search;

static void ask_next (GTask *task);

static void
search_free (gpointer data)
{
  Search *search = data;

  troupe_mcp_auth_policy_unref (search->reach);
  g_ptr_array_unref (search->places);
  g_free (search->name);
  g_free (search);
}

static GTask *
begin (TroupeMcpAuthPolicy *reach,
       const char *member,
       gpointer tag,
       GCancellable *cancellable,
       GAsyncReadyCallback callback,
       gpointer user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  Search *search = g_new0 (Search, 1);

  search->reach = troupe_mcp_auth_policy_ref (reach);
  search->places = g_ptr_array_new_with_free_func ((GDestroyNotify) g_uri_unref);
  search->member = member;
  g_task_set_source_tag (task, tag);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, search, search_free);
  return task;
}

/* Adds a URL at the origin of @base. @path: the path of the URL */
static void
add_place (Search *search, GUri *base, const char *path)
{
  g_assert (search != NULL);

  g_ptr_array_add (search->places,
                   g_uri_build (SOUP_HTTP_URI_FLAGS, g_uri_get_scheme (base), NULL,
                                g_uri_get_host (base), g_uri_get_port (base), path, NULL, NULL));
}

/* Returns the path without trailing slashes. (transfer full) */
static char *
get_path (GUri *uri)
{
  char *path = g_strdup (g_uri_get_path (uri));

  for (gsize length = strlen (path); length > 0 && path[length - 1] == '/';)
    path[--length] = '\0';
  return path;
}

/* --- Requests --------------------------------------------------------------------------------- */

static void
asked_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Search *search = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (TroupeMcpAuthReply) reply = troupe_mcp_auth_call_finish (result, &error);

  g_assert (G_IS_TASK (task));

  if (reply == NULL)
    g_task_return_error (task, error);
  else if (reply->status >= 500)
    {
      guint status = reply->status;
      g_autofree char *described =
          troupe_uri_describe_host (search->places->pdata[search->next - 1]);
      g_autofree char *host = troupe_host_to_shown (described);

      g_task_return_new_error (task, TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_NETWORK,
                               /* Translators: %s is a host name; %u is an HTTP status code, such as
                                * 503. */
                               _ ("The sign-in failed: %s returned status %u. Try again later."),
                               host, status);
    }
  else if (reply->status == 200 &&
           troupe_value_get_member_text (reply->value, search->member) != NULL)
    {
      TroupeValue *metadata = reply->value;
      GError *cause = NULL;
      gpointer found = NULL;
      GDestroyNotify destroy = NULL;

      if (g_task_get_source_tag (task) == troupe_mcp_discovery_find_resource_async)
        {
          found = troupe_mcp_resource_read (search->reach, metadata, &cause);
          destroy = (GDestroyNotify) troupe_mcp_resource_free;
        }
      else
        {
          found = troupe_mcp_issuer_read (search->reach, search->name, metadata, &cause);
          destroy = (GDestroyNotify) troupe_mcp_issuer_free;
        }
      if (found != NULL)
        g_task_return_pointer (task, found, destroy);
      else
        g_task_return_error (task, cause);
    }
  else
    /* Some servers return a page for every URL. */
    ask_next (g_steal_pointer (&task));
}

/* @task: (transfer full) */
static void
ask_next (GTask *task)
{
  Search *search = g_task_get_task_data (task);
  TroupeMcpAuthRequest request = { 0 };

  g_assert (G_IS_TASK (task));

  if (search->next == search->places->len)
    {
      g_autofree char *shown = NULL;

      /* Ends the search without metadata. */
      if (g_task_get_source_tag (task) == troupe_mcp_discovery_find_resource_async)
        g_task_return_pointer (task, troupe_mcp_resource_new_plain (search->reach),
                               (GDestroyNotify) troupe_mcp_resource_free);
      else if (search->name == NULL)
        g_task_return_pointer (task, NULL, NULL);
      else
        {
          shown = troupe_text_to_line (search->name);
          g_task_return_new_error (
              task, TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_VALIDATION,
              /* Translators: %s is a URL. */
              _ ("“%s” does not publish how to sign in. Contact the operator of the server."),
              shown);
        }
      g_object_unref (task);
      return;
    }
  request.uri = search->places->pdata[search->next++];
  troupe_mcp_auth_call_async (search->reach, &request, g_task_get_cancellable (task), asked_cb,
                              task);
}

/* --- The MCP server ---------------------------------------------------------------------------- */

void
troupe_mcp_discovery_find_resource_async (TroupeMcpAuthPolicy *reach,
                                          const TroupeMcpChallenge *challenge,
                                          GCancellable *cancellable,
                                          GAsyncReadyCallback callback,
                                          gpointer user_data)
{
  GTask *task = NULL;
  Search *search = NULL;
  GUri *server = NULL;
  g_autoptr (GUri) named = NULL;
  g_autofree char *path = NULL;
  g_autofree char *inserted = NULL;

  g_return_if_fail (reach != NULL && challenge != NULL);

  task = begin (reach, "resource", troupe_mcp_discovery_find_resource_async, cancellable, callback,
                user_data);
  search = g_task_get_task_data (task);
  server = troupe_mcp_auth_policy_get_server (reach);
  if (challenge->metadata != NULL)
    named = troupe_mcp_auth_policy_parse (reach, challenge->metadata, NULL);
  if (named != NULL && troupe_mcp_auth_policy_is_server (reach, named))
    g_ptr_array_add (search->places, g_uri_ref (named));
  path = get_path (server);
  inserted = g_strconcat (RESOURCE, path, NULL);
  add_place (search, server, inserted);
  if (*path != '\0')
    add_place (search, server, RESOURCE);
  ask_next (task);
}

TroupeMcpResource *
troupe_mcp_discovery_find_resource_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- The authorization server -------------------------------------------------------------------- */

void
troupe_mcp_discovery_find_issuer_async (TroupeMcpAuthPolicy *reach,
                                        const char *name,
                                        GCancellable *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer user_data)
{
  GTask *task = NULL;
  Search *search = NULL;
  g_autoptr (GUri) issuer = NULL;
  GError *error = NULL;
  g_autofree char *path = NULL;
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  g_autofree char *third = NULL;

  g_return_if_fail (reach != NULL);

  task = begin (reach, "issuer", troupe_mcp_discovery_find_issuer_async, cancellable, callback,
                user_data);
  search = g_task_get_task_data (task);
  search->name = g_strdup (name);
  if (name == NULL)
    {
      /* Protocol version 2025-03-26 had the metadata at the root. */
      add_place (search, troupe_mcp_auth_policy_get_server (reach), SERVER);
      ask_next (task);
      return;
    }
  issuer = troupe_mcp_auth_policy_parse (reach, name, &error);
  if (issuer == NULL)
    {
      g_task_return_error (task, error);
      g_object_unref (task);
      return;
    }
  path = get_path (issuer);
  first = g_strconcat (SERVER, path, NULL);
  second = g_strconcat (OPENID, path, NULL);
  third = g_strconcat (path, OPENID, NULL);
  add_place (search, issuer, first);
  add_place (search, issuer, second);
  if (*path != '\0')
    add_place (search, issuer, third);
  ask_next (task);
}

TroupeMcpIssuer *
troupe_mcp_discovery_find_issuer_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
