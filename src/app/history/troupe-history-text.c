/* troupe-history-text.c: texts and icons of stored runs in lists
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-history-text"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-clock.h"
#include "troupe-history-text.h"
#include "troupe-money.h"
#include "troupe-sanitize-text.h"

static const struct
{
  const char *icon;
  const char *style;
  const char *text;
} statuses[] = {
  [TROUPE_RUN_STATUS_RUNNING] = { "troupe-ring-symbolic", "accent", N_ ("Running") },
  [TROUPE_RUN_STATUS_OK] = { "troupe-check-symbolic", "success", N_ ("Finished") },
  [TROUPE_RUN_STATUS_FAILED] = { "troupe-cross-symbolic", "error", N_ ("Failed") },
  [TROUPE_RUN_STATUS_CANCELLED] = { "media-playback-stop-symbolic", "warning", N_ ("Stopped") },
  [TROUPE_RUN_STATUS_TIMEOUT] = { "troupe-wait-symbolic", "error", N_ ("Timed out") },
  [TROUPE_RUN_STATUS_PAUSED] = { "troupe-human-symbolic", "warning", N_ ("Waiting for an answer") },
  [TROUPE_RUN_STATUS_INTERRUPTED] = { "troupe-stale-symbolic", "warning", N_ ("Interrupted") },
};

char *
troupe_history_text_get_title (const TroupeRunSummary *summary)
{
  const char *title;

  g_return_val_if_fail (summary != NULL, NULL);

  if (summary->title != NULL)
    title = summary->title;
  else
    title = summary->subject != NULL ? summary->subject : summary->record->name;
  return troupe_text_to_line (title);
}

char *
troupe_history_text_get_outcome (const TroupeRunSummary *summary)
{
  g_autofree char *place = NULL;

  g_return_val_if_fail (summary != NULL, NULL);

  if (summary->place == NULL || summary->record->status != TROUPE_RUN_STATUS_FAILED)
    return g_strdup (_ (statuses[summary->record->status].text));
  place = troupe_text_to_line (summary->place);
  /* Translators: %s is the name of a method. */
  return g_strdup_printf (_ ("Failed in %s"), place);
}

char *
troupe_history_text_get_difference (const TroupeRunSummary *summary)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *text = NULL;

  g_return_val_if_fail (summary != NULL, NULL);

  if (summary->only != NULL)
    /* Translators: %s is a method; what a run executed. */
    g_ptr_array_add (parts, g_strdup_printf (_ ("only %s"), summary->only));
  else if (summary->from != NULL)
    {
      g_autofree char *step = NULL;
      const char *name;

      name = summary->from;
      step = g_str_has_suffix (name, "#1") ? g_strndup (name, strlen (name) - 2) : g_strdup (name);
      /* Translators: %s is a method; where a run began. */
      g_ptr_array_add (parts, g_strdup_printf (_ ("from %s"), step));
    }
  if (summary->until != NULL)
    /* Translators: %s is a method; where a run ended. */
    g_ptr_array_add (parts, g_strdup_printf (_ ("until %s"), summary->until));
  if (summary->is_edited)
    g_ptr_array_add (parts, g_strdup (_ ("values changed")));
  if (summary->answered_by != NULL && summary->answered_us > 0)
    {
      g_autofree char *moment =
          troupe_history_text_get_moment (summary->answered_us, g_get_real_time ());

      /* Translators: the first %s is the login name of a user, the second one a day and a time. */
      g_ptr_array_add (parts,
                       g_strdup_printf (_ ("answered by %s %s"), summary->answered_by, moment));
    }
  if (summary->record->status == TROUPE_RUN_STATUS_FAILED && summary->record->error != NULL)
    g_ptr_array_add (parts, g_strdup (summary->record->error));
  else if (summary->final != NULL && *summary->final != '\0')
    g_ptr_array_add (parts, g_strdup (summary->final));
  g_ptr_array_add (parts, NULL);
  text = g_strjoinv (" · ", (char **) parts->pdata);
  return troupe_text_to_line (text);
}

