/* test-run-python-objects.c: agents, tasks and executors that are instances of the project's
 * classes
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
#include "run-crew-test.h"
#include "troupe-permissions.h"
#include "troupe-run-crew.h"

static char *folder;
static char *path;

static const char module[] =
    "import os\n"
    "import time\n"
    "from crewai import Agent, Task\n"
    "from crewai.agents.agent_executor import AgentExecutor\n"
    "from crewai.knowledge.knowledge import Knowledge\n"
    "from crewai.knowledge.storage.base_knowledge_storage import BaseKnowledgeStorage\n"
    "from crewai.rag.embeddings.providers.custom.custom_provider import CustomProvider\n"
    "from crewai.rag.embeddings.providers.custom.embedding_callable import "
    "CustomEmbeddingFunction\n"
    "from crewai.tasks.conditional_task import ConditionalTask\n"
    "from crewai.tasks.task_output import TaskOutput\n"
    "HERE = os.path.dirname(os.path.abspath(__file__))\n"
    "def note(name, text):\n"
    "  with open(os.path.join(HERE, name), 'a') as file:\n"
    "    file.write(text + '\\n')\n"
    "note('imported.txt', 'imported')\n"
    "class Plain(Agent):\n"
    "  tone: str = 'dry'\n"
    "  max_iter: int = 2\n"
    "  def model_post_init(self, context):\n"
    "    super().model_post_init(context)\n"
    "    self.backstory = 'I am ' + self.tone\n"
    "class Wraps(Agent):\n"
    "  def execute_task(self, task, context=None, tools=None):\n"
    "    note('told.txt', ','.join(sorted(tool.name for tool in tools)) + '|' + (context or ''))\n"
    "    return 'wrapped ' + super().execute_task(task, context, tools)\n"
    "class Asks(Agent):\n"
    "  def execute_task(self, task, context=None, tools=None):\n"
    "    return 'asked ' + self.llm.call('What of ' + task.description + '?')\n"
    "class Catches(Agent):\n"
    "  def execute_task(self, task, context=None, tools=None):\n"
    "    try:\n"
    "      return super().execute_task(task, context, tools)\n"
    "    except Exception as error:\n"
    "      return 'caught ' + type(error).__name__\n"
    "class Passes(Agent):\n"
    "  def execute_task(self, task, context=None, tools=None):\n"
    "    return super().execute_task(task, context, tools)\n"
    "class Fills(Agent):\n"
    "  def interpolate_inputs(self, inputs):\n"
    "    super().interpolate_inputs({**inputs, 'what': 'bees'})\n"
    "class Silent(Agent):\n"
    "  def execute_task(self, task, context=None, tools=None):\n"
    "    pass\n"
    "class Itself(Agent):\n"
    "  def execute_task(self, task, context=None, tools=None):\n"
    "    return type(self)\n"
    "class Endless(Agent):\n"
    "  def execute_task(self, task, context=None, tools=None):\n"
    "    note('endless.txt', 'begun')\n"
    "    while True:\n"
    "      time.sleep(0.01)\n"
    "class Born(Agent):\n"
    "  def model_post_init(self, context):\n"
    "    note('endless.txt', 'born')\n"
    "    while True:\n"
    "      time.sleep(0.01)\n"
    "class Nested(Agent):\n"
    "  def execute_task(self, task, context=None, tools=None):\n"
    "    return self.execute_task(task, context, tools)\n"
    "class Inner(Agent):\n"
    "  def _execute_without_timeout(self, prompt, task):\n"
    "    return prompt\n"
    "class Odd(Agent):\n"
    "  @property\n"
    "  def key(self):\n"
    "    raise ValueError('no key today')\n"
    "class Equipped(Agent):\n"
    "  def model_post_init(self, context):\n"
    "    super().model_post_init(context)\n"
    "    self.tools = [object()]\n"
    "class Stranger:\n"
    "  pass\n"
    "class Outer(Task):\n"
    "  def execute_sync(self, agent=None, context=None, tools=None):\n"
    "    output = super().execute_sync(agent, (context or '') + 'from outside', tools)\n"
    "    output.raw = 'outer ' + output.raw\n"
    "    return output\n"
    "class Alone(Task):\n"
    "  def execute_sync(self, agent=None, context=None, tools=None):\n"
    "    return TaskOutput(description=self.description, raw='alone', agent='me')\n"
    "class Nothing(Task):\n"
    "  def execute_sync(self, agent=None, context=None, tools=None):\n"
    "    return 7\n"
    "class Prompted(Task):\n"
    "  def prompt(self):\n"
    "    return 'before ' + super().prompt() + ' behind'\n"
    "class Skips(ConditionalTask):\n"
    "  def should_execute(self, context):\n"
    "    return context.raw != 'one'\n"
    "class Quick(AgentExecutor):\n"
    "  def invoke(self, inputs):\n"
    "    return {'output': 'quick ' + self.agent.role + ' ' + inputs['input'][:4]}\n"
    "class Thinks(AgentExecutor):\n"
    "  def invoke(self, inputs):\n"
    "    return {'output': 'thought ' + self.llm.call(inputs['input'])}\n"
    "class Bare(AgentExecutor):\n"
    "  pass\n"
    "class Shelf(BaseKnowledgeStorage):\n"
    "  def search(self, query, limit=5, metadata_filter=None, score_threshold=0.6):\n"
    "    note('looked.txt', '%s %d' % (query[0], limit))\n"
    "    return [{'content': 'Bees like clover.', 'score': 0.9}]\n"
    "shelf = Knowledge(collection_name='k', sources=[], storage=Shelf())\n"
    "bare = Knowledge(collection_name='k', sources=[])\n"
    "class Letters(CustomEmbeddingFunction):\n"
    "  def __call__(self, input):\n"
    "    note('embedded.txt', '%d' % len(input))\n"
    "    return [[1.0, float(len(text))] for text in input]\n"
    "class Uneven(CustomEmbeddingFunction):\n"
    "  def __call__(self, input):\n"
    "    return [[1.0] * (index + 1) for index in range(len(input) + 1)]\n"
    "letters = CustomProvider(embedding_callable=Letters)\n"
    "uneven = CustomProvider(embedding_callable=Uneven)\n";

#define MADE(name) "{'python': 'parts." name "'}"
#define OWN(name, answers, more)                                                                   \
  "'w': {'type': " MADE (name) ", 'role': 'Role w', 'goal': 'g {what}', 'backstory': 'b', "        \
                               "'llm': {'model': 'mock/script', 'answers': [" answers "]}" more    \
                               "}"
#define ONE(agent, task, more) METHOD (CREW (agent, TASK ("a", "w", task), more), "")

static RunTest *
permit (RunTest *test)
{
  troupe_run_set_store (test->run, NULL, path, NULL);
  troupe_run_set_python (test->run, TROUPE_PYTHON_PERMIT_CODE | TROUPE_PYTHON_PERMIT_WRITE,
                         TROUPE_PYTHON_SANDBOX_NONE);
  return test;
}

static RunTest *
run (const char *document)
{
  RunTest *test = permit (run_test_new (document));

  run_test_execute (test);
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
  g_autoptr (RunTest) test = run (document);

  g_assert_no_error (test->result->error);
  g_assert_cmpstr (get_text (test->result->final, "raw"), ==, expected);
}

static void
assert_fails (const char *document, const char *message, gboolean begins)
{
  g_autoptr (RunTest) test = run (document);

  g_assert_nonnull (test->result->error);
  g_test_message ("%s", test->result->error->message);
  g_assert_nonnull (strstr (test->result->error->message, message));
  if (!begins)
    g_assert_cmpuint (test->events->len, ==, 0);
}

/* Returns the last message of the first request to the model. (transfer none) */
static const char *
get_prompt (RunTest *test, guint message)
{
  return get_text (troupe_value_list_get (get (get_task (test, 0), "messages"), message),
                   "content");
}

