/* test-run-paste.c: a pasted copy of a flow runs like the original
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "../test-time.h"
#include "run-test.h"
#include "troupe-flow-document.h"

#define N_FLOWS TEST_SAMPLE (2000)

/* --- Random flows ----------------------------------------------------------------------------- */

static const char *const events[] = { "go", "no", "some words", "m2", "m4" };

static int
pick (GRand *random, guint n)
{
  return g_rand_int_range (random, 0, (gint32) n);
}

static const char *
pick_event (GRand *random)
{
  return events[pick (random, G_N_ELEMENTS (events))];
}

/* Appends a condition that does not name the method itself, because such a flow is rejected. */
static void
append_trigger (GString *text, GRand *random, guint own, guint n_methods)
{
  guint other = (own + 1 + (guint) pick (random, MAX (n_methods, 2) - 1)) % MAX (n_methods, 2);
  g_autofree char *name = g_strdup_printf ("m%u", own);
  const char *event = pick_event (random);

  while (g_str_equal (event, name))
    event = pick_event (random);
  switch (own == 0 ? 0 : pick (random, 6))
    {
    case 0:
      g_string_append (text, "\"start\": true");
      break;
    case 1:
      g_string_append_printf (text, "\"listen\": \"m%u\"", other);
      break;
    case 2:
      g_string_append_printf (text, "\"listen\": {\"or\": [\"m%u\", \"%s\"]}", other, event);
      break;
    case 3:
      g_string_append_printf (text, "\"listen\": {\"and\": [\"m%u\", \"%s\"]}", other, event);
      break;
    default:
      g_string_append_printf (text, "\"listen\": \"%s\"", event);
    }
}

static char *
make_flow (GRand *random)
{
  guint n_methods = 2 + (guint) pick (random, 8);
  GString *text = g_string_new ("{\"name\": \"F\", \"config\": {\"max_method_calls\": 20}, "
                                "\"methods\": {");

  for (guint i = 0; i < n_methods; i++)
    {
      int other = pick (random, n_methods);

      g_string_append_printf (text, "%s\"m%u\": {", i > 0 ? ", " : "", i);
      append_trigger (text, random, i, n_methods);
      if (pick (random, 2) == 0)
        g_string_append_printf (text,
                                ", \"router\": true, \"do\": {\"call\": \"expression\", \"expr\": "
                                "\"has(outputs.m%d) ? (outputs.m%d == '%s' ? '%s' : ('%s')) : {1: "
                                "'%s'}[1]\"}}",
                                other, other, pick_event (random), pick_event (random),
                                pick_event (random), pick_event (random));
      else
        g_string_append_printf (
            text,
            ", \"do\": {\"call\": \"expression\", \"expr\": \"has(outputs.m%d) ? "
            "(outputs.m%d in ['%s', '%s'] ? 1 : 2) : 3\"}}",
            other, other, pick_event (random), pick_event (random));
    }
  return g_string_free (g_string_append (text, "}}"), FALSE);
}

/* Pastes a flow into itself, so that each name is already used, and removes the original. */
static char *
paste_copy (const char *flow)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) names = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeFlowDocument) document =
      troupe_flow_document_load_text (flow, strlen (flow), NULL, NULL, &error);
  g_auto (TroupeFlowPasted) pasted = { NULL };

  g_assert_no_error (error);
  troupe_flow_document_paste (document, flow, 0.0, 0.0, FALSE, &pasted, &error);
  g_assert_no_error (error);
  for (guint i = 0; pasted.methods[i] != NULL; i++)
    g_strv_builder_add (builder,
                        troupe_flow_get_method (troupe_flow_document_get_flow (document), i)->name);
  names = g_strv_builder_end (builder);
  troupe_flow_document_remove_methods (document, (const char *const *) names, FALSE, &error);
  g_assert_no_error (error);
  return troupe_document_to_text (TROUPE_DOCUMENT (document), NULL);
}

/* --- Runs ------------------------------------------------------------------------------------- */

/* Returns the outputs of the methods in their order, without the suffixes of a copy. (transfer
 * full) */
static char *
list_outputs (RunTest *test)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < test->result->outputs->len; i++)
    {
      const TroupeRunOutput *output = &g_array_index (test->result->outputs, TroupeRunOutput, i);
      g_autofree char *value = run_test_text (output->value);

      g_string_append_printf (text, "%s: %s\n",
                              troupe_flow_get_method (test->flow, output->method)->name, value);
    }
  g_string_replace (text, "_2", "", 0);
  return g_string_free (text, FALSE);
}

static void
test_any (void)
{
  const char *chosen = g_getenv ("TROUPE_TEST_SEED");
  guint32 seed = chosen != NULL ? (guint32) g_ascii_strtoull (chosen, NULL, 10) : g_random_int ();
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  guint n_compared = 0;

  g_test_message ("seed %u (TROUPE_TEST_SEED)", seed);
  for (guint i = 0; i < N_FLOWS; i++)
    {
      g_autofree char *flow = make_flow (random);
      g_autofree char *pasted = paste_copy (flow);
      g_autoptr (RunTest) original = run_test_new_text (flow);
      g_autoptr (RunTest) copy = run_test_new_text (pasted);
      g_autofree char *expected = NULL, *actual = NULL;

      run_test_execute (original);
      run_test_execute (copy);
      expected = list_outputs (original);
      actual = list_outputs (copy);
      if (!g_str_equal (actual, expected))
        g_test_message ("flow %u: %s\n%s", i, flow, pasted);
      g_assert_cmpstr (actual, ==, expected);
      g_assert_cmpint (copy->result->type, ==, original->result->type);
      n_compared += original->result->outputs->len > 1;
    }
  g_test_message ("%u runs with several outputs", n_compared);
  g_assert_cmpuint (n_compared, >, N_FLOWS / 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run/paste/any", test_any);
  return g_test_run ();
}
