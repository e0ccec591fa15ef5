/* troupe-schema-time.c: normalizes dates, times and durations, from strings and numbers
 *
 * Accepts what CrewAI's models accept (doc/flow-semantics.md §5): ISO 8601 and some extensions, and
 * numbers as seconds, or as milliseconds if they are too large for seconds.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-schema-time"

#include "config.h"

#include <math.h>
#include <string.h>

#include "troupe-date.h"
#include "troupe-schema-formats.h"

#define MICROSECONDS G_GINT64_CONSTANT (1000000)
#define DAY G_GINT64_CONSTANT (86400)
#define YEAR (365 * DAY)

/* Larger numbers are milliseconds instead of seconds. */
#define MOST_SECONDS 2e10

/* Python's maximum duration. */
#define MOST_DAYS 999999999.0

/* Parses exactly @n_digits digits. */
static gboolean
take_digits (const char **text, guint n_digits, int *number)
{
  *number = 0;
  for (guint i = 0; i < n_digits; i++)
    {
      if (!g_ascii_isdigit ((*text)[i]))
        return FALSE;
      *number = *number * 10 + ((*text)[i] - '0');
    }
  *text += n_digits;
  return TRUE;
}

static gboolean
take_letter (const char **text, char letter)
{
  if (**text != letter)
    return FALSE;
  (*text)++;
  return TRUE;
}

/* Parses the fraction of a second after a point or comma. Only six digits are used. */
static gboolean
take_fraction (const char **text, int *microseconds)
{
  gsize length;

  *microseconds = 0;
  if (**text != '.' && **text != ',')
    return TRUE;
  (*text)++;
  length = strspn (*text, "0123456789");
  if (length == 0 || length > 9)
    return FALSE;
  for (gsize i = 0; i < 6; i++)
    *microseconds = *microseconds * 10 + (i < length ? (*text)[i] - '0' : 0);
  *text += length;
  return TRUE;
}

static void
append_fraction (GString *out, int microseconds)
{
  if (microseconds > 0)
    g_string_append_printf (out, ".%06d", microseconds);
}

/* --- Dates and times ----------------------------------------------------------------------- */

static gboolean
take_zone (const char **text, GString *out)
{
  int hours, minutes = 0;
  char sign = **text;

  if (sign == 'Z' || sign == 'z')
    {
      (*text)++;
      g_string_append_c (out, 'Z');
      return TRUE;
    }
  if (sign != '+' && sign != '-')
    return **text == '\0';
  (*text)++;
  if (!take_digits (text, 2, &hours))
    return FALSE;
  if (**text != '\0')
    {
      take_letter (text, ':');
      if (!take_digits (text, 2, &minutes))
        return FALSE;
    }
  if (hours > 23 || minutes > 59)
    return FALSE;
  if (hours == 0 && minutes == 0)
    g_string_append_c (out, 'Z');
  else
    g_string_append_printf (out, "%c%02d:%02d", sign, hours, minutes);
  return TRUE;
}

static gboolean
take_time (const char **text, GString *out)
{
  int hours, minutes, seconds = 0, microseconds;

  if (!take_digits (text, 2, &hours) || !take_letter (text, ':') ||
      !take_digits (text, 2, &minutes))
    return FALSE;
  if (take_letter (text, ':') && !take_digits (text, 2, &seconds))
    return FALSE;
  if (hours > 23 || minutes > 59 || seconds > 59 || !take_fraction (text, &microseconds))
    return FALSE;
  g_string_append_printf (out, "%02d:%02d:%02d", hours, minutes, seconds);
  append_fraction (out, microseconds);
  return take_zone (text, out);
}

