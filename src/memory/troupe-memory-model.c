/* troupe-memory-model.c: interface to the language model that analyzes memories
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-memory-model"

#include "config.h"

#include "troupe-memory-model.h"

#define TROUPE_TYPE_MEMORY_CLIENT (troupe_memory_client_get_type ())
G_DECLARE_FINAL_TYPE (TroupeMemoryClient, troupe_memory_client, TROUPE, MEMORY_CLIENT, GObject)

/* Implementation without events. */
struct _TroupeMemoryClient
{
  GObject parent_instance;

  TroupeLlmClient *client;
  char *model;           /* (nullable) */
  TroupeValue *settings; /* (nullable) */
};

G_DEFINE_INTERFACE (TroupeMemoryModel, troupe_memory_model, G_TYPE_OBJECT)

static void
troupe_memory_model_default_init (TroupeMemoryModelInterface *iface)
{
}

void
troupe_memory_model_ask_async (TroupeMemoryModel *self,
                               const char *system,
                               const char *user,
                               TroupeValue *form,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data)
{
  g_return_if_fail (TROUPE_IS_MEMORY_MODEL (self));
  g_return_if_fail (user != NULL);

  TROUPE_MEMORY_MODEL_GET_IFACE (self)->ask_async (self, system, user, form, cancellable, callback,
                                                   user_data);
}

char *
troupe_memory_model_ask_finish (TroupeMemoryModel *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (TROUPE_IS_MEMORY_MODEL (self), NULL);

  return TROUPE_MEMORY_MODEL_GET_IFACE (self)->ask_finish (self, result, error);
}

TroupeValue *
troupe_memory_model_add_form (TroupeValue *settings, TroupeValue *form)
{
  TroupeMapBuilder inner, outer;
  g_autoptr (TroupeValue) format = NULL;
  g_autoptr (TroupeValue) empty = NULL;
  TroupeValue *title;

  g_return_val_if_fail (form != NULL, NULL);

  title = troupe_value_map_lookup_string (form, "title", -1);
  troupe_map_builder_init (&inner);
  troupe_map_builder_add (&inner, "schema", troupe_value_ref (form));
  if (title != NULL)
    troupe_map_builder_add (&inner, "name", troupe_value_ref (title));
  troupe_map_builder_add (&inner, "strict", troupe_value_new_boolean (TRUE));
  troupe_map_builder_init (&outer);
  troupe_map_builder_add (&outer, "type", troupe_value_new_string ("json_schema", -1));
  troupe_map_builder_add (&outer, "json_schema", troupe_map_builder_end (&inner));
  format = troupe_map_builder_end (&outer);
  troupe_map_builder_init (&outer);
  empty = troupe_map_builder_end (&outer);

  return troupe_value_map_with (settings != NULL ? settings : empty, "response_format", format);
}

/* --- Implementation without events ------------------------------------------------------------ */

static void
asked_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  g_autoptr (TroupeLlmAnswer) answer =
      troupe_llm_client_complete_finish (TROUPE_LLM_CLIENT (object), result, &error);

  g_assert (G_IS_TASK (task));

  if (answer == NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, g_strdup (answer->content), g_free);
}

static void
troupe_memory_client_ask_async (TroupeMemoryModel *model,
                                const char *system,
                                const char *user,
                                TroupeValue *form,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  TroupeMemoryClient *self = TROUPE_MEMORY_CLIENT (model);
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  g_autoptr (GPtrArray) messages =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_llm_message_unref);
  g_autoptr (TroupeLlmRequest) request = NULL;

  g_assert (TROUPE_IS_MEMORY_CLIENT (self));

  if (system != NULL)
    g_ptr_array_add (messages, troupe_llm_message_new_text (TROUPE_LLM_ROLE_SYSTEM, system));
  g_ptr_array_add (messages, troupe_llm_message_new_text (TROUPE_LLM_ROLE_USER, user));
  request = troupe_llm_request_new (self->model, messages);
  if (form != NULL)
    request->settings = troupe_memory_model_add_form (self->settings, form);
  else if (self->settings != NULL)
    request->settings = troupe_value_ref (self->settings);
  troupe_llm_client_complete_async (self->client, request, NULL, NULL, cancellable, asked_cb, task);
}

static char *
troupe_memory_client_ask_finish (TroupeMemoryModel *model, GAsyncResult *result, GError **error)
{
  g_assert (TROUPE_IS_MEMORY_CLIENT (model));

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
troupe_memory_client_iface_init (TroupeMemoryModelInterface *iface)
{
  iface->ask_async = troupe_memory_client_ask_async;
  iface->ask_finish = troupe_memory_client_ask_finish;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TroupeMemoryClient,
                               troupe_memory_client,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (TROUPE_TYPE_MEMORY_MODEL,
                                                      troupe_memory_client_iface_init))

static void
troupe_memory_client_finalize (GObject *object)
{
  TroupeMemoryClient *self = TROUPE_MEMORY_CLIENT (object);

  g_assert (TROUPE_IS_MEMORY_CLIENT (self));

  g_clear_object (&self->client);
  g_free (self->model);
  g_clear_pointer (&self->settings, troupe_value_unref);

  G_OBJECT_CLASS (troupe_memory_client_parent_class)->finalize (object);
}

static void
troupe_memory_client_class_init (TroupeMemoryClientClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_memory_client_finalize;
}

static void
troupe_memory_client_init (TroupeMemoryClient *self)
{
  g_assert (TROUPE_IS_MEMORY_CLIENT (self));
}

TroupeMemoryModel *
troupe_memory_model_new (TroupeLlmClient *client, const char *model, TroupeValue *settings)
{
  TroupeMemoryClient *self = g_object_new (TROUPE_TYPE_MEMORY_CLIENT, NULL);

  g_return_val_if_fail (TROUPE_IS_LLM_CLIENT (client), TROUPE_MEMORY_MODEL (self));

  self->client = g_object_ref (client);
  self->model = g_strdup (model);
  self->settings = settings != NULL ? troupe_value_ref (settings) : NULL;

  return TROUPE_MEMORY_MODEL (self);
}
