/* troupe-llm-prices.c: price table of models
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-llm-prices"

#include "config.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "troupe-file.h"
#include "troupe-installed-files.h"
#include "troupe-llm-prices.h"
#include "troupe-llm-target.h"
#include "troupe-llm-wire.h"

#define FILE_NAME "prices.json"
#define LONGEST_FILE (1024u * 1024)
/* Maximum price in dollars per million tokens; higher numbers are probably in another unit. */
#define HIGHEST 1e6

struct _TroupeLlmPrices
{
  gatomicrefcount ref_count;
  char *date;         /* (nullable) */
  GHashTable *models; /* (element-type utf8 TroupeLlmPrice): by family, in lower case */
  char *own;          /* (nullable): file of custom prices; its state before it was read follows */
  gint64 own_time_us;
  gint64 own_size; /* -1 if it does not exist */
};

static void
look_at (const char *path, gint64 *time_us, gint64 *size)
{
  GStatBuf status;
  const gboolean is_there = path != NULL && g_stat (path, &status) == 0;

  *time_us = is_there ? status.st_mtim.tv_sec * G_USEC_PER_SEC + status.st_mtim.tv_nsec / 1000 : 0;
  *size = is_there ? status.st_size : -1;
}

/* --- Loading ---------------------------------------------------------------------------------- */

/* Reads a price. If the price is missing, uses @fallback. Returns FALSE if the value is not a
 * price. */
static gboolean
read_number (TroupeValue *row, const char *key, double fallback, double *number)
{
  TroupeValue *value = troupe_llm_wire_get (row, key);

  *number = fallback;
  if (value == NULL)
    return fallback >= 0.0;
  if (troupe_value_is (value, TROUPE_VALUE_INTEGER))
    *number = (double) troupe_value_get_integer (value);
  else if (troupe_value_is (value, TROUPE_VALUE_DOUBLE))
    *number = troupe_value_get_double (value);
  else
    return FALSE;

  return *number >= 0.0 && *number <= HIGHEST;
}

/* Parses the rows of a file. (transfer full) (nullable) */
static GHashTable *
read_file (const char *path, gboolean is_own, char **date, GError **error)
{
  g_autoptr (GHashTable) models = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (TroupeValue) table = NULL;
  g_autofree char *text = NULL;
  gsize length = 0;
  TroupeValue *rows;

  text = troupe_file_read (path, LONGEST_FILE, &length, NULL, error);
  if (text == NULL)
    return NULL;
  table = troupe_value_from_json (text, (gssize) length, error);
  if (table == NULL)
    return NULL;
  rows = troupe_llm_wire_get_map (table, "models");
  if (rows == NULL)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                           _ ("the object “models” is missing"));
      return NULL;
    }
  for (gsize i = 0; i < troupe_value_map_get_size (rows); i++)
    {
      const char *name = troupe_value_get_string (troupe_value_map_get_key (rows, i), NULL);
      TroupeLlmPrice price = { .is_own = is_own };
      TroupeValue *row = troupe_value_map_get_value (rows, i);

      if (!read_number (row, "input", -1.0, &price.input) ||
          !read_number (row, "output", -1.0, &price.output) ||
          !read_number (row, "cached_input", price.input, &price.cached_input) ||
          !read_number (row, "cache_creation", price.input, &price.cache_creation))
        {
          /* Translators: %s is the name of a model */
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                       _ ("the row “%s” requires the numbers “input” and “output”, in dollars per "
                          "million tokens"),
                       name);
          return NULL;
        }
      g_hash_table_replace (models, g_ascii_strdown (name, -1), g_memdup2 (&price, sizeof price));
    }
  if (date != NULL)
    *date = g_strdup (troupe_llm_wire_get_text (table, "date"));

  return g_steal_pointer (&models);
}

static void
lay_over (TroupeLlmPrices *self, GHashTable *models)
{
  GHashTableIter iter;
  gpointer name, price;

  g_assert (self != NULL);

  g_hash_table_iter_init (&iter, models);
  while (g_hash_table_iter_next (&iter, &name, &price))
    {
      g_hash_table_iter_steal (&iter);
      g_hash_table_replace (self->models, name, price);
    }
}

