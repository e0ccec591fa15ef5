/* troupe-transcript-builder.c: building transcript entries from spans
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-transcript-builder"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-sanitize-text.h"
#include "troupe-transcript-builder.h"
#include "troupe-transcript-text.h"

/* An entry with its source, and the values seen by the last run to detect changes. */
typedef struct
{
  TroupeTranscriptEntry *entry;
  TroupeSpan *span;
  TroupeTranscriptKind kind;
  guint64 part;
  guint64 walk;
  TroupeValue *outcome; /* not a reference: owned by the span */
  TroupeScopeState state;
  guint n_children;
} Record;

struct _TroupeTranscriptBuilder
{
  TroupeTrace *trace;
  TroupeSpan *run;     /* (nullable): root span of the last traversal */
  GHashTable *records; /* (element-type Record) */
  GHashTable *events;  /* scope id → GPtrArray of TroupeEvent */
  guint n_lines;       /* number of trace lines already in @events */
  GPtrArray *counts;
  GHashTable *tasks;    /* key → TroupeTranscriptCount */
  GHashTable *agents;   /* key → TroupeTranscriptCount */
  GListModel *expected; /* (nullable) (element-type TroupeTranscriptGroup) */
  GHashTable *managers; /* keys of agents */
  GPtrArray *changed;   /* (element-type TroupeTranscriptEntry) */
  guint64 n_walks;

  /* State of the current traversal. */
  TroupeTranscriptGroupKind filter;
  const char *key;
  GPtrArray *entries;
  GPtrArray *agents_in_order;
  GPtrArray *heads; /* added before the next visible entry */
  char *trouble;    /* the last error that was emitted */
};

/* The position of the traversal. */
typedef struct
{
  guint depth;
  gboolean is_hidden;
  TroupeTranscriptCount *task;
  TroupeTranscriptCount *agent;
} Place;

static void walk (TroupeTranscriptBuilder *self, TroupeSpan *span, Place place);

/* --- Cached entries --------------------------------------------------------------------------- */

static guint
record_hash (gconstpointer data)
{
  const Record *record = data;

  return g_direct_hash (record->span) * 31 + (guint) record->kind + (guint) record->part * 7;
}

static gboolean
record_equal (gconstpointer a, gconstpointer b)
{
  const Record *first = a;
  const Record *second = b;

  return first->span == second->span && first->kind == second->kind && first->part == second->part;
}

static void
record_free (gpointer data)
{
  Record *record = data;

  g_clear_object (&record->entry);
  g_free (record);
}

static gboolean
is_old (gpointer key, gpointer value, gpointer user_data)
{
  return ((Record *) key)->walk != *(guint64 *) user_data;
}

/* Updates the record, and returns TRUE if the displayed data may have changed. */
static gboolean
take_news (Record *record)
{
  const guint n_children = record->span->children != NULL ? record->span->children->len : 0;
  /* The line of a running task summarizes its contents. */
  const gboolean sums = record->kind == TROUPE_TRANSCRIPT_TASK && record->span->is_open;
  const gboolean is_new = record->outcome != record->span->outcome ||
                          record->state != record->span->state || record->n_children != n_children;

  record->outcome = record->span->outcome;
  record->state = record->span->state;
  record->n_children = n_children;

  return is_new || sums;
}

/* --- Adding entries --------------------------------------------------------------------------- */

