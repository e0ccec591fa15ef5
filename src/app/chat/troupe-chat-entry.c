/* troupe-chat-entry.c: model of one turn of a chat session
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-chat-entry"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-base.h"
#include "troupe-chat-entry.h"
#include "troupe-clock.h"
#include "troupe-money.h"
#include "troupe-trace.h"

/* ReAct agents write their thoughts before the final answer. */
#define FINAL_ANSWER "Final Answer:"
#define THOUGHT "Thought:"

/* @methods: methods in the order in which they started; @begun: method name → start time;
 *   @times: method name → formatted duration; @streamed: the part of the answer received so far */
struct _TroupeChatEntry
{
  GObject parent_instance;

  guint number;
  char *message;
  TroupeChatState state;
  char *reply;
  char *error;
  char *route;
  TroupeValue *before;
  TroupeValue *after;
  char *run_id;
  TroupeFlow *flow;
  GPtrArray *events;
  GPtrArray *methods;
  GHashTable *times;
  GHashTable *begun;
  GString *streamed;
  gint64 started_us;
  gint64 elapsed_us;
  gint64 spent;
  gboolean is_unpriced;
};

enum
{
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeChatEntry, troupe_chat_entry, G_TYPE_OBJECT)

static const char *
get_text (TroupeValue *value)
{
  return value != NULL && troupe_value_is (value, TROUPE_VALUE_STRING)
             ? troupe_value_get_string (value, NULL)
             : NULL;
}

static void
tell (TroupeChatEntry *self)
{
  g_assert (TROUPE_IS_CHAT_ENTRY (self));

  g_signal_emit (self, signals[CHANGED], 0);
}

/* --- Streams shown to the user ---------------------------------------------------------------- */

/* Returns TRUE if @node defines tools or MCP servers anywhere. Not all output of an agent with
 * tools is meant for the user. */
static gboolean
has_tools (JsonNode *node)
{
  if (JSON_NODE_HOLDS_ARRAY (node))
    {
      for (guint i = 0; i < json_array_get_length (json_node_get_array (node)); i++)
        if (has_tools (json_array_get_element (json_node_get_array (node), i)))
          return TRUE;
    }
  else if (JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonObjectIter iter;
      const char *name;
      JsonNode *member;

      json_object_iter_init (&iter, json_node_get_object (node));
      while (json_object_iter_next (&iter, &name, &member))
        if (((g_str_equal (name, "tools") || g_str_equal (name, "mcps")) &&
             JSON_NODE_HOLDS_ARRAY (member) &&
             json_array_get_length (json_node_get_array (member)) > 0) ||
            has_tools (member))
          return TRUE;
    }
  return FALSE;
}

/* Returns TRUE if the output of models called in the method @name is shown to the user. */
static gboolean
is_public (TroupeChatEntry *self, const char *name)
{
  const TroupeFlowMethod *method =
      name != NULL && self->flow != NULL ? troupe_flow_find_method (self->flow, name) : NULL;

  if (method == NULL || method->action == NULL)
    return FALSE;
  switch (troupe_flow_action_get_turn (method->action))
    {
    case TROUPE_TURN_CONVERSE:
    case TROUPE_TURN_HISTORY:
      return TRUE;

    case TROUPE_TURN_OTHER:
      return method->action->type == TROUPE_ACTION_AGENT && method->node != NULL &&
             !has_tools (method->node);

    case TROUPE_TURN_ROUTE:
    case TROUPE_TURN_END:
    case TROUPE_TURN_N_KINDS:
    default:
      return FALSE;
    }
}

/* --- Events ------------------------------------------------------------------------------------- */

static void
take_method (TroupeChatEntry *self, const TroupeEvent *event)
{
  const char *router = troupe_turn_kind_get_method (TROUPE_TURN_ROUTE);
  const char *name = troupe_event_get_method (event);
  gint64 *began = NULL;

  g_assert (TROUPE_IS_CHAT_ENTRY (self));

  if (name == NULL)
    return;
  began = g_hash_table_lookup (self->begun, name);
  if (event->type == TROUPE_EVENT_METHOD_STARTED)
    {
      if (began == NULL && !g_str_equal (name, router))
        g_ptr_array_add (self->methods, g_strdup (name));
      began = g_new (gint64, 1);
      *began = event->time_us;
      g_hash_table_replace (self->begun, g_strdup (name), began);
    }
  else if (began != NULL)
    {
      g_hash_table_replace (self->times, g_strdup (name),
                            troupe_span_to_text (MAX (0, event->time_us - *began)));
      if (g_str_equal (name, router))
        {
          const char *result = get_text (troupe_event_get_field (event, "result"));

          /* A router in the document that replaces the built-in one reports its route only by
           * its result. */
          if (event->type == TROUPE_EVENT_METHOD_FINISHED && self->route == NULL)
            troupe_set_str (&self->route, result);
        }
    }
}

