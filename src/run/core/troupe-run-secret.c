/* troupe-run-secret.c: finds the keys of a run, and redacts its document and result
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-secret"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-file.h"
#include "troupe-flow-document.h"
#include "troupe-key-finder.h"
#include "troupe-known-keys.h"
#include "troupe-limits.h"
#include "troupe-mcp-config.h"
#include "troupe-run-secret.h"

/* Endings of the names of settings with keys: of models, tools, embedders and remote agents. */
static const char *const key_names[] = {
  "api_key",      "access_key",    "access_key_id", "session_token",
  "access_token", "refresh_token", "client_secret",
};

#define SERVERS_NAME "mcps"
/* Headers of the requests to a model, and endings of the names of settings with addresses. */
#define HEADERS_NAME "extra_headers"
static const char *const address_names[] = { "base_url", "api_base", "endpoint", "url" };

/* What a document without keys has none of, in any case: words in names of settings, and beginnings of addresses and headers. An
 * escape may be part of one. */
static const char *const signs[] = { "key",        "token",         "secret",    "passw",
                                     "credential", "authorization", "://",       "bearer",
                                     "\\",         SERVERS_NAME,    HEADERS_NAME };

/* @finder: finds keys by their form; @texts: (element-type utf8): the keys; @in_servers: whether everything is a setting of an MCP server, or a header */
typedef struct
{
  TroupeKeyFinder *finder;
  GPtrArray *texts;
  gboolean in_servers;
} Collection;

/* Least length of a value of a query or of a header that is taken for a key, and if its name is that of a key. */
#define SHORTEST_VALUE 20
#define SHORTEST_NAMED 8

/* Maximum number of keys of a document. The time for hiding them grows with the square of their number. */
#define MOST_KEYS 1000u

static void collect (JsonNode *node, const char *name, Collection *self);

static gboolean
is_key_name (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (key_names); i++)
    if (g_str_has_suffix (name, key_names[i]))
      return TRUE;
  return FALSE;
}

static gboolean
is_address_name (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (address_names); i++)
    if (g_str_has_suffix (name, address_names[i]))
      return TRUE;
  return FALSE;
}

/* Returns TRUE if the value that has this name in a query or among headers can be a key: the name says so, or the value is one long word of letters and digits.
 * References to variables are not keys. */
static gboolean
is_named_key (const char *name, const char *value)
{
  guint n_digits = 0;
  guint n_letters = 0;

  if (strstr (value, "${") != NULL || strlen (value) < SHORTEST_NAMED)
    return FALSE;
  if (troupe_key_finder_is_key_name (name))
    return TRUE;
  for (const char *at = value; *at != '\0'; at++)
    {
      n_digits += g_ascii_isdigit (*at) ? 1 : 0;
      n_letters += g_ascii_isalpha (*at) ? 1 : 0;
    }
  return strlen (value) >= SHORTEST_VALUE && n_digits > 0 && n_letters > 0 &&
         strpbrk (value, " /;,:") == NULL;
}

/* Adds the keys in the query of an address: gateways and some providers take them there, under names of their own. */
static void
collect_query (const char *address, GPtrArray *texts)
{
  const char *query = strchr (address, '?');
  g_auto (GStrv) parts = query != NULL ? g_strsplit_set (query + 1, "&;#", -1) : NULL;

  for (guint i = 0; parts != NULL && parts[i] != NULL; i++)
    {
      const char *value = strchr (parts[i], '=');
      g_autofree char *name =
          value != NULL ? g_strndup (parts[i], (gsize) (value - parts[i])) : NULL;
      g_autofree char *plain = value != NULL ? g_uri_unescape_string (value + 1, NULL) : NULL;

      if (value == NULL || g_str_has_suffix (name, "version") || !is_named_key (name, value + 1))
        continue;
      g_ptr_array_add (texts, g_strdup (value + 1));
      if (plain != NULL && !g_str_equal (plain, value + 1))
        g_ptr_array_add (texts, g_steal_pointer (&plain));
    }
}

/* Adds the value of a header that a model gets if it is a key. */
static void
collect_header_cb (JsonObject *object, const char *name, JsonNode *node, gpointer user_data)
{
  Collection *self = user_data;
  const char *text =
      JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING
          ? json_node_get_string (node)
          : "";
  const char *space = strrchr (text, ' ');
  const char *value = space != NULL ? space + 1 : text;

  if (g_ascii_strcasecmp (name, "user-agent") != 0 && is_named_key (name, value))
    g_ptr_array_add (self->texts, g_strdup (value));
}