/* @extra, @event: (nullable) */
static TroupeTranscriptEntry *
emit (TroupeTranscriptBuilder *self,
      const Place *place,
      TroupeTranscriptKind kind,
      TroupeSpan *span,
      guint turn,
      TroupeSpan *extra,
      TroupeEvent *event)
{
  const TroupeTranscriptPlace new_place = {
    .depth = place->depth,
    .number = kind == TROUPE_TRANSCRIPT_TASK && place->task != NULL ? place->task->number : 0,
    .turn = turn,
    .extra = extra,
    .event = event,
    .manages = kind == TROUPE_TRANSCRIPT_SPEAKER && place->agent != NULL && place->agent->manages,
  };
  const gboolean is_head = kind == TROUPE_TRANSCRIPT_TASK || kind == TROUPE_TRANSCRIPT_DELEGATION;
  Record *record;
  const TroupeTranscriptCount *of;
  guint64 part;
  Record key;

  if (place->is_hidden)
    return NULL;
  part = event != NULL ? event->sequence : 0;
  key = (Record){ .span = span, .kind = kind, .part = part };
  record = g_hash_table_lookup (self->records, &key);
  if (record == NULL)
    {
      record = g_memdup2 (&key, sizeof key);
      record->entry = troupe_transcript_entry_new (kind, span, part);
      g_hash_table_add (self->records, record);
    }
  record->walk = self->n_walks;
  /* This must not be a short-circuit operator, because both functions must be called. */
  if (troupe_transcript_entry_set_place (record->entry, &new_place) | take_news (record))
    g_ptr_array_add (self->changed, g_object_ref (record->entry));

  of = self->filter == TROUPE_TRANSCRIPT_OF_TASK    ? place->task
       : self->filter == TROUPE_TRANSCRIPT_OF_AGENT ? place->agent
                                                    : NULL;
  if (self->filter == TROUPE_TRANSCRIPT_EVERYTHING ||
      (of != NULL && g_strcmp0 (of->key, self->key) == 0))
    {
      for (guint i = 0; i < self->heads->len; i++)
        g_ptr_array_add (self->entries, g_object_ref (g_ptr_array_index (self->heads, i)));
      g_ptr_array_set_size (self->heads, 0);
      g_ptr_array_add (self->entries, g_object_ref (record->entry));
    }
  else if (is_head)
    g_ptr_array_add (self->heads, g_object_ref (record->entry));

  return record->entry;
}

/* Removes the headings after the first @n_heads, because there are no visible entries below
 * them. */
static void
drop_heads (TroupeTranscriptBuilder *self, guint n_heads)
{
  if (self->heads->len > n_heads)
    g_ptr_array_set_size (self->heads, (int) n_heads);
}

/* Adds an error only once, although the call, its agent, its task and its crew all report it. */
static void
emit_trouble (TroupeTranscriptBuilder *self, const Place *place, TroupeSpan *span, TroupeSpan *next)
{
  g_autofree char *error = troupe_span_dup_error (span);

  if (span->kind != TROUPE_SCOPE_MODEL_CALL &&
      (error == NULL || (self->trouble != NULL && strstr (error, self->trouble) != NULL)))
    return;
  g_free (self->trouble);
  self->trouble = g_steal_pointer (&error);
  emit (self, place, TROUPE_TRANSCRIPT_TROUBLE, span, 0, next, NULL);
}

/* --- Counting groups -------------------------------------------------------------------------- */

static void
count_free (gpointer data)
{
  TroupeTranscriptCount *count = data;

  g_free ((char *) count->key);
  g_free ((char *) count->name);
  g_free (count);
}

/* @key: (transfer full) */
static TroupeTranscriptCount *
ensure_count (GHashTable *table,
              GPtrArray *list,
              TroupeTranscriptGroupKind kind,
              char *key,
              const char *name,
              guint number)
{
  TroupeTranscriptCount *count = g_hash_table_lookup (table, key);

  if (count != NULL)
    {
      g_free (key);
      return count;
    }
  count = g_new0 (TroupeTranscriptCount, 1);
  count->kind = kind;
  count->key = key;
  count->name = g_strdup (name != NULL ? name : "");
  count->number = number;
  g_hash_table_insert (table, key, count);
  g_ptr_array_add (list, count);

  return count;
}

/* Returns the number of a task, from 1. It is derived from the index at the end of the task's
 * path, which identifies the task regardless of its name. */
static guint
get_number (const char *path)
{
  const char *digits = path != NULL ? path + strlen (path) : NULL;

  while (digits != NULL && digits > path && (digits[-1] == ']' || g_ascii_isdigit (digits[-1])))
    digits--;
  if (digits == NULL || !g_ascii_isdigit (*digits))
    return 0;

  return (guint) MIN (g_ascii_strtoull (digits, NULL, 10), G_MAXINT) + 1;
}

