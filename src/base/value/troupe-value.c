/* troupe-value.c: reference counting, equality, hash and memory size of values
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-value"

#include "config.h"

#include <string.h>

#include "troupe-value-private.h"

/* The depth to which equality recurses before it uses a list, and the depth to which parts are
 * included in a hash. */
#define EQUAL_RECURSION 64
#define HASH_DEPTH 6

GType
troupe_value_get_gtype (void)
{
  static gsize type;

  if (g_once_init_enter (&type))
    {
      GType made = g_boxed_type_register_static ("TroupeValue", (GBoxedCopyFunc) troupe_value_ref,
                                                 (GBoxedFreeFunc) troupe_value_unref);
      g_once_init_leave (&type, made);
    }
  return type;
}

TroupeValue *
troupe_value_ref (TroupeValue *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  if (!self->is_shared)
    g_atomic_int_inc (&self->ref_count);
  return self;
}

static void
free_leaf (TroupeValue *self)
{
  TroupeText *text = (TroupeText *) self;

  switch ((TroupeValueType) self->type)
    {
    case TROUPE_VALUE_STRING:
    case TROUPE_VALUE_BYTES:
    case TROUPE_VALUE_BIG_INTEGER:
    case TROUPE_VALUE_TYPE:
    case TROUPE_VALUE_DATE:
      if (text->text != text->inside)
        g_free ((char *) text->text);
      break;
    case TROUPE_VALUE_NULL:
    case TROUPE_VALUE_BOOLEAN:
    case TROUPE_VALUE_INTEGER:
    case TROUPE_VALUE_UNSIGNED:
    case TROUPE_VALUE_DOUBLE:
    case TROUPE_VALUE_LIST:
    case TROUPE_VALUE_MAP:
    case TROUPE_VALUE_TIMESTAMP:
    case TROUPE_VALUE_DURATION:
    default:
      break;
    }
  g_free (self);
}

/* Queues a container whose last reference is dropped. The lowest bit of the link, which is never
 * set in an address, distinguishes maps from lists. */
static inline void
release (TroupeValue *self, guintptr *chain)
{
  if (self->is_shared || !g_atomic_int_dec_and_test (&self->ref_count))
    return;
  if (!troupe_value_is_container (self))
    {
      free_leaf (self);
      return;
    }

  gboolean is_map = self->type == TROUPE_VALUE_MAP;
  self->waiting = *chain;
  *chain = (guintptr) self | (is_map ? 1 : 0);
}

void
troupe_value_unref (TroupeValue *self)
{
  guintptr chain = 0;

  g_return_if_fail (self != NULL);

  release (self, &chain);
  while (chain != 0)
    {
      gboolean is_map = chain & 1;
      TroupeContainer *container = (TroupeContainer *) (chain & ~(guintptr) 1);

      chain = container->header.waiting;
      if (is_map)
        {
          TroupeMap *map = (TroupeMap *) container;
          for (guint i = 0; i < container->n_items; i++)
            {
              release (map->entries[i].key, &chain);
              release (map->entries[i].value, &chain);
            }
        }
      else
        {
          TroupeList *list = (TroupeList *) container;
          for (guint i = 0; i < container->n_items; i++)
            release (list->items[i], &chain);
        }
      g_free (container);
    }
}

TroupeValueType
troupe_value_get_value_type (const TroupeValue *self)
{
  g_return_val_if_fail (self != NULL, TROUPE_VALUE_NULL);

  return (TroupeValueType) self->type;
}

static gboolean
doubles_equal (double a, double b)
{
  if (a != a)
    return b != b;
  return memcmp (&a, &b, sizeof a) == 0 || (a == 0 && b == 0);
}

