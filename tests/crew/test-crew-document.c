/* test-crew-document.c: crew projects: files, problems with positions, edits of several files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "crew-project.h"
#include "troupe-tree.h"

static TroupeCrewDocument *
load (CrewProject *project, GPtrArray **problems, GError **error)
{
  return troupe_crew_document_load (project->folder, problems, error);
}

static void
test_load (void)
{
  g_autoptr (CrewProject) project = crew_project_new_small ();
  g_autoptr (TroupeCrewDocument) document = NULL;
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *file = NULL;
  TroupeCrew *crew;

  /* The extension .jsonc takes precedence over .json, for the crew and for agents. */
  crew_project_write (project, "crew.json", "{ broken");
  crew_project_write (project, "agents/w.json", "{ broken");
  document = load (project, &problems, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (problems->len, ==, 0);
  crew = troupe_crew_document_get_crew (document);
  g_assert_cmpstr (crew->agents[0].role, ==, "r");
  g_assert_cmpstr (crew->agents[0].path, ==, "agents/w.jsonc");
  file = troupe_crew_find_file (project->folder);
  g_assert_true (g_str_has_suffix (file, "/crew.jsonc"));
}

/* Each text causes one problem with this position. */
static void
test_places (void)
{
  static const struct
  {
    const char *file;
    const char *text;
    const char *code;
    const char *part;
    const char *path;
    guint line, column;
  } cases[] = {
    { "crew.jsonc", "{\n  \"agents\": [\"w\"],\n  \"tasks\": [ {\"description\": } ]\n}", "json",
      NULL, "tasks.0", 3, 30 },
    { "crew.jsonc", "{ \"agents\": [\"w\"] /* no end\n}", "json", NULL, "", 1, 19 },
    { "crew.jsonc", "[]", "not_a_crew", NULL, "", 1, 1 },
    { "crew.jsonc", "", "empty_document", NULL, "", 1, 1 },
    { "crew.jsonc", "agents: [w]\ntasks: []\n", "json", NULL, "", 1, 1 },
    { "crew.jsonc", "{\"agents\": [\"w\"]}", "no_tasks", NULL, "tasks", 1, 1 },
    { "crew.jsonc", "{\"agents\": [\"w\", \"ghost\"],\n \"tasks\": []}", "missing_agent", NULL,
      "agents[1]", 1, 18 },
    { "crew.jsonc", "{\"agents\": [\"w\"],\n \"colour\": 1, \"tasks\": []}", "unknown_key", NULL,
      "colour", 2, 2 },
    { "crew.jsonc",
      "{\"agents\": [\"w\"],\n \"task_callback\": {\"python\": \"os.path.join\"}, \"tasks\": []}",
      "outside_project", NULL, "task_callback", 2, 19 },
    { "crew.jsonc",
      "{\"agents\": [\"w\"], \"tasks\": [{\"description\": \"d\", \"expected_output\": \"e\",\n"
      "\"agent\": \"w\", \"guardrail\": {\"cel\": \"size(\\\"\\u00e9\\\") + + 1\"}}]}",
      "expression_syntax", NULL, "tasks[0].guardrail.cel", 2, 56 },
    { "crew.jsonc",
      "{\"agents\": [\"w\"], \"tasks\": [{\"description\": \"d\", \"expected_output\": \"e\",\n"
      "\"agent\": \"w\", \"input_files\": {\"a\": \"C:/x\"}}]}",
      "outside_project", NULL, "tasks[0].input_files.a", 2, 36 },
    { "agents/w.jsonc",
      "{\"role\": \"r\", \"goal\": \"g\", \"backstory\": \"b\",\n \"max_iter\": \"many\"}",
      "wrong_type", "agents/w.jsonc", "max_iter", 2, 14 },
    { "agents/w.jsonc", "{\"role\": \"r\", \"goal\": \"g\", \"backstory\": \"b\",\n \"shape\": 1}",
      "unknown_key", "agents/w.jsonc", "shape", 2, 2 },
    { "agents/w.jsonc", "// no role\n{\"goal\": null, \"backstory\": \"b\"}", "missing_field",
      "agents/w.jsonc", "role", 2, 1 },
    { "agents/w.jsonc", "// no role\n{\"goal\": null, \"backstory\": \"b\"}", "missing_field",
      "agents/w.jsonc", "goal", 2, 10 },
    { "agents/w.jsonc",
      "{\"role\": \"r\", \"goal\": \"g\", \"backstory\": \"b\",\n \"verbose\": null}", "wrong_type",
      "agents/w.jsonc", "verbose", 2, 13 },
    { "agents/w.jsonc",
      "{\"role\": \"r\", \"goal\": \"g\", \"backstory\": \"b\",\n \"tools\": [\"custom:none\"]}",
      "missing_tool", "agents/w.jsonc", "tools[0]", 2, 12 },
    { "agents/w.jsonc", "{\"role\": }", "json", "agents/w.jsonc", "", 1, 10 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CrewProject) project = crew_project_new_small ();
      g_autoptr (GPtrArray) problems = NULL;
      g_autoptr (GError) error = NULL;
      g_autofree char *place = g_strdup_printf ("%s:%u:", cases[i].file, cases[i].line);

      crew_project_write (project, cases[i].file, cases[i].text);
      g_assert_null (load (project, &problems, &error));
      g_assert_nonnull (error);
      crew_assert_problem (problems, cases[i].code, cases[i].part, cases[i].path, cases[i].line,
                           cases[i].column);
      if (strstr (error->message, cases[i].file) == NULL)
        g_error ("“%s” does not name %s", error->message, cases[i].file);
    }
}

