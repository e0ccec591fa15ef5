/* troupe-json-reader.c: the core of the JSON parser
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-json-reader"

#include "config.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

#include "troupe-json-error.h"
#include "troupe-json-private.h"
#include "troupe-json-record.h"
#include "troupe-json-scanner.h"
#include "troupe-limits.h"
#include "troupe-value.h"

/* Minimum number of keys for which an object gets an index, so that the search for duplicates is
 * not quadratic. */
#define INDEX_FROM 8

/* Maximum length of a word or key in an error message, in characters. */
#define SHOWN_LENGTH 40

typedef enum
{
  STATE_VALUE,         /* a value is required */
  STATE_FIRST_ELEMENT, /* after [ */
  STATE_ELEMENT,       /* after a comma in a list */
  STATE_FIRST_KEY,     /* after { */
  STATE_KEY,           /* after a comma in a map */
  STATE_AFTER,         /* after a value */
  STATE_DONE,
  STATE_FAILED,
} State;

typedef struct
{
  gboolean is_map;
  guint first; /* its first entry on the stack */
  guint mask;
  guint *index; /* 0, or the index of the entry + 1 */
} Frame;

typedef struct
{
  TroupeJsonScanner scanner;
  TroupeJsonFlags flags;
  const TroupeJsonBuilder *builder;
  gpointer data;
  GArray *records;
  GString *scratch;
  GStringChunk *keys; /* keys that had escapes */
  TroupeJsonEntry *entries;
  guint n_entries;
  guint capacity;
  guint n_values;
  Frame frames[TROUPE_LIMIT_NESTING];
  guint depth;
  GError *error;
} Reader;

static gboolean
is_word_byte (char byte)
{
  return g_ascii_isalnum (byte) || byte == '_' || (guchar) byte >= 0x80;
}

static void
append_shown (GString *out, const char *text, gsize length)
{
  gsize shown = 0;

  for (guint i = 0; i < SHOWN_LENGTH && shown < length; i++)
    shown += (gsize) (g_utf8_next_char (text + shown) - (text + shown));
  g_string_append_len (out, text, (gssize) MIN (shown, length));
  if (shown < length)
    g_string_append (out, "…");
}

static State
fail (Reader *self, TroupeJsonError code, gsize at, gsize end, const char *message)
{
  const TroupeJsonScanner *scanner = &self->scanner;
  TroupePlace place = { 0, 0, at, MAX (at, end) };

  g_assert (self != NULL);

  /* The end of the valid text may have been reached because invalid UTF-8 follows. */
  if (at >= scanner->end && scanner->end < scanner->length)
    {
      code = TROUPE_JSON_ERROR_ENCODING;
      place.end = place.start + 1;
      message = scanner->text[scanner->end] == '\0'
                    ? _ ("found U+0000, which is not allowed in text")
                    : _ ("found a byte that is not valid UTF-8: expected UTF-8 text");
    }
  troupe_text_find_place (scanner->text, scanner->length, at, &place.line, &place.column);
  if (self->error == NULL)
    {
      GString *path = g_string_new (NULL);

      for (guint i = 0; i + 1 < self->depth; i++)
        {
          const Frame *frame = &self->frames[i];
          guint last = self->frames[i + 1].first - 1;

          if (i > 0)
            g_string_append_c (path, '.');
          if (frame->is_map)
            append_shown (path, self->entries[last].key, self->entries[last].key_length);
          else
            g_string_append_printf (path, "%u", last - frame->first);
        }
      troupe_json_set_error (&self->error, code, &place, g_string_free (path, FALSE), message);
    }
  return STATE_FAILED;
}

static State
fail_scan (Reader *self, const char *problem, gboolean is_encoding)
{
  gsize at = self->scanner.at;

  return fail (self, is_encoding ? TROUPE_JSON_ERROR_ENCODING : TROUPE_JSON_ERROR_SYNTAX, at,
               at + 1, problem);
}

