/* troupe-test-from-run.c: test case made from a stored run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-test-from-run"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-file.h"
#include "troupe-limits.h"
#include "troupe-record-key.h"
#include "troupe-run-fork.h"
#include "troupe-sanitize-text.h"
#include "troupe-store-history.h"
#include "troupe-test-file.h"
#include "troupe-test-from-run.h"

G_DEFINE_QUARK (troupe - test - from - run - error - quark, troupe_test_from_run_error)

#define MAX_ASSERTIONS 100 /* of a case */
#define MAX_PLACES 5       /* changed values that an error names */
#define SUBJECT_LENGTH 40  /* characters of an input in the name of a case */

static void
add_text (TroupeMapBuilder *builder, const char *name, const char *text)
{
  troupe_map_builder_add (builder, name, troupe_value_new_string (text, -1));
}

/* --- Answers ---------------------------------------------------------------------------------- */

/* Adds the method, the task and the agent of a call. */
static void
add_caller (TroupeMapBuilder *answer, TroupeScope *scope)
{
  g_autoptr (TroupeValue) caller = troupe_record_make_caller (scope);

  for (gsize i = 0; i < troupe_value_map_get_size (caller); i++)
    troupe_map_builder_add_key (answer, troupe_value_ref (troupe_value_map_get_key (caller, i)),
                                troupe_value_ref (troupe_value_map_get_value (caller, i)));
}

/* Returns the answer of a model. (transfer full) */
static TroupeValue *
make_model_answer (const TroupeEvent *event)
{
  TroupeValue *response = troupe_event_get_field (event, "response");
  TroupeValue *error = troupe_event_get_field (event, "error");
  TroupeMapBuilder answer;

  troupe_map_builder_init (&answer);
  add_caller (&answer, event->scope);
  if (error != NULL && troupe_value_is (error, TROUPE_VALUE_STRING))
    troupe_map_builder_add (&answer, "error", troupe_value_ref (error));
  else if (response != NULL && troupe_value_is (response, TROUPE_VALUE_LIST))
    {
      const gsize n = troupe_value_list_get_length (response);
      g_autofree TroupeValue **items = g_new (TroupeValue *, n + 1);

      for (gsize i = 0; i < n; i++)
        {
          TroupeValue *function =
              troupe_value_get_member (troupe_value_list_get (response, i), "function");
          const char *name = troupe_value_get_member_text (function, "name");
          const char *text = troupe_value_get_member_text (function, "arguments");
          TroupeValue *arguments = text != NULL ? troupe_value_from_json (text, -1, NULL) : NULL;
          TroupeMapBuilder call;

          troupe_map_builder_init (&call);
          add_text (&call, "name", name != NULL ? name : "");
          if (arguments != NULL)
            troupe_map_builder_add (&call, "arguments", arguments);
          items[i] = troupe_map_builder_end (&call);
        }
      troupe_map_builder_add (&answer, "tool_calls", troupe_value_new_list (items, n));
    }
  else
    troupe_map_builder_add (&answer, "answer",
                            response != NULL ? troupe_value_ref (response)
                                             : troupe_value_new_string ("", -1));
  return troupe_map_builder_end (&answer);
}

/* Returns the answer of a tool. (transfer full) */
static TroupeValue *
make_tool_answer (const TroupeEvent *event)
{
  const char *name = troupe_value_get_member_text (event->fields, "tool_name");
  TroupeValue *output = troupe_event_get_field (event, "output");
  TroupeValue *error = troupe_event_get_field (event, "error");
  TroupeMapBuilder answer;

  troupe_map_builder_init (&answer);
  add_caller (&answer, event->scope);
  add_text (&answer, "tool", name != NULL ? name : "");
  if (output == NULL && error != NULL && troupe_value_is (error, TROUPE_VALUE_STRING))
    troupe_map_builder_add (&answer, "error", troupe_value_ref (error));
  else
    troupe_map_builder_add (&answer, "answer",
                            output != NULL ? troupe_value_ref (output)
                                           : troupe_value_new_string ("", -1));
  return troupe_map_builder_end (&answer);
}

/* --- Assertions ------------------------------------------------------------------------------- */

/* Returns TRUE if a member of this name differs between two runs of a document. */
static gboolean
is_changing_name (const char *name)
{
  static const char *const names[] = { "id",         "uuid",       "run_id",      "flow_id",
                                       "created_at", "updated_at", "timestamp",   "time",
                                       "duration",   "elapsed",    "token_usage", "usage_metrics",
                                       "usage",      "cost",       NULL };

  return g_strv_contains (names, name);
}

