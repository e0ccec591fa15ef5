/* test-crew-import-python.c: import of the Python code of classic crews
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../test-time.h"
#include "crew-project.h"
#include "troupe-crew-import.h"
#include "troupe-crew-subject.h"
#include "troupe-tree.h"

#define AGENTS                                                                                     \
  "manager:\n  role: Manager\n  goal: Lead\n  backstory: Leads\n"                                  \
  "writer:\n  role: Writer\n  goal: Write\n  backstory: Writes\n"
#define TASKS                                                                                      \
  "find:\n  description: Find\n  expected_output: Facts\n  agent: writer\n"                        \
  "write:\n  description: Write about {topic}\n  expected_output: A text\n  agent: writer\n"
#define HEAD                                                                                       \
  "from crewai import Agent, Crew, Process, Task, LLM\n"                                           \
  "from crewai.project import CrewBase, agent, crew, task, before_kickoff, after_kickoff, llm\n"
#define WRITER                                                                                     \
  "    @agent\n    def writer(self) -> Agent:\n"                                                   \
  "        return Agent(config=self.agents_config['writer'])\n"
#define WRITE                                                                                      \
  "    @task\n    def write(self) -> Task:\n"                                                      \
  "        return Task(config=self.tasks_config['write'])\n"
#define CREW                                                                                       \
  "    @crew\n    def crew(self) -> Crew:\n"                                                       \
  "        return Crew(agents=self.agents, tasks=self.tasks)\n"

typedef struct
{
  CrewProject *project;
  TroupeCrewImport *import;
  TroupeCrewSubject *subject;
} Case;

static void
case_clear (Case *self)
{
  g_clear_object (&self->subject);
  g_clear_pointer (&self->import, troupe_crew_import_free);
  crew_project_free (self->project);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Case, case_clear)

static void
print_report (const Case *self)
{
  for (guint i = 0; i < self->import->items->len; i++)
    {
      g_autofree char *text = troupe_crew_import_item_to_text (self->import->items->pdata[i]);

      g_test_message ("%s", text);
    }
}

static void
case_import (Case *self, const char *name)
{
  g_autoptr (GError) error = NULL;

  self->import = troupe_crew_import_new (self->project->folder, name, &error);
  g_assert_no_error (error);
  self->subject = troupe_crew_subject_new (self->import->document);
  print_report (self);
  g_assert_nonnull (troupe_crew_subject_get_crew (self->subject));
}

/* Imports a class with the body @body in the file @path. */
static void
case_init (Case *self, const char *path, const char *head, const char *body)
{
  g_autofree char *source = g_strconcat (HEAD, head, "@CrewBase\nclass Small:\n", body, NULL);

  self->project = crew_project_new ();
  crew_project_write (self->project, "config/agents.yaml", AGENTS);
  crew_project_write (self->project, "config/tasks.yaml", TASKS);
  crew_project_write (self->project, path, source);
}

/* Checks that a node equals @json, in which quotes are written as ', or is missing for NULL. */
static void
assert_node (JsonNode *root, const char *key, const char *json)
{
  JsonNode *node = root != NULL ? troupe_tree_get_member (root, key) : NULL;
  g_autofree char *text = node != NULL ? json_to_string (node, FALSE) : NULL;
  g_autofree char *wanted = json != NULL ? g_strdelimit (g_strdup (json), "'", '"') : NULL;

  g_assert_cmpstr (text, ==, wanted);
}

static void
assert_crew (const Case *self, const char *key, const char *json)
{
  assert_node (troupe_crew_subject_get_root (self->subject), key, json);
}

static void
assert_agent (const Case *self, const char *name, const char *key, const char *json)
{
  assert_node (troupe_crew_subject_get_agent (self->subject, name), key, json);
}

static void
assert_task (const Case *self, guint index, const char *key, const char *json)
{
  assert_node (troupe_crew_subject_get_task (self->subject, index), key, json);
}

static const TroupeCrewImportItem *
find (const Case *self, TroupeCrewImportKind kind, guint line, const char *what)
{
  for (guint i = 0; i < self->import->items->len; i++)
    {
      const TroupeCrewImportItem *item = self->import->items->pdata[i];

      if (item->kind == kind && item->line == line && strstr (item->what, what) != NULL)
        return item;
    }
  g_error ("no item of line %u with “%s”", line, what);
}

static const char *
find_file (const Case *self, const char *path)
{
  for (guint i = 0; i < self->import->needed->len; i++)
    {
      const TroupeCrewImportFile *file = self->import->needed->pdata[i];

      if (g_str_equal (file->path, path))
        return file->text != NULL ? file->text : file->source;
    }
  g_error ("%s is not among the needed files", path);
}

/* --- Finding the class ------------------------------------------------------------------------ */

static void
test_named (void)
{
  g_auto (Case) self = { NULL };

  case_init (&self, "poem_crew.py", "from crewai_tools import SerperDevTool\n",
             "    agents_config = 'config/agents.yaml'\n"
             "    @agent\n    def writer(self): return Agent(config=self.agents_config['writer'], "
             "tools=[SerperDevTool()], llm='ollama/llama3.2')\n" WRITE
             "    @crew\n    def crew(self): return Crew(agents=self.agents, tasks=self.tasks, "
             "process=Process.hierarchical, manager_llm='gpt-4o', memory=True)\n");
  case_import (&self, NULL);
  assert_crew (&self, "process", "'hierarchical'");
  assert_crew (&self, "manager_llm", "'gpt-4o'");
  assert_crew (&self, "memory", "true");
  assert_agent (&self, "writer", "llm", "'ollama/llama3.2'");
  assert_agent (&self, "writer", "tools", "['SerperDevTool']");
}

