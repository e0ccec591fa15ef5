/* test-any-crew-edit.c: random edits of every kind on recorded and public crews
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "any-crew-edit.h"
#include "crew-project.h"
#include "crew-subjects.h"

#define N_EDITS 40

static guint n_crews;
static guint *n_done;

static char *
describe (TroupeCrewSubject *subject)
{
  TroupeCrew *crew = troupe_crew_subject_get_crew (subject);
  g_autoptr (TroupeValue) value = crew != NULL ? troupe_crew_to_definition (crew) : NULL;

  return value != NULL ? troupe_value_to_json (value, TROUPE_JSON_COMPACT)
                       : g_strdup ("does not load");
}

/* Asserts that the crew is the same after it was saved and read, and that undo then restores the
 * original bytes. */
static void
check_saved (TroupeCrewSubject *subject, const char *name)
{
  TroupeDocument *document = troupe_crew_subject_get_document (subject);
  g_autofree char *there = describe (subject);
  g_autofree char *here = NULL;
  g_autoptr (TroupeDocument) again = NULL;
  g_autoptr (TroupeCrewSubject) other = NULL;
  g_autoptr (GError) error = NULL;

  troupe_document_save (document, NULL, FALSE, &error);
  if (error != NULL)
    g_error ("%s cannot be saved: %s", name, error->message);
  again = any_crew_edit_open (troupe_document_get_path (document));
  g_assert_nonnull (again);
  other = troupe_crew_subject_is_project (subject)
              ? troupe_crew_subject_new (TROUPE_CREW_DOCUMENT (again))
              : troupe_crew_subject_new_inline (again, troupe_crew_subject_get_path (subject));
  here = describe (other);
  g_assert_cmpstr (here, ==, there);
}

static void
edit_crew (TroupeCrewSubject *subject, const char *name, GRand *rand)
{
  TroupeDocument *document = troupe_crew_subject_get_document (subject);
  g_autofree char *first = crew_document_write (document);
  g_autofree char *first_model = describe (subject);
  g_autofree char *last = NULL, *back = NULL, *forth = NULL, *back_again = NULL, *model = NULL;
  gboolean loads = troupe_crew_subject_get_crew (subject) != NULL;
  guint n_steps = 0;

  n_crews++;
  for (guint i = 0; i < N_EDITS; i++)
    {
      guint kind = (guint) g_rand_int_range (rand, 0, (gint32) any_crew_edit_get_n_kinds ());
      g_autofree char *before = crew_document_write (document);
      g_autofree char *after = NULL;
      g_autoptr (GError) error = NULL;
      gboolean done = any_crew_edit_apply (kind, subject, rand, &error);

      after = crew_document_write (document);
      if (!done)
        {
          /* A refused edit changes nothing and returns an error. */
          g_assert_cmpstr (after, ==, before);
          if (error != NULL)
            {
              g_assert_error (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT);
              g_assert_true (*error->message != '\0');
            }
          continue;
        }
      g_assert_no_error (error);
      n_done[kind]++;
      if (loads && troupe_crew_subject_get_crew (subject) == NULL)
        {
          GPtrArray *problems = troupe_crew_subject_get_problems (subject);

          g_error ("%s does not load after %s: %s", name, any_crew_edit_get_name (kind),
                   ((TroupeProblem *) problems->pdata[0])->message);
        }
      loads = troupe_crew_subject_get_crew (subject) != NULL;
      for (guint k = 0; k < troupe_crew_subject_get_problems (subject)->len; k++)
        {
          const TroupeProblem *problem = troupe_crew_subject_get_problems (subject)->pdata[k];
          g_auto (GStrv) keys = troupe_crew_subject_split_path (subject, problem->path);

          /* A text that cannot be parsed has no values. */
          if (keys == NULL && troupe_document_get_broken_text (document) == NULL)
            g_error ("%s: %s leads nowhere: %s", name, problem->path, problem->message);
        }
      if (g_str_equal (after, before))
        continue;
      n_steps++;
    }
  last = crew_document_write (document);
  while (troupe_document_undo (document))
    n_steps = n_steps > 0 ? n_steps - 1 : 0;
  g_assert_cmpuint (n_steps, ==, 0);
  back = crew_document_write (document);
  g_assert_cmpstr (back, ==, first);
  while (troupe_document_redo (document))
    ;
  forth = crew_document_write (document);
  g_assert_cmpstr (forth, ==, last);
  check_saved (subject, name);
  while (troupe_document_undo (document))
    ;
  back_again = crew_document_write (document);
  g_assert_cmpstr (back_again, ==, first);
  check_saved (subject, name);
  model = describe (subject);
  g_assert_cmpstr (model, ==, first_model);
}

