/* wire-golden-read.c: reads recorded JSON and parses recorded answers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "troupe-aws-frames.h"
#include "troupe-llm-error.h"
#include "troupe-sse-parser.h"
#include "troupe-wire-request.h"
#include "troupe-wire-value.h"
#include "wire-encode.h"
#include "wire-golden-read.h"

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

/* Replaces all texts worded by CrewAI with %WIRE_GOLDEN_WORDS, recursively. (transfer full) */
TroupeValue *
wire_golden_plain (TroupeValue *value)
{
  g_autoptr (GPtrArray) items = NULL;
  TroupeMapBuilder builder;
  gboolean is_answer;

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
  is_answer = g_strcmp0 (troupe_llm_wire_get_text (value, "name"), TROUPE_WIRE_ANSWER_TOOL) == 0;

  troupe_map_builder_init (&builder);
  for (gsize i = 0; i < troupe_value_map_get_size (value); i++)
    troupe_map_builder_add_key (&builder, troupe_value_ref (troupe_value_map_get_key (value, i)),
                                wire_golden_plain (troupe_value_map_get_value (value, i)));
  /* CrewAI and Troupe describe the answer tool with different words. */
  if (is_answer && wire_golden_look (value, "description", NULL) != NULL)
    troupe_wire_add_text (&builder, "description", WIRE_GOLDEN_WORDS);

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

gboolean
wire_golden_same (TroupeValue *a, TroupeValue *b, const char *missing)
{
  gsize n_same = 0, n_b;

  if (a == NULL || b == NULL)
    return a == b;
  if (is_number (a) && is_number (b))
    return number (a) == number (b);
  if (troupe_value_get_value_type (a) != troupe_value_get_value_type (b))
    return FALSE;
  if (troupe_value_is (a, TROUPE_VALUE_LIST))
    {
      for (gsize i = 0; i < wire_golden_count (a) && i < wire_golden_count (b); i++)
        if (!wire_golden_same (troupe_value_list_get (a, i), troupe_value_list_get (b, i), missing))
          return FALSE;
      return wire_golden_count (a) == wire_golden_count (b);
    }
  if (!troupe_value_is (a, TROUPE_VALUE_MAP))
    return troupe_value_equal (a, b);

  n_b = troupe_value_map_get_size (b);
  if (missing != NULL && wire_golden_look (b, missing, NULL) != NULL)
    n_b--;
  for (gsize i = 0; i < troupe_value_map_get_size (a); i++)
    {
      const char *key = troupe_value_get_string (troupe_value_map_get_key (a, i), NULL);

      if (g_strcmp0 (missing, key) == 0)
        continue;
      if (!wire_golden_same (troupe_value_map_get_value (a, i), wire_golden_look (b, key, NULL),
                             missing))
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

const char *
wire_golden_find_header (char **headers, const char *name)
{
  for (guint i = 0; headers[i] != NULL; i += 2)
    if (g_ascii_strcasecmp (headers[i], name) == 0)
      return headers[i + 1];

  return NULL;
}

gboolean
wire_golden_is_as (const char *value, const char *recorded, const char *key)
{
  g_autofree char *wanted = wire_golden_replace (recorded, "$KEY", key);
  g_autofree char *start = g_strndup (wanted, strcspn (wanted, "$"));

  return strchr (wanted, '$') != NULL ? g_str_has_prefix (value, start)
                                      : g_str_equal (value, wanted);
}

/* Adds the titles that pydantic gives to properties. */
static TroupeValue *
title_properties (TroupeValue *properties)
{
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  for (gsize i = 0; properties != NULL && i < troupe_value_map_get_size (properties); i++)
    {
      TroupeValue *key = troupe_value_map_get_key (properties, i);
      g_autofree char *title = g_strdup (troupe_value_get_string (key, NULL));
      g_autoptr (TroupeValue) value = NULL;

      title[0] = g_ascii_toupper (title[0]);
      value = troupe_value_new_string (title, -1);
      troupe_map_builder_add_key (&builder, troupe_value_ref (key),
                                  troupe_value_map_with (troupe_value_map_get_value (properties, i),
                                                         "title", value));
    }

  return troupe_map_builder_end (&builder);
}

TroupeValue *
wire_golden_title (TroupeValue *schema)
{
  g_autoptr (TroupeValue) titled = title_properties (wire_golden_look (schema, "properties", NULL));

  return troupe_value_map_with (schema, "properties", titled);
}

TroupeValue *
wire_golden_dress (TroupeValue *schema, gboolean is_titled)
{
  TroupeValue *properties = wire_golden_look (schema, "properties", NULL);
  g_autoptr (GPtrArray) required = g_ptr_array_new ();
  TroupeMapBuilder builder;

  for (gsize i = 0; i < troupe_value_map_get_size (properties); i++)
    g_ptr_array_add (required, troupe_value_ref (troupe_value_map_get_key (properties, i)));
  troupe_map_builder_init (&builder);
  troupe_wire_add_text (&builder, "type", "object");
  troupe_map_builder_add (&builder, "properties",
                          is_titled ? title_properties (properties)
                                    : troupe_value_ref (properties));
  troupe_map_builder_add (&builder, "required", troupe_wire_end_list (required));
  troupe_map_builder_add (&builder, "additionalProperties", troupe_value_new_boolean (FALSE));
  troupe_wire_add_setting (&builder, "title", schema, "title");

  return troupe_map_builder_end (&builder);
}

/* --- Parsing answers -------------------------------------------------------------------------- */

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

/* Returns FALSE with an error if the bytes are not events, or if an event is an error. */
static gboolean
feed (Stream *stream, const guint8 *bytes, gsize length, gsize piece, GError **error)
{
  TroupeLlmFraming framing = stream->wire->framing;
  g_autoptr (TroupeAwsFrames) frames =
      framing == TROUPE_LLM_FRAMING_AWS ? troupe_aws_frames_new (event_cb, stream) : NULL;
  g_autoptr (TroupeSseParser) parser = framing == TROUPE_LLM_FRAMING_LINES
                                           ? troupe_sse_parser_new_lines (event_cb, stream)
                                           : troupe_sse_parser_new (event_cb, stream);

  for (gsize at = 0; at < length && stream->error == NULL; at += piece)
    {
      const char *text = (const char *) bytes + at;
      gsize n_bytes = MIN (piece, length - at);

      if (frames != NULL ? !troupe_aws_frames_feed (frames, text, n_bytes, error)
                         : !troupe_sse_parser_feed (parser, text, n_bytes, error))
        return FALSE;
    }
  if (stream->error == NULL)
    return TRUE;
  g_propagate_error (error, stream->error);

  return FALSE;
}

/* Finishes the answer. @is_read: FALSE if @error is already set */
static TroupeLlmAnswer *
end (TroupeLlmAnswerBuilder *builder, gboolean is_read, TroupeValue *settings, GError **error)
{
  if (!is_read)
    return NULL;
  if (troupe_llm_answer_builder_is_finished (builder))
    return troupe_llm_answer_builder_end (builder, wire_golden_look (settings, "stop", NULL));
  g_set_error_literal (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_CUT, "no end");

  return NULL;
}

TroupeLlmAnswer *
wire_golden_read_stream (const TroupeLlmWire *wire,
                         GByteArray *bytes,
                         gsize piece,
                         TroupeValue *settings,
                         GError **error)
{
  g_autoptr (TroupeLlmAnswerBuilder) builder =
      troupe_llm_answer_builder_new ("host", NULL, NULL, NULL);
  Stream stream = { wire, wire->reader_new (builder), NULL };
  gboolean is_read =
      feed (&stream, bytes->data, bytes->len, piece > 0 ? piece : MAX (bytes->len, 1), error);

  wire->reader_free (stream.reader);

  return end (builder, is_read, settings, error);
}

TroupeLlmAnswer *
wire_golden_read (const TroupeLlmWire *wire,
                  const char *text,
                  gboolean is_stream,
                  gsize piece,
                  TroupeValue *settings,
                  GError **error)
{
  g_autoptr (TroupeLlmAnswerBuilder) builder = NULL;
  g_autoptr (GByteArray) bytes = NULL;
  g_autoptr (TroupeValue) whole = NULL;
  gpointer reader;
  gboolean is_read;

  if (is_stream)
    {
      bytes = g_byte_array_new ();
      g_byte_array_append (bytes, (const guint8 *) text, (guint) strlen (text));
      return wire_golden_read_stream (wire, bytes, piece, settings, error);
    }

  whole = troupe_value_from_json (text, -1, error);
  if (whole == NULL)
    return NULL;
  builder = troupe_llm_answer_builder_new ("host", NULL, NULL, NULL);
  reader = wire->reader_new (builder);
  is_read = wire->take_whole (reader, whole, error);
  wire->reader_free (reader);

  return end (builder, is_read, settings, error);
}

/* Asserts that both answers are equal except for their ids, because ids are generated if an API
 * has none. */
static void
assert_same_answer (const TroupeLlmAnswer *a, const TroupeLlmAnswer *b)
{
  g_assert_cmpstr (a->content, ==, b->content);
  g_assert_cmpint (a->finish, ==, b->finish);
  g_assert_cmpint (a->usage.total_tokens, ==, b->usage.total_tokens);
  g_assert_cmpuint (a->message->parts->len, ==, b->message->parts->len);
  for (guint i = 0; i < a->message->parts->len; i++)
    {
      const TroupeLlmPart *one = g_ptr_array_index (a->message->parts, i);
      const TroupeLlmPart *other = g_ptr_array_index (b->message->parts, i);

      g_assert_cmpint (one->type, ==, other->type);
      g_assert_cmpstr (one->text, ==, other->text);
      g_assert_cmpstr (one->name, ==, other->name);
      g_assert_cmpstr (one->signature, ==, other->signature);
    }
}

TroupeLlmAnswer *
wire_golden_read_reply (const TroupeLlmWire *wire,
                        TroupeValue *reply,
                        TroupeValue *settings,
                        GError **error)
{
  static const gsize pieces[] = { 0, 1, 7 };
  TroupeValue *frames = troupe_llm_wire_get_list (reply, "eventstream");
  TroupeValue *events = troupe_llm_wire_get_list (reply, "sse");
  TroupeValue *body = wire_golden_look (reply, "body", NULL);
  g_autofree char *json = body != NULL ? troupe_value_to_json (body, TROUPE_JSON_COMPACT) : NULL;
  g_autoptr (GByteArray) bytes = NULL;
  g_autoptr (TroupeLlmAnswer) first = NULL;
  gint64 status = troupe_llm_wire_get_count (reply, "status");

  if (status != 0 && status != 200)
    {
      g_set_error_literal (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_SERVER, "a status");
      return NULL;
    }
  if (frames == NULL && events == NULL)
    return wire_golden_read (wire, json != NULL ? json : troupe_llm_wire_get_text (reply, "text"),
                             FALSE, 0, settings, error);

  bytes = frames != NULL ? wire_encode_frames (frames) : wire_encode_sse (events);
  first = wire_golden_read_stream (wire, bytes, pieces[0], settings, error);
  for (guint i = 1; i < G_N_ELEMENTS (pieces); i++)
    {
      g_autoptr (TroupeLlmAnswer) again =
          wire_golden_read_stream (wire, bytes, pieces[i], settings, NULL);

      g_assert_true ((first == NULL) == (again == NULL));
      if (first != NULL)
        assert_same_answer (first, again);
    }

  return g_steal_pointer (&first);
}
