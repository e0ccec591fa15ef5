/* troupe-yaml-layout.c: source layout of a list or map in a YAML text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-yaml-layout"

#include "config.h"

#include <string.h>

#include "troupe-json-record.h"
#include "troupe-yaml-emit.h"
#include "troupe-yaml-layout.h"
#include "troupe-yaml-notes.h"

/* Maximum number of values that are examined to detect the indentation of the source. */
#define MOST_LOOKED_AT 10000

/* Maximum indentation of the source that is adopted for new parts. */
#define MOST_BLANKS 16

guint
troupe_yaml_get_column (const char *text, guint at)
{
  guint column = 0;

  while (at > 0 && text[at - 1] != '\n' && text[at - 1] != '\r')
    {
      at--;
      column += ((guchar) text[at] & 0xc0) != 0x80 ? 1 : 0;
    }
  return column;
}

static void
add_item (TroupeYamlLayout *self, TroupeJsonText *source, const char *name, guint record)
{
  const TroupeYamlNote *note =
      &g_array_index (troupe_json_text_get_notes (source), TroupeYamlNote, record);
  const TroupeJsonRecord *place = troupe_json_text_get_record (source, record);
  gsize length;
  const char *text = troupe_json_text_get_text (source, &length);
  TroupeYamlItem item = { name, place->value, record, 0, note->entry, 0, 0, 0, 0, 0 };

  g_assert (self != NULL);

  item.key_end = place->span.key_end > 0 ? place->span.key_end : note->entry + 1;
  item.props = note->props;
  item.start = place->span.start;
  item.end = place->span.end;
  if (self->style == TROUPE_YAML_BLOCK)
    {
      guint at = item.end;
      const char *line_end = memchr (text + at, '\n', length - at);
      guint end = line_end != NULL ? (guint) (line_end - text) : (guint) length;

      item.tail = end > at && text[end - 1] == '\r' ? end - 1 : end;
    }
  else
    item.tail = item.end;
  g_array_append_val (self->items, item);
}

static int
compare_items (gconstpointer a, gconstpointer b)
{
  guint entry_a = ((const TroupeYamlItem *) a)->entry;
  guint entry_b = ((const TroupeYamlItem *) b)->entry;

  return entry_a < entry_b ? -1 : entry_a > entry_b;
}

TroupeYamlLayout *
troupe_yaml_layout_new (TroupeJsonText *source, JsonNode *node)
{
  GArray *notes = troupe_json_text_get_notes (source);
  const char *text = troupe_json_text_get_text (source, NULL);
  int index = troupe_json_text_get_index (source, node);
  const TroupeYamlNote *note = index >= 0 ? &g_array_index (notes, TroupeYamlNote, index) : NULL;
  TroupeYamlLayout *self;
  guint at;
  guint item_index;

  if (note == NULL || note->is_odd ||
      (note->style != TROUPE_YAML_BLOCK && note->style != TROUPE_YAML_FLOW))
    return NULL;
  self = g_new0 (TroupeYamlLayout, 1);
  self->style = note->style;
  self->start = troupe_json_text_get_record (source, (guint) index)->span.start;
  self->end = troupe_json_text_get_record (source, (guint) index)->span.end;
  self->items = g_array_new (FALSE, FALSE, sizeof (TroupeYamlItem));
  item_index = (guint) index;
  if (JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonObjectIter iter;
      const char *name;
      JsonNode *member;

      json_object_iter_init_ordered (&iter, json_node_get_object (node));
      while (json_object_iter_next_ordered (&iter, &name, &member))
        {
          int record = troupe_json_text_get_index (source, member);

          /* Skips the members that << merges, because they are written elsewhere. */
          if (record >= 0 && g_array_index (notes, TroupeYamlNote, record).parent == item_index + 1)
            add_item (self, source, name, (guint) record);
        }
    }
  else
    {
      JsonArray *array = json_node_get_array (node);

      for (guint i = 0; i < json_array_get_length (array); i++)
        add_item (self, source, NULL,
                  (guint) troupe_json_text_get_index (source, json_array_get_element (array, i)));
    }
  for (guint next = g_array_index (notes, TroupeYamlNote, item_index).first_merge; next > 0;
       next = g_array_index (notes, TroupeYamlNote, next - 1).next_merge)
    {
      self->has_merge = TRUE;
      add_item (self, source, NULL, next - 1);
    }
  g_array_sort (self->items, compare_items);
  at = self->start + (note->style == TROUPE_YAML_FLOW ? 1 : 0);
  for (guint i = 0; i < self->items->len; i++)
    {
      TroupeYamlItem *item = &g_array_index (self->items, TroupeYamlItem, i);

      item->head = at;
      at = item->tail;
    }
  if (self->items->len > 0)
    self->indent =
        troupe_yaml_get_column (text, g_array_index (self->items, TroupeYamlItem, 0).entry);
  if (self->style == TROUPE_YAML_BLOCK)
    self->end = at;
  return self;
}

