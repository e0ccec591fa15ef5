/* troupe-crew-fields.c: the keys of crews, tasks and agents, and what stands under each
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-fields"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-base.h"
#include "troupe-crew-fields.h"
#include "troupe-crew-reference.h"
#include "troupe-schema.h"
#include "troupe-text-list.h"

typedef enum
{
  KIND_ANY,
  KIND_TEXT,
  KIND_BOOLEAN,
  KIND_INTEGER,
  KIND_LIST, /* or a reference that gives one */
  KIND_MAP, /* or a reference that gives one */
  KIND_POLICY,
  KIND_PROCESS,
  KIND_CODE_MODE,
  KIND_LLM,
  KIND_CALLBACK,
  KIND_CALLBACKS,
  KIND_GUARDRAIL,
  KIND_GUARDRAILS,
  KIND_CONDITION,
  KIND_EXECUTOR,
  KIND_CONVERTER,
  KIND_SCHEMA,
  KIND_SWITCH_OR_MAP,
  KIND_SWITCH_OR_TEXT,
  KIND_SKILLS, /* a list that is not empty */
  KIND_APPS,
  KIND_MCPS,
} Kind;

typedef enum
{
  NULLABLE = 1 << 0,
  NULL_IS_FALSE =
      1 << 1, /* CrewAI takes null and acts as if it were false, not as if nothing stood there */
} FieldFlags;

typedef struct
{
  const char *key;
  Kind kind;
  FieldFlags flags;
} Field;

static const Field crew_fields[] = {
  { "agents", KIND_ANY, 0 },
  { "tasks", KIND_ANY, 0 },
  { "manager_agent", KIND_ANY, NULLABLE },
  { "name", KIND_TEXT, NULLABLE },
  { "cache", KIND_BOOLEAN, 0 },
  { "process", KIND_PROCESS, 0 },
  { "verbose", KIND_BOOLEAN, 0 },
  { "memory", KIND_SWITCH_OR_MAP, NULLABLE },
  { "embedder", KIND_MAP, NULLABLE },
  { "manager_llm", KIND_LLM, NULLABLE },
  { "function_calling_llm", KIND_LLM, NULLABLE },
  { "config", KIND_ANY, NULLABLE },
  { "share_crew", KIND_BOOLEAN, NULLABLE | NULL_IS_FALSE },
  { "step_callback", KIND_CALLBACK, NULLABLE },
  { "task_callback", KIND_CALLBACK, NULLABLE },
  { "before_kickoff_callbacks", KIND_CALLBACKS, 0 },
  { "after_kickoff_callbacks", KIND_CALLBACKS, 0 },
  { "stream", KIND_BOOLEAN, 0 },
  { "max_rpm", KIND_INTEGER, NULLABLE },
  { "prompt_file", KIND_TEXT, NULLABLE },
  { "output_log_file", KIND_SWITCH_OR_TEXT, NULLABLE },
  { "planning", KIND_BOOLEAN, NULLABLE | NULL_IS_FALSE },
  { "planning_llm", KIND_LLM, NULLABLE },
  { "trained_agents_file", KIND_TEXT, NULLABLE },
  { "tool_failure_policy", KIND_POLICY, NULLABLE },
  { "chat_llm", KIND_LLM, NULLABLE },
  { "knowledge_sources", KIND_LIST, NULLABLE },
  { "knowledge", KIND_MAP, NULLABLE },
  { "skills", KIND_LIST, NULLABLE },
  { "security_config", KIND_MAP, 0 },
  { "checkpoint", KIND_SWITCH_OR_MAP, NULLABLE },
  { "tracing", KIND_BOOLEAN, NULLABLE },
  { "entity_type", KIND_ANY, 0 },
  { NULL },
};