static void
take_event (TroupeChatEntry *self, TroupeEvent *event)
{
  const char *text = NULL;

  g_assert (TROUPE_IS_CHAT_ENTRY (self));

  if (self->started_us == 0)
    self->started_us = event->time_us;
  switch (event->type)
    {
    case TROUPE_EVENT_METHOD_STARTED:
    case TROUPE_EVENT_METHOD_FINISHED:
    case TROUPE_EVENT_METHOD_FAILED:
    case TROUPE_EVENT_METHOD_CANCELLED:
      take_method (self, event);
      break;

    case TROUPE_EVENT_ROUTE_SELECTED:
      troupe_set_str (&self->route, get_text (troupe_event_get_field (event, "route")));
      break;

    case TROUPE_EVENT_LLM_CALL_STARTED:
      if (is_public (self, troupe_event_get_method (event)))
        g_string_truncate (self->streamed, 0);
      break;

    case TROUPE_EVENT_LLM_STREAM_CHUNK:
      text = get_text (troupe_event_get_field (event, "chunk"));
      if (text != NULL && is_public (self, troupe_event_get_method (event)))
        g_string_append (self->streamed, text);
      break;

    case TROUPE_EVENT_MESSAGE_ADDED:
      if (g_strcmp0 (get_text (troupe_event_get_field (event, "role")), "assistant") == 0)
        troupe_set_str (&self->reply, get_text (troupe_event_get_field (event, "content")));
      break;

    default:
      break;
    }
}

void
troupe_chat_entry_add_events (TroupeChatEntry *self, GPtrArray *events)
{
  g_return_if_fail (TROUPE_IS_CHAT_ENTRY (self));
  g_return_if_fail (events != NULL);

  for (guint i = 0; i < events->len; i++)
    {
      TroupeEvent *event = g_ptr_array_index (events, i);

      take_event (self, event);
      g_ptr_array_add (self->events, troupe_event_ref (event));
    }
  tell (self);
}

/* --- End of the run --------------------------------------------------------------------------- */

/* Drops the stream chunks, because the complete output follows them. The store drops them as
 * well. */
static void
drop_pieces (TroupeChatEntry *self)
{
  GPtrArray *whole = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_event_unref);

  g_assert (TROUPE_IS_CHAT_ENTRY (self));

  for (guint i = 0; i < self->events->len; i++)
    {
      TroupeEvent *event = g_ptr_array_index (self->events, i);

      if (!troupe_event_type_get_info (event->type)->is_chunk)
        g_ptr_array_add (whole, troupe_event_ref (event));
    }
  g_ptr_array_unref (self->events);
  self->events = whole;
  g_string_truncate (self->streamed, 0);
}

/* If no assistant message was added, the final output of the flow is the answer. */
static void
take_final (TroupeChatEntry *self, TroupeValue *final)
{
  g_assert (TROUPE_IS_CHAT_ENTRY (self));

  if (self->reply != NULL || final == NULL || troupe_value_is (final, TROUPE_VALUE_NULL))
    return;
  self->reply = troupe_value_is (final, TROUPE_VALUE_STRING)
                    ? g_strdup (troupe_value_get_string (final, NULL))
                    : troupe_value_to_json (final, TROUPE_JSON_PRETTY);
}

static void
take_state (TroupeChatEntry *self, TroupeValue *state)
{
  g_assert (TROUPE_IS_CHAT_ENTRY (self));

  if (state == NULL || !troupe_value_is (state, TROUPE_VALUE_MAP))
    return;
  g_clear_pointer (&self->after, troupe_value_unref);
  self->after = troupe_value_ref (state);
}

