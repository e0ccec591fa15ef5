/* sign-in-fixture.c: an MCP server, and an authorization server for its sign-in
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "sign-in-fixture.h"
#include "troupe-mcp-grants.h"
#include "troupe-mcp-loopback.h"

char *
sign_in_make_address (guint port, const char *path)
{
  return g_strdup_printf ("http://127.0.0.1:%u%s", port, path);
}

char *
sign_in_get_query (const char *address, const char *name)
{
  g_autoptr (GUri) uri = g_uri_parse (address, SOUP_HTTP_URI_FLAGS, NULL);
  g_autoptr (GHashTable) query = soup_form_decode (g_uri_get_query (uri));

  return g_strdup (g_hash_table_lookup (query, name));
}

static void
reply (SoupServerMessage *message, guint status, const char *type, const char *text)
{
  soup_server_message_set_status (message, status, NULL);
  if (text != NULL)
    soup_server_message_set_response (message, type, SOUP_MEMORY_COPY, text, strlen (text));
}

static void
reply_json (SoupServerMessage *message, guint status, const char *text)
{
  g_autofree char *json = g_strdelimit (g_strdup (text), "'", '"');

  reply (message, status, "application/json", json);
}

static const char *
get_header (SoupServerMessage *message, const char *name)
{
  return soup_message_headers_get_one (soup_server_message_get_request_headers (message), name);
}

static char *
get_body (SoupServerMessage *message)
{
  g_autoptr (GBytes) body =
      soup_message_body_flatten (soup_server_message_get_request_body (message));

  return g_strndup (g_bytes_get_data (body, NULL), g_bytes_get_size (body));
}

static void
redirect_to (SoupServerMessage *message, guint status, const char *address)
{
  soup_message_headers_replace (soup_server_message_get_response_headers (message), "Location",
                                address);
  soup_server_message_set_status (message, status, NULL);
}

/* --- The MCP server ---------------------------------------------------------------------------- */

static void
refuse (SignIn *self, SoupServerMessage *message, guint status, const char *more)
{
  g_autofree char *place =
      sign_in_make_address (self->port, self->resource_at != NULL
                                            ? self->resource_at
                                            : "/.well-known/oauth-protected-resource/mcp");
  g_autofree char *header =
      self->header != NULL ? g_strdup (self->header)
                           : g_strdup_printf ("Bearer%s resource_metadata=\"%s\"", more, place);

  if (*header != '\0')
    soup_message_headers_replace (soup_server_message_get_response_headers (message),
                                  "WWW-Authenticate", header);
  reply (message, status, "text/plain", "who?");
}

static gboolean
is_signed_in (SignIn *self, SoupServerMessage *message)
{
  const char *header = get_header (message, "Authorization");
  g_autofree char *wanted = g_strconcat ("Bearer ", self->access, NULL);

  if (header == NULL)
    {
      self->n_unsigned++;
      return FALSE;
    }
  self->n_messages++;
  if (self->takes_nothing || self->access == NULL || !g_str_equal (header, wanted))
    return FALSE;
  if (self->token_life > 0 && --self->token_life == 0)
    {
      g_clear_pointer (&self->access, g_free);
      return FALSE;
    }
  return TRUE;
}

static char *
find_result (SignIn *self, const char *method)
{
  if (g_str_equal (method, "initialize"))
    return g_strdup ("{'protocolVersion': '2025-11-25', 'capabilities': {}, 'serverInfo': {'name': "
                     "'s', 'version': '1'}}");
  if (g_str_equal (method, "tools/list"))
    return g_strdup ("{'tools': [{'name': 'weather', 'inputSchema': {'type': 'object', "
                     "'properties': {'place': {'type': 'string'}}}}]}");
  return g_strdup_printf ("{'content': [{'type': 'text', 'text': '%s'}]}",
                          self->says_token ? self->access : "sun");
}

