/* conformance-sessions.c: conformance tests: recorded sessions of CrewAI with several kickoffs on
 * one database of states
 *
 * Usage: conformance-sessions --at-least=N FILE …. The program works like conformance-flow. The key
 * `about` in the files describes their contents. The rows that the kickoffs store are also
 * compared.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <locale.h>
#include <sqlite3.h>
#include <string.h>

#include "conformance-case.h"
#include "troupe-file.h"
#include "troupe-json.h"

#define MAX_FILE_SIZE (64u * 1024 * 1024)

typedef struct
{
  guint n_points;
  guint n_failed;
  guint n_passed;
  guint n_without_python; /* cases that require Python */
  GHashTable *left_out;
} Sessions;

/* One session. @ids: the values of the id placeholders that have occurred so far. */
typedef struct
{
  char *database;
  GPtrArray *ids;
  GString *complaints;
} Session;

/* Returns the text with placeholders replaced by ids and the path of the database. */
static char *
fill_in (Session *self, const char *text)
{
  GString *filled = g_string_new (text);

  for (guint i = self->ids->len; i > 0; i--)
    {
      g_autofree char *name = g_strdup_printf ("$id%u", i);

      g_string_replace (filled, name, g_ptr_array_index (self->ids, i - 1), 0);
    }
  g_string_replace (filled, "$DB", self->database, 0);
  return g_string_free (filled, FALSE);
}

static TroupeValue *
fill_in_value (Session *self, TroupeValue *value)
{
  g_autofree char *text = troupe_value_to_json (value, TROUPE_JSON_COMPACT);
  g_autofree char *filled = fill_in (self, text);

  return troupe_value_from_json (filled, -1, NULL);
}

static void
keep_event_cb (TroupeEvent *event, gpointer user_data)
{
  g_ptr_array_add (user_data, troupe_event_ref (event));
}

static TroupeFlow *
load_flow (Session *self, TroupeValue *flow, Case *one)
{
  g_autofree char *text = troupe_value_to_json (flow, TROUPE_JSON_COMPACT);
  g_autofree char *filled = fill_in (self, text);
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (JsonNode) root =
      troupe_json_read (filled, strlen (filled), TROUPE_JSON_STRICT, NULL, NULL);

  g_assert_nonnull (root);
  return troupe_flow_new_from_node (root, NULL, NULL, &problems);
}

static const char *
get_id (TroupeValue *state)
{
  return state != NULL ? case_get_text (state, "id") : NULL;
}

/* Stores the id of the step's state if the recording contains the name of this id for the first
 * time. */
static void
learn_id (Session *self, TroupeValue *expected, const TroupeRunResult *result)
{
  const char *name = get_id (case_get (expected, "state"));
  const char *id = get_id (result->state);
  g_autofree char *next = g_strdup_printf ("$id%u", self->ids->len + 1);

  if (g_strcmp0 (name, next) == 0 && id != NULL)
    g_ptr_array_add (self->ids, g_strdup (id));
}

/* The lines that the user types, and how many were typed. */
typedef struct
{
  TroupeValue *lines; /* (nullable) */
  gsize n_typed;
} Answers;

static TroupeFeedbackReply
answer_cb (TroupeRun *run, TroupeFeedbackRequest *request, char **answer, gpointer user_data)
{
  Answers *self = user_data;

  if (self->lines == NULL || self->n_typed == troupe_value_list_get_length (self->lines))
    return TROUPE_FEEDBACK_PAUSES;
  *answer = g_strdup (
      troupe_value_get_string (troupe_value_list_get (self->lines, self->n_typed++), NULL));
  return TROUPE_FEEDBACK_ANSWERED;
}

static void
run_step (Session *self, TroupeValue *fields, TroupeValue *flow, TroupeValue *recorded)
{
  Case one = { 0 };
  Answers answers = { case_get (fields, "answers"), 0 };
  g_autoptr (TroupeRun) run = NULL;
  TroupeValue *inputs = case_get (fields, "inputs");
  const char *fork = case_get_text (fields, "restore_from_state_id");
  g_autoptr (TroupeValue) filled = NULL;
  g_autofree char *source = fork != NULL ? fill_in (self, fork) : NULL;

  one.fields = fields;
  one.complaints = self->complaints;
  one.events = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_event_unref);
  one.flow = load_flow (self, flow, &one);
  run = troupe_run_new (one.flow);
  if (inputs != NULL && troupe_value_is (inputs, TROUPE_VALUE_MAP))
    {
      filled = fill_in_value (self, inputs);
      troupe_run_set_inputs (run, filled);
    }
  troupe_run_set_fork_from (run, source);
  troupe_run_set_python (run, TROUPE_PYTHON_PERMIT_SCRIPT, TROUPE_PYTHON_SANDBOX_NONE);
  troupe_run_set_feedback_func (run, answer_cb, &answers, NULL);
  troupe_event_bus_add_sink (troupe_run_get_bus (run), keep_event_cb, one.events, NULL);
  one.result = troupe_run_execute (run);
  learn_id (self, recorded, one.result);
  one.expected = fill_in_value (self, recorded);
  case_compare (&one, run);
  troupe_value_unref (one.expected);
  troupe_run_result_free (one.result);
  troupe_flow_unref (one.flow);
  g_ptr_array_unref (one.events);
}

