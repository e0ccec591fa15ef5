/* test-consent-fields.c: every field that gives access to something is part of a consent
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "run-test.h"
#include "troupe-consent.h"
#include "troupe-crew-field.h"
#include "troupe-flow-keys.h"
#include "troupe-redactor.h"
#include "troupe-run-check.h"
#include "troupe-run-secret.h"
#include "../test-remove.h"

/* A value that occurs in no other field. */
#define CANARY "canaryq7"
#define KEY "sk-" CANARY "-0123456789"
#define LLM "{'model': 'openai/m', 'base_url': 'http://" CANARY ".example/v1'}"
#define PYTHON "{'python': '" CANARY ".thing'}"
#define EMBEDDER "{'provider': 'openai', 'config': {'api_base': 'http://" CANARY ".example/v1'}}"
#define SOURCE "[{'source_type': 'string', 'content': 'c'}]"

/* Documents in which @fragment (a member of a JSON object, with ' for ") is placed in each object. */
#define CREW(crew, agent, task)                                                                    \
  "{'call': 'crew', 'with': {'agents': {'a': {'role': 'r', 'goal': 'g', 'backstory': 'b'" agent    \
  "}}, 'tasks': [{'description': 'd', 'expected_output': 'e', 'agent': 'a'" task "}]" crew "}}"
#define AGENT(agent)                                                                               \
  "{'call': 'agent', 'with': {'role': 'r', 'goal': 'g', 'backstory': 'b', 'input': 'i'" agent "}}"
#define FLOW(action)                                                                               \
  "{'schema': 'crewai.flow/v1', 'name': 'F', 'methods': {'m': {'start': true, 'do': " action "}}}"

static const char *const crew_places[TROUPE_CREW_OWNER_N] = {
  [TROUPE_CREW_OWNER_CREW] = FLOW (CREW (", %s", ", 'llm': 'mock/echo'", "")),
  [TROUPE_CREW_OWNER_TASK] = FLOW (CREW ("", ", 'llm': 'mock/echo'", ", %s")),
  [TROUPE_CREW_OWNER_CONDITIONAL] = FLOW (CREW ("", ", 'llm': 'mock/echo'", ", %s")),
  [TROUPE_CREW_OWNER_AGENT] = FLOW (CREW ("", ", %s", "")),
  [TROUPE_CREW_OWNER_MODEL] = FLOW (CREW ("", ", 'llm': {'model': 'openai/m', %s}", "")),
  [TROUPE_CREW_OWNER_SERVER] = FLOW (CREW ("", ", 'llm': 'mock/echo', 'mcps': [{%s}]", "")),
  [TROUPE_CREW_OWNER_PLANNING] =
      FLOW (CREW ("", ", 'llm': 'mock/echo', 'planning': true, 'planning_config': {%s}", "")),
  [TROUPE_CREW_OWNER_EMBEDDER] =
      FLOW (CREW (", 'knowledge_sources': " SOURCE ", 'embedder': {'provider': 'openai', %s}",
                  ", 'llm': 'mock/echo'",
                  "")),
  [TROUPE_CREW_OWNER_SOURCE] =
      FLOW (CREW (", 'knowledge_sources': [{%s}]", ", 'llm': 'mock/echo'", "")),
};

/* A member with the canary for each field of a crew that gives access to something. Fields of
 * several owners have one row without owner (%TROUPE_CREW_OWNER_N). @place: (nullable): a document
 * instead of that of the owner */
