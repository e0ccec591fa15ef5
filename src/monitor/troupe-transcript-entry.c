/* troupe-transcript-entry.c: one thing that was said or done in a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-transcript-entry"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-clock.h"
#include "troupe-money.h"
#include "troupe-shown-text.h"
#include "troupe-transcript-entry.h"
#include "troupe-transcript-text.h"
#include "troupe-value-item.h"

/* So much of a name or of arguments stands in one line. */
#define LINE 300

struct _TroupeTranscriptEntry
{
  GObject parent_instance;

  TroupeSpan *span;
  TroupeTranscriptPlace place;
  guint64 part;
  TroupeTranscriptKind kind;
  guint is_open : 1;
  guint is_whole : 1;
};

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeTranscriptEntry, troupe_transcript_entry, G_TYPE_OBJECT)

/* --- The object ---------------------------------------------------------------------------------- */

static void
clear_place (TroupeTranscriptPlace *place)
{
  g_clear_pointer (&place->extra, troupe_span_unref);
  g_clear_pointer (&place->event, troupe_event_unref);
}

static void
troupe_transcript_entry_finalize (GObject *object)
{
  TroupeTranscriptEntry *self = TROUPE_TRANSCRIPT_ENTRY (object);

  clear_place (&self->place);
  g_clear_pointer (&self->span, troupe_span_unref);

  G_OBJECT_CLASS (troupe_transcript_entry_parent_class)->finalize (object);
}

static void
troupe_transcript_entry_class_init (TroupeTranscriptEntryClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_transcript_entry_finalize;

  signals[CHANGED] = g_signal_new ("changed", TROUPE_TYPE_TRANSCRIPT_ENTRY, G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
troupe_transcript_entry_init (TroupeTranscriptEntry *self)
{
}

TroupeTranscriptEntry *
troupe_transcript_entry_new (TroupeTranscriptKind kind, TroupeSpan *span, guint64 part)
{
  TroupeTranscriptEntry *self;

  g_return_val_if_fail (kind < TROUPE_TRANSCRIPT_N_KINDS, NULL);
  g_return_val_if_fail (span != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_TRANSCRIPT_ENTRY, NULL);
  self->kind = kind;
  self->span = troupe_span_ref (span);
  self->part = part;

  return self;
}

TroupeTranscriptKind
troupe_transcript_entry_get_kind (TroupeTranscriptEntry *self)
{
  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_ENTRY (self), TROUPE_TRANSCRIPT_TASK);

  return self->kind;
}

TroupeSpan *
troupe_transcript_entry_get_span (TroupeTranscriptEntry *self)
{
  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_ENTRY (self), NULL);

  return self->span;
}

const TroupeTranscriptPlace *
troupe_transcript_entry_get_place (TroupeTranscriptEntry *self)
{
  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_ENTRY (self), NULL);

  return &self->place;
}

gboolean
troupe_transcript_entry_set_place (TroupeTranscriptEntry *self, const TroupeTranscriptPlace *place)
{
  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_ENTRY (self), FALSE);
  g_return_val_if_fail (place != NULL, FALSE);

  if (self->place.depth == place->depth && self->place.number == place->number &&
      self->place.turn == place->turn && self->place.extra == place->extra &&
      self->place.event == place->event)
    return FALSE;
  clear_place (&self->place);
  self->place = *place;
  if (place->extra != NULL)
    troupe_span_ref (place->extra);
  if (place->event != NULL)
    troupe_event_ref (place->event);

  return TRUE;
}

gboolean
troupe_transcript_entry_can_fold (TroupeTranscriptEntry *self)
{
  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_ENTRY (self), FALSE);

  return self->kind == TROUPE_TRANSCRIPT_SYSTEM || self->kind == TROUPE_TRANSCRIPT_TOOL ||
         (self->kind == TROUPE_TRANSCRIPT_CHECK && self->span->children != NULL);
}

gboolean
troupe_transcript_entry_get_open (TroupeTranscriptEntry *self)
{
  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_ENTRY (self), FALSE);

  return self->is_open;
}

