/* test-crew-subject.c: the same interface for crews in a project and inside of a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "crew-project.h"
#include "crew-subjects.h"
#include "troupe-tree.h"

static void
count_cb (TroupeCrewSubject *subject, guint *count)
{
  (*count)++;
}

static void
set_text (TroupeCrewSubject *subject, const char *path, const char *text)
{
  g_auto (GStrv) keys = g_strsplit (path, ".", -1);
  g_autoptr (JsonNode) value = text != NULL ? troupe_json_node_new_string (text) : NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (
      troupe_crew_subject_set (subject, (const char *const *) keys, value, "Set", NULL, &error));
  g_assert_no_error (error);
}

static void
assert_text (TroupeCrewSubject *subject, const char *path, const char *text)
{
  g_auto (GStrv) keys = g_strsplit (path, ".", -1);
  JsonNode *node = troupe_crew_subject_get_value (subject, (const char *const *) keys);

  g_assert_cmpstr (node != NULL ? json_node_get_string (node) : NULL, ==, text);
}

/* All four forms return the same values. */
static void
test_forms (void)
{
  for (CrewForm form = 0; form < N_CREW_FORMS; form++)
    {
      g_autoptr (CrewSubject) crew = crew_subject_new (form);
      TroupeCrewSubject *subject = crew->subject;
      g_auto (GStrv) agents = troupe_crew_subject_list_agents (subject);
      g_autofree char *names = g_strjoinv (" ", agents);
      g_autofree char *first = troupe_crew_subject_dup_task_title (subject, 0);
      g_autofree char *second = troupe_crew_subject_dup_task_title (subject, 1);
      g_autofree char *manager = troupe_crew_subject_dup_manager (subject);
      const char *const role[] = { "agents", "w.x", "role", NULL };
      g_autofree char *part = troupe_crew_subject_dup_part (subject, role);

      g_test_message ("%s", crew->name);
      g_assert_true (troupe_crew_subject_is_project (subject) == (form == CREW_FORM_PROJECT));
      g_assert_nonnull (troupe_crew_subject_get_crew (subject));
      g_assert_cmpuint (troupe_crew_subject_get_problems (subject)->len, ==, 0);
      g_assert_cmpuint (troupe_crew_subject_get_n_tasks (subject), ==, 2);
      g_assert_cmpstr (names, ==, "r w.x m");
      g_assert_cmpstr (first, ==, "find");
      g_assert_cmpstr (second, ==, "task 2");
      g_assert_cmpstr (manager, ==, "m");
      g_assert_true (troupe_crew_subject_get_process (subject) == TROUPE_CREW_HIERARCHICAL);
      g_assert_null (troupe_crew_subject_get_task (subject, 2));
      g_assert_cmpstr (json_node_get_string (troupe_crew_subject_get_value (subject, role)), ==,
                       "writes");
      g_assert_nonnull (troupe_crew_subject_get_agent (subject, "m"));
      g_assert_null (troupe_crew_subject_get_agent (subject, "nobody"));
      g_assert_cmpstr (part, ==, form == CREW_FORM_PROJECT ? "agents/w.x.jsonc" : "");
      g_assert_cmpstr (troupe_tree_get_member_text (troupe_crew_subject_get_root (subject),
                                                    "process"),
                       ==, "hierarchical");
    }
}

/* An edit is one undo step and changes only its own line. Saving and reading preserves the edit. */
static void
test_set (void)
{
  for (CrewForm form = 0; form < N_CREW_FORMS; form++)
    {
      g_autoptr (CrewSubject) crew = crew_subject_new (form);
      TroupeCrewSubject *subject = crew->subject;
      TroupeDocument *document = troupe_crew_subject_get_document (subject);
      g_autofree char *before = crew_subject_write (crew);
      g_autofree char *after = NULL, *undone = NULL;
      const char *const role[] = { "agents", "w.x", "role", NULL };
      g_autoptr (JsonNode) value = troupe_json_node_new_string ("reads");
      g_autoptr (GError) error = NULL;
      guint n_changed = 0;

      g_test_message ("%s", crew->name);
      g_signal_connect (subject, "changed", G_CALLBACK (count_cb), &n_changed);
      g_assert_true (troupe_crew_subject_set (subject, role, value, "Set", NULL, &error));
      g_assert_cmpuint (n_changed, ==, 1);
      g_assert_cmpstr (json_node_get_string (troupe_crew_subject_get_value (subject, role)), ==,
                       "reads");
      set_text (subject, "tasks.1.description", "other");
      set_text (subject, "name", "N");
      set_text (subject, "name", NULL);
      set_text (subject, "name", NULL);
      g_assert_cmpuint (n_changed, ==, 4);
      g_assert_cmpstr (troupe_crew_subject_get_crew (subject)->tasks[1].description, ==, "other");
      crew_subject_save (crew);
      after = crew_subject_write (crew);
      g_assert_nonnull (strstr (after, "// who writes"));
      g_assert_nonnull (strstr (after, "\"reads\""));
      for (guint i = 0; i < 4; i++)
        g_assert_true (troupe_document_undo (document));
      g_assert_false (troupe_document_undo (document));
      undone = crew_subject_write (crew);
      g_assert_cmpstr (undone, ==, before);
    }
}

