/* troupe-batch-plan.c: dry run of a batch: items, permissions and estimated cost
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-batch-plan"

#include "config.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "troupe-base.h"
#include "troupe-batch-inputs.h"
#include "troupe-batch-plan.h"
#include "troupe-llm-prices.h"
#include "troupe-money.h"
#include "troupe-terminal.h"

/* Maximum number of invalid lines that are listed. Further invalid lines are only counted. */
#define MAX_SHOWN 10
/* Assumptions of the estimate: bytes per token, and tokens per answer. */
#define BYTES_PER_TOKEN 4
#define ANSWER_TOKENS 500

/* @has_estimate: FALSE if no model is called, or a price is unknown */
typedef struct
{
  gint64 n_items; /* of all shards */
  gint64 n_mine;
  gint64 n_bad; /* of @n_mine */
  gint64 n_bytes;
  GPtrArray *problems;
  TroupeValue *models;
  gint64 n_calls; /* per item, at least */
  gboolean has_estimate;
  gint64 micro_dollars;
} Plan;

static gboolean
read_items (Plan *self, const TroupeBatchOptions *options, GError **error)
{
  g_autoptr (TroupeBatchInputs) inputs = troupe_batch_inputs_open (options->inputs, error);

  g_assert (self != NULL);

  while (inputs != NULL)
    {
      g_autoptr (TroupeBatchItem) item = NULL;
      g_autofree char *problem = NULL;

      if (!troupe_batch_inputs_next (inputs, &item, &problem, error))
        return FALSE;
      if (item == NULL)
        return TRUE;
      self->n_items++;
      if (troupe_batch_item_find_shard (item->id, options->n_shards) != options->shard)
        continue;
      self->n_mine++;
      self->n_bytes += item->input != NULL ? (gint64) strlen (item->input) : 0;
      self->n_bad += problem != NULL;
      if (problem != NULL && self->problems->len < MAX_SHOWN)
        g_ptr_array_add (self->problems, g_strdup_printf ("%s:%" PRId64 ": %s", options->inputs,
                                                          item->line, problem));
    }
  return FALSE;
}

static gsize
get_length (TroupeValue *permission_report, const char *key)
{
  TroupeValue *list = troupe_value_map_lookup_string (permission_report, key, -1);

  return list != NULL && troupe_value_is (list, TROUPE_VALUE_LIST)
             ? troupe_value_list_get_length (list)
             : 0;
}

/* Assumes one call per task. Each call contains the texts of the document and of the item, at
 * the price of the most expensive model. */
static void
estimate (Plan *self, const TroupeBatchOptions *options, TroupeValue *permission_report)
{
  g_autoptr (TroupeLlmPrices) prices = troupe_llm_prices_new (NULL);
  const gint64 n_good = self->n_mine - self->n_bad;

  g_assert (self != NULL);

  self->models = troupe_value_map_lookup_string (permission_report, "models", -1);
  if (get_length (permission_report, "models") == 0)
    return;
  self->n_calls = (gint64) MAX (get_length (permission_report, "tasks"),
                                MAX (get_length (permission_report, "agents"), 1));
  for (gsize i = 0; i < get_length (permission_report, "models"); i++)
    {
      const char *model = troupe_value_get_string (troupe_value_list_get (self->models, i), NULL);
      TroupeLlmUsage usage = {
        .prompt_tokens = self->n_calls *
                         (n_good * (gint64) strlen (options->document) + self->n_bytes) /
                         BYTES_PER_TOKEN,
        .completion_tokens = n_good * self->n_calls * ANSWER_TOKENS,
        .requests = n_good * self->n_calls,
      };
      gint64 micro_dollars = 0;

      usage.total_tokens = usage.prompt_tokens + usage.completion_tokens;
      self->has_estimate = troupe_llm_prices_get_cost (prices, model, &usage, &micro_dollars);
      if (!self->has_estimate)
        return;
      self->micro_dollars = MAX (self->micro_dollars, micro_dollars);
    }
}

