/* troupe-flow-diagnose-action.c: diagnostics of agents, crews, tools and scripts of a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-diagnose-action"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-crew.h"
#include "troupe-flow-declared.h"
#include "troupe-flow-diagnose-parts.h"
#include "troupe-flow-diagnosis.h"
#include "troupe-flow-offer.h"
#include "troupe-flow-reader.h"
#include "troupe-provider-table.h"
#include "troupe-tree.h"
#include "troupe-unsupported.h"

/* Reports the unsupported fields of @node. @over: (nullable): a map that overrides @node; its
 * keys are skipped in @node */
static void
report_unsupported (TroupeFlowDiagnosis *self,
                    TroupeDeclared declared,
                    JsonNode *node,
                    JsonNode *over)
{
  g_autoptr (TroupeValue) map = troupe_value_from_node (node);
  g_autoptr (GPtrArray) found = troupe_unsupported_list (declared, map);

  g_assert (self != NULL);

  for (guint i = 0; i < found->len; i++)
    {
      const TroupeUnsupported *item = g_ptr_array_index (found, i);
      gsize mark;

      if (over != NULL && troupe_tree_get_member (over, item->key) != NULL)
        continue;
      mark = troupe_flow_reader_enter (self->reader, item->path);
      troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_WARNING,
                                 troupe_tree_get_member (node, item->key), "unsupported_part", "%s",
                                 item->sentence)
          ->fix = g_strdup (item->advice);
      troupe_flow_reader_leave (self->reader, mark);
    }
}

/* Checks an agent. @declared: agent inside or outside of a crew */
static void
look_at_agent (TroupeFlowDiagnosis *self, TroupeDeclared declared, JsonNode *with)
{
  JsonNode *settings = NULL;

  g_assert (self != NULL);

  if (with == NULL || !JSON_NODE_HOLDS_OBJECT (with))
    return;
  settings = troupe_tree_get_member (with, "settings");
  if (settings != NULL && !JSON_NODE_HOLDS_OBJECT (settings))
    settings = NULL;
  report_unsupported (self, declared, with, settings);
  if (settings != NULL)
    {
      gsize mark = troupe_flow_reader_enter (self->reader, "settings");

      report_unsupported (self, declared, settings, NULL);
      troupe_flow_reader_leave (self->reader, mark);
    }
}

/* Warns about the features listed in base/data/troupe-unsupported.h, with which a run is
 * refused. @with must be the reader's current path. @with: (nullable) */
static void
diagnose_agent_parts (TroupeFlowDiagnosis *self, JsonNode *with)
{
  g_return_if_fail (self != NULL);

  look_at_agent (self, TROUPE_DECLARED_LONE_AGENT, with);
}

static void
look_at_member (JsonNode *agent, gpointer user_data)
{
  look_at_agent (user_data, TROUPE_DECLARED_AGENT, agent);
}

static void
diagnose_crew_parts (TroupeFlowDiagnosis *self, JsonNode *with)
{
  JsonNode *tasks = NULL;
  gsize mark;

  g_return_if_fail (self != NULL);

  if (with == NULL || !JSON_NODE_HOLDS_OBJECT (with))
    return;
  report_unsupported (self, TROUPE_DECLARED_CREW, with, NULL);
  troupe_flow_each_declared (self->reader, with, look_at_member, self);
  tasks = troupe_tree_get_member (with, "tasks");
  mark = troupe_flow_reader_enter (self->reader, "tasks");
  for (guint i = 0; tasks != NULL && JSON_NODE_HOLDS_ARRAY (tasks) &&
                    i < json_array_get_length (json_node_get_array (tasks));
       i++)
    {
      JsonNode *task = json_array_get_element (json_node_get_array (tasks), i);
      gsize inner = troupe_flow_reader_enter_index (self->reader, i);

      if (JSON_NODE_HOLDS_OBJECT (task))
        report_unsupported (self, TROUPE_DECLARED_TASK, task, NULL);
      troupe_flow_reader_leave (self->reader, inner);
    }
  troupe_flow_reader_leave (self->reader, mark);
}

/* Returns TRUE if the problem is reported elsewhere. This applies to missing texts of an agent,
 * and to errors at @path that were found while parsing. */
