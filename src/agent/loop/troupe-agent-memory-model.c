/* troupe-agent-memory-model.c: model for the analysis of memories
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-memory-model"

#include "config.h"

#include "troupe-agent-memory-model.h"
#include "troupe-agent-model.h"
#include "troupe-memory-prompts.h"

#define TROUPE_TYPE_AGENT_MEMORY_MODEL (troupe_agent_memory_model_get_type ())
G_DECLARE_FINAL_TYPE (TroupeAgentMemoryModel,
                      troupe_agent_memory_model,
                      TROUPE,
                      AGENT_MEMORY_MODEL,
                      GObject)

struct _TroupeAgentMemoryModel
{
  GObject parent_instance;

  TroupeLlmClient *client;
  TroupeEventBus *bus;       /* (nullable) */
  TroupeScope *scope;        /* (nullable) */
  char *model;               /* (nullable) */
  TroupeValue *settings;     /* (nullable) */
  TroupeAgentShared *shared; /* (nullable) */
  TroupeLlmUsage *usage;     /* (nullable) */
  TroupeAgentHooks hooks;
};

static void troupe_agent_memory_model_iface_init (TroupeMemoryModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TroupeAgentMemoryModel,
                               troupe_agent_memory_model,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (TROUPE_TYPE_MEMORY_MODEL,
                                                      troupe_agent_memory_model_iface_init))

static void
asked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  g_autoptr (TroupeValue) object = NULL;
  GError *error = NULL;
  g_autoptr (TroupeLlmAnswer) answer =
      troupe_agent_model_ask_finish (TROUPE_AGENT_MODEL (source), result, &object, &error);

  g_assert (G_IS_TASK (task));

  if (answer == NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, g_strdup (answer->content != NULL ? answer->content : ""), g_free);
}

static void
troupe_agent_memory_model_ask_async (TroupeMemoryModel *model,
                                     const char *system,
                                     const char *user,
                                     TroupeValue *form,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data)
{
  TroupeAgentMemoryModel *self = TROUPE_AGENT_MEMORY_MODEL (model);
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  g_autoptr (GPtrArray) messages =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_llm_message_unref);
  g_autoptr (TroupeValue) settings = form != NULL
                                         ? troupe_memory_model_add_form (self->settings, form)
                                     : self->settings != NULL ? troupe_value_ref (self->settings)
                                                              : NULL;
  g_autoptr (TroupeSchema) rules = form != NULL ? troupe_memory_form_find_rules (form) : NULL;
  const TroupeAgentLoopSetup setup = { .client = self->client,
                                       .bus = self->bus,
                                       .scope = self->scope,
                                       .model = self->model,
                                       .settings = settings,
                                       .answer_rules = rules,
                                       .shared = self->shared,
                                       .usage = self->usage,
                                       .hooks = self->hooks };
  g_autoptr (TroupeAgentModel) asked = troupe_agent_model_new (&setup);

  g_assert (TROUPE_IS_AGENT_MEMORY_MODEL (self));

  g_task_set_source_tag (task, troupe_agent_memory_model_ask_async);
  if (system != NULL)
    g_ptr_array_add (messages, troupe_llm_message_new_text (TROUPE_LLM_ROLE_SYSTEM, system));
  g_ptr_array_add (messages, troupe_llm_message_new_text (TROUPE_LLM_ROLE_USER, user));
  troupe_agent_model_ask_async (asked, messages, NULL, cancellable, asked_cb, task);
}

static char *
troupe_agent_memory_model_ask_finish (TroupeMemoryModel *model,
                                      GAsyncResult *result,
                                      GError **error)
{
  g_assert (TROUPE_IS_AGENT_MEMORY_MODEL (model));

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
troupe_agent_memory_model_finalize (GObject *object)
{
  TroupeAgentMemoryModel *self = TROUPE_AGENT_MEMORY_MODEL (object);

  g_assert (TROUPE_IS_AGENT_MEMORY_MODEL (self));

  g_clear_object (&self->client);
  g_clear_pointer (&self->bus, troupe_event_bus_unref);
  g_clear_pointer (&self->scope, troupe_scope_unref);
  g_clear_pointer (&self->settings, troupe_value_unref);
  g_clear_pointer (&self->shared, troupe_agent_shared_unref);
  g_free (self->model);

  G_OBJECT_CLASS (troupe_agent_memory_model_parent_class)->finalize (object);
}

static void
troupe_agent_memory_model_class_init (TroupeAgentMemoryModelClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_agent_memory_model_finalize;
}

static void
troupe_agent_memory_model_init (TroupeAgentMemoryModel *self)
{
  g_assert (TROUPE_IS_AGENT_MEMORY_MODEL (self));
}

static void
troupe_agent_memory_model_iface_init (TroupeMemoryModelInterface *iface)
{
  g_assert (iface != NULL);

  iface->ask_async = troupe_agent_memory_model_ask_async;
  iface->ask_finish = troupe_agent_memory_model_ask_finish;
}

TroupeMemoryModel *
troupe_agent_memory_model_new (TroupeLlmClient *client,
                               TroupeEventBus *bus,
                               TroupeScope *scope,
                               const char *model,
                               TroupeValue *settings,
                               TroupeAgentShared *shared,
                               TroupeLlmUsage *usage)
{
  TroupeAgentMemoryModel *self = NULL;

  g_return_val_if_fail (TROUPE_IS_LLM_CLIENT (client), NULL);

  self = g_object_new (TROUPE_TYPE_AGENT_MEMORY_MODEL, NULL);
  self->client = g_object_ref (client);
  self->bus = bus != NULL ? troupe_event_bus_ref (bus) : NULL;
  self->scope = scope != NULL ? troupe_scope_ref (scope) : NULL;
  self->model = g_strdup (model);
  self->settings = settings != NULL ? troupe_value_ref (settings) : NULL;
  self->shared = shared != NULL ? troupe_agent_shared_ref (shared) : NULL;
  self->usage = usage;

  return TROUPE_MEMORY_MODEL (self);
}

void
troupe_agent_memory_model_set_hooks (TroupeMemoryModel *self, const TroupeAgentHooks *hooks)
{
  g_return_if_fail (TROUPE_IS_AGENT_MEMORY_MODEL (self) && hooks != NULL);

  TROUPE_AGENT_MEMORY_MODEL (self)->hooks = *hooks;
  TROUPE_AGENT_MEMORY_MODEL (self)->hooks.about = NULL;
}