void
troupe_chat_entry_end (TroupeChatEntry *self, const TroupeRunResult *result)
{
  g_return_if_fail (TROUPE_IS_CHAT_ENTRY (self));
  g_return_if_fail (result != NULL);

  drop_pieces (self);
  self->elapsed_us = result->elapsed_us;
  self->spent = result->usage.micro_dollars;
  self->is_unpriced = result->usage.unpriced > 0;
  take_state (self, result->state);
  switch (result->type)
    {
    case TROUPE_RESULT_OK:
      self->state = TROUPE_CHAT_DONE;
      take_final (self, result->final);
      break;
    case TROUPE_RESULT_PAUSED:
      self->state = TROUPE_CHAT_WAITS;
      break;
    case TROUPE_RESULT_CANCELLED:
      self->state = TROUPE_CHAT_STOPPED;
      break;
    case TROUPE_RESULT_TIMEOUT:
    case TROUPE_RESULT_LOAD_ERROR:
    case TROUPE_RESULT_BUILD_ERROR:
    case TROUPE_RESULT_RUN_ERROR:
    default:
      self->state = TROUPE_CHAT_FAILED;
      troupe_set_str (&self->error, result->error != NULL ? result->error->message : NULL);
      break;
    }
  tell (self);
}

void
troupe_chat_entry_end_stored (TroupeChatEntry *self, const TroupeRunRecord *record)
{
  TroupeValue *result = NULL;
  TroupeValue *state = NULL;
  g_autoptr (TroupeTrace) trace = NULL;
  const TroupeTraceUsage *usage = NULL;

  g_return_if_fail (TROUPE_IS_CHAT_ENTRY (self));
  g_return_if_fail (record != NULL);

  drop_pieces (self);
  /* Calculates the cost of the model calls from the events. */
  trace = troupe_trace_new ();
  troupe_trace_begin (trace, self->started_us);
  troupe_trace_add_events (trace, self->events);
  usage = troupe_trace_get_usage (trace);
  self->spent = usage->micro_dollars;
  self->is_unpriced = usage->n_unpriced > 0;
  self->elapsed_us = record->elapsed_us;
  result = record->result != NULL && troupe_value_is (record->result, TROUPE_VALUE_MAP)
               ? record->result
               : NULL;
  state = result != NULL ? troupe_value_map_lookup_string (result, "state", -1) : NULL;
  take_state (self, state);
  switch (record->status)
    {
    case TROUPE_RUN_STATUS_OK:
      self->state = TROUPE_CHAT_DONE;
      take_final (self,
                  result != NULL ? troupe_value_map_lookup_string (result, "final", -1) : NULL);
      break;
    case TROUPE_RUN_STATUS_PAUSED:
      self->state = TROUPE_CHAT_WAITS;
      break;
    case TROUPE_RUN_STATUS_FAILED:
    case TROUPE_RUN_STATUS_TIMEOUT:
      self->state = TROUPE_CHAT_FAILED;
      troupe_set_str (&self->error, record->error);
      break;
    case TROUPE_RUN_STATUS_RUNNING:
    case TROUPE_RUN_STATUS_CANCELLED:
    case TROUPE_RUN_STATUS_INTERRUPTED:
    default:
      self->state = TROUPE_CHAT_STOPPED;
      break;
    }
  tell (self);
}

void
troupe_chat_entry_set_reply (TroupeChatEntry *self, const char *reply)
{
  g_return_if_fail (TROUPE_IS_CHAT_ENTRY (self));

  if (troupe_set_str (&self->reply, reply))
    tell (self);
}

void
troupe_chat_entry_begin (TroupeChatEntry *self, TroupeFlow *flow, const char *run_id)
{
  g_return_if_fail (TROUPE_IS_CHAT_ENTRY (self));
  g_return_if_fail (flow != NULL && run_id != NULL);

  troupe_flow_ref (flow);
  g_clear_pointer (&self->flow, troupe_flow_unref);
  self->flow = flow;
  troupe_set_str (&self->run_id, run_id);
  troupe_set_str (&self->error, NULL);
  troupe_set_str (&self->reply, NULL);
  troupe_set_str (&self->route, NULL);
  /* Clears the turn, because the stored events of a resumed run are emitted again. */
  g_ptr_array_set_size (self->events, 0);
  g_ptr_array_set_size (self->methods, 0);
  g_hash_table_remove_all (self->begun);
  g_hash_table_remove_all (self->times);
  g_string_truncate (self->streamed, 0);
  self->started_us = 0;
  self->state = TROUPE_CHAT_RUNS;
  tell (self);
}

