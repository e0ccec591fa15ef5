/* troupe-agent-window.c: keeps an agent's conversation within the context window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-window"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-agent-events.h"
#include "troupe-agent-message-list.h"
#include "troupe-agent-summary.h"
#include "troupe-agent-window.h"
#include "troupe-agent.h"
#include "troupe-llm-models.h"

/* @writer: model that writes the summary; @size: context window in tokens; @is_respected:
 *   whether the conversation may be shortened */
struct _TroupeAgentWindow
{
  GObject parent_instance;

  TroupeLlmClient *client;
  TroupeEventBus *bus; /* (nullable) */
  TroupeScope *scope;  /* (nullable) */
  char *role;
  char *model_string; /* (nullable) */
  TroupeValue *settings;
  TroupeAgentModel *model;
  TroupeAgentModel *writer;
  gint64 size;
  gboolean is_respected;
  gboolean has_shortened;
};

G_DEFINE_FINAL_TYPE (TroupeAgentWindow, troupe_agent_window, G_TYPE_OBJECT)

/* @is_second: whether the conversation was already shortened because the server rejected its
 *   length */
typedef struct
{
  GPtrArray *messages;
  GPtrArray *specs;
  gboolean is_second;
  TroupeValue *object;
} Asking;

static void ask (GTask *task);

static void
asking_free (gpointer data)
{
  Asking *asking = data;

  g_assert (asking != NULL);

  g_ptr_array_unref (asking->messages);
  g_clear_pointer (&asking->specs, g_ptr_array_unref);
  g_clear_pointer (&asking->object, troupe_value_unref);
  g_free (asking);
}

/* @error: (nullable) */
static void
tell (TroupeAgentWindow *self, TroupeEventType type, const GError *error)
{
  TroupeMapBuilder fields;

  g_assert (TROUPE_IS_AGENT_WINDOW (self));

  if (!troupe_agent_events_are_watched (self->bus))
    return;

  troupe_agent_events_begin (&fields, self->role);
  troupe_agent_events_add_text (&fields, "model", troupe_agent_model_get_name (self->model));
  if (error != NULL)
    troupe_agent_events_add_error (&fields, "provider", error);
  troupe_agent_events_emit (self->bus, type, self->scope, &fields);
}

/* @shorter: (transfer full) */
static void
take_shorter (GTask *task, GPtrArray *shorter)
{
  TroupeAgentWindow *self = g_task_get_source_object (task);
  Asking *asking = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  g_ptr_array_set_size (asking->messages, 0);
  for (guint i = 0; i < shorter->len; i++)
    g_ptr_array_add (asking->messages, troupe_llm_message_ref (g_ptr_array_index (shorter, i)));
  g_ptr_array_unref (shorter);
  self->has_shortened = TRUE;
}

/* --- Overflow errors -------------------------------------------------------------------------- */

static void
shortened_again_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  GPtrArray *shorter = troupe_agent_summarize_finish (TROUPE_AGENT_MODEL (source), result, &error);

  g_assert (G_IS_ASYNC_RESULT (result));

  if (shorter == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  take_shorter (task, shorter);
  ask (task);
}

static GError *
make_forbidden_error (TroupeAgentWindow *self)
{
  g_assert (TROUPE_IS_AGENT_WINDOW (self));

  return g_error_new (
      TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_KEPT,
      /* Translators: the name of a model, and the role of an agent. “respect_context_window” is
       * a key. */
      _ ("The conversation exceeds the context window of the model “%s”, and "
         "“respect_context_window” of the agent “%s” does not allow summarizing it. Shorten the "
         "input, or enable the setting."),
      troupe_agent_model_get_name (self->model), self->role != NULL ? self->role : "?");
}

