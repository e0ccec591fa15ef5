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
#include "troupe-steps.h"

/* How long the user may take in the browser. */
#define LONGEST_WAIT_S (15u * 60)
#define VERIFIER_BYTES 32u
#define OFFLINE "offline_access"

/* @host: the host of the server, as shown to the user; @agreed: the hosts that the user has
 *   permitted; @allowed: (nullable): the previously granted scopes; @asked: (nullable): the open
 *   prompt; @cancelled, @late: (nullable): sources for cancellation and timeout; @code, @redirect:
 *   (nullable): what came back from the browser */
typedef struct
{
  GTask *task; /* owns this struct */
  TroupeSteps *steps;
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
  char *code;
  char *redirect;
} SignIn;

static const char *document = TROUPE_CLIENT_DOCUMENT;

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
  troupe_steps_free (self->steps);
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
  g_free (self->code);
  g_free (self->redirect);
  g_free (self);
}

static char *
describe_uri (GUri *uri)
{
  g_autofree char *host = troupe_uri_describe_host (uri);

  return troupe_host_to_shown (host);
}

/* Ends the sign-in with @grant (nullable) (transfer full). */
static void
succeed (SignIn *self, TroupeMcpGrant *grant)
{
  GTask *task = self->task;

  g_task_return_pointer (task, grant, (GDestroyNotify) troupe_mcp_grant_unref);
  g_object_unref (task);
}

/* @error: (transfer full) */
static TroupeStepResult
fail (SignIn *self, GError *error)
{
  GTask *task = self->task;

  g_assert (error != NULL);

  stop_waiting (self);
  g_task_return_error (task, error);
  g_object_unref (task);
  return TROUPE_STEP_END;
}

static GError *
make_unsigned (SignIn *self)
{
  g_autofree char *server =
      troupe_mcp_resource_make_word (troupe_mcp_auth_policy_get_server (self->reach));

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

/* Continues unless there is an @error (nullable) (transfer full). */
static void
continue_unless_failed (SignIn *self, GError *error)
{
  if (error != NULL)
    fail (self, error);
  else
    troupe_steps_continue (self->steps);
}

/* --- Permission to contact servers ------------------------------------------------------------ */

static gboolean
cancelled_cb (GCancellable *cancellable, gpointer user_data)
{
  g_assert (G_IS_CANCELLABLE (cancellable));

  fail (user_data,
        g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("The sign-in was canceled.")));
  return G_SOURCE_REMOVE;
}

/* Prompts the user. Watches for cancellation while the prompt or the browser is open.
 * @elicitation: (transfer full) */
static void
ask (SignIn *self, TroupeElicitation *elicitation, TroupeMcpAskedFunc func)
{
  GCancellable *cancellable = g_task_get_cancellable (self->task);
  GMainContext *context = g_task_get_context (self->task);
  TroupeMcpAsked *asked = NULL;

  g_assert (self->asked == NULL);

  if (cancellable != NULL)
    {
      self->cancelled = troupe_cancel_source_new (cancellable, context);
      g_source_set_callback (self->cancelled, G_SOURCE_FUNC (cancelled_cb), self, NULL);
      g_source_attach (self->cancelled, context);
    }
  asked = troupe_mcp_ask_elicitation (self->asker, elicitation, func, self);
  /* If the prompt was answered already, the sign-in may have ended. */
  if (asked != NULL)
    self->asked = asked;
}

/* @result: (nullable). Returns TRUE if the user has accepted, otherwise ends the sign-in. */
static gboolean
is_accepted (SignIn *self, TroupeValue *result)
{
  self->asked = NULL;
  if (troupe_mcp_asked_is_accepted (result))
    return TRUE;
  fail (self, make_unsigned (self));
  return FALSE;
}

static void
permitted_cb (TroupeValue *result, const GError *error, gpointer user_data)
{
  SignIn *self = user_data;

  clear_source (&self->cancelled);
  if (is_accepted (self, result))
    troupe_steps_continue (self->steps);
}

/* Asks the user for permission before another server is contacted. @uri: an endpoint of the
 * authorization server */
static TroupeStepResult
ask_permission (SignIn *self, GUri *uri)
{
  g_autofree char *at = describe_uri (uri);
  g_autofree char *message = NULL;

  g_assert (self != NULL);

  if (self->asker == NULL)
    return fail (self, make_unsigned (self));
  message = g_strdup_printf (
      /* Translators: %s are two host names. */
      _ ("The MCP server at %s requires a sign-in at %s. Allow Troupe to connect to it?"),
      self->host, at);
  /* The host can be added before the user answers, because the sign-in fails if the user
   * declines. */
  g_hash_table_add (self->agreed, g_strdup (at));
  ask (self, troupe_elicitation_new_sign_in (self->host, message, NULL, NULL), permitted_cb);
  return TROUPE_STEP_PENDING;
}

/* Asks about an endpoint unless the user has permitted its host. @uri: (nullable) */
static TroupeStepResult
ask_about_endpoint (SignIn *self, GUri *uri)
{
  g_autofree char *at = uri != NULL ? describe_uri (uri) : NULL;

  return at == NULL || g_hash_table_contains (self->agreed, at) ? TROUPE_STEP_DONE
                                                                : ask_permission (self, uri);
}

