/* troupe-json-writer.c: layout-preserving serializer of JSON trees
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-json-writer"

#include "config.h"

#include <math.h>
#include <string.h>

#include "troupe-json-layout.h"
#include "troupe-json-number.h"
#include "troupe-json-record.h"
#include "troupe-limits.h"
#include "troupe-value-private.h"

typedef struct
{
  GString *out;
  TroupeJsonText *source;
  const char *text; /* of the source */
  const char *line_break;
  char *unit; /* the indentation of one level */
} Writer;

/* Position at which something is written: the indentation of the line, whether everything is on
 * one line, and the nesting depth. */
typedef struct
{
  const char *indent;
  gboolean is_inline;
  guint depth;
} Position;

/* A member or element of the new tree, and the item of the source that it replaces. */
typedef struct
{
  const char *name;
  JsonNode *node;
  const TroupeJsonItem *old;
} Item;

static void write_node (Writer *self, JsonNode *node, JsonNode *old, const Position *position);

static gboolean
is_container (JsonNode *node)
{
  return JSON_NODE_HOLDS_OBJECT (node) || JSON_NODE_HOLDS_ARRAY (node);
}

static void
write_part (Writer *self, const TroupeJsonPart *part)
{
  g_string_append_len (self->out, self->text + part->start, (gssize) (part->end - part->start));
}

static void
write_line_break (Writer *self, const char *indent)
{
  g_string_append (self->out, self->line_break);
  g_string_append (self->out, indent);
}

void
troupe_append_double (GString *out, double number)
{
  char buffer[32];
  const char *e;

  troupe_double_to_text (number, buffer);
  e = strchr (buffer, 'e');
  if (e == NULL)
    {
      g_string_append (out, buffer);
      return;
    }
  g_string_append_len (out, buffer, e - buffer);
  if (memchr (buffer, '.', (gsize) (e - buffer)) == NULL)
    g_string_append (out, ".0");
  g_string_append_c (out, 'e');
  if (e[1] != '-' && e[1] != '+')
    g_string_append_c (out, '+');
  g_string_append (out, e + 1);
}

static GArray *
list_items (JsonNode *node)
{
  GArray *items = g_array_new (FALSE, TRUE, sizeof (Item));

  if (JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonObjectIter iter;
      Item item = { NULL, NULL, NULL };

      json_object_iter_init_ordered (&iter, json_node_get_object (node));
      while (json_object_iter_next_ordered (&iter, &item.name, &item.node))
        g_array_append_val (items, item);
    }
  else
    {
      JsonArray *array = json_node_get_array (node);

      for (guint i = 0; i < json_array_get_length (array); i++)
        {
          Item item = { NULL, json_array_get_element (array, i), NULL };
          g_array_append_val (items, item);
        }
    }
  return items;
}

static void
write_key (Writer *self, const char *name)
{
  troupe_json_append_string (self->out, name, strlen (name));
}

/* Matches each item of a map to the source item with the same key. If only the key is new,
 * matches the item to the source item with the same value. */
static void
match_members (GArray *items, const TroupeJsonLayout *layout, JsonObject *object)
{
  g_autoptr (GHashTable) by_name = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) by_node = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < layout->n_items; i++)
    {
      TroupeJsonItem *old = &layout->items[i];

      g_hash_table_insert (by_name, (gpointer) old->name, old);
      if (!json_object_has_member (object, old->name))
        g_hash_table_insert (by_node, old->node, old);
    }
  for (guint i = 0; i < items->len; i++)
    {
      Item *item = &g_array_index (items, Item, i);

      item->old = g_hash_table_lookup (by_name, item->name);
      if (item->old == NULL)
        {
          item->old = g_hash_table_lookup (by_node, item->node);
          g_hash_table_remove (by_node, item->node);
        }
    }
}

/* Matches each element to the source item with the same node. If the element is new, matches it
 * to the item that it replaces. */
static void
match_elements (GArray *items, const TroupeJsonLayout *layout)
{
  g_autoptr (GHashTable) by_node = g_hash_table_new (NULL, NULL);
  g_autofree gboolean *is_used = g_new0 (gboolean, layout->n_items);
  guint next = 0;

  for (guint i = 0; i < layout->n_items; i++)
    g_hash_table_insert (by_node, layout->items[i].node, &layout->items[i]);
  for (guint i = 0; i < items->len; i++)
    {
      Item *item = &g_array_index (items, Item, i);

      item->old = g_hash_table_lookup (by_node, item->node);
      g_hash_table_remove (by_node, item->node);
      if (item->old != NULL)
        is_used[item->old - layout->items] = TRUE;
    }
  for (guint i = 0; i < items->len; i++)
    {
      Item *item = &g_array_index (items, Item, i);

      if (item->old == NULL && next < layout->n_items && !is_used[next])
        {
          item->old = &layout->items[next];
          is_used[next] = TRUE;
        }
      if (item->old != NULL)
        next = (guint) (item->old - layout->items) + 1;
    }
}

