/* troupe-crew-read.c: parses a crew from its document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-read"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crew-advice.h"
#include "troupe-crew-fields.h"
#include "troupe-crew-old-memory.h"
#include "troupe-crew-reference.h"

TroupeCrewAgentSource *
troupe_crew_agent_source_new (const char *name, TroupeValue *value, const char *path)
{
  TroupeCrewAgentSource *self = g_new0 (TroupeCrewAgentSource, 1);

  self->name = g_strdup (name);
  self->value = value != NULL ? troupe_value_ref (value) : NULL;
  self->path = g_strdup (path);
  return self;
}

void
troupe_crew_agent_source_free (TroupeCrewAgentSource *self)
{
  g_free (self->name);
  g_clear_pointer (&self->value, troupe_value_unref);
  g_free (self->path);
  g_free (self->listed_at);
  g_free (self);
}

/* Returns TRUE if the crew has the agent. The file of the agent may be invalid, because the
 * reference of the task is correct in this case, too. */
static gboolean
has_agent (const char *name, gpointer user_data)
{
  const TroupeCrewSource *source = user_data;
  TroupeCrewAgentSource *found = NULL;

  for (guint i = 0; i < source->agents->len; i++)
    {
      TroupeCrewAgentSource *agent = source->agents->pdata[i];

      if (g_str_equal (agent->name, name))
        {
          found = agent;
          break;
        }
    }
  return found != NULL;
}

/* --- Checks before any object is created, as in CrewAI ---------------------------------------- */

static void
check_agents (TroupeCrewReader *reader, const TroupeCrewSource *source)
{
  TroupeValue *manager = troupe_value_get_member (source->crew, "manager_agent");
  gsize mark;

  if (!source->is_inline)
    {
      TroupeValue *agents = troupe_value_get_member (source->crew, "agents");
      gsize agent_mark = troupe_crew_reader_enter (reader, "agents");

      /* Checks the list of names of a project. In a flow the agents have already been parsed. */
      if (agents == NULL || !troupe_value_is (agents, TROUPE_VALUE_LIST) ||
          troupe_value_list_get_length (agents) == 0)
        troupe_crew_reader_report (reader, TROUPE_SEVERITY_ERROR, "no_agents",
                                   _ ("“agents” must be a list with at least one agent name."));
      for (gsize i = 0; agents != NULL && troupe_value_is (agents, TROUPE_VALUE_LIST) &&
                        i < troupe_value_list_get_length (agents);
           i++)
        {
          TroupeValue *name = troupe_value_list_get (agents, i);
          gsize inner = troupe_crew_reader_enter_index (reader, i);

          if (!troupe_value_is (name, TROUPE_VALUE_STRING) ||
              *troupe_value_get_string (name, NULL) == '\0')
            troupe_crew_reader_wrong_type (reader, name, _ ("the name of an agent"));
          troupe_crew_reader_leave (reader, inner);
        }
      troupe_crew_reader_leave (reader, agent_mark);
    }
  for (guint i = 0; i < source->agents->len; i++)
    {
      const TroupeCrewAgentSource *agent = source->agents->pdata[i];
      gsize listed = reader->path->len;

      if (agent->value != NULL)
        {
          troupe_crew_reader_enter (reader, agent->path);
          troupe_crew_check_agent (reader, agent->value);
        }
      else if (!agent->is_told)
        {
          troupe_crew_reader_enter (reader, agent->listed_at);
          if (reader->is_inline)
            troupe_crew_reader_report (reader, TROUPE_SEVERITY_ERROR, "missing_agent",
                                       _ ("The crew has no agent “%s”."), agent->name);
          else if (!troupe_crew_is_file_name (agent->name))
            troupe_crew_reader_report (
                reader, TROUPE_SEVERITY_ERROR, "missing_agent",
                _ ("“%s” is not a valid agent name: expected the name of a file "
                   "in the “agents” folder, without its extension."),
                agent->name);
          else
            troupe_crew_reader_report (reader, TROUPE_SEVERITY_ERROR, "missing_agent",
                                       _ ("The agent “%1$s” does not exist: expected the file "
                                          "agents/%1$s.jsonc or agents/%1$s.json."),
                                       agent->name);
        }
      troupe_crew_reader_leave (reader, listed);
    }
  if (manager == NULL || troupe_crew_reference_is (manager) ||
      (troupe_value_is (manager, TROUPE_VALUE_STRING) &&
       *troupe_value_get_string (manager, NULL) != '\0'))
    return;
  mark = troupe_crew_reader_enter (reader, "manager_agent");
  troupe_crew_reader_wrong_type (reader, manager,
                                 _ ("the name of an agent or {\"python\": \"module.agent\"}"));
  troupe_crew_reader_leave (reader, mark);
}