void
troupe_transcript_entry_set_open (TroupeTranscriptEntry *self, gboolean open)
{
  g_return_if_fail (TROUPE_IS_TRANSCRIPT_ENTRY (self));

  if (self->is_open == open)
    return;
  self->is_open = open ? 1 : 0;
  troupe_transcript_entry_changed (self);
}

gboolean
troupe_transcript_entry_get_whole (TroupeTranscriptEntry *self)
{
  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_ENTRY (self), FALSE);

  return self->is_whole;
}

void
troupe_transcript_entry_set_whole (TroupeTranscriptEntry *self, gboolean whole)
{
  g_return_if_fail (TROUPE_IS_TRANSCRIPT_ENTRY (self));

  if (self->is_whole == whole)
    return;
  self->is_whole = whole ? 1 : 0;
  troupe_transcript_entry_changed (self);
}

void
troupe_transcript_entry_changed (TroupeTranscriptEntry *self)
{
  g_return_if_fail (TROUPE_IS_TRANSCRIPT_ENTRY (self));

  g_signal_emit (self, signals[CHANGED], 0);
}

gboolean
troupe_transcript_entry_is_running (TroupeTranscriptEntry *self)
{
  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_ENTRY (self), FALSE);

  return self->span->is_open && self->place.event == NULL;
}

gboolean
troupe_transcript_entry_has_failed (TroupeTranscriptEntry *self)
{
  TroupeValue *success;

  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_ENTRY (self), FALSE);

  if (self->kind == TROUPE_TRANSCRIPT_CHECK)
    {
      success = troupe_transcript_find (self->span->outcome, "success");
      return success != NULL && troupe_value_is (success, TROUPE_VALUE_BOOLEAN) &&
             !troupe_value_get_boolean (success);
    }

  return self->span->state == TROUPE_SCOPE_FAILED || self->span->state == TROUPE_SCOPE_CANCELLED ||
         troupe_transcript_find_text (self->span->outcome, "failure", NULL) != NULL;
}

TroupeSpan *
troupe_transcript_entry_get_call (TroupeTranscriptEntry *self)
{
  GPtrArray *children;

  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_ENTRY (self), NULL);

  if (self->span->kind == TROUPE_SCOPE_MODEL_CALL)
    return self->span;
  children = self->kind == TROUPE_TRANSCRIPT_SPEAKER ? self->span->children : NULL;
  for (guint i = 0; children != NULL && i < children->len; i++)
    if (((TroupeSpan *) g_ptr_array_index (children, i))->kind == TROUPE_SCOPE_MODEL_CALL)
      return g_ptr_array_index (children, i);

  return NULL;
}

/* --- Its line ------------------------------------------------------------------------------------ */

/* (transfer full): at most LINE letters of a text in one line */
static char *
to_line (const char *text)
{
  g_autoptr (TroupeValue) value = troupe_value_new_string (text != NULL ? text : "", -1);

  return troupe_transcript_write_line (value, LINE);
}

/* (transfer full): “Ask question to coworker” asks, anything else hands over */
static char *
describe_delegation (TroupeTranscriptEntry *self)
{
  TroupeValue *arguments = troupe_transcript_find (self->span->given, "tool_args");
  const char *tool = troupe_span_get_name (self->span);
  const char *role = self->place.extra != NULL ? troupe_span_get_name (self->place.extra) : NULL;
  const gboolean asks = troupe_transcript_find (arguments, "question") != NULL ||
                        (tool != NULL && strstr (tool, "uestion") != NULL);
  g_autofree char *name = NULL;

  g_assert (TROUPE_IS_TRANSCRIPT_ENTRY (self));

  if (role == NULL)
    role = troupe_transcript_find_text (arguments, "coworker", NULL);
  name = to_line (role != NULL ? role : tool);

  return asks ? g_strdup_printf (_ ("Asks %s"), name)
              : g_strdup_printf (_ ("Hands over to %s"), name);
}

/* (transfer full): what went wrong */
static char *
describe_trouble (TroupeTranscriptEntry *self)
{
  g_autofree char *error = NULL;

  g_assert (TROUPE_IS_TRANSCRIPT_ENTRY (self));

  if (self->place.event != NULL)
    {
      TroupeValue *value = troupe_event_get_field (self->place.event, "error");
      TroupeValue *message = troupe_transcript_find (value, "message");

      return troupe_transcript_write_line (message != NULL ? message : value, LINE);
    }
  error = troupe_span_dup_error (self->span);
  if (error == NULL)
    return g_strdup (self->span->state == TROUPE_SCOPE_CANCELLED ? _ ("Broken off")
                                                                 : _ ("It failed."));

  return to_line (error);
}