static const struct
{
  TroupeCrewOwner owner;
  const char *key;
  const char *member;
  const char *place;
} crew_rows[] = {
  { TROUPE_CREW_OWNER_CREW, "manager_llm", "'process': 'hierarchical', 'manager_llm': " LLM },
  { TROUPE_CREW_OWNER_CREW, "memory", "'memory': {'embedder': " EMBEDDER "}" },
  { TROUPE_CREW_OWNER_CREW, "embedder", "'memory': true, 'embedder': " EMBEDDER },
  { TROUPE_CREW_OWNER_CREW, "knowledge", "'knowledge': " PYTHON },
  { TROUPE_CREW_OWNER_CREW, "planning_llm", "'planning': true, 'planning_llm': " LLM },
  { TROUPE_CREW_OWNER_CREW, "task_callback", "'task_callback': " PYTHON },
  { TROUPE_CREW_OWNER_CREW, "before_kickoff_callbacks",
    "'before_kickoff_callbacks': [" PYTHON "]" },
  { TROUPE_CREW_OWNER_CREW, "after_kickoff_callbacks", "'after_kickoff_callbacks': [" PYTHON "]" },
  { TROUPE_CREW_OWNER_CREW, "output_log_file", "'output_log_file': '" CANARY ".txt'" },
  { TROUPE_CREW_OWNER_CREW, "prompt_file", "'prompt_file': '" CANARY ".json'" },
  { TROUPE_CREW_OWNER_CREW, "trained_agents_file", "'trained_agents_file': '" CANARY ".pkl'" },
  { TROUPE_CREW_OWNER_TASK, "guardrails", "'guardrails': [" PYTHON "]" },
  { TROUPE_CREW_OWNER_TASK, "guardrail", "'guardrail': " PYTHON },
  { TROUPE_CREW_OWNER_TASK, "output_json", "'output_json': " PYTHON },
  { TROUPE_CREW_OWNER_TASK, "output_pydantic", "'output_pydantic': " PYTHON },
  { TROUPE_CREW_OWNER_TASK, "response_model", "'response_model': " PYTHON },
  { TROUPE_CREW_OWNER_TASK, "output_file", "'output_file': '" CANARY ".md'" },
  { TROUPE_CREW_OWNER_TASK, "converter_cls", "'converter_cls': " PYTHON },
  { TROUPE_CREW_OWNER_TASK, "condition", "'type': 'ConditionalTask', 'condition': " PYTHON,
    FLOW (CREW ("",
                ", 'llm': 'mock/echo'",
                "}, {'description': 'd', 'expected_output': 'e', 'agent': 'a', %s")) },
  { TROUPE_CREW_OWNER_TASK, "input_files", "'input_files': {'x': '" CANARY ".txt'}" },
  { TROUPE_CREW_OWNER_TASK, "callback", "'callback': " PYTHON },
  { TROUPE_CREW_OWNER_TASK, "type", "'type': " PYTHON },
  { TROUPE_CREW_OWNER_AGENT, "llm", "'llm': " LLM },
  { TROUPE_CREW_OWNER_AGENT, "embedder",
    "'llm': 'mock/echo', 'knowledge_sources': " SOURCE ", 'embedder': " EMBEDDER },
  { TROUPE_CREW_OWNER_AGENT, "memory", "'memory': {'embedder': " EMBEDDER "}" },
  { TROUPE_CREW_OWNER_AGENT, "mcps", "'mcps': [{'command': '" CANARY "'}]" },
  { TROUPE_CREW_OWNER_AGENT, "guardrail", "'guardrail': " PYTHON, FLOW (AGENT (", %s")) },
  { TROUPE_CREW_OWNER_AGENT, "a2a", "'a2a': {'endpoint': 'http://" CANARY ".example/card.json'}" },
  { TROUPE_CREW_OWNER_AGENT, "callbacks", "'callbacks': [" PYTHON "]" },
  { TROUPE_CREW_OWNER_AGENT, "executor_class", "'executor_class': " PYTHON },
  { TROUPE_CREW_OWNER_AGENT, "type", "'type': " PYTHON },
  { TROUPE_CREW_OWNER_AGENT, "settings", "'settings': {'llm': " LLM "}" },
  { TROUPE_CREW_OWNER_AGENT, "config", "'config': {'llm': " LLM "}" },
  { TROUPE_CREW_OWNER_MODEL, "base_url", "'base_url': 'http://" CANARY ".example/v1'" },
  { TROUPE_CREW_OWNER_MODEL, "x-troupe-fallback",
    "'x-troupe-fallback': {'model': 'openai/n', 'base_url': 'http://" CANARY ".example/v1'}" },
  { TROUPE_CREW_OWNER_SERVER, "command", "'command': '" CANARY "'" },
  { TROUPE_CREW_OWNER_SERVER, "args", "'command': 'sh', 'args': ['" CANARY "']" },
  { TROUPE_CREW_OWNER_SERVER, "env", "'command': 'sh', 'env': {'TOKEN': '" KEY "'}" },
  { TROUPE_CREW_OWNER_SERVER, "url", "'url': 'http://" CANARY ".example/x'" },
  { TROUPE_CREW_OWNER_SERVER, "headers",
    "'url': 'http://x.example/x', 'headers': {'Authorization': 'Bearer " KEY "'}" },
  { TROUPE_CREW_OWNER_PLANNING, "llm", "'llm': " LLM },
  { TROUPE_CREW_OWNER_EMBEDDER, "config",
    "'config': {'api_base': 'http://" CANARY ".example/v1'}" },
  { TROUPE_CREW_OWNER_SOURCE, "file_paths",
    "'source_type': 'text_file', 'file_paths': ['" CANARY ".txt']" },
  { TROUPE_CREW_OWNER_N, "knowledge_sources",
    "'knowledge_sources': [{'source_type': 'text_file', 'file_paths': ['" CANARY ".txt']}]" },
  { TROUPE_CREW_OWNER_N, "skills", "'skills': ['" CANARY "']" },
  { TROUPE_CREW_OWNER_N, "step_callback", "'step_callback': " PYTHON },
  { TROUPE_CREW_OWNER_N, "tools", "'tools': ['custom:" CANARY "']" },
};

