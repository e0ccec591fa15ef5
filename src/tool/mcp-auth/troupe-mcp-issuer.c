/* troupe-mcp-issuer.c: OAuth metadata of MCP servers and authorization servers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-mcp-issuer"

#include "config.h"

#include <glib/gi18n.h>
#include <libsoup/soup.h>
#include <string.h>

#include "troupe-mcp-challenge.h"
#include "troupe-mcp-error.h"
#include "troupe-mcp-issuer.h"
#include "troupe-sanitize-text.h"

#define MOST_SCOPES 200u
#define LONGEST_SCOPE 1024u
/* Maximum length of a name in an error message, in bytes. */
#define MOST_SHOWN 200u

static const char *const method_names[] = { "none", "client_secret_basic", "client_secret_post",
                                            "private_key_jwt" };

const char *
troupe_mcp_auth_method_get_name (TroupeMcpAuthMethod method)
{
  g_return_val_if_fail ((guint) method < G_N_ELEMENTS (method_names), NULL);

  return method_names[method];
}

gboolean
troupe_mcp_auth_method_from_name (const char *name, TroupeMcpAuthMethod *method)
{
  g_return_val_if_fail (method != NULL, FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (method_names); i++)
    if (g_strcmp0 (name, method_names[i]) == 0)
      {
        *method = (TroupeMcpAuthMethod) i;
        return TRUE;
      }
  return FALSE;
}

/* --- Members ---------------------------------------------------------------------------------- */

static TroupeValue *
get_list (TroupeValue *map, const char *key)
{
  return troupe_value_get_member_of (map, key, TROUPE_VALUE_LIST);
}

/* Returns the string at @index. (nullable): NULL if it is not a string */
static const char *
get_text (TroupeValue *list, gsize index)
{
  TroupeValue *value = troupe_value_list_get (list, index);
  gsize length = 0;
  const char *text = NULL;

  if (!troupe_value_is (value, TROUPE_VALUE_STRING))
    return NULL;
  text = troupe_value_get_string (value, &length);
  return strlen (text) == length ? text : NULL;
}

