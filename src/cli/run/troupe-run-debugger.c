/* troupe-run-debugger.c: breakpoints on the command line, and commands while the run is paused
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-debugger"

#include "config.h"

#include <gio/gunixinputstream.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "troupe-breakpoint-condition.h"
#include "troupe-event.h"
#include "troupe-run-debugger.h"
#include "troupe-run-kind.h"
#include "troupe-run-pause.h"
#include "troupe-terminal.h"

/* @lines: standard input; @is_reading: whether a line is awaited; @has_ended: no more lines follow; @is_json: whether lines are
 *   written as JSON to standard output; @prints_pauses: whether the pauses are, too
 * @is_paused: whether the last pause was shown and the run was not continued */
struct _TroupeRunDebugger
{
  gatomicrefcount ref_count;
  TroupeRun *run;
  guint sink;
  GDataInputStream *lines;
  GCancellable *cancellable;
  gboolean is_reading;
  gboolean has_ended;
  gboolean is_json;
  gboolean prints_pauses;
  gboolean is_paused;
};

static void read_command (TroupeRunDebugger *self);
static void debugger_unref (TroupeRunDebugger *self);

/* --- Output --------------------------------------------------------------------------------------- */

/* Prints the answer to a command. @value: (nullable): the value that it asked for; @message: (nullable): what was wrong */
static void
answer (TroupeRunDebugger *self, const char *command, TroupeValue *value, const char *message)
{
  g_autoptr (TroupeValue) line = NULL;
  TroupeMapBuilder builder;

  g_assert (self != NULL);

  if (!self->is_json)
    {
      g_autofree char *text =
          value != NULL
              ? troupe_value_to_json (value, TROUPE_JSON_PRETTY | TROUPE_JSON_FLOAT_OBJECTS)
              : NULL;

      if (message != NULL)
        troupe_terminal_print_error ("%s", message);
      else if (text != NULL)
        troupe_terminal_print (stderr, TROUPE_COLOUR_NONE, "%s\n", g_strchomp (text));
      return;
    }
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "command", troupe_value_new_string (command, -1));
  troupe_map_builder_add (&builder, "ok", troupe_value_new_boolean (message == NULL));
  if (value != NULL)
    troupe_map_builder_add (&builder, "value", troupe_value_ref (value));
  if (message != NULL)
    troupe_map_builder_add (&builder, "error", troupe_value_new_string (message, -1));
  line = troupe_map_builder_end (&builder);
  troupe_terminal_print_json (line);
  fflush (stdout);
}

static void
print_pause (TroupeRunDebugger *self, TroupeEvent *event)
{
  g_autoptr (TroupeRunPause) pause = troupe_run_get_pause (self->run);
  g_autofree char *next = NULL;
  g_autofree char *line = NULL;
  const char *problem = NULL;
  TroupeValue *pending;
  g_autoptr (GString) names = NULL;

  g_assert (self != NULL);

  if (self->is_json)
    {
      line = troupe_event_to_json (event, troupe_run_get_id (self->run), TROUPE_EVENT_JSON_STATE);
      if (self->prints_pauses)
        fprintf (stdout, "%s\n", line);
      fflush (stdout);
      return;
    }
  if (pause == NULL)
    return;
  pending = pause->pending;
  names = g_string_new (NULL);
  for (gsize i = 0; i < troupe_value_list_get_length (pending); i++)
    {
      TroupeValue *item = troupe_value_list_get (pending, i);
      const char *name = troupe_value_get_member_text (item, "method");

      if (name == NULL)
        name = troupe_value_get_member_text (item, "task");
      g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", name != NULL ? name : "–");
    }
  next = g_strdup (names->str);
  if (pause->event != NULL)
    troupe_terminal_print (stderr, TROUPE_COLOUR_YELLOW,
                           /* Translators: %s is the name of an event */
                           _ ("Paused at the event “%s”.\n"), pause->event);
  else if (*next == '\0')
    troupe_terminal_print (stderr, TROUPE_COLOUR_YELLOW, _ ("Paused.\n"));
  else
    troupe_terminal_print (stderr, TROUPE_COLOUR_YELLOW,
                           /* Translators: %s are names of methods or tasks */
                           _ ("Paused before %s.\n"), next);
  problem =
      pause->breakpoint != NULL ? troupe_value_get_member_text (pause->breakpoint, "error") : NULL;
  if (problem != NULL)
    troupe_terminal_print_error ("%s", problem);
}

