/* troupe-document-typed.c: texts of fields that are not in the document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-document-typed"

#include "config.h"

#include <string.h>

#include "troupe-base.h"
#include "troupe-document-private.h"

static void
typed_free (gpointer data)
{
  TroupeTypedText *self = data;

  g_free (self->field);
  g_free (self->text);
  g_free (self);
}

/* Returns the index of the field, or -1. */
static int
find_typed (TroupeDocument *self, const char *field)
{
  TroupeTypedTexts *all = troupe_document_get_typed_texts (self);

  for (guint i = 0; all->texts != NULL && i < all->texts->len; i++)
    if (g_str_equal (((TroupeTypedText *) all->texts->pdata[i])->field, field))
      return (int) i;
  return -1;
}

void
troupe_document_set_typed (TroupeDocument *self, const char *field, const char *text)
{
  TroupeTypedTexts *all = troupe_document_get_typed_texts (self);
  TroupeTypedText *typed;
  int index;

  g_return_if_fail (TROUPE_IS_DOCUMENT (self));
  g_return_if_fail (field != NULL);

  index = find_typed (self, field);
  if (index < 0 ? text == NULL
                : text != NULL &&
                      g_str_equal (((TroupeTypedText *) all->texts->pdata[index])->text, text))
    return;
  /* First, because @field may be that of the text which is removed. */
  troupe_set_str (&all->change, field);
  field = all->change;
  if (index >= 0)
    g_ptr_array_remove_index (all->texts, (guint) index);
  if (text != NULL)
    {
      if (all->texts == NULL)
        all->texts = g_ptr_array_new_with_free_func (typed_free);
      typed = g_new0 (TroupeTypedText, 1);
      typed->field = g_strdup (field);
      typed->text = g_strdup (text);
      g_ptr_array_add (all->texts, typed);
    }
  troupe_document_record_typed (self);
}

const char *
troupe_document_get_typed (TroupeDocument *self, const char **field)
{
  TroupeTypedTexts *all = troupe_document_get_typed_texts (self);
  const TroupeTypedText *last;

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), NULL);

  if (all->texts == NULL || all->texts->len == 0)
    return NULL;
  last = all->texts->pdata[all->texts->len - 1];
  if (field != NULL)
    *field = last->field;
  return last->text;
}

const char *
troupe_document_find_typed (TroupeDocument *self, const char *field)
{
  int index;

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (self), NULL);
  g_return_val_if_fail (field != NULL, NULL);

  index = find_typed (self, field);
  return index >= 0
             ? ((TroupeTypedText *) troupe_document_get_typed_texts (self)->texts->pdata[index])
                   ->text
             : NULL;
}

void
troupe_document_move_typed (TroupeDocument *self, const char *field, const char *new_field)
{
  TroupeTypedTexts *all = troupe_document_get_typed_texts (self);
  gsize length;

  g_return_if_fail (TROUPE_IS_DOCUMENT (self));
  g_return_if_fail (field != NULL && new_field != NULL);

  length = strlen (field);
  for (guint i = all->texts != NULL ? all->texts->len : 0; i-- > 0;)
    {
      const TroupeTypedText *typed = all->texts->pdata[i];
      g_autofree char *old = g_strdup (typed->field);
      g_autofree char *text = g_strdup (typed->text);
      g_autofree char *moved = NULL;

      if (!g_str_has_prefix (old, field) || (old[length] != '\0' && old[length] != '.'))
        continue;
      moved = g_strconcat (new_field, old + length, NULL);
      troupe_document_set_typed (self, old, NULL);
      troupe_document_set_typed (self, moved, text);
    }
}

/* Returns the index of the entry of @after that was the entry @index of @before, or -1 if it was
 * removed. Entries that did not change are the same node, or an equal one if the text was parsed
 * again. */
