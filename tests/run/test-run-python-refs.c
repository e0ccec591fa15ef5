/* test-run-python-refs.c: Python objects referenced by crews and agents
 *
 * The helper uses replacements for CrewAI; only the Python standard library is needed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "../test-remove.h"
#include "../test-time.h"
#include "memory-server.h"
#include "run-crew-test.h"
#include "troupe-permissions.h"
#include "troupe-run-crew.h"

static char *folder;
static char *path;

static const char module[] =
    "import os\n"
    "import sys\n"
    "import time\n"
    "from crewai import Agent, BaseLLM, LLM\n"
    "from crewai.knowledge.source.base_knowledge_source import BaseKnowledgeSource\n"
    "from crewai.utilities.converter import Converter\n"
    "HERE = os.path.dirname(os.path.abspath(__file__))\n"
    "def note(name, text):\n"
    "  with open(os.path.join(HERE, name), 'a') as file:\n"
    "    file.write(text + '\\n')\n"
    "named = 'mock/say:named'\n"
    "settings = {'model': 'mock/script', 'answers': ['from settings']}\n"
    "shipped = LLM(model='mock/say:shipped')\n"
    "class Own(BaseLLM):\n"
    "  def call(self, messages, tools=None, **more):\n"
    "    self._track_token_usage_internal({'prompt_tokens': 5, 'completion_tokens': 2})\n"
    "    note('asked.txt', messages[-1]['content'])\n"
    "    return 'Final Answer: own ' + messages[-1]['role']\n"
    "own = Own(model='own')\n"
    "class Broken(BaseLLM):\n"
    "  def call(self, messages, **more):\n"
    "    raise RuntimeError('the line is dead')\n"
    "broken = Broken(model='broken')\n"
    "class Slow(BaseLLM):\n"
    "  def call(self, messages, **more):\n"
    "    note('slow.txt', 'asked')\n"
    "    time.sleep(600)\n"
    "slow = Slow(model='slow')\n"
    "class Calls(BaseLLM):\n"
    "  def supports_function_calling(self):\n"
    "    return True\n"
    "  def call(self, messages, tools=None, **more):\n"
    "    if messages[-1]['role'] == 'tool':\n"
    "      return 'got ' + messages[-1]['content']\n"
    "    return [{'id': 'c1', 'function': {'name': tools[0]['function']['name'],\n"
    "             'arguments': '{\"expression\": \"6 * 7\"}'}}]\n"
    "calls = Calls(model='calls')\n"
    "nothing = object()\n"
    "boss = Agent(role='Boss', goal='g', backstory='b', llm=Own(model='boss'))\n"
    "armed = Agent(role='Boss', goal='g', backstory='b', llm=own, tools=[object()])\n"
    "class Splits(Converter):\n"
    "  def to_json(self, current_attempt=1):\n"
    "    return {'word': self.text.split()[0], 'long': 'JSON' in self.instructions or "
    "len(self.instructions) > 20}\n"
    "class Asks(Converter):\n"
    "  def to_json(self, current_attempt=1):\n"
    "    return {'word': self.llm.call([{'role': 'user', 'content': 'which?'}]), 'long': False}\n"
    "class Misfits(Converter):\n"
    "  def to_json(self, current_attempt=1):\n"
    "    return {'long': 'no'}\n"
    "class Notes(BaseKnowledgeSource):\n"
    "  def validate_content(self):\n"
    "    return 'bees'\n"
    "  def add(self):\n"
    "    note('added.txt', 'added')\n"
    "    self.chunks = ['Bees like clover.', 'Wasps like plums.']\n"
    "    self._save_documents()\n"
    "notes = Notes()\n"
    "def guard(output):\n"
    "  note('guarded.txt', output.raw + ' ' + output.agent_role)\n"
    "  return (output.raw == 'two', 'TWO' if output.raw == 'two' else 'not two')\n"
    "def raises(output):\n"
    "  raise ValueError('no idea')\n"
    "def step(one):\n"
    "  note('steps.txt', type(one).__name__)\n"
    "def takes(context, tool):\n"
    "  note('tools.txt', context.agent.role + ' ' + tool['name'])\n"
    "  return tool['name'] != 'secret'\n"
    "def plain(tool):\n"
    "  return tool['original_name'] == 'secret'\n"
    "def fails(tool):\n"
    "  raise ValueError('no filter today')\n";

static const char server[] =
    "import json, sys\n"
    "for line in sys.stdin:\n"
    "  msg = json.loads(line)\n"
    "  if 'id' not in msg: continue\n"
    "  result = {'tools': []}\n"
    "  if msg['method'] == 'initialize':\n"
    "    result = {'protocolVersion': msg['params']['protocolVersion'],\n"
    "              'capabilities': {'tools': {}}, 'serverInfo': {'name': 's', 'version': '1'}}\n"
    "  if msg['method'] == 'tools/list':\n"
    "    result = {'tools': [{'name': name, 'description': 'd',\n"
    "                         'inputSchema': {'type': 'object', 'properties': {}}}\n"
    "                        for name in ('weather', 'secret')]}\n"
    "  print(json.dumps({'jsonrpc': '2.0', 'id': msg['id'], 'result': result}), flush=True)\n";

#define MADE(name) "{'python': 'parts." name "'}"
/* An agent with this model. */
#define ASKED(llm, more)                                                                           \
  "'w': {'role': 'Role w', 'goal': 'g', 'backstory': 'b', 'llm': " llm more "}"
