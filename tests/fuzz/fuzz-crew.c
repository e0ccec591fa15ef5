/* fuzz-crew.c: fuzzing of crew definitions: each one loads or is rejected with a message, and a
 * round trip preserves it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "troupe-crew.h"
#include "troupe-json.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static void
check_problems (GPtrArray *problems, gboolean loads)
{
  guint n_errors = 0;

  for (guint i = 0; i < problems->len; i++)
    {
      const TroupeProblem *problem = problems->pdata[i];

      g_assert_cmpuint (strlen (problem->message), >, 0);
      g_assert_true (g_utf8_validate (problem->message, -1, NULL));
      g_assert_true (g_strv_contains (troupe_crew_list_problem_codes (), problem->code));
      n_errors += problem->severity == TROUPE_SEVERITY_ERROR ? 1 : 0;
    }
  g_assert_true (loads == (n_errors == 0));
}

/* Asserts that the crew is the same after it was written as one map and read again. */
static void
check_definition (TroupeCrew *crew)
{
  g_autoptr (TroupeValue) first = troupe_crew_to_definition (crew), second = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeCrew) again = troupe_crew_new (first, NULL, &error);

  g_assert_no_error (error);
  second = troupe_crew_to_definition (again);
  g_assert_true (troupe_value_equal (first, second));
  g_assert_cmpuint (again->n_tasks, ==, crew->n_tasks);
  g_assert_cmpuint (again->n_agents, ==, crew->n_agents);
}

static void
check_inputs (TroupeCrew *crew)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeCrew) filled = troupe_crew_interpolate (crew, crew->inputs, NULL, &error);
  g_auto (GStrv) names = troupe_crew_list_placeholders (crew);

  g_assert_true ((filled == NULL) == (error != NULL));
  g_assert_true (error == NULL || g_utf8_validate (error->message, -1, NULL));
  for (guint i = 0; filled != NULL && i < filled->n_tasks; i++)
    {
      g_autofree char *before = troupe_crew_make_task_key (crew, i);
      g_autofree char *after = troupe_crew_make_task_key (filled, i);

      g_assert_cmpstr (before, ==, after);
      g_assert_true (filled->tasks[i].agent <= (int) filled->n_agents);
      for (guint k = 0; k < filled->tasks[i].n_context; k++)
        g_assert_cmpuint (filled->tasks[i].context[k], <, i);
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *text = g_strndup ((const char *) data, size);
  g_autoptr (JsonNode) root =
      troupe_json_read (text, strlen (text), TROUPE_JSON_COMMENTS | TROUPE_JSON_TRAILING_COMMAS,
                        NULL, NULL);
  g_autoptr (TroupeValue) value = NULL;
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeCrew) crew = NULL;

  if (root == NULL)
    return 0;
  value = troupe_value_from_node (root);
  crew = troupe_crew_new (value, &problems, &error);
  g_assert_true ((crew == NULL) == (error != NULL));
  check_problems (problems, crew != NULL);
  if (crew == NULL)
    return 0;
  check_definition (crew);
  check_inputs (crew);
  return 0;
}
