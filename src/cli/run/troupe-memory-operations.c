/* troupe-memory-operations.c: troupectl memory FILE --script
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-memory-operations"

#include "config.h"

#include <glib/gi18n.h>
#include <stdio.h>

#include "troupe-base.h"
#include "troupe-line-source.h"
#include "troupe-memory-operations.h"
#include "troupe-memory-script.h"
#include "troupe-run-report.h"
#include "troupe-terminal.h"

typedef struct
{
  TroupeMemoryScript *script;
  GMainLoop *loop;
  TroupeValue *value;
  GError *error;
  gboolean is_there;
} Work;

static void
done_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Work *work = user_data;

  g_assert (TROUPE_IS_MEMORY_SCRIPT (source));

  work->value = troupe_memory_script_do_finish (work->script, result, &work->error);
  work->is_there = TRUE;
  g_main_loop_quit (work->loop);
}

/* Prints the result as a JSON line, regardless of --json, because the results have no other
 * representation. */
static void
answer (Work *work)
{
  g_autoptr (TroupeValue) line = NULL;
  TroupeMapBuilder builder;

  g_assert (work != NULL);

  troupe_map_builder_init (&builder);
  if (work->value != NULL)
    troupe_map_builder_add (&builder, "value", g_steal_pointer (&work->value));
  else
    {
      const GError *error = work->error;
      TroupeMapBuilder error_builder;
      const char *kind;

      troupe_map_builder_init (&error_builder);
      if (error->domain == TROUPE_LLM_ERROR)
        kind = "provider";
      else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT))
        kind = "input";
      else
        kind = "memory";
      troupe_map_builder_add (&error_builder, "kind", troupe_value_new_string (kind, -1));
      troupe_map_builder_add (&error_builder, "message",
                              troupe_value_new_string (error->message, -1));
      troupe_map_builder_add (&builder, "error", troupe_map_builder_end (&error_builder));
    }
  line = troupe_map_builder_end (&builder);
  troupe_terminal_print_json (line);
  fflush (stdout);
  g_clear_error (&work->error);
}

/* Returns TRUE if an operation names an address, to which texts would be sent. */
static gboolean
has_own_address (TroupeValue *line)
{
  TroupeValue *arguments = troupe_value_get_member (line, "args");

  return troupe_memory_subject_has_own_address (troupe_value_get_member (arguments, "embedder")) ||
         troupe_memory_subject_has_own_address (troupe_value_get_member (arguments, "llm"));
}

/* Returns FALSE if an invalid line ends the input. */
static gboolean
do_lines (TroupeMemorySubject *subject,
          TroupeLineSource *lines,
          TroupeRunMemory *run,
          TroupeEventBus *bus)
{
  g_autoptr (TroupeMemoryScript) script = troupe_memory_script_new (run, bus, NULL);
  g_autoptr (TroupeAgentDefinition) judge = troupe_memory_subject_make_judge (subject);
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  TroupeValue *memory = troupe_memory_subject_get (subject, "memory");
  Work work = { .script = script, .loop = loop };
  const char *text = NULL;
  gboolean is_read = TRUE;

  g_assert (subject != NULL);

  if (memory != NULL && !troupe_value_is (memory, TROUPE_VALUE_MAP))
    memory = NULL;
  troupe_memory_script_set_document (script, memory,
                                     troupe_memory_subject_get (subject, "embedder"), judge);
  troupe_memory_script_set_whole (script, troupe_command_line_has (subject->line, "verbose"));
  while ((is_read = troupe_line_source_read (lines, &text)) && text != NULL)
    if (*text != '\0')
      {
        gboolean is_allowed = troupe_command_line_has (subject->line, "yes");
        g_autoptr (TroupeValue) line = troupe_value_from_json (text, -1, NULL);

        if (line == NULL || !troupe_value_is (line, TROUPE_VALUE_MAP))
          work.error = g_error_new_literal (
              G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
              _ ("Each line must be an operation as a JSON object, such as {\"op\": "
                 "\"recall\", \"args\": {\"query\": \"bees\"}}."));
        else if (!is_allowed && has_own_address (line))
          work.error = g_error_new_literal (
              G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
              _ ("The operation specifies an address, to which texts would be sent. "
                 "Use --yes to allow it."));
        else
          {
            work.is_there = FALSE;
            troupe_memory_script_do_async (work.script, line, NULL, done_cb, &work);
            if (!work.is_there)
              g_main_loop_run (work.loop);
          }
        answer (&work);
      }

  return is_read;
}

TroupeExit
troupe_memory_operations_do (TroupeMemorySubject *subject, const char *file)
{
  g_autoptr (TroupeRunReport) report = NULL;
  g_autoptr (TroupeLineSource) lines = NULL;
  g_autoptr (TroupeLlmClient) client = NULL;
  g_autoptr (TroupeEventBus) bus = NULL;
  g_autoptr (TroupeRedactor) redactor = NULL;
  g_autoptr (TroupeRunMemory) run = NULL;
  gboolean is_read = FALSE;

  g_return_val_if_fail (subject != NULL && file != NULL, TROUPE_EXIT_INVALID);

  if (!troupe_memory_subject_ask (subject))
    return TROUPE_EXIT_CONSENT;
  lines = troupe_line_source_open (file);
  report = lines != NULL ? troupe_run_report_new (subject->line) : NULL;
  if (report == NULL)
    return TROUPE_EXIT_INVALID;
  bus = troupe_event_bus_new ();
  troupe_run_report_follow_bus (report, bus);
  client = troupe_llm_client_new ();
  redactor = troupe_loaded_make_redactor (subject->loaded);
  troupe_event_bus_set_redactor (bus, redactor);
  troupe_llm_client_set_redactor (client, redactor);
  run = troupe_run_memory_new (client, bus, NULL, subject->path, NULL, NULL, NULL);
  is_read = do_lines (subject, lines, run, bus);
  if (!troupe_run_report_close (report))
    return TROUPE_EXIT_RUN_FAILED;

  return is_read ? TROUPE_EXIT_OK : TROUPE_EXIT_INVALID;
}
