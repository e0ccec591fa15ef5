/* troupe-date.c: proleptic calendar from year 1 to 9999
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-date"

#include "config.h"

#include "troupe-date.h"

#define SECONDS_A_DAY 86400

static gboolean
is_leap (int year)
{
  return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

int
troupe_date_get_month_length (int year, int month)
{
  static const int lengths[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };

  return lengths[month - 1] + (month == 2 && is_leap (year) ? 1 : 0);
}

/* Returns the number of days from January 1 of year 1 to January 1 of @year. */
static gint64
get_days_before_year (gint64 year)
{
  /* Adds 400 years, so that divisions stay non-negative for a time zone west of January 1 of
   * year 1. */
  gint64 before = year - 1 + 400;

  return before * 365 + before / 4 - before / 100 + before / 400 - 146097;
}

void
troupe_date_from_seconds (gint64 seconds, TroupeDate *date)
{
  gint64 since_first = seconds - TROUPE_DATE_FIRST_SECOND;
  gint64 days = since_first / SECONDS_A_DAY - (since_first % SECONDS_A_DAY < 0 ? 1 : 0);
  int second_of_day = (int) (since_first - days * SECONDS_A_DAY);

  date->hour = second_of_day / 3600;
  date->minute = second_of_day / 60 % 60;
  date->second = second_of_day % 60;
  /* January 1 of year 1 was a Monday. */
  date->day_of_week = (int) ((days % 7 + 8) % 7);
  date->year = (int) (days / 365) + 1;
  while (get_days_before_year (date->year) > days)
    date->year--;
  date->day_of_year = (int) (days - get_days_before_year (date->year));
  date->day = date->day_of_year + 1;
  for (date->month = 1; date->day > troupe_date_get_month_length (date->year, date->month);
       date->month++)
    date->day -= troupe_date_get_month_length (date->year, date->month);
}

gint64
troupe_date_to_seconds (int year, int month, int day, int hour, int minute, int second)
{
  gint64 days = get_days_before_year (year) + day - 1;

  for (int i = 1; i < month; i++)
    days += troupe_date_get_month_length (year, i);
  return days * SECONDS_A_DAY + hour * 3600 + minute * 60 + second + TROUPE_DATE_FIRST_SECOND;
}