char *
troupe_transcript_entry_dup_title (TroupeTranscriptEntry *self)
{
  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_ENTRY (self), NULL);

  switch (self->kind)
    {
    case TROUPE_TRANSCRIPT_TASK:
    case TROUPE_TRANSCRIPT_TOOL:
    case TROUPE_TRANSCRIPT_CHECK:
      return to_line (troupe_span_get_name (self->span));
    case TROUPE_TRANSCRIPT_SPEAKER:
      return self->span->kind == TROUPE_SCOPE_AGENT ? to_line (troupe_span_get_name (self->span))
                                                    : g_strdup (_ ("Without an agent"));
    case TROUPE_TRANSCRIPT_SYSTEM:
      return g_strdup (self->place.depth > 0 ? _ ("System and question") : _ ("System and task"));
    case TROUPE_TRANSCRIPT_DELEGATION:
      return describe_delegation (self);
    case TROUPE_TRANSCRIPT_TROUBLE:
      return describe_trouble (self);
    case TROUPE_TRANSCRIPT_QUESTION:
      return g_strdup (_ ("Asks you"));
    case TROUPE_TRANSCRIPT_ANSWER:
      return g_strdup (_ ("Final answer"));
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
      return _ ("Broken off");
    case TROUPE_SCOPE_WAITING:
    case TROUPE_SCOPE_PAUSED:
      return _ ("Waits");
    case TROUPE_SCOPE_SAME:
    case TROUPE_SCOPE_RUNNING:
    case TROUPE_SCOPE_HELD:
    default:
      return _ ("Running");
    }
}

/* (transfer full): `query: "losses", limit: 10` */
static char *
describe_arguments (TroupeValue *arguments)
{
  g_autoptr (GString) text = NULL;

  if (arguments == NULL || !troupe_value_is (arguments, TROUPE_VALUE_MAP))
    return troupe_transcript_write_line (arguments, LINE);
  text = g_string_new (NULL);
  for (gsize i = 0; i < troupe_value_map_get_size (arguments) && text->len < LINE; i++)
    {
      g_autoptr (TroupeValue) value =
          troupe_transcript_shorten (troupe_value_map_get_value (arguments, i), LINE);
      g_autofree char *key =
          troupe_transcript_write_line (troupe_value_map_get_key (arguments, i), LINE);
      g_autofree char *json = troupe_value_to_json (value, TROUPE_JSON_SPACED);
      g_autofree char *shown = troupe_json_to_shown (json);
      g_autofree char *cut = to_line (shown);

      g_string_append_printf (text, "%s%s: %s", i > 0 ? ", " : "", key, cut);
    }

  return g_string_free (g_steal_pointer (&text), FALSE);
}

static guint
count_turns (const TroupeSpan *agent)
{
  guint n_turns = 0;

  for (guint i = 0; agent->children != NULL && i < agent->children->len; i++)
    n_turns +=
        ((TroupeSpan *) g_ptr_array_index (agent->children, i))->kind == TROUPE_SCOPE_MODEL_CALL;

  return n_turns;
}

static char *
describe_speaker (TroupeTranscriptEntry *self)
{
  TroupeSpan *call = troupe_transcript_entry_get_call (self);
  const guint n_turns = count_turns (self->span);

  g_assert (TROUPE_IS_TRANSCRIPT_ENTRY (self));

  if (self->place.depth > 0 && self->span->kind == TROUPE_SCOPE_AGENT)
    return g_strdup_printf (
        g_dngettext (GETTEXT_PACKAGE, "answers · %u turn", "answers · %u turns", n_turns), n_turns);

  return call != NULL ? to_line (troupe_span_get_name (call)) : g_strdup ("");
}

