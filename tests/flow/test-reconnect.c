/* test-reconnect.c: wires that remain after the methods between them are removed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "../test-time.h"
#include "flow-test.h"
#include "troupe-flow-document.h"
#include "troupe-limits.h"

#define STEP "'do': {'call': 'expression', 'expr': '1'}"

static TroupeFlowDocument *
open_methods (const char *methods)
{
  g_autofree char *text = g_strdup_printf ("{'name': 'F', 'methods': {%s}}", methods);
  g_autofree char *json = test_quote (text);
  g_autoptr (GError) error = NULL;
  TroupeFlowDocument *document =
      troupe_flow_document_load_text (json, strlen (json), "flow.json", NULL, &error);

  g_assert_no_error (error);
  return document;
}

/* Returns the value of a key of a method as compact JSON, with ' instead of ". Returns "-" if
 * the key is missing. */
static char *
get_key (TroupeFlowDocument *document, const char *method, const char *key)
{
  const char *path[] = { "methods", method, key, NULL };
  JsonNode *node =
      troupe_json_tree_get (troupe_document_get_root (TROUPE_DOCUMENT (document)), path);
  g_autoptr (TroupeValue) value = node != NULL ? troupe_value_from_node (node) : NULL;
  char *text = value != NULL ? troupe_value_to_json (value, TROUPE_JSON_COMPACT) : g_strdup ("-");

  return g_strdelimit (text, "\"", '\'');
}

