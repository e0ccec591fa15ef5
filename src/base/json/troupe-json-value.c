/* troupe-json-value.c: converts JSON text and documents to values, and values to documents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-json-value"

#include "config.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

#include "troupe-json-error.h"
#include "troupe-json-number.h"
#include "troupe-json-private.h"
#include "troupe-limits.h"
#include "troupe-value-private.h"

/* Size of the cache of keys. Keys are shared, because records repeat them. */
#define N_REMEMBERED 64

/* Approximate memory of a string besides its text, of a list or map, and of each part of them, while
 * it is read and with the overhead of the allocator; and how many times its text a value takes at
 * most. */
#define STRING_BYTES 24
#define CONTAINER_BYTES 32
#define ITEM_BYTES 92
#define MAX_EXPANSION 94

typedef struct
{
  TroupeValue *keys[N_REMEMBERED];
  GArray *members; /* (element-type TroupeMapEntry) */
  GPtrArray *items;
} Maker;

static gpointer
make_constant (gpointer data, char first_letter)
{
  if (first_letter == 'n')
    return troupe_value_new_null ();
  return troupe_value_new_boolean (first_letter == 't');
}

static gpointer
make_integer (gpointer data, gint64 value)
{
  return troupe_value_new_integer (value);
}

static gpointer
make_double (gpointer data, double value)
{
  return troupe_value_new_double (value);
}

static gpointer
make_big_integer (gpointer data, const char *text, gsize length)
{
  return troupe_value_new_text (TROUPE_VALUE_BIG_INTEGER, text, length);
}

static gpointer
make_string (gpointer data, const char *text, gsize length)
{
  return troupe_value_new_text (TROUPE_VALUE_STRING, text, length);
}

static gpointer
make_list (gpointer data, const TroupeJsonEntry *entries, guint n_entries)
{
  Maker *self = data;

  g_assert (self != NULL);

  g_ptr_array_set_size (self->items, 0);
  for (guint i = 0; i < n_entries; i++)
    g_ptr_array_add (self->items, entries[i].value);
  return troupe_value_new_list ((TroupeValue **) self->items->pdata, n_entries);
}

static TroupeValue *
make_key (Maker *self, const TroupeJsonEntry *entry)
{
  TroupeValue **remembered = &self->keys[entry->key_hash % N_REMEMBERED];
  const TroupeText *text = (const TroupeText *) *remembered;
  TroupeValue *key;

  g_assert (self != NULL);

  if (text != NULL && text->hash == entry->key_hash && text->length == entry->key_length &&
      memcmp (text->text, entry->key, entry->key_length) == 0)
    return troupe_value_ref (*remembered);
  key = troupe_value_new_text (TROUPE_VALUE_STRING, entry->key, entry->key_length);
  ((TroupeText *) key)->hash = entry->key_hash;
  if (text != NULL)
    troupe_value_unref (*remembered);
  *remembered = troupe_value_ref (key);
  return key;
}

static gpointer
make_map (gpointer data, const TroupeJsonEntry *entries, guint n_entries)
{
  Maker *self = data;

  g_assert (self != NULL);

  g_array_set_size (self->members, 0);
  for (guint i = 0; i < n_entries; i++)
    {
      TroupeMapEntry member = { make_key (self, &entries[i]), entries[i].value };
      g_array_append_val (self->members, member);
    }
  return troupe_value_new_map ((const TroupeMapEntry *) (gpointer) self->members->data, n_entries);
}

static void
free_value (gpointer value)
{
  troupe_value_unref (value);
}

/* @strings: what strings may contain */
static TroupeValue *
parse (const char *text, gsize length, TroupeJsonStringFlags strings, GError **error)
{
  const TroupeJsonBuilder builder = {
    .strings = strings,
    .make_constant = make_constant,
    .make_integer = make_integer,
    .make_double = make_double,
    .make_big_integer = make_big_integer,
    .make_string = make_string,
    .make_list = make_list,
    .make_map = make_map,
    .free_value = free_value,
  };
  Maker maker = { { NULL }, NULL, NULL };
  TroupeValue *value;

  maker.members = g_array_new (FALSE, FALSE, sizeof (TroupeMapEntry));
  maker.items = g_ptr_array_new ();
  value = troupe_json_parse (text, length, TROUPE_JSON_STRICT, &builder, &maker, NULL, error);
  g_array_unref (maker.members);
  g_ptr_array_unref (maker.items);
  for (guint i = 0; i < N_REMEMBERED; i++)
    g_clear_pointer (&maker.keys[i], troupe_value_unref);
  return value;
}

