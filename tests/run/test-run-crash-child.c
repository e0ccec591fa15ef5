/* test-run-crash-child.c: child process of the crash test
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <sqlite3.h>
#include <string.h>
#include <unistd.h>

#include "test-run-crash-child.h"
#include "troupe-crash-point.h"
#include "troupe-flow-document.h"
#include "troupe-flow-pins.h"
#include "troupe-flow-states.h"
#include "troupe-run-fork.h"
#include "troupe-run-pause.h"
#include "troupe-run.h"

#define RUN_ID "11111111-0000-4000-8000-000000000001"
/* Longer texts are compared by their digests. */
#define MAX_TEXT 2000

typedef struct
{
  const CrashDocument *document;
  const char *folder;
  gboolean stops;
  TroupeValue *whole;
  TroupeValue *marks; /* `x-crash` */
  TroupeStore *store;
  TroupeRun *run; /* (nullable) */
  guint n_held;
} Child;

/* --- Crash points -------------------------------------------------------------------------------- */

static CrashPage *the_page;
static GMutex page_mutex;

/* Called from all threads of the engine. */
void
troupe_crash_point (const char *name)
{
  CrashPage *page = the_page;
  guint i = 0;
  gboolean is_deadly;

  if (page == NULL)
    return;
  g_mutex_lock (&page_mutex);
  while (i < page->n_points && !g_str_equal (page->points[i].name, name))
    i++;
  if (i == page->n_points)
    {
      g_assert_cmpuint (i, <, CRASH_MAX_POINTS);
      g_strlcpy (page->points[i].name, name, sizeof page->points[i].name);
      page->n_points++;
    }
  page->points[i].n_visits++;
  is_deadly = page->deadly_point != NULL && g_str_equal (page->deadly_point, name) &&
              page->points[i].n_visits == page->deadly_visit;
  if (is_deadly)
    kill (getpid (), SIGKILL);
  g_mutex_unlock (&page_mutex);
}

/* --- Document data ---------------------------------------------------------------------------- */

static TroupeValue *
get_mark (Child *self, const char *name)
{
  return self->marks != NULL ? troupe_value_map_lookup_string (self->marks, name, -1) : NULL;
}

static const char *
get_text (Child *self, const char *name)
{
  TroupeValue *mark = get_mark (self, name);

  return mark != NULL ? troupe_value_get_string (mark, NULL) : NULL;
}

/* --- The run ------------------------------------------------------------------------------------- */

static void
log_end (CrashPage *page, const char *method, char mark)
{
  gsize length = strlen (method);

  g_assert_cmpuint (page->n_log + length + 3, <, CRASH_MAX_LOG);
  memcpy (page->log + page->n_log, method, length);
  page->log[page->n_log + length] = mark;
  page->log[page->n_log + length + 1] = ' ';
  page->n_log += length + 2;
}

/* Changes a run that is paused at a breakpoint, unless an earlier process has done that. */
static void
change (Child *self)
{
  TroupeValue *edit = get_mark (self, "edit");
  g_autoptr (TroupeRunPause) pause = troupe_run_get_pause (self->run);
  TroupeValue *value = troupe_value_get_member (edit, "value");

  if (!troupe_value_equal (troupe_value_get_member (pause->state, "n"), value))
    troupe_run_edit_async (self->run, "state.n", value, "test", NULL, NULL);
}

/* Continues a paused run at once, alternating between a single step and a release. */
static void
go_on_from_hold (Child *self)
{
  if (get_mark (self, "breaks") != NULL)
    {
      change (self);
      troupe_run_release (self->run);
      return;
    }
  if (self->n_held++ % 2 == 0)
    troupe_run_step (self->run);
  else
    troupe_run_release (self->run);
}

