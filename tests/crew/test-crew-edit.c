/* test-crew-edit.c: edits of a crew and their results
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "crew-subjects.h"
#include "troupe-crew-edit.h"
#include "troupe-tree.h"

static JsonNode *
get (TroupeCrewSubject *subject, const char *path)
{
  g_auto (GStrv) keys = g_strsplit (path, "/", -1);

  return troupe_crew_subject_get_value (subject, (const char *const *) keys);
}

/* Compares the value at @path, whose keys are separated by `/`, with @json. If @json is NULL,
 * there must be no value. */
static void
assert_value (TroupeCrewSubject *subject, const char *path, const char *json)
{
  JsonNode *node = get (subject, path);
  g_autofree char *text = node != NULL ? json_to_string (node, FALSE) : NULL;
  g_autofree char *wanted = json != NULL ? g_strdelimit (g_strdup (json), "'", '"') : NULL;

  g_assert_cmpstr (text, ==, wanted);
}

static void
assert_tasks (TroupeCrewSubject *subject, const char *names)
{
  g_autoptr (GString) found = g_string_new (NULL);

  for (guint i = 0; i < troupe_crew_subject_get_n_tasks (subject); i++)
    {
      g_autofree char *title = troupe_crew_subject_dup_task_title (subject, i);

      g_string_append_printf (found, "%s%s", i > 0 ? ", " : "", title);
    }
  g_assert_cmpstr (found->str, ==, names);
}

static void
assert_agents (TroupeCrewSubject *subject, const char *names)
{
  g_auto (GStrv) agents = troupe_crew_subject_list_agents (subject);
  g_autofree char *found = g_strjoinv (", ", agents);

  g_assert_cmpstr (found, ==, names);
}

static void
assert_refused (gboolean done, GError **error)
{
  g_assert_false (done);
  g_assert_error (*error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT);
  g_assert_true (g_str_has_suffix ((*error)->message, "."));
  g_clear_error (error);
}

/* Asserts that the crew is valid, that one undo step restores the bytes of @before, and that
 * redo returns to the same crew. */
static void
assert_step (CrewSubject *crew, const char *before)
{
  TroupeDocument *document = troupe_crew_subject_get_document (crew->subject);
  g_autofree char *after = crew_subject_write (crew);
  g_autofree char *undone = NULL, *redone = NULL;

  g_assert_nonnull (troupe_crew_subject_get_crew (crew->subject));
  g_assert_true (troupe_document_undo (document));
  undone = crew_subject_write (crew);
  g_assert_cmpstr (undone, ==, before);
  g_assert_true (troupe_document_redo (document));
  redone = crew_subject_write (crew);
  g_assert_cmpstr (redone, ==, after);
}

static CrewSubject *
new_small (CrewForm form)
{
  static const char with[] =
      "{\"agents\": {\"a\": {\"role\": \"A\", \"goal\": \"g\", \"backstory\": \"b\", \"llm\": "
      "\"m1\"},\n \"b\": {\"role\": \"B\", \"goal\": \"g\", \"backstory\": \"b\"}},\n"
      " \"tasks\": [\n"
      "  {\"name\": \"one\", \"description\": \"d1\", \"expected_output\": \"e\", \"agent\": "
      "\"a\"},\n"
      "  {\"name\": \"two\", \"description\": \"d2\", \"expected_output\": \"e\", \"agent\": "
      "\"b\", \"context\": [\"one\"]},\n"
      "  {\"description\": \"d3\", \"expected_output\": \"e\", \"agent\": \"a\", \"context\": "
      "[\"one\", \"two\"]},\n"
      "  {\"name\": \"four\", \"description\": \"d4\", \"expected_output\": \"e\", \"agent\": "
      "\"b\"}\n ]}";
  CrewSubject *crew = crew_subject_new_text (CREW_FORM_MAP, with);

  if (form == CREW_FORM_PROJECT)
    {
      g_autofree char *folder = crew_project_path (crew->project, "own");
      g_autoptr (GError) error = NULL;
      CrewSubject *project;

      g_assert_true (troupe_crew_edit_to_project (crew->subject, folder, &error));
      g_assert_no_error (error);
      project = crew_subject_open_in (crew, "own/crew.jsonc");
      return project;
    }
  return crew;
}

#define EACH_FORM(crew)                                                                            \
  for (CrewForm form = CREW_FORM_PROJECT; form <= CREW_FORM_MAP; form++)                           \
    for (g_autoptr (CrewSubject) crew = new_small (form); crew != NULL;                            \
         crew_subject_free (crew), crew = NULL)

/* --- Tasks ------------------------------------------------------------------------------------ */

static void
test_add_task (void)
{
  EACH_FORM (crew)
  {
    g_autofree char *before = crew_subject_write (crew);
    g_autoptr (GError) error = NULL;
    g_autofree char *name = troupe_crew_edit_add_task (crew->subject, 2, &error);
    g_autofree char *last = NULL;

    g_assert_no_error (error);
    g_assert_cmpstr (name, ==, "task");
    assert_tasks (crew->subject, "one, two, task, task 4, four");
    assert_value (crew->subject, "tasks/2/agent", "'b'");
    assert_step (crew, before);
    last = troupe_crew_edit_add_task (crew->subject, G_MAXUINT, &error);
    g_assert_cmpstr (last, ==, "task_2");
    assert_tasks (crew->subject, "one, two, task, task 4, four, task_2");
    crew_subject_save (crew);
  }
}

static void
test_remove_tasks (void)
{
  EACH_FORM (crew)
  {
    static const guint first[] = { 0 }, all[] = { 0, 1, 2 }, none[] = { 9 };
    g_autofree char *before = crew_subject_write (crew);
    g_autoptr (GError) error = NULL;

    g_assert_true (troupe_crew_edit_remove_tasks (crew->subject, first, 1, &error));
    assert_tasks (crew->subject, "two, task 2, four");
    assert_value (crew->subject, "tasks/0/context", "[]");
    assert_value (crew->subject, "tasks/1/context", "['two']");
    assert_value (crew->subject, "tasks/2/context", NULL);
    assert_step (crew, before);
    assert_refused (troupe_crew_edit_remove_tasks (crew->subject, all, 3, &error), &error);
    assert_refused (troupe_crew_edit_remove_tasks (crew->subject, none, 1, &error), &error);
    assert_tasks (crew->subject, "two, task 2, four");
    crew_subject_save (crew);
  }
}

