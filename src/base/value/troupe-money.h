/* troupe-money.h: amounts of money: units, serialization and display
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

/* Amounts are counted in millionths of a US dollar, the currency of the price table, and
 * serialized in dollars. */

/* Returns the amount as a number of dollars. (transfer full) */
TroupeValue *troupe_money_to_value (gint64 micro_dollars);

/**
 * troupe_money_from_value:
 * @value: (nullable): the serialized amount
 * @micro_dollars: (out): 0 if it is not an amount
 *
 * Returns: whether @value is a non-negative number
 */
gboolean troupe_money_from_value (TroupeValue *value, gint64 *micro_dollars);

/* Formats an amount, for example “$0.0412”, with four decimals below a dollar and two from one
 * dollar on. Amounts too small for four decimals are “< $0.0001”. (transfer full) */
char *troupe_money_for_display (gint64 micro_dollars);

/* Formats the total cost of calls: “$0.0412”, or “at least $0.0412” if some prices are unknown;
 * NULL if the cost is zero or unknown. (transfer full) (nullable) */
char *troupe_money_describe_sum (gint64 micro_dollars, gboolean is_all);

/* Formats a cost that is shown on its own, such as the estimate of a run. Like
 * troupe_money_describe_sum(), but “free” or “unknown” instead of NULL. (transfer full) */
char *troupe_money_describe_cost (gint64 micro_dollars, gboolean is_all);

G_END_DECLS
