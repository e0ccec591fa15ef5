/* troupe-mcp-config.c: configuration of an MCP server: parsed entry of an agent's `mcps`
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-mcp-config"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-agreed-texts.h"
#include "troupe-env-file.h"
#include "troupe-key-finder.h"
#include "troupe-mcp-config.h"
#include "troupe-mcp-error.h"
#include "troupe-mcp-grants.h"
#include "troupe-mcp-sandbox.h"
#include "troupe-mcp-variables.h"
#include "troupe-program.h"
#include "troupe-sanitize-text.h"
#include "troupe-secret.h"
#include "troupe-tool-name.h"

/* Maximum length of a server message that is shown, in bytes. */
#define LONGEST_WORDS 500u
/* Shorter secrets are not redacted, because they occur in any text. */
#define SHORTEST_SECRET 4u
/* Longer values are not taken for words. */
#define LONGEST_WORD 16u
#define PLATFORM "crewai-amp:"
#define HIDDEN "…"

/* --- Document values -------------------------------------------------------------------------- */

static gboolean
refuse (GError **error, const char *message)
{
  g_set_error_literal (error, TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_VALIDATION, message);
  return FALSE;
}

/* Returns the string. (nullable): NULL if the value is not a string, or contains a NUL character */
static const char *
get_text (const TroupeValue *value)
{
  gsize length = 0;
  const char *text;

  if (value == NULL || !troupe_value_is (value, TROUPE_VALUE_STRING))
    return NULL;
  text = troupe_value_get_string (value, &length);
  return strlen (text) == length ? text : NULL;
}

/* Returns the member, or NULL if it is missing or null. (transfer none) (nullable) */
static TroupeValue *
get_member (const TroupeValue *map, const char *key)
{
  TroupeValue *value = troupe_value_map_lookup_string (map, key, -1);

  return value != NULL && !troupe_value_is (value, TROUPE_VALUE_NULL) ? value : NULL;
}

/* Reads a list of strings. @texts: (out) */
static gboolean
read_texts (const TroupeValue *list, char ***texts)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  if (list != NULL && !troupe_value_is (list, TROUPE_VALUE_LIST))
    return FALSE;
  for (gsize i = 0; list != NULL && i < troupe_value_list_get_length (list); i++)
    {
      const char *text = get_text (troupe_value_list_get (list, i));

      if (text == NULL)
        return FALSE;
      g_strv_builder_add (builder, text);
    }
  *texts = g_strv_builder_end (builder);
  return TRUE;
}

/* Reads a map of strings as alternating names and values. @pairs: (out) */
static gboolean
read_pairs (const TroupeValue *map, char ***pairs)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  if (map != NULL && !troupe_value_is (map, TROUPE_VALUE_MAP))
    return FALSE;
  for (gsize i = 0; map != NULL && i < troupe_value_map_get_size (map); i++)
    {
      const char *name = get_text (troupe_value_map_get_key (map, i));
      const char *value = get_text (troupe_value_map_get_value (map, i));

      if (name == NULL || *name == '\0' || value == NULL)
        return FALSE;
      g_strv_builder_add (builder, name);
      g_strv_builder_add (builder, value);
    }
  *pairs = g_strv_builder_end (builder);
  return TRUE;
}

static void
add_secret (TroupeMcpConfig *self, const char *text)
{
  if (text != NULL && strlen (text) >= SHORTEST_SECRET)
    g_ptr_array_add (self->secrets, g_strdup (text));
}

/* Returns FALSE for values such as `production`, `1000`, `/srv/data` or `http://localhost:8080/`,
 * which are redacted in messages of the server only. */
static gboolean
is_key (const char *name, const char *value)
{
  static const char *const starts[] = { "/", "./", "../", "~", "http://", "https://" };
  gsize length = strlen (value);

  if (strspn (value, "0123456789.") == length)
    return FALSE;
  if (troupe_key_finder_is_key_name (name))
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (starts); i++)
    if (g_str_has_prefix (value, starts[i]) && strpbrk (value, "@?") == NULL)
      return FALSE;
  return length > LONGEST_WORD || strspn (value, "abcdefghijklmnopqrstuvwxyz-_") < length;
}

