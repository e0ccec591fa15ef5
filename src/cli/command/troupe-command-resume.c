/* troupe-command-resume.c: troupectl resume
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-command-resume"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-answers.h"
#include "troupe-command.h"
#include "troupe-consent-prompt.h"
#include "troupe-run-debugger.h"
#include "troupe-run-execute.h"
#include "troupe-run-kind.h"
#include "troupe-run-report.h"
#include "troupe-terminal.h"

static const TroupeOption options[] = {
  { "events", 0, "FILE", N_ ("Write events as JSON Lines; - for standard output") },
  { "otlp", 0, "URL", N_ ("Send trace spans to this URL (OTLP over HTTP)") },
  { "yes", 0, NULL,
    N_ ("Grant the permissions that “show” lists, for the current content of the document") },
  { "allow", 0, "WORDS",
    N_ ("Allow script, code, tool, mcp or all; mcp-changes, no-sandbox and programs are not "
        "included in all") },
  { "timeout", 0, "SECONDS", N_ ("Time limit, in seconds") },
  { "memory-limit", 0, "SIZE", N_ ("Memory limit for values, such as 512M or 2G; 0 for no limit") },
  { "disk-limit", 0, "SIZE",
    N_ ("Limit for what the run stores, such as 512M or 2G; 0 for no limit") },
  { "budget-usd", 0, "N",
    N_ ("Make no more model calls once they have cost N dollars; 0 for no limit") },
  { "answer", 0, "TEXT", N_ ("Answer to a question of a method; can be repeated") },
  { "happened", 0, "METHOD=JSON",
    N_ ("Output of the interrupted method, so that it is not run again; can be repeated") },
  { "flow", 0, "FILE", N_ ("Document of a flow that CrewAI paused; RUN is then the flow ID") },
  { "state-db", 0, "FILE", N_ ("With --flow: the database that holds the paused flow") },
  TROUPE_RUN_DEBUGGER_OPTIONS,
  { NULL },
};

static TroupeExit
fail (TroupeCommandLine *line, const GError *error)
{
  TroupeLoaded nothing = { .name = (char *) troupe_command_line_get_arguments (line)[0],
                           .problems = g_ptr_array_new () };
  TroupeExit result = troupe_run_refuse (line, &nothing, "build_error",
                                         troupe_run_error_get_kind (error), error->message, NULL);

  g_ptr_array_unref (nothing.problems);
  return result;
}

/* Returns TRUE if the given answers match the pending feedback requests of the run. */
static gboolean
check_answers (TroupeCommandLine *line, TroupeStore *store, TroupeRun *run)
{
  g_autoptr (GPtrArray) requests =
      troupe_store_list_requests (store, troupe_run_get_id (run), NULL);

  g_assert (TROUPE_IS_STORE (store));
  g_assert (TROUPE_IS_RUN (run));

  if (requests == NULL || requests->len == 0 || !troupe_command_line_has (line, "answer"))
    return TRUE;
  if (troupe_run_wants_keyring (run))
    troupe_run_ask_keyring (run);
  return troupe_answers_check (line, run, requests);
}

/* Requests consent as for a new run, and executes the run. @store: (nullable) */
static TroupeExit
execute (TroupeCommandLine *line,
         TroupeStore *store,
         TroupeRun *run,
         TroupeLoaded *loaded,
         gint64 timeout_us)
{
  gboolean is_valid = TRUE;
  g_autoptr (TroupeRunReport) report = NULL;
  g_autoptr (TroupeRunDebugger) debugger = NULL;
  g_autofree char *reason = NULL;
  g_autofree char *path = NULL;

  g_assert (TROUPE_IS_RUN (run));

  if (!troupe_run_set_limits (line, run))
    return TROUPE_EXIT_INVALID;
  debugger = troupe_run_debugger_new (line, run, &is_valid);
  if (!is_valid)
    return TROUPE_EXIT_INVALID;
  if (!troupe_consent_prompt_ask (line, run, &reason, &path))
    return troupe_run_refuse (line, loaded, "build_error", "consent", reason, path);
  if (store != NULL && !check_answers (line, store, run))
    return TROUPE_EXIT_INVALID;
  report = troupe_run_report_new (line);
  if (report == NULL)
    return TROUPE_EXIT_INVALID;
  troupe_run_set_timeout (run, timeout_us);
  return troupe_run_execute_and_report (line, loaded, report, run, store);
}

