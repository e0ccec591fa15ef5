/* troupe-mcp-definition.c: definition of an MCP tool: name, description and schema
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-mcp-definition"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-mcp-definition.h"
#include "troupe-mcp-error.h"
#include "troupe-mcp-http.h"
#include "troupe-schema-arguments.h"
#include "troupe-tool-name.h"
#include "troupe-tool.h"

#define LONGEST_NAME 512u
#define HEADER "x-mcp-header"
#define HEADER_PREFIX "Mcp-Param-"
#define ESCAPE 0x1b

/* An argument that is sent as a header. @path: member names from the arguments down,
 * NULL-terminated */
typedef struct
{
  char *header;
  char **path;
} HeaderParam;

static void
header_param_free (gpointer data)
{
  HeaderParam *param = data;

  g_free (param->header);
  g_strfreev (param->path);
  g_free (param);
}

/* (transfer none) (nullable) */
static TroupeValue *
get_member (TroupeValue *map, const char *key, TroupeValueType type)
{
  TroupeValue *value = map != NULL && troupe_value_is (map, TROUPE_VALUE_MAP)
                           ? troupe_value_map_lookup_string (map, key, -1)
                           : NULL;

  return value != NULL && troupe_value_is (value, type) ? value : NULL;
}

/* --- Texts for models ------------------------------------------------------------------------ */

/* Skips the terminal escape sequence at @at. */
static const char *
skip_order (const char *at)
{
  at++;
  if (*at != '[')
    return at;
  at++;
  while (*at >= 0x20 && *at < 0x40)
    at++;
  return *at >= 0x40 && *at < 0x7f ? at + 1 : at;
}

static gboolean
is_seen (gunichar letter)
{
  switch ((int) g_unichar_type (letter))
    {
    case G_UNICODE_CONTROL:
      return letter == '\n' || letter == '\t';

    case G_UNICODE_FORMAT:
    case G_UNICODE_LINE_SEPARATOR:
    case G_UNICODE_PARAGRAPH_SEPARATOR:
    case G_UNICODE_PRIVATE_USE:
    case G_UNICODE_SURROGATE:
    case G_UNICODE_UNASSIGNED:
      return FALSE;

    default:
      return TRUE;
    }
}

char *
troupe_mcp_text_to_prompt (const char *text, gsize limit)
{
  g_autofree char *valid = NULL;
  GString *out = NULL;
  const char *at;

  g_return_val_if_fail (text != NULL, NULL);

  valid = g_utf8_make_valid (text, -1);
  out = g_string_new (NULL);
  for (at = valid; *at != '\0';)
    {
      const gunichar letter = g_utf8_get_char (at);
      char bytes[6];
      const int length = g_unichar_to_utf8 (letter, bytes);

      if (letter == ESCAPE)
        {
          at = skip_order (at);
          continue;
        }
      if (is_seen (letter))
        {
          if (out->len + (gsize) length > limit)
            break;
          g_string_append_len (out, bytes, length);
        }
      at = g_utf8_next_char (at);
    }
  return g_string_free (out, FALSE);
}

/* Cleans the titles and descriptions in a schema, because models read them too. (transfer full) */
static TroupeValue *
clean_schema (TroupeValue *value, const char *key)
{
  if (troupe_value_is (value, TROUPE_VALUE_STRING) &&
      (g_strcmp0 (key, "description") == 0 || g_strcmp0 (key, "title") == 0))
    return troupe_value_take_string (
        troupe_mcp_text_to_prompt (troupe_value_get_string (value, NULL),
                                   TROUPE_MCP_LIMIT_DESCRIPTION),
        -1);
  if (troupe_value_is (value, TROUPE_VALUE_LIST))
    {
      const gsize length = troupe_value_list_get_length (value);
      g_autofree TroupeValue **items = g_new (TroupeValue *, length + 1);

      for (gsize i = 0; i < length; i++)
        items[i] = clean_schema (troupe_value_list_get (value, i), NULL);
      return troupe_value_new_list (items, length);
    }
  if (troupe_value_is (value, TROUPE_VALUE_MAP))
    {
      TroupeMapBuilder builder;

      troupe_map_builder_init (&builder);
      for (gsize i = 0; i < troupe_value_map_get_size (value); i++)
        {
          TroupeValue *name = troupe_value_map_get_key (value, i);
          const char *text = troupe_value_is (name, TROUPE_VALUE_STRING)
                                 ? troupe_value_get_string (name, NULL)
                                 : NULL;

          troupe_map_builder_add_key (&builder, troupe_value_ref (name),
                                      clean_schema (troupe_value_map_get_value (value, i), text));
        }
      return troupe_map_builder_end (&builder);
    }
  return troupe_value_ref (value);
}

