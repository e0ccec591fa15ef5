/* test-editor-places.c: cards and gates never overlap, regardless of the names, events and notes
 *
 * TROUPE_EDITOR_PLACES_FLOWS: the number of flows; the seed is printed and can be passed with
 * --seed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "../test-time.h"
#include "editor-test.h"
#include "troupe-canvas-parts.h"
#include "troupe-canvas-router.h"

#define N_FLOWS MAX (TEST_ROUNDS (12), 1)
#define N_STEPS 8

/* --- Flows ------------------------------------------------------------------------------------- */

static const char *const words[] = { "read",  "the",      "mail",    "needs", "research",
                                     "from",  "primary",  "sources", "score", "check",
                                     "facts", "archived", "notify",  "x",     "publish" };

static char *
make_word (guint number)
{
  GString *word = g_string_new (NULL);
  int n = g_test_rand_int_range (1, 9);

  for (int i = 0; i < n; i++)
    g_string_append_printf (word, "%s%s", i > 0 ? "_" : "",
                            words[g_test_rand_int_range (0, G_N_ELEMENTS (words))]);
  g_string_append_printf (word, "_%u", number);

  return g_string_free (word, FALSE);
}

static const char *
any_event (GPtrArray *events)
{
  return g_ptr_array_index (events, g_test_rand_int_range (0, (int) events->len));
}

static void
append_condition (GString *text, GPtrArray *events, guint depth)
{
  int kind = g_test_rand_int_range (0, depth > 0 ? 5 : 3);

  if (kind < 3)
    {
      g_string_append_printf (text, "\"%s\"", any_event (events));
      return;
    }
  g_string_append_printf (text, "{\"%s\":[", kind == 3 ? "and" : "or");
  for (int i = g_test_rand_int_range (2, 5); i > 0; i--)
    {
      append_condition (text, events, depth - 1);
      g_string_append (text, i > 1 ? "," : "]}");
    }
}

static void
append_method (GString *text, GPtrArray *events, guint number)
{
  g_autofree char *name = make_word (number);
  gboolean starts = number == 0 || g_test_rand_int_range (0, 6) == 0;

  g_string_append_printf (text, "%s\"%s\":{\"do\":{\"call\":\"expression\",\"expr\":\"'%s'\"}",
                          number > 0 ? "," : "", name, name);
  if (starts)
    {
      g_string_append (text, ",\"start\":true");
    }
  else
    {
      g_string_append (text, ",\"listen\":");
      append_condition (text, events, 2);
    }
  g_ptr_array_add (events, g_strdup (name));
  if (g_test_rand_int_range (0, 3) == 0)
    {
      int n = g_test_rand_int_range (1, 6);

      g_string_append (text, ",\"router\":true,\"emit\":[");
      for (int i = 0; i < n; i++)
        {
          char *event = make_word (1000 + 10 * number + (guint) i);

          g_string_append_printf (text, "%s\"%s\"", i > 0 ? "," : "", event);
          g_ptr_array_add (events, event);
        }
      g_string_append (text, "]");
    }
  g_string_append (text, "}");
}

static char *
make_flow (void)
{
  GString *text = g_string_new ("{\"schema\":\"crewai.flow/v1\",\"name\":\"F\",\"methods\":{");
  g_autoptr (GPtrArray) events = g_ptr_array_new_with_free_func (g_free);
  int n = g_test_rand_int_range (2, 25);
  int n_notes = g_test_rand_int_range (0, 4);

  for (int i = 0; i < n; i++)
    append_method (text, events, (guint) i);
  g_string_append (text, "},\"x-troupe\":{\"notes\":[");
  for (int i = 0; i < n_notes; i++)
    g_string_append_printf (text,
                            "%s{\"id\":\"note_%d\",\"text\":\"Of the\\nflow\",\"x\":%d,\"y\":%d,"
                            "\"width\":%d,\"height\":%d}",
                            i > 0 ? "," : "", i, 700 * i, g_test_rand_int_range (-200, 600),
                            g_test_rand_int_range (160, 500), g_test_rand_int_range (64, 300));
  g_string_append (text, "]}}");

  return g_string_free (text, FALSE);
}

