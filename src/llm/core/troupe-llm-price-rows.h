/* troupe-llm-price-rows.h: rows of the price table, and editing of the user's custom prices
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm-prices.h"

G_BEGIN_DECLS

/**
 * TroupeLlmPriceRow:
 * @name: name of a model family, in lower case
 * @price: its effective price
 * @is_shipped: whether the built-in table also contains the family, so that the row remains if the
 *   custom price is removed
 */
typedef struct
{
  char *name;
  TroupeLlmPrice price;
  gboolean is_shipped;
} TroupeLlmPriceRow;

void troupe_llm_price_row_free (TroupeLlmPriceRow *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeLlmPriceRow, troupe_llm_price_row_free)

/**
 * troupe_llm_price_rows_read:
 * @date: (out) (optional) (transfer full) (nullable): the date of the built-in table
 * @problem: (out) (optional) (transfer full) (nullable): why the custom file was ignored
 *
 * Reads all rows of the table of troupe_llm_prices_new(), sorted by name. Blocks.
 *
 * Returns: (transfer full) (element-type TroupeLlmPriceRow): the rows
 */
GPtrArray *troupe_llm_price_rows_read (char **date, char **problem);
/* Like troupe_llm_price_rows_read(), with other files. @shipped, @own: (nullable): paths */
GPtrArray *
troupe_llm_price_rows_read_from (const char *shipped, const char *own, char **date, char **problem);

/**
 * troupe_llm_price_rows_write_own:
 * @path: the file with custom prices, see troupe_llm_prices_get_own_path(); the file and its folder
 *   are created if necessary
 * @name: name of a model family
 * @price: (nullable): its price, in dollars per million tokens; %NULL removes the row
 *
 * Changes a single row of the custom prices. Blocks.
 *
 * Returns: %FALSE with an error if the file cannot be written, if the row to be removed does not
 * exist, or if the file exists but is invalid. An invalid file is not changed
 */
gboolean troupe_llm_price_rows_write_own (const char *path,
                                          const char *name,
                                          const TroupeLlmPrice *price,
                                          GError **error);

G_END_DECLS