/* --- Arguments in headers -------------------------------------------------------------------- */

static gboolean
is_token (const char *text)
{
  if (*text == '\0')
    return FALSE;
  for (; *text != '\0'; text++)
    if (!g_ascii_isalnum (*text) && strchr ("!#$%&'*+-.^_`|~", *text) == NULL)
      return FALSE;
  return TRUE;
}

static gboolean
has_param (GPtrArray *params, const char *name)
{
  g_assert (params != NULL);

  for (guint i = 0; i < params->len; i++)
    if (g_ascii_strcasecmp (((HeaderParam *) params->pdata[i])->header + strlen (HEADER_PREFIX),
                            name) == 0)
      return TRUE;
  return FALSE;
}

/* Returns TRUE if the header annotation @name of a property is valid for its type. */
static gboolean
check_param (GPtrArray *params, TroupeValue *name, TroupeValue *schema)
{
  static const char *const types[] = { "string", "integer", "boolean", NULL };
  TroupeValue *type = get_member (schema, "type", TROUPE_VALUE_STRING);

  return troupe_value_is (name, TROUPE_VALUE_STRING) &&
         is_token (troupe_value_get_string (name, NULL)) && type != NULL &&
         g_strv_contains (types, troupe_value_get_string (type, NULL)) &&
         !has_param (params, troupe_value_get_string (name, NULL));
}

/* Collects the annotated properties of @schema below @path. Returns FALSE if an annotation is
 * invalid. */
static gboolean
find_params (GPtrArray *params, TroupeValue *schema, GPtrArray *path)
{
  TroupeValue *properties = get_member (schema, "properties", TROUPE_VALUE_MAP);
  gboolean are_right = TRUE;

  for (gsize i = 0; are_right && properties != NULL && i < troupe_value_map_get_size (properties);
       i++)
    {
      TroupeValue *key = troupe_value_map_get_key (properties, i);
      TroupeValue *property = troupe_value_map_get_value (properties, i);
      TroupeValue *name = troupe_value_is (property, TROUPE_VALUE_MAP)
                              ? troupe_value_map_lookup_string (property, HEADER, -1)
                              : NULL;

      if (!troupe_value_is (key, TROUPE_VALUE_STRING))
        continue;
      g_ptr_array_add (path, g_strdup (troupe_value_get_string (key, NULL)));
      if (name != NULL && !check_param (params, name, property))
        are_right = FALSE;
      else if (name != NULL)
        {
          HeaderParam *param = g_new0 (HeaderParam, 1);
          g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

          for (guint j = 0; j < path->len; j++)
            g_strv_builder_add (builder, path->pdata[j]);
          param->header = g_strconcat (HEADER_PREFIX, troupe_value_get_string (name, NULL), NULL);
          param->path = g_strv_builder_end (builder);
          g_ptr_array_add (params, param);
        }
      else
        are_right = find_params (params, property, path);
      g_ptr_array_remove_index (path, path->len - 1);
    }
  return are_right;
}

/* Formats the argument at @path for a header. (transfer full) (nullable): NULL if the argument
 * is missing or null */
