/* test-paste.c: new names and references of pasted methods, events, notes and groups
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "../test-time.h"
#include "flow-test.h"
#include "random-document.h"
#include "troupe-flow-document.h"
#include "troupe-flow-events.h"
#include "troupe-tree.h"

/* --- Helpers ---------------------------------------------------------------------------------- */

static TroupeFlowDocument *
open_json (const char *json)
{
  g_autoptr (GError) error = NULL;
  TroupeFlowDocument *document =
      troupe_flow_document_load_text (json, strlen (json), NULL, NULL, &error);

  g_assert_no_error (error);
  return document;
}

/* Opens a flow with these methods, in which ' means " and ` means '. */
static TroupeFlowDocument *
open_methods (const char *methods, const char *others)
{
  g_autofree char *text = g_strdup_printf ("{'name': 'F', %s 'methods': {%s}}", others, methods);
  g_autofree char *json = test_quote (text);

  return open_json (json);
}

/* Returns a value as JSON with ' for " and ` for '. (transfer full) */
static char *
get_value (TroupeFlowDocument *document, const char *path)
{
  g_auto (GStrv) keys = g_strsplit (path, " ", -1);
  JsonNode *node = troupe_json_tree_get (troupe_document_get_root (TROUPE_DOCUMENT (document)),
                                         (const char *const *) keys);
  g_autoptr (JsonNode) copy = node != NULL ? json_node_copy (node) : NULL;
  char *text = copy != NULL ? json_to_string (copy, FALSE) : g_strdup ("-");

  for (char *c = text; *c != '\0'; c++)
    *c = *c == '"' ? '\'' : *c == '\'' ? '`' : *c;
  return text;
}

static void
assert_value (TroupeFlowDocument *document, const char *path, const char *expected)
{
  g_autofree char *value = get_value (document, path);

  g_assert_cmpstr (value, ==, expected);
}

static char *
copy_all (TroupeFlowDocument *document)
{
  TroupeFlow *flow = troupe_flow_document_get_flow (document);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) names = NULL;

  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    g_strv_builder_add (builder, troupe_flow_get_method (flow, i)->name);
  names = g_strv_builder_end (builder);
  return troupe_flow_document_copy (document, (const char *const *) names, NULL, NULL);
}

static void
paste (TroupeFlowDocument *document, const char *text, gboolean keep, TroupeFlowPasted *pasted)
{
  g_autoptr (GError) error = NULL;

  troupe_flow_document_paste (document, text, 0.0, 0.0, keep, pasted, &error);
  g_assert_no_error (error);
  g_assert_false (troupe_flow_has_errors (troupe_flow_document_get_flow (document)));
}

/* --- The trigger graph ------------------------------------------------------------------------ */

/* Returns TRUE if the method is an event's source: it has the name, or emits the event. */
static gboolean
is_source (const TroupeFlowMethod *method, const char *event)
{
  gboolean complete;
  g_autoptr (GPtrArray) events = troupe_flow_method_list_events (method, &complete);
  g_autoptr (GPtrArray) results = troupe_flow_method_list_certain_results (method);

  return g_str_equal (method->name, event) ||
         g_ptr_array_find_with_equal_func (events, event, g_str_equal, NULL) ||
         (results != NULL && g_ptr_array_find_with_equal_func (results, event, g_str_equal, NULL));
}

/* Returns the number of events in the conditions of @to that @from emits. */
static guint
count_wires (const TroupeFlowMethod *from, const TroupeFlowMethod *to)
{
  const TroupeCondition *conditions[] = { to->listen, to->start_condition };
  guint n_wires = 0;

  for (guint i = 0; i < G_N_ELEMENTS (conditions); i++)
    {
      g_autoptr (GPtrArray) events =
          conditions[i] != NULL ? troupe_condition_get_events (conditions[i]) : NULL;

      for (guint k = 0; events != NULL && k < events->len; k++)
        n_wires += is_source (from, events->pdata[k]) ? 1 : 0;
    }
  return n_wires;
}

/* --- Documents of users ----------------------------------------------------------------------- */

