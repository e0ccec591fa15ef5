/* test-run-problems.c: adding the problems of a run to those of its document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "troupe-flow-document.h"
#include "troupe-run-problems.h"

/* A problem of a run is left out only if the document reports the same part, not a part whose name
 * begins in the same way. */
static void
test_near (void)
{
  static const struct
  {
    const char *of_document;
    const char *of_run;
    gboolean is_added;
  } cases[] = {
    { "methods.a.do", "methods.a.do", FALSE },
    { "methods.a", "methods.a.do.with", FALSE },
    { "methods.a.do.with.tools", "methods.a.do.with.tools[1]", FALSE },
    { "methods.a.do.with.tools[1]", "methods.a.do.with.tools", FALSE },
    { "methods.a", "methods.ab.do", TRUE },
    { "methods.ab.do", "methods.a", TRUE },
    { "", "", FALSE },
    { "", "methods.a.do", TRUE },
    { "methods.a.do", "", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TroupeFlowDocument) document = troupe_flow_document_new ();
      g_autoptr (GPtrArray) found =
          g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_problem_unref);
      g_autoptr (GPtrArray) problems =
          g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_problem_unref);

      g_test_message ("“%s”, “%s”", cases[i].of_document, cases[i].of_run);
      g_ptr_array_add (problems, troupe_problem_new (TROUPE_SEVERITY_ERROR, "unsupported",
                                                     cases[i].of_document, "unsupported"));
      g_ptr_array_add (found, troupe_problem_new (TROUPE_SEVERITY_ERROR, "run_refused",
                                                  cases[i].of_run, "refused"));
      troupe_run_add_problems (TROUPE_DOCUMENT (document), found, problems);
      g_assert_cmpuint (problems->len, ==, cases[i].is_added ? 2 : 1);
    }
}

/* The hint of a document about a provider is replaced by what the run says about the same part. */
static void
test_hint (void)
{
  static const char *const places[] = { "agents.w.llm", "agents.w2.llm", "agents.w" };
  static const guint n_expected[] = { 1, 2, 1 };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_autoptr (TroupeFlowDocument) document = troupe_flow_document_new ();
      g_autoptr (GPtrArray) found =
          g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_problem_unref);
      g_autoptr (GPtrArray) problems =
          g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_problem_unref);

      g_ptr_array_add (problems, troupe_problem_new (TROUPE_SEVERITY_HINT, "unknown_provider",
                                                     "agents.w", "hint"));
      g_ptr_array_add (found, troupe_problem_new (TROUPE_SEVERITY_ERROR, "unknown_provider",
                                                  places[i], "exact"));
      troupe_run_add_problems (TROUPE_DOCUMENT (document), found, problems);
      g_assert_cmpuint (problems->len, ==, n_expected[i]);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run-problems/near", test_near);
  g_test_add_func ("/run-problems/hint", test_hint);
  return g_test_run ();
}
