/* troupe-value-map.c: lists and maps
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-value-map"

#include "config.h"

#include <string.h>

#include "troupe-value-private.h"

static const TroupeList empty_list = {
  .base = { .header = TROUPE_VALUE_HEADER (TROUPE_VALUE_LIST),
            .depth = 1,
            .weight = sizeof (TroupeList) },
};
static const TroupeMap empty_map = {
  .base = { .header = TROUPE_VALUE_HEADER (TROUPE_VALUE_MAP),
            .depth = 1,
            .weight = sizeof (TroupeMap) },
};

static inline void
add_part (TroupeContainer *self, const TroupeValue *part)
{
  gsize weight = troupe_value_get_weight (part);

  g_assert (self != NULL);

  if (weight > G_MAXSIZE - self->weight)
    self->weight = G_MAXSIZE;
  else
    self->weight += weight;
  if (troupe_value_is_container (part))
    self->depth = MAX (self->depth, ((const TroupeContainer *) part)->depth + 1);
}

/* Sums the sizes of the parts and computes the depth; all parts must be set. */
void
troupe_container_measure (TroupeContainer *self, gsize own_weight)
{
  self->weight = own_weight;
  self->depth = 1;
  for (guint i = 0; i < self->n_items; i++)
    if (self->header.type == TROUPE_VALUE_LIST)
      {
        add_part (self, ((TroupeList *) self)->items[i]);
      }
    else
      {
        add_part (self, ((TroupeMap *) self)->entries[i].key);
        add_part (self, ((TroupeMap *) self)->entries[i].value);
      }
}

TroupeValue *
troupe_value_new_list (TroupeValue **items, gsize n_items)
{
  TroupeList *self;
  gsize size = sizeof *self + n_items * sizeof (TroupeValue *);

  g_return_val_if_fail (items != NULL || n_items == 0, NULL);
  g_return_val_if_fail (n_items < G_MAXUINT32 / 2, NULL);

  if (n_items == 0)
    return (TroupeValue *) &empty_list.base.header;

  self = g_malloc (size);
  troupe_value_init_header (&self->base.header, TROUPE_VALUE_LIST);
  self->base.n_items = (guint) n_items;
  memcpy (self->items, items, n_items * sizeof (TroupeValue *));
  troupe_container_measure (&self->base, size);
  return &self->base.header;
}

gsize
troupe_value_list_get_length (const TroupeValue *self)
{
  g_return_val_if_fail (troupe_value_is (self, TROUPE_VALUE_LIST), 0);

  return ((const TroupeContainer *) self)->n_items;
}

TroupeValue *
troupe_value_list_get (const TroupeValue *self, gsize index)
{
  g_return_val_if_fail (troupe_value_is (self, TROUPE_VALUE_LIST), NULL);
  g_return_val_if_fail (index < ((const TroupeContainer *) self)->n_items, NULL);

  return ((const TroupeList *) self)->items[index];
}

gboolean
troupe_value_is_key (const TroupeValue *self)
{
  return self->type == TROUPE_VALUE_STRING || self->type == TROUPE_VALUE_INTEGER ||
         self->type == TROUPE_VALUE_UNSIGNED || self->type == TROUPE_VALUE_BOOLEAN;
}

guint
troupe_value_hash_key (const TroupeValue *self)
{
  const TroupeScalar *scalar = (const TroupeScalar *) self;

  if (self->type == TROUPE_VALUE_STRING)
    return troupe_text_get_hash ((const TroupeText *) self);
  /* Equal numbers of the two integer types have equal bits. */
  return troupe_value_hash_string ((const char *) &scalar->bits, sizeof scalar->bits);
}

gboolean
troupe_value_key_equal (const TroupeValue *a, const TroupeValue *b)
{
  const TroupeText *text_a = (const TroupeText *) a, *text_b = (const TroupeText *) b;
  const TroupeScalar *scalar_a = (const TroupeScalar *) a, *scalar_b = (const TroupeScalar *) b;

  if (a == b)
    return TRUE;
  if (a->type == TROUPE_VALUE_STRING || b->type == TROUPE_VALUE_STRING)
    return a->type == b->type && text_a->length == text_b->length &&
           memcmp (text_a->text, text_b->text, text_a->length) == 0;
  if (a->type == b->type)
    return scalar_a->bits == scalar_b->bits;
  if (a->type == TROUPE_VALUE_BOOLEAN || b->type == TROUPE_VALUE_BOOLEAN)
    return FALSE;
  /* One number is signed and the other is unsigned, so equal bits represent equal numbers only
   * below 2^63. */
  return scalar_a->bits == scalar_b->bits && scalar_a->integer >= 0;
}

static guint
choose_mask (gsize n_entries)
{
  gsize capacity = 4 * TROUPE_MAP_SMALL;

  if (n_entries <= TROUPE_MAP_SMALL)
    return 0;
  while (capacity < 2 * n_entries)
    capacity *= 2;
  return (guint) (capacity - 1);
}

