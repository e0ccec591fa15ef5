/* troupe-conversation.c: conversational turn of a run: message, intent, routing, reply
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-conversation"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-agent-prompts.h"
#include "troupe-conversation-flow.h"
#include "troupe-conversation-private.h"
#include "troupe-crash-point.h"
#include "troupe-crew-hook-call.h"
#include "troupe-flow-runner-private.h"
#include "troupe-flow-runner-python.h"
#include "troupe-flow-runner-report.h"

/* Returns a member of @map. Returns NULL if the member is missing or null. (nullable) */
static TroupeValue *
look_up (TroupeValue *map, const char *name)
{
  TroupeValue *value = map != NULL && troupe_value_is (map, TROUPE_VALUE_MAP)
                           ? troupe_value_map_lookup_string (map, name, -1)
                           : NULL;

  return value != NULL && !troupe_value_is (value, TROUPE_VALUE_NULL) ? value : NULL;
}

static const char *
get_text (TroupeValue *value)
{
  return value != NULL && troupe_value_is (value, TROUPE_VALUE_STRING)
             ? troupe_value_get_string (value, NULL)
             : NULL;
}

TroupeConversation *
troupe_conversation_new (TroupeFlow *flow)
{
  TroupeConversation *self = NULL;
  TroupeValue *turn = troupe_conversation_read_turn (flow);

  if (turn == NULL)
    return NULL;
  self = g_new0 (TroupeConversation, 1);
  self->flow = troupe_flow_ref (flow);
  self->block = troupe_value_ref (troupe_flow_get_conversation (flow));
  self->turn = turn;
  return self;
}

void
troupe_conversation_free (TroupeConversation *self)
{
  if (self == NULL)
    return;
  g_free (self->intent);
  troupe_value_unref (self->turn);
  troupe_value_unref (self->block);
  troupe_flow_unref (self->flow);
  g_free (self);
}

/* --- Settings of the document and data of the turn -------------------------------------------- */

TroupeValue *
troupe_conversation_get_setting (TroupeConversation *self, const char *name)
{
  return look_up (self->block, name);
}

TroupeValue *
troupe_conversation_get_router_setting (TroupeConversation *self, const char *name)
{
  return look_up (look_up (self->block, "router"), name);
}

const char *
troupe_conversation_get_text (TroupeConversation *self, const char *name, gboolean of_router)
{
  return get_text (of_router ? troupe_conversation_get_router_setting (self, name)
                             : troupe_conversation_get_setting (self, name));
}

gboolean
troupe_conversation_is_null (TroupeConversation *self, const char *name)
{
  TroupeValue *router = look_up (self->block, "router");
  TroupeValue *value = router != NULL && troupe_value_is (router, TROUPE_VALUE_MAP)
                           ? troupe_value_map_lookup_string (router, name, -1)
                           : NULL;

  return value != NULL && troupe_value_is (value, TROUPE_VALUE_NULL);
}

TroupeValue *
troupe_conversation_get_state (TroupeConversation *self)
{
  return look_up (self->turn, "state");
}

static gboolean
has_message (TroupeConversation *self)
{
  return get_text (look_up (self->turn, "message")) != NULL;
}

const char *
troupe_conversation_get_intent (TroupeConversation *self)
{
  return self->intent;
}

/* Returns the system prompt. An empty string disables it; if it is missing, the default prompt
 * is used. */
const char *
troupe_conversation_get_system_prompt (TroupeConversation *self)
{
  const char *text = troupe_conversation_get_text (self, "system_prompt", FALSE);

  if (text == NULL)
    return troupe_prompt_get (TROUPE_PROMPT_CONVERSATION_SYSTEM);
  return *text != '\0' ? text : NULL;
}

const char *
troupe_conversation_get_history_prompt (TroupeConversation *self)
{
  const char *text = troupe_conversation_get_text (self, "answer_from_history_prompt", FALSE);

  return text != NULL && *text != '\0'
             ? text
             : troupe_prompt_get (TROUPE_PROMPT_CONVERSATION_FROM_HISTORY);
}

/* --- The state -------------------------------------------------------------------------------- */

static TroupeValue *
get_state (TroupeFlowRunner *runner)
{
  return troupe_runner_state_get (troupe_flow_runner_get_state (runner));
}