/* A copy of the whole example decides for itself. */
static void
test_example (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("TROUPE_SOURCE_DIR"), "data", "examples",
                                            "decide-by-score.json", NULL);
  g_autoptr (TroupeFlowDocument) document = troupe_flow_document_load (path, NULL, NULL);
  g_autofree char *before = troupe_document_to_text (TROUPE_DOCUMENT (document), NULL);
  g_autofree char *text = copy_all (document);
  g_autofree char *after = NULL;
  g_auto (TroupeFlowPasted) pasted = { NULL };
  TroupeFlow *flow;

  paste (document, text, FALSE, &pasted);
  g_assert_null (pasted.notice);
  assert_value (document, "methods decide emit", "['publish','revise','reject']");
  assert_value (document, "methods decide_2 emit", "['publish_2','revise_2','reject_2']");
  assert_value (document, "methods decide_2 do expr",
                "'state.score >= 0.7 ? `publish_2` : state.score >= 0.4 ? `revise_2` : "
                "`reject_2`'");
  assert_value (document, "methods publish_piece_2 listen", "'publish_2'");
  assert_value (document, "methods publish_piece listen", "'publish'");
  flow = troupe_flow_document_get_flow (document);
  g_assert_cmpuint (count_wires (troupe_flow_find_method (flow, "decide"),
                                 troupe_flow_find_method (flow, "publish_piece_2")),
                    ==, 0);
  g_assert_cmpuint (count_wires (troupe_flow_find_method (flow, "decide_2"),
                                 troupe_flow_find_method (flow, "publish_piece")),
                    ==, 0);

  /* A third copy counts on. */
  troupe_flow_pasted_clear (&pasted);
  paste (document, text, FALSE, &pasted);
  assert_value (document, "methods decide_3 emit", "['publish_3','revise_3','reject_3']");
  g_assert_true (troupe_document_undo (TROUPE_DOCUMENT (document)));
  g_assert_true (troupe_document_undo (TROUPE_DOCUMENT (document)));
  after = troupe_document_to_text (TROUPE_DOCUMENT (document), NULL);
  g_assert_cmpstr (after, ==, before);
}

typedef struct
{
  const char *methods;
  const char *path;
  const char *expected;
} Renaming;

#define HEARD "'l': {'listen': {'or': ['go', 'no']}, 'do': {'call': 'expression', 'expr': '1'}}, "
#define START "'start': true, 'router': true, "

