/* troupe-conversation-action.c: built-in methods of a conversation flow: routing and answering
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-conversation-action"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-agent-form.h"
#include "troupe-agent-prompts.h"
#include "troupe-conversation-private.h"
#include "troupe-crash-point.h"
#include "troupe-crew-hook-call.h"
#include "troupe-flow-runner-action.h"
#include "troupe-flow-runner-python-private.h"
#include "troupe-flow-runner-report.h"
#include "troupe-llm.h"

/* A request to a model. @messages: the messages to send */
typedef struct
{
  TroupeRunnerFrame *frame;
  GPtrArray *messages;
} Question;

static void
question_free (Question *self)
{
  g_assert (self != NULL);

  g_clear_pointer (&self->messages, g_ptr_array_unref);
  g_free (self);
}

static TroupeConversation *
get_conversation (TroupeRunnerFrame *frame)
{
  return troupe_flow_runner_get_options (troupe_runner_frame_get_runner (frame))->conversation;
}

static void
fail (TroupeRunnerFrame *frame, GError *cause)
{
  gboolean is_temporary = troupe_llm_error_is_temporary (cause);
  GError *error = troupe_conversation_describe_error (cause);

  g_assert (frame != NULL);

  if (is_temporary)
    troupe_runner_action_fail_for_now (frame, error, NULL);
  else
    troupe_runner_action_fail (frame, error, NULL);
}

/* --- Messages --------------------------------------------------------------------------------- */

static void
add_message (GPtrArray *messages, TroupeLlmRole role, const char *text)
{
  g_assert (messages != NULL);

  g_ptr_array_add (messages, troupe_llm_message_new_text (role, text));
}

/* Returns the content of @message. Strings are returned unchanged, and any other value as JSON.
 * (transfer full) */
static char *
get_content (TroupeValue *message)
{
  TroupeValue *content = troupe_value_map_lookup_string (message, "content", -1);

  if (content == NULL || troupe_value_is (content, TROUPE_VALUE_NULL))
    return NULL;
  return troupe_value_is (content, TROUPE_VALUE_STRING)
             ? g_strdup (troupe_value_get_string (content, NULL))
             : troupe_value_to_json (content, TROUPE_JSON_SPACED);
}

static Question *
new_question (TroupeRunnerFrame *frame, const char *system)
{
  Question *self = g_new0 (Question, 1);

  self->frame = frame;
  self->messages = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_llm_message_unref);
  if (system != NULL)
    add_message (self->messages, TROUPE_LLM_ROLE_SYSTEM, system);
  return self;
}

static gboolean
fill_call (TroupeRunnerFrame *frame,
           TroupeValue *llm,
           TroupeFeedbackModelCall *call,
           GError **error)
{
  TroupeActionContext context;

  troupe_runner_action_get_context (frame, &context);
  return troupe_conversation_fill_call (troupe_runner_frame_get_runner (frame), llm,
                                        context.scope, call, error);
}

/* --- Answering -------------------------------------------------------------------------------- */

static void
say (TroupeRunnerFrame *frame, const char *text)
{
  troupe_conversation_add_message (troupe_runner_frame_get_runner (frame), "assistant", text);
  troupe_runner_action_end (frame, troupe_value_new_string (text, -1));
}

static void
answered_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Question *self = user_data;
  TroupeRunnerFrame *frame = self->frame;
  GError *error = NULL;
  g_autofree char *text = troupe_feedback_model_ask_finish (result, NULL, &error);

  g_assert (G_IS_ASYNC_RESULT (result));

  question_free (self);
  TROUPE_CRASH_POINT ("conversation-answered");
  troupe_runner_action_answered (frame);
  if (!troupe_runner_action_is_wanted (frame))
    g_clear_error (&error);
  else if (text != NULL)
    say (frame, text);
  else
    fail (frame, error);
}

/* @system: (nullable) */
static void
answer (TroupeRunnerFrame *frame, TroupeValue *llm, const char *system)
{
  TroupeFeedbackModelCall call = { 0 };
  Question *question = NULL;
  GError *error = NULL;
  g_autoptr (TroupeValue) history = NULL;

  g_assert (frame != NULL);

  if (!fill_call (frame, llm, &call, &error))
    {
      fail (frame, error);
      return;
    }
  call.streams = troupe_llm_client_get_streams (call.client);
  question = new_question (frame, system);
  /* Adds the history of the conversation. Tool messages are skipped, because they are not
   * part of the dialog between user and assistant. */
  history = troupe_conversation_get_messages (troupe_runner_frame_get_runner (frame));
  for (gsize i = 0; i < troupe_value_list_get_length (history); i++)
    {
      TroupeValue *message = troupe_value_list_get (history, i);
      TroupeValue *role = troupe_value_is (message, TROUPE_VALUE_MAP)
                              ? troupe_value_map_lookup_string (message, "role", -1)
                              : NULL;
      const char *name = role != NULL && troupe_value_is (role, TROUPE_VALUE_STRING)
                             ? troupe_value_get_string (role, NULL)
                             : "";
      g_autofree char *content = role != NULL ? get_content (message) : NULL;

      if (content == NULL)
        continue;
      if (g_str_equal (name, "user"))
        add_message (question->messages, TROUPE_LLM_ROLE_USER, content);
      else if (g_str_equal (name, "assistant"))
        add_message (question->messages, TROUPE_LLM_ROLE_ASSISTANT, content);
      else if (g_str_equal (name, "system"))
        add_message (question->messages, TROUPE_LLM_ROLE_SYSTEM, content);
    }
  TROUPE_CRASH_POINT ("conversation-before-answer");
  troupe_feedback_model_send_async (&call, question->messages, troupe_runner_action_wait (frame),
                                    answered_cb, question);
  troupe_feedback_model_call_clear (&call);
}

