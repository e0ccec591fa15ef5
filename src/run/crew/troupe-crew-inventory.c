/* troupe-crew-inventory.c: permissions and Python references of a crew, and checks before a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-inventory"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-agent-review.h"
#include "troupe-agent-remotes.h"
#include "troupe-agent-servers.h"
#include "troupe-agent-skills.h"
#include "troupe-agreed-texts.h"
#include "troupe-base.h"
#include "troupe-crew-hook-call.h"
#include "troupe-crew-python-knowledge.h"
#include "troupe-crew-log.h"
#include "troupe-crew-input-files.h"
#include "troupe-crew-inventory.h"
#include "troupe-crew-refusals.h"
#include "troupe-crew-training-file.h"
#include "troupe-llm-environment.h"
#include "troupe-permission-services.h"
#include "troupe-project-file.h"
#include "troupe-python-refs.h"
#include "troupe-run-memory.h"
#include "troupe-run.h"
#include "troupe-unsupported.h"

#define LONGEST_PROMPTS (1024u * 1024)
/* CrewAI's default model for planning. */
#define PLANNER_MODEL "gpt-5.4-mini"

gboolean
troupe_crew_get_flag (TroupeValue *fields, const char *key)
{
  TroupeValue *value = troupe_value_get_member (fields, key);

  return value != NULL && troupe_value_is (value, TROUPE_VALUE_BOOLEAN) &&
         troupe_value_get_boolean (value);
}

/* --- Implicit agents -------------------------------------------------------------------------- */

/* @model: (nullable) */
static TroupeValue *
make_fields (const char *role, const char *goal, const char *backstory, TroupeValue *model)
{
  TroupeMapBuilder fields;

  troupe_map_builder_init (&fields);
  troupe_map_builder_add (&fields, "role", troupe_value_new_string (role, -1));
  troupe_map_builder_add (&fields, "goal", troupe_value_new_string (goal, -1));
  troupe_map_builder_add (&fields, "backstory", troupe_value_new_string (backstory, -1));
  if (model != NULL)
    troupe_map_builder_add (&fields, "llm", troupe_value_ref (model));
  return troupe_map_builder_end (&fields);
}

/* Reads `prompt_file`. @digest: (out) (optional) (transfer full). Returns NULL if there is none. (transfer full)
 * (nullable) */
static char *
read_prompt_file (TroupeCrew *crew, const char *folder, char **digest)
{
  const char *name = troupe_value_get_member_text (crew->fields, "prompt_file");
  gsize length = 0;
  char *text = name != NULL && folder != NULL
                   ? troupe_project_file_read (folder, name, LONGEST_PROMPTS, &length, NULL, NULL)
                   : NULL;

  if (text != NULL)
    *digest = troupe_agreed_texts_make_digest (text, length);
  return text;
}

TroupeValue *
troupe_crew_inventory_make_manager (TroupeCrew *crew, const char *folder, GHashTable *texts)
{
  g_autoptr (TroupeValue) prompts = NULL;
  const char *role;
  const char *goal;
  const char *backstory;
  g_autofree char *digest = NULL;
  g_autofree char *text = NULL;
  g_autoptr (TroupeValue) whole = NULL;
  TroupeValue *part;

  /* Reads the texts of `prompt_file`. */
  text = read_prompt_file (crew, folder, &digest);
  whole =
      text != NULL && troupe_agreed_texts_have (
                          texts, troupe_value_get_member_text (crew->fields, "prompt_file"), digest)
          ? troupe_value_from_json (text, -1, NULL)
          : NULL;
  part = troupe_value_get_member (whole, "hierarchical_manager_agent");
  prompts = part != NULL ? troupe_value_ref (part) : NULL;
  role = troupe_value_get_member_text (prompts, "role");
  goal = troupe_value_get_member_text (prompts, "goal");
  backstory = troupe_value_get_member_text (prompts, "backstory");
  return make_fields (role != NULL ? role : troupe_agent_manager_get_role (),
                      goal != NULL ? goal : troupe_agent_manager_get_goal (),
                      backstory != NULL ? backstory : troupe_agent_manager_get_backstory (),
                      troupe_value_get_member (crew->fields, "manager_llm"));
}

