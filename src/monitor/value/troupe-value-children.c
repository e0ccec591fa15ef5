/* troupe-value-children.c: list model of the entries of a list or map value
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-value-children"

#include "config.h"

#include "troupe-value-children.h"

/* Maximum number of rows per level, because GTK creates a node for each child of an expanded
 * row, which is slow for a million entries. */
#define STRETCH 10000
/* Longer lists and maps are not compared entry by entry. */
#define COMPARE_LIMIT 10000

/* One row of a comparison. An @index beyond the entries of the value refers to an entry of the
 * older value that was removed. @old: whether to show the entry of the older value. */
typedef struct
{
  guint index;
  gboolean old;
  TroupeValueMark mark;
} Entry;

struct _TroupeValueChildren
{
  GObject parent_instance;

  char *path;
  TroupeValue *value;
  TroupeValue *before; /* (nullable) */
  GArray *entries;     /* (nullable) (element-type Entry): NULL without comparison */
  gsize first;
  gsize count;
  gsize step; /* entries per row: 1, or the size of a range */
};

static void troupe_value_children_iface_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TroupeValueChildren,
                               troupe_value_children,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL,
                                                      troupe_value_children_iface_init))

gsize
troupe_value_count (const TroupeValue *value)
{
  if (troupe_value_is (value, TROUPE_VALUE_LIST))
    return troupe_value_list_get_length (value);
  if (troupe_value_is (value, TROUPE_VALUE_MAP))
    return troupe_value_map_get_size (value);
  return 0;
}

static TroupeValue *
get_entry (TroupeValue *value, gsize index)
{
  return troupe_value_is (value, TROUPE_VALUE_LIST) ? troupe_value_list_get (value, index)
                                                    : troupe_value_map_get_value (value, index);
}

/* Finds the entry of @other with the same key or index as entry @index of @value, or NULL. */
static TroupeValue *
find_counterpart (TroupeValue *value, gsize index, TroupeValue *other)
{
  if (troupe_value_is (value, TROUPE_VALUE_MAP))
    return troupe_value_map_lookup (other, troupe_value_map_get_key (value, index));
  return index < troupe_value_list_get_length (other) ? troupe_value_list_get (other, index) : NULL;
}

static void
add_entry (TroupeValueChildren *self, gsize index, gboolean old, TroupeValueMark mark)
{
  const Entry entry = { (guint) index, old, mark };

  g_assert (TROUPE_IS_VALUE_CHILDREN (self));

  g_array_append_val (self->entries, entry);
}

/* Creates the rows of the comparison. A changed scalar has two rows, one for the old and one for
 * the new value. A container has one row, which contains the rows of the changes inside. */
static void
compare (TroupeValueChildren *self)
{
  const gsize n_new = troupe_value_count (self->value);
  const gsize n_old = troupe_value_count (self->before);

  g_assert (TROUPE_IS_VALUE_CHILDREN (self));

  self->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  for (gsize i = 0; i < n_new; i++)
    {
      TroupeValue *now = get_entry (self->value, i);
      TroupeValue *then = find_counterpart (self->value, i, self->before);

      if (then == NULL)
        add_entry (self, i, FALSE, TROUPE_VALUE_ADDED);
      else if (troupe_value_equal (now, then))
        add_entry (self, i, FALSE, TROUPE_VALUE_SAME);
      else if (troupe_value_count (now) > 0 &&
               troupe_value_get_value_type (now) == troupe_value_get_value_type (then))
        add_entry (self, i, FALSE, TROUPE_VALUE_CHANGED);
      else
        {
          add_entry (self, i, TRUE, TROUPE_VALUE_REMOVED);
          add_entry (self, i, FALSE, TROUPE_VALUE_ADDED);
        }
    }
  for (gsize i = 0; i < n_old; i++)
    if (find_counterpart (self->before, i, self->value) == NULL)
      add_entry (self, n_new + i, TRUE, TROUPE_VALUE_REMOVED);
}

static gboolean
is_name (const char *text)
{
  static const char *const words[] = { "in", "true", "false", "null" };

  if (!g_ascii_isalpha (*text) && *text != '_')
    return FALSE;
  for (const char *letter = text; *letter != '\0'; letter++)
    if (!g_ascii_isalnum (*letter) && *letter != '_')
      return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_equal (text, words[i]))
      return FALSE;
  return TRUE;
}