/* Everything that means the event is renamed, and nothing else. */
static void
test_expressions (void)
{
  static const Renaming cases[] = {
    { HEARD "'r': {" START "'do': {'call': 'expression', 'expr': '`go`'}}", "methods r_2 do expr",
      "'`go_2`'" },
    { HEARD "'r': {" START "'do': {'call': 'expression', 'expr': '  ${ (`go`) }'}}",
      "methods r_2 do expr", "'  ${ (`go_2`) }'" },
    /* A literal in a condition is data. */
    { HEARD "'r': {" START "'do': {'call': 'expression', 'expr': 'state.w == `go` ? `go` : "
            "state.w in [`no`] ? (`no`) : null'}}",
      "methods r_2 do expr", "'state.w == `go` ? `go_2` : state.w in [`no`] ? (`no_2`) : null'" },
    { HEARD "'r': {" START
            "'do': {'call': 'expression', 'expr': '{`go`: `go`, `b`: `no`}[state.w]'}}",
      "methods r_2 do expr", "'{`go`: `go_2`, `b`: `no_2`}[state.w]'" },
    { HEARD "'r': {" START "'do': {'call': 'expression', 'expr': '[`go`, `no`][1]'}}",
      "methods r_2 do expr", "'[`go_2`, `no_2`][1]'" },
    /* Other quotes and escapes. */
    { HEARD "'r': {" START "'do': {'call': 'expression', 'expr': 'true ? r`go` : `n\\\\x6f`'}}",
      "methods r_2 do expr", "'true ? \\'go_2\\' : \\'no_2\\''" },
    /* An expression that may return anything else is not changed. */
    { HEARD "'r': {" START "'emit': ['go', 'no'], 'do': {'call': 'expression', 'expr': 'state.w == "
            "1 ? `go` : state.w'}}",
      "methods r_2 do expr", "'state.w == 1 ? `go` : state.w'" },
    { HEARD "'r': {" START
            "'emit': ['go', 'no'], 'do': {'call': 'expression', 'expr': '`g` + `o`'}}",
      "methods r_2 emit", "['go','no']" },
    /* The words of a person. */
    { HEARD
      "'r': {'start': true, 'human_feedback': {'message': 'go?', 'emit': ['go', 'no'], "
      "'llm': 'openai/gpt-4o', 'default_outcome': 'no'}, 'do': {'call': 'expression', 'expr': "
      "'`go`'}}",
      "methods r_2 human_feedback",
      "{'message':'go?','emit':['go_2','no_2'],'llm':'openai/gpt-4o','default_outcome':'no_2'}" },
    { HEARD "'r': {'start': true, 'human_feedback': {'message': 'go?', 'emit': ['go', 'no'], "
            "'llm': 'openai/gpt-4o'}, 'do': {'call': 'expression', 'expr': '`go`'}}",
      "methods r_2 do expr", "'`go`'" },
    /* A router whose result is compared. */
    { HEARD "'r': {" START
            "'do': {'call': 'expression', 'expr': '`go`'}}, 'c': {'listen': 'r', 'do': "
            "{'call': 'expression', 'expr': 'outputs.r == `go` || `no` != outputs[`r`] || "
            "outputs.r in [`go`, `other`] || outputs.l == `go` || {`go`: 1}[outputs.r] == 1'}}",
      "methods c_2 do expr",
      "'outputs.r_2 == `go_2` || `no` != outputs[`r_2`] || outputs.r_2 in [`go_2`, `other`] || "
      "outputs.l_2 == `go` || {`go_2`: 1}[outputs.r_2] == 1'" },
    { HEARD
      "'r': {" START "'do': {'call': 'expression', 'expr': '`go`'}}, 'c': {'listen': 'r', 'do': "
      "{'call': 'tool', 'ref': 'm:T', 'with': {'a': ['go ${outputs.r == `go` ? 1 : 2} go']}}}",
      "methods c_2 do with a", "['go ${outputs.r_2 == `go_2` ? 1 : 2} go']" },
    /* A step of the same name hides the router. */
    { HEARD
      "'r': {" START "'do': {'call': 'expression', 'expr': '`go`'}}, 'c': {'listen': 'r', 'do': "
      "{'call': 'each', 'in': '[1]', 'do': [{'name': 'r', 'action': {'call': 'expression', "
      "'expr': '`go`'}}, {'name': 's', 'action': {'call': 'expression', 'expr': 'outputs.r == "
      "`go`'}}]}}",
      "methods c_2 do do 1 action expr", "'outputs.r == `go`'" },
    /* A method whose name is an event of another router. */
    { "'r': {" START "'do': {'call': 'expression', 'expr': '`go`'}}, 'go': {'listen': 'r', 'do': "
      "{'call': 'expression', 'expr': '1'}}, 'l': {'listen': 'go', 'do': {'call': 'expression', "
      "'expr': 'outputs.go'}}",
      "methods l_2", "{'listen':'go_2','do':{'call':'expression','expr':'outputs.go_2'}}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TroupeFlowDocument) document = open_methods (cases[i].methods, "");
      g_autofree char *text = copy_all (document);
      g_auto (TroupeFlowPasted) pasted = { NULL };

      g_test_message ("case %u", i);
      paste (document, text, FALSE, &pasted);
      assert_value (document, cases[i].path, cases[i].expected);
    }
}

/* Conditions follow the routers, and names that exist only in the copy are kept. */
static void
test_other_document (void)
{
  g_autoptr (TroupeFlowDocument) source =
      open_methods ("'r': {'start': true, 'router': true, 'emit': ['go', 'no'], 'do': {'call': "
                    "'expression', 'expr': "
                    "'true ? `go` : `no`'}}, 'a': {'listen': {'and': ['r', {'or': ['go', 'no']}]}, "
                    "'do': {'call': "
                    "'expression', 'expr': 'outputs.r'}}",
                    "");
  g_autoptr (TroupeFlowDocument) target =
      open_methods ("'x': {'start': true, 'do': {'call': 'expression', 'expr': '1'}}, 'y': "
                    "{'listen': 'go', 'do': "
                    "{'call': 'expression', 'expr': '1'}}",
                    "");
  g_autofree char *text = copy_all (source);
  g_auto (TroupeFlowPasted) pasted = { NULL };

  paste (target, text, FALSE, &pasted);
  g_assert_cmpstr (pasted.methods[0], ==, "r");
  assert_value (target, "methods r emit", "['go_2','no']");
  assert_value (target, "methods r do expr", "'true ? `go_2` : `no`'");
  assert_value (target, "methods a listen", "{'and':['r',{'or':['go_2','no']}]}");
  assert_value (target, "methods y listen", "'go'");
  g_assert_cmpstr (pasted.notice, ==, "Outputs with renamed events are used elsewhere: r in a.");
}

/* A method must not be called like an event of the document, because both share their names. */
static void
test_method_named_like_event (void)
{
  g_autoptr (TroupeFlowDocument) source =
      open_methods ("'go': {'start': true, 'do': {'call': 'expression', 'expr': '1'}}, 'b': "
                    "{'listen': 'go', 'do': "
                    "{'call': 'expression', 'expr': 'outputs.go'}}",
                    "");
  g_autoptr (TroupeFlowDocument) target =
      open_methods ("'r': {" START
                    "'do': {'call': 'expression', 'expr': '`go`'}}, 'y': {'listen': 'go', 'do': "
                    "{'call': 'expression', 'expr': '1'}}",
                    "");
  g_autofree char *text = copy_all (source);
  g_auto (TroupeFlowPasted) pasted = { NULL };

  paste (target, text, FALSE, &pasted);
  g_assert_cmpstr (pasted.methods[0], ==, "go_2");
  assert_value (target, "methods b",
                "{'listen':'go_2','do':{'call':'expression','expr':'outputs.go_2'}}");
}

/* --- References that remain ------------------------------------------------------------------- */

typedef struct
{
  const char *methods;
  const char *names; /* of the copied methods */
  gboolean keep;
  const char *path;
  const char *expected;
  const char *notice;
} Reference;

static const Reference references[] = {
  /* Code cannot be rewritten: the event keeps its name, and the user is informed. */
  { HEARD "'r': {" START "'emit': ['go', 'no'], 'do': {'call': 'script', 'code': 'return `go`'}}",
    "l r", FALSE, "methods l_2 listen", "{'or':['go','no']}",
    "Events from code or a model keep their names: go in r_2, no in r_2." },
  { HEARD "'r': {" START "'emit': ['go'], 'do': {'call': 'code', 'ref': 'm:f'}}", "r", FALSE,
    "methods r_2 emit", "['go']", "Events from code or a model keep their names: go in r_2." },
  /* One event from code and from an expression keeps its name in both. */
  { HEARD "'r': {" START "'emit': ['go'], 'do': {'call': 'code', 'ref': 'm:f'}}, 's': {" START
          "'do': {'call': 'expression', 'expr': '`go`'}}",
    "l r s", FALSE, "methods s_2 do expr", "'`go`'",
    "Events from code or a model keep their names: go in r_2, go in s_2." },
  /* Outputs of methods that were not copied. */
  { "'a': {'start': true, 'do': {'call': 'expression', 'expr': '1'}}, 'b': {'listen': 'a', 'do': "
    "{'call': 'expression', 'expr': 'outputs.a + 1'}}",
    "b", FALSE, "methods b_2", "{'do':{'call':'expression','expr':'outputs.a + 1'}}",
    "Not copied, so the original is used: a in b_2.\nWires from outside were not pasted: a in "
    "b_2." },
  { "'a': {'start': true, 'do': {'call': 'expression', 'expr': '1'}}, 'b': {'listen': 'a', 'do': "
    "{'call': 'expression', 'expr': 'outputs.a + 1'}}",
    "b", TRUE, "methods b_2", "{'listen':'a','do':{'call':'expression','expr':'outputs.a + 1'}}",
    "Not copied, so the original is used: a in b_2." },
  /* With wires, an event that another router emits, too, is awaited from both. */
  { HEARD "'r': {" START "'do': {'call': 'expression', 'expr': '`go`'}}, 's': {" START
          "'do': {'call': 'expression', 'expr': '`go`'}}",
    "l r", TRUE, "methods l_2 listen", "{'or':[{'or':['go','go_2']},'no']}",
    "Not copied, so the original is used: go in l_2." },
  { HEARD "'r': {" START "'do': {'call': 'expression', 'expr': '`go`'}}, 's': {" START
          "'do': {'call': 'expression', 'expr': '`go`'}}",
    "l r", FALSE, "methods l_2 listen", "{'or':['go_2','no']}", NULL },
  /* An event that no method emits is part of the condition, and not a wire. */
  { "'a': {'start': true, 'do': {'call': 'expression', 'expr': '1'}}, 'b': {'listen': {'and': "
    "['a', "
    "'never']}, 'do': {'call': 'expression', 'expr': '1'}}",
    "a b", FALSE, "methods b_2 listen", "{'and':['a_2','never']}", NULL },
  /* A router that may emit anything keeps its listeners. */
  { "'r': {" START "'do': {'call': 'script', 'code': 'return 1'}}, 'b': {'listen': 'some', 'do': "
    "{'call': 'expression', 'expr': '1'}}",
    "r", FALSE, "methods r_2 router", "true", NULL },
  /* Names in code. */
  { "'a': {'start': true, 'do': {'call': 'expression', 'expr': '1'}}, 'b': {'listen': 'a', 'do': "
    "{'call': 'script', 'code': 'return outputs[\\'a\\'] + outputs.b2 + a'}}",
    "a b", FALSE, "methods b_2 listen", "'a_2'",
    "Names in Python code were not changed: a in b_2." },
};

static void
test_references (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (references); i++)
    {
      const Reference *reference = &references[i];
      g_autoptr (TroupeFlowDocument) document = open_methods (reference->methods, "");
      g_auto (GStrv) names = g_strsplit (reference->names, " ", -1);
      g_autofree char *text =
          troupe_flow_document_copy (document, (const char *const *) names, NULL, NULL);
      g_auto (TroupeFlowPasted) pasted = { NULL };

      g_test_message ("case %u", i);
      paste (document, text, reference->keep, &pasted);
      assert_value (document, reference->path, reference->expected);
      g_assert_cmpstr (pasted.notice, ==, reference->notice);
    }
}

