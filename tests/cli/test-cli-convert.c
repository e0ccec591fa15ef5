/* test-cli-convert.c: YAML flows on the command line, and troupectl convert
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "cli-fixture.h"

static const char yaml_flow[] = "# what it is\n"
                                "name: F\n"
                                "state:\n"
                                "  type: dict\n"
                                "  default: {day: 2024-02-03, n: 0x10}\n"
                                "methods:\n"
                                "  a: {start: yes, do: &act {call: expression, expr: \"1 + 1\"}}\n"
                                "  b:\n"
                                "    listen: a\n"
                                "    do: *act\n";

/* Checks the messages of a conversion and the resulting text. */
static void
test_to_json (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) answer = NULL;
  g_autoptr (CliAnswer) quiet = NULL;
  g_autofree char *text = NULL;

  cli_fixture_write (fixture, "flow.yaml", yaml_flow, FALSE);
  answer = cli_fixture_run (fixture, NULL, "convert", "flow.yaml", "-o", "flow.json", NULL);
  g_assert_cmpint (answer->status, ==, 0);
  g_assert_cmpstr (answer->out, ==, "");
  g_assert_nonnull (strstr (answer->err, "flow.yaml:1:1: warning: "));
  g_assert_nonnull (strstr (answer->err, "[lost_comments]"));
  g_assert_nonnull (strstr (answer->err, "[lost_anchors]"));
  g_assert_nonnull (strstr (answer->err, "flow.yaml:5:18: warning: state.default.day"));
  text = cli_fixture_read (fixture, "flow.json");
  g_assert_cmpstr (
      text, ==,
      "{\n  \"name\": \"F\",\n  \"state\": {\n    \"type\": \"dict\",\n"
      "    \"default\": {\n      \"day\": \"2024-02-03\",\n      \"n\": 16\n    }\n  },\n"
      "  \"methods\": {\n    \"a\": {\n      \"start\": true,\n      \"do\": {\n"
      "        \"call\": \"expression\",\n        \"expr\": \"1 + 1\"\n      }\n    },\n"
      "    \"b\": {\n      \"listen\": \"a\",\n      \"do\": {\n"
      "        \"call\": \"expression\",\n        \"expr\": \"1 + 1\"\n      }\n    }\n"
      "  }\n}\n");
  quiet = cli_fixture_run (fixture, NULL, "convert", "flow.yaml", "-o", "b.json", "--quiet", NULL);
  g_assert_cmpstr (quiet->err, ==, "");
}

static void
test_to_yaml (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) answer = NULL;
  g_autoptr (CliAnswer) out = NULL;
  g_autoptr (CliAnswer) back = NULL;
  g_autoptr (TroupeValue) told = NULL;
  g_autofree char *text = NULL;
  g_autofree char *json = NULL;
  g_autofree char *again = NULL;

  cli_fixture_write (fixture, "flow.json",
                     "{\n  'name': 'no',\n  'state': {\n    'type': 'dict',\n    'default': {\n"
                     "      'a': 1e2,\n      'b': 1.5\n    }\n  },\n  'methods': {\n    'on': {\n"
                     "      'start': true,\n      'do': {\n        'call': 'expression',\n"
                     "        'expr': '[\\n  1,\\n  2\\n]'\n      }\n    }\n  }\n}\n",
                     TRUE);
  answer =
      cli_fixture_run (fixture, NULL, "convert", "flow.json", "-o", "flow.yml", "--json", NULL);
  g_assert_cmpint (answer->status, ==, 0);
  told = cli_json (answer->out);
  cli_assert_json (told, "format", "\"yaml\"");
  g_assert_nonnull (strstr (answer->out, "number_as_text"));
  text = cli_fixture_read (fixture, "flow.yml");
  g_assert_cmpstr (text, ==,
                   "name: \"no\"\nstate:\n  type: dict\n  default:\n    a: \"1e2\"\n    b: 1.5\n"
                   "methods:\n  \"on\":\n    start: true\n    do:\n      call: expression\n"
                   "      expr: |-\n        [\n          1,\n          2\n        ]\n");

  out = cli_fixture_run (fixture, NULL, "convert", "flow.json", "-o", "-", NULL);
  g_assert_cmpstr (out->out, ==, text);
  back = cli_fixture_run (fixture, NULL, "convert", "flow.yml", "-o", "back.json", NULL);
  g_assert_cmpstr (back->err, ==, "");
  json = cli_fixture_read (fixture, "flow.json");
  again = cli_fixture_read (fixture, "back.json");
  g_strdelimit (json, "'", '"');
  g_assert_nonnull (strstr (again, "\"a\": \"1e2\""));
  g_assert_nonnull (strstr (again, "\"expr\": \"[\\n  1,\\n  2\\n]\""));
}

