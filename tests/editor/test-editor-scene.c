/* test-editor-scene.c: cards, ports, wires and gates of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "editor-test.h"
#include "troupe-scene-builder.h"

#define SCENE_FLOW                                                                                 \
  "{\n  \"schema\": \"crewai.flow/v1\",\n  \"name\": \"t\",\n  \"methods\": {\n"                   \
  "    \"begin\": { \"start\": true, \"do\": { \"call\": \"tool\", \"ref\": \"m:T\" } },\n"        \
  "    \"decide\": { \"description\": \"Left or right\", \"listen\": \"begin\","                   \
  " \"router\": true, \"emit\": [\"left\", \"right\"],"                                            \
  " \"do\": { \"call\": \"expression\", \"expr\": \"'left'\" } },\n"                               \
  "    \"ask\": { \"listen\": \"left\", \"human_feedback\": { \"message\": \"?\","                 \
  " \"emit\": [\"yes\", \"no\"], \"default_outcome\": \"yes\" },"                                  \
  " \"do\": { \"call\": \"expression\", \"expr\": \"1\" } },\n"                                    \
  "    \"again\": { \"start\": \"no\", \"do\": { \"call\": \"script\", \"code\": \"return 1\" } "  \
  "},\n"                                                                                           \
  "    \"crew\": { \"listen\": { \"and\": [\"begin\", \"right\"] },"                               \
  " \"do\": { \"call\": \"crew\", \"from_declaration\": \"crews/a\" } },\n"                        \
  "    \"agent\": { \"listen\": { \"or\": [{ \"and\": [\"yes\", \"crew\"] }, \"again\"] },"        \
  " \"do\": { \"call\": \"agent\", \"with\": { \"role\": \"R\", \"goal\": \"G\","                  \
  " \"backstory\": \"B\", \"llm\": \"mock/echo\", \"input\": \"hi\" } } },\n"                      \
  "    \"lost\": { \"listen\": \"nobody\", \"do\": { \"call\": \"expression\","                    \
  " \"expr\": \"outputs.begn\" } }\n  },\n"                                                        \
  "  \"x-troupe\": {\n    \"positions\": { \"begin\": [40, 80], \"decide\": [320, 80] },\n"        \
  "    \"notes\": [{ \"id\": \"n\", \"text\": \"Title\\nBody\", \"x\": 8, \"y\": 16,"              \
  " \"width\": 200, \"height\": 80 }],\n"                                                          \
  "    \"groups\": [{ \"id\": \"g\", \"title\": \"Group\", \"colour\": \"green\","                 \
  " \"methods\": [\"crew\", \"agent\"] }]\n  }\n}\n"

static void
test_roles (EditorTest *test, gconstpointer data)
{
  static const struct
  {
    const char *name;
    TroupeCanvasRole role;
    gboolean has_input;
    gboolean openable;
    const char *icon_name;
  } cards[] = {
    { "begin", TROUPE_CANVAS_ROLE_START, FALSE, FALSE, "troupe-tool-symbolic" },
    { "decide", TROUPE_CANVAS_ROLE_ROUTER, TRUE, FALSE, "troupe-expression-symbolic" },
    { "ask", TROUPE_CANVAS_ROLE_ROUTER, TRUE, FALSE, "troupe-human-symbolic" },
    { "again", TROUPE_CANVAS_ROLE_START, TRUE, FALSE, "troupe-script-symbolic" },
    { "crew", TROUPE_CANVAS_ROLE_LISTENER, TRUE, TRUE, "troupe-crew-symbolic" },
    { "agent", TROUPE_CANVAS_ROLE_LISTENER, TRUE, FALSE, "troupe-agent-symbolic" },
    { "lost", TROUPE_CANVAS_ROLE_LISTENER, TRUE, FALSE, "troupe-expression-symbolic" },
  };

  g_assert_cmpuint (troupe_canvas_scene_get_n_nodes (test->scene), ==, G_N_ELEMENTS (cards));
  for (guint i = 0; i < G_N_ELEMENTS (cards); i++)
    {
      const TroupeCanvasNode *node = troupe_canvas_scene_get_node (test->scene, cards[i].name);

      g_test_message ("%s", cards[i].name);
      g_assert_nonnull (node);
      g_assert_cmpint (node->role, ==, cards[i].role);
      g_assert_cmpint (node->has_input, ==, cards[i].has_input);
      /* Only a crew can be opened, and only the card of a crew shows this. */
      g_assert_cmpint (node->openable, ==, cards[i].openable);
      g_assert_cmpstr (node->icon_name, ==, cards[i].icon_name);
      g_assert_cmpstr (node->title, ==, cards[i].name);
      /* The port in the header has the name of the method. */
      g_assert_cmpstr (node->output, ==, cards[i].name);
      g_assert_nonnull (node->accessible_label);
      g_assert_true (g_str_has_prefix (node->accessible_label, cards[i].name));
    }
  g_assert_cmpstr (troupe_canvas_scene_get_node (test->scene, "decide")->tooltip, ==,
                   "Left or right");
  /* The whole expression, which the card shortens. */
  g_assert_cmpstr (troupe_canvas_scene_get_node (test->scene, "lost")->tooltip, ==,
                   "lost\noutputs.begn");
  g_assert_null (troupe_canvas_scene_get_node (test->scene, "begin")->tooltip);
}