static void
take_event_cb (TroupeEvent *event, gpointer user_data)
{
  Child *self = user_data;

  /* Another run has executed it. */
  if (troupe_event_get_field (event, "reused") != NULL)
    return;
  switch ((int) event->type)
    {
    case TROUPE_EVENT_METHOD_STARTED:
      log_end (the_page, troupe_event_get_method (event), '>');
      break;

    /* Starts of tasks are also logged, because tasks of a crew must not be repeated either. */
    case TROUPE_EVENT_TASK_STARTED:
      log_end (the_page, event->scope->name, '>');
      break;

    case TROUPE_EVENT_METHOD_FINISHED:
      log_end (the_page, troupe_event_get_method (event), '<');
      if (get_mark (self, "hold") != NULL)
        troupe_run_hold (self->run);
      if (self->stops &&
          g_strcmp0 (get_text (self, "cancel"), troupe_event_get_method (event)) == 0)
        troupe_run_cancel (self->run);
      break;

    case TROUPE_EVENT_METHOD_FAILED:
      log_end (the_page, troupe_event_get_method (event), '!');
      break;

    case TROUPE_EVENT_RUN_HELD:
      go_on_from_hold (self);
      break;

    default:
      break;
    }
}

/* Answers a feedback request. If the method's output is the number N, the Nth of the answers is
 * used. */
static TroupeFeedbackReply
asked_cb (TroupeRun *run, TroupeFeedbackRequest *request, char **answer, gpointer user_data)
{
  Child *self = user_data;
  TroupeValue *answers = get_mark (self, "answers");
  gint64 index = troupe_value_get_integer (request->output) - 1;
  const char *text = troupe_value_get_string (troupe_value_list_get (answers, index), NULL);

  if (self->stops && get_mark (self, "pause") != NULL)
    return TROUPE_FEEDBACK_PAUSES;
  if (get_mark (self, "waits") != NULL)
    {
      g_assert_true (troupe_run_answer (run, request->id, text, NULL, NULL));
      return TROUPE_FEEDBACK_WAITS;
    }
  *answer = g_strdup (text);
  return TROUPE_FEEDBACK_ANSWERED;
}

static TroupeValue *
make_inputs (Child *self)
{
  TroupeValue *inputs = get_mark (self, "inputs");
  TroupeValue *padding = get_mark (self, "padding");
  TroupeMapBuilder builder;
  g_autofree char *text = NULL;
  gsize length;

  if (padding == NULL)
    return inputs != NULL ? troupe_value_ref (inputs) : NULL;
  length = (gsize) troupe_value_get_integer (padding);
  text = g_malloc (length + 1);
  memset (text, 'x', length);
  text[length] = '\0';
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "text", troupe_value_new_string (text, -1));
  return troupe_map_builder_end (&builder);
}

static char *
make_path (Child *self, const char *name)
{
  return g_build_filename (self->folder, name, NULL);
}

/* Stores the state of an earlier run in advance. */
static void
save_seed (Child *self)
{
  g_autofree char *path = make_path (self, "states.db");
  g_autofree char *text = NULL;
  g_autoptr (TroupeFlowStates) states = NULL;
  g_autoptr (TroupeValue) state = NULL;
  TroupeFlowStateRow row = { NULL, "seed", NULL };
  CrashPage *page = g_steal_pointer (&the_page);

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      text = g_strdup_printf ("{\"n\": 40, \"id\": \"%s\"}", get_text (self, "seed"));
      state = troupe_value_from_json (text, -1, NULL);
      states = troupe_flow_states_open (path, NULL, TRUE, NULL);
      row.id = troupe_value_map_lookup_string (state, "id", -1);
      row.state = state;
      g_assert_true (troupe_flow_states_save (states, &row, 1, NULL));
    }
  the_page = page;
}

#define ORIGIN_ID "00000000-0000-4000-8000-00000000000f"

