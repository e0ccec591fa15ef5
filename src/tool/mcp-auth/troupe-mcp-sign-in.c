/* troupe-mcp-sign-in.c: OAuth sign-in to an MCP server, from the challenge to a token
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-mcp-sign-in"

#include "config.h"

#include <glib/gi18n.h>
#include <libsoup/soup.h>
#include <string.h>

#include "troupe-cancel.h"
#include "troupe-mcp-discovery.h"
#include "troupe-mcp-error.h"
#include "troupe-mcp-loopback.h"
#include "troupe-mcp-registration.h"
#include "troupe-mcp-sign-in.h"
#include "troupe-mcp-token.h"
#include "troupe-sanitize-text.h"

/* How long the user may take in the browser. */
#define LONGEST_WAIT_S (15u * 60)
#define VERIFIER_BYTES 32u
#define OFFLINE "offline_access"

/* @host: the host of the server, as shown to the user; @agreed: the hosts that the user has
 *   permitted; @allowed: (nullable): the previously granted scopes; @asked: (nullable): the open
 *   prompt; @cancelled, @late: (nullable): sources for cancellation and timeout */
typedef struct
{
  TroupeMcpAuthPolicy *reach;
  TroupeMcpChallenge *challenge;
  char *host;
  GHashTable *agreed;
  char *allowed;
  TroupeMcpGrant *previous; /* (nullable) */
  gboolean has_client;
  TroupeMcpClient client;
  const TroupeMcpAsker *asker;

  TroupeMcpResource *resource;
  TroupeMcpIssuer *issuer;
  char *scope;
  char *verifier;
  TroupeMcpLoopback *loopback;
  TroupeMcpAsked *asked;
  GSource *cancelled;
  GSource *late;
} SignIn;

static const char *document = TROUPE_CLIENT_DOCUMENT;

static void ask_consent (GTask *task, GUri *uri);

void
troupe_mcp_sign_in_set_document (const char *address)
{
  document = address;
}

/* --- Completion ------------------------------------------------------------------------------- */

static void
clear_source (GSource **source)
{
  if (*source != NULL)
    g_source_destroy (*source);
  g_clear_pointer (source, g_source_unref);
}

static void
stop_waiting (SignIn *self)
{
  g_assert (self != NULL);

  clear_source (&self->cancelled);
  clear_source (&self->late);
  if (self->asked != NULL)
    troupe_mcp_asked_withdraw (g_steal_pointer (&self->asked));
  g_clear_pointer (&self->loopback, troupe_mcp_loopback_free);
}

static void
sign_in_free (gpointer data)
{
  SignIn *self = data;

  stop_waiting (self);
  troupe_mcp_auth_policy_unref (self->reach);
  troupe_mcp_challenge_free (self->challenge);
  g_free (self->host);
  g_hash_table_unref (self->agreed);
  g_free (self->allowed);
  g_clear_pointer (&self->previous, troupe_mcp_grant_unref);
  troupe_mcp_client_clear (&self->client);
  g_clear_pointer (&self->resource, troupe_mcp_resource_free);
  g_clear_pointer (&self->issuer, troupe_mcp_issuer_free);
  g_free (self->scope);
  g_free (self->verifier);
  g_free (self);
}

/* @task: (transfer full); @error: (transfer full) */
static void
fail (GTask *task, GError *error)
{
  g_assert (G_IS_TASK (task));

  stop_waiting (g_task_get_task_data (task));
  g_task_return_error (task, error);
  g_object_unref (task);
}

static char *
describe_uri (GUri *uri)
{
  g_autofree char *host = troupe_uri_describe_host (uri);

  return troupe_host_to_shown (host);
}

static GError *
make_unsigned (SignIn *self)
{
  g_autofree char *server =
      troupe_mcp_resource_name (troupe_mcp_auth_policy_get_server (self->reach));

  g_assert (self != NULL);

  return g_error_new (
      TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_AUTHENTICATION,
      /* Translators: %s are a host name and the address of the MCP server. */
      _ ("The MCP server at %s requires a sign-in. Run “troupectl mcp sign-in %s” in a terminal."),
      self->host, server);
}

static GError *
make_error (SignIn *self, const char *words)
{
  g_assert (self != NULL);

  return g_error_new (TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_AUTHENTICATION,
                      /* Translators: %s are a host name and a sentence that gives the reason. */
                      _ ("The sign-in to the MCP server at %s failed. %s"), self->host, words);
}