/* Adds a value that the run redacts everywhere. */
static void
add_key (TroupeMcpConfig *self, const char *name, const char *value)
{
  add_secret (self, value);
  /* A variable is filled in when the server is started. */
  if (value != NULL && !troupe_mcp_variables_are_in (value) &&
      strlen (value) >= TROUPE_SECRET_LONG && is_key (name, value))
    g_ptr_array_add (self->keys, g_strdup (value));
}

/* Returns FALSE for headers that describe the request. */
static gboolean
is_key_header (const char *name)
{
  static const char *const others[] = { "accept", "accept-encoding", "accept-language",
                                        "cache-control", "content-type", "origin",
                                        "referer", "user-agent", NULL };
  g_autofree char *lower = g_ascii_strdown (name, -1);

  return !g_strv_contains (others, lower);
}

/* --- Filters --------------------------------------------------------------------------------- */

/* Creates a set of the names. (transfer full) (nullable): NULL if the list is empty, which means
 * no filter */
static GHashTable *
make_set (char **names)
{
  GHashTable *set = NULL;

  if (names == NULL || names[0] == NULL)
    return NULL;
  set = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; names[i] != NULL; i++)
    g_hash_table_add (set, g_strdup (names[i]));
  return set;
}

static gboolean
read_filter (TroupeMcpConfig *self, const TroupeValue *filter, GError **error)
{
  g_auto (GStrv) allowed = NULL;
  g_auto (GStrv) blocked = NULL;

  g_assert (self != NULL);

  if (filter == NULL)
    return TRUE;
  if (!troupe_value_is (filter, TROUPE_VALUE_MAP))
    return refuse (error, _ ("The “tool_filter” of an MCP server must be an object."));
  /* Filters in Python are evaluated by the code that opens the server. */
  if (get_member (filter, "python") != NULL)
    return TRUE;
  if (!read_texts (get_member (filter, "allowed_tool_names"), &allowed) ||
      !read_texts (get_member (filter, "blocked_tool_names"), &blocked))
    return refuse (error, _ ("The “tool_filter” of an MCP server must contain “allowed_tool_names” "
                             "and “blocked_tool_names”, which are lists of strings."));
  self->allowed = make_set (allowed);
  self->blocked = make_set (blocked);
  return TRUE;
}

gboolean
troupe_mcp_config_wants (const TroupeMcpConfig *self, const char *name)
{
  g_return_val_if_fail (self != NULL && name != NULL, FALSE);

  if (self->tool != NULL && !g_str_equal (self->tool, name))
    return FALSE;
  if (self->blocked != NULL && g_hash_table_contains (self->blocked, name))
    return FALSE;
  return self->allowed == NULL || g_hash_table_contains (self->allowed, name);
}

/* --- Names ----------------------------------------------------------------------------------- */

char *
troupe_mcp_config_name_tool (const TroupeMcpConfig *self, const char *name)
{
  g_autofree char *joined = NULL;
  g_autofree char *prefixed = NULL;
  char *sanitized;

  g_return_val_if_fail (self != NULL && name != NULL, NULL);

  joined = g_strdup_printf ("%s_%s", self->name, name);
  sanitized = troupe_tool_name_sanitize (joined);
  if (g_ascii_isalpha (*sanitized))
    return sanitized;
  g_free (sanitized);
  prefixed = g_strconcat ("mcp_", joined, NULL);
  return troupe_tool_name_sanitize (prefixed);
}

static char *
name_uri (GUri *uri)
{
  g_autofree char *host = troupe_uri_describe_host (uri);
  g_autofree char *path = g_strdelimit (g_strdup (g_uri_get_path (uri)), "/", '_');
  char *name = NULL;

  name = *path != '\0' && strspn (path, "_") < strlen (path) ? g_strconcat (host, "_", path, NULL)
                                                             : g_strdup (host);
  return g_strdelimit (name, ".", '_');
}

/* Returns TRUE if the value of the option @argument is probably a secret. The value is the next
 * argument, or follows the = of the option. */
static gboolean
is_secret_option (const char *argument)
{
  static const char *const words[] = { "key", "token", "secret", "password", "passwd", "auth" };
  g_autofree char *option = g_ascii_strdown (argument, -1);
  char *end = strchr (option, '=');

  if (end != NULL)
    *end = '\0';
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strstr (option, words[i]) != NULL)
      return TRUE;
  return FALSE;
}

