/* troupe-command-chat.c: troupectl chat
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-command-chat"

#include "config.h"

#include <glib/gi18n.h>
#include <stdio.h>

#include "troupe-base.h"
#include "troupe-chat-turn.h"
#include "troupe-consent-prompt.h"
#include "troupe-line-source.h"
#include "troupe-run-execute.h"
#include "troupe-standard-streams.h"
#include "troupe-stored-sessions.h"
#include "troupe-terminal.h"

static const TroupeOption options[] = {
  { "session", 0, "ID", N_ ("Continue this session (requires a flow that saves its state)") },
  { "input", 0, "FILE", N_ ("Messages, one per line; - for standard input") },
  { "script", 0, "FILE", N_ ("Turns as JSON Lines; - for standard input") },
  { "events", 0, "FILE", N_ ("Write events as JSON Lines; - for standard output") },
  { "otlp", 0, "URL", N_ ("Send trace spans to this URL (OTLP over HTTP)") },
  { "yes", 0, NULL,
    N_ ("Grant the permissions that “show” lists, for the current content of the document") },
  { "allow", 0, "WORDS",
    N_ ("Allow script, code, tool, mcp or all; mcp-changes, no-sandbox and programs are not "
        "included in all") },
  { "timeout", 0, "SECONDS", N_ ("Time limit for a turn, in seconds") },
  { "memory-limit", 0, "SIZE", N_ ("Memory limit for values, such as 512M or 2G; 0 for no limit") },
  { "disk-limit", 0, "SIZE",
    N_ ("Limit for what the run stores, such as 512M or 2G; 0 for no limit") },
  { "budget-usd", 0, "N",
    N_ ("Make no more model calls once the session has cost N dollars; 0 for no limit") },
  { "state-db", 0, "FILE", N_ ("Database of flow states") },
  { "no-store", 0, NULL, N_ ("Do not save the run") },
  { NULL },
};

/* The source of the turns, with one turn on each line. @is_person: whether a user types the
 * lines */
typedef struct
{
  TroupeLineSource *lines;
  const char *name;
  gboolean is_script;
  gboolean is_person;
} Source;

