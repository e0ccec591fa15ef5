/* troupe-llm-price-rows.c: rows of the price table, and editing of the user's custom prices
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-llm-price-rows"

#include "config.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <string.h>

#include "troupe-file.h"
#include "troupe-llm-price-rows.h"
#include "troupe-llm-wire.h"

#define LONGEST_FILE (1024u * 1024)

void
troupe_llm_price_row_free (TroupeLlmPriceRow *self)
{
  g_free (self->name);
  g_free (self);
}

/* --- Loading ---------------------------------------------------------------------------------- */

/* Parses the file at @path. (transfer full) (nullable) */
static TroupeValue *
read_table (const char *path, GError **error)
{
  gsize length = 0;
  g_autofree char *text = troupe_file_read (path, LONGEST_FILE, &length, NULL, error);

  return text != NULL ? troupe_value_from_json (text, (gssize) length, error) : NULL;
}

/* Returns a set of the names in the file at @path, in lower case. @path: (nullable). (transfer
 * full) */
static GHashTable *
list_names (const char *path)
{
  GHashTable *names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (TroupeValue) table = path != NULL ? read_table (path, NULL) : NULL;
  TroupeValue *rows = table != NULL ? troupe_llm_wire_get_map (table, "models") : NULL;

  for (gsize i = 0; rows != NULL && i < troupe_value_map_get_size (rows); i++)
    g_hash_table_add (
        names,
        g_ascii_strdown (troupe_value_get_string (troupe_value_map_get_key (rows, i), NULL), -1));

  return names;
}

static int
compare_rows (gconstpointer a, gconstpointer b)
{
  const TroupeLlmPriceRow *first = *(TroupeLlmPriceRow *const *) a;
  const TroupeLlmPriceRow *second = *(TroupeLlmPriceRow *const *) b;

  return strcmp (first->name, second->name);
}

static void
add_rows (GPtrArray *rows, TroupeLlmPrices *prices, GHashTable *names, GHashTable *shipped)
{
  GHashTableIter iter;
  gpointer name;

  g_assert (rows != NULL);

  g_hash_table_iter_init (&iter, names);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    {
      TroupeLlmPrice price;
      TroupeLlmPriceRow *row;

      if ((names != shipped && g_hash_table_contains (shipped, name)) ||
          !troupe_llm_prices_find (prices, name, &price))
        continue;
      row = g_new0 (TroupeLlmPriceRow, 1);
      row->name = g_strdup (name);
      row->price = price;
      row->is_shipped = names == shipped;
      g_ptr_array_add (rows, row);
    }
}

GPtrArray *
troupe_llm_price_rows_read_from (const char *shipped, const char *own, char **date, char **problem)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_llm_price_row_free);
  g_autofree char *cause = NULL;
  g_autoptr (TroupeLlmPrices) prices = troupe_llm_prices_new_from (shipped, own, &cause);
  g_autoptr (GHashTable) shipped_names = list_names (shipped);
  /* An invalid file was ignored completely. */
  g_autoptr (GHashTable) own_names = list_names (cause == NULL ? own : NULL);

  add_rows (rows, prices, shipped_names, shipped_names);
  add_rows (rows, prices, own_names, shipped_names);
  g_ptr_array_sort (rows, compare_rows);
  if (date != NULL)
    *date = g_strdup (troupe_llm_prices_get_date (prices));
  if (problem != NULL)
    *problem = g_steal_pointer (&cause);

  return rows;
}

GPtrArray *
troupe_llm_price_rows_read (char **date, char **problem)
{
  g_autofree char *own = troupe_llm_prices_get_own_path ();
  g_autofree char *shipped = troupe_llm_prices_get_shipped_path ();

  return troupe_llm_price_rows_read_from (shipped, own, date, problem);
}

/* --- Saving ----------------------------------------------------------------------------------- */

/* Returns @rows with the row changed or removed. @rows: (nullable); @price: (nullable).
 * (transfer full) */
