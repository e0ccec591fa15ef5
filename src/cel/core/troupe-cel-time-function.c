/* troupe-cel-time-function.c: CEL functions and arithmetic on timestamps and durations
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-time-function"

#include "config.h"

#include <string.h>

#include "troupe-cel-crewai.h"
#include "troupe-cel-date.h"
#include "troupe-cel-functions.h"

#define NANOSECONDS_A_SECOND 1000000000

/* A time span. @below is the part below a second: less than 1e9 nanoseconds, with the same sign
 * as the seconds. */
typedef struct
{
  gint64 seconds;
  gint64 below;
} Span;

static TroupeValue *
fail_value (TroupeCelEvaluation *self, const TroupeCelNode *node, TroupeValue *value)
{
  return troupe_cel_fail_value (self, node, TROUPE_CEL_FAILURE_CONVERSION, node->name, value);
}

TroupeValue *
troupe_cel_convert_timestamp (TroupeCelEvaluation *self,
                              const TroupeCelNode *node,
                              TroupeValue **arguments,
                              guint n_arguments)
{
  TroupeValue *value = arguments[0];
  const char *text;
  gsize length;
  gint64 seconds;
  gint32 nanoseconds = 0;

  switch (troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_TIMESTAMP:
      return troupe_value_ref (value);
    case TROUPE_VALUE_INTEGER:
      seconds = troupe_value_get_integer (value);
      if (seconds < TROUPE_DATE_FIRST_SECOND || seconds > TROUPE_DATE_LAST_SECOND)
        return fail_value (self, node, value);
      break;
    case TROUPE_VALUE_STRING:
      text = troupe_value_get_string (value, &length);
      if (!troupe_cel_timestamp_parse (text, length, &seconds, &nanoseconds, NULL))
        return fail_value (self, node, value);
      break;
    default:
      return troupe_cel_fail_types (self, node, TROUPE_CEL_FAILURE_ARGUMENTS, node->name, arguments,
                                    1);
    }
  return troupe_value_new_timestamp (seconds, nanoseconds);
}

/* A duration must fit into 64 bits of nanoseconds, about 292 years. */
static gboolean
is_in_range (TroupeCelEvaluation *self, Span span)
{
  Span limit = self->dialect == TROUPE_CEL_CREWAI
                   ? (Span){ TROUPE_CEL_CREWAI_MAX_DURATION, 0 }
                   : (Span){ G_MAXINT64 / NANOSECONDS_A_SECOND, G_MAXINT64 % NANOSECONDS_A_SECOND };

  g_assert (self != NULL);

  if (span.seconds == limit.seconds || span.seconds == -limit.seconds)
    return ABS (span.below) <= limit.below;
  return span.seconds > -limit.seconds && span.seconds < limit.seconds;
}

TroupeValue *
troupe_cel_convert_duration (TroupeCelEvaluation *self,
                             const TroupeCelNode *node,
                             TroupeValue **arguments,
                             guint n_arguments)
{
  TroupeValue *value = arguments[0];
  const char *text;
  gsize length;
  gint64 seconds;
  gint32 nanoseconds;

  if (troupe_value_is (value, TROUPE_VALUE_DURATION))
    return troupe_value_ref (value);
  if (!troupe_value_is (value, TROUPE_VALUE_STRING))
    return troupe_cel_fail_types (self, node, TROUPE_CEL_FAILURE_ARGUMENTS, node->name, arguments,
                                  1);
  text = troupe_value_get_string (value, &length);
  if (!troupe_cel_duration_parse (text, length, FALSE, &seconds, &nanoseconds) ||
      !is_in_range (self, (Span){ seconds, nanoseconds }))
    return fail_value (self, node, value);
  return troupe_value_new_duration (seconds, nanoseconds);
}

/* Adds or subtracts @b. Values that were not created by an expression may overflow 64 bits. The
 * result is then outside of every range. */
static Span
add (const TroupeValue *a, const TroupeValue *b, gboolean is_sum)
{
  int sign = is_sum ? 1 : -1;
  Span sum = { 0, troupe_value_get_nanoseconds (a) + sign * troupe_value_get_nanoseconds (b) };
  gint64 x = troupe_value_get_seconds (a);
  gint64 y = troupe_value_get_seconds (b);

  if (is_sum ? __builtin_add_overflow (x, y, &sum.seconds)
             : __builtin_sub_overflow (x, y, &sum.seconds))
    return (Span){ G_MAXINT64, 0 };
  if (__builtin_add_overflow (sum.seconds, sum.below / NANOSECONDS_A_SECOND, &sum.seconds))
    return (Span){ G_MAXINT64, 0 };
  sum.below %= NANOSECONDS_A_SECOND;
  if (sum.seconds > 0 && sum.below < 0)
    return (Span){ sum.seconds - 1, sum.below + NANOSECONDS_A_SECOND };
  if (sum.seconds < 0 && sum.below > 0)
    return (Span){ sum.seconds + 1, sum.below - NANOSECONDS_A_SECOND };
  return sum;
}

