/* test-consent.c: everything that a document could do, as the object to which a user agrees
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "run-test.h"
#include "troupe-consent.h"
#include "troupe-crew-training-file.h"
#include "troupe-llm-defaults.h"
#include "../test-remove.h"

typedef struct
{
  char *folder; /* of the document, without symbolic links */
  char *path;   /* of the document */
  char *data;   /* the data folder */
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  self->folder = g_dir_make_tmp ("troupe-consent-XXXXXX", NULL);
  self->path = g_build_filename (self->folder, "flow.json", NULL);
  self->data = g_build_filename (self->folder, ".data", NULL);
  g_assert_no_errno (g_mkdir (self->data, 0700));
  g_assert_true (g_file_set_contents (self->path, "{}", -1, NULL));
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  remove_all (self->folder);
  g_free (self->folder);
  g_free (self->path);
  g_free (self->data);
}

static void
write_file (Fixture *self, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (self->folder, name, NULL);
  g_autofree char *folder = g_path_get_dirname (path);

  g_assert_no_errno (g_mkdir_with_parents (folder, 0700));
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

/* Creates the consent to a document in the folder. @document: as for run_test_new_document() */
static TroupeConsent *
make_consent (Fixture *self, const char *document)
{
  g_autoptr (RunTest) test = run_test_new_document (document);

  g_assert_false (troupe_flow_has_errors (test->flow));
  troupe_run_set_store (test->run, NULL, self->path, NULL);
  troupe_run_set_folder (test->run, self->folder);
  return troupe_consent_new_for_run (test->run);
}

/* Returns the entry whose text begins or ends like this. (nullable) */
static const TroupeConsentEntry *
find_entry (TroupeConsent *consent, TroupeConsentSection section, const char *part)
{
  for (guint i = 0; i < troupe_consent_get_n_entries (consent); i++)
    {
      const TroupeConsentEntry *entry = troupe_consent_get_entry (consent, i);

      if (entry->section == section && strstr (entry->text, part) != NULL)
        return entry;
    }
  return NULL;
}

/* Asserts that there is one entry with @part, and that its text is @part with these facts. */
static void
assert_entry (TroupeConsent *consent,
              TroupeConsentSection section,
              const char *part,
              const char *facts)
{
  const TroupeConsentEntry *entry = find_entry (consent, section, part);
  g_autofree char *end = g_strdup_printf ("%s (%s)", part, facts);
  g_autofree char *all = troupe_consent_describe (consent);

  g_test_message ("%s", all);
  g_assert_nonnull (entry);
  g_assert_true (g_str_has_suffix (entry->text, end));
}

#define FLOW(more) "{'schema': 'crewai.flow/v1', 'name': 'F'" more "}"
#define METHOD(action) ", 'methods': {'a': {'start': true, 'do': " action "}}"
#define NOTHING METHOD ("{'call': 'expression', 'expr': '1'}")
#define AGENT(more)                                                                                \
  "{'call': 'agent', 'with': {'role': 'r', 'goal': 'g', 'backstory': 'b', 'input': 'i'" more "}}"
#define CREW(crew, agent, task)                                                                    \
  "{'call': 'crew', 'with': {" crew "'agents': {'a': {'role': 'r', 'goal': 'g', 'backstory': "     \
  "'b', 'llm': 'mock/echo'" agent "}}, 'tasks': [{'description': 'd', 'expected_output': 'e', "    \
  "'agent': 'a'" task "}]}}"

/* --- Files ------------------------------------------------------------------------------------ */

/* Each file that a document names is listed by its own name, with what happens to it. */
static void
test_files (Fixture *self, gconstpointer data)
{
  static const struct
  {
    const char *document;
    const char *file;
    const char *before; /* if the file does not exist */
    const char *after;  /* if it exists */
    gboolean is_text;   /* its content instructs models, and is part of the consent */
  } rows[] = {
    { FLOW (METHOD (CREW ("", "", ", 'output_file': 'out/x.md'"))), "/out/x.md",
      "writes a new file", "writes, replaces the existing file" },
    { FLOW (METHOD (CREW ("'output_log_file': true, ", "", ""))), "/logs.txt", "writes a new file",
      "adds to the existing file" },
    { FLOW (METHOD (CREW ("'prompt_file': 'p.json', ", "", ""))), "/p.json",
      "reads, does not exist", "reads", TRUE },
    { FLOW (METHOD (CREW ("'trained_agents_file': 't', ", "", ""))), "/t.pkl",
      "reads, does not exist", "reads", TRUE },
    { FLOW (METHOD (CREW ("", "", ", 'input_files': {'x': 'in.txt'}"))), "/in.txt",
      "reads, does not exist", "sends its content to the model, 1 byte" },
    { FLOW (METHOD (CREW ("",
                          ", 'knowledge_sources': [{'source_type': 'text_file', 'file_paths': "
                          "['k.txt']}]",
                          ""))),
      "/knowledge/k.txt", "reads, does not exist", "reads" },
    { FLOW (", 'persist': {'enabled': true, 'persistence': {'persistence_type': "
            "'SQLiteFlowPersistence', 'db_path': 's/s.db'}}" NOTHING),
      "/s/s.db", "writes a new file", "reads, adds to the existing file" },
    { FLOW (", 'config': {'checkpoint': {'location': 'c.db', 'provider': {'provider_type': "
            "'sqlite'}}}" NOTHING),
      "/c.db", "writes a new file", "adds to the existing file" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (TroupeConsent) before = make_consent (self, rows[i].document);
      g_autoptr (TroupeConsent) after = NULL;
      g_autofree char *path = g_strconcat (self->folder, rows[i].file, NULL);

      assert_entry (before, TROUPE_CONSENT_FILES, path, rows[i].before);
      g_assert_true (troupe_consent_is_needed (before));
      write_file (self, rows[i].file, "x");
      after = make_consent (self, rows[i].document);
      assert_entry (after, TROUPE_CONSENT_FILES, path, rows[i].after);
      /* The first run creates files, which must not require another consent. */
      if (rows[i].is_text)
        g_assert_cmpstr (troupe_consent_get_digest (before), !=, troupe_consent_get_digest (after));
      else
        g_assert_cmpstr (troupe_consent_get_digest (before), ==, troupe_consent_get_digest (after));
    }
}

/* The consent warns of output files from which other programs may take something, as the file tools refuse them: by their name, and in a project by
 * their place. */
static void
test_files_of_programs (Fixture *self, gconstpointer data)
{
  static const struct
  {
    const char *name;
    gboolean warns;
    gboolean warns_in_project;
  } rows[] = {
    { "report.md", FALSE, TRUE },       { "out/results.json", FALSE, TRUE },
    { "chart.png", FALSE, FALSE },      { "cucumber.json", TRUE, TRUE },
    { "src/jasmine.json", TRUE, TRUE }, { "rules.md", TRUE, TRUE },
    { "CONVENTIONS.md", TRUE, TRUE },   { "SKILL.md", TRUE, TRUE },
    { "run.sh", TRUE, TRUE },
  };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (rows); i++)
    {
      const guint row = i % G_N_ELEMENTS (rows);
      const gboolean is_project = i >= G_N_ELEMENTS (rows);
      g_autofree char *document =
          g_strdup_printf (FLOW (METHOD (CREW ("", "", ", 'output_file': '%s'"))), rows[row].name);
      g_autofree char *path = g_build_filename (self->folder, rows[row].name, NULL);
      g_autoptr (TroupeConsent) consent = NULL;

      if (is_project)
        write_file (self, "/package.json", "{}");
      consent = make_consent (self, document);
      assert_entry (
          consent, TROUPE_CONSENT_FILES, path,
          (is_project ? rows[row].warns_in_project : rows[row].warns)
              ? "writes a new file, other programs may execute it or take settings from it"
              : "writes a new file");
    }
}

static void
test_folders (Fixture *self, gconstpointer data)
{
  g_autofree char *skill = g_build_filename (self->folder, "skills/one", NULL);
  g_autofree char *points = g_build_filename (self->folder, "points", NULL);
  g_autoptr (TroupeConsent) consent =
      make_consent (self, FLOW (", 'config': {'checkpoint': {'location': 'points'}}" METHOD (
                              AGENT (", 'llm': 'mock/echo', 'skills': ['skills/one']"))));

  assert_entry (consent, TROUPE_CONSENT_FILES, skill, "reads, does not exist");
  assert_entry (consent, TROUPE_CONSENT_FILES, points,
                "writes and deletes files in this new folder");
}

/* A name that depends on inputs is shown as a pattern, in the folder where it is resolved. */
static void
test_pattern (Fixture *self, gconstpointer data)
{
  static const char document[] = FLOW (METHOD (CREW ("", "", ", 'output_file': 'out/{topic}.md'")));
  g_autofree char *path = g_build_filename (self->folder, "out/{topic}.md", NULL);
  g_autofree char *out = g_build_filename (self->folder, "out", NULL);
  g_autofree char *facts = NULL;
  g_autoptr (TroupeConsent) before = make_consent (self, document);
  g_autoptr (TroupeConsent) after = NULL;

  assert_entry (before, TROUPE_CONSENT_FILES, path,
                "writes, replaces existing files, the name depends on the inputs");
  g_assert_no_errno (symlink ("/etc", out));
  after = make_consent (self, document);
  assert_entry (after, TROUPE_CONSENT_FILES, path,
                "writes, replaces existing files, the name depends on the inputs, leads to "
                "/etc/{topic}.md");
  g_assert_cmpstr (troupe_consent_get_digest (before), !=, troupe_consent_get_digest (after));
}

/* If a name becomes a link to another location, the user is asked again. This applies to links to
 * files, to folders, and to files that do not exist yet. */
static void
test_links (Fixture *self, gconstpointer data)
{
  static const char document[] = FLOW (METHOD (CREW ("", "", ", 'output_file': 'out/x.md'")));
  static const struct
  {
    const char *link;
    const char *target;
    const char *place;
  } rows[] = {
    { "out/x.md", "/etc/hostname", "/etc/hostname" },
    { "out/x.md", "/etc/missing.md", "/etc/missing.md" },
    { "out", "/etc", "/etc/x.md" },
    { "out", "/nowhere/else", "/nowhere/else/x.md" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *link = g_build_filename (self->folder, rows[i].link, NULL);
      g_autofree char *out = g_build_filename (self->folder, "out", NULL);
      g_autofree char *path = g_build_filename (self->folder, "out/x.md", NULL);
      g_autofree char *facts = g_strdup_printf ("leads to %s", rows[i].place);
      g_autoptr (TroupeConsent) before = make_consent (self, document);
      g_autoptr (TroupeConsent) after = NULL;
      const TroupeConsentEntry *entry;

      if (strchr (rows[i].link, '/') != NULL)
        g_assert_no_errno (g_mkdir (out, 0700));
      g_assert_no_errno (symlink (rows[i].target, link));
      after = make_consent (self, document);
      entry = find_entry (after, TROUPE_CONSENT_FILES, path);
      g_assert_nonnull (entry);
      g_test_message ("%s", entry->text);
      g_assert_nonnull (strstr (entry->text, facts));
      g_assert_cmpstr (troupe_consent_get_digest (before), !=, troupe_consent_get_digest (after));
      g_assert_no_errno (g_unlink (link));
      g_rmdir (out);
    }
}

/* A file of trained agents is shown when it exists, but does not require a consent by itself. Its content is a part of
 * one, because no training of the user has written it. */
static void
test_trained (Fixture *self, gconstpointer data)
{
  static const char document[] = FLOW (METHOD (CREW ("", "", "")));
  g_autofree char *path = g_build_filename (self->folder, "trained_agents_data.pkl", NULL);
  g_autoptr (TroupeConsent) before = make_consent (self, document);
  g_autoptr (TroupeConsent) after = NULL;

  g_assert_false (troupe_consent_is_needed (before));
  g_assert_cmpuint (troupe_consent_count (before, TROUPE_CONSENT_FILES), ==, 0);
  write_file (self, "trained_agents_data.pkl", "x");
  after = make_consent (self, document);
  assert_entry (after, TROUPE_CONSENT_FILES, path, "reads");
  g_assert_false (troupe_consent_is_needed (after));
  g_assert_cmpstr (troupe_consent_get_digest (before), !=, troupe_consent_get_digest (after));
}

/* The trained agents in the working folder of a document without a file are those of other documents: they are neither
 * read nor a part of the consent. */
static void
test_trained_unsaved (Fixture *self, gconstpointer data)
{
  static const char document[] = FLOW (METHOD (CREW ("", "", "")));
  g_autofree char *path = g_build_filename (self->folder, "trained_agents_data.pkl", NULL);
  g_autoptr (TroupeValue) trained =
      troupe_value_from_json ("{\"r\": {\"suggestions\": [\"Be brief.\"]}}", -1, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (troupe_crew_training_file_save_trained (path, trained, &error));
  g_assert_no_error (error);
  for (guint i = 0; i < 2; i++)
    {
      const gboolean is_unsaved = i == 1;
      g_autoptr (RunTest) test = run_test_new_document (document);
      g_autoptr (TroupeConsent) consent = NULL;
      g_autofree char *output = NULL;

      troupe_run_set_folder (test->run, self->folder);
      troupe_run_set_unsaved (test->run, is_unsaved);
      consent = troupe_consent_new_for_run (test->run);
      g_assert_cmpuint (troupe_consent_count (consent, TROUPE_CONSENT_FILES), ==,
                        is_unsaved ? 0 : 1);
      run_test_execute (test);
      g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_OK);
      output = run_test_text (test->result->final);
      g_assert_cmpint (strstr (output, "Be brief.") == NULL, ==, is_unsaved);
    }
}

/* A file that is a folder or a pipe is not what the user has allowed. */
static void
test_type (Fixture *self, gconstpointer data)
{
  static const char document[] = FLOW (METHOD (CREW ("'prompt_file': 'p.json', ", "", "")));
  g_autofree char *path = g_build_filename (self->folder, "p.json", NULL);
  g_autoptr (TroupeConsent) before = make_consent (self, document);
  g_autoptr (TroupeConsent) after = NULL;

  g_assert_no_errno (g_mkdir (path, 0700));
  after = make_consent (self, document);
  assert_entry (after, TROUPE_CONSENT_FILES, path, "reads, is a folder");
  g_assert_cmpstr (troupe_consent_get_digest (before), !=, troupe_consent_get_digest (after));
}

/* --- Hosts and keys --------------------------------------------------------------------------- */

/* For each host the user sees which keys it receives, whether the connection is encrypted, and
 * whether its name imitates another one. */
static void
test_hosts (Fixture *self, gconstpointer data)
{
  static const struct
  {
    const char *action;
    const char *host;
    const char *facts;
  } rows[] = {
    { AGENT (", 'llm': 'openai/gpt-4.1'"), "api.openai.com", "receives OPENAI_API_KEY" },
    { AGENT (", 'llm': {'model': 'openai/m', 'api_key': 'sk-0123456789abcdef'}"), "api.openai.com",
      "receives a key in the document" },
    { AGENT (", 'llm': {'model': 'openai/m', 'base_url': 'http://there.example/v1'}"),
      "there.example/v1", "receives OPENAI_API_KEY, unencrypted, not the address of OpenAI" },
    { AGENT (", 'llm': {'model': 'openai/m', 'base_url': 'http://127.0.0.1:99/v1'}"),
      "127.0.0.1:99", "receives OPENAI_API_KEY" },
    { AGENT (", 'llm': {'model': 'openai/m', 'base_url': 'https://api.openai.com.evil.example'}"),
      "api.openai.com.evil.example", "receives OPENAI_API_KEY, imitates openai.com" },
    { AGENT (", 'llm': {'model': 'openai/m', 'base_url': 'https://api.opena1.com/v1'}"),
      "api.opena1.com/v1", "receives OPENAI_API_KEY, imitates openai.com" },
    /* A Cyrillic letter o. */
    { AGENT (", 'llm': {'model': 'openai/m', 'base_url': 'https://api.\320\276penai.com/v1'}"),
      "api.xn--penai-iye.com/v1", "receives OPENAI_API_KEY, imitates openai.com" },
    { AGENT (", 'llm': {'model': 'openai/m', 'base_url': 'https://\347\275\221.example/v1'}"),
      "xn--ur0a.example/v1",
      "receives OPENAI_API_KEY, its name contains letters of other alphabets" },
    { AGENT (", 'llm': {'model': 'openai/m', 'base_url': "
             "'https://api.openai.com@evil.example/v1'}"),
      "evil.example/v1", "receives OPENAI_API_KEY, imitates openai.com" },
    { AGENT (", 'llm': 'mock/echo', 'mcps': ['https://mcp.example/x']"), "mcp.example/x",
      "receives the token of your sign-in, if you have signed in or do so" },
    { AGENT (", 'llm': 'mock/echo', 'mcps': [{'url': 'https://mcp.example/x', 'headers': "
             "{'Authorization': 'Bearer ${MCP_TOKEN}'}}]"),
      "mcp.example/x", "receives MCP_TOKEN" },
    { AGENT (", 'llm': 'mock/echo', 'mcps': [{'url': 'https://mcp.example/x', 'headers': "
             "{'Authorization': 'Bearer 0123456789abcdef'}}]"),
      "mcp.example/x", "receives a key in the document" },
    { AGENT (", 'llm': 'mock/echo', 'a2a': {'endpoint': 'https://agent.example/card.json'}"),
      "agent.example/card.json", "receives no key" },
    { AGENT (", 'llm': 'mock/echo', 'tools': ['SerperDevTool']"), "google.serper.dev",
      "receives SERPER_API_KEY" },
    { CREW ("",
            ", 'embedder': {'provider': 'cohere', 'config': {}}, 'knowledge_sources': "
            "[{'source_type': 'string', 'content': 'c'}]",
            ""),
      "api.cohere.com", "receives COHERE_API_KEY, CO_API_KEY, EMBEDDINGS_COHERE_API_KEY" },
    { AGENT (", 'llm': {'model': 'bedrock/anthropic.claude-3', 'region_name': 'eu-west-1'}"),
      "bedrock-runtime.eu-west-1.amazonaws.com",
      "receives AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN" },
    { AGENT (", 'llm': {'model': 'azure/gpt-4o', 'base_url': 'https://mine.openai.azure.com'}"),
      "mine.openai.azure.com", "receives AZURE_API_KEY" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *document = g_strdup_printf (FLOW (METHOD ("%s")), rows[i].action);
      g_autoptr (TroupeConsent) consent = make_consent (self, document);

      assert_entry (consent, TROUPE_CONSENT_HOSTS, rows[i].host, rows[i].facts);
      g_assert_true ((strstr (rows[i].facts, "imitates") != NULL ||
                      strstr (rows[i].facts, "not the address") != NULL ||
                      strstr (rows[i].facts, "alphabets") != NULL) ==
                     (find_entry (consent, TROUPE_CONSENT_HOSTS, rows[i].host)->warning != NULL));
    }
}

/* A program is shown with the file that is started and the keys that it receives. If PATH leads to
 * another file, the user is asked again. */
static void
test_programs (Fixture *self, gconstpointer data)
{
  static const char document[] =
      FLOW (METHOD (AGENT (", 'llm': 'mock/echo', 'mcps': [{'command': 'consent-server', 'args': "
                           "['a b'], 'env': {'TOKEN': '${MY_TOKEN}'}}]")));
  static const char *const folders[] = { ".one", ".two" };
  g_autofree char *before = g_strdup (g_getenv ("PATH"));
  g_autofree char *last = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *folder = g_build_filename (self->folder, folders[i], NULL);
      g_autofree char *program = g_build_filename (folder, "consent-server", NULL);
      g_autofree char *path = g_strdup_printf ("%s:%s", folder, before);
      g_autofree char *facts = g_strdup_printf ("starts %s, receives MY_TOKEN", program);
      g_autoptr (TroupeConsent) consent = NULL;

      g_assert_no_errno (g_mkdir (folder, 0700));
      g_assert_true (g_file_set_contents_full (program, "#!/bin/sh\n", -1, G_FILE_SET_CONTENTS_NONE,
                                               0700, NULL));
      g_setenv ("PATH", path, TRUE);
      consent = make_consent (self, document);
      g_setenv ("PATH", before, TRUE);
      assert_entry (consent, TROUPE_CONSENT_PROGRAMS, "“consent-server 'a b'”", facts);
      g_assert_cmpstr (last, !=, troupe_consent_get_digest (consent));
      g_free (last);
      last = g_strdup (troupe_consent_get_digest (consent));
    }
}

/* --- Settings of the environment -------------------------------------------------------------- */

/* Variables that lead connections elsewhere or select the code that runs are shown, without
 * passwords, and are part of the consent. A document without hosts and code is not affected. */
static void
test_settings (Fixture *self, gconstpointer data)
{
  static const struct
  {
    const char *variable;
    const char *value;
    const char *text;
    gboolean is_of_code;
  } rows[] = {
    { "http_proxy", "http://p.example:1", "http_proxy=http://p.example:1", FALSE },
    { "https_proxy", "http://me:secret@p.example:1", "https_proxy=http://p.example:1", FALSE },
    { "all_proxy", "socks5://p.example", "all_proxy=socks5://p.example", FALSE },
    { "no_proxy", "a, b", "no_proxy=“a, b”", FALSE },
    { "PYTHONPATH", "/somewhere", "PYTHONPATH=/somewhere", TRUE },
  };
  static const char *const documents[] = {
    FLOW (METHOD (AGENT (", 'llm': 'openai/gpt-4.1'"))),
    FLOW (METHOD ("{'call': 'script', 'code': 'return 1'}")),
    FLOW (NOTHING),
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows) * G_N_ELEMENTS (documents); i++)
    {
      const guint row = i / G_N_ELEMENTS (documents);
      const guint document = i % G_N_ELEMENTS (documents);
      const gboolean applies = document == (rows[row].is_of_code ? 1 : 0);
      g_autofree char *former = g_strdup (g_getenv (rows[row].variable));
      g_autoptr (TroupeConsent) before = NULL;
      g_autoptr (TroupeConsent) after = NULL;
      const TroupeConsentEntry *entry;

      g_unsetenv (rows[row].variable);
      before = make_consent (self, documents[document]);
      g_setenv (rows[row].variable, rows[row].value, TRUE);
      after = make_consent (self, documents[document]);
      g_unsetenv (rows[row].variable);
      if (former != NULL)
        g_setenv (rows[row].variable, former, TRUE);
      entry = find_entry (after, TROUPE_CONSENT_SETTINGS, rows[row].text);
      g_assert_true ((entry != NULL) == applies);
      g_assert_true (g_str_equal (troupe_consent_get_digest (before),
                                  troupe_consent_get_digest (after)) == !applies);
    }
}

/* Variables that select a file or a server change the entry of the file or server. */
static void
test_selecting_variables (Fixture *self, gconstpointer data)
{
  static const struct
  {
    const char *variable;
    const char *value;
    const char *document;
    TroupeConsentSection section;
    const char *text;
  } rows[] = {
    { "CREWAI_TRAINED_AGENTS_FILE", "/elsewhere/t.pkl", FLOW (METHOD (CREW ("", "", ""))),
      TROUPE_CONSENT_FILES, "/elsewhere/t.pkl (reads, does not exist)" },
    { "CREWAI_STORAGE_DIR", "/elsewhere", FLOW (", 'persist': {'enabled': true}" NOTHING),
      TROUPE_CONSENT_FILES, "/elsewhere/flow_states.db (writes a new file)" },
    { "OPENAI_BASE_URL", "http://elsewhere.example/v1",
      FLOW (METHOD (AGENT (", 'llm': 'openai/gpt-4.1'"))), TROUPE_CONSENT_HOSTS,
      "elsewhere.example/v1 (receives OPENAI_API_KEY, unencrypted, not the address of OpenAI)" },
    { "MODEL", "anthropic/claude-sonnet-4-5", FLOW (METHOD (AGENT (""))), TROUPE_CONSENT_HOSTS,
      "api.anthropic.com (receives ANTHROPIC_API_KEY)" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (TroupeConsent) before = NULL;
      g_autoptr (TroupeConsent) after = NULL;
      g_autofree char *text = NULL;

      g_unsetenv (rows[i].variable);
      before = make_consent (self, rows[i].document);
      g_setenv (rows[i].variable, rows[i].value, TRUE);
      after = make_consent (self, rows[i].document);
      g_unsetenv (rows[i].variable);
      text = troupe_consent_describe (after);
      g_test_message ("%s", text);
      g_assert_null (find_entry (before, rows[i].section, rows[i].text));
      g_assert_nonnull (find_entry (after, rows[i].section, rows[i].text));
      g_assert_cmpstr (troupe_consent_get_digest (before), !=, troupe_consent_get_digest (after));
    }
}

/* The model that is used because the document names none is shown with where it comes from: the file,
 * the environment, the preferences, or none of them. */
static void
test_default_model (Fixture *self, gconstpointer data)
{
  static const char document[] = FLOW (METHOD (AGENT ("")));
  g_autoptr (GHashTable) preferences = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (TroupeConsent) none = make_consent (self, document);
  g_autoptr (TroupeConsent) preferred = NULL, set = NULL, written = NULL, named = NULL;

  assert_entry (
      none, TROUPE_CONSENT_MODELS, "gpt-4.1-mini",
      "CrewAI’s default model, called where “llm” is not set; set it there, or set MODEL");
  g_hash_table_insert (preferences, (gpointer) "MODEL", (gpointer) "gpt-4.1");
  troupe_llm_defaults_set (preferences);
  preferred = make_consent (self, document);
  assert_entry (preferred, TROUPE_CONSENT_MODELS, "gpt-4.1", "default model, from the preferences");
  g_setenv ("OPENAI_MODEL_NAME", "gpt-5", TRUE);
  g_setenv ("MODEL", "gpt-5-mini", TRUE);
  set = make_consent (self, document);
  assert_entry (set, TROUPE_CONSENT_MODELS, "gpt-5-mini",
                "default model, from MODEL in the environment");
  write_file (self, ".env", "MODEL=gpt-5-nano\n");
  written = make_consent (self, document);
  assert_entry (written, TROUPE_CONSENT_MODELS, "gpt-5-nano", "default model, from MODEL in .env");
  named = make_consent (self, FLOW (METHOD (AGENT (", 'llm': 'gpt-5-nano'"))));
  g_assert_cmpstr (find_entry (named, TROUPE_CONSENT_MODELS, "gpt-5-nano")->text, ==, "gpt-5-nano");
  g_unsetenv ("OPENAI_MODEL_NAME");
  g_unsetenv ("MODEL");
  troupe_llm_defaults_set (NULL);
}

/* --- New entries ------------------------------------------------------------------------------ */

static guint
count_new (TroupeConsent *consent)
{
  guint n_new = 0;

  for (guint i = 0; i < troupe_consent_get_n_entries (consent); i++)
    n_new += troupe_consent_get_entry (consent, i)->is_new ? 1 : 0;
  return n_new;
}

/* If a document asks again, only what was not granted before is marked, and the marks disappear when
 * it is granted or when all consents are withdrawn. */
static void
test_new_entries (Fixture *self, gconstpointer data)
{
  static const char one[] = FLOW (METHOD (AGENT (", 'llm': 'openai/gpt-4.1'")));
  static const char two[] =
      FLOW (METHOD (AGENT (", 'llm': 'openai/gpt-4.1', 'tools': ['SerperDevTool']")));
  g_autoptr (TroupeConsent) first = make_consent (self, one);
  g_autoptr (TroupeConsent) second = make_consent (self, two);
  static const char three[] = FLOW (
      METHOD (AGENT (", 'llm': 'openai/gpt-4.1', 'tools': ['SerperDevTool'], 'max_iter': 7")));
  g_autoptr (TroupeConsent) granted = make_consent (self, two);
  g_autoptr (TroupeConsent) third = make_consent (self, three);
  g_autoptr (TroupeConsent) fourth = make_consent (self, two);
  g_autofree char *none = NULL;
  g_autofree char *some = NULL;
  g_autofree char *same = NULL;
  g_autofree char *text = NULL;
  g_autofree char *gone = NULL;
  g_autoptr (GError) error = NULL;

  troupe_consent_compare (first, self->data);
  none = troupe_consent_describe_changes (first);
  g_assert_null (none);
  g_assert_cmpuint (count_new (first), ==, 0);
  g_assert_false (troupe_consent_was_granted (first, self->data, NULL));
  g_assert_true (troupe_consent_grant (first, self->data, TRUE, 0, &error));
  g_assert_no_error (error);
  g_assert_true (troupe_consent_was_granted (first, self->data, NULL));
  troupe_consent_compare (second, self->data);
  some = troupe_consent_describe_changes (second);
  text = troupe_consent_describe (second);
  g_test_message ("%s", text);
  g_assert_cmpuint (count_new (second), ==, 2);
  g_assert_true (g_str_has_prefix (some, "2 of "));
  g_assert_true (find_entry (second, TROUPE_CONSENT_HOSTS, "google.serper.dev")->is_new);
  g_assert_false (find_entry (second, TROUPE_CONSENT_HOSTS, "api.openai.com")->is_new);
  g_assert_nonnull (strstr (text, "\n  new  google.serper.dev"));
  g_assert_nonnull (strstr (text, "\n       api.openai.com"));
  g_assert_true (troupe_consent_grant (second, self->data, TRUE, 0, &error));
  /* What was granted has not changed. */
  troupe_consent_compare (granted, self->data);
  g_assert_null (troupe_consent_describe_changes (granted));
  troupe_consent_compare (third, self->data);
  same = troupe_consent_describe_changes (third);
  g_assert_cmpuint (count_new (third), ==, 0);
  g_assert_nonnull (strstr (same, "No entry is new."));
  g_assert_true (troupe_permissions_withdraw_all (self->data, &error));
  troupe_consent_compare (fourth, self->data);
  gone = troupe_consent_describe_changes (fourth);
  g_assert_null (gone);
  g_assert_false (troupe_consent_was_granted (fourth, self->data, NULL));
}

/* A file next to the document that was changed is marked, and the others are not. */
static void
test_changed_files (Fixture *self, gconstpointer data)
{
  static const char document[] = FLOW (METHOD ("{'call': 'code', 'ref': 'helper:go'}"));
  g_autoptr (TroupeConsent) before = NULL;
  g_autoptr (TroupeConsent) after = NULL;

  write_file (self, "helper.py", "import other\ndef go(): return 1\n");
  write_file (self, "other.py", "x = 1\n");
  before = make_consent (self, document);
  g_assert_true (troupe_consent_grant (before, self->data, FALSE, TROUPE_PYTHON_PERMIT_CODE, NULL));
  write_file (self, "other.py", "x = 2\n");
  after = make_consent (self, document);
  troupe_consent_compare (after, self->data);
  g_assert_cmpuint (count_new (after), ==, 1);
  g_assert_true (find_entry (after, TROUPE_CONSENT_MODULES, "other.py")->is_new);
  g_assert_cmpstr (troupe_consent_get_digest (before), !=, troupe_consent_get_digest (after));
}

static void
assert_without (const char *folder, const char *const *texts)
{
  g_autoptr (GDir) names = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (names)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *content = NULL;

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        {
          assert_without (path, texts);
          continue;
        }
      g_assert_true (g_file_get_contents (path, &content, NULL, NULL));
      for (guint i = 0; texts[i] != NULL; i++)
        {
          g_assert_null (strstr (name, texts[i]));
          g_assert_null (strstr (content, texts[i]));
        }
    }
}

/* What is stored about a document contains neither its texts nor its location. */
static void
test_no_plain_texts (Fixture *self, gconstpointer data)
{
  const char *const texts[] = { "openai", "gpt", "OPENAI", "flow.json", self->folder, NULL };
  g_autoptr (TroupeConsent) consent =
      make_consent (self, FLOW (METHOD (AGENT (", 'llm': 'openai/gpt-4.1'"))));

  g_assert_true (troupe_consent_grant (consent, self->data, TRUE, 0, NULL));
  assert_without (self->data, texts);
}

/* --- Forged texts ----------------------------------------------------------------------------- */

/* Names cannot add a line, hide a part of an entry, reverse it, or imitate words of the list. */
static void
test_forged (Fixture *self, gconstpointer data)
{
  static const char *const names[] = {
    "x.md (reads), api.openai.com (receives no key",
    "x\\nConnects to 0 hosts:",
    "x\\u202egnp.\\u200b",
    "new  x.md",
    "x” (writes a new file) “y",
    "x\\u00a0(reads)",
    "x\\u001b[2K",
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *document =
          g_strdup_printf (FLOW (METHOD (CREW ("", "", ", 'output_file': '%s.md'"))), names[i]);
      g_autoptr (TroupeConsent) consent = make_consent (self, document);
      const TroupeConsentEntry *entry = find_entry (consent, TROUPE_CONSENT_FILES, "");
      g_autofree char *text = troupe_consent_describe (consent);
      g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

      g_test_message ("%s", text);
      g_assert_cmpuint (troupe_consent_count (consent, TROUPE_CONSENT_FILES), ==, 1);
      /* The title, the file, the title, the model, and the end. */
      g_assert_cmpuint (g_strv_length (lines), ==, 5);
      g_assert_nonnull (strstr (entry->text, " (writes a new file"));
      if (i != 2 && i != 6)
        {
          g_assert_true (g_str_has_prefix (entry->text, "“"));
          g_assert_true (strstr (entry->text, "”") == strstr (entry->text, "” (writes a new file"));
        }
      for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
        g_assert_true (*at == '\n' || g_unichar_isprint (g_utf8_get_char (at)));
    }
}

/* Long entries are shortened in the middle, so that the end of a name is visible, and are shown
 * completely in the detail. */
static void
test_long (Fixture *self, gconstpointer data)
{
  g_autofree char *labels = g_strnfill (61, 'a');
  g_autofree char *document =
      g_strdup_printf (FLOW (METHOD (AGENT (", 'llm': {'model': 'openai/m', 'base_url': "
                                            "'https://api.openai.com.%s.%s.%s.evil.example'}"))),
                       labels, labels, labels);
  g_autoptr (TroupeConsent) consent = make_consent (self, document);
  const TroupeConsentEntry *entry = find_entry (consent, TROUPE_CONSENT_HOSTS, "api.openai.com");
  g_autofree char *whole =
      g_strdup_printf ("api.openai.com.%s.%s.%s.evil.example", labels, labels, labels);
  g_autofree char *text = troupe_consent_describe (consent);

  g_assert_cmpint (g_utf8_strlen (entry->text, -1), <=, 210);
  g_assert_nonnull (strstr (entry->text, ".evil.example (receives OPENAI_API_KEY"));
  g_assert_true (g_str_has_prefix (entry->detail, whole));
  g_assert_nonnull (strstr (text, whole));
}

/* Many entries do not push those with warnings out of sight. */
static void
test_summary (Fixture *self, gconstpointer data)
{
  g_autoptr (GString) agents = g_string_new ("'a': {'start': true, 'do': " AGENT (
      ", 'llm': {'model': 'openai/m', 'base_url': 'https://zzz.evil.example/v1'}") "}");
  g_autofree char *document = NULL;
  g_autofree char *short_document = g_strdup_printf (FLOW (", 'methods': {%s}"), agents->str);
  g_autoptr (TroupeConsent) consent = NULL;
  g_autoptr (TroupeConsent) of_short = make_consent (self, short_document);
  g_autofree char *summary = NULL;
  g_autofree char *none = troupe_consent_summarize (of_short);
  g_auto (GStrv) lines = NULL;

  for (guint i = 0; i < 300; i++)
    g_string_append_printf (
        agents,
        ", 'm%u': {'start': true, 'do': {'call': 'agent', 'with': {'role': 'r', "
        "'goal': 'g', 'backstory': 'b', 'input': 'i', 'llm': {'model': "
        "'openai/m%u', 'base_url': 'http://127.0.0.1:%u/v1'}}}}",
        i, i, 20000 + i);
  document = g_strdup_printf (FLOW (", 'methods': {%s}"), agents->str);
  consent = make_consent (self, document);
  summary = troupe_consent_summarize (consent);
  g_assert_null (none);
  g_assert_nonnull (summary);
  g_test_message ("%s", summary);
  lines = g_strsplit (summary, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), <=, 24);
  g_assert_nonnull (strstr (summary, "zzz.evil.example/v1 (receives OPENAI_API_KEY"));
  g_assert_nonnull (strstr (summary, "more\n"));
}

