/* conformance-flow.c: conformance tests: recorded runs of CrewAI, executed again
 *
 * Usage: conformance-flow [--at-least=N] [FILE…]. Runs every case of the files in this process,
 * compares all fields that the headers of the files name, and prints TAP. There is one test point
 * per case, and one test point per file, which requires that at least N cases passed. Cases that
 * require missing features of Troupe are counted and listed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <locale.h>
#include <string.h>

#include "conformance-case.h"
#include "troupe-file.h"
#include "troupe-flow-document.h"
#include "troupe-json.h"
#include "troupe-run.h"

/* Larger than any recording. */
#define MAX_FILE_SIZE (64u * 1024 * 1024)

typedef struct
{
  guint n_points;
  guint n_failed;
  guint n_passed; /* cases of the current file */
  guint n_without_python;
  GHashTable *left_out; /* reason to count */
} Conformance;

/* --- Cases --------------------------------------------------------------------------------------- */

static void
keep_event_cb (TroupeEvent *event, gpointer user_data)
{
  g_ptr_array_add (user_data, troupe_event_ref (event));
}

/* `troupe` overrides `expect`. CrewAI's values are used only if Troupe and CrewAI have the same
 * result. */
static TroupeValue *
get_expected (TroupeValue *fields)
{
  TroupeValue *expect = case_get (fields, "expect");
  TroupeValue *troupe = case_get (fields, "troupe");
  TroupeValue *merged;

  if (troupe == NULL)
    return troupe_value_ref (expect);
  if (g_strcmp0 (case_get_text (troupe, "result"), case_get_text (expect, "result")) != 0)
    return troupe_value_ref (troupe);
  merged = troupe_value_ref (expect);
  for (gsize i = 0; i < troupe_value_map_get_size (troupe); i++)
    {
      const char *key = troupe_value_get_string (troupe_value_map_get_key (troupe, i), NULL);
      TroupeValue *next =
          troupe_value_map_with (merged, key, troupe_value_map_get_value (troupe, i));

      troupe_value_unref (merged);
      merged = next;
    }
  return merged;
}

/* Returns the flow of the case, or NULL if its text cannot be loaded. */
static TroupeFlow *
load_flow (JsonNode *node, GPtrArray **problems)
{
  JsonObject *object = json_node_get_object (node);
  g_autoptr (TroupeFlowDocument) document = NULL;
  const char *name = json_object_get_string_member_with_default (object, "name", "");
  const char *text;

  if (json_object_has_member (object, "flow"))
    return troupe_flow_new_from_node (json_object_get_member (object, "flow"), NULL, NULL,
                                      problems);
  text = json_object_get_string_member (object, "text");
  document = troupe_flow_document_load_text (
      text, strlen (text), g_str_has_prefix (name, "text_json") ? "flow.json" : "flow.yaml",
      problems, NULL);
  if (document == NULL)
    return NULL;
  return troupe_flow_ref (troupe_flow_document_get_flow (document));
}

static void
run_case (Case *self, JsonNode *node)
{
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (TroupeRun) run = NULL;
  TroupeValue *inputs = case_get (self->fields, "inputs");

  self->flow = load_flow (node, &problems);
  if (self->flow == NULL)
    {
      if (g_strcmp0 (case_get_text (self->expected, "result"), "load_error") != 0)
        case_complain (self, "the document could not be read");
      return;
    }
  run = troupe_run_new (self->flow);
  if (inputs != NULL && troupe_value_is (inputs, TROUPE_VALUE_MAP))
    troupe_run_set_inputs (run, inputs);
  if (case_is_true (self->fields, "script"))
    troupe_run_set_python (run, TROUPE_PYTHON_PERMIT_SCRIPT, TROUPE_PYTHON_SANDBOX_NONE);
  troupe_event_bus_add_sink (troupe_run_get_bus (run), keep_event_cb, self->events, NULL);
  self->result = troupe_run_execute (run);
  case_compare (self, run);
}

static void
print_point (Conformance *self, gboolean is_ok, const char *name, const char *complaints)
{
  g_auto (GStrv) lines = g_strsplit (complaints, "\n", -1);

  self->n_points++;
  self->n_failed += is_ok ? 0 : 1;
  g_print ("%s %u - %s\n", is_ok ? "ok" : "not ok", self->n_points, name);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (*lines[i] != '\0')
        g_print ("# %s\n", lines[i]);
    }
}