/* A listener of an unknown router is pasted with its wire, also where nothing is known of it. */
static void
test_open_router (void)
{
  g_autoptr (TroupeFlowDocument) source =
      open_methods ("'r': {" START
                    "'do': {'call': 'script', 'code': 'return 1'}}, 'b': {'listen': 'some', 'do': "
                    "{'call': 'expression', 'expr': '1'}}",
                    "");
  g_autoptr (TroupeFlowDocument) target =
      open_methods ("'r': {'start': true, 'do': {'call': 'expression', 'expr': '1'}}", "");
  g_autofree char *text = copy_all (source);
  g_auto (TroupeFlowPasted) pasted = { NULL };

  paste (target, text, FALSE, &pasted);
  assert_value (target, "methods b listen", "'some'");
  g_assert_null (pasted.notice);
}

/* What is missing in another document is named. */
static void
test_missing (void)
{
  g_autoptr (TroupeFlowDocument) source = open_methods (
      "'a': {'start': true, 'do': {'call': 'expression', 'expr': '1'}}, 'b': {'listen': 'a', 'do': "
      "{'call': 'expression', 'expr': 'outputs.a'}}",
      "");
  g_autoptr (TroupeFlowDocument) target =
      open_methods ("'x': {'start': true, 'do': {'call': 'expression', 'expr': '1'}}", "");
  const char *const names[] = { "b", NULL };
  g_autofree char *text = troupe_flow_document_copy (source, names, NULL, NULL);
  g_auto (TroupeFlowPasted) pasted = { NULL };

  paste (target, text, TRUE, &pasted);
  assert_value (target, "methods b listen", "'a'");
  g_assert_cmpstr (pasted.notice, ==, "Not copied, and missing here: a in b.");
}

