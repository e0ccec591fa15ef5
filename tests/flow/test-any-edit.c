/* test-any-edit.c: random edits of flows, after which the document is valid and undo restores every
 * byte
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "flow-test.h"
#include "random-document.h"
#include "troupe-flow-document.h"

/* The number of rounds is lower with sanitizers, because they track the origin of every
 * allocation, which is slow. */
#ifdef __SANITIZE_ADDRESS__
#  define N_ROUNDS 1
#  define N_LONG 200
#else
#  define N_ROUNDS 10
#  define N_LONG 900
#endif

static const char *const words[] = { "good", "bad", "x", "judge", "fetch", "m1", "m2", "a b" };
static const char *const gates[] = { NULL, "", "0", "1", "1.0", "2" };

typedef struct
{
  TroupeFlowDocument *document;
  GRand *random;
  const char *word;
  const char *gate;
  char *name;
  char *other;
  gboolean flag;
} Edit;

static const char *
pick_method (TroupeFlowDocument *document, GRand *random)
{
  TroupeFlow *flow = troupe_flow_document_get_flow (document);
  guint n_methods = troupe_flow_get_n_methods (flow);

  return n_methods == 0
             ? "nobody"
             : troupe_flow_get_method (flow, g_rand_int_range (random, 0, (gint32) n_methods))
                   ->name;
}

/* --- Kinds of edits --------------------------------------------------------------------------- */

static void
add_method (Edit *self)
{
  g_free (troupe_flow_document_add_method (
      self->document, self->flag ? NULL : self->word,
      (TroupeActionType) g_rand_int_range (self->random, 0, TROUPE_ACTION_N_TYPES), NULL));
}

static void
remove_methods (Edit *self)
{
  const char *const both[] = { self->name, self->other, NULL };

  troupe_flow_document_remove_methods (self->document, both, self->flag, NULL);
}

static void
rename_method (Edit *self)
{
  troupe_flow_document_rename_method (self->document, self->name, self->word, NULL);
}

static void
connect_methods (Edit *self)
{
  troupe_flow_document_connect (self->document, self->flag ? self->other : self->word, self->name,
                                self->gate, g_rand_boolean (self->random), NULL);
}

static void
disconnect_methods (Edit *self)
{
  troupe_flow_document_disconnect (self->document, self->flag ? self->other : self->word,
                                   self->name, self->gate, NULL);
}

static void
toggle_gate (Edit *self)
{
  troupe_flow_document_toggle_gate (self->document, self->name, self->gate, NULL);
}

static void
set_condition (Edit *self)
{
  g_autofree char *text = g_strdup_printf ("{\"or\": [\"%s\", {\"and\": [\"%s\", \"%s\"]}]}",
                                           self->other, self->word, self->name);
  g_autofree char *simple = g_strdup_printf ("{\"and\": [\"%s\", \"%s\"]}", self->word, words[0]);
  g_autoptr (JsonNode) condition = test_read (self->flag ? text : simple, NULL);

  troupe_flow_document_set_condition (self->document, self->name,
                                      self->gate != NULL ? condition : NULL, NULL);
}

static void
set_action_type (Edit *self)
{
  troupe_flow_document_set_action_type (
      self->document, self->name,
      (TroupeActionType) g_rand_int_range (self->random, 0, TROUPE_ACTION_N_TYPES), NULL);
}

static void
set_start (Edit *self)
{
  troupe_flow_document_set_start (self->document, self->name, self->flag, NULL);
}

static void
set_router (Edit *self)
{
  troupe_flow_document_set_router (self->document, self->name, self->flag, NULL);
}

static void
set_emit (Edit *self)
{
  const char *const events[] = { self->word, "y", NULL };

  troupe_flow_document_set_emit (self->document, self->name, self->flag ? events : NULL, NULL);
}

static void
rename_event (Edit *self)
{
  troupe_flow_document_rename_event (self->document, self->name, self->word, "z", NULL);
}

/* Sets a key that accepts any value. */
static void
set_value (Edit *self)
{
  const char *paths[][4] = { { "x-note", self->word, NULL },
                             { "description", NULL },
                             { "methods", self->name, "description", NULL },
                             { "methods", self->name, "x-unknown", NULL } };
  guint n_paths = g_str_equal (self->name, "nobody") ? 2 : G_N_ELEMENTS (paths);
  g_autoptr (JsonNode) value = troupe_json_node_new_string (self->other);

  troupe_document_set (TROUPE_DOCUMENT (self->document),
                       paths[g_rand_int_range (self->random, 0, (gint32) n_paths)],
                       self->flag ? value : NULL, "Set", NULL, NULL);
}

static void
repair (Edit *self)
{
  GPtrArray *problems = troupe_document_get_problems (TROUPE_DOCUMENT (self->document));
  g_autoptr (TroupeProblem) problem = NULL;

  if (problems->len == 0)
    return;
  problem = troupe_problem_ref (
      problems->pdata[g_rand_int_range (self->random, 0, (gint32) problems->len)]);
  troupe_flow_document_apply_fix (self->document, problem, NULL);
}

