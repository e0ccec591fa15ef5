/* troupe-cost-estimate.c: cost estimate of the next run, from earlier runs of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cost-estimate"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "troupe-cost-estimate.h"
#include "troupe-money.h"
#include "troupe-store-costs.h"

/* --- Ranges --------------------------------------------------------------------------------------- */

static int
compare_sums (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const gint64 first = *(const gint64 *) a;
  const gint64 second = *(const gint64 *) b;

  return (first > second) - (first < second);
}

/* @sums: sorted; @part: from 0 to 1 */
static gint64
get_percentile (const gint64 *sums, guint n_sums, double part)
{
  const double place = part * (n_sums - 1);
  const guint below = (guint) floor (place);
  const guint above = MIN (below + 1, n_sums - 1);

  g_assert (n_sums > 0);

  return sums[below] + (gint64) llround ((double) (sums[above] - sums[below]) * (place - below));
}

TroupeCostRange
troupe_cost_range_new (gint64 *sums, guint n_sums)
{
  TroupeCostRange range = { 0 };

  g_return_val_if_fail (sums != NULL, range);
  g_return_val_if_fail (n_sums > 0, range);

  g_qsort_with_data (sums, (int) n_sums, sizeof *sums, compare_sums, NULL);
  range.low = get_percentile (sums, n_sums, 0.1);
  range.likely = get_percentile (sums, n_sums, 0.5);
  range.high = get_percentile (sums, n_sums, 0.9);
  return range;
}

char *
troupe_cost_range_describe (const TroupeCostRange *self)
{
  g_autofree char *low = NULL;
  g_autofree char *high = NULL;
  g_autofree char *text = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  if (self->high == 0)
    return troupe_money_describe_cost (0, !self->is_least);
  low = troupe_money_for_display (self->low);
  high = troupe_money_for_display (self->high);
  text = g_str_equal (low, high) ? g_steal_pointer (&high)
                                 /* Translators: first %s is the lower, second %s the upper
                                  * amount of money. */
                                 : g_strdup_printf (_ ("%s to %s"), low, high);
  return self->is_least ? g_strdup_printf (_ ("at least %s"), text) : g_steal_pointer (&text);
}

/* --- Paths ------------------------------------------------------------------------------------ */

/* Returns a table from router names to the first event that each router emitted in a run.
 * (transfer full) */
static GHashTable *
read_turns (TroupeStore *store, const char *run_id, const char *const *routers)
{
  GHashTable *turns = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GPtrArray) steps = troupe_store_get_steps (store, run_id, NULL);

  for (guint i = 0; steps != NULL && i < steps->len; i++)
    {
      const TroupeRunStep *step = g_ptr_array_index (steps, i);

      if (step->method != NULL && step->value != NULL &&
          troupe_value_is (step->value, TROUPE_VALUE_STRING) &&
          g_strv_contains (routers, step->method) && !g_hash_table_contains (turns, step->method))
        g_hash_table_insert (turns, g_strdup (step->method),
                             g_strdup (troupe_value_get_string (step->value, NULL)));
    }
  return turns;
}

/* Returns TRUE if runs took different paths at @router. @turns: (element-type GHashTable) */
static gboolean
divides (GPtrArray *turns, const char *router)
{
  const char *first = NULL;

  for (guint i = 0; i < turns->len; i++)
    {
      const char *word = g_hash_table_lookup (g_ptr_array_index (turns, i), router);

      if (first == NULL)
        first = word;
      else if (word != NULL && !g_str_equal (word, first))
        return TRUE;
    }
  return FALSE;
}

static void
path_free (gpointer data)
{
  TroupeCostPath *path = data;

  g_free (path->name);
  g_free (path);
}

static int
compare_paths (gconstpointer a, gconstpointer b)
{
  const TroupeCostPath *first = *(TroupeCostPath *const *) a;
  const TroupeCostPath *second = *(TroupeCostPath *const *) b;

  return (int) second->n_runs - (int) first->n_runs;
}

/* Computes the range of the cost of those runs in which @router emitted the event @name, or of
 * all runs if @name is NULL. @costs: (element-type TroupeRunCost); @turns: the tables of
 * read_turns() for the same runs */
static TroupeCostRange
make_range (GPtrArray *costs, GPtrArray *turns, const char *router, const char *name, guint *n_runs)
{
  g_autofree gint64 *sums = g_new (gint64, costs->len);
  TroupeCostRange range;
  gboolean is_least = FALSE;

  g_assert (costs != NULL);

  *n_runs = 0;
  for (guint i = 0; i < costs->len; i++)
    {
      const TroupeRunCost *cost = g_ptr_array_index (costs, i);

      if (name != NULL &&
          g_strcmp0 (g_hash_table_lookup (g_ptr_array_index (turns, i), router), name) != 0)
        continue;
      sums[(*n_runs)++] = cost->micro_dollars;
      is_least = is_least || cost->n_unpriced > 0;
    }
  range = troupe_cost_range_new (sums, *n_runs);
  range.is_least = is_least;
  return range;
}

/* --- Forecast and month ----------------------------------------------------------------------- */