/* Returns TRUE if a part of the value differs between two runs of a document. */
static gboolean
is_changing (TroupeValue *value)
{
  if (troupe_value_is (value, TROUPE_VALUE_STRING))
    return troupe_record_text_changes (troupe_value_get_string (value, NULL));
  if (troupe_value_is (value, TROUPE_VALUE_LIST))
    for (gsize i = 0; i < troupe_value_list_get_length (value); i++)
      if (is_changing (troupe_value_list_get (value, i)))
        return TRUE;
  if (troupe_value_is (value, TROUPE_VALUE_MAP))
    for (gsize i = 0; i < troupe_value_map_get_size (value); i++)
      {
        TroupeValue *key = troupe_value_map_get_key (value, i);

        if (!troupe_value_is (key, TROUPE_VALUE_STRING) ||
            is_changing_name (troupe_value_get_string (key, NULL)) ||
            is_changing (troupe_value_map_get_value (value, i)))
          return TRUE;
      }
  return FALSE;
}

/* Returns TRUE if the name can follow a dot in an expression. */
static gboolean
is_plain_name (const char *name)
{
  static const char *const reserved[] = { "as",      "break",  "const",    "continue",  "else",
                                          "false",   "for",    "function", "if",        "import",
                                          "in",      "let",    "loop",     "namespace", "null",
                                          "package", "return", "true",     "var",       "void",
                                          "while",   NULL };

  if (!g_ascii_isalpha (*name) && *name != '_')
    return FALSE;
  for (const char *at = name; *at != '\0'; at++)
    if (!g_ascii_isalnum (*at) && *at != '_')
      return FALSE;
  return !g_strv_contains (reserved, name);
}

/* Adds assertions of the parts of a value that do not differ between two runs. @place: the expression of the value */
static void
add_equal (GPtrArray *assertions, const char *place, TroupeValue *value)
{
  if (assertions->len >= MAX_ASSERTIONS)
    return;
  if (!is_changing (value))
    {
      g_autofree char *text = troupe_value_to_json (value, TROUPE_JSON_COMPACT);

      g_ptr_array_add (assertions,
                       troupe_value_take_string (g_strdup_printf ("%s == %s", place, text), -1));
    }
  else if (troupe_value_is (value, TROUPE_VALUE_MAP))
    for (gsize i = 0; i < troupe_value_map_get_size (value); i++)
      {
        TroupeValue *key = troupe_value_map_get_key (value, i);
        const char *name =
            troupe_value_is (key, TROUPE_VALUE_STRING) ? troupe_value_get_string (key, NULL) : NULL;
        g_autofree char *literal = troupe_value_to_json (key, TROUPE_JSON_COMPACT);
        g_autofree char *inner = NULL;

        if (name == NULL || is_changing_name (name))
          continue;
        inner = is_plain_name (name) ? g_strdup_printf ("%s.%s", place, name)
                                     : g_strdup_printf ("%s[%s]", place, literal);
        add_equal (assertions, inner, troupe_value_map_get_value (value, i));
      }
  else if (troupe_value_is (value, TROUPE_VALUE_LIST))
    {
      const gsize n = troupe_value_list_get_length (value);

      g_ptr_array_add (assertions,
                       troupe_value_take_string (
                           g_strdup_printf ("size(%s) == %" G_GSIZE_FORMAT, place, n), -1));
      for (gsize i = 0; i < n; i++)
        {
          g_autofree char *inner = g_strdup_printf ("%s[%" G_GSIZE_FORMAT "]", place, i);

          add_equal (assertions, inner, troupe_value_list_get (value, i));
        }
    }
}