static void
take_message (SignIn *self, SoupServerMessage *message)
{
  g_autofree char *body = get_body (message);
  g_autoptr (TroupeValue) value = troupe_value_from_json (body, -1, NULL);
  const char *method = troupe_value_get_member_text (value, "method");
  TroupeValue *id = troupe_value_get_member (value, "id");
  g_autofree char *result = NULL;
  g_autofree char *answer = NULL;
  g_autofree char *more = NULL;

  g_assert_nonnull (method);
  if (self->call_scope != NULL && g_str_equal (method, "tools/call") &&
      g_strcmp0 (self->granted_scope, self->call_scope) != 0)
    {
      more = g_strdup_printf (" error=\"insufficient_scope\", scope=\"%s\",", self->call_scope);
      refuse (self, message, 403, more);
      return;
    }
  if (id == NULL)
    {
      reply (message, 202, NULL, NULL);
      return;
    }
  if (g_str_equal (method, "server/discover"))
    {
      reply_json (message, 400,
                  "{'jsonrpc': '2.0', 'id': null, 'error': {'code': -32000, 'message': 'no'}}");
      return;
    }
  result = find_result (self, method);
  answer = g_strdup_printf ("{'jsonrpc': '2.0', 'id': %" G_GINT64_FORMAT ", 'result': %s}",
                            troupe_value_get_integer (id), result);
  reply_json (message, 200, answer);
}

static void
give_resource (SignIn *self, SoupServerMessage *message)
{
  g_autofree char *name = sign_in_make_address (self->port, "/mcp");
  g_autofree char *issuer = sign_in_make_address (self->issuer_port, "/realm");
  g_autofree char *json =
      g_strdup_printf ("{'resource': '%s', 'authorization_servers': ['%s']%s%s%s}",
                       self->resource != NULL ? self->resource : name,
                       self->issuer_named != NULL ? self->issuer_named : issuer,
                       self->resource_scopes != NULL ? ", 'scopes_supported': ['" : "",
                       self->resource_scopes != NULL ? self->resource_scopes : "",
                       self->resource_scopes != NULL ? "']" : "");

  reply_json (message, 200, json);
}

static void
server_cb (SoupServer *server,
           SoupServerMessage *message,
           const char *path,
           GHashTable *query,
           gpointer user_data)
{
  SignIn *self = user_data;
  const char *place =
      self->resource_at != NULL ? self->resource_at : "/.well-known/oauth-protected-resource/mcp";

  if (g_str_has_prefix (path, "/.well-known/") || g_str_equal (path, place))
    {
      g_string_append_printf (self->places, "%s ", path);
      g_assert_null (get_header (message, "Authorization"));
      if (g_str_equal (path, place) && self->resource_moves != NULL)
        redirect_to (message, 302, self->resource_moves);
      else if (g_str_equal (path, place) || g_str_equal (path, "/.well-known/moved"))
        give_resource (self, message);
      else
        /* Some servers return a page for every path. */
        reply (message, 200, "text/html", "<html>Welcome</html>");
    }
  else if (!g_str_equal (path, "/mcp"))
    reply (message, 404, NULL, NULL);
  else if (soup_server_message_get_method (message) == SOUP_METHOD_GET)
    reply (message, 405, NULL, NULL);
  else if (is_signed_in (self, message))
    {
      if (self->messages_move != NULL)
        redirect_to (message, 307, self->messages_move);
      else
        take_message (self, message);
    }
  else
    refuse (self, message, 401, "");
}

/* --- The authorization server -------------------------------------------------------------------- */

static void
give_metadata (SignIn *self, SoupServerMessage *message)
{
  g_autofree char *base = sign_in_make_address (self->issuer_port, "");
  g_autofree char *name = g_strconcat (base, "/realm", NULL);
  g_autofree char *filler = self->is_giant ? g_strnfill (2 * 1024 * 1024, 'x') : g_strdup ("");
  g_autoptr (GString) json = g_string_new ("{");

  self->n_metadata++;
  g_string_append_printf (json, "'issuer': '%s', ", self->name != NULL ? self->name : name);
  if (self->more != NULL)
    g_string_append (json, self->more);
  if (!self->no_registration)
    g_string_append_printf (json, "'registration_endpoint': '%s/register', ", base);
  if (self->no_pkce == NULL)
    g_string_append (json, "'code_challenge_methods_supported': ['plain', 'S256'], ");
  else
    g_string_append (json, self->no_pkce);
  if (self->method != NULL)
    g_string_append_printf (json, "'token_endpoint_auth_methods_supported': ['%s'], ",
                            self->method);
  g_string_append_printf (json, "'authorization_endpoint': '%s/authorize?keep=1', ", base);
  g_string_append_printf (json, "'token_endpoint': '%s%s', 'filler': '%s'}",
                          self->token_at != NULL ? self->token_at : base,
                          self->token_at != NULL ? "" : "/token", filler);
  reply_json (message, 200, json->str);
}

