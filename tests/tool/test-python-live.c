/* test-python-live.c: objects shared by the calls of one run, and functions and tools
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "python-fixture.h"

/* --- Scripts of the recorded runs (conformance/flow-golden.json) ------------------------------ */

/* Scripts with the input, and the result and changes that CrewAI 1.15 recorded. An expected
 * value is NULL if there is no result or if the state is unchanged. */
static const struct
{
  const char *name;
  const char *source;
  const char *state;
  const char *outputs;
  const char *input;
  const char *item;
  const char *value;
  const char *state_after;
  const char *outputs_after;
  const char *class_name;
  const char *message;
} recorded[] = {
  { "seed_loop_fixed", "state['counter'] += 1\nreturn state['counter']", "{\"counter\":4}", "{}",
    NULL, NULL, "5", "{\"counter\":5}" },
  { "and_reset_after_fire_in_cycle",
    "state['log'] = state['log'] + [[outputs['a'], outputs['b']]]\nreturn len(state['log'])",
    "{\"n\":2,\"log\":[[1,10]]}", "{\"tick\":\"n\",\"a\":2,\"b\":20}", "20", NULL, "2",
    "{\"n\":2,\"log\":[[1,10],[2,20]]}" },
  { "or_sequence_fires_once", "state['hits'] = state['hits'] + [input]\nreturn state['hits']",
    "{\"hits\":[]}", "{\"a\":1}", "1", NULL, "[1]", "{\"hits\":[1]}" },
  { "or_rearmed_by_loop", "state['hits'] = state['hits'] + [input]\nreturn len(state['hits'])",
    "{\"n\":3,\"hits\":[\"again\",\"again\"]}", "{}", "\"stop\"", NULL, "3",
    "{\"n\":3,\"hits\":[\"again\",\"again\",\"stop\"]}" },
  { "or_router_refires", "state['n'] += 1\nreturn 'again' if state['n'] < 4 else 'stop'",
    "{\"n\":3}", "{}", "1", NULL, "\"stop\"", "{\"n\":4}" },
  { "router_chain_input_is_original", "state['r2_in'] = input\nreturn 'q'", "{\"r2_in\":null}",
    "{\"r1\":\"p\"}", "\"x\"", NULL, "\"q\"", "{\"r2_in\":\"x\"}" },
  { "router_chain_input_is_original", "return [state['r2_in'], input]", "{\"r2_in\":\"x\"}", "{}",
    "\"q\"", NULL, "[\"x\",\"q\"]", NULL },
  { "outputs_latest_value", "state['n'] += 1\nreturn state['n'] * 100", "{\"n\":2}",
    "{\"head\":200}", NULL, NULL, "300", "{\"n\":3}" },
  { "each_script_step", "state['sum'] += item\nreturn [item, input is None, state['sum']]",
    "{\"sum\":1}", "{}", NULL, "2", "[2,true,3]", "{\"sum\":3}" },
  { "script_input_value", "return input['k'][1]", "{}", "{\"a\":{\"k\":[1,2]}}", "{\"k\":[1,2]}",
    NULL, "2", NULL },
  { "script_start_input_none", "return input is None", "{}", "{}", NULL, NULL, "true", NULL },
  { "script_no_return", "state['x'] = 5", "{\"x\":0}", "{}", NULL, NULL, "null", "{\"x\":5}" },
  { "script_empty_body", "", "{}", "{}", NULL, NULL, "null", NULL },
  { "script_outputs_live", "outputs['a']['x'] = 99\nreturn outputs['a']['x']", "{}",
    "{\"a\":{\"x\":1}}", "{\"x\":1}", NULL, "99", NULL, "{\"a\":{\"x\":99}}" },
  { "script_raises", "raise KeyError('boom')", "{}", "{}", NULL, NULL, NULL, NULL, NULL, "KeyError",
    "'boom'" },
  { "script_bad_syntax", "return (", "{}", "{}", NULL, NULL, NULL, NULL, NULL, "SyntaxError",
    "'(' was never closed (crewai.flow.script.CaseFlow, line 1)" },
  { "script_nonjson_result_in_cel", "return (1, 2)", "{}", "{}", NULL, NULL, "[1,2]", NULL },
};

static void
assert_optional (TroupeValue *value, const char *expected)
{
  if (expected == NULL)
    g_assert_null (value);
  else
    python_assert_value (value, expected);
}

