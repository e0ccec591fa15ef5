/* troupe-mcp-authorization.c: authorization: obtains a new token after an MCP server refused a
 * request
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-mcp-authorization"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-mcp-auth-policy.h"
#include "troupe-mcp-authorization.h"
#include "troupe-mcp-error.h"
#include "troupe-mcp-grants.h"
#include "troupe-mcp-sign-in.h"
#include "troupe-mcp-token.h"

/* @server: the key of the server in the list of grants; @grant: (nullable): the current grant */
typedef struct
{
  TroupeMcpConfig *config;
  GError *refusal;
  gboolean has_client;
  TroupeMcpClient client;
  const TroupeMcpAsker *asker;
  char *server;
  gboolean is_locked;
  TroupeMcpChallenge *challenge;
  TroupeMcpAuthPolicy *reach;
  TroupeMcpGrant *grant;
} Renewal;

static void sign_in (GTask *task);

static void
renewal_free (gpointer data)
{
  Renewal *self = data;

  g_assert (!self->is_locked);

  troupe_mcp_config_unref (self->config);
  g_error_free (self->refusal);
  troupe_mcp_client_clear (&self->client);
  g_free (self->server);
  troupe_mcp_challenge_free (self->challenge);
  g_clear_pointer (&self->reach, troupe_mcp_auth_policy_unref);
  g_clear_pointer (&self->grant, troupe_mcp_grant_unref);
  g_free (self);
}

gboolean
troupe_mcp_authorization_may_renew (const TroupeMcpConfig *config,
                                    const GError *error,
                                    guint n_renewals)
{
  const TroupeMcpRefusal *refusal = NULL;
  g_autoptr (TroupeMcpChallenge) challenge = NULL;

  g_return_val_if_fail (config != NULL && error != NULL, FALSE);

  refusal = troupe_mcp_error_get_refusal (error);
  if (refusal == NULL || config->kind != TROUPE_MCP_KIND_HTTP ||
      n_renewals >= TROUPE_MCP_MOST_RENEWALS || troupe_mcp_config_has_key (config))
    return FALSE;
  if (troupe_mcp_error_get_status (error) == 401)
    return TRUE;
  challenge = troupe_mcp_challenge_new (refusal->header);
  return troupe_mcp_error_get_status (error) == 403 && troupe_mcp_challenge_wants_more (challenge);
}

/* --- Completion ------------------------------------------------------------------------------- */

static void
unlock (Renewal *self)
{
  g_assert (self != NULL);

  if (self->is_locked)
    troupe_mcp_grants_unlock (self->server);
  self->is_locked = FALSE;
}

/* @task: (transfer full) */
static void
succeed (GTask *task)
{
  g_assert (G_IS_TASK (task));

  unlock (g_task_get_task_data (task));
  g_task_return_boolean (task, TRUE);
  g_object_unref (task);
}

/* Fails with the status of the original refusal and %TROUPE_MCP_ERROR_AUTHENTICATION, so that
 * the request is not retried. @task, @error: (transfer full) */
static void
fail (GTask *task, GError *error)
{
  Renewal *self = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  unlock (self);
  if (error->domain == TROUPE_MCP_ERROR)
    {
      g_task_return_error (
          task, troupe_mcp_error_new_status (troupe_mcp_error_get_status (self->refusal),
                                             TROUPE_MCP_ERROR_AUTHENTICATION, error->message));
      g_error_free (error);
    }
  else
    g_task_return_error (task, error);
  g_object_unref (task);
}

/* --- Storing ---------------------------------------------------------------------------------- */

static void
kept_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  GTask *task = user_data;
  Renewal *self = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;

  g_assert (G_IS_TASK (task));

  if (!troupe_mcp_grants_keep_finish (result, &error) && self->asker != NULL &&
      self->asker->warn != NULL)
    {
      g_autofree char *text = g_strdup_printf (
          /* Translators: %s are a host name and the reason. */
          _ ("The sign-in to the MCP server at %s is valid only until Troupe closes, because it "
             "could not be stored in the keyring: %s"),
          self->config->label, error->message);

      self->asker->warn (text, self->asker->user_data);
    }
  succeed (task);
}

/* --- Signing in ------------------------------------------------------------------------------- */

static void
signed_in_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  GTask *task = user_data;
  Renewal *self = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (TroupeMcpGrant) grant = troupe_mcp_sign_in_finish (result, &error);

  g_assert (G_IS_TASK (task));

  if (grant != NULL)
    troupe_mcp_grants_keep_async (grant, TRUE, kept_cb, task);
  else
    /* The server requires something other than a sign-in. Its refusal explains the requirement. */
    fail (task, error != NULL ? error : g_error_copy (self->refusal));
}

static void
sign_in (GTask *task)
{
  Renewal *self = g_task_get_task_data (task);
  const TroupeMcpSignInRequest request = {
    .reach = self->reach,
    .challenge = self->challenge,
    .scope = troupe_mcp_error_get_status (self->refusal) == 403 && self->grant != NULL
                 ? self->grant->scope
                 : NULL,
    .previous = self->grant,
    .client = self->has_client ? &self->client : NULL,
    .asker = self->asker,
  };

  g_assert (G_IS_TASK (task));

  troupe_mcp_sign_in_async (&request, g_task_get_cancellable (task), signed_in_cb, task);
}

