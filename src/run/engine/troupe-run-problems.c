/* troupe-run-problems.c: problems of a document for which a run is refused before it starts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-problems"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-crew-document.h"
#include "troupe-crew-refusals.h"
#include "troupe-flow-document.h"
#include "troupe-flow-runner-action.h"
#include "troupe-llm-embed.h"
#include "troupe-llm-error.h"
#include "troupe-mcp-config.h"
#include "troupe-memory-fields.h"
#include "troupe-memory.h"
#include "troupe-permissions.h"
#include "troupe-prepared-crew.h"
#include "troupe-project-code.h"
#include "troupe-python-module.h"
#include "troupe-python-package.h"
#include "troupe-python-variables.h"
#include "troupe-run-check.h"
#include "troupe-run-crew.h"
#include "troupe-run-kind.h"
#include "troupe-run-memory.h"
#include "troupe-run-options.h"
#include "troupe-run-problems.h"
#include "troupe-tool.h"
#include "troupe-tree.h"

/* State of a listing. @method, @path: (nullable): the current method and the path of its action;
 * NULL for a crew document */
typedef struct
{
  TroupeFlow *flow;
  TroupePreparedActions made;
  const TroupeRunKind *kind;
  gboolean has_file;
  TroupeLlmClient *client;
  GPtrArray *problems;
  char *folder;
  const char *method;
  const char *path;
} Listing;

/* --- Reporting -------------------------------------------------------------------------------- */

static TroupeProblem *
report (Listing *self,
        TroupeSeverity severity,
        const char *code,
        const char *inner,
        const char *message)
{
  g_autofree char *path = NULL;
  TroupeProblem *problem;

  if (self->path == NULL)
    path = g_strdup (inner);
  else
    path =
        *inner != '\0' ? g_strdup_printf ("%s.with.%s", self->path, inner) : g_strdup (self->path);
  problem = troupe_problem_new (severity, code, path, "%s", message);
  problem->method = g_strdup (self->method);
  g_ptr_array_add (self->problems, problem);
  return problem;
}

/* Reports the end of a sentence, such as “has an agent …”, about the object @name. */
static void
report_reason (Listing *self, const char *name, const char *inner, const char *reason)
{
  g_autofree char *shown = troupe_run_check_strip_stop (reason);
  g_autofree char *message =
      /* Translators: first %s is the name of a crew or method, second %s the end of the sentence */
      g_strdup_printf (_ ("Troupe cannot run the document: “%s” %s."), name, shown);

  report (self, TROUPE_SEVERITY_ERROR, "run_refused", inner, message);
}

/* --- Models and servers ----------------------------------------------------------------------- */

/* @agent: (nullable) */
static void
check_model (Listing *self, TroupeAgentDefinition *agent, const char *inner)
{
  const char *model = agent != NULL ? troupe_agent_definition_get_model (agent) : NULL;
  g_autofree char *usual = NULL;
  g_autoptr (GError) error = NULL;

  if (agent == NULL || troupe_agent_definition_is_model_made (agent))
    return;
  usual = model == NULL ? troupe_llm_client_get_default_model (self->client) : NULL;
  if (!troupe_llm_client_check (self->client, model != NULL ? model : usual,
                                troupe_agent_definition_get_settings (agent), &error) &&
      g_error_matches (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_UNKNOWN_MODEL))
    report (self, TROUPE_SEVERITY_WARNING, "unknown_provider", inner, error->message);
}