/* The JSON and the text contain the same entries. */
static void
test_same_texts (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeConsent) consent =
      make_consent (self,
                    FLOW (METHOD (AGENT (", 'llm': 'openai/gpt-4.1', 'tools': ['FileReadTool', "
                                         "'SerperDevTool'], 'mcps': [{'command': 'python3'}]"))));
  g_autoptr (TroupeValue) value = troupe_consent_to_value (consent);
  g_autofree char *text = troupe_consent_describe (consent);
  TroupeValue *entries = troupe_value_map_lookup_string (value, "entries", -1);

  g_assert_cmpuint (troupe_value_list_get_length (entries), ==,
                    troupe_consent_get_n_entries (consent));
  g_assert_cmpstr (troupe_value_get_member_text (value, "digest"), ==,
                   troupe_consent_get_digest (consent));
  for (guint i = 0; i < troupe_consent_get_n_entries (consent); i++)
    {
      const TroupeConsentEntry *entry = troupe_consent_get_entry (consent, i);
      g_autofree char *line = g_strdup_printf ("\n  %s\n", entry->text);

      g_assert_cmpstr (troupe_value_get_member_text (troupe_value_list_get (entries, i), "text"),
                       ==, entry->text);
      g_assert_nonnull (strstr (text, line));
    }
}

