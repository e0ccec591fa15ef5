/* troupe-value-item.c: list model item of a lazy value tree
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-value-item"

#include "config.h"

#include "troupe-value-children.h"

struct _TroupeValueItem
{
  GObject parent_instance;

  char *name;
  char *path;
  TroupeValue *value;
  TroupeValue *before; /* (nullable) */
  TroupeValueMark mark;
  gsize first;
  gsize count;
  gboolean stretch;
};

G_DEFINE_FINAL_TYPE (TroupeValueItem, troupe_value_item, G_TYPE_OBJECT)

static void
troupe_value_item_finalize (GObject *object)
{
  TroupeValueItem *self = TROUPE_VALUE_ITEM (object);

  g_free (self->name);
  g_free (self->path);
  troupe_value_unref (self->value);
  g_clear_pointer (&self->before, troupe_value_unref);
  G_OBJECT_CLASS (troupe_value_item_parent_class)->finalize (object);
}

static void
troupe_value_item_class_init (TroupeValueItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_value_item_finalize;
}

static void
troupe_value_item_init (TroupeValueItem *self)
{
}

TroupeValueItem *
troupe_value_item_new_marked (const char *name,
                              const char *path,
                              TroupeValue *value,
                              TroupeValue *before,
                              TroupeValueMark mark)
{
  TroupeValueItem *self = g_object_new (TROUPE_TYPE_VALUE_ITEM, NULL);

  self->name = g_strdup (name);
  self->path = g_strdup (path);
  self->value = troupe_value_ref (value);
  self->before = before != NULL ? troupe_value_ref (before) : NULL;
  self->mark = mark;
  self->count = troupe_value_count (value);
  return self;
}

TroupeValueItem *
troupe_value_item_new_stretch (const char *name,
                               const char *path,
                               TroupeValue *value,
                               gsize first,
                               gsize count)
{
  TroupeValueItem *self = troupe_value_item_new_marked (name, path, value, NULL, TROUPE_VALUE_SAME);

  self->first = first;
  self->count = count;
  self->stretch = TRUE;
  return self;
}

TroupeValueItem *
troupe_value_item_new (const char *name, const char *path, TroupeValue *value, TroupeValue *before)
{
  const gboolean same = before == NULL || troupe_value_equal (value, before);

  return troupe_value_item_new_marked (name, path, value, same ? NULL : before,
                                       same ? TROUPE_VALUE_SAME : TROUPE_VALUE_CHANGED);
}

GListModel *
troupe_value_item_list_children (TroupeValueItem *self)
{
  g_return_val_if_fail (TROUPE_IS_VALUE_ITEM (self), NULL);

  /* Even an empty value has children if entries were removed from it, because the removed
   * entries must be shown. */
  if (self->count == 0 && (self->before == NULL || troupe_value_count (self->before) == 0))
    return NULL;
  return G_LIST_MODEL (
      troupe_value_children_new (self->path, self->value, self->before, self->first, self->count));
}

const char *
troupe_value_item_get_name (TroupeValueItem *self)
{
  g_return_val_if_fail (TROUPE_IS_VALUE_ITEM (self), NULL);

  return self->name;
}

const char *
troupe_value_item_get_path (TroupeValueItem *self)
{
  g_return_val_if_fail (TROUPE_IS_VALUE_ITEM (self), NULL);

  return self->path;
}

TroupeValue *
troupe_value_item_get_value (TroupeValueItem *self)
{
  g_return_val_if_fail (TROUPE_IS_VALUE_ITEM (self), NULL);

  return self->value;
}

TroupeValueMark
troupe_value_item_get_mark (TroupeValueItem *self)
{
  g_return_val_if_fail (TROUPE_IS_VALUE_ITEM (self), TROUPE_VALUE_SAME);

  return self->mark;
}

gsize
troupe_value_item_count (TroupeValueItem *self)
{
  g_return_val_if_fail (TROUPE_IS_VALUE_ITEM (self), 0);

  return self->count;
}

gboolean
troupe_value_item_is_stretch (TroupeValueItem *self)
{
  g_return_val_if_fail (TROUPE_IS_VALUE_ITEM (self), FALSE);

  return self->stretch;
}

char *
troupe_value_format_count (guint64 count)
{
  g_autofree char *digits = g_strdup_printf ("%" G_GUINT64_FORMAT, count);
  GString *text = g_string_new (NULL);
  const gsize length = strlen (digits);

  for (gsize i = 0; i < length; i++)
    {
      if (i > 0 && (length - i) % 3 == 0)
        g_string_append (text, "\u2009");
      g_string_append_c (text, digits[i]);
    }
  return g_string_free (text, FALSE);
}

char *
troupe_value_format_length (const char *text, gsize length)
{
  g_return_val_if_fail (text != NULL, NULL);

  return length > TROUPE_VALUE_COUNTED
             ? g_format_size (length)
             : troupe_value_format_count ((guint64) g_utf8_strlen (text, (gssize) length));
}