static void
print_text (const Plan *self, const TroupeBatchOptions *options, TroupeConsent *consent)
{
  g_autofree char *permissions = troupe_consent_describe (consent);
  g_autofree char *sum = NULL;

  g_assert (self != NULL);

  troupe_terminal_print (
      stdout, TROUPE_COLOUR_BOLD,
      /* Translators: the number of items, the index of the shard, the number of shards, the
       * items of all shards, the maximum number of concurrent items */
      _ ("%" PRId64 " items in shard %u of %u (%" PRId64 " in total), at most %u in parallel\n"),
      self->n_mine, options->shard, options->n_shards, self->n_items, options->max_concurrency);
  for (guint i = 0; i < self->problems->len; i++)
    troupe_terminal_print (stdout, TROUPE_COLOUR_YELLOW, "%s\n",
                           (const char *) g_ptr_array_index (self->problems, i));
  if (self->n_bad > (gint64) self->problems->len)
    troupe_terminal_print (stdout, TROUPE_COLOUR_YELLOW, _ ("… and %" PRId64 " more.\n"),
                           self->n_bad - (gint64) self->problems->len);
  troupe_terminal_write (stdout, TROUPE_COLOUR_NONE, permissions);
  sum = troupe_money_describe_cost (self->micro_dollars, TRUE);
  if (self->n_calls == 0)
    troupe_terminal_write (stdout, TROUPE_COLOUR_NONE, _ ("No models are called.\n"));
  else if (self->has_estimate)
    troupe_terminal_print (
        stdout, TROUPE_COLOUR_NONE,
        ngettext ("Rough estimate: %s, with %" PRId64
                  " call per item and answers of %d tokens. Try a few items first.\n",
                  "Rough estimate: %s, with %" PRId64
                  " calls per item and answers of %d tokens. Try a few items first.\n",
                  (gulong) self->n_calls),
        sum, self->n_calls, ANSWER_TOKENS);
  else
    troupe_terminal_write (stdout, TROUPE_COLOUR_NONE,
                           _ ("The price of a model is unknown, so no estimate is available.\n"));
}

TroupeExit
troupe_batch_plan (TroupeCommandLine *line,
                   const TroupeBatchOptions *options,
                   TroupeConsent *consent)
{
  g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  Plan self = { .problems = problems };

  g_return_val_if_fail (line != NULL, TROUPE_EXIT_INVALID);
  g_return_val_if_fail (options != NULL && TROUPE_IS_CONSENT (consent), TROUPE_EXIT_INVALID);

  if (!read_items (&self, options, &error))
    {
      troupe_terminal_print_error ("%s", error->message);
      return TROUPE_EXIT_INVALID;
    }
  estimate (&self, options, troupe_consent_get_report (consent));
  if (troupe_command_line_has (line, "json"))
    {
      g_autofree TroupeValue **json = g_new (TroupeValue *, self.problems->len + 1);
      g_autofree char *shard = g_strdup_printf ("%u/%u", options->shard, options->n_shards);
      g_autoptr (TroupeValue) value = NULL;
      TroupeMapBuilder builder;

      for (guint i = 0; i < self.problems->len; i++)
        json[i] = troupe_value_new_string (g_ptr_array_index (self.problems, i), -1);
      troupe_map_builder_init (&builder);
      troupe_map_builder_add (&builder, "result", troupe_value_new_string ("planned", -1));
      troupe_map_builder_add (&builder, "shard", troupe_value_new_string (shard, -1));
      troupe_map_builder_add (&builder, "all_items", troupe_value_new_integer (self.n_items));
      troupe_map_builder_add (&builder, "items", troupe_value_new_integer (self.n_mine));
      troupe_map_builder_add (&builder, "invalid", troupe_value_new_integer (self.n_bad));
      troupe_map_builder_add (&builder, "problems",
                              troupe_value_new_list (json, self.problems->len));
      troupe_map_builder_add (&builder, "models",
                              self.models != NULL ? troupe_value_ref (self.models)
                                                  : troupe_value_new_list (NULL, 0));
      troupe_map_builder_add (&builder, "calls_per_item", troupe_value_new_integer (self.n_calls));
      troupe_map_builder_add (&builder, "estimated_cost",
                              self.has_estimate ? troupe_money_to_value (self.micro_dollars)
                                                : troupe_value_new_null ());
      value = troupe_map_builder_end (&builder);
      troupe_terminal_print_json (value);
    }
  else
    print_text (&self, options, consent);
  return TROUPE_EXIT_OK;
}