static gboolean
is_reported (TroupeFlowDiagnosis *self, const char *path, gboolean is_agent)
{
  static const char *const texts[] = { "role", "goal", "backstory", "", NULL };
  g_autofree char *whole = g_strdup_printf ("%s%s%s", self->reader->path->str,
                                            *path != '\0' && *path != '[' ? "." : "", path);

  g_assert (self != NULL);

  if (is_agent && g_strv_contains (texts, path))
    return TRUE;
  for (guint i = 0; i < self->reader->problems->len; i++)
    {
      const TroupeProblem *other = self->reader->problems->pdata[i];

      /* Matches the path itself and paths below it: `tools[0]` but not `tools_more`. */
      if (other->severity == TROUPE_SEVERITY_ERROR && g_str_has_prefix (other->path, whole) &&
          strchr (".[", other->path[strlen (whole)]) != NULL)
        return TRUE;
    }
  return FALSE;
}

/* Reports a model that Python code of the project creates, because CrewAI accepts it only in a
 * crew's file. */
static void
check_made_model (JsonNode *agent, gpointer user_data)
{
  TroupeFlowDiagnosis *self = user_data;
  gsize mark;

  if (!troupe_flow_has_made_model (agent, "llm"))
    return;
  mark = troupe_flow_reader_enter (self->reader, "llm");
  troupe_flow_reader_report (
      self->reader, TROUPE_SEVERITY_PORTABILITY, troupe_flow_find_declared (agent, "llm"),
      "made_model",
      _ ("CrewAI accepts a model created in Python in an agent file, but rejects it in a flow."));
  troupe_flow_reader_leave (self->reader, mark);
}

/**
 * diagnose_declared:
 * @action: an agent action, or a crew action with an inline crew; its `with`, which is @with, is
 *   the reader's current path
 *
 * Reports what CrewAI rejects when the method is reached and the agents and the crew are created
 * (doc/crew-semantics.md §1, §2 and §4). The problems are warnings, because the flow can be loaded.
 */
static void
diagnose_declared (TroupeFlowDiagnosis *self, const TroupeFlowAction *action, JsonNode *with)
{
  g_autoptr (GPtrArray) problems = NULL;

  g_return_if_fail (self != NULL && action != NULL);

  if (with == NULL || action->definition == NULL ||
      !troupe_value_is (action->definition, TROUPE_VALUE_MAP))
    return;
  if (action->type == TROUPE_ACTION_AGENT)
    check_made_model (with, self);
  else
    troupe_flow_each_declared (self->reader, with, check_made_model, self);
  problems = NULL;
  if (action->type == TROUPE_ACTION_AGENT)
    {
      g_autoptr (TroupeValue) agent =
          troupe_value_map_without (action->definition, "response_format");
      g_autoptr (TroupeValue) fields = troupe_crew_read_lone_agent (agent, &problems, NULL);
    }
  else
    {
      g_autoptr (TroupeCrew) crew = troupe_crew_new (action->definition, &problems, NULL);
    }
  for (guint i = 0; i < problems->len; i++)
    {
      const TroupeProblem *found = problems->pdata[i];

      if (found->severity == TROUPE_SEVERITY_PORTABILITY ||
          (found->severity == TROUPE_SEVERITY_ERROR &&
           !is_reported (self, found->path, action->type == TROUPE_ACTION_AGENT)))
        {
          const char *path = found->path;
          gsize mark = troupe_flow_reader_enter (self->reader, path);
          JsonNode *node = troupe_flow_find_declared (with, path);
          TroupeProblem *problem = NULL;

          /* Reports an error as a warning that the method will fail. Reports a portability note
           * with its own code, as for a crew file. */
          if (found->severity == TROUPE_SEVERITY_PORTABILITY)
            problem = troupe_flow_reader_report (self->reader, found->severity, node, found->code,
                                                 "%s", found->message);
          else
            problem = troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_WARNING, node,
                                                 "unusable_declaration",
                                                 /* Translators: %s is a sentence that describes the
                                                  * problem */
                                                 _ ("%s The method will fail when it is reached."),
                                                 found->message);
          problem->fix = g_strdup (found->fix);
          troupe_flow_reader_leave (self->reader, mark);
        }
    }
}