/* Fails with "expected …, found …". @expected may contain one %s, for @name. */
static State
fail_expected (Reader *self, const char *expected)
{
  gsize end;
  g_autofree char *found = NULL;
  g_autofree char *message = NULL;
  gsize at;
  const TroupeJsonScanner *scanner;
  const char *text;
  gsize stop;

  g_assert (self != NULL);

  /* Describes the token at @at for an error message. */
  at = self->scanner.at;
  scanner = &self->scanner;
  text = scanner->text;
  stop = at;
  end = at;
  if (at >= scanner->end)
    found = g_strdup (_ ("the end of the text"));
  else
    {
      while (stop < scanner->end && stop - at < SHOWN_LENGTH && is_word_byte (text[stop]))
        stop++;
      while (stop > at && stop < scanner->end && ((guchar) text[stop] & 0xc0) == 0x80)
        stop--;
      if (stop == at && (guchar) text[at] >= 0x20)
        stop = at + 1;
      end = MAX (stop, at + 1);
      if (stop == at)
        found = g_strdup_printf ("U+%04X", (guint) (guchar) text[at]);
      else
        found = g_strdup_printf ("“%.*s”", (int) (stop - at), text + at);
    }
  message = g_strdup_printf (_ ("expected %s, found %s"), expected, found);
  return fail (self, TROUPE_JSON_ERROR_SYNTAX, self->scanner.at, end, message);
}

static const Frame *
get_frame (const Reader *self)
{
  return self->depth > 0 ? &self->frames[self->depth - 1] : NULL;
}

/* Names the entry whose value is being parsed or was parsed last, for example `“name”` or
 * `element 3`. (transfer full) */
static char *
name_entry (const Reader *self)
{
  const Frame *frame = get_frame (self);
  const TroupeJsonEntry *entry = &self->entries[self->n_entries - 1];
  GString *name;

  if (!frame->is_map)
    return g_strdup_printf (_ ("element %u"), self->n_entries - frame->first);
  name = g_string_new ("“");
  append_shown (name, entry->key, entry->key_length);
  g_string_append (name, "”");
  return g_string_free (name, FALSE);
}

static State
fail_value (Reader *self, State state)
{
  g_autofree char *name = NULL;
  g_autofree char *expected = NULL;
  const Frame *frame = get_frame (self);

  if (frame == NULL)
    {
      expected = g_strdup (_ ("a value"));
    }
  else if (frame->is_map)
    {
      name = name_entry (self);
      expected = g_strdup_printf (_ ("a value for %s"), name);
    }
  else
    {
      expected =
          g_strdup (state == STATE_FIRST_ELEMENT ? _ ("a value or “]”") : _ ("a value after “,”"));
    }
  return fail_expected (self, expected);
}

static TroupeJsonEntry *
push_entry (Reader *self)
{
  TroupeJsonEntry *entry;

  g_assert (self != NULL);

  if (self->n_entries == self->capacity)
    {
      self->capacity = self->capacity == 0 ? 64 : self->capacity * 2;
      self->entries = g_renew (TroupeJsonEntry, self->entries, self->capacity);
    }
  entry = &self->entries[self->n_entries++];
  memset (entry, 0, sizeof *entry);
  return entry;
}

/* Stores a complete value in its container. */
static State
finish_value (Reader *self, gpointer value)
{
  TroupeJsonEntry *entry = &self->entries[self->n_entries - 1];

  g_assert (self != NULL);

  entry->value = value;
  if (++self->n_values > self->builder->most_values && self->builder->most_values > 0)
    {
      g_autofree char *message =
          g_strdup_printf (_ ("expected at most %u values, found more. Put "
                              "large data into files that the document reads"),
                           self->builder->most_values);

      return fail (self, TROUPE_JSON_ERROR_TOO_LARGE, self->scanner.at, self->scanner.at, message);
    }
  entry->span.end = (guint) self->scanner.at;
  if (self->records != NULL)
    {
      TroupeJsonRecord record = { value, entry->span };
      g_array_append_val (self->records, record);
    }
  return STATE_AFTER;
}