static TroupeValue *
read_row (sqlite3_stmt *statement)
{
  TroupeValue *row[3];

  for (int i = 0; i < 2; i++)
    row[i] = troupe_value_new_string ((const char *) sqlite3_column_text (statement, i), -1);
  row[2] = troupe_value_from_json ((const char *) sqlite3_column_text (statement, 2), -1, NULL);
  if (row[2] == NULL)
    row[2] = troupe_value_new_null ();
  return troupe_value_new_list (row, 3);
}

static TroupeValue *
read_rows (Session *self)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new ();
  sqlite3 *database = NULL;
  sqlite3_stmt *statement = NULL;

  if (g_file_test (self->database, G_FILE_TEST_EXISTS) &&
      sqlite3_open (self->database, &database) == SQLITE_OK &&
      sqlite3_prepare_v2 (database,
                          "SELECT flow_uuid, method_name, state_json FROM flow_states ORDER BY id",
                          -1, &statement, NULL) == SQLITE_OK)
    {
      while (sqlite3_step (statement) == SQLITE_ROW)
        g_ptr_array_add (rows, read_row (statement));
    }
  sqlite3_finalize (statement);
  sqlite3_close (database);
  return troupe_value_new_list ((TroupeValue **) rows->pdata, rows->len);
}

static void
run_session (Session *self, TroupeValue *fields)
{
  TroupeValue *steps = case_get (fields, "steps");
  TroupeValue *recorded = case_get (case_get (fields, "expect"), "steps");
  g_autoptr (TroupeValue) rows = NULL;
  g_autoptr (TroupeValue) expected = NULL;
  Case one = { .complaints = self->complaints };

  for (gsize i = 0; i < troupe_value_list_get_length (steps); i++)
    {
      TroupeValue *step = troupe_value_list_get (steps, i);
      TroupeValue *flow = case_get (step, "flow");

      run_step (self, step, flow != NULL ? flow : case_get (fields, "flow"),
                troupe_value_list_get (recorded, i));
    }
  rows = read_rows (self);
  expected = fill_in_value (self, case_get (case_get (fields, "expect"), "rows"));
  case_compare_values (&one, "rows", rows, expected);
}

static void
remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_remove (path);
    }
  g_rmdir (folder);
}

static void
do_session (Sessions *self, TroupeValue *fields)
{
  const char *missing = case_find_missing (fields, case_get (fields, "flow"));
  g_autofree char *folder = NULL;
  g_auto (GStrv) lines = NULL;
  Session session = { 0 };
  gboolean is_ok;

  if (missing != NULL)
    {
      guint count = GPOINTER_TO_UINT (g_hash_table_lookup (self->left_out, missing));

      g_hash_table_insert (self->left_out, (gpointer) missing, GUINT_TO_POINTER (count + 1));
      self->n_without_python += g_str_equal (missing, CASE_NEEDS_PYTHON) ? 1 : 0;
      return;
    }
  folder = g_dir_make_tmp ("troupe-session-XXXXXX", NULL);
  session.database = g_build_filename (folder, "states.db", NULL);
  session.ids = g_ptr_array_new_with_free_func (g_free);
  session.complaints = g_string_new (NULL);
  run_session (&session, fields);
  is_ok = session.complaints->len == 0;
  self->n_points++;
  self->n_passed += is_ok ? 1 : 0;
  self->n_failed += is_ok ? 0 : 1;
  g_print ("%s %u - %s\n", is_ok ? "ok" : "not ok", self->n_points, case_get_text (fields, "name"));
  lines = g_strsplit (session.complaints->str, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    if (*lines[i] != '\0')
      g_print ("# %s\n", lines[i]);
  remove_folder (folder);
  g_free (session.database);
  g_ptr_array_unref (session.ids);
  g_string_free (session.complaints, TRUE);
}

static void
do_file (Sessions *self, const char *path, guint at_least)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  g_autoptr (TroupeValue) root = NULL;
  TroupeValue *cases;
  GHashTableIter iter;
  gpointer reason, count;
  gsize length = 0;

  text = troupe_file_read (path, MAX_FILE_SIZE, &length, NULL, &error);
  g_assert_no_error (error);
  root = troupe_value_from_json (text, (gssize) length, &error);
  g_assert_no_error (error);
  cases = case_get (root, "cases");
  self->n_passed = 0;
  self->n_without_python = 0;
  for (gsize i = 0; i < troupe_value_list_get_length (cases); i++)
    do_session (self, troupe_value_list_get (cases, i));
  g_hash_table_iter_init (&iter, self->left_out);
  while (g_hash_table_iter_next (&iter, &reason, &count))
    g_print ("# left out, as it needs %s: %u\n", (const char *) reason, GPOINTER_TO_UINT (count));
  g_hash_table_remove_all (self->left_out);
  at_least -= MIN (at_least, self->n_without_python);
  self->n_points++;
  self->n_failed += self->n_passed >= at_least ? 0 : 1;
  g_print ("%s %u - %u of %u sessions agree, at least %u were to\n",
           self->n_passed >= at_least ? "ok" : "not ok", self->n_points, self->n_passed,
           (guint) troupe_value_list_get_length (cases), at_least);
}

int
main (int argc, char *argv[])
{
  Sessions self = { 0 };
  guint at_least = 0;

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
    }
  g_print ("1..%u\n", self.n_points);
  g_hash_table_unref (self.left_out);
  return self.n_failed == 0 ? 0 : 1;
}
