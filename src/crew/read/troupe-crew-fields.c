/* troupe-crew-fields.c: validation of keys and values of crews, tasks and agents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-fields"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-a2a-config.h"
#include "troupe-base.h"
#include "troupe-crew-fields.h"
#include "troupe-crew-old-memory.h"
#include "troupe-crew-reference.h"
#include "troupe-schema.h"
#include "troupe-text-list.h"

/* The key of a model that takes over, see troupe_llm_model_get_fallback(). */
#define FALLBACK "x-troupe-fallback"

/* Attributes that CrewAI sets on the same objects at run time. */
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

static const char *const *const runtimes[] = {
  [TROUPE_CREW_OWNER_CREW] = crew_runtime,
  [TROUPE_CREW_OWNER_TASK] = task_runtime,
  [TROUPE_CREW_OWNER_CONDITIONAL] = task_runtime,
  [TROUPE_CREW_OWNER_AGENT] = agent_runtime,
};

/* Returns the field with @key, or NULL. `condition` is a field of conditional tasks only. */
static const TroupeCrewField *
find_field (TroupeCrewOwner owner, const char *key)
{
  const TroupeCrewField *field = troupe_crew_field_find (owner, key);

  if (field == NULL || (field->flags & TROUPE_CREW_FIELD_LOADER) != 0)
    return NULL;
  return owner == TROUPE_CREW_OWNER_TASK && field->kind == TROUPE_CREW_KIND_CONDITION ? NULL
                                                                                      : field;
}

/* --- Keys ------------------------------------------------------------------------------------- */