static void
check_agent (Listing *self, TroupeAgentDefinition *agent, const char *inner)
{
  g_autofree char *model = *inner != '\0' ? g_strconcat (inner, ".llm", NULL) : g_strdup ("llm");
  TroupeValue *servers;

  if (agent == NULL)
    return;
  check_model (self, agent, model);
  servers = troupe_agent_definition_get_mcps (agent);
  for (gsize i = 0; servers != NULL && i < troupe_value_list_get_length (servers); i++)
    {
      g_autoptr (TroupeMcpConfig) config =
          troupe_mcp_config_new (troupe_value_list_get (servers, i), NULL);
      g_autofree char *program = NULL;
      g_autofree char *path = NULL;
      g_autofree char *message = NULL;

      if (config == NULL || config->command == NULL)
        continue;
      program = troupe_mcp_config_find_program (config, self->folder);
      if (program != NULL)
        continue;
      path = g_strdup_printf ("%s%smcps[%u]", inner, *inner != '\0' ? "." : "", (guint) i);
      message = g_strdup_printf (
          /* Translators: %s is the command line of a program */
          _ ("The program of the MCP server “%s” was not found on this computer, so its agent "
             "cannot "
             "run."),
          config->label);
      report (self, TROUPE_SEVERITY_WARNING, "missing_program", path, message)->fix =
          g_strdup (_ ("Install the program, or correct the command."));
    }
}

/* --- Crews ------------------------------------------------------------------------------------ */

/* A #TroupeCrewRefusalFunc. */
static void
take_refusal (const char *path, const char *reason, gpointer user_data)
{
  Listing *self = user_data;

  report_reason (self, self->method != NULL ? self->method : troupe_flow_get_name (self->flow),
                 path, reason);
}

/* Reports an error that may begin with the key of @fields that it is about, such as
 * “knowledge_sources: …”. */
static void
report_field (Listing *self, TroupeValue *fields, const char *inner, const GError *error)
{
  const char *colon = strstr (error->message, ": ");
  const char *start = error->message;
  g_autofree char *key = NULL;
  g_autofree char *path = NULL;

  /* A path may precede the key. */
  if (colon != NULL && g_str_has_prefix (error->message, inner) && colon == start + strlen (inner))
    start = colon + 2;
  key = g_strndup (start, strcspn (start, ":[ "));
  path = troupe_value_get_member (fields, key) == NULL ? g_strdup (inner)
         : *inner != '\0'                              ? g_strdup_printf ("%s.%s", inner, key)
                                                       : g_strdup (key);
  /* The path contains the key already. */
  if (strlen (path) > strlen (inner) && g_str_has_prefix (start + strlen (key), ": "))
    start += strlen (key) + 2;
  else
    start = error->message;
  report (self, TROUPE_SEVERITY_ERROR, "run_refused", path, start);
}

/* Checks what a standalone crew reads before it starts: its skills, its memory and its knowledge. */
static void
check_files (Listing *self, TroupeValue *fields, const char *inner, const char *name)
{
  g_autoptr (GError) of_skills = NULL;
  g_autoptr (GError) of_memory = NULL;

  if (self->path != NULL || !self->has_file)
    return;
  if (!troupe_run_check_skill_folders (fields, self->folder, name, &of_skills))
    report_field (self, fields, inner, of_skills);
  if (!troupe_memory_fields_check (fields, self->folder, &of_memory))
    report_field (self, fields, inner, of_memory);
}

/* Reports a module that is missing. Without a file, there is no folder for the modules of the
 * document. */
static void
check_module (Listing *self, const char *source, const char *inner)
{
  g_autofree char *message = source != NULL && self->has_file
                                 ? troupe_python_module_find_missing (source, self->folder)
                                 : NULL;

  if (message != NULL)
    {
      g_autofree char *module = g_strndup (source, strcspn (source, ".:"));
      g_autofree char *advice = troupe_python_package_make_advice (module);

      if (advice != NULL)
        report (self, TROUPE_SEVERITY_WARNING, "missing_module", inner, message)->fix =
            g_steal_pointer (&advice);
      else
        report (self, TROUPE_SEVERITY_WARNING, "missing_module", inner, message)->fix = g_strdup (
            _ ("Correct the reference, or install the package for the Python that runs the "
               "code of documents."));
    }
}

