/* troupe-crew-hints.c: warns about settings that load but are probably mistakes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-hints"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-crew-advice.h"
#include "troupe-crew-input-files.h"
#include "troupe-crew-override.h"

/* Reports an asynchronous task without an asynchronous neighbor with which it could run in
 * parallel. */
static void
check_async (TroupeCrewReader *reader, const TroupeCrew *crew)
{
  for (guint i = 0; i < crew->n_tasks; i++)
    {
      gsize mark;

      if (!crew->tasks[i].is_async || (i > 0 && crew->tasks[i - 1].is_async) ||
          (i + 1 < crew->n_tasks && crew->tasks[i + 1].is_async))
        continue;
      mark = troupe_crew_reader_enter (reader, crew->tasks[i].path);
      troupe_crew_reader_enter (reader, "async_execution");
      troupe_crew_reader_report (reader, TROUPE_SEVERITY_HINT, "async_alone",
                                 _ ("The tasks next to this one are not asynchronous, so this task "
                                    "runs alone and the next one waits for it."));
      troupe_crew_reader_leave (reader, mark);
    }
}

/* Reports an asynchronous task without `context` that follows tasks which have ended when it starts.
 * Other tasks receive the earlier outputs by default, asynchronous ones receive nothing. */
static void
check_async_context (TroupeCrewReader *reader, const TroupeCrew *crew)
{
  guint n_ended = 0; /* tasks before the asynchronous tasks that run in parallel */

  for (guint i = 0; i < crew->n_tasks; i++)
    {
      gsize mark;

      if (!crew->tasks[i].is_async)
        n_ended = i + 1;
      if (!crew->tasks[i].is_async || n_ended == 0 ||
          troupe_crew_has (crew->tasks[i].fields, "context"))
        continue;
      mark = troupe_crew_reader_enter (reader, crew->tasks[i].path);
      troupe_crew_reader_enter (reader, "context");
      troupe_crew_reader_report (
          reader, TROUPE_SEVERITY_HINT, "async_without_context",
          _ ("An asynchronous task without “context” receives no output of the tasks before it."));
      troupe_crew_reader_leave (reader, mark);
    }
}

/* --- Empty texts ------------------------------------------------------------------------------ */

typedef struct
{
  const char *key;
  const char *message;
} Needed;

static const Needed needed_by_agent[] = {
  { "role", N_ ("The agent needs a role.") },
  { "goal", N_ ("The agent needs a goal.") },
  { "backstory", N_ ("The agent needs a backstory.") },
};
static const Needed needed_by_task[] = {
  { "description", N_ ("The task needs a description.") },
  { "expected_output", N_ ("The task needs an expected output.") },
};

/* Reports texts of @map that are empty. CrewAI accepts them, but a model gets nothing to work with. */
static void
check_texts (TroupeCrewReader *reader, TroupeValue *map, const Needed *needed, guint n_needed)
{
  for (guint i = 0; i < n_needed; i++)
    {
      const char *text = troupe_value_get_member_text (map, needed[i].key);
      gsize mark;

      if (text == NULL || text[strspn (text, " \t\r\n")] != '\0')
        continue;
      mark = troupe_crew_reader_enter (reader, needed[i].key);
      troupe_crew_reader_report (reader, TROUPE_SEVERITY_WARNING, "empty_text", "%s",
                                 _ (needed[i].message));
      troupe_crew_reader_leave (reader, mark);
    }
}

static void
check_empty (TroupeCrewReader *reader, const TroupeCrew *crew, const TroupeCrewSource *source)
{
  for (guint i = 0; i < source->agents->len; i++)
    {
      const TroupeCrewAgentSource *agent = source->agents->pdata[i];
      TroupeValue *settings = troupe_value_get_member (agent->value, "settings");
      gsize mark = reader->path->len;

      if (troupe_crew_has (agent->value, "from_repository"))
        continue;
      troupe_crew_reader_enter (reader, agent->path);
      /* The settings override the other texts. */
      for (guint k = 0; k < G_N_ELEMENTS (needed_by_agent); k++)
        if (!troupe_crew_has (settings, needed_by_agent[k].key))
          check_texts (reader, agent->value, &needed_by_agent[k], 1);
      troupe_crew_reader_enter (reader, "settings");
      check_texts (reader, settings, needed_by_agent, G_N_ELEMENTS (needed_by_agent));
      troupe_crew_reader_leave (reader, mark);
    }
  for (guint i = 0; i < crew->n_tasks; i++)
    {
      gsize mark = troupe_crew_reader_enter (reader, crew->tasks[i].path);

      check_texts (reader, crew->tasks[i].fields, needed_by_task, G_N_ELEMENTS (needed_by_task));
      troupe_crew_reader_leave (reader, mark);
    }
}