static const Field task_fields[] = {
  { "name", KIND_TEXT, NULLABLE },
  { "prompt_context", KIND_TEXT, NULLABLE },
  { "description", KIND_TEXT, 0 },
  { "expected_output", KIND_TEXT, 0 },
  { "config", KIND_MAP, NULLABLE },
  { "callback", KIND_CALLBACK, NULLABLE },
  { "agent", KIND_ANY, NULLABLE },
  { "context", KIND_ANY, NULLABLE },
  { "async_execution", KIND_BOOLEAN, NULLABLE | NULL_IS_FALSE },
  { "output_json", KIND_SCHEMA, NULLABLE },
  { "output_pydantic", KIND_SCHEMA, NULLABLE },
  { "response_model", KIND_SCHEMA, NULLABLE },
  { "output_file", KIND_TEXT, NULLABLE },
  { "create_directory", KIND_BOOLEAN, NULLABLE | NULL_IS_FALSE },
  { "tools", KIND_ANY, NULLABLE },
  { "input_files", KIND_ANY, NULLABLE },
  { "security_config", KIND_MAP, 0 },
  { "human_input", KIND_BOOLEAN, NULLABLE | NULL_IS_FALSE },
  { "markdown", KIND_BOOLEAN, NULLABLE | NULL_IS_FALSE },
  { "converter_cls", KIND_CONVERTER, NULLABLE },
  { "guardrail", KIND_GUARDRAIL, NULLABLE },
  { "guardrails", KIND_GUARDRAILS, NULLABLE },
  { "max_retries", KIND_INTEGER, NULLABLE },
  { "guardrail_max_retries", KIND_INTEGER, 0 },
  { "allow_crewai_trigger_context", KIND_BOOLEAN, NULLABLE },
  { "tool_failure_policy", KIND_POLICY, NULLABLE },
  /* The last one is of conditional tasks alone. */
  { "condition", KIND_CONDITION, NULLABLE },
  { NULL },
};

static const Field agent_fields[] = {
  /* Null is told as missing. */
  { "role", KIND_TEXT, NULLABLE },
  { "goal", KIND_TEXT, NULLABLE },
  { "backstory", KIND_TEXT, NULLABLE },
  { "config", KIND_MAP, NULLABLE },
  { "cache", KIND_BOOLEAN, 0 },
  { "verbose", KIND_BOOLEAN, 0 },
  { "max_rpm", KIND_INTEGER, NULLABLE },
  { "allow_delegation", KIND_BOOLEAN, 0 },
  { "tools", KIND_ANY, NULLABLE },
  { "max_iter", KIND_INTEGER, 0 },
  { "agent_executor", KIND_MAP, NULLABLE },
  { "llm", KIND_LLM, NULLABLE },
  { "function_calling_llm", KIND_LLM, NULLABLE },
  { "knowledge_sources", KIND_LIST, NULLABLE },
  { "knowledge_config", KIND_MAP, NULLABLE },
  { "security_config", KIND_MAP, 0 },
  { "checkpoint", KIND_SWITCH_OR_MAP, NULLABLE },
  { "callbacks", KIND_CALLBACKS, 0 },
  { "step_callback", KIND_CALLBACK, NULLABLE },
  { "apps", KIND_APPS, NULLABLE },
  { "mcps", KIND_MCPS, NULLABLE },
  { "memory", KIND_SWITCH_OR_MAP, NULLABLE },
  { "skills", KIND_SKILLS, NULLABLE },
  { "max_execution_time", KIND_INTEGER, NULLABLE },
  { "max_tokens", KIND_INTEGER, NULLABLE },
  { "max_retry_limit", KIND_INTEGER, 0 },
  { "use_system_prompt", KIND_BOOLEAN, NULLABLE | NULL_IS_FALSE },
  { "system_template", KIND_TEXT, NULLABLE },
  { "prompt_template", KIND_TEXT, NULLABLE },
  { "response_template", KIND_TEXT, NULLABLE },
  { "allow_code_execution", KIND_BOOLEAN, NULLABLE },
  { "respect_context_window", KIND_BOOLEAN, 0 },
  { "use_better_compaction", KIND_BOOLEAN, 0 },
  { "inject_date", KIND_BOOLEAN, 0 },
  { "date_format", KIND_TEXT, 0 },
  { "code_execution_mode", KIND_CODE_MODE, 0 },
  { "multimodal", KIND_BOOLEAN, 0 },
  { "i18n", KIND_MAP, 0 },
  { "planning", KIND_BOOLEAN, 0 },
  { "planning_config", KIND_MAP, NULLABLE },
  { "reasoning", KIND_BOOLEAN, 0 },
  { "max_reasoning_attempts", KIND_INTEGER, NULLABLE },
  { "embedder", KIND_MAP, NULLABLE },
  { "from_repository", KIND_TEXT, NULLABLE },
  { "guardrail", KIND_GUARDRAIL, NULLABLE },
  { "guardrail_max_retries", KIND_INTEGER, 0 },
  { "tool_failure_policy", KIND_POLICY, NULLABLE },
  { "a2a", KIND_ANY, NULLABLE },
  { "executor_class", KIND_EXECUTOR, 0 },
  { "entity_type", KIND_ANY, 0 },
  { NULL },
};