static void
test_refused (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) infinite = NULL;
  g_autoptr (CliAnswer) broken = NULL;
  g_autoptr (CliAnswer) script = NULL;
  g_autofree char *path = cli_fixture_path (fixture, "out.json");

  cli_fixture_write (fixture, "inf.yaml",
                     "name: F\nstate: {type: dict, default: {d: [.inf]}}\nmethods: {}\n", FALSE);
  infinite = cli_fixture_run (fixture, NULL, "convert", "inf.yaml", "-o", "out.json", NULL);
  g_assert_cmpint (infinite->status, ==, 2);
  g_assert_nonnull (strstr (infinite->err, "state.default.d[0]"));
  cli_fixture_write (fixture, "broken.yaml", "name: F\nmethods:\n  on: 1\n", FALSE);
  broken = cli_fixture_run (fixture, NULL, "convert", "broken.yaml", "-o", "out.json", NULL);
  g_assert_cmpint (broken->status, ==, 2);
  g_assert_nonnull (strstr (broken->err, "broken.yaml:3:3: error: methods"));
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  /* What is no project is said, and not that a folder is no format. */
  cli_fixture_write (fixture, "team.py", "from crewai import Crew\nteam = Crew(agents=[])\n",
                     FALSE);
  script = cli_fixture_run (fixture, NULL, "convert", ".", "-o", "out", NULL);
  g_assert_cmpint (script->status, ==, 2);
  g_assert_nonnull (strstr (script->err, "team.py: This Python file creates its crew"));
}

/* The other commands accept YAML like JSON. */
static void
test_commands (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) answer = NULL;
  g_autoptr (CliAnswer) odd = NULL;
  g_autoptr (CliAnswer) folder = NULL;
  g_autoptr (CliAnswer) fails = NULL;
  g_autoptr (TroupeValue) failure = NULL;
  g_autoptr (CliAnswer) wrong = NULL;
  g_autoptr (TroupeValue) result = NULL;

  cli_fixture_write (fixture, "flow.yaml",
                     "name: F\nmethods:\n  a: {start: on, do: {call: expression, expr: '6 * 7'}}\n",
                     FALSE);
  answer = cli_fixture_run (fixture, NULL, "run", "flow.yaml", "--json", "--yes", NULL);
  g_assert_cmpint (answer->status, ==, 0);
  result = cli_json (answer->out);
  cli_assert_json (result, "final", "42");
  cli_fixture_write (fixture, "fails.yaml",
                     "name: F\nmethods:\n  a:\n    start: on\n    do:\n      call: expression\n"
                     "      expr: 1 / 0 + 1\n",
                     FALSE);
  fails = cli_fixture_run (fixture, NULL, "run", "fails.yaml", "--json", "--yes", NULL);
  g_assert_cmpint (fails->status, ==, 1);
  failure = cli_json (fails->out);
  cli_assert_json (failure, "error.line", "7");
  cli_assert_json (failure, "error.column", "13");
  cli_fixture_write (fixture, "project/any.yml", "name: F\n", FALSE);
  folder = cli_fixture_run (fixture, NULL, "validate", "project", NULL);
  g_assert_cmpint (folder->status, ==, 0);

  cli_fixture_write (
      fixture, "odd.yaml",
      "name: F\nmethods:\n  a:\n    start:\ttrue\n    do: {call: expression, expr: '1'}\n", FALSE);
  odd = cli_fixture_run (fixture, NULL, "validate", "odd.yaml", NULL);
  g_assert_cmpint (odd->status, ==, 0);
  g_assert_nonnull (strstr (odd->err, "odd.yaml:4:11: portability: "));
  g_assert_nonnull (strstr (odd->err, "[yaml_tabs]"));

  cli_fixture_write (fixture, "wrong.yaml",
                     "name: F\nmethods:\n  a:\n    start: true\n    do:\n      call: expression\n"
                     "      expr: |\n        1 +\n          nobody\n",
                     FALSE);
  wrong = cli_fixture_run (fixture, NULL, "validate", "wrong.yaml", NULL);
  g_assert_cmpint (wrong->status, ==, 2);
  g_assert_nonnull (strstr (wrong->err, "wrong.yaml:9:11: error: methods.a.do.expr"));
}