/* Returns the mark on the host in the report with which a run begins. */
static gboolean
is_marked (TroupeConsent *consent, const char *host)
{
  TroupeValue *list = troupe_value_get_member_of (troupe_consent_get_report (consent), "recipients",
                                                  TROUPE_VALUE_LIST);

  for (gsize i = 0; i < troupe_value_list_get_length (list); i++)
    {
      TroupeValue *recipient = troupe_value_list_get (list, i);

      if (g_strcmp0 (troupe_value_get_member_text (recipient, "host"), host) == 0)
        return troupe_value_get_member (recipient, "refused") != NULL;
    }
  g_assert_not_reached ();
}

/* A host that is refused alone is not among the entries that are granted, and the run is told to refuse it. The consent is
 * another one than that of the whole list, and does not cover it. */
static void
test_refused_alone (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeConsent) whole = make_consent (
      self, FLOW (METHOD (AGENT (", 'llm': 'openai/gpt-4.1', 'tools': ['ScrapeWebsiteTool']"))));
  g_autoptr (GHashTable) refused = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (TroupeConsent) nothing = troupe_consent_new_without (whole, refused);
  g_autoptr (TroupeConsent) part = NULL;
  const TroupeConsentEntry *host = find_entry (whole, TROUPE_CONSENT_HOSTS, "api.openai.com");
  const TroupeConsentEntry *any = find_entry (whole, TROUPE_CONSENT_HOSTS, "any public");
  const TroupeConsentEntry *model = find_entry (whole, TROUPE_CONSENT_MODELS, "openai");

  g_assert_true (troupe_consent_can_refuse (whole, host));
  g_assert_true (troupe_consent_can_refuse (whole, any));
  g_assert_false (troupe_consent_can_refuse (whole, model));
  g_assert_cmpuint (troupe_consent_get_n_entries (nothing), ==,
                    troupe_consent_get_n_entries (whole));

  g_hash_table_add (refused, host->value);
  g_hash_table_add (refused, any->value);
  g_hash_table_add (refused, model->value); /* cannot be refused alone */
  part = troupe_consent_new_without (whole, refused);
  g_assert_null (find_entry (part, TROUPE_CONSENT_HOSTS, "api.openai.com"));
  g_assert_null (find_entry (part, TROUPE_CONSENT_HOSTS, "any public"));
  g_assert_nonnull (find_entry (part, TROUPE_CONSENT_MODELS, "openai"));
  g_assert_true (is_marked (part, "api.openai.com"));
  g_assert_true (is_marked (part, "*"));
  g_assert_false (is_marked (whole, "api.openai.com"));
  g_assert_cmpstr (troupe_consent_get_digest (part), !=, troupe_consent_get_digest (whole));
  g_assert_cmpstr (troupe_consent_get_content (part), ==, troupe_consent_get_content (whole));
  g_assert_true (troupe_consent_is_covered (part, whole));
  g_assert_false (troupe_consent_is_covered (whole, part));
}

