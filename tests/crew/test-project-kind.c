/* test-project-kind.c: recognition of folders and files that CrewAI creates
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "crew-project.h"
#include "troupe-project-kind.h"

static const char python_flow[] = "from crewai.flow import Flow, listen, start\n"
                                  "class Talk(Flow[State]):\n"
                                  "    @start()\n"
                                  "    def begin(self): return 1\n";
static const char crew[] = "from crewai.project import CrewBase\n"
                           "@CrewBase\n"
                           "class Small: pass\n";

static void
assert_described (CrewProject *project, const char *name, const char *words)
{
  g_autofree char *path = crew_project_path (project, name);
  g_autofree char *text = troupe_project_describe (path);

  g_test_message ("%s: %s", name, text);
  if (words == NULL)
    g_assert_null (text);
  else
    g_assert_nonnull (strstr (text, words));
}

/* A flow is declared only by the section of CrewAI, and only inside the project. */
static void
test_declared (void)
{
  static const struct
  {
    const char *project;
    const char *flow; /* (nullable) */
  } cases[] = {
    { "[tool.crewai]\ntype = \"flow\"\ndefinition = \"src/x/flow.yaml\"\n", "src/x/flow.yaml" },
    { "[tool.crewai]\r\ntype='flow' # a comment\r\ndefinition='src/x/flow.yaml'\r\n",
      "src/x/flow.yaml" },
    { "[tool.other]\ntype = \"flow\"\ndefinition = \"src/x/flow.yaml\"\n", NULL },
    { "[tool.crewai]\ntype = \"crew\"\ndefinition = \"src/x/flow.yaml\"\n", NULL },
    { "[tool.crewai]\ntype = \"flow\"\ndefinition = \"../outside.yaml\"\n", NULL },
    { "[tool.crewai]\ntype = \"flow\"\ndefinition = \"/etc/passwd\"\n", NULL },
    { "[tool.crewai]\ntype = \"flow\"\ndefinition = \"missing.yaml\"\n", NULL },
    { "[tool.crewai]\ntype = \"flow\"\ndefinition = \"src/x/flow.yaml\n", NULL },
    { "", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CrewProject) project = crew_project_new ();
      g_autofree char *folder = crew_project_path (project, "p");
      g_autofree char *found = NULL;
      g_autofree char *wanted =
          cases[i].flow != NULL ? g_build_filename (folder, cases[i].flow, NULL) : NULL;

      crew_project_write (project, "outside.yaml", "name: n\n");
      crew_project_write (project, "p/src/x/flow.yaml", "name: n\n");
      crew_project_write (project, "p/pyproject.toml", cases[i].project);
      found = troupe_project_find_flow (folder);
      g_assert_cmpstr (found, ==, wanted);
    }
}

static void
test_described (void)
{
  g_autoptr (CrewProject) project = crew_project_new ();

  crew_project_write (project, "flow/src/talk/main.py", python_flow);
  crew_project_write (project, "both/src/talk/main.py", python_flow);
  crew_project_write (project, "both/src/talk/crews/small/small.py", crew);
  crew_project_write (project, "classic/src/small/crew.py", crew);
  crew_project_write (project, "agent/agent.jsonc", "{\"role\": \"r\", \"conversational\": true}");
  crew_project_write (project, "book.ipynb", "{}");
  crew_project_write (project, "torn.json", "{\n<<<<<<< HEAD\n1\n=======\n2\n>>>>>>> x\n}\n");
  crew_project_write (project, "nothing/main.py", "print('Flow')\n");
  assert_described (project, "flow", "Talk.flow_definition()");
  assert_described (project, "flow/src/talk/main.py", "class Talk");
  assert_described (project, "both", "Talk.flow_definition()");
  assert_described (project, "both", "troupectl convert");
  assert_described (project, "classic", "troupectl convert");
  assert_described (project, "classic/src/small/crew.py", "troupectl convert");
  assert_described (project, "agent", "agent project");
  assert_described (project, "agent/agent.jsonc", "agent project");
  assert_described (project, "book.ipynb", "notebook");
  assert_described (project, "torn.json", "line 2");
  assert_described (project, "nothing", NULL);
  assert_described (project, "nothing/main.py", NULL);
  assert_described (project, "missing", NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/project-kind/declared", test_declared);
  g_test_add_func ("/project-kind/described", test_described);
  return g_test_run ();
}