void
troupe_yaml_layout_free (TroupeYamlLayout *self)
{
  g_array_unref (self->items);
  g_free (self);
}

/* --- Detecting the style of the source -------------------------------------------------------- */

void
troupe_yaml_find_manner (TroupeJsonText *source, TroupeYamlFormat *manner)
{
  gsize length;
  const char *text = troupe_json_text_get_text (source, &length);
  GArray *notes = troupe_json_text_get_notes (source);
  const char *line_end = memchr (text, '\n', length);
  gboolean has_unit = FALSE, has_list_unit = FALSE;

  manner->line_break = line_end != NULL && line_end > text && line_end[-1] == '\r' ? "\r\n" : "\n";
  manner->unit = 2;
  manner->list_unit = 2;
  for (guint i = 0; i < MIN (notes->len, MOST_LOOKED_AT) && !(has_unit && has_list_unit); i++)
    {
      const TroupeYamlNote *note = &g_array_index (notes, TroupeYamlNote, i);
      const TroupeJsonRecord *record = troupe_json_text_get_record (source, i);
      guint column, key_column;

      if (note->style != TROUPE_YAML_BLOCK || note->parent == 0 || record->span.key_end == 0)
        continue;
      column = troupe_yaml_get_column (text, record->span.start);
      key_column = troupe_yaml_get_column (text, note->entry);
      if (column < key_column || column - key_column > MOST_BLANKS)
        continue;
      if (JSON_NODE_HOLDS_ARRAY ((JsonNode *) record->value))
        {
          manner->list_unit = has_list_unit ? manner->list_unit : column - key_column;
          has_list_unit = TRUE;
        }
      else
        {
          manner->unit = has_unit || column == key_column ? manner->unit : column - key_column;
          has_unit = TRUE;
        }
    }
}

/* --- Matching items --------------------------------------------------------------------------- */

static void
match_members (GArray *matches, const TroupeYamlLayout *layout, JsonNode *node, JsonNode *old)
{
  JsonObject *object = json_node_get_object (node);
  JsonObject *old_object = json_node_get_object (old);
  g_autoptr (GHashTable) by_name = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) by_node = g_hash_table_new (NULL, NULL);
  JsonObjectIter iter;
  TroupeYamlMatch match = { NULL, NULL, NULL };

  for (guint i = 0; i < layout->items->len; i++)
    {
      TroupeYamlItem *item = &g_array_index (layout->items, TroupeYamlItem, i);

      if (item->name == NULL)
        continue;
      g_hash_table_insert (by_name, (gpointer) item->name, item);
      if (!json_object_has_member (object, item->name))
        g_hash_table_insert (by_node, item->node, item);
    }
  json_object_iter_init_ordered (&iter, object);
  while (json_object_iter_next_ordered (&iter, &match.name, &match.node))
    {
      match.old = g_hash_table_lookup (by_name, match.name);
      if (match.old == NULL && layout->has_merge &&
          json_object_get_member (old_object, match.name) == match.node)
        continue;
      if (match.old == NULL)
        {
          match.old = g_hash_table_lookup (by_node, match.node);
          g_hash_table_remove (by_node, match.node);
        }
      g_array_append_val (matches, match);
    }
}