/* --- Table ------------------------------------------------------------------------------------ */

TroupeLlmPrices *
troupe_llm_prices_new_from (const char *shipped, const char *own, char **problem)
{
  TroupeLlmPrices *self = g_new0 (TroupeLlmPrices, 1);
  g_autoptr (GHashTable) rows = NULL;
  g_autoptr (GHashTable) own_rows = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) own_error = NULL;

  g_atomic_ref_count_init (&self->ref_count);
  self->models = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  if (problem != NULL)
    *problem = NULL;

  rows = shipped != NULL ? read_file (shipped, FALSE, &self->date, &error) : NULL;
  if (rows != NULL)
    lay_over (self, rows);
  else if (error != NULL)
    g_debug ("Prices: %s", error->message);

  self->own = g_strdup (own);
  look_at (own, &self->own_time_us, &self->own_size);
  own_rows = own != NULL ? read_file (own, TRUE, NULL, &own_error) : NULL;
  if (own_rows != NULL)
    {
      lay_over (self, own_rows);
    }
  else if (problem != NULL && own_error != NULL &&
           !g_error_matches (own_error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    {
      g_autofree char *path = troupe_path_for_display (own);

      /* Translators: first %s is a path, second %s describes the problem with the file */
      *problem = g_strdup_printf (_ ("The custom prices in %s were ignored: %s."), path,
                                  own_error->message);
    }

  return self;
}

char *
troupe_llm_prices_get_own_path (void)
{
  return g_build_filename (g_get_user_config_dir (), "troupe", FILE_NAME, NULL);
}

char *
troupe_llm_prices_get_shipped_path (void)
{
  const char *shipped = g_getenv ("TROUPE_PRICES_FILE");

  return shipped != NULL ? g_strdup (shipped) : troupe_installed_files_find (FILE_NAME);
}

TroupeLlmPrices *
troupe_llm_prices_new (char **problem)
{
  g_autofree char *own = troupe_llm_prices_get_own_path ();
  g_autofree char *shipped = troupe_llm_prices_get_shipped_path ();

  return troupe_llm_prices_new_from (shipped, own, problem);
}

TroupeLlmPrices *
troupe_llm_prices_ref (TroupeLlmPrices *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);

  return self;
}

void
troupe_llm_prices_unref (TroupeLlmPrices *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_hash_table_unref (self->models);
  g_free (self->date);
  g_free (self->own);
  g_free (self);
}

gboolean
troupe_llm_prices_is_current (TroupeLlmPrices *self)
{
  gint64 time_us = 0;
  gint64 size = -1;

  g_return_val_if_fail (self != NULL, FALSE);

  look_at (self->own, &time_us, &size);

  return time_us == self->own_time_us && size == self->own_size;
}

const char *
troupe_llm_prices_get_date (TroupeLlmPrices *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->date;
}

/* --- Lookup ----------------------------------------------------------------------------------- */

static gsize
skip_digits (const char *text)
{
  gsize n_digits = 0;

  while (g_ascii_isdigit (text[n_digits]))
    n_digits++;

  return n_digits;
}

/* Returns TRUE if the rest of a name after the family is only a version, such as
 * `-20250929-v1:0`, `-0613`, `-latest` or `-preview-05-20`. In contrast, `-mini` or `-7` denotes
 * another model, which may cost ten times as much. */
static gboolean
is_version (const char *rest)
{
  static const char *const words[] = { "latest", "preview", "exp" };
  gboolean is_dated = FALSE;

  while (*rest != '\0')
    {
      gsize length = 0;

      if (strchr ("-@:", *rest) == NULL)
        return FALSE;
      is_dated = is_dated || *rest == '@' || *rest == ':';
      rest++;
      for (guint i = 0; length == 0 && i < G_N_ELEMENTS (words); i++)
        if (g_str_has_prefix (rest, words[i]))
          length = strlen (words[i]);
      if (length == 0 && *rest == 'v' && skip_digits (rest + 1) > 0)
        length = 1 + skip_digits (rest + 1);
      if (length == 0 && (skip_digits (rest) >= 3 || is_dated))
        length = skip_digits (rest);
      if (length == 0)
        return FALSE;
      is_dated = TRUE;
      rest += length;
    }

  return TRUE;
}