/* --- Renewing --------------------------------------------------------------------------------- */

static void
renewed_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  GTask *task = user_data;
  GError *error = NULL;
  g_autoptr (TroupeMcpGrant) grant = troupe_mcp_token_finish (result, &error);

  g_assert (G_IS_TASK (task));

  if (grant != NULL)
    troupe_mcp_grants_keep_async (grant, FALSE, kept_cb, task);
  else if (g_error_matches (error, TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_AUTHENTICATION))
    {
      g_error_free (error);
      sign_in (task);
    }
  else
    fail (task, error);
}

/* Returns TRUE if no other token would be better than the refused one. Renewing the token would
 * then never end. */
static gboolean
is_hopeless (Renewal *self)
{
  g_assert (self != NULL);

  if (self->grant == NULL || self->grant->access == NULL)
    return FALSE;
  if (troupe_mcp_error_get_status (self->refusal) == 401)
    return troupe_mcp_grants_is_useless (self->server);
  return troupe_mcp_scope_has (self->grant->scope, self->challenge->scope);
}

static GError *
make_hopeless (Renewal *self)
{
  g_assert (self != NULL);

  if (troupe_mcp_error_get_status (self->refusal) == 401)
    return g_error_new (TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_AUTHENTICATION,
                        /* Translators: %s is a host name. */
                        _ ("The MCP server at %s rejected the token from the sign-in. Contact the "
                           "operator of the server."),
                        self->config->label);
  return g_error_new (
      TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_AUTHENTICATION,
      /* Translators: %s is a host name. */
      _ ("The MCP server at %s does not allow this request for the signed-in account."),
      self->config->label);
}

static void
renew (GTask *task)
{
  Renewal *self = g_task_get_task_data (task);
  GCancellable *cancellable = g_task_get_cancellable (task);

  g_assert (G_IS_TASK (task));

  if (is_hopeless (self))
    fail (task, make_hopeless (self));
  else if (self->has_client || self->grant == NULL ||
           troupe_mcp_error_get_status (self->refusal) == 403)
    sign_in (task);
  else if (self->grant->refresh != NULL)
    troupe_mcp_token_refresh_async (self->reach, self->grant, cancellable, renewed_cb, task);
  else if (self->grant->client.is_machine)
    troupe_mcp_token_ask_async (self->reach, self->grant, cancellable, renewed_cb, task);
  else
    sign_in (task);
}

static void
reached_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  GTask *task = user_data;
  Renewal *self = g_task_get_task_data (task);
  GError *error = NULL;

  g_assert (G_IS_TASK (task));

  self->reach = troupe_mcp_auth_policy_find_finish (result, &error);
  if (self->reach != NULL)
    renew (task);
  else
    fail (task, error);
}

static void
loaded_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  GTask *task = user_data;
  Renewal *self = g_task_get_task_data (task);
  const TroupeMcpRefusal *refusal = troupe_mcp_error_get_refusal (self->refusal);
  GError *error = NULL;
  guint generation = 0;

  g_assert (G_IS_TASK (task));

  self->grant = troupe_mcp_grants_load_finish (result, &generation, &error);
  if (error != NULL)
    fail (task, error);
  else if (generation != 0 && generation != refusal->generation && !self->has_client)
    /* Another renewal has obtained a token in the meantime, or the keyring contained a token. */
    succeed (task);
  else
    troupe_mcp_auth_policy_find_async (self->config->uri, refusal->peer,
                                       g_task_get_cancellable (task), reached_cb, task);
}

static void
locked_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  GTask *task = user_data;
  Renewal *self = g_task_get_task_data (task);
  GError *error = NULL;

  g_assert (G_IS_TASK (task));

  self->is_locked = troupe_mcp_grants_lock_finish (result, &error);
  if (self->is_locked)
    troupe_mcp_grants_load_async (self->server, g_task_get_cancellable (task), loaded_cb, task);
  else
    fail (task, error);
}

void
troupe_mcp_authorization_renew_async (TroupeMcpConfig *config,
                                      const GError *refusal,
                                      const TroupeMcpClient *client,
                                      const TroupeMcpAsker *asker,
                                      GCancellable *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer user_data)
{
  GTask *task = NULL;
  Renewal *self = NULL;

  g_return_if_fail (config != NULL && config->kind == TROUPE_MCP_KIND_HTTP);
  g_return_if_fail (refusal != NULL && troupe_mcp_error_get_refusal (refusal) != NULL);

  task = g_task_new (NULL, cancellable, callback, user_data);
  self = g_new0 (Renewal, 1);
  g_task_set_source_tag (task, troupe_mcp_authorization_renew_async);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, self, renewal_free);
  self->config = troupe_mcp_config_ref (config);
  self->refusal = g_error_copy (refusal);
  self->asker = asker;
  self->server = troupe_mcp_resource_name (config->uri);
  self->challenge = troupe_mcp_challenge_new (troupe_mcp_error_get_refusal (refusal)->header);
  self->has_client = client != NULL;
  if (client != NULL)
    troupe_mcp_client_copy (client, &self->client);
  troupe_mcp_grants_lock_async (self->server, cancellable, locked_cb, task);
}

gboolean
troupe_mcp_authorization_renew_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