static char *
describe_argument (TroupeValue *arguments, char **path)
{
  TroupeValue *value = arguments;

  for (guint i = 0; path[i] != NULL; i++)
    {
      if (!troupe_value_is (value, TROUPE_VALUE_MAP))
        return NULL;
      value = troupe_value_map_lookup_string (value, path[i], -1);
      if (value == NULL)
        return NULL;
    }
  if (troupe_value_is (value, TROUPE_VALUE_STRING))
    return g_strdup (troupe_value_get_string (value, NULL));
  if (troupe_value_is (value, TROUPE_VALUE_INTEGER) ||
      troupe_value_is (value, TROUPE_VALUE_BOOLEAN))
    return troupe_value_to_json (value, TROUPE_JSON_COMPACT);
  return NULL;
}

char **
troupe_mcp_definition_make_headers (const TroupeMcpDefinition *self, TroupeValue *arguments)
{
  g_autoptr (GStrvBuilder) headers = NULL;

  g_return_val_if_fail (self != NULL && arguments != NULL, NULL);

  if (self->header_params == NULL || self->header_params->len == 0)
    return NULL;
  headers = g_strv_builder_new ();
  for (guint i = 0; i < self->header_params->len; i++)
    {
      HeaderParam *param = self->header_params->pdata[i];
      g_autofree char *text = describe_argument (arguments, param->path);
      g_autofree char *encoded = text != NULL ? troupe_mcp_http_encode_header (text) : NULL;

      if (encoded == NULL)
        continue;
      g_strv_builder_add (headers, param->header);
      g_strv_builder_add (headers, encoded);
    }
  return g_strv_builder_end (headers);
}

/* --- Whole definitions ------------------------------------------------------------------------ */

static TroupeValue *
make_any_schema (void)
{
  TroupeMapBuilder schema;
  TroupeMapBuilder properties;

  troupe_map_builder_init (&schema);
  troupe_map_builder_init (&properties);
  troupe_map_builder_add (&schema, "type", troupe_value_new_string ("object", -1));
  troupe_map_builder_add (&schema, "properties", troupe_map_builder_end (&properties));
  return troupe_map_builder_end (&schema);
}

static gboolean
get_hint (TroupeValue *annotations, const char *key)
{
  TroupeValue *hint = get_member (annotations, key, TROUPE_VALUE_BOOLEAN);

  return hint != NULL && troupe_value_get_boolean (hint);
}

static gboolean
refuse (const TroupeMcpConfig *config, const char *name, GError **error)
{
  g_autofree char *shown = troupe_mcp_config_clean (config, name);

  g_assert (config != NULL);

  g_set_error (error, TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_VALIDATION,
               /* Translators: %1$s is the name of a tool; %2$s is a command line or a host name. */
               _ ("The MCP server “%2$s” returned an invalid description of its tool “%1$s”."),
               shown, config->label);
  return FALSE;
}

/* Returns FALSE if the name or description is invalid. */
static gboolean
read_texts (TroupeMcpDefinition *self, const TroupeMcpConfig *config, TroupeValue *about)
{
  TroupeValue *name = get_member (about, "name", TROUPE_VALUE_STRING);
  TroupeValue *description = get_member (about, "description", TROUPE_VALUE_STRING);
  g_autofree char *sanitized = NULL;
  gsize length = 0;

  g_assert (self != NULL);

  if (name == NULL)
    return FALSE;
  self->original = g_strdup (troupe_value_get_string (name, &length));
  if (length == 0 || length > LONGEST_NAME || strlen (self->original) != length)
    return FALSE;
  sanitized = troupe_tool_name_sanitize (self->original);
  if (*sanitized == '\0')
    return FALSE;
  self->name = troupe_mcp_config_name_tool (config, sanitized);
  self->description =
      g_strdup (description != NULL ? troupe_value_get_string (description, NULL) : "");
  self->shown_description =
      troupe_mcp_text_to_prompt (self->description, TROUPE_MCP_LIMIT_DESCRIPTION);
  return TRUE;
}