static State
open_container (Reader *self, gboolean is_map)
{
  Frame *frame;

  g_assert (self != NULL);

  if (self->depth == TROUPE_LIMIT_NESTING)
    {
      g_autofree char *message =
          g_strdup_printf (_ ("brackets must not be nested deeper than %d levels"),
                           TROUPE_LIMIT_NESTING);
      return fail (self, TROUPE_JSON_ERROR_TOO_DEEP, self->scanner.at, self->scanner.at + 1,
                   message);
    }
  frame = &self->frames[self->depth++];
  frame->is_map = is_map;
  frame->first = self->n_entries;
  frame->mask = 0;
  frame->index = NULL;
  self->scanner.at++;
  return is_map ? STATE_FIRST_KEY : STATE_FIRST_ELEMENT;
}

static State
close_container (Reader *self)
{
  Frame *frame = &self->frames[--self->depth];
  const TroupeJsonEntry *entries = self->entries + frame->first;
  guint n_entries = self->n_entries - frame->first;
  gpointer value;

  g_assert (self != NULL);

  self->scanner.at++;
  g_clear_pointer (&frame->index, g_free);
  value = frame->is_map ? self->builder->make_map (self->data, entries, n_entries)
                        : self->builder->make_list (self->data, entries, n_entries);
  self->n_entries = frame->first;
  return finish_value (self, value);
}

static State
read_constant (Reader *self, const char *word, State state)
{
  TroupeJsonScanner *scanner = &self->scanner;
  gsize length = strlen (word);

  g_assert (self != NULL);

  if (scanner->end - scanner->at < length ||
      memcmp (scanner->text + scanner->at, word, length) != 0 ||
      (scanner->at + length < scanner->end && is_word_byte (scanner->text[scanner->at + length])))
    return fail_value (self, state);
  scanner->at += length;
  return finish_value (self, self->builder->make_constant (self->data, word[0]));
}

static State
read_number (Reader *self)
{
  TroupeJsonScanner *scanner = &self->scanner;
  const char *start = scanner->text + scanner->at;
  gsize first = scanner->at;
  TroupeJsonNumber number;
  const char *problem = troupe_json_scan_number (scanner, &number);

  g_assert (self != NULL);

  if (problem != NULL)
    return fail_scan (self, problem, FALSE);
  switch (number.kind)
    {
    case TROUPE_JSON_NUMBER_INTEGER:
      return finish_value (self, self->builder->make_integer (self->data, number.integer));
    case TROUPE_JSON_NUMBER_BIG_INTEGER:
      return finish_value (self, self->builder->make_big_integer (self->data, start,
                                                                  scanner->at - first));
    case TROUPE_JSON_NUMBER_DOUBLE:
    default:
      return finish_value (self, self->builder->make_double (self->data, number.number));
    }
}

static State
read_value (Reader *self, State state)
{
  TroupeJsonScanner *scanner = &self->scanner;

  self->entries[self->n_entries - 1].span.start = (guint) scanner->at;
  if (scanner->at == scanner->end)
    return fail_value (self, state);
  switch (scanner->text[scanner->at])
    {
    case '{':
      return open_container (self, TRUE);
    case '[':
      return open_container (self, FALSE);
    case '"':
      {
        const char *text;
        gsize length;
        gboolean is_encoding;
        const char *problem = troupe_json_scan_string (&self->scanner, self->builder->strings,
                                                       self->scratch, &text, &length, &is_encoding);

        if (problem != NULL)
          return fail_scan (self, problem, is_encoding);
        return finish_value (self, self->builder->make_string (self->data, text, length));
      }
    case 't':
      return read_constant (self, "true", state);
    case 'f':
      return read_constant (self, "false", state);
    case 'n':
      return read_constant (self, "null", state);
    case '-':
      return read_number (self);
    default:
      if (g_ascii_isdigit (scanner->text[scanner->at]))
        return read_number (self);
      return fail_value (self, state);
    }
}

static gboolean
has_key (const TroupeJsonEntry *entry, const char *key, gsize length, guint hash)
{
  return entry->key_hash == hash && entry->key_length == length &&
         memcmp (entry->key, key, length) == 0;
}

/* Returns the entry of the innermost map that already has the key. If there is no such entry,
 * adds the key of the next entry to the index, if the map has an index. */
