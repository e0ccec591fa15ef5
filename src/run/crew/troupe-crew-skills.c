/* troupe-crew-skills.c: skills of a crew's agents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-skills"

#include "config.h"

#include "troupe-agent-skills.h"
#include "troupe-crew-skills.h"

/* @skills: by index of the agent; the entry of the manager is last */
struct _TroupeCrewSkills
{
  guint n_agents;
  TroupeAgentSkills **skills;
};

/* @next: index of the agent whose skills are being loaded; @is_first: whether no agent has
 *   reported skills yet. This is needed because CrewAI emits the events of the first agent
 *   twice. */
typedef struct
{
  TroupeCrew *crew;
  char *folder;
  GHashTable *texts; /* (nullable) */
  TroupeEventBus *bus;
  TroupeScope *scope;
  TroupeCrewSkills *made;
  guint next;
  gboolean is_first;
} Loading;

void
troupe_crew_skills_free (TroupeCrewSkills *self)
{
  if (self == NULL)
    return;

  for (guint i = 0; i <= self->n_agents; i++)
    g_clear_pointer (&self->skills[i], troupe_agent_skills_unref);
  g_free (self->skills);
  g_free (self);
}

static void
loading_free (gpointer data)
{
  Loading *loading = data;

  g_assert (loading != NULL);

  troupe_crew_unref (loading->crew);
  g_free (loading->folder);
  g_clear_pointer (&loading->texts, g_hash_table_unref);
  g_clear_pointer (&loading->bus, troupe_event_bus_unref);
  g_clear_pointer (&loading->scope, troupe_scope_unref);
  g_clear_pointer (&loading->made, troupe_crew_skills_free);
  g_free (loading);
}

/* (transfer none) (nullable) */
static const TroupeCrewAgent *
get_agent (TroupeCrew *crew, guint index)
{
  return index < crew->n_agents ? &crew->agents[index] : crew->manager;
}

/* (transfer none) (nullable) */
static TroupeValue *
get_entries (TroupeValue *fields)
{
  TroupeValue *entries = troupe_value_map_lookup_string (fields, "skills", -1);

  return troupe_agent_skills_are_named (entries) ? entries : NULL;
}

gboolean
troupe_crew_skills_are_named (TroupeCrew *crew)
{
  g_return_val_if_fail (crew != NULL, FALSE);

  if (get_entries (crew->fields) != NULL)
    return TRUE;
  for (guint i = 0; i <= crew->n_agents; i++)
    if (get_agent (crew, i) != NULL && get_entries (get_agent (crew, i)->fields) != NULL)
      return TRUE;

  return FALSE;
}

/* --- Loading ---------------------------------------------------------------------------------- */

static void load_next (GTask *task);

static void
loaded_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Loading *loading = g_task_get_task_data (task);
  const TroupeCrewAgent *agent = get_agent (loading->crew, loading->next);
  GError *error = NULL;
  TroupeAgentSkills *skills = troupe_agent_skills_load_finish (result, &error);

  g_assert (G_IS_ASYNC_RESULT (result));

  if (skills == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  loading->made->skills[loading->next++] = skills;
  troupe_agent_skills_tell (skills, loading->bus, loading->scope, agent->role, loading->is_first);
  if (get_entries (agent->fields) != NULL)
    loading->is_first = FALSE;
  load_next (task);
}

static void
load_next (GTask *task)
{
  Loading *loading = g_task_get_task_data (task);
  TroupeValue *of_crew = get_entries (loading->crew->fields);

  g_assert (G_IS_TASK (task));

  for (; loading->next <= loading->crew->n_agents; loading->next++)
    {
      const TroupeCrewAgent *agent = get_agent (loading->crew, loading->next);
      /* The crew's skills apply to its agents, but not to the manager. */
      TroupeValue *shared = loading->next < loading->crew->n_agents ? of_crew : NULL;

      if (agent == NULL || (shared == NULL && get_entries (agent->fields) == NULL))
        continue;
      troupe_agent_skills_load_async (get_entries (agent->fields), shared, loading->folder,
                                      loading->texts, g_task_get_cancellable (task), loaded_cb,
                                      g_object_ref (task));
      return;
    }
  g_task_return_pointer (task, g_steal_pointer (&loading->made),
                         (GDestroyNotify) troupe_crew_skills_free);
}

void
troupe_crew_skills_load_async (TroupeCrew *crew,
                               const char *folder,
                               GHashTable *texts,
                               TroupeEventBus *bus,
                               TroupeScope *scope,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  Loading *loading = NULL;

  g_return_if_fail (crew != NULL);

  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_crew_skills_load_async);
  loading = g_new0 (Loading, 1);
  loading->crew = troupe_crew_ref (crew);
  loading->folder = g_strdup (folder);
  loading->texts = texts != NULL ? g_hash_table_ref (texts) : NULL;
  loading->bus = bus != NULL ? troupe_event_bus_ref (bus) : NULL;
  loading->scope = scope != NULL ? troupe_scope_ref (scope) : NULL;
  loading->is_first = scope == NULL;
  loading->made = g_new0 (TroupeCrewSkills, 1);
  loading->made->n_agents = crew->n_agents;
  loading->made->skills = g_new0 (TroupeAgentSkills *, crew->n_agents + 1);
  g_task_set_task_data (task, loading, loading_free);
  load_next (task);
}

TroupeCrewSkills *
troupe_crew_skills_load_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

TroupeAgentSkills *
troupe_crew_skills_get (TroupeCrewSkills *self, int agent)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (agent < (int) self->n_agents, NULL);

  return self->skills[agent < 0 ? self->n_agents : (guint) agent];
}