static gboolean
starts_line (const Writer *self, const TroupeJsonPart *part)
{
  const char *text = self->text + part->start;
  gsize length = part->end - part->start;

  return length > 0 && (text[0] == '\n' || (length > 1 && text[0] == '\r' && text[1] == '\n'));
}

/* Returns TRUE if @part ends inside a line comment, so that the following text must start a new
 * line. */
static gboolean
ends_in_comment (const Writer *self, const TroupeJsonPart *part)
{
  gsize at = part->start;

  g_assert (self != NULL);

  while (at < part->end)
    {
      const char *rest = self->text + at;
      gsize left = part->end - at;
      const char *end;

      if (rest[0] != '/' || left < 2)
        {
          at++;
          continue;
        }
      end = rest[1] == '/' ? memchr (rest, '\n', left) : memmem (rest + 2, left - 2, "*/", 2);
      if (end == NULL)
        return TRUE;
      at = (gsize) (end - self->text) + (rest[1] == '/' ? 1 : 2);
    }
  return FALSE;
}

static gboolean
is_only_blanks (const Writer *self, const TroupeJsonPart *part)
{
  g_assert (self != NULL);

  for (gsize i = part->start; i < part->end; i++)
    if (self->text[i] != ' ' && self->text[i] != '\t')
      return FALSE;
  return TRUE;
}

/* State for rewriting a list or map on the path to a change. */
typedef struct
{
  const TroupeJsonLayout *layout;
  const Position *position;
  gboolean is_inline; /* whether new elements are written on the same line */
  char *indent;       /* before elements that start a line */
  gboolean is_open;   /* a line comment has not ended yet */
} Splice;

/* On one line, blanks belong to the position, not to the element. There are no blanks before the
 * first element, and as many before the other elements as in the source. */
static void
write_inline_head (Writer *self, const TroupeJsonLayout *layout, gboolean is_first)
{
  guint model = is_first ? 0 : 1;

  g_assert (self != NULL);

  if (layout->n_items > model && is_only_blanks (self, &layout->items[model].head))
    write_part (self, &layout->items[model].head);
  else if (!is_first)
    g_string_append_c (self->out, ' ');
}

static void
write_head (Writer *self, Splice *splice, const Item *item, gboolean is_first)
{
  const TroupeJsonLayout *layout = splice->layout;
  gboolean was_first = item->old == layout->items;

  if (item->old == NULL)
    {
      if (splice->is_inline && !splice->is_open)
        write_inline_head (self, layout, is_first);
      else
        write_line_break (self, splice->indent);
    }
  else if (splice->is_open && !starts_line (self, &item->old->head))
    {
      write_line_break (self, splice->indent);
      if (!is_only_blanks (self, &item->old->head))
        write_part (self, &item->old->head);
    }
  else if (is_first != was_first && is_only_blanks (self, &item->old->head))
    {
      if (splice->is_inline)
        write_inline_head (self, layout, is_first);
      else
        write_line_break (self, splice->indent);
    }
  else
    {
      write_part (self, &item->old->head);
    }
  splice->is_open = FALSE;
}

static gboolean
holds_containers (JsonNode *node)
{
  g_autoptr (GArray) items = list_items (node);

  for (guint i = 0; i < items->len; i++)
    if (is_container (g_array_index (items, Item, i).node))
      return TRUE;
  return FALSE;
}

/* Returns TRUE if a new list of scalars, such as a position, is written on one line, because all
 * neighboring lists are on one line. */
static gboolean
has_inline_neighbours (const Writer *self, const TroupeJsonLayout *layout, JsonNode *node)
{
  gboolean is_found = FALSE;

  g_assert (self != NULL);

  if (!JSON_NODE_HOLDS_ARRAY (node) || holds_containers (node))
    return FALSE;
  for (guint i = 0; i < layout->n_items; i++)
    {
      const TroupeJsonItem *item = &layout->items[i];

      if (!JSON_NODE_HOLDS_ARRAY (item->node))
        continue;
      if (memchr (self->text + item->value.start, '\n', item->value.end - item->value.start) != NULL)
        return FALSE;
      is_found = TRUE;
    }
  return is_found;
}

