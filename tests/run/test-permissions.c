/* test-permissions.c: permissions required by a flow, and the file with the user's consents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run-test.h"
#include "troupe-consent.h"
#include "troupe-sandbox.h"
#include "../test-remove.h"

typedef struct
{
  char *folder;
  char *file;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  self->folder = g_dir_make_tmp ("troupe-rights-XXXXXX", NULL);
  self->file = g_build_filename (self->folder, "consents", NULL);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  remove_all (self->folder);
  g_free (self->folder);
  g_free (self->file);
}

static char *
make_digest (guint process, guint number)
{
  g_autofree char *text = g_strdup_printf ("%u %u", process, number);

  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
}

/* --- Consent file ----------------------------------------------------------------------------- */

static void
test_kinds (Fixture *self, gconstpointer data)
{
  g_autofree char *digest = make_digest (0, 0);
  g_autofree char *other = make_digest (0, 1);
  g_autofree char *text = NULL;

  g_assert_true (
      troupe_permissions_grant_python (self->folder, digest, TROUPE_PYTHON_PERMIT_SCRIPT, NULL));
  g_assert_false (troupe_permissions_were_granted (self->folder, digest));
  g_assert_cmpint (troupe_permissions_get_granted_python (self->folder, digest), ==,
                   TROUPE_PYTHON_PERMIT_SCRIPT);
  g_assert_true (troupe_permissions_grant (self->folder, digest, NULL));
  g_assert_true (
      troupe_permissions_grant_python (self->folder, digest, TROUPE_PYTHON_PERMIT_NETWORK, NULL));
  g_assert_true (troupe_permissions_were_granted (self->folder, digest));
  g_assert_cmpint (troupe_permissions_get_granted_python (self->folder, digest), ==,
                   TROUPE_PYTHON_PERMIT_SCRIPT | TROUPE_PYTHON_PERMIT_NETWORK);
  g_assert_false (troupe_permissions_were_granted (self->folder, other));
  /* Granting a permission that is already in the file does not add it again. */
  g_assert_true (g_file_get_contents (self->file, &text, NULL, NULL));
  g_assert_true (troupe_permissions_grant (self->folder, digest, NULL));
  g_assert_true (
      troupe_permissions_grant_python (self->folder, digest, TROUPE_PYTHON_PERMIT_SCRIPT, NULL));
  {
    g_autofree char *again = NULL;

    g_assert_true (g_file_get_contents (self->file, &again, NULL, NULL));
    g_assert_cmpstr (again, ==, text);
  }
}

/* The permission to change programs is stored with those for Python, and can be taken back. What is left never grants anything else. */
static void
test_programs (Fixture *self, gconstpointer data)
{
  static const char *const digests[] = { "0123", "4567" };

  for (guint i = 0; i < G_N_ELEMENTS (digests); i++)
    {
      g_assert_true (troupe_permissions_grant_python (self->folder, digests[i],
                                                      TROUPE_PYTHON_PERMIT_PROGRAMS, NULL));
      g_assert_cmpint (troupe_permissions_get_granted_python (self->folder, digests[i]), ==,
                       TROUPE_PYTHON_PERMIT_PROGRAMS);
    }
  g_assert_true (troupe_permissions_revoke_programs (self->folder, digests[0], NULL));
  g_assert_cmpint (troupe_permissions_get_granted_python (self->folder, digests[0]), ==,
                   TROUPE_PYTHON_PERMIT_NOTHING);
  g_assert_false (troupe_permissions_were_granted (self->folder, digests[0]));
  g_assert_cmpint (troupe_permissions_get_granted_python (self->folder, digests[1]), ==,
                   TROUPE_PYTHON_PERMIT_PROGRAMS);
  g_assert_true (troupe_permissions_grant_python (
      self->folder, digests[0], TROUPE_PYTHON_PERMIT_SCRIPT | TROUPE_PYTHON_PERMIT_PROGRAMS, NULL));
  g_assert_true (troupe_permissions_grant (self->folder, digests[0], NULL));
  g_assert_true (troupe_permissions_revoke_programs (self->folder, digests[0], NULL));
  g_assert_cmpint (troupe_permissions_get_granted_python (self->folder, digests[0]), ==,
                   TROUPE_PYTHON_PERMIT_SCRIPT);
  g_assert_true (troupe_permissions_were_granted (self->folder, digests[0]));
  g_assert_true (troupe_permissions_revoke_programs (self->folder, "89ab", NULL));
}