/* agents.yaml and tasks.yaml are converted to a crew that runs. Entries that cannot be converted
 * are reported with their line. */
static void
test_crew (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) told = NULL, again = NULL, valid = NULL, whole = NULL, bad = NULL,
                        out = NULL;
  g_autoptr (TroupeValue) report = NULL;
  g_autofree char *source = NULL, *agent = NULL;

  cli_fixture_write (fixture, "p/config/agents.yaml",
                     "w:\n  role: r\n  goal: g\n  backstory: b\n  colour: red\n", FALSE);
  cli_fixture_write (fixture, "p/config/tasks.yaml",
                     "t:\n  description: d\n  expected_output: e\n  agent: w\n", FALSE);
  told = cli_fixture_run (fixture, NULL, "convert", "p", "-o", "crew", NULL);
  g_assert_cmpint (told->status, ==, 0);
  g_assert_cmpstr (told->out, ==, "");
  g_assert_nonnull (strstr (told->err, "config/agents.yaml:5: skipped: colour: red: "));
  valid = cli_fixture_run (fixture, NULL, "validate", "crew", NULL);
  g_assert_cmpint (valid->status, ==, 0);
  agent = cli_fixture_read (fixture, "crew/agents/w.jsonc");
  g_assert_nonnull (strstr (agent, "\"role\": \"r\""));
  source = cli_fixture_read (fixture, "p/config/agents.yaml");
  g_assert_nonnull (strstr (source, "colour: red"));

  /* Existing files are not overwritten. */
  again = cli_fixture_run (fixture, NULL, "convert", "p/config/tasks.yaml", "-o", "crew", NULL);
  g_assert_cmpint (again->status, ==, 2);
  g_assert_nonnull (strstr (again->err, "crew.jsonc already exists"));
  out = cli_fixture_run (fixture, NULL, "convert", "p", "-o", "-", NULL);
  g_assert_cmpint (out->status, ==, 2);

  whole = cli_fixture_run (fixture, NULL, "convert", "p", "-o", "b/crew.jsonc", "--json", "--quiet",
                           NULL);
  g_assert_cmpint (whole->status, ==, 0);
  g_assert_cmpstr (whole->err, ==, "");
  report = cli_json (whole->out);
  cli_assert_json (report, "left_out", "1");
  cli_assert_json (report, "carried", "2");
  cli_assert_json (report, "items.0.line", "5");
  cli_assert_json (report, "items.0.kind", "\"left_out\"");

  cli_fixture_write (fixture, "p/config/agents.yaml", "w: [\n", FALSE);
  bad = cli_fixture_run (fixture, NULL, "convert", "p", "-o", "c", NULL);
  g_assert_cmpint (bad->status, ==, 2);
  g_assert_nonnull (strstr (bad->err, "p/config/agents.yaml:2:"));
}

static void
assert_exists (CliFixture *fixture, const char *name, gboolean exists)
{
  g_autofree char *path = cli_fixture_path (fixture, name);

  g_test_message ("%s", name);
  g_assert_cmpint (g_file_test (path, G_FILE_TEST_EXISTS), ==, exists);
}

/* A crew with mistakes is converted without them. Each is reported with its line, and the exit code
 * says that something was skipped. */
