/* troupe-cel-time.c: parses and formats CEL timestamps, durations and time zones
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-time"

#include "config.h"

#include <string.h>

#include "troupe-cel-date.h"

#define SECONDS_A_DAY 86400
#define NANOSECONDS_A_SECOND 1000000000

/* The time zone database as a text; a line `L TARGET NAME` is a link. */
#define ZONE_LINKS "/usr/share/zoneinfo/tzdata.zi"

/* Parses exactly @n_digits digits. */
static gboolean
read_number (const char **here, const char *end, guint n_digits, int *number)
{
  *number = 0;
  for (guint i = 0; i < n_digits; i++)
    {
      if (*here >= end || !g_ascii_isdigit (**here))
        return FALSE;
      *number = *number * 10 + *(*here)++ - '0';
    }
  return TRUE;
}

static gboolean
read_letter (const char **here, const char *end, const char *allowed)
{
  if (*here >= end || **here == '\0' || strchr (allowed, **here) == NULL)
    return FALSE;
  (*here)++;
  return TRUE;
}

/* Parses the digits after a decimal point. Digits after the ninth are ignored. */
static gboolean
read_fraction (const char **here, const char *end, gint32 *nanoseconds)
{
  gint32 unit = NANOSECONDS_A_SECOND / 10;
  const char *start = *here;

  *nanoseconds = 0;
  for (; *here < end && g_ascii_isdigit (**here); (*here)++)
    {
      *nanoseconds += (**here - '0') * unit;
      unit /= 10;
    }
  return *here > start;
}

/* Parses `Z` or `+hh:mm`. */
static gboolean
read_offset (const char **here, const char *end, int *offset)
{
  int hours, minutes;
  int sign;

  *offset = 0;
  if (read_letter (here, end, "Zz"))
    return TRUE;
  if (*here >= end)
    return FALSE;
  sign = **here == '-' ? -1 : 1;
  if (!read_letter (here, end, "+-") || !read_number (here, end, 2, &hours) ||
      !read_letter (here, end, ":") || !read_number (here, end, 2, &minutes) || hours > 23 ||
      minutes > 59)
    return FALSE;
  *offset = sign * (hours * 3600 + minutes * 60);
  return TRUE;
}

/* Parses RFC 3339, from year 1 to year 9999. */
gboolean
troupe_cel_timestamp_parse (const char *text,
                            gsize length,
                            gint64 *seconds,
                            gint32 *nanoseconds,
                            int *written_offset)
{
  const char *here = text;
  const char *end = text + length;
  int year, month, day, hour, minute, second, offset;

  *nanoseconds = 0;
  if (!read_number (&here, end, 4, &year) || !read_letter (&here, end, "-") ||
      !read_number (&here, end, 2, &month) || !read_letter (&here, end, "-") ||
      !read_number (&here, end, 2, &day) || !read_letter (&here, end, "Tt") ||
      !read_number (&here, end, 2, &hour) || !read_letter (&here, end, ":") ||
      !read_number (&here, end, 2, &minute) || !read_letter (&here, end, ":") ||
      !read_number (&here, end, 2, &second))
    return FALSE;
  if (read_letter (&here, end, ".") && !read_fraction (&here, end, nanoseconds))
    return FALSE;
  if (!read_offset (&here, end, &offset) || here != end)
    return FALSE;
  if (year < 1 || month < 1 || month > 12 || day < 1 ||
      day > troupe_date_get_month_length (year, month) || hour > 23 || minute > 59 || second > 59)
    return FALSE;
  *seconds = troupe_date_to_seconds (year, month, day, hour, minute, second) - offset;
  if (written_offset != NULL)
    *written_offset = offset;
  return *seconds >= TROUPE_DATE_FIRST_SECOND && *seconds <= TROUPE_DATE_LAST_SECOND;
}

static void
append_fraction (GString *out, gint32 nanoseconds)
{
  if (nanoseconds == 0)
    return;
  g_string_append_printf (out, ".%09d", nanoseconds);
  while (out->str[out->len - 1] == '0')
    g_string_truncate (out, out->len - 1);
}