static void
test_move_task (void)
{
  EACH_FORM (crew)
  {
    g_autofree char *before = crew_subject_write (crew);
    g_autoptr (GError) error = NULL;
    guint n_dropped = 9;

    g_assert_true (troupe_crew_edit_move_task (crew->subject, 0, 2, &n_dropped, &error));
    assert_tasks (crew->subject, "two, task 2, one, four");
    g_assert_cmpuint (n_dropped, ==, 2);
    assert_value (crew->subject, "tasks/0/context", "[]");
    assert_value (crew->subject, "tasks/1/context", "['two']");
    assert_step (crew, before);
    g_assert_true (troupe_crew_edit_move_task (crew->subject, 3, 0, &n_dropped, &error));
    assert_tasks (crew->subject, "four, two, task 3, one");
    g_assert_cmpuint (n_dropped, ==, 0);
    g_assert_true (troupe_crew_edit_move_task (crew->subject, 1, 1, &n_dropped, &error));
    assert_refused (troupe_crew_edit_move_task (crew->subject, 4, 1, NULL, &error), &error);
    crew_subject_save (crew);
  }
}

static void
test_rename_task (void)
{
  EACH_FORM (crew)
  {
    g_autofree char *before = crew_subject_write (crew);
    g_autofree char *mistake = NULL, *taken = NULL;
    g_autoptr (GError) error = NULL;

    g_assert_true (troupe_crew_edit_rename_task (crew->subject, 0, "first", &error));
    assert_value (crew->subject, "tasks/1/context", "['first']");
    assert_value (crew->subject, "tasks/2/context", "['first','two']");
    assert_step (crew, before);
    mistake = troupe_crew_edit_check_task_name (crew->subject, 0, NULL);
    g_assert_nonnull (mistake);
    assert_refused (troupe_crew_edit_rename_task (crew->subject, 0, "", &error), &error);
    taken = troupe_crew_edit_check_task_name (crew->subject, 0, "two");
    g_assert_nonnull (taken);
    assert_refused (troupe_crew_edit_rename_task (crew->subject, 0, "two", &error), &error);
    g_assert_null (troupe_crew_edit_check_task_name (crew->subject, 0, "first"));
    /* No task refers to the last task, so the last task does not need a name. */
    g_assert_true (troupe_crew_edit_rename_task (crew->subject, 3, NULL, &error));
    assert_tasks (crew->subject, "first, two, task 3, task 4");
    crew_subject_save (crew);
  }
}

static void
test_context (void)
{
  EACH_FORM (crew)
  {
    TroupeCrewSubject *subject = crew->subject;
    g_autofree char *before = crew_subject_write (crew);
    g_autoptr (GError) error = NULL;

    g_assert_true (troupe_crew_edit_get_context_kind (subject, 1) == TROUPE_CREW_CONTEXT_THESE);
    g_assert_true (troupe_crew_edit_get_context_kind (subject, 3) == TROUPE_CREW_CONTEXT_ALL);
    /* The task gets a name so that the context of the other task can refer to it. */
    g_assert_true (troupe_crew_edit_add_context (subject, 2, 3, &error));
    assert_value (subject, "tasks/2/name", "'task_3'");
    assert_value (subject, "tasks/3/context", "['task_3']");
    assert_step (crew, before);
    g_assert_true (troupe_crew_edit_add_context (subject, 2, 3, &error));
    assert_value (subject, "tasks/3/context", "['task_3']");
    g_assert_true (troupe_crew_edit_remove_context (subject, 2, 3, &error));
    assert_value (subject, "tasks/3/context", "[]");
    g_assert_true (troupe_crew_edit_get_context_kind (subject, 3) == TROUPE_CREW_CONTEXT_NONE);
    assert_refused (troupe_crew_edit_remove_context (subject, 2, 3, &error), &error);
    assert_refused (troupe_crew_edit_add_context (subject, 3, 2, &error), &error);
    assert_refused (troupe_crew_edit_add_context (subject, 3, 3, &error), &error);

    g_assert_true (
        troupe_crew_edit_set_context_kind (subject, 3, TROUPE_CREW_CONTEXT_THESE, &error));
    assert_value (subject, "tasks/3/context", "['task_3']");
    g_assert_true (troupe_crew_edit_set_context_kind (subject, 3, TROUPE_CREW_CONTEXT_ALL, &error));
    assert_value (subject, "tasks/3/context", NULL);
    /* The implicit context of all earlier tasks becomes a list that does not contain the removed
     * task. */
    g_assert_true (troupe_crew_edit_remove_context (subject, 1, 3, &error));
    assert_value (subject, "tasks/3/context", "['one','task_3']");
    g_assert_true (
        troupe_crew_edit_set_context_kind (subject, 3, TROUPE_CREW_CONTEXT_NONE, &error));
    assert_value (subject, "tasks/3/context", "[]");
    assert_refused (
        troupe_crew_edit_set_context_kind (subject, 0, TROUPE_CREW_CONTEXT_THESE, &error), &error);
    crew_subject_save (crew);
  }
}

/* --- Agents ----------------------------------------------------------------------------------- */

static void
test_agents (void)
{
  EACH_FORM (crew)
  {
    TroupeCrewSubject *subject = crew->subject;
    g_autofree char *before = crew_subject_write (crew);
    g_autoptr (GError) error = NULL;
    g_autofree char *name = troupe_crew_edit_add_agent (subject, NULL, &error);
    g_autofree char *other = NULL;

    g_assert_no_error (error);
    g_assert_cmpstr (name, ==, "agent");
    assert_agents (subject, "a, b, agent");
    assert_step (crew, before);
    other = troupe_crew_edit_add_agent (subject, "a", &error);
    assert_refused (other != NULL, &error);

    g_assert_true (troupe_crew_edit_assign_agent (subject, 0, "agent", &error));
    assert_value (subject, "tasks/0/agent", "'agent'");
    assert_refused (troupe_crew_edit_assign_agent (subject, 0, "ghost", &error), &error);
    /* Every task of a sequential crew requires an agent. */
    assert_refused (troupe_crew_edit_assign_agent (subject, 0, NULL, &error), &error);
    g_assert_false (troupe_crew_edit_remove_agent (subject, "agent", NULL, &error));
    g_assert_nonnull (strstr (error->message, "“agent” is assigned to these tasks: one."));
    assert_refused (FALSE, &error);
    g_assert_true (troupe_crew_edit_remove_agent (subject, "agent", "b", &error));
    assert_value (subject, "tasks/0/agent", "'b'");
    assert_agents (subject, "a, b");
    g_assert_true (troupe_crew_edit_remove_agent (subject, "a", "b", &error));
    assert_refused (troupe_crew_edit_remove_agent (subject, "b", NULL, &error), &error);
    assert_agents (subject, "b");
    crew_subject_save (crew);
  }
}