static void
test_cases (void)
{
  static const struct
  {
    const char *methods; /* all methods before the last one, `z` */
    const char *listen;  /* condition of z */
    const char *names;   /* methods to remove */
    const char *expected;
    const char *start;
  } cases[] = {
    /* Duplicate inputs are merged. */
    { "'a': {'start': true, " STEP "}, 'g': {'listen': 'a', " STEP "}", "{'or': ['g', 'a']}", "g",
      "'a'", "-" },
    { "'a': {'start': true, " STEP "}, 'g': {'listen': 'a', " STEP "}, 'h': {'listen': 'a', " STEP
      "}",
      "{'and': ['g', 'h', 'b']}", "g h", "{'and':['a','b']}", "-" },
    /* A nested gate of the same kind is replaced by its inputs, at its position. */
    { "'g': {'listen': {'or': ['a', 'b']}, " STEP "}", "{'or': ['c', 'g', 'd']}", "g",
      "{'or':['c','a','b','d']}", "-" },
    { "'g': {'listen': {'or': ['a', 'b']}, " STEP "}", "{'and': ['c', 'g']}", "g",
      "{'and':['c',{'or':['a','b']}]}", "-" },
    /* An input that an outer gate already contains is not repeated. */
    { "'g': {'listen': {'and': ['a', 'b']}, " STEP "}", "{'or': ['g', 'a']}", "g", "'a'", "-" },
    { "'g': {'listen': {'or': ['a', 'b']}, " STEP "}", "{'and': ['g', 'a']}", "g", "'a'", "-" },
    { "'g': {'listen': {'and': ['b', {'or': ['a', 'c']}]}, " STEP "}", "{'or': ['g', 'a']}", "g",
      "{'or':[{'and':['b','c']},'a']}", "-" },
    /* An input becomes redundant only after another replacement. */
    { "'g': {'listen': {'and': ['a', 'b']}, " STEP "}, 'h': {'listen': 'a', " STEP "}",
      "{'or': ['g', 'h']}", "g h", "'a'", "-" },
    /* Cycles of removed methods. If a cycle has no inputs from outside, nothing remains.
     * Otherwise, only the inputs from outside remain. */
    { "'g': {'listen': 'h', " STEP "}, 'h': {'listen': 'g', " STEP "}", "'g'", "g h", "-", "-" },
    { "'g': {'listen': {'or': ['h', 'h', 'a']}, " STEP
      "}, 'h': {'listen': {'or': ['g', 'b']}, " STEP "}",
      "{'or': ['g', 'h', 'g']}", "g h", "{'or':['b','a']}", "-" },
    /* No method waits for itself. */
    { "'g': {'listen': {'or': ['z', 'a']}, " STEP "}", "'g'", "g", "'a'", "-" },
    { "'g': {'listen': {'and': ['z', 'a']}, " STEP "}", "{'or': ['g', 'b']}", "g",
      "{'or':['a','b']}", "-" },
    /* A method that listened only to a start method becomes a start method itself. A method with
     * other inputs does not become one. */
    { "'g': {'start': true, " STEP "}, 'h': {'listen': 'g', " STEP "}", "'h'", "g h", "-", "true" },
    { "'g': {'start': true, " STEP "}", "{'and': ['g', 'a']}", "g", "'a'", "-" },
    { "'g': {'start': 'e', " STEP "}", "{'or': ['g', 'a']}", "g", "{'or':['e','a']}", "-" },
    /* The event of a removed router. */
    { "'g': {'listen': 'a', 'router': true, 'emit': ['x', 'y'], " STEP "}",
      "{'or': ['x', 'y', 'b']}", "g", "{'or':['a','b']}", "-" },
    { "'g': {'listen': 'a', 'router': true, 'emit': ['x'], " STEP
      "}, 'h': {'listen': 'a', 'router': true, 'emit': ['x'], " STEP "}",
      "{'or': ['x', 'b']}", "g", "{'or':['x','b']}", "-" },
    /* A condition without a removed input stays as it was written. */
    { "'g': {'listen': 'a', " STEP "}", "{'or': ['b', 'b', {'or': ['c']}]}", "g",
      "{'or':['b','b',{'or':['c']}]}", "-" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *methods =
          g_strdup_printf ("%s, 'z': {'listen': %s, " STEP "}", cases[i].methods, cases[i].listen);
      g_autoptr (TroupeFlowDocument) document = open_methods (methods);
      g_auto (GStrv) names = g_strsplit (cases[i].names, " ", -1);
      g_autofree char *listen = NULL, *start = NULL;
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", methods);
      g_assert_true (troupe_flow_document_remove_methods (document, (const char *const *) names,
                                                          TRUE, &error));
      g_assert_no_error (error);
      listen = get_key (document, "z", "listen");
      start = get_key (document, "z", "start");
      g_assert_cmpstr (listen, ==, cases[i].expected);
      g_assert_cmpstr (start, ==, cases[i].start);
    }
}

/* A long chain does not increase the depth. */
static void
test_chain (void)
{
  const guint n_methods = 3000;
  g_autoptr (GString) methods = g_string_new ("'a': {'start': true, " STEP "}");
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (TroupeFlowDocument) document = NULL;
  g_autofree char *listen = NULL;

  for (guint i = 0; i < n_methods; i++)
    {
      g_autofree char *last = i == 0 ? g_strdup ("a") : g_strdup_printf ("g%u", i - 1);

      g_string_append_printf (methods, ", 'g%u': {'listen': '%s', " STEP "}", i, last);
      g_ptr_array_add (names, g_strdup_printf ("g%u", i));
    }
  g_ptr_array_add (names, NULL);
  g_string_append_printf (methods, ", 'z': {'listen': 'g%u', " STEP "}", n_methods - 1);
  document = open_methods (methods->str);
  g_assert_true (troupe_flow_document_remove_methods (document, (const char *const *) names->pdata,
                                                      TRUE, NULL));
  listen = get_key (document, "z", "listen");
  g_assert_cmpstr (listen, ==, "'a'");
}

/* Each level doubles the inputs of the previous level, and no parts can be merged. Therefore,
 * the removal is refused quickly with an error, and the document is unchanged. */
static void
test_too_large (void)
{
  g_autoptr (GString) methods = g_string_new ("'a': {'start': true, " STEP "}");
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (TroupeFlowDocument) document = NULL;
  g_autofree char *before = NULL, *after = NULL;
  g_autoptr (GError) error = NULL;
  gint64 begin = test_time_get_own ();

  for (guint i = 0; i < 20; i++)
    {
      g_autofree char *last = i == 0 ? g_strdup ("a") : g_strdup_printf ("g%u", i - 1);

      g_string_append_printf (methods,
                              ", 'g%u': {'listen': {'or': [{'and': ['%s', 'b%u']}, {'and': ['%s', "
                              "'c%u']}]}, " STEP "}",
                              i, last, i, last, i);
      g_ptr_array_add (names, g_strdup_printf ("g%u", i));
    }
  g_ptr_array_add (names, NULL);
  g_string_append (methods, ", 'z': {'listen': 'g19', " STEP "}");
  document = open_methods (methods->str);
  before = troupe_document_to_text (TROUPE_DOCUMENT (document), NULL);
  g_assert_false (troupe_flow_document_remove_methods (document, (const char *const *) names->pdata,
                                                       TRUE, &error));
  g_assert_error (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT);
  g_assert_nonnull (strstr (error->message, "“z”"));
  g_assert_nonnull (strstr (error->message, G_STRINGIFY (TROUPE_LIMIT_CONDITION)));
  g_assert_cmpint (test_time_get_own () - begin, <, 5 * G_USEC_PER_SEC * TEST_SLOWNESS);
  after = troupe_document_to_text (TROUPE_DOCUMENT (document), NULL);
  g_assert_cmpstr (after, ==, before);
  g_assert_true (troupe_flow_document_remove_methods (document, (const char *const *) names->pdata,
                                                      FALSE, NULL));
}

/* --- Random conditions ------------------------------------------------------------------------ */

/* There are fewer conditions with sanitizers, because they track the origin of every allocation,
 * which is slow. */
#ifdef __SANITIZE_ADDRESS__
#  define N_CONDITIONS 100
#else
#  define N_CONDITIONS 2000
#endif

#define N_GONE 4
#define N_EVENTS 5

/* Appends a condition with the events e0… and the removed methods before @n_gone, so that there
 * are no cycles. */
static void
write_condition (GString *out, GRand *random, guint n_gone, guint depth)
{
  guint n_inputs;

  if (depth == 3 || g_rand_int_range (random, 0, 3) == 0)
    {
      if (n_gone > 0 && g_rand_boolean (random))
        g_string_append_printf (out, "'g%d'", g_rand_int_range (random, 0, (gint32) n_gone));
      else
        g_string_append_printf (out, "'e%d'", g_rand_int_range (random, 0, N_EVENTS));
      return;
    }
  n_inputs = (guint) g_rand_int_range (random, 1, 5);
  g_string_append_printf (out, "{'%s': [", g_rand_boolean (random) ? "and" : "or");
  for (guint i = 0; i < n_inputs; i++)
    {
      if (i > 0)
        g_string_append (out, ", ");
      write_condition (out, random, n_gone, depth + 1);
    }
  g_string_append (out, "]}");
}

/* Returns TRUE if the condition holds after the events of @seen, assuming that a removed method
 * finishes as soon as its own condition holds. */
static gboolean
holds (TroupeFlow *flow, const TroupeCondition *condition, guint seen)
{
  if (condition->type == TROUPE_CONDITION_EVENT)
    {
      if (condition->event[0] == 'e')
        return (seen >> (condition->event[1] - '0') & 1) != 0;
      return holds (flow, troupe_flow_find_method (flow, condition->event)->listen, seen);
    }
  for (guint i = 0; i < condition->n_children; i++)
    {
      if (holds (flow, condition->children[i], seen) == (condition->type == TROUPE_CONDITION_OR))
        return condition->type == TROUPE_CONDITION_OR;
    }
  return condition->type == TROUPE_CONDITION_AND;
}

/* Returns FALSE if the conditions are too large to be reconnected. */
static gboolean
check_any_condition (GRand *random)
{
  static const char *const names[] = { "g0", "g1", "g2", "g3", NULL };
  g_autoptr (GString) methods = g_string_new (NULL);
  g_autoptr (TroupeFlowDocument) document = NULL;
  g_autoptr (TroupeFlow) before = NULL;
  g_autoptr (GError) error = NULL;
  TroupeFlow *after;

  for (guint i = 0; i < N_GONE; i++)
    {
      g_string_append_printf (methods, "'g%u': {" STEP ", 'listen': ", i);
      write_condition (methods, random, i, 0);
      g_string_append (methods, "}, ");
    }
  g_string_append (methods, "'z': {" STEP ", 'listen': ");
  write_condition (methods, random, N_GONE, 0);
  g_string_append (methods, "}");
  document = open_methods (methods->str);
  before = troupe_flow_ref (troupe_flow_document_get_flow (document));
  if (!troupe_flow_document_remove_methods (document, names, TRUE, &error))
    {
      /* Few random conditions exceed the limit of test_too_large(). */
      g_assert_error (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT);
      g_assert_nonnull (strstr (error->message, "more than"));
      return FALSE;
    }
  after = troupe_flow_document_get_flow (document);
  for (guint seen = 0; seen < 1 << N_EVENTS; seen++)
    {
      gboolean expected = holds (before, troupe_flow_find_method (before, "z")->listen, seen);

      if (holds (after, troupe_flow_find_method (after, "z")->listen, seen) != expected)
        g_error ("events %x: %s", seen, methods->str);
    }
  return TRUE;
}

static void
test_any_condition (void)
{
  guint32 seed = g_test_rand_int ();
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  guint n_reconnected = 0;

  g_test_message ("seed %u", seed);
  for (guint i = 0; i < N_CONDITIONS; i++)
    n_reconnected += check_any_condition (random);
  g_assert_cmpuint (n_reconnected, >, N_CONDITIONS / 2);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/flow/reconnect/cases", test_cases);
  g_test_add_func ("/flow/reconnect/chain", test_chain);
  g_test_add_func ("/flow/reconnect/too-large", test_too_large);
  g_test_add_func ("/flow/reconnect/any-condition", test_any_condition);
  return g_test_run ();
}