static void
move_nodes (Edit *self)
{
  TroupePosition positions[] = { { self->name, g_rand_double_range (self->random, -500, 500), 3.0 },
                                 { "judge/0.1", 1.0, -2.5 } };

  troupe_document_set_positions (TROUPE_DOCUMENT (self->document), positions, self->flag ? 2 : 1,
                                 NULL);
}

static void
change_notes (Edit *self)
{
  g_autofree char *note = NULL;

  troupe_document_begin_edit (TROUPE_DOCUMENT (self->document), "Notes");
  note = troupe_document_add_note (TROUPE_DOCUMENT (self->document), self->word, 1.0, 2.0);
  troupe_document_set_note (TROUPE_DOCUMENT (self->document), self->flag ? "note" : note,
                            "one\ntwo", 3.0, 4.0, 50.0, 60.0);
  if (self->gate == NULL)
    troupe_document_remove_note (TROUPE_DOCUMENT (self->document), "note");
  troupe_document_end_edit (TROUPE_DOCUMENT (self->document));
}

static void
copy_and_paste (Edit *self)
{
  const char *const both[] = { self->name, self->other, NULL };
  g_autofree char *text = troupe_flow_document_copy (self->document, both, NULL, NULL);
  g_auto (TroupeFlowPasted) pasted = { NULL };

  troupe_flow_document_paste (self->document, text, 0.0, 0.0, self->flag, &pasted, NULL);
}

static void
edit_twice (Edit *self)
{
  troupe_document_begin_edit (TROUPE_DOCUMENT (self->document), "Both");
  rename_method (self);
  connect_methods (self);
  troupe_document_end_edit (TROUPE_DOCUMENT (self->document));
}

static void
go_back_or_on (Edit *self)
{
  if (self->flag)
    troupe_document_undo (TROUPE_DOCUMENT (self->document));
  else
    troupe_document_redo (TROUPE_DOCUMENT (self->document));
}

static void (*const edits[]) (Edit *self) = {
  add_method,      add_method,      remove_methods,  rename_method,      rename_method,
  connect_methods, connect_methods, connect_methods, disconnect_methods, toggle_gate,
  set_condition,   set_action_type, set_start,       set_router,         set_emit,
  rename_event,    set_value,       repair,          move_nodes,         change_notes,
  copy_and_paste,  edit_twice,      go_back_or_on,   go_back_or_on,
};

/* --- Sequences of edits ----------------------------------------------------------------------- */

static void
edit_anything (TroupeFlowDocument *document, GRand *random)
{
  Edit edit = {
    .document = document,
    .random = random,
    .word = words[g_rand_int_range (random, 0, G_N_ELEMENTS (words))],
    .gate = gates[g_rand_int_range (random, 0, G_N_ELEMENTS (gates))],
    .name = g_strdup (pick_method (document, random)),
    .other = g_strdup (pick_method (document, random)),
    .flag = g_rand_boolean (random),
  };

  edits[g_rand_int_range (random, 0, G_N_ELEMENTS (edits))](&edit);
  g_free (edit.name);
  g_free (edit.other);
}

static void
assert_text (TroupeFlowDocument *document, const char *expected)
{
  g_autofree char *text = troupe_document_to_text (TROUPE_DOCUMENT (document), NULL);

  g_assert_cmpstr (text, ==, expected);
}

/* Asserts that the saved text loads and equals the document in memory. */
static void
assert_loads (TroupeFlowDocument *document, const char *text, const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeFlowDocument) back =
      troupe_flow_document_load_text (text, strlen (text), name, NULL, &error);

  g_assert_no_error (error);
  g_assert_true (troupe_json_node_equal (troupe_document_get_root (TROUPE_DOCUMENT (back)),
                                         troupe_document_get_root (TROUPE_DOCUMENT (document))));
  g_assert_cmpint (troupe_document_get_format (TROUPE_DOCUMENT (back)), ==,
                   troupe_document_get_format (TROUPE_DOCUMENT (document)));
}

