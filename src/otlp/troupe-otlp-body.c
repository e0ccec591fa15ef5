/* troupe-otlp-body.c: serializes spans to OTLP JSON
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-otlp-body"

#include "config.h"

#include <math.h>

#include "troupe-otlp-body.h"
#include "troupe-otlp-content.h"

/* Maximum size of a request, in bytes. The limits of receivers are a few times as high. */
#define BODY_MOST (4u * 1000 * 1000)
/* The version of the semantic conventions for names and attributes. */
#define SCHEMA "https://opentelemetry.io/schemas/1.41.0"
/* OTLP's status code of a failed span. */
#define STATUS_ERROR 2

static void
append_text (GString *out, const char *text, TroupeKeyFinder *finder)
{
  g_autoptr (TroupeValue) value = troupe_value_take_string (
      finder != NULL ? troupe_otlp_content_clean (text, finder) : g_utf8_make_valid (text, -1), -1);

  g_assert (out != NULL);

  troupe_value_append_json (value, TROUPE_JSON_COMPACT, out);
}

static void append_value (GString *out, const TroupeValue *value, TroupeKeyFinder *finder);

/* Appends a value in the JSON encoding of Protocol Buffers, in which 64-bit integers are
 * strings. */
static void
append_value (GString *out, const TroupeValue *value, TroupeKeyFinder *finder)
{
  g_assert (out != NULL);

  if (troupe_value_is (value, TROUPE_VALUE_LIST))
    {
      g_string_append (out, "{\"arrayValue\":{\"values\":[");
      for (gsize i = 0; i < troupe_value_list_get_length (value); i++)
        {
          if (i > 0)
            g_string_append_c (out, ',');
          append_value (out, troupe_value_list_get (value, i), finder);
        }
      g_string_append (out, "]}}");
    }
  else if (troupe_value_is (value, TROUPE_VALUE_INTEGER))
    {
      g_string_append_printf (out, "{\"intValue\":\"%" G_GINT64_FORMAT "\"}",
                              troupe_value_get_integer (value));
    }
  else if (troupe_value_is (value, TROUPE_VALUE_BOOLEAN))
    {
      g_string_append_printf (out, "{\"boolValue\":%s}",
                              troupe_value_get_boolean (value) ? "true" : "false");
    }
  else if (troupe_value_is (value, TROUPE_VALUE_DOUBLE) &&
           isfinite (troupe_value_get_double (value)))
    {
      g_string_append (out, "{\"doubleValue\":");
      troupe_value_append_json (value, TROUPE_JSON_COMPACT, out);
      g_string_append_c (out, '}');
    }
  else if (troupe_value_is (value, TROUPE_VALUE_STRING))
    {
      g_string_append (out, "{\"stringValue\":");
      append_text (out, troupe_value_get_string (value, NULL), finder);
      g_string_append_c (out, '}');
    }
  else
    {
      g_string_append (out, "{}");
    }
}

/* @finder: (nullable): NULL if the values have already been redacted */
static void
append_attribute (GString *out, const char *key, const TroupeValue *value, TroupeKeyFinder *finder)
{
  g_assert (out != NULL);

  if (out->str[out->len - 1] == '}')
    g_string_append_c (out, ',');
  g_string_append (out, "{\"key\":");
  append_text (out, key, NULL);
  g_string_append (out, ",\"value\":");
  append_value (out, value, finder);
  g_string_append_c (out, '}');
}

/* @map: with string keys */
static void
append_attributes (GString *out, const TroupeValue *map, TroupeKeyFinder *finder)
{
  g_assert (out != NULL);

  for (gsize i = 0; i < troupe_value_map_get_size (map); i++)
    append_attribute (out, troupe_value_get_string (troupe_value_map_get_key (map, i), NULL),
                      troupe_value_map_get_value (map, i), finder);
}

GBytes *
troupe_otlp_body_make (const TroupeOtlpSettings *settings,
                       GPtrArray *spans,
                       TroupeKeyFinder *finder,
                       guint *n_taken)
{
  GString *out = g_string_new ("{\"resourceSpans\":[");
  g_autoptr (TroupeValue) language = troupe_value_new_string ("c", -1);
  g_autoptr (TroupeValue) name = troupe_value_new_string ("troupe", -1);
  g_autoptr (TroupeValue) version = troupe_value_new_string (TROUPE_VERSION, -1);

  g_return_val_if_fail (settings != NULL && finder != NULL, NULL);
  g_return_val_if_fail (spans != NULL && spans->len > 0, NULL);
  g_return_val_if_fail (n_taken != NULL, NULL);

  g_string_append (out, "{\"resource\":{\"attributes\":[");
  for (guint i = 0; settings->resource[i] != NULL; i += 2)
    {
      g_autoptr (TroupeValue) value = troupe_value_new_string (settings->resource[i + 1], -1);

      append_attribute (out, settings->resource[i], value, finder);
    }
  append_attribute (out, "telemetry.sdk.language", language, finder);
  append_attribute (out, "telemetry.sdk.name", name, finder);
  append_attribute (out, "telemetry.sdk.version", version, finder);
  g_string_append (out, "]},");
  g_string_append (out,
                   "\"scopeSpans\":[{\"scope\":{\"name\":\"troupe\",\"version\":\"" TROUPE_VERSION
                   "\"},\"schemaUrl\":\"" SCHEMA "\",\"spans\":[");
  for (*n_taken = 0; *n_taken < spans->len && out->len < BODY_MOST; ++*n_taken)
    {
      const TroupeOtlpSpan *span;

      if (*n_taken > 0)
        g_string_append_c (out, ',');
      span = g_ptr_array_index (spans, *n_taken);
      g_string_append_printf (out, "{\"traceId\":\"%s\",\"spanId\":\"%016" G_GINT64_MODIFIER "x\",",
                              span->trace, span->id);
      if (span->parent != 0)
        g_string_append_printf (out, "\"parentSpanId\":\"%016" G_GINT64_MODIFIER "x\",",
                                span->parent);
      g_string_append (out, "\"name\":");
      append_text (out, span->name, finder);
      g_string_append_printf (out,
                              ",\"kind\":%d,\"startTimeUnixNano\":\"%" G_GINT64_FORMAT
                              "000\",\"endTimeUnixNano\":\"%" G_GINT64_FORMAT
                              "000\",\"attributes\":[",
                              (int) span->kind, span->started_us, span->ended_us);
      append_attributes (out, span->attributes, finder);
      if (span->content != NULL)
        {
          g_autoptr (TroupeValue) texts = troupe_otlp_content_describe (span->content, finder);

          append_attributes (out, texts, NULL);
        }
      g_string_append (out, "],\"status\":{");
      if (span->has_failed)
        g_string_append_printf (out, "\"code\":%d", STATUS_ERROR);
      if (span->has_failed && span->error != NULL)
        {
          g_string_append (out, ",\"message\":");
          append_text (out, span->error, finder);
        }
      g_string_append (out, "}}");
    }
  g_string_append (out, "]}]}]}");
  return g_string_free_to_bytes (out);
}