static void
answered_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  TroupeAgentWindow *self = g_task_get_source_object (task);
  Asking *asking = g_task_get_task_data (task);
  GError *error = NULL;
  TroupeLlmAnswer *answer =
      troupe_agent_model_ask_finish (TROUPE_AGENT_MODEL (source), result, &asking->object, &error);

  g_assert (G_IS_ASYNC_RESULT (result));

  if (answer != NULL)
    g_task_return_pointer (task, answer, (GDestroyNotify) troupe_llm_answer_free);
  else if (troupe_llm_error_get_overflow (error) != TROUPE_LLM_OVERFLOW_KNOWN || asking->is_second)
    g_task_return_error (task, error);
  else if (!self->is_respected)
    {
      g_error_free (error);
      g_task_return_error (task, make_forbidden_error (self));
    }
  else
    {
      g_error_free (error);
      asking->is_second = TRUE;
      troupe_agent_summarize_async (self->writer, asking->messages, self->size,
                                    g_task_get_cancellable (task), shortened_again_cb,
                                    g_object_ref (task));
    }
}

static void
ask (GTask *task)
{
  TroupeAgentWindow *self = g_task_get_source_object (task);
  Asking *asking = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  troupe_agent_model_ask_async (self->model, asking->messages, asking->specs,
                                g_task_get_cancellable (task), answered_cb, g_object_ref (task));
}

/* --- Check before a request ------------------------------------------------------------------- */

static void
shortened_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  TroupeAgentWindow *self = g_task_get_source_object (task);
  g_autoptr (GError) error = NULL;
  GPtrArray *shorter = troupe_agent_summarize_finish (TROUPE_AGENT_MODEL (source), result, &error);

  g_assert (G_IS_ASYNC_RESULT (result));

  tell (self, shorter != NULL ? TROUPE_EVENT_SUMMARY_FINISHED : TROUPE_EVENT_SUMMARY_FAILED, error);
  if (shorter != NULL)
    take_shorter (task, shorter);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_task_return_error (task, g_steal_pointer (&error));
  /* The request may still succeed, because the token count is an estimate. */
  else
    ask (task);
}

/* A single message is the request itself, and shortening the conversation would alter the
 * request. */
static gboolean
can_be_shortened (GPtrArray *messages)
{
  guint n_said = 0;

  g_assert (messages != NULL);

  for (guint i = 0; i < messages->len; i++)
    if (((const TroupeLlmMessage *) g_ptr_array_index (messages, i))->role !=
        TROUPE_LLM_ROLE_SYSTEM)
      n_said++;

  return n_said > 1;
}

static void
counted_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  TroupeAgentWindow *self = g_task_get_source_object (task);
  Asking *asking = g_task_get_task_data (task);
  GError *error = NULL;
  gint64 n_tokens =
      troupe_llm_client_count_tokens_finish (TROUPE_LLM_CLIENT (source), result, &error);

  g_assert (G_IS_ASYNC_RESULT (result));

  if (error != NULL)
    g_task_return_error (task, error);
  else if (n_tokens <= self->size || !can_be_shortened (asking->messages))
    ask (task);
  else
    {
      tell (self, TROUPE_EVENT_SUMMARY_STARTED, NULL);
      troupe_agent_summarize_async (self->writer, asking->messages, self->size,
                                    g_task_get_cancellable (task), shortened_cb,
                                    g_object_ref (task));
    }
}

void
troupe_agent_window_ask_async (TroupeAgentWindow *self,
                               GPtrArray *messages,
                               GPtrArray *specs,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  g_autoptr (TroupeLlmRequest) request = NULL;
  Asking *asking = NULL;

  g_return_if_fail (TROUPE_IS_AGENT_WINDOW (self) && messages != NULL);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_agent_window_ask_async);
  g_task_set_check_cancellable (task, FALSE);
  asking = g_new0 (Asking, 1);
  asking->messages = g_ptr_array_ref (messages);
  asking->specs = specs != NULL ? g_ptr_array_ref (specs) : NULL;
  g_task_set_task_data (task, asking, asking_free);
  if (!self->is_respected)
    {
      ask (task);
      return;
    }
  request = troupe_llm_request_new (self->model_string, messages);
  request->settings = self->settings != NULL ? troupe_value_ref (self->settings) : NULL;
  request->tools = specs != NULL && specs->len > 0 ? g_ptr_array_ref (specs) : NULL;
  troupe_llm_client_count_tokens_async (self->client, request, cancellable, counted_cb,
                                        g_object_ref (task));
}

