/* troupe-feedback-model.c: model calls of a method with human feedback
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-feedback-model"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-agent-model.h"
#include "troupe-agent-reply.h"
#include "troupe-base.h"
#include "troupe-feedback-model.h"
#include "troupe-permission-services.h"
#include "troupe-run-memory.h"

TroupeValue *
troupe_feedback_get_setting (const TroupeFlowMethod *method, const char *name)
{
  TroupeValue *block = method->feedback;
  TroupeValue *value = block != NULL && troupe_value_is (block, TROUPE_VALUE_MAP)
                           ? troupe_value_map_lookup_string (block, name, -1)
                           : NULL;

  return value != NULL && !troupe_value_is (value, TROUPE_VALUE_NULL) ? value : NULL;
}

gboolean
troupe_feedback_is_set (const TroupeFlowMethod *method, const char *name)
{
  TroupeValue *value = troupe_feedback_get_setting (method, name);

  return value != NULL && troupe_value_is (value, TROUPE_VALUE_BOOLEAN) &&
         troupe_value_get_boolean (value);
}

/* --- Before a run ---------------------------------------------------------------------------- */

static gboolean
has_outcomes (const TroupeFlowMethod *method)
{
  TroupeValue *emit = troupe_feedback_get_setting (method, "emit");

  return emit != NULL && troupe_value_is (emit, TROUPE_VALUE_LIST) &&
         troupe_value_list_get_length (emit) > 0;
}

/* Returns TRUE if @llm is the empty string, which Python interprets as no model. */
static gboolean
is_empty (TroupeValue *llm)
{
  return troupe_value_is (llm, TROUPE_VALUE_STRING) && *troupe_value_get_string (llm, NULL) == '\0';
}

TroupeAgentDefinition *
troupe_feedback_model_new (TroupeValue *llm, GError **error)
{
  static const char *const needed[] = { "role", "goal", "backstory" };
  g_autoptr (TroupeValue) fields = NULL;
  TroupeMapBuilder builder;

  /* Placeholder role; never shown. */
  troupe_map_builder_init (&builder);
  for (guint i = 0; i < G_N_ELEMENTS (needed); i++)
    troupe_map_builder_add (&builder, needed[i], troupe_value_new_string ("-", -1));
  if (llm != NULL && !is_empty (llm))
    troupe_map_builder_add (&builder, "llm", troupe_value_ref (llm));
  fields = troupe_map_builder_end (&builder);
  return troupe_agent_definition_new (fields, error);
}

TroupeAgentDefinition *
troupe_feedback_model_read (const TroupeFlowMethod *method, GError **error)
{
  g_return_val_if_fail (method != NULL, NULL);

  if (!has_outcomes (method) && !troupe_feedback_is_set (method, "learn"))
    return NULL;
  return troupe_feedback_model_new (troupe_feedback_get_setting (method, "llm"), error);
}

/* (transfer full) */
static char *
get_name (TroupeAgentDefinition *model, TroupeLlmClient *client)
{
  const char *name = troupe_agent_definition_get_model (model);

  return name != NULL ? g_strdup (name) : troupe_llm_client_get_default_model (client);
}

gboolean
troupe_feedback_model_check (TroupeAgentDefinition *model, TroupeLlmClient *client, GError **error)
{
  g_autofree char *name = NULL;

  g_return_val_if_fail (model != NULL, FALSE);
  g_return_val_if_fail (TROUPE_IS_LLM_CLIENT (client), FALSE);

  name = get_name (model, client);
  return troupe_llm_client_check (client, name, troupe_agent_definition_get_settings (model),
                                  error);
}

void
troupe_feedback_model_list_permissions (const TroupeFlowMethod *method,
                                        TroupePermissionList *permissions)
{
  g_autoptr (TroupeAgentDefinition) model = NULL;

  g_return_if_fail (method != NULL && permissions != NULL);

  model = troupe_feedback_model_read (method, NULL);
  if (model == NULL)
    return;
  troupe_feedback_model_tell (model, permissions);
  /* Lessons are stored in the flow's memory. */
  if (troupe_feedback_is_set (method, "learn"))
    {
      g_autoptr (TroupeValue) fields = troupe_value_from_json ("{\"memory\":{}}", -1, NULL);

      troupe_memory_fields_list_permissions (fields, NULL, permissions);
    }
}