static void
do_case (Conformance *self, JsonNode *node)
{
  Case one = { 0 };
  const char *missing;
  const char *name;

  one.fields = troupe_value_from_node (node);
  missing = case_find_missing (one.fields, case_get (one.fields, "flow"));
  name = case_get_text (one.fields, "name");
  if (missing != NULL)
    {
      guint count = GPOINTER_TO_UINT (g_hash_table_lookup (self->left_out, missing));

      g_hash_table_insert (self->left_out, (gpointer) missing, GUINT_TO_POINTER (count + 1));
      self->n_without_python += g_str_equal (missing, CASE_NEEDS_PYTHON) ? 1 : 0;
      troupe_value_unref (one.fields);
      return;
    }
  one.expected = get_expected (one.fields);
  one.events = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_event_unref);
  one.complaints = g_string_new (NULL);
  run_case (&one, node);
  print_point (self, one.complaints->len == 0, name != NULL ? name : "without a name",
               one.complaints->str);
  self->n_passed += one.complaints->len == 0 ? 1 : 0;
  g_string_free (one.complaints, TRUE);
  g_ptr_array_unref (one.events);
  g_clear_pointer (&one.result, troupe_run_result_free);
  g_clear_pointer (&one.flow, troupe_flow_unref);
  troupe_value_unref (one.expected);
  troupe_value_unref (one.fields);
}

static void
print_left_out (Conformance *self)
{
  GHashTableIter iter;
  gpointer reason, count;

  g_hash_table_iter_init (&iter, self->left_out);
  while (g_hash_table_iter_next (&iter, &reason, &count))
    g_print ("# left out, as it needs %s: %u\n", (const char *) reason, GPOINTER_TO_UINT (count));
  g_hash_table_remove_all (self->left_out);
}

static void
do_file (Conformance *self, const char *path, guint at_least)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *text = NULL;
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *point = NULL;
  JsonArray *cases;
  gsize length = 0;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_print ("# %s is not there: skipped\n", path);
      print_point (self, at_least == 0, name, "");
      return;
    }
  text = troupe_file_read (path, MAX_FILE_SIZE, &length, NULL, &error);
  if (text != NULL)
    root = troupe_json_read (text, length, TROUPE_JSON_STRICT, NULL, &error);
  if (root == NULL)
    {
      print_point (self, FALSE, name, error->message);
      return;
    }
  cases = json_object_get_array_member (json_node_get_object (root), "cases");
  self->n_passed = 0;
  self->n_without_python = 0;
  for (guint i = 0; i < json_array_get_length (cases); i++)
    do_case (self, json_array_get_element (cases, i));
  print_left_out (self);
  at_least -= MIN (at_least, self->n_without_python);
  point = g_strdup_printf ("%s: %u of %u cases agree, at least %u were to", name, self->n_passed,
                           json_array_get_length (cases), at_least);
  print_point (self, self->n_passed >= at_least, point, "");
}

static void
do_default_files (Conformance *self)
{
  const char *folder = g_getenv ("TROUPE_CONFORMANCE_DIR");
  static const char *const names[] = { "flow-golden.json", "flow-random.json" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (folder != NULL ? folder : ".", names[i], NULL);

      do_file (self, path, 0);
    }
}

int
main (int argc, char *argv[])
{
  Conformance self = { 0 };
  guint at_least = 0;
  gboolean has_file = FALSE;

  setlocale (LC_ALL, "");
  self.left_out = g_hash_table_new (g_str_hash, g_str_equal);
  for (int i = 1; i < argc; i++)
    {
      if (g_str_has_prefix (argv[i], "--at-least="))
        {
          at_least = (guint) g_ascii_strtoull (strchr (argv[i], '=') + 1, NULL, 10);
          continue;
        }
      do_file (&self, argv[i], at_least);
      at_least = 0;
      has_file = TRUE;
    }
  if (!has_file)
    do_default_files (&self);
  g_print ("1..%u\n", self.n_points);
  g_hash_table_unref (self.left_out);
  return self.n_failed == 0 ? 0 : 1;
}