static int
find_entry (JsonArray *before, JsonArray *after, guint index)
{
  const guint n_before = json_array_get_length (before);
  const guint n_after = json_array_get_length (after);
  JsonNode *entry;

  /* A new entry that is not in the list yet. */
  if (index >= n_before)
    return (int) MIN (index - n_before + n_after, (guint) G_MAXINT);
  entry = json_array_get_element (before, index);
  if (index < n_after && json_array_get_element (after, index) == entry)
    return (int) index;
  for (guint i = 0; i < n_after; i++)
    if (json_array_get_element (after, i) == entry)
      return (int) i;
  if (index < n_after && troupe_json_node_equal (json_array_get_element (after, index), entry))
    return (int) index;
  for (guint i = 0; i < n_after; i++)
    if (troupe_json_node_equal (json_array_get_element (after, i), entry))
      return (int) i;
  /* The entry itself was edited. */
  return n_before == n_after ? (int) index : -1;
}

/* Returns the field that @field has after a change. (transfer full) (nullable): NULL if its entry was
 * removed */
static char *
follow_field (const char *field, JsonNode *before, JsonNode *after)
{
  g_auto (GStrv) keys = g_strsplit (field, ".", -1);

  for (guint i = 0; keys[i] != NULL && before != NULL && after != NULL && before != after; i++)
    {
      guint64 index;
      int now;

      if (JSON_NODE_HOLDS_OBJECT (before) && JSON_NODE_HOLDS_OBJECT (after))
        {
          before = json_object_get_member (json_node_get_object (before), keys[i]);
          after = json_object_get_member (json_node_get_object (after), keys[i]);
          continue;
        }
      if (!JSON_NODE_HOLDS_ARRAY (before) || !JSON_NODE_HOLDS_ARRAY (after) ||
          !g_ascii_string_to_unsigned (keys[i], 10, 0, G_MAXINT, &index, NULL))
        break;
      now = find_entry (json_node_get_array (before), json_node_get_array (after), (guint) index);
      if (now < 0)
        return NULL;
      g_free (keys[i]);
      keys[i] = g_strdup_printf ("%d", now);
      if (index >= json_array_get_length (json_node_get_array (before)))
        break;
      before = json_array_get_element (json_node_get_array (before), (guint) index);
      after = json_array_get_element (json_node_get_array (after), (guint) now);
    }
  return g_strjoinv (".", keys);
}

void
troupe_document_follow_typed (TroupeDocument *self, JsonNode *before, JsonNode *after)
{
  TroupeTypedTexts *all = troupe_document_get_typed_texts (self);
  g_autoptr (GPtrArray) moved = NULL;

  g_assert (TROUPE_IS_DOCUMENT (self));

  if (all->texts == NULL || all->texts->len == 0 || before == after)
    return;
  moved = g_ptr_array_new_with_free_func (typed_free);
  for (guint i = all->texts->len; i-- > 0;)
    {
      const TroupeTypedText *typed = all->texts->pdata[i];
      g_autofree char *field = follow_field (typed->field, before, after);
      TroupeTypedText *text;

      if (g_strcmp0 (field, typed->field) == 0)
        continue;
      text = g_new0 (TroupeTypedText, 1);
      text->field = g_steal_pointer (&field);
      text->text = g_strdup (typed->text);
      g_ptr_array_add (moved, text);
      troupe_document_set_typed (self, typed->field, NULL);
    }
  /* All of them are removed first, because two entries may have changed places. */
  for (guint i = moved->len; i-- > 0;)
    {
      const TroupeTypedText *text = moved->pdata[i];

      if (text->field != NULL)
        troupe_document_set_typed (self, text->field, text->text);
    }
}

void
troupe_document_clear_typed (TroupeDocument *self)
{
  const char *field;

  g_return_if_fail (TROUPE_IS_DOCUMENT (self));

  while (troupe_document_get_typed (self, &field) != NULL)
    {
      g_autofree char *last = g_strdup (field);

      troupe_document_set_typed (self, last, NULL);
    }
}