void
troupe_feedback_model_tell (TroupeAgentDefinition *model, TroupePermissionList *permissions)
{
  g_return_if_fail (model != NULL && permissions != NULL);

  troupe_permission_list_add_model (permissions, troupe_agent_definition_get_model (model),
                                    troupe_agent_definition_get_settings (model));
}

/* --- During a run ----------------------------------------------------------------------------- */

TroupeFeedbackModelCall
troupe_feedback_model_call_copy (const TroupeFeedbackModelCall *call)
{
  TroupeFeedbackModelCall copy = *call;

  troupe_agent_definition_ref (copy.model);
  g_object_ref (copy.client);
  if (copy.bus != NULL)
    troupe_event_bus_ref (copy.bus);
  if (copy.scope != NULL)
    troupe_scope_ref (copy.scope);
  if (copy.form != NULL)
    troupe_value_ref (copy.form);
  return copy;
}

void
troupe_feedback_model_call_clear (TroupeFeedbackModelCall *call)
{
  g_return_if_fail (call != NULL);

  g_clear_pointer (&call->model, troupe_agent_definition_unref);
  g_clear_object (&call->client);
  g_clear_pointer (&call->bus, troupe_event_bus_unref);
  g_clear_pointer (&call->scope, troupe_scope_unref);
  g_clear_pointer (&call->form, troupe_value_unref);
}

gboolean
troupe_feedback_model_takes_form (const TroupeFeedbackModelCall *call)
{
  g_autofree char *name = NULL;
  gboolean is_openai;

  g_return_val_if_fail (call != NULL, FALSE);

  name = get_name (call->model, call->client);
  is_openai = strchr (name, '/') == NULL || g_str_has_prefix (name, "openai/");
  return !is_openai || strstr (name, "o1") == NULL;
}

/* Data of a call. @object: NULL if no structured output was requested. @rules: (nullable): the
 * parsed schema of the form */
typedef struct
{
  TroupeSchema *rules;
  gboolean takes_words;
  TroupeValue *object;
} Reply;

static void
reply_free (gpointer data)
{
  Reply *reply = data;

  g_clear_pointer (&reply->rules, troupe_schema_unref);
  g_clear_pointer (&reply->object, troupe_value_unref);
  g_free (reply);
}

/* Returns the settings of the model. If @form is not NULL, they contain it as the response
 * format. @form: (nullable). (transfer full) */
static TroupeValue *
make_settings (TroupeAgentDefinition *model, TroupeValue *form)
{
  g_autoptr (TroupeValue) settings = NULL;
  g_autoptr (TroupeValue) format = NULL;
  TroupeMapBuilder builder;
  TroupeMapBuilder inner, outer;

  if (troupe_agent_definition_get_settings (model) != NULL)
    settings = troupe_value_ref (troupe_agent_definition_get_settings (model));
  else
    {
      troupe_map_builder_init (&builder);
      settings = troupe_map_builder_end (&builder);
    }
  if (form == NULL)
    return g_steal_pointer (&settings);
  /* Wraps a schema in the form that CrewAI sends: the schema is strict, and its name is its
   * title. */
  troupe_map_builder_init (&inner);
  troupe_map_builder_add (&inner, "name",
                          troupe_value_ref (troupe_value_map_lookup_string (form, "title", -1)));
  troupe_map_builder_add (&inner, "strict", troupe_value_new_boolean (TRUE));
  troupe_map_builder_add (&inner, "schema", troupe_value_ref (form));

  troupe_map_builder_init (&outer);
  troupe_map_builder_add (&outer, "type", troupe_value_new_string ("json_schema", -1));
  troupe_map_builder_add (&outer, "json_schema", troupe_map_builder_end (&inner));
  format = troupe_map_builder_end (&outer);
  return troupe_value_map_with (settings, "response_format", format);
}

static gboolean
wants_stream (TroupeValue *settings, gboolean usual)
{
  TroupeValue *stream = troupe_value_map_lookup_string (settings, "stream", -1);

  return stream != NULL && troupe_value_is (stream, TROUPE_VALUE_BOOLEAN)
             ? troupe_value_get_boolean (stream)
             : usual;
}