static void
source_clear (Source *self)
{
  g_assert (self != NULL);

  g_clear_pointer (&self->lines, troupe_line_source_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Source, source_clear)

/* --- Lines ------------------------------------------------------------------------------------- */

/* Reads the next line without its line end. @text is NULL at the end of the input. Prints an
 * error and returns FALSE if the line is invalid. */
static gboolean
read_line (Source *self, const char **text)
{
  g_assert (self != NULL);

  if (self->is_person)
    {
      /* Translators: prompt in front of the message that the user types in a conversation */
      troupe_terminal_write (stderr, TROUPE_COLOUR_BOLD, _ ("You: "));
      fflush (stderr);
    }
  if (!troupe_line_source_read (self->lines, text))
    return FALSE;
  if (*text == NULL && self->is_person)
    fputc ('\n', stderr);
  return TRUE;
}

/* --- Messages ---------------------------------------------------------------------------------- */

static gboolean
is_goodbye (const char *text)
{
  return g_ascii_strcasecmp (text, "exit") == 0 || g_ascii_strcasecmp (text, "quit") == 0;
}

/* Keeps the first exit code that is not success. */
static void
take_exit (TroupeExit *whole, TroupeExit turn)
{
  if (*whole == TROUPE_EXIT_OK)
    *whole = turn;
}

static TroupeExit
take_messages (TroupeChat *chat, Source *source)
{
  TroupeExit result = TROUPE_EXIT_OK;
  gboolean ends = FALSE;

  g_assert (chat != NULL);

  while (!ends)
    {
      TroupeConversationTurn turn = { 0 };
      TroupeExit exit_code;

      if (!read_line (source, &turn.message))
        {
          take_exit (&result, TROUPE_EXIT_INVALID);
          break;
        }
      if (turn.message == NULL || is_goodbye (turn.message))
        break;
      if (*turn.message == '\0')
        continue;
      exit_code = troupe_chat_take_turn (chat, &turn, NULL, NULL, &ends);
      /* An interactive user has seen the error and continued. */
      if (!source->is_person || ends)
        take_exit (&result, exit_code);
    }
  return result;
}

/* --- Scripts ---------------------------------------------------------------------------------- */

static gboolean
get_flag (TroupeValue *step, const char *name)
{
  TroupeValue *value = troupe_value_map_lookup_string (step, name, -1);

  return value != NULL && troupe_value_is (value, TROUPE_VALUE_BOOLEAN) &&
         troupe_value_get_boolean (value);
}

/* Returns the strings of the list @name. (transfer full) (nullable): NULL-terminated */
static char **
get_words (TroupeValue *step, const char *name)
{
  TroupeValue *list = troupe_value_map_lookup_string (step, name, -1);
  GPtrArray *words = NULL;

  if (list == NULL || !troupe_value_is (list, TROUPE_VALUE_LIST))
    return NULL;
  words = g_ptr_array_new ();
  for (gsize i = 0; i < troupe_value_list_get_length (list); i++)
    {
      TroupeValue *word = troupe_value_list_get (list, i);

      if (troupe_value_is (word, TROUPE_VALUE_STRING))
        g_ptr_array_add (words, g_strdup (troupe_value_get_string (word, NULL)));
    }
  g_ptr_array_add (words, NULL);
  return (char **) g_ptr_array_free (words, FALSE);
}

static TroupeValue *
get_value (TroupeValue *step, const char *name)
{
  TroupeValue *value = troupe_value_map_lookup_string (step, name, -1);

  return value != NULL && !troupe_value_is (value, TROUPE_VALUE_NULL) ? value : NULL;
}

static TroupeExit
take_step (TroupeChat *chat, TroupeValue *step, gboolean *ends)
{
  g_auto (GStrv) intents = get_words (step, "intents");
  g_auto (GStrv) answers = get_words (step, "answers");
  const char *session = troupe_value_get_member_text (step, "session_id");
  TroupeConversationTurn turn = { 0 };

  g_assert (chat != NULL);

  if (get_flag (step, "finalize"))
    {
      troupe_chat_finish (chat, TRUE);
      return TROUPE_EXIT_OK;
    }
  if (get_flag (step, "new") ||
      (session != NULL && !g_str_equal (session, troupe_chat_get_session_id (chat))))
    troupe_chat_begin_session (chat, session);
  turn.message = troupe_value_get_member_text (step, "turn");
  turn.intents = (const char *const *) intents;
  turn.intent_llm = get_value (step, "intent_llm");
  return troupe_chat_take_turn (chat, &turn, get_value (step, "inputs"),
                                (const char *const *) answers, ends);
}

static TroupeExit
take_script (TroupeChat *chat, Source *source)
{
  TroupeExit result = TROUPE_EXIT_OK;
  gboolean ends = FALSE;

  g_assert (chat != NULL);

  while (!ends)
    {
      g_autoptr (TroupeValue) step = NULL;
      const char *text;

      if (!read_line (source, &text))
        {
          take_exit (&result, TROUPE_EXIT_INVALID);
          break;
        }
      if (text == NULL)
        break;
      if (*text == '\0')
        continue;
      step = troupe_value_from_json (text, -1, NULL);
      if (step == NULL || !troupe_value_is (step, TROUPE_VALUE_MAP))
        {
          troupe_terminal_print_error (
              _ ("%s: each line must be a turn as a JSON object, such as {\"turn\": \"Hello\"}."),
              source->name);
          take_exit (&result, TROUPE_EXIT_INVALID);
          break;
        }
      take_exit (&result, take_step (chat, step, &ends));
    }
  return result;
}

/* --- The command ------------------------------------------------------------------------------- */

static gboolean
check_session (TroupeCommandLine *line, TroupeLoaded *loaded)
{
  const char *session = troupe_command_line_get (line, "session");

  g_assert (loaded != NULL);

  if (session == NULL)
    return TRUE;
  if (*session == '\0' || !g_utf8_validate (session, -1, NULL))
    {
      troupe_terminal_print_error (_ ("--session must not be empty."));
      return FALSE;
    }
  if (troupe_conversation_is_stored (troupe_flow_document_get_flow (loaded->document)))
    return TRUE;
  troupe_terminal_print_error (_ ("%s does not save sessions, so none can be continued. Add "
                                  "\"persist\": {\"enabled\": true} to the flow."),
                               loaded->name);
  return FALSE;
}

static TroupeExit
hold (TroupeCommandLine *line, TroupeLoaded *loaded, TroupeRunReport *report, gint64 timeout_us)
{
  g_auto (Source) source = { 0 };
  g_autoptr (TroupeChat) chat = NULL;
  TroupeExit result = TROUPE_EXIT_OK;
  g_autofree char *name = NULL;
  g_autofree char *session = NULL;
  const char *script = troupe_command_line_get (line, "script");
  const char *input = troupe_command_line_get (line, "input");

  if (!check_session (line, loaded))
    return TROUPE_EXIT_INVALID;
  if (script != NULL && input != NULL)
    {
      troupe_terminal_print_error (
          _ ("--script and --input cannot be used together: each specifies the messages."));
      return TROUPE_EXIT_INVALID;
    }
  source.is_script = script != NULL;
  source.name = script != NULL ? script : input != NULL ? input : "-";
  source.lines = troupe_line_source_open (source.name);
  if (source.lines == NULL)
    return TROUPE_EXIT_INVALID;
  source.is_person = troupe_line_source_is_standard_input (source.lines) && !source.is_script &&
                     troupe_terminal_is (stdin);
  chat = troupe_chat_new (line, loaded, report, timeout_us);
  if (source.is_person)
    result = troupe_chat_ask_consent (chat);
  if (result != TROUPE_EXIT_OK)
    return result;
  if (!troupe_command_line_has (line, "verbose"))
    troupe_run_report_hide_progress (report);
  if (source.is_person && !troupe_command_line_has (line, "quiet"))
    troupe_terminal_write (
        stderr, TROUPE_COLOUR_DIM,
        _ ("Type a message and press Enter; press Ctrl+D to end the conversation.\n"));
  result = source.is_script ? take_script (chat, &source) : take_messages (chat, &source);
  if (!source.is_script)
    troupe_chat_finish (chat, FALSE);
  g_assert (chat != NULL);
  if (!troupe_command_line_has (line, "quiet") && !troupe_command_line_has (line, "json") &&
      troupe_conversation_is_stored (troupe_flow_document_get_flow (loaded->document)))
    {
      name = troupe_run_make_word (loaded->name);
      session = troupe_run_make_word (troupe_chat_get_session_id (chat));
      troupe_terminal_print (stderr, TROUPE_COLOUR_DIM,
                             /* Translators: the first %s is a file, the second one the id of a
                              * session */
                             _ ("To continue: troupectl chat %s --session %s\n"), name, session);
    }
  if (!troupe_run_report_close (report))
    take_exit (&result, TROUPE_EXIT_RUN_FAILED);
  return result;
}

static TroupeExit
run (TroupeCommandLine *line)
{
  const char *file = troupe_command_line_get_arguments (line)[0];
  g_autoptr (TroupeLoaded) loaded = NULL;
  g_autoptr (TroupeRunReport) report = NULL;
  gint64 timeout_us = 0;

  if (!troupe_consent_prompt_check_words (line) || !troupe_run_find_timeout (line, &timeout_us))
    return TROUPE_EXIT_INVALID;
  if (g_str_equal (file, "-") && !troupe_command_line_has (line, "script") &&
      !troupe_command_line_has (line, "input"))
    {
      troupe_terminal_print_error (
          _ ("The flow and the messages cannot both be read from standard input."));
      return TROUPE_EXIT_INVALID;
    }
  troupe_standard_streams_keep_output ();
  report = troupe_run_report_new (line);
  if (report == NULL)
    return TROUPE_EXIT_INVALID;
  loaded = troupe_command_load (file);
  if (loaded->crew != NULL)
    {
      troupe_terminal_print_error (_ ("%s is a crew: only flows support conversations."),
                                   loaded->name);
      return TROUPE_EXIT_INVALID;
    }
  if (loaded->document == NULL || troupe_loaded_has_errors (loaded))
    return troupe_run_refuse (line, loaded, "load_error", "document", NULL, NULL);
  return hold (line, loaded, report, timeout_us);
}

const TroupeCommand troupe_command_chat = {
  .name = "chat",
  .arguments = "FILE",
  .summary = N_ ("Chat with a conversational flow."),
  .example = "troupectl chat support.json --session 7f3a",
  .options = options,
  .min_arguments = 1,
  .max_arguments = 1,
  .run = run,
};
