/* troupe-transcript-line.c: texts of the first line of a transcript entry
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-transcript-line"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-clock.h"
#include "troupe-money.h"
#include "troupe-sanitize-text.h"
#include "troupe-transcript-body.h"
#include "troupe-transcript-line.h"
#include "troupe-transcript-text.h"
#include "troupe-value-start.h"
#include "troupe-value-item.h"

static TroupeSpan *
span_of (TroupeTranscriptEntry *entry)
{
  return troupe_transcript_entry_get_span (entry);
}

static const TroupeTranscriptPlace *
place_of (TroupeTranscriptEntry *entry)
{
  return troupe_transcript_entry_get_place (entry);
}

/* Describes an error. (transfer full) */
static char *
describe_trouble (TroupeTranscriptEntry *entry)
{
  g_autofree char *error = NULL;

  g_assert (TROUPE_IS_TRANSCRIPT_ENTRY (entry));

  if (place_of (entry)->event != NULL)
    {
      TroupeValue *value = troupe_event_get_field (place_of (entry)->event, "error");
      TroupeValue *message = troupe_transcript_find (value, "message");

      return troupe_transcript_write_line (message != NULL ? message : value,
                                           TROUPE_TRANSCRIPT_LINE);
    }
  error = troupe_span_dup_error (span_of (entry));
  if (error == NULL && span_of (entry)->state == TROUPE_SCOPE_FINISHED)
    return g_strdup (_ ("The model returned an empty answer"));
  if (error == NULL)
    return g_strdup (span_of (entry)->state == TROUPE_SCOPE_CANCELLED ? _ ("Canceled")
                                                                      : _ ("Error"));

  return troupe_transcript_write_words (error);
}

static const char *
get_word (const TroupeSpan *span, const char *name)
{
  TroupeValue *value =
      span->outcome != NULL ? troupe_value_map_lookup_string (span->outcome, name, -1) : NULL;

  return value != NULL && troupe_value_is (value, TROUPE_VALUE_STRING)
             ? troupe_value_get_string (value, NULL)
             : NULL;
}

/* Says who has answered, where and when. Earlier runs do not know who it was. */
static char *
describe_question (const TroupeSpan *span)
{
  const char *by = get_word (span, "by");
  const char *via = get_word (span, "via");
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_local (span->ended_us / G_USEC_PER_SEC);
  g_autofree char *moment = time != NULL ? g_date_time_format (time, "%x, %R") : NULL;
  g_autofree char *name = NULL;

  if (span->is_open || span->outcome == NULL)
    return g_strdup (_ ("Needs your answer"));
  if (by == NULL || moment == NULL)
    return g_strdup (_ ("Answered"));
  name = troupe_transcript_write_words (by);
  if (g_strcmp0 (via, "window") == 0)
    /* Translators: the first %s is the login name of a user, the second one a date and time. */
    return g_strdup_printf (_ ("Answered by %s in the window, %s"), name, moment);
  if (g_strcmp0 (via, "notification") == 0)
    /* Translators: the first %s is the login name of a user, the second one a date and time. */
    return g_strdup_printf (_ ("Answered by %s from a notification, %s"), name, moment);
  /* Translators: the first %s is the login name of a user, the second one a date and time. */
  return g_strdup_printf (_ ("Answered by %s in the terminal, %s"), name, moment);
}

