/* troupe-crew-read-task.c: parses a task of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-read-task"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-crew-fields.h"
#include "troupe-crew-reference.h"

/* Default number of retries after a guardrail rejected the answer. */
#define DEFAULT_RETRIES 3

static gboolean
is_conditional (TroupeValue *value)
{
  static const char *const types[] = {
    "conditional",
    "conditional_task",
    "ConditionalTask",
    "crewai.tasks.conditional_task.ConditionalTask",
    NULL,
  };
  const char *type = troupe_value_get_member_text (value, "type");

  return type != NULL && g_strv_contains (types, type);
}

static gboolean
check_type (TroupeCrewReader *reader, TroupeValue *value)
{
  static const char *const types[] = { "task", "Task", "crewai.Task", "crewai.task.Task", NULL };
  TroupeValue *type = troupe_value_get_member (value, "type");
  gboolean is_text = type != NULL && troupe_value_is (type, TROUPE_VALUE_STRING);
  gsize mark;

  if (type == NULL || troupe_crew_reference_is (type) || is_conditional (value) ||
      (is_text && g_strv_contains (types, troupe_value_get_string (type, NULL))))
    return TRUE;
  mark = troupe_crew_reader_enter (reader, "type");
  if (is_text)
    troupe_crew_reader_report (reader, TROUPE_SEVERITY_ERROR, "unknown_type",
                               _ ("“%s” is not a valid task type. Expected “Task”, "
                                  "“ConditionalTask” or {\"python\": \"module.CustomTask\"}."),
                               troupe_value_get_string (type, NULL));
  else
    troupe_crew_reader_wrong_type (
        reader, type, _ ("“Task”, “ConditionalTask” or {\"python\": \"module.CustomTask\"}"));
  troupe_crew_reader_leave (reader, mark);
  return FALSE;
}

static TroupeCrewOwner
get_owner (TroupeValue *value)
{
  return is_conditional (value) ? TROUPE_CREW_OWNER_CONDITIONAL : TROUPE_CREW_OWNER_TASK;
}

static void
check_required (TroupeCrewReader *reader, TroupeValue *value)
{
  static const char *const required[] = { "description", "expected_output" };

  g_assert (reader != NULL);

  for (guint i = 0; i < G_N_ELEMENTS (required); i++)
    {
      gsize mark = troupe_crew_reader_enter (reader, required[i]);

      if (!troupe_crew_has (value, required[i]) ||
          (reader->is_inline && troupe_value_get_member (value, required[i]) == NULL))
        troupe_crew_reader_report (
            reader, TROUPE_SEVERITY_ERROR, "missing_field",
            _ ("The field “%s” is missing. A task needs a description and an expected output."),
            required[i]);
      troupe_crew_reader_leave (reader, mark);
    }
}

static void
check_context (TroupeCrewReader *reader, TroupeValue *value, GHashTable *known)
{
  TroupeValue *context = troupe_value_get_member (value, "context");
  gsize mark = troupe_crew_reader_enter (reader, "context");

  if (context != NULL && !troupe_value_is (context, TROUPE_VALUE_LIST))
    troupe_crew_reader_wrong_type (reader, context, _ ("a list of task names"));
  for (gsize i = 0; context != NULL && troupe_value_is (context, TROUPE_VALUE_LIST) &&
                    i < troupe_value_list_get_length (context);
       i++)
    {
      TroupeValue *name = troupe_value_list_get (context, i);
      gsize inner = troupe_crew_reader_enter_index (reader, i);

      if (!troupe_value_is (name, TROUPE_VALUE_STRING))
        troupe_crew_reader_wrong_type (reader, name, _ ("the name of a task"));
      else if (!g_hash_table_contains (known, troupe_value_get_string (name, NULL)))
        troupe_crew_reader_report (reader, TROUPE_SEVERITY_ERROR, "unknown_task",
                                   _ ("No earlier task is named “%s”."),
                                   troupe_value_get_string (name, NULL));
      troupe_crew_reader_leave (reader, inner);
    }
  troupe_crew_reader_leave (reader, mark);
}