TroupeLlmAnswer *
troupe_agent_window_ask_finish (TroupeAgentWindow *self,
                                GAsyncResult *result,
                                TroupeValue **object,
                                GError **error)
{
  Asking *asking = NULL;

  g_return_val_if_fail (TROUPE_IS_AGENT_WINDOW (self) && g_task_is_valid (result, self), NULL);

  asking = g_task_get_task_data (G_TASK (result));
  *object = g_steal_pointer (&asking->object);

  return g_task_propagate_pointer (G_TASK (result), error);
}

gboolean
troupe_agent_window_has_shortened (TroupeAgentWindow *self)
{
  g_return_val_if_fail (TROUPE_IS_AGENT_WINDOW (self), FALSE);

  return self->has_shortened;
}

/* --- Construction ----------------------------------------------------------------------------- */

TroupeAgentWindow *
troupe_agent_window_new (const TroupeAgentLoopSetup *setup, TroupeAgentModel *model)
{
  g_autofree char *default_model = NULL;
  TroupeAgentWindow *self = NULL;
  g_autoptr (TroupeValue) settings = NULL;
  TroupeAgentLoopSetup plain;

  g_return_val_if_fail (setup != NULL && TROUPE_IS_AGENT_MODEL (model), NULL);

  self = g_object_new (TROUPE_TYPE_AGENT_WINDOW, NULL);
  self->client = g_object_ref (setup->client);
  self->bus = setup->bus != NULL ? troupe_event_bus_ref (setup->bus) : NULL;
  self->scope = setup->scope != NULL ? troupe_scope_ref (setup->scope) : NULL;
  self->role = g_strdup (setup->role);
  self->model_string = g_strdup (setup->model);
  self->settings = setup->settings != NULL ? troupe_value_ref (setup->settings) : NULL;
  self->model = g_object_ref (model);
  /* The model for summaries. As in CrewAI, its calls have neither the agent's name nor its rate
   * limit, and are not streamed. */
  settings = troupe_agent_settings_without (setup->settings, "response_format");
  plain = *setup;
  plain.role = NULL;
  plain.title = NULL;
  plain.settings = settings;
  plain.answer_rules = NULL;
  plain.validate_func = NULL;
  plain.stream = FALSE;
  plain.max_rpm = 0;
  plain.shared = NULL;
  self->writer = troupe_agent_model_new (&plain);
  if (setup->model == NULL)
    default_model = troupe_llm_client_get_default_model (setup->client);
  self->size =
      troupe_llm_model_get_context_window (setup->model != NULL ? setup->model : default_model,
                                           setup->settings);
  self->is_respected = setup->respects_window;

  return self;
}

static void
troupe_agent_window_finalize (GObject *object)
{
  TroupeAgentWindow *self = TROUPE_AGENT_WINDOW (object);

  g_assert (TROUPE_IS_AGENT_WINDOW (self));

  g_clear_object (&self->client);
  g_clear_pointer (&self->bus, troupe_event_bus_unref);
  g_clear_pointer (&self->scope, troupe_scope_unref);
  g_clear_pointer (&self->settings, troupe_value_unref);
  g_clear_object (&self->model);
  g_clear_object (&self->writer);
  g_free (self->role);
  g_free (self->model_string);

  G_OBJECT_CLASS (troupe_agent_window_parent_class)->finalize (object);
}

static void
troupe_agent_window_class_init (TroupeAgentWindowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_agent_window_finalize;
}

static void
troupe_agent_window_init (TroupeAgentWindow *self)
{
  g_assert (TROUPE_IS_AGENT_WINDOW (self));
}