/* --- Commands ------------------------------------------------------------------------------------- */

static void
edited_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeRunDebugger *self = user_data;
  g_autoptr (GError) error = NULL;

  troupe_run_edit_finish (TROUPE_RUN (source), result, &error);
  if (!g_cancellable_is_cancelled (self->cancellable))
    {
      answer (self, "set", NULL, error != NULL ? error->message : NULL);
      read_command (self);
    }
  debugger_unref (self);
}

/* Returns FALSE if the run has to be changed before the next command is read. @rest: `PATH JSON` */
static gboolean
set (TroupeRunDebugger *self, const char *rest)
{
  g_auto (GStrv) words = g_strsplit (rest, " ", 2);
  g_autoptr (TroupeValue) value = NULL;

  g_assert (self != NULL);

  if (words[0] != NULL && words[1] != NULL)
    value = troupe_value_from_json (words[1], -1, NULL);
  if (value == NULL)
    {
      answer (self, "set", NULL, _ ("Usage: set PATH JSON, such as: set state.topic \"Rain\""));
      return TRUE;
    }
  g_atomic_ref_count_inc (&self->ref_count);
  troupe_run_edit_async (self->run, words[0], value, NULL, edited_cb, self);
  return FALSE;
}

static gboolean
has_method (TroupeRun *run, const char *name)
{
  return troupe_run_kind_find_method (troupe_run_get_kind (run), troupe_run_get_flow (run), name) !=
         NULL;
}

/* Adds or removes the breakpoint `NAME[:CEL]` or `METHOD/TASK[:CEL]`, for events `EVENT[>METHOD][:CEL]`. Returns why that is not
 * possible. (transfer full) (nullable) */
static char *
change_breakpoint (TroupeRun *run, const char *text, gboolean is_event, gboolean removes)
{
  const char *colon = strchr (text, ':');
  const char *end = colon != NULL ? colon : text + strlen (text);
  const char *arrow = is_event ? memchr (text, '>', (gsize) (end - text)) : NULL;
  g_autofree char *name = g_strndup (text, (gsize) ((arrow != NULL ? arrow : end) - text));
  g_autofree char *target = arrow != NULL ? g_strndup (arrow + 1, (gsize) (end - arrow - 1)) : NULL;
  g_autoptr (TroupeBreakpoints) before = troupe_run_get_breakpoints (run);
  g_autoptr (TroupeBreakpoints) after = NULL;
  g_autoptr (GError) error = NULL;
  TroupeBreakpointKind kind = TROUPE_BREAKPOINT_TASK;

  if (*name == '\0' || !g_utf8_validate (text, -1, NULL))
    return g_strdup (_ ("Usage: break NAME[:CEL], or METHOD/TASK[:CEL]"));
  if (colon != NULL && !removes && !troupe_breakpoint_condition_check (colon + 1, NULL, &error))
    return g_strdup (error->message);
  if (is_event)
    kind = TROUPE_BREAKPOINT_EVENT;
  else if (has_method (run, name))
    kind = TROUPE_BREAKPOINT_METHOD;
  else
    {
      const char *slash = strchr (name, '/');
      g_autofree char *method = slash != NULL ? g_strndup (name, (gsize) (slash - name)) : NULL;
      char *task = NULL;
      char *method_target = NULL;

      /* Splits `METHOD/TASK`. */
      if (method != NULL && has_method (run, method))
        {
          task = g_strdup (slash + 1);
          g_free (name);
          name = task;
          method_target = g_steal_pointer (&method);
        }
      target = method_target;
    }
  if (before == NULL)
    before = troupe_breakpoints_new_from_value (NULL);
  after = removes ? troupe_breakpoints_without (before, kind, name, target)
                  : troupe_breakpoints_with (before, kind, name, target,
                                             colon != NULL ? colon + 1 : NULL);
  troupe_run_set_breakpoints (run, after);
  return NULL;
}

