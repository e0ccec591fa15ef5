/* troupe-chat-turn.c: turns of a conversation in troupectl chat
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-chat-turn"

#include "config.h"

#include <glib/gi18n.h>
#include <stdio.h>

#include "troupe-answers.h"
#include "troupe-base.h"
#include "troupe-chat-turn.h"
#include "troupe-consent-prompt.h"
#include "troupe-run-execute.h"
#include "troupe-terminal.h"

/* @end: (nullable): end event of the latest turn's flow, which is reported when the session
 *   ends; @turns: number of turns that were started in the session; @last: (nullable): the
 *   result object of the previous turn; @has_spoken: whether chunks of the answer were printed */
struct _TroupeChat
{
  TroupeCommandLine *line;
  TroupeLoaded *loaded;
  TroupeRunReport *report;
  gint64 timeout_us;
  TroupeConversationSession *session;
  TroupeStore *store;
  gboolean has_looked_for_store;
  TroupeFlow *turn_flow; /* borrowed from the current run */
  TroupeEvent *end;
  guint n_turns;
  TroupeValue *last;
  gboolean has_spoken;
  char *agreed; /* (nullable): what was granted to the last turn */
};

/* --- Events ------------------------------------------------------------------------------------ */

/* Called on the run's thread. The start and end of the flow are reported once for the session,
 * unless the document requests them for each turn (doc/flow-semantics.md §12). */
static gboolean
filter_cb (TroupeEvent *event, gpointer user_data)
{
  TroupeChat *self = user_data;

  g_assert (self != NULL);

  if (event->type == TROUPE_EVENT_FLOW_CREATED)
    return self->n_turns == 1;
  if (troupe_conversation_session_has_turn_scope (self->session))
    return TRUE;
  if (event->type == TROUPE_EVENT_FLOW_STARTED)
    return self->n_turns == 1;
  if (event->type != TROUPE_EVENT_FLOW_FINISHED && event->type != TROUPE_EVENT_FLOW_FAILED)
    return TRUE;
  g_clear_pointer (&self->end, troupe_event_unref);
  self->end = troupe_event_ref (event);
  return FALSE;
}

/* Returns TRUE if the chunks of method @name are messages of the assistant, and not a route
 * label or the output of an agent. */
static gboolean
is_public (TroupeChat *self, const char *name)
{
  const TroupeFlowMethod *method =
      name != NULL ? troupe_flow_find_method (self->turn_flow, name) : NULL;
  TroupeTurnKind kind =
      method != NULL ? troupe_flow_action_get_turn (method->action) : TROUPE_TURN_OTHER;

  g_assert (self != NULL);

  return kind == TROUPE_TURN_CONVERSE || kind == TROUPE_TURN_HISTORY;
}

/* Called on the run's thread, while the main thread waits. */
static void
piece_cb (TroupeEvent *event, gpointer user_data)
{
  TroupeChat *self = user_data;
  TroupeValue *chunk = NULL;

  g_assert (self != NULL);

  if (event->type != TROUPE_EVENT_LLM_STREAM_CHUNK ||
      !is_public (self, troupe_event_get_method (event)))
    return;
  chunk = troupe_event_get_field (event, "chunk");
  if (chunk == NULL || !troupe_value_is (chunk, TROUPE_VALUE_STRING))
    return;
  troupe_terminal_write (stdout, TROUPE_COLOUR_NONE, troupe_value_get_string (chunk, NULL));
  fflush (stdout);
  self->has_spoken = TRUE;
}

/* --- Conversation ----------------------------------------------------------------------------- */

TroupeChat *
troupe_chat_new (TroupeCommandLine *line,
                 TroupeLoaded *loaded,
                 TroupeRunReport *report,
                 gint64 timeout_us)
{
  TroupeChat *self = g_new0 (TroupeChat, 1);

  self->line = line;
  self->loaded = loaded;
  self->report = report;
  self->timeout_us = timeout_us;
  troupe_run_report_set_filter (report, filter_cb, self);
  troupe_chat_begin_session (self, troupe_command_line_get (line, "session"));
  return self;
}