/* What CrewAI keeps in the same objects while a crew runs. */
static const char *const crew_runtime[] = {
  "id",
  "usage_metrics",
  "task_execution_output_json_files",
  "execution_logs",
  "token_usage",
  "execution_context",
  "checkpoint_inputs",
  "checkpoint_train",
  "checkpoint_kickoff_event_id",
  NULL,
};
static const char *const task_runtime[] = {
  "id",
  "used_tools",
  "tools_errors",
  "delegations",
  "output",
  "processed_by_agents",
  "retry_count",
  "start_time",
  "end_time",
  "checkpoint_original_description",
  "checkpoint_original_expected_output",
  NULL,
};
static const char *const agent_runtime[] = {
  "id",
  "crew",
  "cache_handler",
  "tools_handler",
  "tools_results",
  "knowledge",
  "knowledge_storage",
  "adapted_agent",
  "agent_knowledge_context",
  "crew_knowledge_context",
  "knowledge_search_query",
  "execution_context",
  "checkpoint_kickoff_event_id",
  NULL,
};

static const struct
{
  const Field *fields;
  const char *const *runtime;
} owners[] = {
  [TROUPE_CREW_OWNER_CREW] = { crew_fields, crew_runtime },
  [TROUPE_CREW_OWNER_TASK] = { task_fields, task_runtime },
  [TROUPE_CREW_OWNER_CONDITIONAL] = { task_fields, task_runtime },
  [TROUPE_CREW_OWNER_AGENT] = { agent_fields, agent_runtime },
};

static const Field *
find_field (TroupeCrewOwner owner, const char *key)
{
  for (const Field *field = owners[owner].fields; field->key != NULL; field++)
    if (g_str_equal (field->key, key))
      return owner == TROUPE_CREW_OWNER_TASK && field->kind == KIND_CONDITION ? NULL : field;
  return NULL;
}

/* --- Keys ------------------------------------------------------------------------------------- */

static const char *
find_near (TroupeCrewOwner owner, const char *key)
{
  g_autoptr (GPtrArray) known = g_ptr_array_new ();

  for (const Field *field = owners[owner].fields; field->key != NULL; field++)
    g_ptr_array_add (known, (gpointer) field->key);
  g_ptr_array_add (known, NULL);
  return troupe_nearest_word (key, (const char *const *) known->pdata);
}

