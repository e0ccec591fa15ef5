/* troupe-json-layout.c: source layout of an object or list in a JSON text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-json-layout"

#include "config.h"

#include <string.h>

#include "troupe-json-layout.h"
#include "troupe-json-record.h"

/* Returns the end of the comment at @at. The text was parsed without an error, so every comment
 * in it is terminated. */
static gsize
skip_comment (const char *text, gsize at, gsize end)
{
  if (text[at + 1] == '*')
    return (gsize) ((const char *) memmem (text + at + 2, end - at - 2, "*/", 2) - text) + 2;
  while (at < end && text[at] != '\n')
    at++;
  return at;
}

/* Returns the end of the line if only blanks and comments follow @at, or @at itself if no line
 * ends before @end. */
static gsize
find_line_end (const char *text, gsize at, gsize end)
{
  gsize i = at;

  while (i < end)
    {
      if (text[i] == '\n' || (text[i] == '\r' && i + 1 < end && text[i + 1] == '\n'))
        return i;
      if (text[i] == '/')
        {
          gsize next = skip_comment (text, i, end);

          if (text[i + 1] == '*' && memchr (text + i, '\n', next - i) != NULL)
            return at;
          /* A line comment includes the carriage return before the line feed. */
          if (text[i + 1] == '/' && next < end)
            return text[next - 1] == '\r' ? next - 1 : next;
          i = next;
        }
      else
        {
          i++;
        }
    }
  return at;
}

gboolean
troupe_json_find_indent (const char *text, const TroupeJsonPart *part, TroupeJsonPart *indent)
{
  const char *last = memrchr (text + part->start, '\n', part->end - part->start);

  if (last == NULL)
    return FALSE;
  indent->start = indent->end = (gsize) (last - text) + 1;
  while (indent->end < part->end && (text[indent->end] == ' ' || text[indent->end] == '\t'))
    indent->end++;
  return TRUE;
}

static void
fill_item (TroupeJsonText *source, TroupeJsonItem *item, const char *name, JsonNode *node)
{
  const TroupeJsonSpan *span = troupe_json_text_find (source, node);

  g_assert (span != NULL);
  item->node = node;
  item->name = name;
  item->key.start = span->key_start;
  item->key.end = span->key_end;
  item->colon.start = span->key_end;
  item->colon.end = span->start;
  item->value.start = span->start;
  item->value.end = span->end;
}

/* Splits the text between the value of @item and @end, which is the start of the next item or of
 * the closing bracket. Returns the start of the part that belongs to the next item or the
 * bracket. */
static gsize
share_out (TroupeJsonLayout *self, const char *text, TroupeJsonItem *item, gsize end)
{
  gsize comma;
  gsize line_end;
  gsize at;

  g_assert (self != NULL);

  at = item->value.end;
  while (at < end && text[at] != ',')
    at = text[at] == '/' ? skip_comment (text, at, end) : at + 1;
  comma = at;
  self->has_trailing_comma = comma < end;
  item->tail.start = item->value.end;
  item->tail.end = comma < end ? comma : item->value.end;
  item->comment.start = comma < end ? comma + 1 : item->value.end;
  line_end = find_line_end (text, item->comment.start, end);
  item->comment.end = line_end;
  return line_end;
}

static gsize
get_start (const TroupeJsonItem *item)
{
  return item->name != NULL ? item->key.start : item->value.start;
}

TroupeJsonLayout *
troupe_json_layout_new (TroupeJsonText *source, JsonNode *node)
{
  TroupeJsonLayout *self = g_new0 (TroupeJsonLayout, 1);
  const TroupeJsonSpan *span = troupe_json_text_find (source, node);
  const char *text = troupe_json_text_get_text (source, NULL);
  TroupeJsonPart indent;
  gsize at, bracket;

  g_assert (span != NULL);
  if (JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonObject *object = json_node_get_object (node);
      JsonObjectIter iter;
      const char *name;
      JsonNode *member;
      guint i = 0;

      self->n_items = json_object_get_size (object);
      self->items = g_new0 (TroupeJsonItem, self->n_items);
      json_object_iter_init_ordered (&iter, object);
      while (json_object_iter_next_ordered (&iter, &name, &member))
        fill_item (source, &self->items[i++], name, member);
    }
  else
    {
      JsonArray *array = json_node_get_array (node);

      self->n_items = json_array_get_length (array);
      self->items = g_new0 (TroupeJsonItem, self->n_items);
      for (guint i = 0; i < self->n_items; i++)
        fill_item (source, &self->items[i], NULL, json_array_get_element (array, i));
    }
  bracket = (gsize) span->end - 1;
  self->open.start = (gsize) span->start + 1;
  at = find_line_end (text, self->open.start,
                      self->n_items > 0 ? get_start (&self->items[0]) : bracket);
  self->open.end = at;
  self->is_inline = TRUE;
  for (guint i = 0; i < self->n_items; i++)
    {
      TroupeJsonItem *item = &self->items[i];

      item->head.start = at;
      item->head.end = get_start (item);
      if (troupe_json_find_indent (text, &item->head, &indent))
        self->is_inline = FALSE;
      at = share_out (self, text, item, i + 1 < self->n_items ? get_start (item + 1) : bracket);
    }
  self->close.start = at;
  self->close.end = bracket;
  return self;
}

void
troupe_json_layout_free (TroupeJsonLayout *self)
{
  g_free (self->items);
  g_free (self);
}