/* --- State ------------------------------------------------------------------------------------ */

typedef struct
{
  const char *state; /* of the target, or "" */
  const char *expr;  /* of the target's method */
  const char *expected;
  const char *notice;
} Fields;

static const Fields fields[] = {
  { "", "1",
    "{'type':'json_schema','json_schema':{'type':'object','properties':{'score':{'type':'number',"
    "'default':0.5},'title':{'type':'string','title':'T'}}}}",
    "Fields added to the state: score, title." },
  { "'state': {'type': 'json_schema', 'json_schema': {'type': 'object', 'properties': {'score': "
    "{'type': 'integer'}}}},",
    "state.score",
    "{'type':'json_schema','json_schema':{'type':'object','properties':{'score':{'type':'integer'},"
    "'title':{'type':'string','title':'T'}}}}",
    "Fields added to the state: title." },
  { "'state': {'type': 'dict', 'default': {'n': 1}},", "state.n",
    "{'type':'dict','default':{'n':1,'score':0.5}}",
    "Fields added to the state: score.\nFields that the state does not have: title in a." },
  /* A state that was not declared accepts every input, and must go on doing so. */
  { "", "state.other", "-", "Fields that the state does not have: score in a, title in a." },
  { "'state': {'type': 'pydantic', 'ref': 'm:C'},", "1", "{'type':'pydantic','ref':'m:C'}",
    "Fields that the state does not have: score in a, title in a." },
};

