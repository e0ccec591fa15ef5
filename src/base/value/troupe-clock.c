/* troupe-clock.c: RFC 3339 timestamps, time spans, identifiers and "did you mean" suggestions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-clock"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "troupe-clock.h"

#define SECOND G_GINT64_CONSTANT (1000000)

/* The years 1 to 9999, the range of GDateTime, in seconds since 1970. */
#define FIRST_SECOND G_GINT64_CONSTANT (-62135596800)
#define LAST_SECOND G_GINT64_CONSTANT (253402300799)

/* The longest times that are formatted in seconds and in minutes. */
#define MOST_SECONDS 600
#define MOST_MINUTES 120
#define DAY_SECONDS 86400

/* Maximum length of a compared word, which bounds the table of distances. Only this many
 * characters of longer words are compared. */
#define WORD_LENGTH 64

char *
troupe_time_to_text (gint64 unix_us)
{
  gint64 seconds = unix_us / SECOND - (unix_us % SECOND < 0 ? 1 : 0);
  gint64 rest = unix_us - seconds * SECOND;
  g_autoptr (GDateTime) time = NULL;
  g_autofree char *text = NULL;

  seconds = CLAMP (seconds, FIRST_SECOND, LAST_SECOND);
  time = g_date_time_new_from_unix_utc (seconds);
  text = g_strdup_printf ("%04d-%02d-%02dT%02d:%02d:%02d", g_date_time_get_year (time),
                          g_date_time_get_month (time), g_date_time_get_day_of_month (time),
                          g_date_time_get_hour (time), g_date_time_get_minute (time),
                          g_date_time_get_second (time));
  return g_strdup_printf ("%s.%06dZ", text, (int) rest);
}

/* Removes the fraction of a second, of up to nine digits, from @text. */
static gboolean
cut_fraction (char *text, gint64 *microseconds)
{
  char *point = strchr (text, '.');
  gint64 unit = SECOND / 10;
  char *at;

  *microseconds = 0;
  if (point == NULL)
    return TRUE;
  for (at = point + 1; g_ascii_isdigit (*at); at++, unit /= 10)
    *microseconds += unit * (*at - '0');
  if (at == point + 1 || at > point + 10)
    return FALSE;
  memmove (point, at, strlen (at) + 1);
  return TRUE;
}

gboolean
troupe_time_from_text (const char *text, gint64 *unix_us)
{
  g_autofree char *whole = NULL;
  g_autoptr (GDateTime) time = NULL;
  gint64 microseconds;

  g_return_val_if_fail (text != NULL && unix_us != NULL, FALSE);

  /* RFC 3339 requires a time to have an offset; without one it is ambiguous. */
  whole = g_strdup (text);
  if (!cut_fraction (whole, &microseconds) || strlen (whole) < strlen ("2026-01-01T00:00:00Z") ||
      whole[4] != '-' || (whole[10] != 'T' && whole[10] != 't' && whole[10] != ' '))
    return FALSE;
  whole[10] = 'T';
  time = g_date_time_new_from_iso8601 (whole, NULL);
  if (time == NULL)
    return FALSE;
  *unix_us = g_date_time_to_unix (time) * SECOND + microseconds;
  return TRUE;
}

char *
troupe_span_to_text (gint64 microseconds)
{
  gint64 span = MAX (microseconds, 0);
  gint64 tenths, seconds;

  if (span > 0 && span < 500)
    return g_strdup (_ ("<1 ms"));
  /* Rounds first, so that 1000 ms or 60 s are never shown. */
  if (span < 100 * 1000 - 500)
    return g_strdup_printf (_ ("%d ms"), (int) ((span + 500) / 1000));
  tenths = (span + 50000) / 100000;
  if (tenths < 100)
    return g_strdup_printf (_ ("%d.%d s"), (int) (tenths / 10), (int) (tenths % 10));
  seconds = (span + SECOND / 2) / SECOND;
  if (seconds < 60)
    return g_strdup_printf (_ ("%d s"), (int) seconds);
  if (seconds < 3600)
    return g_strdup_printf ("%d:%02d", (int) (seconds / 60), (int) (seconds % 60));
  return g_strdup_printf ("%" G_GINT64_FORMAT ":%02d:%02d", seconds / 3600,
                          (int) (seconds / 60 % 60), (int) (seconds % 60));
}

