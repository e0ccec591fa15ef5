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
#include "troupe-steps.h"

/* @label: the name of the server for the user; @server: its key in the list of grants; @grant: (nullable): the current grant;
 * @obtained: (nullable): the new one; @is_signed_in: whether the user signed in for it */
typedef struct
{
  GTask *task; /* owns this struct */
  TroupeSteps *steps;
  GUri *uri;
  char *label;
  GError *refusal;
  gboolean has_client;
  TroupeMcpClient client;
  const TroupeMcpAsker *asker;
  char *server;
  gboolean is_locked;
  TroupeMcpChallenge *challenge;
  TroupeMcpAuthPolicy *reach;
  TroupeMcpGrant *grant;
  TroupeMcpGrant *obtained;
  gboolean is_signed_in;
} Renewal;

static void
renewal_free (gpointer data)
{
  Renewal *self = data;

  g_assert (!self->is_locked);

  troupe_steps_free (self->steps);
  g_uri_unref (self->uri);
  g_free (self->label);
  g_error_free (self->refusal);
  troupe_mcp_client_clear (&self->client);
  g_free (self->server);
  troupe_mcp_challenge_free (self->challenge);
  g_clear_pointer (&self->reach, troupe_mcp_auth_policy_unref);
  g_clear_pointer (&self->grant, troupe_mcp_grant_unref);
  g_clear_pointer (&self->obtained, troupe_mcp_grant_unref);
  g_free (self);
}

gboolean
troupe_mcp_authorization_may_renew (const GError *error, guint n_renewals)
{
  const TroupeMcpRefusal *refusal = NULL;
  g_autoptr (TroupeMcpChallenge) challenge = NULL;

  g_return_val_if_fail (error != NULL, FALSE);

  refusal = troupe_mcp_error_get_refusal (error);
  if (refusal == NULL || n_renewals >= TROUPE_MCP_MOST_RENEWALS)
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

static void
succeed (Renewal *self)
{
  GTask *task = self->task;

  unlock (self);
  g_task_return_boolean (task, TRUE);
  g_object_unref (task);
}

/* Fails with the status of the original refusal and %TROUPE_MCP_ERROR_AUTHENTICATION, so that
 * the request is not retried. @error: (transfer full) */
static TroupeStepResult
fail (Renewal *self, GError *error)
{
  GTask *task = self->task;

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
  return TROUPE_STEP_END;
}

/* Continues unless there is an @error (nullable) (transfer full). */
static void
continue_unless_failed (Renewal *self, GError *error)
{
  if (error != NULL)
    fail (self, error);
  else
    troupe_steps_continue (self->steps);
}

/* --- Finding the grant ------------------------------------------------------------------------ */

static void
locked_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Renewal *self = user_data;
  GError *error = NULL;

  self->is_locked = troupe_mcp_grants_lock_finish (result, &error);
  continue_unless_failed (self, error);
}

static TroupeStepResult
lock (gpointer data)
{
  Renewal *self = data;

  troupe_mcp_grants_lock_async (self->server, g_task_get_cancellable (self->task), locked_cb, self);
  return TROUPE_STEP_PENDING;
}

static void
loaded_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Renewal *self = user_data;
  const TroupeMcpRefusal *refusal = troupe_mcp_error_get_refusal (self->refusal);
  GError *error = NULL;
  guint generation = 0;

  self->grant = troupe_mcp_grants_load_finish (result, &generation, &error);
  /* Another renewal has obtained a token in the meantime, or the keyring contained a token. */
  if (error == NULL && generation != 0 && generation != refusal->generation && !self->has_client)
    succeed (self);
  else
    continue_unless_failed (self, error);
}

static TroupeStepResult
load_grant (gpointer data)
{
  Renewal *self = data;

  troupe_mcp_grants_load_async (self->server, g_task_get_cancellable (self->task), loaded_cb, self);
  return TROUPE_STEP_PENDING;
}

static void
policy_found_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Renewal *self = user_data;
  GError *error = NULL;

  self->reach = troupe_mcp_auth_policy_find_finish (result, &error);
  continue_unless_failed (self, error);
}

static TroupeStepResult
find_policy (gpointer data)
{
  Renewal *self = data;

  troupe_mcp_auth_policy_find_async (self->uri, troupe_mcp_error_get_refusal (self->refusal)->peer,
                                     g_task_get_cancellable (self->task), policy_found_cb, self);
  return TROUPE_STEP_PENDING;
}

/* --- Renewing --------------------------------------------------------------------------------- */

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