static void
write_item_value (Writer *self, Splice *splice, const Item *item)
{
  const TroupeJsonItem *old = item->old;
  TroupeJsonPart indent;
  g_autofree char *own = NULL;
  Position inner = { splice->is_inline ? splice->position->indent : splice->indent,
                     splice->is_inline, splice->position->depth + 1 };

  g_assert (self != NULL);

  if (old == NULL && has_inline_neighbours (self, splice->layout, item->node))
    inner.is_inline = TRUE;
  if (old != NULL && troupe_json_find_indent (self->text, &old->head, &indent))
    inner.indent = own = g_strndup (self->text + indent.start, indent.end - indent.start);

  if (item->name != NULL)
    {
      if (old != NULL && strcmp (old->name, item->name) == 0)
        write_part (self, &old->key);
      else
        write_key (self, item->name);
      if (old != NULL)
        write_part (self, &old->colon);
      else
        g_string_append (self->out, ": ");
    }
  write_node (self, item->node, old == NULL ? NULL : old->node, &inner);
}

static void
write_changed_container (Writer *self, JsonNode *node, JsonNode *old, const Position *position)
{
  g_autoptr (TroupeJsonLayout) layout = troupe_json_layout_new (self->source, old);
  g_autoptr (GArray) items = list_items (node);
  gboolean is_map = JSON_NODE_HOLDS_OBJECT (node);
  Splice splice;
  TroupeJsonPart indent;
  guint n_items;
  const TroupeJsonLayout *close_layout;
  gboolean is_blank;

  g_assert (self != NULL);

  if (is_map)
    match_members (items, layout, json_node_get_object (node));
  else
    match_elements (items, layout);
  splice.layout = layout;
  splice.position = position;
  splice.is_inline = layout->n_items > 0 ? layout->is_inline : position->is_inline;
  splice.is_open = ends_in_comment (self, &layout->open);
  splice.indent = NULL;
  for (guint i = 0; i < layout->n_items && splice.indent == NULL; i++)
    if (troupe_json_find_indent (self->text, &layout->items[i].head, &indent))
      splice.indent = g_strndup (self->text + indent.start, indent.end - indent.start);
  if (splice.indent == NULL)
    splice.indent = g_strconcat (position->indent, self->unit, NULL);

  g_string_append_c (self->out, is_map ? '{' : '[');
  write_part (self, &layout->open);
  for (guint i = 0; i < items->len; i++)
    {
      const Item *item = &g_array_index (items, Item, i);
      gboolean is_last = i + 1 == items->len;
      const TroupeJsonItem *item_old = item->old;

      write_head (self, &splice, item, i == 0);
      write_item_value (self, &splice, item);
      if (item_old != NULL)
        write_part (self, &item_old->tail);
      if (!is_last || splice.layout->has_trailing_comma)
        g_string_append_c (self->out, ',');
      if (item_old != NULL)
        {
          write_part (self, &item_old->comment);
          splice.is_open = ends_in_comment (self, &item_old->comment);
        }
    }
  n_items = items->len;
  close_layout = splice.layout;
  is_blank = is_only_blanks (self, &close_layout->close);
  /* An empty map has no line for its closing bracket, but its first new member requires one. */
  if (close_layout->n_items == 0 && n_items > 0 && is_blank && !splice.is_inline)
    write_line_break (self, splice.position->indent);
  else
    {
      if (splice.is_open && !starts_line (self, &close_layout->close))
        write_line_break (self, splice.position->indent);
      /* If the container becomes empty and has no comments, nothing is written between the
       * brackets. */
      if (n_items > 0 || close_layout->n_items == 0 || splice.is_open ||
          memchr (self->text + close_layout->close.start, '/',
                  close_layout->close.end - close_layout->close.start) != NULL)
        write_part (self, &close_layout->close);
    }
  g_string_append_c (self->out, is_map ? '}' : ']');
  g_free (splice.indent);
}