char *
troupe_transcript_line_dup_title (TroupeTranscriptEntry *entry)
{
  const char *name;

  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_ENTRY (entry), NULL);

  switch (troupe_transcript_entry_get_kind (entry))
    {
    case TROUPE_TRANSCRIPT_TASK:
    case TROUPE_TRANSCRIPT_TOOL:
    case TROUPE_TRANSCRIPT_CHECK:
      return troupe_transcript_write_words (troupe_span_get_name (span_of (entry)));
    case TROUPE_TRANSCRIPT_SPEAKER:
      if (span_of (entry)->kind == TROUPE_SCOPE_AGENT)
        return troupe_transcript_write_words (troupe_transcript_name_agent (span_of (entry)));
      name = troupe_span_find_agent (span_of (entry));
      return name != NULL ? troupe_transcript_write_words (name) : g_strdup (_ ("No agent"));
    case TROUPE_TRANSCRIPT_SYSTEM:
      return g_strdup (place_of (entry)->depth > 0 ? _ ("System prompt and question")
                                                   : _ ("System prompt and task"));
    case TROUPE_TRANSCRIPT_DELEGATION:
      {
        g_autoptr (TroupeValue) arguments = troupe_span_dup_arguments (span_of (entry));
        const char *tool = troupe_span_get_name (span_of (entry));
        const char *role =
            place_of (entry)->extra != NULL ? troupe_span_get_name (place_of (entry)->extra) : NULL;
        const gboolean asks = troupe_transcript_find (arguments, "question") != NULL ||
                              (tool != NULL && strstr (tool, "uestion") != NULL);
        g_autofree char *delegation = NULL;

        /* Describes a delegation as a question if the tool is “Ask question to coworker”,
         * otherwise as delegated work. */
        if (role == NULL)
          role = troupe_transcript_find_text (arguments, "coworker", NULL);
        delegation = troupe_transcript_write_words (role != NULL ? role : tool);
        return asks ? g_strdup_printf (_ ("Asks %s"), delegation)
                    : g_strdup_printf (_ ("Delegates to %s"), delegation);
      }
    case TROUPE_TRANSCRIPT_TROUBLE:
      return describe_trouble (entry);
    case TROUPE_TRANSCRIPT_QUESTION:
      return describe_question (span_of (entry));
    case TROUPE_TRANSCRIPT_ANSWER:
      return g_strdup (_ ("Final Answer"));
    case TROUPE_TRANSCRIPT_THOUGHT:
    case TROUPE_TRANSCRIPT_STREAM:
      return g_strdup ("");
    case TROUPE_TRANSCRIPT_N_KINDS:
    default:
      g_assert_not_reached ();
    }
}

static const char *
describe_state (const TroupeSpan *span)
{
  switch (span->state)
    {
    case TROUPE_SCOPE_FINISHED:
      return _ ("Done");
    case TROUPE_SCOPE_FAILED:
      return _ ("Failed");
    case TROUPE_SCOPE_CANCELLED:
      return _ ("Canceled");
    case TROUPE_SCOPE_WAITING:
    case TROUPE_SCOPE_PAUSED:
      return _ ("Waiting");
    case TROUPE_SCOPE_SAME:
    case TROUPE_SCOPE_RUNNING:
    case TROUPE_SCOPE_HELD:
    default:
      return _ ("Running");
    }
}

/* Formats arguments, for example as `query: "losses", limit: 10`. (transfer full) */
static char *
describe_arguments (TroupeValue *arguments)
{
  g_autoptr (GString) text = NULL;

  if (arguments == NULL || !troupe_value_is (arguments, TROUPE_VALUE_MAP))
    return troupe_transcript_write_line (arguments, TROUPE_TRANSCRIPT_LINE);
  text = g_string_new (NULL);
  for (gsize i = 0; i < troupe_value_map_get_size (arguments) && text->len < TROUPE_TRANSCRIPT_LINE;
       i++)
    {
      g_autoptr (TroupeValue) value =
          troupe_value_dup_start (troupe_value_map_get_value (arguments, i), TROUPE_TRANSCRIPT_LINE,
                                  NULL);
      g_autofree char *key = troupe_transcript_write_line (troupe_value_map_get_key (arguments, i),
                                                           TROUPE_TRANSCRIPT_LINE);
      g_autofree char *json = troupe_value_to_json (value, TROUPE_JSON_SPACED);
      g_autofree char *shown = troupe_json_to_shown (json);
      g_autofree char *cut = troupe_transcript_write_words (shown);

      g_string_append_printf (text, "%s%s: %s", i > 0 ? ", " : "", key, cut);
    }

  return g_string_free (g_steal_pointer (&text), FALSE);
}

