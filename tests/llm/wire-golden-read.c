/* wire-golden-read.c: recorded JSON, and answers that are read of it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "wire-golden-read"

#include "config.h"

#include <string.h>

#include "troupe-llm-error.h"
#include "troupe-sse-parser.h"
#include "troupe-wire-request.h"
#include "troupe-wire-value.h"
#include "wire-golden-read.h"
#include "wire-golden.h"

TroupeValue *
wire_golden_look (TroupeValue *map, const char *first, const char *second)
{
  TroupeValue *value = troupe_llm_wire_get (map, first);

  return second != NULL ? troupe_llm_wire_get (value, second) : value;
}

gsize
wire_golden_count (TroupeValue *list)
{
  return list != NULL && troupe_value_is (list, TROUPE_VALUE_LIST)
             ? troupe_value_list_get_length (list)
             : 0;
}

char *
wire_golden_replace (const char *text, const char *from, const char *to)
{
  g_auto (GStrv) parts = g_strsplit (text, from, -1);

  return g_strjoinv (to, parts);
}

/* Words of CrewAI's as one text, wherever they stand. (transfer full) */
TroupeValue *
wire_golden_plain (TroupeValue *value)
{
  g_autoptr (GPtrArray) items = NULL;
  TroupeMapBuilder builder;

  if (troupe_value_is (value, TROUPE_VALUE_STRING))
    return strstr (troupe_value_get_string (value, NULL), WIRE_GOLDEN_WORDS) != NULL
               ? troupe_value_new_string (WIRE_GOLDEN_WORDS, -1)
               : troupe_value_ref (value);
  if (troupe_value_is (value, TROUPE_VALUE_LIST))
    {
      items = g_ptr_array_new ();
      for (gsize i = 0; i < wire_golden_count (value); i++)
        g_ptr_array_add (items, wire_golden_plain (troupe_value_list_get (value, i)));
      return troupe_wire_end_list (items);
    }
  if (!troupe_value_is (value, TROUPE_VALUE_MAP))
    return troupe_value_ref (value);
  if (wire_golden_look (value, "$text", NULL) != NULL)
    return troupe_value_new_string (WIRE_GOLDEN_WORDS, -1);

  troupe_map_builder_init (&builder);
  for (gsize i = 0; i < troupe_value_map_get_size (value); i++)
    troupe_map_builder_add_key (&builder, troupe_value_ref (troupe_value_map_get_key (value, i)),
                                wire_golden_plain (troupe_value_map_get_value (value, i)));

  return troupe_map_builder_end (&builder);
}

static double
number (TroupeValue *value)
{
  return troupe_value_is (value, TROUPE_VALUE_INTEGER) ? (double) troupe_value_get_integer (value)
                                                       : troupe_value_get_double (value);
}

static gboolean
is_number (TroupeValue *value)
{
  return troupe_value_is (value, TROUPE_VALUE_INTEGER) ||
         troupe_value_is (value, TROUPE_VALUE_DOUBLE);
}

/* Equal for a server: whatever the order of keys, and 4 is 4.0. The defaults of arguments are in Python alone. */
gboolean
wire_golden_same (TroupeValue *a, TroupeValue *b)
{
  static const char *const missing[] = { "default", NULL };
  gsize n_same = 0, n_b = 0;

  if (a == NULL || b == NULL)
    return a == b;
  if (is_number (a) && is_number (b))
    return number (a) == number (b);
  if (troupe_value_get_value_type (a) != troupe_value_get_value_type (b))
    return FALSE;
  if (troupe_value_is (a, TROUPE_VALUE_LIST))
    {
      for (gsize i = 0; i < wire_golden_count (a) && i < wire_golden_count (b); i++)
        if (!wire_golden_same (troupe_value_list_get (a, i), troupe_value_list_get (b, i)))
          return FALSE;
      return wire_golden_count (a) == wire_golden_count (b);
    }
  if (!troupe_value_is (a, TROUPE_VALUE_MAP))
    return troupe_value_equal (a, b);

  for (gsize i = 0; i < troupe_value_map_get_size (b); i++)
    n_b +=
        !g_strv_contains (missing, troupe_value_get_string (troupe_value_map_get_key (b, i), NULL));
  for (gsize i = 0; i < troupe_value_map_get_size (a); i++)
    {
      const char *key = troupe_value_get_string (troupe_value_map_get_key (a, i), NULL);

      if (g_strv_contains (missing, key))
        continue;
      if (!wire_golden_same (troupe_value_map_get_value (a, i), wire_golden_look (b, key, NULL)))
        return FALSE;
      n_same++;
    }

  return n_same == n_b;
}