static void
check_agent (TroupeCrewReader *reader,
             TroupeValue *value,
             gboolean (*has_agent) (const char *name, gpointer user_data),
             gpointer user_data)
{
  TroupeValue *agent = troupe_value_get_member (value, "agent");
  gsize mark;

  if (agent == NULL)
    return;
  mark = troupe_crew_reader_enter (reader, "agent");
  if (!troupe_value_is (agent, TROUPE_VALUE_STRING))
    troupe_crew_reader_wrong_type (reader, agent, _ ("the name of an agent"));
  else if (!has_agent (troupe_value_get_string (agent, NULL), user_data))
    troupe_crew_reader_report (reader, TROUPE_SEVERITY_ERROR, "unknown_agent",
                               _ ("The crew has no agent “%s”."),
                               troupe_value_get_string (agent, NULL));
  troupe_crew_reader_leave (reader, mark);
}

void
troupe_crew_check_task (TroupeCrewReader *reader,
                        TroupeValue *value,
                        GHashTable *known,
                        gboolean (*has_agent) (const char *name, gpointer user_data),
                        gpointer user_data)
{
  static const char *const also[] = { "type", NULL };

  if (!troupe_value_is (value, TROUPE_VALUE_MAP))
    {
      troupe_crew_reader_wrong_type (reader, value, _ ("a task (object)"));
      return;
    }
  if (check_type (reader, value))
    {
      troupe_crew_fields_check_keys (reader, get_owner (value), value, also,
                                     troupe_crew_reference_is (
                                         troupe_value_get_member (value, "type")));
      troupe_crew_references_check (reader, value);
      troupe_crew_check_input_files (reader, troupe_value_get_member (value, "input_files"));
    }
  check_required (reader, value);
  check_agent (reader, value, has_agent, user_data);
  troupe_crew_check_tools (reader, troupe_value_get_member (value, "tools"));
  check_context (reader, value, known);
}

/* --- Values ----------------------------------------------------------------------------------- */

static gboolean
get_boolean (TroupeValue *fields, const char *key, gboolean fallback)
{
  TroupeValue *value = troupe_value_get_member (fields, key);

  return value != NULL && troupe_value_is (value, TROUPE_VALUE_BOOLEAN)
             ? troupe_value_get_boolean (value)
             : fallback;
}

static gboolean
find_integer (TroupeValue *fields, const char *key, guint *number)
{
  TroupeValue *value = troupe_value_get_member (fields, key);

  if (value == NULL || !troupe_value_is (value, TROUPE_VALUE_INTEGER))
    return FALSE;
  *number = (guint) CLAMP (troupe_value_get_integer (value), 0, G_MAXINT);
  return TRUE;
}

/* Returns TRUE if this output format is requested. Values other than schemas and classes are
 * ignored. */
static gboolean
read_model (TroupeValue *fields, const char *key, TroupeValue **schema, char **model)
{
  TroupeValue *value = troupe_value_get_member (fields, key);

  if (value == NULL || !troupe_value_is (value, TROUPE_VALUE_MAP))
    return FALSE;
  g_clear_pointer (schema, troupe_value_unref);
  g_clear_pointer (model, g_free);
  if (troupe_crew_reference_is (value))
    *model = troupe_crew_reference_get_path (value);
  else
    *schema = troupe_value_ref (value);
  return TRUE;
}

static void
read_output (TroupeCrewReader *reader, TroupeCrewTask *task)
{
  if (read_model (task->fields, "output_json", &task->schema, &task->model))
    task->output = TROUPE_CREW_OUTPUT_JSON;
  if (troupe_value_get_member (task->fields, "output_pydantic") != NULL &&
      task->output == TROUPE_CREW_OUTPUT_JSON &&
      troupe_value_is (troupe_value_get_member (task->fields, "output_pydantic"), TROUPE_VALUE_MAP))
    {
      gsize mark = troupe_crew_reader_enter (reader, "output_pydantic");

      troupe_crew_reader_report (
          reader, TROUPE_SEVERITY_ERROR, "two_outputs",
          _ ("A task can have “output_json” or “output_pydantic”, but not both."));
      troupe_crew_reader_set_spot (reader, TRUE, 0);
      troupe_crew_reader_leave (reader, mark);
    }
  else if (read_model (task->fields, "output_pydantic", &task->schema, &task->model))
    task->output = TROUPE_CREW_OUTPUT_PYDANTIC;
  read_model (task->fields, "response_model", &task->response_schema, &task->response_model);
  task->converter =
      troupe_crew_reference_get_path (troupe_value_get_member (task->fields, "converter_cls"));
}