/* --- Programs -------------------------------------------------------------------------------- */

static gboolean
read_program (TroupeMcpConfig *self, const TroupeValue *entry, GError **error)
{
  const char *command = get_text (get_member (entry, "command"));
  g_autofree char *arguments = NULL;
  g_autofree char *label = NULL;
  GString *command_label;
  gboolean is_secret = FALSE;

  g_assert (self != NULL);

  if (command == NULL || *command == '\0')
    return refuse (error,
                   _ ("The “command” of an MCP server must be a string: the program to start."));
  if (!read_texts (get_member (entry, "args"), &self->arguments))
    return refuse (error, _ ("The “args” of an MCP server must be a list of strings."));
  if (!read_pairs (get_member (entry, "env"), &self->environment))
    return refuse (error, _ ("The “env” of an MCP server must be an object of strings."));
  for (guint i = 0; self->environment[i] != NULL; i += 2)
    {
      if (strchr (self->environment[i], '=') != NULL)
        return refuse (error, _ ("Names in the “env” of an MCP server must not contain “=”."));
      add_key (self, self->environment[i], self->environment[i + 1]);
    }
  self->kind = TROUPE_MCP_KIND_STDIO;
  self->command = g_strdup (command);
  arguments = g_strjoinv ("_", self->arguments);
  self->name = g_strdup_printf ("%s_%s", command, arguments);
  /* Probable secrets are hidden, and redacted from now on. */
  command_label = g_string_new (self->command);
  for (guint i = 0; self->arguments[i] != NULL; i++)
    {
      const char *argument = self->arguments[i];
      const char *equals = strchr (argument, '=');

      g_string_append_c (command_label, ' ');
      if (is_secret)
        {
          add_key (self, "key", argument);
          g_string_append (command_label, HIDDEN);
          is_secret = FALSE;
        }
      else if (equals != NULL && is_secret_option (argument))
        {
          add_key (self, "key", equals + 1);
          g_string_append_len (command_label, argument, equals + 1 - argument);
          g_string_append (command_label, HIDDEN);
        }
      else
        {
          g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_free);

          const char *colon = strchr (argument, ':');
          g_autofree char *header = colon != NULL && colon[1] == ' '
                                        ? g_strndup (argument, (gsize) (colon - argument))
                                        : NULL;

          /* Such as the password in the address of a database, and what follows the scheme in a header. */
          troupe_key_finder_list (argument, TRUE, found);
          if (header != NULL && troupe_key_finder_is_key_name (header))
            g_ptr_array_add (found, g_strdup (strrchr (argument, ' ') + 1));
          for (guint k = 0; k < found->len; k++)
            add_key (self, "key", found->pdata[k]);
          g_string_append (command_label, found->len > 0 ? HIDDEN : argument);
          is_secret = *argument == '-' && is_secret_option (argument);
        }
    }
  label = g_string_free (command_label, FALSE);
  self->label = troupe_text_to_line (label);
  return TRUE;
}

/* --- URLs ------------------------------------------------------------------------------------- */

/* Returns FALSE for headers that libsoup sets itself and for headers that would allow request
 * smuggling. */
static gboolean
is_header (const char *name, const char *value)
{
  static const char *const ours[] = { "connection",        "content-length", "host",
                                      "transfer-encoding", "upgrade",        NULL };
  g_autofree char *lower = g_ascii_strdown (name, -1);

  for (const char *at = name; *at != '\0'; at++)
    if (!g_ascii_isalnum (*at) && strchr ("!#$%&'*+-.^_`|~", *at) == NULL)
      return FALSE;
  for (const char *at = value; *at != '\0'; at++)
    if ((guchar) *at < 0x20 && *at != '\t')
      return FALSE;
  return !g_strv_contains (ours, lower);
}