/* --- Agents ----------------------------------------------------------------------------------- */

/* The agent uses the defaults of its class and the values that the class derives from its
 * fields. */
static void
test_fields (void)
{
  g_autoptr (RunTest) plain = run (ONE (OWN ("Plain", "'one'", ""), "", ""));
  g_autoptr (RunTest) given = run (ONE (OWN ("Plain", "'one'", ", 'tone': 'warm'"), "", ""));

  g_assert_nonnull (strstr (get_prompt (plain, 0), "I am dry"));
  g_assert_nonnull (strstr (get_prompt (given, 0), "I am warm"));
  assert_fails (ONE (OWN ("Plain", "'one'", ", 'colour': 'red'"), "", ""), "colour", TRUE);
}

static void
test_execute (void)
{
  g_autofree char *told = NULL;

  assert_raw (ONE (OWN ("Wraps", "'one'", ", 'tools': ['calculator']"), "", ""), "wrapped one");
  told = take_note ("told.txt");
  g_assert_cmpstr (told, ==, "Calculator|\n");
  assert_raw (ONE (OWN ("Asks", "'one'", ""), "", ""), "asked one");
  /* If execute_task() returns nothing, the run fails. */
  assert_fails (ONE (OWN ("Silent", "'one'", ""), "", ""), "execute_task()", TRUE);
}