static void
report_unknown (TroupeCrewReader *reader, TroupeCrewOwner owner, const char *key)
{
  const char *near = find_near (owner, key);
  TroupeProblem *problem;

  if (g_str_equal (key, "condition") && owner == TROUPE_CREW_OWNER_TASK)
    {
      problem = troupe_crew_reader_report (reader, TROUPE_SEVERITY_ERROR, "unknown_key",
                                           _ ("“condition” belongs to conditional tasks only."));
      problem->fix = g_strdup (_ ("Add “\"type\": \"ConditionalTask\"”."));
      problem->fix_action = g_strdup ("make-conditional");
      problem->fix_label = g_strdup (_ ("Make It Conditional"));
    }
  else
    {
      problem = troupe_crew_reader_report (reader, TROUPE_SEVERITY_ERROR, "unknown_key",
                                           _ ("“%s” is not a field that CrewAI knows here."), key);
      if (near != NULL)
        {
          problem->fix = g_strdup_printf (_ ("Write “%s”."), near);
          problem->fix_action = g_strdup_printf ("rename-key:%s", near);
          problem->fix_label = g_strdup_printf (_ ("Use “%s”"), near);
        }
    }
  troupe_crew_reader_set_spot (reader, TRUE, 0);
}

void
troupe_crew_fields_check_keys (TroupeCrewReader *reader,
                               TroupeCrewOwner owner,
                               TroupeValue *map,
                               const char *const *also,
                               gboolean is_open)
{
  gsize n_keys = troupe_value_map_get_size (map);

  /* CrewAI tells of the first kind before it tells of the second. */
  for (guint pass = 0; pass < 2; pass++)
    for (gsize i = 0; i < n_keys; i++)
      {
        const char *key = troupe_value_get_string (troupe_value_map_get_key (map, i), NULL);
        gboolean is_runtime = g_strv_contains (owners[owner].runtime, key);
        gsize mark = troupe_crew_reader_enter (reader, key);

        if (pass == 0 && is_runtime)
          {
            troupe_crew_reader_report (
                reader, TROUPE_SEVERITY_ERROR, "runtime_key",
                _ ("“%s” is set while a crew runs. It cannot stand in a document."), key);
            troupe_crew_reader_set_spot (reader, TRUE, 0);
          }
        else if (pass == 1 && !is_runtime && !is_open && find_field (owner, key) == NULL &&
                 (also == NULL || !g_strv_contains (also, key)))
          report_unknown (reader, owner, key);
        troupe_crew_reader_leave (reader, mark);
      }
}

/* --- Values ----------------------------------------------------------------------------------- */

static gboolean
is_one_of (TroupeValue *value, const char *const *words)
{
  return troupe_value_is (value, TROUPE_VALUE_STRING) &&
         g_strv_contains (words, troupe_value_get_string (value, NULL));
}

static void
check_choice (TroupeCrewReader *reader, TroupeValue *value, const char *const *words)
{
  g_autofree char *list = NULL;
  const char *near;
  TroupeProblem *problem;

  if (is_one_of (value, words))
    return;
  list = troupe_text_list_join (words);
  if (!troupe_value_is (value, TROUPE_VALUE_STRING))
    {
      g_autofree char *expected =
          /* Translators: a list of words. It stands in "Expected %s, found a list." */
          g_strdup_printf (_ ("one of these words: %s"), list);

      troupe_crew_reader_wrong_type (reader, value, expected);
      return;
    }
  problem = troupe_crew_reader_report (reader, TROUPE_SEVERITY_ERROR, "bad_value",
                                       _ ("Expected one of: %s. Found “%s”."), list,
                                       troupe_value_get_string (value, NULL));
  near = troupe_nearest_word (troupe_value_get_string (value, NULL), words);
  if (near == NULL)
    return;
  problem->fix = g_strdup_printf (_ ("Write “%s”."), near);
  problem->fix_action = g_strdup_printf ("set-value:\"%s\"", near);
  problem->fix_label = g_strdup_printf (_ ("Use “%s”"), near);
}