static char *
describe_system (TroupeTranscriptEntry *entry)
{
  const gint64 n_tokens = troupe_span_get_tokens (span_of (entry), "prompt_tokens");
  const TroupeSpan *task = span_of (entry)->parent;
  g_autofree char *count = troupe_value_format_count ((guint64) MAX (n_tokens, 0));
  gsize size = 0;

  g_assert (TROUPE_IS_TRANSCRIPT_ENTRY (entry));

  while (task != NULL && task->kind != TROUPE_SCOPE_TASK && task->kind != TROUPE_SCOPE_TOOL_CALL)
    task = task->parent;
  if (task != NULL && task->kind == TROUPE_SCOPE_TASK)
    troupe_transcript_find_text (task->given, "context", &size);
  if (n_tokens <= 0)
    return g_strdup (size > 0 ? _ ("with previous outputs") : "");

  return size > 0 ? g_strdup_printf (_ ("%s tokens · with previous outputs"), count)
                  : g_strdup_printf (_ ("%s tokens"), count);
}

char *
troupe_transcript_line_dup_detail (TroupeTranscriptEntry *entry)
{
  g_autoptr (TroupeValue) arguments = NULL;

  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_ENTRY (entry), NULL);

  switch (troupe_transcript_entry_get_kind (entry))
    {
    case TROUPE_TRANSCRIPT_TASK:
      return g_strdup (describe_state (span_of (entry)));
    case TROUPE_TRANSCRIPT_SPEAKER:
      {
        TroupeSpan *call = troupe_transcript_entry_get_call (entry);
        const TroupeSpan *agent;
        guint n_turns = 0;

        agent = span_of (entry);
        for (guint i = 0; agent->children != NULL && i < agent->children->len; i++)
          n_turns += ((TroupeSpan *) g_ptr_array_index (agent->children, i))->kind ==
                     TROUPE_SCOPE_MODEL_CALL;

        if (place_of (entry)->depth > 0 && span_of (entry)->kind == TROUPE_SCOPE_AGENT)
          return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "answering · %u turn",
                                               "answering · %u turns", n_turns),
                                  n_turns);

        return call != NULL ? troupe_transcript_write_words (troupe_span_get_name (call))
                            : g_strdup ("");
      }
    case TROUPE_TRANSCRIPT_SYSTEM:
      return describe_system (entry);
    case TROUPE_TRANSCRIPT_TOOL:
      arguments = troupe_span_dup_arguments (span_of (entry));
      return describe_arguments (arguments != NULL ? arguments
                                                   : troupe_span_get_input (span_of (entry)));
    case TROUPE_TRANSCRIPT_CHECK:
      {
        const int attempt =
            (int) MIN (troupe_transcript_find_count (span_of (entry)->given, "retry_count"), 1000) +
            1;
        const char *word = span_of (entry)->is_open                     ? _ ("validating")
                           : troupe_transcript_entry_has_failed (entry) ? _ ("rejected")
                                                                        : _ ("passed");

        return attempt > 1 ? g_strdup_printf (_ ("%s · attempt %d"), word, attempt)
                           : g_strdup (word);
      }
    case TROUPE_TRANSCRIPT_TROUBLE:
      {
        const TroupeSpan *next = place_of (entry)->extra;
        g_autofree char *pause = NULL;

        if (place_of (entry)->event != NULL)
          return g_strdup (_ ("the model was notified"));
        if (next == NULL)
          return g_strdup ("");
        pause = troupe_span_to_text (MAX (0, next->start - span_of (entry)->end));

        return g_strdup_printf (_ ("retried after %s"), pause);
      }
    case TROUPE_TRANSCRIPT_DELEGATION:
    case TROUPE_TRANSCRIPT_QUESTION:
    case TROUPE_TRANSCRIPT_ANSWER:
    case TROUPE_TRANSCRIPT_THOUGHT:
    case TROUPE_TRANSCRIPT_STREAM:
    case TROUPE_TRANSCRIPT_N_KINDS:
    default:
      return g_strdup ("");
    }
}

typedef struct
{
  guint n_calls;
  gint64 n_tokens;
  gint64 micro_dollars;
  guint n_unpriced;
} Sum;

static void
add_up (const TroupeSpan *span, Sum *sum)
{
  gint64 micro_dollars = 0;

  if (span->kind == TROUPE_SCOPE_MODEL_CALL)
    {
      sum->n_calls++;
      sum->n_tokens += troupe_span_get_tokens (span, "prompt_tokens") +
                       troupe_span_get_tokens (span, "completion_tokens");
      if (troupe_span_get_cost (span, &micro_dollars))
        sum->micro_dollars += micro_dollars;
      else if (troupe_span_get_usage (span) != NULL)
        sum->n_unpriced++;
    }
  for (guint i = 0; span->children != NULL && i < span->children->len; i++)
    add_up (g_ptr_array_index (span->children, i), sum);
}