/* Returns the list of tasks, or NULL if there is no such list. (transfer none) */
static TroupeValue *
get_tasks (const TroupeCrewSource *source)
{
  TroupeValue *tasks = troupe_value_get_member (source->crew, "tasks");

  return tasks != NULL && troupe_value_is (tasks, TROUPE_VALUE_LIST) ? tasks : NULL;
}

static const char *
get_name (TroupeValue *task)
{
  const char *name = troupe_value_get_member_text (task, "name");

  return name != NULL && *name != '\0' ? name : NULL;
}

static void
check_crew (TroupeCrewReader *reader, const TroupeCrewSource *source)
{
  static const char *const also[] = { "inputs", NULL };
  TroupeValue *tasks;
  g_autoptr (GHashTable) known = NULL;
  gsize mark;

  troupe_crew_fields_check_keys (reader, TROUPE_CREW_OWNER_CREW, source->crew, also, FALSE);
  troupe_crew_references_check (reader, source->crew);
  check_agents (reader, source);
  tasks = get_tasks (source);
  known = g_hash_table_new (g_str_hash, g_str_equal);
  mark = troupe_crew_reader_enter (reader, "tasks");
  if (tasks == NULL || troupe_value_list_get_length (tasks) == 0)
    troupe_crew_reader_report (reader, TROUPE_SEVERITY_ERROR, "no_tasks",
                               _ ("“tasks” must be a list with at least one task."));
  for (gsize i = 0; tasks != NULL && i < troupe_value_list_get_length (tasks); i++)
    {
      TroupeValue *task = troupe_value_list_get (tasks, i);
      gsize inner = troupe_crew_reader_enter_index (reader, i);

      troupe_crew_check_task (reader, task, known, has_agent, (gpointer) source);
      if (get_name (task) != NULL)
        g_hash_table_add (known, (gpointer) get_name (task));
      troupe_crew_reader_leave (reader, inner);
    }
  troupe_crew_reader_leave (reader, mark);
}

/* --- Creating the objects --------------------------------------------------------------------- */

/* Returns the index of the agent. The index of the manager follows the indexes of all other
 * agents. */
static int
find_index (const TroupeCrew *crew, const char *name)
{
  g_assert (crew != NULL);

  for (guint i = 0; name != NULL && i < crew->n_agents; i++)
    if (g_str_equal (crew->agents[i].name, name))
      return (int) i;
  return name != NULL && crew->manager != NULL && g_str_equal (crew->manager->name, name)
             ? (int) crew->n_agents
             : -1;
}

/* Resolves the names in the context of a task. If two tasks have the same name, it refers to the
 * later task. */
static void
read_context (TroupeCrew *crew, guint index)
{
  TroupeCrewTask *task = &crew->tasks[index];
  TroupeValue *context = troupe_value_get_member (task->fields, "context");
  gsize n_names = context != NULL && troupe_value_is (context, TROUPE_VALUE_LIST)
                      ? troupe_value_list_get_length (context)
                      : 0;

  g_assert (crew != NULL);

  task->context = g_new0 (guint, n_names + 1);
  for (gsize i = 0; i < n_names; i++)
    {
      TroupeValue *name = troupe_value_list_get (context, i);

      for (guint k = index; troupe_value_is (name, TROUPE_VALUE_STRING) && k-- > 0;)
        if (g_strcmp0 (crew->tasks[k].name, troupe_value_get_string (name, NULL)) == 0)
          {
            task->context[task->n_context++] = k;
            break;
          }
    }
}