static void
report_unknown (TroupeCrewReader *reader, TroupeCrewOwner owner, TroupeValue *map, const char *key)
{
  g_autoptr (GPtrArray) known = g_ptr_array_new ();
  const char *near;
  TroupeProblem *problem;

  for (const TroupeCrewField *field = troupe_crew_field_list (owner); field->key != NULL; field++)
    if ((field->flags & TROUPE_CREW_FIELD_LOADER) == 0)
      g_ptr_array_add (known, (gpointer) field->key);
  g_ptr_array_add (known, NULL);
  near = troupe_nearest_word (key, (const char *const *) known->pdata);
  if (g_str_equal (key, "condition") && owner == TROUPE_CREW_OWNER_TASK)
    {
      problem = troupe_crew_reader_report (reader, TROUPE_SEVERITY_ERROR, "unknown_key",
                                           _ ("“condition” is only allowed in conditional tasks."));
      problem->fix = g_strdup (_ ("Add “\"type\": \"ConditionalTask\"”."));
      problem->fix_action = g_strdup ("make-conditional");
      problem->fix_label = g_strdup (_ ("Make Conditional"));
    }
  else if (!troupe_crew_old_memory_report (reader, owner == TROUPE_CREW_OWNER_CREW ? map : NULL,
                                           key))
    {
      problem =
          troupe_crew_reader_report (reader, TROUPE_SEVERITY_ERROR, "unknown_key",
                                     _ ("“%s” is not one of CrewAI’s fields for this object."),
                                     key);
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

  /* CrewAI reports runtime keys before unknown ones. */
  for (guint pass = 0; pass < 2; pass++)
    for (gsize i = 0; i < n_keys; i++)
      {
        const char *key = troupe_value_get_string (troupe_value_map_get_key (map, i), NULL);
        gboolean is_runtime = g_strv_contains (runtimes[owner], key);
        gsize mark = troupe_crew_reader_enter (reader, key);

        if (pass == 0 && is_runtime)
          {
            troupe_crew_reader_report (
                reader, TROUPE_SEVERITY_ERROR, "runtime_key",
                _ ("“%s” is set at run time and is not allowed in a document."), key);
            troupe_crew_reader_set_spot (reader, TRUE, 0);
          }
        else if (pass == 1 && !is_runtime && !is_open && find_field (owner, key) == NULL &&
                 (also == NULL || !g_strv_contains (also, key)))
          report_unknown (reader, owner, map, key);
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

/* Returns the words of a choice field, or NULL if its choices are boolean. (transfer full)
 * (nullable) */
static char **
list_words (const TroupeCrewField *field)
{
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();

  for (const TroupeCrewChoice *choice = field->choices; choice->title != NULL; choice++)
    {
      g_autofree char *word = NULL;

      if (choice->json == NULL)
        continue;
      if (choice->json[0] != '"')
        return NULL;
      word = g_strndup (choice->json + 1, strlen (choice->json) - 2);
      g_strv_builder_add (words, word);
    }
  return g_strv_builder_end (words);
}

static void
check_choice (TroupeCrewReader *reader, const TroupeCrewField *field, TroupeValue *value)
{
  g_auto (GStrv) owned = list_words (field);
  const char *const *words = (const char *const *) owned;
  g_autofree char *list = NULL;
  const char *near;
  TroupeProblem *problem;

  if (is_one_of (value, words))
    return;
  list = troupe_text_list_join (words);
  if (!troupe_value_is (value, TROUPE_VALUE_STRING))
    {
      g_autofree char *expected =
          /* Translators: %s is a list of words. Inserted into “Expected %s, found a list.” */
          g_strdup_printf (_ ("one of: %s"), list);

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
  TroupeValue *fallback;
  gsize mark;

  if (troupe_value_is (value, TROUPE_VALUE_STRING) || troupe_crew_reference_is (value))
    return;
  if (!troupe_value_is (value, TROUPE_VALUE_MAP))
    {
      troupe_crew_reader_wrong_type (reader, value,
                                     _ ("the name of a model, or an object with a model"));
      return;
    }
  if (troupe_value_get_member (value, "llm_type") == NULL &&
      troupe_value_get_member (value, "model") == NULL &&
      troupe_value_get_member (value, "model_name") == NULL &&
      troupe_value_get_member (value, "deployment_name") == NULL)
    troupe_crew_reader_report (reader, TROUPE_SEVERITY_ERROR, "missing_field",
                               _ ("The object needs a “model”, for example openai/gpt-4.1-mini."));
  /* Checks the model that takes over, which is an addition of Troupe. */
  fallback = troupe_value_get_member (value, FALLBACK);
  if (fallback == NULL)
    return;
  mark = troupe_crew_reader_enter (reader, FALLBACK);
  if (troupe_crew_reference_is (fallback) || (troupe_value_is (fallback, TROUPE_VALUE_STRING) &&
                                              *troupe_value_get_string (fallback, NULL) == '\0'))
    troupe_crew_reader_wrong_type (reader, fallback,
                                   _ ("the name of a model, or an object with a model"));
  else
    check_llm (reader, fallback);
  troupe_crew_reader_report (reader, TROUPE_SEVERITY_PORTABILITY, "troupe_only",
                             _ ("Only Troupe calls a fallback model. CrewAI loads the crew, but a "
                                "call of the model fails."));
  troupe_crew_reader_leave (reader, mark);
}

static void
check_apps (TroupeCrewReader *reader, TroupeValue *value)
{
  if (!troupe_value_is (value, TROUPE_VALUE_LIST))
    troupe_crew_reader_wrong_type (reader, value, _ ("a list of strings"));
  else
    {
      for (gsize i = 0; i < troupe_value_list_get_length (value); i++)
        {
          TroupeValue *item = troupe_value_list_get (value, i);
          gsize mark = troupe_crew_reader_enter_index (reader, i);

          if (!troupe_value_is (item, TROUPE_VALUE_STRING))
            troupe_crew_reader_wrong_type (reader, item, _ ("a string"));
          troupe_crew_reader_leave (reader, mark);
        }
    }
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

/* Returns TRUE for an https URL, or for the name of a server, which may be followed by the name
 * of one of its tools. */
static gboolean
is_mcp_text (const char *text)
{
  return g_str_has_prefix (text, "https://") ||
         g_regex_match_simple ("^(crewai-amp:)?[a-zA-Z0-9][a-zA-Z0-9_-]*(#[\\w-]+)?$", text,
                               G_REGEX_DOLLAR_ENDONLY, 0);
}

/* Checks the configurations of remote agents, as CrewAI loads them. */
static void
check_a2a (TroupeCrewReader *reader, TroupeValue *value)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) configs = troupe_a2a_configs_new (value, &error);

  if (configs == NULL)
    troupe_crew_reader_report (reader, TROUPE_SEVERITY_ERROR, "bad_value", "%s", error->message);
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
          if (troupe_value_get_member_text (item, "command") == NULL &&
              troupe_value_get_member_text (item, "url") == NULL)
            troupe_crew_reader_report (reader, TROUPE_SEVERITY_ERROR, "missing_field",
                                       _ ("An MCP server needs a “command” or a “url”."));
        }
      else if (!troupe_value_is (item, TROUPE_VALUE_STRING))
        troupe_crew_reader_wrong_type (reader, item, _ ("a URL or an object"));
      else if (!is_mcp_text (troupe_value_get_string (item, NULL)))
        troupe_crew_reader_report (
            reader, TROUPE_SEVERITY_ERROR, "bad_value",
            _ ("Expected a URL that begins with https:// or the name of a server, found “%s”."),
            troupe_value_get_string (item, NULL));
      troupe_crew_reader_leave (reader, mark);
    }
}

/* Checks what the sources of a list are. Their contents are checked when they are read. */
static void
check_sources (TroupeCrewReader *reader, TroupeValue *value)
{
  for (gsize i = 0;
       troupe_value_is (value, TROUPE_VALUE_LIST) && i < troupe_value_list_get_length (value); i++)
    {
      TroupeValue *item = troupe_value_list_get (value, i);
      gsize mark = troupe_crew_reader_enter_index (reader, i);

      if (troupe_value_is (item, TROUPE_VALUE_STRING))
        {
          const char *text = troupe_value_get_string (item, NULL);
          g_autoptr (TroupeValue) source = troupe_crew_field_make_source (text);
          g_autofree char *json = troupe_value_to_json (source, TROUPE_JSON_SPACED);
          TroupeProblem *problem = troupe_crew_reader_report (
              reader, TROUPE_SEVERITY_ERROR, "wrong_type",
              _ ("A knowledge source is an object with a “source_type”, not a string."));

          g_free (problem->fix);
          problem->fix = g_strdup_printf (_ ("Write “%s”."), json);
          problem->fix_action = g_strconcat ("set-value:", json, NULL);
          problem->fix_label = g_strdup (_ ("Make It a Source"));
        }
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
        _ ("CrewAI has removed CrewAgentExecutor. Remove “executor_class”."));
  else
    troupe_crew_reader_wrong_type (reader, value, _ ("“AgentExecutor”, or a Python reference"));
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
                               _ ("The list is empty. Add an entry, or remove the field."));
}

