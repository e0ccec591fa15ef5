/* troupe-json-text.c: a parsed text with the source positions of its values
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-json-text"

#include "config.h"

#include <string.h>

#include "troupe-json-record.h"

/* Maximum number of bytes that are scanned to count the characters of a column. */
#define BLOCK 4096

struct _TroupeJsonText
{
  gatomicrefcount ref_count;
  char *text;
  gsize length;
  JsonNode *root; /* keeps all nodes of the text alive, so that no address is reused */
  GArray *records;
  gsize table; /* created on demand: an open-addressing table of record indexes + 1 */
  guint mask;
  GArray *notes;   /* (nullable): of a YAML text, in addition to the records */
  GPtrArray *keep; /* (nullable): nodes that have a position but are in no tree */
  gsize lines;     /* created on demand: a GArray of the offsets of lines */
  gsize letters;   /* created on demand: a GArray of the number of characters before each block */
};

TroupeJsonText *
troupe_json_text_new (char *text, gsize length, JsonNode *root, GArray *records)
{
  TroupeJsonText *self = g_new0 (TroupeJsonText, 1);
  gsize capacity = 16;

  g_atomic_ref_count_init (&self->ref_count);
  self->text = text;
  self->length = length;
  self->root = json_node_ref (root);
  self->records = records;
  while (capacity < (gsize) records->len * 2)
    capacity *= 2;
  self->mask = (guint) (capacity - 1);
  return self;
}

TroupeJsonText *
troupe_json_text_ref (TroupeJsonText *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
troupe_json_text_unref (TroupeJsonText *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->text);
  json_node_unref (self->root);
  g_array_unref (self->records);
  g_clear_pointer (&self->notes, g_array_unref);
  g_clear_pointer (&self->keep, g_ptr_array_unref);
  g_free ((guint *) self->table);
  if (self->lines != 0)
    g_array_unref ((GArray *) self->lines);
  if (self->letters != 0)
    g_array_unref ((GArray *) self->letters);
  g_free (self);
}

const char *
troupe_json_text_get_text (TroupeJsonText *self, gsize *length)
{
  g_return_val_if_fail (self != NULL, NULL);

  if (length != NULL)
    *length = self->length;
  return self->text;
}

JsonNode *
troupe_json_text_get_root (TroupeJsonText *self)
{
  return self->root;
}

static guint
hash_address (gconstpointer address)
{
  guint64 bits = (guint64) (guintptr) address * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  return (guint) (bits >> 32);
}

static const guint *
get_table (TroupeJsonText *self)
{
  g_assert (self != NULL);

  if (g_once_init_enter (&self->table))
    {
      guint *table = g_new0 (guint, (gsize) self->mask + 1);

      for (guint i = 0; i < self->records->len; i++)
        {
          guint place =
              hash_address (g_array_index (self->records, TroupeJsonRecord, i).value) & self->mask;
          while (table[place] != 0)
            place = (place + 1) & self->mask;
          table[place] = i + 1;
        }
      g_once_init_leave (&self->table, (gsize) table);
    }
  return (const guint *) self->table;
}

const TroupeJsonSpan *
troupe_json_text_find (TroupeJsonText *self, JsonNode *node)
{
  const guint *table = get_table (self);
  guint place = hash_address (node) & self->mask;

  for (; table[place] != 0; place = (place + 1) & self->mask)
    {
      const TroupeJsonRecord *record =
          &g_array_index (self->records, TroupeJsonRecord, table[place] - 1);
      if (record->value == node)
        return &record->span;
    }
  return NULL;
}

void
troupe_json_text_set_notes (TroupeJsonText *self, GArray *notes, GPtrArray *keep)
{
  g_assert (self->notes == NULL && notes->len == self->records->len);

  self->notes = notes;
  self->keep = keep;
}

GArray *
troupe_json_text_get_notes (TroupeJsonText *self)
{
  return self->notes;
}

gboolean
troupe_json_text_is_yaml (TroupeJsonText *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->notes != NULL;
}

int
troupe_json_text_get_index (TroupeJsonText *self, JsonNode *node)
{
  const TroupeJsonSpan *span = troupe_json_text_find (self, node);
  const TroupeJsonRecord *records = (gconstpointer) self->records->data;
  gconstpointer record;

  if (span == NULL)
    return -1;
  record = (const char *) span - G_STRUCT_OFFSET (TroupeJsonRecord, span);
  return (int) ((const TroupeJsonRecord *) record - records);
}