static void
read_crew (TroupeCrewReader *reader, const TroupeCrewSource *source, TroupeCrew *crew)
{
  static const char *const apart[] = { "agents", "tasks", "inputs" };
  TroupeValue *manager = troupe_value_get_member (source->crew, "manager_agent");
  g_autoptr (TroupeValue) own = troupe_value_ref (source->crew);
  g_autoptr (TroupeValue) read = NULL;
  TroupeValue *inputs;
  gsize mark;

  for (guint i = 0; i < G_N_ELEMENTS (apart); i++)
    {
      TroupeValue *rest = troupe_value_map_without (own, apart[i]);

      troupe_value_unref (own);
      own = rest;
    }
  inputs = troupe_value_get_member (source->crew, "inputs");
  mark = troupe_crew_reader_enter (reader, "inputs");
  if (inputs != NULL && !troupe_value_is (inputs, TROUPE_VALUE_MAP))
    troupe_crew_reader_wrong_type (reader, inputs, _ ("an object of inputs"));
  else if (inputs != NULL)
    crew->inputs = troupe_value_ref (inputs);
  troupe_crew_reader_leave (reader, mark);
  troupe_crew_references_find (reader, own);
  read = troupe_crew_fields_read (reader, TROUPE_CREW_OWNER_CREW, own);
  crew->fields = troupe_crew_old_memory_apply (read, own, &crew->old_memory);
  crew->name = g_strdup (troupe_value_get_member_text (crew->fields, "name"));
  if (crew->name == NULL)
    crew->name = g_strdup ("crew");
  if (g_strcmp0 (troupe_value_get_member_text (crew->fields, "process"), "hierarchical") == 0)
    crew->process = TROUPE_CREW_HIERARCHICAL;
  if (manager != NULL && troupe_crew_reference_is (manager))
    crew->manager_hook = troupe_crew_reference_get_path (manager);
  crew->before =
      troupe_crew_hook_new_list (troupe_value_get_member (crew->fields, "before_kickoff_callbacks"),
                                 "before_kickoff_callbacks", &crew->n_before);
  crew->after =
      troupe_crew_hook_new_list (troupe_value_get_member (crew->fields, "after_kickoff_callbacks"),
                                 "after_kickoff_callbacks", &crew->n_after);
  crew->step_callback =
      troupe_crew_hook_new (troupe_value_get_member (crew->fields, "step_callback"),
                            "step_callback");
  crew->task_callback =
      troupe_crew_hook_new (troupe_value_get_member (crew->fields, "task_callback"),
                            "task_callback");
}

TroupeCrew *
troupe_crew_read (TroupeCrewReader *reader, const TroupeCrewSource *source)
{
  g_autoptr (TroupeCrew) crew = troupe_crew_new_empty ();
  const char *manager;
  TroupeValue *tasks;
  gsize n_tasks;
  gsize task_mark;

  check_crew (reader, source);
  manager = troupe_value_get_member_text (source->crew, "manager_agent");
  crew->agents = g_new0 (TroupeCrewAgent, source->agents->len);
  for (guint i = 0; i < source->agents->len; i++)
    {
      const TroupeCrewAgentSource *from = source->agents->pdata[i];
      TroupeCrewAgent *agent;
      gsize mark;

      if (from->value == NULL)
        continue;
      if (manager != NULL && g_str_equal (from->name, manager) && crew->manager == NULL &&
          (source->is_inline || !from->is_listed))
        agent = crew->manager = g_new0 (TroupeCrewAgent, 1);
      else
        agent = &crew->agents[crew->n_agents++];
      agent->name = g_strdup (from->name);
      mark = troupe_crew_reader_enter (reader, from->path);
      troupe_crew_read_agent (reader, from->value, agent);
      troupe_crew_reader_leave (reader, mark);
    }
  tasks = get_tasks (source);
  n_tasks = tasks != NULL ? troupe_value_list_get_length (tasks) : 0;
  task_mark = troupe_crew_reader_enter (reader, "tasks");
  crew->tasks = g_new0 (TroupeCrewTask, n_tasks + 1);
  for (gsize i = 0; i < n_tasks; i++)
    {
      TroupeValue *value = troupe_value_list_get (tasks, i);
      TroupeCrewTask *task = &crew->tasks[crew->n_tasks++];
      gsize inner = troupe_crew_reader_enter_index (reader, i);

      troupe_crew_read_task (reader, value, task);
      task->agent = find_index (crew, troupe_value_get_member_text (value, "agent"));
      read_context (crew, (guint) i);
      troupe_crew_reader_leave (reader, inner);
    }
  troupe_crew_reader_leave (reader, task_mark);
  read_crew (reader, source, crew);
  troupe_crew_check_rules (reader, crew, source);
  troupe_crew_check_hints (reader, crew, source);
  troupe_crew_offer_repairs (reader, crew, source);
  troupe_crew_reader_sort (reader);
  return troupe_crew_reader_has_errors (reader) ? NULL : g_steal_pointer (&crew);
}