static char *
describe_system (TroupeTranscriptEntry *self)
{
  const gint64 n_tokens = troupe_span_get_tokens (self->span, "prompt_tokens");
  const TroupeSpan *task = self->span->parent;
  g_autofree char *count = troupe_value_format_count ((guint64) MAX (n_tokens, 0));
  gsize size = 0;

  g_assert (TROUPE_IS_TRANSCRIPT_ENTRY (self));

  while (task != NULL && task->kind != TROUPE_SCOPE_TASK && task->kind != TROUPE_SCOPE_TOOL_CALL)
    task = task->parent;
  if (task != NULL && task->kind == TROUPE_SCOPE_TASK)
    troupe_transcript_find_text (task->given, "context", &size);
  if (n_tokens <= 0)
    return g_strdup (size > 0 ? _ ("with what came before") : "");

  return size > 0 ? g_strdup_printf (_ ("%s tokens · with what came before"), count)
                  : g_strdup_printf (_ ("%s tokens"), count);
}

static char *
describe_check (TroupeTranscriptEntry *self)
{
  const int attempt =
      (int) MIN (troupe_transcript_find_count (self->span->given, "retry_count"), 1000) + 1;
  const char *word = self->span->is_open                         ? _ ("is checked")
                     : troupe_transcript_entry_has_failed (self) ? _ ("refused")
                                                                 : _ ("passed");

  return attempt > 1 ? g_strdup_printf (_ ("%s · try %d"), word, attempt) : g_strdup (word);
}

/* (transfer full): what was done about it */
static char *
describe_remedy (TroupeTranscriptEntry *self)
{
  const TroupeSpan *next = self->place.extra;
  g_autofree char *pause = NULL;

  g_assert (TROUPE_IS_TRANSCRIPT_ENTRY (self));

  if (self->place.event != NULL)
    return g_strdup (_ ("the model was told"));
  if (next == NULL)
    return g_strdup ("");
  pause = troupe_span_to_text (MAX (0, next->start - self->span->end));

  return g_strdup_printf (_ ("asked again after %s"), pause);
}

