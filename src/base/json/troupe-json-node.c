/* troupe-json-node.c: JSON text to JsonNode trees
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-json-node"

#include "config.h"

#include <math.h>
#include <string.h>

#include "troupe-json-error.h"
#include "troupe-json-number.h"
#include "troupe-json-private.h"
#include "troupe-json-record.h"
#include "troupe-limits.h"
#include "troupe-value.h"

/* Returns the node that marks big integers. A JsonNode has no field for user data, but it has a
 * parent pointer, which it does not own and which this code does not use otherwise. The returned
 * node is the parent of every big integer, and is never freed. */
static JsonNode *
get_big_integer_mark (void)
{
  static gsize mark;

  if (g_once_init_enter (&mark))
    {
      JsonNode *made = json_node_new (JSON_NODE_NULL);
      g_once_init_leave (&mark, (gsize) made);
    }
  return (JsonNode *) mark;
}

gboolean
troupe_json_node_is_big_integer (JsonNode *node)
{
  g_return_val_if_fail (node != NULL, FALSE);

  return json_node_get_parent (node) == get_big_integer_mark ();
}

JsonNode *
troupe_json_node_new_big_integer (const char *text)
{
  JsonNode *node = json_node_init_string (json_node_alloc (), text);

  json_node_set_parent (node, get_big_integer_mark ());
  return node;
}

/* Returns the parent of nodes that represent a date or time. It is used like the mark of
 * big integers. */
static JsonNode *
get_time_mark (void)
{
  static gsize mark;

  if (g_once_init_enter (&mark))
    {
      JsonNode *made = json_node_new (JSON_NODE_NULL);
      g_once_init_leave (&mark, (gsize) made);
    }
  return (JsonNode *) mark;
}

gboolean
troupe_json_node_is_time (JsonNode *node)
{
  g_return_val_if_fail (node != NULL, FALSE);

  return json_node_get_parent (node) == get_time_mark ();
}

JsonNode *
troupe_json_node_new_time (const char *text)
{
  JsonNode *node = json_node_init_string (json_node_alloc (), text);

  json_node_set_parent (node, get_time_mark ());
  json_node_seal (node);
  return node;
}

gboolean
troupe_json_node_is_text (JsonNode *node)
{
  g_return_val_if_fail (node != NULL, FALSE);

  return JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING &&
         !troupe_json_node_is_big_integer (node) && !troupe_json_node_is_time (node);
}

static JsonNode *
seal (JsonNode *node)
{
  json_node_seal (node);
  return node;
}

JsonNode *
troupe_json_node_new_string (const char *text)
{
  g_return_val_if_fail (text != NULL, NULL);

  return seal (json_node_init_string (json_node_alloc (), text));
}

JsonNode *
troupe_json_node_new_integer (gint64 value)
{
  return seal (json_node_init_int (json_node_alloc (), value));
}

JsonNode *
troupe_json_node_new_double (double value)
{
  return seal (json_node_init_double (json_node_alloc (), value));
}

JsonNode *
troupe_json_node_new_boolean (gboolean value)
{
  return seal (json_node_init_boolean (json_node_alloc (), value ? TRUE : FALSE));
}

JsonNode *
troupe_json_node_new_null (void)
{
  return seal (json_node_init_null (json_node_alloc ()));
}

static gpointer
make_constant (gpointer data, char first_letter)
{
  if (first_letter == 'n')
    return troupe_json_node_new_null ();
  return troupe_json_node_new_boolean (first_letter == 't');
}

static gpointer
make_integer (gpointer data, gint64 value)
{
  return troupe_json_node_new_integer (value);
}

static gpointer
make_double (gpointer data, double value)
{
  return troupe_json_node_new_double (value);
}

/* json-glib requires a NUL after text, but the parser's text is not terminated. */
static const char *
terminate (GString *scratch, const char *text, gsize length)
{
  g_string_truncate (scratch, 0);
  g_string_append_len (scratch, text, (gssize) length);
  return scratch->str;
}

