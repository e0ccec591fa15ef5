/* troupe-date.h: proleptic calendar from year 1 to 9999
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define TROUPE_DATE_FIRST_SECOND G_GINT64_CONSTANT (-62135596800) /* 0001-01-01T00:00:00Z */
#define TROUPE_DATE_LAST_SECOND G_GINT64_CONSTANT (253402300799)  /* 9999-12-31T23:59:59Z */

typedef struct
{
  int year;
  int month; /* 1 … 12 */
  int day;   /* 1 … 31 */
  int hour;
  int minute;
  int second;
  int day_of_week; /* 0 is Sunday */
  int day_of_year; /* 0 is the first of January */
} TroupeDate;

/* Converts @seconds since 1970 in UTC, which must be within the two limits or at most a day
 * beyond them. */
void troupe_date_from_seconds (gint64 seconds, TroupeDate *date);
gint64 troupe_date_to_seconds (int year, int month, int day, int hour, int minute, int second);
int troupe_date_get_month_length (int year, int month);

G_END_DECLS