static gboolean
read_headers (TroupeMcpConfig *self, const TroupeValue *headers, GError **error)
{
  g_assert (self != NULL);

  if (!read_pairs (headers, &self->headers))
    return refuse (error, _ ("The “headers” of an MCP server must be an object of strings."));
  for (guint i = 0; self->headers[i] != NULL; i += 2)
    {
      const char *value = self->headers[i + 1];
      const char *word = strrchr (value, ' ');

      if (!is_header (self->headers[i], value))
        {
          g_autofree char *name = troupe_text_to_line (self->headers[i]);

          g_set_error (error, TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_VALIDATION,
                       /* Translators: %s is the name of an HTTP header. */
                       _ ("The header “%s” must not be sent to an MCP server."), name);
          return FALSE;
        }
      add_secret (self, value);
      if (word != NULL)
        add_secret (self, word + 1);
      if (!is_key_header (self->headers[i]))
        continue;
      add_key (self, self->headers[i], value);
      add_key (self, self->headers[i], word != NULL ? word + 1 : NULL);
    }
  return TRUE;
}

/* Credentials in the URL are sent as an Authorization header, and only to this server. */
static void
take_credentials (TroupeMcpConfig *self)
{
  const char *user = g_uri_get_userinfo (self->uri);
  g_autofree char *plain = user != NULL ? g_uri_unescape_string (user, NULL) : NULL;
  g_autofree char *encoded = NULL;
  g_autoptr (GStrvBuilder) headers = NULL;
  g_autofree char *value = NULL;

  g_assert (self != NULL);

  if (plain == NULL || *plain == '\0')
    return;
  add_secret (self, user);
  add_secret (self, plain);
  add_key (self, "password", strchr (plain, ':') != NULL ? strchr (plain, ':') + 1 : plain);
  encoded = g_base64_encode ((const guchar *) plain, strlen (plain));
  add_secret (self, encoded);
  value = g_strconcat ("Basic ", encoded, NULL);
  headers = g_strv_builder_new ();
  g_strv_builder_add (headers, "Authorization");
  g_strv_builder_add (headers, value);
  g_strv_builder_addv (headers, (const char **) self->headers);
  g_strfreev (self->headers);
  self->headers = g_strv_builder_end (headers);
}

static gboolean
read_address (TroupeMcpConfig *self, const char *url, GError **error)
{
  const GUriFlags flags = G_URI_FLAGS_ENCODED | G_URI_FLAGS_SCHEME_NORMALIZE;
  g_autoptr (GUri) uri = url != NULL ? g_uri_parse (url, flags, NULL) : NULL;
  g_autofree char *host = NULL;
  g_autofree char *shown = NULL;
  const char *query;
  g_auto (GStrv) pairs = NULL;

  g_assert (self != NULL);

  if (uri == NULL || g_uri_get_host (uri) == NULL || *g_uri_get_host (uri) == '\0' ||
      (!g_str_equal (g_uri_get_scheme (uri), "https") &&
       !g_str_equal (g_uri_get_scheme (uri), "http")))
    return refuse (error, _ ("The “url” of an MCP server must begin with https:// or http://."));
  self->kind = TROUPE_MCP_KIND_HTTP;
  self->uri = g_steal_pointer (&uri);
  take_credentials (self);
  query = g_uri_get_query (self->uri);
  pairs = g_strsplit (query != NULL ? query : "", "&", -1);
  add_secret (self, query);
  for (guint i = 0; pairs[i] != NULL; i++)
    {
      char *equals = strchr (pairs[i], '=');
      g_autofree char *plain = equals != NULL ? g_uri_unescape_string (equals + 1, NULL) : NULL;

      if (equals == NULL)
        continue;
      *equals = '\0';
      add_key (self, pairs[i], plain != NULL ? plain : equals + 1);
    }
  uri = g_uri_build (flags, g_uri_get_scheme (self->uri), NULL, g_uri_get_host (self->uri),
                     g_uri_get_port (self->uri), g_uri_get_path (self->uri),
                     g_uri_get_query (self->uri), NULL);
  g_uri_unref (self->uri);
  self->uri = g_steal_pointer (&uri);
  self->name = name_uri (self->uri);
  host = troupe_uri_describe_host (self->uri);
  shown = troupe_host_to_shown (host);
  self->label = g_strdup (shown);
  self->shown_url = g_strdup_printf ("%s://%s%s", g_uri_get_scheme (self->uri), shown,
                                     g_uri_get_path (self->uri));
  return TRUE;
}