/* --- Tokens ---------------------------------------------------------------------------------- */

/* @task: (transfer full) */
static void
token_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  GTask *task = user_data;
  GError *error = NULL;
  TroupeMcpGrant *grant = troupe_mcp_token_finish (result, &error);

  g_assert (G_IS_TASK (task));

  if (grant == NULL)
    {
      fail (task, error);
      return;
    }
  g_task_return_pointer (task, grant, (GDestroyNotify) troupe_mcp_grant_unref);
  g_object_unref (task);
}

/* Creates a grant without tokens. (transfer full) */
static TroupeMcpGrant *
make_grant (SignIn *self)
{
  g_autofree char *server =
      troupe_mcp_resource_name (troupe_mcp_auth_policy_get_server (self->reach));
  g_autofree char *place = g_uri_to_string (self->issuer->token);

  g_assert (self != NULL);

  return troupe_mcp_grant_new (server, self->resource->resource, self->issuer->issuer, place,
                               &self->client, self->scope);
}

static void
redeem (GTask *task, const char *code, const char *redirect)
{
  SignIn *self = g_task_get_task_data (task);
  g_autoptr (TroupeMcpGrant) grant = make_grant (self);

  g_assert (G_IS_TASK (task));

  troupe_mcp_token_redeem_async (self->reach, grant, code, redirect, self->verifier,
                                 g_task_get_cancellable (task), token_cb, task);
}

/* --- The browser ------------------------------------------------------------------------------- */

/* The issuer must match exactly (RFC 9207 §2.4). */
static gboolean
is_from_issuer (SignIn *self, const char *issuer)
{
  if (issuer == NULL)
    return !self->issuer->names_itself;
  return g_str_equal (issuer, self->issuer->issuer);
}

static GError *
make_denied (SignIn *self, const TroupeMcpLoopbackAnswer *answer)
{
  const char *words = answer->description != NULL ? answer->description : answer->error;
  g_autofree char *cut = g_strndup (words != NULL ? words : "", 300);
  g_autofree char *valid = g_utf8_make_valid (cut, -1);
  g_autofree char *line = troupe_text_to_line (valid);
  g_autofree char *at = describe_uri (self->issuer->authorization);
  /* Translators: %s are a host name and the error message of the server. */
  g_autofree char *why = g_strdup_printf (_ ("%s returned: “%s”."), at, line);

  g_assert (self != NULL);

  return make_error (self, why);
}

static void
came_back_cb (const TroupeMcpLoopbackAnswer *answer, gpointer user_data)
{
  GTask *task = user_data;
  SignIn *self = g_task_get_task_data (task);
  g_autofree char *code = g_strdup (answer->code);
  g_autofree char *redirect = g_strdup (troupe_mcp_loopback_get_redirect (self->loopback));
  GError *error = NULL;

  g_assert (G_IS_TASK (task));

  if (!is_from_issuer (self, answer->issuer))
    error = make_error (self, _ ("The answer is not from the server that was contacted."));
  else if (answer->error != NULL || code == NULL)
    error = make_denied (self, answer);
  stop_waiting (self);
  if (error != NULL)
    fail (task, error);
  else
    redeem (task, code, redirect);
}

static gboolean
cancelled_cb (GCancellable *cancellable, gpointer user_data)
{
  g_assert (G_IS_CANCELLABLE (cancellable));

  fail (user_data,
        g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("The sign-in was canceled.")));
  return G_SOURCE_REMOVE;
}

static gboolean
late_cb (gpointer user_data)
{
  GTask *task = user_data;

  fail (task, make_error (g_task_get_task_data (task),
                          _ ("The sign-in in the browser was not completed within 15 minutes.")));
  return G_SOURCE_REMOVE;
}

/* Watches for cancellation while a prompt or the browser is open. */
static void
watch (GTask *task)
{
  SignIn *self = g_task_get_task_data (task);
  GCancellable *cancellable = g_task_get_cancellable (task);
  GMainContext *context = g_task_get_context (task);

  g_assert (G_IS_TASK (task));

  if (cancellable == NULL)
    return;
  self->cancelled = troupe_cancel_source_new (cancellable, context);
  g_source_set_callback (self->cancelled, G_SOURCE_FUNC (cancelled_cb), task, NULL);
  g_source_attach (self->cancelled, context);
}