/* Converts @value to an integer or boolean. Returns NULL if the conversion is not possible.
 * (transfer full) */
static TroupeValue *
convert (TroupeCrewReader *reader, TroupeValue *value, TroupeCrewFieldKind kind)
{
  gboolean truth;
  TroupeValue *number;

  if (kind == TROUPE_CREW_KIND_BOOLEAN)
    {
      if (troupe_schema_coerce_boolean (value, &truth))
        return troupe_value_new_boolean (truth);
      troupe_crew_reader_wrong_type (reader, value, _ ("true or false"));
      return NULL;
    }
  number = troupe_schema_coerce_integer (value);
  if (number == NULL)
    troupe_crew_reader_wrong_type (reader, value, _ ("an integer"));
  return number;
}

static void
check_mixed (TroupeCrewReader *reader, TroupeValue *value, TroupeCrewFieldKind kind)
{
  gboolean truth;

  if (kind == TROUPE_CREW_KIND_SWITCH_OR_MAP ? troupe_value_is (value, TROUPE_VALUE_MAP)
                                             : troupe_value_is (value, TROUPE_VALUE_STRING))
    return;
  if (!troupe_schema_coerce_boolean (value, &truth))
    troupe_crew_reader_wrong_type (reader, value,
                                   kind == TROUPE_CREW_KIND_SWITCH_OR_MAP
                                       ? _ ("true, false or an object")
                                       : _ ("true, false or a file name"));
}

