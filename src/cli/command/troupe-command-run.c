/* troupe-command-run.c: troupectl run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-command-run"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-command.h"
#include "troupe-consent-prompt.h"
#include "troupe-dry-run.h"
#include "troupe-run-crew.h"
#include "troupe-run-debugger.h"
#include "troupe-run-execute.h"
#include "troupe-run-inputs.h"
#include "troupe-run-part.h"
#include "troupe-run-recorder.h"
#include "troupe-run-report.h"
#include "troupe-terminal.h"

static const TroupeOption options[] = {
  { "input", 0, "KEY=VALUE", N_ ("One input: parsed as JSON if valid, otherwise a string") },
  { "inputs", 0, "FILE", N_ ("A JSON object of inputs; - for standard input") },
  { "events", 0, "FILE", N_ ("Write events as JSON Lines; - for standard output") },
  { "otlp", 0, "URL", N_ ("Send trace spans to this URL (OTLP over HTTP)") },
  { "yes", 0, NULL,
    N_ ("Grant the permissions that “show” lists, for the current content of the document") },
  { "allow", 0, "WORDS",
    N_ ("Allow script, code, tool, mcp or all; mcp-changes, no-sandbox and programs are not "
        "included in all") },
  { "id", 0, "TEXT", N_ ("ID of the state, to continue a flow that saves its state") },
  { "timeout", 0, "SECONDS", N_ ("Time limit, in seconds") },
  { "memory-limit", 0, "SIZE", N_ ("Memory limit for values, such as 512M or 2G; 0 for no limit") },
  { "disk-limit", 0, "SIZE",
    N_ ("Limit for what the run stores, such as 512M or 2G; 0 for no limit") },
  { "budget-usd", 0, "N",
    N_ ("Make no more model calls once they have cost N dollars; 0 for no limit") },
  { "fork-from", 0, "TEXT", N_ ("Start with the saved state of this ID") },
  { "from-checkpoint", 0, "FILE",
    N_ ("Start from a checkpoint; DATABASE#ID for one in a database") },
  { "state-db", 0, "FILE", N_ ("Database of flow states") },
  { "answer", 0, "TEXT", N_ ("Answer to a question of a method; can be repeated") },
  { "max-rpm", 0, "N", NULL, TRUE },
  TROUPE_RUN_RECORDER_OPTIONS,
  TROUPE_RUN_PART_OPTIONS,
  TROUPE_RUN_DEBUGGER_OPTIONS,
  { "no-store", 0, NULL, N_ ("Do not save the run") },
  { "dry-run", 0, NULL,
    N_ ("Print steps, prompt sizes, calls and estimated cost without running anything") },
  { NULL },
};

/* Returns the `error.kind` of the first error of a document. */
static const char *
find_load_error_kind (TroupeLoaded *loaded)
{
  static const char *const codes[] = { "expression_syntax", "unknown_root", "empty_expression",
                                       "unterminated_template", NULL };

  g_assert (loaded != NULL);

  for (guint i = 0; i < loaded->problems->len; i++)
    {
      const TroupeProblem *problem = g_ptr_array_index (loaded->problems, i);

      if (problem->severity == TROUPE_SEVERITY_ERROR)
        return g_strv_contains (codes, problem->code) ? "expression" : "document";
    }
  return "document";
}

/* Checks that a crew with required inputs receives at least some input. Otherwise sets the exit
 * code and returns FALSE. */
static gboolean
check_placeholders (TroupeCommandLine *line, TroupeLoaded *loaded, TroupeExit *result)
{
  g_autofree char *missing =
      troupe_run_crew_find_missing (troupe_crew_document_get_crew (loaded->crew), NULL);
  g_autofree char *message = NULL;

  /* A callback before the kickoff may provide inputs. */
  if (missing == NULL || troupe_crew_document_get_crew (loaded->crew)->n_before > 0)
    return TRUE;
  message = g_strdup_printf (
      /* Translators: both %s are the name of the same input */
      _ ("The crew requires the input “%s”. Provide it with --input %s=VALUE."), missing, missing);
  troupe_run_refuse (line, loaded, "run_error", "schema", message, NULL);
  *result = TROUPE_EXIT_RUN_FAILED;
  return FALSE;
}