void
troupe_chat_free (TroupeChat *self)
{
  g_return_if_fail (self != NULL);

  troupe_run_report_set_filter (self->report, NULL, NULL);
  g_clear_pointer (&self->end, troupe_event_unref);
  g_clear_pointer (&self->last, troupe_value_unref);
  g_clear_object (&self->store);
  g_clear_object (&self->session);
  g_free (self->agreed);
  g_free (self);
}

void
troupe_chat_begin_session (TroupeChat *self, const char *id)
{
  g_return_if_fail (self != NULL);

  g_clear_object (&self->session);
  g_clear_pointer (&self->end, troupe_event_unref);
  self->n_turns = 0;
  self->session =
      troupe_conversation_session_new (troupe_flow_document_get_flow (self->loaded->document), id,
                                       self->loaded->name);
}

const char *
troupe_chat_get_session_id (TroupeChat *self)
{
  return troupe_conversation_session_get_id (self->session);
}

/* Sets the part of --budget-usd that the session has not spent yet. Returns FALSE if nothing is
 * left. */
static gboolean
set_budget (TroupeChat *self, TroupeRun *run)
{
  gint64 budget = troupe_run_get_budget (run);
  gint64 spent = troupe_conversation_session_get_spent (self->session);

  g_assert (self != NULL);

  if (budget > 0 && spent >= budget)
    return FALSE;
  if (budget > 0)
    troupe_run_set_budget (run, budget - spent);
  return TRUE;
}

/* --- Output ----------------------------------------------------------------------------------- */

static void
print_end (TroupeChat *self, TroupeRun *run, const TroupeRunResult *result)
{
  gboolean is_json = troupe_command_line_has (self->line, "json");

  g_assert (self != NULL);

  g_clear_pointer (&self->last, troupe_value_unref);
  self->last = troupe_run_report_make_value (self->loaded, run, result);
  if (is_json)
    {
      troupe_terminal_print_json (self->last);
      fflush (stdout);
    }
  else if (result->error != NULL)
    {
      if (self->has_spoken)
        fputc ('\n', stdout);
      troupe_run_report_print_error (self->loaded, result);
    }
  else if (result->type == TROUPE_RESULT_OK)
    {
      /* Prints the reply as a line. Control characters are escaped on a terminal and unchanged
       * in a pipe. */
      const char *reply = troupe_conversation_session_get_reply (self->session);

      if (self->has_spoken)
        fputc ('\n', stdout);
      else if (reply != NULL)
        {
          troupe_terminal_write (stdout, TROUPE_COLOUR_NONE, reply);
          fputc ('\n', stdout);
        }
      else if (result->final != NULL && !troupe_value_is (result->final, TROUPE_VALUE_NULL))
        troupe_terminal_print_value (result->final);
      fflush (stdout);
    }
  else if (result->type != TROUPE_RESULT_PAUSED && !troupe_command_line_has (self->line, "quiet"))
    troupe_terminal_write (stderr, TROUPE_COLOUR_YELLOW,
                           result->type == TROUPE_RESULT_TIMEOUT ? _ ("Timed out.\n")
                                                                 : _ ("Stopped.\n"));
}

/* --- A turn ------------------------------------------------------------------------------------ */