/* Strips the leading slash, unless the path contains placeholders. */
static void
read_output_file (TroupeCrewReader *reader, TroupeCrewTask *task)
{
  const char *path = troupe_value_get_member_text (task->fields, "output_file");
  g_autofree char *mistake = path != NULL ? troupe_crew_describe_bad_path (path) : NULL;
  gsize mark;

  if (path == NULL)
    return;
  mark = troupe_crew_reader_enter (reader, "output_file");
  if (mistake != NULL)
    troupe_crew_reader_report (reader, TROUPE_SEVERITY_ERROR, "bad_path", "%s", mistake);
  troupe_crew_reader_leave (reader, mark);
  task->output_file = g_strdup (*path == '/' && strpbrk (path, "{}") == NULL ? path + 1 : path);
}

static void
read_guardrails (TroupeCrewReader *reader, TroupeCrewTask *task)
{
  static const char *const keys[] = { "guardrails", "guardrail" };

  for (guint i = 0; i < G_N_ELEMENTS (keys) && task->n_guardrails == 0; i++)
    {
      TroupeValue *value = troupe_value_get_member (task->fields, keys[i]);
      g_autofree char *path = g_strdup_printf ("%s.%s", task->path, keys[i]);

      g_clear_pointer (&task->guardrails, g_free);
      task->guardrails = troupe_crew_hook_new_list (value, path, &task->n_guardrails);
    }
  for (guint i = 0; i < task->n_guardrails; i++)
    if (task->guardrails[i].type == TROUPE_CREW_HOOK_TEXT &&
        troupe_value_get_member (task->fields, "agent") == NULL)
      {
        gsize mark = troupe_crew_reader_enter (
            reader, troupe_value_get_member (task->fields, "guardrails") != NULL ? "guardrails"
                                                                                 : "guardrail");

        troupe_crew_reader_report (reader, TROUPE_SEVERITY_ERROR, "guardrail_without_agent",
                                   _ ("A guardrail written as a sentence is evaluated by the model "
                                      "of the task’s agent. Assign an “agent”."));
        troupe_crew_reader_leave (reader, mark);
        return;
      }
}

static TroupeCrewHook *
read_hook (TroupeCrewTask *task, const char *key)
{
  g_autofree char *path = g_strdup_printf ("%s.%s", task->path, key);

  return troupe_crew_hook_new (troupe_value_get_member (task->fields, key), path);
}

static char *
dup_text (TroupeValue *fields, const char *key, const char *fallback)
{
  const char *text = troupe_value_get_member_text (fields, key);

  return g_strdup (text != NULL ? text : fallback);
}

void
troupe_crew_read_task (TroupeCrewReader *reader, TroupeValue *value, TroupeCrewTask *task)
{
  TroupeValue *tools;

  task->path = g_strdup (reader->path->str);
  task->agent = -1;
  task->max_retries = DEFAULT_RETRIES;
  if (!troupe_value_is (value, TROUPE_VALUE_MAP))
    {
      task->fields = troupe_value_from_json ("{}", -1, NULL);
      return;
    }
  task->fields = troupe_crew_fields_read (reader, get_owner (value), value);
  task->is_conditional = is_conditional (value);
  task->name = dup_text (task->fields, "name", NULL);
  task->description = dup_text (task->fields, "description", "");
  task->expected_output = dup_text (task->fields, "expected_output", "");
  task->has_context = troupe_crew_has (task->fields, "context");
  tools = troupe_value_get_member (task->fields, "tools");
  if (tools != NULL && troupe_value_is (tools, TROUPE_VALUE_LIST) &&
      troupe_value_list_get_length (tools) > 0)
    task->tools = troupe_value_ref (tools);
  task->is_async = get_boolean (task->fields, "async_execution", FALSE);
  task->human_input = get_boolean (task->fields, "human_input", FALSE);
  task->markdown = get_boolean (task->fields, "markdown", FALSE);
  task->create_directory = get_boolean (task->fields, "create_directory", TRUE);
  task->takes_trigger = get_boolean (task->fields, "allow_crewai_trigger_context", -1);
  task->policy = dup_text (task->fields, "tool_failure_policy", NULL);
  find_integer (task->fields, "guardrail_max_retries", &task->max_retries);
  find_integer (task->fields, "max_retries", &task->max_retries);
  troupe_crew_references_find (reader, value);
  read_output (reader, task);
  read_output_file (reader, task);
  read_guardrails (reader, task);
  if (task->is_conditional)
    {
      task->condition = read_hook (task, "condition");
      if (troupe_value_get_member (task->fields, "condition") == NULL)
        troupe_crew_reader_report (
            reader, TROUPE_SEVERITY_WARNING, "no_condition",
            _ ("The conditional task has no “condition”. The run will fail at this task."));
    }
  task->callback = read_hook (task, "callback");
}