static gboolean
has_text (TroupeValue *list, const char *sought)
{
  for (gsize i = 0; list != NULL && i < troupe_value_list_get_length (list); i++)
    if (g_strcmp0 (get_text (list, i), sought) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
is_true (TroupeValue *map, const char *key)
{
  TroupeValue *value = troupe_value_get_member_of (map, key, TROUPE_VALUE_BOOLEAN);

  return value != NULL && troupe_value_get_boolean (value);
}

/* Returns the scopes, separated by spaces. (transfer full) (nullable): NULL if there are none */
static char *
read_scopes (TroupeValue *metadata)
{
  TroupeValue *list = get_list (metadata, "scopes_supported");
  g_autoptr (GString) text = g_string_new (NULL);

  for (gsize i = 0; list != NULL && i < MIN (troupe_value_list_get_length (list), MOST_SCOPES); i++)
    {
      const char *scope = get_text (list, i);

      if (scope != NULL && strlen (scope) <= LONGEST_SCOPE && strchr (scope, ' ') == NULL)
        g_string_append_printf (text, "%s ", scope);
    }
  return troupe_mcp_scope_join (text->str, NULL);
}

/* Returns a shortened copy that can be shown. @text: (nullable). (transfer full) */
static char *
shorten (const char *text)
{
  g_autofree char *begin = g_strndup (text != NULL ? text : "", MOST_SHOWN);
  g_autofree char *valid = g_utf8_make_valid (begin, -1);

  return troupe_text_to_line (valid);
}

/* --- The MCP server ---------------------------------------------------------------------------- */

char *
troupe_mcp_resource_name (GUri *server)
{
  g_autofree char *host = troupe_uri_describe_host (server);
  const char *path = g_uri_get_path (server);

  return g_strdup_printf ("%s://%s%s", g_uri_get_scheme (server), host,
                          g_strcmp0 (path, "/") == 0 ? "" : path);
}

char *
troupe_mcp_resource_make_word (GUri *server)
{
  g_autofree char *name = troupe_mcp_resource_name (server);

  return name[strspn (name, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "-._:/[]")] == '\0'
             ? g_steal_pointer (&name)
             : g_shell_quote (name);
}

void
troupe_mcp_resource_free (TroupeMcpResource *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->resource);
  g_free (self->issuer);
  g_free (self->scopes);
  g_free (self);
}

TroupeMcpResource *
troupe_mcp_resource_new_plain (TroupeMcpAuthPolicy *reach)
{
  TroupeMcpResource *self;

  g_return_val_if_fail (reach != NULL, NULL);

  self = g_new0 (TroupeMcpResource, 1);
  self->resource = troupe_mcp_resource_name (troupe_mcp_auth_policy_get_server (reach));
  return self;
}

/* Returns TRUE if @name identifies the server. It must have the same origin, and the path of the
 * server or of one of its parent folders. */
static gboolean
is_of_server (TroupeMcpAuthPolicy *reach, const char *name)
{
  g_autoptr (GUri) uri = name != NULL ? g_uri_parse (name, SOUP_HTTP_URI_FLAGS, NULL) : NULL;
  const char *path = g_uri_get_path (troupe_mcp_auth_policy_get_server (reach));
  g_autofree char *folder = NULL;
  gsize length;

  g_assert (reach != NULL);

  if (uri == NULL || g_uri_get_host (uri) == NULL || g_uri_get_userinfo (uri) != NULL ||
      g_uri_get_fragment (uri) != NULL || !troupe_mcp_auth_policy_is_server (reach, uri))
    return FALSE;
  folder = g_strdup (g_uri_get_path (uri));
  length = strlen (folder);
  while (length > 0 && folder[length - 1] == '/')
    folder[--length] = '\0';
  return strncmp (path, folder, length) == 0 && (path[length] == '\0' || path[length] == '/');
}

TroupeMcpResource *
troupe_mcp_resource_read (TroupeMcpAuthPolicy *reach, TroupeValue *metadata, GError **error)
{
  const char *name = troupe_value_get_member_text (metadata, "resource");
  TroupeValue *issuers = get_list (metadata, "authorization_servers");
  g_autofree char *host = NULL;
  TroupeMcpResource *self = NULL;
  g_autofree char *server = NULL;

  g_return_val_if_fail (reach != NULL && metadata != NULL, NULL);

  server = troupe_uri_describe_host (troupe_mcp_auth_policy_get_server (reach));
  host = troupe_host_to_shown (server);
  if (!is_of_server (reach, name))
    {
      g_autofree char *shown = shorten (name);

      g_set_error (error, TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_VALIDATION,
                   /* Translators: %s are a host name and a URL. */
                   _ ("The MCP server at %s requests a sign-in for another server, “%s”, which is "
                      "not allowed. Contact the operator of the server."),
                   host, shown);
      return NULL;
    }
  for (gsize i = 0; issuers != NULL && i < troupe_value_list_get_length (issuers); i++)
    {
      const char *issuer = get_text (issuers, i);

      if (issuer == NULL)
        continue;
      self = g_new0 (TroupeMcpResource, 1);
      self->resource = g_strdup (name);
      self->issuer = g_strdup (issuer);
      self->scopes = read_scopes (metadata);
      return self;
    }
  g_set_error (error, TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_VALIDATION,
               /* Translators: %s is a host name. */
               _ ("The MCP server at %s requires a sign-in but does not specify where to sign in. "
                  "Contact the operator of the server."),
               host);
  return NULL;
}

/* --- The authorization server -------------------------------------------------------------------- */

void
troupe_mcp_issuer_free (TroupeMcpIssuer *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->issuer);
  g_clear_pointer (&self->authorization, g_uri_unref);
  g_clear_pointer (&self->token, g_uri_unref);
  g_clear_pointer (&self->registration, g_uri_unref);
  g_free (self->scopes);
  g_free (self);
}

/* Issuers are compared character by character (RFC 8414 §3.3). A trailing slash is ignored if
 * the URL has a host but no path. */
static gboolean
is_same_name (const char *a, const char *b)
{
  g_autoptr (GUri) uri = NULL;
  const gsize length = strlen (a);

  if (g_str_equal (a, b))
    return TRUE;
  uri = g_uri_parse (a, G_URI_FLAGS_ENCODED, NULL);
  return uri != NULL && strlen (g_uri_get_path (uri)) <= 1 && g_uri_get_query (uri) == NULL &&
         ((strlen (b) == length + 1 && b[length] == '/' && strncmp (a, b, length) == 0) ||
          (length > 0 && strlen (b) == length - 1 && a[length - 1] == '/' &&
           strncmp (a, b, length - 1) == 0));
}

static gboolean
check_name (TroupeMcpAuthPolicy *reach, const char *name, const char *issuer, GError **error)
{
  g_autoptr (GUri) uri = NULL;
  g_autofree char *shown = shorten (issuer);

  g_assert (reach != NULL);

  if (name != NULL && issuer != NULL && is_same_name (name, issuer))
    return TRUE;
  /* Before 2025-06-18 an MCP server was its own authorization server. */
  uri = name == NULL ? troupe_mcp_auth_policy_parse (reach, issuer, NULL) : NULL;
  if (uri != NULL && troupe_mcp_auth_policy_is_server (reach, uri))
    return TRUE;
  g_set_error (error, TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_VALIDATION,
               /* Translators: %s are two URLs. */
               _ ("The sign-in information for “%s” belongs to “%s” and was not used. Contact the "
                  "operator of the server."),
               name != NULL ? name : g_uri_get_host (troupe_mcp_auth_policy_get_server (reach)),
               shown);
  return FALSE;
}