static TroupeExit
execute (TroupeChat *self, TroupeRun *run, const char *const *answers)
{
  g_autoptr (TroupeAnswers) person = troupe_answers_new (self->line, run);
  g_autoptr (TroupeRunResult) result = NULL;
  TroupeExit exit_code;
  guint sink = 0;
  guint n;
  TroupeValue *name = NULL;
  TroupeMapBuilder fields;
  TroupeEvent *event = NULL;

  g_assert (self != NULL);

  self->n_turns++;
  self->has_spoken = FALSE;
  self->turn_flow = troupe_run_get_flow (run);
  if (answers != NULL)
    troupe_answers_set_given (person, answers);
  if (troupe_terminal_is (stdout) && !troupe_command_line_has (self->line, "json"))
    {
      troupe_run_set_streams (run, TRUE);
      sink = troupe_event_bus_add_sink (troupe_run_get_bus (run), piece_cb, self, NULL);
    }
  exit_code =
      troupe_run_execute_followed (self->line, self->report, run, self->store, person, &result);
  if (sink != 0)
    troupe_event_bus_remove_sink (troupe_run_get_bus (run), sink);
  troupe_conversation_session_take_result (self->session, run, result);
  /* Converts a failure of the last turn to a successful end of the session. Uses the last
   * output of that turn. */
  n = result->outputs != NULL ? result->outputs->len : 0;
  if (self->end != NULL && self->end->type == TROUPE_EVENT_FLOW_FAILED)
    {
      name = troupe_event_get_field (self->end, "flow_name");
      troupe_map_builder_init (&fields);
      if (name != NULL)
        troupe_map_builder_add (&fields, "flow_name", troupe_value_ref (name));
      troupe_map_builder_add (
          &fields, "result",
          n > 0 ? troupe_value_ref (g_array_index (result->outputs, TroupeRunOutput, n - 1).value)
                : troupe_value_new_null ());
      event = troupe_event_new (TROUPE_EVENT_FLOW_FINISHED, self->end->scope,
                                troupe_map_builder_end (&fields));
      event->sequence = self->end->sequence;
      event->time_us = self->end->time_us;
      troupe_event_unref (self->end);
      self->end = event;
    }
  print_end (self, run, result);
  if (result->type == TROUPE_RESULT_PAUSED && !troupe_command_line_has (self->line, "quiet"))
    troupe_run_print_way_on (self->line, self->loaded, run, self->store,
                             troupe_answers_get_unanswered (person));
  return exit_code;
}

/* No turn is possible after a missing consent, an external interruption or an exhausted budget. */
static gboolean
is_last (TroupeExit exit_code)
{
  return exit_code == TROUPE_EXIT_CONSENT || exit_code == TROUPE_EXIT_BUDGET ||
         exit_code == TROUPE_EXIT_INVALID || exit_code == TROUPE_EXIT_TERMINATED ||
         exit_code == TROUPE_EXIT_PAUSED ||
         (exit_code == TROUPE_EXIT_INTERRUPTED && !troupe_terminal_is (stdin));
}

/* Creates the run of a turn with all options that determine its permissions. On failure, prints
 * an error, sets the exit code and returns NULL. (transfer full) (nullable) */
static TroupeRun *
make_run (TroupeChat *self,
          const TroupeConversationTurn *turn,
          TroupeValue *inputs,
          TroupeExit *exit_code)
{
  g_autoptr (TroupeFlowDocument) document = NULL;
  g_autoptr (TroupeRun) run = NULL;
  GError *error = NULL;
  const char *file;
  g_autofree char *path = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GError) cause = NULL;

  g_assert (self != NULL);

  run = troupe_conversation_session_make_run (self->session, turn, &document, &error);
  if (run == NULL)
    {
      g_autoptr (GError) taken = error;
      gboolean is_ours = g_error_matches (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_BUILD);

      troupe_run_refuse (self->line, self->loaded, is_ours ? "build_error" : "run_error",
                         is_ours ? "build" : "document", taken->message, "conversational");
      *exit_code = is_ours ? TROUPE_EXIT_INVALID : TROUPE_EXIT_RUN_FAILED;
      return NULL;
    }
  if (turn->message == NULL)
    troupe_run_set_inputs (run, inputs);
  troupe_run_set_timeout (run, self->timeout_us);
  troupe_run_set_state_database (run, troupe_command_line_get (self->line, "state-db"));
  *exit_code = TROUPE_EXIT_INVALID;
  if (!troupe_run_set_limits (self->line, run))
    return NULL;
  *exit_code = TROUPE_EXIT_BUDGET;
  if (!set_budget (self, run))
    {
      troupe_terminal_print_error (
          _ ("The session has reached --budget-usd and makes no more model calls."));
      return NULL;
    }
  /* If the turn cannot be stored, a warning is printed and the turn is still executed. */
  file = troupe_loaded_get_path (self->loaded);
  path = file != NULL ? g_canonicalize_filename (file, NULL) : NULL;
  if (!self->has_looked_for_store && !troupe_command_line_has (self->line, "no-store"))
    {
      self->store = troupe_command_open_store (self->line, &cause);
      if (self->store == NULL)
        troupe_terminal_print_error (_ ("The conversation is not saved: %s"), cause->message);
    }
  self->has_looked_for_store = TRUE;
  if (self->store != NULL)
    text = troupe_document_to_text (TROUPE_DOCUMENT (document), NULL);
  troupe_run_set_store (run, self->store, path, text);
  *exit_code = TROUPE_EXIT_OK;
  return g_steal_pointer (&run);
}

