/* troupe-llm-price-rows.h: the table of prices row by row, and the person's own rows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm-prices.h"

G_BEGIN_DECLS

/**
 * TroupeLlmPriceRow:
 * @name: of a family of models, in lower case
 * @price: what holds for it
 * @is_shipped: whether the table of the program has it too, so that it stays when the person's own is removed
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
 * @date: (out) (optional) (transfer full) (nullable): the day on which the program's table held
 * @problem: (out) (optional) (transfer full) (nullable): why the person's own file was left out
 *
 * All rows of the table that troupe_llm_prices_new() reads, by name. Blocks.
 *
 * Returns: (transfer full) (element-type TroupeLlmPriceRow): the rows
 */
GPtrArray *troupe_llm_price_rows_read (char **date, char **problem);
/* The same from other places. @shipped, @own: (nullable): paths */
GPtrArray *
troupe_llm_price_rows_read_from (const char *shipped, const char *own, char **date, char **problem);

/**
 * troupe_llm_price_rows_write_own:
 * @path: of the person's file, see troupe_llm_prices_get_own_path(); it and its folder are made where they are missing
 * @name: of a family of models
 * @price: (nullable): what it costs, in dollars for a million tokens; %NULL takes the row away
 *
 * Changes one row of the person's own prices and nothing else of the file. Blocks.
 *
 * Returns: %FALSE with an error where the file is there and cannot be used, which is then left as it is, where it
 *   cannot be written, or where there is no row to be taken away
 */
gboolean troupe_llm_price_rows_write_own (const char *path,
                                          const char *name,
                                          const TroupeLlmPrice *price,
                                          GError **error);

G_END_DECLS