TroupeValue *
wire_golden_load (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *text = NULL;
  gsize length;
  g_autoptr (GError) error = NULL;
  TroupeValue *value;

  if (!g_file_get_contents (path, &text, &length, NULL))
    return NULL;
  value = troupe_value_from_json (text, (gssize) length, &error);
  g_assert_no_error (error);

  return value;
}

const TroupeLlmPart *
wire_golden_get_call (const TroupeLlmMessage *message, gsize index)
{
  for (guint i = 0; i < message->parts->len; i++)
    {
      const TroupeLlmPart *part = g_ptr_array_index (message->parts, i);

      if (part->type == TROUPE_LLM_PART_TOOL_CALL && index-- == 0)
        return part;
    }

  return NULL;
}

TroupeValue *
wire_golden_dress (TroupeValue *schema, gboolean is_titled)
{
  TroupeValue *properties = wire_golden_look (schema, "properties", NULL);
  g_autoptr (GPtrArray) required = g_ptr_array_new ();
  TroupeMapBuilder titled, builder;

  troupe_map_builder_init (&titled);
  for (gsize i = 0; i < troupe_value_map_get_size (properties); i++)
    {
      TroupeValue *key = troupe_value_map_get_key (properties, i);
      g_autofree char *title = g_strdup (troupe_value_get_string (key, NULL));
      g_autoptr (TroupeValue) value = NULL;

      title[0] = g_ascii_toupper (title[0]);
      value = troupe_value_new_string (title, -1);
      troupe_map_builder_add_key (
          &titled, troupe_value_ref (key),
          is_titled
              ? troupe_value_map_with (troupe_value_map_get_value (properties, i), "title", value)
              : troupe_value_ref (troupe_value_map_get_value (properties, i)));
      g_ptr_array_add (required, troupe_value_ref (key));
    }
  troupe_map_builder_init (&builder);
  troupe_wire_add_text (&builder, "type", "object");
  troupe_map_builder_add (&builder, "properties", troupe_map_builder_end (&titled));
  troupe_map_builder_add (&builder, "required", troupe_wire_end_list (required));
  troupe_map_builder_add (&builder, "additionalProperties", troupe_value_new_boolean (FALSE));
  troupe_wire_add_setting (&builder, "title", schema, "title");

  return troupe_map_builder_end (&builder);
}

/* --- Reading answers ------------------------------------------------------------------------- */

typedef struct
{
  const TroupeLlmWire *wire;
  gpointer reader;
  GError *error;
} Stream;

static gboolean
event_cb (const char *type, const char *data, gsize length, gpointer user_data)
{
  Stream *stream = user_data;
  g_autoptr (TroupeValue) value = NULL;

  if (g_str_has_prefix (data, "[DONE]"))
    return FALSE;
  value = troupe_value_from_json (data, (gssize) length, &stream->error);

  return value != NULL && stream->wire->take_event (stream->reader, type, value, &stream->error);
}

