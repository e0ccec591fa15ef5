/* test-declared.c: inline agents and crews of a flow, compared with the behavior of CrewAI
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "flow-test.h"

#define AGENT(more)                                                                                \
  "{'call': 'agent', 'with': {'role': 'R', 'goal': 'g', 'backstory': 'b', 'input': 'x'" more "}}"
#define CREW(agent, task, crew)                                                                    \
  "{'call': 'crew', 'with': {'agents': {'w': {'role': 'R', 'goal': 'g', 'backstory': 'b'" agent    \
  "}}, 'tasks': [{'description': 'd', 'expected_output': 'e', 'agent': 'w'" task "}]" crew "}}"

/* Observed behavior of CrewAI 1.15.30. */
typedef enum
{
  MAKES,   /* the agent or crew is created */
  FAILS,   /* the flow loads, and the method fails */
  REFUSES, /* the flow does not load */
} Verdict;

/* @path: (nullable): path of the problem, below `methods.a.do.with` */
typedef struct
{
  const char *action;
  Verdict verdict;
  const char *path;
} Row;

static const Row rows[] = {
  { AGENT (""), MAKES, NULL },
  { AGENT (", 'max_iter': '5', 'allow_delegation': 'yes'"), MAKES, NULL },
  { AGENT (", 'max_iter': 2.0, 'llm': null"), MAKES, NULL },
  { AGENT (", 'max_iter': 'x'"), REFUSES, "max_iter" },
  { AGENT (", 'max_iter': '${1 + 1}'"), REFUSES, "max_iter" },
  { AGENT (", 'max_execution_time': 1.5"), REFUSES, "max_execution_time" },
  { AGENT (", 'allow_delegation': 'zz'"), REFUSES, "allow_delegation" },
  { AGENT (", 'mcps': 'x'"), REFUSES, "mcps" },
  { AGENT (", 'apps': [1]"), REFUSES, "apps[0]" },
  { AGENT (", 'tools': 'x'"), REFUSES, "tools" },
  { AGENT (", 'llm': {'model': 'gpt-4o-mini', 'max_tokens': '5'}"), MAKES, NULL },
  { AGENT (", 'llm': {'model_name': 'x'}"), REFUSES, "llm" },
  /* An extension of Troupe; CrewAI rejects the flow. */
  { AGENT (", 'llm': {'python': 'm.own'}"), MAKES, NULL },
  { AGENT (", 'planning_config': {'max_steps': 0}"), REFUSES, "planning_config" },
  { AGENT (", 'from_repository': 3"), REFUSES, "from_repository" },
  { AGENT (", 'type': {'python': 'ab'}"), REFUSES, "type" },
  { AGENT (", 'verbose': 'loud'"), FAILS, "verbose" },
  { AGENT (", 'zzz': 1"), FAILS, "zzz" },
  { AGENT (", 'max_retry_limit': 'x'"), FAILS, "max_retry_limit" },
  { AGENT (", 'type': 'zzz'"), FAILS, "type" },
  { AGENT (", 'mcps': ['zz zz']"), FAILS, "mcps[0]" },
  { AGENT (", 'a2a': {'endpoint': 'nope'}"), FAILS, "a2a" },
  { CREW ("", "", ""), MAKES, NULL },
  { CREW ("", "", ", 'inputs': null"), MAKES, NULL },
  { CREW (", 'max_iter': 'x'", "", ""), REFUSES, "agents.w.max_iter" },
  { CREW (", 'settings': []", "", ""), REFUSES, "agents.w.settings" },
  { CREW (", 'zzz': 1", "", ""), FAILS, "agents.w.zzz" },
  { CREW ("", ", 'context': 'x'", ""), REFUSES, "tasks[0].context" },
  { CREW ("", ", 'name': 3", ""), REFUSES, "tasks[0].name" },
  { CREW ("", ", 'zzz': 1", ""), FAILS, "tasks[0].zzz" },
  { CREW ("", ", 'async_execution': 'zz'", ""), FAILS, "tasks[0].async_execution" },
  { CREW ("", ", 'context': ['later']", ""), FAILS, "tasks[0].context[0]" },
  { CREW ("", ", 'output_json': {'type': 'object'}, 'output_pydantic': {'type': 'object'}", ""),
    FAILS, NULL },
  { CREW ("", "", ", 'manager_agent': 3"), REFUSES, "manager_agent" },
  { CREW ("", "", ", 'manager_agent': {'python': 'ab'}"), REFUSES, "manager_agent" },
  { CREW ("", "", ", 'process': 'zz'"), FAILS, "process" },
  { CREW ("", "", ", 'process': 'hierarchical'"), FAILS, NULL },
  { CREW ("", "", ", 'max_rpm': 'x'"), FAILS, "max_rpm" },
  { "{'call': 'crew', 'with': {'agents': [{'w': {}, 'v': {}}], 'tasks': [{'description': 'd', "
    "'expected_output': 'e', 'agent': 'w'}]}}",
    REFUSES, "agents[0]" },
  { "{'call': 'crew', 'with': {'agents': [{'name': 'w', 'role': 'r', 'goal': 'g', 'backstory': "
    "'b', 'max_rpm': 'x'}], 'tasks': [{'description': 'd', 'expected_output': 'e', 'agent': "
    "'w'}]}}",
    REFUSES, "agents[0].max_rpm" },
};

static void
test_row (gconstpointer data)
{
  const Row *row = data;
  g_autofree char *text =
      g_strdup_printf ("{'name': 'F', 'methods': {'a': {'start': true, 'do': %s}}}", row->action);
  g_autofree char *place = g_strdup_printf ("methods.a.do.with%s%s", row->path != NULL ? "." : "",
                                            row->path != NULL ? row->path : "");
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (TroupeFlow) flow = test_load (text, &problems);
  Verdict found = MAKES;
  gboolean is_there = row->path == NULL;

  for (guint i = 0; i < problems->len; i++)
    {
      const TroupeProblem *problem = problems->pdata[i];

      g_test_message ("%s %s: %s", problem->code, problem->path, problem->message);
      if (problem->severity == TROUPE_SEVERITY_ERROR)
        found = REFUSES;
      else if (g_str_equal (problem->code, "unusable_declaration"))
        found = MAX (found, FAILS);
      is_there = is_there || (g_str_has_prefix (problem->path, place) && problem->line > 0);
    }
  g_assert_cmpint (found, ==, row->verdict);
  g_assert_true (is_there);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *name = g_strdup_printf ("/flow/declared/%02u", i);

      g_test_add_data_func (name, &rows[i], test_row);
    }

  return g_test_run ();
}