char *
troupe_duration_format (double seconds)
{
  guint n;

  if (isnan (seconds))
    /* Translators: a time, as in “The server asks to wait an unknown time.” */
    return g_strdup (_ ("an unknown time"));
  if (seconds > DAY_SECONDS)
    /* Translators: a time, as in “The server asks to wait more than a day.” */
    return g_strdup (_ ("more than a day"));
  if (seconds > MOST_MINUTES * 60)
    {
      n = (guint) ceil (seconds / 3600);
      /* Translators: a time, as in “The server asks to wait 3 hours.” */
      return g_strdup_printf (ngettext ("%u hour", "%u hours", n), n);
    }
  if (seconds > MOST_SECONDS)
    {
      n = (guint) ceil (seconds / 60);
      /* Translators: a time, as in “The server asks to wait 15 minutes.” */
      return g_strdup_printf (ngettext ("%u minute", "%u minutes", n), n);
    }
  seconds = round (MAX (seconds, 0) * 1000) / 1000;
  n = seconds == 1 ? 1 : 2;
  /* Translators: a time, as in “The server asks to wait 0.5 seconds.” */
  return g_strdup_printf (ngettext ("%.3g second", "%.3g seconds", n), seconds);
}

static guint
spread (const char *word, gunichar *letters)
{
  guint n_letters = 0;

  for (; *word != '\0' && n_letters < WORD_LENGTH; word = g_utf8_next_char (word))
    letters[n_letters++] = g_unichar_tolower (g_utf8_get_char (word));
  return n_letters;
}

const char *
troupe_nearest_word (const char *word, const char *const *candidates)
{
  gunichar letters[WORD_LENGTH], others[WORD_LENGTH];
  const char *nearest = NULL;
  guint n_letters, best;

  g_return_val_if_fail (word != NULL && candidates != NULL, NULL);

  n_letters = spread (word, letters);
  best = MAX (1, n_letters / 3) + 1;
  for (guint i = 0; candidates[i] != NULL; i++)
    {
      guint n_others = spread (candidates[i], others);
      guint distance;
      const gunichar *a;
      const gunichar *b;
      guint rows[3][WORD_LENGTH + 1];
      guint *before, *above, *row;

      a = letters;
      b = others;
      before = rows[0];
      above = rows[1];
      row = rows[2];
      for (guint j = 0; j <= n_others; j++)
        above[j] = j;
      for (guint distance_i = 1; distance_i <= n_letters; distance_i++)
        {
          guint *spare = before;

          row[0] = distance_i;
          for (guint j = 1; j <= n_others; j++)
            {
              guint distance_best = above[j - 1] + (a[distance_i - 1] == b[j - 1] ? 0 : 1);
              distance_best = MIN (distance_best, MIN (above[j], row[j - 1]) + 1);
              if (distance_i > 1 && j > 1 && a[distance_i - 1] == b[j - 2] &&
                  a[distance_i - 2] == b[j - 1])
                distance_best = MIN (distance_best, before[j - 2] + 1);
              row[j] = distance_best;
            }
          before = above;
          above = row;
          row = spare;
        }
      distance = above[n_others];
      if (distance < best && distance < MAX (n_letters, n_others))
        {
          best = distance;
          nearest = candidates[i];
        }
    }
  return nearest;
}

gboolean
troupe_set_str (char **target, const char *text)
{
  char *copy;

  g_return_val_if_fail (target != NULL, FALSE);

  if (g_strcmp0 (*target, text) == 0)
    return FALSE;
  copy = g_strdup (text);
  g_free (*target);
  *target = copy;
  return TRUE;
}