static void
test_events (EditorTest *test, gconstpointer data)
{
  const TroupeCanvasNode *node = troupe_canvas_scene_get_node (test->scene, "decide");
  g_autofree char *joined = g_strjoinv (",", (char **) node->events);

  g_assert_cmpstr (joined, ==, "left,right");
  g_clear_pointer (&joined, g_free);
  joined = g_strjoinv (",", (char **) troupe_canvas_scene_get_node (test->scene, "ask")->events);
  g_assert_cmpstr (joined, ==, "yes,no");
  node = troupe_canvas_scene_get_node (test->scene, "crew");
  g_assert_true (node->events == NULL || node->events[0] == NULL);
}

static int
compare_lines (gconstpointer first, gconstpointer second)
{
  return strcmp (*(const char *const *) first, *(const char *const *) second);
}

/* Returns `from.port>to kind label` of each wire, sorted. (transfer full) (element-type utf8) */
static GPtrArray *
describe_wires (TroupeCanvasScene *scene)
{
  static const char *const kinds[] = { [TROUPE_CANVAS_WIRE_PLAIN] = "plain",
                                       [TROUPE_CANVAS_WIRE_EVENT] = "event",
                                       [TROUPE_CANVAS_WIRE_AND] = "and" };
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < troupe_canvas_scene_get_n_wires (scene); i++)
    {
      const TroupeCanvasWire *wire = troupe_canvas_scene_get_nth_wire (scene, i);

      g_ptr_array_add (lines, g_strdup_printf ("%s.%s>%s %s %s", wire->from,
                                               wire->from_port != NULL ? wire->from_port : "-",
                                               wire->to, kinds[wire->kind],
                                               wire->label != NULL ? wire->label : "-"));
    }
  g_ptr_array_sort (lines, compare_lines);

  return lines;
}

static void
test_wires (EditorTest *test, gconstpointer data)
{
  static const char *const expected[] = {
    "again.->agent/ plain -",     "agent/.->agent plain -",       "agent/0.->agent/ plain -",
    "ask.no>again event no",      "ask.yes>agent/0 and yes",      "begin.->crew/ and -",
    "begin.->decide plain -",     "crew.->agent/0 and -",         "crew/.->crew plain -",
    "decide.left>ask event left", "decide.right>crew/ and right",
  };
  g_autoptr (GPtrArray) lines = describe_wires (test->scene);

  for (guint i = 0; i < MIN (lines->len, G_N_ELEMENTS (expected)); i++)
    g_assert_cmpstr (g_ptr_array_index (lines, i), ==, expected[i]);
  g_assert_cmpuint (lines->len, ==, G_N_ELEMENTS (expected));
}

