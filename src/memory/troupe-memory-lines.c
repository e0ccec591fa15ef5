/* troupe-memory-lines.c: serialization of memory records for the CLI and export
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-memory-lines"

#include "config.h"

#include <gio/gio.h>
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "troupe-memory-lines.h"
#include "troupe-memory-vectors.h"

/* --- Writing ---------------------------------------------------------------------------------- */

static void
add_time (TroupeMapBuilder *builder, const char *key, gint64 time_us)
{
  g_autoptr (GDateTime) second = g_date_time_new_from_unix_utc (time_us / G_USEC_PER_SEC);
  g_autoptr (GDateTime) time =
      second != NULL ? g_date_time_add (second, time_us % G_USEC_PER_SEC) : NULL;
  g_autofree char *text = time != NULL ? g_date_time_format (time, "%Y-%m-%dT%H:%M:%S.%fZ") : NULL;

  g_assert (builder != NULL);

  troupe_map_builder_add (
      builder, key, text != NULL ? troupe_value_new_string (text, -1) : troupe_value_new_null ());
}

static void
build (TroupeMapBuilder *builder, const TroupeMemoryRecord *self, TroupeMemoryLineParts parts)
{
  char **texts;
  g_autoptr (GPtrArray) items = NULL;

  g_assert (self != NULL);

  troupe_map_builder_init (builder);
  if (parts >= TROUPE_MEMORY_LINE_WITH_ID)
    troupe_map_builder_add (builder, "id", troupe_value_new_string (self->id, -1));
  troupe_map_builder_add (builder, "content", troupe_value_new_string (self->content, -1));
  troupe_map_builder_add (builder, "scope", troupe_value_new_string (self->scope, -1));
  texts = self->categories;
  items = g_ptr_array_new ();
  for (guint i = 0; texts != NULL && texts[i] != NULL; i++)
    g_ptr_array_add (items, troupe_value_new_string (texts[i], -1));
  troupe_map_builder_add (builder, "categories",
                          troupe_value_new_list ((TroupeValue **) items->pdata, items->len));
  troupe_map_builder_add (builder, "importance", troupe_value_new_double (self->importance));
  troupe_map_builder_add (builder, "metadata", troupe_value_ref (self->metadata));
  troupe_map_builder_add (builder, "source",
                          self->source != NULL ? troupe_value_new_string (self->source, -1)
                                               : troupe_value_new_null ());
  troupe_map_builder_add (builder, "private", troupe_value_new_boolean (self->is_private));
  if (parts < TROUPE_MEMORY_LINE_WITH_TIME)
    return;
  add_time (builder, "created_at", self->created_us);
  add_time (builder, "last_accessed", self->accessed_us);
}

TroupeValue *
troupe_memory_record_to_value (const TroupeMemoryRecord *self, TroupeMemoryLineParts parts)
{
  TroupeMapBuilder builder;

  g_return_val_if_fail (self != NULL, NULL);

  build (&builder, self, parts);

  return troupe_map_builder_end (&builder);
}

TroupeValue *
troupe_memory_record_to_line (const TroupeMemoryRecord *self, const float *vector, guint dimension)
{
  g_autofree guint32 *words = NULL;
  g_autofree char *text = NULL;
  TroupeMapBuilder builder;

  g_return_val_if_fail (self != NULL && vector != NULL, NULL);

  words = g_new (guint32, dimension);
  memcpy (words, vector, dimension * sizeof *words);
  for (guint i = 0; i < dimension; i++)
    words[i] = GUINT32_TO_LE (words[i]);
  text = g_base64_encode ((const guchar *) words, dimension * sizeof *words);
  build (&builder, self, TROUPE_MEMORY_LINE_WITH_TIME);
  troupe_map_builder_add (&builder, "vector", troupe_value_new_string (text, -1));

  return troupe_map_builder_end (&builder);
}

/* --- Reading ---------------------------------------------------------------------------------- */

