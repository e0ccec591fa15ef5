/* test-kinds.c: files that are not flows are identified and not opened as flows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "troupe-flow-document.h"

static const struct
{
  const char *text;
  const char *word; /* part of the message */
} others[] = {
  { "{\"name\": \"C\", \"agents\": [\"a\"], \"tasks\": []}", "a crew" },
  { "agents: {a: {role: R}}\ntasks: {t: {description: D}}\n", "a crew" },
  { "{\"role\": \"R\", \"goal\": \"G\", \"backstory\": \"B\"}", "an agent" },
  { "researcher:\n  role: R\n  goal: G\n  backstory: B\n", "agents.yaml" },
  { "look:\n  description: D\n  expected_output: E\n  agent: a\n", "tasks.yaml" },
  { "{\"name\": \"p\", \"version\": \"1.0.0\", \"dependencies\": {}}", "package.json" },
  { "[{\"id\": \"A_1\", \"entity_type\": \"agent\", \"data\": {\"role\": \"r\"}}]",
    "CrewAI-Studio" },
  { "{\"name\": \"p\", \"lockfileVersion\": 3, \"packages\": {}}", "package-lock.json" },
  { "{\"name\": \"W\", \"nodes\": [], \"connections\": {}}", "n8n" },
  { "{\"name\": \"L\", \"data\": {\"nodes\": [], \"edges\": []}}", "Langflow" },
  { "{\"nodes\": [], \"edges\": []}", "nodes" },
  { "{\"last_node_id\": 3, \"nodes\": [], \"links\": []}", "ComfyUI" },
  { "{\"3\": {\"class_type\": \"KSampler\", \"inputs\": {}}}", "ComfyUI" },
  { "app: {name: A}\nkind: app\nworkflow: {graph: {}}\n", "Dify" },
  { "{\"openapi\": \"3.1.0\", \"info\": {\"title\": \"T\"}, \"paths\": {}}", "OpenAPI" },
  { "{\"nbformat\": 4, \"cells\": []}", "Jupyter" },
  { "{\"mcpServers\": {}}", "MCP" },
  { "{\"servers\": {\"a\": {\"command\": \"b\"}}}", "MCP" },
  { "{\"role\": \"r\", \"goal\": \"g\", \"conversational\": true}", "an agent of CrewAI" },
  { "{\"$schema\": \"https://example.org/s.json\"}", "$schema" },
  { "{\"type\": \"object\", \"properties\": {}}", "JSON Schema" },
  { "[1, 2, 3]", "a list with 3 entries" },
  { "[1]", "a list with 1 entry" },
  { "{\"colour\": \"red\", \"size\": 3}", "“colour”, “size”" },
};

static void
check_refused (const char *text, gsize length, const char *name, const char *word)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (TroupeFlowDocument) document =
      troupe_flow_document_load_text (text, length, name, &problems, &error);
  const TroupeProblem *problem;

  if (document != NULL)
    g_error ("%s opens as a flow", name);
  g_assert_error (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_INVALID);
  g_assert_nonnull (problems);
  g_assert_cmpuint (problems->len, ==, 1);
  problem = g_ptr_array_index (problems, 0);
  g_assert_cmpstr (problem->code, ==, "not_a_flow");
  if (strstr (problem->message, word) == NULL || strstr (error->message, word) == NULL)
    g_error ("%s: “%s” does not say “%s”", name, problem->message, word);
}

static void
test_others (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      const gboolean is_json = strchr ("{[", others[i].text[0]) != NULL;

      check_refused (others[i].text, strlen (others[i].text), is_json ? "a.json" : "a.yaml",
                     others[i].word);
    }
}

/* A document that is meant to be a flow either opens or is rejected with its own errors. It is
 * not rejected as another kind of file. */
