/* troupe-yaml-places.c: finds positions inside scalars, comments and oddities in YAML text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-yaml-places"

#include "config.h"

#include <string.h>

#include "troupe-json-record.h"
#include "troupe-yaml.h"
#include "troupe-yaml-notes.h"

/* --- Positions inside a scalar ---------------------------------------------------------------- */

/* Iterates over the source of a scalar and its value in parallel. */
typedef struct
{
  const char *raw;
  const char *raw_end;
  const char *text;
  const char *text_end;
  TroupeYamlStyle style;
  gsize indent; /* of the lines of a literal block */
} Walk;

/* Advances by one character in the source and in the value. Returns FALSE if they do not match. */
static gboolean
step (Walk *self)
{
  if (self->raw >= self->raw_end)
    return FALSE;
  if (*self->raw == '\n' || *self->raw == '\r')
    {
      /* Skips a line break. Except in literal blocks, one line break is a blank, and a second
       * line break is a line break. */
      if (self->style == TROUPE_YAML_LITERAL)
        {
          self->raw += *self->raw == '\r' ? 2 : 1;
          for (gsize i = 0; i < self->indent && self->raw < self->raw_end && *self->raw == ' '; i++)
            self->raw++;
          self->text++;
        }
      else
        {
          while (self->raw < self->raw_end && strchr (" \t\r\n", *self->raw) != NULL)
            self->raw++;
          while (self->text < self->text_end && strchr (" \n", *self->text) != NULL)
            self->text++;
        }
    }
  else if (self->style == TROUPE_YAML_DOUBLE_QUOTED && *self->raw == '\\')
    {
      static const struct
      {
        char letter;
        guint n_digits;
      } table[] = { { 'x', 2 }, { 'u', 4 }, { 'U', 8 } };
      guint n_digits = 0;

      for (guint i = 0; i < G_N_ELEMENTS (table); i++)
        if (self->raw[1] == table[i].letter)
          n_digits = table[i].n_digits;
      self->raw += 2 + n_digits;
      self->text = g_utf8_next_char (self->text);
    }
  else if (*self->raw != *self->text)
    return FALSE;
  else
    {
      self->raw += self->style == TROUPE_YAML_SINGLE_QUOTED && *self->raw == '\'' ? 2 : 1;
      self->text++;
    }
  return TRUE;
}

gboolean
troupe_json_text_find_inside (TroupeJsonText *self,
                              JsonNode *node,
                              gsize offset,
                              guint *line,
                              guint *column)
{
  GArray *notes;
  const TroupeYamlNote *note;
  const TroupeJsonRecord *record;
  const char *text, *string;
  gsize length;
  Walk walk;
  int index;

  g_return_val_if_fail (self != NULL && node != NULL, FALSE);
  g_return_val_if_fail (line != NULL && column != NULL, FALSE);

  notes = troupe_json_text_get_notes (self);
  index = notes != NULL ? troupe_json_text_get_index (self, node) : -1;
  if (index < 0 || !JSON_NODE_HOLDS_VALUE (node) ||
      json_node_get_value_type (node) != G_TYPE_STRING)
    return FALSE;
  note = &g_array_index (notes, TroupeYamlNote, index);
  if (note->target > 0)
    note = &g_array_index (notes, TroupeYamlNote, note->target - 1);
  record = troupe_json_text_get_record (self,
                                        (guint) (note - (TroupeYamlNote *) (gpointer) notes->data));
  text = troupe_json_text_get_text (self, &length);
  string = json_node_get_string (node);
  walk = (Walk){ text + record->span.start,
                 text + record->span.end,
                 string,
                 string + strlen (string),
                 note->style,
                 0 };
  /* Moves to the first character after the opening quote, or after the header line of a | or >. */
  if (walk.style == TROUPE_YAML_SINGLE_QUOTED || walk.style == TROUPE_YAML_DOUBLE_QUOTED)
    walk.raw++;
  if (walk.style == TROUPE_YAML_LITERAL || walk.style == TROUPE_YAML_FOLDED)
    {
      while (walk.raw < walk.raw_end && *walk.raw != '\n')
        walk.raw++;
      if (walk.raw < walk.raw_end)
        walk.raw++;
      for (; walk.raw < walk.raw_end && *walk.raw == ' ' && *walk.text != ' '; walk.raw++)
        walk.indent++;
    }
  while (walk.text < string + offset && walk.text < walk.text_end)
    if (!step (&walk))
      {
        walk.raw = text + record->span.start;
        break;
      }
  troupe_text_find_place (text, length, (gsize) (walk.raw - text), line, column);
  return TRUE;
}

/* --- Differences between the parsers ---------------------------------------------------------- */

typedef struct
{
  guint start;
  guint end;
} Part;

static int
compare_parts (gconstpointer a, gconstpointer b)
{
  guint start_a = ((const Part *) a)->start, start_b = ((const Part *) b)->start;

  return start_a < start_b ? -1 : start_a > start_b;
}