/* The class can catch an error of CrewAI's execute_task(). If the class does not catch it, the
 * error remains the same. */
static void
test_errors (void)
{
#define REFUSED "'llm': {'model': 'mock/fail'}"
#define FAILING(name)                                                                              \
  "'w': {'type': " MADE (name) ", 'role': 'Role w', 'goal': 'g', 'backstory': 'b', "               \
                               "'max_retry_limit': 0, 'llm': 'nobody/model'}"
  g_autoptr (RunTest) plain = run (ONE (FAILING ("Plain"), "", ""));
  g_autoptr (RunTest) passed = run (ONE (FAILING ("Passes"), "", ""));

  g_assert_nonnull (plain->result->error);
  g_assert_nonnull (passed->result->error);
  g_assert_cmpint (plain->result->error->code, ==, passed->result->error->code);
}

static void
test_inputs (void)
{
  g_autoptr (RunTest) test =
      run (ONE (OWN ("Fills", "'one'", ""), "", ", 'inputs': {'other': 'x'}"));

  g_assert_nonnull (strstr (get_prompt (test, 0), "g bees"));
}

/* --- Tasks ------------------------------------------------------------------------------------ */

static void
test_tasks (void)
{
  g_autoptr (RunTest) outer = run (ONE (AGENT ("w", "'one'"), ", 'type': " MADE ("Outer"), ""));
  g_autoptr (RunTest) prompted =
      run (ONE (AGENT ("w", "'one'"), ", 'type': " MADE ("Prompted"), ""));

  g_assert_no_error (outer->result->error);
  g_assert_cmpstr (get_text (outer->result->final, "raw"), ==, "outer one");
  g_assert_nonnull (strstr (get_prompt (outer, 1), "from outside"));
  g_assert_true (g_str_has_prefix (get_prompt (prompted, 1), "before Do a"));
  g_assert_true (g_str_has_suffix (get_prompt (prompted, 1), " behind"));
  assert_raw (ONE (AGENT ("w", "'one'"), ", 'type': " MADE ("Alone"), ""), "alone");
  assert_raw (ONE (OWN ("Wraps", "'one'", ""), ", 'type': " MADE ("Outer"), ""),
              "outer wrapped one");
  g_free (take_note ("told.txt"));
  assert_fails (ONE (AGENT ("w", "'one'"), ", 'type': " MADE ("Nothing"), ""), "TaskOutput", TRUE);
}

#define THEN(type, answers)                                                                        \
  METHOD (CREW (AGENT ("w", answers),                                                              \
                TASK ("a", "w", "") ", " TASK ("b", "w", ", 'type': " MADE (type)), ""),           \
          "")

static void
test_condition (void)
{
  g_autoptr (RunTest) skipped = run (THEN ("Skips", "'one', 'two'"));
  g_autoptr (RunTest) done = run (THEN ("Skips", "'none', 'two'"));

  g_assert_no_error (skipped->result->error);
  g_assert_cmpstr (get_text (skipped->result->final, "raw"), ==, "one");
  g_assert_cmpstr (get_text (done->result->final, "raw"), ==, "two");
  /* The class does not change the rule that the first task must not be conditional. */
  assert_fails (ONE (AGENT ("w", "'one'"), ", 'type': " MADE ("Skips"), ""), "onditional", TRUE);
}