static void
address_cb (TroupeValue *result, const GError *error, gpointer user_data)
{
  GTask *task = user_data;
  SignIn *self = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  self->asked = NULL;
  if (!troupe_mcp_asked_is_accepted (result))
    {
      fail (task, make_unsigned (self));
      return;
    }
  self->late = g_timeout_source_new_seconds (LONGEST_WAIT_S);
  g_source_set_callback (self->late, late_cb, task, NULL);
  g_source_attach (self->late, g_task_get_context (task));
}

static void
add_query (GString *query, const char *name, const char *value)
{
  if (value == NULL)
    return;
  if (query->len > 0)
    g_string_append_c (query, '&');
  g_string_append (query, name);
  g_string_append_c (query, '=');
  g_string_append_uri_escaped (query, value, NULL, FALSE);
}

/* Builds the authorization URL that is opened in the browser. (transfer full) */
static char *
make_address (SignIn *self)
{
  GUri *place = self->issuer->authorization;
  g_autoptr (GString) query = g_string_new (g_uri_get_query (place));
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  guint8 digest[32];
  gsize length = sizeof digest;
  g_autofree char *challenge = NULL;
  g_autoptr (GUri) uri = NULL;

  g_assert (self != NULL);

  g_checksum_update (checksum, (const guchar *) self->verifier, -1);
  g_checksum_get_digest (checksum, digest, &length);
  challenge = troupe_mcp_pack_bytes (digest, length);
  add_query (query, "response_type", "code");
  add_query (query, "client_id", self->client.id);
  add_query (query, "redirect_uri", troupe_mcp_loopback_get_redirect (self->loopback));
  add_query (query, "state", troupe_mcp_loopback_get_state (self->loopback));
  add_query (query, "code_challenge", challenge);
  add_query (query, "code_challenge_method", "S256");
  add_query (query, "resource", self->resource->resource);
  add_query (query, "scope", self->scope);
  uri = g_uri_build (SOUP_HTTP_URI_FLAGS, g_uri_get_scheme (place), NULL, g_uri_get_host (place),
                     g_uri_get_port (place), g_uri_get_path (place), query->str, NULL);
  return g_uri_to_string (uri);
}

static void
ask_address (GTask *task)
{
  SignIn *self = g_task_get_task_data (task);
  g_autofree char *address = NULL;
  g_autofree char *message = NULL;
  g_autoptr (TroupeElicitation) elicitation = NULL;
  GError *error = NULL;
  TroupeMcpAsked *asked = NULL;

  g_assert (G_IS_TASK (task));

  self->verifier = troupe_mcp_random_text (VERIFIER_BYTES);
  address = make_address (self);
  /* Translators: %s is a host name. */
  message =
      g_strdup_printf (_ ("Sign in for the MCP server at %s. Troupe then continues."), self->host);
  elicitation = troupe_elicitation_new_sign_in (self->host, message, address, &error);
  if (elicitation == NULL)
    {
      fail (task, error);
      return;
    }
  watch (task);
  g_object_ref (task);
  asked =
      troupe_mcp_ask_elicitation (self->asker, g_steal_pointer (&elicitation), address_cb, task);
  /* The prompt may have been answered and the sign-in completed already. */
  if (asked != NULL)
    self->asked = asked;
  g_object_unref (task);
}

/* --- Client ----------------------------------------------------------------------------------- */

static void
use_client (GTask *task)
{
  SignIn *self = g_task_get_task_data (task);
  g_autoptr (TroupeMcpGrant) grant = NULL;

  g_assert (G_IS_TASK (task));

  if (!self->client.is_machine)
    {
      ask_address (task);
      return;
    }
  grant = make_grant (self);
  troupe_mcp_token_ask_async (self->reach, grant, g_task_get_cancellable (task), token_cb, task);
}

static void
registered_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  GTask *task = user_data;
  SignIn *self = g_task_get_task_data (task);
  GError *error = NULL;

  g_assert (G_IS_TASK (task));

  if (troupe_mcp_registration_finish (result, &self->client, &error))
    use_client (task);
  else
    fail (task, error);
}