static gboolean
take_moment (const char **text, GString *out)
{
  int year;
  int month;
  int day;

  if (!take_digits (text, 4, &year) || !take_letter (text, '-') || !take_digits (text, 2, &month) ||
      !take_letter (text, '-') || !take_digits (text, 2, &day) || year < 1 ||
      !g_date_valid_dmy ((GDateDay) day, (GDateMonth) month, (GDateYear) year))
    return FALSE;
  g_string_append_printf (out, "%04d-%02d-%02d", year, month, day);
  g_string_append_c (out, 'T');
  if (**text == '\0')
    {
      g_string_append (out, "00:00:00");
      return TRUE;
    }
  return strchr ("Tt _", *(*text)++) != NULL && take_time (text, out);
}

/* Only midnight can be converted to a date. */
static gboolean
cut_midnight (GString *moment)
{
  const char *time = strchr (moment->str, 'T');

  if (time == NULL || !g_str_has_prefix (time, "T00:00:00") || time[strlen ("T00:00:00")] == '.')
    return FALSE;
  g_string_truncate (moment, (gsize) (time - moment->str));
  return TRUE;
}

/* @number: seconds or milliseconds since 1970. Returns NULL if the time is outside of the years
 *   1 to 9999. */
static GString *
new_moment (double number)
{
  double scale = fabs (number) > MOST_SECONDS ? 1e3 : 1e6;
  double whole = floor (number);
  gint64 seconds, microseconds;
  TroupeDate date;
  GString *out;

  if (!isfinite (number) || fabs (number) > 1e15)
    return NULL;
  microseconds = (gint64) nearbyint ((number - whole) * scale);
  if (fabs (whole) > MOST_SECONDS)
    {
      seconds = (gint64) floor (whole / 1e3);
      microseconds += ((gint64) whole - seconds * 1000) * 1000;
    }
  else
    seconds = (gint64) whole;
  seconds += microseconds / MICROSECONDS;
  microseconds %= MICROSECONDS;
  if (seconds < TROUPE_DATE_FIRST_SECOND || seconds > TROUPE_DATE_LAST_SECOND)
    return NULL;
  troupe_date_from_seconds (seconds, &date);
  out = g_string_new (NULL);
  g_string_append_printf (out, "%04d-%02d-%02dT%02d:%02d:%02d", date.year, date.month, date.day,
                          date.hour, date.minute, date.second);
  append_fraction (out, (int) microseconds);
  g_string_append_c (out, 'Z');
  return out;
}

static GString *
read_moment (const char *text)
{
  GString *out;
  const char *digits = text + (*text == '-' || *text == '+');
  const char *point = strchr (digits, '.');

  /* Digits, optionally with a point and a sign. */
  if (strspn (digits, "0123456789.") == strlen (digits) && strpbrk (digits, "0123456789") != NULL &&
      (point == NULL || strchr (point + 1, '.') == NULL))
    return new_moment (g_ascii_strtod (text, NULL));
  out = g_string_new (NULL);
  if (take_moment (&text, out) && *text == '\0')
    return out;
  g_string_free (out, TRUE);
  return NULL;
}

/* Takes ownership of @out; returns only the date if the format requires it. */
static char *
finish_moment (GString *out, const char *format)
{
  gboolean good = out != NULL && (!g_str_equal (format, "date") || cut_midnight (out));

  return out != NULL ? g_string_free (out, !good) : NULL;
}

char *
troupe_schema_format_normalise_time (const char *text, const char *format)
{
  GString *out;
  gboolean good;

  if (!g_str_equal (format, "time"))
    return finish_moment (read_moment (text), format);
  out = g_string_new (NULL);
  good = take_time (&text, out) && *text == '\0';
  return g_string_free (out, !good);
}

/* --- Durations -------------------------------------------------------------------------------- */

typedef struct
{
  gint64 seconds;
  gint64 microseconds; /* of the last second */
} Span;