/* --- Routing ---------------------------------------------------------------------------------- */

static void
select_route (TroupeRunnerFrame *frame, const char *route)
{
  TroupeFlowRunner *runner = troupe_runner_frame_get_runner (frame);
  g_autoptr (TroupeValue) messages = troupe_conversation_get_messages (runner);
  gsize n = troupe_value_list_get_length (messages);
  g_autofree char *before = g_strdup (troupe_conversation_get_field (runner, "last_intent"));
  const char *message = troupe_conversation_get_field (runner, "current_user_message");
  TroupeMapBuilder fields;

  g_assert (route != NULL);

  troupe_map_builder_init (&fields);
  troupe_map_builder_add (&fields, "route", troupe_value_new_string (route, -1));
  troupe_map_builder_add (&fields, "user_message",
                          message != NULL ? troupe_value_new_string (message, -1)
                                          : troupe_value_new_null ());
  troupe_map_builder_add (&fields, "message_index",
                          n > 0 ? troupe_value_new_integer ((gint64) n - 1)
                                : troupe_value_new_null ());
  troupe_map_builder_add (&fields, "previous_intent",
                          before != NULL ? troupe_value_new_string (before, -1)
                                         : troupe_value_new_null ());
  troupe_conversation_set_field (runner, "last_intent", troupe_value_new_string (route, -1));
  troupe_runner_report_conversation (runner, TROUPE_EVENT_ROUTE_SELECTED, &fields);
  troupe_runner_action_end (frame, troupe_value_new_string (route, -1));
}

static void
checked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeRunnerFrame *frame = user_data;
  GError *error = NULL;
  g_autofree char *outcome = troupe_feedback_outcome_ask_finish (result, &error);

  g_assert (G_IS_ASYNC_RESULT (result));

  troupe_runner_action_answered (frame);
  if (!troupe_runner_action_is_wanted (frame))
    g_clear_error (&error);
  else if (outcome == NULL)
    fail (frame, error);
  else if (g_str_equal (outcome, "answer_from_history"))
    select_route (frame, "answer_from_history");
  else
    select_route (frame, "converse");
}

/* Selects the route if there is no router. */
static void
route_by_intent (TroupeRunnerFrame *frame)
{
  TroupeFlowRunner *runner = troupe_runner_frame_get_runner (frame);
  TroupeConversation *conversation = get_conversation (frame);
  TroupeValue *llm = troupe_conversation_get_setting (conversation, "answer_from_history_llm");
  g_autoptr (TroupeValue) messages = troupe_conversation_get_messages (runner);

  g_assert (frame != NULL);

  if (troupe_conversation_get_intent (conversation) != NULL)
    select_route (frame, troupe_conversation_get_intent (conversation));
  else if (llm != NULL && troupe_value_list_get_length (messages) >= 2)
    {
      static const char *const outcomes[] = { "answer_from_history", "route_to_flow", NULL };
      const char *message = troupe_conversation_get_field (runner, "current_user_message");
      g_autofree char *history = troupe_conversation_format_messages (runner);
      g_autofree char *text =
          troupe_prompt_fill (TROUPE_PROMPT_CONVERSATION_HISTORY_CHECK, "prompt",
                              troupe_conversation_get_history_prompt (get_conversation (frame)),
                              "message", message != NULL ? message : "", "history", history, NULL);
      TroupeFeedbackModelCall call = { 0 };
      GError *error = NULL;

      /* Asks the model whether the history is sufficient to answer the message (deprecated). */
      if (!fill_call (frame, llm, &call, &error))
        {
          fail (frame, error);
          return;
        }
      troupe_feedback_outcome_ask_async (&call, text, outcomes, troupe_runner_action_wait (frame),
                                         checked_cb, frame);
      troupe_feedback_model_call_clear (&call);
    }
  else
    select_route (frame, "converse");
}