/* Stores the run with which the run of the document begins. */
static void
save_origin (Child *self)
{
  TroupeValue *list = troupe_value_get_member (get_mark (self, "origin"), "steps");
  TroupeRunRecord record = { .id = (char *) ORIGIN_ID,
                             .name = (char *) "origin",
                             .digest = (char *) "" };
  g_autoptr (TroupeRunRecord) found = troupe_store_get_run (self->store, ORIGIN_ID, NULL);
  CrashPage *page = NULL;

  if (found != NULL)
    return;
  page = g_steal_pointer (&the_page);
  record.steps = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_run_step_free);
  for (gsize i = 0; i < troupe_value_list_get_length (list); i++)
    {
      TroupeValue *item = troupe_value_list_get (list, i);
      TroupeRunStep *step = g_new0 (TroupeRunStep, 1);
      const char *method = troupe_value_get_member_text (item, "method");

      step->ordinal = (gint64) i;
      step->method = g_strdup (method != NULL ? method : "");
      step->launch = i > 0 ? 1 : 0;
      step->value = troupe_value_get_member (item, "value") != NULL
                        ? troupe_value_ref (troupe_value_get_member (item, "value"))
                        : troupe_value_new_null ();
      if (troupe_value_get_member (item, "state") != NULL)
        step->state = troupe_value_ref (troupe_value_get_member (item, "state"));
      g_ptr_array_add (record.steps, step);
    }
  troupe_store_begin_run (self->store, &record);
  troupe_store_end_run (self->store, ORIGIN_ID, TROUPE_RUN_STATUS_OK, NULL, NULL);
  g_assert_true (troupe_store_flush (self->store, NULL));
  g_ptr_array_unref (record.steps);
  the_page = page;
}

/* Lets the run begin with the other one, with a changed state. */
static void
begin_from_origin (Child *self)
{
  TroupeValue *origin = get_mark (self, "origin");
  g_autoptr (GError) error = NULL;

  save_origin (self);
  troupe_run_set_from (self->run, self->store, ORIGIN_ID, NULL,
                       troupe_value_get_member_text (origin, "name"), &error);
  g_assert_no_error (error);
  troupe_run_change_beginning (self->run, "state.n", troupe_value_get_member (origin, "n"), &error);
  g_assert_no_error (error);
}

static void
begin (Child *self, TroupeFlowDocument *loaded)
{
  g_autofree char *states = make_path (self, "states.db");
  g_autofree char *restore = NULL;
  g_autoptr (TroupeValue) inputs = make_inputs (self);

  self->run = troupe_run_new (troupe_flow_document_get_flow (loaded));
  troupe_run_set_id (self->run, RUN_ID);
  troupe_run_set_inputs (self->run, inputs);
  troupe_run_set_store (self->run, self->store, NULL, self->document->text);
  if (strstr (self->document->text, "db_path") == NULL)
    troupe_run_set_state_database (self->run, states);
  if (get_mark (self, "seed") != NULL)
    save_seed (self);
  if (get_mark (self, "fork") != NULL)
    troupe_run_set_fork_from (self->run, get_text (self, "seed"));
  if (get_mark (self, "restore") != NULL)
    {
      restore = g_build_filename (self->document->folder, get_text (self, "restore"), NULL);
      troupe_run_set_restore_from (self->run, restore);
    }
  if (get_mark (self, "origin") != NULL)
    begin_from_origin (self);
}

/* --- Final result ----------------------------------------------------------------------------- */

static gint
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Returns the names with their counts, sorted by name, such as `a*1 b*2`. @names: (element-type
 * utf8); is sorted */
static char *
count_names (GPtrArray *names)
{
  GString *text = g_string_new (NULL);
  guint count = 0;

  g_ptr_array_sort (names, compare_texts);
  for (guint i = 0; i < names->len; i++)
    {
      const char *name = g_ptr_array_index (names, i);

      count++;
      if (i + 1 < names->len && g_str_equal (name, g_ptr_array_index (names, i + 1)))
        continue;
      g_string_append_printf (text, "%s*%u ", name, count);
      count = 0;
    }
  return g_string_free (text, FALSE);
}