static void
test_mistakes (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) told = NULL, whole = NULL, entry = NULL;
  g_autoptr (TroupeValue) report = NULL;
  g_autofree char *crew = NULL, *agent = NULL, *other = NULL;

  cli_fixture_write (fixture, "p/config/agents.yaml",
                     "w:\n  role: r\n  goal: [1, 2]\n  backstory: b\n"
                     "v:\n  role: s\n  goal: h\n  backstory: c\n  max_iter: many\n",
                     FALSE);
  cli_fixture_write (fixture, "p/config/tasks.yaml",
                     "t:\n  description: d\n  expected_output: e\n  agent: w\n"
                     "u:\n  description: f\n  agent: v\n",
                     FALSE);
  told = cli_fixture_run (fixture, NULL, "convert", "p", "-o", "crew", NULL);
  g_assert_cmpint (told->status, ==, 3);
  g_assert_nonnull (strstr (told->err, "config/agents.yaml:3: skipped: goal: [1, 2]: "));
  g_assert_nonnull (strstr (told->err, "config/agents.yaml:9: skipped: max_iter: many: "));
  g_assert_nonnull (strstr (told->err, "config/tasks.yaml:5: skipped: expected_output: "));
  crew = cli_fixture_read (fixture, "crew/crew.jsonc");
  g_assert_nonnull (strstr (crew, "\"description\": \"f\""));
  agent = cli_fixture_read (fixture, "crew/agents/w.jsonc");
  g_assert_nonnull (strstr (agent, "\"backstory\": \"b\""));
  g_assert_null (strstr (agent, "goal"));
  other = cli_fixture_read (fixture, "crew/agents/v.jsonc");
  g_assert_nonnull (strstr (other, "\"goal\": \"h\""));

  whole = cli_fixture_run (fixture, NULL, "convert", "p", "-o", "b", "--json", "--quiet", NULL);
  g_assert_cmpint (whole->status, ==, 3);
  report = cli_json (whole->out);
  cli_assert_json (report, "left_out", "3");
  cli_assert_json (report, "wrong", "3");

  /* An entry that is no mapping, and a context that does not exist. */
  cli_fixture_write (fixture, "q/config/agents.yaml",
                     "w: {role: r, goal: g, backstory: b}\nx: nothing\n", FALSE);
  cli_fixture_write (fixture, "q/config/tasks.yaml",
                     "t: {description: d, expected_output: e, agent: w, context: [none]}\n", FALSE);
  entry = cli_fixture_run (fixture, NULL, "convert", "q", "-o", "d", NULL);
  g_assert_cmpint (entry->status, ==, 3);
  g_assert_nonnull (strstr (entry->err, "config/agents.yaml:2: skipped: x: "));
  g_assert_nonnull (strstr (entry->err, "config/tasks.yaml:1: skipped: context: [none]: "));
  assert_exists (fixture, "d/crew.jsonc", TRUE);
}

/* Each class of a classic project becomes a crew, with the code that it names. */
static void
test_crews (void)
{
  static const char head[] = "from crewai import Agent, Crew, Task\n"
                             "from crewai.project import CrewBase, agent, crew, task\n"
                             "from crewai_tools import FileReadTool\nfrom checks import is_short\n";
  static const char body[] =
      ":\n    @agent\n    def w(self): return Agent(config=self.agents_config['w'],\n"
      "        tools=[FileReadTool(file_path='a.txt')])\n"
      "    @task\n    def t(self): return Task(config=self.tasks_config['t'], guardrail=is_short)\n"
      "    @crew\n    def crew(self): return Crew(agents=self.agents, tasks=self.tasks)\n";
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) all = NULL, one = NULL, valid = NULL, none = NULL;
  g_autoptr (TroupeValue) told = NULL;
  g_autofree char *python = NULL, *code = NULL, *tool = NULL, *crew = NULL;

  python = g_strconcat (head, "@CrewBase\nclass One", body, "@CrewBase\nclass Two", body, NULL);
  cli_fixture_write (fixture, "p/config/agents.yaml", "w:\n  role: r\n  goal: g\n  backstory: b\n",
                     FALSE);
  cli_fixture_write (fixture, "p/config/tasks.yaml",
                     "t:\n  description: d\n  expected_output: e\n  agent: w\n", FALSE);
  cli_fixture_write (fixture, "p/both.py", python, FALSE);
  cli_fixture_write (fixture, "p/checks.py", "def is_short(output): return True, output\n", FALSE);
  all = cli_fixture_run (fixture, NULL, "convert", "p", "-o", "out", "--json", "--quiet", NULL);
  g_assert_cmpint (all->status, ==, 0);
  told = cli_json (all->out);
  cli_assert_json (told, "format", "\"crews\"");
  code = cli_fixture_read (fixture, "out/Two/checks.py");
  tool = cli_fixture_read (fixture, "out/Two/tools/file_read_tool.py");
  g_assert_nonnull (strstr (tool, "crewai_tools"));
  valid = cli_fixture_run (fixture, NULL, "validate", "out/One", NULL);
  g_assert_cmpint (valid->status, ==, 0);
  one = cli_fixture_run (fixture, NULL, "convert", "p/both.py", "--crew", "Two", "-o", "two", NULL);
  g_assert_cmpint (one->status, ==, 0);
  crew = cli_fixture_read (fixture, "two/crew.jsonc");
  g_assert_nonnull (strstr (crew, "\"Two\""));
  none = cli_fixture_run (fixture, NULL, "convert", "p", "--crew", "Three", "-o", "three", NULL);
  g_assert_cmpint (none->status, ==, 2);
  g_assert_nonnull (strstr (none->err, "One, Two"));
}