static void
report_blank (TroupeFlowDiagnosis *self, JsonNode *owner, const char *key)
{
  const char *text = troupe_tree_get_member_text (owner, key);
  gsize mark;

  g_assert (self != NULL);

  if (text == NULL || text[strspn (text, " \t\r\n")] != '\0')
    return;
  mark = troupe_flow_reader_enter (self->reader, key);
  troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_WARNING,
                             troupe_tree_get_member (owner, key), "empty_text",
                             _ ("“%s” is empty."), key);
  troupe_flow_reader_leave (self->reader, mark);
}

/* --- Models -------------------------------------------------------------------------------- */

static void
check_model (TroupeFlowDiagnosis *self, JsonNode *node)
{
  const char *model = json_node_get_string (node);
  const char *slash = strchr (model, '/');
  g_autofree char *prefix = slash != NULL ? g_strndup (model, (gsize) (slash - model)) : NULL;
  const char *const *providers = troupe_provider_list_prefixes ();
  TroupeProblem *problem;
  const char *near;

  g_assert (self != NULL);

  if (prefix == NULL || g_strv_contains (providers, prefix))
    return;
  near = troupe_nearest_word (prefix, providers);
  problem = troupe_flow_reader_report (
      self->reader, near != NULL ? TROUPE_SEVERITY_WARNING : TROUPE_SEVERITY_HINT, node,
      "unknown_provider", _ ("“%s” is not a known model provider."), prefix);
  if (near != NULL)
    troupe_diagnosis_offer (problem, g_strdup_printf (_ ("Did you mean “%s”?"), near),
                            g_strdup_printf ("replace:0:%" G_GSIZE_FORMAT ":%s", strlen (prefix),
                                             near),
                            g_strdup_printf (_ ("Use “%s”"), near));
}

static gboolean
names_environment (const char *text)
{
  return *text == '$' &&
         (g_ascii_isupper (text[1]) || (text[1] == '{' && g_ascii_isupper (text[2])));
}

static void
check_environment (TroupeFlowDiagnosis *self, JsonNode *owner, const char *key)
{
  const char *text = troupe_tree_get_member_text (owner, key);
  JsonNode *node = troupe_tree_get_member (owner, key);
  gsize mark;

  g_assert (self != NULL);

  if (text == NULL || *text == '\0')
    return;
  mark = troupe_flow_reader_enter (self->reader, key);
  if (names_environment (text))
    troupe_flow_reader_report (
        self->reader, TROUPE_SEVERITY_HINT, node, "environment_as_text",
        _ ("“%s” is used literally: environment variables are not replaced here."), text);
  troupe_flow_reader_leave (self->reader, mark);
}

static void
check_llm (TroupeFlowDiagnosis *self, JsonNode *owner, const char *key)
{
  static const char *const names[] = { "model", "model_name", "deployment_name" };
  JsonNode *node = troupe_tree_get_member (owner, key);
  gsize mark = troupe_flow_reader_enter (self->reader, key);

  g_assert (self != NULL);

  if (node != NULL && troupe_json_node_is_text (node))
    check_model (self, node);
  else if (node != NULL && JSON_NODE_HOLDS_OBJECT (node))
    {
      check_environment (self, node, "api_key");
      check_environment (self, node, "base_url");
      for (guint i = 0; i < G_N_ELEMENTS (names); i++)
        {
          gsize inner = troupe_flow_reader_enter (self->reader, names[i]);

          if (troupe_tree_get_member_text (node, names[i]) != NULL &&
              !g_str_equal (names[i], "deployment_name"))
            check_model (self, troupe_tree_get_member (node, names[i]));
          troupe_flow_reader_leave (self->reader, inner);
        }
    }
  troupe_flow_reader_leave (self->reader, mark);
}

/* Checks the environment variables of MCP servers. */
static void
check_servers (TroupeFlowDiagnosis *self, JsonNode *with)
{
  JsonArray *list = troupe_tree_get_member_list (with, "mcps");
  gsize mark = troupe_flow_reader_enter (self->reader, "mcps");

  g_assert (self != NULL);

  for (guint i = 0; list != NULL && i < json_array_get_length (list); i++)
    {
      JsonNode *env = troupe_tree_get_member (json_array_get_element (list, i), "env");
      gsize inner = troupe_flow_reader_enter_index (self->reader, i);
      JsonObjectIter iter;
      const char *key;

      troupe_flow_reader_enter (self->reader, "env");
      if (env != NULL && JSON_NODE_HOLDS_OBJECT (env))
        {
          json_object_iter_init_ordered (&iter, json_node_get_object (env));
          while (json_object_iter_next_ordered (&iter, &key, NULL))
            {
              const char *text = troupe_tree_get_member_text (env, key);

              if (text != NULL && names_environment (text))
                check_environment (self, env, key);
            }
        }
      troupe_flow_reader_leave (self->reader, inner);
    }
  troupe_flow_reader_leave (self->reader, mark);
}