TroupeMcpDefinition *
troupe_mcp_definition_new (const TroupeMcpConfig *config,
                           TroupeValue *about,
                           gboolean is_modern,
                           GError **error)
{
  g_autoptr (TroupeMcpDefinition) self = NULL;
  g_autoptr (TroupeValue) cleaned = NULL;
  TroupeValue *schema = get_member (about, "inputSchema", TROUPE_VALUE_MAP);
  TroupeValue *annotations = get_member (about, "annotations", TROUPE_VALUE_MAP);

  g_return_val_if_fail (config != NULL && about != NULL, NULL);

  self = g_rc_box_new0 (TroupeMcpDefinition);
  if (!read_texts (self, config, about) ||
      (schema != NULL && troupe_value_get_weight (schema) > TROUPE_TOOL_LIMIT_SCHEMA))
    {
      refuse (config, self->original != NULL ? self->original : "", error);
      return NULL;
    }
  self->schema = schema != NULL ? troupe_value_ref (schema) : make_any_schema ();
  cleaned = clean_schema (self->schema, NULL);
  self->shown_schema = troupe_schema_fit_arguments (cleaned);
  self->is_read_only = get_hint (annotations, "readOnlyHint");
  self->is_destructive = get_hint (annotations, "destructiveHint");
  self->is_idempotent = get_hint (annotations, "idempotentHint");
  if (is_modern)
    {
      g_autoptr (GPtrArray) path = g_ptr_array_new_with_free_func (g_free);

      self->header_params = g_ptr_array_new_with_free_func (header_param_free);
      if (!find_params (self->header_params, self->schema, path))
        {
          refuse (config, self->original, error);
          return NULL;
        }
    }
  return g_steal_pointer (&self);
}

TroupeValue *
troupe_mcp_definitions_to_value (GPtrArray *definitions)
{
  g_autofree TroupeValue **items = NULL;

  g_return_val_if_fail (definitions != NULL, NULL);

  items = g_new (TroupeValue *, definitions->len + 1);
  for (guint i = 0; i < definitions->len; i++)
    {
      const TroupeMcpDefinition *self = definitions->pdata[i];
      TroupeMapBuilder builder;

      troupe_map_builder_init (&builder);
      troupe_map_builder_add (&builder, "name", troupe_value_new_string (self->original, -1));
      troupe_map_builder_add (&builder, "description",
                              troupe_value_new_string (self->description, -1));
      troupe_map_builder_add (&builder, "inputSchema", troupe_value_ref (self->schema));
      items[i] = troupe_map_builder_end (&builder);
    }
  return troupe_value_new_list (items, definitions->len);
}

TroupeMcpDefinition *
troupe_mcp_definition_ref (TroupeMcpDefinition *self)
{
  return g_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  TroupeMcpDefinition *self = data;

  g_assert (self != NULL);

  g_free (self->original);
  g_free (self->name);
  g_free (self->description);
  g_free (self->shown_description);
  g_clear_pointer (&self->schema, troupe_value_unref);
  g_clear_pointer (&self->shown_schema, troupe_value_unref);
  g_clear_pointer (&self->header_params, g_ptr_array_unref);
}

void
troupe_mcp_definition_unref (TroupeMcpDefinition *self)
{
  g_rc_box_release_full (self, clear);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp ((*(TroupeMcpDefinition *const *) a)->original,
                 (*(TroupeMcpDefinition *const *) b)->original);
}

char *
troupe_mcp_definitions_digest (GPtrArray *definitions)
{
  g_autoptr (GPtrArray) sorted = g_ptr_array_new ();
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);

  g_return_val_if_fail (definitions != NULL, NULL);

  g_ptr_array_extend (sorted, definitions, NULL, NULL);
  g_ptr_array_sort (sorted, compare_names);
  for (guint i = 0; i < sorted->len; i++)
    {
      const TroupeMcpDefinition *definition = sorted->pdata[i];
      g_autofree char *schema = troupe_value_to_json (definition->schema, TROUPE_JSON_COMPACT);
      const char *const parts[] = { definition->original, definition->description, schema };

      /* Including the terminating NUL makes the boundaries of the strings unambiguous. */
      for (guint j = 0; j < G_N_ELEMENTS (parts); j++)
        g_checksum_update (checksum, (const guchar *) parts[j], (gssize) strlen (parts[j]) + 1);
    }
  return g_strdup (g_checksum_get_string (checksum));
}