static const TroupeJsonEntry *
note_key (Reader *self, const char *key, gsize length, guint hash)
{
  Frame *frame = &self->frames[self->depth - 1];
  const TroupeJsonEntry *entries = self->entries + frame->first;
  guint n_entries = self->n_entries - frame->first;
  guint place;

  g_assert (self != NULL);

  if (n_entries < INDEX_FROM)
    {
      for (guint i = 0; i < n_entries; i++)
        if (has_key (&entries[i], key, length, hash))
          return &entries[i];
      return NULL;
    }

  if (frame->index == NULL || n_entries * 2 > frame->mask)
    {
      frame->mask = frame->mask == 0 ? 4 * INDEX_FROM - 1 : frame->mask * 2 + 1;
      g_free (frame->index);
      frame->index = g_new0 (guint, (gsize) frame->mask + 1);
      for (guint i = 0; i < n_entries; i++)
        {
          guint index_place = entries[i].key_hash & frame->mask;
          while (frame->index[index_place] != 0)
            index_place = (index_place + 1) & frame->mask;
          frame->index[index_place] = i + 1;
        }
    }
  for (place = hash & frame->mask; frame->index[place] != 0; place = (place + 1) & frame->mask)
    if (has_key (&entries[frame->index[place] - 1], key, length, hash))
      return &entries[frame->index[place] - 1];
  frame->index[place] = n_entries + 1;
  return NULL;
}

/* Parses the colon after a key and the blanks before the value. */
static State
read_colon (Reader *self)
{
  TroupeJsonScanner *scanner = &self->scanner;
  const char *problem = troupe_json_scan_blanks (scanner, self->flags);

  if (problem != NULL)
    return fail_scan (self, problem, FALSE);
  if (scanner->at == scanner->end || scanner->text[scanner->at] != ':')
    {
      g_autofree char *name = name_entry (self);
      g_autofree char *expected = g_strdup_printf (_ ("“:” after the key %s"), name);
      return fail_expected (self, expected);
    }
  scanner->at++;
  return STATE_VALUE;
}

static State
read_key (Reader *self, State state)
{
  TroupeJsonScanner *scanner = &self->scanner;
  gboolean may_end = state == STATE_FIRST_KEY || (self->flags & TROUPE_JSON_TRAILING_COMMAS) != 0;
  const TroupeJsonEntry *earlier;
  TroupeJsonEntry *entry;
  const char *key, *problem;
  gsize length, start = scanner->at;
  gboolean is_encoding;
  guint hash;

  if (may_end && scanner->at < scanner->end && scanner->text[scanner->at] == '}')
    return close_container (self);
  if (scanner->at == scanner->end || scanner->text[scanner->at] != '"')
    return fail_expected (self, state == STATE_FIRST_KEY ? _ ("a key in double quotes or “}”")
                                                         : _ ("a key in double quotes after “,”"));
  problem = troupe_json_scan_string (scanner, self->builder->strings, self->scratch, &key, &length,
                                     &is_encoding);
  if (problem != NULL)
    return fail_scan (self, problem, is_encoding);

  hash = troupe_value_hash_string (key, length);
  earlier = note_key (self, key, length, hash);
  if (earlier != NULL)
    {
      g_autoptr (GString) name = g_string_new (NULL);
      g_autofree char *message = NULL;
      guint line, column;

      append_shown (name, earlier->key, earlier->key_length);
      troupe_text_find_place (self->scanner.text, self->scanner.length, earlier->span.key_start,
                              &line, &column);
      message = g_strdup_printf (
          _ ("found the duplicate key “%s”, which is already defined in line %u, column %u"),
          name->str, line, column);
      return fail (self, TROUPE_JSON_ERROR_DUPLICATE_KEY, start, self->scanner.at, message);
    }
  if (key == self->scratch->str)
    {
      if (self->keys == NULL)
        self->keys = g_string_chunk_new (1024);
      key = g_string_chunk_insert_len (self->keys, key, (gssize) length);
    }
  entry = push_entry (self);
  entry->key = key;
  entry->key_length = (guint) length;
  entry->key_hash = hash;
  entry->span.key_start = (guint) start;
  entry->span.key_end = (guint) scanner->at;
  return read_colon (self);
}