TroupeAgentDefinition *
troupe_crew_inventory_make_planner (TroupeCrew *crew)
{
  TroupeValue *given = troupe_value_get_member (crew->fields, "planning_llm");
  g_autoptr (TroupeValue) model =
      given != NULL ? troupe_value_ref (given) : troupe_value_new_string (PLANNER_MODEL, -1);
  g_autoptr (TroupeValue) fields = make_fields ("planner", "plan", "planner", model);

  g_assert (crew != NULL);

  return troupe_agent_definition_new (fields, NULL);
}

/* --- Preparation ------------------------------------------------------------------------------ */

char *
troupe_crew_inventory_refuse (TroupeDeclared declared,
                              TroupeValue *fields,
                              const char *place,
                              char **path)
{
  g_autofree char *full = NULL;
  g_autoptr (GPtrArray) found = troupe_unsupported_list (declared, fields);
  const TroupeUnsupported *item = found->len > 0 ? found->pdata[0] : NULL;
  char *reason;

  g_return_val_if_fail (place != NULL, NULL);

  if (item == NULL)
    return NULL;
  full = g_strconcat (place, *place != '\0' ? "." : "", item->path, NULL);
  reason = g_strdup_printf (
      /* Translators: a path such as tasks[0].converter_cls, then two sentences: what is not
       * supported there, and what to do. The text continues a sentence that starts with the name
       * of the object that contains the crew. */
      _ ("has “%s”. %s %s"), full, item->sentence, item->advice);
  if (path != NULL)
    *path = g_steal_pointer (&full);
  return reason;
}

static void
prepare_agent (const TroupeCrewAgent *agent, GHashTable *agents)
{
  TroupeAgentDefinition *definition = troupe_agent_definition_new (agent->fields, NULL);

  g_assert (agent != NULL);

  /* As in CrewAI, an invalid agent fails when the crew starts. */
  if (definition != NULL)
    g_hash_table_replace (agents, (gpointer) agent, definition);
}

/* A #TroupeCrewRefusalFunc that keeps the first reason. */
static void
take_first (const char *path, const char *reason, gpointer user_data)
{
  char **first = user_data;

  if (*first == NULL)
    *first = g_strdup (reason);
}

char *
troupe_crew_inventory_prepare (TroupeCrew *crew, GHashTable *agents)
{
  char *refused = NULL;

  troupe_crew_refusals_list (crew, take_first, &refused);
  if (refused != NULL)
    return refused;
  for (guint i = 0; i < crew->n_agents; i++)
    prepare_agent (&crew->agents[i], agents);
  if (crew->manager != NULL)
    prepare_agent (crew->manager, agents);
  /* A manager created by code is checked after the code has run. */
  if (crew->process == TROUPE_CREW_HIERARCHICAL && crew->manager == NULL &&
      troupe_python_ref_get_reference (troupe_value_get_member (crew->fields, "manager_agent")) ==
          NULL)
    {
      g_autoptr (TroupeValue) fields = troupe_crew_inventory_make_manager (crew, NULL, NULL);
      TroupeAgentDefinition *manager = troupe_agent_definition_new (fields, NULL);

      if (manager != NULL)
        g_hash_table_replace (agents, &crew->manager, manager);
    }
  if (troupe_crew_get_flag (crew->fields, "planning"))
    {
      TroupeAgentDefinition *planner = troupe_crew_inventory_make_planner (crew);

      if (planner != NULL)
        g_hash_table_replace (agents, &crew->fields, planner);
    }
  return NULL;
}

/* Returns TRUE if the models of the agent can be called. @field: (nullable): the field that names its
 * model, for the error; %NULL for the field `llm`, which needs no explanation */
static gboolean
can_ask (TroupeAgentDefinition *agent, const char *field, TroupeLlmClient *client, GError **error)
{
  TroupeAgentDefinition *planner = troupe_agent_definition_get_planner (agent);
  const char *model = troupe_agent_definition_get_model (agent);
  g_autofree char *usual = model == NULL ? troupe_llm_client_get_default_model (client) : NULL;

  if (!troupe_agent_definition_is_model_made (agent) &&
      !troupe_llm_client_check (client, model != NULL ? model : usual,
                                troupe_agent_definition_get_settings (agent), error))
    {
      if (field != NULL)
        /* Translators: %s is the name of a field, such as “planning_llm”; the reason follows */
        g_prefix_error (error, _ ("“%s”: "), field);
      return FALSE;
    }

  return planner == NULL || can_ask (planner, "planning_config.llm", client, error);
}