/* --- Strings and templates -------------------------------------------------------------------- */

/* Reports a template in a field in which it is not replaced, because only some fields are
 * templates (doc/flow-semantics.md §7). */
static void
check_plain_text (TroupeFlowDiagnosis *self, JsonNode *owner, const char *key)
{
  const char *text = troupe_tree_get_member_text (owner, key);
  gsize mark;

  g_assert (self != NULL);

  if (text == NULL || (strstr (text, "${state") == NULL && strstr (text, "${outputs") == NULL &&
                       strstr (text, "${item") == NULL && strstr (text, "${ ") == NULL))
    return;
  mark = troupe_flow_reader_enter (self->reader, key);
  troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_WARNING,
                             troupe_tree_get_member (owner, key), "template_not_here",
                             _ ("“${…}” is not replaced in this field, only in an agent’s “input” "
                                "and in the inputs of crews, tools and code."));
  troupe_flow_reader_leave (self->reader, mark);
}

/* Reports `{state.x}` where `${state.x}` was probably meant. */
static void
check_braces_cb (const char *key, JsonNode *node, gpointer user_data)
{
  static const char *const words[] = { "{state.", "{outputs.", "{item." };
  TroupeFlowDiagnosis *self = user_data;
  const char *text = troupe_json_node_is_text (node) ? json_node_get_string (node) : NULL;

  g_assert (self != NULL);

  for (guint i = 0; text != NULL && i < G_N_ELEMENTS (words); i++)
    {
      const char *at = strstr (text, words[i]);
      gsize start = at != NULL ? (gsize) (at - text) : 0;
      TroupeProblem *problem;

      if (at == NULL || strchr (at, '}') == NULL || (start > 0 && strchr ("${", text[start - 1])))
        continue;
      problem = troupe_flow_reader_report (
          self->reader, TROUPE_SEVERITY_WARNING, node, "template_without_dollar",
          _ ("“%s…}” is not replaced: a template begins with “${”."), words[i]);
      troupe_flow_reader_place_inside (self->reader, problem, node, start);
      troupe_diagnosis_offer (problem, g_strdup (_ ("Add a “$” before the brace.")),
                              g_strdup_printf ("replace:%" G_GSIZE_FORMAT ":%" G_GSIZE_FORMAT ":${",
                                               start, start + 1),
                              g_strdup (_ ("Add Dollar Sign")));
      return;
    }
}

static void
check_member_templates (TroupeFlowDiagnosis *self, JsonNode *owner, const char *key)
{
  JsonNode *node = troupe_tree_get_member (owner, key);
  gsize mark = troupe_flow_reader_enter (self->reader, key);

  g_assert (self != NULL);

  if (node != NULL)
    troupe_flow_reader_visit_leaves (self->reader, key, node, check_braces_cb, self);
  troupe_flow_reader_leave (self->reader, mark);
}

/* --- Action types ----------------------------------------------------------------------------- */

static void
check_messages (TroupeFlowDiagnosis *self, JsonNode *with)
{
  static const char *const roles[] = { "user", "assistant", "system", "tool", NULL };
  JsonArray *list = troupe_tree_get_member_list (with, "input");
  gsize mark = troupe_flow_reader_enter (self->reader, "input");

  g_assert (self != NULL);

  if (list != NULL && json_array_get_length (list) == 0)
    troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_WARNING,
                               troupe_tree_get_member (with, "input"), "no_messages",
                               _ ("The list of messages is empty, so the agent has no input."));
  for (guint i = 0; list != NULL && i < json_array_get_length (list); i++)
    {
      JsonNode *message = json_array_get_element (list, i);
      const char *role = troupe_tree_get_member_text (message, "role");
      gsize inner = troupe_flow_reader_enter_index (self->reader, i);
      TroupeProblem *problem;
      const char *near;

      troupe_flow_reader_enter (self->reader, "role");
      if (role != NULL && strstr (role, "${") == NULL && !g_strv_contains (roles, role))
        {
          problem = troupe_flow_reader_report (
              self->reader, TROUPE_SEVERITY_WARNING, troupe_tree_get_member (message, "role"),
              "unknown_role",
              _ ("“%s” is not a valid message role. Expected user, assistant, system or tool."),
              role);
          near = troupe_nearest_word (role, roles);
          if (near != NULL)
            troupe_diagnosis_offer (problem, g_strdup_printf (_ ("Write “%s”."), near),
                                    g_strdup_printf ("replace:0:%" G_GSIZE_FORMAT ":%s",
                                                     strlen (role), near),
                                    g_strdup_printf (_ ("Use “%s”"), near));
        }
      troupe_flow_reader_leave (self->reader, inner);
    }
  troupe_flow_reader_leave (self->reader, mark);
}

