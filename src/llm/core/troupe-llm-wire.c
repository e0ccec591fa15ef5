/* troupe-llm-wire.c: selects the wire of a service; helpers for all wires
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-llm-wire"

#include "config.h"

#include <libsoup/soup.h>

#include "troupe-llm-wire.h"
#include "troupe-wire-request.h"

const TroupeLlmWire *
troupe_llm_wire_find (TroupeProviderWire wire, TroupeValue *settings)
{
  if ((wire == TROUPE_WIRE_OPENAI_CHAT || wire == TROUPE_WIRE_AZURE) &&
      g_strcmp0 (troupe_llm_settings_get_text (settings, "api"), "responses") == 0)
    wire = TROUPE_WIRE_OPENAI_RESPONSES;

  switch (wire)
    {
    case TROUPE_WIRE_OPENAI_CHAT:
      return &troupe_openai_wire;

    case TROUPE_WIRE_ANTHROPIC:
      return &troupe_anthropic_wire;

    case TROUPE_WIRE_BEDROCK:
      return &troupe_bedrock_wire;

    case TROUPE_WIRE_GEMINI:
      return &troupe_gemini_wire;

    case TROUPE_WIRE_AZURE:
      return &troupe_azure_wire;

    case TROUPE_WIRE_OPENAI_RESPONSES:
      return &troupe_responses_wire;

    case TROUPE_WIRE_OLLAMA:
      /* Ollama's OpenAI-compatible API ignores these two settings. As in CrewAI, that API is
       * used if neither setting is present. */
      return troupe_wire_find_setting (settings, "num_ctx") != NULL ||
                     troupe_wire_find_setting (settings, "think") != NULL
                 ? &troupe_ollama_wire
                 : &troupe_openai_wire;

    case TROUPE_WIRE_SNOWFLAKE:
    case TROUPE_WIRE_MOCK:
    default:
      return NULL;
    }
}

char **
troupe_llm_wire_make_headers (const TroupeLlmWire *wire,
                              const TroupeLlmRequest *request,
                              const TroupeLlmTarget *target,
                              const char *url,
                              GBytes *body,
                              GError **error)
{
  g_auto (GStrv) own = troupe_llm_target_get_secret_headers (target, wire->is_bearer);
  g_autoptr (GStrvBuilder) headers = g_strv_builder_new ();

  g_strv_builder_addv (headers, (const char **) own);
  if (wire->add_headers != NULL && !wire->add_headers (headers, request, target, url, body, error))
    return NULL;

  return g_strv_builder_end (headers);
}

TroupeValue *
troupe_llm_wire_get (TroupeValue *map, const char *key)
{
  if (map == NULL || !troupe_value_is (map, TROUPE_VALUE_MAP))
    return NULL;

  return troupe_value_map_lookup_string (map, key, -1);
}

static TroupeValue *
get_of_type (TroupeValue *map, const char *key, TroupeValueType type)
{
  TroupeValue *value = troupe_llm_wire_get (map, key);

  return value != NULL && troupe_value_is (value, type) ? value : NULL;
}

TroupeValue *
troupe_llm_wire_get_map (TroupeValue *map, const char *key)
{
  return get_of_type (map, key, TROUPE_VALUE_MAP);
}

TroupeValue *
troupe_llm_wire_get_list (TroupeValue *map, const char *key)
{
  return get_of_type (map, key, TROUPE_VALUE_LIST);
}

const char *
troupe_llm_wire_get_text (TroupeValue *map, const char *key)
{
  TroupeValue *value = get_of_type (map, key, TROUPE_VALUE_STRING);
  const char *text = value != NULL ? troupe_value_get_string (value, NULL) : NULL;

  return text != NULL && *text != '\0' ? text : NULL;
}

gint64
troupe_llm_wire_get_count (TroupeValue *map, const char *key)
{
  TroupeValue *value = get_of_type (map, key, TROUPE_VALUE_INTEGER);

  return value != NULL ? CLAMP (troupe_value_get_integer (value), 0, G_MAXINT64 / 4) : 0;
}

char *
troupe_llm_wire_make_url (const TroupeLlmTarget *target, const char *path)
{
  g_autoptr (GUri) base = g_uri_parse (target->base_url, SOUP_HTTP_URI_FLAGS, NULL);
  g_autoptr (GUri) whole = NULL;
  g_autofree char *all = NULL;
  const char *base_path;

  if (base == NULL)
    return g_strdup (target->base_url);

  base_path = g_uri_get_path (base);
  all = g_strconcat (base_path, g_str_has_suffix (base_path, "/") ? "" : "/", path, NULL);
  whole = soup_uri_copy (base, SOUP_URI_PATH, all, SOUP_URI_NONE);

  return g_uri_to_string (whole);
}

char *
troupe_llm_wire_add_query (const char *url, const char *name, const char *value)
{
  g_autoptr (GUri) uri = g_uri_parse (url, SOUP_HTTP_URI_FLAGS, NULL);
  g_autoptr (GUri) whole = NULL;
  g_autofree char *escaped = g_uri_escape_string (value, NULL, FALSE);
  g_autofree char *query = NULL;
  const char *old;

  if (uri == NULL)
    return g_strdup (url);

  old = g_uri_get_query (uri);
  query = g_strconcat (old != NULL ? old : "", old != NULL && *old != '\0' ? "&" : "", name, "=",
                       escaped, NULL);
  whole = soup_uri_copy (uri, SOUP_URI_QUERY, query, SOUP_URI_NONE);

  return g_uri_to_string (whole);
}
