/* troupe-crew-memory.c: memory and knowledge of a crew's agents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-memory"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crash-point.h"
#include "troupe-crew-python-knowledge.h"
#include "troupe-crew-runner-private.h"
#include "troupe-python-refs.h"
#include "troupe-run-memory.h"

/* @agents: (element-type TroupeAgentMemory): by index, the manager last; NULL for agents without
 *   memory or knowledge
 * @func: called when the pending work is done */
struct _TroupeCrewMemory
{
  TroupeRunMemory *run;
  GPtrArray *agents;
  TroupeMemory *of_crew;  /* (nullable) */
  TroupeKnowledge *asked; /* (nullable): `knowledge` of the crew, an object in Python */
  void (*func) (TroupeCrewRunner *runner);
};

static void
agent_memory_clear (gpointer data)
{
  if (data != NULL)
    troupe_agent_memory_unref (data);
}

void
troupe_crew_memory_free (TroupeCrewMemory *self)
{
  g_return_if_fail (self != NULL);

  g_ptr_array_unref (self->agents);
  g_clear_object (&self->of_crew);
  g_clear_object (&self->asked);
  g_clear_pointer (&self->run, troupe_run_memory_free);
  g_free (self);
}

/* Returns the reference of the crew's knowledge object, unless the crew has sources, which take
 * precedence as in CrewAI. (nullable) */
static const char *
find_asked (TroupeCrew *crew)
{
  return troupe_memory_fields_have_knowledge (crew->fields)
             ? NULL
             : troupe_python_ref_get_reference (
                   troupe_value_get_member (crew->fields, "knowledge"));
}

static gboolean
is_wanted (TroupeCrewRunner *runner)
{
  TroupeCrew *crew = runner->crew;

  g_assert (runner != NULL);

  if (troupe_memory_fields_want_memory (crew->fields) ||
      troupe_memory_fields_have_knowledge (crew->fields) || find_asked (crew) != NULL)
    return TRUE;
  for (guint i = 0; i < crew->n_agents; i++)
    if (troupe_memory_fields_want_memory (crew->agents[i].fields) ||
        troupe_memory_fields_have_knowledge (crew->agents[i].fields))
      return TRUE;

  return FALSE;
}

/* --- Creation --------------------------------------------------------------------------------- */

static gboolean
make_of_crew (TroupeCrewRunner *runner, GError **error)
{
  TroupeCrewMemory *self = runner->memory;
  TroupeValue *fields = runner->crew->fields;
  g_autofree char *root = troupe_memory_fields_make_root (runner->crew);

  g_assert (runner != NULL);

  if (!troupe_memory_fields_want_memory (fields))
    return TRUE;
  self->of_crew =
      troupe_run_memory_make (self->run, troupe_value_get_member (fields, "memory"),
                              troupe_value_get_member (fields, "embedder"),
                              runner->crew->n_agents > 0 ? runner->agents[0] : runner->manager,
                              TRUE, root, error);

  return self->of_crew != NULL;
}

/* Creates the memory and knowledge of an agent; NULL with an error. @fields: (nullable).
 * (transfer full) (nullable) */
static TroupeAgentMemory *
make_agent (TroupeCrewRunner *runner,
            TroupeValue *fields,
            TroupeAgentDefinition *definition,
            TroupeKnowledge *of_crew,
            GError **error)
{
  TroupeCrewMemory *self = runner->memory;
  g_autoptr (TroupeAgentMemory) agent = troupe_run_memory_make_agent (self->run);
  TroupeValue *config =
      fields != NULL ? troupe_value_get_member (fields, "knowledge_config") : NULL;
  const char *role = troupe_agent_definition_get_role (definition);
  g_autofree char *part = troupe_memory_scope_from_name (role);
  g_autofree char *below = g_strconcat ("agent/", part, NULL);
  g_autoptr (TroupeMemory) memory_own = NULL;

  g_assert (runner != NULL);

  /* Sets the memory of the agent, which is its own memory, or if it has none, the memory of the
   * crew. */
  g_assert (agent != NULL);
  if (fields != NULL && troupe_memory_fields_want_memory (fields))
    {
      /* As in CrewAI, the `embedder` of the agent or the crew applies only to knowledge. Memory
       * uses the default embedder. */
      memory_own = troupe_run_memory_make (self->run, troupe_value_get_member (fields, "memory"),
                                           NULL, definition, FALSE, NULL, error);
      if (memory_own == NULL)
        return NULL;
      troupe_agent_memory_set (agent, memory_own, below);
    }
  else if (self->of_crew != NULL)
    troupe_agent_memory_set (agent, self->of_crew, below);
  if (fields != NULL && troupe_memory_fields_have_knowledge (fields))
    {
      TroupeValue *embedder = troupe_value_get_member (fields, "embedder");
      TroupeKnowledge *own = troupe_run_memory_make_knowledge (
          self->run, troupe_value_get_member (fields, "knowledge_sources"),
          embedder != NULL ? embedder : troupe_value_get_member (runner->crew->fields, "embedder"),
          troupe_agent_definition_get_role (definition), error);

      if (own == NULL)
        return NULL;
      troupe_run_memory_give_knowledge (agent, own, config, FALSE);
    }
  if (of_crew != NULL)
    troupe_run_memory_give_knowledge (agent, of_crew, config, TRUE);

  return g_steal_pointer (&agent);
}