static gboolean
read_text (TroupeMcpConfig *self, const char *text, GError **error)
{
  g_autofree char *before = NULL;
  const char *hash;

  g_assert (self != NULL);

  if (g_str_has_prefix (text, PLATFORM))
    text += strlen (PLATFORM);
  hash = strchr (text, '#');
  before = hash != NULL ? g_strndup (text, (gsize) (hash - text)) : g_strdup (text);
  if (hash != NULL && hash[1] != '\0')
    self->tool = troupe_tool_name_sanitize (hash + 1);
  self->is_text = TRUE;
  self->headers = g_new0 (char *, 1);
  if (g_str_has_prefix (before, "https://"))
    {
      self->connect_ms = 15000;
      self->list_ms = 15000;
      self->call_ms = 60000;
      return read_address (self, before, error);
    }
  if (*before == '\0')
    return refuse (error, _ ("The name of an MCP server is empty. Enter its URL, https://…"));
  self->kind = TROUPE_MCP_KIND_SLUG;
  self->slug = g_steal_pointer (&before);
  self->name = g_strdup (self->slug);
  self->label = troupe_text_to_line (self->slug);
  return TRUE;
}

/* --- Whole entries ---------------------------------------------------------------------------- */

/* Parts of the path of an address that are at least this long, and of digits and letters, may be keys, as those of services that give
 * each user an address of his own. */
#define LONGEST_PART 20

/* Returns a short text to replace a key, which differs for different keys. (transfer full) */
static char *
shorten_key (const char *key)
{
  g_autofree char *digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, key, -1);

  digest[6] = '\0';
  return g_steal_pointer (&digest);
}

/* Names of versions have fewer digits, and words have one case. */
static gboolean
may_be_key (const char *part)
{
  guint n_digits = 0;
  guint n_lower = 0;
  guint n_upper = 0;

  for (const char *at = part; *at != '\0'; at++)
    {
      n_digits += g_ascii_isdigit (*at) ? 1 : 0;
      n_lower += g_ascii_islower (*at) ? 1 : 0;
      n_upper += g_ascii_isupper (*at) ? 1 : 0;
    }
  return strlen (part) >= LONGEST_PART && n_digits > 0 && n_lower + n_upper > 0 &&
         (n_digits > 2 || (n_lower > 0 && n_upper > 0));
}

/* Replaces keys in the name of the server, which is a part of the names of its tools, and so sent to the model. */
static void
shorten_name (TroupeMcpConfig *self)
{
  g_autoptr (GString) name = g_string_new (self->name);

  for (guint i = 0; i < self->keys->len; i++)
    {
      g_autofree char *part = shorten_key (self->keys->pdata[i]);

      g_string_replace (name, self->keys->pdata[i], part, 0);
    }
  if (self->uri != NULL)
    {
      g_auto (GStrv) parts = g_strsplit_set (g_uri_get_path (self->uri), "/.:;,=", -1);

      for (guint i = 0; parts[i] != NULL; i++)
        {
          g_autofree char *part = may_be_key (parts[i]) ? shorten_key (parts[i]) : NULL;
          g_autofree char *sanitized = part != NULL ? troupe_tool_name_sanitize (parts[i]) : NULL;

          if (part == NULL)
            continue;
          g_string_replace (name, parts[i], part, 0);
          g_string_replace (name, sanitized, part, 0);
        }
    }
  g_free (self->name);
  self->name = g_string_free (g_steal_pointer (&name), FALSE);
}

static int
compare_lengths (gconstpointer a, gconstpointer b)
{
  const gsize first = strlen (*(const char *const *) a);
  const gsize second = strlen (*(const char *const *) b);

  return first < second ? 1 : first > second ? -1 : 0;
}

