/* test-mcp-sign-in.c: sign-in to MCP servers over HTTP, and attacks on it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "sign-in-fixture.h"
#include "troupe-mcp-grants.h"

static void
expect_form (SignIn *self, const char *name, const char *value)
{
  g_autoptr (GHashTable) form = soup_form_decode (self->token_form);

  g_assert_cmpstr (g_hash_table_lookup (form, name), ==, value);
}

static void
expect_query (SignIn *self, const char *name, const char *value)
{
  g_autofree char *found = sign_in_get_query (self->address, name);

  g_assert_cmpstr (found, ==, value);
}

/* --- Regular sign-in -------------------------------------------------------------------------- */

static void
test_whole (SignIn *self, gconstpointer data)
{
  g_autofree char *resource = sign_in_make_address (self->port, "/mcp");
  g_autofree char *redirect = NULL;
  g_autofree char *state = NULL;
  g_autoptr (TroupeValue) registration = NULL;
  g_autofree char *asked = g_strdup_printf (
      "The MCP server at 127.0.0.1:%u requires a sign-in at 127.0.0.1:%u. Allow Troupe to connect "
      "to it?\nSign in for the MCP server at 127.0.0.1:%u. Troupe then continues. @127.0.0.1:%u\n",
      self->port, self->issuer_port, self->port, self->issuer_port);
  g_auto (ToolAnswer) answer = { 0 };
  guint n_unsigned = 0;

  sign_in_open (self);
  mcp_call (&self->mcp, NULL, &answer);
  mcp_expect_text (&answer, "sun");

  g_assert_cmpstr (self->questions->str, ==, asked);
  g_assert_cmpstr (self->places->str, ==,
                   "/.well-known/oauth-protected-resource/mcp "
                   "/.well-known/oauth-authorization-server/realm ");
  expect_query (self, "client_id", "registered");
  expect_query (self, "resource", resource);
  expect_query (self, "scope", NULL);
  expect_form (self, "grant_type", "authorization_code");
  expect_form (self, "client_id", "registered");
  expect_form (self, "client_secret", NULL);
  g_assert_null (self->token_header);

  redirect = sign_in_get_query (self->address, "redirect_uri");
  expect_form (self, "redirect_uri", redirect);
  g_assert_true (g_str_has_prefix (redirect, "http://127.0.0.1:"));
  g_assert_true (g_str_has_suffix (redirect, "/callback"));
  state = sign_in_get_query (self->address, "state");
  g_assert_cmpuint (strlen (state), >=, 43);
  registration = troupe_value_from_json (self->registration, -1, NULL);
  g_assert_cmpstr (troupe_value_get_member_text (registration, "client_name"), ==, "Troupe");
  g_assert_cmpstr (troupe_value_get_member_text (registration, "token_endpoint_auth_method"), ==,
                   "none");
  g_assert_nonnull (strstr (self->registration, redirect));
  g_assert_nonnull (strstr (self->registration, "\"refresh_token\""));

  /* Calls after the sign-in send the token, and the events contain a single connection. */
  n_unsigned = self->n_unsigned;
  g_assert_cmpuint (n_unsigned, >, 0);
  g_assert_cmpuint (mcp_count_events (&self->mcp, "mcp_connection_started"), ==, 1);
  g_assert_cmpuint (mcp_count_events (&self->mcp, "mcp_connection_failed"), ==, 0);
  sign_in_make (self);
  sign_in_open (self);
  g_assert_cmpuint (self->n_unsigned, ==, n_unsigned);
  g_assert_cmpuint (self->n_token, ==, 1);
  /* If there is no keyring, a warning says how long the sign-in is valid. */
  g_assert_nonnull (strstr (self->warnings->str, "is valid only until Troupe closes"));
}

/* Lists the possible locations of metadata. @data: one of these structs */
typedef struct
{
  const char *header;
  const char *resource_at;
  const char *metadata_at;
  const char *places;
} Places;