static void
give_client (SignIn *self, SoupServerMessage *message)
{
  self->n_register++;
  g_free (self->registration);
  self->registration = get_body (message);
  if (self->has_secret)
    reply_json (message, 201, "{'client_id': 'registered', 'client_secret': 's3cret-of-client'}");
  else
    reply_json (message, 201, "{'client_id': 'registered'}");
}

static void
take_person (SignIn *self, SoupServerMessage *message, GHashTable *query)
{
  g_autoptr (GString) back = g_string_new (g_hash_table_lookup (query, "redirect_uri"));

  self->n_authorize++;
  g_assert_cmpstr (g_hash_table_lookup (query, "keep"), ==, "1");
  g_assert_cmpstr (g_hash_table_lookup (query, "response_type"), ==, "code");
  g_assert_cmpstr (g_hash_table_lookup (query, "code_challenge_method"), ==, "S256");
  g_free (self->challenge);
  g_free (self->asked_scope);
  self->challenge = g_strdup (g_hash_table_lookup (query, "code_challenge"));
  self->asked_scope = g_strdup (g_hash_table_lookup (query, "scope"));
  g_string_append_printf (back, "?state=%s", (char *) g_hash_table_lookup (query, "state"));
  if (self->refusal != NULL)
    g_string_append_printf (back, "&error=access_denied&error_description=%s", self->refusal);
  else
    g_string_append (back, "&code=c0de");
  if (self->issuer_said != NULL)
    g_string_append_printf (back, "&iss=%s", self->issuer_said);
  redirect_to (message, 302, back->str);
}

/* Asserts that the verifier matches the challenge of the authorization request (RFC 7636 §4.6). */
static void
check_verifier (SignIn *self, GHashTable *form)
{
  const char *verifier = g_hash_table_lookup (form, "code_verifier");
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  guint8 digest[32];
  gsize length = sizeof digest;
  g_autofree char *packed = NULL;

  g_assert_nonnull (verifier);
  g_assert_cmpuint (strlen (verifier), >=, 43);
  g_checksum_update (checksum, (const guchar *) verifier, -1);
  g_checksum_get_digest (checksum, digest, &length);
  packed = troupe_mcp_pack_bytes (digest, length);
  g_assert_cmpstr (packed, ==, self->challenge);
  g_assert_cmpstr (g_hash_table_lookup (form, "code"), ==, "c0de");
  g_clear_pointer (&self->challenge, g_free);
}

static void
give_tokens (SignIn *self, SoupServerMessage *message, const char *scope)
{
  g_autofree char *json = NULL;

  self->n_given++;
  g_free (self->access);
  g_free (self->refresh);
  g_free (self->granted_scope);
  self->access = g_strdup_printf ("access-token-%u", self->n_given);
  self->refresh = g_strdup_printf ("refresh-token-%u", self->n_given);
  self->granted_scope = g_strdup (scope);
  json = g_strdup_printf ("{'access_token': '%s', 'token_type': '%s', 'expires_in': 3600%s%s%s}",
                          self->access, self->token_type != NULL ? self->token_type : "bearer",
                          self->no_refresh ? "" : ", 'refresh_token': '",
                          self->no_refresh ? "" : self->refresh, self->no_refresh ? "" : "'");
  reply_json (message, 200, json);
}

static void
take_token (SignIn *self, SoupServerMessage *message)
{
  g_autoptr (GHashTable) form = NULL;
  g_autofree char *resource = sign_in_make_address (self->port, "/mcp");
  const char *grant = NULL;

  self->n_token++;
  g_free (self->token_form);
  g_free (self->token_header);
  self->token_form = get_body (message);
  self->token_header = g_strdup (get_header (message, "Authorization"));
  form = soup_form_decode (self->token_form);
  grant = g_hash_table_lookup (form, "grant_type");
  g_assert_cmpstr (g_hash_table_lookup (form, "resource"), ==, resource);
  if (self->token_moves)
    {
      g_autofree char *elsewhere = sign_in_make_address (self->other_port, "/token");

      redirect_to (message, 307, elsewhere);
      return;
    }
  if (self->token_is_page)
    {
      reply (message, 200, "text/html", "<script>alert(1)</script>");
      return;
    }
  if (g_str_equal (grant, "refresh_token"))
    {
      self->n_refresh++;
      if (self->refuses_refresh ||
          g_strcmp0 (g_hash_table_lookup (form, "refresh_token"), self->refresh) != 0)
        reply_json (message, 400, "{'error': 'invalid_grant'}");
      else
        give_tokens (self, message, self->granted_scope);
      return;
    }
  if (g_str_equal (grant, "authorization_code"))
    check_verifier (self, form);
  give_tokens (self, message,
               g_str_equal (grant, "client_credentials") ? g_hash_table_lookup (form, "scope")
                                                         : self->asked_scope);
}