void
troupe_conversation_set_field (TroupeFlowRunner *runner, const char *name, TroupeValue *value)
{
  troupe_flow_runner_set_state (runner, troupe_value_map_with (get_state (runner), name, value));
  troupe_value_unref (value);
}

const char *
troupe_conversation_get_field (TroupeFlowRunner *runner, const char *name)
{
  return get_text (look_up (get_state (runner), name));
}

TroupeValue *
troupe_conversation_get_messages (TroupeFlowRunner *runner)
{
  TroupeValue *messages = look_up (get_state (runner), "messages");

  return messages != NULL && troupe_value_is (messages, TROUPE_VALUE_LIST)
             ? troupe_value_ref (messages)
             : troupe_value_new_list (NULL, 0);
}

void
troupe_conversation_add_message (TroupeFlowRunner *runner, const char *role, const char *content)
{
  g_autoptr (TroupeValue) messages = troupe_conversation_get_messages (runner);
  gsize n = troupe_value_list_get_length (messages);
  g_autofree TroupeValue **all = g_new (TroupeValue *, n + 1);
  static const char *const unset[] = { "name", "tool_call_id", "tool_calls", "files" };
  TroupeMapBuilder message;
  TroupeMapBuilder metadata;
  TroupeMapBuilder fields;

  for (gsize i = 0; i < n; i++)
    all[i] = troupe_value_ref (troupe_value_list_get (messages, i));
  /* A message with all fields of CrewAI's ConversationMessage. */
  troupe_map_builder_init (&message);
  troupe_map_builder_add (&message, "role", troupe_value_new_string (role, -1));
  troupe_map_builder_add (&message, "content", troupe_value_new_string (content, -1));
  for (guint i = 0; i < G_N_ELEMENTS (unset); i++)
    troupe_map_builder_add (&message, unset[i], troupe_value_new_null ());
  troupe_map_builder_init (&metadata);
  troupe_map_builder_add (&message, "metadata", troupe_map_builder_end (&metadata));
  all[n] = troupe_map_builder_end (&message);
  troupe_conversation_set_field (runner, "messages", troupe_value_new_list (all, n + 1));
  troupe_map_builder_init (&fields);
  troupe_map_builder_add (&fields, "role", troupe_value_new_string (role, -1));
  troupe_map_builder_add (&fields, "content", troupe_value_new_string (content, -1));
  troupe_map_builder_add (&fields, "message_index", troupe_value_new_integer ((gint64) n));
  troupe_runner_report_conversation (runner, TROUPE_EVENT_MESSAGE_ADDED, &fields);
}

char *
troupe_conversation_format_messages (TroupeFlowRunner *runner)
{
  g_autoptr (TroupeValue) messages = troupe_conversation_get_messages (runner);
  GString *lines = g_string_new (NULL);

  for (gsize i = 0; i < troupe_value_list_get_length (messages); i++)
    {
      TroupeValue *message = troupe_value_list_get (messages, i);
      const char *role = get_text (look_up (message, "role"));
      TroupeValue *content = look_up (message, "content");
      g_autofree char *written = content != NULL && get_text (content) == NULL
                                     ? troupe_value_to_json (content, TROUPE_JSON_SPACED)
                                     : g_strdup (get_text (content));

      g_string_append_printf (lines, "%s%s: %s", i > 0 ? "\n" : "", role != NULL ? role : "user",
                              written != NULL ? written : "");
    }
  return g_string_free (lines, FALSE);
}

/* --- Models ----------------------------------------------------------------------------------- */

gboolean
troupe_conversation_fill_call (TroupeFlowRunner *runner,
                               TroupeValue *llm,
                               TroupeScope *scope,
                               TroupeFeedbackModelCall *call,
                               GError **error)
{
  g_return_val_if_fail (call != NULL, FALSE);

  call->model = troupe_feedback_model_new (llm, error);
  if (call->model == NULL)
    return FALSE;
  call->client = g_object_ref (troupe_flow_runner_get_client (runner));
  call->bus = troupe_event_bus_ref (troupe_flow_runner_get_options (runner)->bus);
  call->scope = scope != NULL ? troupe_scope_ref (scope) : NULL;
  call->usage = troupe_flow_runner_get_usage (runner);
  call->form = NULL;
  call->hooks = troupe_runner_python_list_hooks (troupe_flow_runner_get_python (runner));
  return TRUE;
}