TroupeValue *
troupe_value_from_json (const char *text, gssize length, GError **error)
{
  g_return_val_if_fail (text != NULL || length == 0, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  return parse (text, length < 0 ? strlen (text) : (gsize) length, TROUPE_JSON_STRING_NUL, error);
}

/* Returns the approximate memory that the value of a JSON text takes, without parsing it. */
static gsize
estimate_memory (const char *text, gsize length)
{
  gsize n_bytes = length;
  gboolean is_inside = FALSE;

  for (gsize i = 0; i < length; i++)
    switch (text[i])
      {
      case '"':
        is_inside = !is_inside;
        n_bytes += is_inside ? STRING_BYTES : 0;
        break;
      case '\\':
        i += is_inside ? 1 : 0;
        break;
      case '{':
      case '[':
        n_bytes += is_inside ? 0 : CONTAINER_BYTES;
        break;
      case ',':
        n_bytes += is_inside ? 0 : ITEM_BYTES;
        break;
      default:
        break;
      }
  return n_bytes;
}

/* Returns FALSE with an error if the value may take more than @most bytes of memory. */
static gboolean
check_memory (const char *text, gsize length, gsize most, GError **error)
{
  TroupePlace place = { 1, 1, 0, 0 };
  g_autofree char *message = NULL;
  gsize n_bytes;

  if (length <= most / MAX_EXPANSION)
    return TRUE;
  n_bytes = estimate_memory (text, length);
  if (n_bytes <= most)
    return TRUE;
  message = g_strdup_printf (_ ("found %" PRIu64 " bytes: expected at most %u"), (guint64) n_bytes,
                             (guint) MIN (most, G_MAXUINT));
  troupe_json_set_error (error, TROUPE_JSON_ERROR_TOO_LARGE, &place, NULL, message);
  return FALSE;
}

TroupeValue *
troupe_value_from_json_within (const char *text, gsize length, gsize most, GError **error)
{
  g_return_val_if_fail (text != NULL || length == 0, NULL);

  return check_memory (text, length, most, error)
             ? parse (text, length, TROUPE_JSON_STRING_NUL, error)
             : NULL;
}

TroupeValue *
troupe_value_from_json_pieces (const char *text, gsize length, gsize most, GError **error)
{
  g_return_val_if_fail (text != NULL || length == 0, NULL);

  return check_memory (text, length, most, error)
             ? parse (text, length, TROUPE_JSON_STRING_NUL | TROUPE_JSON_STRING_HALVES, error)
             : NULL;
}

static TroupeValue *from_node_at (JsonNode *node, guint depth);

static TroupeValue *
from_node_at (JsonNode *node, guint depth)
{
  switch (json_node_get_node_type (node))
    {
    case JSON_NODE_OBJECT:
      if (depth < TROUPE_LIMIT_NESTING)
        {
          g_auto (TroupeMapBuilder) builder = { NULL, NULL };
          JsonObjectIter iter;
          const char *name;
          JsonNode *member;

          json_object_iter_init_ordered (&iter, json_node_get_object (node));
          while (json_object_iter_next_ordered (&iter, &name, &member))
            troupe_map_builder_add (&builder, name, from_node_at (member, depth + 1));
          return troupe_map_builder_end (&builder);
        }
      return troupe_value_new_null ();
    case JSON_NODE_ARRAY:
      if (depth < TROUPE_LIMIT_NESTING)
        {
          JsonArray *array = json_node_get_array (node);
          guint n_items = json_array_get_length (array);
          g_autofree TroupeValue **items = g_new (TroupeValue *, n_items);

          for (guint i = 0; i < n_items; i++)
            items[i] = from_node_at (json_array_get_element (array, i), depth + 1);
          return troupe_value_new_list (items, n_items);
        }
      return troupe_value_new_null ();
    case JSON_NODE_VALUE:
      {
        GType type = json_node_get_value_type (node);

        if (type == G_TYPE_INT64)
          return troupe_value_new_integer (json_node_get_int (node));
        if (type == G_TYPE_DOUBLE)
          return troupe_value_new_double (json_node_get_double (node));
        if (type == G_TYPE_BOOLEAN)
          return troupe_value_new_boolean (json_node_get_boolean (node));
        if (troupe_json_node_is_time (node))
          return troupe_value_new_date (json_node_get_string (node));
        if (troupe_json_node_is_big_integer (node))
          return troupe_value_new_big_integer (json_node_get_string (node), -1);
        return troupe_value_new_string (json_node_get_string (node), -1);
      }
    case JSON_NODE_NULL:
    default:
      return troupe_value_new_null ();
    }
}

TroupeValue *
troupe_value_from_node (JsonNode *node)
{
  g_return_val_if_fail (node != NULL, NULL);

  return from_node_at (node, 0);
}

/* Strings are cut at the first U+0000, because a JsonNode cannot contain it. */
static JsonNode *
leaf_to_node (const TroupeValue *self)
{
  g_assert (self != NULL);

  switch ((TroupeValueType) self->type)
    {
    case TROUPE_VALUE_NULL:
      return troupe_json_node_new_null ();
    case TROUPE_VALUE_BOOLEAN:
      return troupe_json_node_new_boolean (troupe_value_get_boolean (self));
    case TROUPE_VALUE_INTEGER:
      return troupe_json_node_new_integer (troupe_value_get_integer (self));
    case TROUPE_VALUE_DOUBLE:
      return troupe_json_node_new_double (troupe_value_get_double (self));
    case TROUPE_VALUE_STRING:
    case TROUPE_VALUE_TYPE:
      return troupe_json_node_new_string (troupe_value_get_string (self, NULL));
    case TROUPE_VALUE_DATE:
      return troupe_json_node_new_time (troupe_value_get_string (self, NULL));
    case TROUPE_VALUE_UNSIGNED:
    case TROUPE_VALUE_BIG_INTEGER:
    case TROUPE_VALUE_BYTES:
    case TROUPE_VALUE_TIMESTAMP:
    case TROUPE_VALUE_DURATION:
    case TROUPE_VALUE_LIST:
    case TROUPE_VALUE_MAP:
    default:
      {
        /* Types that a document does not have are converted by way of JSON text. */
        g_autofree char *text = troupe_value_to_json (self, TROUPE_JSON_COMPACT);
        return troupe_json_read (text, strlen (text), TROUPE_JSON_STRICT, NULL, NULL);
      }
    }
}

static JsonNode *
to_node_at (const TroupeValue *self, guint depth)
{
  gsize n_items = troupe_value_is_container (self) ? ((const TroupeContainer *) self)->n_items : 0;
  JsonNode *node;

  if (!troupe_value_is_container (self))
    return leaf_to_node (self);
  if (depth >= TROUPE_LIMIT_NESTING)
    return troupe_json_node_new_null ();

  if (self->type == TROUPE_VALUE_LIST)
    {
      g_autoptr (JsonArray) array = json_array_sized_new ((guint) n_items);
      for (gsize i = 0; i < n_items; i++)
        json_array_add_element (array, to_node_at (troupe_value_list_get (self, i), depth + 1));
      node = json_node_init_array (json_node_alloc (), array);
    }
  else
    {
      g_autoptr (JsonObject) object = json_object_new ();
      for (gsize i = 0; i < n_items; i++)
        {
          TroupeValue *key = troupe_value_map_get_key (self, i);
          g_autofree char *text = key->type == TROUPE_VALUE_STRING
                                      ? g_strdup (troupe_value_get_string (key, NULL))
                                      : troupe_value_to_json (key, TROUPE_JSON_COMPACT);
          json_object_set_member (object, text,
                                  to_node_at (troupe_value_map_get_value (self, i), depth + 1));
        }
      node = json_node_init_object (json_node_alloc (), object);
    }
  json_node_seal (node);
  return node;
}

JsonNode *
troupe_value_to_node (const TroupeValue *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return to_node_at (self, 0);
}