static void
check_llm (TroupeCrewReader *reader, TroupeValue *value)
{
  if (troupe_value_is (value, TROUPE_VALUE_STRING) || troupe_crew_reference_is (value))
    return;
  if (!troupe_value_is (value, TROUPE_VALUE_MAP))
    {
      troupe_crew_reader_wrong_type (reader, value,
                                     _ ("the name of a model, or an object with one"));
      return;
    }
  if (troupe_crew_get (value, "llm_type") == NULL && troupe_crew_get (value, "model") == NULL &&
      troupe_crew_get (value, "model_name") == NULL &&
      troupe_crew_get (value, "deployment_name") == NULL)
    troupe_crew_reader_report (reader, TROUPE_SEVERITY_ERROR, "missing_field",
                               _ ("The object needs a “model”, for example openai/gpt-4.1-mini."));
}

static void
check_texts (TroupeCrewReader *reader, TroupeValue *value)
{
  if (!troupe_value_is (value, TROUPE_VALUE_LIST))
    {
      troupe_crew_reader_wrong_type (reader, value, _ ("a list of texts"));
      return;
    }
  for (gsize i = 0; i < troupe_value_list_get_length (value); i++)
    {
      TroupeValue *item = troupe_value_list_get (value, i);
      gsize mark = troupe_crew_reader_enter_index (reader, i);

      if (!troupe_value_is (item, TROUPE_VALUE_STRING))
        troupe_crew_reader_wrong_type (reader, item, _ ("a text"));
      troupe_crew_reader_leave (reader, mark);
    }
}

static void
check_apps (TroupeCrewReader *reader, TroupeValue *value)
{
  check_texts (reader, value);
  for (gsize i = 0;
       troupe_value_is (value, TROUPE_VALUE_LIST) && i < troupe_value_list_get_length (value); i++)
    {
      TroupeValue *item = troupe_value_list_get (value, i);
      gsize mark = troupe_crew_reader_enter_index (reader, i);
      const char *text =
          troupe_value_is (item, TROUPE_VALUE_STRING) ? troupe_value_get_string (item, NULL) : "";

      if (strchr (text, '/') != strrchr (text, '/'))
        troupe_crew_reader_report (reader, TROUPE_SEVERITY_ERROR, "bad_value",
                                   _ ("Expected an app or app/action, found “%s”."), text);
      troupe_crew_reader_leave (reader, mark);
    }
}

/* An address, or the name of a server with one tool of it. */
static gboolean
is_mcp_text (const char *text)
{
  return g_str_has_prefix (text, "https://") ||
         g_regex_match_simple ("^(crewai-amp:)?[a-zA-Z0-9][a-zA-Z0-9_-]*(#[\\w-]+)?$", text,
                               G_REGEX_DOLLAR_ENDONLY, 0);
}

static void
check_mcps (TroupeCrewReader *reader, TroupeValue *value)
{
  if (!troupe_value_is (value, TROUPE_VALUE_LIST))
    {
      troupe_crew_reader_wrong_type (reader, value, _ ("a list of MCP servers"));
      return;
    }
  for (gsize i = 0; i < troupe_value_list_get_length (value); i++)
    {
      TroupeValue *item = troupe_value_list_get (value, i);
      gsize mark = troupe_crew_reader_enter_index (reader, i);

      if (troupe_value_is (item, TROUPE_VALUE_MAP))
        {
          if (troupe_crew_get_text (item, "command") == NULL &&
              troupe_crew_get_text (item, "url") == NULL)
            troupe_crew_reader_report (reader, TROUPE_SEVERITY_ERROR, "missing_field",
                                       _ ("An MCP server needs a “command” or a “url”."));
        }
      else if (!troupe_value_is (item, TROUPE_VALUE_STRING))
        troupe_crew_reader_wrong_type (reader, item, _ ("an address or an object"));
      else if (!is_mcp_text (troupe_value_get_string (item, NULL)))
        troupe_crew_reader_report (reader, TROUPE_SEVERITY_ERROR, "bad_value",
                                   _ ("Expected an address that begins with https:// or the name "
                                      "of a server, found “%s”."),
                                   troupe_value_get_string (item, NULL));
      troupe_crew_reader_leave (reader, mark);
    }
}