static gboolean
leaves_equal (const TroupeValue *a, const TroupeValue *b)
{
  const TroupeText *text_a = (const TroupeText *) a, *text_b = (const TroupeText *) b;
  const TroupeScalar *scalar_a = (const TroupeScalar *) a, *scalar_b = (const TroupeScalar *) b;
  const TroupeTime *time_a = (const TroupeTime *) a, *time_b = (const TroupeTime *) b;

  g_assert (a != NULL);

  switch ((TroupeValueType) a->type)
    {
    case TROUPE_VALUE_NULL:
      return TRUE;
    case TROUPE_VALUE_BOOLEAN:
    case TROUPE_VALUE_INTEGER:
    case TROUPE_VALUE_UNSIGNED:
      return scalar_a->bits == scalar_b->bits;
    case TROUPE_VALUE_DOUBLE:
      return doubles_equal (scalar_a->number, scalar_b->number);
    case TROUPE_VALUE_BIG_INTEGER:
    case TROUPE_VALUE_STRING:
    case TROUPE_VALUE_BYTES:
    case TROUPE_VALUE_TYPE:
    case TROUPE_VALUE_DATE:
      return text_a->length == text_b->length &&
             memcmp (text_a->text, text_b->text, text_a->length) == 0;
    case TROUPE_VALUE_TIMESTAMP:
    case TROUPE_VALUE_DURATION:
      return time_a->seconds == time_b->seconds && time_a->nanoseconds == time_b->nanoseconds;
    case TROUPE_VALUE_LIST:
    case TROUPE_VALUE_MAP:
    default:
      g_assert_not_reached ();
    }
}

static gboolean
equal_at (const TroupeValue *a, const TroupeValue *b, guint depth, GPtrArray *later);

static gboolean
containers_equal (const TroupeValue *a, const TroupeValue *b, guint depth, GPtrArray *later)
{
  const TroupeContainer *container_a = (const TroupeContainer *) a;
  const TroupeContainer *container_b = (const TroupeContainer *) b;

  g_assert (a != NULL);

  if (container_a->n_items != container_b->n_items || container_a->depth != container_b->depth)
    return FALSE;
  if (a->type == TROUPE_VALUE_LIST)
    {
      for (guint i = 0; i < container_a->n_items; i++)
        if (!equal_at (((const TroupeList *) a)->items[i], ((const TroupeList *) b)->items[i],
                       depth + 1, later))
          return FALSE;
      return TRUE;
    }

  for (guint i = 0; i < container_a->n_items; i++)
    {
      const TroupeMapEntry *entry = &((const TroupeMap *) a)->entries[i];
      const TroupeValue *other = troupe_value_map_lookup (b, entry->key);

      if (other == NULL || !equal_at (entry->value, other, depth + 1, later))
        return FALSE;
    }
  return TRUE;
}

static gboolean
equal_at (const TroupeValue *a, const TroupeValue *b, guint depth, GPtrArray *later)
{
  if (a == b)
    return TRUE;
  if (a->type != b->type)
    return FALSE;
  if (!troupe_value_is_container (a))
    return leaves_equal (a, b);
  if (depth < EQUAL_RECURSION)
    return containers_equal (a, b, depth, later);

  g_ptr_array_add (later, (gpointer) a);
  g_ptr_array_add (later, (gpointer) b);
  return TRUE;
}

gboolean
troupe_value_equal (const TroupeValue *a, const TroupeValue *b)
{
  g_autoptr (GPtrArray) later = NULL;

  g_return_val_if_fail (a != NULL && b != NULL, FALSE);

  if (a == b)
    return TRUE;
  if (a->type != b->type)
    return FALSE;
  if (!troupe_value_is_container (a))
    return leaves_equal (a, b);

  later = g_ptr_array_new ();
  if (!equal_at (a, b, 0, later))
    return FALSE;
  while (later->len > 0)
    {
      const TroupeValue *next_b = g_ptr_array_steal_index (later, later->len - 1);
      const TroupeValue *next_a = g_ptr_array_steal_index (later, later->len - 1);

      if (!equal_at (next_a, next_b, 0, later))
        return FALSE;
    }
  return TRUE;
}

static guint
hash_number (guint64 bits)
{
  return troupe_value_hash_string ((const char *) &bits, sizeof bits);
}

static guint
hash_leaf (const TroupeValue *self)
{
  const TroupeScalar *scalar = (const TroupeScalar *) self;
  const TroupeTime *time = (const TroupeTime *) self;

  g_assert (self != NULL);

  switch ((TroupeValueType) self->type)
    {
    case TROUPE_VALUE_BOOLEAN:
    case TROUPE_VALUE_INTEGER:
    case TROUPE_VALUE_UNSIGNED:
      return hash_number (scalar->bits);
    case TROUPE_VALUE_DOUBLE:
      /* The two zeros are equal, and so are all NaNs. */
      if (scalar->number == 0)
        return hash_number (0);
      return scalar->number != scalar->number ? hash_number (1) : hash_number (scalar->bits);
    case TROUPE_VALUE_BIG_INTEGER:
    case TROUPE_VALUE_STRING:
    case TROUPE_VALUE_BYTES:
    case TROUPE_VALUE_TYPE:
    case TROUPE_VALUE_DATE:
      return troupe_text_get_hash ((const TroupeText *) self);
    case TROUPE_VALUE_TIMESTAMP:
    case TROUPE_VALUE_DURATION:
      return hash_number ((guint64) time->seconds) ^ (guint) time->nanoseconds;
    case TROUPE_VALUE_NULL:
    case TROUPE_VALUE_LIST:
    case TROUPE_VALUE_MAP:
    default:
      return 1;
    }
}