/* Reports the inputs that a standalone crew requires, because a run without them is refused. */
static void
check_inputs (Listing *self, TroupeCrew *crew)
{
  g_autoptr (TroupeValue) defaults = NULL;
  g_auto (GStrv) names = NULL;

  if (self->path != NULL || crew->n_before > 0 ||
      !self->kind->find_inputs (self->flow, NULL, &defaults))
    return;
  names = troupe_run_crew_list_missing (crew, defaults);
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *message =
          /* Translators: %s is the name of an input */
          g_strdup_printf (_ ("The crew requires the input “%s”, which has no default."), names[i]);

      report (self, TROUPE_SEVERITY_HINT, "missing_input", "", message)->fix = g_strdup_printf (
          /* Translators: both %s are the name of the same input */
          _ ("Enter it when asked (troupectl: --input %s=VALUE), or add a default to “inputs”."),
          names[i]);
    }
}

/* Reports the inputs that an action passes to its crew incompletely. A crew without any inputs keeps
 * its placeholders, as in CrewAI, and the keys of an expression are not known. */
static void
check_inputs_of_action (Listing *self, const TroupeFlowAction *action, TroupeCrew *crew)
{
  JsonNode *node = troupe_tree_get_member (action->node, "inputs");
  g_autoptr (TroupeValue) inputs = NULL;
  g_auto (GStrv) names = NULL;

  if (self->path == NULL || crew->n_before > 0 || node == NULL || !JSON_NODE_HOLDS_OBJECT (node) ||
      json_object_get_size (json_node_get_object (node)) == 0)
    return;
  inputs = troupe_value_from_node (node);
  names = troupe_run_crew_list_missing (crew, inputs);
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *message =
          /* Translators: %s is the name of an input */
          g_strdup_printf (
              _ ("The crew requires the input “%s”, which “inputs” does not contain, so "
                 "the method fails when it is reached."),
              names[i]);

      report (self, TROUPE_SEVERITY_WARNING, "missing_input", "", message)->fix = g_strdup_printf (
          /* Translators: %s is the name of an input */
          _ ("Add “%s” to “inputs”."), names[i]);
    }
}

/* Reports that memory or knowledge requires a key that a crew of mock models does not need otherwise.
 * Keys of other crews may be in the keyring, which is not asked before a run. @embedder: (nullable) */
static void
check_embedder (Listing *self, TroupeCrew *crew, TroupeValue *embedder, const char *usual)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeEmbedder) made = NULL;
  TroupeProblem *problem = NULL;

  if (embedder != NULL)
    return;
  for (guint i = 0; i < crew->n_agents; i++)
    {
      const char *model = troupe_value_get_member_text (crew->agents[i].fields, "llm");

      if (model == NULL || !g_str_has_prefix (model, "mock/"))
        return;
    }
  made = troupe_embedder_new (self->client, NULL, usual, &error);
  if (!g_error_matches (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_NO_KEY))
    return;
  problem = report (self, TROUPE_SEVERITY_WARNING, "missing_key", "embedder", error->message);
  g_free (problem->fix);
  problem->fix = g_strdup (_ ("Choose the embedder “mock”, which needs no key and no network but "
                              "works only in Troupe."));
  problem->fix_action = g_strdup ("set-value:{\"provider\": \"mock\"}");
  problem->fix_label = g_strdup (_ ("Use “mock”"));
}

static void
check_memory_of_crew (Listing *self, TroupeCrew *crew)
{
  TroupeValue *memory = troupe_value_get_member (crew->fields, "memory");
  TroupeValue *own = troupe_value_get_member (crew->fields, "embedder");
  gboolean knows = troupe_memory_fields_have_knowledge (crew->fields);

  if (troupe_memory_fields_want_memory (crew->fields))
    check_embedder (self, crew, troupe_memory_fields_get_embedder (memory, own),
                    TROUPE_MEMORY_DEFAULT_EMBEDDING);
  for (guint i = 0; i < crew->n_agents && !knows; i++)
    knows = troupe_memory_fields_have_knowledge (crew->agents[i].fields) &&
            troupe_value_get_member (crew->agents[i].fields, "embedder") == NULL;
  if (knows && !troupe_memory_fields_want_memory (crew->fields))
    check_embedder (self, crew, own, TROUPE_KNOWLEDGE_DEFAULT_EMBEDDING);
}