static void
check_executor (TroupeCrewReader *reader, TroupeValue *value)
{
  if (troupe_crew_reference_is (value) ||
      is_one_of (value, (const char *const[]){ "AgentExecutor", NULL }))
    return;
  if (is_one_of (value, (const char *const[]){ "CrewAgentExecutor", NULL }))
    troupe_crew_reader_report (
        reader, TROUPE_SEVERITY_ERROR, "bad_value",
        _ ("CrewAgentExecutor has been removed from CrewAI. Leave “executor_class” out."));
  else
    troupe_crew_reader_wrong_type (reader, value, _ ("“AgentExecutor”, or a reference to Python"));
}

static void
check_list (TroupeCrewReader *reader, TroupeValue *value, gboolean is_needed)
{
  if (troupe_crew_reference_is (value))
    return;
  if (!troupe_value_is (value, TROUPE_VALUE_LIST))
    troupe_crew_reader_wrong_type (reader, value, _ ("a list"));
  else if (is_needed && troupe_value_list_get_length (value) == 0)
    troupe_crew_reader_report (reader, TROUPE_SEVERITY_ERROR, "empty_list",
                               _ ("The list is empty. Add an entry, or leave the field out."));
}

/* A whole number or truth value in the form that a run can read; NULL where it is none. (transfer full) */
static TroupeValue *
convert (TroupeCrewReader *reader, TroupeValue *value, Kind kind)
{
  gboolean truth;
  TroupeValue *number;

  if (kind == KIND_BOOLEAN)
    {
      if (troupe_schema_coerce_boolean (value, &truth))
        return troupe_value_new_boolean (truth);
      troupe_crew_reader_wrong_type (reader, value, _ ("true or false"));
      return NULL;
    }
  number = troupe_schema_coerce_integer (value);
  if (number == NULL)
    troupe_crew_reader_wrong_type (reader, value, _ ("a whole number"));
  return number;
}

static void
check_mixed (TroupeCrewReader *reader, TroupeValue *value, Kind kind)
{
  gboolean truth;

  if (kind == KIND_SWITCH_OR_MAP ? troupe_value_is (value, TROUPE_VALUE_MAP)
                                 : troupe_value_is (value, TROUPE_VALUE_STRING))
    return;
  if (!troupe_schema_coerce_boolean (value, &truth))
    troupe_crew_reader_wrong_type (reader, value,
                                   kind == KIND_SWITCH_OR_MAP
                                       ? _ ("true, false or an object")
                                       : _ ("true, false or the name of a file"));
}