/* The roles of agents without a task. */
typedef enum
{
  OTHER_AGENT,
  OTHER_MANAGER,
  OTHER_MANAGER_MODEL,
  OTHER_PLANNER,
} Other;

/* Describes why an agent without a task cannot run. @name: its role, or the name of the crew if the
 * crew creates it. (transfer full) */
static char *
describe_other (Other other, const char *name, const char *reason)
{
  switch (other)
    {
    case OTHER_MANAGER:
      /* Translators: first %s is the role of an agent, second %s the reason */
      return g_strdup_printf (_ ("The manager “%s” cannot run: %s"), name, reason);
    case OTHER_MANAGER_MODEL:
      /* Translators: first %s is the name of a crew, second %s the reason */
      return g_strdup_printf (_ ("The manager of the crew “%s” cannot run: %s"), name, reason);
    case OTHER_PLANNER:
      /* Translators: first %s is the name of a crew, second %s the reason */
      return g_strdup_printf (_ ("The crew “%s” cannot plan its tasks: %s"), name, reason);
    case OTHER_AGENT:
    default:
      /* Translators: first %s is the role of an agent, second %s the reason */
      return g_strdup_printf (_ ("The agent “%s” cannot run: %s"), name, reason);
    }
}

/* Checks an agent without a task. @key: (nullable): the key in @agents; @field: as for can_ask() */
static gboolean
check_other (GHashTable *agents,
             gconstpointer key,
             Other other,
             const char *field,
             const char *name,
             TroupeLlmClient *client,
             GError **error)
{
  TroupeAgentDefinition *agent = key != NULL ? g_hash_table_lookup (agents, key) : NULL;
  g_autoptr (GError) cause = NULL;
  g_autofree char *text = NULL;

  if (agent == NULL || can_ask (agent, field, client, &cause))
    return TRUE;
  text = describe_other (other, name, cause->message);
  g_set_error_literal (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PROVIDER, text);
  return FALSE;
}

/* Checks the agents without a task: the agents to which a manager may delegate, the manager, and the
 * planner. @spared: (nullable): the key of an agent that is not checked */
static gboolean
check_others (TroupeCrew *crew,
              GHashTable *agents,
              TroupeLlmClient *client,
              gconstpointer spared,
              GError **error)
{
  g_autofree char *manager =
      crew->manager != NULL ? troupe_crew_agent_dup_title (crew->manager) : NULL;
  const struct
  {
    gconstpointer key;
    Other other;
    const char *field;
    const char *name;
  } others[] = {
    { crew->manager, OTHER_MANAGER, NULL, manager },
    { &crew->manager, OTHER_MANAGER_MODEL, "manager_llm", crew->name },
    { &crew->fields, OTHER_PLANNER, "planning_llm", crew->name },
  };

  for (guint i = 0; crew->process == TROUPE_CREW_HIERARCHICAL && i < crew->n_agents; i++)
    {
      g_autofree char *title = troupe_crew_agent_dup_title (&crew->agents[i]);

      if (&crew->agents[i] != spared &&
          !check_other (agents, &crew->agents[i], OTHER_AGENT, NULL, title, client, error))
        return FALSE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (others[i].key != spared && !check_other (agents, others[i].key, others[i].other,
                                                 others[i].field, others[i].name, client, error))
      return FALSE;

  return TRUE;
}

gboolean
troupe_crew_inventory_check (TroupeCrew *crew,
                             GHashTable *agents,
                             TroupeLlmClient *client,
                             gboolean spares_first,
                             char **path,
                             GError **error)
{
  gconstpointer spared = NULL;

  if (spares_first)
    {
      if (troupe_crew_get_flag (crew->fields, "planning"))
        spared = &crew->fields;
      else if (crew->process == TROUPE_CREW_HIERARCHICAL)
        spared = crew->manager != NULL ? (gconstpointer) crew->manager : &crew->manager;
      else
        spared = crew->n_tasks > 0 ? troupe_crew_get_task_agent (crew, 0) : NULL;
    }
  for (guint i = 0; i < crew->n_tasks; i++)
    {
      const TroupeCrewAgent *who = troupe_crew_get_task_agent (crew, i);
      TroupeAgentDefinition *agent;
      const TroupeCrewTask *task;
      g_autoptr (GError) cause = NULL;
      g_autofree char *title = NULL;
      g_autofree char *role = NULL;

      /* Checks the agent of a task. Skips conditional tasks, because they may never be executed. */
      if (who == NULL || who == spared)
        continue;
      agent = g_hash_table_lookup (agents, who);
      task = &crew->tasks[i];
      if (agent == NULL || task->is_conditional || can_ask (agent, NULL, client, &cause))
        continue;
      title = troupe_crew_task_dup_title (task);
      role = troupe_crew_agent_dup_title (who);
      g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PROVIDER,
                   /* Translators: first %s is the title of a task, second %s the role of an agent,
                    * third %s the reason */
                   _ ("The task “%s” of “%s” cannot run: %s"), title, role, cause->message);
      if (path != NULL)
        *path = g_strdup (crew->tasks[i].path);
      return FALSE;
    }

  return check_others (crew, agents, client, spared, error);
}