/* Defines a standalone crew, because CrewAI does not support Python models for a crew that is
 * embedded in a flow. */
#define ONE_TASK(agent, more) ALONE (CREW (agent, TASK ("a", "w", ""), more))
#define ONE_INLINE(agent, more) METHOD (CREW (agent, TASK ("a", "w", ""), more), "")
#define ACTION(llm, more)                                                                          \
  "'c': {'start': true, 'do': {'call': 'agent', 'with': {'role': 'r', 'goal': 'g', "               \
  "'backstory': 'b', 'llm': " llm more ", 'input': 'go'}}}"

/* @text: methods, or a complete document */
static RunTest *
new_test (const char *text)
{
  return *text == '{' ? run_test_new_document (text) : run_test_new (text);
}

static RunTest *
permit (RunTest *test)
{
  troupe_run_set_store (test->run, NULL, path, NULL);
  troupe_run_set_python (test->run, TROUPE_PYTHON_PERMIT_CODE | TROUPE_PYTHON_PERMIT_WRITE,
                         TROUPE_PYTHON_SANDBOX_NONE);
  return test;
}

/* Reads a file written by the module and deletes it. Returns NULL if the file does not exist.
 * (transfer full) */
static char *
take_note (const char *name)
{
  g_autofree char *file = g_build_filename (folder, name, NULL);
  char *text = NULL;

  if (!g_file_get_contents (file, &text, NULL, NULL))
    return NULL;
  g_assert_cmpint (g_unlink (file), ==, 0);
  return text;
}

static void
assert_raw (const char *document, const char *expected)
{
  g_autoptr (RunTest) test = permit (new_test (document));

  run_test_execute (test);
  g_assert_no_error (test->result->error);
  g_assert_cmpstr (get_text (test->result->final, "raw"), ==, expected);
}

static void
assert_fails (const char *document, const char *message, guint n_events)
{
  g_autoptr (RunTest) test = permit (new_test (document));

  run_test_execute (test);
  g_assert_nonnull (test->result->error);
  g_test_message ("%s", test->result->error->message);
  g_assert_nonnull (strstr (test->result->error->message, message));
  if (n_events == 0)
    g_assert_cmpuint (test->events->len, ==, 0);
}

/* --- Models ----------------------------------------------------------------------------------- */

static void
test_models_told (void)
{
  assert_raw (ONE_TASK (ASKED (MADE ("named"), ""), ""), "named");
  assert_raw (ONE_TASK (ASKED (MADE ("settings"), ""), ""), "from settings");
  assert_raw (ONE_TASK (ASKED (MADE ("shipped"), ""), ""), "shipped");
}