static gboolean
refuse (GError **error, const char *key, const char *expected)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
               /* Translators: first %s is a key such as “categories”, second %s a description of
                * the expected value. */
               _ ("“%s” of a record must be %s."), key, expected);

  return FALSE;
}

/* Reads a string member. @text: (transfer full): initially the default value */
static gboolean
read_text (TroupeValue *map, const char *key, gboolean is_needed, char **text, GError **error)
{
  TroupeValue *value = troupe_value_get_member (map, key);

  g_assert (text != NULL);

  if (value == NULL && !is_needed)
    return TRUE;
  if (value == NULL || !troupe_value_is (value, TROUPE_VALUE_STRING))
    return refuse (error, key, _ ("a string"));
  g_free (*text);
  *text = g_strdup (troupe_value_get_string (value, NULL));

  return TRUE;
}

static gboolean
read_number (TroupeValue *value, double *number)
{
  g_assert (number != NULL);

  if (troupe_value_is (value, TROUPE_VALUE_INTEGER))
    *number = (double) troupe_value_get_integer (value);
  else if (troupe_value_is (value, TROUPE_VALUE_DOUBLE))
    *number = troupe_value_get_double (value);
  else
    return FALSE;

  return isfinite (*number);
}

gboolean
troupe_memory_read_time (const char *text, gint64 *time_us)
{
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  g_autoptr (GDateTime) time = NULL;

  g_return_val_if_fail (text != NULL && time_us != NULL, FALSE);

  time = g_date_time_new_from_iso8601 (text, utc);
  if (time == NULL)
    return FALSE;
  *time_us = g_date_time_to_unix (time) * G_USEC_PER_SEC + g_date_time_get_microsecond (time);

  return TRUE;
}

static gboolean
read_time (TroupeValue *map, const char *key, gint64 *time_us, GError **error)
{
  TroupeValue *value = troupe_value_get_member (map, key);

  g_assert (time_us != NULL);

  if (value == NULL)
    return TRUE;
  if (troupe_value_is (value, TROUPE_VALUE_STRING) &&
      troupe_memory_read_time (troupe_value_get_string (value, NULL), time_us))
    return TRUE;

  return refuse (error, key, _ ("a time such as 2026-11-24T08:30:00Z"));
}

static gboolean
read_categories (TroupeMemoryRecord *record, TroupeValue *value, GError **error)
{
  g_autoptr (GStrvBuilder) texts = g_strv_builder_new ();

  g_assert (record != NULL);

  if (value == NULL)
    return TRUE;
  if (!troupe_value_is (value, TROUPE_VALUE_LIST))
    return refuse (error, "categories", _ ("a list of strings"));
  for (gsize i = 0; i < troupe_value_list_get_length (value); i++)
    {
      TroupeValue *text = troupe_value_list_get (value, i);

      if (!troupe_value_is (text, TROUPE_VALUE_STRING))
        return refuse (error, "categories", _ ("a list of strings"));
      g_strv_builder_add (texts, troupe_value_get_string (text, NULL));
    }
  g_strfreev (record->categories);
  record->categories = g_strv_builder_end (texts);

  return TRUE;
}