/* --- Checks ----------------------------------------------------------------------------------- */

static graphene_rect_t
get_bounds (EditorTest *test, const char *id)
{
  graphene_rect_t bounds;

  g_assert_true (troupe_canvas_get_bounds (test->canvas, id, &bounds));

  return bounds;
}

static void
assert_apart (EditorTest *test, const char *one, const char *other, const char *what)
{
  graphene_rect_t a = get_bounds (test, one);
  graphene_rect_t b = get_bounds (test, other);

  if (graphene_rect_intersection (&a, &b, NULL))
    {
      g_autofree char *text = editor_test_to_text (test->document);

      g_test_message ("%s", text);
      g_error ("%s: %s at %g,%g (%g × %g) lies on %s at %g,%g (%g × %g)", what, one,
               (double) a.origin.x, (double) a.origin.y, (double) a.size.width,
               (double) a.size.height, other, (double) b.origin.x, (double) b.origin.y,
               (double) b.size.width, (double) b.size.height);
    }
}

static void
check_apart (EditorTest *test, const char *what)
{
  guint n = troupe_canvas_scene_get_n_nodes (test->scene);

  for (guint i = 0; i < n; i++)
    {
      const char *id = troupe_canvas_scene_get_nth_node (test->scene, i)->id;

      for (guint k = i + 1; k < n; k++)
        assert_apart (test, id, troupe_canvas_scene_get_nth_node (test->scene, k)->id, what);
      for (guint k = 0; k < troupe_canvas_scene_get_n_gates (test->scene); k++)
        assert_apart (test, id, troupe_canvas_scene_get_nth_gate (test->scene, k)->id, what);
      for (guint k = 0; k < troupe_canvas_scene_get_n_notes (test->scene); k++)
        assert_apart (test, id, troupe_canvas_scene_get_nth_note (test->scene, k)->id, what);
    }
}

/* --- Actions ---------------------------------------------------------------------------------- */

static const char *
any_node (EditorTest *test)
{
  guint n = troupe_canvas_scene_get_n_nodes (test->scene);

  return troupe_canvas_scene_get_nth_node (test->scene, (guint) g_test_rand_int_range (0, (int) n))
      ->id;
}

static const char *
any_wire (EditorTest *test)
{
  guint n = troupe_canvas_scene_get_n_wires (test->scene);

  return n > 0 ? troupe_canvas_scene_get_nth_wire (test->scene,
                                                   (guint) g_test_rand_int_range (0, (int) n))
                     ->id
               : NULL;
}

static gboolean
is_laid_out (gpointer user_data)
{
  return troupe_drawing_is_laid_out (troupe_editor_get_drawing (TROUPE_EDITOR (user_data)));
}

/* Tidies the flow and waits for the layout, which may be computed in a thread. */
static void
tidy (EditorTest *test)
{
  editor_test_act (test, "flow.tidy");
  editor_test_wait (is_laid_out, test->editor);
}

/* Drops a card without wires at a random position of a wire. */
static void
drop_on_wire (EditorTest *test)
{
  g_autofree char *wire = g_strdup (any_wire (test));
  g_autofree char *card = NULL;
  graphene_rect_t along;
  graphene_rect_t size;

  if (wire == NULL)
    return;
  troupe_canvas_select_none (test->canvas);
  editor_test_add (test, "expression");
  card = g_strdup (troupe_editor_get_selected_method (test->editor));
  along = get_bounds (test, wire);
  size = get_bounds (test, card);
  g_signal_emit_by_name (
      test->canvas, "node-inserted-on-wire", card, wire,
      (double) (along.origin.x + along.size.width * (float) g_test_rand_double () -
                size.size.width / 2),
      (double) (along.origin.y + along.size.height * (float) g_test_rand_double () - 26), TRUE);
}