GError *
troupe_conversation_describe_error (GError *cause)
{
  GError *error = NULL;

  g_return_val_if_fail (cause != NULL, NULL);

  if (cause->domain == TROUPE_RUN_ERROR)
    return cause;
  error = g_error_new_literal (TROUPE_RUN_ERROR,
                               g_error_matches (cause, TROUPE_AGENT_ERROR,
                                                TROUPE_AGENT_ERROR_DEFINITION)
                                   ? TROUPE_RUN_ERROR_DOCUMENT
                                   : TROUPE_RUN_ERROR_PROVIDER,
                               cause->message);
  g_error_free (cause);
  return error;
}

/* --- Start of a turn -------------------------------------------------------------------------- */

/* Data of the model call that matches a message to an intent. @cancellable: cancels the model
 * call;
 * @outcome: the intent */
typedef struct
{
  TroupeFlowRunner *runner;
  GCancellable *cancellable;
  TroupeRunQueueEntry *turn;
  gboolean is_done;
  char *outcome;
  GError *error;
} Question;

static void
question_free (gpointer data)
{
  Question *self = data;

  g_assert (self != NULL);

  g_object_unref (self->cancellable);
  g_free (self->outcome);
  g_clear_error (&self->error);
  g_free (self);
}

static void
classified_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Question *self = user_data;

  g_assert (G_IS_ASYNC_RESULT (result));

  self->outcome = troupe_feedback_outcome_ask_finish (result, &self->error);
  self->is_done = TRUE;
  troupe_run_queue_entry_wake (self->turn);
}

/* Waits for the model call. The run does not end before the model call has ended. */
static TroupeContinuationResult
classify (TroupeFlowRunner *runner, gpointer data)
{
  TroupeConversation *conversation = troupe_flow_runner_get_options (runner)->conversation;
  Question *self = data;

  g_assert (self != NULL);

  if (!self->is_done && troupe_flow_runner_is_stopped (runner))
    g_cancellable_cancel (self->cancellable);
  if (!self->is_done)
    return TROUPE_ROUTINE_WAITS;
  if (self->outcome != NULL)
    {
      conversation->intent = g_strdup (self->outcome);
      troupe_conversation_set_field (runner, "last_intent",
                                     troupe_value_new_string (self->outcome, -1));
    }
  else if (!troupe_flow_runner_is_stopped (runner))
    troupe_continuations_fail (troupe_flow_runner_get_continuations (runner),
                               troupe_conversation_describe_error (g_steal_pointer (&self->error)));
  return TROUPE_ROUTINE_DONE;
}

/* Returns the possible intents of the turn. (transfer full) (array zero-terminated=1) */
static char **
list_intents (TroupeConversation *self)
{
  TroupeValue *given = look_up (self->turn, "intents");
  GPtrArray *words = g_ptr_array_new ();

  if (given == NULL || !troupe_value_is (given, TROUPE_VALUE_LIST) ||
      troupe_value_list_get_length (given) == 0)
    given = troupe_conversation_get_setting (self, "default_intents");
  for (gsize i = 0; given != NULL && troupe_value_is (given, TROUPE_VALUE_LIST) &&
                    i < troupe_value_list_get_length (given);
       i++)
    if (get_text (troupe_value_list_get (given, i)) != NULL)
      g_ptr_array_add (words, g_strdup (get_text (troupe_value_list_get (given, i))));
  g_ptr_array_add (words, NULL);
  return (char **) g_ptr_array_free (words, FALSE);
}

TroupeValue *
troupe_conversation_get_given_llm (TroupeConversation *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return look_up (self->turn, "intent_llm");
}

static TroupeValue *
get_intent_llm (TroupeConversation *self)
{
  TroupeValue *given = troupe_conversation_get_given_llm (self);

  return given != NULL ? given : troupe_conversation_get_setting (self, "intent_llm");
}