static void
test_gates (EditorTest *test, gconstpointer data)
{
  const TroupeCanvasGate *gate;
  g_autofree char *inputs = NULL;

  g_assert_cmpuint (troupe_canvas_scene_get_n_gates (test->scene), ==, 3);
  gate = troupe_canvas_scene_get_gate (test->scene, "agent/");
  g_assert_cmpint (gate->kind, ==, TROUPE_CANVAS_GATE_OR);
  inputs = g_strjoinv ("|", (char **) gate->inputs);
  g_assert_cmpstr (inputs, ==, "yes and crew|again");
  g_assert_cmpstr (gate->accessible_label, ==, "OR gate before agent");
  g_assert_cmpint (troupe_canvas_scene_get_gate (test->scene, "agent/0")->kind, ==,
                   TROUPE_CANVAS_GATE_AND);
  g_assert_cmpint (troupe_canvas_scene_get_gate (test->scene, "crew/")->kind, ==,
                   TROUPE_CANVAS_GATE_AND);
}

static void
test_places (EditorTest *test, gconstpointer data)
{
  const TroupeCanvasNode *node = troupe_canvas_scene_get_node (test->scene, "begin");
  const TroupeCanvasNote *note;
  const TroupeCanvasGroup *group;

  /* Cards with a position keep it. Other cards are placed to the right of them, which does not
   * count as an edit. */
  g_assert_cmpfloat (node->x, ==, 40);
  g_assert_cmpfloat (node->y, ==, 80);
  g_assert_cmpfloat (troupe_canvas_scene_get_node (test->scene, "agent")->x, >, 320);
  g_assert_false (troupe_document_is_modified (TROUPE_DOCUMENT (test->document)));

  note = troupe_canvas_scene_get_note (test->scene, "n");
  g_assert_nonnull (note);
  g_assert_cmpstr (note->title, ==, "Title");
  g_assert_cmpfloat (note->width, ==, 200);
  group = troupe_canvas_scene_get_group (test->scene, "g");
  g_assert_nonnull (group);
  g_assert_cmpint (group->hue, ==, TROUPE_CANVAS_HUE_GREEN);
  g_assert_cmpstr (group->members[1], ==, "agent");
}

static void
test_problems (EditorTest *test, gconstpointer data)
{
  const TroupeCanvasNode *node = troupe_canvas_scene_get_node (test->scene, "lost");

  g_assert_cmpuint (node->n_errors + node->n_warnings, >, 0);
  g_assert_cmpuint (troupe_canvas_scene_get_node (test->scene, "begin")->n_errors, ==, 0);

  /* The problem badge disappears with the problem. */
  editor_test_select (test, "lost", NULL);
  g_assert_true (editor_test_act (test, "flow.delete"));
  g_assert_null (troupe_canvas_scene_get_node (test->scene, "lost"));
  editor_test_check_history (test, 1);
  node = troupe_canvas_scene_get_node (test->scene, "lost");
  g_assert_cmpuint (node->n_errors + node->n_warnings, >, 0);
}

/* An edit elsewhere does not change the positions of other cards. */
static void
test_steady (EditorTest *test, gconstpointer data)
{
  double before = troupe_canvas_scene_get_node (test->scene, "agent")->x;
  double before_y = troupe_canvas_scene_get_node (test->scene, "agent")->y;

  editor_test_add (test, "expression");
  g_assert_cmpfloat (troupe_canvas_scene_get_node (test->scene, "agent")->x, ==, before);
  g_assert_cmpfloat (troupe_canvas_scene_get_node (test->scene, "agent")->y, ==, before_y);
  editor_test_select (test, "crew", NULL);
  g_assert_true (editor_test_act (test, "flow.delete"));
  g_assert_cmpfloat (troupe_canvas_scene_get_node (test->scene, "agent")->x, ==, before);
  editor_test_check_history (test, 2);
  g_assert_cmpfloat (troupe_canvas_scene_get_node (test->scene, "agent")->x, ==, before);
}

