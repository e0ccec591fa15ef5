/* troupe-command-resume.c: troupectl resume
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-command-resume"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-command.h"
#include "troupe-consent.h"
#include "troupe-run-execute.h"
#include "troupe-run-report.h"
#include "troupe-terminal.h"

static const TroupeOption options[] = {
  { "events", 0, "FILE", N_ ("Write events as JSON lines; - is standard output") },
  { "yes", 0, NULL, N_ ("Agree to what “show” lists, for this content") },
  { "allow", 0, "WORDS", N_ ("Permit script, code, tool, mcp or all") },
  { "timeout", 0, "SECONDS", N_ ("Stop after so many seconds") },
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

/* The document that the run was begun with, as if it had been read from its file. */
static TroupeLoaded *
make_loaded (TroupeStore *store, TroupeRun *run, TroupeFlowDocument *document)
{
  TroupeLoaded *loaded = g_new0 (TroupeLoaded, 1);
  g_autoptr (TroupeRunRecord) record = troupe_store_get_run (store, troupe_run_get_id (run), NULL);

  loaded->name =
      g_strdup (record != NULL && record->path != NULL ? record->path : troupe_run_get_id (run));
  loaded->document = g_object_ref (document);
  loaded->problems = g_ptr_array_ref (troupe_flow_document_get_problems (document));
  return loaded;
}

static TroupeExit
go_on (TroupeCommandLine *line, TroupeStore *store, gint64 timeout_us)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeFlowDocument) document = NULL;
  g_autoptr (TroupeRun) run = NULL;
  g_autoptr (TroupeLoaded) loaded = NULL;
  g_autoptr (TroupeRunReport) report = NULL;
  g_autofree char *reason = NULL;
  g_autofree char *path = NULL;
  TroupePythonPermissions python;

  run = troupe_run_new_from_interrupted (store, troupe_command_line_get_arguments (line)[0],
                                         &document, &error);
  if (run == NULL)
    return fail (line, error);
  loaded = make_loaded (store, run, document);
  if (!troupe_consent_ask (line, troupe_run_get_flow (run), &python, &reason, &path))
    return troupe_run_refuse (line, loaded, "build_error", "consent", reason, path);
  report = troupe_run_report_new (line);
  if (report == NULL)
    return TROUPE_EXIT_INVALID;
  troupe_run_set_timeout (run, timeout_us);
  troupe_run_set_python (run, python, TROUPE_PYTHON_SANDBOX_AUTOMATIC);
  return troupe_run_execute_and_report (line, loaded, report, run, store);
}

static TroupeExit
run (TroupeCommandLine *line)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeStore) store = NULL;
  gint64 timeout_us = 0;

  if (!troupe_consent_check_words (line) || !troupe_run_find_timeout (line, &timeout_us))
    return TROUPE_EXIT_INVALID;
  if (troupe_command_line_has (line, "no-store"))
    {
      troupe_terminal_print_error (
          _ ("--no-store does not go with “resume”: what is gone on with is in the store."));
      return TROUPE_EXIT_INVALID;
    }
  store = troupe_command_open_store (line, &error);
  if (store == NULL)
    {
      troupe_terminal_print_error ("%s", error->message);
      return TROUPE_EXIT_RUN_FAILED;
    }
  return go_on (line, store, timeout_us);
}

const TroupeCommand troupe_command_resume = {
  .name = "resume",
  .arguments = "RUN",
  .summary = N_ ("Go on with an interrupted run."),
  .example = "troupectl resume 3f2a",
  .options = options,
  .min_arguments = 1,
  .max_arguments = 1,
  .run = run,
};