/* Returns the position at which a task that has not begun is inserted. This is after the
 * preceding tasks of the same crew. Returns -1 if the task has begun. */
static int
find_place (const GPtrArray *counts, TroupeTranscriptGroup *task)
{
  const char *key = troupe_transcript_group_get_key (task);
  const gsize crew = (gsize) (strchrnul (key, '\n') - key) + 1;
  const guint number = troupe_transcript_group_get_number (task);
  int place = (int) counts->len;

  for (guint i = 0; i < counts->len; i++)
    {
      const TroupeTranscriptCount *count = g_ptr_array_index (counts, i);

      if (count->kind != TROUPE_TRANSCRIPT_OF_TASK || count->number == 0 ||
          strncmp (count->key, key, crew) != 0)
        continue;
      if (count->number == number)
        return -1;
      if (count->number > number)
        return MIN (place, (int) i);
      place = (int) i + 1;
    }

  return place;
}

static void
add_expected (TroupeTranscriptBuilder *self, TroupeTranscriptGroupKind kind)
{
  const guint n = self->expected != NULL ? g_list_model_get_n_items (self->expected) : 0;

  g_assert (self->run != NULL);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (TroupeTranscriptGroup) group = g_list_model_get_item (self->expected, i);
      int place = (int) self->counts->len;

      if (troupe_transcript_group_get_kind (group) != kind)
        continue;
      if (kind == TROUPE_TRANSCRIPT_OF_TASK)
        place = find_place (self->counts, group);
      else if (g_hash_table_contains (self->agents, troupe_transcript_group_get_key (group)))
        place = -1;
      if (place >= 0)
        {
          TroupeTranscriptCount *count = g_new0 (TroupeTranscriptCount, 1);

          count->kind = troupe_transcript_group_get_kind (group);
          count->key = g_strdup (troupe_transcript_group_get_key (group));
          count->name = g_strdup (troupe_transcript_group_get_name (group));
          count->number = troupe_transcript_group_get_number (group);
          count->manages = troupe_transcript_group_get_manages (group);
          g_ptr_array_insert (self->counts, place, count);
        }
    }
}

/* --- Events without spans --------------------------------------------------------------------- */

static void
free_events (gpointer data)
{
  g_ptr_array_unref (data);
}

/* Adds the events of @agent up to @sequence, beginning with index @first. Returns the index of
 * the first remaining event. */
static guint
walk_events (TroupeTranscriptBuilder *self,
             TroupeSpan *agent,
             const Place *place,
             guint first,
             guint64 sequence)
{
  const gint64 id = (gint64) agent->id;
  GPtrArray *events = agent->id != 0 ? g_hash_table_lookup (self->events, &id) : NULL;

  for (; events != NULL && first < events->len; first++)
    {
      TroupeEvent *event = g_ptr_array_index (events, first);

      if (event->sequence > sequence)
        break;
      emit (self, place,
            event->type == TROUPE_EVENT_REASONING_FINISHED ? TROUPE_TRANSCRIPT_THOUGHT
                                                           : TROUPE_TRANSCRIPT_TROUBLE,
            agent, 0, NULL, event);
    }

  return first;
}

/* --- Traversing spans ------------------------------------------------------------------------- */

static gboolean
has_text (TroupeValue *value)
{
  gsize size = 0;

  if (value != NULL && troupe_value_is (value, TROUPE_VALUE_STRING))
    troupe_value_get_string (value, &size);

  return size > 0;
}

/* Returns TRUE if the model answered with an empty text, which is not an answer. @agent:
 * (nullable) */
static gboolean
is_empty_answer (const TroupeSpan *call, const TroupeSpan *agent)
{
  TroupeValue *output = troupe_span_get_output (call);

  if (troupe_transcript_calls_tools (call))
    return FALSE;
  if (output == NULL)
    return agent != NULL && agent->state == TROUPE_SCOPE_FAILED;

  return troupe_value_is (output, TROUPE_VALUE_STRING) && !has_text (output);
}

