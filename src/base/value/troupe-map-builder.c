/* troupe-map-builder.c: builds a map entry by entry
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-map-builder"

#include "config.h"

#include <string.h>

#include "troupe-value-private.h"

#define FIRST_CAPACITY TROUPE_MAP_SMALL

/* The struct to which TroupeMapBuilder.entries points if there are entries. The index exists
 * from the ninth entry on, so that building a large map is not quadratic. */
typedef struct
{
  guint n_entries;
  guint capacity;
  guint mask;
  guint *index;
  guint *hashes;
  TroupeMapEntry *entries;
} Store;

void
troupe_map_builder_init (TroupeMapBuilder *self)
{
  g_return_if_fail (self != NULL);

  self->entries = NULL;
  self->reserved = NULL;
}

static void
insert_index (Store *store, guint number)
{
  guint place = store->hashes[number] & store->mask;

  g_assert (store != NULL);

  while (store->index[place] != 0)
    place = (place + 1) & store->mask;
  store->index[place] = number + 1;
}

/* Returns the index of the entry with @key, or -1. */
static gint64
find (const Store *store, const TroupeValue *key, guint hash)
{
  g_assert (store != NULL);

  if (store->index == NULL)
    {
      for (guint i = 0; i < store->n_entries; i++)
        if (store->hashes[i] == hash && troupe_value_key_equal (store->entries[i].key, key))
          return i;
      return -1;
    }
  for (guint place = hash & store->mask; store->index[place] != 0;
       place = (place + 1) & store->mask)
    {
      guint i = store->index[place] - 1;
      if (store->hashes[i] == hash && troupe_value_key_equal (store->entries[i].key, key))
        return i;
    }
  return -1;
}

void
troupe_map_builder_add_key (TroupeMapBuilder *self, TroupeValue *key, TroupeValue *value)
{
  Store *store;
  guint hash;
  gint64 found;

  g_return_if_fail (self != NULL && key != NULL && value != NULL);
  g_return_if_fail (troupe_value_is_key (key));

  store = self->entries;
  if (store == NULL)
    {
      store = g_new0 (Store, 1);
      store->capacity = FIRST_CAPACITY;
      store->hashes = g_new (guint, FIRST_CAPACITY);
      store->entries = g_new (TroupeMapEntry, FIRST_CAPACITY);
      self->entries = store;
    }
  hash = troupe_value_hash_key (key);
  found = find (store, key, hash);
  if (found >= 0)
    {
      troupe_value_unref (key);
      troupe_value_unref (store->entries[found].value);
      store->entries[found].value = value;
      return;
    }

  if (store->n_entries == store->capacity)
    {
      store->capacity *= 2;
      store->hashes = g_renew (guint, store->hashes, store->capacity);
      store->entries = g_renew (TroupeMapEntry, store->entries, store->capacity);
      store->mask = 2 * store->capacity - 1;
      g_free (store->index);
      store->index = g_new0 (guint, (gsize) store->mask + 1);
      for (guint i = 0; i < store->n_entries; i++)
        insert_index (store, i);
    }
  store->entries[store->n_entries].key = key;
  store->entries[store->n_entries].value = value;
  store->hashes[store->n_entries] = hash;
  if (store->index != NULL)
    insert_index (store, store->n_entries);
  store->n_entries++;
}

void
troupe_map_builder_add (TroupeMapBuilder *self, const char *key, TroupeValue *value)
{
  g_return_if_fail (key != NULL);

  troupe_map_builder_add_key (self, troupe_value_new_string (key, -1), value);
}

TroupeValue *
troupe_map_builder_lookup (TroupeMapBuilder *self, const TroupeValue *key)
{
  const Store *store;
  gint64 found;

  g_return_val_if_fail (self != NULL && key != NULL, NULL);

  store = self->entries;
  if (store == NULL || !troupe_value_is_key (key))
    return NULL;
  found = find (store, key, troupe_value_hash_key (key));
  return found < 0 ? NULL : store->entries[found].value;
}

static void
free_store (TroupeMapBuilder *self)
{
  Store *store = g_steal_pointer (&self->entries);

  g_assert (self != NULL);

  if (store == NULL)
    return;
  g_free (store->index);
  g_free (store->hashes);
  g_free (store->entries);
  g_free (store);
}

TroupeValue *
troupe_map_builder_end (TroupeMapBuilder *self)
{
  const Store *store;
  TroupeValue *map;

  g_return_val_if_fail (self != NULL, NULL);

  store = self->entries;
  map = troupe_value_new_map (store == NULL ? NULL : store->entries,
                              store == NULL ? 0 : store->n_entries);
  free_store (self);
  return map;
}

void
troupe_map_builder_clear (TroupeMapBuilder *self)
{
  const Store *store;

  g_return_if_fail (self != NULL);

  store = self->entries;
  for (guint i = 0; store != NULL && i < store->n_entries; i++)
    {
      troupe_value_unref (store->entries[i].key);
      troupe_value_unref (store->entries[i].value);
    }
  free_store (self);
}
