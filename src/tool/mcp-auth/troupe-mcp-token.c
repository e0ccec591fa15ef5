/* troupe-mcp-token.c: requests to the OAuth token endpoint
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-mcp-token"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "troupe-mcp-assertion.h"
#include "troupe-mcp-auth-call.h"
#include "troupe-mcp-error.h"
#include "troupe-mcp-token.h"
#include "troupe-sanitize-text.h"

#define LONGEST_TOKEN 65536u
#define LONGEST_LIFE_S (10.0 * 366 * 24 * 3600)

/* --- Response --------------------------------------------------------------------------------- */

/* Returns TRUE if @text can be sent in a header. This is more permissive than RFC 6750 §2.1,
 * because servers do not follow it. */
static gboolean
is_token (const char *text)
{
  for (const char *at = text; *at != '\0'; at++)
    if (*at < 0x21 || *at > 0x7e)
      return FALSE;
  return *text != '\0' && strlen (text) <= LONGEST_TOKEN;
}

static gint64
read_expiry (TroupeValue *map)
{
  TroupeValue *value = troupe_value_get_member (map, "expires_in");
  double seconds = 0;

  if (value != NULL && troupe_value_is (value, TROUPE_VALUE_INTEGER))
    seconds = (double) troupe_value_get_integer (value);
  else if (value != NULL && troupe_value_is (value, TROUPE_VALUE_STRING))
    seconds = g_ascii_strtod (troupe_value_get_string (value, NULL), NULL);
  if (!isfinite (seconds) || seconds <= 0)
    return 0;
  return g_get_real_time () + (gint64) (MIN (seconds, LONGEST_LIFE_S) * G_USEC_PER_SEC);
}

static char *
describe_place (TroupeMcpGrant *grant)
{
  g_autoptr (GUri) uri = g_uri_parse (grant->token_place, G_URI_FLAGS_ENCODED, NULL);
  g_autofree char *host = uri != NULL ? troupe_uri_describe_host (uri) : g_strdup ("");

  g_assert (grant != NULL);

  return troupe_host_to_shown (host);
}

/* Returns TRUE if the same request can never succeed (RFC 6749 §5.2). */
static gboolean
is_final (const TroupeMcpAuthReply *reply)
{
  static const char *const words[] = { "invalid_grant",
                                       "invalid_client",
                                       "unauthorized_client",
                                       "invalid_scope",
                                       "invalid_target",
                                       "access_denied",
                                       NULL };
  const char *code = troupe_value_get_member_text (reply->value, "error");

  return reply->status == 401 || (code != NULL && g_strv_contains (words, code));
}

/* (transfer full) (nullable) */
static TroupeMcpGrant *
read_tokens (TroupeMcpGrant *grant, const TroupeMcpAuthReply *reply, GError **error)
{
  const char *access = troupe_value_get_member_text (reply->value, "access_token");
  const char *refresh = troupe_value_get_member_text (reply->value, "refresh_token");
  const char *type = troupe_value_get_member_text (reply->value, "token_type");
  const char *scope = troupe_value_get_member_text (reply->value, "scope");

  g_assert (grant != NULL);

  if (reply->status != 200)
    {
      g_autofree char *host = describe_place (grant);
      g_autofree char *words = troupe_mcp_auth_reply_explain (reply);
      const TroupeMcpError code =
          is_final (reply) ? TROUPE_MCP_ERROR_AUTHENTICATION : TROUPE_MCP_ERROR_HTTP;

      g_propagate_error (
          error,
          g_error_new (TROUPE_MCP_ERROR, (int) code,
                       /* Translators: %s are a host name and the error message of the server. */
                       _ ("%s returned no token: %s"), host, words));
      return NULL;
    }
  if (access == NULL || !is_token (access) || type == NULL ||
      g_ascii_strcasecmp (type, "Bearer") != 0 || (refresh != NULL && !is_token (refresh)))
    {
      g_autofree char *host = describe_place (grant);

      g_set_error (error, TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_VALIDATION,
                   /* Translators: %s is a host name. */
                   _ ("%s returned an invalid token. Contact the operator of the server."), host);
      return NULL;
    }
  /* If the response contains no scope, the requested scope was granted. If it contains no
   * refresh token, the previous one stays valid. */
  return troupe_mcp_grant_renew (grant, access, refresh != NULL ? refresh : grant->refresh,
                                 scope != NULL ? scope : grant->scope, read_expiry (reply->value));
}

static void
called_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  g_autoptr (TroupeMcpAuthReply) reply = troupe_mcp_auth_call_finish (result, &error);
  TroupeMcpGrant *grant = NULL;

  g_assert (G_IS_TASK (task));

  if (reply != NULL)
    grant = read_tokens (g_task_get_task_data (task), reply, &error);
  if (grant != NULL)
    g_task_return_pointer (task, grant, (GDestroyNotify) troupe_mcp_grant_unref);
  else
    g_task_return_error (task, error);
}