/* --- Permissions ------------------------------------------------------------------------------ */

/* Lists the permissions of the agent's model, which determines the server and the key. */
void
troupe_agent_list_model_permissions (TroupeAgentDefinition *agent,
                                     TroupePermissionList *permissions)
{
  const char *model = troupe_agent_definition_get_model (agent);
  TroupeValue *settings = troupe_agent_definition_get_settings (agent);

  /* A model created by Python is listed with the Python code. */
  if (!troupe_agent_definition_is_model_made (agent))
    troupe_permission_list_add_model (permissions, model, settings);
}

static void
tell_tools (TroupeValue *tools, TroupePermissionList *permissions)
{
  for (gsize i = 0; tools != NULL && troupe_value_is (tools, TROUPE_VALUE_LIST) &&
                    i < troupe_value_list_get_length (tools);
       i++)
    {
      TroupeValue *item = troupe_value_list_get (tools, i);
      g_autofree char *reference =
          troupe_value_is (item, TROUPE_VALUE_STRING)
              ? troupe_tool_find_for_agent (troupe_value_get_string (item, NULL), NULL)
              : NULL;
      g_autoptr (TroupeTool) tool =
          reference != NULL ? troupe_tool_new_for_reference (reference, NULL) : NULL;

      if (tool != NULL)
        troupe_tool_list_permissions (tool, permissions);
    }
}

void
troupe_crew_inventory_list_tool_permissions (TroupeCrew *crew, TroupePermissionList *permissions)
{
  for (guint i = 0; i < crew->n_agents; i++)
    tell_tools (troupe_value_get_member (crew->agents[i].fields, "tools"), permissions);
  if (crew->manager != NULL)
    tell_tools (troupe_value_get_member (crew->manager->fields, "tools"), permissions);
  for (guint i = 0; i < crew->n_tasks; i++)
    tell_tools (crew->tasks[i].tools, permissions);
}

static void
tell_agent (TroupeValue *fields, TroupeValue *of_crew, TroupePermissionList *permissions)
{
  g_autoptr (TroupeAgentDefinition) agent = troupe_agent_definition_new (fields, NULL);

  if (agent != NULL)
    {
      troupe_agent_list_model_permissions (agent, permissions);
      if (troupe_agent_definition_get_planner (agent) != NULL)
        troupe_agent_list_model_permissions (troupe_agent_definition_get_planner (agent),
                                             permissions);
    }
  troupe_agent_skills_list_permissions (troupe_value_get_member (fields, "skills"), permissions);
  tell_tools (troupe_value_get_member (fields, "tools"), permissions);
  troupe_agent_servers_list_permissions (troupe_value_get_member (fields, "mcps"), permissions);
  troupe_agent_remotes_list_permissions (troupe_value_get_member (fields, "a2a"), permissions);
  troupe_memory_fields_list_permissions (fields, of_crew, permissions);
}