static void
collect_member_cb (JsonObject *object, const char *name, JsonNode *node, gpointer user_data)
{
  Collection *self = user_data;
  const gboolean was_in_servers = self->in_servers;

  if (g_str_equal (name, SERVERS_NAME))
    {
      /* Adds the keys that the document gives to MCP servers. */
      g_autoptr (TroupeValue) servers = troupe_value_from_node (node);

      self->in_servers = TRUE;
      for (gsize i = 0; servers != NULL && troupe_value_is (servers, TROUPE_VALUE_LIST) &&
                        i < troupe_value_list_get_length (servers);
           i++)
        {
          g_autoptr (TroupeMcpConfig) config =
              troupe_mcp_config_new (troupe_value_list_get (servers, i), NULL);

          for (guint k = 0; config != NULL && k < config->keys->len; k++)
            g_ptr_array_add (self->texts, g_strdup (g_ptr_array_index (config->keys, k)));
        }
    }
  if (g_str_equal (name, HEADERS_NAME) && JSON_NODE_HOLDS_OBJECT (node))
    json_object_foreach_member (json_node_get_object (node), collect_header_cb, self);
  collect (node, name, self);
  self->in_servers = was_in_servers;
}

static void
collect_element_cb (JsonArray *array, guint index, JsonNode *node, gpointer user_data)
{
  collect (node, NULL, user_data);
}

/* @name: (nullable): of the member that has the value */
static void
collect (JsonNode *node, const char *name, Collection *self)
{
  if (JSON_NODE_HOLDS_OBJECT (node))
    json_object_foreach_member (json_node_get_object (node), collect_member_cb, self);
  else if (JSON_NODE_HOLDS_ARRAY (node))
    json_array_foreach_element (json_node_get_array (node), collect_element_cb, self);
  else if (JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING)
    {
      const char *text = json_node_get_string (node);
      const gboolean has_reference = strstr (text, "${") != NULL;
      const char *space = strrchr (text, ' ');
      /* A header has its scheme before the key, such as `Bearer`. */
      const char *value = space != NULL && strchr (text, ' ') == space ? space + 1 : text;
      g_autofree char *kind =
          name != NULL ? troupe_key_finder_find_member (self->finder, name, value) : NULL;

      if (name != NULL && is_address_name (name) && strstr (text, "://") != NULL)
        collect_query (text, self->texts);
      /* Adds the keys in a text. A reference to a variable is not a key. */
      if (name != NULL && !has_reference && is_key_name (name))
        g_ptr_array_add (self->texts, g_strdup (text));
      else if (kind != NULL && !has_reference && troupe_key_finder_is_key_name (name))
        g_ptr_array_add (self->texts, g_strdup (value));
      troupe_key_finder_list (text, self->in_servers || value > text || space == NULL, self->texts);
    }
}

/* Adds the keys in @root to @texts. */
static void
collect_keys (JsonNode *root, GPtrArray *texts)
{
  g_autoptr (TroupeKeyFinder) finder = troupe_key_finder_new ();
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  Collection collection = { finder, found, FALSE };

  collect (root, NULL, &collection);
  for (guint i = 0; i < found->len && g_hash_table_size (seen) < MOST_KEYS; i++)
    if (g_hash_table_add (seen, found->pdata[i]))
      g_ptr_array_add (texts, g_strdup (found->pdata[i]));
}

/* Some documents contain no key and need not be parsed. */
static gboolean
may_have_keys (const char *text)
{
  g_autoptr (GPtrArray) keys = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (signs); i++)
    if (strcasestr (text, signs[i]) != NULL)
      return TRUE;
  keys = g_ptr_array_new_with_free_func (g_free);
  troupe_key_finder_list (text, FALSE, keys);
  return keys->len > 0;
}

/* Returns the keys in the document, NULL-terminated. (transfer full) */
static GPtrArray *
list_secrets (const char *text, const char *path)
{
  g_autofree char *name = path != NULL ? g_path_get_basename (path) : g_strdup ("flow.json");
  g_autoptr (TroupeFlowDocument) document = NULL;
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (JsonNode) root = NULL;
  GPtrArray *texts = g_ptr_array_new_with_free_func (g_free);

  if (may_have_keys (text))
    root = troupe_json_read (text, strlen (text),
                             TROUPE_JSON_COMMENTS | TROUPE_JSON_TRAILING_COMMAS, NULL, NULL);
  /* A file of a crew is not a flow, and a flow may be YAML. */
  if (root != NULL)
    collect_keys (root, texts);
  else if (may_have_keys (text))
    document = troupe_flow_document_load_text (text, strlen (text), name, &problems, NULL);
  if (document != NULL)
    collect_keys (troupe_document_get_root (TROUPE_DOCUMENT (document)), texts);
  g_ptr_array_add (texts, NULL);
  return texts;
}

/**
 * troupe_run_find_secret:
 * @text: text of a document
 * @path: (nullable): its file, whose name determines the format
 *
 * Returns: (transfer full) (nullable): the keys in the document
 */