static void
create (EditorTest *test)
{
  static const char *const kinds[] = { "expression", "router", "person", "and", "or", "agent" };

  if (g_test_rand_bit ())
    editor_test_select (test, any_node (test), any_node (test), NULL);
  else
    troupe_canvas_select_none (test->canvas);
  editor_test_add (test, kinds[g_test_rand_int_range (0, G_N_ELEMENTS (kinds))]);
}

static void
insert (EditorTest *test)
{
  const char *wire = any_wire (test);

  if (wire == NULL)
    return;
  troupe_canvas_select_only (test->canvas, wire);
  editor_test_act (test, "flow.insert");
  {
    GtkWidget *palette = editor_test_find (GTK_WIDGET (test->editor),
                                           g_type_from_name ("TroupePalette"), NULL, NULL);

    g_assert_nonnull (palette);
    g_signal_emit_by_name (palette, "create", g_test_rand_int_range (0, 3));
    gtk_popover_popdown (GTK_POPOVER (palette));
  }
}

static void
add_note (EditorTest *test)
{
  troupe_canvas_select_none (test->canvas);
  editor_test_act (test, "flow.add-note");
}

static void
connect_more (EditorTest *test)
{
  g_autofree char *from = g_strdup (any_node (test));
  g_autofree char *to = g_strdup (any_node (test));
  const TroupeCanvasNode *node = troupe_canvas_scene_get_node (test->scene, from);
  g_autofree char *port =
      node->events != NULL && node->events[0] != NULL ? g_strdup (node->events[0]) : NULL;

  g_signal_emit_by_name (test->canvas, "wire-requested", from, port, to, NULL,
                         (gboolean) g_test_rand_bit ());
}

static void
duplicate (EditorTest *test)
{
  editor_test_select (test, any_node (test), any_node (test), any_node (test), NULL);
  editor_test_act (test, "flow.duplicate");
}

/* Drops a wire at a random place and chooses a kind of card in the palette. */
static void
drop_wire (EditorTest *test)
{
  const graphene_rect_t from = get_bounds (test, any_node (test));
  GtkWidget *palette;

  g_signal_emit_by_name (test->canvas, "wire-dropped", any_node (test), NULL,
                         (double) from.origin.x + g_test_rand_double_range (-300, 600),
                         (double) from.origin.y + g_test_rand_double_range (-300, 300),
                         (gboolean) FALSE);
  palette =
      editor_test_find (GTK_WIDGET (test->editor), g_type_from_name ("TroupePalette"), NULL, NULL);
  g_assert_nonnull (palette);
  g_signal_emit_by_name (palette, "create", g_test_rand_int_range (0, 3));
  gtk_popover_popdown (GTK_POPOVER (palette));
}

static const struct
{
  const char *name;
  void (*act) (EditorTest *test);
  gboolean is_clear; /* places new items clear of wires */
} acts[] = {
  { "tidy", tidy, FALSE },          { "drop on wire", drop_on_wire, FALSE },
  { "create", create, TRUE },       { "insert", insert, FALSE },
  { "add note", add_note, TRUE },   { "connect", connect_more, FALSE },
  { "duplicate", duplicate, TRUE }, { "drop wire", drop_wire, TRUE },
};

/* (element-type utf8) */
static GHashTable *
list_ids (EditorTest *test)
{
  GHashTable *ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < troupe_canvas_scene_get_n_nodes (test->scene); i++)
    g_hash_table_add (ids, g_strdup (troupe_canvas_scene_get_nth_node (test->scene, i)->id));
  for (guint i = 0; i < troupe_canvas_scene_get_n_notes (test->scene); i++)
    g_hash_table_add (ids, g_strdup (troupe_canvas_scene_get_nth_note (test->scene, i)->id));
  return ids;
}