static gsize
measure_map (gsize n_entries)
{
  guint mask = choose_mask (n_entries);

  return sizeof (TroupeMap) + n_entries * (sizeof (TroupeMapEntry) + sizeof (guint)) +
         (mask == 0 ? 0 : ((gsize) mask + 1) * sizeof (guint));
}

static TroupeMap *
allocate_map (gsize n_entries)
{
  TroupeMap *self = g_malloc (measure_map (n_entries));

  troupe_value_init_header (&self->base.header, TROUPE_VALUE_MAP);
  self->base.n_items = (guint) n_entries;
  self->mask = choose_mask (n_entries);
  return self;
}

static void
build_index (TroupeMap *self)
{
  g_assert (self != NULL);

  if (self->mask == 0)
    return;
  memset (troupe_map_get_index (self), 0, ((gsize) self->mask + 1) * sizeof (guint));
  for (guint i = 0; i < self->base.n_items; i++)
    {
      guint *index = troupe_map_get_index (self);
      guint place = troupe_map_get_hashes (self)[i] & self->mask;

      while (index[place] != 0)
        place = (place + 1) & self->mask;
      index[place] = i + 1;
    }
}

TroupeValue *
troupe_value_new_map (const TroupeMapEntry *entries, gsize n_entries)
{
  TroupeMap *self;
  guint *hashes;

  g_assert (n_entries < G_MAXUINT32 / 4);

  if (n_entries == 0)
    return (TroupeValue *) &empty_map.base.header;

  self = allocate_map (n_entries);
  memcpy (self->entries, entries, n_entries * sizeof *entries);
  hashes = troupe_map_get_hashes (self);
  for (gsize i = 0; i < n_entries; i++)
    hashes[i] = troupe_value_hash_key (entries[i].key);
  build_index (self);
  troupe_container_measure (&self->base, measure_map (n_entries));
  return &self->base.header;
}

gsize
troupe_value_map_get_size (const TroupeValue *self)
{
  g_return_val_if_fail (troupe_value_is (self, TROUPE_VALUE_MAP), 0);

  return ((const TroupeContainer *) self)->n_items;
}

TroupeValue *
troupe_value_map_get_key (const TroupeValue *self, gsize index)
{
  g_return_val_if_fail (troupe_value_is (self, TROUPE_VALUE_MAP), NULL);
  g_return_val_if_fail (index < ((const TroupeContainer *) self)->n_items, NULL);

  return ((const TroupeMap *) self)->entries[index].key;
}

TroupeValue *
troupe_value_map_get_value (const TroupeValue *self, gsize index)
{
  g_return_val_if_fail (troupe_value_is (self, TROUPE_VALUE_MAP), NULL);
  g_return_val_if_fail (index < ((const TroupeContainer *) self)->n_items, NULL);

  return ((const TroupeMap *) self)->entries[index].value;
}

static inline gboolean
is_text_key (const TroupeValue *key, const char *text, gsize length)
{
  const TroupeText *own = (const TroupeText *) key;

  return key->type == TROUPE_VALUE_STRING && own->length == length &&
         memcmp (own->text, text, length) == 0;
}

/* Returns the index of the entry, or -1. */
static gint64
find_text (const TroupeMap *self, const char *text, gsize length, guint hash)
{
  const guint *hashes = troupe_map_get_hashes (self);
  const guint *index;

  if (self->mask == 0)
    {
      for (guint i = 0; i < self->base.n_items; i++)
        if (hashes[i] == hash && is_text_key (self->entries[i].key, text, length))
          return i;
      return -1;
    }

  index = troupe_map_get_index (self);
  for (guint place = hash & self->mask; index[place] != 0; place = (place + 1) & self->mask)
    {
      guint i = index[place] - 1;
      if (hashes[i] == hash && is_text_key (self->entries[i].key, text, length))
        return i;
    }
  return -1;
}

static gint64
find_key (const TroupeMap *self, const TroupeValue *key, guint hash)
{
  const guint *hashes = troupe_map_get_hashes (self);
  const guint *index;

  if (self->mask == 0)
    {
      for (guint i = 0; i < self->base.n_items; i++)
        if (hashes[i] == hash && troupe_value_key_equal (self->entries[i].key, key))
          return i;
      return -1;
    }

  index = troupe_map_get_index (self);
  for (guint place = hash & self->mask; index[place] != 0; place = (place + 1) & self->mask)
    {
      guint i = index[place] - 1;
      if (hashes[i] == hash && troupe_value_key_equal (self->entries[i].key, key))
        return i;
    }
  return -1;
}

TroupeValue *
troupe_value_map_lookup (const TroupeValue *self, const TroupeValue *key)
{
  gint64 found;

  g_return_val_if_fail (troupe_value_is (self, TROUPE_VALUE_MAP), NULL);
  g_return_val_if_fail (key != NULL, NULL);

  if (!troupe_value_is_key (key))
    return NULL;
  found = find_key ((const TroupeMap *) self, key, troupe_value_hash_key (key));
  return found < 0 ? NULL : ((const TroupeMap *) self)->entries[found].value;
}