/* The program of a server can be refused alone, but not a host beside it, which it could reach. With Python code, neither can be. */
static void
test_not_refused_alone (Fixture *self, gconstpointer data)
{
  static const char server[] = ", 'mcps': [{'command': 'sh', 'args': ['-c', 'exit 3']}]";
  g_autofree char *agent = g_strdup_printf (", 'llm': 'openai/gpt-4.1'%s", server);
  g_autofree char *plain = g_strdup_printf (FLOW (METHOD (AGENT ("%s"))), agent);
  g_autofree char *coded =
      g_strdup_printf (FLOW (", 'methods': {'a': {'start': true, 'do': " AGENT (
                           "%s") "}, 'b': {'listen': 'a', 'do': "
                                 "{'call': 'script', 'code': 'pass'}}}"),
                       agent);
  g_autoptr (TroupeConsent) programs = make_consent (self, plain);
  g_autoptr (TroupeConsent) code = make_consent (self, coded);

  g_assert_true (troupe_consent_can_refuse (programs, find_entry (programs, TROUPE_CONSENT_PROGRAMS,
                                                                  "sh -c")));
  g_assert_false (troupe_consent_can_refuse (programs, find_entry (programs, TROUPE_CONSENT_HOSTS,
                                                                   "api.openai.com")));
  g_assert_false (
      troupe_consent_can_refuse (code, find_entry (code, TROUPE_CONSENT_PROGRAMS, "sh -c")));
  g_assert_false (
      troupe_consent_can_refuse (code, find_entry (code, TROUPE_CONSENT_HOSTS, "api.openai.com")));
}