/* Returns an empty string if the setting is null (no such intent), or "converse" if it is not
 * set. */
static const char *
get_intent_setting (TroupeConversation *conversation, const char *name)
{
  const char *text = troupe_conversation_get_text (conversation, name, TRUE);

  if (text == NULL && troupe_conversation_is_null (conversation, name))
    return "";
  return text != NULL ? text : "converse";
}

/* Selects the route if the model did not return one. */
static void
fall_back (TroupeRunnerFrame *frame)
{
  TroupeConversation *conversation = get_conversation (frame);
  const char *route = get_intent_setting (conversation, "fallback_intent");

  g_assert (frame != NULL);

  if (*route == '\0')
    route = get_intent_setting (conversation, "default_intent");
  if (*route != '\0')
    select_route (frame, route);
  else
    route_by_intent (frame);
}

static void
routed_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Question *self = user_data;
  TroupeRunnerFrame *frame = self->frame;
  g_autoptr (TroupeValue) object = NULL;
  g_autofree char *text = troupe_feedback_model_ask_finish (result, &object, NULL);
  g_autofree char *intent = NULL;
  g_auto (GStrv) routes = NULL;
  const char *given;
  TroupeValue *value;

  g_assert (G_IS_ASYNC_RESULT (result));

  question_free (self);
  TROUPE_CRASH_POINT ("conversation-routed");
  troupe_runner_action_answered (frame);
  if (!troupe_runner_action_is_wanted (frame))
    return;
  given = troupe_conversation_get_text (get_conversation (frame), "intent_field", TRUE);
  value = object != NULL && troupe_value_is (object, TROUPE_VALUE_MAP)
              ? troupe_value_map_lookup_string (object, given != NULL ? given : "intent", -1)
              : NULL;
  intent = value != NULL && troupe_value_is (value, TROUPE_VALUE_STRING)
               ? g_strdup (troupe_value_get_string (value, NULL))
               : NULL;
  routes = troupe_conversation_list_routes (get_conversation (frame), TRUE);
  if (intent != NULL && g_strv_contains ((const char *const *) routes, intent))
    select_route (frame, intent);
  else
    fall_back (frame);
}

/* @form: (transfer full) */
static void
ask_router_in_form (TroupeRunnerFrame *frame, TroupeValue *llm, TroupeValue *form)
{
  TroupeConversation *conversation = get_conversation (frame);
  g_autofree char *system = troupe_conversation_make_router_prompt (conversation);
  g_autofree char *user =
      troupe_conversation_make_router_question (troupe_runner_frame_get_runner (frame));
  TroupeFeedbackModelCall call = { 0 };
  Question *question = NULL;

  g_assert (frame != NULL);

  if (!fill_call (frame, llm, &call, NULL))
    {
      troupe_value_unref (form);
      fall_back (frame);
      return;
    }
  call.form = form;
  question = new_question (frame, system);
  add_message (question->messages, TROUPE_LLM_ROLE_USER, user);
  TROUPE_CRASH_POINT ("conversation-before-route");
  troupe_feedback_model_send_async (&call, question->messages, troupe_runner_action_wait (frame),
                                    routed_cb, question);
  troupe_feedback_model_call_clear (&call);
}

/* A request for the JSON schema of the router's Python class. @around: context of the call */
typedef struct
{
  TroupeRunnerFrame *frame;
  TroupeValue *llm;
  TroupeCrewContext around;
} ClassLook;

static void
class_told_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autofree ClassLook *look = user_data;
  g_autoptr (TroupeValue) llm = look->llm;
  GError *error = NULL;
  g_autoptr (TroupeValue) schema = troupe_crew_hook_call_finish (result, &error);

  g_assert (G_IS_ASYNC_RESULT (result));

  troupe_runner_action_answered (look->frame);
  if (!troupe_runner_action_is_wanted (look->frame))
    g_clear_error (&error);
  else if (schema == NULL)
    troupe_runner_action_fail (look->frame, error, NULL);
  else
    {
      g_autoptr (TroupeAgentDefinition) model = troupe_feedback_model_new (llm, NULL);
      const char *name = model != NULL ? troupe_agent_definition_get_model (model) : NULL;
      TroupeValue *class_form;

      /* Converts @schema to the response format that is sent to the server of @llm. */
      if (name == NULL)
        class_form = troupe_value_ref (schema);
      else
        class_form = troupe_agent_form_make (
            schema, troupe_agent_form_find (name, troupe_agent_definition_get_settings (model)));
      ask_router_in_form (look->frame, llm, class_form);
    }
}

/* Returns TRUE if a router selects the route. Without a `router` block, a router is used if the
 * document has routes and no default intents. */