char *
troupe_transcript_entry_dup_detail (TroupeTranscriptEntry *self)
{
  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_ENTRY (self), NULL);

  switch (self->kind)
    {
    case TROUPE_TRANSCRIPT_TASK:
      return g_strdup (describe_state (self->span));
    case TROUPE_TRANSCRIPT_SPEAKER:
      return describe_speaker (self);
    case TROUPE_TRANSCRIPT_SYSTEM:
      return describe_system (self);
    case TROUPE_TRANSCRIPT_TOOL:
      return describe_arguments (troupe_transcript_find (self->span->given, "tool_args"));
    case TROUPE_TRANSCRIPT_CHECK:
      return describe_check (self);
    case TROUPE_TRANSCRIPT_TROUBLE:
      return describe_remedy (self);
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
    /* Translators: since when something is under way: a time of the run, “0:15”. */
    g_string_append_printf (text, _ ("from %s"), start);
  else
    /* Translators: from when to when, times of the run: “0:01 to 0:14”. */
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
troupe_transcript_entry_dup_end (TroupeTranscriptEntry *self)
{
  gsize length = 0;

  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_ENTRY (self), NULL);

  switch (self->kind)
    {
    case TROUPE_TRANSCRIPT_TASK:
      return describe_sum (self->span);
    case TROUPE_TRANSCRIPT_SPEAKER:
      return troupe_transcript_write_time (self->span->start);
    case TROUPE_TRANSCRIPT_TOOL:
    case TROUPE_TRANSCRIPT_DELEGATION:
    case TROUPE_TRANSCRIPT_CHECK:
      return self->span->is_open ? g_strdup ("")
                                 : troupe_span_to_text (self->span->end - self->span->start);
    case TROUPE_TRANSCRIPT_ANSWER:
      {
        g_autofree char *text = troupe_transcript_entry_dup_text (self, 1, &length);
        g_autofree char *count = troupe_value_format_count (length);

        return g_strdup_printf (_ ("%s characters"), count);
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

/* --- What stands below it ------------------------------------------------------------------------ */

static char *
dup_thought (TroupeTranscriptEntry *self, gsize limit, gsize *length)
{
  TroupeValue *said = self->place.event != NULL ? troupe_event_get_field (self->place.event, "plan")
                      : self->place.extra != NULL ? troupe_transcript_find_said (self->place.extra)
                                                  : troupe_span_get_output (self->span);
  g_autofree char *thought = NULL;
  const char *text;
  gsize size;

  g_assert (TROUPE_IS_TRANSCRIPT_ENTRY (self));

  if (said == NULL || !troupe_value_is (said, TROUPE_VALUE_STRING))
    return troupe_transcript_write (said, limit, length);
  text = troupe_value_get_string (said, &size);
  thought = troupe_transcript_find_thought (text, size);

  return troupe_transcript_write_text (thought != NULL ? thought : "",
                                       thought != NULL ? strlen (thought) : 0, limit, length);
}

static TroupeValue *
find_answer (TroupeTranscriptEntry *self)
{
  TroupeValue *output =
      self->place.extra != NULL ? troupe_span_get_output (self->place.extra) : NULL;

  return output != NULL ? output : troupe_span_get_output (self->span);
}

char *
troupe_transcript_entry_dup_text (TroupeTranscriptEntry *self, gsize limit, gsize *length)
{
  TroupeValue *arguments;
  TroupeValue *said;

  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_ENTRY (self), NULL);

  if (length != NULL)
    *length = 0;
  switch (self->kind)
    {
    case TROUPE_TRANSCRIPT_THOUGHT:
      return dup_thought (self, limit, length);
    case TROUPE_TRANSCRIPT_ANSWER:
      return troupe_transcript_write (find_answer (self), limit, length);
    case TROUPE_TRANSCRIPT_DELEGATION:
      arguments = troupe_transcript_find (self->span->given, "tool_args");
      said = troupe_transcript_find (arguments, "question");
      if (said == NULL)
        said = troupe_transcript_find (arguments, "task");
      return troupe_transcript_write (said != NULL ? said : arguments, limit, length);
    case TROUPE_TRANSCRIPT_CHECK:
      {
        g_autofree char *error = troupe_span_dup_error (self->span);

        return error != NULL ? troupe_transcript_write_text (error, strlen (error), limit, length)
                             : g_strdup ("");
      }
    case TROUPE_TRANSCRIPT_QUESTION:
      said = troupe_span_get_output (self->span);
      return troupe_transcript_write (said != NULL ? said : troupe_span_get_input (self->span),
                                      limit, length);
    case TROUPE_TRANSCRIPT_STREAM:
      {
        const char *end = troupe_span_text_get_end (&self->span->text,
                                                    limit > 0 ? limit : TROUPE_TRANSCRIPT_STREAMED);

        return troupe_transcript_write_text (end, strlen (end), limit, length);
      }
    case TROUPE_TRANSCRIPT_TASK:
    case TROUPE_TRANSCRIPT_SPEAKER:
    case TROUPE_TRANSCRIPT_SYSTEM:
    case TROUPE_TRANSCRIPT_TOOL:
    case TROUPE_TRANSCRIPT_TROUBLE:
    case TROUPE_TRANSCRIPT_N_KINDS:
    default:
      return g_strdup ("");
    }
}

static void
part_free (gpointer data)
{
  TroupeTranscriptPart *part = data;

  g_free (part->name);
  g_free (part->text);
  g_free (part);
}

static void
add_part (GPtrArray *parts, const char *name, TroupeValue *value, gsize limit)
{
  TroupeTranscriptPart *part = g_new0 (TroupeTranscriptPart, 1);

  part->name = g_strdup (name);
  part->text = troupe_transcript_write (value, limit, &part->length);
  g_ptr_array_add (parts, part);
}

static void
add_messages (TroupeTranscriptEntry *self, GPtrArray *parts, gsize limit)
{
  TroupeValue *messages = troupe_span_get_input (self->span);
  gboolean has_task = FALSE;

  g_assert (TROUPE_IS_TRANSCRIPT_ENTRY (self));

  if (messages == NULL || !troupe_value_is (messages, TROUPE_VALUE_LIST))
    {
      add_part (parts, _ ("Task"), messages, limit);
      return;
    }
  for (gsize i = 0; i < troupe_value_list_get_length (messages); i++)
    {
      TroupeValue *message = troupe_value_list_get (messages, i);
      const char *role = troupe_transcript_find_text (message, "role", NULL);
      g_autofree char *name = NULL;

      if (g_strcmp0 (role, "system") == 0)
        name = g_strdup (_ ("System"));
      else if (g_strcmp0 (role, "user") == 0)
        name = g_strdup (has_task ? _ ("Said to it") : _ ("Task"));
      else if (g_strcmp0 (role, "assistant") == 0)
        name = g_strdup (_ ("It said"));
      else
        name = to_line (role != NULL ? role : "?");
      has_task = has_task || g_strcmp0 (role, "user") == 0;
      add_part (parts, name, troupe_transcript_find (message, "content"), limit);
    }
}

GPtrArray *
troupe_transcript_entry_list_parts (TroupeTranscriptEntry *self, gsize limit)
{
  GPtrArray *parts;
  TroupeValue *error;

  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_ENTRY (self), NULL);

  parts = g_ptr_array_new_with_free_func (part_free);
  if (self->kind == TROUPE_TRANSCRIPT_SYSTEM)
    add_messages (self, parts, limit);
  if (self->kind != TROUPE_TRANSCRIPT_TOOL)
    return parts;

  add_part (parts, _ ("Arguments"), troupe_transcript_find (self->span->given, "tool_args"), limit);
  error = troupe_transcript_find (self->span->outcome, "error");
  if (troupe_transcript_find (error, "message") != NULL)
    error = troupe_transcript_find (error, "message");
  if (error != NULL && !troupe_value_is (error, TROUPE_VALUE_NULL))
    add_part (parts, _ ("Error"), error, limit);
  else
    add_part (parts, _ ("Result"), troupe_span_get_output (self->span), limit);
  if (self->span->is_open)
    {
      TroupeTranscriptPart *part = g_ptr_array_index (parts, parts->len - 1);

      g_free (part->text);
      part->text = g_strdup ("…");
    }

  return parts;
}

char *
troupe_transcript_entry_describe (TroupeTranscriptEntry *self)
{
  g_autofree char *title = NULL;
  g_autofree char *detail = NULL;
  g_autofree char *end = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GString) line = NULL;
  const char *parts[4];

  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_ENTRY (self), NULL);

  title = troupe_transcript_entry_dup_title (self);
  detail = troupe_transcript_entry_dup_detail (self);
  end = troupe_transcript_entry_dup_end (self);
  text = troupe_transcript_entry_dup_text (self, LINE, NULL);
  line = g_string_new (NULL);
  parts[0] = self->kind == TROUPE_TRANSCRIPT_THOUGHT  ? _ ("Thought")
             : self->kind == TROUPE_TRANSCRIPT_STREAM ? _ ("Is being said")
                                                      : title;
  parts[1] = detail;
  parts[2] = end;
  parts[3] = text;
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (*parts[i] != '\0')
      g_string_append_printf (line, "%s%s", line->len > 0 ? ", " : "", parts[i]);

  return to_line (line->str);
}