static gboolean
feed (const TroupeLlmWire *wire, gpointer reader, const char *text, gsize piece, GError **error)
{
  Stream stream = { wire, reader, NULL };
  g_autoptr (TroupeSseParser) parser = wire->framing == TROUPE_LLM_FRAMING_LINES
                                           ? troupe_sse_parser_new_lines (event_cb, &stream)
                                           : troupe_sse_parser_new (event_cb, &stream);
  gsize length = strlen (text);

  for (gsize at = 0; at < length && stream.error == NULL; at += piece)
    if (!troupe_sse_parser_feed (parser, text + at, MIN (piece, length - at), error))
      return FALSE;
  if (stream.error == NULL)
    return TRUE;
  g_propagate_error (error, stream.error);

  return FALSE;
}

TroupeLlmAnswer *
wire_golden_read (const TroupeLlmWire *wire,
                  const char *text,
                  gboolean is_stream,
                  gsize piece,
                  TroupeValue *settings,
                  GError **error)
{
  g_autoptr (TroupeLlmAnswerBuilder) builder =
      troupe_llm_answer_builder_new ("host", NULL, NULL, NULL);
  gpointer reader = wire->reader_new (builder);
  TroupeLlmAnswer *answer = NULL;
  gboolean is_read;

  if (is_stream)
    {
      is_read = feed (wire, reader, text, piece > 0 ? piece : MAX (strlen (text), 1), error);
    }
  else
    {
      g_autoptr (TroupeValue) whole = troupe_value_from_json (text, -1, error);

      is_read = whole != NULL && wire->take_whole (reader, whole, error);
    }
  if (is_read && !troupe_llm_answer_builder_is_finished (builder))
    g_set_error_literal (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_CUT, "no end");
  else if (is_read)
    answer = troupe_llm_answer_builder_end (builder, wire_golden_look (settings, "stop", NULL));
  wire->reader_free (reader);

  return answer;
}

/* --- Exchanges of others --------------------------------------------------------------------- */

typedef struct
{
  const TroupeLlmWire *wire;
  const char *const *parts;
} Exchanges;

static void
check_exchange (const TroupeLlmWire *wire, TroupeValue *exchange)
{
  const char *body =
      troupe_llm_wire_get_text (wire_golden_look (exchange, "response", NULL), "body");
  gboolean is_stream = *body == 'd' || *body == 'e';
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeLlmAnswer) answer = wire_golden_read (wire, body, is_stream, 7, NULL, &error);

  g_test_message ("%s", troupe_llm_wire_get_text (exchange, "name"));
  g_assert_no_error (error);
  g_assert_true (*answer->content != '\0' || wire_golden_get_call (answer->message, 0) != NULL);
  g_assert_cmpint (answer->usage.total_tokens, >, 0);
  g_assert_nonnull (answer->model);
}

static void
test_exchanges (gconstpointer data)
{
  const Exchanges *self = data;
  const char *folder = g_getenv ("TROUPE_CONFORMANCE_DIR");
  g_autoptr (TroupeValue) all =
      wire_golden_load (folder != NULL ? folder : "", "provider-exchanges.json");
  guint n_read = 0;

  if (all == NULL)
    {
      g_test_skip ("provider-exchanges.json is not here");
      return;
    }
  for (gsize i = 0; i < wire_golden_count (all); i++)
    {
      TroupeValue *exchange = troupe_value_list_get (all, i);
      const char *url =
          troupe_llm_wire_get_text (wire_golden_look (exchange, "request", NULL), "url");

      for (guint j = 0; self->parts[j] != NULL; j++)
        if (strstr (url, self->parts[j]) != NULL &&
            troupe_llm_wire_get_count (wire_golden_look (exchange, "response", NULL), "status") ==
                200)
          {
            check_exchange (self->wire, exchange);
            n_read++;
            break;
          }
    }
  g_test_message ("%u exchanges", n_read);
  g_assert_cmpuint (n_read, >, 0);
}

void
wire_golden_add_exchanges (const char *api, const TroupeLlmWire *wire, const char *const *parts)
{
  g_autofree char *path = g_strdup_printf ("/%s/exchanges", api);
  Exchanges *self = g_new0 (Exchanges, 1);

  self->wire = wire;
  self->parts = parts;
  g_test_add_data_func_full (path, self, test_exchanges, g_free);
}