static void
test_state (void)
{
  g_autoptr (TroupeFlowDocument) source = open_methods (
      "'a': {'start': true, 'do': {'call': 'expression', 'expr': 'state.title + state[`title`] + "
      "string(state.score) + state.id'}}, 'b': {'listen': 'a', 'do': {'call': 'expression', "
      "'expr': "
      "'state.unused'}}",
      "'state': {'type': 'json_schema', 'json_schema': {'type': 'object', 'properties': {'title': "
      "{'type': 'string', 'title': 'T'}, 'score': {'type': 'number'}, 'unused': {'type': "
      "'string'}}, "
      "'required': ['title']}, 'default': {'score': 0.5}},");
  const char *const names[] = { "a", NULL };
  g_autofree char *text = troupe_flow_document_copy (source, names, NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    {
      g_autofree char *method =
          g_strdup_printf ("'x': {'start': true, 'do': {'call': 'expression', 'expr': '%s'}}",
                           fields[i].expr);
      g_autoptr (TroupeFlowDocument) target = open_methods (method, fields[i].state);
      g_autofree char *before = troupe_document_to_text (TROUPE_DOCUMENT (target), NULL);
      g_autofree char *after = NULL;
      g_auto (TroupeFlowPasted) pasted = { NULL };

      g_test_message ("case %u", i);
      paste (target, text, FALSE, &pasted);
      assert_value (target, "state", fields[i].expected);
      g_assert_cmpstr (pasted.notice, ==, fields[i].notice);
      g_assert_true (troupe_document_undo (TROUPE_DOCUMENT (target)));
      after = troupe_document_to_text (TROUPE_DOCUMENT (target), NULL);
      g_assert_cmpstr (after, ==, before);
    }
}

/* --- Layout ----------------------------------------------------------------------------------- */

static const char drawn[] =
    "{'name': 'F', 'methods': {'r': {'start': true, 'router': true, 'do': {'call': 'expression', "
    "'expr': '`go`'}}, 'a': {'listen': 'r', 'do': {'call': 'expression', 'expr': '1'}}, 'b': "
    "{'listen': {'and': ['a', 'go']}, 'do': {'call': 'expression', 'expr': '1'}}}, 'x-troupe': "
    "{'positions': {'r': [10, 20], 'a': [110, 20], 'b': [210, 20]}, 'gates': {'b/': [180, 30]}, "
    "'bends': {'r>a#0': [[50, 60]], 'a>b/#0': [[70, 80]], 'go>b/#1@r': [[90, 100], [95, 105]], "
    "'b/>b#0': [[1, 2]]}, 'groups': [{'id': 'group', 'title': 'G', 'methods': ['r', 'a'], "
    "'colour': "
    "'red', 'extra': 1}, {'id': 'group_2', 'title': 'H', 'methods': [], 'x': 300, 'y': 20, "
    "'width': "
    "90, 'height': 80}], 'notes': [{'id': 'note', 'text': 'hello', 'x': 10, 'y': 0, 'width': 200, "
    "'height': 40, 'more': true}, {'id': 'note_2', 'text': 'other', 'x': 0, 'y': 0, 'width': 10, "
    "'height': 10}]}}";

static void
test_layout (void)
{
  g_autofree char *json = test_quote (drawn);
  g_autoptr (TroupeFlowDocument) document = open_json (json);
  const char *const names[] = { "r", "a", "b", NULL };
  const char *const notes[] = { "note", NULL };
  const char *const groups[] = { "group_2", NULL };
  g_autofree char *text = troupe_flow_document_copy (document, names, notes, groups);
  g_auto (TroupeFlowPasted) pasted = { NULL };

  troupe_flow_document_paste (document, text, 1010.0, 0.0, FALSE, &pasted, NULL);
  g_assert_cmpstr (pasted.notes[0], ==, "note_3");
  g_assert_null (pasted.notes[1]);
  g_assert_cmpstr (pasted.groups[0], ==, "group_3");
  g_assert_cmpstr (pasted.groups[1], ==, "group_4");
  assert_value (document, "x-troupe positions b_2", "[1210,20]");
  assert_value (document, "x-troupe gates", "{'b/':[180,30],'b_2/':[1180,30]}");
  assert_value (document, "x-troupe bends",
                "{'r>a#0':[[50,60]],'a>b/#0':[[70,80]],'go>b/#1@r':[[90,100],[95,105]],'b/>b#0':"
                "[[1,2]],'r_2>a_2#0':[[1050,60]],'a_2>b_2/#0':[[1070,80]],'go_2>b_2/#1@r_2':"
                "[[1090,100],[1095,105]],'b_2/>b_2#0':[[1001,2]]}");
  assert_value (document, "x-troupe groups 2",
                "{'id':'group_3','title':'G','methods':['r_2','a_2'],'colour':'red','extra':1}");
  assert_value (document, "x-troupe groups 3",
                "{'id':'group_4','title':'H','methods':[],'x':1300,'y':20,'width':90,'height':80}");
  assert_value (
      document, "x-troupe notes 2",
      "{'id':'note_3','text':'hello','x':1010,'y':0,'width':200,'height':40,'more':true}");
  troupe_flow_document_move_pasted (document, &pasted, -10.0, 5.0, "Move");
  assert_value (document, "x-troupe positions b_2", "[1200,25]");
  assert_value (document, "x-troupe bends go_2>b_2/#1@r_2", "[[1080,105],[1085,110]]");
  assert_value (document, "x-troupe bends go>b/#1@r", "[[90,100],[95,105]]");
  assert_value (document, "x-troupe notes 2 y", "5");
  assert_value (document, "x-troupe notes 0 y", "0");
}

/* After cutting everything nothing is left, and pasting restores the same document. */
static void
test_cut (void)
{
  g_autofree char *json = test_quote (drawn);
  g_autoptr (TroupeFlowDocument) document = open_json (json);
  const char *const names[] = { "r", "a", "b", NULL };
  const char *const notes[] = { "note", "note_2", NULL };
  const char *const groups[] = { "group", "group_2", NULL };
  g_autofree char *text = troupe_flow_document_copy (document, names, notes, groups);
  g_autofree char *methods = get_value (document, "methods");
  g_autofree char *layout = get_value (document, "x-troupe");
  g_auto (TroupeFlowPasted) pasted = { NULL };

  g_assert_true (troupe_flow_document_remove_methods (document, names, FALSE, NULL));
  g_assert_true (troupe_document_remove_note (TROUPE_DOCUMENT (document), "note"));
  g_assert_true (troupe_document_remove_note (TROUPE_DOCUMENT (document), "note_2"));
  for (guint i = 0; i < 2; i++)
    {
      const char *const path[] = { "x-troupe", "groups", "0", NULL };

      g_assert_true (
          troupe_document_set (TROUPE_DOCUMENT (document), path, NULL, "Ungroup", NULL, NULL));
    }
  assert_value (document, "methods", "{}");
  assert_value (document, "x-troupe bends", "{}");
  paste (document, text, FALSE, &pasted);
  g_assert_null (pasted.notice);
  assert_value (document, "methods", methods);
  assert_value (document, "x-troupe", layout);
}

/* Notes are pasted without methods, too. */
static void
test_notes (void)
{
  g_autofree char *json = test_quote (drawn);
  g_autoptr (TroupeFlowDocument) document = open_json (json);
  const char *const none[] = { NULL };
  const char *const notes[] = { "note_2", NULL };
  g_autofree char *text = troupe_flow_document_copy (document, none, notes, NULL);
  g_autofree char *normal = troupe_flow_methods_from_text (text);
  g_autofree char *methods = get_value (document, "methods");
  g_auto (TroupeFlowPasted) pasted = { NULL };

  g_assert_nonnull (normal);
  paste (document, normal, FALSE, &pasted);
  g_assert_null (pasted.methods[0]);
  g_assert_cmpstr (pasted.notes[0], ==, "note_3");
  assert_value (document, "methods", methods);
  assert_value (document, "x-troupe notes 2 text", "'other'");
}

/* --- Any flow --------------------------------------------------------------------------------- */

/* Returns a document with random routers, events, comparisons and conditions. */
static TroupeFlowDocument *
make_flow (GRand *random)
{
  static const char *const events[] = { "go", "no", "some words", "m1", "m3", "go_2" };
  guint n_methods = (guint) g_rand_int_range (random, 1, 9);
  g_autoptr (GString) text = g_string_new (NULL);

#define EVENT events[g_rand_int_range (random, 0, G_N_ELEMENTS (events))]
#define METHOD g_rand_int_range (random, 0, (gint32) n_methods + 1)
  for (guint i = 0; i < n_methods; i++)
    {
      int kind = g_rand_int_range (random, 0, 6);
      int shape = g_rand_int_range (random, 0, 5);
      int one = METHOD, other = METHOD;

      g_string_append_printf (text, "%s'm%u': {", i > 0 ? ", " : "", i);
      if (i == 0 || shape == 0)
        g_string_append (text, "'start': true");
      else if (shape == 1 && one != (int) i)
        g_string_append_printf (text, "'listen': 'm%d'", one);
      else if (shape < 4 && !g_str_equal (EVENT, "m1"))
        g_string_append_printf (text, "'listen': {'%s': ['go', {'%s': ['no', 'some words']}]}",
                                shape == 2 ? "or" : "and", shape == 3 ? "or" : "and");
      else if (one != (int) i && other != (int) i)
        g_string_append_printf (text, "'listen': {'and': ['m%d', {'or': ['m%d', 'go']}]}", one,
                                other);
      else
        g_string_append (text, "'start': 'no'");
      if (kind < 2)
        g_string_append_printf (
            text,
            ", 'router': true, 'do': {'call': 'expression', 'expr': 'has(outputs."
            "m%d) ? `%s` : outputs.m%d == `%s` ? (`%s`) : `x`'}}",
            one, EVENT, other, EVENT, EVENT);
      else if (kind == 2)
        g_string_append_printf (text,
                                ", 'router': true, 'emit': ['%s', 'y'], 'do': {'call': 'script', "
                                "'code': 'return 1'}}",
                                EVENT);
      else if (kind == 3)
        g_string_append_printf (text,
                                ", 'human_feedback': {'message': 'm', 'emit': ['%s', 'z'], 'llm': "
                                "'openai/x'}, 'do': {'call': 'expression', 'expr': '1'}}",
                                EVENT);
      else
        g_string_append_printf (text, ", 'do': {'call': 'expression', 'expr': 'outputs.m%d'}}",
                                one);
    }
#undef EVENT
#undef METHOD
  return open_methods (text->str, "");
}

static gboolean
is_code (const TroupeFlowMethod *method)
{
  return method->router && method->action->type == TROUPE_ACTION_SCRIPT && method->feedback == NULL;
}

/* Returns TRUE if code among the copied methods emits an event of the condition of @to. */
static gboolean
hears_code (TroupeFlow *flow, char **copied, const TroupeFlowMethod *to)
{
  for (guint i = 0; copied[i] != NULL; i++)
    {
      const TroupeFlowMethod *method = troupe_flow_find_method (flow, copied[i]);

      if (is_code (method) && count_wires (method, to) > 0)
        return TRUE;
    }
  return FALSE;
}

/* Returns TRUE if a method that was not copied emits an event of the condition of @to. */
static gboolean
hears_others (TroupeFlow *flow, char **copied, const TroupeFlowMethod *to)
{
  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (flow, i);

      if (!g_strv_contains ((const char *const *) copied, method->name) &&
          count_wires (method, to) > 0)
        return TRUE;
    }
  return FALSE;
}