static void
test_recorded (void)
{
  g_auto (PythonFixture) fixture = { 0 };

  python_fixture_init (&fixture, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (recorded); i++)
    {
      g_auto (PythonAnswer) answer = { 0 };
      g_autoptr (TroupeValue) state = python_value (recorded[i].state);
      g_autoptr (TroupeValue) outputs = python_value (recorded[i].outputs);
      g_autoptr (TroupeValue) input = recorded[i].input ? python_value (recorded[i].input) : NULL;
      g_autoptr (TroupeValue) item = recorded[i].item ? python_value (recorded[i].item) : NULL;
      TroupePythonRequest request = { .source = recorded[i].source,
                                      .method = "m",
                                      .path = "p",
                                      .state = state,
                                      .outputs = outputs,
                                      .input = input,
                                      .item = item };

      g_test_message ("%s", recorded[i].name);
      python_begin (&fixture, &request, NULL, &answer);
      python_wait (&answer);
      g_assert_no_error (answer.error);
      assert_optional (answer.result->value, recorded[i].value);
      assert_optional (answer.result->state, recorded[i].state_after);
      assert_optional (answer.result->outputs, recorded[i].outputs_after);
      g_assert_null (answer.result->item);
      g_assert_true ((answer.result->failure == NULL) == (recorded[i].class_name == NULL));
      if (recorded[i].class_name == NULL)
        continue;
      g_assert_cmpstr (answer.result->failure->class_name, ==, recorded[i].class_name);
      /* Python 3.9 words the syntax error differently. */
      if (g_str_equal (recorded[i].class_name, "SyntaxError"))
        g_assert_true (
            g_str_has_suffix (answer.result->failure->message,
                              strchr (recorded[i].message, ' ') + strlen (" was never closed")));
      else
        g_assert_cmpstr (answer.result->failure->message, ==, recorded[i].message);
    }
}

/* --- A small run that stores state and outputs like a runner ---------------------------------- */

typedef struct
{
  PythonFixture fixture;
  TroupeValue *state;
  TroupeValue *outputs;
  TroupeValue *input;
  TroupeValue *item;
  TroupeValue *arguments;
  TroupePythonKind kind;
  const char *const *feedback;
} Run;

static void
run_init (Run *self, const TroupePythonSettings *settings, const char *state)
{
  *self = (Run){ 0 };
  python_fixture_init (&self->fixture, settings);
  self->state = python_value (state);
  self->outputs = python_value ("{}");
}

static void
run_clear (Run *self)
{
  python_fixture_clear (&self->fixture);
  g_clear_pointer (&self->state, troupe_value_unref);
  g_clear_pointer (&self->outputs, troupe_value_unref);
  g_clear_pointer (&self->input, troupe_value_unref);
  g_clear_pointer (&self->item, troupe_value_unref);
  g_clear_pointer (&self->arguments, troupe_value_unref);
}

static void
set (TroupeValue **place, TroupeValue *taken)
{
  g_clear_pointer (place, troupe_value_unref);
  *place = taken;
}

static void
run_take (Run *self, const char *method, const TroupePythonResult *result)
{
  if (result->state != NULL)
    set (&self->state, troupe_value_ref (result->state));
  if (result->item != NULL)
    set (&self->item, troupe_value_ref (result->item));
  for (gsize i = 0; result->outputs != NULL && i < troupe_value_map_get_size (result->outputs); i++)
    set (&self->outputs,
         troupe_value_map_with (
             self->outputs,
             troupe_value_get_string (troupe_value_map_get_key (result->outputs, i), NULL),
             troupe_value_map_get_value (result->outputs, i)));
  if (result->value != NULL)
    set (&self->outputs, troupe_value_map_with (self->outputs, method, result->value));
}

/* Calls @source as @method. The output of the call is the input of the next call. */
static void
run_call (Run *self, const char *method, const char *source, const char *expected)
{
  g_auto (PythonAnswer) answer = { 0 };
  g_autofree char *path = g_strdup_printf ("methods.%s.do", method);
  TroupePythonRequest request = {
    .kind = self->kind,
    .source = source,
    .method = method,
    .path = path,
    .state = self->state,
    .outputs = self->outputs,
    .input = self->input,
    .item = self->item,
    .arguments = self->arguments,
    .feedback = self->feedback,
  };

  python_begin (&self->fixture, &request, NULL, &answer);
  python_wait (&answer);
  g_assert_no_error (answer.error);
  run_take (self, method, answer.result);
  if (answer.result->failure != NULL)
    {
      g_test_message ("%s", answer.result->failure->traceback);
      g_assert_cmpstr (answer.result->failure->message, ==, expected);
      return;
    }
  python_assert_value (answer.result->value, expected);
  set (&self->input, troupe_value_ref (answer.result->value));
}