static void
check_value (TroupeCrewReader *reader,
             TroupeCrewOwner owner,
             const TroupeCrewField *field,
             TroupeValue *value)
{
  TroupeCrewFieldKind kind = field->kind;

  switch (kind)
    {
    case TROUPE_CREW_KIND_TEXT:
    case TROUPE_CREW_KIND_LINE:
    case TROUPE_CREW_KIND_PROMPT:
    case TROUPE_CREW_KIND_TEMPLATE:
      if (!troupe_value_is (value, TROUPE_VALUE_STRING))
        troupe_crew_reader_wrong_type (reader, value, _ ("a string"));
      return;
    case TROUPE_CREW_KIND_LIST:
    case TROUPE_CREW_KIND_SKILLS:
      check_list (reader, value, kind == TROUPE_CREW_KIND_SKILLS);
      return;
    case TROUPE_CREW_KIND_MAP:
    case TROUPE_CREW_KIND_PAIRS:
    case TROUPE_CREW_KIND_OBJECT:
      if (!troupe_value_is (value, TROUPE_VALUE_MAP))
        troupe_crew_reader_wrong_type (reader, value, _ ("an object"));
      return;
    case TROUPE_CREW_KIND_CHOICE:
      check_choice (reader, field, value);
      return;
    case TROUPE_CREW_KIND_LLM:
      check_llm (reader, value);
      return;
    case TROUPE_CREW_KIND_CALLBACK:
      troupe_crew_hook_check (reader, value, TROUPE_CREW_HOOK_IS_CALLBACK);
      return;
    case TROUPE_CREW_KIND_CALLBACKS:
      troupe_crew_hook_check_list (reader, value, TROUPE_CREW_HOOK_IS_CALLBACK);
      return;
    case TROUPE_CREW_KIND_GUARDRAIL:
      troupe_crew_hook_check (reader, value,
                              owner == TROUPE_CREW_OWNER_AGENT ? TROUPE_CREW_HOOK_IS_AGENT_GUARDRAIL
                                                               : TROUPE_CREW_HOOK_IS_GUARDRAIL);
      return;
    case TROUPE_CREW_KIND_GUARDRAILS:
      troupe_crew_hook_check_list (reader, value, TROUPE_CREW_HOOK_IS_GUARDRAIL);
      return;
    case TROUPE_CREW_KIND_CONDITION:
      troupe_crew_hook_check (reader, value, TROUPE_CREW_HOOK_IS_CONDITION);
      return;
    case TROUPE_CREW_KIND_EXECUTOR:
      check_executor (reader, value);
      return;
    case TROUPE_CREW_KIND_CONVERTER:
      if (troupe_value_is (value, TROUPE_VALUE_STRING))
        troupe_crew_reader_wrong_type (reader, value, _ ("{\"python\": \"module.Class\"}"));
      return;
    case TROUPE_CREW_KIND_SCHEMA:
      troupe_crew_check_schema (reader, value);
      return;
    case TROUPE_CREW_KIND_SWITCH_OR_MAP:
    case TROUPE_CREW_KIND_SWITCH_OR_TEXT:
      check_mixed (reader, value, kind);
      return;
    case TROUPE_CREW_KIND_APPS:
      check_apps (reader, value);
      return;
    case TROUPE_CREW_KIND_MCPS:
      check_mcps (reader, value);
      return;
    case TROUPE_CREW_KIND_SOURCES:
      check_list (reader, value, FALSE);
      check_sources (reader, value);
      return;
    case TROUPE_CREW_KIND_A2A:
      check_a2a (reader, value);
      return;
    case TROUPE_CREW_KIND_ANY:
    case TROUPE_CREW_KIND_BOOLEAN:
    case TROUPE_CREW_KIND_INTEGER:
    case TROUPE_CREW_KIND_NUMBER:
    case TROUPE_CREW_KIND_TEXTS:
    case TROUPE_CREW_KIND_AGENTS:
    case TROUPE_CREW_KIND_TASKS:
    case TROUPE_CREW_KIND_AGENT:
    case TROUPE_CREW_KIND_CONTEXT:
    case TROUPE_CREW_KIND_TOOLS:
    case TROUPE_CREW_KIND_FILES:
    default:
      return;
    }
}