/* Counts the feedback requests, because a method that requested feedback has acted although it
 * has not ended. */
static guint
count_requests (Child *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) requests = troupe_store_list_requests (self->store, RUN_ID, &error);

  g_assert_no_error (error);
  return requests->len;
}

/* Adds the names of the stored tasks of crews. */
static void
add_tasks (Child *self, GPtrArray *names)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) tasks = troupe_store_get_tasks (self->store, RUN_ID, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < tasks->len; i++)
    {
      const TroupeTaskOutput *task = g_ptr_array_index (tasks, i);
      TroupeValue *output =
          task->part >= 0 ? troupe_value_map_lookup_string (task->value, "output", -1) : NULL;
      TroupeValue *name =
          output != NULL ? troupe_value_map_lookup_string (output, "name", -1) : NULL;

      if (name != NULL)
        g_ptr_array_add (names, (gpointer) g_intern_string (troupe_value_get_string (name, NULL)));
    }
}

static char *
list_steps (Child *self, guint *n_steps)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) steps = troupe_store_get_steps (self->store, RUN_ID, &error);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  g_assert_no_error (error);
  /* A step without a method is a change of the user. */
  for (guint i = 1; i < steps->len; i++)
    if (*((TroupeRunStep *) g_ptr_array_index (steps, i))->method != '\0')
      g_ptr_array_add (names, ((TroupeRunStep *) g_ptr_array_index (steps, i))->method);
  *n_steps = names->len;
  add_tasks (self, names);
  return count_names (names);
}

/* Asserts that event numbers have no gaps, except during a model call, because the chunks of a
 * call are not stored. */
static void
assert_number (TroupeEvent *event, guint64 former, GHashTable *open_calls)
{
  const TroupeEventTypeInfo *info = troupe_event_type_get_info (event->type);

  g_assert_false (info->is_chunk);
  g_assert_cmpuint (event->sequence, >, former);
  if (g_hash_table_size (open_calls) == 0)
    g_assert_cmpuint (event->sequence, ==, former + 1);
  if (info->kind != TROUPE_SCOPE_MODEL_CALL)
    return;
  if (info->effect == TROUPE_EVENT_OPENS)
    g_hash_table_add (open_calls, event->scope);
  else
    g_assert_true (g_hash_table_remove (open_calls, event->scope));
}

/* Lists the stored ends of methods, sorted. */
static char *
list_ends (Child *self)
{
  g_autoptr (GHashTable) open_calls = g_hash_table_new (NULL, NULL);
  guint64 last = 0;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) events = troupe_store_get_events (self->store, RUN_ID, &error);
  g_autoptr (GPtrArray) ends = g_ptr_array_new_with_free_func (g_free);

  g_assert_no_error (error);
  for (guint i = 0; i < events->len; i++)
    {
      TroupeEvent *event = g_ptr_array_index (events, i);

      assert_number (event, last, open_calls);
      last = event->sequence;
      if (event->type == TROUPE_EVENT_METHOD_FINISHED || event->type == TROUPE_EVENT_METHOD_FAILED)
        g_ptr_array_add (ends,
                         g_strdup_printf ("%s%c", troupe_event_get_method (event),
                                          event->type == TROUPE_EVENT_METHOD_FINISHED ? '<' : '!'));
    }
  g_ptr_array_sort (ends, compare_texts);
  g_ptr_array_add (ends, NULL);
  return g_strjoinv (" ", (char **) ends->pdata);
}

static void
append_value (GString *text, const char *name, TroupeValue *value)
{
  g_autofree char *json = value != NULL ? troupe_value_to_json (value, TROUPE_JSON_COMPACT) : NULL;
  g_autofree char *digest = NULL;

  if (json != NULL && strlen (json) > MAX_TEXT)
    digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, json, -1);
  g_string_append_printf (text, "%s=%s\n", name, digest != NULL ? digest : json);
}