static TroupeValue *
change_rows (TroupeValue *rows, const char *name, const TroupeLlmPrice *price, gboolean *was_there)
{
  TroupeMapBuilder builder;

  *was_there = FALSE;
  troupe_map_builder_init (&builder);
  for (gsize i = 0; rows != NULL && i < troupe_value_map_get_size (rows); i++)
    {
      const char *key = troupe_value_get_string (troupe_value_map_get_key (rows, i), NULL);

      if (g_ascii_strcasecmp (key, name) == 0)
        *was_there = TRUE;
      else
        troupe_map_builder_add (&builder, key,
                                troupe_value_ref (troupe_value_map_get_value (rows, i)));
    }
  if (price != NULL)
    {
      TroupeMapBuilder row;

      troupe_map_builder_init (&row);
      troupe_map_builder_add (&row, "input", troupe_value_new_double (price->input));
      troupe_map_builder_add (&row, "cached_input", troupe_value_new_double (price->cached_input));
      troupe_map_builder_add (&row, "cache_creation",
                              troupe_value_new_double (price->cache_creation));
      troupe_map_builder_add (&row, "output", troupe_value_new_double (price->output));
      troupe_map_builder_add (&builder, name, troupe_map_builder_end (&row));
    }

  return troupe_map_builder_end (&builder);
}

/* Returns FALSE with an error if the file exists but is not a price table. @table: (out)
 * (nullable) */
static gboolean
read_own (const char *path, TroupeValue **table, GError **error)
{
  g_autofree char *problem = NULL;
  g_autoptr (TroupeLlmPrices) prices = troupe_llm_prices_new_from (NULL, path, &problem);

  g_assert (prices != NULL);

  *table = NULL;
  if (problem != NULL)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, problem);
      return FALSE;
    }
  if (g_file_test (path, G_FILE_TEST_EXISTS))
    *table = read_table (path, error);

  return *table != NULL || !g_file_test (path, G_FILE_TEST_EXISTS);
}

gboolean
troupe_llm_price_rows_write_own (const char *path,
                                 const char *name,
                                 const TroupeLlmPrice *price,
                                 GError **error)
{
  g_autofree char *folder = NULL;
  g_autofree char *text = NULL;
  g_autoptr (TroupeValue) table = NULL;
  g_autoptr (TroupeValue) changed = NULL;
  TroupeValue *rows = NULL;
  gboolean was_there = FALSE;
  TroupeMapBuilder builder;

  g_return_val_if_fail (path != NULL, FALSE);
  g_return_val_if_fail (name != NULL && *name != '\0', FALSE);

  if (!read_own (path, &table, error))
    return FALSE;
  rows = change_rows (table != NULL ? troupe_llm_wire_get_map (table, "models") : NULL, name, price,
                      &was_there);
  troupe_map_builder_init (&builder);
  for (gsize i = 0; table != NULL && i < troupe_value_map_get_size (table); i++)
    {
      const char *key = troupe_value_get_string (troupe_value_map_get_key (table, i), NULL);

      if (!g_str_equal (key, "models"))
        troupe_map_builder_add (&builder, key,
                                troupe_value_ref (troupe_value_map_get_value (table, i)));
    }
  troupe_map_builder_add (&builder, "models", rows);
  changed = troupe_map_builder_end (&builder);
  if (price == NULL && !was_there)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                   /* Translators: %s is the name of a model */
                   _ ("There is no custom price for “%s”."), name);
      return FALSE;
    }
  folder = g_path_get_dirname (path);
  if (g_mkdir_with_parents (folder, 0700) != 0)
    {
      const int number = errno;

      g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (number),
                   /* Translators: a folder, and the reason */
                   _ ("Could not create the folder “%s”: %s"), folder, g_strerror (number));
      return FALSE;
    }
  text = troupe_value_to_json (changed, TROUPE_JSON_PRETTY);

  return troupe_file_save (path, text, strlen (text), NULL, NULL, error);
}