/* --- Getters ---------------------------------------------------------------------------------- */

guint
troupe_chat_entry_get_number (TroupeChatEntry *self)
{
  g_return_val_if_fail (TROUPE_IS_CHAT_ENTRY (self), 0);

  return self->number;
}

const char *
troupe_chat_entry_get_message (TroupeChatEntry *self)
{
  g_return_val_if_fail (TROUPE_IS_CHAT_ENTRY (self), NULL);

  return self->message;
}

TroupeChatState
troupe_chat_entry_get_state (TroupeChatEntry *self)
{
  g_return_val_if_fail (TROUPE_IS_CHAT_ENTRY (self), TROUPE_CHAT_SAID);

  return self->state;
}

const char *
troupe_chat_entry_get_reply (TroupeChatEntry *self)
{
  const char *text;
  const char *final;

  g_return_val_if_fail (TROUPE_IS_CHAT_ENTRY (self), NULL);

  if (self->reply != NULL)
    return self->reply;
  /* Thoughts that an agent writes before its final answer are not shown to the user. */
  text = self->streamed->str;
  final = strstr (text, FINAL_ANSWER);
  if (final != NULL)
    text = final + strlen (FINAL_ANSWER);
  else if (g_str_has_prefix (text, THOUGHT) || g_str_has_prefix (THOUGHT, text))
    return NULL;
  while (g_ascii_isspace (*text))
    text++;
  return *text != '\0' ? text : NULL;
}

const char *
troupe_chat_entry_get_error (TroupeChatEntry *self)
{
  g_return_val_if_fail (TROUPE_IS_CHAT_ENTRY (self), NULL);

  return self->error;
}

const char *
troupe_chat_entry_get_route (TroupeChatEntry *self)
{
  g_return_val_if_fail (TROUPE_IS_CHAT_ENTRY (self), NULL);

  return self->route;
}

/* (transfer full) (nullable) */
static char *
describe_time (TroupeChatEntry *self)
{
  g_autofree char *time = NULL;

  g_assert (TROUPE_IS_CHAT_ENTRY (self));

  switch (self->state)
    {
    case TROUPE_CHAT_RUNS:
      if (self->started_us == 0)
        return NULL;
      time = troupe_span_to_text (
          MAX (0, (g_get_real_time () - self->started_us) / G_USEC_PER_SEC * G_USEC_PER_SEC));
      /* Translators: %s is a duration, such as 4 s */
      return g_strdup_printf (_ ("running for %s"), time);
    case TROUPE_CHAT_STOPPED:
      return g_strdup (_ ("stopped"));
    case TROUPE_CHAT_WAITS:
      return g_strdup (_ ("waiting for an answer"));
    case TROUPE_CHAT_FAILED:
      return g_strdup (_ ("failed"));
    case TROUPE_CHAT_DONE:
      return troupe_span_to_text (self->elapsed_us);
    case TROUPE_CHAT_SAID:
    default:
      return NULL;
    }
}

static void
append_part (GString *text, const char *part)
{
  if (part == NULL || *part == '\0')
    return;
  if (text->len > 0)
    g_string_append (text, " · ");
  g_string_append (text, part);
}