/* A problem has the same path in each form, and the path resolves to its position. */
static void
test_problems (void)
{
  for (CrewForm form = 0; form < N_CREW_FORMS; form++)
    {
      g_autoptr (CrewSubject) crew = crew_subject_new (form);
      TroupeCrewSubject *subject = crew->subject;
      const char *const limit[] = { "agents", "w.x", "max_iter", NULL };
      g_autoptr (JsonNode) value = troupe_json_node_new_string ("many");
      g_auto (GStrv) keys = NULL;
      const TroupeProblem *problem;
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", crew->name);
      g_assert_true (troupe_crew_subject_set (subject, limit, value, "Set", NULL, &error));
      g_assert_null (troupe_crew_subject_get_crew (subject));
      g_assert_cmpuint (troupe_crew_subject_get_problems (subject)->len, ==, 1);
      problem = troupe_crew_subject_get_problems (subject)->pdata[0];
      g_assert_cmpstr (problem->code, ==, "wrong_type");
      g_assert_cmpstr (problem->path, ==, "agents.w.x.max_iter");
      keys = troupe_crew_subject_split_path (subject, problem->path);
      g_assert_true (g_strv_equal ((const char *const *) keys, limit));
      troupe_document_undo (troupe_crew_subject_get_document (subject));
      g_assert_cmpuint (troupe_crew_subject_get_problems (subject)->len, ==, 0);

      set_text (subject, "tasks.1.agent", "ghost");
      problem = troupe_crew_subject_get_problems (subject)->pdata[0];
      g_assert_cmpstr (problem->path, ==, "tasks.1.agent");
      /* A missing field has no line in the file. */
      set_text (subject, "tasks.1.agent", "w.x");
      set_text (subject, "tasks.0.expected_output", NULL);
      problem = troupe_crew_subject_get_problems (subject)->pdata[0];
      g_assert_cmpstr (problem->code, ==, "missing_field");
      g_assert_cmpstr (problem->path, ==, "tasks.0.expected_output");
    }
}

/* Positions of problems refer to the file that was read. */
static void
test_places (void)
{
  g_autoptr (CrewSubject) crew = crew_subject_new_text (
      CREW_FORM_MAP,
      "{\"agents\": {\"w\": {\"role\": \"r\", \"goal\": \"g\", \"backstory\": \"b\",\n"
      "\"max_iter\": \"many\"}}, \"tasks\": []}");
  GPtrArray *problems = troupe_crew_subject_get_problems (crew->subject);
  const TroupeProblem *problem = problems->pdata[0];
  gboolean found = FALSE;

  for (guint i = 0; i < problems->len; i++)
    {
      problem = problems->pdata[i];
      if (!g_str_equal (problem->code, "wrong_type"))
        continue;
      found = TRUE;
      g_assert_cmpstr (problem->path, ==, "agents.w.max_iter");
      g_assert_cmpuint (problem->line, >, 1);
      g_assert_cmpuint (problem->column, ==, 13);
    }
  g_assert_true (found);
  g_assert_null (troupe_crew_subject_get_crew (crew->subject));
  g_assert_cmpuint (troupe_crew_subject_get_n_tasks (crew->subject), ==, 0);
}

/* A group of edits in several files is one undo step. */
static void
test_group (void)
{
  g_autoptr (CrewSubject) crew = crew_subject_new (CREW_FORM_PROJECT);
  TroupeDocument *document = troupe_crew_subject_get_document (crew->subject);
  g_autofree char *before = crew_subject_write (crew);
  g_autofree char *undone = NULL;
  guint n_changed = 0;

  g_signal_connect (crew->subject, "changed", G_CALLBACK (count_cb), &n_changed);
  troupe_crew_subject_begin_edit (crew->subject, "Both");
  set_text (crew->subject, "agents.r.role", "one");
  set_text (crew->subject, "tasks.0.description", "two");
  /* Edits are visible within the group. */
  assert_text (crew->subject, "agents.r.role", "one");
  g_assert_cmpstr (troupe_crew_subject_get_crew (crew->subject)->tasks[0].description, ==, "two");
  troupe_crew_subject_end_edit (crew->subject);
  g_assert_cmpuint (n_changed, ==, 1);
  troupe_document_undo (document);
  undone = crew_subject_write (crew);
  g_assert_cmpstr (undone, ==, before);
  g_assert_false (troupe_document_undo (document));
}

static JsonNode *
rename_method (JsonNode *root, const char *name, const char *new_name)
{
  const char *const path[] = { "methods", name, NULL };

  return troupe_json_tree_rename (root, path, new_name);
}

/* A crew inside of a flow follows its method when the method is renamed. It emits `gone` when
 * the method is deleted, and is available again after undo. */