/* Returns TRUE if other code parses the field. This is the case for lists of agents and tasks. */
static gboolean
is_read_elsewhere (const TroupeCrewField *field)
{
  return field->kind == TROUPE_CREW_KIND_ANY || field->kind == TROUPE_CREW_KIND_AGENTS ||
         field->kind == TROUPE_CREW_KIND_TASKS;
}

/* Returns the value of a field that is null, or NULL if null is equivalent to a missing key. A
 * null `context` is an empty list. (transfer full) (nullable) */
static TroupeValue *
read_null (TroupeCrewReader *reader, const TroupeCrewField *field, TroupeValue *null)
{
  g_assert (reader != NULL);

  if (reader->is_inline)
    return NULL;
  if ((field->flags & TROUPE_CREW_FIELD_NULL_IS_FALSE) != 0)
    return troupe_value_new_boolean (FALSE);
  if (g_str_equal (field->key, "context"))
    return troupe_value_ref (null);
  if ((field->flags & TROUPE_CREW_FIELD_NULLABLE) == 0 && !is_read_elsewhere (field))
    troupe_crew_reader_report (reader, TROUPE_SEVERITY_ERROR, "wrong_type",
                               _ ("“%s” cannot be null. Remove it instead."), field->key);
  return NULL;
}

/* Returns TRUE for booleans, and for choices between yes, no and unset. */
static gboolean
is_truth (const TroupeCrewField *field)
{
  g_auto (GStrv) words = field->kind == TROUPE_CREW_KIND_CHOICE ? list_words (field) : NULL;

  return field->kind == TROUPE_CREW_KIND_BOOLEAN ||
         (field->kind == TROUPE_CREW_KIND_CHOICE && words == NULL);
}

/* Returns the converted value, or NULL to omit the field. (transfer full) (nullable) */
static TroupeValue *
read_field (TroupeCrewReader *reader,
            TroupeCrewOwner owner,
            const TroupeCrewField *field,
            TroupeValue *value)
{
  TroupeValue *result = NULL;

  if (troupe_value_is (value, TROUPE_VALUE_NULL))
    return read_null (reader, field, value);
  if (is_truth (field))
    result = convert (reader, value, TROUPE_CREW_KIND_BOOLEAN);
  else if (field->kind == TROUPE_CREW_KIND_INTEGER)
    result = convert (reader, value, TROUPE_CREW_KIND_INTEGER);
  else
    check_value (reader, owner, field, value);
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
      const TroupeCrewField *field = find_field (owner, key);
      TroupeValue *value = troupe_value_map_get_value (map, i);
      gsize mark = troupe_crew_reader_enter (reader, key);

      /* A Python class may have additional fields. */
      value = field != NULL ? read_field (reader, owner, field, value) : troupe_value_ref (value);
      if (value != NULL)
        troupe_map_builder_add (&builder, key, value);
      troupe_crew_reader_leave (reader, mark);
    }
  return troupe_map_builder_end (&builder);
}
