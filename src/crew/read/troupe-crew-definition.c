/* troupe-crew-definition.c: parses and serializes a crew with its agents as one map
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-definition"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crew-private.h"

/* --- Parsing ---------------------------------------------------------------------------------- */

/* Adds an agent. An existing agent of the same name is replaced at the same position, as in a
 * map. */
static void
add_agent (TroupeCrewSource *source, const char *name, TroupeValue *value, const char *path)
{
  TroupeCrewAgentSource *agent = troupe_crew_agent_source_new (name, value, path);

  g_assert (source != NULL);

  agent->is_listed = TRUE;
  agent->listed_at = g_strdup (path);
  for (guint i = 0; i < source->agents->len; i++)
    if (g_str_equal (((TroupeCrewAgentSource *) source->agents->pdata[i])->name, name))
      {
        troupe_crew_agent_source_free (source->agents->pdata[i]);
        source->agents->pdata[i] = agent;
        return;
      }
  g_ptr_array_add (source->agents, agent);
}

/* Adds an agent that is written as `{"name": "w", "role": …}` or `{"w": {"role": …}}`. */
static void
add_entry (TroupeCrewReader *reader, TroupeCrewSource *source, TroupeValue *entry)
{
  g_assert (reader != NULL);

  if (!troupe_value_is (entry, TROUPE_VALUE_MAP))
    troupe_crew_reader_wrong_type (reader, entry, _ ("an agent (object)"));
  else if (troupe_crew_has (entry, "name"))
    {
      const char *name = troupe_value_get_member_text (entry, "name");
      g_autoptr (TroupeValue) rest = troupe_value_map_without (entry, "name");

      if (name != NULL && *name != '\0')
        {
          add_agent (source, name, rest, reader->path->str);
          return;
        }
      troupe_crew_reader_enter (reader, "name");
      troupe_crew_reader_wrong_type (reader, troupe_value_map_lookup_string (entry, "name", -1),
                                     _ ("the name of an agent"));
    }
  else if (troupe_value_map_get_size (entry) != 1)
    troupe_crew_reader_report (reader, TROUPE_SEVERITY_ERROR, "missing_field",
                               _ ("An agent in a list needs a “name”, or must be an object with "
                                  "its name as the only key."));
  else
    {
      const char *name = troupe_value_get_string (troupe_value_map_get_key (entry, 0), NULL);

      troupe_crew_reader_enter (reader, name);
      add_agent (source, name, troupe_value_map_get_value (entry, 0), reader->path->str);
    }
}

static void
add_agents (TroupeCrewReader *reader, TroupeCrewSource *source, TroupeValue *agents)
{
  gboolean is_map = agents != NULL && troupe_value_is (agents, TROUPE_VALUE_MAP);
  gboolean is_list = agents != NULL && troupe_value_is (agents, TROUPE_VALUE_LIST);
  gsize n_agents = 0;
  gsize mark = troupe_crew_reader_enter (reader, "agents");

  g_assert (reader != NULL);

  if (is_map)
    n_agents = troupe_value_map_get_size (agents);
  else if (is_list)
    n_agents = troupe_value_list_get_length (agents);
  if (n_agents == 0)
    troupe_crew_reader_report (
        reader, TROUPE_SEVERITY_ERROR, "no_agents",
        _ ("“agents” must be an object with at least one agent, keyed by name."));
  for (gsize i = 0; i < n_agents; i++)
    {
      gsize inner = reader->path->len;

      if (is_map)
        {
          const char *name = troupe_value_get_string (troupe_value_map_get_key (agents, i), NULL);

          troupe_crew_reader_enter (reader, name);
          add_agent (source, name, troupe_value_map_get_value (agents, i), reader->path->str);
        }
      else
        {
          troupe_crew_reader_enter_index (reader, i);
          add_entry (reader, source, troupe_value_list_get (agents, i));
        }
      troupe_crew_reader_leave (reader, inner);
    }
  troupe_crew_reader_leave (reader, mark);
}

/* Adds the manager if the map of agents does not contain it. */
static void
add_missing_manager (TroupeCrewSource *source)
{
  const char *name = troupe_value_get_member_text (source->crew, "manager_agent");
  TroupeCrewAgentSource *agent;

  g_assert (source != NULL);

  for (guint i = 0; i < source->agents->len; i++)
    if (g_strcmp0 (((TroupeCrewAgentSource *) source->agents->pdata[i])->name, name) == 0)
      return;
  if (name == NULL || *name == '\0')
    return;
  agent = troupe_crew_agent_source_new (name, NULL, "manager_agent");
  agent->listed_at = g_strdup ("manager_agent");
  g_ptr_array_add (source->agents, agent);
}

TroupeCrew *
troupe_crew_read_definition (TroupeCrewReader *reader, TroupeValue *definition)
{
  g_autoptr (GPtrArray) agents =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_crew_agent_source_free);
  TroupeCrewSource source = { definition, agents, NULL, TRUE };
  const char *manager;
  gsize mark;

  if (!troupe_value_is (definition, TROUPE_VALUE_MAP))
    {
      troupe_crew_reader_wrong_type (reader, definition, _ ("a crew (object)"));
      return NULL;
    }
  add_agents (reader, &source, troupe_value_get_member (definition, "agents"));
  add_missing_manager (&source);
  /* Reports an error if the manager is the only agent, because CrewAI removes the manager from
   * the agents and requires at least one other agent. */
  manager = troupe_value_get_member_text (source.crew, "manager_agent");
  if (manager != NULL && source.agents->len == 1 &&
      g_str_equal (((TroupeCrewAgentSource *) source.agents->pdata[0])->name, manager) &&
      ((TroupeCrewAgentSource *) source.agents->pdata[0])->value != NULL)
    {
      mark = troupe_crew_reader_enter (reader, "agents");
      troupe_crew_reader_report (
          reader, TROUPE_SEVERITY_ERROR, "no_agents",
          _ ("The manager is the only agent. A crew needs at least one more."));
      troupe_crew_reader_leave (reader, mark);
    }
  return troupe_crew_read (reader, &source);
}