/* --- Python Flows ---------------------------------------------------------------------------- */

/* Stands in for CrewAI: reads the declaration from the decorators of a class. */
static const char fake_crewai[] =
    "class FlowDefinition:\n"
    "    persist = None\n"
    "    methods = {}\n"
    "    def __init__(self, content):\n"
    "        self.content = content\n"
    "    def model_dump(self, mode=None, by_alias=False, exclude_none=False):\n"
    "        assert mode == 'json' and by_alias and exclude_none\n"
    "        return self.content\n"
    "def start():\n"
    "    return mark({'start': True})\n"
    "def listen(method):\n"
    "    return mark({'listen': method.__name__})\n"
    "def mark(keys):\n"
    "    def decorate(method):\n"
    "        method.keys = keys\n"
    "        return method\n"
    "    return decorate\n"
    "class Flow:\n"
    "    @classmethod\n"
    "    def flow_definition(cls):\n"
    "        made = {name: {**one.keys, 'do': {'call': 'code', 'ref':\n"
    "                f'{one.__module__}:{one.__qualname__}'}}\n"
    "                for name, one in vars(cls).items() if hasattr(one, 'keys')}\n"
    "        return FlowDefinition({'schema': 'crewai.flow/v1', 'name': cls.__name__,\n"
    "                               'methods': made})\n";

static const char python_flow[] =
    "import os; os.makedirs('output', exist_ok=True); open('output/ran.txt', 'w').write('x')\n"
    "from crewai.flow import Flow, listen, start\n"
    "class Talk(Flow):\n"
    "    @start()\n"
    "    def begin(self):\n"
    "        return 'hello'\n"
    "    @listen(begin)\n"
    "    def shout(self, text):\n"
    "        return text.upper()\n";

static void
write_crewai (CliFixture *fixture, const char *folder)
{
  g_autofree char *package = g_build_filename (folder, "crewai", "__init__.py", NULL);
  g_autofree char *module = g_build_filename (folder, "crewai", "flow.py", NULL);

  cli_fixture_write (fixture, package, "", FALSE);
  cli_fixture_write (fixture, module, fake_crewai, FALSE);
}

/* No command executes a Python flow unless the user has allowed it. */
static void
test_python_consent (void)
{
  static const char *const commands[][7] = {
    { "validate", "p/main.py" },
    { "validate", "p" },
    { "show", "p/main.py" },
    { "run", "p/main.py", "--yes", "--allow", "all" },
    { "run", "p", "--yes", "--allow", "all" },
    { "chat", "p/main.py", "--yes", "--allow", "all" },
    { "plot", "p/main.py", "-o", "plot.svg" },
    { "convert", "p/main.py", "-o", "p/flow.yaml" },
    { "convert", "p", "-o", "p/flow.yaml" },
    { "convert", "p/main.py", "-o", "-" },
    { "convert", "p/main.py", "-o", "p/flow.yaml", "--allow", "script" },
  };
  g_autoptr (CliFixture) fixture = cli_fixture_new ();

  cli_fixture_write (fixture, "p/main.py", python_flow, FALSE);
  write_crewai (fixture, "p");
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      const gboolean converts = g_str_equal (commands[i][0], "convert");
      g_autoptr (CliAnswer) answer = cli_fixture_runv (fixture, NULL, commands[i]);

      g_test_message ("%s: %s", commands[i][0], answer->err);
      g_assert_cmpint (answer->status, ==, converts ? 5 : 2);
      g_assert_nonnull (strstr (answer->err, "main.py"));
      if (converts)
        g_assert_nonnull (strstr (answer->err, "main:Talk.flow_definition"));
      else
        g_assert_nonnull (strstr (answer->err, "troupectl convert p"));
      assert_exists (fixture, "p/output/ran.txt", FALSE);
      assert_exists (fixture, "p/flow.yaml", FALSE);
    }
}