const TroupeJsonRecord *
troupe_json_text_get_record (TroupeJsonText *self, guint index)
{
  return &g_array_index (self->records, TroupeJsonRecord, index);
}

static gsize
measure_mark (const char *text, gsize length)
{
  return length >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

static guint
count_column (const char *text, gsize line_start, gsize offset)
{
  guint column = 1;

  for (gsize i = line_start; i < offset; i++)
    if (((guchar) text[i] & 0xc0) != 0x80)
      column++;
  return column;
}

void
troupe_text_find_place (const char *text, gsize length, gsize offset, guint *line, guint *column)
{
  gsize line_start = measure_mark (text, length);
  const char *next;

  *line = 1;
  while (line_start < offset &&
         (next = memchr (text + line_start, '\n', offset - line_start)) != NULL)
    {
      line_start = (gsize) (next - text) + 1;
      (*line)++;
    }
  *column = count_column (text, line_start, offset);
}

static GArray *
get_lines (TroupeJsonText *self)
{
  g_assert (self != NULL);

  if (g_once_init_enter (&self->lines))
    {
      GArray *lines = g_array_new (FALSE, FALSE, sizeof (gsize));
      gsize start = measure_mark (self->text, self->length);
      const char *next;

      g_array_append_val (lines, start);
      while ((next = memchr (self->text + start, '\n', self->length - start)) != NULL)
        {
          start = (gsize) (next - self->text) + 1;
          g_array_append_val (lines, start);
        }
      g_once_init_leave (&self->lines, (gsize) lines);
    }
  return (GArray *) self->lines;
}

/* Returns the number of characters before each block. Without this cache, characters would be
 * counted from the start of the line for every position, which would be slow for many positions
 * on one long line. */
static GArray *
get_letters (TroupeJsonText *self)
{
  g_assert (self != NULL);

  if (g_once_init_enter (&self->letters))
    {
      GArray *letters = g_array_new (FALSE, FALSE, sizeof (guint));
      guint count = 0;

      for (gsize at = 0;; at += BLOCK)
        {
          g_array_append_val (letters, count);
          if (self->length - at < BLOCK)
            break;
          count += count_column (self->text, at, at + BLOCK) - 1;
        }
      g_once_init_leave (&self->letters, (gsize) letters);
    }
  return (GArray *) self->letters;
}

static guint
count_letters_before (TroupeJsonText *self, gsize offset)
{
  const gsize block = offset / BLOCK;

  return g_array_index (get_letters (self), guint, block) +
         count_column (self->text, block * BLOCK, offset) - 1;
}

static void
fill_place (TroupeJsonText *self, guint start, guint end, TroupePlace *place)
{
  const GArray *lines = get_lines (self);
  guint low = 0, high = lines->len;
  gsize line_start;
  gsize offset;

  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;
      if (g_array_index (lines, gsize, middle) <= start)
        low = middle;
      else
        high = middle;
    }
  place->line = low + 1;
  line_start = g_array_index (lines, gsize, low);
  offset = start;
  if (offset - line_start < BLOCK)
    place->column = count_column (self->text, line_start, offset);
  else
    place->column =
        count_letters_before (self, offset) - count_letters_before (self, line_start) + 1;
  place->start = start;
  place->end = end;
}

gboolean
troupe_json_text_get_place (TroupeJsonText *self, JsonNode *node, TroupePlace *place)
{
  const TroupeJsonSpan *span;

  g_return_val_if_fail (self != NULL && node != NULL && place != NULL, FALSE);

  span = troupe_json_text_find (self, node);
  if (span == NULL)
    return FALSE;
  fill_place (self, span->start, span->end, place);
  return TRUE;
}

gboolean
troupe_json_text_get_key_place (TroupeJsonText *self, JsonNode *node, TroupePlace *place)
{
  const TroupeJsonSpan *span;

  g_return_val_if_fail (self != NULL && node != NULL && place != NULL, FALSE);

  span = troupe_json_text_find (self, node);
  if (span == NULL || span->key_end == 0)
    return FALSE;
  fill_place (self, span->key_start, span->key_end, place);
  return TRUE;
}