static GError *
make_unknown (SignIn *self)
{
  g_autofree char *at = describe_uri (self->issuer->token);
  g_autofree char *server =
      troupe_mcp_resource_name (troupe_mcp_auth_policy_get_server (self->reach));
  g_autofree char *why = g_strdup_printf (
      /* Translators: %s are a host name and the address of the MCP server. */
      _ ("%s does not support automatic client registration. Register a client there manually, "
         "then run “troupectl mcp sign-in %s --client-id ID”."),
      at, server);

  g_assert (self != NULL);

  return make_error (self, why);
}

/* Chooses the client. Uses a client that the user provided, now or earlier, otherwise the client
 * metadata document. Returns FALSE if neither exists, so that Troupe must be registered now. */
static gboolean
find_client (SignIn *self)
{
  g_assert (self != NULL);

  if (!self->has_client && self->previous != NULL && self->previous->client.is_given &&
      g_str_equal (self->previous->issuer, self->issuer->issuer))
    {
      troupe_mcp_client_copy (&self->previous->client, &self->client);
      self->has_client = TRUE;
    }
  if (!self->has_client && self->issuer->takes_documents && document != NULL && *document != '\0')
    {
      self->client.id = g_strdup (document);
      self->has_client = TRUE;
    }
  if (self->client.key != NULL)
    self->client.method = TROUPE_MCP_AUTH_KEY;
  else if (self->has_client)
    self->client.method =
        troupe_mcp_registration_choose (self->issuer, self->client.secret != NULL);
  return self->has_client;
}

/* Chooses the scopes. Previously granted scopes are requested again. If the server supports
 * offline_access, this scope is added to obtain refresh tokens. */
static void
choose_scope (SignIn *self)
{
  const char *wanted =
      self->challenge->scope != NULL ? self->challenge->scope : self->resource->scopes;

  g_assert (self != NULL);

  self->scope = troupe_mcp_scope_join (wanted, self->allowed);
  if (self->scope != NULL && !self->client.is_machine &&
      troupe_mcp_scope_has (self->issuer->scopes, OFFLINE))
    {
      char *more = troupe_mcp_scope_join (self->scope, OFFLINE);

      g_free (self->scope);
      self->scope = more;
    }
}

static gboolean
listen (GTask *task)
{
  SignIn *self = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;
  g_autofree char *why = NULL;

  g_assert (G_IS_TASK (task));

  self->loopback = troupe_mcp_loopback_new (self->client.port, came_back_cb, task, &error);
  if (self->loopback != NULL)
    return TRUE;
  /* Translators: %s is the reason. */
  why = g_strdup_printf (_ ("Could not listen for the browser: %s"), error->message);
  fail (task, make_error (self, why));
  return FALSE;
}

/* Returns the first endpoint to be contacted that the user has not permitted yet. (transfer
 * none) (nullable) */
static GUri *
find_stranger (SignIn *self, gboolean is_known)
{
  GUri *const places[] = { self->issuer->token, is_known ? NULL : self->issuer->registration };

  g_assert (self != NULL);

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_autofree char *host = places[i] != NULL ? describe_uri (places[i]) : NULL;

      if (host != NULL && !g_hash_table_contains (self->agreed, host))
        return places[i];
    }
  return NULL;
}

static void
prepare_client (GTask *task)
{
  SignIn *self = g_task_get_task_data (task);
  const gboolean is_known = find_client (self);
  GUri *stranger = find_stranger (self, is_known);

  g_assert (G_IS_TASK (task));

  if (stranger != NULL)
    {
      ask_consent (task, stranger);
      return;
    }
  choose_scope (self);
  if (self->client.is_machine)
    use_client (task);
  else if (self->asker == NULL)
    fail (task, make_unsigned (self));
  else if (self->issuer->authorization == NULL || (!is_known && self->issuer->registration == NULL))
    fail (task, make_unknown (self));
  else if (!listen (task))
    return;
  else if (is_known)
    use_client (task);
  else
    troupe_mcp_registration_async (self->reach, self->issuer,
                                   troupe_mcp_loopback_get_redirect (self->loopback), self->scope,
                                   g_task_get_cancellable (task), registered_cb, task);
}

/* --- Authorization server --------------------------------------------------------------------- */

