/* test-diagnose-kinds.c: every kind of problem: detection, documentation and repair
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>

#include "diagnose-kinds.h"
#include "flow-test.h"
#include "troupe-flow-document.h"

static char *folder;

/* Returns the problems of a text, even if it is not a flow. */
static GPtrArray *
find_problems (const char *text, const char *name)
{
  GPtrArray *problems = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeFlowDocument) document =
      troupe_flow_document_load_text (text, strlen (text), name, &problems, &error);

  g_assert_nonnull (problems);
  return problems;
}

static char *
write_text (const Kind *kind)
{
  return kind->name != NULL ? g_strdup (kind->document) : test_quote (kind->document);
}

static void
test_found (void)
{
  guint n_missing = 0;

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *text = write_text (&kinds[i]);
      g_autoptr (GPtrArray) problems =
          find_problems (text, kinds[i].name != NULL ? kinds[i].name : "a.json");
      TroupeProblem *problem = test_find_problem (problems, kinds[i].code);

      if (problem != NULL && problem->line > 0 && problem->column > 0 && *problem->message != '\0')
        continue;
      n_missing++;
      g_test_message ("%s: not in %s", kinds[i].code, text);
      for (guint j = 0; j < problems->len; j++)
        {
          g_autofree char *line = troupe_problem_to_text (problems->pdata[j], "found");

          g_test_message ("  %s", line);
        }
    }
  g_assert_cmpuint (n_missing, ==, 0);
}

static gboolean
has_example (const char *code)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      if (g_str_equal (kinds[i].code, code))
        return TRUE;
    }
  return FALSE;
}

/* Every listed code has an example, and every detected code is listed. */
static void
test_list (void)
{
  const char *const *codes = troupe_flow_list_problem_codes ();
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; codes[i] != NULL; i++)
    {
      if (!has_example (codes[i]))
        g_error ("%s has no example", codes[i]);
      g_assert_true (g_hash_table_add (seen, (gpointer) codes[i]));
    }
  g_assert_cmpuint (g_hash_table_size (seen), >=, 60);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *text = write_text (&kinds[i]);
      g_autoptr (GPtrArray) problems =
          find_problems (text, kinds[i].name != NULL ? kinds[i].name : "a.json");

      for (guint j = 0; j < problems->len; j++)
        {
          if (!g_strv_contains (codes, ((TroupeProblem *) problems->pdata[j])->code))
            g_error ("%s is not listed", ((TroupeProblem *) problems->pdata[j])->code);
        }
    }
}

/* Fails the test if an example has the code @code but a severity that @cell does not contain. */
static void
check_severity (const char *code, const char *cell)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *text = write_text (&kinds[i]);
      g_autoptr (GPtrArray) problems =
          find_problems (text, kinds[i].name != NULL ? kinds[i].name : "a.json");
      TroupeProblem *problem = test_find_problem (problems, code);

      if (problem != NULL && strstr (cell, troupe_severity_get_name (problem->severity)) == NULL)
        g_error ("%s is a %s", code, troupe_severity_get_name (problem->severity));
    }
}

/* The rows of the documentation, `| code | severity | …`, have the order of the list. The table
 * for crews is last. */
static void
test_book (void)
{
  const char *const *codes = troupe_flow_list_problem_codes ();
  g_autofree char *path =
      g_build_filename (g_getenv ("TROUPE_SOURCE_DIR"), "doc", "diagnostics.md", NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  guint next = 0;
  gboolean is_of_runs = FALSE;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL && !g_str_equal (lines[i], "## Crews"); i++)
    {
      g_auto (GStrv) cells = NULL;
      g_autofree char *code = NULL;

      /* Problems of runs are not found in a flow alone. */
      if (g_str_has_prefix (lines[i], "## "))
        is_of_runs = g_str_equal (lines[i], "## Runs");
      if (is_of_runs || !g_str_has_prefix (lines[i], "| `"))
        continue;
      cells = g_strsplit (lines[i], " | ", -1);
      g_assert_cmpuint (g_strv_length (cells), ==, 4);
      code = g_strndup (cells[0] + 3, strlen (cells[0]) - 4);
      g_assert_cmpstr (code, ==, codes[next]);
      check_severity (code, cells[1]);
      next++;
    }
  g_assert_null (codes[next]);
}