/* Returns all hooks, in the order of the document. (transfer full) (element-type TroupeCrewHook) */
static GPtrArray *
list_hooks (TroupeCrew *crew)
{
  GPtrArray *hooks = g_ptr_array_new ();

  g_assert (crew != NULL);

  for (guint i = 0; i < crew->n_before; i++)
    g_ptr_array_add (hooks, &crew->before[i]);
  for (guint i = 0; i < crew->n_after; i++)
    g_ptr_array_add (hooks, &crew->after[i]);
  if (crew->step_callback != NULL)
    g_ptr_array_add (hooks, crew->step_callback);
  for (guint i = 0; i < crew->n_agents; i++)
    if (crew->agents[i].step_callback != NULL)
      g_ptr_array_add (hooks, crew->agents[i].step_callback);
  if (crew->manager != NULL && crew->manager->step_callback != NULL)
    g_ptr_array_add (hooks, crew->manager->step_callback);
  if (crew->task_callback != NULL)
    g_ptr_array_add (hooks, crew->task_callback);
  for (guint i = 0; i < crew->n_tasks; i++)
    {
      const TroupeCrewTask *task = &crew->tasks[i];

      for (guint k = 0; k < task->n_guardrails; k++)
        g_ptr_array_add (hooks, &task->guardrails[k]);
      if (task->condition != NULL)
        g_ptr_array_add (hooks, task->condition);
      if (task->callback != NULL)
        g_ptr_array_add (hooks, task->callback);
    }
  return hooks;
}

/* Returns the dotted paths of all classes. (transfer full) (element-type utf8) */
static GPtrArray *
list_models (TroupeCrew *crew)
{
  GPtrArray *models = g_ptr_array_new ();

  g_assert (crew != NULL);

  for (guint i = 0; i < crew->n_tasks; i++)
    {
      if (crew->tasks[i].model != NULL)
        g_ptr_array_add (models, crew->tasks[i].model);
      if (crew->tasks[i].response_model != NULL)
        g_ptr_array_add (models, crew->tasks[i].response_model);
    }
  return models;
}

static void
tell_made (TroupeDeclared declared, TroupeValue *fields, TroupePermissionList *permissions)
{
  g_autoptr (GPtrArray) parts = troupe_python_refs_list (declared, fields);

  g_assert (permissions != NULL);

  troupe_python_refs_list_permissions (parts, permissions);
}

/* Adds an output file. Leading slashes are skipped, because output files are relative to the
 * working folder. */
static void
tell_output (const char *path, TroupeFileUse use, TroupePermissionList *permissions)
{
  while (path != NULL && *path == '/')
    path++;
  troupe_permission_list_add_file (permissions, path, use);
}

static void
tell_files (TroupeCrew *crew, TroupePermissionList *permissions)
{
  g_autofree char *log = troupe_crew_log_find_path (crew);
  const char *name;
  g_autofree char *digest = NULL;
  g_autofree char *text = NULL;
  const char *named;
  g_autofree char *variable = NULL;
  g_autofree char *path = NULL;
  g_autofree char *found = NULL;
  g_autofree char *trained = NULL;

  for (guint i = 0; i < crew->n_tasks; i++)
    {
      g_autoptr (GPtrArray) list = NULL;

      tell_output (crew->tasks[i].output_file, TROUPE_FILE_REPLACE, permissions);
      list = troupe_crew_list_input_files (troupe_value_get_member (crew->tasks[i].fields,
                                                                    "input_files"),
                                           troupe_permission_list_get_folder (permissions));
      for (guint j = 0; j < list->len; j++)
        {
          const TroupeCrewInputFile *file = g_ptr_array_index (list, j);

          if (file->path == NULL)
            troupe_permission_list_add_page (permissions, file->address);
          else
            troupe_permission_list_add_file (permissions, file->path,
                                             TROUPE_FILE_READ | TROUPE_FILE_IN_PROJECT |
                                                 TROUPE_FILE_SENT);
        }
    }
  tell_output (log, TROUPE_FILE_EXTEND, permissions);
  /* Adds the texts of `prompt_file`, which are instructions of the manager. */
  name = troupe_value_get_member_text (crew->fields, "prompt_file");
  text = read_prompt_file (crew, troupe_permission_list_get_folder (permissions), &digest);
  troupe_permission_list_add_file (permissions, name, TROUPE_FILE_READ | TROUPE_FILE_IN_PROJECT);
  if (text != NULL)
    troupe_permission_list_add_text (permissions, name, digest);
  /* Adds the file of trained agents, which the document or the environment names. The default
   * file is read if it exists. Without a working folder nothing but the file of the environment is read. */
  named = troupe_value_get_member_text (crew->fields, "trained_agents_file");
  variable = troupe_llm_environment_lookup (NULL, TROUPE_CREW_TRAINED_VARIABLE);
  path = troupe_crew_training_file_name_for (crew, variable);
  g_assert (permissions != NULL);
  if (named == NULL || *named == '\0')
    named = variable;
  found = troupe_crew_training_file_find_for (crew, variable,
                                              troupe_permission_list_get_work (permissions), NULL);
  if (found == NULL && troupe_permission_list_get_work (permissions) == NULL)
    return;
  troupe_permission_list_add_file (permissions, path,
                                   named != NULL ? TROUPE_FILE_READ
                                                 : TROUPE_FILE_READ | TROUPE_FILE_IF_EXISTS);
  trained = found != NULL ? troupe_crew_training_file_get_foreign_digest (found) : NULL;
  if (trained != NULL)
    troupe_permission_list_add_text (permissions, path, trained);
}

