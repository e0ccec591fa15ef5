/* test-editor-find.c: search in all texts, and revealing the match
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "editor-test.h"
#include "troupe-finder.h"

static const char flow[] =
    "{\"schema\":\"crewai.flow/v1\",\"name\":\"F\",\"methods\":{"
    "\"alpha\":{\"start\":true,\"description\":\"Reads the mailbox\","
    "\"do\":{\"call\":\"expression\",\"expr\":\"'Zebra ' + 'x'\"}},"
    "\"beta\":{\"listen\":\"alpha\",\"router\":true,\"emit\":[\"go_on\",\"give_up\"],"
    "\"do\":{\"call\":\"expression\",\"expr\":\"outputs.nobody > 1 ? 'go_on' : 'give_up'\"}},"
    "\"gamma\":{\"listen\":\"go_on\",\"do\":{\"call\":\"agent\",\"with\":{\"role\":\"Writer\","
    "\"goal\":\"g\",\"backstory\":\"b\",\"input\":\"Schreibe \\u00dcber Wale\\nin two lines\"}}}},"
    "\"x-troupe\":{\"positions\":{\"alpha\":[0,0],\"beta\":[3000,900],\"gamma\":[6000,-900]},"
    "\"notes\":[{\"id\":\"note_1\",\"text\":\"Ask Dana\",\"x\":-900,\"y\":1500,\"width\":200,"
    "\"height\":80}],\"groups\":[{\"id\":\"group_1\",\"title\":\"Upkeep\",\"methods\":[\"gamma\"]}]"
    "}}";

/* --- Searching -------------------------------------------------------------------------------- */

static GListStore *
search (EditorTest *test, const char *words, gint64 budget)
{
  GListStore *hits = g_list_store_new (TROUPE_TYPE_FIND_HIT);
  g_autoptr (TroupeFind) find = troupe_find_new (test->document, words);

  while (troupe_find_step (find, hits, budget))
    ;

  return hits;
}

static void
test_where (EditorTest *test, gconstpointer data)
{
  static const struct
  {
    const char *words;
    const char *id;
    const char *path;
  } cases[] = {
    { "alph", "alpha", NULL },
    { "MAILBOX", "alpha", "methods.alpha.description" },
    { "zebra", "alpha", "methods.alpha.do.expr" },
    { " give_up ", "beta", "methods.beta.do.expr" },
    { "\303\274ber wale", "gamma", "methods.gamma.do.with.input" },
    { "writer", "gamma", "methods.gamma.do.with.role" },
    { "dana", "note_1", NULL },
    { "upkeep", "group_1", NULL },
    { "does not exist", "beta", "methods.beta.do.expr" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GListStore) hits = search (test, cases[i].words, G_USEC_PER_SEC);
      g_autoptr (TroupeFindHit) hit = NULL;
      gboolean found = FALSE;

      g_test_message ("%s", cases[i].words);
      for (guint k = 0; k < g_list_model_get_n_items (G_LIST_MODEL (hits)); k++)
        {
          g_clear_object (&hit);
          hit = g_list_model_get_item (G_LIST_MODEL (hits), k);
          found |= g_strcmp0 (troupe_find_hit_get_id (hit), cases[i].id) == 0 &&
                   g_strcmp0 (troupe_find_hit_get_path (hit), cases[i].path) == 0;
        }
      g_assert_true (found);
    }
}

/* The uses of a name are in conditions, lists of events and expressions, and not in other texts. */
static void
test_uses (EditorTest *test, gconstpointer data)
{
  static const struct
  {
    const char *name;
    const char *paths;
  } cases[] = {
    { "go_on", "methods.beta.emit.0 methods.beta.do.expr methods.gamma.listen " },
    { "alpha", "- methods.beta.listen " },
    { "nobody", "methods.beta.do.expr " },
    { "writer", "" },
    { "Writer", "" },
    { "go", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GListStore) hits = g_list_store_new (TROUPE_TYPE_FIND_HIT);
      g_autoptr (TroupeFind) find = troupe_find_new_uses (test->document, cases[i].name);
      g_autoptr (GString) paths = g_string_new (NULL);

      while (troupe_find_step (find, hits, G_USEC_PER_SEC))
        ;
      for (guint k = 0; k < g_list_model_get_n_items (G_LIST_MODEL (hits)); k++)
        {
          g_autoptr (TroupeFindHit) hit = g_list_model_get_item (G_LIST_MODEL (hits), k);
          const char *path = troupe_find_hit_get_path (hit);

          g_string_append_printf (paths, "%s ", path != NULL ? path : "-");
        }
      g_assert_cmpstr (paths->str, ==, cases[i].paths);
    }
}

