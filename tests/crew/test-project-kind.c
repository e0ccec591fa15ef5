/* test-project-kind.c: recognition of folders and files that CrewAI creates
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>
#include <unistd.h>

#include "crew-project.h"
#include "troupe-project-kind.h"
#include "troupe-python-flow.h"

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
    const char *file; /* (nullable) */
  } cases[] = {
    { "[tool.crewai]\ntype = \"flow\"\ndefinition = \"src/x/flow.yaml\"\n", "src/x/flow.yaml" },
    { "[tool.crewai]\r\ntype='flow' # a comment\r\ndefinition='src/x/flow.yaml'\r\n",
      "src/x/flow.yaml" },
    { "[tool.other]\ntype = \"flow\"\ndefinition = \"src/x/flow.yaml\"\n", NULL },
    { "[tool.crewai]\ntype = \"crew\"\ndefinition = \"src/x/team.jsonc\"\n", "src/x/team.jsonc" },
    { "[tool.crewai]\ntype = \"tool\"\ndefinition = \"src/x/flow.yaml\"\n", NULL },
    { "[tool.crewai]\ntype = \"flow\"\ndefinition = \"link.yaml\"\n", NULL },
    { "[tool.crewai]\ntype = \"flow\"\ndefinition = \"~/flow.yaml\"\n", NULL },
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
      g_autofree char *link = crew_project_path (project, "p/link.yaml");
      g_autofree char *settings = crew_project_path (project, "p/pyproject.toml");
      g_autofree char *found = NULL, *same = NULL;
      g_autofree char *wanted =
          cases[i].file != NULL ? g_build_filename (folder, cases[i].file, NULL) : NULL;

      crew_project_write (project, "outside.yaml", "name: n\n");
      crew_project_write (project, "p/src/x/flow.yaml", "name: n\n");
      crew_project_write (project, "p/src/x/team.jsonc", "{}");
      g_assert_cmpint (symlink ("../outside.yaml", link), ==, 0);
      crew_project_write (project, "p/pyproject.toml", cases[i].project);
      found = troupe_project_find_document (folder);
      g_assert_cmpstr (found, ==, wanted);
      same = troupe_project_find_document (settings);
      g_assert_cmpstr (same, ==, wanted != NULL ? wanted : folder);
    }
}

/* A flow with the usual name is the document of a folder, also beside code and if it has mistakes. */
static void
test_beside_code (void)
{
  g_autoptr (CrewProject) project = crew_project_new ();
  g_autofree char *folder = crew_project_path (project, "p");
  g_autofree char *flow = crew_project_path (project, "p/flow.yaml");
  g_autofree char *found = NULL, *none = NULL;

  crew_project_write (project, "p/main.py", python_flow);
  none = troupe_project_find_document (folder);
  g_assert_null (none);
  crew_project_write (project, "p/flow.yaml", "name: [x\n");
  found = troupe_project_find_document (folder);
  g_assert_cmpstr (found, ==, flow);
}

static void
test_described (void)
{
  g_autoptr (CrewProject) project = crew_project_new ();

  crew_project_write (project, "flow/src/talk/main.py", python_flow);
  crew_project_write (project, "both/src/talk/main.py", python_flow);
  crew_project_write (project, "both/src/talk/crews/small/small.py", crew);
  crew_project_write (project, "classic/src/small/crew.py", crew);
  crew_project_write (project, "it's one/main.py", python_flow);
  crew_project_write (project, "book.ipynb", "{}");
  crew_project_write (project, "nothing/main.py", "print('Flow')\n");
  assert_described (project, "flow", "-o FLOW.yaml");
  assert_described (project, "flow/src/talk/main.py", "main.py is a Python flow (Talk)");
  assert_described (project, "both", "-o FLOW.yaml");
  assert_described (project, "both", "-o FOLDER");
  assert_described (project, "it's one", "it'\\''s one' -o FLOW.yaml");
  assert_described (project, "classic", "-o FOLDER");
  assert_described (project, "classic/src/small/crew.py", "-o FOLDER");
  assert_described (project, "book.ipynb", "notebook");
  assert_described (project, "nothing", NULL);
  assert_described (project, "nothing/main.py", "neither a flow nor a crew");
  crew_project_write (project, "plain/main.py",
                      "from crewai import Crew\n# Crew()\nteam = Crew(agents=[])\n");
  assert_described (project, "plain/main.py", "outside of a class with “@CrewBase”");
  /* A folder without a project is described by the file that creates a crew, before notebooks. */
  crew_project_write (project, "plain/a.ipynb", "{}");
  crew_project_write (project, "plain/a.py", "print(1)\n");
  assert_described (project, "plain", "main.py: This Python file creates its crew");
  crew_project_write (project, "books/a.ipynb", "{}");
  assert_described (project, "books", "a.ipynb: This is a notebook.");
  crew_project_write (project, "classic/src/small/main.py", "print(1)\n");
  assert_described (project, "classic/src/small/main.py", "classic/src/small -o FOLDER");
  crew_project_write (project, "lost/pyproject.toml",
                      "[tool.crewai]\ntype = \"flow\"\ndefinition = \"x.yaml\"\n");
  assert_described (project, "lost", "x.yaml");
  assert_described (project, "missing", NULL);
}