/* Creates the messages of a request. @system: (nullable). (transfer full) (element-type
 * TroupeLlmMessage) */
static GPtrArray *
make_messages (const char *system, const char *user)
{
  GPtrArray *messages = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_llm_message_unref);
  const struct
  {
    TroupeLlmRole role;
    const char *text;
  } said[] = { { TROUPE_LLM_ROLE_SYSTEM, system }, { TROUPE_LLM_ROLE_USER, user } };

  for (guint i = 0; i < G_N_ELEMENTS (said); i++)
    if (said[i].text != NULL)
      g_ptr_array_add (messages, troupe_llm_message_new_text (said[i].role, said[i].text));
  return messages;
}

/* Returns TRUE if the answer is acceptable. A plain string may also be parsed as the requested
 * object. */
static gboolean
is_enough (Reply *reply, gboolean is_plain, const TroupeLlmAnswer *answer, GError **error)
{
  g_assert (answer != NULL);

  if (reply->rules == NULL || reply->object != NULL || (is_plain && reply->takes_words))
    return TRUE;
  if (is_plain)
    reply->object = troupe_agent_read_object (reply->rules, answer->content, TRUE, error);
  else
    g_set_error_literal (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_INVALID,
                         _ ("The answer of the model is empty."));

  return reply->object != NULL;
}

static void
asked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Reply *reply = g_task_get_task_data (task);
  gboolean is_plain = troupe_agent_model_asked_plainly (TROUPE_AGENT_MODEL (source), result);
  g_autoptr (TroupeLlmAnswer) answer = NULL;
  GError *error = NULL;

  g_assert (G_IS_ASYNC_RESULT (result));

  answer =
      troupe_agent_model_ask_finish (TROUPE_AGENT_MODEL (source), result, &reply->object, &error);
  if (answer == NULL || !is_enough (reply, is_plain, answer, &error))
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, g_strdup (answer->content), g_free);
}

void
troupe_feedback_model_ask_async (const TroupeFeedbackModelCall *call,
                                 const char *system,
                                 const char *user,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data)
{
  g_autoptr (GPtrArray) messages = NULL;

  g_return_if_fail (call != NULL && user != NULL);

  messages = make_messages (system, user);
  troupe_feedback_model_send_async (call, messages, cancellable, callback, user_data);
}

void
troupe_feedback_model_send_async (const TroupeFeedbackModelCall *call,
                                  GPtrArray *messages,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  g_autoptr (TroupeValue) settings = NULL;
  g_autoptr (TroupeSchema) rules = NULL;
  g_autoptr (TroupeAgentModel) model = NULL;
  TroupeAgentLoopSetup setup = { 0 };
  Reply *reply = NULL;

  g_return_if_fail (call != NULL && messages != NULL);

  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_feedback_model_send_async);
  reply = g_new0 (Reply, 1);
  g_task_set_task_data (task, reply, reply_free);
  settings = make_settings (call->model, call->form);
  rules = call->form != NULL ? troupe_schema_new_open (call->form, NULL) : NULL;
  reply->rules = rules != NULL ? troupe_schema_ref (rules) : NULL;
  reply->takes_words = call->takes_words;
  setup.client = call->client;
  setup.bus = call->bus;
  setup.scope = call->scope;
  setup.model = troupe_agent_definition_get_model (call->model);
  setup.settings = settings;
  setup.answer_rules = rules;
  setup.stream = wants_stream (settings, call->streams);
  setup.usage = call->usage;
  setup.hooks = call->hooks;
  model = troupe_agent_model_new (&setup);
  troupe_agent_model_ask_async (model, messages, NULL, cancellable, asked_cb, g_object_ref (task));
}

char *
troupe_feedback_model_ask_finish (GAsyncResult *result, TroupeValue **object, GError **error)
{
  Reply *reply = NULL;

  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  reply = g_task_get_task_data (G_TASK (result));
  if (object != NULL)
    *object = g_steal_pointer (&reply->object);
  return g_task_propagate_pointer (G_TASK (result), error);
}