/* --- Manager ---------------------------------------------------------------------------------- */

static gboolean
has_tools (TroupeValue *map)
{
  TroupeValue *tools = troupe_value_get_member (map, "tools");

  return tools != NULL && troupe_value_is (tools, TROUPE_VALUE_LIST) &&
         troupe_value_list_get_length (tools) > 0;
}

static void
check_manager (TroupeCrewReader *reader, const TroupeCrew *crew, const TroupeCrewSource *source)
{
  if (crew->process != TROUPE_CREW_HIERARCHICAL || crew->manager == NULL)
    return;
  for (guint i = 0; i < source->agents->len; i++)
    {
      const TroupeCrewAgentSource *agent = source->agents->pdata[i];
      TroupeValue *settings = troupe_value_get_member (agent->value, "settings");
      gboolean is_inner = troupe_crew_has (settings, "tools");
      gsize mark;

      if (!g_str_equal (agent->name, crew->manager->name) ||
          !has_tools (is_inner ? settings : agent->value))
        continue;
      mark = troupe_crew_reader_enter (reader, agent->path);
      if (is_inner)
        troupe_crew_reader_enter (reader, "settings");
      troupe_crew_reader_enter (reader, "tools");
      troupe_crew_reader_report (
          reader, TROUPE_SEVERITY_WARNING, "manager_tools",
          _ ("The manager has tools, so the run will fail: a manager can only delegate work."));
      troupe_crew_reader_leave (reader, mark);
    }
}

/* Returns TRUE if @value is false, which is equivalent to a missing value. */
static gboolean
is_off (TroupeValue *value)
{
  return troupe_value_is (value, TROUPE_VALUE_BOOLEAN) && !troupe_value_get_boolean (value);
}

static void
check_old (TroupeCrewReader *reader, TroupeValue *map, const char *const *keys)
{
  for (guint i = 0; keys[i] != NULL; i++)
    {
      TroupeValue *value = troupe_value_get_member (map, keys[i]);
      gsize mark;

      if (value == NULL || is_off (value))
        continue;
      mark = troupe_crew_reader_enter (reader, keys[i]);
      troupe_crew_reader_report (reader, TROUPE_SEVERITY_HINT, "deprecated_field",
                                 _ ("“%s” is deprecated in CrewAI."), keys[i]);
      troupe_crew_reader_set_spot (reader, TRUE, 0);
      troupe_crew_reader_leave (reader, mark);
    }
}

/* Reports fields that are deprecated in CrewAI 1.15. */
static void
check_fields (TroupeCrewReader *reader, const TroupeCrew *crew, const TroupeCrewSource *source)
{
  static const char *const of_crew[] = { "function_calling_llm", NULL };
  static const char *const of_task[] = { "max_retries", NULL };
  static const char *const of_agent[] = { "function_calling_llm",
                                          "allow_code_execution",
                                          "code_execution_mode",
                                          "multimodal",
                                          "reasoning",
                                          "max_reasoning_attempts",
                                          "i18n",
                                          NULL };
  gsize mark = reader->path->len;

  check_old (reader, source->crew, of_crew);
  for (guint i = 0; i < crew->n_tasks; i++)
    {
      troupe_crew_reader_enter (reader, crew->tasks[i].path);
      check_old (reader, crew->tasks[i].fields, of_task);
      troupe_crew_reader_leave (reader, mark);
    }
  for (guint i = 0; i < source->agents->len; i++)
    {
      const TroupeCrewAgentSource *agent = source->agents->pdata[i];

      troupe_crew_reader_enter (reader, agent->path);
      check_old (reader, agent->value, of_agent);
      troupe_crew_reader_enter (reader, "settings");
      check_old (reader, troupe_value_get_member (agent->value, "settings"), of_agent);
      troupe_crew_reader_leave (reader, mark);
    }
}