static void
check_crew (Listing *self, TroupeCrew *crew)
{
  GHashTable *agents = self->made.agents;

  troupe_crew_refusals_list (crew, take_refusal, self);
  check_files (self, crew->fields, "", crew->name);
  for (guint i = 0; i < crew->n_agents; i++)
    {
      check_files (self, crew->agents[i].fields, crew->agents[i].path, crew->agents[i].path);
      check_agent (self, g_hash_table_lookup (agents, &crew->agents[i]), crew->agents[i].path);
    }
  if (crew->manager != NULL)
    check_agent (self, g_hash_table_lookup (agents, crew->manager), crew->manager->path);
  check_model (self, g_hash_table_lookup (agents, &crew->manager), "manager_llm");
  check_model (self, g_hash_table_lookup (agents, &crew->fields), "planning_llm");
  check_inputs (self, crew);
  check_memory_of_crew (self, crew);
}

static gboolean
is_missing (Listing *self, const char *reference)
{
  g_autofree char *file = g_canonicalize_filename (reference, self->folder);

  return !g_file_test (file, G_FILE_TEST_EXISTS);
}

/* Offers a new crew inside of the flow. */
static void
offer_crew (TroupeProblem *problem)
{
  g_free (problem->fix);
  problem->fix = g_strdup (_ ("Create the crew, choose another one, or put a new one inline."));
  problem->fix_action = g_strdup ("inline-crew");
  problem->fix_label = g_strdup (_ ("New Crew Inline"));
}

/* Reports a crew in another file that cannot be read. The crew of a crew document was read, or the
 * document has errors of its own. */
static void
check_declaration (Listing *self, const TroupeFlowAction *action, TroupePreparedCrew *prepared)
{
  g_autofree char *message = NULL;
  g_autofree char *path = NULL;
  TroupeProblem *problem;

  if (prepared->error == NULL || action->definition != NULL || action->reference == NULL ||
      *action->reference == '\0')
    return;
  /* An unsaved flow has no folder in which a crew could be. */
  if (!self->has_file && g_path_is_absolute (action->reference))
    return;
  path = g_strconcat (self->path, ".from_declaration", NULL);
  if (!self->has_file)
    {
      problem = troupe_problem_new (
          TROUPE_SEVERITY_WARNING, "unreadable_crew", path,
          /* Translators: %s is a file name */
          _ ("The crew “%s” does not exist: the flow has no folder until it is saved."),
          action->reference);
      offer_crew (problem);
    }
  else if (prepared->is_refused)
    {
      problem = troupe_problem_new (TROUPE_SEVERITY_WARNING, "crew_outside", path, "%s",
                                    prepared->error->message);
    }
  else
    {
      /* Translators: %s is a sentence that describes the problem */
      message = g_strdup_printf (_ ("The method will fail when it is reached. %s"),
                                 prepared->error->message);
      problem =
          troupe_problem_new (TROUPE_SEVERITY_WARNING, "unreadable_crew", path, "%s", message);
      if (is_missing (self, action->reference))
        offer_crew (problem);
    }
  problem->method = g_strdup (self->method);
  g_ptr_array_add (self->problems, problem);
}

/* Copies the fix of a problem of a crew if the flow can apply it. */
static void
take_fix (TroupeProblem *problem, const TroupeProblem *from)
{
  static const char *const actions[] = { "remove-key", "set-value:", "rename-key:" };

  if (from->fix != NULL)
    {
      g_free (problem->fix);
      problem->fix = g_strdup (from->fix);
    }
  for (guint i = 0; from->fix_action != NULL && i < G_N_ELEMENTS (actions); i++)
    if (g_str_has_prefix (from->fix_action, actions[i]))
      {
        problem->fix_action = g_strdup (from->fix_action);
        problem->fix_label = g_strdup (from->fix_label);
        return;
      }
}

/* Reports the problems of a crew inside of a flow that its file would have. A flow is loaded even if
 * one of its crews has errors. */
