/* test-crew-import.c: import of classic crews as projects, and its report
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "crew-project.h"
#include "troupe-crew-import.h"
#include "troupe-crew-subject.h"
#include "troupe-python-syntax.h"
#include "troupe-tree.h"

static const char agents[] = "researcher:\n"
                             "  role: >\n"
                             "    {topic} Researcher\n"
                             "  goal: g\n"
                             "  backstory: b\n"
                             "  model: ollama/llama3\n"
                             "editor:\n"
                             "  role: E\n"
                             "  goal: g\n"
                             "  backstory: b\n"
                             "  allow_code_execution: true\n"
                             "spare:\n"
                             "  role: S\n"
                             "  goal: g\n"
                             "  backstory: b\n";
static const char tasks[] = "edit_task:\n"
                            "  description: d2\n"
                            "  expected_output: e\n"
                            "  agent: editor\n"
                            "research_task:\n"
                            "  description: >\n"
                            "    About {topic}\n"
                            "  expected_output: e\n";
static const char python[] =
    "from crewai import Agent, Crew, Process, Task, LLM\n"
    "from crewai.project import CrewBase, agent, crew, task, before_kickoff\n"
    "from crewai_tools import SerperDevTool, FileReadTool\n"
    "from my_crew.tools.custom_tool import MyTool\n"
    "from pydantic import BaseModel\n"
    "\n"
    "search = SerperDevTool()\n"
    "\n"
    "@CrewBase\n"
    "class News():\n"
    "    \"\"\"A crew: agents_config['none'] # not a comment\"\"\"\n"
    "    agents_config = 'config/agents.yaml'\n"
    "\n"
    "    @before_kickoff\n"
    "    def prepare(self, inputs):\n"
    "        return inputs\n"
    "\n"
    "    @agent\n"
    "    def researcher(self) -> Agent:\n"
    "        return Agent(\n"
    "            config=self.agents_config['researcher'], # type: ignore\n"
    "            tools=[search, FileReadTool(file_path='x.txt'), MyTool(), make_tool(self)],\n"
    "            verbose=True,\n"
    "            llm=LLM(model=\"openai/gpt-4o\", temperature=0.5, api_key=os.getenv('K')),\n"
    "            max_iter=1_0,\n"
    "        )\n"
    "\n"
    "    @agent\n"
    "    def editor(self):\n"
    "        made = Agent(config=self.agents_config['editor'], step_callback=seen)\n"
    "        return made\n"
    "\n"
    "    @task\n"
    "    def research_task(self) -> Task:\n"
    "        return Task(config=self.tasks_config['research_task'], agent=self.researcher(),\n"
    "                    async_execution=False, guardrail='It is ' 'short')\n"
    "\n"
    "    @task\n"
    "    def edit_task(self) -> Task:\n"
    "        return Task(config=self.tasks_config['edit_task'], context=[self.research_task()],\n"
    "                    output_file='out/report.md', output_pydantic=Report, human_input=True)\n"
    "\n"
    "    def boss(self):\n"
    "        return Agent(role='Boss', goal='g', backstory='b', allow_delegation=True)\n"
    "\n"
    "    @crew\n"
    "    def crew(self) -> Crew:\n"
    "        return Crew(agents=self.agents, tasks=self.tasks, process=Process.hierarchical,\n"
    "                    manager_agent=self.boss(), memory=False, verbose=True, nonsense=1)\n";

static const TroupeCrewImportItem *
find (TroupeCrewImport *import, TroupeCrewImportKind kind, const char *file, const char *what)
{
  for (guint i = 0; i < import->items->len; i++)
    {
      const TroupeCrewImportItem *item = import->items->pdata[i];

      if (item->kind == kind && g_str_equal (item->file, file) && strstr (item->what, what) != NULL)
        return item;
    }
  for (guint i = 0; i < import->items->len; i++)
    {
      g_autofree char *text = troupe_crew_import_item_to_text (import->items->pdata[i]);

      g_test_message ("%s", text);
    }
  g_error ("nothing of “%s” in %s", what, file);
}

static void
assert_json (JsonNode *root, const char *key, const char *json)
{
  JsonNode *node = troupe_tree_get_member (root, key);
  g_autofree char *text = node != NULL ? json_to_string (node, FALSE) : NULL;
  g_autofree char *wanted = json != NULL ? g_strdelimit (g_strdup (json), "'", '"') : NULL;

  g_assert_cmpstr (text, ==, wanted);
}

static void
test_pair (void)
{
  g_autoptr (CrewProject) project = crew_project_new ();
  g_autoptr (TroupeCrewImport) import = NULL;
  g_autoptr (TroupeCrewSubject) subject = NULL;
  g_autofree char *path = crew_project_path (project, "config/tasks.yaml");
  g_autofree char *before = NULL, *after = NULL;
  g_autoptr (GError) error = NULL;
  const TroupeCrewImportItem *item;

  crew_project_write (project, "config/agents.yaml", agents);
  crew_project_write (project, "config/tasks.yaml", tasks);
  before = crew_project_read (project, "config/agents.yaml");
  g_assert_true (troupe_crew_import_is_classic (path));
  g_assert_true (troupe_crew_import_is_classic (project->folder));
  import = troupe_crew_import_new (path, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (import->files[1], ==, "config/tasks.yaml");
  g_assert_null (import->files[2]);
  subject = troupe_crew_subject_new (import->document);
  g_assert_nonnull (troupe_crew_subject_get_crew (subject));
  g_assert_cmpstr (troupe_crew_subject_get_crew (subject)->agents[0].role, ==,
                   "{topic} Researcher\n");
  g_assert_cmpstr (troupe_crew_subject_get_crew (subject)->tasks[1].description, ==,
                   "About {topic}\n");
  /* The agent is derived from the name of the task. */
  assert_json (troupe_crew_subject_get_task (subject, 1), "agent", "'researcher'");
  item = find (import, TROUPE_CREW_IMPORT_CHANGED, "config/tasks.yaml", "research_task");
  g_assert_cmpuint (item->line, ==, 5);
  g_assert_cmpuint (item->last_line, ==, 8);
  item = find (import, TROUPE_CREW_IMPORT_LEFT_OUT, "config/agents.yaml", "model: ollama/llama3");
  g_assert_cmpuint (item->line, ==, 6);
  g_assert_cmpstr (item->path, ==, "agents.researcher.model");
  item =
      find (import, TROUPE_CREW_IMPORT_CHANGED, "config/agents.yaml", "allow_code_execution: true");
  g_assert_cmpuint (item->line, ==, 11);
  g_assert_cmpstr (item->fix_action, ==, "remove-key");
  item = find (import, TROUPE_CREW_IMPORT_CARRIED, "config/agents.yaml", "spare");
  g_assert_cmpuint (item->line, ==, 12);
  g_assert_cmpuint (item->last_line, ==, 15);
  g_assert_cmpuint (import->n_carried, ==, 5);
  g_assert_cmpuint (import->n_changed, ==, 2);
  g_assert_cmpuint (import->n_left_out, ==, 1);
  /* The source files are unchanged, and the crew has no path yet. */
  after = crew_project_read (project, "config/agents.yaml");
  g_assert_cmpstr (after, ==, before);
  g_assert_null (troupe_document_get_path (TROUPE_DOCUMENT (import->document)));
}