/* Returns the parts of the text in which a tab is an ordinary character. */
static GArray *
find_quoted (TroupeJsonText *source, const char *text, GArray *notes)
{
  GArray *quoted = g_array_new (FALSE, FALSE, sizeof (Part));

  for (guint i = 0; i < notes->len; i++)
    {
      const TroupeYamlNote *note = &g_array_index (notes, TroupeYamlNote, i);
      const TroupeJsonSpan *span = &troupe_json_text_get_record (source, i)->span;
      Part value = { span->start, span->end };
      Part key = { span->key_start, span->key_end };

      /* The header line of a | or > does not belong to its text. */
      if (note->style == TROUPE_YAML_LITERAL || note->style == TROUPE_YAML_FOLDED)
        while (value.start < value.end && text[value.start] != '\n')
          value.start++;
      if (note->style == TROUPE_YAML_SINGLE_QUOTED || note->style == TROUPE_YAML_DOUBLE_QUOTED ||
          note->style == TROUPE_YAML_LITERAL || note->style == TROUPE_YAML_FOLDED)
        g_array_append_val (quoted, value);
      if (key.end > key.start && strchr ("'\"", text[key.start]) != NULL)
        g_array_append_val (quoted, key);
    }
  g_array_sort (quoted, compare_parts);
  return quoted;
}

/* Returns the offset of the first @letter that is not quoted and, for a tab, not in a comment;
 * otherwise the length. */
static gsize
find_outside (const char *text, gsize length, GArray *quoted, char letter)
{
  guint next = 0;

  for (gsize at = 0; at < length; at++)
    {
      while (next < quoted->len && g_array_index (quoted, Part, next).end <= at)
        next++;
      if (next < quoted->len && g_array_index (quoted, Part, next).start <= at)
        {
          at = g_array_index (quoted, Part, next).end - 1;
          continue;
        }
      if (text[at] == '\t' && letter == '\t')
        return at;
      if (text[at] != '#' || (at > 0 && strchr (" \t\r\n", text[at - 1]) == NULL))
        continue;
      if (letter == '#')
        return at;
      while (at + 1 < length && text[at + 1] != '\n')
        at++;
    }
  return length;
}

gboolean
troupe_yaml_find_oddity (TroupeJsonText *source, TroupeYamlOddity *oddity, TroupePlace *place)
{
  g_autoptr (GArray) quoted = NULL;
  GArray *notes;
  const char *text;
  gsize length, tab, question_mark;

  g_return_val_if_fail (source != NULL && troupe_json_text_is_yaml (source), FALSE);
  g_return_val_if_fail (oddity != NULL && place != NULL, FALSE);

  notes = troupe_json_text_get_notes (source);
  text = troupe_json_text_get_text (source, &length);
  quoted = find_quoted (source, text, notes);
  tab = find_outside (text, length, quoted, '\t');
  question_mark = length;
  for (guint i = 0; i < notes->len; i++)
    {
      const TroupeYamlNote *note = &g_array_index (notes, TroupeYamlNote, i);
      const TroupeJsonSpan *span = &troupe_json_text_get_record (source, i)->span;
      const char *found = NULL;

      if (note->parent == 0 ||
          g_array_index (notes, TroupeYamlNote, note->parent - 1).style != TROUPE_YAML_FLOW)
        continue;
      if (span->key_end > span->key_start && strchr ("'\"", text[span->key_start]) == NULL)
        found = memchr (text + span->key_start, '?', span->key_end - span->key_start);
      if (found == NULL && note->style == TROUPE_YAML_PLAIN)
        found = memchr (text + span->start, '?', span->end - span->start);
      if (found != NULL)
        {
          question_mark = (gsize) (found - text);
          break;
        }
    }
  place->start = MIN (tab, question_mark);
  if (place->start == length)
    return FALSE;
  *oddity = tab < question_mark ? TROUPE_YAML_TAB : TROUPE_YAML_QUESTION_MARK;
  place->end = place->start + 1;
  troupe_text_find_place (text, length, place->start, &place->line, &place->column);
  return TRUE;
}

/* Returns the offset of the first comment. In a JSON text a slash occurs only in strings and
 * comments. */
static gsize
find_json_comment (const char *text, gsize length)
{
  gboolean is_text = FALSE;

  for (gsize at = 0; at < length; at++)
    {
      if (is_text && text[at] == '\\')
        at++;
      else if (text[at] == '"')
        is_text = !is_text;
      else if (!is_text && text[at] == '/')
        return at;
    }
  return length;
}

gboolean
troupe_json_text_find_comment (TroupeJsonText *self, TroupePlace *place)
{
  const char *text;
  gsize length;
  GArray *notes;

  g_return_val_if_fail (self != NULL && place != NULL, FALSE);

  text = troupe_json_text_get_text (self, &length);
  notes = troupe_json_text_get_notes (self);
  if (notes == NULL)
    place->start = find_json_comment (text, length);
  else
    {
      g_autoptr (GArray) quoted = find_quoted (self, text, notes);

      place->start = find_outside (text, length, quoted, '#');
    }
  place->end = place->start;
  troupe_text_find_place (text, length, place->start, &place->line, &place->column);
  return place->start < length;
}

guint
troupe_json_text_count_aliases (TroupeJsonText *self)
{
  GArray *notes;
  guint n_aliases = 0;

  g_return_val_if_fail (self != NULL, 0);

  notes = troupe_json_text_get_notes (self);
  for (guint i = 0; notes != NULL && i < notes->len; i++)
    {
      const TroupeYamlNote *note = &g_array_index (notes, TroupeYamlNote, i);

      if (note->style == TROUPE_YAML_ALIAS || note->is_key_used || note->is_merge)
        n_aliases++;
    }
  return n_aliases;
}
