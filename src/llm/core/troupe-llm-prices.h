/* troupe-llm-prices.h: what calls of models cost
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm.h"

G_BEGIN_DECLS

/**
 * TroupeLlmPrice:
 * @input, @cached_input, @cache_creation, @output: dollars for a million tokens
 * @is_own: the person's own, and not of the table that goes with the program
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
 * Prices by families of models. Immutable; shared by threads.
 */
typedef struct _TroupeLlmPrices TroupeLlmPrices;

/**
 * troupe_llm_prices_new:
 * @problem: (out) (optional) (nullable): a sentence for a person where their own file cannot be used, which is then
 *   left out as a whole
 *
 * Reads the table that goes with the program, and over it that of the person, `prices.json` in the folder
 * `troupe` of their configuration. Blocks. Where the first is not there, no price is known.
 *
 * Returns: (transfer full): the prices
 */
TroupeLlmPrices *troupe_llm_prices_new (char **problem);
/* The same from other places. @shipped, @own: (nullable): paths */
TroupeLlmPrices *troupe_llm_prices_new_from (const char *shipped, const char *own, char **problem);
TroupeLlmPrices *troupe_llm_prices_ref (TroupeLlmPrices *self);
void troupe_llm_prices_unref (TroupeLlmPrices *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeLlmPrices, troupe_llm_prices_unref)

/* The day on which the table of the program held, as 2026-11-23. (nullable) */
const char *troupe_llm_prices_get_date (TroupeLlmPrices *self);

/* Whether the person's file is as it was when it was read: by its time and size. */
gboolean troupe_llm_prices_is_current (TroupeLlmPrices *self);

/* The table that goes with the program. (transfer full) */
char *troupe_llm_prices_get_shipped_path (void);
/* Where a person writes their own. (transfer full) */
char *troupe_llm_prices_get_own_path (void);

/**
 * troupe_llm_prices_find:
 * @model: a model string; its service does not count, but for those on the person's own computer, which cost nothing
 *   unless a row says otherwise
 * @price: (out): the price of its family
 *
 * Returns: whether there is one
 */
gboolean troupe_llm_prices_find (TroupeLlmPrices *self, const char *model, TroupeLlmPrice *price);

/**
 * troupe_llm_prices_get_cost:
 * @usage: of calls of this model alone
 * @micro_dollars: (out): millionths of a dollar
 *
 * Tokens of the cache that were read or written are counted at their own prices, and at that of the input where the
 * table has none. What a model thought is part of what it wrote. It is the list price of short prompts: dearer long
 * ones, discounts and what tools of the service cost are not in it.
 *
 * Returns: %FALSE where the price is not known, or the tokens are not
 */
gboolean troupe_llm_prices_get_cost (TroupeLlmPrices *self,
                                     const char *model,
                                     const TroupeLlmUsage *usage,
                                     gint64 *micro_dollars);

/* What the usage of the client's answers says of money from now on. @prices: (nullable): of none the price is known
 * then, which is how a client begins. */
void troupe_llm_client_set_prices (TroupeLlmClient *self, TroupeLlmPrices *prices);

G_END_DECLS