static void
describe_entry (TroupeValueChildren *self, TroupeValue *from, gsize index, char **name, char **path)
{
  g_autofree char *quoted = NULL;
  TroupeValue *key;

  g_assert (TROUPE_IS_VALUE_CHILDREN (self));

  if (troupe_value_is (from, TROUPE_VALUE_LIST))
    {
      *name = g_strdup_printf ("%" G_GSIZE_FORMAT, index);
      *path = g_strdup_printf ("%s[%" G_GSIZE_FORMAT "]", self->path, index);
      return;
    }
  key = troupe_value_map_get_key (from, index);
  quoted = troupe_value_to_json (key, TROUPE_JSON_COMPACT);
  *name = troupe_value_is (key, TROUPE_VALUE_STRING)
              ? g_utf8_make_valid (troupe_value_get_string (key, NULL), -1)
              : g_strdup (quoted);
  if (*self->path == '\0')
    *path = g_strdup (*name);
  else if (troupe_value_is (key, TROUPE_VALUE_STRING) && is_name (*name))
    *path = g_strdup_printf ("%s.%s", self->path, *name);
  else
    *path = g_strdup_printf ("%s[%s]", self->path, quoted);
}

static TroupeValueItem *
make_compared (TroupeValueChildren *self, guint position)
{
  const Entry *entry = &g_array_index (self->entries, Entry, position);
  const gsize n_new = troupe_value_count (self->value);
  g_autofree char *name = NULL;
  g_autofree char *path = NULL;
  TroupeValue *from = self->value;
  TroupeValue *value, *before = NULL;
  gsize index = entry->index;

  g_assert (TROUPE_IS_VALUE_CHILDREN (self));

  if (index >= n_new)
    {
      from = self->before;
      index -= n_new;
    }
  describe_entry (self, from, index, &name, &path);
  value = get_entry (from, index);
  if (entry->old && from == self->value)
    value = find_counterpart (self->value, index, self->before);
  if (entry->mark == TROUPE_VALUE_CHANGED)
    before = find_counterpart (self->value, index, self->before);
  return troupe_value_item_new_marked (name, path, value, before, entry->mark);
}

static GType
troupe_value_children_get_item_type (GListModel *model)
{
  return TROUPE_TYPE_VALUE_ITEM;
}

static guint
troupe_value_children_get_n_items (GListModel *model)
{
  TroupeValueChildren *self = TROUPE_VALUE_CHILDREN (model);

  if (self->entries != NULL)
    return self->entries->len;
  return (guint) ((self->count + self->step - 1) / self->step);
}

static gpointer
troupe_value_children_get_item (GListModel *model, guint position)
{
  TroupeValueChildren *self = TROUPE_VALUE_CHILDREN (model);
  g_autofree char *name = NULL;
  g_autofree char *path = NULL;
  const gsize index = self->first + position;

  if (position >= troupe_value_children_get_n_items (model))
    return NULL;
  if (self->entries != NULL)
    return make_compared (self, position);
  if (self->step > 1)
    {
      const gsize first = self->first + position * self->step;
      const gsize count = MIN (self->step, self->count - position * self->step);
      g_autofree char *from = troupe_value_format_count (first);
      g_autofree char *to = troupe_value_format_count (first + count - 1);
      g_autofree char *title = g_strdup_printf ("%s … %s", from, to);

      return troupe_value_item_new_stretch (title, self->path, self->value, first, count);
    }
  describe_entry (self, self->value, index, &name, &path);
  return troupe_value_item_new_marked (name, path, get_entry (self->value, index), NULL,
                                       TROUPE_VALUE_SAME);
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
  g_clear_pointer (&self->before, troupe_value_unref);
  g_clear_pointer (&self->entries, g_array_unref);
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

TroupeValueChildren *
troupe_value_children_new (const char *path,
                           TroupeValue *value,
                           TroupeValue *before,
                           gsize first,
                           gsize count)
{
  TroupeValueChildren *self = g_object_new (TROUPE_TYPE_VALUE_CHILDREN, NULL);

  self->path = g_strdup (path);
  self->value = troupe_value_ref (value);
  self->first = first;
  self->count = count;
  self->step = 1;
  /* Ranges are nested, so that there are never more than STRETCH rows. */
  while (self->count > STRETCH * self->step)
    self->step *= STRETCH;
  if (before != NULL && count <= COMPARE_LIMIT && troupe_value_count (before) <= COMPARE_LIMIT &&
      troupe_value_get_value_type (value) == troupe_value_get_value_type (before))
    {
      self->before = troupe_value_ref (before);
      compare (self);
    }
  return self;
}

TroupeValueChildren *
troupe_value_children_new_flat (TroupeValue *value)
{
  TroupeValueChildren *self =
      troupe_value_children_new ("", value, NULL, 0, troupe_value_count (value));

  self->step = 1;
  return self;
}