/* --- Authorization server --------------------------------------------------------------------- */

static void
resource_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  SignIn *self = user_data;
  GError *error = NULL;

  self->resource = troupe_mcp_discovery_find_resource_finish (result, &error);
  continue_unless_failed (self, error);
}

static TroupeStepResult
find_resource (gpointer data)
{
  SignIn *self = data;

  troupe_mcp_discovery_find_resource_async (self->reach, self->challenge,
                                            g_task_get_cancellable (self->task), resource_cb, self);
  return TROUPE_STEP_PENDING;
}

static TroupeStepResult
ask_about_issuer (gpointer data)
{
  SignIn *self = data;
  g_autoptr (GUri) uri = NULL;
  GError *error = NULL;

  if (self->resource->issuer == NULL)
    return TROUPE_STEP_DONE;
  uri = troupe_mcp_auth_policy_parse (self->reach, self->resource->issuer, &error);
  if (uri == NULL)
    return fail (self, error);
  return troupe_mcp_auth_policy_is_server (self->reach, uri) ? TROUPE_STEP_DONE
                                                             : ask_permission (self, uri);
}

static void
issuer_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  SignIn *self = user_data;
  GError *error = NULL;

  self->issuer = troupe_mcp_discovery_find_issuer_finish (result, &error);
  /* A server that requires a token but publishes no metadata follows 2025-03-26. */
  if (self->issuer == NULL && error == NULL && self->challenge->is_bearer)
    self->issuer = troupe_mcp_issuer_new_plain (self->reach);
  if (error == NULL && self->issuer == NULL)
    succeed (self, NULL);
  else
    continue_unless_failed (self, error);
}

static TroupeStepResult
find_issuer (gpointer data)
{
  SignIn *self = data;

  troupe_mcp_discovery_find_issuer_async (self->reach, self->resource->issuer,
                                          g_task_get_cancellable (self->task), issuer_cb, self);
  return TROUPE_STEP_PENDING;
}

/* --- Client ----------------------------------------------------------------------------------- */

/* Chooses the client. Uses a client that the user provided, now or earlier, otherwise the client
 * metadata document. If neither exists, Troupe must be registered now. */
static TroupeStepResult
choose_client (gpointer data)
{
  SignIn *self = data;

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
  return TROUPE_STEP_DONE;
}

static TroupeStepResult
ask_about_token (gpointer data)
{
  return ask_about_endpoint (data, ((SignIn *) data)->issuer->token);
}

static TroupeStepResult
ask_about_registration (gpointer data)
{
  SignIn *self = data;

  return ask_about_endpoint (self, self->has_client ? NULL : self->issuer->registration);
}

/* Chooses the scopes. Previously granted scopes are requested again. If the server supports
 * offline_access, this scope is added to obtain refresh tokens. */
static TroupeStepResult
choose_scope (gpointer data)
{
  SignIn *self = data;
  const char *wanted =
      self->challenge->scope != NULL ? self->challenge->scope : self->resource->scopes;

  self->scope = troupe_mcp_scope_join (wanted, self->allowed);
  if (self->scope != NULL && !self->client.is_machine &&
      troupe_mcp_scope_has (self->issuer->scopes, OFFLINE))
    {
      char *more = troupe_mcp_scope_join (self->scope, OFFLINE);

      g_free (self->scope);
      self->scope = more;
    }
  return TROUPE_STEP_DONE;
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
token_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  SignIn *self = user_data;
  GError *error = NULL;
  TroupeMcpGrant *grant = troupe_mcp_token_finish (result, &error);

  if (grant != NULL)
    succeed (self, grant);
  else
    fail (self, error);
}

/* A client that is a program signs in without a browser. */
static TroupeStepResult
sign_in_machine (gpointer data)
{
  SignIn *self = data;
  g_autoptr (TroupeMcpGrant) grant = NULL;

  if (!self->client.is_machine)
    return TROUPE_STEP_DONE;
  grant = make_grant (self);
  troupe_mcp_token_ask_async (self->reach, grant, g_task_get_cancellable (self->task), token_cb,
                              self);
  return TROUPE_STEP_PENDING;
}

/* --- The browser ------------------------------------------------------------------------------ */

/* The issuer must match exactly (RFC 9207 §2.4). */
static gboolean
is_from_issuer (SignIn *self, const char *issuer)
{
  if (issuer == NULL)
    return !self->issuer->names_itself;
  return g_str_equal (issuer, self->issuer->issuer);
}