/* Checks that no new card or note lies on a wire that was drawn before. */
static void
check_clear (EditorTest *test, GHashTable *old, GArray *wires, const char *what)
{
  g_autoptr (GHashTable) now = list_ids (test);
  GHashTableIter iter;
  gpointer id;

  g_hash_table_iter_init (&iter, now);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    {
      const graphene_rect_t item = get_bounds (test, id);

      for (guint i = 0; !g_hash_table_contains (old, id) && i < wires->len; i++)
        if (graphene_rect_intersection (&item, &g_array_index (wires, graphene_rect_t, i), NULL))
          {
            g_autofree char *text = editor_test_to_text (test->document);

            g_test_message ("%s", text);
            g_error ("%s: %s lies on a wire", what, (const char *) id);
          }
    }
}

/* Returns the areas of the wires when they have their final paths: they are routed on another
 * thread. */
static GArray *
list_wires (EditorTest *test)
{
  const gint64 deadline = g_get_monotonic_time () + TEST_WAIT_US;
  GArray *wires = g_array_new (FALSE, FALSE, sizeof (graphene_rect_t));

  editor_test_settle ();
  while (!troupe_canvas_router_is_settled (troupe_canvas_get_router (test->canvas)))
    {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      g_main_context_iteration (NULL, FALSE);
    }
  editor_test_settle ();
  troupe_canvas_list_wire_areas (test->canvas, wires);
  return wires;
}

static void
try_flow (void)
{
  g_autofree char *text = make_flow ();
  EditorTest test = { 0 };

  editor_test_set_up (&test, text);
  editor_test_mark (&test);
  tidy (&test);
  editor_test_settle ();
  check_apart (&test, "tidy");
  for (guint i = 0; i < N_STEPS; i++)
    {
      guint k = (guint) g_test_rand_int_range (0, G_N_ELEMENTS (acts));

      g_autoptr (GArray) wires = list_wires (&test);
      g_autoptr (GHashTable) old = list_ids (&test);

      acts[k].act (&test);
      editor_test_settle ();
      check_apart (&test, acts[k].name);
      if (acts[k].is_clear)
        check_clear (&test, old, wires, acts[k].name);
    }
  editor_test_check_loads (&test);
  editor_test_tear_down (&test, NULL);
}

static void
test_random (void)
{
  const char *flows = g_getenv ("TROUPE_EDITOR_PLACES_FLOWS");
  guint n = flows != NULL ? (guint) g_ascii_strtoull (flows, NULL, 10) : N_FLOWS;

  for (guint i = 0; i < n; i++)
    try_flow ();
}

/* --- Regressions ------------------------------------------------------------------------------ */

/* A router is at least as wide as its event. */
static void
test_long_event (EditorTest *test, gconstpointer data)
{
  editor_test_act (test, "flow.tidy");
  check_apart (test, "tidy");
  g_assert_cmpfloat ((double) get_bounds (test, "r").size.width, >, 200);
}

/* A card that is dropped on the short wire from `write` to `next` is placed after `write`. */
static void
test_short_wire (EditorTest *test, gconstpointer data)
{
  graphene_rect_t source;
  graphene_rect_t card;
  graphene_rect_t target;

  g_signal_emit_by_name (test->canvas, "node-inserted-on-wire", "loose", "write>next#0", 200.0, 0.0,
                         TRUE);
  check_apart (test, "drop");
  source = get_bounds (test, "write");
  card = get_bounds (test, "loose");
  target = get_bounds (test, "next");
  g_assert_cmpfloat ((double) card.origin.x, >=,
                     (double) (source.origin.x + source.size.width) + 24);
  g_assert_cmpfloat ((double) target.origin.x, >=, (double) (card.origin.x + card.size.width) + 24);
  editor_test_check_history (test, 1);
}

