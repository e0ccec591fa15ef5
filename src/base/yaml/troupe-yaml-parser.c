/* troupe-yaml-parser.c: runs libyaml and translates its positions and errors
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-yaml-parser"

#include "config.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

#include "troupe-json-error.h"
#include "troupe-json-record.h"
#include "troupe-json-scanner.h"
#include "troupe-limits.h"
#include "troupe-yaml.h"
#include "troupe-yaml-notes.h"
#include "troupe-yaml-reader.h"
#include "troupe-yaml-scalar.h"

/* --- Errors -------------------------------------------------------------------------------- */

/* Maximum length of a key in an error message, in characters. */
#define SHOWN_LENGTH 40

gboolean
troupe_yaml_fail (Reader *self, TroupeJsonError code, gsize at, const char *message)
{
  TroupePlace place = { 0, 0, MIN (at, self->length), MIN (at, self->length) };
  GString *path;

  if (self->error != NULL)
    return FALSE;
  troupe_text_find_place (self->text, self->length, place.start, &place.line, &place.column);
  path = g_string_new (NULL);
  for (guint i = 0; i < self->frames->len; i++)
    {
      const Frame *frame = &g_array_index (self->frames, Frame, i);

      if (frame->is_map && frame->key == NULL)
        break;
      if (i > 0)
        g_string_append_c (path, '.');
      if (!frame->is_map)
        g_string_append_printf (path, "%u", json_array_get_length (frame->array));
      else if (g_utf8_strlen (frame->key, -1) > SHOWN_LENGTH)
        {
          g_autofree char *shown = g_utf8_substring (frame->key, 0, SHOWN_LENGTH);

          g_string_append_printf (path, "%s…", shown);
        }
      else
        g_string_append (path, frame->key);
    }
  troupe_json_set_error (&self->error, code, &place, g_string_free (path, FALSE), message);
  return FALSE;
}

gboolean
troupe_yaml_fail_depth (Reader *self, gsize at)
{
  g_autofree char *message =
      g_strdup_printf (_ ("lists and mappings must not be nested deeper than %d levels"),
                       TROUPE_LIMIT_NESTING);

  return troupe_yaml_fail (self, TROUPE_JSON_ERROR_TOO_DEEP, at, message);
}

gboolean
troupe_yaml_fail_nul (Reader *self, gsize at)
{
  return troupe_yaml_fail (self, TROUPE_JSON_ERROR_ENCODING, at,
                           _ ("strings must not contain the character U+0000"));
}

gboolean
troupe_yaml_fail_tag (Reader *self, gsize at)
{
  return troupe_yaml_fail (self, TROUPE_JSON_ERROR_SYNTAX, at,
                           _ ("found a tag that flows and crews do not support: expected a string, "
                              "a number, true, false, null, a list or a mapping. Remove the tag"));
}

/* Maps libyaml's error messages to messages for the user. */
static const char *
describe (const Reader *self, const char *problem, gsize at)
{
  static const struct
  {
    const char *part;
    const char *message;
  } table[] = {
    { "cannot start any token",
      N_ ("a value cannot start with this character: put the text in quotes") },
    { "mapping values are not allowed", N_ ("unexpected colon: check the indentation, and put text "
                                            "that contains a colon and a space in quotes") },
    { "block sequence entries are not allowed",
      N_ ("unexpected list item: put it on a line of its own") },
    { "could not find expected ':'", N_ ("expected a colon after the key: check the indentation, "
                                         "and put multi-line text in quotes or after “|”") },
    { "did not find expected key",
      N_ ("expected a key: check that it is indented like the keys above it") },
    { "did not find expected '-' indicator",
      N_ ("expected a dash: check that it is indented like the items above it") },
    { "did not find expected ',' or '}'", N_ ("expected a comma or “}”") },
    { "did not find expected ',' or ']'", N_ ("expected a comma or “]”") },
    { "did not find expected <document start>",
      N_ ("unexpected text after the end of the document") },
    { "did not find expected node content", N_ ("expected a value") },
    { "found unexpected end of stream",
      N_ ("this string is not closed: expected a closing quote") },
    { "unexpected document indicator", N_ ("this string is not closed: expected a closing quote") },
    { "found undefined tag handle",
      N_ ("found a tag that flows and crews do not support: expected a string, a number, true, "
          "false, null, a list or a mapping. Remove the tag") },
    { "control characters are not allowed",
      N_ ("control characters must be escaped, for example as “\\x07”, in double quotes") },
    { "found unknown escape character",
      N_ ("unknown escape: expected one such as \\n, \\\\ or \\\", or single quotes around the "
          "text") },
    { "invalid Unicode character", N_ ("invalid character escape: expected the character itself, "
                                       "or \\UXXXXXXXX for characters beyond U+FFFF") },
    { "found a tab character", N_ ("tabs cannot be used for indentation in YAML: use spaces") },
  };

  g_assert (self != NULL);

  if (at < self->length && self->text[at] == '\t')
    return _ ("tabs cannot be used for indentation in YAML: use spaces");
  for (guint i = 0; problem != NULL && i < G_N_ELEMENTS (table); i++)
    if (strstr (problem, table[i].part) != NULL)
      return _ (table[i].message);
  return NULL;
}