char *
troupe_history_text_get_facts (const TroupeRunSummary *summary)
{
  g_autofree char *time = NULL;
  g_autofree char *cost = NULL;

  g_return_val_if_fail (summary != NULL, NULL);

  if (summary->record->ended_us != 0)
    time = troupe_span_to_text (summary->record->elapsed_us);
  cost = troupe_money_describe_sum (summary->micro_dollars, summary->n_unpriced == 0);
  if (time != NULL && cost != NULL)
    return g_strdup_printf ("%s · %s", time, cost);
  if (time != NULL)
    return g_steal_pointer (&time);
  return cost != NULL ? g_steal_pointer (&cost) : g_strdup ("");
}

const char *
troupe_history_text_get_icon (TroupeRunStatus status, const char **style)
{
  g_return_val_if_fail ((guint) status < G_N_ELEMENTS (statuses), NULL);
  g_return_val_if_fail (style != NULL, NULL);

  *style = statuses[status].style;
  return statuses[status].icon;
}

/* Returns the number of midnights between two times; 0 if one of them is not in the calendar. */
static int
count_days (GDateTime *time, GDateTime *now)
{
  g_autoptr (GDateTime) first =
      g_date_time_new_local (g_date_time_get_year (time), g_date_time_get_month (time),
                             g_date_time_get_day_of_month (time), 12, 0, 0);
  g_autoptr (GDateTime) last =
      g_date_time_new_local (g_date_time_get_year (now), g_date_time_get_month (now),
                             g_date_time_get_day_of_month (now), 12, 0, 0);

  /* A day has 23 or 25 hours when the clocks change. */
  return first != NULL && last != NULL
             ? (int) ((g_date_time_difference (last, first) + G_TIME_SPAN_HOUR * 2) /
                      G_TIME_SPAN_DAY)
             : 0;
}

char *
troupe_history_text_get_day (gint64 time_us, gint64 now_us)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_local (time_us / G_USEC_PER_SEC);
  g_autoptr (GDateTime) now = g_date_time_new_from_unix_local (now_us / G_USEC_PER_SEC);
  int n_days;

  if (time == NULL || now == NULL)
    return g_strdup ("?");
  n_days = count_days (time, now);
  if (n_days == 0)
    return g_strdup (_ ("Today"));
  if (n_days == 1)
    return g_strdup (_ ("Yesterday"));
  if (n_days > 1 && n_days < 7)
    return g_date_time_format (time, "%A");
  if (g_date_time_get_year (time) == g_date_time_get_year (now))
    /* Translators: g_date_time_format() format of a day: 3 November */
    return g_date_time_format (time, _ ("%-e %B"));
  /* Translators: g_date_time_format() format of a day: 3 November 2025 */
  return g_date_time_format (time, _ ("%-e %B %Y"));
}

char *
troupe_history_text_get_time (gint64 time_us)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_local (time_us / G_USEC_PER_SEC);

  return time != NULL ? g_date_time_format (time, "%H:%M") : g_strdup ("?");
}

char *
troupe_history_text_get_moment (gint64 time_us, gint64 now_us)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_local (time_us / G_USEC_PER_SEC);
  g_autoptr (GDateTime) now = g_date_time_new_from_unix_local (now_us / G_USEC_PER_SEC);
  g_autofree char *clock = troupe_history_text_get_time (time_us);
  g_autofree char *day = NULL;
  int n_days;

  if (time == NULL || now == NULL)
    return g_strdup ("?");
  n_days = count_days (time, now);
  if (n_days == 0)
    /* Translators: %s is a time of day; within a sentence. */
    return g_strdup_printf (_ ("today, %s"), clock);
  if (n_days == 1)
    /* Translators: %s is a time of day; within a sentence. */
    return g_strdup_printf (_ ("yesterday, %s"), clock);
  day = troupe_history_text_get_day (time_us, now_us);
  return g_strdup_printf ("%s, %s", day, clock);
}