/* A search in minimal steps finds the same results as a complete search. A missing text is not
 * found. */
static void
test_steps (EditorTest *test, gconstpointer data)
{
  static const char *const words[] = { "", "a", "o", "go_on", "nowhere at all" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      g_autoptr (GListStore) once = search (test, words[i], G_USEC_PER_SEC);
      g_autoptr (GListStore) steps = search (test, words[i], 0);

      g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (once)), ==,
                        g_list_model_get_n_items (G_LIST_MODEL (steps)));
      if (i == 0)
        g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (once)), ==, 3);
      if (i == 4)
        g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (once)), ==, 0);
    }
}

/* --- Revealing matches ------------------------------------------------------------------------ */

static gboolean
has_tools (GtkWidget *widget, gpointer user_data)
{
  return gtk_widget_has_css_class (widget, "canvas-tools") ||
         gtk_widget_has_css_class (widget, "minimap");
}

/* Asserts that the card is selected, readable, inside of the canvas and not covered by a tool
 * bar. */
static void
assert_seen (EditorTest *test, const char *id)
{
  graphene_rect_t bounds;
  graphene_rect_t view;
  graphene_point_t corner;
  graphene_rect_t card;

  g_assert_true (troupe_canvas_is_selected (test->canvas, id));
  g_assert_cmpfloat (troupe_canvas_get_zoom (test->canvas), >=, 0.6);
  g_assert_true (troupe_canvas_get_bounds (test->canvas, id, &bounds));
  troupe_canvas_get_view (test->canvas, &view);
  g_assert_true (graphene_rect_contains_rect (&view, &bounds));
  corner = troupe_canvas_to_widget (test->canvas, bounds.origin.x, bounds.origin.y);
  card = GRAPHENE_RECT_INIT (corner.x, corner.y,
                             bounds.size.width * (float) troupe_canvas_get_scale (test->canvas),
                             bounds.size.height * (float) troupe_canvas_get_scale (test->canvas));
  for (GtkWidget *child =
           gtk_widget_get_first_child (gtk_widget_get_parent (GTK_WIDGET (test->canvas)));
       child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      graphene_rect_t over;

      if (!has_tools (child, NULL) || !gtk_widget_get_mapped (child))
        continue;
      g_assert_true (gtk_widget_compute_bounds (child, GTK_WIDGET (test->canvas), &over));
      g_assert_false (graphene_rect_intersection (&card, &over, NULL));
    }
}

static gboolean
has_hits (gpointer data)
{
  GtkWidget *list = editor_test_find (data, GTK_TYPE_LIST_VIEW, NULL, NULL);

  return g_list_model_get_n_items (G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (list)))) >
         0;
}

static void
find_words (EditorTest *test, const char *words)
{
  GtkWidget *finder;
  GtkWidget *entry;

  g_assert_true (editor_test_act (test, "flow.find"));
  finder = editor_test_find (GTK_WIDGET (test->editor), TROUPE_TYPE_FINDER, NULL, NULL);
  g_assert_nonnull (finder);
  entry = editor_test_find (finder, GTK_TYPE_SEARCH_ENTRY, NULL, NULL);
  gtk_editable_set_text (GTK_EDITABLE (entry), words);
  g_signal_emit_by_name (entry, "activate");
  editor_test_settle ();
  g_assert_true (has_hits (finder));
}

static void
test_shown (EditorTest *test, gconstpointer data)
{
  static const char *const names[] = { "alpha", "beta", "gamma" };

  editor_test_act (test, "flow.minimap");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      editor_test_act (test, "flow.fit");
      g_assert_cmpfloat (troupe_canvas_get_zoom (test->canvas), <, 0.6);
      find_words (test, names[i]);
      assert_seen (test, names[i]);
    }
  find_words (test, "dana");
  assert_seen (test, "note_1");
}

static gboolean
is_gone (gpointer user_data)
{
  return *(gpointer *) user_data == NULL;
}

