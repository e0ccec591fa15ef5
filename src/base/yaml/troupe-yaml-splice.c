/* troupe-yaml-splice.c: writes a changed tree into its YAML source
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-yaml-splice"

#include "config.h"

#include <string.h>

#include "troupe-json-record.h"
#include "troupe-limits.h"
#include "troupe-yaml-emit.h"
#include "troupe-yaml-layout.h"
#include "troupe-yaml-notes.h"
#include "troupe-yaml-splice.h"

typedef struct
{
  GString *out;
  TroupeJsonText *source;
  const char *text;
  GArray *notes;
  TroupeYamlFormat manner;
  GHashTable *fresh;
  gboolean *is_reached; /* per record: whether its value is still at its position in the text */
  guint *n_bad;         /* per record: number of preceding records that cannot be copied */
} Writer;

/* A list or map that is written item by item. */
typedef struct
{
  const TroupeYamlLayout *layout;
  GArray *matches;
  guint depth;
} Splice;

static void write_container (Writer *self, JsonNode *node, JsonNode *old, guint depth);

static const TroupeYamlNote *
get_note (const Writer *self, guint record)
{
  return &g_array_index (self->notes, TroupeYamlNote, record);
}

static gboolean
is_container (JsonNode *node)
{
  return JSON_NODE_HOLDS_OBJECT (node) || JSON_NODE_HOLDS_ARRAY (node);
}

static gboolean
is_empty (JsonNode *node)
{
  return JSON_NODE_HOLDS_OBJECT (node) ? json_object_get_size (json_node_get_object (node)) == 0
                                       : json_array_get_length (json_node_get_array (node)) == 0;
}

static void
write_part (Writer *self, guint start, guint end)
{
  if (end > start)
    g_string_append_len (self->out, self->text + start, (gssize) (end - start));
}

static void
write_line (Writer *self, guint indent)
{
  g_string_append (self->out, self->manner.line_break);
  for (guint i = 0; i < indent; i++)
    g_string_append_c (self->out, ' ');
}

/* --- Deciding what can be copied -------------------------------------------------------------- */

/* Marks the parts of the text that keep their position and value. */
static void
mark_reached (Writer *self, JsonNode *node, JsonNode *old, guint depth)
{
  int index = troupe_json_text_get_index (self->source, old);
  g_autoptr (TroupeYamlLayout) layout = NULL;
  g_autoptr (GArray) matches = NULL;

  g_assert (self != NULL);

  if (index < 0 || depth > TROUPE_LIMIT_NESTING)
    return;
  if (node == old)
    {
      for (guint i = (guint) index; i < get_note (self, (guint) index)->last; i++)
        self->is_reached[i] = TRUE;
      return;
    }
  if (!is_container (node) || json_node_get_node_type (node) != json_node_get_node_type (old))
    return;
  layout = troupe_yaml_layout_new (self->source, old);
  matches = layout != NULL ? troupe_yaml_match (layout, node, old) : NULL;
  for (guint i = 0; matches != NULL && i < matches->len; i++)
    {
      const TroupeYamlMatch *match = &g_array_index (matches, TroupeYamlMatch, i);

      if (match->old != NULL)
        mark_reached (self, match->node, match->old->node, depth + 1);
    }
}

static void
count_bad (Writer *self, gboolean expand)
{
  self->n_bad[0] = 0;
  for (guint i = 0; i < self->notes->len; i++)
    {
      const TroupeYamlNote *note = get_note (self, i);
      gboolean is_bad =
          g_hash_table_contains (self->fresh, troupe_json_text_get_record (self->source, i)->value);

      if (note->is_key_used)
        is_bad = is_bad || expand;
      if (note->style == TROUPE_YAML_ALIAS)
        is_bad = is_bad || expand || !self->is_reached[note->target - 1];
      self->n_bad[i + 1] = self->n_bad[i] + (is_bad ? 1 : 0);
    }
}

static gboolean
can_copy (const Writer *self, guint record)
{
  return self->n_bad[record] == self->n_bad[get_note (self, record)->last];
}

/* Returns TRUE if @node can be written item by item with the layout of @old. */
static gboolean
can_splice (const Writer *self, JsonNode *node, JsonNode *old)
{
  g_autoptr (TroupeYamlLayout) layout = NULL;
  g_autoptr (GArray) matches = NULL;

  g_assert (self != NULL);

  if (!is_container (node) || is_empty (node) || g_hash_table_contains (self->fresh, node) ||
      json_node_get_node_type (node) != json_node_get_node_type (old))
    return FALSE;
  layout = troupe_yaml_layout_new (self->source, old);
  if (layout == NULL || (layout->style == TROUPE_YAML_BLOCK && layout->items->len == 0))
    return FALSE;
  for (guint i = 0; i < layout->items->len && layout->has_merge; i++)
    {
      const TroupeYamlItem *item = &g_array_index (layout->items, TroupeYamlItem, i);

      if (item->name == NULL && !can_copy (self, item->record))
        return FALSE;
    }
  matches = troupe_yaml_match (layout, node, old);
  return matches != NULL;
}