static TroupeExit
ask_consent (TroupeChat *self, TroupeRun *run)
{
  g_autofree char *reason = NULL;
  g_autofree char *path = NULL;

  g_assert (self != NULL);

  if (troupe_consent_prompt_ask_next (self->line, run, &self->agreed, &reason, &path))
    return TROUPE_EXIT_OK;
  return troupe_run_refuse (self->line, self->loaded, "build_error", "consent", reason, path);
}

TroupeExit
troupe_chat_ask_consent (TroupeChat *self)
{
  const TroupeConversationTurn turn = { .message = "" };
  g_autoptr (TroupeRun) run = NULL;
  TroupeExit exit_code;

  g_return_val_if_fail (self != NULL, TROUPE_EXIT_INVALID);

  run = make_run (self, &turn, NULL, &exit_code);
  return run != NULL ? ask_consent (self, run) : exit_code;
}

TroupeExit
troupe_chat_take_turn (TroupeChat *self,
                       const TroupeConversationTurn *turn,
                       TroupeValue *inputs,
                       const char *const *answers,
                       gboolean *ends)
{
  g_autoptr (TroupeRun) run = NULL;
  TroupeExit exit_code;

  *ends = TRUE;
  run = make_run (self, turn, inputs, &exit_code);
  if (run != NULL)
    exit_code = ask_consent (self, run);
  if (exit_code != TROUPE_EXIT_OK)
    return exit_code;
  exit_code = execute (self, run, answers);
  *ends = is_last (exit_code);
  return exit_code;
}

void
troupe_chat_finish (TroupeChat *self, gboolean is_asked)
{
  g_autoptr (TroupeValue) value = NULL;
  TroupeValue *last;
  g_autoptr (TroupeValue) nothing = NULL;
  g_autoptr (TroupeValue) ok = NULL;
  g_autoptr (TroupeValue) without = NULL;
  g_autoptr (TroupeValue) right = NULL;

  g_return_if_fail (self != NULL);

  if (self->end != NULL)
    troupe_run_report_write (self->report, self->end);
  g_clear_pointer (&self->end, troupe_event_unref);
  self->n_turns = 0;
  if (!is_asked || self->last == NULL || !troupe_command_line_has (self->line, "json"))
    return;
  /* Copies the result object of the last turn, but as a successful result without output. */
  last = self->last;
  nothing = troupe_value_new_null ();
  ok = troupe_value_new_string (troupe_run_result_type_get_name (TROUPE_RESULT_OK), -1);
  without = troupe_value_map_with (last, "final", nothing);
  right = troupe_value_map_with (without, "error", nothing);
  value = troupe_value_map_with (right, "result", ok);
  troupe_terminal_print_json (value);
  fflush (stdout);
}