/* --- Repairs ------------------------------------------------------------------------------- */

static guint
count_problems (TroupeFlowDocument *document, const char *code)
{
  GPtrArray *problems = troupe_document_get_problems (TROUPE_DOCUMENT (document));
  guint count = 0;

  for (guint i = 0; i < problems->len; i++)
    count += g_str_equal (((TroupeProblem *) problems->pdata[i])->code, code);
  return count;
}

static TroupeProblem *
find_repair (TroupeFlowDocument *document, const char *code)
{
  GPtrArray *problems = troupe_document_get_problems (TROUPE_DOCUMENT (document));

  for (guint i = 0; i < problems->len; i++)
    {
      TroupeProblem *problem = problems->pdata[i];

      if (g_str_equal (problem->code, code) && problem->fix_action != NULL)
        return troupe_problem_ref (problem);
    }
  return NULL;
}

/* Asserts that the repair solves the problem in one undo step, and that undo restores every
 * byte. */
static gboolean
check_repair (const char *code, const char *text, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *before = NULL, *mended = NULL, *after = NULL;
  g_autoptr (TroupeFlowDocument) document = NULL;
  g_autoptr (TroupeProblem) problem = NULL;
  g_autoptr (GError) error = NULL;
  guint count;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  document = troupe_flow_document_open (path, NULL, &error);
  if (document == NULL)
    return FALSE;
  problem = find_repair (document, code);
  if (problem == NULL)
    return FALSE;
  g_assert_nonnull (problem->fix);
  g_assert_nonnull (problem->fix_label);
  before = troupe_document_to_text (TROUPE_DOCUMENT (document), NULL);
  g_assert_cmpstr (before, ==, text);
  count = count_problems (document, code);
  if (!troupe_flow_document_apply_fix (document, problem, &error))
    g_error ("%s: %s: %s", code, problem->fix_action, error->message);
  mended = troupe_document_to_text (TROUPE_DOCUMENT (document), NULL);
  if (count_problems (document, code) >= count)
    g_error ("%s: %s does not mend: %s", code, problem->fix_action, mended);
  g_assert_true (troupe_document_undo (TROUPE_DOCUMENT (document)));
  g_assert_false (troupe_document_undo (TROUPE_DOCUMENT (document)));
  after = troupe_document_to_text (TROUPE_DOCUMENT (document), NULL);
  g_assert_cmpstr (after, ==, text);
  return TRUE;
}

static void
test_repairs (void)
{
  guint n_repairs = 0;

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *text = write_text (&kinds[i]);
      g_autofree char *yaml = NULL;
      g_autoptr (JsonNode) root = NULL;

      if (!check_repair (kinds[i].code, text, kinds[i].name != NULL ? kinds[i].name : "a.json"))
        continue;
      n_repairs++;
      if (kinds[i].name != NULL)
        continue;
      root = test_read (text, NULL);
      yaml = troupe_yaml_write (root, NULL, NULL);
      if (!check_repair (kinds[i].code, yaml, "a.yaml"))
        g_error ("%s has no repair in YAML: %s", kinds[i].code, yaml);
    }
  g_test_message ("%u kinds have a repair", n_repairs);
  g_assert_cmpuint (n_repairs, >=, 35);
}

int
main (int argc, char *argv[])
{
  g_autofree char *json = NULL, *yaml = NULL;
  int result;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("troupe-kinds-XXXXXX", NULL);
  g_assert_nonnull (folder);
  g_test_add_func ("/flow/diagnose/kinds/found", test_found);
  g_test_add_func ("/flow/diagnose/kinds/list", test_list);
  g_test_add_func ("/flow/diagnose/kinds/book", test_book);
  g_test_add_func ("/flow/diagnose/kinds/repairs", test_repairs);
  result = g_test_run ();
  json = g_build_filename (folder, "a.json", NULL);
  yaml = g_build_filename (folder, "a.yaml", NULL);
  g_remove (json);
  g_remove (yaml);
  g_rmdir (folder);
  g_free (folder);
  return result;
}