static void
issuer_cb (SoupServer *server,
           SoupServerMessage *message,
           const char *path,
           GHashTable *query,
           gpointer user_data)
{
  SignIn *self = user_data;
  const char *place = self->metadata_at != NULL ? self->metadata_at
                                                : "/.well-known/oauth-authorization-server/realm";

  if (strstr (path, "/.well-known/") != NULL)
    g_string_append_printf (self->places, "%s ", path);
  if (g_str_equal (path, place))
    give_metadata (self, message);
  else if (g_str_equal (path, "/register"))
    give_client (self, message);
  else if (g_str_equal (path, "/authorize"))
    take_person (self, message, query);
  else if (g_str_equal (path, "/token"))
    take_token (self, message);
  else
    reply (message, 404, NULL, NULL);
}

static void
other_cb (SoupServer *server,
          SoupServerMessage *message,
          const char *path,
          GHashTable *query,
          gpointer user_data)
{
  ((SignIn *) user_data)->n_other++;
  reply (message, 200, "application/json", "{}");
}

/* --- The user --------------------------------------------------------------------------------- */

typedef struct
{
  char *location;
  guint status;
  gboolean is_done;
} Visit;

static void
visited_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Visit *visit = user_data;
  SoupMessage *message = soup_session_get_async_result_message (SOUP_SESSION (object), result);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) body =
      soup_session_send_and_read_finish (SOUP_SESSION (object), result, &error);

  if (body != NULL)
    {
      visit->status = soup_message_get_status (message);
      visit->location = g_strdup (
          soup_message_headers_get_one (soup_message_get_response_headers (message), "Location"));
      /* A browser displays the page, so it must not contain injected HTML. */
      if (g_bytes_get_size (body) > 0)
        g_assert_null (
            g_strstr_len (g_bytes_get_data (body, NULL), (gssize) g_bytes_get_size (body), "<b>"));
    }
  visit->is_done = TRUE;
}

static gboolean
is_visited (gpointer data)
{
  return ((Visit *) data)->is_done;
}

static guint
visit_address (const char *address, char **location)
{
  g_autoptr (SoupSession) session = soup_session_new ();
  g_autoptr (SoupMessage) message = soup_message_new (SOUP_METHOD_GET, address);
  Visit visit = { 0 };

  g_assert_nonnull (message);
  soup_message_add_flags (message, SOUP_MESSAGE_NO_REDIRECT);
  soup_session_send_and_read_async (session, message, G_PRIORITY_DEFAULT, NULL, visited_cb, &visit);
  mcp_wait (is_visited, &visit);
  *location = visit.location;
  return visit.status;
}

guint
sign_in_browse (SignIn *self, const char *address, const char *state)
{
  g_autofree char *back = NULL;
  g_autofree char *nowhere = NULL;
  g_autofree char *mine = sign_in_get_query (address, "state");

  g_assert_cmpuint (visit_address (address, &back), ==, 302);
  g_assert_nonnull (back);
  if (state != NULL)
    {
      g_autoptr (GString) changed = g_string_new (back);

      g_assert_cmpuint (g_string_replace (changed, mine, state, 1), ==, 1);
      return visit_address (changed->str, &nowhere);
    }
  return visit_address (back, &nowhere);
}

static gboolean
browse_cb (gpointer user_data)
{
  SignIn *self = user_data;
  g_autofree char *address = g_strdup (self->address);

  sign_in_browse (self, address, NULL);
  return G_SOURCE_REMOVE;
}

static gpointer
ask_cb (TroupeElicitation *elicitation,
        TroupeMcpAnsweredFunc func,
        gpointer func_data,
        gpointer user_data)
{
  SignIn *self = user_data;
  const gboolean is_address = elicitation->url != NULL;
  const gboolean declines = (is_address ? self->declines_address : self->declines_first) ||
                            ++self->n_asked == self->declines_at;

  g_assert_true (elicitation->is_sign_in);
  g_string_append_printf (self->questions, "%s%s%s\n", elicitation->message, is_address ? " @" : "",
                          is_address ? elicitation->host : "");
  if (is_address)
    {
      g_free (self->address);
      self->address = g_strdup (elicitation->url);
    }
  if (self->wait_for > 0 && --self->wait_for == 0)
    return self;
  if (is_address && !self->declines_address && !self->stays_in_browser)
    g_idle_add (browse_cb, self);
  func (declines ? TROUPE_ELICITATION_DECLINE : TROUPE_ELICITATION_ACCEPT, NULL, func_data);
  return NULL;
}