TroupeSecret *
troupe_run_find_secret (const char *text, const char *path)
{
  g_autoptr (GPtrArray) texts = list_secrets (text, path);

  return troupe_secret_new ((const char *const *) texts->pdata);
}

void
troupe_run_gather_secrets (TroupeKeyFinder *finder, const char *text, const char *path)
{
  g_autoptr (GPtrArray) texts = NULL;
  g_autoptr (TroupeKeyFinder) forms = troupe_key_finder_new ();

  g_return_if_fail (finder != NULL && text != NULL);

  texts = list_secrets (text, path);
  for (guint i = 0; i + 1 < texts->len; i++)
    {
      g_autofree char *kind = troupe_key_finder_find (forms, texts->pdata[i]);

      troupe_key_finder_add (
          finder,
          kind != NULL ? kind
                       /* Translators: the kind of an API key that was found in an exported file */
                       : _ ("key of the document"),
          texts->pdata[i]);
    }
}

/* --- Keys of a run ---------------------------------------------------------------------------- */

static void
add_key (const char *name, const char *key, gpointer redactor)
{
  troupe_redactor_add (redactor, key);
}

void
troupe_run_add_file_keys (TroupeRedactor *redactor, const char *path)
{
  g_autofree char *folder = NULL;

  g_return_if_fail (redactor != NULL);
  g_return_if_fail (path != NULL);

  folder = g_path_get_dirname (path);
  troupe_known_keys_visit_file (folder, add_key, redactor);
}

void
troupe_run_add_document_keys (TroupeRedactor *redactor, TroupeDocument *document)
{
  TroupeDocumentParts *parts = NULL;
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

  g_return_if_fail (redactor != NULL && TROUPE_IS_DOCUMENT (document));

  parts = troupe_document_get_parts (document);
  for (guint i = 0; i < troupe_document_parts_get_n (parts); i++)
    {
      const TroupeDocumentPart *part = troupe_document_parts_get (parts, i);

      if (part->root != NULL)
        collect_keys (part->root, texts);
    }
  for (guint i = 0; i < texts->len; i++)
    troupe_redactor_add (redactor, g_ptr_array_index (texts, i));
}

TroupeRedactor *
troupe_run_make_redactor (const char *text, const char *path)
{
  TroupeRedactor *redactor = troupe_redactor_new ();
  g_autoptr (TroupeSecret) of_document = text != NULL ? troupe_run_find_secret (text, path) : NULL;
  g_autoptr (TroupeSecret) of_environment = troupe_known_keys_find_environment ();

  troupe_redactor_add_secret (redactor, of_document);
  troupe_redactor_add_secret (redactor, of_environment);
  if (path != NULL)
    troupe_run_add_file_keys (redactor, path);
  return redactor;
}

/* @value: (inout) (nullable) */
static void
hide_value (TroupeValue **value, TroupeSecret *secret)
{
  TroupeValue *hidden = *value != NULL ? troupe_value_hide (*value, secret) : NULL;

  g_clear_pointer (value, troupe_value_unref);
  *value = hidden;
}

void
troupe_run_hide_result (TroupeRedactor *redactor, TroupeRunResult *result)
{
  g_autoptr (TroupeSecret) secret = NULL;

  g_return_if_fail (redactor != NULL && result != NULL);

  secret = troupe_redactor_get_secret (redactor);
  if (secret == NULL)
    return;
  hide_value (&result->final, secret);
  hide_value (&result->state, secret);
  hide_value (&result->in_flight, secret);
  for (guint i = 0; i < result->outputs->len; i++)
    {
      TroupeRunOutput *output = &g_array_index (result->outputs, TroupeRunOutput, i);

      hide_value (&output->value, secret);
      hide_value (&output->feedback, secret);
    }
  troupe_redactor_hide_error (redactor, result->error);
}

/* --- Stored documents ------------------------------------------------------------------------- */

/**
 * troupe_run_restore_document:
 * @kept: a stored document without its keys
 * @path: (nullable): the file from which the document was read
 *
 * Returns: (transfer full): the current text of the file if it differs only in its keys. Otherwise
 * the stored text, in which case the keys of the environment are used
 */
char *
troupe_run_restore_document (const char *kept, const char *path)
{
  g_autofree char *today = NULL;
  g_autofree char *hidden = NULL;
  g_autoptr (TroupeRedactor) redactor = NULL;
  gsize length;

  if (path == NULL || strstr (kept, TROUPE_SECRET_MASK) == NULL ||
      (today = troupe_file_read (path, TROUPE_LIMIT_DOCUMENT, &length, NULL, NULL)) == NULL ||
      strlen (today) != length)
    return g_strdup (kept);
  redactor = troupe_run_make_redactor (today, path);
  hidden = troupe_redactor_hide_text (redactor, today);
  return g_str_equal (hidden, kept) ? g_steal_pointer (&today) : g_strdup (kept);
}