/* A model of the project is called in the helper and reports its own usage. */
static void
test_model_own (void)
{
  g_autoptr (RunTest) test = permit (new_test (ONE_TASK (ASKED (MADE ("own"), ""), "")));
  g_autofree char *asked = NULL;

  run_test_execute (test);
  g_assert_no_error (test->result->error);
  g_assert_cmpstr (get_text (test->result->final, "raw"), ==, "own user");
  g_assert_cmpint (troupe_value_get_integer (
                       get (get (test->result->final, "token_usage"), "prompt_tokens")),
                   ==, 5);
  asked = take_note ("asked.txt");
  g_assert_nonnull (strstr (asked, "Do a"));
  g_free (take_note ("asked.txt"));
}

static void
test_model_tools (void)
{
  assert_raw (ONE_TASK (ASKED (MADE ("calls"), ", 'tools': ['calculator']"), ""), "got 42");
}

static void
test_model_fails (void)
{
  assert_fails (ONE_TASK (ASKED (MADE ("broken"), ", 'max_retry_limit': 0"), ""),
                "RuntimeError: the line is dead", 1);
  /* An object that is not a model is detected before anything starts. */
  assert_fails (ONE_TASK (ASKED (MADE ("nothing"), ""), ""), "cannot be represented", 0);
  assert_fails (ONE_TASK (ASKED (MADE ("Own"), ""), ""), "not an object", 0);
  /* A document cannot name such a model directly. */
  assert_fails (ONE_INLINE (ASKED ("'python/parts:own'", ""), ""), "python/parts:own", 0);
  assert_fails (ONE_INLINE (ASKED ("'python/parts:own'", ", 'callbacks': [" MADE ("step") "]"), ""),
                "python/parts:own", 0);
  assert_fails (
      ONE_INLINE (ASKED ("'python/parts:own'", ", 'function_calling_llm': " MADE ("named")), ""),
      "python/parts:own", 0);
  g_assert_null (take_note ("asked.txt"));
}

/* A run with code that never returns can be cancelled, and its process ends. */
static void
test_model_cancelled (void)
{
  g_autoptr (RunTest) test = permit (new_test (ONE_TASK (ASKED (MADE ("slow"), ""), "")));
  g_autofree char *file = g_build_filename (folder, "slow.txt", NULL);
  const gint64 end = g_get_monotonic_time () + TEST_WAIT_US;

  run_test_start (test);
  while (!g_file_test (file, G_FILE_TEST_EXISTS))
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      g_main_context_iteration (NULL, FALSE);
    }
  troupe_run_cancel (test->run);
  run_test_wait (test);
  g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_CANCELLED);
  g_free (take_note ("slow.txt"));
}

/* --- Managers and planners -------------------------------------------------------------------- */

#define MANAGED(more)                                                                              \
  ALONE (CREW (AGENT ("w", "'one'"),                                                               \
               "{'name': 'a', 'description': 'Do a', "                                             \
               "'expected_output': 'x'}",                                                          \
               ", 'process': 'hierarchical'" more))

static void
test_manager (void)
{
  assert_raw (MANAGED (", 'manager_llm': " MADE ("named")), "named");
  assert_raw (MANAGED (", 'manager_agent': " MADE ("boss")), "own user");
  assert_fails (MANAGED (", 'manager_agent': " MADE ("armed")), "tools", 0);
  g_free (take_note ("asked.txt"));
}

/* --- Converters ------------------------------------------------------------------------------- */

#define CONVERTED(answers, name)                                                                   \
  ALONE (                                                                                          \
      CREW (AGENT ("w", answers),                                                                  \
            TASK ("a", "w",                                                                        \
                  ", 'tools': ['calculator'], 'output_json': {'type': 'object', 'title': 'Word', " \
                  "'properties': {'word': {'type': 'string'}, 'long': {'type': 'boolean'}}, "      \
                  "'required': ['word', 'long']}, 'converter_cls': " MADE (name)),                 \
            ""))

static void
assert_word (const char *document, const char *word)
{
  g_autoptr (RunTest) test = permit (new_test (document));

  run_test_execute (test);
  g_assert_no_error (test->result->error);
  g_assert_cmpstr (get_text (get (get_task (test, 0), "json_dict"), "word"), ==, word);
}