static TroupeValue *
list_assertions (const TroupeRunRecord *record, GPtrArray *events, guint n_models)
{
  g_autofree char *path = NULL;
  g_autoptr (GPtrArray) items = NULL;
  g_autoptr (GString) tasks = NULL;
  g_autoptr (GString) methods = NULL;

  tasks = g_string_new (NULL);
  methods = g_string_new (NULL);
  for (guint i = 0; i < events->len; i++)
    {
      const TroupeEvent *event = events->pdata[i];
      GString *list = event->type == TROUPE_EVENT_METHOD_STARTED ? methods
                      : event->type == TROUPE_EVENT_TASK_STARTED ? tasks
                                                                 : NULL;
      g_autoptr (TroupeValue) name = NULL;

      if (list == NULL || event->scope == NULL || event->scope->name == NULL)
        continue;
      name = troupe_value_new_string (event->scope->name, -1);
      g_string_append (list, list->len > 0 ? ", " : "");
      troupe_value_append_json (name, TROUPE_JSON_COMPACT, list);
    }
  path = g_strdup (methods->len > 0 ? methods->str : tasks->str);
  items = g_ptr_array_new ();
  g_ptr_array_add (items, troupe_value_take_string (g_strdup_printf ("path == [%s]", path), -1));
  if (n_models == 0)
    g_ptr_array_add (items, troupe_value_new_string ("calls.models == {}", -1));
  if (record->status == TROUPE_RUN_STATUS_OK)
    {
      TroupeValue *final = troupe_value_get_member (record->result, "final");
      TroupeValue *raw = final != NULL && troupe_value_is (final, TROUPE_VALUE_MAP)
                             ? troupe_value_get_member_of (final, "raw", TROUPE_VALUE_STRING)
                             : NULL;

      /* Adds assertions of the final value: of the text of an agent or a crew, else of itself. */
      if (raw != NULL)
        add_equal (items, "final.raw", raw);
      else if (final != NULL)
        add_equal (items, "final", final);
    }
  else
    g_ptr_array_add (items, troupe_value_new_string ("has(error.message)", -1));
  return troupe_value_new_list ((TroupeValue **) items->pdata, items->len);
}

/* --- What cannot be repeated ------------------------------------------------------------------ */

/* A test executes the document from its inputs to its end. Returns FALSE with an error for a run that did not. */
static gboolean
check_can_repeat (const TroupeRunRecord *record, GPtrArray *events, GError **error)
{
  g_autoptr (TroupeRunOrigin) origin = troupe_run_record_get_origin (record);
  g_autofree char *edited = NULL;
  /* “publish#1” is the first execution of “publish”. */
  g_autofree char *step = NULL;
  g_autoptr (GPtrArray) places = NULL;

  /* Lists the places whose values were changed while the run was paused, without duplicates. */
  places = g_ptr_array_new ();
  for (guint i = 0; i < events->len && places->len < MAX_PLACES; i++)
    {
      const TroupeEvent *event = events->pdata[i];
      const char *place = event->type == TROUPE_EVENT_RUN_EDITED
                              ? troupe_value_get_member_text (event->fields, "place")
                              : NULL;

      if (place != NULL && !g_ptr_array_find_with_equal_func (places, place, g_str_equal, NULL))
        g_ptr_array_add (places, (gpointer) place);
    }
  if (places->len != 0)
    {
      g_ptr_array_add (places, NULL);
      edited = g_strjoinv (", ", (char **) places->pdata);
    }
  step = origin != NULL && g_str_has_suffix (origin->name, "#1")
             ? g_strndup (origin->name, strlen (origin->name) - strlen ("#1"))
             : g_strdup (origin != NULL ? origin->name : NULL);
  if (record->path == NULL)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                         _ ("The run has no document file, which a test requires."));
  else if (record->status == TROUPE_RUN_STATUS_RUNNING)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_BUSY, _ ("The run has not ended yet."));
  else if (edited != NULL)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                 /* Translators: %s is a list of places, such as: state.score */
                 _ ("A test repeats a run from its inputs, but %s was changed while this run was "
                    "paused. Run the document with inputs that lead to the value, then make a test "
                    "from that run."),
                 edited);
  else if (origin != NULL)
    g_set_error (error, TROUPE_TEST_FROM_RUN_ERROR, TROUPE_TEST_FROM_RUN_ERROR_PART,
                 /* Translators: %s is a method or a task */
                 _ ("A test runs the document from its beginning, but this run began before “%s” "
                    "with results of another run. Run the whole document, then make a test from "
                    "that run."),
                 step);
  else if (troupe_value_get_member (record->options, "until") != NULL ||
           troupe_value_get_member (record->options, "only") != NULL)
    g_set_error_literal (error, TROUPE_TEST_FROM_RUN_ERROR, TROUPE_TEST_FROM_RUN_ERROR_PART,
                         _ ("A test runs the whole document, but this run executed only a part of "
                            "it. Run the whole document, then make a test from that run."));
  else
    return TRUE;
  return FALSE;
}

/* --- The case --------------------------------------------------------------------------------- */

/* Returns TRUE if both cases are of the same run or have the same name. Cases of earlier versions have only a name with the
 * first digits of the run. */