/* --- Items --------------------------------------------------------------------------------- */

static void
write_key (Writer *self, const TroupeYamlMatch *match, gboolean in_flow)
{
  const TroupeYamlItem *old = match->old;

  g_assert (self != NULL);

  if (match->name == NULL || (old != NULL && g_strcmp0 (old->name, match->name) == 0 &&
                              !get_note (self, old->record)->is_key_used))
    write_part (self, old->entry, old->key_end);
  else
    troupe_yaml_append_text (self->out, match->name, TROUPE_YAML_PLAIN, in_flow);
}

/* Rewrites the value after the existing key or dash. */
static void
write_new_value (Writer *self, const TroupeYamlMatch *match, guint indent, guint depth)
{
  const TroupeYamlItem *old = match->old;
  const TroupeYamlNote *note = old != NULL ? get_note (self, old->record) : NULL;
  TroupeYamlStyle style = note != NULL ? note->style : TROUPE_YAML_PLAIN;
  TroupeYamlPiece piece;

  g_assert (self != NULL);

  troupe_yaml_piece_init (&piece);
  troupe_yaml_emit (&piece, match->node, style, indent, match->name == NULL, &self->manner,
                    depth + 1);
  if (match->name != NULL)
    g_string_append_c (self->out, ':');
  if (piece.head->len > 0)
    {
      guint blanks = old != NULL ? old->key_end + (match->name != NULL ? 1 : 0) : 0;

      /* Keeps the number of blanks, because values may be aligned. */
      if (old != NULL && style != TROUPE_YAML_BLOCK && old->props > blanks &&
          strspn (self->text + blanks, " ") >= old->props - blanks)
        write_part (self, blanks, old->props);
      else
        g_string_append_c (self->out, ' ');
    }
  g_string_append_len (self->out, piece.head->str, (gssize) piece.head->len);
  if (old != NULL && style == TROUPE_YAML_BLOCK)
    {
      gboolean has_body = piece.body->len > 0;
      guint end = old->start;
      guint line_end = old->key_end;

      /* Preserves the comments before a value on separate lines if the value is replaced with a
       * value on the line of the key. */
      while (line_end < end && self->text[line_end] != '\n' && self->text[line_end] != '#')
        line_end++;
      while (end > line_end && strchr (" \t\r\n", self->text[end - 1]) != NULL)
        end--;
      if (has_body)
        {
          const char *first = memchr (self->text + line_end, '\n', end - line_end);

          end = first != NULL ? (guint) (first - self->text) : end;
        }
      if (end > line_end && memchr (self->text + line_end, '#', end - line_end) != NULL)
        {
          if (self->text[line_end] == '#')
            g_string_append (self->out, "  ");
          write_part (self, line_end, end);
        }
    }
  else if (old != NULL && style != TROUPE_YAML_LITERAL && style != TROUPE_YAML_FOLDED)
    write_part (self, old->end, old->tail);
  g_string_append_len (self->out, piece.body->str, (gssize) piece.body->len);
  troupe_yaml_piece_clear (&piece);
}

static void
write_flow_item (Writer *self, const Splice *splice, const TroupeYamlMatch *match)
{
  const TroupeYamlItem *old = match->old;

  g_assert (self != NULL);

  if (old != NULL && match->node == old->node && can_copy (self, old->record))
    {
      if (match->name != NULL)
        write_key (self, match, TRUE);
      write_part (self, match->name != NULL ? old->key_end : old->entry, old->end);
      return;
    }
  if (match->name != NULL)
    {
      write_key (self, match, TRUE);
      if (old != NULL && memchr (self->text + old->key_end, ':', old->props - old->key_end) != NULL)
        {
          write_part (self, old->key_end, old->props);
          if (self->text[old->props - 1] == ':')
            g_string_append_c (self->out, ' ');
        }
      else
        g_string_append (self->out, ": ");
    }
  if (old != NULL && can_splice (self, match->node, old->node))
    {
      write_part (self, old->props, old->start);
      write_container (self, match->node, old->node, splice->depth + 1);
    }
  else
    troupe_yaml_emit_flow (self->out, match->node,
                           old != NULL ? get_note (self, old->record)->style : TROUPE_YAML_PLAIN,
                           splice->depth + 1);
}

/* --- Lists and maps ------------------------------------------------------------------------ */

/* Whether each item starts a new line. */
static gboolean
is_in_lines (const Writer *self, const TroupeYamlLayout *layout)
{
  const TroupeYamlItem *first = (gpointer) layout->items->data;

  return layout->items->len > 0 &&
         memchr (self->text + first->head, '\n', first->entry - first->head) != NULL;
}

