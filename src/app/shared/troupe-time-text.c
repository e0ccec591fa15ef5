/* troupe-time-text.c: formats times and dates for display
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-time-text"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-time-text.h"

char *
troupe_time_for_display (gint64 unix_us)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_local (unix_us / G_USEC_PER_SEC);
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();

  /* @time is NULL for years beyond the range of the calendar. */
  if (time == NULL)
    return g_strdup ("?");
  if (g_date_time_get_year (time) == g_date_time_get_year (now) &&
      g_date_time_get_day_of_year (time) == g_date_time_get_day_of_year (now))
    return g_date_time_format (time, "%H:%M:%S");
  return g_date_time_format (time, "%x %H:%M");
}

char *
troupe_day_for_display (gint64 unix_us)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_local (unix_us / G_USEC_PER_SEC);
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();

  if (time == NULL)
    return g_strdup ("?");
  if (g_date_time_get_year (time) == g_date_time_get_year (now) &&
      g_date_time_get_day_of_year (time) == g_date_time_get_day_of_year (now))
    return g_strdup (_ ("today"));
  if (g_date_time_difference (now, time) < 6 * G_TIME_SPAN_DAY)
    return g_date_time_format (time, "%A");
  /* Translators: g_date_time_format() format of a day: 3 Nov */
  return g_date_time_format (time, _ ("%-e %b"));
}

char *
troupe_hour_for_display (gint64 unix_us)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_local (unix_us / G_USEC_PER_SEC);

  return time != NULL ? g_date_time_format (time, "%H:%M") : g_strdup ("?");
}