/* Which hosts and tools require that even the user's own document is reviewed. */
static void
test_other_hosts (Fixture *self, gconstpointer data)
{
  static const struct
  {
    const char *action;
    gboolean is_other;
  } rows[] = {
    { AGENT (", 'llm': 'openai/m'"), FALSE },
    { AGENT (", 'llm': 'mock/echo', 'tools': ['FileReadTool', 'DirectoryReadTool']"), FALSE },
    { AGENT (", 'llm': 'mock/echo', 'tools': ['ScrapeWebsiteTool']"), FALSE },
    { AGENT (", 'llm': 'mock/echo', 'tools': ['ScrapeWebsiteTool', 'FileReadTool']"), TRUE },
    { AGENT (", 'llm': 'mock/echo', 'tools': ['FileWriterTool', 'ScrapeWebsiteTool']"), TRUE },
    { AGENT (", 'llm': {'model': 'openai/m', 'base_url': 'https://there.example/v1'}"), TRUE },
    { AGENT (", 'llm': {'model': 'openai/m', 'api_key': 'sk-0123456789abcdef'}"), TRUE },
    { CREW ("", "", ", 'output_file': 'notes.md'"), FALSE },
    { CREW ("", "", ", 'output_file': 'conftest.py'"), TRUE },
    { CREW ("", "", ", 'output_file': 'sub/Makefile'"), TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strdup_printf (FLOW (METHOD ("%s")), rows[i].action);
      g_autoptr (TroupeConsent) consent = make_consent (self, text);

      g_test_message ("%s", rows[i].action);
      g_assert_cmpint (troupe_consent_must_be_reviewed (consent), ==, rows[i].is_other);
    }
}

int
main (int argc, char **argv)
{
  static const char *const unset[] = { "OPENAI_BASE_URL", "OPENAI_API_BASE", "http_proxy",
                                       "https_proxy",     "no_proxy",        "all_proxy",
                                       "MODEL",           "MODEL_NAME",      "OPENAI_MODEL_NAME" };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (unset); i++)
    g_unsetenv (unset[i]);
#define ADD(name, func) g_test_add ("/run/consent/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("files", test_files);
  ADD ("files-of-programs", test_files_of_programs);
  ADD ("folders", test_folders);
  ADD ("pattern", test_pattern);
  ADD ("links", test_links);
  ADD ("trained", test_trained);
  ADD ("trained-unsaved", test_trained_unsaved);
  ADD ("type", test_type);
  ADD ("hosts", test_hosts);
  ADD ("other-hosts", test_other_hosts);
  ADD ("programs", test_programs);
  ADD ("refused-alone", test_refused_alone);
  ADD ("not-refused-alone", test_not_refused_alone);
  ADD ("settings", test_settings);
  ADD ("selecting-variables", test_selecting_variables);
  ADD ("default-model", test_default_model);
  ADD ("new-entries", test_new_entries);
  ADD ("changed-files", test_changed_files);
  ADD ("no-plain-texts", test_no_plain_texts);
  ADD ("forged", test_forged);
  ADD ("long", test_long);
  ADD ("summary", test_summary);
  ADD ("same-texts", test_same_texts);
#undef ADD
  return g_test_run ();
}