static void
test_describe (EditorTest *test, gconstpointer data)
{
  const TroupeCanvasNode *node = troupe_canvas_scene_get_node (test->scene, "agent");

  g_assert_cmpstr (node->accessible_label, ==, "agent, listener, Agent");
  g_assert_cmpstr (node->accessible_description, ==, "runs after (yes and crew) or again");
  node = troupe_canvas_scene_get_node (test->scene, "begin");
  g_assert_cmpstr (node->accessible_description, ==, "runs at start; leads to decide, crew");
}

static const struct
{
  const char *path;
  void (*test) (EditorTest *test, gconstpointer data);
} tests[] = {
  { "/editor/scene/roles", test_roles },   { "/editor/scene/events", test_events },
  { "/editor/scene/wires", test_wires },   { "/editor/scene/gates", test_gates },
  { "/editor/scene/places", test_places }, { "/editor/scene/problems", test_problems },
  { "/editor/scene/steady", test_steady }, { "/editor/scene/describe", test_describe },
};

/* Each method listens to some earlier methods, so that many wires cross in most orders. */
static char *
make_tangle (void)
{
  GString *text = g_string_new ("{\"schema\":\"crewai.flow/v1\",\"name\":\"F\",\"methods\":{");

  for (guint i = 0; i < 40; i++)
    {
      g_string_append_printf (text, "%s\"step_%u\":{", i > 0 ? "," : "", i);
      if (i < 3)
        g_string_append (text, "\"start\":true,");
      else
        g_string_append_printf (text, "\"listen\":{\"or\":[\"step_%u\",\"step_%u\"]},",
                                i * 7919 % 31 % i, (i * 613 + 7) % 37 % i);
      g_string_append (text, "\"do\":{\"call\":\"expression\",\"expr\":\"1\"}}");
    }
  g_string_append (text, "}}");
  return g_string_free (text, FALSE);
}

static gboolean
is_set (gpointer flag)
{
  return *(gboolean *) flag;
}

static void
arranged_cb (TroupeSceneBuilder *builder, gboolean *arranged)
{
  *arranged = TRUE;
}

/* Opening a flow without positions does not wait for the best order of its cards. This order is
 * applied later. */
static void
test_arranged_later (void)
{
  g_autofree char *text = make_tangle ();
  g_autoptr (TroupeFlowDocument) document = editor_test_parse (text);
  g_autoptr (TroupeCanvasScene) scene = troupe_canvas_scene_new ();
  g_autoptr (TroupeSceneBuilder) builder = troupe_scene_builder_new (document, scene, NULL);
  g_autoptr (TroupePlotGraph) best = NULL;
  gboolean arranged = FALSE;
  guint n_elsewhere = 0;
  double x, y;

  troupe_scene_builder_set_patient (builder);
  g_signal_connect (builder, "arranged", G_CALLBACK (arranged_cb), &arranged);
  best = troupe_scene_builder_plan_flow (builder, troupe_flow_document_get_flow (document));
  troupe_scene_builder_update (builder);
  for (guint i = 0; i < 40; i++)
    {
      const TroupePlotNode *node = troupe_plot_graph_get_node (best, i);

      g_assert_true (troupe_canvas_scene_get_position (scene, node->id, &x, &y));
      n_elsewhere += x != node->x || y != node->y;
    }
  g_assert_cmpuint (n_elsewhere, >, 0);
  g_assert_false (arranged);
  editor_test_wait (is_set, &arranged);
  for (guint i = 0; i < 40; i++)
    {
      const TroupePlotNode *node = troupe_plot_graph_get_node (best, i);

      g_assert_true (troupe_canvas_scene_get_position (scene, node->id, &x, &y));
      g_assert_cmpfloat (x, ==, node->x);
      g_assert_cmpfloat (y, ==, node->y);
    }
  g_assert_false (troupe_document_is_modified (TROUPE_DOCUMENT (document)));
}

int
main (int argc, char **argv)
{
  if (!editor_test_init (&argc, &argv))
    return 77;

  g_test_add_func ("/editor/scene/arranged-later", test_arranged_later);

  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, EditorTest, SCENE_FLOW, editor_test_set_up, tests[i].test,
                editor_test_tear_down);

  return g_test_run ();
}