TroupeValue *
troupe_cel_time_calculate (TroupeCelEvaluation *self,
                           const TroupeCelNode *node,
                           TroupeValue *a,
                           TroupeValue *b)
{
  gboolean a_is_instant = troupe_value_is (a, TROUPE_VALUE_TIMESTAMP);
  gboolean b_is_instant = troupe_value_is (b, TROUPE_VALUE_TIMESTAMP);
  gboolean is_sum = node->kind == TROUPE_CEL_NODE_ADD;
  Span total;
  gint32 offset;

  if ((!a_is_instant && !troupe_value_is (a, TROUPE_VALUE_DURATION)) ||
      (!b_is_instant && !troupe_value_is (b, TROUPE_VALUE_DURATION)) ||
      (!is_sum && node->kind != TROUPE_CEL_NODE_SUBTRACT) ||
      (is_sum && a_is_instant && b_is_instant) || (!is_sum && !a_is_instant && b_is_instant))
    return troupe_cel_fail_operator (self, node, a, b);
  total = add (a, b, is_sum);
  if (a_is_instant == b_is_instant)
    {
      if (!is_in_range (self, total))
        return troupe_cel_fail (self, node, TROUPE_CEL_FAILURE_OVERFLOW,
                                troupe_cel_node_get_sign (node));
      return troupe_value_new_duration (total.seconds, (gint32) total.below);
    }
  /* Creates a timestamp. The local date in this zone must be in range, too. */
  offset = troupe_value_get_offset (a_is_instant ? a : b);
  /* The nanoseconds of a timestamp count from the preceding second. */
  if (total.below < 0)
    {
      total.seconds--;
      total.below += NANOSECONDS_A_SECOND;
    }
  if (total.seconds < TROUPE_DATE_FIRST_SECOND - offset ||
      total.seconds > TROUPE_DATE_LAST_SECOND - offset)
    return troupe_cel_fail (self, node, TROUPE_CEL_FAILURE_OVERFLOW,
                            troupe_cel_node_get_sign (node));
  return troupe_value_new_timestamp_at (total.seconds, (gint32) total.below, offset);
}

/* --- Getters ------------------------------------------------------------------------------------- */

static gboolean
fail_date (TroupeCelEvaluation *self,
           const TroupeCelNode *node,
           TroupeValue **arguments,
           guint n_arguments,
           TroupeCelEscape escape)
{
  g_assert (self != NULL);

  troupe_cel_fail_types (self, node, TROUPE_CEL_FAILURE_ARGUMENTS, node->name, arguments,
                         n_arguments);
  self->failure.escape = escape;
  return FALSE;
}

/* Gets the date of a timestamp, in the zone that the second argument names. */
static gboolean
get_date (TroupeCelEvaluation *self,
          const TroupeCelNode *node,
          TroupeValue **arguments,
          guint n_arguments,
          TroupeDate *date)
{
  gboolean is_crewai = self->dialect == TROUPE_CEL_CREWAI;
  int offset = 0;

  g_assert (self != NULL);

  /* In CrewAI's dialect a duration must not have a zone, and a timestamp uses UTC for a null or
   * empty one. */
  if (is_crewai && troupe_value_is (arguments[0], TROUPE_VALUE_DURATION) &&
      (strcmp (node->name, "getHours") == 0 || strcmp (node->name, "getMinutes") == 0 ||
       strcmp (node->name, "getSeconds") == 0 || strcmp (node->name, "getMilliseconds") == 0) &&
      !troupe_cel_crewai_is_plain (self, arguments[0]))
    return fail_date (self, node, arguments, n_arguments, TROUPE_CEL_ESCAPE_OTHER);
  if (is_crewai && n_arguments == 2 && !troupe_cel_crewai_is_true (arguments[1]))
    n_arguments = 1;
  if (!troupe_value_is (arguments[0], TROUPE_VALUE_TIMESTAMP) ||
      (n_arguments == 2 && !troupe_value_is (arguments[1], TROUPE_VALUE_STRING)))
    return fail_date (self, node, arguments, n_arguments, TROUPE_CEL_ESCAPE_NOT);
  if (n_arguments == 2)
    {
      gsize length;
      const char *name = troupe_value_get_string (arguments[1], &length);
      gint64 seconds = troupe_value_get_seconds (arguments[0]);

      /* Gets the UTC offset of the zone that the second argument names. */
      if (self->dialect == TROUPE_CEL_CREWAI
              ? !troupe_cel_crewai_methods.zone_get_offset (name, length, seconds, &offset)
              : !troupe_cel_zone_get_offset (name, length, seconds, &offset))
        return troupe_cel_fail_text (self, node, TROUPE_CEL_FAILURE_ZONE, NULL, name, length) !=
               NULL;
    }
  if (is_crewai)
    {
      gint64 seconds = troupe_value_get_seconds (arguments[0]) + offset;

      /* Python has no dates before year 1 and after year 9999. */
      if (seconds < TROUPE_DATE_FIRST_SECOND || seconds > TROUPE_DATE_LAST_SECOND)
        {
          troupe_cel_fail (self, node, TROUPE_CEL_FAILURE_OVERFLOW, node->name);
          self->failure.escape = TROUPE_CEL_ESCAPE_OTHER;
          return FALSE;
        }
    }
  troupe_date_from_seconds (troupe_value_get_seconds (arguments[0]) + offset, date);
  return TRUE;
}

