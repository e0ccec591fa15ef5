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
#include "troupe-test-from-run.h"

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

/* Returns calls of tools in the form of a test, from the form of chat completions. (transfer full) */
static TroupeValue *
make_tool_calls (TroupeValue *response)
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
  return troupe_value_new_list (items, n);
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
    troupe_map_builder_add (&answer, "tool_calls", make_tool_calls (response));
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

/* (transfer full) */
static TroupeValue *
list_answers (GPtrArray *events, guint *n_models)
{
  g_autoptr (GPtrArray) answers = g_ptr_array_new ();

  for (guint i = 0; i < events->len; i++)
    {
      const TroupeEvent *event = events->pdata[i];

      if (event->type == TROUPE_EVENT_LLM_CALL_FINISHED ||
          event->type == TROUPE_EVENT_LLM_CALL_FAILED)
        {
          g_ptr_array_add (answers, make_model_answer (event));
          (*n_models)++;
        }
      else if (event->type == TROUPE_EVENT_TOOL_FINISHED || event->type == TROUPE_EVENT_TOOL_FAILED)
        g_ptr_array_add (answers, make_tool_answer (event));
    }
  return troupe_value_new_list ((TroupeValue **) answers->pdata, answers->len);
}

/* --- Assertions ------------------------------------------------------------------------------- */

/* Returns the methods, or the tasks of a crew, in the order in which they started, as a literal. (transfer
 * full) */
static char *
make_path (GPtrArray *events)
{
  g_autoptr (GString) tasks = g_string_new (NULL);
  g_autoptr (GString) methods = g_string_new (NULL);

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
  return g_strdup (methods->len > 0 ? methods->str : tasks->str);
}

/* Returns the assertion of the final value: of its text, or of itself if it is a scalar. (transfer full)
 * (nullable) */
static char *
make_final (TroupeValue *final)
{
  TroupeValue *raw = troupe_value_get_member_of (final, "raw", TROUPE_VALUE_STRING);
  TroupeValue *value = raw != NULL ? raw : final;
  g_autofree char *text = NULL;

  if (value == NULL || troupe_value_is (value, TROUPE_VALUE_MAP) ||
      troupe_value_is (value, TROUPE_VALUE_LIST))
    return NULL;
  text = troupe_value_to_json (value, TROUPE_JSON_COMPACT);
  return g_strdup_printf (raw != NULL ? "final.raw == %s" : "final == %s", text);
}

static TroupeValue *
list_assertions (const TroupeRunRecord *record, GPtrArray *events, guint n_models)
{
  g_autofree char *path = make_path (events);
  g_autofree char *final = make_final (troupe_value_get_member (record->result, "final"));
  TroupeValue *items[3] = { NULL };
  guint n = 0;

  items[n++] = troupe_value_take_string (g_strdup_printf ("path == [%s]", path), -1);
  if (n_models == 0)
    items[n++] = troupe_value_new_string ("calls.models == {}", -1);
  if (record->status == TROUPE_RUN_STATUS_OK && final != NULL)
    items[n++] = troupe_value_new_string (final, -1);
  else if (record->status != TROUPE_RUN_STATUS_OK)
    items[n++] = troupe_value_new_string ("has(error.message)", -1);
  return troupe_value_new_list (items, n);
}

/* --- The case --------------------------------------------------------------------------------- */

/* (transfer full) */
static TroupeValue *
make_case (const TroupeRunRecord *record, GPtrArray *events, const char *name)
{
  TroupeMapBuilder test;
  guint n_models = 0;

  troupe_map_builder_init (&test);
  add_text (&test, "name", name);
  if (record->inputs != NULL)
    troupe_map_builder_add (&test, "inputs", troupe_value_ref (record->inputs));
  troupe_map_builder_add (&test, "answers", list_answers (events, &n_models));
  troupe_map_builder_add (&test, "expect", list_assertions (record, events, n_models));
  return troupe_map_builder_end (&test);
}

/* Returns a file of tests with the case: @file with the case added, or a new one for @document. A case with the same
 * name is replaced. @file: (nullable). (transfer full) */
static TroupeValue *
add_case (TroupeValue *file, TroupeValue *test, const char *document)
{
  TroupeValue *cases = troupe_value_get_member_of (file, "cases", TROUPE_VALUE_LIST);
  const char *name = troupe_value_get_member_text (test, "name");
  g_autoptr (GPtrArray) all = g_ptr_array_new ();
  g_autoptr (TroupeValue) list = NULL;
  g_autoptr (TroupeValue) created = NULL;
  TroupeMapBuilder builder;

  for (gsize i = 0; cases != NULL && i < troupe_value_list_get_length (cases); i++)
    {
      TroupeValue *other = troupe_value_list_get (cases, i);

      if (g_strcmp0 (troupe_value_get_member_text (other, "name"), name) != 0)
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

char *
troupe_test_from_run_name (const TroupeRunRecord *record)
{
  g_return_val_if_fail (record != NULL, NULL);

  return g_strdup_printf ("run %.8s", record->id);
}

/* Returns the path of the document as seen from the folder of @file. (transfer full) */
static char *
make_document_path (const char *file, const char *document)
{
  g_autofree char *folder = g_path_get_dirname (file);
  g_autofree char *whole = g_canonicalize_filename (folder, NULL);
  const gsize length = strlen (whole);

  return g_str_has_prefix (document, whole) && document[length] == G_DIR_SEPARATOR
             ? g_strdup (document + length + 1)
             : g_strdup (document);
}

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

gboolean
troupe_test_from_run_save (const TroupeRunRecord *record,
                           GPtrArray *events,
                           const char *path,
                           GError **error)
{
  g_autofree char *name = troupe_test_from_run_name (record);
  g_autofree char *document = make_document_path (path, record->path);
  g_autoptr (TroupeValue) old = NULL;
  g_autoptr (TroupeValue) test = NULL;
  g_autoptr (TroupeValue) file = NULL;
  g_autofree char *text = NULL;

  g_return_val_if_fail (record != NULL && record->path != NULL, FALSE);
  g_return_val_if_fail (events != NULL && path != NULL, FALSE);

  if (!read_file (path, &old, error))
    return FALSE;
  if (g_path_is_absolute (document))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_FILENAME,
                   /* Translators: %s is a document */
                   _ ("The file of tests must be in the folder of “%s” or above it."), document);
      return FALSE;
    }
  test = make_case (record, events, name);
  file = add_case (old, test, document);
  text = troupe_value_to_json (file, TROUPE_JSON_PRETTY);
  return troupe_file_save_chosen (path, text, strlen (text), NULL, error);
}