static void
check_inline (Listing *self, const TroupeFlowAction *action)
{
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (TroupeCrew) crew = NULL;

  if (self->path == NULL || action->definition == NULL)
    return;
  crew = troupe_crew_new (action->definition, &problems, NULL);
  for (guint i = 0; problems != NULL && i < problems->len; i++)
    {
      const TroupeProblem *problem = g_ptr_array_index (problems, i);

      take_fix (report (self, MAX (problem->severity, TROUPE_SEVERITY_WARNING), problem->code,
                        problem->path != NULL ? problem->path : "", problem->message),
                problem);
    }
}

/* --- Actions ---------------------------------------------------------------------------------- */

/* Checks the crew of an action. A problem inside a crew in another file is reported where the flow
 * refers to it. */
static void
check_crew_of_action (Listing *self, const TroupeFlowAction *action)
{
  TroupePreparedCrew *prepared = g_hash_table_lookup (self->made.crews, action);
  const guint n_before = self->problems->len;

  if (prepared == NULL)
    return;
  check_declaration (self, action, prepared);
  check_inline (self, action);
  if (prepared->crew == NULL)
    return;
  check_crew (self, prepared->crew);
  check_inputs_of_action (self, action, prepared->crew);
  /* Modules of a crew in another file are found beside that file. */
  if (action->definition != NULL)
    for (guint i = 0; i < prepared->python->len; i++)
      {
        const TroupePreparedCrewPython *python =
            &g_array_index (prepared->python, TroupePreparedCrewPython, i);

        check_module (self, python->source, python->path);
      }
  for (guint i = n_before; action->definition == NULL && i < self->problems->len; i++)
    {
      TroupeProblem *problem = g_ptr_array_index (self->problems, i);

      g_free (problem->path);
      problem->path = g_strconcat (self->path, ".from_declaration", NULL);
    }
}

static void
check_action (Listing *self, const TroupeFlowAction *action, const char *path)
{
  const TroupeRunnerAction *kind = troupe_runner_action_find (action);
  g_autofree char *reason = NULL;

  self->path = self->kind->locate (path);
  reason = kind->prepare != NULL ? kind->prepare (action, &self->made) : NULL;
  if (action->type == TROUPE_ACTION_CREW)
    check_crew_of_action (self, action);
  else if (reason != NULL)
    report_reason (self, self->method, "", reason);
  if ((troupe_permissions_get_python_kind (action) &
       (TROUPE_PYTHON_PERMIT_CODE | TROUPE_PYTHON_PERMIT_TOOL)) != 0 &&
      action->reference != NULL && action->type != TROUPE_ACTION_CREW)
    check_module (self, action->reference, "");
  check_agent (self, g_hash_table_lookup (self->made.agents, action), "");
  for (guint i = 0; i < action->n_steps; i++)
    {
      g_autofree char *inner = g_strdup_printf ("%s.do[%u].action", path, i);

      check_action (self, action->steps[i].action, inner);
    }
}