static void
set_first (GError **error, const TroupeCrewReader *reader)
{
  const TroupeProblem *first = reader->problems->pdata[0];

  if (*first->path != '\0')
    g_set_error (error, TROUPE_CREW_ERROR, TROUPE_CREW_ERROR_DEFINITION, "%s: %s", first->path,
                 first->message);
  else
    g_set_error_literal (error, TROUPE_CREW_ERROR, TROUPE_CREW_ERROR_DEFINITION, first->message);
}

TroupeCrew *
troupe_crew_new (TroupeValue *definition, GPtrArray **problems, GError **error)
{
  g_auto (TroupeCrewReader) reader = { NULL };
  TroupeCrew *crew;

  g_return_val_if_fail (definition != NULL, NULL);

  troupe_crew_reader_init (&reader, NULL, TRUE);
  crew = troupe_crew_read_definition (&reader, definition);
  if (crew == NULL)
    set_first (error, &reader);
  if (problems != NULL)
    *problems = g_ptr_array_ref (reader.problems);
  return crew;
}

TroupeCrew *
troupe_crew_read_relocated (TroupeValue *definition, GError **error)
{
  g_auto (TroupeCrewReader) reader = { NULL };
  TroupeCrew *crew = NULL;

  g_return_val_if_fail (definition != NULL, NULL);

  troupe_crew_reader_init (&reader, NULL, TRUE);
  reader.is_relocated = TRUE;
  crew = troupe_crew_read_definition (&reader, definition);
  if (crew == NULL)
    set_first (error, &reader);
  return crew;
}

TroupeValue *
troupe_crew_read_lone_agent (TroupeValue *definition, GPtrArray **problems, GError **error)
{
  g_auto (TroupeCrewReader) reader = { NULL };
  TroupeCrewAgent agent = { NULL };
  TroupeValue *fields = NULL;

  g_return_val_if_fail (definition != NULL, NULL);

  troupe_crew_reader_init (&reader, NULL, TRUE);
  troupe_crew_check_agent (&reader, definition);
  troupe_crew_read_agent (&reader, definition, &agent);
  troupe_crew_reader_sort (&reader);
  if (troupe_crew_reader_has_errors (&reader))
    set_first (error, &reader);
  else
    fields = g_steal_pointer (&agent.fields);
  troupe_crew_agent_clear (&agent);
  if (problems != NULL)
    *problems = g_ptr_array_ref (reader.problems);
  return fields;
}

/* --- Serialization ---------------------------------------------------------------------------- */

/* Writes an empty context explicitly. In a definition null is equivalent to a missing key, and a
 * task without `context` has all earlier tasks as its context. */
static TroupeValue *
task_to_value (const TroupeCrewTask *task)
{
  TroupeValue *none;
  TroupeValue *result;

  g_assert (task != NULL);

  if (!task->has_context || troupe_value_get_member (task->fields, "context") != NULL)
    return troupe_value_ref (task->fields);
  none = troupe_value_new_list (NULL, 0);
  result = troupe_value_map_with (task->fields, "context", none);
  troupe_value_unref (none);
  return result;
}

TroupeValue *
troupe_crew_to_definition (TroupeCrew *self)
{
  TroupeCrew *crew;
  TroupeMapBuilder builder, agents;
  g_autofree TroupeValue **tasks = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  crew = self->declared != NULL ? self->declared : self;
  troupe_map_builder_init (&builder);
  for (gsize i = 0; i < troupe_value_map_get_size (crew->fields); i++)
    {
      TroupeValue *key = troupe_value_map_get_key (crew->fields, i);

      /* Skip the derived `memory`. The older field is written as well, and it would not select a
       * scope if `memory` were set, too. */
      if (crew->old_memory == NULL || !g_str_equal (troupe_value_get_string (key, NULL), "memory"))
        troupe_map_builder_add_key (&builder, troupe_value_ref (key),
                                    troupe_value_ref (
                                        troupe_value_map_get_value (crew->fields, i)));
    }
  troupe_map_builder_init (&agents);
  for (guint i = 0; i < crew->n_agents; i++)
    troupe_map_builder_add (&agents, crew->agents[i].name,
                            troupe_value_ref (crew->agents[i].fields));
  if (crew->manager != NULL)
    troupe_map_builder_add (&agents, crew->manager->name, troupe_value_ref (crew->manager->fields));
  troupe_map_builder_add (&builder, "agents", troupe_map_builder_end (&agents));
  tasks = g_new0 (TroupeValue *, crew->n_tasks + 1);
  for (guint i = 0; i < crew->n_tasks; i++)
    tasks[i] = task_to_value (&crew->tasks[i]);
  troupe_map_builder_add (&builder, "tasks", troupe_value_new_list (tasks, crew->n_tasks));
  if (crew->inputs != NULL)
    troupe_map_builder_add (&builder, "inputs", troupe_value_ref (crew->inputs));
  return troupe_map_builder_end (&builder);
}