static void
write_flow_container (Writer *self, const Splice *splice)
{
  const TroupeYamlLayout *layout = splice->layout;
  const TroupeYamlItem *items = (gpointer) layout->items->data;
  const TroupeYamlItem *previous = NULL;

  g_assert (self != NULL);

  g_string_append_c (self->out, self->text[layout->start]);
  if (layout->items->len > 0)
    write_part (self, items->head, items->entry);
  for (guint i = 0; i < splice->matches->len; i++)
    {
      const TroupeYamlMatch *match = &g_array_index (splice->matches, TroupeYamlMatch, i);

      if (i > 0 && match->old != NULL && previous != NULL && match->old == previous + 1)
        write_part (self, match->old->head, match->old->entry);
      else if (i > 0)
        {
          g_string_append_c (self->out, ',');
          if (is_in_lines (self, layout))
            write_line (self, layout->indent);
          else
            g_string_append_c (self->out, ' ');
        }
      write_flow_item (self, splice, match);
      previous = match->old;
    }
  if (layout->items->len > 0)
    write_part (self, items[layout->items->len - 1].end, layout->end - 1);
  g_string_append_c (self->out, self->text[layout->end - 1]);
}

/* Writes a list or map item by item. Requires can_splice() to have returned TRUE. */
static void
write_container (Writer *self, JsonNode *node, JsonNode *old, guint depth)
{
  g_autoptr (TroupeYamlLayout) layout = troupe_yaml_layout_new (self->source, old);
  g_autoptr (GArray) matches = troupe_yaml_match (layout, node, old);
  const Splice splice = { layout, matches, depth };

  g_assert (self != NULL);

  if (layout->style == TROUPE_YAML_FLOW)
    {
      write_flow_container (self, &splice);
      return;
    }
  for (guint i = 0; i < matches->len; i++)
    {
      const TroupeYamlMatch *match;
      const TroupeYamlItem *item;
      const TroupeYamlItem *items = (gpointer) splice.layout->items->data;
      const TroupeYamlItem *head_old = g_array_index (splice.matches, TroupeYamlMatch, i).old;
      guint at;

      /* Writes the text between the previous item and the item at @i. */
      if (i > 0 && (head_old == NULL || head_old == items))
        write_line (self, splice.layout->indent);
      else if (i > 0)
        write_part (self, head_old->head, head_old->entry);
      else if (head_old != NULL && head_old != items)
        {
          /* The item becomes the first item, so its comments follow the blanks that are already
           * written. */
          at = head_old->head;
          while (at < head_old->entry && strchr (" \t\r\n", self->text[at]) != NULL)
            at++;
          write_part (self, at, head_old->entry);
        }
      match = &g_array_index (matches, TroupeYamlMatch, i);
      item = match->old;
      if (item == NULL && match->name == NULL)
        g_string_append_c (self->out, '-');
      else
        write_key (self, match, FALSE);
      if (item != NULL && match->node == item->node && can_copy (self, item->record))
        write_part (self, item->key_end, item->tail);
      else if (item != NULL && can_splice (self, match->node, item->node))
        {
          write_part (self, item->key_end, item->start);
          write_container (self, match->node, item->node, splice.depth + 1);
          if (get_note (self, item->record)->style == TROUPE_YAML_FLOW)
            write_part (self, item->end, item->tail);
        }
      else
        write_new_value (self, match, splice.layout->indent, splice.depth);
    }
}

char *
troupe_yaml_splice (JsonNode *root, TroupeJsonText *source, GHashTable *fresh, gboolean expand)
{
  GArray *notes = troupe_json_text_get_notes (source);
  g_autofree gboolean *is_reached = g_new0 (gboolean, notes->len);
  g_autofree guint *n_bad = g_new (guint, notes->len + 1);
  Writer self = { g_string_new (NULL), source, troupe_json_text_get_text (source, NULL), notes };
  JsonNode *old;
  guint index;
  g_autoptr (TroupeYamlLayout) layout = NULL;
  gsize length;

  self.fresh = fresh;
  self.is_reached = is_reached;
  self.n_bad = n_bad;
  troupe_yaml_find_manner (source, &self.manner);
  mark_reached (&self, root, troupe_json_text_get_root (source), 0);
  count_bad (&self, expand);
  old = troupe_json_text_get_root (self.source);
  index = (guint) troupe_json_text_get_index (self.source, old);
  troupe_json_text_get_text (self.source, &length);
  if (root == old && can_copy (&self, index))
    write_part (&self, 0, (guint) length);
  else if (!can_splice (&self, root, old))
    troupe_yaml_emit_root (self.out, root, &self.manner);
  else
    {
      layout = troupe_yaml_layout_new (self.source, old);
      write_part (&self, 0, layout->start);
      write_container (&self, root, old, 0);
      write_part (&self, layout->end, (guint) length);
    }
  return g_string_free (self.out, FALSE);
}