static void
append_result (Child *self, GString *text)
{
  static const char *const keys[] = { "result", "final", "state", "outputs", "error" };
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeRunRecord) record = troupe_store_get_run (self->store, RUN_ID, &error);

  g_assert_no_error (error);
  g_string_append_printf (text, "status=%s\n", troupe_run_status_get_name (record->status));
  g_assert_nonnull (record->result);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    append_value (text, keys[i], troupe_value_map_lookup_string (record->result, keys[i], -1));
}

/* Reads the methods that have rows in a database, and the last state of each id. */
static void
read_rows (sqlite3 *database, GPtrArray *names, GString *text)
{
  sqlite3_stmt *statement;

  if (sqlite3_prepare_v2 (database,
                          "SELECT flow_uuid, method_name, state_json, id ="
                          " (SELECT max (id) FROM flow_states WHERE flow_uuid = f.flow_uuid)"
                          " FROM flow_states AS f ORDER BY id",
                          -1, &statement, NULL) != SQLITE_OK)
    return;
  while (sqlite3_step (statement) == SQLITE_ROW)
    {
      const char *state = (const char *) sqlite3_column_text (statement, 2);
      g_autofree char *digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, state, -1);

      g_ptr_array_add (names, g_strdup ((const char *) sqlite3_column_text (statement, 1)));
      if (sqlite3_column_int (statement, 3) != 0)
        g_string_append_printf (text, "last state of %s=%s\n", sqlite3_column_text (statement, 0),
                                digest);
    }
  sqlite3_finalize (statement);
}

static void
check_database (sqlite3 *database)
{
  sqlite3_stmt *statement;

  g_assert_cmpint (sqlite3_prepare_v2 (database, "PRAGMA integrity_check", -1, &statement, NULL),
                   ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
  g_assert_cmpstr ((const char *) sqlite3_column_text (statement, 0), ==, "ok");
  sqlite3_finalize (statement);
}

static void
append_rows (Child *self, GString *text)
{
  g_autoptr (GDir) dir = g_dir_open (self->folder, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) unused = g_string_new (NULL);
  g_autofree char *counts = NULL;
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      if (g_str_has_suffix (name, ".db"))
        g_ptr_array_add (files, make_path (self, name));
    }
  g_ptr_array_sort (files, compare_texts);
  for (guint i = 0; i < files->len; i++)
    {
      sqlite3 *database = NULL;

      g_assert_cmpint (sqlite3_open (g_ptr_array_index (files, i), &database), ==, SQLITE_OK);
      check_database (database);
      read_rows (database, names, get_mark (self, "pause") == NULL ? text : unused);
      sqlite3_close (database);
    }
  counts = count_names (names);
  /* Each pause adds a separate row. */
  if (get_mark (self, "pause") != NULL)
    return;
  g_string_append_printf (text, "rows=%s\n", g_strchomp (counts));
}

/* Asserts that each checkpoint file is complete, and that there are not too many. */
static void
check_checkpoints (Child *self)
{
  g_autofree char *path = g_build_filename (self->folder, ".checkpoints", "main", NULL);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  TroupeValue *max = get_mark (self, "checkpoints");
  gint64 n_files = 0;
  const char *name;

  if (max == NULL)
    return;
  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *file = g_build_filename (path, name, NULL);
      g_autofree char *text = NULL;
      g_autoptr (TroupeValue) whole = NULL;

      if (!g_str_has_suffix (name, ".json"))
        continue;
      n_files++;
      g_assert_true (g_file_get_contents (file, &text, NULL, NULL));
      whole = troupe_value_from_json (text, -1, NULL);
      g_assert_nonnull (whole);
      g_assert_nonnull (troupe_value_map_lookup_string (whole, "entities", -1));
    }
  g_assert_cmpint (n_files, >=, 1);
  g_assert_cmpint (n_files, <=, troupe_value_get_integer (max));
}