static const Places places[] = {
  { "Bearer", "/.well-known/oauth-protected-resource", NULL,
    "/.well-known/oauth-protected-resource/mcp /.well-known/oauth-protected-resource "
    "/.well-known/oauth-authorization-server/realm " },
  { NULL, "/custom/place.json", "/.well-known/openid-configuration/realm",
    "/custom/place.json /.well-known/oauth-authorization-server/realm "
    "/.well-known/openid-configuration/realm " },
  { "", NULL, "/realm/.well-known/openid-configuration",
    "/.well-known/oauth-protected-resource/mcp /.well-known/oauth-authorization-server/realm "
    "/.well-known/openid-configuration/realm /realm/.well-known/openid-configuration " },
};

static void
test_places (SignIn *self, gconstpointer data)
{
  const Places *where = data;

  self->header = where->header;
  self->resource_at = where->resource_at;
  self->metadata_at = where->metadata_at;
  sign_in_open (self);
  g_assert_cmpstr (self->places->str, ==, where->places);
}

static void
test_scopes (SignIn *self, gconstpointer data)
{
  self->resource_scopes = "read', 'write";
  self->more = "'scopes_supported': ['offline_access', 'read', 'all'], ";
  sign_in_open (self);
  expect_query (self, "scope", "read write offline_access");
}

static void
test_challenge_scope (SignIn *self, gconstpointer data)
{
  self->header = "Basic realm=\"x, Bearer\", Bearer error=\"invalid_token\", scope=\"mine\"";
  self->resource_scopes = "read";
  sign_in_open (self);
  expect_query (self, "scope", "mine");
}

/* --- Clients ---------------------------------------------------------------------------------- */

static void
test_secret (SignIn *self, gconstpointer data)
{
  const char *method = data;

  self->has_secret = TRUE;
  self->method = method;
  sign_in_open (self);
  g_assert_nonnull (strstr (self->registration, method));
  if (g_str_equal (method, "client_secret_post"))
    {
      expect_form (self, "client_secret", "s3cret-of-client");
      g_assert_null (self->token_header);
      return;
    }
  /* registered:s3cret-of-client */
  g_assert_cmpstr (self->token_header, ==, "Basic cmVnaXN0ZXJlZDpzM2NyZXQtb2YtY2xpZW50");
  expect_form (self, "client_secret", NULL);
  expect_form (self, "client_id", NULL);
}

static void
test_given (SignIn *self, gconstpointer data)
{
  const TroupeMcpClient client = { .id = (char *) "a b:c",
                                   .secret = (char *) "ä",
                                   .is_given = TRUE };

  self->method = "client_secret_basic";
  sign_in_make (self);
  troupe_mcp_server_set_client (self->mcp.server, &client);
  sign_in_open (self);
  g_assert_cmpuint (self->n_register, ==, 0);
  expect_query (self, "client_id", "a b:c");
  /* a%20b%3Ac:%C3%A4 */
  g_assert_cmpstr (self->token_header, ==, "Basic YSUyMGIlM0FjOiVDMyVBNA==");

  /* The client is remembered when the user must sign in again. */
  self->refuses_refresh = TRUE;
  g_clear_pointer (&self->access, g_free);
  sign_in_make (self);
  sign_in_open (self);
  g_assert_cmpuint (self->n_authorize, ==, 2);
  g_assert_cmpuint (self->n_register, ==, 0);
  expect_query (self, "client_id", "a b:c");
}

static void
test_machine (SignIn *self, gconstpointer data)
{
  const TroupeMcpClient client = { .id = (char *) "machine",
                                   .secret = (char *) "secret-of-machine",
                                   .is_given = TRUE,
                                   .is_machine = TRUE };

  self->resource_scopes = "read";
  self->no_refresh = TRUE;
  sign_in_make (self);
  troupe_mcp_server_set_client (self->mcp.server, &client);
  sign_in_open (self);
  expect_form (self, "grant_type", "client_credentials");
  expect_form (self, "scope", "read");
  g_assert_null (self->address);

  /* The user is not prompted for the next sign-in. */
  g_clear_pointer (&self->access, g_free);
  sign_in_make (self);
  troupe_mcp_server_set_asker (self->mcp.server, NULL);
  sign_in_open (self);
  g_assert_cmpuint (self->n_token, ==, 2);
}