/* --- Executors -------------------------------------------------------------------------------- */

#define DRIVEN(name, more)                                                                         \
  "'w': {'role': 'Role w', 'goal': 'g', 'backstory': 'b', 'executor_class': " MADE (               \
      name) ", "                                                                                   \
            "'llm': {'model': 'mock/script', 'answers': ['one', 'two']}" more "}"

static void
test_executors (void)
{
  assert_raw (ONE (DRIVEN ("Quick", ""), "", ""), "quick Role w Do a");
  assert_raw (ONE (DRIVEN ("Thinks", ""), "", ""), "thought one");
  assert_fails (ONE (DRIVEN ("Bare", ""), "", ""), "without reaching a final answer", TRUE);
  assert_fails (ONE (DRIVEN ("Stranger", ""), "", ""), "AgentExecutor", FALSE);
}

/* --- Knowledge and embedders ------------------------------------------------------------------ */

static void
test_knowledge (void)
{
  g_autoptr (RunTest) test =
      run (ONE (AGENT ("w", "'query', 'one'"), "", ", 'knowledge': " MADE ("shelf")));
  g_autofree char *looked = NULL;

  g_assert_no_error (test->result->error);
  g_assert_nonnull (strstr (get_prompt (test, 1), "Bees like clover."));
  looked = take_note ("looked.txt");
  g_assert_cmpstr (looked, ==, "query 3\n");
  assert_fails (ONE (AGENT ("w", "'one'"), "", ", 'knowledge': " MADE ("bare")),
                "knowledge_sources", FALSE);
  assert_fails (ONE (AGENT ("w", "'one'"), "", ", 'knowledge': " MADE ("letters")),
                "must be a Knowledge", FALSE);
}

#define KNOWS(embedder)                                                                            \
  ", 'knowledge_sources': [{'source_type': 'string', 'content': 'Bees like clover.'}], "           \
  "'embedder': " embedder

static void
test_embedders (void)
{
  g_autoptr (RunTest) test =
      run (ONE (AGENT ("w", "'query', 'one'"), "", KNOWS (MADE ("letters"))));
  g_autofree char *embedded = NULL;

  g_assert_no_error (test->result->error);
  g_assert_nonnull (strstr (get_prompt (test, 1), "Bees like clover."));
  embedded = take_note ("embedded.txt");
  g_assert_cmpstr (embedded, ==, "1\n1\n");
  assert_fails (ONE (AGENT ("w", "'one'"), "", KNOWS (MADE ("uneven"))), "vector", TRUE);
  /* A document can refer to an embedder in Python only as an object, not by its name. */
  assert_fails (ONE (AGENT ("w", "'one'"), "", KNOWS ("{'provider': 'python/parts:letters'}")),
                "python/parts:letters", FALSE);
  g_assert_null (take_note ("embedded.txt"));
}

/* --- Rejected classes ------------------------------------------------------------------------- */

static void
test_refused (void)
{
  assert_fails (ONE (OWN ("Inner", "'one'", ""), "", ""), "_execute_without_timeout()", FALSE);
  assert_fails (ONE (OWN ("Stranger", "'one'", ""), "", ""), "BaseAgent", FALSE);
  assert_fails (ONE (OWN ("Missing", "'one'", ""), "", ""), "Missing", FALSE);
  assert_fails (ONE (OWN ("note", "'one'", ""), "", ""), "BaseAgent", FALSE);
  assert_fails (ONE (AGENT ("w", "'one'"), ", 'type': " MADE ("Plain"), ""), "Task", FALSE);
  assert_fails (ONE (OWN ("Odd", "'one'", ""), "", ""), "no key today", TRUE);
  assert_fails (ONE (OWN ("Equipped", "'one'", ""), "", ""), "tool", TRUE);
  /* A class outside of the project is rejected. */
  assert_fails (ONE ("'w': {'type': {'python': 'json.JSONDecoder'}, 'role': 'r', 'goal': 'g', "
                     "'backstory': 'b', 'llm': 'mock/echo'}",
                     "", ""),
                "outside of the project", FALSE);
  /* The agent of an agent action in a flow must not be an instance of a Python class. */
  assert_fails ("'c': {'start': true, 'do': {'call': 'agent', 'with': {'type': " MADE (
                    "Plain") ", "
                             "'role': 'r', 'goal': 'g', 'backstory': 'b', 'llm': 'mock/echo', "
                             "'input': 'go'}}}",
                "type", FALSE);
}