static gboolean
has_router (TroupeConversation *conversation)
{
  TroupeValue *intents = troupe_conversation_get_setting (conversation, "default_intents");

  if (troupe_conversation_get_setting (conversation, "router") != NULL)
    return TRUE;
  return (intents == NULL || !troupe_value_is (intents, TROUPE_VALUE_LIST) ||
          troupe_value_list_get_length (intents) == 0) &&
         troupe_conversation_has_custom_routes (conversation);
}

static void
route (TroupeRunnerFrame *frame)
{
  TroupeConversation *conversation = get_conversation (frame);
  TroupeValue *llm = troupe_conversation_get_router_setting (conversation, "llm");
  const char *usual = get_intent_setting (conversation, "default_intent");

  g_assert (frame != NULL);

  if (llm == NULL)
    llm = troupe_conversation_get_setting (conversation, "intent_llm");
  if (llm == NULL)
    llm = troupe_conversation_get_setting (conversation, "llm");
  if (!has_router (conversation) || (llm == NULL && *usual == '\0'))
    route_by_intent (frame);
  else if (llm == NULL)
    select_route (frame, usual);
  else
    {
      TroupeConversation *router = get_conversation (frame);
      const char *name = troupe_conversation_get_router_class (router);

      if (name != NULL)
        {
          /* Requests the schema of the router's Python class. As in CrewAI, the class is imported
           * when the first turn is routed. */
          TroupeRunnerPython *python =
              troupe_flow_runner_get_python (troupe_runner_frame_get_runner (frame));
          const TroupeCrewHook hook = { TROUPE_CREW_HOOK_PYTHON, (char *) name, NULL,
                                        (char *) TROUPE_CONVERSATION_FORM_PLACE };
          ClassLook *look = g_new0 (ClassLook, 1);

          look->frame = frame;
          look->llm = troupe_value_ref (llm);
          look->around.path = TROUPE_CONVERSATION_ROUTER_PLACE;
          look->around.python = python != NULL ? python->python : NULL;
          troupe_crew_hook_call_async (&look->around, &hook, TROUPE_HOOK_MODEL, NULL,
                                       troupe_turn_kind_get_method (TROUPE_TURN_ROUTE),
                                       troupe_runner_action_wait (frame), class_told_cb, look);
        }
      else
        ask_router_in_form (frame, llm, troupe_conversation_make_router_form (router));
    }
}

/* --- Action kinds ----------------------------------------------------------------------------- */

static gboolean
conversation_begin (TroupeRunnerFrame *frame, const TroupeFlowAction *action)
{
  if (get_conversation (frame) == NULL)
    troupe_runner_action_fail (
        frame,
        g_error_new (TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_BUILD,
                     _ ("“%s” is part of a conversation, but this flow is not conversational."),
                     action->reference),
        NULL);
  else
    troupe_runner_action_ready (frame, action, NULL);
  return FALSE;
}

static void
conversation_start (TroupeRunnerFrame *frame,
                    const TroupeFlowAction *action,
                    TroupeValue *input,
                    TroupeValue *outputs)
{
  g_assert (frame != NULL);

  switch (troupe_flow_action_get_turn (action))
    {
    case TROUPE_TURN_ROUTE:
      route (frame);
      break;

    case TROUPE_TURN_CONVERSE:
      {
        TroupeConversation *conversation = get_conversation (frame);
        TroupeValue *llm = troupe_conversation_get_setting (conversation, "llm");

        if (llm == NULL)
          llm = troupe_conversation_get_setting (conversation, "answer_from_history_llm");
        if (llm == NULL)
          llm = troupe_conversation_get_setting (conversation, "router") != NULL
                    ? troupe_conversation_get_router_setting (conversation, "llm")
                    : troupe_conversation_get_setting (conversation, "intent_llm");
        if (llm == NULL)
          /* The text is not translated, because it is stored in the state like an answer of a model. */
          say (frame, "This conversation has no model that can answer.");
        else
          answer (frame, llm, troupe_conversation_get_system_prompt (conversation));
      }
      break;

    case TROUPE_TURN_END:
      troupe_conversation_set_field (troupe_runner_frame_get_runner (frame), "ended",
                                     troupe_value_new_boolean (TRUE));
      say (frame, "Conversation ended.");
      break;

    case TROUPE_TURN_HISTORY:
      {
        TroupeConversation *conversation = get_conversation (frame);
        TroupeValue *llm =
            troupe_conversation_get_setting (conversation, "answer_from_history_llm");

        if (llm == NULL)
          troupe_runner_action_end (frame, troupe_value_new_null ());
        else
          answer (frame, llm, troupe_conversation_get_history_prompt (conversation));
      }
      break;

    case TROUPE_TURN_OTHER:
    case TROUPE_TURN_N_KINDS:
    default:
      g_assert_not_reached ();
    }
}

const TroupeRunnerAction troupe_runner_action_conversation = {
  .begin = conversation_begin,
  .start = conversation_start,
};