static void
test_converters (void)
{
  assert_word (CONVERTED ("'alpha beta'", "Splits"), "alpha");
  /* The converter can call the agent's model, which returns its next answer. */
  assert_word (CONVERTED ("'alpha beta', 'gamma'", "Asks"), "gamma");
  assert_fails (CONVERTED ("'alpha'", "Misfits"), "parts.Misfits", 1);
  assert_fails (CONVERTED ("'alpha'", "Own"), "Converter", 0);
}

/* --- Knowledge sources ------------------------------------------------------------------------ */

/* A source of the project is read once, and its chunks are embedded like the chunks of any other
 * source. */
static void
test_sources (void)
{
  g_autoptr (TroupeValue) rules = troupe_value_from_json ("{\"rules\": []}", -1, NULL);
  g_autoptr (MemoryServer) models = memory_server_new (rules);
  g_autofree char *document = g_strdup_printf (
      ONE_TASK (
          ASKED ("'mock/echo'", ""),
          ", 'embedder': {'provider': 'openai', 'config': {'api_key': 'k', 'api_base': '%s'}}, "
          "'knowledge_sources': [" MADE ("notes") "]"),
      models->url);
  g_autoptr (RunTest) test = permit (new_test (document));
  g_autofree char *added = NULL;
  g_autofree char *sent = NULL;

  run_test_start (test);
  run_test_wait (test);
  g_assert_no_error (test->result->error);
  added = take_note ("added.txt");
  g_assert_cmpstr (added, ==, "added\n");
  g_assert_cmpuint (models->embeddings->len, >, 0);
  sent = troupe_value_to_json (g_ptr_array_index (models->embeddings, 0), TROUPE_JSON_COMPACT);
  g_assert_nonnull (strstr (sent, "\"Bees like clover.\""));
  g_assert_nonnull (strstr (sent, "\"Wasps like plums.\""));
}

/* --- Agent of a flow -------------------------------------------------------------------------- */

#define SCRIPT(answers) "{'model': 'mock/script', 'answers': [" answers "]}"

static void
test_guardrail (void)
{
  g_autofree char *guarded = NULL;

  assert_raw (ACTION (SCRIPT ("'one', 'two'"), ", 'guardrail': " MADE ("guard")), "TWO");
  guarded = take_note ("guarded.txt");
  g_assert_cmpstr (guarded, ==, "one r\ntwo r\n");
  assert_fails (ACTION (SCRIPT ("'one'"),
                        ", 'guardrail_max_retries': 1, 'guardrail': " MADE ("guard")),
                "not two", 1);
  g_free (take_note ("guarded.txt"));
  assert_fails (ACTION (SCRIPT ("'one'"), ", 'guardrail': " MADE ("raises")), "no idea", 1);
  /* As in CrewAI, the guardrail of an agent is not called in a crew, but it must exist. */
  assert_raw (ONE_TASK (ASKED ("'mock/say:one'", ", 'guardrail': " MADE ("raises")), ""), "one");
  assert_fails (ONE_TASK (ASKED ("'mock/say:one'", ", 'guardrail': " MADE ("none")), ""), "none",
                0);
  assert_raw (ONE_TASK (ASKED ("'mock/say:one'", ", 'callbacks': [" MADE ("raises") "]"), ""),
              "one");
}

static void
test_steps (void)
{
  g_autofree char *steps = NULL;

  assert_raw (ACTION (SCRIPT ("'Action: calculator\\nAction Input: {\\\"expression\\\": "
                              "\\\"6 * 7\\\"}', 'Final Answer: one'"),
                      ", 'tools': ['calculator'], 'step_callback': " MADE ("step")),
              "one");
  steps = take_note ("steps.txt");
  g_assert_cmpstr (steps, ==, "ToolResult\nAgentAction\n");
}

/* --- Crews in folders of their own ------------------------------------------------------------ */