static void
test_agents (void)
{
  static const char agent[] = "{\"role\": \"r\", \"conversational\": true}";
  g_autoptr (CrewProject) project = crew_project_new ();

  crew_project_write (project, "json/agent.jsonc", agent);
  crew_project_write (project, "yaml/agent.yaml", "# An agent\nrole: r\nconversational: true\n");
  crew_project_write (project, "named/pyproject.toml", "[tool.crewai]\ntype = \"agent\"\n");
  crew_project_write (project, "named/src/bot/definition.yaml", "role: r\n");
  crew_project_write (project, "crew/crew.jsonc", "{\"agents\": [\"agent\"], \"tasks\": []}");
  crew_project_write (project, "crew/agents/agent.jsonc", agent);
  crew_project_write (project, "other/agent.json", "{\"ssh\": true}");
  assert_described (project, "json", "agent project");
  assert_described (project, "json/agent.jsonc", "agent project");
  assert_described (project, "yaml", "agent project");
  assert_described (project, "yaml/agent.yaml", "agent project");
  assert_described (project, "named", "agent project");
  assert_described (project, "crew/agents/agent.jsonc", NULL);
  assert_described (project, "other", NULL);
  assert_described (project, "other/agent.json", NULL);
}

/* The module is named as Python finds it: a file that works only as a part of its package is a
 * module of the package. */