char *
troupe_transcript_entry_to_text (TroupeTranscriptEntry *self, gsize limit)
{
  g_autofree char *title = NULL;
  g_autofree char *detail = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GPtrArray) parts = NULL;
  GString *all;

  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_ENTRY (self), NULL);

  text = troupe_transcript_entry_dup_text (self, limit, NULL);
  /* What was said is copied as it was said. */
  if (self->kind == TROUPE_TRANSCRIPT_THOUGHT || self->kind == TROUPE_TRANSCRIPT_STREAM ||
      self->kind == TROUPE_TRANSCRIPT_ANSWER)
    return g_steal_pointer (&text);
  title = troupe_transcript_entry_dup_title (self);
  detail = self->kind == TROUPE_TRANSCRIPT_TOOL ? g_strdup ("")
                                                : troupe_transcript_entry_dup_detail (self);
  all = g_string_new (title);
  if (*detail != '\0')
    g_string_append_printf (all, " · %s", detail);
  if (*text != '\0')
    g_string_append_printf (all, "\n%s", text);
  parts = troupe_transcript_entry_list_parts (self, limit);
  for (guint i = 0; i < parts->len; i++)
    {
      const TroupeTranscriptPart *part = g_ptr_array_index (parts, i);

      g_string_append_printf (all, "\n%s: %s", part->name, part->text);
    }

  return g_string_free (all, FALSE);
}