gboolean
troupe_yaml_fail_parser (Reader *self, const yaml_parser_t *parser)
{
  g_autofree char *other = NULL;
  const char *message;
  gsize at;

  if (parser->error == YAML_READER_ERROR)
    at = self->base + parser->problem_offset;
  else
    at = troupe_yaml_to_byte (self, parser->problem_mark.index);
  self->is_to_be_read_again = troupe_yaml_add_indent (self, parser);
  message = describe (self, parser->problem, at);
  if (message == NULL)
    message = other =
        g_strdup_printf (_ ("invalid YAML: %s"), parser->problem != NULL ? parser->problem : "?");
  return troupe_yaml_fail (self, TROUPE_JSON_ERROR_SYNTAX, at, message);
}

/* --- Events -------------------------------------------------------------------------------- */

/* Converts an index of libyaml, which counts characters, to a byte offset. libyaml's events
 * arrive nearly in order. */
guint
troupe_yaml_to_byte (Reader *self, gsize index)
{
  gsize n_added = 0;

  while (n_added < self->indents->len &&
         g_array_index (self->indents, Indent, n_added).index < index)
    n_added++;
  index -= n_added;
  while (self->index < index && self->byte < self->length)
    {
      self->byte += (gsize) g_utf8_skip[(guchar) self->text[self->byte]];
      self->index++;
    }
  while (self->index > index)
    {
      do
        self->byte--;
      while (((guchar) self->text[self->byte] & 0xc0) == 0x80);
      self->index--;
    }
  return (guint) self->byte;
}

/* Returns the offset after the anchor and the tag at @at. */
guint
troupe_yaml_skip_properties (Reader *self, guint at, guint end)
{
  while (at < end && (self->text[at] == '&' || self->text[at] == '!'))
    {
      guint next = at;

      while (next < end && strchr (" \t\r\n", self->text[next]) == NULL)
        next++;
      at = next;
      while (next < end && strchr (" \t\r\n#", self->text[next]) != NULL)
        {
          if (self->text[next] == '#')
            while (next < end && self->text[next] != '\n')
              next++;
          else
            next++;
        }
      if (next == end)
        break;
      at = next;
    }
  return at;
}

/* Returns the end of the text of a literal or folded scalar. Empty lines at the end belong to
 * the scalar only if its header contains a +. */
guint
troupe_yaml_trim_block (Reader *self, guint start, guint end)
{
  guint header = start;

  while (header < end && self->text[header] != '\n' && self->text[header] != '#')
    header++;
  if (memchr (self->text + start, '+', header - start) == NULL)
    {
      while (end > header && strchr (" \t\r\n", self->text[end - 1]) != NULL)
        end--;
      return end;
    }
  if (end > header && self->text[end - 1] == '\n')
    end--;
  if (end > header && self->text[end - 1] == '\r')
    end--;
  return end;
}

TroupeYamlKind
troupe_yaml_get_kind (const yaml_event_t *event)
{
  if (event->data.scalar.tag != NULL && strcmp ((const char *) event->data.scalar.tag, "!") != 0)
    return troupe_yaml_kind_from_tag ((const char *) event->data.scalar.tag);
  if (event->data.scalar.tag == NULL && !event->data.scalar.plain_implicit)
    return TROUPE_YAML_STRING;
  return troupe_yaml_resolve ((const char *) event->data.scalar.value, event->data.scalar.length);
}

TroupeYamlStyle
troupe_yaml_get_style (const yaml_event_t *event)
{
  switch (event->data.scalar.style)
    {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE:
      return TROUPE_YAML_SINGLE_QUOTED;
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE:
      return TROUPE_YAML_DOUBLE_QUOTED;
    case YAML_LITERAL_SCALAR_STYLE:
      return TROUPE_YAML_LITERAL;
    case YAML_FOLDED_SCALAR_STYLE:
      return TROUPE_YAML_FOLDED;
    case YAML_ANY_SCALAR_STYLE:
    case YAML_PLAIN_SCALAR_STYLE:
    default:
      return TROUPE_YAML_PLAIN;
    }
}

void
troupe_yaml_frame_clear (Frame *frame)
{
  g_clear_pointer (&frame->array, json_array_unref);
  g_clear_pointer (&frame->own, json_object_unref);
  g_clear_pointer (&frame->merges, g_ptr_array_unref);
  g_clear_pointer (&frame->key, g_free);
}

/* --- Parsing ---------------------------------------------------------------------------------- */