static void
test_python_flows (void)
{
  static const struct
  {
    const char *file;
    const char *text; /* (nullable): python_flow */
    const char *opened;
    const char *folder; /* (nullable): there is no flow */
    const char *module;
    const char *classes;
  } cases[] = {
    { "a/main.py", NULL, "a", "a", "main", "Talk" },
    { "b/flow.py", NULL, "b", "b", "flow", "Talk" },
    { "c/src/talk/main.py", NULL, "c", "c/src/talk", "main", "Talk" },
    { "d/src/talk/main.py", "from .x import y\nclass A(Flow):\n  @start()\n  def a(self): 1\n", "d",
      "d/src", "talk.main", "A" },
    { "e/src/talk/main.py", "import talk.x\nclass A(Flow):\n  @listen('b')\n  def a(self): 1\n",
      "e", "e/src", "talk.main", "A" },
    { "l/src/talk/main.py",
      "from src.talk import x\nclass A(Flow):\n  @start()\n  def a(self): 1\n", "l", "l",
      "src.talk.main", "A" },
    { "f/main.py",
      "class A(flow.Flow[S]):\n  @router('b')\n  def a(self): 1\n"
      "class B(Flow): pass\nclass C(B):\n\t@start()\n\tasync def a(self): 1\n",
      "f/main.py", "f", "main", "A C" },
    { "g/main.py", "class A(Flow): pass\n", "g", NULL, NULL, NULL },
    { "h/main.py", "class A(Work):\n  @start()\n  def a(self): 'Flow'\n", "h", NULL, NULL, NULL },
    { "k/src/talk/main.py", NULL, "k/src", "k/src/talk", "main", "Talk" },
    /* Only settings that name the package say that a folder above belongs to it, and not the user who opens a file. */
    { "p/flows/talk/main.py", "from .x import y\nclass A(Flow):\n  @start()\n  def a(self): 1\n",
      "p/flows/talk/main.py", "p/flows/talk", "main", "A" },
    { "q/flows/talk/main.py", "from ..x import y\nclass A(Flow):\n  @start()\n  def a(self): 1\n",
      "q/flows/talk/main.py", "q/flows/talk", "main", "A" },
    { "s/talk/main.py", "from ..x import y\nclass A(Flow):\n  @start()\n  def a(self): 1\n",
      "s/talk", "s/talk", "main", "A" },
    { "t/talk/main.py", "import talk.x\nclass A(Flow):\n  @start()\n  def a(self): 1\n",
      "t/talk/main.py", "t/talk", "main", "A" },
    { "u/talk/main.py", "from .x import y\nclass A(Flow):\n  @start()\n  def a(self): 1\n",
      "u/talk/main.py", "u/talk", "main", "A" },
    { "r/talk/main.py", "from .x import y\nclass A(Flow):\n  @start()\n  def a(self): 1\n",
      "r/talk/main.py", "r", "talk.main", "A" },
    { "v/flows/talk/main.py", "from ..x import y\nclass A(Flow):\n  @start()\n  def a(self): 1\n",
      "v/flows/talk/main.py", "v", "flows.talk.main", "A" },
    /* With a pyproject.toml, the flow runs in the folder of the project. */
    { "m/src/talk/main.py", NULL, "m", "m", "talk.main", "Talk" },
    { "n/src/talk/main.py", "import words\nclass A(Flow):\n  @start()\n  def a(self): 1\n",
      "n/src/talk/main.py", "n/src/talk", "main", "A" },
    { "o/talk/main.py", NULL, "o/talk/main.py", "o", "talk.main", "Talk" },
    { "i/main.txt", NULL, "i/main.txt", NULL, NULL, NULL },
    { "j/lib/deep/main.py", NULL, "j", NULL, NULL, NULL },
  };
  g_autoptr (CrewProject) project = crew_project_new ();

  crew_project_write (project, "m/pyproject.toml", "");
  crew_project_write (project, "n/pyproject.toml", "");
  crew_project_write (project, "n/src/talk/words.py", "");
  crew_project_write (project, "o/pyproject.toml", "[project]\nname = \"talk\"\n");
  crew_project_write (project, "r/pyproject.toml", "[project]\nname = \"talk\"\n");
  crew_project_write (project, "v/pyproject.toml", "[project]\nname = \"flows\"\n");
  /* The project of somebody else. */
  crew_project_write (project, "u/pyproject.toml", "[project]\nname = \"other\"\n");
  crew_project_write (project, "u/talk/__init__.py", "");
  crew_project_write (project, "o/talk/__init__.py", "");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = crew_project_path (project, cases[i].opened);
      g_autofree char *folder =
          cases[i].folder != NULL ? crew_project_path (project, cases[i].folder) : NULL;
      g_autoptr (TroupePythonFlow) flow = NULL;
      g_autofree char *classes = NULL;

      crew_project_write (project, cases[i].file,
                          cases[i].text != NULL ? cases[i].text : python_flow);
      flow = troupe_python_flow_find (path);
      g_test_message ("%s", cases[i].file);
      g_assert_cmpint (flow != NULL, ==, folder != NULL);
      if (flow == NULL)
        continue;
      classes = g_strjoinv (" ", flow->classes);
      g_assert_cmpstr (flow->folder, ==, folder);
      g_assert_cmpstr (flow->module, ==, cases[i].module);
      g_assert_cmpstr (classes, ==, cases[i].classes);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/project-kind/declared", test_declared);
  g_test_add_func ("/project-kind/beside-code", test_beside_code);
  g_test_add_func ("/project-kind/described", test_described);
  g_test_add_func ("/project-kind/agents", test_agents);
  g_test_add_func ("/project-kind/python-flows", test_python_flows);
  return g_test_run ();
}