static void
edit_path (const char *path, const char *name, GRand *rand)
{
  g_autoptr (TroupeDocument) document = any_crew_edit_open (path);
  g_autoptr (GPtrArray) subjects =
      document != NULL ? any_crew_edit_find_subjects (document) : g_ptr_array_new ();

  for (guint i = 0; i < subjects->len; i++)
    {
      /* The document is opened again for each crew, so that the edits start from the original
       * document. */
      g_autoptr (TroupeDocument) own = any_crew_edit_open (path);
      g_autoptr (GPtrArray) own_subjects = any_crew_edit_find_subjects (own);

      edit_crew (own_subjects->pdata[i], name, rand);
    }
}

/* GLib prints the seed. Pass the seed with `--seed` to repeat a test. */
static GRand *
make_rand (void)
{
  return g_rand_new_with_seed ((guint32) g_test_rand_int ());
}

static void
edit_case (TroupeValue *fields, GRand *rand)
{
  g_autoptr (CrewProject) project = crew_project_new ();
  const char *name =
      troupe_value_get_string (troupe_value_map_lookup_string (fields, "name", -1), NULL);
  TroupeValue *files = troupe_value_map_lookup_string (fields, "files", -1);

  for (gsize i = 0; files != NULL && i < troupe_value_map_get_size (files); i++)
    crew_project_write (project,
                        troupe_value_get_string (troupe_value_map_get_key (files, i), NULL),
                        troupe_value_get_string (troupe_value_map_get_value (files, i), NULL));
  for (gsize i = 0; files != NULL && i < troupe_value_map_get_size (files); i++)
    {
      const char *file = troupe_value_get_string (troupe_value_map_get_key (files, i), NULL);
      g_autofree char *path = crew_project_path (project, file);

      if (g_str_equal (file, "crew.jsonc") || g_str_equal (file, "crew.json") ||
          g_str_equal (file, "flow.json"))
        edit_path (path, name, rand);
    }
}

static void
test_recorded (gconstpointer data)
{
  g_autofree char *path =
      g_build_filename (g_getenv ("TROUPE_SOURCE_DIR"), "tests", "conformance", data, NULL);
  g_autoptr (GRand) rand = make_rand ();
  g_autofree char *text = NULL;
  g_autoptr (TroupeValue) whole = NULL;
  TroupeValue *cases;
  g_autoptr (GError) error = NULL;
  guint before = n_crews;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  whole = troupe_value_from_json (text, -1, &error);
  g_assert_no_error (error);
  cases = troupe_value_map_lookup_string (whole, "cases", -1);
  for (gsize i = 0; i < troupe_value_list_get_length (cases); i++)
    edit_case (troupe_value_list_get (cases, i), rand);
  g_test_message ("%u crews", n_crews - before);
  g_assert_cmpuint (n_crews - before, >, 20);
}

static void
copy_folder (const char *from, CrewProject *project, const char *inner)
{
  g_autofree char *folder = g_build_filename (from, inner, NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *rest = g_build_filename (inner, name, NULL);
      g_autofree char *text = NULL;

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        copy_folder (from, project, rest);
      else if (g_file_get_contents (path, &text, NULL, NULL) && g_utf8_validate (text, -1, NULL))
        crew_project_write (project, rest, text);
    }
}

static void
test_public (gconstpointer data)
{
  g_autofree char *folder =
      g_build_filename (g_getenv ("TROUPE_CONFORMANCE_DIR"), "documents", data, NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GRand) rand = make_rand ();
  guint before = n_crews;
  const char *name;

  if (dir == NULL)
    {
      g_test_skip ("the public documents are not here");
      return;
    }
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autoptr (CrewProject) project = crew_project_new ();
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *copy = NULL;
      g_autofree char *text = NULL;

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        {
          copy_folder (path, project, "");
          copy = crew_project_path (project, "");
        }
      else if (g_file_get_contents (path, &text, NULL, NULL) && g_utf8_validate (text, -1, NULL))
        {
          crew_project_write (project, name, text);
          copy = crew_project_path (project, name);
        }
      if (copy != NULL)
        edit_path (copy, name, rand);
    }
  g_test_message ("%u crews", n_crews - before);
}

/* Every kind of edit was applied at least once. */
static void
test_all_kinds (void)
{
  for (guint i = 0; i < any_crew_edit_get_n_kinds (); i++)
    {
      g_test_message ("%s: %u", any_crew_edit_get_name (i), n_done[i]);
      if (n_crews > 0)
        g_assert_cmpuint (n_done[i], >, 0);
    }
}

int
main (int argc, char **argv)
{
  g_autofree guint *counts = g_new0 (guint, any_crew_edit_get_n_kinds ());

  n_done = counts;
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/any-crew-edit/1-recorded/crews", "crew-golden.json", test_recorded);
  g_test_add_data_func ("/any-crew-edit/1-recorded/flows", "flow-crew-golden.json", test_recorded);
  g_test_add_data_func ("/any-crew-edit/2-public/crews", "crews", test_public);
  g_test_add_data_func ("/any-crew-edit/2-public/flows", "flows", test_public);
  g_test_add_func ("/any-crew-edit/3-kinds/all", test_all_kinds);
  return g_test_run ();
}