TroupeMcpConfig *
troupe_mcp_config_new (const TroupeValue *entry, GError **error)
{
  g_autoptr (TroupeMcpConfig) self = NULL;
  gboolean is_read;

  g_return_val_if_fail (entry != NULL, NULL);

  self = g_atomic_rc_box_new0 (TroupeMcpConfig);
  self->secrets = g_ptr_array_new_with_free_func (g_free);
  self->keys = g_ptr_array_new_with_free_func (g_free);
  self->entry = troupe_value_ref ((TroupeValue *) entry);
  self->connect_ms = self->list_ms = self->call_ms = 30000;
  if (get_text (entry) != NULL)
    is_read = read_text (self, get_text (entry), error);
  else if (troupe_value_is (entry, TROUPE_VALUE_MAP))
    {
      const TroupeValue *keeps = get_member (entry, "cache_tools_list");

      self->keeps_list = keeps != NULL && troupe_value_is (keeps, TROUPE_VALUE_BOOLEAN) &&
                         troupe_value_get_boolean (keeps);
      if (!read_filter (self, get_member (entry, "tool_filter"), error))
        is_read = FALSE;
      else if (get_member (entry, "command") != NULL)
        is_read = read_program (self, entry, error);
      else if (get_member (entry, "url") == NULL)
        is_read = refuse (error, _ ("An MCP server needs a “command” or a “url”."));
      else
        is_read = read_headers (self, get_member (entry, "headers"), error) &&
                  read_address (self, get_text (get_member (entry, "url")), error);
    }
  else
    is_read = refuse (
        error,
        _ ("An entry of “mcps” must be a URL, a name, or an object with a “command” or a “url”."));
  if (!is_read)
    return NULL;
  /* Longer secrets are redacted first, because a secret may be part of a longer one. */
  g_ptr_array_sort (self->secrets, compare_lengths);
  g_ptr_array_sort (self->keys, compare_lengths);
  shorten_name (self);
  return g_steal_pointer (&self);
}

/* --- Variables -------------------------------------------------------------------------------- */

void
troupe_mcp_config_list_variables (const TroupeMcpConfig *self, GPtrArray *names)
{
  g_return_if_fail (self != NULL && names != NULL);

  for (guint i = 0; self->environment != NULL && self->environment[i] != NULL; i += 2)
    troupe_mcp_variables_list (self->environment[i + 1], names);
  for (guint i = 0; self->headers != NULL && self->headers[i] != NULL; i += 2)
    troupe_mcp_variables_list (self->headers[i + 1], names);
}

/* Data of filling in the variables of a server. */
typedef struct
{
  const TroupeMcpConfig *config;
  TroupeLlmEnvironmentFunc func;
  gpointer user_data;
  GPtrArray *values;
} Filling;

/* Replaces the map @key of @entry. @entry: (inout) */
static gboolean
fill_map (const Filling *filling, const char *key, TroupeValue **entry, GError **error)
{
  TroupeValue *map = get_member (*entry, key);
  g_auto (TroupeMapBuilder) builder = { 0 };
  g_autoptr (TroupeValue) with = NULL;

  g_assert (filling != NULL);

  if (map == NULL)
    return TRUE;
  troupe_map_builder_init (&builder);
  for (gsize i = 0; i < troupe_value_map_get_size (map); i++)
    {
      const char *name = get_text (troupe_value_map_get_key (map, i));
      const char *text = get_text (troupe_value_map_get_value (map, i));
      g_autofree char *filled =
          troupe_mcp_variables_fill (text, filling->config->label, filling->func,
                                     filling->user_data, filling->values, error);

      if (filled == NULL)
        return FALSE;
      if (g_str_equal (key, "env") && troupe_mcp_variables_are_in (text) &&
          (g_path_is_absolute (filled) || g_str_has_prefix (filled, "..")))
        {
          g_set_error (
              error, TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_VALIDATION,
              /* Translators: the name of a variable, and a server. */
              _ ("The “%s” in the “env” of the MCP server “%s” is a path, which must not come "
                 "from a variable. Write the path into the document, so that it can be shown."),
              name, filling->config->label);
          return FALSE;
        }
      troupe_map_builder_add (&builder, name, troupe_value_new_string (filled, -1));
    }
  with = troupe_map_builder_end (&builder);
  map = troupe_value_map_with (*entry, key, with);
  troupe_value_unref (*entry);
  *entry = map;
  return TRUE;
}

/* A run is stored without the keys of its document. @pairs: (nullable) */
static gboolean
lacks_key (char **pairs)
{
  for (guint i = 0; pairs != NULL && pairs[i] != NULL; i += 2)
    if (strstr (pairs[i + 1], TROUPE_SECRET_MASK) != NULL)
      return TRUE;
  return FALSE;
}