static void
withdraw_cb (gpointer question, gpointer user_data)
{
  ((SignIn *) user_data)->n_withdrawn++;
}

static void
warn_cb (const char *text, gpointer user_data)
{
  g_string_append_printf (((SignIn *) user_data)->warnings, "%s\n", text);
}

/* --- The fixture -------------------------------------------------------------------------------- */

static guint
listen_at (SoupServer *server)
{
  g_autoptr (GError) error = NULL;
  GSList *uris;
  guint port;

  soup_server_listen_local (server, 0, SOUP_SERVER_LISTEN_IPV4_ONLY, &error);
  g_assert_no_error (error);
  uris = soup_server_get_uris (server);
  port = (guint) g_uri_get_port (uris->data);
  g_slist_free_full (uris, (GDestroyNotify) g_uri_unref);
  return port;
}

void
sign_in_set_up (SignIn *self, gconstpointer data)
{
  mcp_set_up (&self->mcp, data);
  troupe_mcp_grants_forget ();
  troupe_mcp_grants_set_keyring (FALSE);
  self->places = g_string_new (NULL);
  self->questions = g_string_new (NULL);
  self->warnings = g_string_new (NULL);
  self->server = soup_server_new (NULL, NULL);
  self->issuer = soup_server_new (NULL, NULL);
  self->other = soup_server_new (NULL, NULL);
  soup_server_add_handler (self->server, NULL, server_cb, self, NULL);
  soup_server_add_handler (self->issuer, NULL, issuer_cb, self, NULL);
  soup_server_add_handler (self->other, NULL, other_cb, self, NULL);
  self->port = listen_at (self->server);
  self->issuer_port = listen_at (self->issuer);
  self->other_port = listen_at (self->other);
  self->asker = (TroupeMcpAsker){ ask_cb, withdraw_cb, warn_cb, NULL, self };
}

void
sign_in_tear_down (SignIn *self, gconstpointer data)
{
  /* No token may appear in events, prompts or warnings. */
  g_assert_null (strstr (self->mcp.events->str, "access-token"));
  g_assert_null (strstr (self->mcp.events->str, "refresh-token"));
  g_assert_null (strstr (self->questions->str, "-token"));
  g_assert_null (strstr (self->warnings->str, "-token"));
  mcp_tear_down (&self->mcp, data);
  g_clear_object (&self->server);
  g_clear_object (&self->issuer);
  g_clear_object (&self->other);
  g_string_free (self->places, TRUE);
  g_string_free (self->questions, TRUE);
  g_string_free (self->warnings, TRUE);
  g_free (self->address);
  g_free (self->registration);
  g_free (self->token_form);
  g_free (self->token_header);
  g_free (self->challenge);
  g_free (self->asked_scope);
  g_free (self->access);
  g_free (self->refresh);
  g_free (self->granted_scope);
  troupe_mcp_grants_forget ();
}

void
sign_in_make (SignIn *self)
{
  g_autofree char *entry = g_strdup_printf ("{'url': 'http://127.0.0.1:%u/mcp'}", self->port);

  if (self->mcp.server != NULL)
    mcp_close (&self->mcp);
  g_clear_pointer (&self->mcp.tools, g_ptr_array_unref);
  g_clear_object (&self->mcp.server);
  mcp_make (&self->mcp, entry);
  troupe_mcp_server_set_asker (self->mcp.server, &self->asker);
}

void
sign_in_open (SignIn *self)
{
  if (self->mcp.server == NULL)
    sign_in_make (self);
  mcp_open_first (&self->mcp);
}

void
sign_in_expect_failure (SignIn *self, const char *part)
{
  if (self->mcp.server == NULL)
    sign_in_make (self);
  mcp_open (&self->mcp);
  mcp_expect_error (&self->mcp, TROUPE_MCP_ERROR_AUTHENTICATION, part);
  g_assert_null (strstr (self->mcp.error->message, "-token-"));
}