static TroupeExit
go_on (TroupeCommandLine *line, gint64 timeout_us)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeStore) store = troupe_command_open_store (line, &error);
  g_autoptr (TroupeFlowDocument) document = NULL;
  g_autoptr (TroupeRun) run = NULL;
  g_autoptr (TroupeLoaded) loaded = NULL;
  g_autoptr (TroupeRunRecord) record = NULL;
  const TroupeRunKind *kind;
  g_autofree const char **pairs = NULL;

  if (store == NULL)
    {
      troupe_terminal_print_error ("%s", error->message);
      return TROUPE_EXIT_RUN_FAILED;
    }
  run = troupe_run_new_from_interrupted (store, troupe_command_line_get_arguments (line)[0],
                                         &document, &error);
  if (run == NULL)
    return fail (line, error);
  /* Sets the outcomes of interrupted methods from --happened. A value is parsed as JSON if it
   * is valid JSON, otherwise it is a string. A missing value is null. */
  kind = troupe_run_get_kind (run);
  pairs = troupe_command_line_get_all (line, "happened");
  for (guint i = 0; pairs[i] != NULL; i++)
    {
      const char *equal = strchr (pairs[i], '=');
      g_autoptr (GError) cause = NULL;
      g_autofree char *method = NULL;
      g_autoptr (TroupeValue) value = NULL;

      if (equal == NULL || equal == pairs[i] || !g_utf8_validate (pairs[i], -1, NULL))
        {
          troupe_terminal_print_error (_ ("--happened must be METHOD=JSON, not “%s”."), pairs[i]);
          return TROUPE_EXIT_INVALID;
        }
      if (kind->no_outcomes != NULL)
        {
          troupe_terminal_print_error ("%s", _ (kind->no_outcomes));
          return TROUPE_EXIT_INVALID;
        }
      method = g_strndup (pairs[i], (gsize) (equal - pairs[i]));
      value = equal[1] != '\0' ? troupe_value_from_json (equal + 1, -1, NULL)
                               : troupe_value_new_null ();
      if (value == NULL)
        value = troupe_value_new_string (equal + 1, -1);
      if (!troupe_run_set_interrupted_outcome (run, method, value, &cause))
        {
          troupe_terminal_print_error ("%s", cause->message);
          return TROUPE_EXIT_INVALID;
        }
    }
  /* Wraps the stored document of the run as if it had been loaded from its file. */
  loaded = g_new0 (TroupeLoaded, 1);
  record = troupe_store_get_run (store, troupe_run_get_id (run), NULL);
  loaded->name =
      g_strdup (record != NULL && record->path != NULL ? record->path : troupe_run_get_id (run));
  loaded->document = g_object_ref (document);
  loaded->problems = g_ptr_array_ref (troupe_document_get_problems (TROUPE_DOCUMENT (document)));
  return execute (line, store, run, loaded, timeout_us);
}

static TroupeExit
run (TroupeCommandLine *line)
{
  gboolean is_pending = troupe_command_line_has (line, "flow");
  gint64 timeout_us = 0;

  if (!troupe_consent_prompt_check_words (line) || !troupe_run_find_timeout (line, &timeout_us))
    return TROUPE_EXIT_INVALID;
  if (troupe_command_line_has (line, "no-store") && !is_pending)
    {
      troupe_terminal_print_error (
          _ ("--no-store cannot be used with “resume”: the run to resume is in the run history."));
      return TROUPE_EXIT_INVALID;
    }
  if (troupe_command_line_has (line, "state-db") && !is_pending)
    {
      troupe_terminal_print_error (
          _ ("--state-db requires --flow: saved runs record their own database."));
      return TROUPE_EXIT_INVALID;
    }
  if (troupe_command_line_has (line, "happened") && is_pending)
    {
      troupe_terminal_print_error (
          _ ("--happened is only for interrupted runs and cannot be used with --flow."));
      return TROUPE_EXIT_INVALID;
    }
  if (is_pending)
    {
      g_autoptr (TroupeLoaded) loaded =
          troupe_command_load (troupe_command_line_get (line, "flow"));
      g_autoptr (GError) error = NULL;
      g_autoptr (TroupeRun) run = NULL;
      g_autoptr (TroupeStore) store = NULL;

      /* Resumes a flow from the request in CrewAI's own table (doc/flow-semantics.md §10.1). */
      if (loaded->document == NULL)
        return troupe_run_refuse (line, loaded, "load_error", "document", NULL, NULL);
      run = troupe_run_new_from_pending (troupe_flow_document_get_flow (loaded->document),
                                         troupe_command_line_get (line, "state-db"),
                                         troupe_command_line_get_arguments (line)[0], &error);
      if (run == NULL)
        return fail (line, error);
      store = troupe_run_attach_store (line, loaded, run);
      return execute (line, store, run, loaded, timeout_us);
    }
  return go_on (line, timeout_us);
}

const TroupeCommand troupe_command_resume = {
  .name = "resume",
  .arguments = "RUN",
  .summary = N_ ("Resume an interrupted or paused run."),
  .example = "troupectl resume 3f2a",
  .options = options,
  .min_arguments = 1,
  .max_arguments = 1,
  .run = run,
};