/* The same for keys of flows: a document with the canary. */
static const struct
{
  TroupeFlowObject object;
  const char *key;
  const char *document;
} flow_rows[] = {
#define METHOD(more)                                                                               \
  "'methods': {'m': {'start': true, 'do': {'call': 'expression', 'expr': '1'}" more "}}"
#define HEAD "{'schema': 'crewai.flow/v1', 'name': 'F', "
#define ACTION(type) ((TroupeFlowObject) (TROUPE_FLOW_OBJECT_ACTION + (guint) TROUPE_ACTION_##type))
  { TROUPE_FLOW_OBJECT_FLOW, "state",
    HEAD "'state': {'type': 'pydantic', 'ref': '" CANARY ":State'}, " METHOD ("") "}" },
  { TROUPE_FLOW_OBJECT_FLOW, "conversational",
    HEAD "'conversational': {'llm': " LLM "}, " METHOD ("") "}" },
  { TROUPE_FLOW_OBJECT_METHOD, "human_feedback",
    HEAD METHOD (
        ", 'router': true, 'human_feedback': {'message': 'm', 'emit': ['a', 'b'], 'llm': " LLM
        "}") "}" },
  { TROUPE_FLOW_OBJECT_CHECKPOINT, "location",
    HEAD "'config': {'checkpoint': {'location': '" CANARY "'}}, " METHOD ("") "}" },
  { TROUPE_FLOW_OBJECT_BACKEND, "db_path",
    HEAD "'persist': {'enabled': true, 'persistence': {'persistence_type': "
         "'SQLiteFlowPersistence', 'db_path': '" CANARY ".db'}}, " METHOD ("") "}" },
  { ACTION (AGENT), "with", FLOW (AGENT (", 'llm': " LLM)) },
  { ACTION (CREW), "from_declaration",
    FLOW ("{'call': 'crew', 'from_declaration': '" CANARY ".jsonc'}") },
  { ACTION (CREW), "with", FLOW (CREW ("", ", 'llm': " LLM, "")) },
  { ACTION (TOOL), "ref", FLOW ("{'call': 'tool', 'ref': '" CANARY ":Tool'}") },
  { ACTION (CODE), "ref", FLOW ("{'call': 'code', 'ref': '" CANARY ":go'}") },
  { ACTION (SCRIPT), "code", FLOW ("{'call': 'script', 'code': 'return " CANARY "'}") },
};

/* Returns TRUE if an entry of @section contains the canary. */
static gboolean
has_canary (TroupeConsent *consent, TroupeConsentSection section)
{
  for (guint i = 0; i < troupe_consent_get_n_entries (consent); i++)
    {
      const TroupeConsentEntry *entry = troupe_consent_get_entry (consent, i);

      if (entry->section == section &&
          (strstr (entry->text, CANARY) != NULL ||
           (entry->detail != NULL && strstr (entry->detail, CANARY) != NULL)))
        return TRUE;
    }
  return FALSE;
}

static gboolean
knows_key (const char *document)
{
  g_autofree char *json = g_strdelimit (g_strdup (document), "'", '"');
  TroupeSecret *secret = troupe_run_find_secret (json, NULL);
  g_autoptr (TroupeRedactor) redactor = troupe_redactor_new ();
  g_autofree char *hidden = NULL;

  troupe_redactor_add_secret (redactor, secret);
  if (secret != NULL)
    troupe_secret_unref (secret);
  hidden = troupe_redactor_hide_text (redactor, "text with " KEY);
  return strstr (hidden, KEY) == NULL;
}