char *
troupe_cel_timestamp_format (gint64 seconds, gint32 nanoseconds)
{
  GString *out = g_string_new (NULL);
  TroupeDate date;

  troupe_date_from_seconds (seconds, &date);
  g_string_printf (out, "%04d-%02d-%02dT%02d:%02d:%02d", date.year, date.month, date.day, date.hour,
                   date.minute, date.second);
  append_fraction (out, nanoseconds);
  g_string_append_c (out, 'Z');
  return g_string_free (out, FALSE);
}

char *
troupe_cel_duration_format (gint64 seconds, gint32 nanoseconds)
{
  GString *out = g_string_new (seconds < 0 || nanoseconds < 0 ? "-" : "");

  g_string_append_printf (out, "%" G_GINT64_FORMAT, ABS (seconds));
  append_fraction (out, ABS (nanoseconds));
  g_string_append_c (out, 's');
  return g_string_free (out, FALSE);
}

/* Returns the number of nanoseconds of the unit at @here, or 0 if there is no unit at @here. */
static gint64
read_unit (const char **here, const char *end, gboolean with_days)
{
  static const struct
  {
    const char *name;
    gint64 nanoseconds;
  } units[] = {
    { "ns", 1 },
    { "us", 1000 },
    { "µs", 1000 },
    { "ms", 1000000 },
    { "s", NANOSECONDS_A_SECOND },
    { "m", 60 * G_GINT64_CONSTANT (1000000000) },
    { "h", 3600 * G_GINT64_CONSTANT (1000000000) },
    { "d", SECONDS_A_DAY * G_GINT64_CONSTANT (1000000000) },
  };

  for (guint i = 0; i < G_N_ELEMENTS (units) - (with_days ? 0 : 1); i++)
    {
      gsize length = strlen (units[i].name);

      /* The dialect with days supports ASCII units only. */
      if (with_days && !g_ascii_isalpha (units[i].name[0]))
        continue;
      if ((gsize) (end - *here) >= length && memcmp (*here, units[i].name, length) == 0)
        {
          *here += length;
          return units[i].nanoseconds;
        }
    }
  return 0;
}

/* Parses one number with its unit and adds it to the total. */
static gboolean
read_part (const char **here,
           const char *end,
           gboolean with_days,
           gint64 *seconds,
           gint64 *nanoseconds)
{
  const char *start = *here;
  gint64 whole = 0;
  gint64 fraction = 0;
  gint64 fraction_unit = 1;
  gint64 unit;
  gint64 more;
  gint64 part;

  for (; *here < end && g_ascii_isdigit (**here); (*here)++)
    {
      if (__builtin_mul_overflow (whole, (gint64) 10, &whole) ||
          __builtin_add_overflow (whole, (gint64) (**here - '0'), &whole))
        return FALSE;
    }
  if (read_letter (here, end, "."))
    {
      for (; *here < end && g_ascii_isdigit (**here); (*here)++)
        {
          /* Further digits are far below a nanosecond, even for the largest unit. */
          if (fraction_unit > G_GINT64_CONSTANT (100000000000000000))
            continue;
          fraction = fraction * 10 + (**here - '0');
          fraction_unit *= 10;
        }
      if (*here == start + 1)
        return FALSE;
    }
  if (*here == start || (unit = read_unit (here, end, with_days)) == 0)
    return FALSE;
  /* The fraction of the unit is computed digit by digit from the last digit, so that no
   * intermediate result exceeds 64 bits. */
  more = 0;
  for (; fraction_unit > 1; fraction_unit /= 10, fraction /= 10)
    more = (unit * (fraction % 10) + more) / 10;
  if (unit < NANOSECONDS_A_SECOND)
    {
      part = whole / (NANOSECONDS_A_SECOND / unit);
      *nanoseconds += whole % (NANOSECONDS_A_SECOND / unit) * unit;
    }
  else if (__builtin_mul_overflow (whole, unit / NANOSECONDS_A_SECOND, &part))
    return FALSE;
  *nanoseconds += more % NANOSECONDS_A_SECOND;
  return !__builtin_add_overflow (*seconds, part, seconds) &&
         !__builtin_add_overflow (*seconds, more / NANOSECONDS_A_SECOND, seconds) &&
         !__builtin_add_overflow (*seconds, *nanoseconds / NANOSECONDS_A_SECOND, seconds) &&
         ((*nanoseconds %= NANOSECONDS_A_SECOND) == 0 || *seconds < G_MAXINT64);
}