static void
edit_and_go_back (const char *text, const char *name, guint n_edits, GRand *random)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeFlowDocument) document =
      troupe_flow_document_load_text (text, strlen (text), name, NULL, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < n_edits; i++)
    {
      JsonNode *root = troupe_document_get_root (TROUPE_DOCUMENT (document));
      g_autofree char *after = NULL;
      gboolean can_redo;

      edit_anything (document, random);
      if (troupe_flow_has_errors (troupe_flow_document_get_flow (document)))
        {
          g_autofree char *label = NULL;

          g_object_get (document, "undo-label", &label, NULL);
          g_error ("“%s” leaves a document that does not load", label);
        }
      after = troupe_document_to_text (TROUPE_DOCUMENT (document), NULL);
      assert_loads (document, after, name);
      g_object_get (document, "can-redo", &can_redo, NULL);
      if (!can_redo && root != troupe_document_get_root (TROUPE_DOCUMENT (document)) &&
          i % 4 == 0 && troupe_document_undo (TROUPE_DOCUMENT (document)))
        {
          g_autofree char *undone = troupe_document_to_text (TROUPE_DOCUMENT (document), NULL);

          assert_loads (document, undone, name);
          g_assert_true (troupe_document_redo (TROUPE_DOCUMENT (document)));
          assert_text (document, after);
        }
    }
  while (troupe_document_undo (TROUPE_DOCUMENT (document)))
    ;
  assert_text (document, text);
  g_assert_false (troupe_document_is_modified (TROUPE_DOCUMENT (document)));
  while (troupe_document_redo (TROUPE_DOCUMENT (document)))
    ;
  g_assert_false (troupe_flow_has_errors (troupe_flow_document_get_flow (document)));
}

/* Two handwritten flows with details that an editor must preserve. In the first flow, ' means ". */
static const char json_sample[] =
    "{\n"
    "  'schema': 'crewai.flow/v1',\n"
    "  'name': 'Sample', // kept\n"
    "  'other': [1,   2],\n"
    "  'methods': {\n"
    "    'fetch': { 'start': true, 'do': {'call': 'expression', 'expr': 'state.topic'} },\n"
    "    'judge': {\n"
    "      'listen': 'fetch',\n"
    "      'router': true,\n"
    "      'emit': ['good', 'bad'],\n"
    "      'do': {'call': 'expression', 'expr': 'outputs.fetch == `good` ? `good` : `bad`'}\n"
    "    },\n"
    "    'm1': {\n"
    "      'listen': {'and': ['fetch', {'or': ['good', 'm2']}]},\n"
    "      'do': {'call': 'tool', 'ref': 'a:B', 'with': {'q': 'x ${outputs.fetch}'}}\n"
    "    },\n"
    "    'm2': {\n"
    "      'listen': 'bad',\n"
    "      'do': {'call': 'each', 'in': 'outputs.fetch', 'do': [\n"
    "        {'name': 'one', 'action': {'call': 'expression', 'expr': 'outputs.fetch'}}]}\n"
    "    }\n"
    "  },\n"
    "  'x-troupe': {'positions': {'fetch': [0, 0]}, 'gates': {'m1/': [300, 8]}, 'groups': [{'id': "
    "'g', 'methods': ['fetch', 'm2']}]}\n"
    "}\n";

static const char yaml_sample[] = "# what it does\n"
                                  "name: Sample  # a name\n"
                                  "shared: &act\n"
                                  "  call: expression\n"
                                  "  expr: \"'x'\"\n"
                                  "methods:\n"
                                  "  # the first\n"
                                  "  fetch:\n"
                                  "    start: yes\n"
                                  "    do: *act\n"
                                  "\n"
                                  "  judge:\n"
                                  "    listen: fetch\n"
                                  "    router: true\n"
                                  "    emit: [good, bad]\n"
                                  "    do:\n"
                                  "      <<: *act\n"
                                  "      expr: >-\n"
                                  "        outputs.fetch == 'x' ?\n"
                                  "        'good' : 'bad'\n"
                                  "  m1: {listen: {or: [good, {and: [fetch, bad]}]}, do: {call: "
                                  "expression, expr: \"1\"}}  # side\n"
                                  "  m2:\n"
                                  "    listen:\n"
                                  "      or:\n"
                                  "      - good\n"
                                  "      - m1 # that one\n"
                                  "    do:\n"
                                  "      call: expression\n"
                                  "      expr: |\n"
                                  "        outputs['fetch'] +\n"
                                  "        'y'\n"
                                  "# the end\n";

static void
test_samples (void)
{
  g_autoptr (GRand) random = random_new ();
  g_autofree char *json = test_quote (json_sample);

  for (guint i = 0; i < N_ROUNDS; i++)
    {
      edit_and_go_back (json, "sample.json", 100, random);
      edit_and_go_back (yaml_sample, "sample.yaml", 100, random);
    }
  edit_and_go_back (json, "sample.json", N_LONG, random);
}

static void
test_random (void)
{
  g_autoptr (GRand) random = random_new ();

  for (guint i = 0; i < 10 * N_ROUNDS; i++)
    {
      g_autoptr (JsonNode) tree = random_flow (random, TRUE);
      g_autofree char *json = random_write_json (random, tree, TRUE);
      g_autofree char *yaml = random_write_yaml (random, tree);

      edit_and_go_back (json, "random.jsonc", 10, random);
      edit_and_go_back (yaml, "random.yaml", 10, random);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/flow/any-edit/samples", test_samples);
  g_test_add_func ("/flow/any-edit/random", test_random);
  return g_test_run ();
}