/* Adds the outcome of a finished call. @agent: (nullable): the agent of the call; @next:
 * (nullable): the next call */
static void
walk_outcome (TroupeTranscriptBuilder *self,
              TroupeSpan *call,
              TroupeSpan *agent,
              TroupeSpan *next,
              guint turn,
              const Place *place)
{
  TroupeValue *output = troupe_span_get_output (call);
  gsize size = 0;
  const char *text = output != NULL && troupe_value_is (output, TROUPE_VALUE_STRING)
                         ? troupe_value_get_string (output, &size)
                         : "";
  const gboolean acts =
      troupe_transcript_has_mark (text, size, "\nAction:") || g_str_has_prefix (text, "Action:");

  if (call->state == TROUPE_SCOPE_FAILED || call->state == TROUPE_SCOPE_CANCELLED ||
      is_empty_answer (call, agent))
    {
      emit_trouble (self, place, call, next);
      return;
    }
  if (troupe_transcript_calls_tools (call))
    {
      if (next != NULL && has_text (troupe_transcript_find_said (next)))
        emit (self, place, TROUPE_TRANSCRIPT_THOUGHT, call, turn, next, NULL);
      return;
    }
  if (next != NULL || acts)
    {
      if (*text != '\0')
        emit (self, place, TROUPE_TRANSCRIPT_THOUGHT, call, turn, NULL, NULL);
      return;
    }
  /* The last text of an agent that failed is not its answer. */
  if (agent != NULL &&
      (agent->state == TROUPE_SCOPE_FAILED || agent->state == TROUPE_SCOPE_CANCELLED))
    {
      emit (self, place, TROUPE_TRANSCRIPT_THOUGHT, call, turn, NULL, NULL);
      return;
    }
  /* In text mode, the call may contain a thought before the final answer of the agent. */
  if (g_str_has_prefix (text, "Thought:") &&
      troupe_transcript_has_mark (text, size, "\nFinal Answer:"))
    emit (self, place, TROUPE_TRANSCRIPT_THOUGHT, call, turn, NULL, NULL);
  emit (self, place, TROUPE_TRANSCRIPT_ANSWER, call, turn, agent, NULL);
}

static void
walk_call (TroupeTranscriptBuilder *self,
           TroupeSpan *call,
           TroupeSpan *agent,
           TroupeSpan *next,
           guint turn,
           const Place *place)
{
  TroupeTranscriptCount *everything = g_ptr_array_index (self->counts, 0);

  everything->n_calls++;
  if (place->task != NULL)
    place->task->n_calls++;
  if (place->agent != NULL)
    place->agent->n_calls++;
  if (turn == 1)
    emit (self, place, TROUPE_TRANSCRIPT_SYSTEM, call, turn, NULL, NULL);
  if (call->is_open)
    emit (self, place, TROUPE_TRANSCRIPT_STREAM, call, turn, NULL, NULL);
  else
    walk_outcome (self, call, agent, next, turn, place);
}

static void
walk_agent (TroupeTranscriptBuilder *self, TroupeSpan *agent, Place place)
{
  const char *role = troupe_transcript_name_agent (agent);
  guint turn = 0;
  guint n_events = 0;

  place.agent = ensure_count (self->agents, self->agents_in_order, TROUPE_TRANSCRIPT_OF_AGENT,
                              g_strstrip (troupe_text_first_line (role)), role, 0);
  place.agent->manages = g_hash_table_contains (self->managers, place.agent->key);
  emit (self, &place, TROUPE_TRANSCRIPT_SPEAKER, agent, 0, NULL, NULL);
  for (guint i = 0; agent->children != NULL && i < agent->children->len; i++)
    {
      TroupeSpan *child = g_ptr_array_index (agent->children, i);

      n_events = walk_events (self, agent, &place, n_events, child->id);
      if (child->kind == TROUPE_SCOPE_MODEL_CALL)
        {
          TroupeSpan *next_call = NULL;

          for (guint j = i + 1; agent->children != NULL && j < agent->children->len; j++)
            if (((TroupeSpan *) g_ptr_array_index (agent->children, j))->kind ==
                TROUPE_SCOPE_MODEL_CALL)
              {
                next_call = g_ptr_array_index (agent->children, j);
                break;
              }
          walk_call (self, child, agent, next_call, ++turn, &place);
        }
      else
        walk (self, child, place);
    }
  walk_events (self, agent, &place, n_events, G_MAXUINT64);
  if (agent->state == TROUPE_SCOPE_FAILED)
    emit_trouble (self, &place, agent, NULL);
}