char *
troupe_chat_entry_describe (TroupeChatEntry *self)
{
  g_autoptr (GString) text = NULL;
  g_autoptr (GString) methods = NULL;
  g_autofree char *time = NULL;
  g_autofree char *cost = NULL;

  g_return_val_if_fail (TROUPE_IS_CHAT_ENTRY (self), NULL);

  text = g_string_new (NULL);
  methods = g_string_new (NULL);
  for (guint i = 0; i < self->methods->len; i++)
    g_string_append_printf (methods, "%s%s", i > 0 ? " → " : "",
                            (const char *) g_ptr_array_index (self->methods, i));
  time = describe_time (self);
  if (self->state != TROUPE_CHAT_RUNS)
    cost = troupe_money_describe_sum (self->spent, !self->is_unpriced);
  append_part (text, methods->str);
  append_part (text, time);
  append_part (text, cost);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

gint64
troupe_chat_entry_get_spent (TroupeChatEntry *self, gboolean *is_all)
{
  g_return_val_if_fail (TROUPE_IS_CHAT_ENTRY (self), 0);

  if (is_all != NULL)
    *is_all = !self->is_unpriced;
  return self->spent;
}

gboolean
troupe_chat_entry_has_run (TroupeChatEntry *self)
{
  g_return_val_if_fail (TROUPE_IS_CHAT_ENTRY (self), FALSE);

  return self->flow != NULL;
}

gboolean
troupe_chat_entry_has_method (TroupeChatEntry *self, const char *method, char **time)
{
  g_return_val_if_fail (TROUPE_IS_CHAT_ENTRY (self), FALSE);
  g_return_val_if_fail (method != NULL && time != NULL, FALSE);

  *time = g_strdup (g_hash_table_lookup (self->times, method));
  return g_hash_table_contains (self->begun, method);
}

GPtrArray *
troupe_chat_entry_list_methods (TroupeChatEntry *self)
{
  g_return_val_if_fail (TROUPE_IS_CHAT_ENTRY (self), NULL);

  return self->methods;
}

TroupeValue *
troupe_chat_entry_get_before (TroupeChatEntry *self)
{
  g_return_val_if_fail (TROUPE_IS_CHAT_ENTRY (self), NULL);

  return self->before;
}

TroupeValue *
troupe_chat_entry_get_after (TroupeChatEntry *self)
{
  g_return_val_if_fail (TROUPE_IS_CHAT_ENTRY (self), NULL);

  return self->after;
}

const char *
troupe_chat_entry_get_run_id (TroupeChatEntry *self)
{
  g_return_val_if_fail (TROUPE_IS_CHAT_ENTRY (self), NULL);

  return self->run_id;
}

TroupeFlow *
troupe_chat_entry_get_flow (TroupeChatEntry *self)
{
  g_return_val_if_fail (TROUPE_IS_CHAT_ENTRY (self), NULL);

  return self->flow;
}

GPtrArray *
troupe_chat_entry_get_events (TroupeChatEntry *self)
{
  g_return_val_if_fail (TROUPE_IS_CHAT_ENTRY (self), NULL);

  return self->events;
}

gint64
troupe_chat_entry_get_started (TroupeChatEntry *self)
{
  g_return_val_if_fail (TROUPE_IS_CHAT_ENTRY (self), 0);

  return self->started_us;
}

gint64
troupe_chat_entry_get_elapsed (TroupeChatEntry *self)
{
  g_return_val_if_fail (TROUPE_IS_CHAT_ENTRY (self), 0);

  return self->elapsed_us;
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
troupe_chat_entry_finalize (GObject *object)
{
  TroupeChatEntry *self = TROUPE_CHAT_ENTRY (object);

  g_free (self->message);
  g_free (self->reply);
  g_free (self->error);
  g_free (self->route);
  g_free (self->run_id);
  g_clear_pointer (&self->before, troupe_value_unref);
  g_clear_pointer (&self->after, troupe_value_unref);
  g_clear_pointer (&self->flow, troupe_flow_unref);
  g_ptr_array_unref (self->events);
  g_ptr_array_unref (self->methods);
  g_hash_table_unref (self->times);
  g_hash_table_unref (self->begun);
  g_string_free (self->streamed, TRUE);
  G_OBJECT_CLASS (troupe_chat_entry_parent_class)->finalize (object);
}

static void
troupe_chat_entry_class_init (TroupeChatEntryClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_chat_entry_finalize;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
troupe_chat_entry_init (TroupeChatEntry *self)
{
  self->events = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_event_unref);
  self->methods = g_ptr_array_new_with_free_func (g_free);
  self->times = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->begun = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->streamed = g_string_new (NULL);
}

TroupeChatEntry *
troupe_chat_entry_new (guint number, const char *message, TroupeValue *before)
{
  TroupeChatEntry *self;

  g_return_val_if_fail (message != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_CHAT_ENTRY, NULL);
  self->number = number;
  self->message = g_strdup (message);
  self->before = before != NULL ? troupe_value_ref (before) : NULL;
  return self;
}