static void
check_value (TroupeCrewReader *reader, TroupeCrewOwner owner, TroupeValue *value, Kind kind)
{
  static const char *const policies[] = { "ignore", "warn", "raise", NULL };
  static const char *const processes[] = { "sequential", "hierarchical", NULL };
  static const char *const modes[] = { "safe", "unsafe", NULL };

  switch (kind)
    {
    case KIND_TEXT:
      if (!troupe_value_is (value, TROUPE_VALUE_STRING))
        troupe_crew_reader_wrong_type (reader, value, _ ("a text"));
      return;
    case KIND_LIST:
    case KIND_SKILLS:
      check_list (reader, value, kind == KIND_SKILLS);
      return;
    case KIND_MAP:
      if (!troupe_value_is (value, TROUPE_VALUE_MAP))
        troupe_crew_reader_wrong_type (reader, value, _ ("an object"));
      return;
    case KIND_POLICY:
      check_choice (reader, value, policies);
      return;
    case KIND_PROCESS:
      check_choice (reader, value, processes);
      return;
    case KIND_CODE_MODE:
      check_choice (reader, value, modes);
      return;
    case KIND_LLM:
      check_llm (reader, value);
      return;
    case KIND_CALLBACK:
      troupe_crew_hook_check (reader, value, TROUPE_CREW_HOOK_IS_CALLBACK);
      return;
    case KIND_CALLBACKS:
      troupe_crew_hook_check_list (reader, value, TROUPE_CREW_HOOK_IS_CALLBACK);
      return;
    case KIND_GUARDRAIL:
      troupe_crew_hook_check (reader, value,
                              owner == TROUPE_CREW_OWNER_AGENT ? TROUPE_CREW_HOOK_IS_AGENT_GUARDRAIL
                                                               : TROUPE_CREW_HOOK_IS_GUARDRAIL);
      return;
    case KIND_GUARDRAILS:
      troupe_crew_hook_check_list (reader, value, TROUPE_CREW_HOOK_IS_GUARDRAIL);
      return;
    case KIND_CONDITION:
      troupe_crew_hook_check (reader, value, TROUPE_CREW_HOOK_IS_CONDITION);
      return;
    case KIND_EXECUTOR:
      check_executor (reader, value);
      return;
    case KIND_CONVERTER:
      if (troupe_value_is (value, TROUPE_VALUE_STRING))
        troupe_crew_reader_wrong_type (reader, value, _ ("{\"python\": \"module.Class\"}"));
      return;
    case KIND_SCHEMA:
      troupe_crew_check_schema (reader, value);
      return;
    case KIND_SWITCH_OR_MAP:
    case KIND_SWITCH_OR_TEXT:
      check_mixed (reader, value, kind);
      return;
    case KIND_APPS:
      check_apps (reader, value);
      return;
    case KIND_MCPS:
      check_mcps (reader, value);
      return;
    case KIND_ANY:
    case KIND_BOOLEAN:
    case KIND_INTEGER:
    default:
      return;
    }
}

/* Null is the same as nothing, but for a `context` that is empty then. (transfer full) (nullable) */
static TroupeValue *
read_null (TroupeCrewReader *reader, const Field *field, TroupeValue *null)
{
  if (reader->is_inline)
    return NULL;
  if ((field->flags & NULL_IS_FALSE) != 0)
    return troupe_value_new_boolean (FALSE);
  if (g_str_equal (field->key, "context"))
    return troupe_value_ref (null);
  if ((field->flags & NULLABLE) == 0 && field->kind != KIND_ANY)
    troupe_crew_reader_report (reader, TROUPE_SEVERITY_ERROR, "wrong_type",
                               _ ("“%s” cannot be null. Leave it out instead."), field->key);
  return NULL;
}

/* What stands in the fields then, or NULL where nothing does. (transfer full) (nullable) */
static TroupeValue *
read_field (TroupeCrewReader *reader, TroupeCrewOwner owner, const Field *field, TroupeValue *value)
{
  TroupeValue *result = NULL;

  if (troupe_value_is (value, TROUPE_VALUE_NULL))
    return read_null (reader, field, value);
  if (field->kind == KIND_BOOLEAN || field->kind == KIND_INTEGER)
    result = convert (reader, value, field->kind);
  else
    check_value (reader, owner, value, field->kind);
  return result != NULL ? result : troupe_value_ref (value);
}

TroupeValue *
troupe_crew_fields_read (TroupeCrewReader *reader, TroupeCrewOwner owner, TroupeValue *map)
{
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  for (gsize i = 0; i < troupe_value_map_get_size (map); i++)
    {
      const char *key = troupe_value_get_string (troupe_value_map_get_key (map, i), NULL);
      const Field *field = find_field (owner, key);
      TroupeValue *value = troupe_value_map_get_value (map, i);
      gsize mark = troupe_crew_reader_enter (reader, key);

      /* A class of Python may have more of them. */
      value = field != NULL ? read_field (reader, owner, field, value) : troupe_value_ref (value);
      if (value != NULL)
        troupe_map_builder_add (&builder, key, value);
      troupe_crew_reader_leave (reader, mark);
    }
  return troupe_map_builder_end (&builder);
}
