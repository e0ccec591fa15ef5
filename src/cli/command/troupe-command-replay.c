/* troupe-command-replay.c: troupectl replay
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-command-replay"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-command.h"
#include "troupe-consent-prompt.h"
#include "troupe-run-crew.h"
#include "troupe-run-execute.h"
#include "troupe-run-inputs.h"
#include "troupe-run-report.h"
#include "troupe-terminal.h"

static const TroupeOption options[] = {
  { "task", 't', "TASK", N_ ("Task to start from: its name, number or ID") },
  { "input", 0, "KEY=VALUE", N_ ("One input: parsed as JSON if valid, otherwise a string") },
  { "inputs", 0, "FILE", N_ ("A JSON object of inputs; - for standard input") },
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
  { "answer", 0, "TEXT", N_ ("Answer to a question of a task; can be repeated") },
  { "no-store", 0, NULL, N_ ("Do not save the run") },
  { NULL },
};

static TroupeExit
refuse (TroupeCommandLine *line, TroupeLoaded *loaded, const char *kind, const char *message)
{
  troupe_run_refuse (line, loaded, "run_error", kind, message, NULL);
  return TROUPE_EXIT_RUN_FAILED;
}

/* Replays a run. Nothing is started unless the command line is valid and saved outputs are
 * available as the starting point. */
static TroupeExit
replay (TroupeCommandLine *line, TroupeLoaded *loaded, TroupeRunReport *report, gint64 timeout_us)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeStore) store = troupe_command_open_store (line, &error);
  g_autofree char *path = g_canonicalize_filename (troupe_loaded_get_path (loaded), NULL);
  g_autoptr (TroupeValue) inputs = NULL;
  g_autoptr (TroupeRun) run = NULL;
  g_autofree char *text = NULL;
  g_autofree char *reason = NULL;
  g_autofree char *where = NULL;

  if (store == NULL)
    return refuse (line, loaded, "persistence", error->message);
  if (!troupe_run_inputs_collect (line, troupe_flow_document_get_flow (loaded->document), &inputs))
    return TROUPE_EXIT_INVALID;
  run = troupe_run_new (troupe_flow_document_get_flow (loaded->document));
  text = troupe_document_to_text (TROUPE_DOCUMENT (loaded->document), NULL);
  troupe_run_set_store (run, store, path, text);
  troupe_run_set_timeout (run, timeout_us);
  if (!troupe_run_set_limits (line, run))
    return TROUPE_EXIT_INVALID;
  if (!troupe_run_set_replay (run, troupe_crew_document_get_crew (loaded->crew), store, path,
                              troupe_command_line_get (line, "task"), inputs, &error))
    return refuse (line, loaded, troupe_run_error_get_kind (error), error->message);
  if (!troupe_consent_prompt_ask (line, run, &reason, &where))
    return troupe_run_refuse (line, loaded, "build_error", "consent", reason, where);
  return troupe_run_execute_and_report (line, loaded, report, run, store);
}

static TroupeExit
run (TroupeCommandLine *line)
{
  g_autoptr (TroupeLoaded) loaded =
      troupe_command_load (troupe_command_line_get_arguments (line)[0]);
  g_autoptr (TroupeRunReport) report = NULL;
  gint64 timeout_us = 0;

  if (!troupe_consent_prompt_check_words (line) || !troupe_run_find_timeout (line, &timeout_us))
    return TROUPE_EXIT_INVALID;
  if (!troupe_command_line_has (line, "task"))
    {
      troupe_terminal_print_error (_ ("Specify the first task with -t: its name or number."));
      return TROUPE_EXIT_INVALID;
    }
  report = troupe_run_report_new (line);
  if (report == NULL)
    return TROUPE_EXIT_INVALID;
  if (loaded->document == NULL)
    return troupe_run_refuse (line, loaded, "load_error", "document", NULL, NULL);
  if (loaded->crew == NULL)
    {
      troupe_terminal_print_error (_ ("%s is not a crew: only crews can be replayed."),
                                   loaded->name);
      return TROUPE_EXIT_INVALID;
    }
  return replay (line, loaded, report, timeout_us);
}

const TroupeCommand troupe_command_replay = {
  .name = "replay",
  .arguments = "CREW -t TASK",
  .summary =
      N_ ("Rerun a crew from one of its tasks, using the saved outputs of the tasks before it."),
  .example = "troupectl replay . -t summary",
  .options = options,
  .min_arguments = 1,
  .max_arguments = 1,
  .run = run,
};