static void
came_back_cb (const TroupeMcpLoopbackAnswer *answer, gpointer user_data)
{
  SignIn *self = user_data;
  GError *error = NULL;

  self->code = g_strdup (answer->code);
  self->redirect = g_strdup (troupe_mcp_loopback_get_redirect (self->loopback));
  if (!is_from_issuer (self, answer->issuer))
    error = make_error (self, _ ("The answer is not from the server that was contacted."));
  else if (answer->error != NULL || self->code == NULL)
    {
      const char *words = answer->description != NULL ? answer->description : answer->error;
      g_autofree char *cut = g_strndup (words != NULL ? words : "", 300);
      g_autofree char *valid = g_utf8_make_valid (cut, -1);
      g_autofree char *line = troupe_text_to_line (valid);
      g_autofree char *at = describe_uri (self->issuer->authorization);
      g_autofree char *why = g_strdup_printf (_ ("%s returned: “%s”."), at, line);

      error = make_error (self, why);
    }
  stop_waiting (self);
  continue_unless_failed (self, error);
}

static TroupeStepResult
listen (gpointer data)
{
  SignIn *self = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *why = NULL;

  if (self->asker == NULL)
    return fail (self, make_unsigned (self));
  if (self->issuer->authorization == NULL ||
      (!self->has_client && self->issuer->registration == NULL))
    {
      g_autofree char *at = describe_uri (self->issuer->token);
      g_autofree char *server =
          troupe_mcp_resource_make_word (troupe_mcp_auth_policy_get_server (self->reach));
      g_autofree char *unknown = g_strdup_printf (
          /* Translators: %s are a host name and the address of the MCP server. */
          _ ("%s does not support automatic client registration. Register a client there manually, "
             "then run “troupectl mcp sign-in %s --client-id ID”."),
          at, server);

      return fail (self, make_error (self, unknown));
    }
  self->loopback = troupe_mcp_loopback_new (self->client.port, came_back_cb, self, &error);
  if (self->loopback != NULL)
    return TROUPE_STEP_DONE;
  /* Translators: %s is the reason. */
  why = g_strdup_printf (_ ("Could not listen for the browser: %s"), error->message);
  return fail (self, make_error (self, why));
}

static void
registered_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  SignIn *self = user_data;
  GError *error = NULL;

  (void) troupe_mcp_registration_finish (result, &self->client, &error);
  continue_unless_failed (self, error);
}

static TroupeStepResult
register_client (gpointer data)
{
  SignIn *self = data;

  if (self->has_client)
    return TROUPE_STEP_DONE;
  troupe_mcp_registration_async (self->reach, self->issuer,
                                 troupe_mcp_loopback_get_redirect (self->loopback), self->scope,
                                 g_task_get_cancellable (self->task), registered_cb, self);
  return TROUPE_STEP_PENDING;
}

static gboolean
late_cb (gpointer user_data)
{
  SignIn *self = user_data;

  fail (self,
        make_error (self, _ ("The sign-in in the browser was not completed within 15 minutes.")));
  return G_SOURCE_REMOVE;
}

/* Called when the user has opened the browser, or has declined. */
static void
opened_cb (TroupeValue *result, const GError *error, gpointer user_data)
{
  SignIn *self = user_data;

  if (!is_accepted (self, result))
    return;
  self->late = g_timeout_source_new_seconds (LONGEST_WAIT_S);
  g_source_set_callback (self->late, late_cb, self, NULL);
  g_source_attach (self->late, g_task_get_context (self->task));
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

/* Asks the user to open the browser, and waits until came_back_cb() is called. */
static TroupeStepResult
open_browser (gpointer data)
{
  SignIn *self = data;
  g_autofree char *address = NULL;
  g_autofree char *message = NULL;
  TroupeElicitation *elicitation = NULL;
  GError *error = NULL;

  self->verifier = troupe_mcp_random_text (VERIFIER_BYTES);
  address = make_address (self);
  /* Translators: %s is a host name. */
  message =
      g_strdup_printf (_ ("Sign in for the MCP server at %s. Troupe then continues."), self->host);
  elicitation = troupe_elicitation_new_sign_in (self->host, message, address, &error);
  if (elicitation == NULL)
    return fail (self, error);
  ask (self, elicitation, opened_cb);
  return TROUPE_STEP_PENDING;
}

static TroupeStepResult
redeem_code (gpointer data)
{
  SignIn *self = data;
  g_autoptr (TroupeMcpGrant) grant = make_grant (self);

  troupe_mcp_token_redeem_async (self->reach, grant, self->code, self->redirect, self->verifier,
                                 g_task_get_cancellable (self->task), token_cb, self);
  return TROUPE_STEP_PENDING;
}

/* --- Sign-in ---------------------------------------------------------------------------------- */

static const TroupeStep steps[] = {
  { "find resource", find_resource },
  { "ask about issuer", ask_about_issuer },
  { "find issuer", find_issuer },
  { "choose client", choose_client },
  { "ask about token", ask_about_token },
  { "ask about registration", ask_about_registration },
  { "choose scope", choose_scope },
  { "sign in machine", sign_in_machine }, /* ends here for a client that is a program */
  { "listen", listen },
  { "register client", register_client },
  { "open browser", open_browser },
  { "redeem code", redeem_code },
  { NULL, NULL },
};

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
  self->task = task;
  self->steps = troupe_steps_new (steps, self);
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
  troupe_steps_start (self->steps);
}

TroupeMcpGrant *
troupe_mcp_sign_in_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
