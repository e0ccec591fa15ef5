/* troupe-money.c: amounts of money: units, serialization and display
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-money"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "troupe-money.h"

#define MICRO 1e6
/* The smallest amount that four decimals can show, in millionths. */
#define LEAST_SHOWN 100

TroupeValue *
troupe_money_to_value (gint64 micro_dollars)
{
  return troupe_value_new_double ((double) micro_dollars / MICRO);
}

gboolean
troupe_money_from_value (TroupeValue *value, gint64 *micro_dollars)
{
  double dollars;

  g_return_val_if_fail (micro_dollars != NULL, FALSE);

  *micro_dollars = 0;
  if (value == NULL)
    return FALSE;
  /* A number that was written without a decimal point is parsed as an integer. */
  if (troupe_value_is (value, TROUPE_VALUE_INTEGER))
    dollars = (double) troupe_value_get_integer (value);
  else if (troupe_value_is (value, TROUPE_VALUE_DOUBLE))
    dollars = troupe_value_get_double (value);
  else
    return FALSE;
  if (!isfinite (dollars) || dollars < 0.0)
    return FALSE;
  *micro_dollars = (gint64) MIN (round (dollars * MICRO), 9e18);

  return TRUE;
}

char *
troupe_money_for_display (gint64 micro_dollars)
{
  const double dollars = (double) micro_dollars / MICRO;

  if (micro_dollars == 0)
    return g_strdup ("$0");
  if (micro_dollars > 0 && micro_dollars < LEAST_SHOWN)
    return g_strdup ("< $0.0001");

  return dollars < 1.0 ? g_strdup_printf ("$%.4f", dollars) : g_strdup_printf ("$%.2f", dollars);
}

char *
troupe_money_describe_sum (gint64 micro_dollars, gboolean is_all)
{
  g_autofree char *sum = NULL;

  if (micro_dollars <= 0)
    return NULL;
  sum = troupe_money_for_display (micro_dollars);

  /* Translators: the placeholder is an amount of money. */
  return is_all ? g_steal_pointer (&sum) : g_strdup_printf (_ ("at least %s"), sum);
}

char *
troupe_money_describe_cost (gint64 micro_dollars, gboolean is_all)
{
  char *sum = troupe_money_describe_sum (micro_dollars, is_all);

  if (sum != NULL)
    return sum;
  return g_strdup (is_all ? C_ ("cost", "free") : _ ("unknown"));
}