/* Returns TRUE if the canary of @document is part of the consent, or known to the redactor. */
static gboolean
is_covered (const char *document, TroupeFieldAccess access)
{
  static const TroupeConsentSection sections[] = {
    [TROUPE_FIELD_ACCESS_PATH] = TROUPE_CONSENT_FILES,
    [TROUPE_FIELD_ACCESS_HOST] = TROUPE_CONSENT_HOSTS,
    [TROUPE_FIELD_ACCESS_COMMAND] = TROUPE_CONSENT_PROGRAMS,
    [TROUPE_FIELD_ACCESS_CODE] = TROUPE_CONSENT_PYTHON,
  };
  g_autoptr (RunTest) test = NULL;
  g_autoptr (TroupeConsent) consent = NULL;
  g_autofree char *text = NULL;

  if (access == TROUPE_FIELD_ACCESS_KEY)
    return knows_key (document);
  test = run_test_new_document (document);
  consent = troupe_consent_new_for_run (test->run);
  text = troupe_consent_describe (consent);
  g_test_message ("%s\n%s", document, text);
  return has_canary (consent, sections[access]);
}

/* Every field of crews, tasks, agents, models and servers declares its access, and the consent
 * contains it. */
static void
test_crews (void)
{
  gboolean has_used[G_N_ELEMENTS (crew_rows)] = { FALSE };

  for (guint owner = 0; owner < TROUPE_CREW_OWNER_N; owner++)
    for (const TroupeCrewField *field = troupe_crew_field_list ((TroupeCrewOwner) owner);
         field->key != NULL; field++)
      {
        const TroupeCrewOwner row_owner = owner == TROUPE_CREW_OWNER_CONDITIONAL
                                              ? TROUPE_CREW_OWNER_TASK
                                              : (TroupeCrewOwner) owner;
        g_autofree char *document = NULL;
        guint row;

        if (field->access == TROUPE_FIELD_ACCESS_UNDECLARED)
          g_error ("%s of %s: the access is not declared in troupe-crew-field-table.c", field->key,
                   troupe_crew_owner_get_title ((TroupeCrewOwner) owner));
        if (field->access == TROUPE_FIELD_ACCESS_NONE)
          continue;
        for (row = 0; row < G_N_ELEMENTS (crew_rows); row++)
          if (g_str_equal (crew_rows[row].key, field->key) &&
              (crew_rows[row].owner == row_owner || crew_rows[row].owner == TROUPE_CREW_OWNER_N))
            break;
        if (row == G_N_ELEMENTS (crew_rows))
          g_error ("%s of %s gives access to something: add a row to crew_rows", field->key,
                   troupe_crew_owner_get_title ((TroupeCrewOwner) owner));
        has_used[row] = TRUE;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        document = g_strdup_printf (crew_rows[row].place != NULL ? crew_rows[row].place
                                                                 : crew_places[owner],
                                    crew_rows[row].member);
#pragma GCC diagnostic pop
        if (!is_covered (document, field->access))
          g_error ("%s of %s is not part of the consent", field->key,
                   troupe_crew_owner_get_title ((TroupeCrewOwner) owner));
      }
  for (guint i = 0; i < G_N_ELEMENTS (crew_rows); i++)
    g_assert_true (has_used[i]);
}

static void
test_flows (void)
{
  for (guint object = 0; object < TROUPE_FLOW_OBJECT_N; object++)
    {
      g_autofree const char **names = troupe_flow_keys_list_names ((TroupeFlowObject) object);

      g_assert_nonnull (names[0]);
      for (guint i = 0; names[i] != NULL; i++)
        {
          const TroupeFlowKey *key = &troupe_flow_keys_list ((TroupeFlowObject) object)[i];
          g_autofree char *name = g_strdup (key->key);
          guint row;

          if (key->access == TROUPE_FIELD_ACCESS_UNDECLARED)
            g_error ("%s: the access is not declared in troupe-flow-keys.c", key->key);
          if (key->access == TROUPE_FIELD_ACCESS_NONE)
            continue;
          /* The Python name of a key has the same meaning. */
          if (g_str_has_suffix (name, "_"))
            name[strlen (name) - 1] = '\0';
          for (row = 0; row < G_N_ELEMENTS (flow_rows); row++)
            if (flow_rows[row].object == object && g_str_equal (flow_rows[row].key, name))
              break;
          if (row == G_N_ELEMENTS (flow_rows))
            g_error ("%s gives access to something: add a row to flow_rows", key->key);
          if (!is_covered (flow_rows[row].document, key->access))
            g_error ("%s is not part of the consent", key->key);
        }
    }
}