static void
test_state (void)
{
  Run run;

  run_init (&run, NULL, "{\"id\":\"x\",\"a\":[1],\"b\":2}");
  run_call (&run, "m", "state['a'].append(2)\nstate['s'] = {5}\nreturn 1", "1");
  python_assert_value (run.state, "{\"id\":\"x\",\"a\":[1,2],\"b\":2,\"s\":[5]}");
  /* The set remains a set, and the list remains the same list. */
  run_call (&run, "m", "state['s'].add(5)\nreturn type(state['s']).__name__", "\"set\"");
  run_call (&run, "m", "del state['id'], state['s']\nstate['id'] = 'y'", "null");
  python_assert_value (run.state, "{\"a\":[1,2],\"b\":2,\"id\":\"y\"}");
  run_call (&run, "m", "state = {}\nreturn 1", "1");
  python_assert_value (run.state, "{\"a\":[1,2],\"b\":2,\"id\":\"y\"}");
  run_call (&run, "m", "state['b'] = 3\nraise ValueError('late')", "late");
  python_assert_value (run.state, "{\"a\":[1,2],\"b\":3,\"id\":\"y\"}");
  run_call (&run, "m", "state['$float'] = 'nan'\nreturn state['b']", "3");
  /* Changes that the run itself makes to the state are visible to the code. */
  set (&run.state, troupe_value_map_without (run.state, "a"));
  run_call (&run, "m", "return list(state)", "[\"b\",\"id\",\"$float\"]");
  run_call (&run, "m", "state.clear()", "null");
  python_assert_value (run.state, "{}");
  run_call (&run, "m", "import datetime\nstate['d'] = datetime.date(2024, 2, 3)", "null");
  g_assert_cmpint (troupe_value_get_value_type (
                       troupe_value_map_lookup_string (run.state, "d", -1)),
                   ==, TROUPE_VALUE_DATE);
  run_call (&run, "m", "return state['d'].year", "2024");
  run_clear (&run);
}

static void
test_outputs (void)
{
  Run run;

  run_init (&run, NULL, "{}");
  run_call (&run, "a",
            "class Box:\n  def __init__(self): self.n = 1\n  def __repr__(self): return f'Box "
            "{self.n}'\nreturn [Box()]",
            "[\"Box 1\"]");
  run_call (&run, "b", "input[0].n = 7\nreturn [input is outputs['a'], outputs['a'][0].n]",
            "[true,7]");
  python_assert_value (troupe_value_map_lookup_string (run.outputs, "a", -1), "[\"Box 7\"]");
  /* The helper's copy of the outputs stays in sync with the outputs of the run. */
  run_call (&run, "c", "return outputs['a'][0].n", "7");
  run_call (&run, "d", "return list(outputs)", "[\"a\",\"b\",\"c\"]");
  run_call (&run, "e", "outputs['new'] = 1\nreturn 2", "2");
  run_call (&run, "f", "return 'new' in outputs", "false");
  set (&run.outputs, python_value ("{\"a\":5}"));
  run_call (&run, "g", "return outputs", "{\"a\":5}");
  run_clear (&run);
}

static void
test_globals_and_item (void)
{
  Run run;

  run_init (&run, NULL, "{}");
  run.item = python_value ("{\"k\":1}");
  run_call (&run, "a", "item['k'] += 1\nreturn item", "{\"k\":2}");
  python_assert_value (run.item, "{\"k\":2}");
  /* Each action has its own globals for the duration of the run. */
  run_call (&run, "b", "global n\nn = globals().get('n', 0) + 1\nreturn n", "1");
  run_call (&run, "b", "global n\nn = globals().get('n', 0) + 1\nreturn n", "2");
  run_call (&run, "c", "return 'n' in globals()", "false");
  run_clear (&run);
}

