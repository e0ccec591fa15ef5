/* troupe-command-history-fork.c: troupectl history fork
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-command-history-fork"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-command-history-test.h"
#include "troupe-consent-prompt.h"
#include "troupe-run-debugger.h"
#include "troupe-run-execute.h"
#include "troupe-run-fork.h"
#include "troupe-run-part.h"
#include "troupe-run-report.h"
#include "troupe-terminal.h"

/* Wraps the document of the run as if it had been loaded from its file. (transfer full) */
static TroupeLoaded *
make_loaded (TroupeRun *run, const char *id, TroupeFlowDocument *document)
{
  TroupeLoaded *loaded = g_new0 (TroupeLoaded, 1);
  const char *path = troupe_run_get_path (run);

  loaded->name = g_strdup (path != NULL ? path : id);
  loaded->document = g_object_ref (document);
  loaded->problems = g_ptr_array_ref (troupe_document_get_problems (TROUPE_DOCUMENT (document)));
  return loaded;
}

/* Creates the fork with its own document. @loaded: (out) (transfer full). (transfer full) (nullable) */
static TroupeRun *
make_own (TroupeStore *store, const char *id, const char *at, TroupeLoaded **loaded, GError **error)
{
  g_autoptr (TroupeFlowDocument) document = NULL;
  TroupeRun *run = troupe_run_new_from_step (store, id, at, &document, error);

  if (run != NULL)
    *loaded = make_loaded (run, id, document);
  return run;
}

/* Creates the fork with another document. (transfer full) (nullable) */
static TroupeRun *
make_other (TroupeStore *store,
            const char *id,
            const char *at,
            TroupeLoaded *loaded,
            GError **error)
{
  g_autofree char *path = g_canonicalize_filename (loaded->name, NULL);
  g_autofree char *text = troupe_document_to_text (TROUPE_DOCUMENT (loaded->document), NULL);
  g_autoptr (TroupeRun) run = troupe_run_new (troupe_flow_document_get_flow (loaded->document));

  troupe_run_set_store (run, store, path, text);
  return troupe_run_set_from (run, store, id, path, at, error) ? g_steal_pointer (&run) : NULL;
}

static TroupeExit
execute (TroupeCommandLine *line,
         TroupeStore *store,
         TroupeLoaded *loaded,
         TroupeRun *run,
         gint64 timeout_us)
{
  gboolean is_valid = TRUE;
  g_autoptr (TroupeRunReport) report = NULL;
  g_autoptr (TroupeRunDebugger) debugger = NULL;
  g_autofree char *reason = NULL;
  g_autofree char *path = NULL;
  TroupeExit result;

  troupe_run_set_timeout (run, timeout_us);
  if (!troupe_run_set_limits (line, run) || !troupe_run_part_change (line, run) ||
      !troupe_run_part_set (line, loaded, run))
    return TROUPE_EXIT_INVALID;
  debugger = troupe_run_debugger_new (line, run, &is_valid);
  if (!is_valid)
    return TROUPE_EXIT_INVALID;
  if (!troupe_consent_prompt_ask (line, run, &reason, &path))
    return troupe_run_refuse (line, loaded, "build_error", "consent", reason, path);
  report = troupe_run_report_new (line);
  if (report == NULL)
    return TROUPE_EXIT_INVALID;
  result = troupe_run_execute_and_report (line, loaded, report, run, store);
  troupe_run_part_print_reuse (line, run);
  return result;
}

TroupeExit
troupe_command_history_fork (TroupeCommandLine *line, TroupeStore *store, const char *id)
{
  const char *at = troupe_command_line_get (line, "at");
  const char *file = troupe_command_line_get (line, "document");
  g_autoptr (TroupeLoaded) loaded = NULL;
  g_autoptr (TroupeRun) run = NULL;
  g_autoptr (GError) error = NULL;
  gint64 timeout_us = 0;
  TroupeLoaded nothing;

  if (!troupe_consent_prompt_check_words (line) || !troupe_run_find_timeout (line, &timeout_us))
    return TROUPE_EXIT_INVALID;
  if (at == NULL)
    {
      troupe_terminal_print_error (
          _ ("Specify the step with --at: a method, the number of a step, or a task."));
      return TROUPE_EXIT_INVALID;
    }
  if (file != NULL)
    {
      loaded = troupe_command_load (file);
      if (loaded->document == NULL)
        return troupe_run_refuse (line, loaded, "load_error", "document", NULL, NULL);
    }
  run = file != NULL ? make_other (store, id, at, loaded, &error)
                     : make_own (store, id, at, &loaded, &error);
  if (run != NULL)
    return execute (line, store, loaded, run, timeout_us);
  nothing = (TroupeLoaded){ .name = (char *) id, .problems = g_ptr_array_new () };
  troupe_run_refuse (line, &nothing, "build_error", troupe_run_error_get_kind (error),
                     error->message, NULL);
  g_ptr_array_unref (nothing.problems);
  return TROUPE_EXIT_INVALID;
}