/* With the user's permission, a Python flow becomes a document that runs its methods. */
static void
test_python_flow (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) made = NULL, ran = NULL, again = NULL;
  g_autoptr (TroupeValue) result = NULL;
  g_autofree char *text = NULL;

  cli_fixture_write (fixture, "p/main.py", python_flow, FALSE);
  write_crewai (fixture, "p");
  made = cli_fixture_run (fixture, NULL, "convert", "p", "-o", "p/flow.yaml", "--yes", NULL);
  g_assert_cmpstr (made->err, ==, "");
  g_assert_cmpint (made->status, ==, 0);
  text = cli_fixture_read (fixture, "p/flow.yaml");
  g_assert_nonnull (strstr (text, "ref: main:Talk.begin"));
  ran = cli_fixture_run (fixture, NULL, "run", "p/flow.yaml", "--json", "--allow", "code", NULL);
  g_test_message ("%s", ran->out);
  g_assert_cmpint (ran->status, ==, 0);
  result = cli_json (ran->out);
  cli_assert_json (result, "final", "\"HELLO\"");

  /* As for --allow, the permission is valid for one execution. */
  again = cli_fixture_run (fixture, NULL, "convert", "p/main.py", "-o", "p/two.json", NULL);
  g_assert_cmpint (again->status, ==, 5);
  assert_exists (fixture, "p/two.json", FALSE);
}

/* As in CrewAI, the flow of a project finds the packages in `src`, and runs in the project's folder. */
static void
test_python_project (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) made = NULL, valid = NULL, ran = NULL;
  g_autoptr (TroupeValue) result = NULL;
  g_autofree char *text = NULL;

  cli_fixture_write (fixture, "p/pyproject.toml", "[tool.crewai]\ntype = \"flow\"\n", FALSE);
  cli_fixture_write (fixture, "p/data/name.txt", "Ada", FALSE);
  cli_fixture_write (fixture, "p/src/talk/words.py", "HELLO = 'Hello '\n", FALSE);
  cli_fixture_write (fixture, "p/src/talk/main.py",
                     "from crewai.flow import Flow, listen, start\n"
                     "from talk.words import HELLO\n"
                     "NAME = open('data/name.txt').read()\n"
                     "class Talk(Flow):\n"
                     "    @start()\n"
                     "    def begin(self):\n"
                     "        return HELLO + NAME\n",
                     FALSE);
  write_crewai (fixture, "p/src");
  made = cli_fixture_run (fixture, NULL, "convert", "p", "-o", "p/flow.yaml", "--yes", NULL);
  g_assert_cmpstr (made->err, ==, "");
  g_assert_cmpint (made->status, ==, 0);
  text = cli_fixture_read (fixture, "p/flow.yaml");
  g_assert_nonnull (strstr (text, "ref: talk.main:Talk.begin"));
  valid = cli_fixture_run (fixture, NULL, "validate", "p/flow.yaml", NULL);
  g_assert_cmpstr (valid->err, ==, "");
  ran = cli_fixture_run (fixture, NULL, "run", "p/flow.yaml", "--json", "--allow", "code", NULL);
  g_test_message ("%s", ran->out);
  result = cli_json (ran->out);
  cli_assert_json (result, "final", "\"Hello Ada\"");
}