/* The finder is finalized together with its window, even if the finder is open. */
static void
test_goes_with_the_window (EditorTest *test, gconstpointer data)
{
  g_autoptr (TroupeFlowDocument) document = editor_test_parse (flow);
  GtkWidget *window = NULL;
  TroupeEditor *editor = editor_test_open (document, 900, 600, &window);
  gpointer finder;
  gpointer page = editor;

  gtk_widget_activate_action (GTK_WIDGET (editor), "flow.find", NULL);
  finder = editor_test_find (GTK_WIDGET (editor), TROUPE_TYPE_FINDER, NULL, NULL);
  g_assert_true (gtk_widget_get_mapped (finder));
  g_object_add_weak_pointer (finder, &finder);
  g_object_add_weak_pointer (page, &page);
  gtk_window_destroy (GTK_WINDOW (window));
  editor_test_wait (is_gone, &page);
  editor_test_wait (is_gone, &finder);
}

/* F3 wraps around. */
static void
test_next (EditorTest *test, gconstpointer data)
{
  static const char *const order[] = { "beta", "gamma", "beta" };
  g_autoptr (GPtrArray) seen = g_ptr_array_new_with_free_func (g_free);

  find_words (test, "alpha");
  assert_seen (test, "alpha");
  find_words (test, "");
  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    {
      if (i == 2)
        editor_test_press (GTK_WIDGET (test->canvas), GDK_KEY_F3, GDK_SHIFT_MASK);
      else
        editor_test_press (GTK_WIDGET (test->canvas), GDK_KEY_F3, 0);
      editor_test_settle ();
      g_assert_cmpstr (troupe_editor_get_selected_method (test->editor), ==, order[i]);
    }
}

/* A problem is revealed even if its card is already selected. */
static void
test_problem (EditorTest *test, gconstpointer data)
{
  GPtrArray *problems = troupe_document_get_problems (TROUPE_DOCUMENT (test->document));
  const TroupeProblem *problem = NULL;

  for (guint i = 0; i < problems->len; i++)
    if (g_strcmp0 (((TroupeProblem *) g_ptr_array_index (problems, i))->method, "beta") == 0)
      problem = g_ptr_array_index (problems, i);
  g_assert_nonnull (problem);
  troupe_editor_select_method (test->editor, "beta");
  troupe_canvas_set_zoom (test->canvas, 0.2, FALSE);
  troupe_canvas_set_origin (test->canvas, -9000, -9000);
  troupe_editor_show_problem (test->editor, problem);
  assert_seen (test, "beta");
  /* An error of the field is also counted on the method's card. */
  g_assert_cmpuint (troupe_canvas_scene_get_node (test->scene, "beta")->n_errors, ==, 1);
}

/* A card that is in view and readable stays where it is. A card out of view is centered. */
static void
test_view_stays (EditorTest *test, gconstpointer data)
{
  double before[2], after[2];
  graphene_rect_t bounds, view;

  troupe_canvas_center_on (test->canvas, "gamma", FALSE);
  troupe_canvas_pan (test->canvas, 20, 10);
  troupe_canvas_get_origin (test->canvas, &before[0], &before[1]);
  troupe_canvas_center_on (test->canvas, "gamma", FALSE);
  troupe_canvas_get_origin (test->canvas, &after[0], &after[1]);
  g_assert_cmpfloat (after[0], ==, before[0]);
  g_assert_cmpfloat (after[1], ==, before[1]);
  troupe_canvas_pan (test->canvas, 4000, 0);
  troupe_canvas_center_on (test->canvas, "gamma", FALSE);
  troupe_canvas_get_free_view (test->canvas, &view);
  g_assert_true (troupe_canvas_get_bounds (test->canvas, "gamma", &bounds));
  g_assert_cmpfloat_with_epsilon ((double) (bounds.origin.x + bounds.size.width / 2),
                                  (double) (view.origin.x + view.size.width / 2), 1);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*test) (EditorTest *test, gconstpointer data);
  } tests[] = {
    { "/editor/find/where", test_where },
    { "/editor/find/uses", test_uses },
    { "/editor/find/steps", test_steps },
    { "/editor/find/shown", test_shown },
    { "/editor/find/next", test_next },
    { "/editor/find/goes-with-the-window", test_goes_with_the_window },
    { "/editor/find/problem", test_problem },
    { "/editor/find/view-stays", test_view_stays },
  };

  if (!editor_test_init (&argc, &argv))
    return 77;

  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, EditorTest, flow, editor_test_set_up, tests[i].test,
                editor_test_tear_down);

  return g_test_run ();
}
