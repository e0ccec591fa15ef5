/* troupe-mcp-registration.c: dynamic client registration at an authorization server
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-mcp-registration"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-mcp-auth-call.h"
#include "troupe-mcp-error.h"
#include "troupe-mcp-registration.h"
#include "troupe-sanitize-text.h"

#define LONGEST_ID 4096u
/* The software_id, by which servers with a list of known programs identify Troupe. */
#define SOFTWARE "io.github.troupe_editor.Troupe"

typedef struct
{
  char *host;
  guint methods;
} Registration;

static void
registration_free (gpointer data)
{
  Registration *registration = data;

  g_free (registration->host);
  g_free (registration);
}

TroupeMcpAuthMethod
troupe_mcp_registration_choose (const TroupeMcpIssuer *issuer, gboolean has_secret)
{
  g_return_val_if_fail (issuer != NULL, TROUPE_MCP_AUTH_NONE);

  if (!has_secret)
    return TROUPE_MCP_AUTH_NONE;
  if ((issuer->methods & 1u << TROUPE_MCP_AUTH_BASIC) != 0)
    return TROUPE_MCP_AUTH_BASIC;
  return (issuer->methods & 1u << TROUPE_MCP_AUTH_POST) != 0 ? TROUPE_MCP_AUTH_POST
                                                             : TROUPE_MCP_AUTH_BASIC;
}

/* --- Response --------------------------------------------------------------------------------- */

/* Returns TRUE if @text has only the characters that are allowed in a client ID and secret (RFC
 * 6749, appendix A). */
static gboolean
is_visible (const char *text)
{
  for (const char *at = text; *at != '\0'; at++)
    if (*at < 0x20 || *at > 0x7e)
      return FALSE;
  return *text != '\0' && strlen (text) <= LONGEST_ID;
}

static gboolean
read_client (const Registration *registration,
             const TroupeMcpAuthReply *reply,
             TroupeMcpClient *client)
{
  const char *id = troupe_value_get_member_text (reply->value, "client_id");
  const char *secret = troupe_value_get_member_text (reply->value, "client_secret");
  const char *method = troupe_value_get_member_text (reply->value, "token_endpoint_auth_method");
  const TroupeMcpIssuer issuer = { .methods = registration->methods };

  g_assert (registration != NULL);

  if (reply->status / 100 != 2 || id == NULL || !is_visible (id) ||
      (secret != NULL && !is_visible (secret)))
    return FALSE;
  client->method = troupe_mcp_registration_choose (&issuer, secret != NULL);
  if (method != NULL && (!troupe_mcp_auth_method_from_name (method, &client->method) ||
                         client->method == TROUPE_MCP_AUTH_KEY))
    return FALSE;
  /* Some servers declare a method that requires a secret, but return none. */
  if (secret == NULL)
    client->method = TROUPE_MCP_AUTH_NONE;
  client->id = g_strdup (id);
  client->secret = g_strdup (secret);
  return TRUE;
}

static void
client_free (gpointer data)
{
  troupe_mcp_client_clear (data);
  g_free (data);
}

static void
called_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Registration *registration = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (TroupeMcpAuthReply) reply = troupe_mcp_auth_call_finish (result, &error);
  TroupeMcpClient *client = NULL;
  g_autofree char *words = NULL;

  g_assert (G_IS_TASK (task));

  if (reply == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  client = g_new0 (TroupeMcpClient, 1);
  if (read_client (registration, reply, client))
    {
      g_task_return_pointer (task, client, client_free);
      return;
    }
  client_free (client);
  words = troupe_mcp_auth_reply_explain (reply);
  g_task_return_new_error (
      task, TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_AUTHENTICATION,
      /* Translators: %s are a host name and the error message of the server. */
      _ ("%s does not allow Troupe to register automatically (%s). Register a client there "
         "manually, then run “troupectl mcp sign-in … --client-id ID”."),
      registration->host, words);
}

/* --- Request ---------------------------------------------------------------------------------- */

/* Adds a list of one or two strings. @second: (nullable) */
static void
add_list (TroupeMapBuilder *builder, const char *key, const char *first, const char *second)
{
  TroupeValue *items[2] = { troupe_value_new_string (first, -1), NULL };

  if (second != NULL)
    items[1] = troupe_value_new_string (second, -1);
  troupe_map_builder_add (builder, key, troupe_value_new_list (items, second != NULL ? 2 : 1));
}

static void
add_text (TroupeMapBuilder *builder, const char *key, const char *text)
{
  troupe_map_builder_add (builder, key, troupe_value_new_string (text, -1));
}

void
troupe_mcp_registration_async (TroupeMcpAuthPolicy *reach,
                               const TroupeMcpIssuer *issuer,
                               const char *redirect,
                               const char *scope,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data)
{
  GTask *task = NULL;
  g_autoptr (TroupeValue) json = NULL;
  g_autofree char *described = NULL;
  TroupeMcpAuthRequest request = { 0 };
  Registration *registration = NULL;
  gboolean is_public;
  TroupeMapBuilder builder;

  g_return_if_fail (reach != NULL && redirect != NULL);
  g_return_if_fail (issuer != NULL && issuer->registration != NULL);

  task = g_task_new (NULL, cancellable, callback, user_data);
  registration = g_new0 (Registration, 1);
  described = troupe_uri_describe_host (issuer->registration);
  registration->host = troupe_host_to_shown (described);
  registration->methods = issuer->methods;
  g_task_set_source_tag (task, troupe_mcp_registration_async);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, registration, registration_free);
  request.uri = issuer->registration;
  is_public = (issuer->methods & 1u << TROUPE_MCP_AUTH_NONE) != 0;
  troupe_map_builder_init (&builder);
  add_text (&builder, "client_name", "Troupe");
  add_list (&builder, "redirect_uris", redirect, NULL);
  add_list (&builder, "grant_types", "authorization_code", "refresh_token");
  add_list (&builder, "response_types", "code", NULL);
  add_text (&builder, "token_endpoint_auth_method",
            troupe_mcp_auth_method_get_name (troupe_mcp_registration_choose (issuer, !is_public)));
  add_text (&builder, "application_type", "native");
  add_text (&builder, "software_id", SOFTWARE);
  add_text (&builder, "software_version", TROUPE_VERSION);
  if (scope != NULL)
    add_text (&builder, "scope", scope);
  request.json = json = troupe_map_builder_end (&builder);
  troupe_mcp_auth_call_async (reach, &request, cancellable, called_cb, task);
}

gboolean
troupe_mcp_registration_finish (GAsyncResult *result, TroupeMcpClient *client, GError **error)
{
  TroupeMcpClient *registered = NULL;

  g_return_val_if_fail (g_task_is_valid (result, NULL) && client != NULL, FALSE);

  registered = g_task_propagate_pointer (G_TASK (result), error);
  if (registered == NULL)
    return FALSE;
  *client = *registered;
  g_free (registered);
  return TRUE;
}