/* The gate of a loop is placed between the two cards. The cards move apart to make space for the
 * gate, and the wires stay straight. */
static void
test_new_gate (EditorTest *test, gconstpointer data)
{
  graphene_rect_t source;
  graphene_rect_t gate;
  graphene_rect_t card;

  g_signal_emit_by_name (test->canvas, "wire-requested", "check", "redo", "work", NULL, FALSE);
  source = get_bounds (test, "begin");
  gate = get_bounds (test, "work/");
  card = get_bounds (test, "work");
  g_assert_cmpfloat ((double) gate.origin.x, >=,
                     (double) (source.origin.x + source.size.width) + 24);
  g_assert_cmpfloat ((double) card.origin.x, >, (double) (gate.origin.x + gate.size.width));
  /* Aligned with the wires. */
  g_assert_cmpfloat_with_epsilon ((double) (gate.origin.y + 16), (double) (card.origin.y + 26), 1);
  check_apart (test, "connect");
  editor_test_check_history (test, 1);
}

static const char joined[] =
    "{\"schema\":\"crewai.flow/v1\",\"name\":\"J\",\"methods\":{"
    "\"read\":{\"start\":true,\"do\":{\"call\":\"expression\",\"expr\":\"1\"}},"
    "\"up\":{\"listen\":\"read\",\"do\":{\"call\":\"expression\",\"expr\":\"1\"}},"
    "\"mid\":{\"listen\":\"read\",\"do\":{\"call\":\"expression\",\"expr\":\"1\"}},"
    "\"low\":{\"listen\":\"read\",\"do\":{\"call\":\"expression\",\"expr\":\"1\"}},"
    "\"report\":{\"listen\":{\"and\":[\"up\",\"mid\",\"low\"]},\"do\":{\"call\":"
    "\"expression\",\"expr\":\"1\"}}},\"x-troupe\":{\"positions\":{\"read\":[40,256],"
    "\"up\":[280,160],\"mid\":[280,256],\"low\":[280,352],\"report\":[568,256]}}}";

/* The end of a wire is moved to a card behind a gate, so that the gate is an input of a new one: it remains near its
 * place, and the card makes space for both. When the wire is removed, it is before the card again. */
static void
test_gate_before_gate (EditorTest *test, gconstpointer data)
{
  const graphene_rect_t old = get_bounds (test, "report/");
  graphene_rect_t inner, outer, card;

  g_signal_emit_by_name (test->canvas, "wire-reconnected", "read>low#0", "report", FALSE);
  inner = get_bounds (test, "report/0");
  outer = get_bounds (test, "report/");
  card = get_bounds (test, "report");
  g_assert_cmpfloat_with_epsilon ((double) inner.origin.y, (double) old.origin.y, 24);
  g_assert_cmpfloat_with_epsilon ((double) inner.origin.x, (double) old.origin.x, 49);
  g_assert_cmpfloat (
      (double) inner.origin.x, >=,
      (double) (get_bounds (test, "mid").origin.x + get_bounds (test, "mid").size.width) + 24);
  g_assert_cmpfloat ((double) outer.origin.x, >, (double) (inner.origin.x + inner.size.width));
  g_assert_cmpfloat ((double) card.origin.x, >, (double) (outer.origin.x + outer.size.width));
  check_apart (test, "move");

  g_signal_emit_by_name (test->canvas, "wire-removed", "read>report/#1");
  g_assert_null (troupe_canvas_scene_get_gate (test->scene, "report/0"));
  g_assert_cmpfloat_with_epsilon ((double) get_bounds (test, "report/").origin.x,
                                  (double) outer.origin.x, 1);
  g_assert_cmpfloat_with_epsilon ((double) get_bounds (test, "report/").origin.y,
                                  (double) old.origin.y, 1);
  editor_test_check_history (test, 2);
}

/* A gate of `work` has a position far above its card. The gate of the duplicate, which keeps this
 * distance, does not cover `other`. */