static gboolean
check_text (Reader *self)
{
  gsize bad;
  g_autofree char *message = NULL;

  g_assert (self != NULL);

  if (self->length > TROUPE_LIMIT_DOCUMENT)
    {
      message = g_strdup_printf (_ ("found %" PRIu64 " bytes: expected at most %u"),
                                 (guint64) self->length, TROUPE_LIMIT_DOCUMENT);
      self->length = 0;
      return troupe_yaml_fail (self, TROUPE_JSON_ERROR_TOO_LARGE, 0, message);
    }
  bad = troupe_utf8_find_bad_byte (self->text, self->length);
  if (bad < self->length)
    return troupe_yaml_fail (self, TROUPE_JSON_ERROR_ENCODING, bad,
                             self->text[bad] == '\0'
                                 ? _ ("found U+0000, which is not allowed in text")
                                 : _ ("found a byte that is not valid UTF-8: expected UTF-8 text"));
  return TRUE;
}

static gboolean
read_events (Reader *self)
{
  yaml_parser_t parser;
  gboolean is_good = TRUE, is_end = FALSE;

  if (!yaml_parser_initialize (&parser))
    return troupe_yaml_fail (self, TROUPE_JSON_ERROR_TOO_LARGE, 0,
                             _ ("there is not enough memory to read the text: close other "
                                "programs and try again"));
  yaml_parser_set_encoding (&parser, YAML_UTF8_ENCODING);
  troupe_yaml_prepare (self);
  yaml_parser_set_input_string (&parser, (const guchar *) self->given->str, self->given->len);
  while (is_good && !is_end)
    {
      yaml_event_t event;

      if (!yaml_parser_parse (&parser, &event))
        {
          is_good = troupe_yaml_fail_parser (self, &parser);
          break;
        }
      is_end = event.type == YAML_STREAM_END_EVENT;
      is_good = troupe_yaml_read_event (self, &event);
      yaml_event_delete (&event);
    }
  yaml_parser_delete (&parser);
  if (is_good && self->root == NULL)
    is_good = troupe_yaml_fail (self, TROUPE_JSON_ERROR_EMPTY, 0,
                                _ ("the text is empty: expected a document"));
  return is_good;
}

static void
reader_init (Reader *self)
{
  g_assert (self != NULL);

  self->index = 0;
  self->byte = self->base;
  self->n_documents = 0;
  self->added = 0;
  self->is_to_be_read_again = FALSE;
  self->frames = g_array_new (FALSE, FALSE, sizeof (Frame));
  self->records = g_array_new (FALSE, FALSE, sizeof (TroupeJsonRecord));
  self->notes = g_array_new (FALSE, FALSE, sizeof (TroupeYamlNote));
  self->anchors = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->keep = g_ptr_array_new_with_free_func ((GDestroyNotify) json_node_unref);
}

static void
reader_clear (Reader *self)
{
  g_assert (self != NULL);

  for (guint i = 0; i < self->frames->len; i++)
    {
      Frame *frame = &g_array_index (self->frames, Frame, i);

      g_free (frame->anchor);
      troupe_yaml_frame_clear (frame);
    }
  g_array_unref (self->frames);
  g_clear_pointer (&self->records, g_array_unref);
  g_clear_pointer (&self->notes, g_array_unref);
  g_clear_pointer (&self->keep, g_ptr_array_unref);
  g_hash_table_unref (self->anchors);
  g_clear_pointer (&self->root, json_node_unref);
}

static TroupeJsonText *
make_source (Reader *self)
{
  char *copy = g_malloc (self->length + 1);
  TroupeJsonText *source;

  g_assert (self != NULL);

  if (self->length > 0)
    memcpy (copy, self->text, self->length);
  copy[self->length] = '\0';
  source = troupe_json_text_new (copy, self->length, self->root, g_steal_pointer (&self->records));
  troupe_json_text_set_notes (source, g_steal_pointer (&self->notes),
                              g_steal_pointer (&self->keep));
  return source;
}

JsonNode *
troupe_yaml_read (const char *text, gsize length, TroupeJsonText **source, GError **error)
{
  Reader self = { .text = text, .length = length };
  JsonNode *root = NULL;
  gboolean is_good;

  g_return_val_if_fail (text != NULL || length == 0, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  if (source != NULL)
    *source = NULL;
  self.base = length >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
  self.given = g_string_new (NULL);
  self.indents = g_array_new (FALSE, FALSE, sizeof (Indent));
  reader_init (&self);
  is_good = check_text (&self) && read_events (&self);
  while (!is_good && self.is_to_be_read_again)
    {
      g_clear_error (&self.error);
      reader_clear (&self);
      reader_init (&self);
      is_good = read_events (&self);
    }
  if (is_good)
    {
      root = json_node_ref (self.root);
      if (source != NULL)
        *source = make_source (&self);
    }
  if (self.error != NULL)
    g_propagate_error (error, self.error);
  /* In braces, the markers are parts of a string. */
  if (troupe_json_explain_conflict (error, text, length))
    g_clear_pointer (&root, json_node_unref);
  if (root == NULL && source != NULL)
    g_clear_pointer (source, troupe_json_text_unref);
  reader_clear (&self);
  g_string_free (self.given, TRUE);
  g_array_unref (self.indents);
  return root;
}