static void
test_feedback (void)
{
  const char *const names[] = { "review", NULL };
  Run run;

  run_init (&run, NULL, "{}");
  run.feedback = names;
  set (&run.outputs,
       python_value ("{\"review\":{\"output\":[1],\"feedback\":\"good\",\"outcome\":null}}"));
  run.input = troupe_value_ref (troupe_value_map_lookup_string (run.outputs, "review", -1));
  run_call (&run, "a",
            "return [outputs['review'].feedback, input.output, input is outputs['review']]",
            "[\"good\",[1],true]");
  run_call (&run, "b", "return outputs['review']",
            "{\"output\":[1],\"feedback\":\"good\",\"outcome\":null}");
  run_clear (&run);
}

static void
test_model (void)
{
  g_autoptr (TroupeValue) schema = python_value (
      "{\"title\":\"S\",\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"},"
      "\"o\":{\"$ref\":\"#/$defs/O\"},\"many\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/$defs/"
      "O\"}},"
      "\"free\":{\"type\":\"object\"},\"d\":{\"type\":\"string\",\"format\":\"date-time\"},"
      "\"maybe\":{\"anyOf\":[{\"type\":\"null\"},{\"$ref\":\"#/$defs/O\"}]}},"
      "\"$defs\":{\"O\":{\"title\":\"O\",\"type\":\"object\",\"properties\":{\"p\":{\"type\":"
      "\"string\"}}}}}");
  TroupePythonSettings settings = { .sandbox = TROUPE_PYTHON_SANDBOX_NONE, .state_schema = schema };
  Run run;

  run_init (&run, &settings,
            "{\"n\":1,\"o\":{\"p\":\"x\"},\"many\":[{\"p\":\"y\"}],\"free\":{\"k\":1},"
            "\"d\":\"2024-01-02T03:04:05\",\"maybe\":{\"p\":\"z\"},\"id\":\"i\"}");
  run_call (&run, "a", "state.n = state.n + 1\nreturn state.n", "2");
  g_assert_cmpint (troupe_value_get_integer (troupe_value_map_lookup_string (run.state, "n", -1)),
                   ==, 2);
  run_call (
      &run, "b",
      "return [state.o.p, state.many[0].p, state.free['k'], state.d.year, state.maybe.p, state.id]",
      "[\"x\",\"y\",1,2024,\"z\",\"i\"]");
  run_call (&run, "c", "state.zzz = 1", "\"StateWithId\" object has no field \"zzz\"");
  run_call (&run, "d", "return state['n']", "'StateWithId' object is not subscriptable");
  run_call (&run, "e", "return state.zzz", "'StateWithId' object has no attribute 'zzz'");
  run_call (&run, "f", "state.n = 'text'\nstate.o.p = {1}\nreturn repr(state.o)", "\"O(p={1})\"");
  run_call (&run, "g", "return state",
            "{\"n\":\"text\",\"o\":{\"p\":[1]},\"many\":[{\"p\":\"y\"}],\"free\":{\"k\":1},"
            "\"d\":\"2024-01-02T03:04:05\",\"maybe\":{\"p\":\"z\"},\"id\":\"i\"}");
  run_call (&run, "h", "return state.model_dump()['o']", "{\"p\":[1]}");
  run_clear (&run);
}

/* If the helper was stopped, the state is sent again. */
static void
test_after_a_kill (void)
{
  Run run;

  run_init (&run, NULL, "{\"n\":1}");
  run_call (&run, "a", "state['n'] = 2\nreturn {'k': [1]}", "{\"k\":[1]}");
  troupe_python_stop (run.fixture.python);
  run_call (&run, "b", "return [state['n'], outputs['a'], input]", "[2,{\"k\":[1]},{\"k\":[1]}]");
  run_clear (&run);
}

/* --- Functions and tools ------------------------------------------------------------------------ */

