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

GPtrArray *
troupe_document_list_typed (TroupeDocument *self)
{
  return troupe_document_get_typed_texts (self)->texts;
}

const char *
troupe_document_get_typed_change (TroupeDocument *self)
{
  return troupe_document_get_typed_texts (self)->change;
}