/* Adds @whole plus @fraction times @unit seconds. Returns FALSE if the duration is too long. */
static gboolean
add_span (Span *self, gint64 whole, double fraction, gint64 unit)
{
  double rest = fraction * (double) unit;
  gint64 seconds = (gint64) floor (rest);

  g_assert (self != NULL);

  if ((double) whole > MOST_DAYS * (double) DAY / (double) unit)
    return FALSE;
  self->microseconds += (gint64) floor ((rest - (double) seconds) * 1e6 + 1e-3);
  self->seconds += whole * unit + seconds + self->microseconds / MICROSECONDS;
  self->microseconds %= MICROSECONDS;
  return (double) self->seconds < (MOST_DAYS + 1.0) * (double) DAY;
}

static gint64
get_unit (char letter, gboolean in_time)
{
  switch (letter)
    {
    case 'Y':
      return in_time ? 0 : YEAR;
    case 'M':
      return in_time ? 60 : 30 * DAY;
    case 'W':
      return in_time ? 0 : 7 * DAY;
    case 'D':
      return in_time ? 0 : DAY;
    case 'H':
      return in_time ? 3600 : 0;
    case 'S':
      return in_time ? 1 : 0;
    default:
      return 0;
    }
}

/* Parses the fraction after a point or comma. */
static gboolean
take_part (const char **text, double *part)
{
  double scale = 1.0;

  *part = 0.0;
  (*text)++;
  if (!g_ascii_isdigit (**text))
    return FALSE;
  for (; g_ascii_isdigit (**text); (*text)++)
    {
      scale /= 10.0;
      *part += scale * (**text - '0');
    }
  return TRUE;
}

/* Parses the part after the P of ISO 8601. A component with a fraction must be the last
 * component. */
static gboolean
read_iso_span (const char *text, Span *span)
{
  gboolean in_time = FALSE, any = FALSE, was_fraction = FALSE;

  while (*text != '\0')
    {
      guint64 whole;
      double fraction = 0.0;
      gboolean is_fraction;
      gint64 unit;

      if (!in_time && take_letter (&text, 'T'))
        {
          in_time = TRUE;
          continue;
        }
      if (was_fraction || !g_ascii_isdigit (*text))
        return FALSE;
      whole = g_ascii_strtoull (text, (char **) &text, 10);
      is_fraction = *text == '.' || *text == ',';
      if (whole > 1000000000000 || (is_fraction && !take_part (&text, &fraction)))
        return FALSE;
      unit = get_unit (*text, in_time);
      if (unit == 0 || !add_span (span, (gint64) whole, fraction, unit))
        return FALSE;
      text++;
      was_fraction = is_fraction;
      any = TRUE;
    }
  return any;
}

/* Parses hours with any number of digits, minutes and seconds; the seconds may be omitted unless
 * the hours have one digit. */
static gboolean
read_clock_span (const char *text, Span *span)
{
  guint64 hours = 0;
  int minutes, seconds = 0, microseconds = 0;
  gboolean is_short = g_ascii_isdigit (*text) && text[1] == ':';

  if (!g_ascii_isdigit (*text))
    return FALSE;
  hours = g_ascii_strtoull (text, (char **) &text, 10);
  if (hours > 1000000000000 || !take_letter (&text, ':') || !take_digits (&text, 2, &minutes))
    return FALSE;
  if (is_short && *text != ':')
    return FALSE;
  if (take_letter (&text, ':') &&
      (!take_digits (&text, 2, &seconds) || !take_fraction (&text, &microseconds)))
    return FALSE;
  return *text == '\0' && minutes < 60 && seconds < 60 &&
         add_span (span, (gint64) hours, 0.0, 3600) &&
         add_span (span, minutes * 60 + seconds, (double) microseconds / 1e6, 1);
}