/* If the list is missing, the method that every server supports is assumed (RFC 8414 §2). */
static guint
read_methods (TroupeValue *metadata)
{
  TroupeValue *list = get_list (metadata, "token_endpoint_auth_methods_supported");
  guint methods = 0;

  if (list == NULL)
    return 1u << TROUPE_MCP_AUTH_BASIC | 1u << TROUPE_MCP_AUTH_NONE;
  for (guint i = 0; i < G_N_ELEMENTS (method_names); i++)
    if (has_text (list, method_names[i]))
      methods |= 1u << i;
  return methods;
}

/* Returns FALSE if the server does not support authorization codes protected by PKCE. */
static gboolean
check_grants (const char *issuer, TroupeValue *metadata, GError **error)
{
  TroupeValue *types = get_list (metadata, "response_types_supported");
  const char *fault = NULL;
  g_autofree char *shown = NULL;

  if (troupe_value_get_member_text (metadata, "authorization_endpoint") == NULL)
    return TRUE;
  if (!has_text (get_list (metadata, "code_challenge_methods_supported"), "S256"))
    fault = _ ("It does not support PKCE with S256.");
  else if (types != NULL && !has_text (types, "code"))
    fault = _ ("It does not support authorization codes (response type “code”).");
  if (fault == NULL)
    return TRUE;
  shown = shorten (issuer);
  g_set_error (error, TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_VALIDATION,
               /* Translators: %s are a URL and a sentence that gives the reason. */
               _ ("Could not sign in at “%s”. %s"), shown, fault);
  return FALSE;
}

/* Reads an optional endpoint. Returns FALSE if it has an address that may not be contacted.
 * @uri: (out) */
static gboolean
read_place (TroupeMcpAuthPolicy *reach,
            TroupeValue *metadata,
            const char *key,
            GUri **uri,
            GError **error)
{
  const char *address = troupe_value_get_member_text (metadata, key);

  if (address == NULL)
    return TRUE;
  *uri = troupe_mcp_auth_policy_parse (reach, address, error);
  return *uri != NULL;
}

TroupeMcpIssuer *
troupe_mcp_issuer_read (TroupeMcpAuthPolicy *reach,
                        const char *name,
                        TroupeValue *metadata,
                        GError **error)
{
  const char *issuer = troupe_value_get_member_text (metadata, "issuer");
  g_autoptr (TroupeMcpIssuer) self = NULL;

  g_return_val_if_fail (reach != NULL && metadata != NULL, NULL);

  if (!check_name (reach, name, issuer, error) || !check_grants (issuer, metadata, error))
    return NULL;
  self = g_new0 (TroupeMcpIssuer, 1);
  self->issuer = g_strdup (issuer);
  if (!read_place (reach, metadata, "authorization_endpoint", &self->authorization, error) ||
      !read_place (reach, metadata, "token_endpoint", &self->token, error) ||
      !read_place (reach, metadata, "registration_endpoint", &self->registration, error))
    return NULL;
  if (self->token == NULL)
    {
      g_autofree char *shown = shorten (issuer);

      g_set_error (
          error, TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_VALIDATION,
          /* Translators: %s is a URL. */
          _ ("“%s” does not publish its token endpoint. Contact the operator of the server."),
          shown);
      return NULL;
    }
  self->scopes = read_scopes (metadata);
  self->methods = read_methods (metadata);
  self->takes_documents = is_true (metadata, "client_id_metadata_document_supported");
  self->names_itself = is_true (metadata, "authorization_response_iss_parameter_supported");
  return g_steal_pointer (&self);
}

static GUri *
make_place (GUri *server, const char *path)
{
  return g_uri_build (SOUP_HTTP_URI_FLAGS, g_uri_get_scheme (server), NULL, g_uri_get_host (server),
                      g_uri_get_port (server), path, NULL, NULL);
}

TroupeMcpIssuer *
troupe_mcp_issuer_new_plain (TroupeMcpAuthPolicy *reach)
{
  TroupeMcpIssuer *self;
  g_autoptr (GUri) root = NULL;
  GUri *server = NULL;

  g_return_val_if_fail (reach != NULL, NULL);

  server = troupe_mcp_auth_policy_get_server (reach);
  self = g_new0 (TroupeMcpIssuer, 1);
  root = make_place (server, "");
  self->issuer = troupe_mcp_resource_name (root);
  self->authorization = make_place (server, "/authorize");
  self->token = make_place (server, "/token");
  self->registration = make_place (server, "/register");
  self->methods = read_methods (NULL) | 1u << TROUPE_MCP_AUTH_POST;
  return self;
}