/* Each class is a crew of its own, and the name selects one. */
static void
test_several (void)
{
  g_auto (Case) self = { NULL };
  g_auto (GStrv) names = NULL;
  g_autofree char *joined = NULL;
  g_autoptr (GError) error = NULL;

  case_init (&self, "crew.py", "",
             WRITER WRITE CREW
             "\n@CrewBase\nclass Other:\n    tasks_config = 'config/more.yaml'\n" WRITER
             "    @task\n    def more(self):\n"
             "        return Task(config=self.tasks_config['more'])\n" CREW);
  crew_project_write (self.project, "config/more.yaml",
                      "more:\n  description: More\n  expected_output: m\n  agent: writer\n");
  names = troupe_crew_import_list (self.project->folder);
  joined = g_strjoinv (" ", names);
  g_assert_cmpstr (joined, ==, "Small Other");
  case_import (&self, "Other");
  assert_crew (&self, "name", "'Other'");
  assert_task (&self, 0, "description", "'More'");
  g_assert_null (troupe_crew_import_new (self.project->folder, "Third", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_nonnull (strstr (error->message, "Small, Other"));
}

/* --- Agents, tasks and manager ---------------------------------------------------------------- */

static void
test_manager (void)
{
  static const struct
  {
    const char *label;
    const char *head;
    const char *body;
    const char *manager;
    guint line;
  } cases[] = {
    { "local", "",
      WRITER WRITE "    @crew\n    def crew(self):\n"
                   "        boss = Agent(config=self.agents_config['manager'])\n"
                   "        return Crew(agents=self.agents, tasks=self.tasks, manager_agent=boss,\n"
                   "                    process=Process.hierarchical, memory=True)\n",
      "'manager'", 0 },
    { "method", "",
      "    @agent\n    def lead(self):\n"
      "        return Agent(config=self.agents_config['manager'])\n" WRITER WRITE
      "    @crew\n    def crew(self):\n"
      "        return Crew(agents=[self.writer()], tasks=self.tasks, manager_agent=self.lead(),\n"
      "                    process=Process.hierarchical, memory=True)\n",
      "'lead'", 0 },
    { "in agents", "",
      "    @agent\n    def lead(self):\n"
      "        return Agent(config=self.agents_config['manager'])\n" WRITER WRITE
      "    @crew\n    def crew(self):\n"
      "        crew = Crew(agents=self.agents, tasks=self.tasks, manager_agent=self.lead(),\n"
      "                    process=Process.hierarchical, memory=True)\n"
      "        return crew\n",
      "'lead'", 7 },
    { "import", "from agents_file import boss\n",
      WRITER WRITE "    @crew\n    def crew(self):\n"
                   "        settings = dict(process=Process.hierarchical, memory=True)\n"
                   "        return Crew(agents=self.agents, tasks=self.tasks, manager_agent=boss,\n"
                   "                    **settings)\n",
      "'boss'", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (Case) self = { NULL };

      g_test_message ("%s", cases[i].label);
      case_init (&self, "crew.py", cases[i].head, cases[i].body);
      /* The module and the class import each other. */
      crew_project_write (self.project, "agents_file.py",
                          "from crewai import Agent\nfrom crew import Small\n"
                          "boss = Agent(role='Manager', goal='Lead', backstory='Leads')\n");
      case_import (&self, NULL);
      assert_crew (&self, "process", "'hierarchical'");
      assert_crew (&self, "memory", "true");
      assert_crew (&self, "manager_agent", cases[i].manager);
      assert_crew (&self, "agents", "['writer']");
      {
        g_autofree char *name = g_strndup (cases[i].manager + 1, strlen (cases[i].manager) - 2);

        assert_agent (&self, name, "role", "'Manager'");
      }
      if (cases[i].line > 0)
        find (&self, TROUPE_CREW_IMPORT_CHANGED, cases[i].line, "");
    }
}

/* Names in YAML are those of methods. A task has the name of its method. */
static void
test_method_names (void)
{
  g_auto (Case) self = { NULL };

  case_init (&self, "crew.py", "",
             WRITER
             "    @llm\n    def small(self):\n        return LLM(model='a/b', temperature=0)\n"
             "    @task\n    def find_task(self):\n"
             "        return Task(config=self.tasks_config['find'])\n"
             "    @task\n    def write_task(self):\n"
             "        return Task(config=self.tasks_config['write'])\n" CREW);
  crew_project_write (self.project, "config/tasks.yaml", TASKS "  context: [find_task]\n");
  crew_project_write (self.project, "config/agents.yaml", AGENTS "  llm: small\n");
  case_import (&self, NULL);
  assert_task (&self, 0, "name", "'find_task'");
  assert_task (&self, 1, "context", "['find_task']");
  assert_agent (&self, "writer", "llm", "{'model':'a/b','temperature':0}");
}

/* Variables, constant conditions, loops, keyword dictionaries and functions are followed. */
static void
test_followed (void)
{
  g_auto (Case) self = { NULL };

  case_init (
      &self, "crew.py",
      "import os\nfrom crewai_tools import FileReadTool, SerperDevTool\n"
      "DEBUG = False\nNAME = 'gpt-4o'\nTEMPERATURE = float('0.25')\n"
      "def make(kind, **more):\n    return LLM(model=f'openai/{kind}', temperature=TEMPERATURE)\n",
      "    def __init__(self, level='x'):\n        self.level = level or 'y'\n"
      "        self.model = make(NAME)\n"
      "    @agent\n    def writer(self):\n        tools = []\n"
      "        for tool in [SerperDevTool(), FileReadTool()]:\n            tools.append(tool)\n"
      "        settings = {'max_iter': 3, **dict(verbose=True)}\n"
      "        if DEBUG:\n            settings['max_iter'] = 99\n"
      "        elif self.level == 'x': settings['max_rpm'] = 7\n"
      "        return Agent(config=self.agents_config['writer'], tools=tools, llm=self.model,\n"
      "                     **settings)\n"
      "    @task\n    def write(self):\n"
      "        one = Task(description='a' + 'b', expected_output='c', agent=self.writer())\n"
      "        one.output_file = os.path.join('out', 'x.md')\n        return one\n" CREW);
  case_import (&self, NULL);
  assert_agent (&self, "writer", "tools", "['SerperDevTool','FileReadTool']");
  assert_agent (&self, "writer", "max_iter", "3");
  assert_agent (&self, "writer", "max_rpm", "7");
  assert_agent (&self, "writer", "verbose", "true");
  assert_agent (&self, "writer", "llm", "{'model':'openai/gpt-4o','temperature':0.25}");
  assert_task (&self, 0, "description", "'ab'");
  assert_task (&self, 0, "output_file", "'out/x.md'");
}

/* Texts that code fills with format() keep the placeholders whose values are not known, because the
 * inputs of the crew fill them. */
static void
test_formatted (void)
{
  g_auto (Case) self = { NULL };

  case_init (
      &self, "crew.py",
      "def fill(value, inputs):\n    if isinstance(value, dict):\n"
      "        return {key: one for key, one in value.items()}\n"
      "    if isinstance(value, str):\n        return value.format(**inputs)\n"
      "    return value\n",
      "    def __init__(self, inputs=None):\n        self.inputs = inputs\n"
      "    @agent\n    def writer(self):\n"
      "        return Agent(role=fill('Write {what}', self.inputs), goal='{} of {1} {{x}}'.format("
      "'A', 2),\n"
      "                     backstory='a-b'.replace('-', '+'), max_iter=fill(3, self.inputs),\n"
      "                     verbose=fill(True, {}))\n"
      "    @task\n    def write(self):\n"
      "        return Task(description='On {topic} by {who}'.format(topic='tea', who=os.who()), "
      "expected_output='c', agent=self.writer())\n" CREW);
  case_import (&self, NULL);
  assert_agent (&self, "writer", "role", "'Write {what}'");
  assert_agent (&self, "writer", "goal", "'A of 2 {x}'");
  assert_agent (&self, "writer", "backstory", "'a+b'");
  assert_agent (&self, "writer", "max_iter", "3");
  assert_agent (&self, "writer", "verbose", "true");
  assert_task (&self, 0, "description", "'On tea by {who}'");
  find (&self, TROUPE_CREW_IMPORT_CHANGED, 7, "format(**inputs)");
}

/* --- Code ------------------------------------------------------------------------------------- */

/* Functions and methods become references, and the files that they need are listed and written. */
static void
test_code (void)
{
  g_auto (Case) self = { NULL };
  g_autoptr (GError) error = NULL;
  g_autofree char *target = NULL, *copy = NULL;

  case_init (&self, "src/small/crew.py",
             "from small.checks import is_short\nfrom .helpers.tools import own, Own\n"
             "from crewai_tools import FileReadTool\n",
             "    @before_kickoff\n    def prepare(self, inputs):\n        return Own().name\n"
             "    @after_kickoff\n    def finish(self, result):\n        return result\n"
             "    def seen(self, output): print(f'{self.tasks_config}')\n"
             "    @agent\n    def writer(self):\n"
             "        return Agent(config=self.agents_config['writer'],\n"
             "                     tools=[FileReadTool(file_path='a.txt'), own, Own()])\n"
             "    @task\n    def write(self):\n"
             "        return Task(config=self.tasks_config['write'], guardrail=is_short,\n"
             "                    callback=self.seen, condition=lambda x: True)\n" CREW);
  crew_project_write (self.project, "src/small/config/agents.yaml", AGENTS);
  crew_project_write (self.project, "src/small/config/tasks.yaml", TASKS);
  crew_project_write (self.project, "src/small/checks.py",
                      "from . import words\ndef is_short(output):\n    return True, output\n");
  crew_project_write (self.project, "src/small/words.py", "WORDS = 3\n");
  crew_project_write (
      self.project, "src/small/helpers/tools.py",
      "from crewai.tools import BaseTool, tool\n@tool('Own')\ndef own(a: str) -> str:\n"
      "    \"\"\"Does it.\"\"\"\n    return a\nclass Own(BaseTool):\n    name: str = 'o'\n");
  case_import (&self, NULL);
  assert_crew (&self, "before_kickoff_callbacks", "[{'python':'crew_methods.prepare'}]");
  assert_crew (&self, "after_kickoff_callbacks", "[{'python':'crew_methods.finish'}]");
  assert_task (&self, 0, "guardrail", "{'python':'small.checks.is_short'}");
  assert_task (&self, 0, "callback", "{'python':'crew_methods.seen'}");
  assert_agent (&self, "writer", "tools",
                "['custom:file_read_tool','custom:own','small.helpers.tools:Own']");
  find (&self, TROUPE_CREW_IMPORT_LEFT_OUT, 22, "condition=lambda x: True");
  g_assert_nonnull (strstr (find_file (&self, "crew_methods.py"), "from small.crew import Small"));
  g_assert_nonnull (strstr (find_file (&self, "crew_methods.py"),
                            "def seen(output):\n    return _instance().seen(output)\n"));
  /* These methods do not need the class. */
  g_assert_nonnull (strstr (find_file (&self, "crew_methods.py"),
                            "from small.helpers.tools import Own as Own\n"));
  g_assert_nonnull (strstr (find_file (&self, "crew_methods.py"),
                            "class _Methods:\n    def prepare(self, inputs):\n"
                            "        return Own().name\n"));
  g_assert_nonnull (strstr (find_file (&self, "crew_methods.py"),
                            "def finish(result):\n    return _Methods().finish(result)\n"));
  g_assert_nonnull (strstr (find_file (&self, "tools/file_read_tool.py"), "(file_path=\"a.txt\")"));
  g_assert_nonnull (strstr (find_file (&self, "tools/own.py"), "\"Does it.\""));
  find_file (&self, "small/words.py");
  find_file (&self, "small/config/tasks.yaml");
  target = g_build_filename (self.project->folder, "new", NULL);
  g_assert_true (troupe_crew_import_write_files (self.import->needed, target, &error));
  g_assert_no_error (error);
  copy = crew_project_read (self.project, "new/small/words.py");
  g_assert_cmpstr (copy, ==, "WORDS = 3\n");
}

static void
test_schema (void)
{
  g_auto (Case) self = { NULL };

  case_init (
      &self, "crew.py", "from models import Report\n",
      WRITER
      "    @task\n    def write(self):\n"
      "        return Task(config=self.tasks_config['write'], output_pydantic=Report)\n" CREW);
  crew_project_write (self.project, "models.py",
                      "from pydantic import BaseModel\nclass Report(BaseModel):\n    title: str\n"
                      "    pages: int = 1\n");
  case_import (&self, NULL);
  assert_task (&self, 0, "output_pydantic",
               "{'type':'object','properties':{'title':{'type':'string'},'pages':{'type':'integer',"
               "'default':1}},'required':['title'],'title':'Report'}");
}

static void
test_knowledge (void)
{
  g_auto (Case) self = { NULL };

  case_init (
      &self, "crew.py",
      "from crewai.knowledge.source.string_knowledge_source import StringKnowledgeSource\n"
      "from crewai.knowledge.source.text_file_knowledge_source import TextFileKnowledgeSource\n",
      WRITER WRITE
      "    @crew\n    def crew(self):\n"
      "        return Crew(agents=self.agents, tasks=self.tasks, planning=True,\n"
      "                    planning_llm=LLM(model='a/b'),\n"
      "                    embedder={'provider': 'ollama', 'config': {'model': 'm'}},\n"
      "                    knowledge_sources=[StringKnowledgeSource(content='c'),\n"
      "                                       TextFileKnowledgeSource(file_paths=['f.txt'])])\n");
  crew_project_write (self.project, "knowledge/f.txt", "text");
  case_import (&self, NULL);
  assert_crew (&self, "planning", "true");
  assert_crew (&self, "planning_llm", "{'model':'a/b'}");
  assert_crew (&self, "embedder", "{'provider':'ollama','config':{'model':'m'}}");
  assert_crew (&self, "knowledge_sources",
               "[{'source_type':'string','content':'c'},{'source_type':'text_file','file_paths':["
               "'f.txt']}]");
  find_file (&self, "knowledge/f.txt");
}

/* A file of the knowledge that is a link out of the project, or another name of a file with keys, is
 * left out and reported. */
static void
test_knowledge_links (void)
{
  g_auto (Case) self = { NULL };
  g_autofree char *keys = NULL;
  g_autofree char *linked = NULL;
  g_autofree char *hard = NULL;
  guint n_reported = 0;

  case_init (
      &self, "crew.py",
      "from crewai.knowledge.source.text_file_knowledge_source import TextFileKnowledgeSource\n",
      WRITER WRITE
      "    @crew\n    def crew(self):\n"
      "        return Crew(agents=self.agents, tasks=self.tasks,\n"
      "                    knowledge_sources=[TextFileKnowledgeSource(file_paths=['a.txt',\n"
      "                                       'b.txt', 'c.txt'])])\n");
  crew_project_write (self.project, ".env", "KEY=secret");
  crew_project_write (self.project, "knowledge/c.txt", "text");
  keys = g_build_filename (self.project->folder, ".env", NULL);
  linked = g_build_filename (self.project->folder, "knowledge", "a.txt", NULL);
  hard = g_build_filename (self.project->folder, "knowledge", "b.txt", NULL);
  g_assert_cmpint (symlink ("/etc/passwd", linked), ==, 0);
  g_assert_cmpint (link (keys, hard), ==, 0);
  case_import (&self, NULL);
  for (guint i = 0; i < self.import->items->len; i++)
    {
      g_autofree char *text = troupe_crew_import_item_to_text (self.import->items->pdata[i]);

      n_reported += strstr (text, "outside of the project") != NULL ? 1 : 0;
    }
  g_assert_cmpuint (n_reported, ==, 2);
  find_file (&self, "knowledge/c.txt");
  for (guint i = 0; i < self.import->needed->len; i++)
    {
      const TroupeCrewImportFile *file = self.import->needed->pdata[i];

      g_assert_cmpstr (file->path, !=, "knowledge/a.txt");
      g_assert_cmpstr (file->path, !=, "knowledge/b.txt");
    }
}

/* The tools of MCP servers are imported as the servers. */
static void
test_servers (void)
{
  g_auto (Case) self = { NULL };

  case_init (
      &self, "crew.py",
      "from mcp import StdioServerParameters\nfrom crewai_tools import SerperDevTool\n",
      "    mcp_server_params = [StdioServerParameters(command='uvx', args=['x']),\n"
      "                         {'url': 'https://a.example/mcp', 'transport': 'streamable-http'}]\n"
      "    @agent\n    def writer(self):\n"
      "        return Agent(config=self.agents_config['writer'],\n"
      "                     tools=[SerperDevTool(), *self.get_mcp_tools('read')])\n" WRITE CREW);
  case_import (&self, NULL);
  assert_agent (&self, "writer", "tools", "['SerperDevTool']");
  assert_agent (&self, "writer", "mcps",
                "[{'command':'uvx','args':['x'],'tool_filter':{'type':'static',"
                "'allowed_tool_names':['read']}},{'url':'https://a.example/mcp','tool_filter':{"
                "'type':'static','allowed_tool_names':['read']}}]");
  find (&self, TROUPE_CREW_IMPORT_CHANGED, 12, "get_mcp_tools");
}

/* --- What is not imported --------------------------------------------------------------------- */

/* Whatever only Python can know is reported with its line. Keys are never imported. */
static void
test_reported (void)
{
  g_auto (Case) self = { NULL };
  g_autofree char *text = NULL;

  case_init (
      &self, "crew.py", "import os\nfrom elsewhere import helper\n",
      "    @agent\n    def writer(self):\n"
      "        model = 'a/b'\n"
      "        if helper():\n            model = 'c/d'\n"
      "        return Agent(config=self.agents_config['writer'], max_iter=helper(),\n"
      "                     llm=LLM(model=model, api_key='sk-0123456789abcdef0123456789abcdef',\n"
      "                             base_url=os.getenv('URL'), seed=int(os.getenv('SEED', '4'))),\n"
      "                     tools=helper().tools, **helper())\n"
      "    @agent\n    def other(self):\n        return helper(self)\n" WRITE CREW);
  case_import (&self, NULL);
  assert_agent (&self, "writer", "llm", "{'model':'c/d','seed':4}");
  find (&self, TROUPE_CREW_IMPORT_CHANGED, 10, "helper()");
  find (&self, TROUPE_CREW_IMPORT_LEFT_OUT, 12, "max_iter=helper()");
  find (&self, TROUPE_CREW_IMPORT_LEFT_OUT, 14, "base_url=os.getenv('URL')");
  find (&self, TROUPE_CREW_IMPORT_CHANGED, 14, "seed=");
  find (&self, TROUPE_CREW_IMPORT_LEFT_OUT, 15, "tools=helper().tools");
  find (&self, TROUPE_CREW_IMPORT_LEFT_OUT, 15, "helper()");
  find (&self, TROUPE_CREW_IMPORT_LEFT_OUT, 17, "def other");
  find (&self, TROUPE_CREW_IMPORT_LEFT_OUT, 1, "manager");
  find (&self, TROUPE_CREW_IMPORT_LEFT_OUT, 1, "find");
  text = troupe_document_to_text (TROUPE_DOCUMENT (self.import->document), NULL);
  g_assert_null (strstr (text, "sk-0123"));
  find (&self, TROUPE_CREW_IMPORT_LEFT_OUT, 13, "api_key");
  for (guint i = 0; i < self.import->items->len; i++)
    g_assert_null (
        strstr (((TroupeCrewImportItem *) self.import->items->pdata[i])->what, "sk-0123"));
}

/* --- Bad input -------------------------------------------------------------------------------- */

/* Tabs, CRLF, a byte order mark and Python 2. */
static void
test_layouts (void)
{
  g_auto (Case) self = { NULL };
  g_autofree char *source = NULL;
  g_auto (GStrv) lines = NULL;
  g_autofree char *text = NULL;

  case_init (&self, "crew.py", "", WRITER WRITE CREW);
  source = crew_project_read (self.project, "crew.py");
  {
    g_autoptr (GString) tabs = g_string_new (source);

    g_string_replace (tabs, "    ", "\t", 0);
    g_string_append (tabs, "\nprint \"done\"\ntry:\n\traise X, 'y'\nexcept X, e:\n\tprint e\n");
    lines = g_strsplit (tabs->str, "\n", -1);
  }
  {
    g_autofree char *joined = g_strjoinv ("\r\n", lines);

    text = g_strconcat ("\xef\xbb\xbf", joined, NULL);
  }
  crew_project_write (self.project, "crew.py", text);
  case_import (&self, NULL);
  assert_crew (&self, "agents", "['writer']");
  assert_task (&self, 0, "name", "'write'");
}

/* A file of Python 2 in Latin-1. */
static void
test_latin (void)
{
  g_auto (Case) self = { NULL };
  g_autofree char *path = NULL;

  case_init (&self, "other.py", "", WRITER WRITE CREW);
  path = crew_project_path (self.project, "other.py");
  {
    g_autofree char *source = crew_project_read (self.project, "other.py");
    g_autofree char *latin =
        g_strconcat ("# -*- coding: latin-1 -*-\nNAME = '\xe9'\n", source, NULL);

    g_assert_true (g_file_set_contents (path, latin, -1, NULL));
  }
  case_import (&self, NULL);
  assert_crew (&self, "name", "'Small'");
}

/* A file of 10,000 lines, a project of 500 files, and modules that import each other. */
static void
test_large (void)
{
  g_auto (Case) self = { NULL };
  g_autoptr (GString) head = g_string_new ("from m0 import *\n");
  clock_t start;

  for (guint i = 0; i < 10000; i++)
    g_string_append_printf (head, "v%u = {'a': [%u, 'x'], 'b': f'{v%u}'}\n", i, i,
                            i > 0 ? i - 1 : 0);
  case_init (&self, "crew.py", head->str, WRITER WRITE CREW);
  for (guint i = 0; i < 500; i++)
    {
      g_autofree char *path = g_strdup_printf ("m%u.py", i);
      g_autofree char *text =
          g_strdup_printf ("import crew\nfrom m%u import *\nx%u = 1\n", (i + 1) % 500, i);

      crew_project_write (self.project, path, text);
    }
  /* The time of the processor does not depend on what else runs. */
  start = clock ();
  case_import (&self, NULL);
  g_test_message ("%.1f s", (double) (clock () - start) / CLOCKS_PER_SEC);
  g_assert_cmpint (clock () - start, <, 20 * TEST_SLOWNESS * CLOCKS_PER_SEC);
  assert_crew (&self, "agents", "['writer']");
}

/* Functions that call themselves, and calls that are nested without end. */
static void
test_endless (void)
{
  g_auto (Case) self = { NULL };

  case_init (
      &self, "crew.py",
      "def f(x): return f([x, x])\nclass A:\n    def __init__(self): self.a = A()\n"
      "y = f(1)\nz = A()\nw = []\nw.append(w)\nd = {}\nd['d'] = d\n",
      "    @agent\n    def writer(self):\n"
      "        return Agent(config=self.agents_config['writer'], verbose=f(2), max_iter=w)\n"
      "    @task\n    def write(self):\n        return Task(config=self.tasks_config['write'],\n"
      "                    agent=self.writer(), context=[self.write()])\n" CREW);
  case_import (&self, NULL);
  assert_agent (&self, "writer", "verbose", NULL);
  assert_agent (&self, "writer", "max_iter", NULL);
}

/* Texts and lists that double with each iteration do not exhaust the memory. */
static void
test_growing (void)
{
  g_auto (Case) self = { NULL };

  case_init (&self, "crew.py",
             "l = [1]\ns = 'x'\nn = [1]\n"
             "for i in [1, 2, 3, 4, 5, 6, 7, 8]:\n    for k in [1, 2, 3, 4, 5, 6, 7, 8]:\n"
             "        l += l\n        l.extend(l)\n        s += s\n        n = [n, n]\n"
             "        m = [*l, *l] + l\n        t = s + s\n        d = {'a': n, 'b': n}\n",
             "    @agent\n    def writer(self):\n"
             "        return Agent(config=self.agents_config['writer'], max_iter=n, verbose=d,\n"
             "                     max_rpm=l)\n" WRITE CREW);
  case_import (&self, NULL);
  assert_agent (&self, "writer", "role", "'Writer'");
  assert_agent (&self, "writer", "max_iter", NULL);
}

static void
test_duplicates (void)
{
  g_auto (Case) self = { NULL };
  const TroupeCrewImportItem *item;

  case_init (&self, "crew.py", "", WRITER WRITE CREW);
  crew_project_write (
      self.project, "config/tasks.yaml",
      "write:\n  description: >\n    First\n\n    line\n  # note\n  description: Second\n"
      "  expected_output: e\n  agent: writer\n");
  case_import (&self, NULL);
  assert_task (&self, 0, "description", "'Second'");
  item = find (&self, TROUPE_CREW_IMPORT_CHANGED, 2, "First");
  g_assert_nonnull (strstr (item->why, "line 7"));
}

/* A Python file with a conflict of Git is refused, because it has both sides. */
static void
test_conflict (void)
{
  g_autoptr (CrewProject) project = crew_project_new ();
  g_autoptr (GError) error = NULL;

  crew_project_write (project, "config/agents.yaml", AGENTS);
  crew_project_write (project, "config/tasks.yaml", TASKS);
  crew_project_write (project, "crew.py",
                      "@CrewBase\nclass A:\n<<<<<<< HEAD\n  pass\n=======\n  pass\n>>>>>>> x\n");
  g_assert_null (troupe_crew_import_new (project->folder, NULL, &error));
  g_assert_nonnull (strstr (error->message, "crew.py:3: "));
  g_assert_nonnull (strstr (error->message, "conflict"));
}

/* Code that checks its environment is followed as where the environment is complete, and a function that
 * raises an error is reported. */
static void
test_guards (void)
{
  static const char head[] = "import os, sys\n"
                             "def make(model):\n"
                             "    key = os.getenv('GROQ_API_KEY', '')\n"
                             "    if not key:\n"
                             "        raise RuntimeError('no key')\n"
                             "    return LLM(model=model, api_key=key)\n"
                             "if not os.environ.get('WORK', ''):\n"
                             "    print('no work')\n"
                             "    sys.exit(1)\n"
                             "def fail(): raise RuntimeError('always')\n";
  static const char body[] =
      "    @agent\n    def writer(self):\n"
      "        return Agent(config=self.agents_config['writer'], llm=make('groq/a'))\n"
      "    @agent\n    def manager(self):\n"
      "        return Agent(config=self.agents_config['manager'], llm=fail())\n" WRITE CREW;
  g_auto (Case) self = { NULL };
  const TroupeCrewImportItem *item;

  case_init (&self, "crew.py", head, body);
  case_import (&self, NULL);
  assert_agent (&self, "writer", "llm", "{'model':'groq/a'}");
  assert_agent (&self, "manager", "llm", NULL);
  item = find (&self, TROUPE_CREW_IMPORT_LEFT_OUT, 20, "llm=fail()");
  g_assert_cmpstr (item->path, ==, "agents.manager.llm");
}

/* Hooks for model calls and tool calls are reported, because nothing calls them. */
static void
test_hooks (void)
{
  static const char head[] = "from crewai.hooks import before_llm_call, before_tool_call\n"
                             "from crewai.hooks import register_after_llm_call_hook\n"
                             "@before_llm_call(agents=['Writer'])\n"
                             "def see(context): return None\n"
                             "register_after_llm_call_hook(see)\n";
  static const char body[] =
      "    @before_tool_call(tools=['x', 'y'])\n    def guard(self, context):\n        return "
      "False\n"
      "    @before_tool_call\n    def needs_crew(self, context): return self.tasks\n" WRITER WRITE
          CREW;
  g_auto (Case) self = { NULL };
  guint n_guards = 0;
  const char *text;

  case_init (&self, "crew.py", head, body);
  case_import (&self, NULL);
  find (&self, TROUPE_CREW_IMPORT_LEFT_OUT, 6, "see");
  find (&self, TROUPE_CREW_IMPORT_LEFT_OUT, 7, "register_after_llm_call_hook");
  find (&self, TROUPE_CREW_IMPORT_CHANGED, 11, "guard");
  assert_crew (&self, "before_kickoff_callbacks", "[{'python':'crew_methods.use_hooks'}]");
  text = find_file (&self, "crew_methods.py");
  g_assert_nonnull (
      strstr (text, "from crewai.hooks import before_tool_call as before_tool_call\n"));
  g_assert_nonnull (strstr (text, "def guard(context):\n    return _Methods().guard(context)\n"));
  g_assert_nonnull (strstr (text, "def use_hooks(inputs):\n    return inputs\n"));
  g_assert_nonnull (strstr (text, "\nbefore_tool_call(tools=['x', 'y'])(guard)\n"));
  find (&self, TROUPE_CREW_IMPORT_LEFT_OUT, 14, "needs_crew");
  /* A method is reported once. */
  for (guint i = 0; i < self.import->items->len; i++)
    n_guards += ((const TroupeCrewImportItem *) self.import->items->pdata[i])->line == 11;
  g_assert_cmpuint (n_guards, ==, 1);
}

/* A model whose class belongs to the project is created there, with its arguments and not with the attributes
 * that its initializer sets; so are tools. */
static void
test_own_classes (void)
{
  static const char head[] =
      "import os\nfrom crewai import BaseLLM\nfrom crewai.tools import BaseTool\n"
      "class Base(BaseLLM): pass\n"
      "class MyModel(Base):\n"
      "    def __init__(self, model, limit=3):\n"
      "        super().__init__(model=model)\n"
      "        self.limit = limit\n"
      "        self.seen = []\n"
      "class Look(BaseTool):\n"
      "    def __init__(self, place):\n"
      "        super().__init__()\n"
      "        self.place = open(place)\n"
      "        self.seen = []\n";
  static const char body[] =
      "    @agent\n    def writer(self): return Agent(config=self.agents_config['writer'],\n"
      "        llm=MyModel('my/a', limit=5), tools=[Look(place='a.txt')])\n"
      "    @agent\n    def manager(self): return Agent(config=self.agents_config['manager'],\n"
      "        llm=MyModel(os.getenv('MODEL')))\n" WRITE CREW;
  g_auto (Case) self = { NULL };
  const char *text;

  case_init (&self, "team.py", head, body);
  case_import (&self, NULL);
  assert_agent (&self, "writer", "llm", "{'python':'crew_my_model.model'}");
  text = find_file (&self, "crew_my_model.py");
  g_assert_nonnull (strstr (text, "from team import MyModel\n"));
  g_assert_nonnull (strstr (text, "model = MyModel(\"my/a\", limit=5)\n"));
  text = find_file (&self, "tools/look.py");
  g_assert_nonnull (strstr (text, "super().__init__(place=\"a.txt\")\n"));
  assert_agent (&self, "manager", "llm", NULL);
  find (&self, TROUPE_CREW_IMPORT_LEFT_OUT, 24, "llm=MyModel(");
}

/* Lambda expressions become functions, if they need only what the file imports. */
static void
test_lambdas (void)
{
  static const char head[] = "from checks import is_short, limits\nLOCAL = 3\n";
  static const char body[] =
      WRITER "    @task\n    def write(self): return Task(config=self.tasks_config['write'],\n"
             "        guardrail=lambda output: (is_short(output.raw, limit=limits['most']),\n"
             "                                  output.raw if len(output.raw) > 2 else 'a: b'),\n"
             "        callback=lambda output: print(LOCAL, output))\n"
             "    @task\n    def find(self): return Task(config=self.tasks_config['find'],\n"
             "        callback=lambda output: self.note(output))\n" CREW;
  g_auto (Case) self = { NULL };
  const char *text;

  case_init (&self, "crew.py", head, body);
  crew_project_write (self.project, "checks.py",
                      "limits = {}\ndef is_short(output, limit): return True\n");
  case_import (&self, NULL);
  assert_task (&self, 0, "guardrail", "{'python':'crew_guardrail.function'}");
  assert_task (&self, 0, "callback", NULL);
  assert_task (&self, 1, "callback", NULL);
  text = find_file (&self, "crew_guardrail.py");
  g_assert_nonnull (strstr (text, "from checks import is_short as is_short\n"));
  g_assert_nonnull (strstr (text, "from checks import limits as limits\n"));
  g_assert_nonnull (strstr (text, "function = (lambda output: (is_short(output.raw, limit="));
  find_file (&self, "checks.py");
  find (&self, TROUPE_CREW_IMPORT_LEFT_OUT, 14, "callback=lambda");
  find (&self, TROUPE_CREW_IMPORT_LEFT_OUT, 17, "callback=lambda");
}

/* A function of the project with some of its arguments becomes a function, unless an argument is not known. */
static void
test_partials (void)
{
  static const char head[] =
      "import functools, os\nfrom functools import partial\nfrom checks import is_short\n"
      "def save(output, folder='x', deep=None): print(folder, output.raw)\n";
  static const char body[] =
      WRITER "    @task\n    def write(self): return Task(config=self.tasks_config['write'],\n"
             "        guardrail=partial(is_short, 3),\n"
             "        callback=functools.partial(save, folder='o\"ut', deep={'a': [True, None]}))\n"
             "    @task\n    def find(self): return Task(config=self.tasks_config['find'],\n"
             "        callback=partial(save, folder=os.environ['FOLDER']))\n" CREW;
  g_auto (Case) self = { NULL };
  const char *text;

  case_init (&self, "crew.py", head, body);
  crew_project_write (self.project, "checks.py", "def is_short(most, output): return True\n");
  case_import (&self, NULL);
  assert_task (&self, 0, "guardrail", "{'python':'crew_guardrail.function'}");
  assert_task (&self, 0, "callback", "{'python':'crew_callback.function'}");
  assert_task (&self, 1, "callback", NULL);
  text = find_file (&self, "crew_guardrail.py");
  g_assert_nonnull (strstr (text, "from checks import is_short\n"));
  g_assert_nonnull (strstr (text, "def function(value):\n    return is_short(3, value)\n"));
  text = find_file (&self, "crew_callback.py");
  g_assert_nonnull (strstr (text, "from crew import save\n"));
  g_assert_nonnull (strstr (text, "return save(value, folder=\"o\\\"ut\", "
                                  "deep={\"a\": [True, None]})\n"));
  find_file (&self, "checks.py");
  find_file (&self, "crew.py");
  find (&self, TROUPE_CREW_IMPORT_LEFT_OUT, 18, "callback=partial");
}

/* A registry that creates each tool once has the tools that it was asked for. */
static void
test_registry (void)
{
  static const char head[] = "from crewai_tools import SerperDevTool, FileReadTool\n"
                             "class Registry:\n"
                             "    _made = {}\n"
                             "    @classmethod\n"
                             "    def get(cls, kind):\n"
                             "        name = kind.__name__\n"
                             "        if name not in cls._made:\n"
                             "            cls._made[name] = kind()\n"
                             "        return cls._made[name]\n";
  static const char body[] =
      "    @agent\n    def writer(self): return Agent(config=self.agents_config['writer'],\n"
      "        tools=[Registry.get(SerperDevTool), Registry.get(FileReadTool)])\n"
      "    @agent\n    def manager(self): return Agent(config=self.agents_config['manager'],\n"
      "        tools=[Registry.get(FileReadTool)])\n" WRITE CREW;
  g_auto (Case) self = { NULL };

  case_init (&self, "crew.py", head, body);
  case_import (&self, NULL);
  assert_agent (&self, "writer", "tools", "['SerperDevTool','FileReadTool']");
  assert_agent (&self, "manager", "tools", "['FileReadTool']");
}

/* A crew without tasks, which get them elsewhere, has those of the class. */
static void
test_no_tasks (void)
{
  static const char body[] = WRITER WRITE "    @crew\n    def crew(self):\n"
                                          "        return Crew(agents=self.agents, tasks=[])\n";
  g_auto (Case) self = { NULL };

  case_init (&self, "crew.py", "", body);
  case_import (&self, NULL);
  assert_task (&self, 0, "name", "'write'");
  assert_task (&self, 1, "name", NULL);
  find (&self, TROUPE_CREW_IMPORT_CHANGED, 13, "tasks=[]");
}

/* A class that is derived from Crew has the settings of a crew. */
static void
test_derived (void)
{
  static const char head[] = "from crewai import Crew as Base\n"
                             "class Team(Base): pass\n"
                             "class Loud(Team):\n"
                             "    def kickoff(self): return super().kickoff()\n";
  static const char body[] = WRITER WRITE "    @crew\n    def crew(self):\n"
                                          "        return Loud(agents=self.agents, "
                                          "tasks=self.tasks, process=Process.hierarchical,\n"
                                          "            manager_llm='gpt-4o', verbose=True)\n";
  g_auto (Case) self = { NULL };

  case_init (&self, "crew.py", head, body);
  case_import (&self, NULL);
  assert_crew (&self, "process", "'hierarchical'");
  assert_crew (&self, "manager_llm", "'gpt-4o'");
  assert_crew (&self, "verbose", "true");
  find (&self, TROUPE_CREW_IMPORT_CHANGED, 17, "Loud(");
}

/* Agents without a model get that of `.env`, as CrewAI does; a folder `knowledge` that nothing uses is
 * reported. Nothing else of `.env` is imported. */
static void
test_project_folder (void)
{
  g_auto (Case) self = { NULL };
  const TroupeCrewImportItem *item;

  case_init (&self, "src/small/crew.py", "",
             "    @agent\n    def writer(self): return Agent(config=self.agents_config['writer'])\n"
             "    @agent\n    def reader(self): return Agent(role='Reader', goal='g', "
             "backstory='b', llm='mock/slow')\n" WRITE CREW);
  crew_project_write (self.project, "pyproject.toml", "[project]\nname = 'small'\n");
  crew_project_write (self.project, "src/small/config/agents.yaml", AGENTS);
  crew_project_write (self.project, "src/small/config/tasks.yaml", TASKS);
  crew_project_write (self.project, ".env", "OPENAI_API_KEY=sk-canary-7f3a91c2\nMODEL=mock/echo\n");
  crew_project_write (self.project, "knowledge/user.txt", "Bees");
  case_import (&self, NULL);
  assert_agent (&self, "writer", "llm", "'mock/echo'");
  assert_agent (&self, "reader", "llm", "'mock/slow'");
  item = find (&self, TROUPE_CREW_IMPORT_CHANGED, 0, "MODEL");
  g_assert_cmpstr (item->file, ==, ".env");
  g_assert_nonnull (strstr (item->why, "“mock/echo”"));
  g_assert_nonnull (strstr (item->why, "writer"));
  g_assert_null (strstr (item->why, "reader"));
  g_assert_null (strstr (item->why, "canary"));
  item = find (&self, TROUPE_CREW_IMPORT_LEFT_OUT, 0, "knowledge");
  g_assert_nonnull (strstr (item->why, "not copied"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/crew-import-python/named", test_named);
  g_test_add_func ("/crew-import-python/several", test_several);
  g_test_add_func ("/crew-import-python/manager", test_manager);
  g_test_add_func ("/crew-import-python/method-names", test_method_names);
  g_test_add_func ("/crew-import-python/followed", test_followed);
  g_test_add_func ("/crew-import-python/formatted", test_formatted);
  g_test_add_func ("/crew-import-python/code", test_code);
  g_test_add_func ("/crew-import-python/schema", test_schema);
  g_test_add_func ("/crew-import-python/knowledge", test_knowledge);
  g_test_add_func ("/crew-import-python/knowledge-links", test_knowledge_links);
  g_test_add_func ("/crew-import-python/servers", test_servers);
  g_test_add_func ("/crew-import-python/reported", test_reported);
  g_test_add_func ("/crew-import-python/guards", test_guards);
  g_test_add_func ("/crew-import-python/hooks", test_hooks);
  g_test_add_func ("/crew-import-python/own-classes", test_own_classes);
  g_test_add_func ("/crew-import-python/lambdas", test_lambdas);
  g_test_add_func ("/crew-import-python/partials", test_partials);
  g_test_add_func ("/crew-import-python/registry", test_registry);
  g_test_add_func ("/crew-import-python/no-tasks", test_no_tasks);
  g_test_add_func ("/crew-import-python/derived", test_derived);
  g_test_add_func ("/crew-import-python/layouts", test_layouts);
  g_test_add_func ("/crew-import-python/latin", test_latin);
  g_test_add_func ("/crew-import-python/large", test_large);
  g_test_add_func ("/crew-import-python/endless", test_endless);
  g_test_add_func ("/crew-import-python/growing", test_growing);
  g_test_add_func ("/crew-import-python/duplicates", test_duplicates);
  g_test_add_func ("/crew-import-python/conflict", test_conflict);
  g_test_add_func ("/crew-import-python/project-folder", test_project_folder);
  return g_test_run ();
}