/* Like for JSON lists, matches each element to the item with the same node. If the element is
 * new, matches it to the item that it replaces. */
static void
match_elements (GArray *matches, const TroupeYamlLayout *layout, JsonNode *node)
{
  g_autoptr (GHashTable) by_node = g_hash_table_new (NULL, NULL);
  g_autofree gboolean *is_used = g_new0 (gboolean, layout->items->len + 1);
  TroupeYamlItem *items = (gpointer) layout->items->data;
  JsonArray *array = json_node_get_array (node);
  guint next = 0;

  for (guint i = 0; i < layout->items->len; i++)
    g_hash_table_insert (by_node, items[i].node, &items[i]);
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      TroupeYamlMatch match = { NULL, json_array_get_element (array, i), NULL };

      match.old = g_hash_table_lookup (by_node, match.node);
      g_hash_table_remove (by_node, match.node);
      if (match.old != NULL)
        is_used[match.old - items] = TRUE;
      g_array_append_val (matches, match);
    }
  for (guint i = 0; i < matches->len; i++)
    {
      TroupeYamlMatch *match = &g_array_index (matches, TroupeYamlMatch, i);

      if (match->old == NULL && next < layout->items->len && !is_used[next])
        {
          match->old = &items[next];
          is_used[next] = TRUE;
        }
      if (match->old != NULL)
        next = (guint) (match->old - items) + 1;
    }
}

/* Returns TRUE if the map still contains all keys that its << merge. */
static gboolean
has_all_merged (const TroupeYamlLayout *layout, JsonObject *object, JsonObject *old)
{
  g_autoptr (GHashTable) own = g_hash_table_new (g_str_hash, g_str_equal);
  JsonObjectIter iter;
  const char *name;
  JsonNode *member;

  g_assert (layout != NULL);

  for (guint i = 0; i < layout->items->len; i++)
    {
      const TroupeYamlItem *item = &g_array_index (layout->items, TroupeYamlItem, i);

      if (item->name != NULL)
        g_hash_table_add (own, (gpointer) item->name);
    }
  json_object_iter_init_ordered (&iter, old);
  while (json_object_iter_next_ordered (&iter, &name, &member))
    if (!g_hash_table_contains (own, name) && !json_object_has_member (object, name))
      return FALSE;
  return TRUE;
}

GArray *
troupe_yaml_match (const TroupeYamlLayout *layout, JsonNode *node, JsonNode *old)
{
  g_autoptr (GArray) matches = g_array_new (FALSE, FALSE, sizeof (TroupeYamlMatch));

  if (JSON_NODE_HOLDS_ARRAY (node))
    {
      match_elements (matches, layout, node);
      return g_steal_pointer (&matches);
    }
  if (layout->has_merge &&
      !has_all_merged (layout, json_node_get_object (node), json_node_get_object (old)))
    return NULL;
  match_members (matches, layout, node, old);
  if (layout->has_merge)
    {
      /* Inserts each << after the item that precedes it in the source. */
      for (guint i = 0; i < layout->items->len; i++)
        {
          const TroupeYamlItem *item = &g_array_index (layout->items, TroupeYamlItem, i);
          TroupeYamlMatch match = { NULL, item->node, item };
          guint at = 0;

          if (item->name != NULL)
            continue;
          for (guint j = 0; i > 0 && j < matches->len; j++)
            if (g_array_index (matches, TroupeYamlMatch, j).old == item - 1)
              at = j + 1;
          g_array_insert_val (matches, at, match);
        }
    }
  return g_steal_pointer (&matches);
}