static void
begin_classifying (TroupeFlowRunner *runner, const char *message, const char *const *intents)
{
  TroupeConversation *self = troupe_flow_runner_get_options (runner)->conversation;
  g_autofree char *history = troupe_conversation_format_messages (runner);
  g_autofree char *said = troupe_prompt_fill (TROUPE_PROMPT_CONVERSATION_LATEST, "history", history,
                                              "message", message, NULL);
  TroupeFeedbackModelCall call = { 0 };
  Question *question = NULL;
  GError *error = NULL;

  g_assert (self != NULL);

  if (!troupe_conversation_fill_call (runner, get_intent_llm (self),
                                      troupe_runner_report_get_scope (runner), &call, &error))
    {
      troupe_continuations_fail (troupe_flow_runner_get_continuations (runner),
                                 troupe_conversation_describe_error (error));
      return;
    }
  question = g_new0 (Question, 1);
  question->runner = runner;
  question->turn = troupe_flow_runner_get_options (runner)->turn;
  question->cancellable = g_cancellable_new ();
  troupe_continuations_call (troupe_flow_runner_get_continuations (runner), classify, question,
                             question_free);
  TROUPE_CRASH_POINT ("conversation-before-intent");
  troupe_feedback_outcome_ask_async (&call, said, intents, question->cancellable, classified_cb,
                                     question);
  troupe_feedback_model_call_clear (&call);
}

void
troupe_conversation_begin_turn (TroupeFlowRunner *runner)
{
  TroupeConversation *self = troupe_flow_runner_get_options (runner)->conversation;
  const char *message = get_text (look_up (self->turn, "message"));
  g_autofree char *stripped = g_strstrip (g_strdup (message != NULL ? message : ""));
  g_auto (GStrv) intents = list_intents (self);

  if (*stripped == '\0')
    return;
  if (intents[0] != NULL && get_intent_llm (self) == NULL)
    {
      troupe_continuations_fail (
          troupe_flow_runner_get_continuations (runner),
          g_error_new (TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_FEEDBACK,
                       _ ("The message must be matched to an intent, but no model is configured. "
                          "Set “%s” in the “%s” block."),
                       "intent_llm", "conversational"));
      return;
    }
  troupe_conversation_add_message (runner, "user", message);
  troupe_conversation_set_field (runner, "current_user_message",
                                 troupe_value_new_string (message, -1));
  troupe_conversation_set_field (runner, "last_user_message",
                                 troupe_value_new_string (message, -1));
  if (intents[0] != NULL)
    begin_classifying (runner, message, (const char *const *) intents);
}

void
troupe_conversation_begin_again (TroupeFlowRunner *runner)
{
  TroupeConversation *self = troupe_flow_runner_get_options (runner)->conversation;
  g_auto (GStrv) intents = list_intents (self);

  if (intents[0] != NULL && self->intent == NULL && has_message (self))
    self->intent = g_strdup (troupe_conversation_get_field (runner, "last_intent"));
}

/* --- End of a turn ---------------------------------------------------------------------------- */

/* Returns TRUE if a built-in method of a conversation was executed. Built-in methods add their
 * messages themselves. */
static gboolean
has_replied (TroupeFlowRunner *runner)
{
  GArray *outputs = troupe_runner_record_get_outputs (troupe_flow_runner_get_record (runner));
  TroupeFlow *flow = troupe_flow_runner_get_flow (runner);

  for (guint i = 0; i < outputs->len; i++)
    {
      const TroupeFlowMethod *method =
          troupe_flow_get_method (flow, g_array_index (outputs, TroupeRunOutput, i).method);

      if (troupe_flow_action_get_turn (method->action) > TROUPE_TURN_ROUTE)
        return TRUE;
    }
  return FALSE;
}

/* Returns the part of the output that can be shown to the user, NULL if there is none. (transfer
 * none) */
static const char *
get_reply (TroupeFlowRunner *runner, const TroupeRunOutput *output)
{
  TroupeConversation *self = troupe_flow_runner_get_options (runner)->conversation;
  const TroupeFlowMethod *method =
      troupe_flow_get_method (troupe_flow_runner_get_flow (runner), output->method);
  const char *text = get_text (output->value);
  const char *intent = troupe_conversation_get_field (runner, "last_intent");

  g_assert (output != NULL);

  if (text == NULL &&
      (method->action->type == TROUPE_ACTION_AGENT || method->action->type == TROUPE_ACTION_CREW))
    text = get_text (look_up (output->value, "raw"));
  if (text == NULL || troupe_conversation_is_label (self, text) || g_strcmp0 (text, intent) == 0)
    return NULL;
  return text;
}