static void
test_flows (void)
{
  static const struct
  {
    const char *text;
    const char *code; /* NULL if it opens */
  } flows[] = {
    { "{}", "missing_field" },
    { "{\"methods\": {}}", "missing_field" },
    { "{\"schema\": \"crewai.flow/v1\", \"agents\": [], \"tasks\": []}", "missing_field" },
    { "{\"schema\": \"crewai.flow/v2\", \"name\": \"F\"}", "unknown_schema" },
    { "{\"name\": \"F\"}", NULL },
    { "{\"name\": \"F\", \"agents\": [], \"tasks\": [], \"methods\": {}}", NULL },
    { "{\"name\": \"F\", \"state\": {\"type\": \"dict\"}, \"agents\": [], \"tasks\": []}", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (flows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) problems = NULL;
      g_autoptr (TroupeFlowDocument) document =
          troupe_flow_document_load_text (flows[i].text, strlen (flows[i].text), "flow.json",
                                          &problems, &error);

      g_assert_cmpint (document != NULL, ==, flows[i].code == NULL);
      if (flows[i].code != NULL)
        g_assert_cmpstr (((TroupeProblem *) g_ptr_array_index (problems, 0))->code, ==,
                         flows[i].code);
    }
}

/* An open flow whose methods the user removed stays open and can be saved. */
static void
test_saving_is_not_refused (void)
{
  static const char text[] = "{\"schema\": \"crewai.flow/v1\", \"name\": \"F\", \"agents\": [], "
                             "\"tasks\": [], \"methods\": {}}";
  static const char *const path[] = { "methods", NULL };
  static const char *const schema[] = { "schema", NULL };
  g_autofree char *folder = g_dir_make_tmp ("troupe-kinds-XXXXXX", NULL);
  g_autofree char *file = g_build_filename (folder, "flow.json", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeFlowDocument) document = NULL;

  g_assert_true (g_file_set_contents (file, text, -1, NULL));
  document = troupe_flow_document_load (file, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (troupe_document_set (TROUPE_DOCUMENT (document), path, NULL, "x", NULL, &error));
  g_assert_true (troupe_document_set (TROUPE_DOCUMENT (document), schema, NULL, "x", NULL, &error));
  g_assert_true (troupe_document_save (TROUPE_DOCUMENT (document), NULL, FALSE, &error));
  g_assert_no_error (error);
}

/* Checks every collected crew, agent and YAML file. */
static void
check_folder (const char *folder, guint *n_checked)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *text = NULL;
      const char *word = "crew";
      gsize length;

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        check_folder (path, n_checked);
      if (!g_str_has_suffix (name, ".json") && !g_str_has_suffix (name, ".jsonc") &&
          !g_str_has_suffix (name, ".yaml"))
        continue;
      /* One of the files is empty. */
      if (!g_file_get_contents (path, &text, &length, NULL) || length < 3)
        continue;
      if (g_str_equal (name, "agents.yaml"))
        word = "agents of a crew";
      else if (g_str_equal (name, "tasks.yaml"))
        word = "tasks of a crew";
      else if (strstr (path, "/agents/") != NULL)
        word = "an agent of a crew";
      check_refused (text, length, path, word);
      (*n_checked)++;
    }
}

static void
test_collected (void)
{
  static const char *const folders[] = { "crews", "yaml" };
  const char *root = g_getenv ("TROUPE_CONFORMANCE_DIR");

  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *folder =
          g_build_filename (root != NULL ? root : "", "documents", folders[i], NULL);
      guint n_checked = 0;

      if (root == NULL || !g_file_test (folder, G_FILE_TEST_IS_DIR))
        {
          g_test_skip ("the collected documents are not here");
          return;
        }
      check_folder (folder, &n_checked);
      g_assert_cmpuint (n_checked, >, 30);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kinds/others", test_others);
  g_test_add_func ("/kinds/flows", test_flows);
  g_test_add_func ("/kinds/saving", test_saving_is_not_refused);
  g_test_add_func ("/kinds/collected", test_collected);
  return g_test_run ();
}