/* Checks the syntax of a reference. A tool is `module:Class` or `app/action`, code is
 * `module:name` (doc/flow-semantics.md §1.3). */
static void
check_reference (TroupeFlowDiagnosis *self, const TroupeFlowAction *action)
{
  const char *reference = action->reference;
  gboolean is_tool = action->type == TROUPE_ACTION_TOOL;
  const char *colon = reference != NULL ? strchr (reference, ':') : NULL;
  gsize mark;

  g_assert (self != NULL);

  if (reference == NULL || (colon != NULL && colon != reference && colon[1] != '\0') ||
      (is_tool && colon == NULL && strchr (reference, '/') != NULL))
    return;
  mark = troupe_flow_reader_enter (self->reader, "ref");
  troupe_flow_reader_report (
      self->reader, TROUPE_SEVERITY_WARNING, troupe_tree_get_member (action->node, "ref"),
      "unusable_reference",
      is_tool
          ? _ ("Expected “module:Class” or “app/action”, found “%s”. CrewAI cannot build the flow.")
          : _ ("Expected “module:name”, found “%s”. The flow cannot be built."),
      reference);
  troupe_flow_reader_leave (self->reader, mark);
}

/* Checks that a crew file is located in the folder of the flow (doc/flow-semantics.md §8). */
static void
check_crew (TroupeFlowDiagnosis *self, const TroupeFlowAction *action)
{
  g_autofree char *path = NULL;
  gsize mark;

  g_assert (self != NULL);

  check_member_templates (self, action->node, "inputs");
  if (action->reference == NULL || *action->reference == '\0')
    return;
  path = g_canonicalize_filename (action->reference, "/flow");
  if (g_path_is_absolute (action->reference) || g_str_has_prefix (path, "/flow/"))
    return;
  mark = troupe_flow_reader_enter (self->reader, "from_declaration");
  troupe_flow_reader_report (
      self->reader, TROUPE_SEVERITY_WARNING,
      troupe_tree_get_member (action->node, "from_declaration"), "crew_outside",
      _ ("“%s” points outside the flow’s folder, which CrewAI does not allow."), action->reference);
  troupe_flow_reader_leave (self->reader, mark);
}

static gboolean
uses_item (const TroupeFlowAction *action)
{
  g_assert (action != NULL);

  if (action->type == TROUPE_ACTION_SCRIPT || action->node == NULL)
    return TRUE;
  if (action->expression != NULL && action->expression->program != NULL &&
      strstr (troupe_cel_program_get_text (action->expression->program), "item") != NULL)
    return TRUE;
  if (action->definition != NULL)
    return TRUE;
  for (guint i = 0; action->input != NULL && i < action->input->n_programs; i++)
    {
      if (strstr (troupe_cel_program_get_text (action->input->programs[i].program), "item") != NULL)
        return TRUE;
    }
  return action->expression == NULL && action->input == NULL;
}

static void check_action (TroupeFlowDiagnosis *self, const TroupeFlowAction *action);