static void
test_far_gate (EditorTest *test, gconstpointer data)
{
  editor_test_select (test, "work", NULL);
  editor_test_act (test, "flow.duplicate");
  g_assert_true (troupe_canvas_scene_get_node (test->scene, "work_2") != NULL);
  g_assert_cmpuint (troupe_canvas_scene_get_n_gates (test->scene), ==, 2);
  g_assert_cmpfloat_with_epsilon ((double) (get_bounds (test, "work_2").origin.y -
                                            get_bounds (test, "work_2/").origin.y),
                                  120, 1);
  check_apart (test, "duplicate");
}

static gboolean
has_four_methods (gpointer data)
{
  return editor_test_count (data) == 4;
}

static gboolean
has_no_methods (gpointer data)
{
  return editor_test_count (data) == 0;
}

/* If everything was cut and is pasted elsewhere, the gates are next to the pasted cards again, and
 * not where the old ones were. */
static void
test_pasted_gates (EditorTest *test, gconstpointer data)
{
  static const char *const gates[] = { "work/", "work/0" };
  graphene_rect_t old_gates[G_N_ELEMENTS (gates)];
  graphene_rect_t old_card;
  graphene_rect_t card;

  for (guint i = 0; i < G_N_ELEMENTS (gates); i++)
    old_gates[i] = get_bounds (test, gates[i]);
  old_card = get_bounds (test, "work");
  g_assert_true (editor_test_act (test, "flow.select-all"));
  g_assert_true (editor_test_act (test, "flow.cut"));
  editor_test_wait (has_no_methods, test);
  g_assert_cmpuint (troupe_canvas_scene_get_n_gates (test->scene), ==, 0);
  troupe_canvas_pan (test->canvas, 3000, 2000);
  editor_test_settle ();
  g_assert_true (editor_test_act (test, "flow.paste"));
  editor_test_wait (has_four_methods, test);
  card = get_bounds (test, "work");
  g_assert_cmpfloat ((double) (card.origin.x - old_card.origin.x), >, 1000);
  for (guint i = 0; i < G_N_ELEMENTS (gates); i++)
    {
      graphene_rect_t gate = get_bounds (test, gates[i]);

      g_assert_cmpfloat_with_epsilon ((double) (gate.origin.x - card.origin.x),
                                      (double) (old_gates[i].origin.x - old_card.origin.x), 40);
      g_assert_cmpfloat_with_epsilon ((double) (gate.origin.y - card.origin.y),
                                      (double) (old_gates[i].origin.y - old_card.origin.y), 80);
    }
  check_apart (test, "paste");
}

static const char long_event[] =
    "{\"schema\":\"crewai.flow/v1\",\"name\":\"F\",\"methods\":{"
    "\"read_the_mail\":{\"start\":true,\"do\":{\"call\":\"expression\",\"expr\":\"'x'\"}},"
    "\"r\":{\"listen\":\"read_the_mail\",\"router\":true,"
    "\"emit\":[\"needs_research_from_primary_sources\",\"ok\"],"
    "\"do\":{\"call\":\"expression\",\"expr\":\"'ok'\"}},"
    "\"z\":{\"listen\":\"needs_research_from_primary_sources\","
    "\"do\":{\"call\":\"expression\",\"expr\":\"'x'\"}},"
    "\"y\":{\"listen\":\"ok\",\"do\":{\"call\":\"expression\",\"expr\":\"'x'\"}}}}";

static const char short_wire[] =
    "{\"schema\":\"crewai.flow/v1\",\"name\":\"F\",\"methods\":{"
    "\"write\":{\"start\":true,\"do\":{\"call\":\"expression\",\"expr\":\"'x'\"}},"
    "\"next\":{\"listen\":\"write\",\"do\":{\"call\":\"expression\",\"expr\":\"'x'\"}},"
    "\"loose\":{\"listen\":\"nobody\",\"do\":{\"call\":\"expression\",\"expr\":\"'x'\"}}},"
    "\"x-troupe\":{\"positions\":{\"write\":[100,0],\"next\":[260,0],\"loose\":[100,300]}}}";