static void
write_file (const char *name, const char *text)
{
  g_autofree char *file = g_build_filename (folder, name, NULL);
  g_autofree char *place = g_path_get_dirname (file);

  g_assert_cmpint (g_mkdir_with_parents (place, 0700), ==, 0);
  g_assert_true (g_file_set_contents (file, text, -1, NULL));
}

#define FILED(name)                                                                                \
  "'" name "': {'start': true, 'do': {'call': 'crew', 'from_declaration': 'crews/" name "'}}"
#define NOTES(word)                                                                                \
  "from parts import note as write\n"                                                              \
  "def note(output):\n"                                                                            \
  "  import words\n"                                                                               \
  "  write('notes.txt', '" word " ' + words.WORD)\n"

/* Two crews and the flow have modules of the same names. Each crew runs its own, also if one is
 * imported during a call. */
static void
test_own_folders (void)
{
  static const char crew[] =
      "{\"agents\": [\"w\"], \"tasks\": [{\"name\": \"a\", \"description\": \"d\", "
      "\"expected_output\": \"e\", \"agent\": \"w\", \"callback\": {\"python\": \"own.note\"}}]}";
  static const char agent[] = "{\"role\": \"r\", \"goal\": \"g\", \"backstory\": \"b\", "
                              "\"llm\": \"mock/say:yes\"}";
  static const char wrong[] = "raise RuntimeError('the module of the flow')\n";
  g_autoptr (RunTest) test = NULL;
  g_autofree char *notes = NULL;

  write_file ("own.py", wrong);
  write_file ("words.py", wrong);
  write_file ("crews/one/crew.jsonc", crew);
  write_file ("crews/one/agents/w.jsonc", agent);
  write_file ("crews/one/own.py", NOTES ("one"));
  write_file ("crews/one/words.py", "WORD = 'first'\n");
  write_file ("crews/two/crew.jsonc", crew);
  write_file ("crews/two/agents/w.jsonc", agent);
  write_file ("crews/two/own.py", NOTES ("two"));
  write_file ("crews/two/words.py", "WORD = 'second'\n");
  test = permit (run_test_new (FILED ("one") ", 'two': {'listen': 'one', 'do': {'call': 'crew', "
                                             "'from_declaration': 'crews/two'}}"));
  run_test_execute (test);
  g_assert_no_error (test->result->error);
  notes = take_note ("notes.txt");
  g_assert_cmpstr (notes, ==, "one first\ntwo second\n");
}

/* --- Tool filters ----------------------------------------------------------------------------- */

static void
count_cb (TroupeRun *run, TroupeMcpToolList *offer, gpointer data)
{
  TroupeValue *tools = troupe_mcp_tool_list_get_tools (offer);
  GString *names = data;

  for (gsize i = 0; i < troupe_value_list_get_length (tools); i++)
    g_string_append_printf (names, "%s ", get_text (troupe_value_list_get (tools, i), "name"));
  troupe_mcp_tool_list_settle (offer, NULL);
}

/* Runs the document and returns the tools that the user has to accept. (transfer full) */
static char *
run_filter (const char *document, GError **error)
{
  g_autoptr (RunTest) test = new_test (document);
  GString *names = g_string_new (NULL);

  troupe_run_set_tool_list_func (test->run, count_cb, names, NULL);
  troupe_run_set_store (test->run, NULL, path, NULL);
  troupe_run_set_python (
      test->run, TROUPE_PYTHON_PERMIT_CODE | TROUPE_PYTHON_PERMIT_WRITE | TROUPE_PYTHON_PERMIT_MCP,
      TROUPE_PYTHON_SANDBOX_NONE);
  run_test_execute (test);
  if (test->result->error != NULL)
    g_propagate_error (error, g_error_copy (test->result->error));
  return g_string_free (names, FALSE);
}

#define SERVERS(name)                                                                              \
  ", 'mcps': [{'command': 'python3', 'args': ['server.py'], 'tool_filter': " MADE (name) "}]"
#define SAYS "'mock/say:Thought: t\\nFinal Answer: fine'"