/* A duration has no zone; in CrewAI's dialect it may be null. */
static gboolean
is_duration_alone (TroupeCelEvaluation *self, TroupeValue **arguments, guint n_arguments)
{
  g_assert (self != NULL);

  return troupe_value_is (arguments[0], TROUPE_VALUE_DURATION) &&
         !troupe_cel_crewai_is_plain (self, arguments[0]) &&
         (n_arguments == 1 || (self->dialect == TROUPE_CEL_CREWAI &&
                               troupe_value_is (arguments[1], TROUPE_VALUE_NULL)));
}

#define DEFINE_DATE_GETTER(name, member, addend)                                                   \
  static TroupeValue *get_##name (TroupeCelEvaluation *self, const TroupeCelNode *node,            \
                                  TroupeValue **arguments, guint n_arguments)                      \
  {                                                                                                \
    TroupeDate date;                                                                            \
                                                                                                   \
    if (!get_date (self, node, arguments, n_arguments, &date))                                     \
      return NULL;                                                                                 \
    return troupe_value_new_integer (date.member + (addend));                                      \
  }

DEFINE_DATE_GETTER (full_year, year, 0)
DEFINE_DATE_GETTER (month, month, -1)
DEFINE_DATE_GETTER (date_of_month, day, 0)
DEFINE_DATE_GETTER (day_of_month, day, -1)
DEFINE_DATE_GETTER (day_of_week, day_of_week, 0)
DEFINE_DATE_GETTER (day_of_year, day_of_year, 0)

/* For a duration, returns the complete duration in the unit. For a timestamp, returns the part
 * below the next larger unit. */
#define DEFINE_CLOCK_GETTER(name, member, unit)                                                    \
  static TroupeValue *get_##name (TroupeCelEvaluation *self, const TroupeCelNode *node,            \
                                  TroupeValue **arguments, guint n_arguments)                      \
  {                                                                                                \
    TroupeDate date;                                                                            \
                                                                                                   \
    if (is_duration_alone (self, arguments, n_arguments))                                          \
      return troupe_value_new_integer (troupe_value_get_seconds (arguments[0]) / (unit));          \
    if (!get_date (self, node, arguments, n_arguments, &date))                                     \
      return NULL;                                                                                 \
    return troupe_value_new_integer (date.member);                                                 \
  }

DEFINE_CLOCK_GETTER (hours, hour, 3600)
DEFINE_CLOCK_GETTER (minutes, minute, 60)
DEFINE_CLOCK_GETTER (seconds, second, 1)

static TroupeValue *
get_milliseconds (TroupeCelEvaluation *self,
                  const TroupeCelNode *node,
                  TroupeValue **arguments,
                  guint n_arguments)
{
  TroupeDate date;

  g_assert (self != NULL);

  if (is_duration_alone (self, arguments, n_arguments))
    {
      gint64 whole =
          self->dialect == TROUPE_CEL_CREWAI ? troupe_value_get_seconds (arguments[0]) * 1000 : 0;

      return troupe_value_new_integer (whole +
                                       troupe_value_get_nanoseconds (arguments[0]) / 1000000);
    }
  if (!get_date (self, node, arguments, n_arguments, &date))
    return NULL;
  return troupe_value_new_integer (troupe_value_get_nanoseconds (arguments[0]) / 1000000);
}

TroupeCelFunction
troupe_cel_time_function_find (const char *name)
{
  static const struct
  {
    const char *name;
    TroupeCelFunction function;
  } getters[] = {
    { "getFullYear", get_full_year },    { "getMonth", get_month },
    { "getDate", get_date_of_month },    { "getDayOfMonth", get_day_of_month },
    { "getDayOfWeek", get_day_of_week }, { "getDayOfYear", get_day_of_year },
    { "getHours", get_hours },           { "getMinutes", get_minutes },
    { "getSeconds", get_seconds },       { "getMilliseconds", get_milliseconds },
  };

  for (guint i = 0; i < G_N_ELEMENTS (getters); i++)
    {
      if (strcmp (getters[i].name, name) == 0)
        return getters[i].function;
    }
  return NULL;
}