void
troupe_crew_inventory_list_permissions (TroupeCrew *crew, TroupePermissionList *permissions)
{
  g_autoptr (GPtrArray) hooks = NULL;
  g_autoptr (GPtrArray) models = NULL;

  for (guint i = 0; i < crew->n_agents; i++)
    tell_agent (crew->agents[i].fields, crew->fields, permissions);
  if (crew->manager != NULL)
    tell_agent (crew->manager->fields, crew->fields, permissions);
  else if (crew->process == TROUPE_CREW_HIERARCHICAL)
    {
      g_autoptr (TroupeValue) fields = troupe_crew_inventory_make_manager (crew, NULL, NULL);

      tell_agent (fields, crew->fields, permissions);
    }
  if (troupe_crew_get_flag (crew->fields, "planning"))
    {
      g_autoptr (TroupeAgentDefinition) planner = troupe_crew_inventory_make_planner (crew);

      if (planner != NULL)
        troupe_agent_list_model_permissions (planner, permissions);
    }
  for (guint i = 0; i < crew->n_tasks; i++)
    tell_tools (crew->tasks[i].tools, permissions);
  tell_files (crew, permissions);
  troupe_agent_skills_list_permissions (troupe_value_get_member (crew->fields, "skills"),
                                        permissions);
  troupe_memory_fields_list_permissions (crew->fields, NULL, permissions);
  hooks = list_hooks (crew);
  models = list_models (crew);
  for (guint i = 0; i < hooks->len; i++)
    {
      const TroupeCrewHook *hook = g_ptr_array_index (hooks, i);
      g_autofree char *source = NULL;

      if (hook->type != TROUPE_CREW_HOOK_PYTHON)
        continue;
      source = troupe_crew_hook_make_source (hook->text);
      troupe_permission_list_add_python (permissions, TROUPE_PYTHON_PERMIT_CODE, source);
    }
  for (guint i = 0; i < models->len; i++)
    {
      g_autofree char *source = troupe_crew_hook_make_source (g_ptr_array_index (models, i));

      troupe_permission_list_add_python (permissions, TROUPE_PYTHON_PERMIT_CODE, source);
    }
  tell_made (TROUPE_DECLARED_CREW, crew->fields, permissions);
  for (guint i = 0; i < crew->n_agents; i++)
    tell_made (TROUPE_DECLARED_AGENT, crew->agents[i].fields, permissions);
  if (crew->manager != NULL)
    tell_made (TROUPE_DECLARED_AGENT, crew->manager->fields, permissions);
  for (guint i = 0; i < crew->n_tasks; i++)
    tell_made (TROUPE_DECLARED_TASK, crew->tasks[i].fields, permissions);
}

/* --- Python parts ----------------------------------------------------------------------------- */

/* A Python tool or class, and its JSON path. */
typedef struct
{
  TroupePythonKind kind;
  char *name;
  char *path;
} Piece;

static void
piece_clear (gpointer data)
{
  Piece *piece = data;

  g_free (piece->name);
  g_free (piece->path);
}