/* A file with several flows, and one that is part of a package. */
static void
test_python_places (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) unnamed = NULL, named = NULL, package = NULL, fails = NULL;
  g_autofree char *two = g_strconcat (python_flow,
                                      "class Other(Talk):\n"
                                      "    @start()\n"
                                      "    def third(self): return 3\n",
                                      NULL);
  g_autofree char *inner = g_strconcat ("from talk.words import one\n", python_flow, NULL);

  cli_fixture_write (fixture, "two.py", two, FALSE);
  write_crewai (fixture, ".");
  unnamed = cli_fixture_run (fixture, NULL, "convert", "two.py", "-o", "two.yaml", "--yes", NULL);
  g_assert_cmpint (unnamed->status, ==, 2);
  g_assert_nonnull (strstr (unnamed->err, "Talk, Other"));
  assert_exists (fixture, "output/ran.txt", FALSE);
  named = cli_fixture_run (fixture, NULL, "convert", "two.py", "-o", "-", "--yes", "--crew",
                           "Other", NULL);
  g_assert_cmpint (named->status, ==, 0);
  g_assert_nonnull (strstr (named->out, "ref: two:Other.third"));

  cli_fixture_write (fixture, "q/src/talk/main.py", inner, FALSE);
  cli_fixture_write (fixture, "q/src/talk/words.py", "one = 1\n", FALSE);
  write_crewai (fixture, "q/src");
  package = cli_fixture_run (fixture, NULL, "convert", "q", "-o", "q.yaml", "--yes", NULL);
  g_test_message ("%s", package->err);
  g_assert_cmpint (package->status, ==, 0);
  g_assert_nonnull (strstr (package->err, "talk.main"));
  g_assert_nonnull (strstr (package->err, "q/src"));

  cli_fixture_write (fixture, "q/src/talk/words.py", "two = 1\n", FALSE);
  fails = cli_fixture_run (fixture, NULL, "convert", "q", "-o", "fails.yaml", "--yes", NULL);
  g_assert_cmpint (fails->status, ==, 2);
  g_assert_nonnull (strstr (fails->err, "cannot import name 'one'"));
  assert_exists (fixture, "fails.yaml", FALSE);
}

/* Names of classes may have any letters, and a class that is defined again counts once. What the file
 * prints is shown. */
static void
test_python_names (void)
{
  static const char text[] = "from crewai.flow import Flow, start\n"
                             "print('printed', 'here')\n"
                             "class Über(Flow):\n"
                             "    @start()\n"
                             "    def first(self): return 1\n"
                             "class Über(Flow):\n"
                             "    @start()\n"
                             "    def second(self): return 2\n";
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) answer = NULL;

  cli_fixture_write (fixture, "names.py", text, FALSE);
  write_crewai (fixture, ".");
  answer = cli_fixture_run (fixture, NULL, "convert", "names.py", "-o", "-", "--yes", NULL);
  g_test_message ("%s", answer->err);
  g_assert_cmpint (answer->status, ==, 0);
  g_assert_nonnull (strstr (answer->out, "names:Über.second"));
  g_assert_nonnull (strstr (answer->err, "printed here"));
}

/* A project is found by its folder or its pyproject.toml, whatever its documents are called. What is
 * converted of a project with both a flow and crews depends on OUT. */
static void
test_projects (void)
{
  static const char settings[] = "[tool.crewai]\ntype = \"crew\"\ndefinition = \"c/team.jsonc\"\n";
  static const char *const names[] = { "declared", "declared/pyproject.toml" };
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) crews = NULL, flow = NULL;

  cli_fixture_write (fixture, "declared/pyproject.toml", settings, FALSE);
  cli_fixture_write (fixture, "declared/c/team.jsonc",
                     "{'agents': ['w'], 'tasks': [{'name': 't', 'description': 'd', "
                     "'expected_output': 'e', 'agent': 'w'}]}",
                     TRUE);
  cli_fixture_write (fixture, "declared/c/agents/w.jsonc",
                     "{'role': 'r', 'goal': 'g', 'backstory': 'b', 'llm': 'mock/echo'}", TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (CliAnswer) valid = cli_fixture_run (fixture, NULL, "validate", names[i], NULL);
      g_autoptr (CliAnswer) ran =
          cli_fixture_run (fixture, NULL, "run", names[i], "--yes", "--dry-run", NULL);

      g_assert_cmpint (valid->status, ==, 0);
      g_assert_nonnull (strstr (valid->out, "team.jsonc"));
      g_assert_nonnull (strstr (valid->out, "w.jsonc"));
      g_assert_cmpint (ran->status, ==, 0);
    }

  cli_fixture_write (fixture, "both/main.py", python_flow, FALSE);
  cli_fixture_write (fixture, "both/agents.yaml", "w: {role: R, goal: G, backstory: B}\n", FALSE);
  cli_fixture_write (fixture, "both/tasks.yaml",
                     "t: {description: D, expected_output: E, agent: w}\n", FALSE);
  write_crewai (fixture, "both");
  crews = cli_fixture_run (fixture, NULL, "convert", "both", "-o", "crew", NULL);
  g_assert_cmpint (crews->status, ==, 0);
  assert_exists (fixture, "crew/crew.jsonc", TRUE);
  assert_exists (fixture, "both/output/ran.txt", FALSE);
  flow = cli_fixture_run (fixture, NULL, "convert", "both", "-o", "both/flow.yaml", "--yes", NULL);
  g_assert_cmpint (flow->status, ==, 0);
  assert_exists (fixture, "both/flow.yaml", TRUE);
}