void
troupe_conversation_end_turn (TroupeFlowRunner *runner)
{
  TroupeConversation *self = troupe_flow_runner_get_options (runner)->conversation;
  GArray *outputs = troupe_runner_record_get_outputs (troupe_flow_runner_get_record (runner));
  const TroupeRunOutput *last =
      outputs->len > 0 ? &g_array_index (outputs, TroupeRunOutput, outputs->len - 1) : NULL;
  const char *reply = NULL;

  if (last == NULL || !has_message (self) || has_replied (runner))
    return;
  reply = get_reply (runner, last);
  if (reply == NULL)
    return;
  TROUPE_CRASH_POINT ("conversation-before-reply");
  troupe_conversation_add_message (runner, "assistant", reply);
  troupe_conversation_save_reply (
      runner, troupe_flow_get_method (troupe_flow_runner_get_flow (runner), last->method));
}

/* --- Events ----------------------------------------------------------------------------------- */

void
troupe_conversation_tell_started (TroupeFlowRunner *runner)
{
  TroupeConversation *self = troupe_flow_runner_get_options (runner)->conversation;
  TroupeMapBuilder fields;

  if (self == NULL || !has_message (self))
    return;
  troupe_map_builder_init (&fields);
  troupe_runner_report_conversation (runner, TROUPE_EVENT_TURN_STARTED, &fields);
}

void
troupe_conversation_tell_ended (TroupeFlowRunner *runner)
{
  TroupeConversation *self = troupe_flow_runner_get_options (runner)->conversation;
  const TroupeRunResult *result = troupe_flow_runner_get_result (runner);
  TroupeMapBuilder fields;

  if (self == NULL || !has_message (self))
    return;
  troupe_map_builder_init (&fields);
  if (result->error != NULL)
    troupe_map_builder_add (&fields, "error", troupe_runner_report_make_reason (result->error));
  troupe_runner_report_conversation (
      runner, result->error != NULL ? TROUPE_EVENT_TURN_FAILED : TROUPE_EVENT_TURN_FINISHED,
      &fields);
}

/* --- Before the run --------------------------------------------------------------------------- */

/* The models that a turn may call, and their location in the block. */
static const struct
{
  const char *name;
  gboolean of_router;
} models[] = {
  { "llm", FALSE },
  { "llm", TRUE },
  { "intent_llm", FALSE },
  { "answer_from_history_llm", FALSE },
};

static TroupeValue *
get_llm (TroupeValue *block, guint index)
{
  return look_up (models[index].of_router ? look_up (block, "router") : block, models[index].name);
}

/* (transfer none) (nullable) */
static const char *
find_router_class (TroupeValue *block)
{
  return get_text (look_up (look_up (look_up (block, "router"), "response_format"), "python"));
}

const char *
troupe_conversation_get_router_class (TroupeConversation *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return find_router_class (self->block);
}

gboolean
troupe_conversation_check (TroupeConversation *self, TroupeLlmClient *client, GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    {
      TroupeValue *llm = get_llm (self->block, i);
      GError *cause = NULL;
      g_autoptr (TroupeAgentDefinition) model =
          llm != NULL ? troupe_feedback_model_new (llm, &cause) : NULL;

      if (llm == NULL || (model != NULL && troupe_feedback_model_check (model, client, &cause)))
        continue;
      g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PROVIDER,
                   _ ("Could not call the model of the conversation: %s"), cause->message);
      g_error_free (cause);
      return FALSE;
    }
  return TRUE;
}

void
troupe_conversation_list_permissions (TroupeFlow *flow, TroupePermissionList *permissions)
{
  TroupeValue *block = troupe_flow_get_conversation (flow);

  g_return_if_fail (permissions != NULL);

  for (guint i = 0; block != NULL && i < G_N_ELEMENTS (models); i++)
    {
      TroupeValue *llm = get_llm (block, i);
      g_autoptr (TroupeAgentDefinition) model =
          llm != NULL ? troupe_feedback_model_new (llm, NULL) : NULL;

      if (model != NULL)
        troupe_feedback_model_tell (model, permissions);
    }
  if (block != NULL)
    {
      static const TroupePermissionPlace place = {
        .method = "route_conversation",
        .path = TROUPE_CONVERSATION_ROUTER_PLACE "." TROUPE_CONVERSATION_FORM_PLACE,
      };
      const char *name = find_router_class (block);
      g_autofree char *source = name != NULL ? troupe_crew_hook_make_source (name) : NULL;

      if (source == NULL)
        return;
      troupe_permission_list_set_place (permissions, &place);
      troupe_permission_list_add_python (permissions, TROUPE_PYTHON_PERMIT_CODE, source);
      troupe_permission_list_set_place (permissions, NULL);
    }
}