static void
issuer_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  GTask *task = user_data;
  SignIn *self = g_task_get_task_data (task);
  GError *error = NULL;

  g_assert (G_IS_TASK (task));

  self->issuer = troupe_mcp_discovery_find_issuer_finish (result, &error);
  if (error != NULL)
    {
      fail (task, error);
      return;
    }
  /* A server that requires a token but publishes no metadata follows 2025-03-26. */
  if (self->issuer == NULL && self->challenge->is_bearer)
    self->issuer = troupe_mcp_issuer_new_plain (self->reach);
  if (self->issuer == NULL)
    {
      g_task_return_pointer (task, NULL, NULL);
      g_object_unref (task);
      return;
    }
  prepare_client (task);
}

static void
find_issuer (GTask *task)
{
  SignIn *self = g_task_get_task_data (task);

  troupe_mcp_discovery_find_issuer_async (self->reach, self->resource->issuer,
                                          g_task_get_cancellable (task), issuer_cb, task);
}

static void
agreed_cb (TroupeValue *result, const GError *error, gpointer user_data)
{
  GTask *task = user_data;
  SignIn *self = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  self->asked = NULL;
  clear_source (&self->cancelled);
  if (!troupe_mcp_asked_is_accepted (result))
    fail (task, make_unsigned (self));
  else if (self->issuer == NULL)
    find_issuer (task);
  else
    prepare_client (task);
}

/* Asks the user for permission before another server is contacted. @uri: an endpoint of the
 * authorization server */
static void
ask_consent (GTask *task, GUri *uri)
{
  SignIn *self = g_task_get_task_data (task);
  g_autofree char *at = describe_uri (uri);
  g_autofree char *message = g_strdup_printf (
      /* Translators: %s are two host names. */
      _ ("The MCP server at %s requires a sign-in at %s. Allow Troupe to connect to it?"),
      self->host, at);
  TroupeMcpAsked *asked = NULL;

  g_assert (G_IS_TASK (task));

  if (self->asker == NULL)
    {
      fail (task, make_unsigned (self));
      return;
    }
  watch (task);
  g_object_ref (task);
  /* The host can be added before the user answers, because the sign-in fails if the user
   * declines. */
  g_hash_table_add (self->agreed, g_strdup (at));
  asked =
      troupe_mcp_ask_elicitation (self->asker,
                                  troupe_elicitation_new_sign_in (self->host, message, NULL, NULL),
                                  agreed_cb, task);
  if (asked != NULL)
    self->asked = asked;
  g_object_unref (task);
}

static void
resource_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  GTask *task = user_data;
  SignIn *self = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (GUri) uri = NULL;

  g_assert (G_IS_TASK (task));

  self->resource = troupe_mcp_discovery_find_resource_finish (result, &error);
  if (self->resource != NULL && self->resource->issuer != NULL)
    uri = troupe_mcp_auth_policy_parse (self->reach, self->resource->issuer, &error);
  if (error != NULL)
    fail (task, error);
  else if (uri == NULL || troupe_mcp_auth_policy_is_server (self->reach, uri))
    find_issuer (task);
  else
    ask_consent (task, uri);
}

void
troupe_mcp_sign_in_async (const TroupeMcpSignInRequest *request,
                          GCancellable *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer user_data)
{
  GTask *task = NULL;
  SignIn *self = NULL;

  g_return_if_fail (request != NULL && request->reach != NULL && request->challenge != NULL);

  task = g_task_new (NULL, cancellable, callback, user_data);
  self = g_new0 (SignIn, 1);
  g_task_set_source_tag (task, troupe_mcp_sign_in_async);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, self, sign_in_free);
  self->reach = troupe_mcp_auth_policy_ref (request->reach);
  self->challenge = troupe_mcp_challenge_copy (request->challenge);
  self->host = describe_uri (troupe_mcp_auth_policy_get_server (request->reach));
  self->agreed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_hash_table_add (self->agreed, g_strdup (self->host));
  self->allowed = g_strdup (request->scope);
  self->asker = request->asker;
  if (request->previous != NULL)
    self->previous = troupe_mcp_grant_ref (request->previous);
  if (request->client != NULL)
    {
      troupe_mcp_client_copy (request->client, &self->client);
      self->has_client = self->client.id != NULL;
    }
  troupe_mcp_discovery_find_resource_async (self->reach, self->challenge, cancellable, resource_cb,
                                            task);
}

TroupeMcpGrant *
troupe_mcp_sign_in_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