GPtrArray *
troupe_run_list_problems (TroupeRun *run)
{
  Listing self = { NULL };
  g_autoptr (TroupeValue) permissions = NULL;
  g_autoptr (TroupeProjectCode) code = NULL;
  g_autofree char *hooks = NULL;
  g_autofree char *variables = NULL;
  g_autofree char *kickoff = NULL;

  g_return_val_if_fail (TROUPE_IS_RUN (run), NULL);

  self.problems = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_problem_unref);
  self.flow = troupe_run_get_flow (run);
  if (troupe_flow_has_errors (self.flow))
    return self.problems;
  self.folder = troupe_run_get_code_folder (run);
  self.has_file = troupe_run_get_path (run) != NULL;
  self.kind = troupe_run_get_kind (run);
  self.made = troupe_run_get_made (run, self.folder);
  self.client = troupe_run_make_client (run);
  for (guint i = 0; i < troupe_flow_get_n_methods (self.flow); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (self.flow, i);
      g_autofree char *path = g_strdup_printf ("methods.%s.do", method->name);

      self.method = self.kind->name_method (method);
      check_action (&self, method->action, path);
    }
  self.method = self.path = NULL;
  check_module (&self, troupe_flow_get_state_reference (self.flow), "state.ref");
  /* Reports code that can register hooks of `crewai.hooks` that are not called, and that reads
   * variables which it does not receive. */
  if (self.has_file)
    {
      permissions = troupe_permissions_report_run (run);
      code = troupe_project_code_find (self.folder,
                                       troupe_value_map_lookup_string (permissions, "python", -1));
      hooks = troupe_project_code_describe_hooks (code->hooks);
      variables = troupe_python_variables_describe ((const char *const *) code->variables);
      kickoff = troupe_project_code_describe_kickoff (code->kickoff);
      self.method = self.path = NULL;
      if (hooks != NULL)
        report (&self, TROUPE_SEVERITY_WARNING, "hooks", "", hooks)->fix = g_strdup (
            _ ("Use guardrails and callbacks of agents, tasks and the crew instead, or run "
               "the document with CrewAI."));
      if (variables != NULL)
        report (&self, TROUPE_SEVERITY_WARNING, "code_variables", "", variables)->fix = g_strdup (
            _ ("Pass values as inputs, and call services that need a key with an MCP server "
               "or a built-in tool, which receive their keys."));
      if (kickoff != NULL)
        report (&self, TROUPE_SEVERITY_WARNING, "code_kickoff", "", kickoff)->fix =
            g_strdup (_ ("Import the crew, and run it with an action of the flow: “call: crew” or "
                         "“call: agent”."));
    }
  g_object_unref (self.client);
  g_free (self.folder);
  return self.problems;
}

/* Returns FALSE if the action or one of its steps is a crew whose file must not be read. */
static gboolean
check_crew_file (GHashTable *crews,
                 const TroupeFlowAction *action,
                 const char *method,
                 GError **error)
{
  const TroupePreparedCrew *prepared = g_hash_table_lookup (crews, action);

  if (prepared != NULL && prepared->is_refused)
    {
      g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_DOCUMENT, "%s: %s", method,
                   prepared->error->message);
      return FALSE;
    }
  for (guint i = 0; i < action->n_steps; i++)
    if (!check_crew_file (crews, action->steps[i].action, method, error))
      return FALSE;
  return TRUE;
}

gboolean
troupe_run_check_parts (TroupeRun *self, GError **error)
{
  TroupePreparedActions made;
  TroupeFlow *flow;

  g_return_val_if_fail (TROUPE_IS_RUN (self), FALSE);

  if (!troupe_run_prepare (self, error))
    return FALSE;
  flow = troupe_run_get_flow (self);
  made = troupe_run_get_made (self, NULL);
  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (flow, i);

      if (!check_crew_file (made.crews, method->action, method->name, error))
        return FALSE;
    }
  return TRUE;
}

/* --- Adding to the problems of a document ----------------------------------------------------- */

/* Returns TRUE if @path is @outer or inside of it. Only the document itself is inside of the path of
 * the document, because everything else would be. */
static gboolean
is_inside (const char *path, const char *outer)
{
  const gsize length = strlen (outer);

  return g_str_has_prefix (path, outer) &&
         (path[length] == '\0' || (length > 0 && strchr (".[", path[length]) != NULL));
}

static gboolean
is_near (const TroupeProblem *one, const TroupeProblem *other)
{
  return g_strcmp0 (one->part, other->part) == 0 &&
         (is_inside (one->path, other->path) || is_inside (other->path, one->path));
}

/* Returns TRUE if the document reports the same: it finds the unknown provider, too, or it calls the
 * refused part unsupported. */
static gboolean
is_reported (const TroupeProblem *problem, GPtrArray *problems)
{
  static const char *const unsupported[] = { "unsupported", "unsupported_part",
                                             "unusable_declaration", NULL };

  for (guint i = 0; i < problems->len; i++)
    {
      const TroupeProblem *other = g_ptr_array_index (problems, i);

      if (!is_near (problem, other))
        continue;
      if (g_str_equal (problem->path, other->path) &&
          (other->severity == TROUPE_SEVERITY_ERROR || g_str_equal (problem->code, other->code)))
        return TRUE;
      if (g_str_equal (problem->code, "run_refused")
              ? g_strv_contains (unsupported, other->code)
              : g_str_equal (problem->code, "unknown_provider") &&
                    g_str_equal (other->code, problem->code))
        return TRUE;
    }
  return FALSE;
}