/* --- Request ---------------------------------------------------------------------------------- */

static void
add (GStrvBuilder *form, const char *name, const char *value)
{
  if (value == NULL)
    return;
  g_strv_builder_add (form, name);
  g_strv_builder_add (form, value);
}

/* Returns FALSE if the client authenticates with a key and signing failed. */
static gboolean
add_assertion (GStrvBuilder *form, TroupeMcpGrant *grant, GError **error)
{
  g_autofree char *assertion = NULL;

  if (grant->client.method != TROUPE_MCP_AUTH_KEY)
    return TRUE;
  assertion = troupe_mcp_assertion_new (grant->client.key != NULL ? grant->client.key : "",
                                        grant->client.id, grant->issuer, error);
  add (form, "client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer");
  add (form, "client_assertion", assertion);
  return assertion != NULL;
}

/* @form: the parameters specific to the request. Takes ownership of @form. */
static void
send (TroupeMcpAuthPolicy *reach,
      TroupeMcpGrant *grant,
      GStrvBuilder *form,
      GCancellable *cancellable,
      GAsyncReadyCallback callback,
      gpointer user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  g_autoptr (GStrvBuilder) owned = form;
  g_auto (GStrv) pairs = NULL;
  g_autofree char *authorization = NULL;
  g_autoptr (GUri) uri = NULL;
  TroupeMcpAuthRequest request = { 0 };
  GError *error = NULL;

  g_task_set_source_tag (task, troupe_mcp_token_finish);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, troupe_mcp_grant_ref (grant),
                        (GDestroyNotify) troupe_mcp_grant_unref);
  uri = troupe_mcp_auth_policy_parse (reach, grant->token_place, &error);
  if (uri == NULL)
    {
      g_task_return_error (task, error);
      g_object_unref (task);
      return;
    }
  if (!add_assertion (form, grant, &error))
    {
      g_task_return_error (task, error);
      g_object_unref (task);
      return;
    }
  add (form, "resource", grant->resource);
  if (grant->client.method == TROUPE_MCP_AUTH_BASIC)
    {
      g_autofree char *name = g_uri_escape_string (grant->client.id, NULL, FALSE);
      g_autofree char *secret =
          g_uri_escape_string (grant->client.secret != NULL ? grant->client.secret : "", NULL,
                               FALSE);
      g_autofree char *both = g_strconcat (name, ":", secret, NULL);
      g_autofree char *packed = g_base64_encode ((const guchar *) both, strlen (both));

      /* Creates the header for HTTP Basic authentication. Client ID and secret are form-encoded
       * first (RFC 6749 §2.3.1). */
      authorization = g_strconcat ("Basic ", packed, NULL);
    }
  else
    add (form, "client_id", grant->client.id);
  if (grant->client.method == TROUPE_MCP_AUTH_POST)
    add (form, "client_secret", grant->client.secret);
  pairs = g_strv_builder_end (form);
  request.uri = uri;
  request.form = (const char *const *) pairs;
  request.authorization = authorization;
  troupe_mcp_auth_call_async (reach, &request, cancellable, called_cb, task);
}

void
troupe_mcp_token_redeem_async (TroupeMcpAuthPolicy *reach,
                               TroupeMcpGrant *grant,
                               const char *code,
                               const char *redirect,
                               const char *verifier,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data)
{
  GStrvBuilder *form = NULL;

  g_return_if_fail (reach != NULL && grant != NULL);
  g_return_if_fail (code != NULL && redirect != NULL && verifier != NULL);

  form = g_strv_builder_new ();
  add (form, "grant_type", "authorization_code");
  add (form, "code", code);
  add (form, "redirect_uri", redirect);
  add (form, "code_verifier", verifier);
  send (reach, grant, form, cancellable, callback, user_data);
}

void
troupe_mcp_token_refresh_async (TroupeMcpAuthPolicy *reach,
                                TroupeMcpGrant *grant,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  GStrvBuilder *form = NULL;

  g_return_if_fail (reach != NULL && grant != NULL && grant->refresh != NULL);

  form = g_strv_builder_new ();
  add (form, "grant_type", "refresh_token");
  add (form, "refresh_token", grant->refresh);
  send (reach, grant, form, cancellable, callback, user_data);
}

void
troupe_mcp_token_ask_async (TroupeMcpAuthPolicy *reach,
                            TroupeMcpGrant *grant,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer user_data)
{
  GStrvBuilder *form = NULL;

  g_return_if_fail (reach != NULL && grant != NULL);

  form = g_strv_builder_new ();
  add (form, "grant_type", "client_credentials");
  add (form, "scope", grant->scope);
  send (reach, grant, form, cancellable, callback, user_data);
}

TroupeMcpGrant *
troupe_mcp_token_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