/* Asks for the permissions that the run needs, and executes it. */
static TroupeExit
ask_and_execute (TroupeCommandLine *line,
                 TroupeLoaded *loaded,
                 TroupeRunReport *report,
                 TroupeRun *new_run)
{
  g_autofree char *reason = NULL;
  g_autofree char *path = NULL;
  g_autoptr (TroupeStore) store = NULL;

  if (!troupe_consent_prompt_ask (line, new_run, &reason, &path))
    return troupe_run_refuse (line, loaded, "build_error", "consent", reason, path);
  if (troupe_command_line_has (line, "verbose") && !troupe_command_line_has (line, "json"))
    troupe_loaded_print_problems (loaded, TROUPE_SEVERITY_HINT);
  store = troupe_run_attach_store (line, loaded, new_run);
  return troupe_run_execute_and_report (line, loaded, report, new_run, store);
}

static TroupeExit
run (TroupeCommandLine *line)
{
  const char *file = troupe_command_line_get_arguments (line)[0];
  g_autoptr (TroupeLoaded) loaded = NULL;
  g_autoptr (TroupeRunReport) report = NULL;
  g_autoptr (TroupeValue) inputs = NULL;
  g_autoptr (TroupeRun) new_run = NULL;
  g_autoptr (TroupeRunDebugger) debugger = NULL;
  TroupeRunRecorder *recorder = NULL;
  gboolean is_valid = TRUE;
  TroupeExit result = TROUPE_EXIT_OK;
  gint64 timeout_us = 0;
  const char *run_file;
  g_autofree char *path = NULL;

  if (!troupe_consent_prompt_check_words (line) || !troupe_run_find_timeout (line, &timeout_us) ||
      !troupe_run_part_check (line))
    return TROUPE_EXIT_INVALID;
  if (g_str_equal (file, "-") && g_strcmp0 (troupe_command_line_get (line, "inputs"), "-") == 0)
    {
      troupe_terminal_print_error (
          _ ("The flow and the inputs cannot both be read from standard input."));
      return TROUPE_EXIT_INVALID;
    }
  if (troupe_command_line_has (line, "fork-from") &&
      troupe_command_line_has (line, "from-checkpoint"))
    {
      troupe_terminal_print_error (_ ("--fork-from and --from-checkpoint cannot be used together: "
                                      "each specifies the initial state."));
      return TROUPE_EXIT_INVALID;
    }
  report = troupe_run_report_new (line);
  if (report == NULL)
    return TROUPE_EXIT_INVALID;
  loaded = troupe_command_load (file);
  if (loaded->document == NULL)
    return troupe_run_refuse (line, loaded, "load_error", find_load_error_kind (loaded), NULL,
                              NULL);

  if (!troupe_run_inputs_collect (line, troupe_flow_document_get_flow (loaded->document), &inputs))
    return TROUPE_EXIT_INVALID;
  if (!troupe_command_line_has (line, "dry-run") && !troupe_command_line_has (line, "from") &&
      !troupe_command_line_has (line, "run") && loaded->crew != NULL && inputs == NULL &&
      !check_placeholders (line, loaded, &result))
    return result;
  /* Creates the run with all options that determine its permissions. */
  new_run = troupe_run_new (troupe_flow_document_get_flow (loaded->document));
  run_file = troupe_loaded_get_path (loaded);
  path = run_file != NULL ? g_canonicalize_filename (run_file, NULL) : NULL;
  troupe_run_set_store (new_run, NULL, path, NULL);
  troupe_run_set_inputs (new_run, inputs);
  troupe_run_set_timeout (new_run, timeout_us);
  troupe_run_set_state_database (new_run, troupe_command_line_get (line, "state-db"));
  troupe_run_set_fork_from (new_run, troupe_command_line_get (line, "fork-from"));
  troupe_run_set_restore_from (new_run, troupe_command_line_get (line, "from-checkpoint"));
  if (troupe_command_line_has (line, "dry-run"))
    return troupe_dry_run_report (line, loaded, new_run, inputs);
  if (!troupe_run_set_limits (line, new_run))
    return TROUPE_EXIT_INVALID;
  recorder = troupe_run_recorder_new (line, loaded, new_run, &is_valid);
  if (!is_valid || !troupe_run_part_set (line, loaded, new_run))
    return TROUPE_EXIT_INVALID;
  debugger = troupe_run_debugger_new (line, new_run, &is_valid);
  if (!is_valid)
    return TROUPE_EXIT_INVALID;
  result = ask_and_execute (line, loaded, report, new_run);
  troupe_run_part_print_reuse (line, new_run);
  return troupe_run_recorder_end (recorder) || result != TROUPE_EXIT_OK ? result
                                                                        : TROUPE_EXIT_RUN_FAILED;
}

const TroupeCommand troupe_command_run = {
  .name = "run",
  .arguments = "FILE",
  .summary = N_ ("Run a flow or a crew."),
  .example = "troupectl run content.json --input topic=Rain",
  .options = options,
  .min_arguments = 1,
  .max_arguments = 1,
  .run = run,
};
