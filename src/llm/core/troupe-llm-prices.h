/* troupe-llm-prices.h: price table of models
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm.h"

G_BEGIN_DECLS

/**
 * TroupeLlmPrice:
 * @input, @cached_input, @cache_creation, @output: dollars per million tokens
 * @is_own: whether it is the user's custom price, not that of the built-in table
 */
typedef struct
{
  double input;
  double cached_input;
  double cache_creation;
  double output;
  gboolean is_own;
} TroupeLlmPrice;

/**
 * TroupeLlmPrices:
 *
 * Prices by model family. Immutable and thread-safe.
 */
typedef struct _TroupeLlmPrices TroupeLlmPrices;

/**
 * troupe_llm_prices_new:
 * @problem: (out) (optional) (nullable): a message for the user if the file with custom prices is
 *   invalid, in which case the complete file is ignored
 *
 * Reads the built-in table and the user's custom prices, which override the built-in ones. The
 * custom prices are in `prices.json` in the folder `troupe` of the user's configuration. Blocks. If
 * the built-in table is missing, no price is known.
 *
 * Returns: (transfer full): the prices
 */
TroupeLlmPrices *troupe_llm_prices_new (char **problem);
/* Like troupe_llm_prices_new(), with other files. @shipped, @own: (nullable): paths */
TroupeLlmPrices *troupe_llm_prices_new_from (const char *shipped, const char *own, char **problem);
TroupeLlmPrices *troupe_llm_prices_ref (TroupeLlmPrices *self);
void troupe_llm_prices_unref (TroupeLlmPrices *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeLlmPrices, troupe_llm_prices_unref)

/* Returns the date of the built-in table, such as 2026-11-23. (nullable) */
const char *troupe_llm_prices_get_date (TroupeLlmPrices *self);

/* Returns TRUE if the file with custom prices is unchanged since it was read, judging by its
 * time and size. */
gboolean troupe_llm_prices_is_current (TroupeLlmPrices *self);

/* Returns the path of the built-in table. (transfer full) */
char *troupe_llm_prices_get_shipped_path (void);
/* Returns the path of the user's custom prices. (transfer full) */
char *troupe_llm_prices_get_own_path (void);

/**
 * troupe_llm_prices_find:
 * @model: a model string. Its service is ignored, except that services on the local computer are
 *   free unless a row specifies a price
 * @price: (out): the price of its family
 *
 * Returns: whether the price is known
 */
gboolean troupe_llm_prices_find (TroupeLlmPrices *self, const char *model, TroupeLlmPrice *price);

/**
 * troupe_llm_prices_get_cost:
 * @usage: usage of calls of this model only
 * @micro_dollars: (out): millionths of a dollar
 *
 * Tokens read from or written to the cache have their own prices; if the table has none, the input
 * price applies. Reasoning tokens are part of the output. The result is the list price of short
 * prompts: higher prices of long prompts, discounts, and the cost of the service's tools are not
 * included.
 *
 * Returns: %FALSE if the price or the number of tokens is unknown
 */
gboolean troupe_llm_prices_get_cost (TroupeLlmPrices *self,
                                     const char *model,
                                     const TroupeLlmUsage *usage,
                                     gint64 *micro_dollars);

/**
 * troupe_llm_prices_get_saved:
 * @usage: usage of calls of this model only
 *
 * Returns: how much more the calls would have cost if no token had been read from or written to the
 * cache, in millionths of a dollar; negative if the cache made them more expensive, 0 if the price
 * is unknown
 */
gint64
troupe_llm_prices_get_saved (TroupeLlmPrices *self, const char *model, const TroupeLlmUsage *usage);

/* Sets the prices used for the cost in the usage of the client's answers. @prices: (nullable):
 * NULL, the default, means that no price is known. */
void troupe_llm_client_set_prices (TroupeLlmClient *self, TroupeLlmPrices *prices);

G_END_DECLS