static void
leave_remains (Child *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *steps = NULL;
  g_autofree char *ends = NULL;
  g_autofree char *path = make_path (self, "remains");
  guint n_steps;

  append_result (self, text);
  append_rows (self, text);
  check_checkpoints (self);
  steps = list_steps (self, &n_steps);
  ends = list_ends (self);
  g_string_append_printf (text, "steps=%s\nends=%s\n", steps, ends);
  g_assert_true (
      g_file_set_contents_full (path, text->str, -1, G_FILE_SET_CONTENTS_NONE, 0600, NULL));
}

/* --- Process ---------------------------------------------------------------------------------- */

/* Asserts that each method that has acted has a stored start event, so that a resumed run
 * detects it. */
static void
check_known (Child *self)
{
  g_autofree char *path = g_build_filename (self->folder, "actions", NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (GPtrArray) events = troupe_store_get_events (self->store, RUN_ID, NULL);

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return;
  lines = g_strsplit (g_strchomp (text), "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      guint n_lines = 0, n_begun = 0;

      for (guint k = 0; lines[k] != NULL; k++)
        n_lines += g_str_equal (lines[k], lines[i]);
      for (guint k = 0; k < events->len; k++)
        {
          const TroupeEvent *event = g_ptr_array_index (events, k);

          n_begun += event->type == TROUPE_EVENT_METHOD_STARTED &&
                     g_strcmp0 (troupe_event_get_method (event), lines[i]) == 0;
        }
      g_assert_cmpuint (n_begun, >=, n_lines);
    }
}

/* Returns TRUE if the task or method at @place has ended, so that it is not executed again. */
static gboolean
is_over (GPtrArray *tasks, GPtrArray *steps, const char *place)
{
  for (guint i = 0; i < tasks->len; i++)
    {
      const TroupeTaskOutput *task = g_ptr_array_index (tasks, i);
      g_autofree char *whole = g_strdup_printf ("%s/%d", task->place, task->part);

      if (g_str_equal (whole, place))
        return TRUE;
    }
  for (guint i = 1; i < steps->len; i++)
    {
      const TroupeRunStep *step = g_ptr_array_index (steps, i);
      g_autofree char *whole = g_strdup_printf ("%s#%u", step->method, step->launch);

      if (g_str_has_prefix (place, whole))
        return TRUE;
    }
  return FALSE;
}

static void
list_answers (Child *self)
{
  g_autoptr (GPtrArray) answers = troupe_store_get_answers (self->store, RUN_ID, NULL);
  g_autoptr (GPtrArray) tasks = troupe_store_get_tasks (self->store, RUN_ID, NULL);
  g_autoptr (GPtrArray) steps = troupe_store_get_steps (self->store, RUN_ID, NULL);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < answers->len;)
    {
      const TroupeStoredAnswer *first = g_ptr_array_index (answers, i);
      guint n_answers = 0;

      for (; i < answers->len; i++)
        {
          const TroupeStoredAnswer *answer = g_ptr_array_index (answers, i);

          if (!g_str_equal (answer->place, first->place))
            break;
          n_answers += troupe_value_is (answer->value, TROUPE_VALUE_MAP) &&
                       troupe_value_map_lookup_string (answer->value, "message", -1) != NULL;
        }
      if (!is_over (tasks, steps, first->place))
        g_string_append_printf (text, "%s*%u ", first->place, n_answers);
    }
  g_assert_cmpuint (g_strlcpy (the_page->answers, text->str, sizeof the_page->answers), <,
                    sizeof the_page->answers);
}