/* Returns the name of a model that is given as a string or as a map. (transfer none) (nullable) */
static const char *
get_model_name (TroupeValue *model)
{
  if (model != NULL && troupe_value_is (model, TROUPE_VALUE_MAP))
    model = troupe_value_get_member (model, "model");
  return model != NULL && troupe_value_is (model, TROUPE_VALUE_STRING)
             ? troupe_value_get_string (model, NULL)
             : NULL;
}

static gboolean
is_mock (const char *model)
{
  return model != NULL && g_str_has_prefix (model, "mock/");
}

/* @text: (transfer full) */
static void
report_paid (TroupeCrewReader *reader, const char *key, char *text)
{
  const gsize mark = troupe_crew_reader_enter (reader, key);

  troupe_crew_reader_report (reader, TROUPE_SEVERITY_WARNING, "paid_model", "%s", text);
  troupe_crew_reader_leave (reader, mark);
  g_free (text);
}

/* Reports a model of the crew that costs money although no agent does: a crew is tried with mock models, and
 * the models of its manager and of its plan are easily overlooked. */
static void
check_paid (TroupeCrewReader *reader, const TroupeCrew *crew)
{
  TroupeValue *planning = troupe_value_get_member (crew->fields, "planning");
  const char *manager = get_model_name (troupe_value_get_member (crew->fields, "manager_llm"));
  const char *planner = get_model_name (troupe_value_get_member (crew->fields, "planning_llm"));

  for (guint i = 0; i < crew->n_agents; i++)
    if (!is_mock (get_model_name (troupe_value_get_member (crew->agents[i].fields, "llm"))))
      return;
  if (crew->n_agents == 0)
    return;
  if (crew->process == TROUPE_CREW_HIERARCHICAL && manager != NULL && !is_mock (manager) &&
      !troupe_crew_has (crew->fields, "manager_agent"))
    report_paid (
        reader, "manager_llm",
        g_strdup_printf (_ ("All agents use mock models, but the manager calls the model “%s”."),
                         manager));
  if (planning != NULL && troupe_value_is (planning, TROUPE_VALUE_BOOLEAN) &&
      troupe_value_get_boolean (planning) && !is_mock (planner))
    report_paid (
        reader, "planning_llm",
        g_strdup_printf (_ ("All agents use mock models, but the planning calls the model “%s”."),
                         planner != NULL ? planner : _ ("CrewAI Default")));
}

/* Applies CrewAI's check, which requires a host with a dot. Whether the URL is reachable is only
 * known when it is fetched. */
static gboolean
is_page (const char *address)
{
  g_autoptr (GUri) uri = g_uri_parse (address, G_URI_FLAGS_NONE, NULL);
  const char *host = uri != NULL ? g_uri_get_host (uri) : NULL;

  g_assert (address != NULL);

  return host != NULL && (strchr (host, '.') != NULL || strchr (host, ':') != NULL);
}

static void
check_addresses (TroupeCrewReader *reader, TroupeValue *paths)
{
  g_assert (reader != NULL);

  for (gsize i = 0; paths != NULL && troupe_value_is (paths, TROUPE_VALUE_LIST) &&
                    i < troupe_value_list_get_length (paths);
       i++)
    {
      TroupeValue *path = troupe_value_list_get (paths, i);
      const char *text =
          troupe_value_is (path, TROUPE_VALUE_STRING) ? troupe_value_get_string (path, NULL) : "";
      gsize mark;

      if ((!g_str_has_prefix (text, "http://") && !g_str_has_prefix (text, "https://")) ||
          is_page (text))
        continue;
      mark = troupe_crew_reader_enter_index (reader, i);
      troupe_crew_reader_report (
          reader, TROUPE_SEVERITY_WARNING, "bad_address",
          _ ("“%s” is not the URL of a web page. Expected a URL such as https://example.org/page."),
          text);
      troupe_crew_reader_leave (reader, mark);
    }
}