static void
walk_children (TroupeTranscriptBuilder *self, TroupeSpan *span, const Place *place)
{
  for (guint i = 0; span->children != NULL && i < span->children->len; i++)
    walk (self, g_ptr_array_index (span->children, i), *place);
}

static void
walk_tool (TroupeTranscriptBuilder *self, TroupeSpan *tool, Place place)
{
  const guint n_heads = self->heads->len;
  TroupeSpan *agent = NULL;

  for (guint i = 0; agent == NULL && tool->children != NULL && i < tool->children->len; i++)
    if (((TroupeSpan *) g_ptr_array_index (tool->children, i))->kind == TROUPE_SCOPE_AGENT)
      agent = g_ptr_array_index (tool->children, i);
  emit (self, &place, agent != NULL ? TROUPE_TRANSCRIPT_DELEGATION : TROUPE_TRANSCRIPT_TOOL, tool,
        0, agent, NULL);
  place.depth++;
  walk_children (self, tool, &place);
  drop_heads (self, n_heads);
}

static gboolean
talks (const TroupeSpan *method)
{
  for (guint i = 0; method->children != NULL && i < method->children->len; i++)
    {
      const TroupeSpan *child = g_ptr_array_index (method->children, i);

      if (child->kind == TROUPE_SCOPE_AGENT || child->kind == TROUPE_SCOPE_MODEL_CALL ||
          child->kind == TROUPE_SCOPE_TOOL_CALL)
        return TRUE;
    }

  return FALSE;
}

static void
walk_task (TroupeTranscriptBuilder *self, TroupeSpan *span, Place place)
{
  const guint n_heads = self->heads->len;
  const gboolean is_method = span->kind == TROUPE_SCOPE_METHOD;
  const char *name = troupe_span_get_name (span);
  const char *path = troupe_span_get_path (span);
  const char *method = troupe_span_get_method (span);
  char *key = g_strconcat (method != NULL ? method : "", "\n",
                           is_method      ? ""
                           : path != NULL ? path
                                          : name,
                           NULL);

  place.task = ensure_count (self->tasks, self->counts, TROUPE_TRANSCRIPT_OF_TASK, key, name,
                             is_method ? 0 : get_number (path));
  place.agent = NULL;
  g_clear_pointer (&self->trouble, g_free);
  emit (self, &place, TROUPE_TRANSCRIPT_TASK, span, 0, NULL, NULL);
  walk_children (self, span, &place);
  if (span->state == TROUPE_SCOPE_FAILED)
    emit_trouble (self, &place, span, NULL);
  drop_heads (self, n_heads);
}