static gboolean
continue_run (TroupeRunDebugger *self, void (*func) (TroupeRun *run))
{
  self->is_paused = FALSE;
  func (self->run);
  return FALSE;
}

/* Returns the part of the pause that the command asks for. (transfer none) (nullable) */
static TroupeValue *
find_part (TroupeRunPause *pause, const char *command)
{
  const struct
  {
    const char *name;
    TroupeValue *value;
  } parts[] = { { "state", pause->state },
                { "outputs", pause->outputs },
                { "tasks", pause->tasks },
                { "pending", pause->pending },
                { "edits", pause->edits } };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (g_str_equal (parts[i].name, command))
      return parts[i].value;
  return NULL;
}

/* Executes a command. Returns TRUE if the next one can be read. */
static gboolean
execute (TroupeRunDebugger *self, const char *line)
{
  g_auto (GStrv) words = g_strsplit (line, " ", 2);
  const char *command = words[0] != NULL ? words[0] : "";
  const char *rest = words[0] != NULL && words[1] != NULL ? words[1] : "";
  g_autoptr (TroupeRunPause) pause = troupe_run_get_pause (self->run);
  static const char *const commands[] = { "break", "break-on", "delete", "delete-on" };
  g_autoptr (TroupeBreakpoints) breakpoints = NULL;
  g_autoptr (TroupeValue) value = NULL;
  g_autofree char *problem = NULL;

  if (*command == '\0')
    return TRUE;
  if (g_str_equal (command, "continue"))
    return continue_run (self, troupe_run_release);
  if (g_str_equal (command, "step"))
    return continue_run (self, troupe_run_step);
  if (g_str_equal (command, "stop"))
    return continue_run (self, troupe_run_cancel);
  if (g_str_equal (command, "set"))
    return set (self, rest);
  /* Executes a command that concerns breakpoints. */
  breakpoints = troupe_run_get_breakpoints (self->run);
  if (g_str_equal (command, "breakpoints"))
    {
      value = troupe_breakpoints_to_value (breakpoints);
      answer (self, command, value, NULL);
      return TRUE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (g_str_equal (command, commands[i]))
      {
        problem = change_breakpoint (self->run, rest, i % 2 == 1, i >= 2);
        answer (self, command, NULL, problem);
        return TRUE;
      }
  if (pause != NULL && find_part (pause, command) != NULL)
    answer (self, command, find_part (pause, command), NULL);
  else
    answer (self, command, NULL,
            _ ("Commands: state, outputs, tasks, pending, edits, set PATH JSON, breakpoints, break "
               "NAME[:CEL], "
               "delete NAME, step, continue, stop"));
  return TRUE;
}

static void
line_read_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeRunDebugger *self = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char *line = g_data_input_stream_read_line_finish_utf8 (G_DATA_INPUT_STREAM (source),
                                                                     result, NULL, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self->is_reading = FALSE;
  if (line == NULL)
    {
      /* No command can continue the run any more. */
      self->has_ended = TRUE;
      troupe_run_cancel (self->run);
    }
  else if (execute (self, g_strstrip (line)))
    read_command (self);
}

static void
read_command (TroupeRunDebugger *self)
{
  g_assert (self != NULL);

  if (self->is_reading || !self->is_paused)
    return;
  if (self->has_ended)
    {
      troupe_run_cancel (self->run);
      return;
    }
  if (!self->is_json && troupe_terminal_is (stdin) && troupe_terminal_is (stderr))
    {
      troupe_terminal_write (stderr, TROUPE_COLOUR_BOLD, "> ");
      fflush (stderr);
    }
  self->is_reading = TRUE;
  g_data_input_stream_read_line_async (self->lines, G_PRIORITY_DEFAULT, self->cancellable,
                                       line_read_cb, self);
}

/* --- Pauses --------------------------------------------------------------------------------------- */

/* A pause on its way to the main thread. */
typedef struct
{
  TroupeRunDebugger *debugger;
  TroupeEvent *event;
} Pause;

static void
pause_free (gpointer data)
{
  Pause *pause = data;

  troupe_event_unref (pause->event);
  debugger_unref (pause->debugger);
  g_free (pause);
}

static gboolean
paused_cb (gpointer user_data)
{
  Pause *pause = user_data;

  if (g_cancellable_is_cancelled (pause->debugger->cancellable))
    return G_SOURCE_REMOVE;
  pause->debugger->is_paused = TRUE;
  print_pause (pause->debugger, pause->event);
  read_command (pause->debugger);
  return G_SOURCE_REMOVE;
}

/* Called on the engine's thread. */
static void
take_event_cb (TroupeEvent *event, gpointer user_data)
{
  Pause *pause = NULL;

  if (event->type == TROUPE_EVENT_LOG)
    {
      const char *message = troupe_value_get_member_text (event->fields, "message");

      /* Prints what the run warns of, such as a breakpoint on a name that does not exist. */
      if (message != NULL &&
          g_strcmp0 (troupe_value_get_member_text (event->fields, "level"), "warning") == 0)
        troupe_terminal_print_error ("%s", message);
    }
  if (event->type != TROUPE_EVENT_RUN_HELD)
    return;
  pause = g_new0 (Pause, 1);
  pause->debugger = user_data;
  g_atomic_ref_count_inc (&pause->debugger->ref_count);
  pause->event = troupe_event_ref (event);
  g_main_context_invoke_full (NULL, G_PRIORITY_DEFAULT, paused_cb, pause, pause_free);
}

static gboolean
add_options (TroupeCommandLine *line, TroupeRun *run, const char *option, gboolean is_event)
{
  g_autofree const char **texts = troupe_command_line_get_all (line, option);

  for (guint i = 0; texts[i] != NULL; i++)
    {
      g_autofree char *problem = change_breakpoint (run, texts[i], is_event, FALSE);

      if (problem == NULL)
        continue;
      troupe_terminal_print_error ("--%s %s: %s", option, texts[i], problem);
      return FALSE;
    }
  return TRUE;
}

TroupeRunDebugger *
troupe_run_debugger_new (TroupeCommandLine *line, TroupeRun *run, gboolean *is_valid)
{
  TroupeRunDebugger *self = NULL;
  g_autoptr (GInputStream) input = NULL;

  *is_valid = TRUE;
  if (!troupe_command_line_has (line, "break") && !troupe_command_line_has (line, "break-on"))
    return NULL;
  if (g_strcmp0 (troupe_command_line_get (line, "inputs"), "-") == 0 ||
      g_strcmp0 (troupe_command_line_get_arguments (line)[0], "-") == 0)
    {
      troupe_terminal_print_error (
          _ ("With --break, standard input contains the commands. Read the flow and its inputs "
             "from files."));
      *is_valid = FALSE;
      return NULL;
    }
  *is_valid = add_options (line, run, "break", FALSE) && add_options (line, run, "break-on", TRUE);
  if (!*is_valid)
    return NULL;
  self = g_new0 (TroupeRunDebugger, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->run = g_object_ref (run);
  self->is_json = troupe_command_line_has (line, "json");
  self->prints_pauses = g_strcmp0 (troupe_command_line_get (line, "events"), "-") != 0;
  input = g_unix_input_stream_new (STDIN_FILENO, FALSE);
  self->lines = g_data_input_stream_new (input);
  self->cancellable = g_cancellable_new ();
  self->sink = troupe_event_bus_add_sink (troupe_run_get_bus (run), take_event_cb, self, NULL);
  return self;
}

static void
debugger_unref (TroupeRunDebugger *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_object_unref (self->run);
  g_object_unref (self->lines);
  g_object_unref (self->cancellable);
  g_free (self);
}

void
troupe_run_debugger_free (TroupeRunDebugger *self)
{
  if (self == NULL)
    return;
  troupe_event_bus_remove_sink (troupe_run_get_bus (self->run), self->sink);
  /* A pending read calls back with an error. */
  g_cancellable_cancel (self->cancellable);
  debugger_unref (self);
}