static guint
hash_at (const TroupeValue *self, guint depth)
{
  const TroupeContainer *container = (const TroupeContainer *) self;
  guint hash = self->type * 0x9e3779b1u;

  if (!troupe_value_is_container (self))
    return hash + hash_leaf (self);

  hash += container->n_items * 31 + container->depth;
  if (depth >= HASH_DEPTH)
    return hash;
  for (guint i = 0; i < container->n_items; i++)
    if (self->type == TROUPE_VALUE_LIST)
      {
        hash = hash * 0x85ebca6bu + hash_at (((const TroupeList *) self)->items[i], depth + 1);
      }
    else
      {
        /* The hash is a sum, because the order of maps does not matter for equality. */
        const TroupeMap *map = (const TroupeMap *) self;
        guint key = troupe_map_get_hashes (map)[i];
        hash += (key ^ (hash_at (map->entries[i].value, depth + 1) * 0xc2b2ae35u)) * 0x27d4eb2fu;
      }
  return hash;
}

guint
troupe_value_hash (const TroupeValue *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return hash_at (self, 0);
}

gsize
troupe_value_get_weight (const TroupeValue *self)
{
  g_return_val_if_fail (self != NULL, 0);

  switch ((TroupeValueType) self->type)
    {
    case TROUPE_VALUE_LIST:
    case TROUPE_VALUE_MAP:
      return ((const TroupeContainer *) self)->weight;
    case TROUPE_VALUE_BIG_INTEGER:
    case TROUPE_VALUE_STRING:
    case TROUPE_VALUE_BYTES:
    case TROUPE_VALUE_TYPE:
    case TROUPE_VALUE_DATE:
      return sizeof (TroupeText) + ((const TroupeText *) self)->length + 1;
    case TROUPE_VALUE_TIMESTAMP:
    case TROUPE_VALUE_DURATION:
      return sizeof (TroupeTime);
    case TROUPE_VALUE_NULL:
    case TROUPE_VALUE_BOOLEAN:
    case TROUPE_VALUE_INTEGER:
    case TROUPE_VALUE_UNSIGNED:
    case TROUPE_VALUE_DOUBLE:
    default:
      return sizeof (TroupeScalar);
    }
}

gsize
troupe_value_measure (const TroupeValue *self, GHashTable *seen)
{
  g_autoptr (GPtrArray) waiting = NULL;
  gsize n_bytes = 0;

  g_return_val_if_fail (self != NULL && seen != NULL, 0);

  waiting = g_ptr_array_new ();
  g_ptr_array_add (waiting, (gpointer) self);
  while (waiting->len > 0)
    {
      TroupeValue *value = g_ptr_array_remove_index_fast (waiting, waiting->len - 1);
      const TroupeMap *map;
      gsize own_size;

      /* Shared values are static. */
      if (value->is_shared || !g_hash_table_add (seen, value))
        continue;
      map = (const TroupeMap *) value;
      if (value->type == TROUPE_VALUE_LIST)
        own_size = sizeof (TroupeList) + map->base.n_items * sizeof (TroupeValue *);
      else if (value->type != TROUPE_VALUE_MAP)
        own_size = troupe_value_get_weight (value);
      else
        own_size =
            sizeof (TroupeMap) + map->base.n_items * (sizeof (TroupeMapEntry) + sizeof (guint)) +
            (map->base.n_items > TROUPE_MAP_SMALL ? ((gsize) map->mask + 1) * sizeof (guint) : 0);
      n_bytes += own_size;
      for (guint i = 0;
           troupe_value_is_container (value) && i < ((TroupeContainer *) value)->n_items; i++)
        {
          if (value->type == TROUPE_VALUE_LIST)
            {
              g_ptr_array_add (waiting, ((TroupeList *) value)->items[i]);
              continue;
            }
          g_ptr_array_add (waiting, ((TroupeMap *) value)->entries[i].key);
          g_ptr_array_add (waiting, ((TroupeMap *) value)->entries[i].value);
        }
    }
  return n_bytes;
}