static void
walk (TroupeTranscriptBuilder *self, TroupeSpan *span, Place place)
{
  switch (span->kind)
    {
    case TROUPE_SCOPE_TASK:
      /* No agent spoke in this run if the output of the task is reused. */
      if (!span->is_reused)
        walk_task (self, span, place);
      break;
    case TROUPE_SCOPE_METHOD:
      if (talks (span))
        walk_task (self, span, place);
      else
        walk_children (self, span, &place);
      break;
    case TROUPE_SCOPE_AGENT:
      walk_agent (self, span, place);
      break;
    case TROUPE_SCOPE_MODEL_CALL:
      {
        TroupeTranscriptCount *agent = place.agent;
        const char *role = troupe_span_find_agent (span);

        /* Finds the agent for which a call outside of an agent is made. */
        place.agent = role != NULL
                          ? ensure_count (self->agents, self->agents_in_order,
                                          TROUPE_TRANSCRIPT_OF_AGENT, g_strdup (role), role, 0)
                          : agent;
      }
      emit (self, &place, TROUPE_TRANSCRIPT_SPEAKER, span, 0, NULL, NULL);
      walk_call (self, span, NULL, NULL, 1, &place);
      break;
    case TROUPE_SCOPE_TOOL_CALL:
      walk_tool (self, span, place);
      break;
    case TROUPE_SCOPE_GUARDRAIL:
      {
        Place within = place;
        TroupeTranscriptEntry *entry =
            emit (self, &within, TROUPE_TRANSCRIPT_CHECK, span, 0, NULL, NULL);

        within.depth++;
        within.is_hidden = entry == NULL || !troupe_transcript_entry_get_open (entry);
        walk_children (self, span, &within);
        break;
      }
    case TROUPE_SCOPE_QUESTION:
      emit (self, &place, TROUPE_TRANSCRIPT_QUESTION, span, 0, NULL, NULL);
      break;
    case TROUPE_SCOPE_RUN:
    case TROUPE_SCOPE_FLOW:
    case TROUPE_SCOPE_CREW:
    case TROUPE_SCOPE_MEMORY:
    case TROUPE_SCOPE_KNOWLEDGE:
    case TROUPE_SCOPE_CHECKPOINT:
    case TROUPE_SCOPE_N_KINDS:
    default:
      walk_children (self, span, &place);
      break;
    }
}

/* --- Public functions ------------------------------------------------------------------------- */

/* Begins a traversal: clears the tasks and agents. */
static void
begin (TroupeTranscriptBuilder *self)
{
  TroupeSpan *run = troupe_trace_get_run (self->trace);
  TroupeTranscriptCount *everything = g_new0 (TroupeTranscriptCount, 1);

  if (run != self->run || troupe_trace_get_lines (self->trace)->len < self->n_lines)
    {
      g_hash_table_remove_all (self->records);
      g_hash_table_remove_all (self->events);
      self->n_lines = 0;
      g_clear_pointer (&self->run, troupe_span_unref);
      self->run = run != NULL ? troupe_span_ref (run) : NULL;
    }
  g_hash_table_remove_all (self->tasks);
  g_hash_table_remove_all (self->agents);
  g_ptr_array_set_size (self->counts, 0);
  g_ptr_array_set_size (self->changed, 0);
  everything->kind = TROUPE_TRANSCRIPT_EVERYTHING;
  everything->key = g_strdup ("");
  everything->name = g_strdup (_ ("Everything"));
  g_ptr_array_add (self->counts, everything);
  self->n_walks++;
}

GPtrArray *
troupe_transcript_builder_run (TroupeTranscriptBuilder *self,
                               TroupeTranscriptGroupKind filter,
                               const char *key)
{
  g_autoptr (GPtrArray) entries = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GPtrArray) heads = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GPtrArray) agents = g_ptr_array_new ();
  Place place = { 0 };
  GPtrArray *lines;

  g_return_val_if_fail (self != NULL, NULL);

  begin (self);
  lines = troupe_trace_get_lines (self->trace);
  for (; self->n_lines < lines->len; self->n_lines++)
    {
      TroupeEvent *event = g_ptr_array_index (lines, self->n_lines);
      GPtrArray *events;
      gint64 id;

      if ((event->type != TROUPE_EVENT_TOOL_SELECTION_ERROR &&
           event->type != TROUPE_EVENT_TOOL_INPUT_ERROR &&
           event->type != TROUPE_EVENT_REASONING_FINISHED) ||
          event->scope == NULL)
        continue;
      id = (gint64) troupe_scope_find_id (event->scope);
      events = g_hash_table_lookup (self->events, &id);
      if (events == NULL)
        {
          events = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_event_unref);
          g_hash_table_insert (self->events, g_memdup2 (&id, sizeof id), events);
        }
      g_ptr_array_add (events, troupe_event_ref (event));
    }
  self->filter = filter;
  self->key = key;
  self->entries = entries;
  self->heads = heads;
  self->agents_in_order = agents;
  if (self->run != NULL)
    {
      walk_children (self, self->run, &place);
      add_expected (self, TROUPE_TRANSCRIPT_OF_TASK);
    }
  for (guint i = 0; i < agents->len; i++)
    g_ptr_array_add (self->counts, g_ptr_array_index (agents, i));
  if (self->run != NULL)
    add_expected (self, TROUPE_TRANSCRIPT_OF_AGENT);
  self->entries = NULL;
  self->heads = NULL;
  self->agents_in_order = NULL;
  self->key = NULL;
  g_clear_pointer (&self->trouble, g_free);
  g_hash_table_foreach_remove (self->records, is_old, &self->n_walks);

  return g_steal_pointer (&entries);
}