static void
test_unregistered (SignIn *self, gconstpointer data)
{
  self->no_registration = TRUE;
  sign_in_expect_failure (self, "--client-id ID");
  g_assert_cmpuint (self->n_authorize, ==, 0);
}

/* --- Users ------------------------------------------------------------------------------------ */

static void
expect_nothing (SignIn *self)
{
  g_assert_cmpuint (self->n_register, ==, 0);
  g_assert_cmpuint (self->n_authorize, ==, 0);
  g_assert_cmpuint (self->n_token, ==, 0);
}

static void
test_nobody (SignIn *self, gconstpointer data)
{
  g_autofree char *command =
      g_strdup_printf ("“troupectl mcp sign-in http://127.0.0.1:%u/mcp”", self->port);

  sign_in_make (self);
  troupe_mcp_server_set_asker (self->mcp.server, NULL);
  sign_in_expect_failure (self, command);
  g_assert_cmpuint (troupe_mcp_error_get_status (self->mcp.error), ==, 401);
  g_assert_cmpuint (self->n_metadata, ==, 0);
  expect_nothing (self);
}

static void
test_declined (SignIn *self, gconstpointer data)
{
  self->declines_first = TRUE;
  sign_in_expect_failure (self, "requires a sign-in");
  g_assert_cmpuint (self->n_metadata, ==, 0);
  expect_nothing (self);
}

static void
test_address_declined (SignIn *self, gconstpointer data)
{
  self->declines_address = TRUE;
  sign_in_expect_failure (self, "requires a sign-in");
  g_assert_cmpuint (self->n_authorize, ==, 0);
  g_assert_cmpuint (self->n_token, ==, 0);
}

static void
test_key (SignIn *self, gconstpointer data)
{
  g_autofree char *entry = g_strdup_printf (
      "{'url': 'http://127.0.0.1:%u/mcp', 'headers': {'authorization': 'Bearer mine'}}",
      self->port);

  /* A key in the headers has priority even if there is a token for the same server. */
  sign_in_open (self);
  g_string_truncate (self->questions, 0);
  g_string_truncate (self->places, 0);
  mcp_close (&self->mcp);
  g_clear_pointer (&self->mcp.tools, g_ptr_array_unref);
  g_clear_object (&self->mcp.server);
  mcp_make (&self->mcp, entry);
  troupe_mcp_server_set_asker (self->mcp.server, &self->asker);
  sign_in_expect_failure (self, "the document’s headers");
  g_assert_cmpstr (self->questions->str, ==, "");
  g_assert_cmpstr (self->places->str, ==, "");
}

/* The server requires authentication, but does not support sign-in. */
static void
test_other_key (SignIn *self, gconstpointer data)
{
  self->header = "";
  self->resource_at = "/nowhere";
  sign_in_expect_failure (self, "Add its key to the headers");
  g_assert_cmpstr (self->questions->str, ==, "");
}

static gboolean
has_address (gpointer data)
{
  return ((SignIn *) data)->address != NULL;
}

static gboolean
has_error (gpointer data)
{
  return ((SignIn *) data)->mcp.is_done;
}