/* Returns the price of the longest name that is a prefix of @family. (nullable) */
static const TroupeLlmPrice *
find_longest (TroupeLlmPrices *self, const char *family)
{
  const TroupeLlmPrice *found = NULL;
  gsize longest = 0;
  GHashTableIter iter;
  gpointer name, price;

  g_assert (self != NULL);

  g_hash_table_iter_init (&iter, self->models);
  while (g_hash_table_iter_next (&iter, &name, &price))
    {
      gsize length = strlen (name);

      if (length > longest && g_str_has_prefix (family, name) && is_version (family + length))
        {
          longest = length;
          found = price;
        }
    }

  return found;
}

gboolean
troupe_llm_prices_find (TroupeLlmPrices *self, const char *model, TroupeLlmPrice *price)
{
  const TroupeLlmPrice *found = NULL;
  const TroupeProvider *service = NULL;
  g_autofree char *small = NULL;
  const char *name = NULL;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (model != NULL, FALSE);
  g_return_val_if_fail (price != NULL, FALSE);

  small = g_ascii_strdown (model, -1);
  service = troupe_llm_service_find (model, NULL, NULL, &name, NULL);
  /* A custom price may apply to a single service only. */
  found = find_longest (self, small);
  if (found == NULL && service != NULL &&
      (service->fixed_key != NULL || service->wire == TROUPE_WIRE_MOCK))
    {
      *price = (TroupeLlmPrice){ 0 };
      return TRUE;
    }
  if (found == NULL)
    found = find_longest (self, troupe_llm_model_get_family (small));
  if (found == NULL)
    return FALSE;
  *price = *found;

  return TRUE;
}

gboolean
troupe_llm_prices_get_cost (TroupeLlmPrices *self,
                            const char *model,
                            const TroupeLlmUsage *usage,
                            gint64 *micro_dollars)
{
  TroupeLlmPrice price;
  const TroupeProvider *service = NULL;
  const char *name = NULL;
  double cost, input;

  g_return_val_if_fail (usage != NULL, FALSE);
  g_return_val_if_fail (micro_dollars != NULL, FALSE);

  if (!troupe_llm_prices_find (self, model, &price))
    return FALSE;
  /* Some servers report no token counts, and other servers report only the total. */
  if (usage->prompt_tokens == 0 && usage->completion_tokens == 0 &&
      (usage->requests > 0 || usage->total_tokens > 0) && (price.input > 0 || price.output > 0))
    return FALSE;

  service = troupe_llm_service_find (model, NULL, NULL, &name, NULL);
  input = (double) usage->prompt_tokens;
  /* For Bedrock, the cache tokens are not included in the input tokens. */
  if (service == NULL || service->wire != TROUPE_WIRE_BEDROCK)
    input -= (double) usage->cached_prompt_tokens + (double) usage->cache_creation_tokens;
  cost = MAX (input, 0.0) * price.input +
         (double) usage->cached_prompt_tokens * price.cached_input +
         (double) usage->cache_creation_tokens * price.cache_creation +
         (double) usage->completion_tokens * price.output;
  *micro_dollars = (gint64) CLAMP (round (cost), 0.0, 9e18);

  return TRUE;
}

gint64
troupe_llm_prices_get_saved (TroupeLlmPrices *self, const char *model, const TroupeLlmUsage *usage)
{
  TroupeLlmPrice price;
  double saved;

  g_return_val_if_fail (self != NULL, 0);
  g_return_val_if_fail (usage != NULL, 0);

  if (!troupe_llm_prices_find (self, model, &price))
    return 0;
  saved = (double) usage->cached_prompt_tokens * (price.input - price.cached_input) +
          (double) usage->cache_creation_tokens * (price.input - price.cache_creation);

  return (gint64) CLAMP (round (saved), -9e18, 9e18);
}