/* Checks the URLs of web pages in the knowledge sources of @map. */
static void
check_pages (TroupeCrewReader *reader, TroupeValue *map)
{
  static const char *const keys[] = { "file_paths", "file_path" };
  TroupeValue *sources = troupe_value_get_member (map, "knowledge_sources");
  const gsize whole = reader->path->len;

  for (gsize i = 0; sources != NULL && troupe_value_is (sources, TROUPE_VALUE_LIST) &&
                    i < troupe_value_list_get_length (sources);
       i++)
    {
      TroupeValue *source = troupe_value_list_get (sources, i);
      gsize mark;

      if (g_strcmp0 (troupe_value_get_member_text (source, "source_type"), "docling") != 0)
        continue;
      troupe_crew_reader_enter (reader, "knowledge_sources");
      troupe_crew_reader_enter_index (reader, i);
      mark = reader->path->len;
      for (guint k = 0; k < G_N_ELEMENTS (keys); k++)
        {
          troupe_crew_reader_enter (reader, keys[k]);
          check_addresses (reader, troupe_value_get_member (source, keys[k]));
          troupe_crew_reader_leave (reader, mark);
        }
      troupe_crew_reader_leave (reader, whole);
    }
}

/* --- Input files ------------------------------------------------------------------------------ */

/* Warns about files that a run rejects: they are missing, or their model does not accept them. */
static void
check_files (TroupeCrewReader *reader, TroupeCrew *crew)
{
  for (guint i = 0; reader->folder != NULL && i < crew->n_tasks; i++)
    {
      g_autoptr (GPtrArray) files = troupe_crew_list_input_files (
          troupe_value_get_member (crew->tasks[i].fields, "input_files"), reader->folder);
      gboolean is_responses;
      const char *model = troupe_crew_get_task_model (crew, i, &is_responses);
      const gsize mark = troupe_crew_reader_enter (reader, crew->tasks[i].path);

      for (guint j = 0; j < files->len; j++)
        {
          const TroupeCrewInputFile *file = g_ptr_array_index (files, j);
          g_autofree char *refusal =
              troupe_crew_refuse_input_file (file, reader->folder, model, is_responses);
          const gsize inner = troupe_crew_reader_enter (reader, "input_files");

          troupe_crew_reader_enter (reader, file->name);
          if (refusal != NULL)
            troupe_crew_reader_report (reader, TROUPE_SEVERITY_WARNING, "bad_file", "%s", refusal);
          troupe_crew_reader_leave (reader, inner);
        }
      troupe_crew_reader_leave (reader, mark);
    }
}

/* --- Unsupported features --------------------------------------------------------------------- */

/* Reports the unsupported fields of @map. @over: (nullable): a map that overrides @map; its keys
 * are skipped in @map */
static void
report_unsupported (TroupeCrewReader *reader,
                    TroupeDeclared declared,
                    TroupeValue *map,
                    TroupeValue *over)
{
  g_autoptr (GPtrArray) found = troupe_unsupported_list (declared, map);

  g_assert (reader != NULL);

  for (guint i = 0; i < found->len; i++)
    {
      const TroupeUnsupported *item = found->pdata[i];
      gsize mark;

      if (troupe_crew_has (over, item->key))
        continue;
      mark = troupe_crew_reader_enter (reader, item->path);
      troupe_crew_reader_report (reader, TROUPE_SEVERITY_WARNING, "unsupported", "%s",
                                 item->sentence)
          ->fix = g_strdup (item->advice);
      troupe_crew_reader_leave (reader, mark);
    }
}

void
troupe_crew_check_unsupported (TroupeCrewReader *reader, TroupeDeclared declared, TroupeValue *map)
{
  TroupeValue *settings =
      declared == TROUPE_DECLARED_AGENT ? troupe_value_get_member (map, "settings") : NULL;

  report_unsupported (reader, declared, map, settings);
  if (settings != NULL)
    {
      gsize mark = troupe_crew_reader_enter (reader, "settings");

      report_unsupported (reader, declared, settings, NULL);
      troupe_crew_reader_leave (reader, mark);
    }
}

/* Reports a project class at @key that overrides an internal method of CrewAI, because Troupe
 * never calls this method. */