gboolean
troupe_cel_duration_parse (const char *text,
                           gsize length,
                           gboolean with_days,
                           gint64 *seconds,
                           gint32 *nanoseconds)
{
  const char *here = text;
  const char *end = text + length;
  gint64 sign = length > 0 && text[0] == '-' ? -1 : 1;
  gint64 below = 0;

  *seconds = 0;
  if (length > 0 && (text[0] == '-' || text[0] == '+'))
    here++;
  if (here == end)
    return FALSE;
  if (end - here == 1 && *here == '0' && !with_days)
    here = end;
  while (here < end)
    {
      if (!read_part (&here, end, with_days, seconds, &below))
        return FALSE;
    }
  *seconds *= sign;
  *nanoseconds = (gint32) (sign * below);
  return TRUE;
}

/* Returns TRUE if the name can be passed to GLib. GLib would open any file whose path is passed
 * as a zone. */
static gboolean
is_zone_name (const char *name)
{
  if (!g_ascii_isalpha (name[0]))
    return FALSE;
  for (const char *here = name; *here != '\0'; here++)
    {
      if (!g_ascii_isalnum (*here) && strchr ("_+-/", *here) == NULL)
        return FALSE;
    }
  return TRUE;
}

/* Former names of zones, such as `EST`, have no files of their own where the system installs them as a
 * separate package. The text form of the database lists them all the same. (transfer full) (nullable) */
static GTimeZone *
open_linked_zone (const char *name)
{
  g_autofree char *text = NULL;
  g_autofree char *wanted = g_strdup_printf (" %s\n", name);

  if (!g_file_get_contents (ZONE_LINKS, &text, NULL, NULL))
    return NULL;
  for (const char *at = strstr (text, wanted); at != NULL; at = strstr (at + 1, wanted))
    {
      const char *target = at;
      g_autofree char *linked = NULL;

      while (target > text && target[-1] != '\n')
        target--;
      if (at - target <= 2 || strncmp (target, "L ", 2) != 0)
        continue;
      linked = g_strndup (target + 2, (gsize) (at - target) - 2);
      return is_zone_name (linked) ? g_time_zone_new_identifier (linked) : NULL;
    }
  return NULL;
}

gboolean
troupe_cel_zone_get_offset (const char *name, gsize length, gint64 seconds, int *offset)
{
  g_autoptr (GTimeZone) zone = NULL;
  const char *here;
  const char *end;
  int hours, minutes;

  if (strlen (name) != length || length == 0)
    return FALSE;
  /* Parses `+02:00`, `-2:30`, `02:00`. */
  here = name + (*name == '+' || *name == '-' ? 1 : 0);
  end = name + strlen (name);
  if (read_number (&here, end, here + 1 < end && here[1] == ':' ? 1 : 2, &hours) &&
      read_letter (&here, end, ":") && read_number (&here, end, 2, &minutes) && here == end &&
      hours <= 23 && minutes <= 59)
    {
      *offset = (*name == '-' ? -1 : 1) * (hours * 3600 + minutes * 60);
      return TRUE;
    }
  if (!is_zone_name (name))
    return FALSE;
  zone = g_time_zone_new_identifier (name);
  if (zone == NULL && (zone = open_linked_zone (name)) == NULL)
    return FALSE;
  *offset = g_time_zone_get_offset (zone, g_time_zone_find_interval (zone, G_TIME_TYPE_UNIVERSAL,
                                                                     seconds));
  return TRUE;
}