/* A new agent has the model that all others have. */
static void
test_shared_model (void)
{
  EACH_FORM (crew)
  {
    TroupeCrewSubject *subject = crew->subject;
    g_autoptr (GError) error = NULL;
    g_autofree char *plain = troupe_crew_edit_add_agent (subject, "plain", &error);
    g_autofree char *with = NULL;

    g_assert_nonnull (plain);
    g_assert_null (troupe_tree_get_member (troupe_crew_subject_get_agent (subject, plain), "llm"));
    g_assert_true (troupe_crew_edit_set_models (subject, "mock/echo", &error));
    with = troupe_crew_edit_add_agent (subject, "with", &error);
    g_assert_no_error (error);
    g_assert_cmpstr (troupe_tree_get_member_text (troupe_crew_subject_get_agent (subject, with),
                                                  "llm"),
                     ==, "mock/echo");
    crew_subject_save (crew);
  }
}

static void
test_rename_agent (void)
{
  for (CrewForm form = 0; form < N_CREW_FORMS; form++)
    {
      g_autoptr (CrewSubject) crew = crew_subject_new (form);
      g_autofree char *before = crew_subject_write (crew);
      g_autofree char *after = NULL, *same = NULL;
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", crew->name);
      g_assert_true (troupe_crew_edit_rename_agent (crew->subject, "w.x", "writer", &error));
      g_assert_no_error (error);
      assert_agents (crew->subject, "r, writer, m");
      assert_value (crew->subject, "tasks/1/agent", "'writer'");
      after = crew_subject_write (crew);
      g_assert_nonnull (strstr (after, "// who writes"));
      assert_step (crew, before);
      g_assert_true (troupe_crew_edit_rename_agent (crew->subject, "m", "boss", &error));
      assert_value (crew->subject, "manager_agent", "'boss'");
      assert_refused (troupe_crew_edit_rename_agent (crew->subject, "boss", "r", &error), &error);
      assert_refused (troupe_crew_edit_rename_agent (crew->subject, "ghost", "x", &error), &error);
      assert_refused (troupe_crew_edit_rename_agent (crew->subject, "boss", " ", &error), &error);
      same = troupe_crew_edit_check_agent_name (crew->subject, "boss", "boss");
      g_assert_null (same);
      crew_subject_save (crew);
    }
}