void
troupe_transcript_builder_expect (TroupeTranscriptBuilder *self, GListModel *groups)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (groups == NULL || G_IS_LIST_MODEL (groups));

  g_set_object (&self->expected, groups);
  g_hash_table_remove_all (self->managers);
  for (guint i = 0; groups != NULL && i < g_list_model_get_n_items (groups); i++)
    {
      g_autoptr (TroupeTranscriptGroup) group = g_list_model_get_item (groups, i);

      if (troupe_transcript_group_get_manages (group))
        g_hash_table_add (self->managers, g_strdup (troupe_transcript_group_get_key (group)));
    }
}

GPtrArray *
troupe_transcript_builder_get_counts (TroupeTranscriptBuilder *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->counts;
}

void
troupe_transcript_builder_tell_changes (TroupeTranscriptBuilder *self)
{
  g_return_if_fail (self != NULL);

  for (guint i = 0; i < self->changed->len; i++)
    troupe_transcript_entry_changed (g_ptr_array_index (self->changed, i));
  g_ptr_array_set_size (self->changed, 0);
}

TroupeTranscriptEntry *
troupe_transcript_builder_find (TroupeTranscriptBuilder *self,
                                TroupeTranscriptKind kind,
                                TroupeSpan *span)
{
  const Record key = { .span = span, .kind = kind };
  const Record *record;

  g_return_val_if_fail (self != NULL && span != NULL, NULL);

  record = g_hash_table_lookup (self->records, &key);

  return record != NULL ? record->entry : NULL;
}

TroupeTranscriptBuilder *
troupe_transcript_builder_new (TroupeTrace *trace)
{
  TroupeTranscriptBuilder *self;

  g_return_val_if_fail (TROUPE_IS_TRACE (trace), NULL);

  self = g_new0 (TroupeTranscriptBuilder, 1);
  self->trace = g_object_ref (trace);
  self->records = g_hash_table_new_full (record_hash, record_equal, record_free, NULL);
  self->events = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, free_events);
  self->counts = g_ptr_array_new_with_free_func (count_free);
  self->tasks = g_hash_table_new (g_str_hash, g_str_equal);
  self->agents = g_hash_table_new (g_str_hash, g_str_equal);
  self->managers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->changed = g_ptr_array_new_with_free_func (g_object_unref);

  return self;
}

void
troupe_transcript_builder_free (TroupeTranscriptBuilder *self)
{
  g_return_if_fail (self != NULL);

  g_clear_pointer (&self->records, g_hash_table_unref);
  g_clear_pointer (&self->events, g_hash_table_unref);
  g_clear_pointer (&self->tasks, g_hash_table_unref);
  g_clear_pointer (&self->agents, g_hash_table_unref);
  g_clear_pointer (&self->managers, g_hash_table_unref);
  g_clear_pointer (&self->counts, g_ptr_array_unref);
  g_clear_pointer (&self->changed, g_ptr_array_unref);
  g_clear_pointer (&self->run, troupe_span_unref);
  g_clear_object (&self->trace);
  g_clear_object (&self->expected);
  g_free (self->trouble);
  g_free (self);
}