/* A name that refers to a file outside of the project is reported as invalid, and the program
 * does not offer to create the file. */
static void
test_name_outside (void)
{
  g_autoptr (CrewProject) project = crew_project_new_small ();
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (GError) error = NULL;
  const TroupeProblem *problem;

  crew_project_write (project, "crew.jsonc", "{\"agents\": [\"w\", \"../../x\"],\n \"tasks\": []}");
  g_assert_null (load (project, &problems, &error));
  problem = problems->pdata[0];
  g_assert_cmpstr (problem->code, ==, "missing_agent");
  g_assert_nonnull (strstr (problem->message, "is not a valid agent name"));
  g_assert_null (problem->fix);
}

/* Files of the project are found, and no file outside of it is read. */
static void
test_files (void)
{
  g_autoptr (CrewProject) project = crew_project_new_small ();
  g_autoptr (TroupeCrewDocument) document = NULL;
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (GError) error = NULL;

  crew_project_write (project, "hooks/__init__.py", "");
  crew_project_write (project, "tools/look.py", "");
  crew_project_write (project, "data/x.txt", "x");
  crew_project_write (
      project, "crew.jsonc",
      "{\"agents\": [\"w\"], \"task_callback\": {\"python\": \"hooks.seen\"}, \"tasks\": "
      "[{\"description\": \"d\", \"expected_output\": \"e\", \"agent\": \"w\", \"tools\": "
      "[\"custom:look\", \"a:B\"], \"input_files\": {\"x\": \"data/x.txt\", \"y\": "
      "{\"source\": \"https://example.org/a\"}}}]}");
  document = load (project, &problems, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (troupe_crew_document_get_crew (document)->task_callback->text, ==, "hooks.seen");
  g_clear_object (&document);

  crew_project_write (project, "crew.jsonc",
                      "{\"agents\": [\"../agents/w\"], \"tasks\": [{\"description\": \"d\", "
                      "\"expected_output\": \"e\", \"agent\": \"../agents/w\"}]}");
  g_clear_pointer (&problems, g_ptr_array_unref);
  g_assert_null (load (project, &problems, &error));
  crew_assert_problem (problems, "missing_agent", NULL, "agents[0]", 1, 13);
}

static void
test_null_context (void)
{
  g_autoptr (CrewProject) project = crew_project_new_small ();
  g_autoptr (TroupeCrewDocument) document = NULL;
  g_autoptr (TroupeCrew) again = NULL;
  g_autoptr (TroupeValue) definition = NULL;
  g_autoptr (GError) error = NULL;

  crew_project_write (project, "crew.jsonc",
                      "{\"agents\": [\"w\"], \"tasks\": [{\"description\": \"d\", "
                      "\"expected_output\": \"e\", \"agent\": \"w\", \"context\": null, "
                      "\"create_directory\": null}]}");
  document = load (project, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (troupe_crew_document_get_crew (document)->tasks[0].has_context);
  g_assert_false (troupe_crew_document_get_crew (document)->tasks[0].create_directory);
  definition = troupe_crew_to_definition (troupe_crew_document_get_crew (document));
  again = troupe_crew_new (definition, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (again->tasks[0].has_context);
  g_assert_false (again->tasks[0].create_directory);
}

/* --- Edits ---------------------------------------------------------------------------------------- */

static void
edit (TroupeCrewDocument *document, const char *part, const char *key, const char *text)
{
  TroupeDocument *base = TROUPE_DOCUMENT (document);
  JsonNode *root = troupe_document_parts_get_root (troupe_document_get_parts (base), part);
  g_autoptr (JsonNode) value = troupe_json_node_new_string (text);
  g_autoptr (JsonNode) edited = troupe_tree_with (root, value, key, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (
      troupe_document_commit (base, part, edited, "Edit", NULL, TROUPE_COMMIT_MUST_LOAD, &error));
  g_assert_no_error (error);
}

static void
test_edit (void)
{
  g_autoptr (CrewProject) project = crew_project_new_small ();
  g_autofree char *crew_text = crew_project_read (project, "crew.jsonc");
  g_autofree char *agent_text = crew_project_read (project, "agents/w.jsonc");
  g_autofree char *written = NULL, *written_agent = NULL, *unchanged = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeCrewDocument) document = load (project, NULL, &error);
  TroupeDocument *base = TROUPE_DOCUMENT (document);

  g_assert_no_error (error);
  troupe_document_begin_edit (base, "Both");
  edit (document, "agents/w.jsonc", "goal", "other");
  edit (document, "", "name", "n");
  troupe_document_end_edit (base);
  g_assert_cmpstr (troupe_crew_document_get_crew (document)->agents[0].goal, ==, "other");
  g_assert_cmpstr (troupe_crew_document_get_crew (document)->name, ==, "n");
  g_assert_true (troupe_document_undo (base));
  g_assert_cmpstr (troupe_crew_document_get_crew (document)->agents[0].goal, ==, "g");
  g_assert_cmpstr (troupe_crew_document_get_crew (document)->name, ==, "crew");
  g_assert_false (troupe_document_is_modified (base));
  g_assert_true (troupe_document_redo (base));
  g_assert_true (troupe_document_save (base, NULL, FALSE, &error));
  g_assert_no_error (error);

  written_agent = crew_project_read (project, "agents/w.jsonc");
  {
    g_auto (GStrv) pieces = g_strsplit (agent_text, "\"g\"", 2);
    g_autofree char *expected = g_strjoinv ("\"other\"", pieces);

    g_assert_cmpstr (written_agent, ==, expected);
  }
  written = crew_project_read (project, "crew.jsonc");
  g_assert_nonnull (strstr (written, "  // the crew\n  \"agents\": [\"w\"],\n"));
  g_assert_nonnull (strstr (written, "\"name\": \"n\""));
  g_assert_true (troupe_document_undo (base));
  g_assert_true (troupe_document_save (base, NULL, FALSE, &error));
  unchanged = crew_project_read (project, "crew.jsonc");
  g_assert_cmpstr (unchanged, ==, crew_text);
}

/* An edit that names another agent causes the file of this agent to be read. An edit that makes
 * the crew invalid is refused. */
static void
test_edit_agents (void)
{
  g_autoptr (CrewProject) project = crew_project_new_small ();
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeCrewDocument) document = load (project, NULL, &error);
  TroupeDocument *base = TROUPE_DOCUMENT (document);
  g_autoptr (JsonNode) edited = NULL, broken = NULL, name = troupe_json_node_new_string ("v");
  g_autoptr (JsonNode) ghost = troupe_json_node_new_string ("ghost");

  crew_project_write (project, "agents/v.json",
                      "{\"role\": \"second\", \"goal\": \"g\", \"backstory\": \"b\"}");
  edited = troupe_tree_with (troupe_document_get_root (base), name, "agents", "1", NULL);
  g_assert_true (
      troupe_document_commit (base, "", edited, "Add", NULL, TROUPE_COMMIT_MUST_LOAD, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (troupe_crew_document_get_crew (document)->n_agents, ==, 2);
  g_assert_cmpstr (troupe_crew_document_get_crew (document)->agents[1].role, ==, "second");
  broken = troupe_tree_with (edited, ghost, "agents", "1", NULL);
  g_assert_false (
      troupe_document_commit (base, "", broken, "Break", NULL, TROUPE_COMMIT_MUST_LOAD, &error));
  g_assert_error (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT);
  g_assert_cmpuint (troupe_crew_document_get_crew (document)->n_agents, ==, 2);
}

static void
test_repair (void)
{
  g_autoptr (CrewProject) project = crew_project_new_small ();
  g_autofree char *good = crew_project_read (project, "crew.jsonc");
  g_autoptr (TroupeCrewDocument) document = NULL;
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (GError) error = NULL;

  crew_project_write (project, "crew.jsonc", "{\"agents\": [\"w\"],");
  document = troupe_crew_document_open (project->folder, &problems, &error);
  g_assert_no_error (error);
  g_assert_null (troupe_crew_document_get_crew (document));
  g_assert_nonnull (troupe_document_get_broken_text (TROUPE_DOCUMENT (document)));
  crew_assert_problem (problems, "json", NULL, "", 1, 18);
  g_assert_true (troupe_document_set_text (TROUPE_DOCUMENT (document), good, "Mend", NULL));
  g_assert_nonnull (troupe_crew_document_get_crew (document));
}

static void
test_agent_file (void)
{
  g_autoptr (CrewProject) project = crew_project_new_small ();
  g_autofree char *path = crew_project_path (project, "agents/w.jsonc");
  g_autoptr (GPtrArray) problems = NULL, more = NULL;

  g_assert_true (troupe_crew_is_agent_path (path));
  g_assert_true (troupe_crew_check_agent_file (path, &problems));
  g_assert_cmpuint (problems->len, ==, 0);
  crew_project_write (project, "agents/w.jsonc",
                      "{\"role\": \"r\", \"goal\": \"g\",\n \"step_callback\": {\"python\": "
                      "\"hooks.seen\"}}");
  g_assert_false (troupe_crew_check_agent_file (path, &more));
  crew_assert_problem (more, "missing_field", NULL, "backstory", 1, 1);
  crew_assert_problem (more, "outside_project", NULL, "step_callback", 2, 19);
}

/* --- CrewAI's behavior ------------------------------------------------------------------------ */

static void
check_recording (JsonObject *recording)
{
  g_autoptr (CrewProject) project = crew_project_new ();
  JsonObject *files = json_object_get_object_member (recording, "files");
  JsonObject *expect = json_object_get_object_member (recording, "expect");
  const char *name = json_object_get_string_member (recording, "name");
  gboolean loads = !g_str_equal (json_object_get_string_member (expect, "result"), "load_error");
  g_autoptr (GList) names = json_object_get_members (files);
  g_autoptr (TroupeCrewDocument) document = NULL;
  g_autoptr (GError) error = NULL;

  /* Names of tools are validated by the module that provides the tools. */
  if (g_str_equal (name, "tool_unknown_name"))
    return;
  for (GList *l = names; l != NULL; l = l->next)
    crew_project_write (project, l->data, json_object_get_string_member (files, l->data));
  document = load (project, NULL, &error);
  if (loads && error != NULL)
    g_error ("%s: %s", name, error->message);
  if (!loads && document != NULL)
    g_error ("%s: loads", name);
}

static void
test_recordings (void)
{
  const char *folder = g_getenv ("TROUPE_CONFORMANCE_DIR");
  g_autofree char *path =
      folder != NULL ? g_build_filename (folder, "crew-golden.json", NULL) : NULL;
  g_autofree char *text = NULL;
  g_autoptr (JsonNode) root = NULL;
  JsonArray *cases;
  gsize length;

  if (path == NULL || !g_file_get_contents (path, &text, &length, NULL))
    {
      g_test_skip ("no recorded crews");
      return;
    }
  root = troupe_json_read (text, length, TROUPE_JSON_STRICT, NULL, NULL);
  g_assert_nonnull (root);
  cases = json_object_get_array_member (json_node_get_object (root), "cases");
  for (guint i = 0; i < json_array_get_length (cases); i++)
    check_recording (json_array_get_object_element (cases, i));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/crew/document/load", test_load);
  g_test_add_func ("/crew/document/places", test_places);
  g_test_add_func ("/crew/document/files", test_files);
  g_test_add_func ("/crew/document/name-outside", test_name_outside);
  g_test_add_func ("/crew/document/null-context", test_null_context);
  g_test_add_func ("/crew/document/edit", test_edit);
  g_test_add_func ("/crew/document/edit-agents", test_edit_agents);
  g_test_add_func ("/crew/document/repair", test_repair);
  g_test_add_func ("/crew/document/agent-file", test_agent_file);
  g_test_add_func ("/crew/document/recordings", test_recordings);
  return g_test_run ();
}