/* The returned object is converted to a string. If the conversion fails, this is an error. */
static void
test_hostile (void)
{
  g_autoptr (RunTest) itself = run (ONE (OWN ("Itself", "'one'", ""), "", ""));

  g_assert_no_error (itself->result->error);
  g_assert_nonnull (strstr (get_text (itself->result->final, "raw"), "Itself"));
  assert_fails (ONE (OWN ("Nested", "'one'", ""), "", ""), "RecursionError", TRUE);
}

/* A run with code that never returns can be cancelled, and its process ends. */
static void
test_endless (gconstpointer data)
{
  g_autoptr (RunTest) test = permit (run_test_new (data));
  g_autofree char *file = g_build_filename (folder, "endless.txt", NULL);
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
  g_free (take_note ("endless.txt"));
}

/* Without consent, no code of the module runs, and the permissions name the reference. */
static void
test_permission (void)
{
  const char *const documents[] = {
    ONE (OWN ("Plain", "'one'", ""), "", ""),
    ONE (AGENT ("w", "'one'"), ", 'type': " MADE ("Outer"), ""),
    ONE (DRIVEN ("Quick", ""), "", ""),
    ONE (AGENT ("w", "'one'"), "", ", 'knowledge': " MADE ("shelf")),
    ONE (AGENT ("w", "'one'"), "", KNOWS (MADE ("letters"))),
  };
  const char *const names[] = { "parts:Plain", "parts:Outer", "parts:Quick", "parts:shelf",
                                "parts:letters" };

  g_free (take_note ("imported.txt"));
  for (guint i = 0; i < G_N_ELEMENTS (documents); i++)
    {
      g_autoptr (RunTest) test = run_test_new (documents[i]);
      g_autoptr (TroupeValue) permission_report = NULL;
      g_autofree char *text = NULL;

      g_test_message ("%s", documents[i]);
      troupe_run_set_store (test->run, NULL, path, NULL);
      permission_report = troupe_permissions_report_run (test->run);
      text = troupe_value_to_json (permission_report, TROUPE_JSON_COMPACT);
      g_assert_true (troupe_permissions_need_consent (permission_report));
      g_assert_nonnull (strstr (text, names[i]));
      troupe_run_set_python (test->run, TROUPE_PYTHON_PERMIT_MCP, TROUPE_PYTHON_SANDBOX_NONE);
      run_test_execute (test);
      g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_CONSENT);
      g_assert_cmpuint (test->events->len, ==, 0);
      g_assert_null (take_note ("imported.txt"));
    }
}

int
main (int argc, char **argv)
{
  g_autofree char *code = NULL;
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("troupe-objects-XXXXXX", NULL);
  path = g_build_filename (folder, "crew.jsonc", NULL);
  code = g_build_filename (folder, "parts.py", NULL);
  g_assert_true (g_file_set_contents (code, module, -1, NULL));
#define ADD(name, func) g_test_add_func ("/run/objects/" name, func)
  ADD ("fields", test_fields);
  ADD ("execute", test_execute);
  ADD ("errors", test_errors);
  ADD ("inputs", test_inputs);
  ADD ("tasks", test_tasks);
  ADD ("condition", test_condition);
  ADD ("executors", test_executors);
  ADD ("knowledge", test_knowledge);
  ADD ("embedders", test_embedders);
  ADD ("refused", test_refused);
  ADD ("hostile", test_hostile);
  g_test_add_data_func ("/run/objects/endless", ONE (OWN ("Endless", "'one'", ""), "", ""),
                        test_endless);
  g_test_add_data_func ("/run/objects/endless-birth", ONE (OWN ("Born", "'one'", ""), "", ""),
                        test_endless);
  ADD ("permission", test_permission);
  status = g_test_run ();
  remove_all (folder);
  g_free (folder);
  g_free (path);
  return status;
}
