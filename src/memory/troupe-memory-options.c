/* troupe-memory-options.c: options of a memory: parsing, defaults and ranking of matches
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-memory-options"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stddef.h>

#include "troupe-memory.h"

#define DAY_US (24.0 * 3600.0 * 1e6)
#define HIGHEST_COUNT 1000000.0

/* A numeric option: its key, offset, default, and range. */
typedef struct
{
  const char *key;
  gsize offset;
  gboolean is_count;
  double usual;
  double least;
  double most;
} Number;

#define REAL(name, usual, least, most)                                                             \
  {                                                                                                \
#    name, offsetof(TroupeMemoryOptions, name), FALSE, usual, least, most                          \
  }
#define COUNT(name, usual, least)                                                                  \
  {                                                                                                \
#    name, offsetof(TroupeMemoryOptions, name), TRUE, usual, least, HIGHEST_COUNT                  \
  }

static const Number numbers[] = {
  REAL (recency_weight, 0.3, 0.0, 1.0),
  REAL (semantic_weight, 0.5, 0.0, 1.0),
  REAL (importance_weight, 0.2, 0.0, 1.0),
  REAL (recency_half_life_days, 30.0, 1.0, 1e9),
  REAL (consolidation_threshold, 0.85, 0.0, 1.0),
  COUNT (consolidation_limit, 5, 1),
  REAL (default_importance, 0.5, 0.0, 1.0),
  REAL (confidence_threshold_high, 0.8, 0.0, 1.0),
  REAL (confidence_threshold_low, 0.5, 0.0, 1.0),
  REAL (complex_query_threshold, 0.7, 0.0, 1.0),
  COUNT (exploration_budget, 1, 0),
  COUNT (query_analysis_threshold, 200, 0),
};

static gboolean
read_number (const Number *number, TroupeValue *value, double *wide, GError **error)
{
  gboolean is_whole = value != NULL && troupe_value_is (value, TROUPE_VALUE_INTEGER);

  g_assert (number != NULL);

  *wide = number->usual;
  if (value == NULL)
    return TRUE;
  if (is_whole)
    *wide = (double) troupe_value_get_integer (value);
  else if (troupe_value_is (value, TROUPE_VALUE_DOUBLE))
    *wide = troupe_value_get_double (value);
  else
    *wide = NAN;
  if (*wide >= number->least && *wide <= number->most && (is_whole || !number->is_count))
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
               /* Translators: %s is a key of a document; first %g is the minimum of its value,
                * second %g the maximum. */
               _ ("“%s” of the memory must be a number from %g to %g."), number->key, number->least,
               number->most);

  return FALSE;
}

gboolean
troupe_memory_options_read (TroupeMemoryOptions *self, TroupeValue *value, GError **error)
{
  TroupeValue *read_only = troupe_value_get_member (value, "read_only");

  g_return_val_if_fail (self != NULL, FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      gpointer place = (char *) self + numbers[i].offset;
      double wide;

      if (!read_number (&numbers[i], troupe_value_get_member (value, numbers[i].key), &wide, error))
        return FALSE;
      if (numbers[i].is_count)
        *(guint *) place = (guint) wide;
      else
        *(double *) place = wide;
    }
  self->is_read_only = FALSE;
  if (read_only == NULL)
    return TRUE;
  if (!troupe_value_is (read_only, TROUPE_VALUE_BOOLEAN))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                   _ ("“%s” of the memory must be true or false."), "read_only");
      return FALSE;
    }
  self->is_read_only = troupe_value_get_boolean (read_only);

  return TRUE;
}

void
troupe_memory_options_score (const TroupeMemoryOptions *self,
                             TroupeMemoryMatch *match,
                             gint64 now_us)
{
  double age, decay;

  g_return_if_fail (self != NULL && match != NULL);

  age = MAX ((double) (now_us - match->record->created_us), 0.0) / DAY_US;
  decay = pow (0.5, age / self->recency_half_life_days);
  match->score = self->semantic_weight * match->similarity + self->recency_weight * decay +
                 self->importance_weight * match->record->importance;
  match->reasons = TROUPE_MEMORY_REASON_SEMANTIC;
  if (decay > 0.5)
    match->reasons |= TROUPE_MEMORY_REASON_RECENCY;
  if (match->record->importance > 0.5)
    match->reasons |= TROUPE_MEMORY_REASON_IMPORTANCE;
}