static void
place_in_flow (TroupeFlowDocument *document, TroupeProblem *problem)
{
  const TroupeDocumentPart *part =
      troupe_document_parts_find (troupe_document_get_parts (TROUPE_DOCUMENT (document)), "");
  g_auto (GStrv) keys =
      part->root != NULL ? troupe_tree_split_path (part->root, problem->path) : NULL;
  JsonNode *node = part->root;
  TroupePlace place;

  for (guint i = 0; keys != NULL && keys[i] != NULL; i++)
    {
      const char *const step[] = { keys[i], NULL };
      JsonNode *next = troupe_json_tree_get (node, step);

      if (next == NULL)
        break;
      node = next;
    }
  if (node == NULL || part->source == NULL ||
      !troupe_json_text_get_place (part->source, node, &place))
    return;
  problem->line = place.line;
  problem->column = place.column;
}

void
troupe_run_add_problems (TroupeDocument *document, GPtrArray *found, GPtrArray *problems)
{
  g_autoptr (GPtrArray) added =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_problem_unref);

  g_return_if_fail (TROUPE_IS_DOCUMENT (document));
  g_return_if_fail (found != NULL && problems != NULL);

  for (guint i = 0; i < found->len; i++)
    {
      TroupeProblem *problem = g_ptr_array_index (found, i);
      g_autoptr (TroupeProblem) placed = NULL;
      static const char *const codes[] = { "unknown_provider", "crew_outside", NULL };

      if (TROUPE_IS_CREW_DOCUMENT (document))
        {
          placed = troupe_crew_document_place_problem (TROUPE_CREW_DOCUMENT (document), problem);
        }
      else
        {
          placed = troupe_problem_ref (problem);
          place_in_flow (TROUPE_FLOW_DOCUMENT (document), placed);
        }
      /* Removes what the run's own check says more exactly: the hint that a prefix is unknown,
       * and the warning about a crew outside of the folder. */
      for (guint k = 0; g_strv_contains (codes, placed->code) && k < problems->len; k++)
        {
          const TroupeProblem *other = g_ptr_array_index (problems, k);

          if (g_str_equal (other->code, placed->code) && other->fix_action == NULL &&
              is_near (placed, other))
            g_ptr_array_remove_index (problems, k--);
        }
      if (!is_reported (placed, problems))
        g_ptr_array_add (added, g_steal_pointer (&placed));
    }
  g_ptr_array_extend (problems, added, (GCopyFunc) troupe_problem_ref, NULL);
}

void
troupe_run_check_document (TroupeDocument *document, GPtrArray *problems)
{
  const char *path;
  g_autoptr (TroupeFlowDocument) wrapper = NULL;
  g_autoptr (TroupeRun) run = NULL;
  g_autoptr (GPtrArray) found = NULL;
  TroupeFlow *flow = NULL;

  g_return_if_fail (TROUPE_IS_DOCUMENT (document));
  g_return_if_fail (problems != NULL);

  path = troupe_document_get_path (document);
  if (TROUPE_IS_CREW_DOCUMENT (document))
    {
      TroupeCrew *crew = troupe_crew_document_get_crew (TROUPE_CREW_DOCUMENT (document));

      if (crew != NULL)
        wrapper = troupe_run_crew_make_flow (crew, path != NULL ? path : crew->name, NULL);
      if (wrapper != NULL)
        flow = troupe_flow_document_get_flow (wrapper);
    }
  else
    {
      flow = troupe_flow_document_get_flow (TROUPE_FLOW_DOCUMENT (document));
    }
  if (flow == NULL)
    return;
  run = troupe_run_new (flow);
  if (path != NULL)
    {
      g_autofree char *whole = g_canonicalize_filename (path, NULL);

      troupe_run_set_store (run, NULL, whole, NULL);
    }
  found = troupe_run_list_problems (run);
  troupe_run_add_problems (document, found, problems);
}
