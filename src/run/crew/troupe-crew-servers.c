/* troupe-crew-servers.c: MCP servers of a crew's agents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-servers"

#include "config.h"

#include "troupe-agent-servers.h"
#include "troupe-crash-point.h"
#include "troupe-crew-runner-private.h"
#include "troupe-server-filter.h"

/* @func: called when the servers are connected, or with an error */
typedef struct
{
  TroupeCrewRunner *self;
  guint task;
  void (*func) (TroupeCrewRunner *self, GError *error, const char *path);
} Opening;

/* Returns the servers of the agent that executes the task. (transfer none) (nullable) */
static TroupeAgentServers *
find (TroupeCrewRunner *self, guint task)
{
  return g_hash_table_lookup (self->servers, troupe_crew_runner_get_agent (self, task));
}

gboolean
troupe_crew_runner_has_servers (TroupeCrewRunner *self, guint task)
{
  TroupeAgentDefinition *agent = troupe_crew_runner_get_agent (self, task);

  return agent == NULL || self->n_served > task ||
         !troupe_agent_servers_are_there (troupe_agent_definition_get_mcps (agent));
}

/* Returns the path of a server in the document. @index: index of the server. (transfer full) */
static char *
make_path (TroupeCrewRunner *self, guint task, guint index)
{
  const TroupeCrewTask *declared = &self->crew->tasks[task];
  const gboolean is_managed = self->crew->process == TROUPE_CREW_HIERARCHICAL;

  g_assert (self != NULL);

  return g_strdup_printf (
      "%s.mcps[%u]", is_managed ? self->manager_path : self->crew->agents[declared->agent].path,
      index);
}

static void
opened_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autofree Opening *opening = user_data;
  TroupeCrewRunner *self = opening->self;
  g_autofree char *path = NULL;
  GError *error = NULL;
  guint index;

  TROUPE_CRASH_POINT ("crew-servers-opened");
  if (!troupe_agent_servers_open_finish (result, &index, &error))
    path = make_path (self, opening->task, index);
  opening->func (self, error, path);
}

/* Sets the filter if the document selects the servers' tools with Python code. */
static void
set_filter (TroupeCrewRunner *self, guint task, TroupeAgentServers *servers)
{
  const TroupeCrewTask *declared = &self->crew->tasks[task];
  const gboolean is_managed = self->crew->process == TROUPE_CREW_HIERARCHICAL;
  const TroupeCrewAgent *agent =
      is_managed ? self->crew->manager : &self->crew->agents[declared->agent];

  g_assert (self != NULL);

  if (agent != NULL)
    troupe_agent_servers_set_filter (servers, troupe_server_filter_ask,
                                     troupe_server_filter_new (&self->around, agent->path,
                                                               agent->fields),
                                     (GDestroyNotify) troupe_server_filter_free);
}

void
troupe_crew_runner_open_servers (TroupeCrewRunner *self,
                                 guint task,
                                 void (*func) (TroupeCrewRunner *self,
                                               GError *error,
                                               const char *path))
{
  TroupeAgentDefinition *agent = troupe_crew_runner_get_agent (self, task);
  TroupeAgentServers *servers = NULL;
  TroupeToolContext context;
  TroupeAgentContext call;
  Opening *opening = NULL;
  GError *error = NULL;
  guint index;

  self->n_served = task + 1;
  servers = find (self, task);
  if (servers == NULL)
    {
      servers = troupe_agent_servers_new (troupe_agent_definition_get_mcps (agent),
                                          self->around.servers, &index, &error);
      if (servers == NULL)
        {
          g_autofree char *path = make_path (self, task, index);

          func (self, error, path);
          return;
        }
      set_filter (self, task, servers);
      g_hash_table_insert (self->servers, agent, servers);
    }
  opening = g_new0 (Opening, 1);
  opening->self = self;
  opening->task = task;
  opening->func = func;
  troupe_crew_runner_fill_call (self, self->scope, NULL, self->crew->name, &context, &call);
  troupe_agent_servers_open_async (servers, &context, self->cancellable, opened_cb, opening);
}

GPtrArray *
troupe_crew_runner_get_server_tools (TroupeCrewRunner *self, guint task)
{
  TroupeAgentServers *servers = find (self, task);

  return servers != NULL ? troupe_agent_servers_get_tools (servers) : NULL;
}

/* --- Closing ---------------------------------------------------------------------------------- */

typedef struct
{
  TroupeCrewRunner *self;
  GHashTableIter iter;
  void (*func) (TroupeCrewRunner *self);
} Closing;

static void
close_next (gpointer user_data)
{
  Closing *closing = user_data;
  gpointer servers = NULL;

  if (g_hash_table_iter_next (&closing->iter, NULL, &servers))
    {
      troupe_agent_servers_close (servers, close_next, closing);
      return;
    }
  closing->func (closing->self);
  g_free (closing);
}

void
troupe_crew_runner_close_servers (TroupeCrewRunner *self, void (*func) (TroupeCrewRunner *self))
{
  Closing *closing = g_new0 (Closing, 1);

  closing->self = self;
  closing->func = func;
  g_hash_table_iter_init (&closing->iter, self->servers);
  close_next (closing);
}