static void
check_override (TroupeCrewReader *reader,
                TroupeCrewOverride override,
                TroupeValue *map,
                const char *key)
{
  TroupeValue *value = troupe_value_get_member (map, key);
  const char *reference = troupe_value_get_member_text (value, "python");
  g_autofree char *method = reader->folder != NULL && reference != NULL
                                ? troupe_crew_override_find (override, reader->folder, reference)
                                : NULL;
  gsize mark;

  if (method == NULL)
    return;
  mark = troupe_crew_reader_enter (reader, key);
  troupe_crew_reader_report (
      reader, TROUPE_SEVERITY_WARNING, "unsupported",
      /* Translators: a Python method, such as Editor._execute_with_timeout() */
      _ ("%s changes an internal step of CrewAI that this version of Troupe handles itself, so the "
         "crew cannot be run."),
      method)
      ->fix = g_strdup_printf (
      /* Translators: names of Python methods */
      _ ("Override %s, or run the crew with CrewAI."),
      override == TROUPE_CREW_OVERRIDE_AGENT  ? "execute_task()"
      : override == TROUPE_CREW_OVERRIDE_TASK ? "execute_sync()"
                                              : "invoke()");
  troupe_crew_reader_leave (reader, mark);
}

static void
check_unsupported (TroupeCrewReader *reader, const TroupeCrew *crew, const TroupeCrewSource *source)
{
  gsize mark = reader->path->len;

  g_assert (crew != NULL && source != NULL);

  troupe_crew_check_unsupported (reader, TROUPE_DECLARED_CREW, source->crew);
  for (guint i = 0; i < source->agents->len; i++)
    {
      const TroupeCrewAgentSource *agent = source->agents->pdata[i];

      troupe_crew_reader_enter (reader, agent->path);
      troupe_crew_check_unsupported (reader, TROUPE_DECLARED_AGENT, agent->value);
      check_override (reader, TROUPE_CREW_OVERRIDE_AGENT, agent->value, "type");
      check_override (reader, TROUPE_CREW_OVERRIDE_EXECUTOR, agent->value, "executor_class");
      troupe_crew_reader_leave (reader, mark);
    }
  for (guint i = 0; i < crew->n_tasks; i++)
    {
      troupe_crew_reader_enter (reader, crew->tasks[i].path);
      troupe_crew_check_unsupported (reader, TROUPE_DECLARED_TASK, crew->tasks[i].fields);
      check_override (reader, TROUPE_CREW_OVERRIDE_TASK, crew->tasks[i].fields, "type");
      troupe_crew_reader_leave (reader, mark);
    }
}

/* The keys of an inline crew are found in the document that contains it. */
static void
check_keys (TroupeCrewReader *reader, const TroupeCrewSource *source)
{
  g_autoptr (TroupeValue) rest = NULL;
  const gsize mark = reader->path->len;

  if (reader->is_inline)
    return;
  rest = troupe_value_map_without (source->crew, "agents");
  troupe_crew_check_keys (reader, rest);
  for (guint i = 0; i < source->agents->len; i++)
    {
      const TroupeCrewAgentSource *agent = source->agents->pdata[i];

      if (agent->value == NULL)
        continue;
      troupe_crew_reader_enter (reader, agent->path);
      troupe_crew_check_keys (reader, agent->value);
      troupe_crew_reader_leave (reader, mark);
    }
}

void
troupe_crew_check_hints (TroupeCrewReader *reader, TroupeCrew *crew, const TroupeCrewSource *source)
{
  gsize mark;

  check_unsupported (reader, crew, source);
  check_empty (reader, crew, source);
  check_manager (reader, crew, source);
  check_async (reader, crew);
  check_async_context (reader, crew);
  check_paid (reader, crew);
  check_fields (reader, crew, source);
  mark = reader->path->len;
  check_pages (reader, source->crew);
  for (guint i = 0; i < source->agents->len; i++)
    {
      const TroupeCrewAgentSource *agent = source->agents->pdata[i];

      troupe_crew_reader_enter (reader, agent->path);
      check_pages (reader, agent->value);
      troupe_crew_reader_enter (reader, "settings");
      check_pages (reader, troupe_value_get_member (agent->value, "settings"));
      troupe_crew_reader_leave (reader, mark);
    }
  check_keys (reader, source);
  check_files (reader, crew);
}
