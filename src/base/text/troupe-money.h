/* troupe-money.h: sums of money, as they are counted, kept and shown
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

/* Money is counted in millionths of a dollar, the currency of the table of prices, and written as dollars. */

/* As a number of dollars. (transfer full) */
TroupeValue *troupe_money_to_value (gint64 micro_dollars);

/**
 * troupe_money_from_value:
 * @value: (nullable): what was written
 * @micro_dollars: (out): 0 where it is no sum
 *
 * Returns: whether @value is a number that is no less than nothing
 */
gboolean troupe_money_from_value (TroupeValue *value, gint64 *micro_dollars);

/* “$0.0412”, four digits behind the point below a dollar and two from there on; what is less than can be shown so is
 * “< $0.0001”. (transfer full) */
char *troupe_money_for_display (gint64 micro_dollars);

/* What calls cost together: “$0.0412”, “at least $0.0412” where the price of some is not known; NULL where nothing is
 * to be said, as they cost nothing or nothing is known. (transfer full) (nullable) */
char *troupe_money_describe_sum (gint64 micro_dollars, gboolean is_all);

G_END_DECLS