gint64
troupe_cost_month_get_begin (gint64 now_us)
{
  g_autoptr (GDateTime) now = g_date_time_new_from_unix_local (now_us / G_USEC_PER_SEC);
  g_autoptr (GDateTime) begin = NULL;

  if (now != NULL)
    begin = g_date_time_new_local (g_date_time_get_year (now), g_date_time_get_month (now), 1, 0, 0,
                                   0.0);
  return begin != NULL ? g_date_time_to_unix (begin) * G_USEC_PER_SEC : now_us;
}

gboolean
troupe_cost_is_near (gint64 spent, gint64 limit)
{
  return limit > 0 && (double) spent >= 0.8 * (double) limit;
}

char *
troupe_cost_month_describe_spent (const TroupeCostMonth *self)
{
  char *sum;

  g_return_val_if_fail (self != NULL, NULL);

  sum = troupe_money_describe_sum (self->spent, self->is_all);
  return sum != NULL ? sum : g_strdup ("$0");
}

static void
look_at_runs (TroupeCostForecast *self,
              TroupeStore *store,
              const char *path,
              const char *const *routers)
{
  g_autoptr (GPtrArray) costs =
      troupe_store_list_costs (store, path, troupe_run_status_get_name (TROUPE_RUN_STATUS_OK), 0,
                               TROUPE_COST_ESTIMATE_RUNS, NULL);
  g_autoptr (GPtrArray) turns = NULL;

  g_assert (self != NULL);

  if (costs == NULL || costs->len < TROUPE_COST_ESTIMATE_LEAST)
    return;
  self->has_range = TRUE;
  self->range = make_range (costs, NULL, NULL, NULL, &self->n_runs);
  if (routers == NULL || routers[0] == NULL)
    return;
  turns = g_ptr_array_new_with_free_func ((GDestroyNotify) g_hash_table_unref);
  for (guint i = 0; i < costs->len; i++)
    g_ptr_array_add (turns, read_turns (store, ((TroupeRunCost *) g_ptr_array_index (costs, i))->id,
                                        routers));
  for (guint i = 0; routers[i] != NULL && self->paths->len == 0; i++)
    if (divides (turns, routers[i]))
      {
        g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

        for (guint j = 0; j < turns->len; j++)
          {
            const char *name = g_hash_table_lookup (g_ptr_array_index (turns, j), routers[i]);
            TroupeCostPath *found;

            if (name == NULL || !g_hash_table_add (seen, (gpointer) name))
              continue;
            found = g_new0 (TroupeCostPath, 1);
            found->name = g_strdup (name);
            found->range = make_range (costs, turns, routers[i], name, &found->n_runs);
            g_ptr_array_add (self->paths, found);
          }
        g_ptr_array_sort (self->paths, compare_paths);
      }
}

TroupeCostForecast *
troupe_cost_forecast_new (TroupeStore *store,
                          const char *path,
                          const char *const *routers,
                          const TroupeCostRange *rough)
{
  TroupeCostForecast *self = g_new0 (TroupeCostForecast, 1);

  g_return_val_if_fail (store == NULL || TROUPE_IS_STORE (store), self);

  self->paths = g_ptr_array_new_with_free_func (path_free);
  if (store != NULL && path != NULL)
    look_at_runs (self, store, path, routers);
  if (!self->has_range && rough != NULL)
    {
      self->has_range = TRUE;
      self->is_rough = TRUE;
      self->range = *rough;
    }
  return self;
}

void
troupe_cost_forecast_free (TroupeCostForecast *self)
{
  g_clear_pointer (&self->paths, g_ptr_array_unref);
  g_free (self);
}

static gboolean
is_free (const TroupeCostForecast *self)
{
  g_assert (self != NULL);

  return self->range.high == 0 && !self->range.is_least;
}

char *
troupe_cost_forecast_describe_source (const TroupeCostForecast *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  if (self->is_rough && is_free (self))
    return g_strdup (_ ("all models are free"));
  if (self->is_rough)
    return g_strdup (_ ("rough estimate, from the texts"));
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "from the last run",
                                       "from the last %u runs", self->n_runs),
                          self->n_runs);
}

char *
troupe_cost_forecast_describe (const TroupeCostForecast *self)
{
  g_autofree char *range = NULL;
  g_autofree char *source = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  if (!self->has_range)
    return NULL;
  source = troupe_cost_forecast_describe_source (self);
  if (is_free (self))
    /* Translators: says that a run costs nothing; %s is why, such as “all models are free” or “from
     * the last 40 runs”. */
    return g_strdup_printf (_ ("Free (%s)"), source);
  if (self->range.high == 0)
    /* Translators: %s is the source, such as “from the last 40 runs”. */
    return g_strdup_printf (_ ("Cost unknown (%s)"), source);
  range = troupe_cost_range_describe (&self->range);
  /* Translators: first %s is a range such as “$0.0020 to $0.1500”, second %s its source, such as
   * “from the last 40 runs”. */
  return g_strdup_printf (_ ("Costs %s (%s)"), range, source);
}