static gboolean
is_same_case (TroupeValue *first, TroupeValue *second)
{
  const char *run = troupe_value_get_member_text (first, "run");
  g_autofree char *earlier = run != NULL ? g_strdup_printf ("run %.8s", run) : NULL;
  const char *name = troupe_value_get_member_text (second, "name");

  return (run != NULL && g_strcmp0 (run, troupe_value_get_member_text (second, "run")) == 0) ||
         (earlier != NULL && g_strcmp0 (name, earlier) == 0) ||
         g_strcmp0 (troupe_value_get_member_text (first, "name"), name) == 0;
}

/* Returns a file of tests with the case: @file with the case added, or a new one for @document. A case of the same run or
 * with the same name is replaced. @file: (nullable). (transfer full) */
static TroupeValue *
add_case (TroupeValue *file, TroupeValue *test, const char *document, gboolean *is_new)
{
  TroupeValue *cases = troupe_value_get_member_of (file, "cases", TROUPE_VALUE_LIST);
  g_autoptr (GPtrArray) all = g_ptr_array_new ();
  g_autoptr (TroupeValue) list = NULL;
  g_autoptr (TroupeValue) created = NULL;
  TroupeMapBuilder builder;

  *is_new = TRUE;
  for (gsize i = 0; cases != NULL && i < troupe_value_list_get_length (cases); i++)
    {
      TroupeValue *other = troupe_value_list_get (cases, i);

      if (is_same_case (test, other))
        *is_new = FALSE;
      else
        g_ptr_array_add (all, troupe_value_ref (other));
    }
  g_ptr_array_add (all, troupe_value_ref (test));
  list = troupe_value_new_list ((TroupeValue **) all->pdata, all->len);
  if (file != NULL && troupe_value_is (file, TROUPE_VALUE_MAP))
    return troupe_value_map_with (file, "cases", list);
  troupe_map_builder_init (&builder);
  add_text (&builder, "document", document);
  created = troupe_map_builder_end (&builder);
  return troupe_value_map_with (created, "cases", list);
}

/* --- Files ------------------------------------------------------------------------------------ */

/* Reads the file of tests, if it exists. Returns FALSE with an error if it cannot be extended.
 * @value: (out) (nullable) (transfer full) */
static gboolean
read_file (const char *path, TroupeValue **value, GError **error)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) cause = NULL;
  gsize length = 0;

  *value = NULL;
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return TRUE;
  text = troupe_file_read (path, TROUPE_LIMIT_DOCUMENT, &length, NULL, error);
  if (text == NULL)
    return FALSE;
  *value = troupe_value_from_json (text, (gssize) length, &cause);
  if (*value != NULL && troupe_value_is (*value, TROUPE_VALUE_MAP))
    return TRUE;
  g_clear_pointer (value, troupe_value_unref);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
               /* Translators: the first %s is a file, the second one the reason */
               _ ("A test cannot be added to “%s”: %s"), path,
               cause != NULL ? cause->message : _ ("it is not an object"));
  return FALSE;
}

/* Returns FALSE with an error. @is_new: (out): whether no case was replaced */
static gboolean
save (const TroupeRunRecord *record,
      GPtrArray *events,
      const char *name,
      const char *path,
      gboolean *is_new,
      GError **error)
{
  g_autofree char *document = NULL;
  g_autoptr (TroupeValue) old = NULL;
  g_autoptr (TroupeValue) test = NULL;
  g_autoptr (TroupeValue) file = NULL;
  g_autofree char *text = NULL;
  const char *path_document;
  g_autofree char *folder = NULL;
  g_autofree char *whole = NULL;
  gsize length;
  TroupeMapBuilder case_test;
  guint n_models = 0;
  g_autoptr (GPtrArray) answers = NULL;

  path_document = record->path;
  folder = g_path_get_dirname (path);
  whole = g_canonicalize_filename (folder, NULL);
  length = strlen (whole);
  document = g_str_has_prefix (path_document, whole) && path_document[length] == G_DIR_SEPARATOR
                 ? g_strdup (path_document + length + 1)
                 : g_strdup (path_document);
  if (!read_file (path, &old, error))
    return FALSE;
  if (g_path_is_absolute (document))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_FILENAME,
                   /* Translators: %s is a document */
                   _ ("The file of tests must be in the folder of “%s” or above it."), document);
      return FALSE;
    }
  troupe_map_builder_init (&case_test);
  add_text (&case_test, "name", name);
  add_text (&case_test, "run", record->id);
  if (record->inputs != NULL)
    troupe_map_builder_add (&case_test, "inputs", troupe_value_ref (record->inputs));
  answers = g_ptr_array_new ();
  for (guint i = 0; i < events->len; i++)
    {
      const TroupeEvent *event = events->pdata[i];

      if (event->type == TROUPE_EVENT_LLM_CALL_FINISHED ||
          event->type == TROUPE_EVENT_LLM_CALL_FAILED)
        {
          g_ptr_array_add (answers, make_model_answer (event));
          n_models++;
        }
      else if (event->type == TROUPE_EVENT_TOOL_FINISHED || event->type == TROUPE_EVENT_TOOL_FAILED)
        g_ptr_array_add (answers, make_tool_answer (event));
    }
  troupe_map_builder_add (&case_test, "answers",
                          troupe_value_new_list ((TroupeValue **) answers->pdata, answers->len));
  troupe_map_builder_add (&case_test, "expect", list_assertions (record, events, n_models));
  test = troupe_map_builder_end (&case_test);
  file = add_case (old, test, document, is_new);
  text = troupe_value_to_json (file, TROUPE_JSON_PRETTY);
  return troupe_file_save_chosen (path, text, strlen (text), NULL, error);
}