static const char far_gate[] =
    "{\"schema\":\"crewai.flow/v1\",\"name\":\"F\",\"methods\":{"
    "\"first\":{\"start\":true,\"do\":{\"call\":\"expression\",\"expr\":\"'x'\"}},"
    "\"other\":{\"start\":true,\"do\":{\"call\":\"expression\",\"expr\":\"'x'\"}},"
    "\"work\":{\"listen\":{\"or\":[\"first\",\"other\"]},"
    "\"do\":{\"call\":\"expression\",\"expr\":\"'x'\"}}},"
    "\"x-troupe\":{\"positions\":{\"first\":[0,0],\"other\":[220,350],\"work\":[400,400]},"
    "\"gates\":{\"work/\":[336,280]}}}";

static const char loop[] =
    "{\"schema\":\"crewai.flow/v1\",\"name\":\"F\",\"methods\":{"
    "\"begin\":{\"start\":true,\"do\":{\"call\":\"expression\",\"expr\":\"'x'\"}},"
    "\"work\":{\"listen\":\"begin\",\"do\":{\"call\":\"expression\",\"expr\":\"'x'\"}},"
    "\"check\":{\"listen\":\"work\",\"router\":true,\"emit\":[\"good\",\"redo\"],"
    "\"do\":{\"call\":\"expression\",\"expr\":\"'good'\"}}}}";

static const char nested[] =
    "{\"schema\":\"crewai.flow/v1\",\"name\":\"F\",\"methods\":{"
    "\"a\":{\"start\":true,\"do\":{\"call\":\"expression\",\"expr\":\"'x'\"}},"
    "\"b\":{\"start\":true,\"do\":{\"call\":\"expression\",\"expr\":\"'x'\"}},"
    "\"c\":{\"start\":true,\"do\":{\"call\":\"expression\",\"expr\":\"'x'\"}},"
    "\"work\":{\"listen\":{\"or\":[{\"and\":[\"a\",\"b\"]},\"c\"]},"
    "\"do\":{\"call\":\"expression\",\"expr\":\"'x'\"}}}}";

static gboolean
has_pasted (gpointer data)
{
  return editor_test_count (data) > 4;
}

/* A position that is stored for a new card does not make the others move when the file is opened again. */
static void
test_seen (EditorTest *test, gconstpointer data)
{
  static const char *const names[] = { "a", "b", "c" };
  double x[3], y[3];

  editor_test_mark (test);
  for (guint i = 0; i < 3; i++)
    g_assert_true (troupe_canvas_scene_get_position (test->scene, names[i], &x[i], &y[i]));
  editor_test_add (test, "expression");
  for (guint i = 0; i < 3; i++)
    {
      double stored_x, stored_y;

      g_assert_true (troupe_document_get_position (TROUPE_DOCUMENT (test->document), names[i],
                                                   &stored_x, &stored_y));
      g_assert_cmpfloat (stored_x, ==, x[i]);
      g_assert_cmpfloat (stored_y, ==, y[i]);
    }
  editor_test_check_history (test, 1);

  editor_test_add (test, "expression");
  g_assert_true (editor_test_act (test, "flow.undo"));
  editor_test_select (test, "b", NULL);
  g_assert_true (editor_test_act (test, "flow.copy"));
  editor_test_add (test, "expression");
  g_assert_true (editor_test_act (test, "flow.paste"));
  editor_test_wait (has_pasted, test);
  for (guint i = 0; i < 3; i++)
    g_assert_true (
        troupe_document_get_position (TROUPE_DOCUMENT (test->document), names[i], &x[i], &y[i]));
}

