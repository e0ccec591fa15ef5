/* troupe-flow-agent-memory.c: memory and knowledge of an agent in a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-agent-memory"

#include "config.h"

#include "troupe-crash-point.h"
#include "troupe-flow-agent-memory.h"

struct _TroupeFlowAgentMemory
{
  TroupeRunMemory *run;
  TroupeAgentMemory *agent;
  TroupeLlmUsage *usage;
  void (*loaded) (GError *error, gpointer user_data);
  void (*drained) (gpointer user_data);
  gpointer user_data;
};

gboolean
troupe_flow_agent_memory_is_wanted (TroupeValue *fields)
{
  return fields != NULL && (troupe_memory_fields_want_memory (fields) ||
                            troupe_memory_fields_have_knowledge (fields));
}

void
troupe_flow_agent_memory_free (TroupeFlowAgentMemory *self)
{
  g_return_if_fail (self != NULL);

  g_clear_pointer (&self->agent, troupe_agent_memory_unref);
  g_clear_pointer (&self->run, troupe_run_memory_free);
  g_free (self);
}

static gboolean
fill (TroupeFlowAgentMemory *self,
      TroupeValue *fields,
      TroupeAgentDefinition *agent,
      GError **error)
{
  g_autoptr (TroupeMemory) memory = NULL;
  TroupeKnowledge *knowledge = NULL;

  g_assert (self != NULL);

  if (troupe_memory_fields_want_memory (fields))
    {
      g_autofree char *part =
          troupe_memory_scope_from_name (troupe_agent_definition_get_role (agent));
      g_autofree char *below = g_strconcat ("agent/", part, NULL);

      memory = troupe_run_memory_make (self->run, troupe_value_get_member (fields, "memory"), NULL,
                                       agent, FALSE, NULL, error);
      if (memory == NULL)
        return FALSE;
      troupe_agent_memory_set (self->agent, memory, below);
    }
  if (troupe_memory_fields_have_knowledge (fields))
    {
      knowledge =
          troupe_run_memory_make_knowledge (self->run,
                                            troupe_value_get_member (fields, "knowledge_sources"),
                                            troupe_value_get_member (fields, "embedder"),
                                            troupe_agent_definition_get_role (agent), error);
      if (knowledge == NULL)
        return FALSE;
      troupe_run_memory_give_knowledge (
          self->agent, knowledge, troupe_value_get_member (fields, "knowledge_config"), FALSE);
    }

  return TRUE;
}

TroupeFlowAgentMemory *
troupe_flow_agent_memory_new (TroupeValue *fields,
                              TroupeAgentDefinition *agent,
                              const TroupeActionContext *context,
                              const TroupeFlowRunnerOptions *options,
                              GCancellable *cancellable,
                              GError **error)
{
  TroupeFlowAgentMemory *self = NULL;
  g_autofree char *path = NULL;

  g_return_val_if_fail (fields != NULL && agent != NULL, NULL);
  g_return_val_if_fail (context != NULL && options != NULL, NULL);

  if (!troupe_memory_fields_check (
          fields, context->run->folder != NULL ? context->run->folder : ".", error))
    return NULL;
  path = troupe_run_memory_make_path (options->store, options->document_path);
  self = g_new0 (TroupeFlowAgentMemory, 1);
  self->usage = context->usage;
  self->run = troupe_run_memory_new (context->run->client, context->run->bus, context->scope, path,
                                     context->run->folder, NULL, cancellable);
  if (options->disk != NULL)
    troupe_run_memory_set_disk (self->run, options->disk);
  self->agent = troupe_run_memory_make_agent (self->run);
  if (fill (self, fields, agent, error))
    return self;
  troupe_flow_agent_memory_free (self);

  return NULL;
}

TroupeAgentMemory *
troupe_flow_agent_memory_get (TroupeFlowAgentMemory *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->agent;
}

void
troupe_flow_agent_memory_add_tools (TroupeFlowAgentMemory *self, GPtrArray *tools)
{
  g_autoptr (GPtrArray) own = NULL;

  g_return_if_fail (self != NULL && tools != NULL);

  own = troupe_agent_memory_make_tools (self->agent);
  for (guint i = 0; i < own->len; i++)
    g_ptr_array_add (tools, g_object_ref (g_ptr_array_index (own, i)));
}

static void
loaded_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeFlowAgentMemory *self = user_data;
  GError *error = NULL;

  g_assert (G_IS_ASYNC_RESULT (result));

  TROUPE_CRASH_POINT ("agent-knowledge-loaded");
  (void) troupe_run_memory_load_finish (result, &error);
  self->loaded (error, self->user_data);
}

void
troupe_flow_agent_memory_load (TroupeFlowAgentMemory *self,
                               void (*func) (GError *error, gpointer user_data),
                               gpointer user_data)
{
  g_return_if_fail (self != NULL && func != NULL);

  self->loaded = func;
  self->user_data = user_data;
  troupe_run_memory_load_async (self->run, loaded_cb, self);
}

static void
drained_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeFlowAgentMemory *self = user_data;
  TroupeLlmUsage usage = { 0 };

  g_assert (G_IS_ASYNC_RESULT (result));

  troupe_run_memory_drain_finish (result);
  TROUPE_CRASH_POINT ("agent-memory-drained");
  troupe_run_memory_take_usage (self->run, &usage, &usage);
  if (self->usage != NULL)
    troupe_llm_usage_add (self->usage, &usage);
  self->drained (self->user_data);
}

void
troupe_flow_agent_memory_drain (TroupeFlowAgentMemory *self,
                                void (*func) (gpointer user_data),
                                gpointer user_data)
{
  g_return_if_fail (self != NULL && func != NULL);

  self->drained = func;
  self->user_data = user_data;
  troupe_run_memory_drain_async (self->run, drained_cb, self);
}