static gpointer
make_big_integer (gpointer data, const char *text, gsize length)
{
  return seal (troupe_json_node_new_big_integer (terminate (data, text, length)));
}

static gpointer
make_string (gpointer data, const char *text, gsize length)
{
  return troupe_json_node_new_string (terminate (data, text, length));
}

static gpointer
make_list (gpointer data, const TroupeJsonEntry *entries, guint n_entries)
{
  g_autoptr (JsonArray) array = json_array_sized_new (n_entries);

  for (guint i = 0; i < n_entries; i++)
    json_array_add_element (array, entries[i].value);
  return seal (json_node_init_array (json_node_alloc (), array));
}

static gpointer
make_map (gpointer data, const TroupeJsonEntry *entries, guint n_entries)
{
  g_autoptr (JsonObject) object = json_object_new ();

  for (guint i = 0; i < n_entries; i++)
    json_object_set_member (object, terminate (data, entries[i].key, entries[i].key_length),
                            entries[i].value);
  return seal (json_node_init_object (json_node_alloc (), object));
}

static void
free_value (gpointer value)
{
  json_node_unref (value);
}

static const TroupeJsonBuilder node_builder = {
  .strings = TROUPE_JSON_STRING_PLAIN,
  .most_values = TROUPE_LIMIT_DOCUMENT_VALUES,
  .make_constant = make_constant,
  .make_integer = make_integer,
  .make_double = make_double,
  .make_big_integer = make_big_integer,
  .make_string = make_string,
  .make_list = make_list,
  .make_map = make_map,
  .free_value = free_value,
};

JsonNode *
troupe_json_read (const char *text,
                  gsize length,
                  TroupeJsonFlags flags,
                  TroupeJsonText **source,
                  GError **error)
{
  g_autoptr (GArray) records = NULL;
  g_autoptr (GString) scratch = NULL;
  JsonNode *root;

  g_return_val_if_fail (text != NULL || length == 0, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  if (source != NULL)
    {
      *source = NULL;
      records = g_array_new (FALSE, FALSE, sizeof (TroupeJsonRecord));
    }
  scratch = g_string_new (NULL);
  root = troupe_json_parse (text, length, flags, &node_builder, scratch, records, error);
  if (root != NULL && source != NULL)
    {
      char *copy = g_malloc (length + 1);
      memcpy (copy, text, length);
      copy[length] = '\0';
      *source = troupe_json_text_new (copy, length, root, g_steal_pointer (&records));
    }
  if (root == NULL)
    troupe_json_explain_conflict (error, text, length);
  return root;
}

/* --- Checking only ---------------------------------------------------------------------------- */

/* The value that is created for everything. */
static const char ignored[] = "";

static gpointer
ignore_constant (gpointer data, char first_letter)
{
  return (gpointer) ignored;
}

static gpointer
ignore_integer (gpointer data, gint64 value)
{
  return (gpointer) ignored;
}

static gpointer
ignore_double (gpointer data, double value)
{
  return (gpointer) ignored;
}

static gpointer
ignore_text (gpointer data, const char *text, gsize length)
{
  return (gpointer) ignored;
}

static gpointer
ignore_container (gpointer data, const TroupeJsonEntry *entries, guint n_entries)
{
  return (gpointer) ignored;
}

static void
ignore_value (gpointer value)
{
}

gboolean
troupe_json_check_text (const char *text, gsize length, TroupeJsonFlags flags, GError **error)
{
  static const TroupeJsonBuilder builder = {
    .strings = TROUPE_JSON_STRING_PLAIN,
    .make_constant = ignore_constant,
    .make_integer = ignore_integer,
    .make_double = ignore_double,
    .make_big_integer = ignore_text,
    .make_string = ignore_text,
    .make_list = ignore_container,
    .make_map = ignore_container,
    .free_value = ignore_value,
  };

  g_return_val_if_fail (text != NULL || length == 0, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  return troupe_json_parse (text, length, flags, &builder, NULL, NULL, error) != NULL;
}