static void
check_graph (TroupeFlow *before, TroupeFlow *after, char **copied, char **pasted, gboolean keep)
{
  guint n_before = troupe_flow_get_n_methods (before);

  /* The graph of the original is unchanged. */
  for (guint i = 0; i < n_before; i++)
    for (guint k = 0; k < n_before; k++)
      g_assert_cmpuint (
          count_wires (troupe_flow_get_method (before, i), troupe_flow_get_method (before, k)), ==,
          count_wires (troupe_flow_get_method (after, i), troupe_flow_get_method (after, k)));
  for (guint i = 0; copied[i] != NULL; i++)
    {
      const TroupeFlowMethod *original = troupe_flow_find_method (before, copied[i]);
      const TroupeFlowMethod *copy = troupe_flow_find_method (after, pasted[i]);

      /* The graph of the copy is that of what was copied. */
      for (guint k = 0; copied[k] != NULL; k++)
        g_assert_cmpint (count_wires (original, troupe_flow_find_method (before, copied[k])) > 0,
                         ==, count_wires (copy, troupe_flow_find_method (after, pasted[k])) > 0);
      /* Only events from code lead from one to the other. */
      for (guint k = 0; k < n_before; k++)
        {
          const TroupeFlowMethod *other = troupe_flow_get_method (after, k);

          if (count_wires (copy, other) > 0)
            g_assert_true (hears_code (before, copied, other));
          if (!keep && count_wires (other, copy) > 0)
            g_assert_true (hears_code (before, copied, original));
          if (keep && count_wires (other, copy) > 0 && !hears_code (before, copied, original))
            g_assert_true (hears_others (before, copied, original));
        }
    }
}