/* Counts the stored steps of methods that are pinned or muted, and therefore do not act. */
static guint
count_bypassed (Child *self, TroupeFlow *flow)
{
  g_autoptr (GPtrArray) steps = troupe_store_get_steps (self->store, RUN_ID, NULL);
  guint n_bypassed = 0;

  for (guint i = 1; i < steps->len; i++)
    {
      const char *method = ((TroupeRunStep *) g_ptr_array_index (steps, i))->method;

      n_bypassed +=
          troupe_flow_get_pin (flow, method) != NULL || troupe_flow_is_muted (flow, method);
    }
  return n_bypassed;
}

/* Reads what is stored, and creates or resumes the run. Returns FALSE if the run has already
 * ended. */
static gboolean
prepare (Child *self, TroupeFlowDocument *loaded)
{
  g_autoptr (TroupeRunRecord) record = troupe_store_get_run (self->store, RUN_ID, NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *steps = NULL;

  if (record == NULL)
    {
      the_page->has_looked = TRUE;
      begin (self, loaded);
      return TRUE;
    }
  steps = list_steps (self, &the_page->n_before);
  the_page->n_before += count_requests (self);
  the_page->n_before -= count_bypassed (self, troupe_flow_document_get_flow (loaded));
  if (get_mark (self, "origin") != NULL)
    the_page->n_before -= (guint) troupe_value_get_integer (
        troupe_value_get_member (get_mark (self, "origin"), "kept"));
  g_assert_cmpuint (g_strlcpy (the_page->before, steps, sizeof the_page->before), <,
                    sizeof the_page->before);
  check_known (self);
  list_answers (self);
  the_page->has_looked = TRUE;
  if (!troupe_run_status_can_go_on (record->status))
    return FALSE;
  self->run = troupe_run_new_from_interrupted (self->store, RUN_ID, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (troupe_run_goes_on (self->run));
  return TRUE;
}

static TroupeFlowDocument *
load (const CrashDocument *document)
{
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (GError) error = NULL;
  TroupeFlowDocument *loaded =
      troupe_flow_document_load_text (document->text, strlen (document->text), document->name,
                                      &problems, &error);

  g_assert_no_error (error);
  g_assert_false (troupe_flow_has_errors (troupe_flow_document_get_flow (loaded)));
  return loaded;
}

void
crash_child (const CrashDocument *document, const char *folder, gboolean stops, CrashPage *page)
{
  Child self = { document, folder, stops, NULL, NULL, NULL, NULL, 0 };
  g_autoptr (TroupeFlowDocument) loaded = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_chdir (folder), ==, 0);
  loaded = load (document);
  self.whole = troupe_value_from_json (document->text, -1, &error);
  g_assert_no_error (error);
  self.marks = troupe_value_map_lookup_string (self.whole, "x-crash", -1);
  the_page = page;
  self.store = troupe_store_open (folder, &error);
  g_assert_no_error (error);
  if (prepare (&self, loaded))
    {
      /* If a run has no listener, it may store its results later. */
      if (get_mark (&self, "untold") == NULL)
        troupe_event_bus_add_sink (troupe_run_get_bus (self.run), take_event_cb, &self, NULL);
      if (get_mark (&self, "breaks") != NULL)
        {
          g_autoptr (TroupeBreakpoints) breakpoints =
              troupe_breakpoints_new_from_value (get_mark (&self, "breaks"));

          troupe_run_set_breakpoints (self.run, breakpoints);
        }
      if (get_mark (&self, "python") != NULL)
        troupe_run_set_python (self.run, TROUPE_PYTHON_PERMIT_SCRIPT | TROUPE_PYTHON_PERMIT_WRITE,
                               TROUPE_PYTHON_SANDBOX_NONE);
      troupe_run_set_feedback_func (self.run, asked_cb, &self, NULL);
      troupe_run_result_free (troupe_run_execute (self.run));
      troupe_store_flush (self.store, &error);
      g_assert_no_error (error);
      g_assert_finalize_object (self.run);
    }
  leave_remains (&self);
  troupe_value_unref (self.whole);
  g_assert_finalize_object (self.store);
  _exit (0);
}