/* Fields that no table contains, because a model may have any settings. */
static void
test_settings (void)
{
  g_assert_true (is_covered (
      FLOW (AGENT (", 'llm': {'model': 'openai/m', 'api_base': 'http://" CANARY ".example/v1'}")),
      TROUPE_FIELD_ACCESS_HOST));
  g_assert_true (is_covered (FLOW (AGENT (", 'llm': {'model': 'openai/m', 'api_key': '" KEY "'}")),
                             TROUPE_FIELD_ACCESS_KEY));
  g_assert_true (is_covered (FLOW (AGENT (", 'mcps': ['https://" CANARY ".example/x']")),
                             TROUPE_FIELD_ACCESS_HOST));
  g_assert_true (
      is_covered (FLOW (CREW (", 'knowledge_sources': [{'source_type': 'docling', 'file_paths': "
                              "['https://" CANARY ".example/x.md']}]",
                              "", "")),
                  TROUPE_FIELD_ACCESS_HOST));
  g_assert_true (
      is_covered (FLOW (CREW (", 'memory': {'llm': " LLM "}", "", "")), TROUPE_FIELD_ACCESS_HOST));
}

/* Members of fields that contain more than one address, path or name. */
static void
test_parts (void)
{
  static const struct
  {
    const char *document;
    TroupeFieldAccess access;
  } cases[] = {
    { FLOW (CREW (", 'memory': {'memory_kind': 'memory', 'llm': " LLM "}", "", "")),
      TROUPE_FIELD_ACCESS_HOST },
    { FLOW (CREW (", 'memory': {'memory_kind': 'memory', 'embedder': " EMBEDDER "}", "", "")),
      TROUPE_FIELD_ACCESS_HOST },
    { FLOW (CREW (", 'memory': {'memory_kind': 'scope', 'root_path': '/x'}, 'embedder': " EMBEDDER,
                  "", "")),
      TROUPE_FIELD_ACCESS_HOST },
    { FLOW (CREW ("", ", 'memory': {'memory_kind': 'memory', 'llm': " LLM "}", "")),
      TROUPE_FIELD_ACCESS_HOST },
    { FLOW (AGENT (", 'memory': {'llm': " LLM "}")), TROUPE_FIELD_ACCESS_HOST },
    { FLOW (AGENT (", 'llm': {'model': 'openai/m', 'x-troupe-fallback': {'model': 'openai/n', "
                   "'x-troupe-fallback': " LLM "}}")),
      TROUPE_FIELD_ACCESS_HOST },
    { FLOW (CREW ("", ", 'planning': true, 'planning_config': {'llm': " LLM "}", "")),
      TROUPE_FIELD_ACCESS_HOST },
    { FLOW (
          CREW (", 'knowledge_sources': [{'source_type': 'json', 'file_paths': ['a.json', '" CANARY
                ".json']}]",
                "", "")),
      TROUPE_FIELD_ACCESS_PATH },
    { FLOW (CREW ("", "", ", 'input_files': {'a': 'a.txt', 'b': {'path': '" CANARY ".txt'}}")),
      TROUPE_FIELD_ACCESS_PATH },
    { FLOW (AGENT (", 'mcps': [{'command': 'sh', 'args': ['-c', 'x', '--y=" CANARY "']}]")),
      TROUPE_FIELD_ACCESS_COMMAND },
    { FLOW (AGENT (", 'mcps': [{'url': 'https://x.example/x?a=" KEY "'}]")),
      TROUPE_FIELD_ACCESS_KEY },
    { FLOW (AGENT (", 'mcps': [{'command': 'sh', 'env': {'A': 'b', 'OTHER_SECRET': '" KEY "'}}]")),
      TROUPE_FIELD_ACCESS_KEY },
    { FLOW (
          CREW (", 'embedder': {'provider': 'openai', 'config': {'api_key': '" KEY "'}}", "", "")),
      TROUPE_FIELD_ACCESS_KEY },
    { FLOW (CREW (", 'memory': {'memory_kind': 'memory', 'llm': {'model': 'openai/m', 'api_key': "
                  "'" KEY "'}}",
                  "", "")),
      TROUPE_FIELD_ACCESS_KEY },
    { FLOW ("{'call': 'each', 'in': '[1]', 'do': [{'name': 's', 'action': " AGENT (
          ", 'llm': " LLM) "}]}"),
      TROUPE_FIELD_ACCESS_HOST },
    { HEAD "'conversational': {'llm': 'mock/echo', 'router': {'llm': " LLM "}}, " METHOD ("") "}",
      TROUPE_FIELD_ACCESS_HOST },
    { HEAD "'conversational': {'llm': 'mock/echo', 'intent_llm': " LLM "}, " METHOD ("") "}",
      TROUPE_FIELD_ACCESS_HOST },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    if (!is_covered (cases[i].document, cases[i].access))
      g_error ("not part of the consent: %s", cases[i].document);
}

/* Returns the digest of the consent to a document. (transfer full) */
static char *
make_digest (const char *document)
{
  g_autoptr (RunTest) test = run_test_new_document (document);
  g_autoptr (TroupeConsent) consent = troupe_consent_new_for_run (test->run);

  return g_strdup (troupe_consent_get_digest (consent));
}

/* What is under `x-troupe` and changes what a run does is part of the consent, and what is only layout is not. */
static void
test_extension (void)
{
  static const char *const pins[] = { "'pins': {'m': 'a'}", "'pins': {'m': 'b'}", "'muted': ['m']",
                                      "'muted': ['n']", "'pins': {'m/t': 'a'}" };
  g_autofree char *plain = make_digest (HEAD METHOD ("") "}");
  g_autofree char *layout =
      make_digest (HEAD METHOD ("") ", 'x-troupe': {'positions': {'m': [1, 2]}}}");
  g_autoptr (GHashTable) digests = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  g_assert_cmpstr (plain, ==, layout);
  g_hash_table_add (digests, g_steal_pointer (&plain));
  for (guint i = 0; i < G_N_ELEMENTS (pins); i++)
    {
      g_autofree char *document = g_strdup_printf (HEAD METHOD ("") ", 'x-troupe': {%s}}", pins[i]);

      g_test_message ("%s", pins[i]);
      g_assert_true (g_hash_table_add (digests, make_digest (document)));
    }
}

static void
write_agent (const char *model)
{
  g_autofree char *text =
      g_strdup_printf ("{\"role\":\"r\",\"goal\":\"g\",\"backstory\":\"b\",\"llm\":\"%s\"}", model);

  g_assert_true (g_file_set_contents ("one/agents/a.jsonc", text, -1, NULL));
}

/* The crew that is compared with the consent is the one that the run has read and executes, although code of another run
 * replaces the file in between. */
static void
test_prepared (gconstpointer data)
{
  const gboolean is_replaced = GPOINTER_TO_INT (data);
  g_autoptr (RunTest) test = NULL;
  g_autoptr (TroupeConsent) consent = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;

  g_assert_cmpint (g_mkdir_with_parents ("one/agents", 0700), ==, 0);
  g_assert_true (g_file_set_contents (
      "one/crew.jsonc",
      "{\"name\":\"c\",\"agents\":[\"a\"],\"tasks\":[{\"name\":\"t\",\"description\":\"d\","
      "\"expected_output\":\"e\",\"agent\":\"a\"}]}",
      -1, NULL));
  write_agent ("mock/say:shown");
  test = run_test_new_document (FLOW ("{'call': 'crew', 'from_declaration': 'one'}"));
  consent = troupe_consent_new_for_run (test->run);
  troupe_run_set_agreed_code (test->run, troupe_consent_get_code (consent));
  g_assert_true (troupe_run_set_granted (test->run, troupe_consent_get_content (consent),
                                         troupe_consent_get_report (consent)));
  if (is_replaced)
    write_agent ("mock/say:replaced");
  g_assert_true (troupe_run_prepare (test->run, &error));
  write_agent ("mock/say:shown");
  g_assert_cmpint (troupe_run_check_consent (test->run, &error, &path), ==, !is_replaced);
  if (is_replaced)
    g_assert_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_CONSENT);
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = NULL;
  int status;

  g_test_init (&argc, &argv, NULL);
  /* The documents have no path, so that the current folder is theirs. */
  folder = g_dir_make_tmp ("troupe-fields-XXXXXX", NULL);
  g_assert_no_errno (g_chdir (folder));
  g_test_add_func ("/run/consent-fields/crews", test_crews);
  g_test_add_func ("/run/consent-fields/flows", test_flows);
  g_test_add_func ("/run/consent-fields/settings", test_settings);
  g_test_add_func ("/run/consent-fields/parts", test_parts);
  g_test_add_func ("/run/consent-fields/extension", test_extension);
  g_test_add_data_func ("/run/consent-fields/prepared", GINT_TO_POINTER (FALSE), test_prepared);
  g_test_add_data_func ("/run/consent-fields/prepared/replaced", GINT_TO_POINTER (TRUE),
                        test_prepared);
  status = g_test_run ();
  remove_all (folder);
  return status;
}