static void
test_any (void)
{
  g_autoptr (GRand) random = random_new ();

  for (guint round = 0; round < TEST_SAMPLE (3000); round++)
    {
      g_autoptr (TroupeFlowDocument) document = make_flow (random);
      g_autoptr (TroupeFlow) before = troupe_flow_ref (troupe_flow_document_get_flow (document));
      g_autofree char *old_text = troupe_document_to_text (TROUPE_DOCUMENT (document), NULL);
      g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
      gboolean keep = g_rand_boolean (random);
      g_auto (TroupeFlowPasted) pasted = { NULL };
      g_auto (GStrv) copied = NULL;
      g_autofree char *text = NULL, *new_text = NULL;

      for (guint i = 0; i < troupe_flow_get_n_methods (before); i++)
        if (i == 0 || g_rand_boolean (random))
          g_strv_builder_add (builder, troupe_flow_get_method (before, i)->name);
      copied = g_strv_builder_end (builder);
      text = troupe_flow_document_copy (document, (const char *const *) copied, NULL, NULL);
      g_test_message ("round %u: %s", round, old_text);
      paste (document, text, keep, &pasted);
      check_graph (before, troupe_flow_document_get_flow (document), copied, pasted.methods, keep);
      g_assert_true (troupe_document_undo (TROUPE_DOCUMENT (document)));
      new_text = troupe_document_to_text (TROUPE_DOCUMENT (document), NULL);
      g_assert_cmpstr (new_text, ==, old_text);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/flow/paste/example", test_example);
  g_test_add_func ("/flow/paste/expressions", test_expressions);
  g_test_add_func ("/flow/paste/other-document", test_other_document);
  g_test_add_func ("/flow/paste/method-named-like-event", test_method_named_like_event);
  g_test_add_func ("/flow/paste/references", test_references);
  g_test_add_func ("/flow/paste/open-router", test_open_router);
  g_test_add_func ("/flow/paste/missing", test_missing);
  g_test_add_func ("/flow/paste/state", test_state);
  g_test_add_func ("/flow/paste/layout", test_layout);
  g_test_add_func ("/flow/paste/cut", test_cut);
  g_test_add_func ("/flow/paste/notes", test_notes);
  g_test_add_func ("/flow/paste/any", test_any);
  return g_test_run ();
}