static void
test_inline_moves (void)
{
  g_autoptr (CrewSubject) crew = crew_subject_new (CREW_FORM_MAP);
  TroupeDocument *document = troupe_crew_subject_get_document (crew->subject);
  const char *const path[] = { "methods", "again", "do", "with", NULL };
  const char *const method[] = { "methods", "again", NULL };
  const char *const name[] = { "name", NULL };
  g_autoptr (JsonNode) renamed = rename_method (troupe_document_get_root (document), "go", "again");
  g_autoptr (JsonNode) other = troupe_json_node_new_string ("Other");
  g_autoptr (GError) error = NULL;
  guint n_changed = 0, n_gone = 0;

  g_signal_connect (crew->subject, "changed", G_CALLBACK (count_cb), &n_changed);
  g_signal_connect (crew->subject, "gone", G_CALLBACK (count_cb), &n_gone);
  /* Changes in other parts of the flow do not affect the crew. */
  g_assert_true (troupe_document_set (document, name, other, "Name", NULL, &error));
  g_assert_cmpuint (n_changed, ==, 0);
  troupe_document_undo (document);

  g_assert_true (troupe_document_commit (document, "", renamed, "Rename", NULL, 0, &error));
  g_assert_cmpuint (n_gone, ==, 0);
  g_assert_true (g_strv_equal (troupe_crew_subject_get_path (crew->subject), path));
  g_assert_cmpuint (troupe_crew_subject_get_n_tasks (crew->subject), ==, 2);

  g_assert_true (troupe_document_set (document, method, NULL, "Delete", NULL, &error));
  g_assert_cmpuint (n_gone, ==, 1);
  g_assert_null (troupe_crew_subject_get_crew (crew->subject));
  g_assert_cmpuint (troupe_crew_subject_get_n_tasks (crew->subject), ==, 0);
  g_assert_true (JSON_NODE_HOLDS_OBJECT (troupe_crew_subject_get_root (crew->subject)));
  g_assert_false (troupe_crew_subject_set (crew->subject, name, other, "Name", NULL, &error));
  g_assert_error (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT);
  troupe_document_undo (document);
  g_assert_cmpuint (n_changed, ==, 1);
  g_assert_nonnull (troupe_crew_subject_get_crew (crew->subject));
  /* After another undo the method has its previous name again. */
  troupe_document_undo (document);
  g_assert_cmpstr (troupe_crew_subject_get_path (crew->subject)[1], ==, "go");
  g_assert_nonnull (troupe_crew_subject_get_crew (crew->subject));
}

/* An agent file that cannot be read is not overwritten. A missing agent file is created. */
static void
test_missing_files (void)
{
  g_autoptr (CrewSubject) crew = crew_subject_new (CREW_FORM_PROJECT);
  g_autoptr (TroupeCrewDocument) document = NULL;
  g_autoptr (TroupeCrewSubject) subject = NULL;
  const char *const role[] = { "agents", "r", "role", NULL };
  g_autoptr (JsonNode) value = troupe_json_node_new_string ("x");
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  crew_project_write (crew->project, "agents/r.jsonc", "{ broken");
  document = troupe_crew_document_open (crew->project->folder, NULL, &error);
  g_assert_no_error (error);
  subject = troupe_crew_subject_new (document);
  g_assert_null (troupe_crew_subject_get_agent (subject, "r"));
  g_assert_cmpstr (((TroupeProblem *) troupe_crew_subject_get_problems (subject)->pdata[0])->path,
                   ==, "agents.r");
  g_assert_false (troupe_crew_subject_set (subject, role, value, "Set", NULL, &error));
  g_assert_error (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT);
  g_clear_error (&error);
  text = crew_project_read (crew->project, "agents/r.jsonc");
  g_assert_cmpstr (text, ==, "{ broken");

  /* No file is created outside of the project. */
  set_text (subject, "agents.0", "../../x");
  {
    const char *const outside[] = { "agents", "../../x", "role", NULL };

    g_assert_false (troupe_crew_subject_set (subject, outside, value, "Set", NULL, &error));
    g_assert_error (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT);
    g_clear_error (&error);
  }
  set_text (subject, "agents.0", "new");
  g_assert_null (troupe_crew_subject_get_agent (subject, "new"));
  set_text (subject, "agents.new.role", "R");
  g_assert_nonnull (troupe_crew_subject_get_agent (subject, "new"));
  assert_text (subject, "agents.new.role", "R");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/crew-subject/forms", test_forms);
  g_test_add_func ("/crew-subject/set", test_set);
  g_test_add_func ("/crew-subject/problems", test_problems);
  g_test_add_func ("/crew-subject/places", test_places);
  g_test_add_func ("/crew-subject/group", test_group);
  g_test_add_func ("/crew-subject/inline-moves", test_inline_moves);
  g_test_add_func ("/crew-subject/missing-files", test_missing_files);
  return g_test_run ();
}