/* The file has more than one mebibyte, as it could have after years of use. */
static void
test_large (Fixture *self, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *first = make_digest (1, 0);
  g_autofree char *digest = make_digest (0, 0);

  for (guint i = 0; text->len <= 1024 * 1024 + 100; i++)
    {
      g_autofree char *line = make_digest (1, i);

      g_string_append_printf (text, "%s\n", line);
    }
  g_assert_true (g_file_set_contents (self->file, text->str, -1, NULL));
  g_assert_true (troupe_permissions_were_granted (self->folder, first));
  g_assert_true (troupe_permissions_grant (self->folder, digest, NULL));
  g_assert_true (troupe_permissions_were_granted (self->folder, first));
  g_assert_true (troupe_permissions_were_granted (self->folder, digest));
}

static void
assert_left_alone (Fixture *self)
{
  g_autofree char *digest = make_digest (0, 0);
  g_autoptr (GError) error = NULL;
  GStatBuf before, after;

  g_assert_cmpint (g_stat (self->file, &before), ==, 0);
  g_assert_false (troupe_permissions_grant (self->folder, digest, &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
  g_assert_false (
      troupe_permissions_grant_python (self->folder, digest, TROUPE_PYTHON_PERMIT_CODE, &error));
  g_assert_nonnull (error);
  g_assert_false (troupe_permissions_were_granted (self->folder, digest));
  g_assert_cmpint (g_stat (self->file, &after), ==, 0);
  g_assert_cmpint ((int) before.st_ino, ==, (int) after.st_ino);
  g_assert_cmpint ((int) before.st_size, ==, (int) after.st_size);
}

/* A file that is too large or unreadable is not overwritten. */
static void
test_unreadable (Fixture *self, gconstpointer data)
{
  g_autofree char *much = g_strnfill (9 * 1024 * 1024, 'x');

  g_assert_true (g_file_set_contents (self->file, much, -1, NULL));
  assert_left_alone (self);
  g_unlink (self->file);
  g_assert_cmpint (g_mkdir (self->file, 0700), ==, 0);
  assert_left_alone (self);
}

/* The size of the file is limited, and old entries are not removed to make space for new
 * entries. */
static void
test_full (Fixture *self, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *first = make_digest (1, 0);

  for (guint i = 0; text->len < 8 * 1024 * 1024 - 65; i++)
    {
      g_autofree char *line = make_digest (1, i);

      g_string_append_printf (text, "%s\n", line);
    }
  g_assert_true (g_file_set_contents (self->file, text->str, -1, NULL));
  assert_left_alone (self);
  g_assert_true (troupe_permissions_were_granted (self->folder, first));
}

/* Withdrawing removes all consents, and does nothing if there is no file. */
static void
test_withdraw (Fixture *self, gconstpointer data)
{
  g_autofree char *digest = make_digest (0, 0);
  g_autofree char *other = make_digest (0, 1);
  g_autofree char *nowhere = g_build_filename (self->folder, "nowhere", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (troupe_permissions_withdraw_all (nowhere, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (troupe_permissions_count_granted (nowhere), ==, 0);
  g_assert_true (troupe_permissions_grant (self->folder, digest, NULL));
  g_assert_true (
      troupe_permissions_grant_python (self->folder, digest, TROUPE_PYTHON_PERMIT_SCRIPT, NULL));
  g_assert_true (
      troupe_permissions_grant_python (self->folder, other, TROUPE_PYTHON_PERMIT_CODE, NULL));
  g_assert_cmpuint (troupe_permissions_count_granted (self->folder), ==, 2);
  g_assert_true (troupe_permissions_withdraw_all (self->folder, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (troupe_permissions_count_granted (self->folder), ==, 0);
  g_assert_false (troupe_permissions_were_granted (self->folder, digest));
  g_assert_cmpint (troupe_permissions_get_granted_python (self->folder, digest), ==,
                   TROUPE_PYTHON_PERMIT_NOTHING);
  g_assert_cmpint (troupe_permissions_get_granted_python (self->folder, other), ==,
                   TROUPE_PYTHON_PERMIT_NOTHING);
  g_assert_true (troupe_permissions_grant (self->folder, other, NULL));
  g_assert_cmpuint (troupe_permissions_count_granted (self->folder), ==, 1);

  g_unlink (self->file);
  g_assert_cmpint (g_mkdir (self->file, 0700), ==, 0);
  g_assert_false (troupe_permissions_withdraw_all (self->folder, &error));
  g_assert_nonnull (error);
}

/* A truncated line grants nothing and does not invalidate other lines. */
static void
test_cut_off (Fixture *self, gconstpointer data)
{
  g_autofree char *digest = make_digest (0, 0);
  g_autofree char *other = make_digest (0, 1);
  g_autofree char *text = g_strdup_printf ("%s\n%.40s", other, digest);

  g_assert_true (g_file_set_contents (self->file, text, -1, NULL));
  g_assert_true (troupe_permissions_grant (self->folder, digest, NULL));
  g_assert_true (troupe_permissions_were_granted (self->folder, digest));
  g_assert_true (troupe_permissions_were_granted (self->folder, other));
}

#define N_PROCESSES 8
#define N_GRANTS 40

/* Several processes can add consents at the same time. */
static void
test_processes (Fixture *self, gconstpointer data)
{
  pid_t children[N_PROCESSES];

  for (guint i = 0; i < N_PROCESSES; i++)
    {
      children[i] = fork ();
      g_assert_cmpint (children[i], >=, 0);
      if (children[i] > 0)
        continue;
      for (guint k = 0; k < N_GRANTS; k++)
        {
          g_autofree char *digest = make_digest (i, k);

          if (!(k % 2 == 0 ? troupe_permissions_grant (self->folder, digest, NULL)
                           : troupe_permissions_grant_python (self->folder, digest,
                                                              TROUPE_PYTHON_PERMIT_CODE, NULL)))
            _exit (1);
        }
      _exit (0);
    }
  for (guint i = 0; i < N_PROCESSES; i++)
    {
      int status = 1;

      g_assert_cmpint (waitpid (children[i], &status, 0), ==, children[i]);
      g_assert_cmpint (status, ==, 0);
    }
  for (guint i = 0; i < N_PROCESSES; i++)
    for (guint k = 0; k < N_GRANTS; k++)
      {
        g_autofree char *digest = make_digest (i, k);

        if (k % 2 == 0)
          g_assert_true (troupe_permissions_were_granted (self->folder, digest));
        else
          g_assert_cmpint (troupe_permissions_get_granted_python (self->folder, digest), ==,
                           TROUPE_PYTHON_PERMIT_CODE);
      }
}

/* --- Required permissions --------------------------------------------------------------------- */

#define SCRIPT(code)                                                                               \
  "{'name': 'S', 'methods': {'a': {'start': true, 'do': {'call': 'script', 'code': '" code "'}}}}"

static TroupePythonPermissions
find_needed (Fixture *self, const char *document)
{
  g_autoptr (RunTest) test = run_test_new_document (document);
  g_autoptr (TroupeValue) permission_report = troupe_permissions_report (test->flow, NULL);
  g_autoptr (TroupeProjectCode) code =
      troupe_project_code_find (self->folder,
                                troupe_value_map_lookup_string (permission_report, "python", -1));
  g_autoptr (TroupeValue) whole = troupe_permissions_add_code (permission_report, code);

  /* Until the code is analyzed, the program assumes that it needs all permissions. */
  g_assert_cmpint (troupe_permissions_get_python (permission_report) & TROUPE_PYTHON_PERMIT_NETWORK,
                   !=, 0);
  return troupe_permissions_get_python (whole);
}

static void
test_reach (Fixture *self, gconstpointer data)
{
  const TroupePythonPermissions network = TROUPE_PYTHON_PERMIT_NETWORK;
  const TroupePythonPermissions file = TROUPE_PYTHON_PERMIT_WRITE;
  static const char *const both[] = {
    SCRIPT ("import os"),      SCRIPT ("import requests as r"),
    SCRIPT ("import socket"),  SCRIPT ("from urllib import request"),
    SCRIPT ("__import__ (x)"), SCRIPT ("exec (x)"),
  };

  g_assert_cmpint (find_needed (self, SCRIPT ("return 1")), ==, TROUPE_PYTHON_PERMIT_SCRIPT);
  g_assert_cmpint (find_needed (self, SCRIPT ("import json, re; from math import pi as p")), ==,
                   TROUPE_PYTHON_PERMIT_SCRIPT);
  g_assert_cmpint (find_needed (self, SCRIPT ("import pathlib")), ==,
                   TROUPE_PYTHON_PERMIT_SCRIPT | file);
  g_assert_cmpint (find_needed (self, SCRIPT ("return open (x).read ()")), ==,
                   TROUPE_PYTHON_PERMIT_SCRIPT | file);
  for (guint i = 0; i < G_N_ELEMENTS (both); i++)
    g_assert_cmpint (find_needed (self, both[i]), ==, TROUPE_PYTHON_PERMIT_SCRIPT | network | file);
  g_assert_cmpint (find_needed (self, "{'name': 'S', 'methods': {'a': {'start': true, 'do': "
                                      "{'call': 'tool', 'ref': 'm:T'}}}}"),
                   ==, TROUPE_PYTHON_PERMIT_TOOL | network | file);
  g_assert_cmpint (find_needed (self, "{'name': 'S', 'state': {'type': 'pydantic', 'ref': 'm:T'}, "
                                      "'methods': {'a': {'start': true, 'do': {'call': "
                                      "'expression', 'expr': '1'}}}}"),
                   ==, TROUPE_PYTHON_PERMIT_CODE | network | file);
}

/* Code that has changed between consent and run is not executed. */
static void
test_changed_before_the_run (Fixture *self, gconstpointer data)
{
  g_autofree char *module = g_build_filename (self->folder, "helper.py", NULL);
  g_autofree char *path = g_build_filename (self->folder, "flow.json", NULL);
  static const char *const texts[] = { "def go(*a): return 1\n", "def go(*a): return 2\n" };

  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (RunTest) test =
          run_test_new_document ("{'name': 'S', 'methods': {'a': {'start': true, 'do': {'call': "
                                 "'code', 'ref': 'helper:go'}}}}");
      g_autoptr (TroupeValue) permission_report = NULL;
      g_autoptr (TroupeProjectCode) code = NULL;

      g_assert_true (g_file_set_contents (module, texts[0], -1, NULL));
      troupe_run_set_store (test->run, NULL, path, NULL);
      troupe_run_set_python (test->run, TROUPE_PYTHON_PERMIT_CODE, TROUPE_PYTHON_SANDBOX_NONE);
      permission_report = troupe_permissions_report_run (test->run);
      code = troupe_project_code_find (
          self->folder, troupe_value_map_lookup_string (permission_report, "python", -1));
      g_assert_cmpuint (code->files->len, ==, 1);
      troupe_run_set_agreed_code (test->run, code);
      if (i == 1)
        g_assert_true (g_file_set_contents (module, texts[1], -1, NULL));
      if (i == 2)
        g_unlink (module);
      run_test_execute (test);
      if (i == 0)
        run_test_assert_value (test->result->final, "1");
      else
        g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_CONSENT);
    }
}

/* If a document names no model, the permissions contain the server of the default model. */
static void
test_default_model (Fixture *self, gconstpointer data)
{
  static const char *const names[] = { "MODEL",    "MODEL_NAME",      "OPENAI_MODEL_NAME",
                                       "BASE_URL", "OPENAI_API_BASE", "OPENAI_BASE_URL" };
  g_autoptr (RunTest) test = run_test_new_document (
      "{'schema': 'crewai.flow/v1', 'name': 'n', 'methods': {'a': {'start': true, 'do': {'call': "
      "'agent', 'with': {'role': 'r', 'goal': 'g', 'backstory': 'b', 'input': 'i'}}}}}");
  g_autoptr (TroupeConsent) consent = NULL;
  g_autofree char *shown = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_unsetenv (names[i]);
  g_setenv ("BASE_URL", "http://elsewhere.example:81/v1", TRUE);
  consent = troupe_consent_new_for_flow (test->flow, NULL);
  g_unsetenv ("BASE_URL");
  shown = troupe_consent_describe (consent);
  g_assert_nonnull (strstr (shown, "Connects to 1 host · 1 warning:\n  elsewhere.example:81/v1 "));
  g_assert_nonnull (strstr (shown, "BASE_URL"));
}

/* Access to any web address is described in words, not listed as a server. */
static void
test_any_host (void)
{
  g_autoptr (RunTest) one = run_test_new (
      "'a': {'start': true, 'do': {'call': 'agent', 'with': {'role': 'r', 'goal': 'g', "
      "'backstory': 'b', 'input': 'x', 'llm': {'model': 'openai/m', 'base_url': "
      "'http://x.example'}}}}");
  g_autoptr (RunTest) any = run_test_new (
      "'a': {'start': true, 'do': {'call': 'tool', 'ref': 'crewai_tools:ScrapeWebsiteTool', "
      "'with': {'website_url': 'https://x.example'}}}");
  g_autoptr (TroupeValue) of_one = troupe_permissions_report (one->flow, NULL);
  g_autoptr (TroupeValue) of_any = troupe_permissions_report (any->flow, NULL);
  g_autoptr (TroupeConsent) consent = troupe_consent_new_for_flow (any->flow, NULL);
  g_autofree char *text = troupe_consent_describe (consent);

  g_assert_false (troupe_permissions_have_any_host (of_one));
  g_assert_true (troupe_permissions_have_any_host (of_any));
  g_assert_true (troupe_permissions_need_consent (of_any));
  g_assert_nonnull (strstr (text, "any public web address"));
}

/* MCP servers that are programs run in a sandbox like Python. Without a sandbox, they need a
 * separate consent. */
static void
test_servers (void)
{
  g_autoptr (RunTest) test =
      run_test_new ("'a': {'start': true, 'do': {'call': 'agent', 'with': {'role': 'r', 'goal': "
                    "'g', 'backstory': 'b', "
                    "'input': 'i', 'llm': 'mock/echo', 'mcps': [{'command': 'weather-server'}]}}}");
  g_autoptr (RunTest) web =
      run_test_new ("'a': {'start': true, 'do': {'call': 'agent', 'with': {'role': 'r', 'goal': "
                    "'g', 'backstory': 'b', "
                    "'input': 'i', 'llm': 'mock/echo', 'mcps': ['https://mcp.example/x']}}}");
  g_autoptr (TroupeValue) permission_report = troupe_permissions_report (test->flow, NULL);
  g_autoptr (TroupeValue) of_web = troupe_permissions_report (web->flow, NULL);

  troupe_sandbox_note (FALSE);
  g_assert_cmpint (troupe_permissions_get_python (permission_report), ==,
                   TROUPE_PYTHON_PERMIT_MCP | TROUPE_PYTHON_PERMIT_UNCONFINED);
  g_assert_nonnull (
      strstr (troupe_permissions_describe_servers (permission_report), "There is no sandbox"));
  troupe_sandbox_note (TRUE);
  if (troupe_python_has_sandbox ())
    {
      g_assert_cmpint (troupe_permissions_get_python (permission_report), ==,
                       TROUPE_PYTHON_PERMIT_MCP);
      g_assert_nonnull (
          strstr (troupe_permissions_describe_servers (permission_report), "in a sandbox"));
    }
  g_assert_null (troupe_permissions_describe_servers (of_web));
  g_assert_cmpint (troupe_permissions_get_python (of_web), ==, TROUPE_PYTHON_PERMIT_MCP);
}

/* --- Binding of a consent --------------------------------------------------------------------- */

#define AGENT(more)                                                                                \
  "{'name': 'S', 'methods': {'a': {'start': true, 'do': {'call': 'agent', 'with': {'role': 'r', "  \
  "'goal': 'g', 'backstory': 'b', 'input': 'i', 'llm': 'mock/echo'" more "}}}}}"

/* Returns the digest of the consent to @document in @folder, and the files that it covers. (transfer
 * full) */
static char *
find_digest (const char *document, const char *folder, char **files)
{
  g_autoptr (RunTest) test = run_test_new_document (document);
  g_autofree char *path = g_build_filename (folder, "flow.json", NULL);
  g_autoptr (TroupeConsent) consent = troupe_consent_new_for_flow (test->flow, path);
  const TroupeProjectCode *code = troupe_consent_get_code (consent);
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; i < code->files->len; i++)
    g_string_append_printf (list, "%s%s", i > 0 ? " " : "",
                            (const char *) g_ptr_array_index (code->files, i));
  if (files != NULL)
    *files = g_strdup (list->str);
  g_assert_true (code->is_whole);
  return g_strdup (troupe_consent_get_digest (consent));
}

static void
write_file (Fixture *self, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (self->folder, name, NULL);
  g_autofree char *folder = g_path_get_dirname (path);

  g_assert_no_errno (g_mkdir_with_parents (folder, 0700));
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

/* The user is asked for consent again if the same document could act differently. This is the
 * case in another folder, or if the environment selects another server. */
static void
test_digest_of_place (Fixture *self, gconstpointer data)
{
  static const char *const documents[] = {
    AGENT (", 'tools': ['FileReadTool']"),
    AGENT (", 'mcps': [{'command': 'python3', 'args': ['server.py']}]"),
    AGENT (", 'memory': true"),
  };
  g_autofree char *other = g_build_filename (self->folder, "other", NULL);
  g_autofree char *model = NULL;
  g_autofree char *elsewhere = NULL;

  g_assert_no_errno (g_mkdir (other, 0700));
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *here = find_digest (documents[i], self->folder, NULL);
      g_autofree char *again = find_digest (documents[i], self->folder, NULL);
      g_autofree char *there = find_digest (documents[i], other, NULL);

      g_assert_cmpstr (here, ==, again);
      g_assert_cmpstr (here, !=, there);
    }
  g_unsetenv ("OPENAI_BASE_URL");
  model = find_digest ("{'name': 'S', 'methods': {'a': {'start': true, 'do': {'call': 'agent', "
                       "'with': {'role': 'r', 'goal': 'g', 'backstory': 'b', 'input': 'i', 'llm': "
                       "'openai/gpt-4.1'}}}}}",
                       self->folder, NULL);
  g_setenv ("OPENAI_BASE_URL", "https://other.example/v1", TRUE);
  elsewhere = find_digest ("{'name': 'S', 'methods': {'a': {'start': true, 'do': {'call': 'agent', "
                           "'with': {'role': 'r', 'goal': 'g', 'backstory': 'b', 'input': 'i', "
                           "'llm': 'openai/gpt-4.1'}}}}}",
                           self->folder, NULL);
  g_unsetenv ("OPENAI_BASE_URL");
  g_assert_cmpstr (model, !=, elsewhere);
}

/* The consent covers everything in the folder that a server's program may run, whatever its command
 * line says, because interpreters, package managers and shells select it by rules of their own. */
static void
test_server_scripts (Fixture *self, gconstpointer data)
{
  /* JSON, with ' for " */
  static const char *const servers[] = {
    "'command': 'python3', 'args': ['server.py']",
    "'command': 'python3', 'args': ['-Bm', 'inner.deep']",
    "'command': 'python3', 'args': ['-c', 'import beside']",
    "'command': 'python3', 'args': ['/usr/bin/x.py'], 'env': {'PYTHONPATH': 'inner'}",
    "'command': 'node', 'args': ['server'], 'env': {'NODE_OPTIONS': '--require ./web/other'}",
    "'command': 'sh', 'args': ['-c', 'exec python3 server.py']",
    "'command': 'env', 'args': ['make', 'serve']",
    "'command': 'timeout', 'args': ['9', 'npm', 'start']",
    "'command': './start.sh', 'args': []",
    "'command': 'npx', 'args': ['-y', 'tool']",
    "'command': 'weather-server', 'args': ['notes.md', '--config=settings.json']",
    "'command': 'python3', 'args': ['-u', '-X', 'utf8', 'server.py', 'notes.md']",
    "'command': 'python3', 'args': ['-m', 'inner.deep', '--log', 'notes.md']",
    "'command': 'env', 'args': ['A=1', 'timeout', '9', 'weather-server', 'memory.db']",
    "'command': 'uvx', 'args': ['mcp-server-sqlite', '--db-path', 'memory.db']",
    "'command': 'npx', 'args': ['tool'], 'env': {'MEMORY_FILE_PATH': 'state.json'}",
  };
  static const char *const code[] = { "server.py", "beside.py",    "inner/deep.py",
                                      "start.sh",  "web/other.js", "node_modules/.bin/tool",
                                      "Makefile",  "package.json",
                                      "Rakefile",  "lib.jar",      "agents/deno.jsonc",
                                      "deno.jsonc" };
  static const char *const other[] = { "notes.md", "out/result.csv", "memory.db",     "state.json",
                                       "cache",    "crew.jsonc",     "agents/w.jsonc" };

  for (guint i = 0; i < G_N_ELEMENTS (code); i++)
    write_file (self, code[i], "1\n");
  for (guint i = 0; i < G_N_ELEMENTS (other); i++)
    write_file (self, other[i], "1\n");
  write_file (self, "settings.json", "{}");
  for (guint i = 0; i < G_N_ELEMENTS (servers); i++)
    {
      g_autofree char *document = g_strdup_printf (AGENT (", 'mcps': [{%s}]"), servers[i]);
      g_autofree char *files = NULL;
      g_autofree char *before = find_digest (document, self->folder, &files);

      g_test_message ("%s: %s", servers[i], files);
      for (guint k = 0; k < G_N_ELEMENTS (code); k++)
        {
          g_autofree char *after = NULL;

          write_file (self, code[k], "2\n");
          after = find_digest (document, self->folder, NULL);
          g_assert_cmpstr (before, !=, after);
          g_free (before);
          before = g_steal_pointer (&after);
        }
      for (guint k = 0; k < G_N_ELEMENTS (other); k++)
        {
          g_autofree char *after = NULL;

          write_file (self, other[k], "changed by a run");
          after = find_digest (document, self->folder, NULL);
          g_assert_cmpstr (before, ==, after);
        }
      for (guint k = 0; k < G_N_ELEMENTS (code); k++)
        write_file (self, code[k], "1\n");
    }
}

/* A file that is data by its name is covered if the words, variables or launchers of a server run it. */
static void
test_server_words (Fixture *self, gconstpointer data)
{
  const gboolean is_large = GPOINTER_TO_INT (data);
  static const char *const servers[] = {
    "'command': 'python3', 'args': ['x.txt']",
    "'command': '/usr/bin/python3.11', 'args': ['-Bu', './x.txt', 'notes.md']",
    "'command': 'python3', 'args': ['-W', 'ignore', 'x.txt']",
    "'command': 'python3', 'args': ['-m', 'pdb', 'x.txt']",
    "'command': 'python3', 'args': ['-c', 'exec(open(\\'x.txt\\').read())']",
    "'command': 'env', 'args': ['-i', 'A=1', 'python3', 'x.txt']",
    "'command': 'timeout', 'args': ['9', 'nice', '-n', '5', 'bash', 'x.txt']",
    "'command': 'uv', 'args': ['run', '--with', 'mcp', 'python', 'x.txt']",
    "'command': 'npx', 'args': ['-y', 'tsx', 'x.txt']",
    "'command': 'deno', 'args': ['run', '--allow-net', 'x.txt']",
    "'command': 'node', 'args': ['--require', './x.txt', 'server.js']",
    "'command': 'node', 'args': ['--import=./x.txt', 'server.js']",
    "'command': 'bash', 'args': ['--rcfile', 'x.txt', '-i']",
    "'command': 'sh', 'args': ['-c', 'exec python3 x.txt']",
    "'command': 'bash', 'args': ['-lc', '. ./x.txt']",
    "'command': 'perl', 'args': ['-I', 'lib', 'x.txt']",
    "'command': 'awk', 'args': ['-fx.txt']",
    "'command': 'make', 'args': ['-f', 'x.txt']",
    "'command': 'env', 'args': ['./x.txt']",
    "'command': 'bash', 'args': ['-c', 'true'], 'env': {'BASH_ENV': 'x.txt'}",
    "'command': 'node', 'args': ['server.js'], 'env': {'NODE_OPTIONS': '--require ./x.txt'}",
    "'command': 'weather-server', 'args': [], 'env': {'LD_PRELOAD': '/usr/lib/a.so:x.txt'}",
    "'command': 'bash', 'args': ['first.log']",
    "'command': 'sh', 'args': ['large.sh']",
    "'command': 'python3', 'args': ['linked.py']",
    "'command': 'sh', 'args': ['sub/.git/run.sh']",
    "'command': 'sh', 'args': ['pass.sh', 'x.txt']",
    "'command': 'sh', 'args': ['pattern.sh']",
    "'command': 'sh', 'args': ['quotes.sh']",
    "'command': 'sh', 'args': ['-c', 'exec python3 x.t*t']",
    "'command': 'sh', 'args': ['-c', 'exec python3 x.tx\\'\\'t']",
    "'command': 'bash', 'args': ['-c', 'exec python3 x.${E}'], 'env': {'E': 'txt'}",
    "'command': 'sh', 'args': ['-c', 'exec python3 $S'], 'env': {'S': 'x.txt'}",
    "'command': 'sh', 'args': ['pass.sh'], 'env': {'S': 'x.txt'}",
  };
  g_autofree char *link = g_build_filename (self->folder, "linked.py", NULL);
  g_autoptr (GString) large = g_string_new ("#!/bin/sh\nexec python3 x.txt\n");

  while (large->len < 300000)
    g_string_append (large, "# a long comment\n");
  write_file (self, "large.sh", large->str);
  write_file (self, "first.log", "exec sh second.bak\n");
  write_file (self, "second.bak", "exec python3 x.txt\n");
  write_file (self, "sub/.git/run.sh", "exec python3 ../../x.txt\n");
  write_file (self, "server.js", "");
  write_file (self, "pass.sh", "exec python3 \"$1\" \"$S\"\n");
  write_file (self, "pattern.sh", "exec python3 x.${END}\n");
  write_file (self, "quotes.sh", "exec python3 \"x.\"txt\n");
  g_assert_cmpint (symlink ("x.txt", link), ==, 0);
  for (guint i = 0; is_large && i < 2500; i++)
    {
      g_autofree char *name = g_strdup_printf ("texts/%u.txt", i);

      write_file (self, name, "");
    }
  /* With many files of data, one server of each kind. One with a pattern has a consent for one run then. */
  for (guint i = is_large ? 12 : 0; i < (is_large ? 29 : G_N_ELEMENTS (servers));
       i += is_large ? 5 : 1)
    {
      g_autofree char *document = g_strdup_printf (AGENT (", 'mcps': [{%s}]"), servers[i]);
      g_autofree char *before = NULL;
      g_autofree char *after = NULL;

      write_file (self, "x.txt", "1\n");
      before = find_digest (document, self->folder, NULL);
      write_file (self, "x.txt", "2\n");
      after = find_digest (document, self->folder, NULL);
      g_test_message ("%s", servers[i]);
      g_assert_cmpstr (before, !=, after);
    }
}

/* A program starts an executable file, whatever its name is and whoever starts it. */
static void
test_server_executables (Fixture *self, gconstpointer data)
{
  static const char *const servers[] = {
    "'command': 'prlimit', 'args': ['./x.txt']",
    "'command': 'setpriv', 'args': ['./x.txt']",
    "'command': 'find', 'args': ['.', '-exec', './x.txt', ';']",
    "'command': 'python3', 'args': ['server.py']",
    "'command': 'tar', 'args': ['--use-compress-program=./x.txt', '-x']",
    "'command': 'git', 'args': ['-c', 'core.fsmonitor=./x.txt', 'status']",
  };
  g_autofree char *path = g_build_filename (self->folder, "x.txt", NULL);

  write_file (self, "server.py", "import os; os.execv('./x.txt', ['x'])\n");
  for (guint i = 0; i < G_N_ELEMENTS (servers); i++)
    {
      g_autofree char *document = g_strdup_printf (AGENT (", 'mcps': [{%s}]"), servers[i]);
      g_autofree char *before = NULL;
      g_autofree char *after = NULL;

      write_file (self, "x.txt", "#!/bin/sh\n");
      g_assert_no_errno (g_chmod (path, 0755));
      before = find_digest (document, self->folder, NULL);
      write_file (self, "x.txt", "#!/bin/sh\necho\n");
      g_assert_no_errno (g_chmod (path, 0755));
      after = find_digest (document, self->folder, NULL);
      g_test_message ("%s", servers[i]);
      g_assert_cmpstr (before, !=, after);
    }
}

/* Files in a folder called `.git` that is no repository are visible to the program. */
static void
test_server_git (Fixture *self, gconstpointer data)
{
  g_autofree char *document =
      g_strdup_printf (AGENT (", 'mcps': [{%s}]"), "'command': 'python3', 'args': ['server.py']");
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autofree char *last = NULL;

  write_file (self, "server.py", "import sys; sys.path.append('sub/.git'); import x\n");
  write_file (self, "sub/.git/x.py", "1\n");
  write_file (self, ".git/objects/12/3456", "1\n");
  before = find_digest (document, self->folder, NULL);
  write_file (self, ".git/objects/12/3456", "2\n");
  write_file (self, ".git/index", "2\n");
  after = find_digest (document, self->folder, NULL);
  g_assert_cmpstr (before, ==, after);
  write_file (self, "sub/.git/x.py", "2\n");
  last = find_digest (document, self->folder, NULL);
  g_assert_cmpstr (before, !=, last);
}

/* A file that an argument names is covered although other files of its kind are data. */
static void
test_server_arguments (Fixture *self, gconstpointer data)
{
  g_autofree char *document =
      g_strdup_printf (AGENT (", 'mcps': [{%s}]"),
                       "'command': 'weather-server', 'args': ['--config=settings.json']");
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  write_file (self, "settings.json", "{}");
  before = find_digest (document, self->folder, NULL);
  write_file (self, "settings.json", "{\"command\": \"sh\"}");
  after = find_digest (document, self->folder, NULL);
  g_assert_cmpstr (before, !=, after);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, func)                                                                            \
  g_test_add ("/run/permissions/" name, Fixture, NULL, set_up, func, tear_down)
  /* Must run before any thread is started. */
  ADD ("processes", test_processes);
  ADD ("programs", test_programs);
  ADD ("kinds", test_kinds);
  ADD ("large", test_large);
  ADD ("unreadable", test_unreadable);
  ADD ("full", test_full);
  ADD ("withdraw", test_withdraw);
  ADD ("cut-off", test_cut_off);
  ADD ("reach", test_reach);
  ADD ("default-model", test_default_model);
  ADD ("changed-before-the-run", test_changed_before_the_run);
  ADD ("digest-of-place", test_digest_of_place);
  ADD ("server-scripts", test_server_scripts);
  ADD ("server-words", test_server_words);
  g_test_add ("/run/permissions/server-words-large", Fixture, GINT_TO_POINTER (TRUE), set_up,
              test_server_words, tear_down);
  ADD ("server-git", test_server_git);
  ADD ("server-executables", test_server_executables);
  ADD ("server-arguments", test_server_arguments);
#undef ADD
  g_test_add_func ("/run/permissions/any-host", test_any_host);
  g_test_add_func ("/run/permissions/servers", test_servers);
  return g_test_run ();
}