TroupeMcpConfig *
troupe_mcp_config_fill (TroupeMcpConfig *self,
                        TroupeLlmEnvironmentFunc func,
                        gpointer user_data,
                        GError **error)
{
  g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (TroupeValue) entry = NULL;
  const Filling filling = { self, func, user_data, values };
  TroupeMcpConfig *filled = NULL;

  g_return_val_if_fail (self != NULL && func != NULL, NULL);

  if (lacks_key (self->environment) || lacks_key (self->headers))
    {
      g_set_error (error, TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_VALIDATION,
                   _ ("A key of the MCP server “%s” was not stored with the run, and the document "
                      "has changed since. Run the document again, or write the key as ${NAME}, "
                      "which is read from the environment."),
                   self->label);
      return NULL;
    }
  troupe_mcp_config_list_variables (self, names);
  if (names->len == 0)
    return troupe_mcp_config_ref (self);
  entry = troupe_value_ref (self->entry);
  if (!fill_map (&filling, self->kind == TROUPE_MCP_KIND_STDIO ? "env" : "headers", &entry, error))
    return NULL;
  filled = troupe_mcp_config_new (entry, error);
  if (filled == NULL)
    return NULL;
  filled->connect_ms = self->connect_ms;
  filled->list_ms = self->list_ms;
  filled->call_ms = self->call_ms;
  for (guint i = 0; i < values->len; i++)
    {
      add_secret (filled, g_ptr_array_index (values, i));
      g_ptr_array_add (filled->keys, g_strdup (g_ptr_array_index (values, i)));
    }
  g_ptr_array_sort (filled->secrets, compare_lengths);
  return filled;
}

TroupeMcpConfig *
troupe_mcp_config_ref (TroupeMcpConfig *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  TroupeMcpConfig *self = data;

  g_assert (self != NULL);

  g_free (self->name);
  g_free (self->label);
  g_free (self->shown_url);
  g_free (self->command);
  g_strfreev (self->arguments);
  g_strfreev (self->environment);
  g_clear_pointer (&self->uri, g_uri_unref);
  g_strfreev (self->headers);
  g_free (self->slug);
  g_free (self->tool);
  g_clear_pointer (&self->allowed, g_hash_table_unref);
  g_clear_pointer (&self->blocked, g_hash_table_unref);
  g_clear_pointer (&self->secrets, g_ptr_array_unref);
  g_clear_pointer (&self->keys, g_ptr_array_unref);
  g_clear_pointer (&self->entry, troupe_value_unref);
}