static void
test_python (void)
{
  g_autoptr (CrewProject) project = crew_project_new ();
  g_autoptr (TroupeCrewImport) import = NULL;
  g_autoptr (TroupeCrewSubject) subject = NULL;
  g_auto (GStrv) names = NULL;
  g_autofree char *joined = NULL;
  g_autoptr (GError) error = NULL;
  JsonNode *agent, *task;

  crew_project_write (project, "src/news/config/agents.yaml", agents);
  crew_project_write (project, "src/news/config/tasks.yaml", tasks);
  crew_project_write (project, "src/news/crew.py", python);
  crew_project_write (
      project, "src/news/main.py",
      "def run():\n    inputs = {'topic': 'AI'}\n    News().crew().kickoff(inputs=inputs)\n");
  import = troupe_crew_import_new (project->folder, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (find (import, TROUPE_CREW_IMPORT_CARRIED, "main.py", "inputs")->line, ==, 2);
  g_assert_cmpstr (import->files[2], ==, "crew.py");
  subject = troupe_crew_subject_new (import->document);
  g_assert_nonnull (troupe_crew_subject_get_crew (subject));
  names = troupe_crew_subject_list_agents (subject);
  joined = g_strjoinv (" ", names);
  g_assert_cmpstr (joined, ==, "researcher editor boss");
  assert_json (troupe_crew_subject_get_root (subject), "name", "'News'");
  assert_json (troupe_crew_subject_get_root (subject), "inputs", "{'topic':'AI'}");
  assert_json (troupe_crew_subject_get_root (subject), "process", "'hierarchical'");
  assert_json (troupe_crew_subject_get_root (subject), "manager_agent", "'boss'");
  assert_json (troupe_crew_subject_get_root (subject), "agents", "['researcher','editor']");
  assert_json (troupe_crew_subject_get_root (subject), "memory", "false");
  assert_json (troupe_crew_subject_get_root (subject), "before_kickoff_callbacks",
               "[{'python':'crew_methods.prepare'}]");
  agent = troupe_crew_subject_get_agent (subject, "researcher");
  assert_json (agent, "tools",
               "['SerperDevTool','custom:file_read_tool','my_crew.tools.custom_tool:MyTool']");
  assert_json (agent, "verbose", "true");
  assert_json (agent, "llm", "{'model':'openai/gpt-4o','temperature':0.5}");
  assert_json (agent, "max_iter", "10");
  task = troupe_crew_subject_get_task (subject, 0);
  assert_json (task, "name", "'research_task'");
  assert_json (task, "agent", "'researcher'");
  assert_json (task, "guardrail", "'It is short'");
  task = troupe_crew_subject_get_task (subject, 1);
  assert_json (task, "agent", "'editor'");
  assert_json (task, "context", "['research_task']");
  assert_json (task, "output_file", "'out/report.md'");
  assert_json (task, "human_input", "true");

  g_assert_cmpuint (
      find (import, TROUPE_CREW_IMPORT_LEFT_OUT, "crew.py", "output_pydantic=Report")->line, ==,
      41);
  find (import, TROUPE_CREW_IMPORT_LEFT_OUT, "crew.py", "step_callback=seen");
  find (import, TROUPE_CREW_IMPORT_LEFT_OUT, "crew.py", "make_tool(self)");
  find (import, TROUPE_CREW_IMPORT_LEFT_OUT, "crew.py", "api_key=os.getenv('K')");
  find (import, TROUPE_CREW_IMPORT_LEFT_OUT, "crew.py", "nonsense=1");
  find (import, TROUPE_CREW_IMPORT_CHANGED, "crew.py", "FileReadTool(file_path='x.txt')");
  find (import, TROUPE_CREW_IMPORT_LEFT_OUT, "config/agents.yaml", "spare");
}

/* The inputs with which main.py starts the crew become its default inputs, unless Python computes them. */
static void
test_main (void)
{
  static const struct
  {
    const char *text;
    const char *inputs;  /* (nullable) */
    const char *skipped; /* (nullable) */
  } cases[] = {
    { "News().crew().kickoff(inputs={'topic': 'AI', 'n': 3, 'list': ['a', None]})",
      "{'topic':'AI','n':3,'list':['a',null]}", NULL },
    { "def run():\n    try:\n        x = News().crew().kickoff_async(inputs={'a': 'b', 'year': "
      "str(now().year)})\n"
      "    except E as e:\n        pass\n",
      "{'a':'b'}", "year" },
    { "first = {'a': 1}\ninputs = {'a': 2}\nNews().crew().kickoff(inputs=first)", "{'a':1}", NULL },
    { "async def run():\n    inputs = {'a': 2}\n    await go(inputs)\n", "{'a':2}", NULL },
    { "kickoff(inputs={'api_key': 'sk-abcdefghij0123456789abcd'})", NULL, "api_key" },
    { "kickoff(inputs=read())", NULL, NULL },
    { "inputs = {**others}", NULL, NULL },
    { "kickoff(inputs={1: 2, x: 3})", NULL, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CrewProject) project = crew_project_new ();
      g_autoptr (TroupeCrewImport) import = NULL;
      g_autoptr (TroupeCrewSubject) subject = NULL;
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", cases[i].text);
      crew_project_write (project, "src/news/config/agents.yaml", agents);
      crew_project_write (project, "src/news/config/tasks.yaml", tasks);
      crew_project_write (project, "src/news/crew.py", python);
      crew_project_write (project, "src/news/main.py", cases[i].text);
      import = troupe_crew_import_new (project->folder, NULL, &error);
      g_assert_no_error (error);
      subject = troupe_crew_subject_new (import->document);
      if (cases[i].inputs != NULL)
        assert_json (troupe_crew_subject_get_root (subject), "inputs", cases[i].inputs);
      else
        g_assert_null (troupe_tree_get_member (troupe_crew_subject_get_root (subject), "inputs"));
      if (cases[i].skipped != NULL)
        find (import, TROUPE_CREW_IMPORT_LEFT_OUT, "main.py", cases[i].skipped);
    }
}

/* Tests the memory types that a crew class used before CrewAI 1.0. */
static void
test_old_memory (void)
{
  static const struct
  {
    const char *arguments;
    const char *memory; /* (nullable): missing */
    guint n_told;
  } cases[] = {
    { "short_term_memory=ShortTermMemory(storage=make())", "true", 1 },
    { "long_term_memory=True, entity_memory=EntityMemory()", "true", 2 },
    { "long_term_memory=True, memory=False", "false", 1 },
    { "external_memory=None, entity_memory=False", NULL, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CrewProject) project = crew_project_new ();
      g_autoptr (GString) source = g_string_new (python);
      g_autoptr (TroupeCrewImport) import = NULL;
      g_autoptr (TroupeCrewSubject) subject = NULL;
      g_autoptr (GError) error = NULL;
      guint n_told = 0;

      g_assert_cmpuint (g_string_replace (source, "memory=False", cases[i].arguments, 0), ==, 1);
      crew_project_write (project, "src/news/config/agents.yaml", agents);
      crew_project_write (project, "src/news/config/tasks.yaml", tasks);
      crew_project_write (project, "src/news/crew.py", source->str);
      import = troupe_crew_import_new (project->folder, NULL, &error);
      g_assert_no_error (error);
      subject = troupe_crew_subject_new (import->document);
      g_test_message ("%s", cases[i].arguments);
      assert_json (troupe_crew_subject_get_root (subject), "memory", cases[i].memory);
      for (guint j = 0; j < import->items->len; j++)
        {
          const TroupeCrewImportItem *item = import->items->pdata[j];

          if (strstr (item->why, "There is now a single memory") == NULL)
            continue;
          g_assert_cmpint (item->kind, ==, TROUPE_CREW_IMPORT_CHANGED);
          g_assert_cmpuint (item->line, ==, 49);
          n_told++;
        }
      g_assert_cmpuint (n_told, ==, cases[i].n_told);
    }
}

/* The reason for a failure is reported together with the file and the line. */
static void
test_refused (void)
{
  static const struct
  {
    const char *agents;
    const char *tasks;
    const char *says;
  } cases[] = {
    { "", "t:\n  description: d\n", "agents.yaml: " },
    { "a: [\n", "t:\n  description: d\n", "agents.yaml:2:" },
    { "!python x\n", "t:\n  description: d\n", "agents.yaml: " },
    { "- a\n", "t:\n  description: d\n", "agents.yaml: " },
    { "a:\n  role: r\n  goal: g\n  backstory: b\n", "# none\n", "tasks.yaml: " },
    { "a: text\n", "t:\n  description: d\n", "agents.yaml: " },
  };
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CrewProject) project = crew_project_new ();

      crew_project_write (project, "agents.yaml", cases[i].agents);
      crew_project_write (project, "tasks.yaml", cases[i].tasks);
      g_assert_null (troupe_crew_import_new (project->folder, NULL, &error));
      g_assert_nonnull (error);
      if (strstr (error->message, cases[i].says) == NULL)
        g_error ("“%s” does not say %s", error->message, cases[i].says);
      g_clear_error (&error);
    }
  g_assert_null (troupe_crew_import_new ("/nowhere", NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

/* Contexts that CrewAI cannot load, missing agents, and names that are not valid for files are
 * repaired. */
static void
test_mended (void)
{
  g_autoptr (CrewProject) project = crew_project_new ();
  g_autoptr (TroupeCrewImport) import = NULL;
  g_autoptr (TroupeCrewSubject) subject = NULL;
  g_autoptr (GError) error = NULL;

  crew_project_write (project, "agents.yaml",
                      "a/b:\n  role: r\n  goal: g\n  backstory: b\n  max_iter: many\n");
  crew_project_write (
      project, "tasks.yaml",
      "one:\n  description: d\n  expected_output: e\n  agent: a/b\n  context: [two, ghost]\n"
      "two:\n  description: d\n  expected_output: e\n  agent: nobody\n  context: text\n"
      "three:\n  description: d\n  expected_output: e\n  agent: a/b\n  context: [one]\n"
      "four: 5\n");
  import = troupe_crew_import_new (project->folder, NULL, &error);
  g_assert_no_error (error);
  subject = troupe_crew_subject_new (import->document);
  g_assert_nonnull (troupe_crew_subject_get_crew (subject));
  assert_json (troupe_crew_subject_get_task (subject, 0), "agent", "'agent_1'");
  assert_json (troupe_crew_subject_get_task (subject, 0), "context", "[]");
  assert_json (troupe_crew_subject_get_task (subject, 1), "agent", "'agent_1'");
  assert_json (troupe_crew_subject_get_task (subject, 1), "context", NULL);
  assert_json (troupe_crew_subject_get_task (subject, 2), "context", "['one']");
  find (import, TROUPE_CREW_IMPORT_CHANGED, "agents.yaml", "a/b");
  find (import, TROUPE_CREW_IMPORT_CHANGED, "tasks.yaml", "agent: nobody");
  find (import, TROUPE_CREW_IMPORT_LEFT_OUT, "agents.yaml", "max_iter: many");
  find (import, TROUPE_CREW_IMPORT_LEFT_OUT, "tasks.yaml", "context: text");
  find (import, TROUPE_CREW_IMPORT_LEFT_OUT, "tasks.yaml", "four");
}

/* Parsing terminates for any content of a crew.py. */
static void
test_any_python (void)
{
  static const char *const pieces[] = { "@agent\n",
                                        "def f(self):\n",
                                        "    return Agent(",
                                        "config=self.agents_config['a']",
                                        ")",
                                        "(",
                                        "[",
                                        "]",
                                        "{",
                                        "}",
                                        "'",
                                        "\"\"\"",
                                        "\\",
                                        "\n",
                                        "    ",
                                        ",",
                                        "=",
                                        ":",
                                        "class X:\n",
                                        "@",
                                        "lambda x: x",
                                        "f'{x}'",
                                        "from . import y\n",
                                        "1e999",
                                        "-",
                                        "é",
                                        "\\x41",
                                        "#c\n",
                                        "for i in x",
                                        "@crew\n",
                                        "return Crew(agents=[self.f()])",
                                        "\t",
                                        "b'x'",
                                        "x = y\n",
                                        "None",
                                        "True",
                                        ".",
                                        "'\\u0000'",
                                        "*args",
                                        "**kw" };
  g_autoptr (CrewProject) project = crew_project_new ();
  g_autofree char *deep = g_strnfill (5000, '(');
  g_autoptr (GPtrArray) nested = troupe_python_parse (deep);
  g_autoptr (GPtrArray) nothing = troupe_python_parse ("");
  /* This is invalid Python, because it contains an assignment within an argument. The sanitizers
   * check whether it causes memory errors. */
  g_autoptr (GPtrArray) named = troupe_python_parse ("@x(a=(b=1))\ndef f(): pass\n");

  g_assert_cmpuint (nested->len, ==, 1);
  g_assert_cmpuint (nothing->len, ==, 0);
  g_assert_cmpuint (named->len, ==, 1);
  crew_project_write (project, "agents.yaml", "a:\n  role: r\n  goal: g\n  backstory: b\n");
  crew_project_write (project, "tasks.yaml", "t:\n  description: d\n  expected_output: e\n");
  for (guint i = 0; i < 3000; i++)
    {
      g_autoptr (GString) source = g_string_new (NULL);
      g_autoptr (GPtrArray) read = NULL;

      for (int k = g_test_rand_int_range (1, 60); k > 0; k--)
        g_string_append (source, pieces[g_test_rand_int_range (0, G_N_ELEMENTS (pieces))]);
      read = troupe_python_parse (source->str);
      g_assert_nonnull (read);
      if (i % 30 == 0)
        {
          TroupeCrewImport *import;

          crew_project_write (project, "crew.py", source->str);
          import = troupe_crew_import_new (project->folder, NULL, NULL);
          g_clear_pointer (&import, troupe_crew_import_free);
        }
    }
}

/* A value whose tag would execute code is skipped and reported with its line, without affecting
 * other values. */
static void
test_tags (void)
{
  g_autoptr (CrewProject) project = crew_project_new ();
  g_autoptr (TroupeCrewImport) import = NULL;
  g_autoptr (TroupeCrewSubject) subject = NULL;
  g_autoptr (GError) error = NULL;
  const TroupeCrewImportItem *item;
  JsonNode *task;

  crew_project_write (project, "agents.yaml", "one:\n  role: One\n  goal: g\n  backstory: b\n");
  crew_project_write (
      project, "tasks.yaml",
      "first:\n  description: \"!not a tag\"\n  expected_output: o\n  agent: one\n"
      "  callback: !python src.hooks.notify\n  tools: [!!python/name:os.system '']\n"
      "second:\n  description: d\n  expected_output: o\n  agent: one\n");
  import = troupe_crew_import_new (project->folder, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (import->n_left_out, >=, 2);
  item = import->items->pdata[0];
  g_assert_cmpint (item->kind, ==, TROUPE_CREW_IMPORT_LEFT_OUT);
  g_assert_cmpuint (item->line, ==, 5);
  g_assert_cmpstr (item->what, ==, "callback: !python src.hooks.notify");
  subject = troupe_crew_subject_new (import->document);
  g_assert_cmpuint (troupe_crew_subject_get_n_tasks (subject), ==, 2);
  task = troupe_crew_subject_get_task (subject, 0);
  assert_json (task, "callback", NULL);
  assert_json (task, "description", "'!not a tag'");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/crew-import/pair", test_pair);
  g_test_add_func ("/crew-import/python", test_python);
  g_test_add_func ("/crew-import/main", test_main);
  g_test_add_func ("/crew-import/tags", test_tags);
  g_test_add_func ("/crew-import/refused", test_refused);
  g_test_add_func ("/crew-import/old-memory", test_old_memory);
  g_test_add_func ("/crew-import/mended", test_mended);
  g_test_add_func ("/crew-import/any-python", test_any_python);
  return g_test_run ();
}