/* Several cards that are alike, so that the layout could order them differently, and a gate. */
static const char alike[] =
    "{\"schema\":\"crewai.flow/v1\",\"name\":\"F\",\"methods\":{"
    "\"s\":{\"start\":true,\"do\":{\"call\":\"expression\",\"expr\":\"'x'\"}},"
    "\"b\":{\"listen\":\"s\",\"do\":{\"call\":\"expression\",\"expr\":\"'x'\"}},"
    "\"c\":{\"listen\":\"s\",\"do\":{\"call\":\"expression\",\"expr\":\"'x'\"}},"
    "\"d\":{\"listen\":{\"or\":[\"b\",\"c\"]},\"do\":{\"call\":\"expression\",\"expr\":\"'x'\"}},"
    "\"e\":{\"listen\":\"s\",\"do\":{\"call\":\"expression\",\"expr\":\"'x'\"}},"
    "\"f\":{\"listen\":\"s\",\"do\":{\"call\":\"expression\",\"expr\":\"'x'\"}}}}";

/* A renamed card without a stored position stays where it is, and so does its gate. */
static void
test_renamed (EditorTest *test, gconstpointer data)
{
  static const char *const names[] = { "s", "b", "c", "d", "e", "f", "d/or" };
  static const char *const renamed[] = { "b", "d", "f" };
  double x[G_N_ELEMENTS (names)], y[G_N_ELEMENTS (names)];
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (!troupe_canvas_scene_get_position (test->scene, names[i], &x[i], &y[i]))
      x[i] = y[i] = -1;
  for (guint k = 0; k < G_N_ELEMENTS (renamed); k++)
    {
      g_autofree char *to = g_strconcat ("zebra_of_the_", renamed[k], NULL);

      g_assert_true (troupe_flow_document_rename_method (test->document, renamed[k], to, &error));
      editor_test_settle ();
      for (guint i = 0; i < G_N_ELEMENTS (names); i++)
        {
          double now_x = -1, now_y = -1;
          g_autofree char *name = g_str_equal (names[i], renamed[k]) ? g_strdup (to)
                                  : g_str_has_prefix (names[i], renamed[k])
                                      ? g_strconcat (to, names[i] + 1, NULL)
                                      : g_strdup (names[i]);

          troupe_canvas_scene_get_position (test->scene, name, &now_x, &now_y);
          g_assert_cmpfloat (now_x, ==, x[i]);
          g_assert_cmpfloat (now_y, ==, y[i]);
        }
      g_assert_true (editor_test_act (test, "flow.undo"));
      editor_test_settle ();
    }
}

int
main (int argc, char **argv)
{
  if (!editor_test_init (&argc, &argv))
    return 77;

  g_test_add ("/editor/places/long-event", EditorTest, long_event, editor_test_set_up,
              test_long_event, editor_test_tear_down);
  g_test_add ("/editor/places/short-wire", EditorTest, short_wire, editor_test_set_up,
              test_short_wire, editor_test_tear_down);
  g_test_add ("/editor/places/new-gate", EditorTest, loop, editor_test_set_up, test_new_gate,
              editor_test_tear_down);
  g_test_add ("/editor/places/gate-before-gate", EditorTest, joined, editor_test_set_up,
              test_gate_before_gate, editor_test_tear_down);
  g_test_add ("/editor/places/far-gate", EditorTest, far_gate, editor_test_set_up, test_far_gate,
              editor_test_tear_down);
  g_test_add ("/editor/places/pasted-gates", EditorTest, nested, editor_test_set_up,
              test_pasted_gates, editor_test_tear_down);
  g_test_add ("/editor/places/seen", EditorTest, editor_test_flow, editor_test_set_up, test_seen,
              editor_test_tear_down);
  g_test_add ("/editor/places/renamed", EditorTest, alike, editor_test_set_up, test_renamed,
              editor_test_tear_down);
  g_test_add_func ("/editor/places/random", test_random);

  return g_test_run ();
}
