/* fuzz-flow.c: fuzzing of loading, diagnosing and repairing flows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "troupe-flow-document-private.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

/* Maximum number of aliases in an input. The number is limited because aliases are expanded and
 * each copy is diagnosed. */
#define MOST_ALIASES 50

static void
check_problem (const TroupeProblem *problem)
{
  g_assert_cmpuint (strlen (problem->message), >, 0);
  g_assert_true (g_utf8_validate (problem->message, -1, NULL));
  g_assert_true (g_strv_contains (troupe_flow_list_problem_codes (), problem->code));
  /* A repair has a label for its button. */
  g_assert_true (problem->fix_action == NULL || problem->fix_label != NULL);
}

/* Applies one repair, selected by the input, and asserts that undo restores every byte. */
static void
check_repair (TroupeFlowDocument *document, const guint8 *data, gsize size)
{
  g_autoptr (GPtrArray) problems =
      g_ptr_array_ref (troupe_document_get_problems (TROUPE_DOCUMENT (document)));
  g_autofree char *before = troupe_document_to_text (TROUPE_DOCUMENT (document), NULL);
  g_autofree char *after = NULL;
  const TroupeProblem *problem;

  if (problems->len == 0 || size == 0)
    return;
  problem = g_ptr_array_index (problems, data[size / 2] % problems->len);
  if (problem->fix_action == NULL || !troupe_flow_document_apply_fix (document, problem, NULL) ||
      !troupe_document_undo (TROUPE_DOCUMENT (document)))
    return;
  after = troupe_document_to_text (TROUPE_DOCUMENT (document), NULL);
  g_assert_cmpstr (before, ==, after);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  /* The copy has exactly the size of the input, so that the sanitizer detects a read beyond the
   * end. */
  g_autofree char *text = size == 0 ? g_strdup ("") : g_memdup2 (data, size);
  g_autoptr (TroupeFlowDocument) document = NULL;
  g_autoptr (TroupeJsonText) source = NULL;
  g_autoptr (TroupeProblem) mistake = NULL;
  g_autoptr (GPtrArray) problems = NULL, notes = NULL;
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (TroupeFlow) flow = NULL;

  root = troupe_document_text_read (text, size, NULL, "a flow", NULL, "not_a_flow", &source, &notes,
                                    &mistake, NULL);
  if (root == NULL)
    {
      check_problem (mistake);
      return 0;
    }
  if (troupe_json_text_count_aliases (source) > MOST_ALIASES)
    return 0;
  flow = troupe_flow_new_from_node (root, source, NULL, &problems);
  for (guint i = 0; i < problems->len; i++)
    check_problem (problems->pdata[i]);
  document = troupe_flow_document_load_text (text, size, "a", NULL, NULL);
  if (document != NULL)
    check_repair (document, data, size);
  return 0;
}