/* @old: the node of the source that @node replaces, or NULL */
static void
write_node (Writer *self, JsonNode *node, JsonNode *old, const Position *position)
{
  const TroupeJsonSpan *span =
      self->source == NULL ? NULL : troupe_json_text_find (self->source, node);

  g_assert (self != NULL);

  if (span == NULL && old != NULL && !is_container (node) && troupe_json_node_equal (node, old))
    span = troupe_json_text_find (self->source, old);
  if (span != NULL)
    g_string_append_len (self->out, self->text + span->start, (gssize) (span->end - span->start));
  else if (!is_container (node) || position->depth >= TROUPE_LIMIT_NESTING)
    {
      GType type = JSON_NODE_HOLDS_VALUE (node) ? json_node_get_value_type (node) : G_TYPE_NONE;

      if (type == G_TYPE_INT64)
        g_string_append_printf (self->out, "%" G_GINT64_FORMAT, json_node_get_int (node));
      else if (type == G_TYPE_DOUBLE && isfinite (json_node_get_double (node)))
        troupe_append_double (self->out, json_node_get_double (node));
      else if (type == G_TYPE_BOOLEAN)
        g_string_append (self->out, json_node_get_boolean (node) ? "true" : "false");
      else if (type == G_TYPE_STRING && troupe_json_node_is_big_integer (node))
        g_string_append (self->out, json_node_get_string (node));
      else if (type == G_TYPE_STRING)
        troupe_json_append_string (self->out, json_node_get_string (node),
                                   strlen (json_node_get_string (node)));
      else
        g_string_append (self->out, "null");
    }
  else if (old != NULL && json_node_get_node_type (old) == json_node_get_node_type (node))
    write_changed_container (self, node, old, position);
  else
    {
      g_autoptr (GArray) items = list_items (node);
      gboolean is_map = JSON_NODE_HOLDS_OBJECT (node);
      g_autofree char *indent = g_strconcat (position->indent, self->unit, NULL);
      Position inner = { indent, position->is_inline, position->depth + 1 };

      /* Writes a list or map that has no counterpart in the source. */
      g_string_append_c (self->out, is_map ? '{' : '[');
      for (guint i = 0; i < items->len; i++)
        {
          const Item *item = &g_array_index (items, Item, i);

          if (i > 0)
            g_string_append_c (self->out, ',');
          if (!position->is_inline)
            write_line_break (self, indent);
          else if (i > 0)
            g_string_append_c (self->out, ' ');
          if (is_map)
            {
              write_key (self, item->name);
              g_string_append (self->out, ": ");
            }
          write_node (self, item->node, NULL, &inner);
        }
      if (items->len > 0 && !position->is_inline)
        write_line_break (self, position->indent);
      g_string_append_c (self->out, is_map ? '}' : ']');
    }
}

/* Returns the indentation of the first level of the source. */
static char *
find_unit (TroupeJsonText *source, JsonNode *root)
{
  const char *text = troupe_json_text_get_text (source, NULL);
  g_autoptr (TroupeJsonLayout) layout = NULL;
  TroupeJsonPart indent;

  if (is_container (root))
    {
      layout = troupe_json_layout_new (source, root);
      for (guint i = 0; i < layout->n_items; i++)
        if (troupe_json_find_indent (text, &layout->items[i].head, &indent) &&
            indent.end > indent.start)
          return g_strndup (text + indent.start, indent.end - indent.start);
    }
  return g_strdup ("  ");
}

char *
troupe_json_write (JsonNode *root, TroupeJsonText *source, gsize *length)
{
  const Position top = { "", FALSE, 0 };
  g_autofree char *unit = NULL;
  Writer self = { NULL, source, NULL, "\n", NULL };

  g_return_val_if_fail (root != NULL, NULL);

  self.out = g_string_new (NULL);
  if (source == NULL)
    {
      self.unit = unit = g_strdup ("  ");
      write_node (&self, root, NULL, &top);
      g_string_append_c (self.out, '\n');
    }
  else
    {
      JsonNode *old = troupe_json_text_get_root (source);
      const TroupeJsonSpan *span = troupe_json_text_find (source, old);
      gsize size;
      const char *text;
      const char *first;

      self.text = troupe_json_text_get_text (source, &size);
      text = self.text;
      first = memchr (text, '\n', size);
      self.line_break = first != NULL && first > text && first[-1] == '\r' ? "\r\n" : "\n";
      self.unit = unit = find_unit (source, old);
      g_string_append_len (self.out, self.text, span->start);
      write_node (&self, root, old, &top);
      g_string_append_len (self.out, self.text + span->end, (gssize) (size - span->end));
    }
  if (length != NULL)
    *length = self.out->len;
  return g_string_free (self.out, FALSE);
}