static State
read_after (Reader *self)
{
  TroupeJsonScanner *scanner = &self->scanner;
  const Frame *frame = get_frame (self);
  char byte = scanner->at < scanner->end ? scanner->text[scanner->at] : '\0';
  g_autofree char *name = NULL;
  g_autofree char *expected = NULL;

  if (frame == NULL)
    return scanner->at == scanner->length ? STATE_DONE
                                          : fail_expected (self, _ ("the end of the text"));
  if (byte == (frame->is_map ? '}' : ']'))
    return close_container (self);
  if (byte == ',')
    {
      scanner->at++;
      return frame->is_map ? STATE_KEY : STATE_ELEMENT;
    }
  name = name_entry (self);
  expected = g_strdup_printf (
      frame->is_map ? _ ("“,” or “}” after the value of %s") : _ ("“,” or “]” after %s"), name);
  return fail_expected (self, expected);
}

static State
step (Reader *self, State state)
{
  const char *problem = troupe_json_scan_blanks (&self->scanner, self->flags);

  if (problem != NULL)
    return fail_scan (self, problem, FALSE);
  switch (state)
    {
    case STATE_VALUE:
      return read_value (self, state);
    case STATE_FIRST_ELEMENT:
    case STATE_ELEMENT:
      {
        const TroupeJsonScanner *scanner = &self->scanner;
        gboolean may_end =
            state == STATE_FIRST_ELEMENT || (self->flags & TROUPE_JSON_TRAILING_COMMAS) != 0;

        if (may_end && scanner->at < scanner->end && scanner->text[scanner->at] == ']')
          return close_container (self);
        push_entry (self);
        return read_value (self, state);
      }
    case STATE_FIRST_KEY:
    case STATE_KEY:
      return read_key (self, state);
    case STATE_AFTER:
      return read_after (self);
    case STATE_DONE:
    case STATE_FAILED:
    default:
      g_assert_not_reached ();
    }
}

gpointer
troupe_json_parse (const char *text,
                   gsize length,
                   TroupeJsonFlags flags,
                   const TroupeJsonBuilder *builder,
                   gpointer data,
                   GArray *records,
                   GError **error)
{
  g_autofree Reader *self = NULL;
  gpointer value;
  TroupeJsonScanner *scanner;
  State state = STATE_VALUE;

  if (length > TROUPE_LIMIT_DOCUMENT)
    {
      TroupePlace place = { 1, 1, 0, 0 };
      g_autofree char *message =
          g_strdup_printf (_ ("found %" PRIu64 " bytes: expected at most %u"), (guint64) length,
                           TROUPE_LIMIT_DOCUMENT);
      troupe_json_set_error (error, TROUPE_JSON_ERROR_TOO_LARGE, &place, NULL, message);
      return NULL;
    }

  self = g_new0 (Reader, 1);
  self->scanner.text = text;
  self->scanner.length = length;
  if (length >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0)
    self->scanner.start = self->scanner.at = 3;
  self->scanner.end = troupe_utf8_find_bad_byte (text, length);
  self->flags = flags;
  self->builder = builder;
  self->data = data;
  self->records = records;
  self->scratch = g_string_new (NULL);
  scanner = &self->scanner;
  push_entry (self);
  if (troupe_json_scan_blanks (scanner, self->flags) == NULL && scanner->at == scanner->length)
    state = fail (self, TROUPE_JSON_ERROR_EMPTY, scanner->at, scanner->at,
                  _ ("the text is empty: expected one JSON value"));
  while (state != STATE_DONE && state != STATE_FAILED)
    state = step (self, state);
  value = state == STATE_DONE ? g_steal_pointer (&self->entries[0].value) : NULL;
  for (guint i = 0; i < self->n_entries; i++)
    if (self->entries[i].value != NULL)
      self->builder->free_value (self->entries[i].value);
  for (guint i = 0; i < self->depth; i++)
    g_free (self->frames[i].index);
  g_free (self->entries);
  g_string_free (self->scratch, TRUE);
  g_clear_pointer (&self->keys, g_string_chunk_free);
  if (self->error != NULL)
    g_propagate_error (error, self->error);
  return value;
}