static gboolean
has_file (CrewSubject *crew, const char *name)
{
  g_autofree char *path = crew_project_path (crew->project, name);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

/* Renaming an agent of a project renames its file, before and after saving, including undo and
 * redo. */
static void
test_rename_file (void)
{
  g_autoptr (CrewSubject) crew = crew_subject_new (CREW_FORM_PROJECT);
  TroupeDocument *document = troupe_crew_subject_get_document (crew->subject);
  g_autofree char *before = crew_subject_write (crew);
  g_autofree char *text = crew_project_read (crew->project, "agents/w.x.jsonc");
  g_autofree char *moved = NULL, *back = NULL, *undone = NULL, *mistake = NULL, *slash = NULL;
  g_autoptr (GError) error = NULL;

  crew_project_write (crew->project, "agents/foreign.json", "{}");
  mistake = troupe_crew_edit_check_agent_name (crew->subject, "w.x", "foreign");
  g_assert_nonnull (mistake);
  slash = troupe_crew_edit_check_agent_name (crew->subject, "w.x", "../x");
  g_assert_nonnull (slash);
  g_assert_true (troupe_crew_edit_rename_agent (crew->subject, "w.x", "writer", &error));
  g_assert_true (has_file (crew, "agents/w.x.jsonc"));
  crew_subject_save (crew);
  g_assert_false (has_file (crew, "agents/w.x.jsonc"));
  moved = crew_project_read (crew->project, "agents/writer.jsonc");
  g_assert_cmpstr (moved, ==, text);
  g_assert_true (troupe_document_undo (document));
  g_assert_true (troupe_document_is_modified (document));
  undone = crew_subject_write (crew);
  g_assert_cmpstr (undone, ==, before);
  crew_subject_save (crew);
  g_assert_false (has_file (crew, "agents/writer.jsonc"));
  back = crew_project_read (crew->project, "agents/w.x.jsonc");
  g_assert_cmpstr (back, ==, text);
  /* Renaming back before saving is no change. */
  g_assert_true (troupe_crew_edit_rename_agent (crew->subject, "w.x", "writer", &error));
  g_assert_true (troupe_crew_edit_rename_agent (crew->subject, "writer", "w.x", &error));
  g_assert_no_error (error);
  crew_subject_save (crew);
  g_assert_true (has_file (crew, "agents/w.x.jsonc"));
}

/* --- The crew --------------------------------------------------------------------------------- */

static void
test_process (void)
{
  EACH_FORM (crew)
  {
    TroupeCrewSubject *subject = crew->subject;
    g_autofree char *before = crew_subject_write (crew);
    g_autofree char *manager = NULL;
    g_autoptr (GError) error = NULL;

    /* The model of the first agent, because the crew is known to have access to it. */
    g_assert_true (
        troupe_crew_edit_set_process (subject, TROUPE_CREW_HIERARCHICAL, "big/model", &error));
    assert_value (subject, "manager_llm", "'m1'");
    assert_step (crew, before);
    g_assert_true (troupe_crew_edit_assign_agent (subject, 1, NULL, &error));
    g_assert_true (troupe_crew_edit_set_manager (subject, "a", &error));
    g_assert_no_error (error);
    manager = troupe_crew_subject_dup_manager (subject);
    g_assert_cmpstr (manager, ==, "a");
    if (form == CREW_FORM_PROJECT)
      assert_value (subject, "agents", "['b']");
    g_assert_cmpuint (troupe_crew_subject_get_crew (subject)->n_agents, ==, 1);
    /* The last agent cannot be removed. */
    assert_refused (troupe_crew_edit_remove_agent (subject, "b", "a", &error), &error);
    g_assert_true (troupe_crew_edit_set_process (subject, TROUPE_CREW_SEQUENTIAL, NULL, &error));
    assert_value (subject, "tasks/1/agent", "'a'");
    assert_value (subject, "manager_llm", "'m1'");
    g_assert_true (troupe_crew_edit_set_process (subject, TROUPE_CREW_HIERARCHICAL, NULL, &error));
    g_assert_true (troupe_crew_edit_set_manager (subject, "b", &error));
    g_assert_cmpstr (troupe_crew_subject_get_crew (subject)->agents[0].name, ==, "a");
    g_assert_true (troupe_crew_edit_set_manager (subject, NULL, &error));
    g_assert_cmpuint (troupe_crew_subject_get_crew (subject)->n_agents, ==, 2);
    assert_value (subject, "manager_agent", NULL);
    crew_subject_save (crew);
  }
}

/* A new crew has an agent and a task whose texts are empty, not a placeholder. It can be saved, and its
 * problems name what is missing. */
static void
test_new (void)
{
  static const char *const places[] = {
    "role", "goal", "backstory", "tasks[0].description", "tasks[0].expected_output", NULL
  };
  g_autoptr (TroupeCrewDocument) document = troupe_crew_document_new ("Mine");
  g_autoptr (CrewProject) project = crew_project_new ();
  g_autofree char *path = crew_project_path (project, "crew.jsonc");
  g_autofree char *title = troupe_document_get_title (TROUPE_DOCUMENT (document));
  g_autoptr (TroupeCrewDocument) again = NULL;
  g_autoptr (GError) error = NULL;
  GPtrArray *problems = troupe_document_get_problems (TROUPE_DOCUMENT (document));

  g_assert_nonnull (troupe_crew_document_get_crew (document));
  for (guint i = 0; i < problems->len; i++)
    {
      const TroupeProblem *problem = problems->pdata[i];

      g_test_message ("%s %s", problem->path, problem->message);
      g_assert_cmpstr (problem->code, ==, "empty_text");
      g_assert_true (problem->severity == TROUPE_SEVERITY_WARNING);
      g_assert_nonnull (strstr (problem->message, " needs a"));
      g_assert_cmpstr (problem->path, ==, places[i]);
    }
  g_assert_cmpuint (problems->len, ==, G_N_ELEMENTS (places) - 1);
  g_assert_false (troupe_document_is_modified (TROUPE_DOCUMENT (document)));
  g_assert_cmpstr (title, ==, "Mine");
  g_assert_true (troupe_document_save (TROUPE_DOCUMENT (document), path, FALSE, &error));
  g_assert_no_error (error);
  again = troupe_crew_document_load (project->folder, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (troupe_crew_document_get_crew (again)->agents[0].name, ==, "agent");
  g_assert_cmpstr (troupe_crew_document_get_crew (again)->agents[0].role, ==, "");
}

/* A crew without a name is known by the folder of its project. A name that ends with a newline, as a
 * folded text of YAML does, is shown without it. */
static void
test_title (void)
{
  g_autoptr (TroupeCrewDocument) document = troupe_crew_document_new (NULL);
  g_autoptr (TroupeCrewDocument) unnamed = troupe_crew_document_new (NULL);
  g_autoptr (TroupeCrewDocument) folded = troupe_crew_document_new ("Mine\n");
  g_autoptr (CrewProject) project = crew_project_new ();
  g_autofree char *path = crew_project_path (project, "crew.jsonc");
  g_autoptr (CrewProject) second = crew_project_new ();
  g_autofree char *other = crew_project_path (second, "other.jsonc");
  g_autofree char *folder = g_path_get_basename (project->folder);
  g_autofree char *title = NULL, *file_title = NULL, *folded_title = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (troupe_document_save (TROUPE_DOCUMENT (document), path, FALSE, &error));
  g_assert_no_error (error);
  title = troupe_document_get_title (TROUPE_DOCUMENT (document));
  g_assert_cmpstr (title, ==, folder);
  g_assert_true (troupe_document_save (TROUPE_DOCUMENT (unnamed), other, FALSE, &error));
  g_assert_no_error (error);
  file_title = troupe_document_get_title (TROUPE_DOCUMENT (unnamed));
  g_assert_cmpstr (file_title, ==, "other.jsonc");
  folded_title = troupe_document_get_title (TROUPE_DOCUMENT (folded));
  g_assert_cmpstr (folded_title, ==, "Mine");
}

/* Names are made of the first words of a text. They are unique, and valid as names of files. */
static void
test_names (void)
{
  static const struct
  {
    const char *text;
    const char *name;
  } cases[] = {
    { "Editor", "editor" },
    { "  Senior  Data\tAnalyst \n", "senior_data_analyst" },
    { "{topic} Researcher", "topic_researcher" },
    { "Collect the three newest papers about bees, and sort them",
      "collect_the_three_newest_papers" },
    { "R&D / Quality: lead", "r_d_quality_lead" },
    { "The writer\u2019s editor", "the_writers_editor" },
    { "\u7814\u7a76\u5458", "\u7814\u7a76\u5458" },
    { ".\u2026/\\", NULL },
    { "", NULL },
  };

  EACH_FORM (crew)
  {
    for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
      {
        g_autofree char *agent =
            troupe_crew_edit_make_agent_name (crew->subject, NULL, cases[i].text);
        g_autofree char *task = troupe_crew_edit_make_task_name (crew->subject, 0, cases[i].text);

        g_assert_cmpstr (agent, ==, cases[i].name);
        g_assert_cmpstr (task, ==, cases[i].name);
      }
  }
}

/* --- Clipboard -------------------------------------------------------------------------------- */

static void
test_copy_paste (void)
{
  EACH_FORM (crew)
  {
    static const guint chosen[] = { 2, 1 };
    static const char *const agents[] = { "a", NULL };
    static const char *const own[] = { "b", NULL };
    g_autofree char *text = troupe_crew_edit_copy (crew->subject, chosen, 2, NULL);
    g_autofree char *alone = troupe_crew_edit_copy (crew->subject, NULL, 0, agents);
    g_autofree char *before = crew_subject_write (crew);
    g_autofree char *all = troupe_crew_edit_copy (crew->subject, chosen, 2, own);
    g_auto (GStrv) tasks = NULL, added = NULL;
    g_autofree char *notice = NULL;
    g_autoptr (GError) error = NULL;

    g_assert_true (
        troupe_crew_edit_paste (crew->subject, text, 4, &tasks, &added, &notice, &error));
    g_assert_no_error (error);
    g_assert_cmpstr (notice, ==, "Not copied, so the original is used: one in two_2, one in task.");
    g_clear_pointer (&notice, g_free);
    /* The agents already exist. References between pasted tasks are adapted, and other
     * references are unchanged. */
    g_assert_cmpuint (g_strv_length (added), ==, 0);
    assert_tasks (crew->subject, "one, two, task 3, four, two_2, task");
    assert_value (crew->subject, "tasks/4/context", "['one']");
    assert_value (crew->subject, "tasks/5/context", "['one','two_2']");
    g_assert_cmpstr (tasks[1], ==, "task");
    assert_step (crew, before);
    g_clear_pointer (&tasks, g_strfreev);
    g_clear_pointer (&added, g_strfreev);
    g_assert_true (
        troupe_crew_edit_paste (crew->subject, alone, 0, &tasks, &added, &notice, &error));
    g_assert_null (notice);
    g_assert_cmpstr (added[0], ==, "a_2");
    assert_value (crew->subject, "agents/a_2/llm", "'m1'");
    /* If tasks are pasted before the tasks to which they refer, the references to these tasks
     * are removed. */
    g_clear_pointer (&tasks, g_strfreev);
    g_clear_pointer (&added, g_strfreev);
    g_assert_true (troupe_crew_edit_paste (crew->subject, text, 0, NULL, NULL, &notice, &error));
    assert_value (crew->subject, "tasks/0/context", "[]");
    assert_value (crew->subject, "tasks/1/context", "['two_3']");
    g_assert_cmpstr (notice, ==,
                     "Not copied, so the reference was removed: one in two_3, one in task_2.");
    crew_subject_save (crew);
    /* An agent that was copied itself is pasted, and the pasted tasks are assigned to it. */
    g_assert_true (troupe_crew_edit_paste (crew->subject, all, 0, NULL, &added, NULL, &error));
    g_assert_cmpstr (added[0], ==, "b_2");
    assert_value (crew->subject, "tasks/0/agent", "'b_2'");
  }
}

static void
test_paste_foreign (void)
{
  static const struct
  {
    const char *text;
    const char *tasks;
    const char *agents;
  } cases[] = {
    { "researcher:\n  role: >\n    R\n  goal: g\n  backstory: b\nwriter:\n  role: W\n  goal: g\n"
      "  backstory: b\n",
      "", "researcher writer" },
    { "research:\n  description: >\n    D {topic}\n  expected_output: e\n  agent: researcher\n",
      "research", "" },
    { "{\"role\": \"Senior Editor\", \"goal\": \"g\", \"backstory\": \"b\"}", "", "senior_editor" },
    { "[{\"description\": \"d\", \"expected_output\": \"e\"}, // two\n {\"description\": \"d\", "
      "\"expected_output\": \"e\", \"agent\": \"x\"},]",
      "task task_2", "" },
    { "{\"agents\": [\"r\"], \"tasks\": [{\"name\": \"t\", \"description\": \"d\", "
      "\"expected_output\": \"e\", \"agent\": \"r\", \"context\": [\"gone\"]}]}",
      "t", "" },
    { "{\"name\": \"F\", \"methods\": {\"m\": {\"do\": {\"call\": \"crew\", \"with\": {\"agents\": "
      "{\"w\": {\"role\": \"W\", \"goal\": \"g\", \"backstory\": \"b\"}}, \"tasks\": [{\"name\": "
      "\"t\", \"description\": \"d\", \"expected_output\": \"e\", \"agent\": \"w\"}]}}}}}",
      "t", "w" },
    { "name: t\ndescription: d\nexpected_output: e\n", "t", "" },
  };
  static const char *const none[] = { "",    "hello", "{\"a\": [1, 2, {\"role\": 3}]}",
                                      "[[[", "{}",    "42" };

  EACH_FORM (crew)
  {
    for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
      {
        g_auto (GStrv) tasks = NULL, agents = NULL;
        g_autofree char *task_names = NULL, *agent_names = NULL;
        g_autoptr (GError) error = NULL;

        g_assert_true (troupe_crew_edit_paste (crew->subject, cases[i].text, 1, &tasks, &agents,
                                               NULL, &error));
        g_assert_no_error (error);
        task_names = g_strjoinv (" ", tasks);
        agent_names = g_strjoinv (" ", agents);
        g_assert_cmpstr (task_names, ==, cases[i].tasks);
        g_assert_cmpstr (agent_names, ==, cases[i].agents);
        g_assert_nonnull (troupe_crew_subject_get_crew (crew->subject));
        troupe_document_undo (troupe_crew_subject_get_document (crew->subject));
      }
    for (guint i = 0; i < G_N_ELEMENTS (none); i++)
      {
        g_autoptr (GError) error = NULL;

        assert_refused (
            troupe_crew_edit_paste (crew->subject, none[i], 0, NULL, NULL, NULL, &error), &error);
      }
  }
}

/* Every reference of a pasted task that does not mean a pasted item is named. */
static void
test_paste_notice (void)
{
  static const char text[] =
      "[{\"name\": \"n\", \"description\": \"d\", \"expected_output\": \"e\", \"agent\": "
      "\"stranger\", \"context\": [\"one\", \"gone\"]}, {\"name\": \"o\", \"description\": \"d\", "
      "\"expected_output\": \"e\", \"agent\": \"a\", \"context\": [\"n\"]}]";

  EACH_FORM (crew)
  {
    g_autofree char *notice = NULL;
    g_autoptr (GError) error = NULL;

    g_assert_true (
        troupe_crew_edit_paste (crew->subject, text, G_MAXUINT, NULL, NULL, &notice, &error));
    g_assert_no_error (error);
    g_assert_cmpstr (notice, ==,
                     "Not copied, so the original is used: one in n, a in o.\n"
                     "Not copied, so the reference was removed: gone in n.\n"
                     "Missing here, so another agent was assigned: stranger in n.");
  }
}

/* In a foreign crew, a task may refer to its agent by the agent's role. */
static void
test_paste_by_role (void)
{
  EACH_FORM (crew)
  {
    g_auto (GStrv) agents = NULL;
    g_autoptr (GError) error = NULL;

    g_assert_true (troupe_crew_edit_paste (
        crew->subject,
        "{\"agents\": [{\"role\": \"Fact checker\", \"goal\": \"g\", \"backstory\": \"b\"}], "
        "\"tasks\": [{\"description\": \"d\", \"expected_output\": \"e\", \"agent\": \"Fact "
        "checker\"}]}",
        0, NULL, &agents, NULL, &error));
    g_assert_no_error (error);
    g_assert_cmpstr (agents[0], ==, "fact_checker");
    g_assert_cmpstr (troupe_tree_get_member_text (troupe_crew_subject_get_task (crew->subject, 0),
                                                  "agent"),
                     ==, "fact_checker");
  }
}

/* --- Inline crew and project ------------------------------------------------------------------ */

static void
test_to_project_and_back (void)
{
  for (CrewForm form = CREW_FORM_MAP; form < N_CREW_FORMS; form++)
    {
      g_autoptr (CrewSubject) crew = crew_subject_new (form);
      TroupeDocument *flow = troupe_crew_subject_get_document (crew->subject);
      const char *const reference[] = { "methods", "go", "do", "from_declaration", NULL };
      const char *const action[] = { "methods", "go", "do", NULL };
      g_autofree char *folder = crew_project_path (crew->project, "crews/mine");
      g_autofree char *before = crew_subject_write (crew);
      g_autofree char *undone = NULL;
      g_autoptr (TroupeValue) there =
          troupe_crew_to_definition (troupe_crew_subject_get_crew (crew->subject));
      g_autoptr (TroupeValue) here = NULL;
      g_autoptr (TroupeCrewDocument) project = NULL;
      g_autoptr (GError) error = NULL;

      g_assert_true (troupe_crew_edit_to_project (crew->subject, folder, &error));
      g_assert_no_error (error);
      g_assert_cmpstr (json_node_get_string (
                           troupe_json_tree_get (troupe_document_get_root (flow), reference)),
                       ==, "crews/mine/crew.jsonc");
      g_assert_false (troupe_document_has_errors (flow));
      project = troupe_crew_document_load (folder, NULL, &error);
      g_assert_no_error (error);
      here = troupe_crew_to_definition (troupe_crew_document_get_crew (project));
      g_assert_true (troupe_value_equal (here, there));
      /* A second conversion is refused because the folder already contains a crew. */
      troupe_document_undo (flow);
      undone = crew_subject_write (crew);
      g_assert_cmpstr (undone, ==, before);
      assert_refused (troupe_crew_edit_to_project (crew->subject, folder, &error), &error);
      troupe_document_redo (flow);
      g_assert_true (troupe_crew_edit_to_inline (flow, action, &error));
      g_assert_no_error (error);
      g_clear_pointer (&here, troupe_value_unref);
      here = troupe_crew_to_definition (troupe_crew_subject_get_crew (crew->subject));
      g_assert_true (troupe_value_equal (here, there));
    }
}

/* Inputs that only the flow can resolve remain in the flow. */
static void
test_to_project_inputs (void)
{
  g_autoptr (CrewSubject) crew = crew_subject_new_text (
      CREW_FORM_MAP, "{\"agents\": {\"w\": {\"role\": \"r\", \"goal\": \"g\", \"backstory\": "
                     "\"b\", \"llm\": null}}, "
                     "\"inputs\": {\"a\": \"${state.x}\", \"b\": 2}, \"memory\": null, \"tasks\": "
                     "[{\"description\": "
                     "\"d\", \"expected_output\": \"e\", \"agent\": \"w\", \"context\": null}]}");
  TroupeDocument *flow = troupe_crew_subject_get_document (crew->subject);
  g_autofree char *folder = crew_project_path (crew->project, "own");
  const char *const inputs[] = { "methods", "go", "do", "inputs", "a", NULL };
  g_autoptr (TroupeCrewDocument) project = NULL;
  g_autofree char *own = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (troupe_crew_edit_to_project (crew->subject, folder, &error));
  g_assert_no_error (error);
  g_assert_cmpstr (json_node_get_string (
                       troupe_json_tree_get (troupe_document_get_root (flow), inputs)),
                   ==, "${state.x}");
  project = troupe_crew_document_load (folder, NULL, &error);
  g_assert_no_error (error);
  own = troupe_value_to_json (troupe_crew_document_get_crew (project)->inputs, TROUPE_JSON_COMPACT);
  g_assert_cmpstr (own, ==, "{\"b\":2}");
  g_assert_false (troupe_crew_document_get_crew (project)->tasks[0].has_context);
}

/* If the conversion is refused, no file is left. */
static void
test_to_project_refused (void)
{
  static const char *const withs[] = {
    "{\"agents\": {\"a/b\": {\"role\": \"r\", \"goal\": \"g\", \"backstory\": \"b\"}}, \"tasks\": "
    "[{\"description\": \"d\", \"expected_output\": \"e\", \"agent\": \"a/b\"}]}",
    "{\"agents\": {\"a\": {\"role\": \"r\", \"goal\": \"g\", \"backstory\": \"b\", \"tools\": "
    "[\"custom:look\"]}}, \"tasks\": [{\"description\": \"d\", \"expected_output\": \"e\", "
    "\"agent\": \"a\"}]}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (withs); i++)
    {
      g_autoptr (CrewSubject) crew = crew_subject_new_text (CREW_FORM_MAP, withs[i]);
      g_autofree char *folder = crew_project_path (crew->project, "own");
      g_autofree char *before = crew_subject_write (crew);
      g_autofree char *after = NULL;
      g_autoptr (GError) error = NULL;

      g_assert_false (troupe_crew_edit_to_project (crew->subject, folder, &error));
      g_assert_nonnull (error);
      after = crew_subject_write (crew);
      g_assert_cmpstr (after, ==, before);
      g_assert_false (g_file_test (folder, G_FILE_TEST_EXISTS));
    }
}

/* A crew that uses files next to it cannot be moved into a flow in another folder. A null that
 * has a meaning only in files is replaced by the explicit value. */
static void
test_to_inline (void)
{
  g_autoptr (CrewProject) project = crew_project_new ();
  g_autoptr (TroupeFlowDocument) flow = NULL;
  const char *const action[] = { "methods", "m", "do", NULL };
  const char *const with[] = { "methods", "m", "do", "with", NULL };
  g_autoptr (TroupeCrewSubject) subject = NULL;
  g_autofree char *path = crew_project_path (project, "flow.json");
  g_autoptr (GError) error = NULL;

  crew_project_write (project, "flow.json",
                      "{\"name\": \"F\", \"methods\": {\"m\": {\"start\": true, \"do\": {\"call\": "
                      "\"crew\", \"from_declaration\": \"own\"}}}}");
  crew_project_write (project, "own/tools/look.py", "");
  crew_project_write (project, "own/agents/w.jsonc",
                      "{\"role\": \"r\", \"goal\": \"g\", \"backstory\": \"b\", \"tools\": "
                      "[\"custom:look\"]}");
  crew_project_write (project, "own/crew.jsonc",
                      "{\"agents\": [\"w\"], \"tasks\": [{\"description\": \"d\", "
                      "\"expected_output\": \"e\", \"agent\": \"w\", \"context\": null, "
                      "\"create_directory\": null}]}");
  flow = troupe_flow_document_load (path, NULL, &error);
  g_assert_no_error (error);
  assert_refused (troupe_crew_edit_to_inline (TROUPE_DOCUMENT (flow), action, &error), &error);
  crew_project_write (project, "own/agents/w.jsonc",
                      "{\"role\": \"r\", \"goal\": \"g\", \"backstory\": \"b\"}");
  g_assert_true (troupe_crew_edit_to_inline (TROUPE_DOCUMENT (flow), action, &error));
  g_assert_no_error (error);
  subject = troupe_crew_subject_new_inline (TROUPE_DOCUMENT (flow), with);
  g_assert_true (troupe_crew_edit_get_context_kind (subject, 0) == TROUPE_CREW_CONTEXT_NONE);
  g_assert_false (troupe_crew_subject_get_crew (subject)->tasks[0].create_directory);
}

/* --- Repairs ---------------------------------------------------------------------------------- */

#define TASK "'description': 'd', 'expected_output': 'e', 'agent': 'w'"

/* Each problem of a crew offers a repair that solves it. */
static void
test_fixes (void)
{
  static const struct
  {
    const char *code;
    const char *crew;
  } cases[] = {
    { "unknown_key", "'colour': 1, 'tasks': [{" TASK "}]" },
    { "unknown_key", "'proces': 'sequential', 'tasks': [{" TASK "}]" },
    { "unknown_key", "'tasks': [{" TASK "}, {" TASK ", 'condition': {'cel': 'true'}}]" },
    { "runtime_key", "'tasks': [{" TASK ", 'id': 1}]" },
    { "bad_value", "'process': 'sequental', 'tasks': [{" TASK "}]" },
    { "missing_field", "'tasks': [{'description': 'd', 'agent': 'w'}]" },
    { "unknown_type", "'tasks': [{" TASK ", 'type': 'Job'}]" },
    { "ignored_value", "'tasks': [{" TASK ", 'output_json': 'Model'}]" },
    { "two_outputs", "'tasks': [{" TASK ", 'output_json': {'type': 'object', 'properties': {'a': "
                     "{'type': 'string'}}}, 'output_pydantic': {'type': 'object', 'properties': "
                     "{'a': {'type': 'string'}}}}]" },
    { "deprecated_field", "'tasks': [{" TASK ", 'max_retries': 2}]" },
    { "unknown_agent", "'tasks': [{'description': 'd', 'expected_output': 'e', 'agent': 'W'}]" },
    { "unknown_agent",
      "'tasks': [{'description': 'd', 'expected_output': 'e', 'agent': 'somebody'}]" },
    { "unknown_task", "'tasks': [{'name': 'first', " TASK "}, {" TASK ", 'context': ['frst']}]" },
    { "unknown_task", "'tasks': [{" TASK ", 'context': ['later']}, {'name': 'later', " TASK "}]" },
    { "no_agent", "'tasks': [{'description': 'd', 'expected_output': 'e'}]" },
    { "guardrail_without_agent",
      "'process': 'hierarchical', 'manager_llm': 'm', 'tasks': "
      "[{'description': 'd', 'expected_output': 'e', 'guardrail': 'ok'}]" },
    { "no_manager", "'process': 'hierarchical', 'tasks': [{" TASK "}]" },
    { "manager_is_agent",
      "'process': 'hierarchical', 'manager_agent': 'v', 'tasks': [{" TASK "}]" },
    { "manager_tools", "'process': 'hierarchical', 'manager_agent': 'x', 'tasks': [{" TASK "}]" },
    { "missing_agent", "'manager_agent': 'y', 'process': 'hierarchical', 'tasks': [{" TASK "}]" },
    { "paid_model",
      "'process': 'hierarchical', 'manager_llm': 'gpt-4.1-mini', 'tasks': [{" TASK "}]" },
    { "paid_model", "'planning': true, 'tasks': [{" TASK "}]" },
    { "async_end",
      "'tasks': [{" TASK ", 'async_execution': true}, {" TASK ", 'async_execution': true}]" },
    { "async_alone", "'tasks': [{" TASK ", 'async_execution': true}, {" TASK "}]" },
    { "async_without_context",
      "'tasks': [{'name': 'a', " TASK "}, {" TASK ", 'async_execution': true}, {" TASK "}]" },
    { "async_conditional", "'tasks': [{" TASK "}, {" TASK ", 'async_execution': true, 'type': "
                           "'ConditionalTask', 'condition': {'cel': 'true'}}]" },
    { "async_context", "'tasks': [{'name': 'a', " TASK ", 'async_execution': true}, {" TASK
                       ", 'async_execution': true, 'context': ['a']}, {" TASK "}]" },
    { "first_conditional", "'tasks': [{" TASK ", 'type': 'ConditionalTask', 'condition': {'cel': "
                           "'true'}}, {" TASK "}]" },
    { "callback_as_text", "'tasks': [{" TASK ", 'callback': 'hooks.seen'}]" },
    { "missing_tool", "'tasks': [{" TASK ", 'tools': ['custom:none']}]" },
    { "bad_tool", "'tasks': [{" TASK ", 'tools': ['platform:']}]" },
    { "key_in_document",
      "'manager_llm': {'model': 'openai/x', 'api_key': '0123456789'}, 'tasks': [{" TASK "}]" },
    { "old_memory", "'short_term_memory': true, 'tasks': [{" TASK "}]" },
    { "old_memory", "'memory': true, 'entity_memory': true, 'tasks': [{" TASK "}]" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CrewProject) project = crew_project_new ();
      g_autofree char *text = g_strdup_printf ("{'agents': ['w', 'v'], %s}", cases[i].crew);
      g_autoptr (TroupeCrewDocument) document = NULL;
      g_autoptr (TroupeCrewSubject) subject = NULL;
      g_autoptr (TroupeProblem) problem = NULL;
      g_autoptr (GError) error = NULL;
      GPtrArray *problems;

      g_test_message ("%s: %s", cases[i].code, cases[i].crew);
      g_strdelimit (text, "'", '"');
      crew_project_write (project, "crew.jsonc", text);
      crew_project_write (project, "hooks.py", "");
      for (const char *name = "wv"; *name != '\0'; name++)
        {
          g_autofree char *file = g_strdup_printf ("agents/%c.jsonc", *name);
          g_autofree char *agent = g_strdup_printf (
              "{\"role\": \"r\", \"goal\": \"g\", \"backstory\": \"b\"%s}",
              g_str_equal (cases[i].code, "paid_model") ? ", \"llm\": \"mock/echo\"" : "");

          crew_project_write (project, file, agent);
        }
      crew_project_write (
          project, "agents/x.jsonc",
          "{\"role\": \"r\", \"goal\": \"g\", \"backstory\": \"b\", \"tools\": [\"a:B\"]}");
      document = troupe_crew_document_open (project->folder, NULL, &error);
      g_assert_no_error (error);
      subject = troupe_crew_subject_new (document);
      problems = troupe_crew_subject_get_problems (subject);
      for (guint k = 0; k < problems->len && problem == NULL; k++)
        if (g_str_equal (((TroupeProblem *) problems->pdata[k])->code, cases[i].code))
          problem = troupe_problem_ref (problems->pdata[k]);
      g_assert_nonnull (problem);
      g_assert_nonnull (problem->fix);
      g_assert_nonnull (problem->fix_action);
      g_assert_nonnull (problem->fix_label);
      g_assert_true (troupe_crew_edit_apply_fix (subject, problem, &error));
      g_assert_no_error (error);
      problems = troupe_crew_subject_get_problems (subject);
      for (guint k = 0; k < problems->len; k++)
        {
          const TroupeProblem *left = problems->pdata[k];

          if (g_str_equal (left->code, cases[i].code) && g_str_equal (left->path, problem->path))
            g_error ("%s at %s is still there: %s", left->code, left->path, left->message);
        }
      /* A repair that was already applied is refused with an error. */
      if (troupe_crew_edit_apply_fix (subject, problem, &error))
        g_assert_no_error (error);
      else
        g_assert_error (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT);
    }
}

/* An automatic manager and the planning have their own models, so “Model of All Agents” sets them, too. A
 * model that the crew does not use is left alone. */
static void
test_models_of_crew (void)
{
  EACH_FORM (crew)
  {
    TroupeCrewSubject *subject = crew->subject;
    g_autoptr (JsonNode) yes = troupe_json_read ("true", 4, TROUPE_JSON_STRICT, NULL, NULL);
    g_autoptr (GError) error = NULL;

    g_assert_true (troupe_crew_edit_set_models (subject, "mock/echo", &error));
    g_assert_no_error (error);
    assert_value (subject, "manager_llm", NULL);
    assert_value (subject, "planning_llm", NULL);
    g_assert_true (
        troupe_crew_edit_set_process (subject, TROUPE_CREW_HIERARCHICAL, "big/model", &error));
    assert_value (subject, "manager_llm", "'mock/echo'");
    g_assert_true (troupe_crew_subject_set (subject, (const char *const[]){ "planning", NULL }, yes,
                                            "Plan", NULL, &error));
    g_assert_no_error (error);
    g_assert_true (troupe_crew_edit_set_models (subject, "ollama/a", &error));
    assert_value (subject, "agents/a/llm", "'ollama/a'");
    assert_value (subject, "manager_llm", "'ollama/a'");
    assert_value (subject, "planning_llm", "'ollama/a'");
  }
}

/* All agents get the model, in one undo step. */
static void
test_models (void)
{
  EACH_FORM (crew)
  {
    g_autofree char *before = crew_subject_write (crew);
    g_autoptr (GError) error = NULL;

    g_assert_true (troupe_crew_edit_set_models (crew->subject, "mock/echo", &error));
    g_assert_no_error (error);
    assert_value (crew->subject, "agents/a/llm", "'mock/echo'");
    assert_value (crew->subject, "agents/b/llm", "'mock/echo'");
    assert_step (crew, before);
    /* The generated manager has the model of the agents, and follows it. */
    g_assert_true (troupe_crew_edit_set_process (crew->subject, TROUPE_CREW_HIERARCHICAL,
                                                 "big/model", &error));
    assert_value (crew->subject, "manager_llm", "'mock/echo'");
    g_assert_true (troupe_crew_edit_set_models (crew->subject, "mock/slow", &error));
    g_assert_no_error (error);
    assert_value (crew->subject, "manager_llm", "'mock/slow'");
    assert_value (crew->subject, "planning_llm", NULL);
  }
}

/* A new crew is written to its folder, another one is chosen, and the action refers to them relative
 * to the flow. A folder that has a crew is refused. */
static void
test_crew_file (void)
{
  const char *const action[] = { "methods", "go", "do", NULL };
  const char *const reference[] = { "methods", "go", "do", "from_declaration", NULL };
  g_autoptr (CrewSubject) crew = new_small (CREW_FORM_MAP);
  TroupeDocument *flow = troupe_crew_subject_get_document (crew->subject);
  g_autofree char *first = crew_project_path (crew->project, "crews/first");
  g_autofree char *second = crew_project_path (crew->project, "crews/second");
  g_autofree char *file = crew_project_path (crew->project, "crews/first/crew.jsonc");
  g_autoptr (TroupeCrewDocument) made = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (troupe_crew_edit_to_project (crew->subject, first, &error));
  g_assert_no_error (error);
  assert_refused (troupe_crew_edit_create_file (flow, action, first, &error), &error);
  g_assert_true (troupe_crew_edit_create_file (flow, action, second, &error));
  g_assert_no_error (error);
  g_assert_cmpstr (json_node_get_string (
                       troupe_json_tree_get (troupe_document_get_root (flow), reference)),
                   ==, "crews/second/crew.jsonc");
  made = troupe_crew_document_open (second, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (made);
  g_assert_true (troupe_crew_edit_choose_file (flow, action, file, &error));
  g_assert_no_error (error);
  g_assert_cmpstr (json_node_get_string (
                       troupe_json_tree_get (troupe_document_get_root (flow), reference)),
                   ==, "crews/first/crew.jsonc");
}

/* An edit changes only its lines. */
static void
test_least_change (void)
{
  g_autoptr (CrewSubject) crew = crew_subject_new (CREW_FORM_PROJECT);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  g_assert_true (troupe_crew_edit_rename_task (crew->subject, 0, "search", &error));
  g_assert_true (troupe_crew_edit_rename_agent (crew->subject, "r", "reader", &error));
  text = troupe_document_to_text (troupe_crew_subject_get_document (crew->subject), NULL);
  g_assert_cmpstr (
      text, ==,
      "{\n  // the crew\n  \"agents\": [\"reader\", \"w.x\"],\n  \"process\": \"hierarchical\", "
      "\"manager_agent\": \"m\",\n  \"tasks\": [\n    {\"name\": \"search\", \"description\": "
      "\"d\", "
      "\"expected_output\": \"e\", \"agent\": \"reader\"},\n    {\n      \"description\": \"d2\", "
      "// "
      "what\n      \"expected_output\": \"e2\",\n      \"agent\": \"w.x\",\n      \"context\": "
      "[\"search\"]\n    }\n  ],\n}\n");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/crew-edit/add-task", test_add_task);
  g_test_add_func ("/crew-edit/remove-tasks", test_remove_tasks);
  g_test_add_func ("/crew-edit/move-task", test_move_task);
  g_test_add_func ("/crew-edit/rename-task", test_rename_task);
  g_test_add_func ("/crew-edit/context", test_context);
  g_test_add_func ("/crew-edit/agents", test_agents);
  g_test_add_func ("/crew-edit/shared-model", test_shared_model);
  g_test_add_func ("/crew-edit/rename-agent", test_rename_agent);
  g_test_add_func ("/crew-edit/rename-file", test_rename_file);
  g_test_add_func ("/crew-edit/process", test_process);
  g_test_add_func ("/crew-edit/new", test_new);
  g_test_add_func ("/crew-edit/title", test_title);
  g_test_add_func ("/crew-edit/names", test_names);
  g_test_add_func ("/crew-edit/copy-paste", test_copy_paste);
  g_test_add_func ("/crew-edit/paste-foreign", test_paste_foreign);
  g_test_add_func ("/crew-edit/paste-by-role", test_paste_by_role);
  g_test_add_func ("/crew-edit/paste-notice", test_paste_notice);
  g_test_add_func ("/crew-edit/to-project", test_to_project_and_back);
  g_test_add_func ("/crew-edit/to-project/inputs", test_to_project_inputs);
  g_test_add_func ("/crew-edit/to-project/refused", test_to_project_refused);
  g_test_add_func ("/crew-edit/to-inline", test_to_inline);
  g_test_add_func ("/crew-edit/models", test_models);
  g_test_add_func ("/crew-edit/models-of-crew", test_models_of_crew);
  g_test_add_func ("/crew-edit/crew-file", test_crew_file);
  g_test_add_func ("/crew-edit/fixes", test_fixes);
  g_test_add_func ("/crew-edit/least-change", test_least_change);
  return g_test_run ();
}