static void
test_cancelled (SignIn *self, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const gboolean is_asked = GPOINTER_TO_INT (data);

  /* Cancels the connection while the prompt is open, and while the user is in the browser. */
  self->wait_for = is_asked ? 2 : 0;
  self->stays_in_browser = TRUE;
  sign_in_make (self);
  mcp_begin_open (&self->mcp, cancellable);
  mcp_wait (has_address, self);
  g_cancellable_cancel (cancellable);
  mcp_wait (has_error, self);
  g_assert_error (self->mcp.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (self->n_withdrawn, ==, is_asked ? 1 : 0);
}

/* --- A server that lies after the sign-in ------------------------------------------------------- */

/* Neither the token nor the message follows a redirect to another host. */
static void
test_messages_move (SignIn *self, gconstpointer data)
{
  g_autofree char *elsewhere = sign_in_make_address (self->other_port, "/mcp");
  g_auto (ToolAnswer) answer = { 0 };

  sign_in_open (self);
  self->messages_move = elsewhere;
  mcp_call (&self->mcp, NULL, &answer);
  g_assert_nonnull (answer.error);
  g_test_message ("%s", answer.error->message);
  g_assert_nonnull (strstr (answer.error->message, "another URL"));
  g_assert_cmpuint (self->n_other, ==, 0);
}

/* A refresh token is sent only to the authorization server that has issued it, whatever the server names now. A sign-in at
 * the new one needs another confirmation. */
static void
test_issuer_changes (SignIn *self, gconstpointer data)
{
  g_autofree char *elsewhere = sign_in_make_address (self->other_port, "/realm");
  g_autofree char *asked = g_strdup_printf ("sign-in at 127.0.0.1:%u.", self->other_port);
  g_auto (ToolAnswer) answer = { 0 };

  sign_in_open (self);
  self->issuer_named = elsewhere;
  g_clear_pointer (&self->access, g_free);
  mcp_call (&self->mcp, NULL, &answer);
  mcp_expect_text (&answer, "sun");
  g_assert_cmpuint (self->n_refresh, ==, 1);
  g_assert_cmpuint (self->n_other, ==, 0);
  g_clear_pointer (&self->access, g_free);
  self->refuses_refresh = TRUE;
  self->declines_at = self->n_asked + 1;
  g_clear_error (&answer.error);
  mcp_call (&self->mcp, NULL, &answer);
  g_assert_nonnull (answer.error);
  g_assert_nonnull (strstr (self->questions->str, asked));
  g_assert_cmpuint (self->n_other, ==, 0);
}

/* --- Renewing --------------------------------------------------------------------------------- */

static void
test_refresh (SignIn *self, gconstpointer data)
{
  g_auto (ToolAnswer) answer = { 0 };

  sign_in_open (self);
  g_clear_pointer (&self->access, g_free);
  mcp_call (&self->mcp, NULL, &answer);
  mcp_expect_text (&answer, "sun");
  g_assert_cmpuint (self->n_refresh, ==, 1);
  g_assert_cmpuint (self->n_authorize, ==, 1);
  /* The next refresh uses the new refresh token from this response. */
  g_clear_pointer (&self->access, g_free);
  mcp_call (&self->mcp, NULL, &answer);
  mcp_expect_text (&answer, "sun");
  g_assert_cmpuint (self->n_refresh, ==, 2);
  g_assert_cmpuint (self->n_authorize, ==, 1);
}

static void
test_refresh_refused (SignIn *self, gconstpointer data)
{
  sign_in_open (self);
  self->refuses_refresh = TRUE;
  g_clear_pointer (&self->access, g_free);
  sign_in_make (self);
  sign_in_open (self);
  g_assert_cmpuint (self->n_authorize, ==, 2);
}

static gboolean
are_both_done (gpointer data)
{
  ToolAnswer *answers = data;

  return answers[0].is_done && answers[1].is_done;
}

/* Concurrent calls share one refresh, because a refresh token may be used only once. */
static void
test_together (SignIn *self, gconstpointer data)
{
  ToolAnswer answers[2] = { { 0 } };
  const TroupeToolContext context = mcp_context (&self->mcp);

  sign_in_open (self);
  g_clear_pointer (&self->access, g_free);
  for (guint i = 0; i < 2; i++)
    tool_begin (self->mcp.tools->pdata[0], "{\"place\":\"Ulm\"}", &context, NULL, &answers[i]);
  mcp_wait (are_both_done, answers);
  for (guint i = 0; i < 2; i++)
    {
      mcp_expect_text (&answers[i], "sun");
      tool_answer_clear (&answers[i]);
    }
  g_assert_cmpuint (self->n_refresh, ==, 1);
}

static void
test_more (SignIn *self, gconstpointer data)
{
  g_auto (ToolAnswer) answer = { 0 };

  self->resource_scopes = "read";
  self->call_scope = "read write";
  sign_in_open (self);
  expect_query (self, "scope", "read");
  mcp_call (&self->mcp, NULL, &answer);
  mcp_expect_text (&answer, "sun");
  g_assert_cmpuint (self->n_authorize, ==, 2);
  g_assert_cmpuint (self->n_refresh, ==, 0);
}

/* The server requires a scope that has already been granted. */
static void
test_never_enough (SignIn *self, gconstpointer data)
{
  g_auto (ToolAnswer) answer = { 0 };

  self->resource_scopes = "write', 'read";
  self->call_scope = "read write";
  sign_in_open (self);
  mcp_call (&self->mcp, NULL, &answer);
  mcp_expect_failure (&answer, TROUPE_TOOL_ERROR_UNAVAILABLE,
                      "does not allow this request for the signed-in account");
  g_assert_cmpuint (self->n_authorize, ==, 1);
}

static void
test_takes_nothing (SignIn *self, gconstpointer data)
{
  self->takes_nothing = TRUE;
  sign_in_expect_failure (self, "rejected the token from the sign-in");
  g_assert_cmpuint (self->n_authorize, ==, 1);
  g_assert_cmpuint (self->n_token, ==, 1);
}

/* --- Attacks ---------------------------------------------------------------------------------- */

static void
test_other_resource (SignIn *self, gconstpointer data)
{
  self->resource = "https://other.example/mcp";
  sign_in_expect_failure (self, "for another server, “https://other.example/mcp”");
  g_assert_cmpstr (self->questions->str, ==, "");
  expect_nothing (self);
}

/* The server's metadata is only requested from the server itself. */
static void
test_elsewhere (SignIn *self, gconstpointer data)
{
  g_autofree char *header =
      g_strdup_printf ("Bearer resource_metadata=\"http://127.0.0.1:%u/metadata\"",
                       self->other_port);

  self->header = header;
  sign_in_open (self);
  g_assert_cmpuint (self->n_other, ==, 0);
  g_assert_true (
      g_str_has_prefix (self->places->str, "/.well-known/oauth-protected-resource/mcp "));
}

/* A redirect is followed only if it leads to the same server. */
static void
test_resource_moves (SignIn *self, gconstpointer data)
{
  g_autofree char *elsewhere = sign_in_make_address (self->other_port, "/.well-known/moved");

  self->resource_moves = "/.well-known/moved";
  sign_in_open (self);
  troupe_mcp_grants_forget ();
  self->resource_moves = elsewhere;
  sign_in_make (self);
  sign_in_expect_failure (self, "redirects to another URL");
  g_assert_cmpuint (self->n_other, ==, 0);
}

static void
test_no_pkce (SignIn *self, gconstpointer data)
{
  self->no_pkce = data;
  sign_in_expect_failure (self, "PKCE");
  expect_nothing (self);
}

static void
test_mixed_up (SignIn *self, gconstpointer data)
{
  self->name = data;
  sign_in_expect_failure (self, data);
  expect_nothing (self);
}

static void
test_other_issuer (SignIn *self, gconstpointer data)
{
  self->issuer_said = data;
  sign_in_expect_failure (self, "not from the server that was contacted");
  g_assert_cmpuint (self->n_authorize, ==, 1);
  g_assert_cmpuint (self->n_token, ==, 0);
}

static void
test_issuer_missing (SignIn *self, gconstpointer data)
{
  self->more = "'authorization_response_iss_parameter_supported': true, ";
  sign_in_expect_failure (self, "not from the server that was contacted");
  g_assert_cmpuint (self->n_token, ==, 0);
}

static void
test_issuer_said (SignIn *self, gconstpointer data)
{
  g_autofree char *name = sign_in_make_address (self->issuer_port, "/realm");

  self->issuer_said = name;
  self->more = "'authorization_response_iss_parameter_supported': true, ";
  sign_in_open (self);
}

static void
test_state (SignIn *self, gconstpointer data)
{
  g_autofree char *address = NULL;
  g_autofree char *near = NULL;
  guint status;

  self->stays_in_browser = TRUE;
  sign_in_make (self);
  mcp_begin_open (&self->mcp, NULL);
  mcp_wait (has_address, self);
  address = g_strdup (self->address);
  /* A callback with a wrong state parameter has no effect. */
  g_assert_cmpuint (sign_in_browse (self, address, "guessed"), ==, 400);
  g_assert_cmpuint (sign_in_browse (self, address, ""), ==, 400);
  near = sign_in_get_query (address, "state");
  near[strlen (near) - 1] = near[strlen (near) - 1] == 'A' ? 'B' : 'A';
  g_assert_cmpuint (sign_in_browse (self, address, near), ==, 400);
  g_assert_cmpuint (self->n_token, ==, 0);
  g_assert_cmpuint (sign_in_browse (self, address, NULL), ==, 200);
  mcp_wait (has_error, self);
  g_assert_no_error (self->mcp.error);
  g_assert_cmpuint (self->n_token, ==, 1);
  /* A callback is accepted only once. */
  status = sign_in_browse (self, address, NULL);
  g_assert_true (status == 400 || status == 0);
  g_assert_cmpuint (self->n_token, ==, 1);
}

static void
test_denied (SignIn *self, gconstpointer data)
{
  self->refusal = "%3Cb%3ENo%3C/b%3E%1B%5B2J%E2%80%AEgo%20away";
  sign_in_expect_failure (self, "returned: “<b>No</b>");
  g_assert_null (strchr (self->mcp.error->message, '\033'));
  g_assert_null (strstr (self->mcp.error->message, "\u202e"));
  g_assert_cmpuint (self->n_token, ==, 0);
}

static void
test_token_moves (SignIn *self, gconstpointer data)
{
  self->token_moves = TRUE;
  sign_in_expect_failure (self, "redirects to another URL");
  g_assert_cmpuint (self->n_other, ==, 0);
}

static void
test_token_page (SignIn *self, gconstpointer data)
{
  self->token_is_page = TRUE;
  sign_in_expect_failure (self, "returned an invalid token");
}

static void
test_token_type (SignIn *self, gconstpointer data)
{
  self->token_type = "mac";
  sign_in_expect_failure (self, "returned an invalid token");
}

static void
test_giant (SignIn *self, gconstpointer data)
{
  self->is_giant = TRUE;
  sign_in_expect_failure (self, "larger than 1 MB");
  expect_nothing (self);
}

static void
test_bad_place (SignIn *self, gconstpointer data)
{
  g_autofree char *more = g_strdup_printf ("'registration_endpoint': '%s', ", (const char *) data);

  self->no_registration = TRUE;
  self->more = more;
  sign_in_expect_failure (self, "which was not contacted");
  expect_nothing (self);
}

/* An additional server requires another confirmation. */
static void
test_third (SignIn *self, gconstpointer data)
{
  g_autofree char *place = sign_in_make_address (self->other_port, "/register");
  g_autofree char *more = g_strdup_printf ("'registration_endpoint': '%s', ", place);
  g_autofree char *asked = g_strdup_printf ("sign-in at 127.0.0.1:%u.", self->other_port);

  self->no_registration = TRUE;
  self->more = more;
  self->declines_at = GPOINTER_TO_UINT (data);
  sign_in_expect_failure (self, data != NULL ? "requires a sign-in"
                                             : "does not allow Troupe to register");
  g_assert_nonnull (strstr (self->questions->str, asked));
  g_assert_cmpuint (self->n_other, ==, data != NULL ? 0 : 1);
}

/* So does a token endpoint that is not at the authorization server, before there is a code that it could receive. */
static void
test_token_elsewhere (SignIn *self, gconstpointer data)
{
  g_autofree char *place = sign_in_make_address (self->other_port, "/token");
  g_autofree char *asked = g_strdup_printf ("sign-in at 127.0.0.1:%u.", self->other_port);

  self->token_at = place;
  self->declines_at = 2;
  sign_in_expect_failure (self, "requires a sign-in");
  g_assert_nonnull (strstr (self->questions->str, asked));
  g_assert_cmpuint (self->n_other, ==, 0);
  expect_nothing (self);
}

static void
test_said_back (SignIn *self, gconstpointer data)
{
  g_auto (ToolAnswer) answer = { 0 };

  self->says_token = TRUE;
  sign_in_open (self);
  mcp_call (&self->mcp, NULL, &answer);
  g_assert_no_error (answer.error);
  g_assert_null (strstr (troupe_value_get_string (answer.value, NULL), "access-token"));
}

/* A token is valid for one server only. A URL with a different path counts as a different
 * server. */
static void
test_bound (SignIn *self, gconstpointer data)
{
  g_autofree char *mine = sign_in_make_address (self->port, "/mcp");
  g_autofree char *other = sign_in_make_address (self->port, "/mcp2");
  g_autofree char *token = NULL;
  g_autofree char *none = NULL;
  guint generation = 0;

  sign_in_open (self);
  token = troupe_mcp_grants_peek (mine, &generation);
  g_assert_cmpstr (token, ==, "access-token-1");
  g_assert_cmpuint (generation, !=, 0);
  none = troupe_mcp_grants_peek (other, &generation);
  g_assert_null (none);
  g_assert_cmpuint (generation, ==, 0);
}

static void
add (const char *name, void (*test) (SignIn *, gconstpointer), gconstpointer data)
{
  g_autofree char *path = g_strconcat ("/mcp-sign-in/", name, NULL);

  g_test_add (path, SignIn, data, sign_in_set_up, test, sign_in_tear_down);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  add ("whole", test_whole, NULL);
  add ("places/root", test_places, &places[0]);
  add ("places/named", test_places, &places[1]);
  add ("places/unsaid", test_places, &places[2]);
  add ("scopes", test_scopes, NULL);
  add ("challenge-scope", test_challenge_scope, NULL);
  add ("secret/basic", test_secret, "client_secret_basic");
  add ("secret/post", test_secret, "client_secret_post");
  add ("given", test_given, NULL);
  add ("machine", test_machine, NULL);
  add ("unregistered", test_unregistered, NULL);
  add ("nobody", test_nobody, NULL);
  add ("declined", test_declined, NULL);
  add ("address-declined", test_address_declined, NULL);
  add ("key", test_key, NULL);
  add ("other-key", test_other_key, NULL);
  add ("cancelled/asked", test_cancelled, GINT_TO_POINTER (TRUE));
  add ("cancelled/away", test_cancelled, GINT_TO_POINTER (FALSE));
  add ("refresh", test_refresh, NULL);
  add ("refresh-refused", test_refresh_refused, NULL);
  add ("together", test_together, NULL);
  add ("more", test_more, NULL);
  add ("never-enough", test_never_enough, NULL);
  add ("takes-nothing", test_takes_nothing, NULL);
  add ("other-resource", test_other_resource, NULL);
  add ("elsewhere", test_elsewhere, NULL);
  add ("resource-moves", test_resource_moves, NULL);
  add ("no-pkce/plain", test_no_pkce, "'code_challenge_methods_supported': ['plain'], ");
  add ("no-pkce/unsaid", test_no_pkce, "");
  add ("mixed-up", test_mixed_up, "https://honest.example");
  add ("other-issuer", test_other_issuer, "https://honest.example");
  add ("issuer-missing", test_issuer_missing, NULL);
  add ("issuer-said", test_issuer_said, NULL);
  add ("state", test_state, NULL);
  add ("denied", test_denied, NULL);
  add ("token-moves", test_token_moves, NULL);
  add ("token-page", test_token_page, NULL);
  add ("token-type", test_token_type, NULL);
  add ("giant", test_giant, NULL);
  add ("bad-place/script", test_bad_place, "javascript:alert(1)");
  add ("bad-place/plain", test_bad_place, "http://auth.example/register");
  add ("bad-place/user", test_bad_place, "https://me@auth.example/register");
  add ("bad-place/link-local", test_bad_place, "https://169.254.169.254/register");
  add ("third/declined", test_third, GUINT_TO_POINTER (2));
  add ("third/agreed", test_third, NULL);
  add ("token-elsewhere", test_token_elsewhere, NULL);
  add ("messages-move", test_messages_move, NULL);
  add ("issuer-changes", test_issuer_changes, NULL);
  add ("said-back", test_said_back, NULL);
  add ("bound", test_bound, NULL);

  return g_test_run ();
}