/* Adds the Python tools of a list. @path: JSON path of the object that has the tools */
static void
add_tools (GArray *pieces, TroupeValue *tools, const char *path)
{
  for (gsize i = 0; tools != NULL && troupe_value_is (tools, TROUPE_VALUE_LIST) &&
                    i < troupe_value_list_get_length (tools);
       i++)
    {
      TroupeValue *item = troupe_value_list_get (tools, i);
      g_autofree char *reference =
          troupe_value_is (item, TROUPE_VALUE_STRING)
              ? troupe_tool_find_for_agent (troupe_value_get_string (item, NULL), NULL)
              : NULL;
      Piece piece;

      if (reference == NULL || !troupe_tool_is_python (reference))
        continue;
      piece.kind = TROUPE_PYTHON_KIND_TOOL;
      piece.name = g_steal_pointer (&reference);
      piece.path = g_strdup_printf ("%s.tools[%u]", path, (guint) i);
      g_array_append_val (pieces, piece);
    }
}

/* Adds the Python parts in the fields of an object. @path: (nullable): JSON path of that object */
static void
add_made (GArray *pieces, TroupeDeclared declared, TroupeValue *fields, const char *path)
{
  g_autoptr (GPtrArray) parts = troupe_python_refs_list (declared, fields);

  g_assert (pieces != NULL);

  for (guint i = 0; i < parts->len; i++)
    {
      const TroupePythonRef *part = g_ptr_array_index (parts, i);
      Piece piece = { .kind = part->kind, .name = g_strdup (part->source) };

      piece.path =
          path != NULL ? g_strdup_printf ("%s.%s", path, part->path) : g_strdup (part->path);
      g_array_append_val (pieces, piece);
    }
}

gboolean
troupe_crew_inventory_get_python (TroupeCrew *crew,
                                  guint index,
                                  TroupePythonKind *kind,
                                  char **source,
                                  char **path)
{
  g_autoptr (GPtrArray) hooks = list_hooks (crew);
  g_autoptr (GPtrArray) models = list_models (crew);
  g_autoptr (GArray) pieces = NULL;

  /* Lists the Python parts except hooks and classes. */
  pieces = g_array_new (FALSE, FALSE, sizeof (Piece));
  g_array_set_clear_func (pieces, piece_clear);

  for (guint i = 0; i < crew->n_agents; i++)
    add_tools (pieces, troupe_value_get_member (crew->agents[i].fields, "tools"),
               crew->agents[i].path);
  for (guint i = 0; i < crew->n_tasks; i++)
    add_tools (pieces, crew->tasks[i].tools, crew->tasks[i].path);
  add_made (pieces, TROUPE_DECLARED_CREW, crew->fields, NULL);
  for (guint i = 0; i < crew->n_agents; i++)
    add_made (pieces, TROUPE_DECLARED_AGENT, crew->agents[i].fields, crew->agents[i].path);
  if (crew->manager != NULL)
    add_made (pieces, TROUPE_DECLARED_AGENT, crew->manager->fields, crew->manager->path);
  for (guint i = 0; i < crew->n_tasks; i++)
    add_made (pieces, TROUPE_DECLARED_TASK, crew->tasks[i].fields, crew->tasks[i].path);
  *kind = TROUPE_PYTHON_KIND_HOOK;
  *source = NULL;
  *path = NULL;
  if (index < hooks->len)
    {
      const TroupeCrewHook *hook = g_ptr_array_index (hooks, index);

      if (hook->type == TROUPE_CREW_HOOK_PYTHON)
        *source = troupe_crew_hook_make_source (hook->text);
      *path = g_strdup (hook->path);
      return TRUE;
    }
  index -= hooks->len;
  if (index < models->len)
    {
      *source = troupe_crew_hook_make_source (g_ptr_array_index (models, index));
      *path = g_strdup ("tasks");
      return TRUE;
    }
  index -= models->len;
  if (index >= pieces->len)
    return FALSE;
  *kind = g_array_index (pieces, Piece, index).kind;
  *source = g_strdup (g_array_index (pieces, Piece, index).name);
  *path = g_strdup (g_array_index (pieces, Piece, index).path);
  return TRUE;
}