static void
renewed_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Renewal *self = user_data;
  GError *error = NULL;

  self->obtained = troupe_mcp_token_finish (result, &error);
  /* Without a token the user signs in again. */
  if (g_error_matches (error, TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_AUTHENTICATION))
    g_clear_error (&error);
  continue_unless_failed (self, error);
}

static TroupeStepResult
renew (gpointer data)
{
  Renewal *self = data;
  GCancellable *cancellable = g_task_get_cancellable (self->task);

  if (is_hopeless (self))
    {
      GError *hopeless;

      if (troupe_mcp_error_get_status (self->refusal) == 401)
        hopeless =
            g_error_new (TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_AUTHENTICATION,
                         /* Translators: %s is a host name. */
                         _ ("The MCP server at %s rejected the token from the sign-in. Contact the "
                            "operator of the server."),
                         self->label);
      else
        hopeless = g_error_new (
            TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_AUTHENTICATION,
            /* Translators: %s is a host name. */
            _ ("The MCP server at %s does not allow this request for the signed-in account."),
            self->label);
      return fail (self, hopeless);
    }
  if (self->has_client || self->grant == NULL || troupe_mcp_error_get_status (self->refusal) == 403)
    return TROUPE_STEP_DONE;
  if (self->grant->refresh != NULL)
    troupe_mcp_token_refresh_async (self->reach, self->grant, cancellable, renewed_cb, self);
  else if (self->grant->client.is_machine)
    troupe_mcp_token_ask_async (self->reach, self->grant, cancellable, renewed_cb, self);
  else
    return TROUPE_STEP_DONE;
  return TROUPE_STEP_PENDING;
}

/* --- Signing in ------------------------------------------------------------------------------- */

static void
signed_in_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Renewal *self = user_data;
  GError *error = NULL;

  self->obtained = troupe_mcp_sign_in_finish (result, &error);
  self->is_signed_in = TRUE;
  /* The server requires something other than a sign-in. Its refusal explains the requirement. */
  if (self->obtained == NULL && error == NULL)
    error = g_error_copy (self->refusal);
  continue_unless_failed (self, error);
}

static TroupeStepResult
sign_in (gpointer data)
{
  Renewal *self = data;
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

  if (self->obtained != NULL)
    return TROUPE_STEP_DONE;
  troupe_mcp_sign_in_async (&request, g_task_get_cancellable (self->task), signed_in_cb, self);
  return TROUPE_STEP_PENDING;
}

static void
stored_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Renewal *self = user_data;
  g_autoptr (GError) error = NULL;

  if (!troupe_mcp_grants_keep_finish (result, &error) && self->asker != NULL &&
      self->asker->warn != NULL)
    {
      g_autofree char *text = g_strdup_printf (
          /* Translators: %s are a host name and the reason. */
          _ ("The sign-in to the MCP server at %s is valid only until Troupe closes, because it "
             "could not be stored in the keyring: %s"),
          self->label, error->message);

      self->asker->warn (text, self->asker->user_data);
    }
  succeed (self);
}

static TroupeStepResult
store_grant (gpointer data)
{
  Renewal *self = data;

  troupe_mcp_grants_keep_async (self->obtained, self->is_signed_in, stored_cb, self);
  return TROUPE_STEP_PENDING;
}

static const TroupeStep steps[] = {
  { "lock", lock },   { "load grant", load_grant }, { "find policy", find_policy },
  { "renew", renew }, { "sign in", sign_in },       { "store grant", store_grant },
  { NULL, NULL },
};

void
troupe_mcp_authorization_renew_async (GUri *uri,
                                      const char *label,
                                      const GError *refusal,
                                      const TroupeMcpClient *client,
                                      const TroupeMcpAsker *asker,
                                      GCancellable *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer user_data)
{
  GTask *task = NULL;
  Renewal *self = NULL;

  g_return_if_fail (uri != NULL && label != NULL);
  g_return_if_fail (refusal != NULL && troupe_mcp_error_get_refusal (refusal) != NULL);

  task = g_task_new (NULL, cancellable, callback, user_data);
  self = g_new0 (Renewal, 1);
  g_task_set_source_tag (task, troupe_mcp_authorization_renew_async);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, self, renewal_free);
  self->task = task;
  self->steps = troupe_steps_new (steps, self);
  self->uri = g_uri_ref (uri);
  self->label = g_strdup (label);
  self->refusal = g_error_copy (refusal);
  self->asker = asker;
  self->server = troupe_mcp_resource_name (uri);
  self->challenge = troupe_mcp_challenge_new (troupe_mcp_error_get_refusal (refusal)->header);
  self->has_client = client != NULL;
  if (client != NULL)
    troupe_mcp_client_copy (client, &self->client);
  troupe_steps_start (self->steps);
}

gboolean
troupe_mcp_authorization_renew_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