/* Parses `3 days` or `3d`, optionally followed by a time of day. */
static gboolean
read_day_span (const char *text, Span *span)
{
  static const char *const words[] = { "days", "Days", "day", "Day", "d", "D" };
  guint64 days = g_ascii_strtoull (text, (char **) &text, 10);
  gsize length = 0;

  take_letter (&text, ' ');
  for (guint i = 0; i < G_N_ELEMENTS (words) && length == 0; i++)
    {
      if (g_str_has_prefix (text, words[i]))
        length = strlen (words[i]);
    }
  text += length;
  if (length == 0 || days > 1000000000 || !add_span (span, (gint64) days, 0.0, DAY))
    return FALSE;
  if (*text == '\0')
    return TRUE;
  if (take_letter (&text, ',') && *text == '\0')
    return TRUE;
  return take_letter (&text, ' ') && (*text == '\0' || read_clock_span (text, span));
}

static char *
write_span (const Span *span, gboolean negative)
{
  gint64 days = span->seconds / DAY, seconds = span->seconds % DAY;
  gboolean is_zero = span->seconds == 0 && span->microseconds == 0;
  GString *out = g_string_new (negative && !is_zero ? "-P" : "P");

  g_assert (span != NULL);

  if (days >= 365)
    g_string_append_printf (out, "%" G_GINT64_FORMAT "Y", days / 365);
  if (days % 365 > 0)
    g_string_append_printf (out, "%" G_GINT64_FORMAT "D", days % 365);
  if (seconds > 0 || span->microseconds > 0 || is_zero)
    g_string_append_c (out, 'T');
  if (seconds >= 3600)
    g_string_append_printf (out, "%" G_GINT64_FORMAT "H", seconds / 3600);
  if (seconds % 3600 >= 60)
    g_string_append_printf (out, "%" G_GINT64_FORMAT "M", seconds % 3600 / 60);
  if (seconds % 60 > 0 || span->microseconds > 0 || is_zero)
    {
      g_string_append_printf (out, "%" G_GINT64_FORMAT, seconds % 60);
      append_fraction (out, (int) span->microseconds);
      while (span->microseconds > 0 && out->str[out->len - 1] == '0')
        g_string_truncate (out, out->len - 1);
      g_string_append_c (out, 'S');
    }
  return g_string_free (out, FALSE);
}

char *
troupe_schema_format_normalise_duration (const char *text, const char *format)
{
  Span span = { 0, 0 };
  gboolean negative = *text == '-';
  gboolean good;

  text += *text == '-' || *text == '+';
  if (*text == 'P')
    good = read_iso_span (text + 1, &span);
  else if (!g_ascii_isdigit (*text))
    good = FALSE;
  else
    good = strchr (text, ':') != NULL && strpbrk (text, "dD ") == NULL
               ? read_clock_span (text, &span)
               : read_day_span (text, &span);
  return good ? write_span (&span, negative) : NULL;
}

/* --- Numbers ------------------------------------------------------------------------------- */

char *
troupe_schema_format_time_from_number (double number, const char *format)
{
  if (g_str_equal (format, "time"))
    {
      gint64 microseconds = isfinite (number) && number >= 0.0 && number < (double) DAY
                                ? (gint64) nearbyint (number * 1e6)
                                : -1;
      gint64 seconds = microseconds / MICROSECONDS;
      GString *out;

      if (microseconds < 0 || seconds >= DAY)
        return NULL;
      out = g_string_new (NULL);
      g_string_append_printf (out, "%02d:%02d:%02d", (int) (seconds / 3600),
                              (int) (seconds / 60 % 60), (int) (seconds % 60));
      append_fraction (out, (int) (microseconds % MICROSECONDS));
      g_string_append_c (out, 'Z');
      return g_string_free (out, FALSE);
    }
  if (g_str_equal (format, "duration"))
    {
      double whole = floor (fabs (number));
      Span span = { 0, 0 };

      if (!isfinite (number) || whole >= (MOST_DAYS + 1.0) * (double) DAY)
        return NULL;
      span.seconds = (gint64) whole;
      span.microseconds = (gint64) nearbyint ((fabs (number) - whole) * 1e6);
      span.seconds += span.microseconds / MICROSECONDS;
      span.microseconds %= MICROSECONDS;
      return write_span (&span, number < 0.0);
    }
  return finish_moment (new_moment (number), format);
}