static gboolean
read_fields (TroupeMemoryRecord *record, TroupeValue *map, GError **error)
{
  TroupeValue *importance = troupe_value_get_member (map, "importance");
  TroupeValue *metadata = troupe_value_get_member (map, "metadata");
  TroupeValue *is_private = troupe_value_get_member (map, "private");

  g_assert (record != NULL);

  if (!read_text (map, "id", TRUE, &record->id, error) ||
      !read_text (map, "scope", FALSE, &record->scope, error) ||
      !read_text (map, "source", FALSE, &record->source, error) ||
      !read_categories (record, troupe_value_get_member (map, "categories"), error) ||
      !read_time (map, "created_at", &record->created_us, error))
    return FALSE;
  record->accessed_us = record->created_us;
  if (!read_time (map, "last_accessed", &record->accessed_us, error))
    return FALSE;
  if (importance != NULL && (!read_number (importance, &record->importance) ||
                             record->importance < 0.0 || record->importance > 1.0))
    return refuse (error, "importance", _ ("a number from 0 to 1"));
  if (metadata != NULL && !troupe_value_is (metadata, TROUPE_VALUE_MAP))
    return refuse (error, "metadata", _ ("an object"));
  if (metadata != NULL)
    {
      troupe_value_unref (record->metadata);
      record->metadata = troupe_value_ref (metadata);
    }
  if (is_private != NULL && !troupe_value_is (is_private, TROUPE_VALUE_BOOLEAN))
    return refuse (error, "private", _ ("true or false"));
  record->is_private = is_private != NULL && troupe_value_get_boolean (is_private);

  return TRUE;
}

/* (transfer full) (nullable) */
static float *
read_packed (const char *text, guint *dimension)
{
  gsize length = 0;
  g_autofree guchar *bytes = g_base64_decode (text, &length);
  g_autofree float *vector = NULL;

  g_assert (dimension != NULL);

  if (length == 0 || length % sizeof (guint32) != 0 ||
      length / sizeof (guint32) > TROUPE_MEMORY_MOST_DIMENSIONS)
    return NULL;
  *dimension = (guint) (length / sizeof (guint32));
  vector = g_new (float, *dimension);
  for (guint i = 0; i < *dimension; i++)
    {
      guint32 word;

      memcpy (&word, bytes + i * sizeof word, sizeof word);
      word = GUINT32_FROM_LE (word);
      memcpy (&vector[i], &word, sizeof word);
      if (!isfinite (vector[i]))
        return NULL;
    }

  return g_steal_pointer (&vector);
}

/* (transfer full) (nullable) */
static float *
read_listed (TroupeValue *list, guint *dimension)
{
  const gsize length = troupe_value_list_get_length (list);
  g_autofree float *vector = NULL;

  g_assert (dimension != NULL);

  if (length == 0 || length > TROUPE_MEMORY_MOST_DIMENSIONS)
    return NULL;
  *dimension = (guint) length;
  vector = g_new (float, length);
  for (gsize i = 0; i < length; i++)
    {
      double number = 0.0;

      if (!read_number (troupe_value_list_get (list, i), &number))
        return NULL;
      vector[i] = (float) number;
    }

  return g_steal_pointer (&vector);
}

TroupeMemoryRecord *
troupe_memory_record_from_line (TroupeValue *value,
                                float **vector,
                                guint *dimension,
                                GError **error)
{
  g_autoptr (TroupeMemoryRecord) record = NULL;
  TroupeValue *content = NULL;
  TroupeValue *numbers = NULL;

  g_return_val_if_fail (value != NULL && vector != NULL && dimension != NULL, NULL);

  *vector = NULL;
  *dimension = 0;
  content =
      troupe_value_is (value, TROUPE_VALUE_MAP) ? troupe_value_get_member (value, "content") : NULL;
  if (content == NULL || !troupe_value_is (content, TROUPE_VALUE_STRING))
    {
      refuse (error, "content", _ ("a string"));
      return NULL;
    }
  record = troupe_memory_record_new (troupe_value_get_string (content, NULL));
  if (!read_fields (record, value, error))
    return NULL;
  numbers = troupe_value_get_member (value, "vector");
  if (numbers == NULL)
    return g_steal_pointer (&record);
  if (troupe_value_is (numbers, TROUPE_VALUE_STRING))
    *vector = read_packed (troupe_value_get_string (numbers, NULL), dimension);
  else if (troupe_value_is (numbers, TROUPE_VALUE_LIST))
    *vector = read_listed (numbers, dimension);
  if (*vector != NULL)
    return g_steal_pointer (&record);
  refuse (error, "vector", _ ("numbers, or base64 of 32-bit floats"));

  return NULL;
}