void
troupe_mcp_config_unref (TroupeMcpConfig *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

const char *
troupe_mcp_config_get_transport (const TroupeMcpConfig *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->kind == TROUPE_MCP_KIND_STDIO ? "stdio" : "streamable-http";
}

gboolean
troupe_mcp_config_has_key (const TroupeMcpConfig *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  for (guint i = 0; self->headers != NULL && self->headers[i] != NULL; i += 2)
    if (g_ascii_strcasecmp (self->headers[i], "Authorization") == 0)
      return TRUE;
  return FALSE;
}

/* Quotes @word as in a shell, so that the boundaries of the arguments are visible. */
static void
append_word (GString *line, const char *word)
{
  g_autofree char *quoted = NULL;

  g_assert (line != NULL);

  if (line->len > 0)
    g_string_append_c (line, ' ');
  if (*word != '\0' && strpbrk (word, " \t\n\"'\\") == NULL)
    g_string_append (line, word);
  else
    {
      quoted = g_shell_quote (word);
      g_string_append (line, quoted);
    }
}

/* Returns the command line, quoted as in a shell. (transfer full) */
static char *
make_line (const TroupeMcpConfig *self)
{
  g_autoptr (GString) line = g_string_new (NULL);

  g_assert (self->kind == TROUPE_MCP_KIND_STDIO);

  append_word (line, self->command);
  for (guint i = 0; self->arguments[i] != NULL; i++)
    append_word (line, self->arguments[i]);
  return g_string_free (g_steal_pointer (&line), FALSE);
}

static void
list_host (const TroupeMcpConfig *self,
           const char *const *variables,
           TroupeKeySource sources,
           TroupePermissionList *permissions)
{
  g_autofree char *server = troupe_mcp_resource_name (self->uri);
  g_autofree char *address = g_uri_to_string (self->uri);

  g_assert (self->kind == TROUPE_MCP_KIND_HTTP);

  if (!troupe_mcp_config_has_key (self))
    {
      sources |= TROUPE_KEY_OF_SIGN_IN;
      troupe_permission_list_add_server (permissions, server);
    }
  troupe_permission_list_add_host (permissions, address, variables, sources);
}

void
troupe_mcp_config_list_permissions (const TroupeMcpConfig *self, TroupePermissionList *permissions)
{
  g_autoptr (GPtrArray) variables = g_ptr_array_new_with_free_func (g_free);
  TroupeKeySource sources = TROUPE_KEY_FROM_VARIABLES;

  g_return_if_fail (self != NULL && permissions != NULL);

  troupe_mcp_config_list_variables (self, variables);
  for (guint i = 0; i < variables->len; i++)
    troupe_permission_list_add (permissions, TROUPE_PERMISSION_ENVIRONMENT,
                                g_ptr_array_index (variables, i));
  g_ptr_array_add (variables, NULL);
  if (self->keys->len > 0)
    sources |= TROUPE_KEY_IN_DOCUMENT;
  if (self->kind == TROUPE_MCP_KIND_STDIO)
    {
      const char *const *program_variables = (const char *const *) variables->pdata;
      const char *folder = troupe_permission_list_get_folder (permissions);
      g_autofree char *line = make_line (self);
      g_autofree char *named = folder != NULL && strchr (self->command, '/') != NULL
                                   ? g_canonicalize_filename (self->command, folder)
                                   : g_strdup (self->command);
      g_autofree char *program = folder != NULL ? troupe_program_find (named, folder) : NULL;

      /* Lists the program of the server. */
      troupe_permission_list_add_program (permissions, line, program, program_variables, sources);
      for (guint i = 0; self->environment[i] != NULL; i += 2)
        troupe_permission_list_add (permissions, TROUPE_PERMISSION_ENVIRONMENT,
                                    self->environment[i]);
      troupe_mcp_sandbox_list_permissions (self, permissions);
    }
  else if (self->kind == TROUPE_MCP_KIND_HTTP)
    list_host (self, (const char *const *) variables->pdata, sources, permissions);
  else
    troupe_permission_list_add (permissions, TROUPE_PERMISSION_REFERENCE, self->slug);
}

gboolean
troupe_mcp_config_check_recipient (const TroupeMcpConfig *self,
                                   TroupeKeyRecipients *recipients,
                                   GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *line = self->kind == TROUPE_MCP_KIND_STDIO ? make_line (self) : NULL;
  g_autofree char *address = self->uri != NULL ? g_uri_to_string (self->uri) : NULL;

  if (recipients == NULL)
    return TRUE;
  if ((line != NULL && !troupe_key_recipients_check_refused_program (recipients, line, error)) ||
      (address != NULL && !troupe_key_recipients_check_refused (recipients, address, NULL, error)))
    return FALSE;
  troupe_mcp_config_list_variables (self, names);
  for (guint i = 0; i < names->len; i++)
    {
      const char *const variables[] = { names->pdata[i], NULL };

      if (line != NULL
              ? !troupe_key_recipients_check_program (recipients, line, variables[0], error)
              : !troupe_key_recipients_check_host (recipients, address, variables, error))
        return FALSE;
    }
  return TRUE;
}

char *
troupe_mcp_config_clean (const TroupeMcpConfig *self, const char *text)
{
  g_autoptr (GString) cleaned = NULL;
  g_autofree char *hidden = NULL;
  char *line;

  g_return_val_if_fail (self != NULL && text != NULL, NULL);

  hidden = troupe_mcp_grants_hide (text);
  cleaned = g_string_new (hidden);
  for (guint i = 0; i < self->secrets->len; i++)
    g_string_replace (cleaned, self->secrets->pdata[i], HIDDEN, 0);
  line = troupe_text_to_line (cleaned->str);
  if (strlen (line) > LONGEST_WORDS)
    {
      char *end = g_utf8_find_prev_char (line, line + LONGEST_WORDS);

      if (end != NULL)
        memcpy (end, HIDDEN, sizeof HIDDEN);
    }
  return line;
}

char *
troupe_mcp_config_find_program (const TroupeMcpConfig *self, const char *folder)
{
  g_autofree char *named = NULL;

  g_return_val_if_fail (self != NULL && self->command != NULL, NULL);

  if (strchr (self->command, '/') != NULL)
    named = g_canonicalize_filename (self->command, folder);
  return troupe_program_find (named != NULL ? named : self->command, folder);
}
