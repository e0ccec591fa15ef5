/* troupe-cel-crewai-time.c: parses the date formats and time zones of CrewAI's CEL evaluator
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-crewai-time"

#include "config.h"

#include <string.h>

#include "troupe-cel-crewai.h"
#include "troupe-cel-date.h"

#define MICROSECONDS_A_SECOND 1000000
#define SECONDS_A_DAY 86400

/* The parts of a date and time string. A missing part has its first value. */
typedef struct
{
  const char *at;
  const char *end;
  int year;
  int month;
  int day;
  int hour;
  int minute;
  int second;
  int microsecond;
  int offset; /* seconds east of UTC */
  gboolean has_date;
  gboolean is_extended; /* the date has separators */
} Moment;

/* --- Digits -------------------------------------------------------------------------------------- */

char *
troupe_cel_crewai_to_ascii (const char *text, gsize length, gboolean with_blanks)
{
  g_autoptr (GString) out = NULL;
  const char *end = text + length;

  if (memchr (text, '\0', length) != NULL || !g_utf8_validate (text, (gssize) length, NULL))
    return NULL;
  out = g_string_sized_new (length);
  for (const char *here = text; here < end; here = g_utf8_next_char (here))
    {
      gunichar letter = g_utf8_get_char (here);

      if (g_unichar_isdigit (letter))
        g_string_append_c (out, (char) ('0' + g_unichar_digit_value (letter)));
      else if (with_blanks &&
               (g_unichar_isspace (letter) || letter == 0x85 /* next line */ || letter == '\v'))
        g_string_append_c (out, ' ');
      else
        g_string_append_unichar (out, letter);
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/* --- ISO 8601 ------------------------------------------------------------------------------------ */

static char
peek (const Moment *self)
{
  return self->at < self->end ? *self->at : '\0';
}

static gboolean
take (Moment *self, char letter)
{
  g_assert (self != NULL);

  if (peek (self) != letter || self->at == self->end)
    return FALSE;
  self->at++;
  return TRUE;
}

static gboolean
take_number (Moment *self, guint n_digits, int *number)
{
  *number = 0;
  for (guint i = 0; i < n_digits; i++)
    {
      if (!g_ascii_isdigit (peek (self)))
        return FALSE;
      *number = *number * 10 + *self->at++ - '0';
    }
  return TRUE;
}

/* Whether a date may end here. */
static gboolean
is_date_end (const Moment *self)
{
  return self->at == self->end || *self->at == 'T' || *self->at == ' ';
}

static gboolean
is_clock_end (const Moment *self)
{
  return self->at == self->end || *self->at == 'Z' || *self->at == '+' || *self->at == '-';
}

static void
set_day (Moment *self, gint64 seconds)
{
  TroupeDate date;

  g_assert (self != NULL);

  troupe_date_from_seconds (seconds, &date);
  self->year = date.year;
  self->month = date.month;
  self->day = date.day;
}

/* Parses the text after `2024-` or `2024`: a week, a month with or without a day, or the day of
 * the year. */
static gboolean
take_rest_of_date (Moment *self)
{
  int number, more;

  g_assert (self != NULL);

  if (take (self, 'W'))
    {
      gint64 fourth;
      gint64 monday;
      TroupeDate date;
      int year;

      more = 1;
      if (!take_number (self, 2, &number))
        return FALSE;
      if (!is_date_end (self) &&
          ((self->is_extended && !take (self, '-')) || !take_number (self, 1, &more)))
        return FALSE;
      /* The first ISO week contains January 4, and weeks begin on Monday. */
      year = self->year;
      if (year < 1 || number > 53 || more > 7)
        return FALSE;
      fourth = troupe_date_to_seconds (year, 1, 4, 0, 0, 0);
      troupe_date_from_seconds (fourth, &date);
      monday = fourth - (gint64) ((date.day_of_week + 6) % 7) * SECONDS_A_DAY;
      if (number == 53)
        {
          /* A year has a week 53 if the Thursday of that week is in the year. */
          troupe_date_from_seconds (monday + (52 * 7 + 3) * (gint64) SECONDS_A_DAY, &date);
          if (date.year != year)
            return FALSE;
        }
      set_day (self, monday + ((gint64) (number - 1) * 7 + more - 1) * SECONDS_A_DAY);
      return TRUE;
    }
  if (!take_number (self, 2, &self->month))
    return FALSE;
  if (self->is_extended && is_date_end (self))
    return TRUE;
  if (self->is_extended && take (self, '-'))
    return take_number (self, 2, &self->day);
  if (!take_number (self, 1, &number))
    return FALSE;
  if (self->is_extended || is_date_end (self))
    {
      int ordinal = self->month * 10 + number;
      int year = self->year;

      /* The day of the year. */
      if (year < 1 || ordinal < 1)
        return FALSE;
      set_day (self, troupe_date_to_seconds (year, 1, 1, 0, 0, 0) +
                         (gint64) (ordinal - 1) * SECONDS_A_DAY);
      return self->year == year;
    }
  if (!take_number (self, 1, &more))
    return FALSE;
  self->day = number * 10 + more;
  return TRUE;
}

/* Parses a fraction after the seconds, with a point or a comma. Digits below a microsecond are
 * ignored. */
static gboolean
take_fraction (Moment *self)
{
  int unit = MICROSECONDS_A_SECOND / 10;

  g_assert (self != NULL);

  if (!take (self, '.') && !take (self, ','))
    return TRUE;
  if (!g_ascii_isdigit (peek (self)))
    return FALSE;
  for (; g_ascii_isdigit (peek (self)); self->at++)
    {
      self->microsecond += (*self->at - '0') * unit;
      unit /= 10;
    }
  return TRUE;
}

/* Parses the text after the hour. Seconds must have separators if and only if the date has
 * separators. */
static gboolean
take_rest_of_clock (Moment *self)
{
  gboolean has_separator;
  int sign;
  int hours;
  int minutes = 0;

  if (!is_clock_end (self))
    {
      has_separator = take (self, ':');
      if (!take_number (self, 2, &self->minute))
        return FALSE;
      if (!has_separator && self->is_extended)
        return FALSE;
      if (!is_clock_end (self) &&
          ((has_separator && !take (self, ':')) || !take_number (self, 2, &self->second) ||
           !take_fraction (self) || has_separator != self->is_extended))
        return FALSE;
    }
  if (take (self, 'Z') || (peek (self) != '+' && peek (self) != '-'))
    return TRUE;
  sign = *self->at++ == '-' ? -1 : 1;
  if (!take_number (self, 2, &hours))
    return FALSE;
  take (self, ':');
  if (self->at < self->end && !take_number (self, 2, &minutes))
    return FALSE;
  self->offset = sign * (hours * 60 + minutes) * 60;
  return ABS (self->offset) < SECONDS_A_DAY;
}

static gboolean
take_clock (Moment *self)
{
  return (take (self, 'T') || take (self, ' ')) && take_number (self, 2, &self->hour) &&
         take_rest_of_clock (self);
}

static gboolean
read_iso (Moment *self)
{
  int number;

  g_assert (self != NULL);

  if (peek (self) == 'T')
    return take_clock (self) && self->at == self->end;
  if (!take_number (self, 2, &number))
    return FALSE;
  if (peek (self) == ':')
    {
      self->hour = number;
      self->is_extended = TRUE;
      return take_rest_of_clock (self) && self->at == self->end;
    }
  if (!take_number (self, 2, &self->year))
    return FALSE;
  self->year += number * 100;
  self->has_date = TRUE;
  self->is_extended = take (self, '-');
  return take_rest_of_date (self) && (self->at == self->end || take_clock (self)) &&
         self->at == self->end;
}

/* --- Other forms --------------------------------------------------------------------------------- */

static gboolean
get_part (GMatchInfo *match, const char *name, int *number)
{
  g_autofree char *text = g_match_info_fetch_named (match, name);

  if (text == NULL || *text == '\0')
    return FALSE;
  *number = (int) g_ascii_strtoll (text, NULL, 10);
  return TRUE;
}

/* Parses a year, `2024/01/31`, `2024:01:31` and a time whose parts have one or two digits. */
static gboolean
read_common (Moment *self, const char *text, gsize length)
{
  static GRegex *form;
  g_autoptr (GMatchInfo) match = NULL;
  g_autofree char *fraction = NULL;
  int unit = MICROSECONDS_A_SECOND / 10;

  g_assert (self != NULL);

  if (g_once_init_enter (&form))
    g_once_init_leave (
        &form, g_regex_new ("^(?:(?<year>\\d{4})(?:[/:]?(?<month>\\d\\d)[/:]?(?<day>\\d\\d))?)?"
                            "(?:\\ ?(?<hour>\\d\\d?):(?<minute>\\d\\d?)?(?::(?<second>\\d\\d?))?"
                            "(?:[.,|](?<fraction>\\d{1,9}))?)?$",
                            G_REGEX_DOLLAR_ENDONLY | G_REGEX_OPTIMIZE, 0, NULL));
  if (length == 0 || !g_regex_match (form, text, 0, &match))
    return FALSE;
  self->has_date = get_part (match, "year", &self->year);
  get_part (match, "month", &self->month);
  get_part (match, "day", &self->day);
  if (!get_part (match, "hour", &self->hour))
    return self->has_date;
  if (!get_part (match, "minute", &self->minute))
    return FALSE;
  get_part (match, "second", &self->second);
  fraction = g_match_info_fetch_named (match, "fraction");
  for (const char *digit = fraction; digit != NULL && *digit != '\0'; digit++, unit /= 10)
    self->microsecond += (*digit - '0') * unit;
  return TRUE;
}

/* --- Entry point ------------------------------------------------------------------------------ */

gboolean
troupe_cel_crewai_timestamp_parse (const char *text,
                                   gsize length,
                                   gint64 now,
                                   gint64 *seconds,
                                   gint32 *nanoseconds,
                                   int *offset)
{
  Moment moment = { .at = text, .end = text + length, .month = 1, .day = 1 };
  g_autofree char *plain = NULL;
  TroupeDate date;

  if (length == strlen ("now") && memcmp (text, "now", length) == 0)
    {
      *seconds = now / G_USEC_PER_SEC - (now % G_USEC_PER_SEC < 0 ? 1 : 0);
      *nanoseconds = (gint32) (now - *seconds * G_USEC_PER_SEC) * 1000;
      *offset = 0;
      return TRUE;
    }
  if (!read_iso (&moment))
    {
      plain = troupe_cel_crewai_to_ascii (text, length, FALSE);
      moment = (Moment){ .month = 1, .day = 1 };
      if (plain == NULL || !read_common (&moment, plain, strlen (plain)))
        return FALSE;
    }
  if (!moment.has_date)
    {
      g_autoptr (GDateTime) today = g_date_time_new_from_unix_local (now / G_USEC_PER_SEC);

      /* A time without a date has today's date, and its time zone is ignored. */
      g_date_time_get_ymd (today, &moment.year, &moment.month, &moment.day);
      moment.offset = 0;
    }
  if (moment.year < 1 || moment.year > 9999 || moment.month < 1 || moment.month > 12 ||
      moment.day < 1 || moment.day > 31 || moment.hour > 23 || moment.minute > 59 ||
      moment.second > 59)
    return FALSE;
  troupe_date_from_seconds (troupe_date_to_seconds (moment.year, moment.month, moment.day, 0, 0, 0),
                            &date);
  /* Rejects February 30, which would become another day. */
  if (date.day != moment.day)
    return FALSE;
  *seconds = troupe_date_to_seconds (moment.year, moment.month, moment.day, moment.hour,
                                     moment.minute, moment.second) -
             moment.offset;
  *nanoseconds = moment.microsecond * 1000;
  *offset = moment.offset;
  return TRUE;
}

/* --- Zones --------------------------------------------------------------------------------------- */

/* Returns TRUE if @name is a POSIX rule such as `ABC5`, which GLib accepts but the time zone
 * database does not contain. */
static gboolean
is_posix_rule (const char *name)
{
  static const char *const known[] = { "EST5EDT", "CST6CDT", "MST7MDT", "PST8PDT", NULL };
  const char *here = name;

  while (g_ascii_isalpha (*here))
    here++;
  here += *here == '+' || *here == '-' ? 1 : 0;
  return g_ascii_isdigit (*here) && !g_str_has_prefix (name, "GMT") &&
         !g_strv_contains (known, name);
}

gboolean
troupe_cel_crewai_zone_get_offset (const char *name, gsize length, gint64 seconds, int *offset)
{
  g_autofree char *plain = NULL;
  Moment cursor;
  int hours, minutes;

  if (g_ascii_strcasecmp (name, "utc") == 0 && length == 3)
    {
      *offset = 0;
      return TRUE;
    }
  if (g_ascii_isalpha (*name))
    return strcmp (name, "Z") != 0 && !is_posix_rule (name) &&
           troupe_cel_zone_get_offset (name, length, seconds, offset);
  plain = troupe_cel_crewai_to_ascii (name, length, FALSE);
  /* Parses a zone such as `+02:00`, `-2:30` or `02:75`. The offset must be less than a day. A
   * trailing line end is ignored. */
  if (plain == NULL)
    return FALSE;
  cursor = (Moment){ .at = plain, .end = plain + strlen (plain) };
  if (!take (&cursor, '+'))
    take (&cursor, '-');
  if (!take_number (&cursor, cursor.end - cursor.at > 1 && cursor.at[1] == ':' ? 1 : 2, &hours) ||
      !take (&cursor, ':') || !take_number (&cursor, 2, &minutes))
    return FALSE;
  take (&cursor, '\n');
  *offset = (*plain == '-' ? -1 : 1) * (hours * 60 + minutes) * 60;
  return cursor.at == cursor.end && ABS (*offset) < SECONDS_A_DAY;
}