static void
test_filters (void)
{
  const struct
  {
    const char *document;
    const char *offered;
    const char *error;
  } cases[] = {
    { ONE_TASK (ASKED (SAYS, SERVERS ("takes")), ""), "weather ", NULL },
    { ONE_TASK (ASKED (SAYS, SERVERS ("plain")), ""), "secret ", NULL },
    { ACTION (SAYS, SERVERS ("takes")), "weather ", NULL },
    { ONE_TASK (ASKED (SAYS, SERVERS ("fails")), ""), "", "no filter today" },
    { ACTION (SAYS, SERVERS ("fails")), "", "no filter today" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *offered = run_filter (cases[i].document, &error);

      g_test_message ("%u", i);
      g_assert_cmpstr (offered, ==, cases[i].offered);
      if (cases[i].error == NULL)
        g_assert_no_error (error);
      else
        g_assert_nonnull (strstr (error->message, cases[i].error));
    }
  g_free (take_note ("tools.txt"));
}

/* --- Consent ---------------------------------------------------------------------------------- */

/* Without consent nothing of the module runs. */
static void
test_permission (void)
{
  const char *const documents[] = {
    ONE_TASK (ASKED (MADE ("own"), ""), ""),
    MANAGED (", 'manager_agent': " MADE ("boss")),
    CONVERTED ("'alpha'", "Splits"),
    ACTION (SCRIPT ("'one'"), ", 'guardrail': " MADE ("guard")),
    ACTION (SCRIPT ("'one'"), ", 'step_callback': " MADE ("step")),
    ACTION (SAYS, SERVERS ("takes")),
  };

  for (guint i = 0; i < G_N_ELEMENTS (documents); i++)
    {
      g_autoptr (RunTest) test = new_test (documents[i]);

      g_test_message ("%s", documents[i]);
      troupe_run_set_store (test->run, NULL, path, NULL);
      troupe_run_set_python (test->run, TROUPE_PYTHON_PERMIT_MCP, TROUPE_PYTHON_SANDBOX_NONE);
      run_test_execute (test);
      g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_CONSENT);
      g_assert_cmpuint (test->events->len, ==, 0);
    }
}

static void
test_permissions (void)
{
  g_autoptr (RunTest) test =
      permit (new_test (ONE_TASK (ASKED (MADE ("own"), ", 'callbacks': [" MADE ("step") "]"), "")));
  g_autoptr (TroupeValue) permission_report = troupe_permissions_report_run (test->run);
  g_autofree char *text = troupe_value_to_json (permission_report, TROUPE_JSON_COMPACT);

  g_assert_cmpint (troupe_permissions_get_python (permission_report) & TROUPE_PYTHON_PERMIT_CODE,
                   ==, TROUPE_PYTHON_PERMIT_CODE);
  g_assert_true (troupe_permissions_need_consent (permission_report));
  g_assert_nonnull (strstr (text, "parts:own"));
  g_assert_nonnull (strstr (text, "parts:step"));
}

int
main (int argc, char **argv)
{
  g_autofree char *code = NULL;
  g_autofree char *program = NULL;
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("troupe-made-XXXXXX", NULL);
  path = g_build_filename (folder, "crew.jsonc", NULL);
  code = g_build_filename (folder, "parts.py", NULL);
  program = g_build_filename (folder, "server.py", NULL);
  g_assert_true (g_file_set_contents (code, module, -1, NULL));
  g_assert_true (g_file_set_contents (program, server, -1, NULL));
#define ADD(name, func) g_test_add_func ("/run/made/" name, func)
  ADD ("models-told", test_models_told);
  ADD ("model-own", test_model_own);
  ADD ("model-tools", test_model_tools);
  ADD ("model-fails", test_model_fails);
  ADD ("model-cancelled", test_model_cancelled);
  ADD ("manager", test_manager);
  ADD ("converters", test_converters);
  ADD ("sources", test_sources);
  ADD ("guardrail", test_guardrail);
  ADD ("steps", test_steps);
  ADD ("own-folders", test_own_folders);
  ADD ("filters", test_filters);
  ADD ("permission", test_permission);
  ADD ("rights", test_permissions);
  status = g_test_run ();
  remove_all (folder);
  g_free (folder);
  g_free (path);
  return status;
}