static gboolean
make_all (TroupeCrewRunner *runner, char **path, GError **error)
{
  TroupeCrewMemory *self = runner->memory;
  TroupeValue *fields = runner->crew->fields;
  TroupeKnowledge *of_crew = NULL;

  g_assert (runner != NULL);

  if (troupe_memory_fields_have_knowledge (fields))
    {
      of_crew = troupe_run_memory_make_knowledge (
          self->run, troupe_value_get_member (fields, "knowledge_sources"),
          troupe_value_get_member (fields, "embedder"), NULL, error);
      if (of_crew == NULL)
        {
          *path = g_strdup ("knowledge_sources");
          return FALSE;
        }
    }
  else if (find_asked (runner->crew) != NULL)
    of_crew = self->asked =
        troupe_crew_python_knowledge_new (&runner->around, find_asked (runner->crew));
  if (!make_of_crew (runner, error))
    {
      *path = g_strdup ("memory");
      return FALSE;
    }
  for (guint i = 0; i <= runner->crew->n_agents; i++)
    {
      TroupeCrew *crew = runner->crew;
      const TroupeCrewAgent *declared = i < crew->n_agents ? &crew->agents[i] : crew->manager;
      TroupeAgentDefinition *definition = i < crew->n_agents ? runner->agents[i] : runner->manager;
      TroupeAgentMemory *agent = NULL;

      if (definition != NULL)
        agent = make_agent (runner, declared != NULL ? declared->fields : NULL, definition, of_crew,
                            error);
      if (definition != NULL && agent == NULL)
        {
          *path = g_strdup (declared != NULL ? declared->path : "memory");
          return FALSE;
        }
      g_ptr_array_add (runner->memory->agents, agent);
    }

  return TRUE;
}

gboolean
troupe_crew_runner_make_memory (TroupeCrewRunner *self, char **path, GError **error)
{
  if (!is_wanted (self))
    return TRUE;
  self->memory = g_new0 (TroupeCrewMemory, 1);
  self->memory->agents = g_ptr_array_new_with_free_func (agent_memory_clear);
  self->memory->run =
      troupe_run_memory_new (self->around.run->client, self->around.run->bus, self->scope,
                             self->around.memory, self->around.run->folder, self->shared,
                             self->cancellable);
  troupe_run_memory_set_around (self->memory->run, &self->around);
  if (self->around.disk != NULL)
    troupe_run_memory_set_disk (self->memory->run, self->around.disk);

  return make_all (self, path, error);
}

/* --- During the kickoff ----------------------------------------------------------------------- */

TroupeAgentMemory *
troupe_crew_runner_get_memory (TroupeCrewRunner *self, int agent)
{
  g_return_val_if_fail (self != NULL, NULL);

  if (self->memory == NULL)
    return NULL;

  return g_ptr_array_index (self->memory->agents, agent < 0 ? self->crew->n_agents : (guint) agent);
}

GPtrArray *
troupe_crew_runner_make_memory_tools (TroupeCrewRunner *self, guint task)
{
  TroupeAgentMemory *memory =
      troupe_crew_runner_get_memory (self,
                                     self->manager != NULL ? -1 : self->crew->tasks[task].agent);

  return memory != NULL ? troupe_agent_memory_make_tools (memory) : NULL;
}

void
troupe_crew_runner_take_memory_usage (TroupeCrewRunner *self, TroupeLlmUsage *usage)
{
  TroupeLlmUsage beside = { 0 };

  g_return_if_fail (self != NULL && usage != NULL);

  if (self->memory == NULL)
    return;
  troupe_run_memory_take_usage (self->memory->run, usage, &beside);
  if (self->around.usage != NULL)
    troupe_llm_usage_add (self->around.usage, &beside);
}

/* Reports that a damaged memory was set aside, like output of code. */
static void
tell_notice (TroupeCrewRunner *self)
{
  g_autofree char *notice =
      troupe_memory_store_take_notice (troupe_run_memory_get_store (self->memory->run));

  g_assert (self != NULL);

  if (notice != NULL && self->around.report != NULL)
    self->around.report ("warning", "troupe", notice, self->around.user_data);
}

static void
loaded_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeCrewRunner *self = user_data;
  GError *error = NULL;

  g_assert (G_IS_ASYNC_RESULT (result));

  TROUPE_CRASH_POINT ("crew-knowledge-loaded");
  tell_notice (self);
  if (!troupe_run_memory_load_finish (result, &error))
    troupe_crew_runner_fail (self, error, "knowledge_sources");
  else
    self->memory->func (self);
}

void
troupe_crew_runner_load_knowledge (TroupeCrewRunner *self, void (*func) (TroupeCrewRunner *self))
{
  if (self->memory == NULL)
    {
      func (self);
      return;
    }
  self->memory->func = func;
  troupe_run_memory_load_async (self->memory->run, loaded_cb, self);
}

static void
drained_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeCrewRunner *self = user_data;
  TroupeLlmUsage usage = { 0 };

  g_assert (G_IS_ASYNC_RESULT (result));

  tell_notice (self);
  troupe_run_memory_drain_finish (result);
  TROUPE_CRASH_POINT ("crew-memory-drained");
  troupe_crew_runner_take_memory_usage (self, &usage);
  troupe_llm_usage_add (&self->usage, &usage);
  if (self->around.usage != NULL)
    troupe_llm_usage_add (self->around.usage, &usage);
  self->memory->func (self);
}

void
troupe_crew_runner_drain_memory (TroupeCrewRunner *self, void (*func) (TroupeCrewRunner *self))
{
  if (self->memory == NULL)
    {
      func (self);
      return;
    }
  self->memory->func = func;
  troupe_run_memory_drain_async (self->memory->run, drained_cb, self);
}