TroupeValue *
troupe_value_map_lookup_hashed (const TroupeValue *self, const char *key, gsize length, guint hash)
{
  gint64 found;

  g_return_val_if_fail (troupe_value_is (self, TROUPE_VALUE_MAP), NULL);
  g_return_val_if_fail (key != NULL, NULL);

  found = find_text ((const TroupeMap *) self, key, length, hash);
  return found < 0 ? NULL : ((const TroupeMap *) self)->entries[found].value;
}

TroupeValue *
troupe_value_map_lookup_string (const TroupeValue *self, const char *key, gssize length)
{
  gsize size;

  g_return_val_if_fail (key != NULL, NULL);

  size = length < 0 ? strlen (key) : (gsize) length;
  return troupe_value_map_lookup_hashed (self, key, size, troupe_value_hash_string (key, size));
}

TroupeValue *
troupe_value_get_member (const TroupeValue *self, const char *key)
{
  TroupeValue *value;

  if (self == NULL || !troupe_value_is (self, TROUPE_VALUE_MAP))
    return NULL;
  value = troupe_value_map_lookup_string (self, key, -1);
  return value != NULL && !troupe_value_is (value, TROUPE_VALUE_NULL) ? value : NULL;
}

TroupeValue *
troupe_value_get_member_of (const TroupeValue *self, const char *key, TroupeValueType type)
{
  TroupeValue *value = troupe_value_get_member (self, key);

  return value != NULL && troupe_value_is (value, type) ? value : NULL;
}

const char *
troupe_value_get_member_text (const TroupeValue *self, const char *key)
{
  TroupeValue *value = troupe_value_get_member_of (self, key, TROUPE_VALUE_STRING);

  return value != NULL ? troupe_value_get_string (value, NULL) : NULL;
}

gboolean
troupe_value_is_filled (const TroupeValue *self)
{
  if (self == NULL)
    return FALSE;

  switch (troupe_value_get_value_type (self))
    {
    case TROUPE_VALUE_NULL:
      return FALSE;
    case TROUPE_VALUE_BOOLEAN:
      return troupe_value_get_boolean (self);
    case TROUPE_VALUE_LIST:
      return troupe_value_list_get_length (self) > 0;
    case TROUPE_VALUE_MAP:
      return troupe_value_map_get_size (self) > 0;
    case TROUPE_VALUE_STRING:
      return *troupe_value_get_string (self, NULL) != '\0';
    default:
      return TRUE;
    }
}

static void
copy_entries (TroupeMap *self, guint at, const TroupeMap *from, guint first, guint n_entries)
{
  guint *hashes = troupe_map_get_hashes (self);
  const guint *from_hashes = troupe_map_get_hashes (from);

  for (guint i = 0; i < n_entries; i++)
    {
      self->entries[at + i].key = troupe_value_ref (from->entries[first + i].key);
      self->entries[at + i].value = troupe_value_ref (from->entries[first + i].value);
      hashes[at + i] = from_hashes[first + i];
    }
}

TroupeValue *
troupe_value_map_with (TroupeValue *self, const char *key, TroupeValue *value)
{
  const TroupeMap *map = (const TroupeMap *) self;
  TroupeMap *copy;
  guint hash, n_entries;
  gsize length;
  gint64 found;

  g_return_val_if_fail (troupe_value_is (self, TROUPE_VALUE_MAP), NULL);
  g_return_val_if_fail (key != NULL && value != NULL, NULL);

  length = strlen (key);
  hash = troupe_value_hash_string (key, length);
  found = find_text (map, key, length, hash);
  n_entries = map->base.n_items;
  copy = allocate_map (found < 0 ? n_entries + 1 : n_entries);
  copy_entries (copy, 0, map, 0, n_entries);
  if (found >= 0)
    {
      troupe_value_unref (copy->entries[found].value);
      copy->entries[found].value = troupe_value_ref (value);
    }
  else
    {
      copy->entries[n_entries].key = troupe_value_new_text (TROUPE_VALUE_STRING, key, length);
      copy->entries[n_entries].value = troupe_value_ref (value);
      troupe_map_get_hashes (copy)[n_entries] = hash;
    }
  build_index (copy);
  troupe_container_measure (&copy->base, measure_map (copy->base.n_items));
  return &copy->base.header;
}

TroupeValue *
troupe_value_map_without (TroupeValue *self, const char *key)
{
  const TroupeMap *map = (const TroupeMap *) self;
  TroupeMap *copy;
  guint n_entries;
  gsize length;
  gint64 found;

  g_return_val_if_fail (troupe_value_is (self, TROUPE_VALUE_MAP), NULL);
  g_return_val_if_fail (key != NULL, NULL);

  length = strlen (key);
  found = find_text (map, key, length, troupe_value_hash_string (key, length));
  if (found < 0)
    return troupe_value_ref (self);
  n_entries = map->base.n_items;
  if (n_entries == 1)
    return (TroupeValue *) &empty_map.base.header;

  copy = allocate_map (n_entries - 1);
  copy_entries (copy, 0, map, 0, (guint) found);
  copy_entries (copy, (guint) found, map, (guint) found + 1, n_entries - (guint) found - 1);
  build_index (copy);
  troupe_container_measure (&copy->base, measure_map (copy->base.n_items));
  return &copy->base.header;
}