static char *
describe_sum (const TroupeSpan *span)
{
  g_autofree char *start = troupe_transcript_write_time (span->start);
  g_autofree char *end = troupe_transcript_write_time (span->end);
  g_autofree char *calls = NULL;
  g_autofree char *tokens = NULL;
  g_autofree char *money = NULL;
  GString *text = g_string_new (NULL);
  Sum sum = { 0 };

  add_up (span, &sum);
  if (span->is_open)
    /* Translators: shown while something is running; %s is its start time in the run, “0:15”. */
    g_string_append_printf (text, _ ("since %s"), start);
  else
    /* Translators: first %s is a start time in the run, second %s an end time: “0:01 to 0:14”. */
    g_string_append_printf (text, _ ("%s to %s"), start, end);
  calls = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u call", "%u calls", sum.n_calls),
                           sum.n_calls);
  g_string_append_printf (text, " · %s", calls);
  if (sum.n_tokens > 0)
    {
      tokens = troupe_value_format_count ((guint64) sum.n_tokens);
      g_string_append (text, " · ");
      g_string_append_printf (text, _ ("%s tokens"), tokens);
    }
  money = troupe_money_describe_sum (sum.micro_dollars, sum.n_unpriced == 0);
  if (money != NULL)
    g_string_append_printf (text, " · %s", money);

  return g_string_free (text, FALSE);
}

char *
troupe_transcript_line_dup_end (TroupeTranscriptEntry *entry)
{
  gsize length = 0;

  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_ENTRY (entry), NULL);

  switch (troupe_transcript_entry_get_kind (entry))
    {
    case TROUPE_TRANSCRIPT_TASK:
      return describe_sum (span_of (entry));
    case TROUPE_TRANSCRIPT_SPEAKER:
      return troupe_transcript_write_time (span_of (entry)->start);
    case TROUPE_TRANSCRIPT_TOOL:
    case TROUPE_TRANSCRIPT_DELEGATION:
    case TROUPE_TRANSCRIPT_CHECK:
      return span_of (entry)->is_open
                 ? g_strdup ("")
                 : troupe_span_to_text (span_of (entry)->end - span_of (entry)->start);
    case TROUPE_TRANSCRIPT_ANSWER:
      {
        g_autofree char *text = troupe_transcript_body_dup_text (entry, 1, &length);

        return troupe_transcript_format_length (length);
      }
    case TROUPE_TRANSCRIPT_SYSTEM:
    case TROUPE_TRANSCRIPT_TROUBLE:
    case TROUPE_TRANSCRIPT_QUESTION:
    case TROUPE_TRANSCRIPT_THOUGHT:
    case TROUPE_TRANSCRIPT_STREAM:
    case TROUPE_TRANSCRIPT_N_KINDS:
    default:
      return g_strdup ("");
    }
}

char *
troupe_transcript_line_describe (TroupeTranscriptEntry *entry)
{
  g_autofree char *title = NULL;
  g_autofree char *detail = NULL;
  g_autofree char *end = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GString) line = NULL;
  const char *parts[4];

  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_ENTRY (entry), NULL);

  title = troupe_transcript_line_dup_title (entry);
  detail = troupe_transcript_line_dup_detail (entry);
  end = troupe_transcript_line_dup_end (entry);
  text = troupe_transcript_body_dup_text (entry, TROUPE_TRANSCRIPT_LINE, NULL);
  line = g_string_new (NULL);
  parts[0] = troupe_transcript_entry_get_kind (entry) == TROUPE_TRANSCRIPT_THOUGHT ? _ ("Thought")
             : troupe_transcript_entry_get_kind (entry) == TROUPE_TRANSCRIPT_STREAM
                 ? _ ("Streaming")
                 : title;
  parts[1] = detail;
  parts[2] = end;
  parts[3] = text;
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (*parts[i] != '\0')
      g_string_append_printf (line, "%s%s", line->len > 0 ? ", " : "", parts[i]);

  return troupe_transcript_write_words (line->str);
}