/* Without CrewAI, the user is told what to install, and nothing is executed. */
static void
test_python_without_crewai (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) answer = NULL;
  int status = 0;

  if (g_spawn_command_line_sync ("python3 -c \"import crewai\"", NULL, NULL, &status, NULL) &&
      status == 0)
    {
      g_test_skip ("CrewAI is installed");
      return;
    }
  cli_fixture_write (fixture, "p/main.py", python_flow, FALSE);
  answer = cli_fixture_run (fixture, NULL, "convert", "p", "-o", "p/flow.yaml", "--yes", NULL);
  g_assert_cmpint (answer->status, ==, 2);
  g_assert_nonnull (strstr (answer->err, "-m pip install crewai"));
  assert_exists (fixture, "p/output/ran.txt", FALSE);
}

/* The declaration of CrewAI itself. Where it saves states by default is not part of a document. */
static void
test_python_crewai (void)
{
  static const char source[] = "from crewai.flow import Flow, listen, or_, router, start, persist\n"
                               "from pydantic import BaseModel\n"
                               "class State(BaseModel):\n"
                               "    count: int = 0\n"
                               "@persist()\n"
                               "class Talk(Flow[State]):\n"
                               "    @start()\n"
                               "    def begin(self):\n"
                               "        self.state.count += 1\n"
                               "        return 'loud'\n"
                               "    @router(begin)\n"
                               "    def choose(self, text): return text\n"
                               "    @listen(or_('loud', 'quiet'))\n"
                               "    def end(self): return f'end {self.state.count}'\n";
  const char *python = g_getenv ("TROUPE_CREWAI_PYTHON");
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) made = NULL, ran = NULL;
  g_autoptr (TroupeValue) result = NULL;
  g_autofree char *text = NULL, *folder = NULL, *path = NULL;
  g_autofree char *before = g_strdup (g_getenv ("PATH"));

  if (python == NULL)
    {
      g_test_skip ("-Dcrewai_python is not set");
      return;
    }
  folder = g_path_get_dirname (python);
  path = g_strconcat (folder, ":", before, NULL);
  g_setenv ("PATH", path, TRUE);
  cli_fixture_write (fixture, "p/main.py", source, FALSE);
  made = cli_fixture_run (fixture, NULL, "convert", "p", "-o", "p/flow.yaml", "--yes", NULL);
  g_test_message ("%s", made->err);
  g_assert_cmpint (made->status, ==, 0);
  text = cli_fixture_read (fixture, "p/flow.yaml");
  g_assert_nonnull (strstr (text, "ref: main:State"));
  g_assert_nonnull (strstr (text, "enabled: true"));
  g_assert_null (strstr (text, "db_path"));
  ran = cli_fixture_run (fixture, NULL, "run", "p/flow.yaml", "--json", "--yes", "--allow", "code",
                         NULL);
  g_setenv ("PATH", before, TRUE);
  g_test_message ("%s", ran->out);
  result = cli_json (ran->out);
  cli_assert_json (result, "final", "\"end 1\"");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/convert/to-json", test_to_json);
  g_test_add_func ("/cli/convert/to-yaml", test_to_yaml);
  g_test_add_func ("/cli/convert/refused", test_refused);
  g_test_add_func ("/cli/convert/commands", test_commands);
  g_test_add_func ("/cli/convert/crew", test_crew);
  g_test_add_func ("/cli/convert/mistakes", test_mistakes);
  g_test_add_func ("/cli/convert/crews", test_crews);
  g_test_add_func ("/cli/convert/python-consent", test_python_consent);
  g_test_add_func ("/cli/convert/python-flow", test_python_flow);
  g_test_add_func ("/cli/convert/python-project", test_python_project);
  g_test_add_func ("/cli/convert/python-places", test_python_places);
  g_test_add_func ("/cli/convert/python-names", test_python_names);
  g_test_add_func ("/cli/convert/projects", test_projects);
  g_test_add_func ("/cli/convert/python-without-crewai", test_python_without_crewai);
  g_test_add_func ("/cli/convert/python-crewai", test_python_crewai);
  return g_test_run ();
}
