/* troupe-value-item.c: values as rows of a lazy tree
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-value-item"

#include "config.h"

#include "troupe-value-item.h"

struct _TroupeValueItem
{
  GObject parent_instance;

  char *name;
  char *path;
  TroupeValue *value;
};

G_DEFINE_FINAL_TYPE (TroupeValueItem, troupe_value_item, G_TYPE_OBJECT)

/* The children of one value as a list model that makes its rows on demand. */
#define TROUPE_TYPE_VALUE_CHILDREN (troupe_value_children_get_type ())
G_DECLARE_FINAL_TYPE (TroupeValueChildren, troupe_value_children, TROUPE, VALUE_CHILDREN, GObject)

struct _TroupeValueChildren
{
  GObject parent_instance;

  char *path;
  TroupeValue *value;
};

static void troupe_value_children_iface_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TroupeValueChildren,
                               troupe_value_children,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL,
                                                      troupe_value_children_iface_init))

static gsize
count_children (const TroupeValue *value)
{
  if (troupe_value_is (value, TROUPE_VALUE_LIST))
    return troupe_value_list_get_length (value);
  if (troupe_value_is (value, TROUPE_VALUE_MAP))
    return troupe_value_map_get_size (value);
  return 0;
}

static gboolean
is_name (const char *text)
{
  if (!g_ascii_isalpha (*text) && *text != '_')
    return FALSE;
  for (; *text != '\0'; text++)
    if (!g_ascii_isalnum (*text) && *text != '_')
      return FALSE;
  return TRUE;
}

static TroupeValueItem *
make_entry (TroupeValueChildren *self, guint position)
{
  g_autofree char *name = NULL;
  g_autofree char *path = NULL;
  TroupeValue *key;

  if (troupe_value_is (self->value, TROUPE_VALUE_LIST))
    {
      name = g_strdup_printf ("%u", position);
      path = g_strdup_printf ("%s[%u]", self->path, position);
      return troupe_value_item_new (name, path, troupe_value_list_get (self->value, position));
    }
  key = troupe_value_map_get_key (self->value, position);
  name = troupe_value_is (key, TROUPE_VALUE_STRING)
             ? g_strdup (troupe_value_get_string (key, NULL))
             : troupe_value_to_json (key, TROUPE_JSON_COMPACT);
  if (*self->path == '\0')
    path = g_strdup (name);
  else if (is_name (name))
    path = g_strdup_printf ("%s.%s", self->path, name);
  else
    path = g_strdup_printf ("%s['%s']", self->path, name);
  return troupe_value_item_new (name, path, troupe_value_map_get_value (self->value, position));
}

static GType
troupe_value_children_get_item_type (GListModel *model)
{
  return TROUPE_TYPE_VALUE_ITEM;
}

static guint
troupe_value_children_get_n_items (GListModel *model)
{
  return (guint) MIN (count_children (TROUPE_VALUE_CHILDREN (model)->value), G_MAXUINT);
}

static gpointer
troupe_value_children_get_item (GListModel *model, guint position)
{
  TroupeValueChildren *self = TROUPE_VALUE_CHILDREN (model);

  return position < count_children (self->value) ? make_entry (self, position) : NULL;
}

static void
troupe_value_children_iface_init (GListModelInterface *iface)
{
  iface->get_item_type = troupe_value_children_get_item_type;
  iface->get_n_items = troupe_value_children_get_n_items;
  iface->get_item = troupe_value_children_get_item;
}

static void
troupe_value_children_finalize (GObject *object)
{
  TroupeValueChildren *self = TROUPE_VALUE_CHILDREN (object);

  g_free (self->path);
  troupe_value_unref (self->value);
  G_OBJECT_CLASS (troupe_value_children_parent_class)->finalize (object);
}

static void
troupe_value_children_class_init (TroupeValueChildrenClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_value_children_finalize;
}

static void
troupe_value_children_init (TroupeValueChildren *self)
{
}

GListModel *
troupe_value_item_list_children (TroupeValueItem *self)
{
  TroupeValueChildren *list;

  g_return_val_if_fail (TROUPE_IS_VALUE_ITEM (self), NULL);

  if (count_children (self->value) == 0)
    return NULL;
  list = g_object_new (TROUPE_TYPE_VALUE_CHILDREN, NULL);
  list->path = g_strdup (self->path);
  list->value = troupe_value_ref (self->value);
  return G_LIST_MODEL (list);
}

static void
troupe_value_item_finalize (GObject *object)
{
  TroupeValueItem *self = TROUPE_VALUE_ITEM (object);

  g_free (self->name);
  g_free (self->path);
  troupe_value_unref (self->value);
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
troupe_value_item_new (const char *name, const char *path, TroupeValue *value)
{
  TroupeValueItem *self = g_object_new (TROUPE_TYPE_VALUE_ITEM, NULL);

  self->name = g_strdup (name);
  self->path = g_strdup (path);
  self->value = troupe_value_ref (value);
  return self;
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