static void
check_each (TroupeFlowDiagnosis *self, const TroupeFlowAction *action)
{
  gsize mark = troupe_flow_reader_enter (self->reader, "do");
  JsonArray *list = troupe_tree_get_member_list (action->node, "do");
  gboolean used = action->n_steps == 0;

  g_assert (self != NULL);

  for (guint i = 0; list != NULL && i < MIN (action->n_steps, json_array_get_length (list)); i++)
    {
      const TroupeFlowStep *step = &action->steps[i];
      gsize inner = troupe_flow_reader_enter_index (self->reader, i);
      JsonNode *name = troupe_tree_get_member (json_array_get_element (list, i), "name");

      used = used || step->condition != NULL || step->action == NULL || uses_item (step->action);
      if (name != NULL && troupe_flow_find_index (self->flow, step->name) >= 0)
        {
          gsize at = troupe_flow_reader_enter (self->reader, "name");

          troupe_flow_reader_report (
              self->reader, TROUPE_SEVERITY_HINT, name, "step_shadows_method",
              _ ("Inside this “each”, outputs.%s is the output of the step, not of the method."),
              step->name);
          troupe_flow_reader_leave (self->reader, at);
        }
      troupe_flow_reader_enter (self->reader, "action");
      if (step->action != NULL)
        check_action (self, step->action);
      troupe_flow_reader_leave (self->reader, inner);
    }
  if (!used)
    troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_HINT, action->node, "item_unused",
                               _ ("No step uses its item, so all iterations do the same."));
  troupe_flow_reader_leave (self->reader, mark);
}

static void
check_action (TroupeFlowDiagnosis *self, const TroupeFlowAction *action)
{
  const char *with = troupe_tree_get_member (action->node, "with") != NULL ? "with" : "with_";
  gsize mark = self->reader->path->len;

  g_assert (self != NULL);

  if (action->node == NULL || !JSON_NODE_HOLDS_OBJECT (action->node))
    return;
  if (action->type == TROUPE_ACTION_EACH)
    check_each (self, action);
  else if (action->type == TROUPE_ACTION_CREW)
    {
      check_crew (self, action);
      troupe_flow_reader_enter (self->reader, with);
      diagnose_crew_parts (self, troupe_tree_get_member (action->node, with));
      diagnose_declared (self, action, troupe_tree_get_member (action->node, with));
    }
  else if (action->type == TROUPE_ACTION_SCRIPT)
    {
      troupe_flow_reader_report (
          self->reader, TROUPE_SEVERITY_HINT, action->node, "script_consent",
          _ ("CrewAI runs scripts only if CREWAI_ALLOW_FLOW_SCRIPT_EXECUTION is set."));
      report_blank (self, action->node, "code");
    }
  else if (action->type == TROUPE_ACTION_AGENT)
    {
      JsonNode *agent;
      static const char *const texts[] = { "role", "goal", "backstory" };

      troupe_flow_reader_enter (self->reader, with);
      agent = troupe_tree_get_member (action->node, with);
      for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
        {
          const char *key;
          JsonNode *node;

          report_blank (self, agent, texts[i]);
          /* Reports a missing field of an agent, unless the agent comes from a repository,
           * which provides the field. */
          key = texts[i];
          node = troupe_tree_get_member (agent, key);
          if ((node == NULL || JSON_NODE_HOLDS_NULL (node)) &&
              troupe_tree_get_member (agent, "from_repository") == NULL)
            {
              troupe_flow_reader_report (
                  self->reader, TROUPE_SEVERITY_WARNING, node != NULL ? node : agent,
                  "unfinished_agent",
                  /* Translators: %s is the key of a document */
                  _ ("The agent has no “%s”, so the flow will fail when it runs the agent."), key);
            }
          check_plain_text (self, agent, texts[i]);
        }
      report_blank (self, agent, "input");
      check_messages (self, agent);
      check_llm (self, agent, "llm");
      check_servers (self, agent);
      check_member_templates (self, agent, "input");
      diagnose_agent_parts (self, troupe_tree_get_member (action->node, with));
      diagnose_declared (self, action, troupe_tree_get_member (action->node, with));
    }
  else if (action->type == TROUPE_ACTION_TOOL || action->type == TROUPE_ACTION_CODE)
    {
      check_reference (self, action);
      check_member_templates (self, action->node, with);
    }
  troupe_flow_reader_leave (self->reader, mark);
}

void
troupe_diagnose_action (TroupeFlowDiagnosis *self, const TroupeFlowMethod *method)
{
  gsize mark = troupe_flow_reader_enter (self->reader, "do");
  JsonNode *feedback = troupe_tree_get_member (method->node, "human_feedback");

  check_action (self, method->action);
  troupe_flow_reader_leave (self->reader, mark);
  mark = troupe_flow_reader_enter (self->reader, "human_feedback");
  report_blank (self, feedback, "message");
  check_plain_text (self, feedback, "message");
  check_llm (self, feedback, "llm");
  troupe_flow_reader_leave (self->reader, mark);
}