static char *
new_module (const char *name, const char *text)
{
  char *folder = g_dir_make_tmp ("troupe-python-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return folder;
}

static void
remove_module (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_unlink (path);
  g_rmdir (folder);
}

static void
test_code (void)
{
  g_autofree char *folder = new_module (
      "flow_code.py",
      "import asyncio\n"
      "def handle(self, value):\n  self.state['seen'] = value\n  return [self.name, value]\n"
      "def nothing(self):\n  return 'nothing'\n"
      "def named(self, *, a, b=2):\n  return [a, b]\n"
      "async def later(self, value):\n  await asyncio.sleep(0.01)\n  return value\n"
      "class Thing:\n  def __init__(self, value=0): self.value = value\n"
      "  def __repr__(self): return f'Thing {self.value}'\n"
      "class Holder:\n  @staticmethod\n  def static(flow, value): return value\n"
      "def broken(self, value):\n  raise LookupError('in module')\n"
      "def keywords(**rest):\n  return rest\n"
      "number = 3\n");
  TroupePythonSettings settings = { .sandbox = TROUPE_PYTHON_SANDBOX_NONE,
                                    .folder = folder,
                                    .flow_name = "CaseFlow" };
  Run run;

  run_init (&run, &settings, "{}");
  run.kind = TROUPE_PYTHON_KIND_CODE;
  set (&run.input, python_value ("[1]"));
  run_call (&run, "a", "flow_code:handle", "[\"CaseFlow\",[1]]");
  python_assert_value (run.state, "{\"seen\":[1]}");
  run_call (&run, "b", "flow_code:nothing", "\"nothing\"");
  run_call (&run, "c", "flow_code:later", "\"nothing\"");
  run_call (&run, "d", "flow_code:Thing", "\"Thing nothing\"");
  run_call (&run, "e", "flow_code:Holder.static", "\"Thing nothing\"");
  set (&run.input, python_value ("\"four\""));
  run_call (&run, "f", "builtins:len", "4");
  set (&run.arguments, python_value ("{\"a\":1}"));
  run_call (&run, "g", "flow_code:named", "[1,2]");
  g_clear_pointer (&run.arguments, troupe_value_unref);
  run_call (&run, "h", "flow_code:broken", "in module");
  run_call (&run, "i", "flow_code:number",
            "invalid do ref 'flow_code:number'; object is not callable");
  run_call (&run, "l", "flow_code:keywords", "invalid method signature");
  run_call (&run, "m", "builtins:dict", "no signature found for builtin type <class 'dict'>");
  run_call (&run, "j", "flow_code", "invalid do ref 'flow_code'; expected 'module:qualname'");
  run_call (&run, "k", "flow_code:gone", "unresolvable do ref 'flow_code:gone'");
  run_clear (&run);
  remove_module (folder, "flow_code.py");
}

/* Uses the Python of CrewAI if it is installed. */
static void
test_tool (void)
{
  g_autofree char *folder = NULL;
  TroupePythonSettings settings = { .sandbox = TROUPE_PYTHON_SANDBOX_NONE,
                                    .interpreter = "/opt/crewai/bin/python" };
  Run run;

  if (!g_file_test (settings.interpreter, G_FILE_TEST_IS_EXECUTABLE))
    {
      g_test_skip ("CrewAI is not installed in /opt/crewai");
      return;
    }
  folder =
      new_module ("flow_tool.py",
                  "from crewai.tools import BaseTool\n"
                  "class Adder(BaseTool):\n  name: str = 'adder'\n  description: str = 'adds'\n"
                  "  made: int = 0\n"
                  "  def _run(self, a: int, b: int = 1) -> int:\n"
                  "    self.made += 1\n    return a + b + 100 * self.made\n"
                  "class Other: pass\n");
  settings.folder = folder;
  run_init (&run, &settings, "{}");
  run.kind = TROUPE_PYTHON_KIND_TOOL;
  set (&run.arguments, python_value ("{\"a\":1}"));
  run_call (&run, "a", "flow_tool:Adder", "102");
  /* Each action has its own tool object. */
  run_call (&run, "a", "flow_tool:Adder", "202");
  run_call (&run, "b", "flow_tool:Adder", "102");
  run_call (&run, "c", "flow_tool:Other",
            "invalid do ref 'flow_tool:Other'; expected a subclass of "
            "crewai.tools.base_tool.BaseTool");
  run_clear (&run);
  remove_module (folder, "flow_tool.py");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tool/python/recorded", test_recorded);
  g_test_add_func ("/tool/python/state", test_state);
  g_test_add_func ("/tool/python/outputs", test_outputs);
  g_test_add_func ("/tool/python/globals-and-item", test_globals_and_item);
  g_test_add_func ("/tool/python/feedback", test_feedback);
  g_test_add_func ("/tool/python/model", test_model);
  g_test_add_func ("/tool/python/after-a-kill", test_after_a_kill);
  g_test_add_func ("/tool/python/code", test_code);
  g_test_add_func ("/tool/python/tool", test_tool);
  return g_test_run ();
}