TroupeMadeTest *
troupe_test_from_run_make (TroupeStore *store, const char *run_id, const char *path, GError **error)
{
  g_autoptr (TroupeRunRecord) record = NULL;
  g_autoptr (GPtrArray) events = NULL;
  g_autoptr (TroupeRunSummary) summary = NULL;
  g_autoptr (TroupeMadeTest) made = NULL;
  const char *title;
  g_autoptr (GDateTime) time = NULL;
  g_autofree char *moment = NULL;
  g_autofree char *subject = NULL;
  g_autofree char *line = NULL;

  g_return_val_if_fail (TROUPE_IS_STORE (store), NULL);
  g_return_val_if_fail (run_id != NULL, NULL);

  record = troupe_store_get_run (store, run_id, error);
  events = record != NULL ? troupe_store_get_events (store, record->id, error) : NULL;
  if (events == NULL || !check_can_repeat (record, events, error))
    return NULL;
  summary = troupe_store_get_summary (store, record->id, NULL);
  made = g_new0 (TroupeMadeTest, 1);
  title = summary != NULL ? summary->title : NULL;
  time = g_date_time_new_from_unix_local (record->started_us / G_USEC_PER_SEC);
  moment = time != NULL ? g_date_time_format (time, "%Y-%m-%d %H:%M:%S") : g_strdup (record->id);
  if (title == NULL)
    {
      TroupeValue *value;
      g_autofree char *text = NULL;
      g_autofree char *subject_line = NULL;

      /* Creates the first input as one line, cut after some words. */
      value = record->inputs != NULL && troupe_value_is (record->inputs, TROUPE_VALUE_MAP) &&
                      troupe_value_map_get_size (record->inputs) > 0
                  ? troupe_value_map_get_value (record->inputs, 0)
                  : NULL;
      if (value != NULL && !troupe_value_is (value, TROUPE_VALUE_MAP) &&
          !troupe_value_is (value, TROUPE_VALUE_LIST))
        {
          text = troupe_value_is (value, TROUPE_VALUE_STRING)
                     ? g_strdup (troupe_value_get_string (value, NULL))
                     : troupe_value_to_json (value, TROUPE_JSON_COMPACT);
          subject_line = troupe_text_to_line (text);
          subject =
              *subject_line != '\0' ? troupe_text_shorten (subject_line, SUBJECT_LENGTH) : NULL;
        }
    }
  line = troupe_text_to_line (title != NULL ? title : subject != NULL ? subject : record->name);
  made->name = g_strdup_printf ("%s, %s", line, moment);
  made->path = path != NULL ? g_strdup (path) : troupe_test_file_find_beside (record->path);
  return save (record, events, made->name, made->path, &made->is_new, error)
             ? g_steal_pointer (&made)
             : NULL;
}

char *
troupe_made_test_describe (const TroupeMadeTest *self, const char *file)
{
  g_return_val_if_fail (self != NULL && file != NULL, NULL);

  if (self->is_new)
    /* Translators: the first %s is a test case, the second one a file */
    return g_strdup_printf (_ ("The test “%s” was added to “%s”."), self->name, file);
  /* Translators: the first %s is a test case, the second one a file */
  return g_strdup_printf (_ ("The test “%s” was replaced in “%s”."), self->name, file);
}

void
troupe_made_test_free (TroupeMadeTest *self)
{
  if (self == NULL)
    return;
  g_free (self->name);
  g_free (self->path);
  g_free (self);
}
