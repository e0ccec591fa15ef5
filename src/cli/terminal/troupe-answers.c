/* troupe-answers.c: answers to feedback requests, from --answer or the terminal
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-answers"

#include "config.h"

#include <errno.h>
#include <glib-unix.h>
#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "troupe-answers.h"
#include "troupe-elicitation-prompt.h"
#include "troupe-run-kind.h"
#include "troupe-run-person.h"
#include "troupe-terminal.h"
#include "troupe-text-list.h"
#include "troupe-user-name.h"

/* A line that is requested in addition to the requests of the run. */
typedef struct
{
  char *question;
  TroupeAnswersLineFunc func;
  gpointer user_data;
} Prompt;

struct _TroupeAnswers
{
  gatomicrefcount ref_count;
  TroupeRun *run;
  gboolean has_terminal;
  gboolean reads_lines; /* lines of standard input are answers */
  /* Used on the run's thread. */
  char **given;
  guint n_given; /* how many of these were used */
  /* Used on the main thread. */
  GQueue waiting;                 /* (element-type TroupeFeedbackRequest) */
  TroupeFeedbackRequest *current; /* (nullable): the request being answered */
  GQueue prompts;                 /* (element-type Prompt) */
  Prompt *prompt;                 /* (nullable): the prompt being answered */
  GString *typed;
  guint watch;
  gboolean has_ended; /* the input has ended */
  gboolean is_closed;
  /* Used on both threads. */
  GMutex mutex;
  GPtrArray *unanswered; /* (element-type TroupeFeedbackRequest): oldest first */
};

TroupeAnswers *
troupe_answers_ref (TroupeAnswers *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
troupe_answers_unref (TroupeAnswers *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_clear_handle_id (&self->watch, g_source_remove);
  g_clear_pointer (&self->current, troupe_feedback_request_unref);
  g_ptr_array_unref (self->unanswered);
  g_mutex_clear (&self->mutex);
  g_queue_clear_full (&self->waiting, (GDestroyNotify) troupe_feedback_request_unref);
  g_assert (self->prompt == NULL && g_queue_is_empty (&self->prompts));
  g_string_free (self->typed, TRUE);
  g_strfreev (self->given);
  g_free (self);
}

/* --- Terminal, on the main thread ------------------------------------------------------------- */

static void
print_question (const TroupeFeedbackRequest *request)
{
  g_assert (request != NULL);

  troupe_terminal_print (stderr, TROUPE_COLOUR_YELLOW, "\n%s ",
                         troupe_terminal_has_unicode () ? "●" : "*");
  troupe_terminal_print (stderr, TROUPE_COLOUR_BOLD, "%s\n", request->method);
  if (!request->is_input)
    {
      g_autofree char *text = NULL;

      if (troupe_value_is (request->output, TROUPE_VALUE_STRING))
        text = g_strdup (troupe_value_get_string (request->output, NULL));
      else
        text =
            troupe_value_to_json (request->output, TROUPE_JSON_PRETTY | TROUPE_JSON_FLOAT_OBJECTS);
      g_strchomp (text);
      troupe_terminal_write (stderr, TROUPE_COLOUR_NONE, text);
      fputc ('\n', stderr);
    }
  troupe_terminal_print (stderr, TROUPE_COLOUR_BOLD, "%s\n", request->message);
  if (request->emit != NULL)
    {
      g_autofree char *usual = troupe_text_to_line (
          request->default_outcome != NULL ? request->default_outcome : request->emit[0]);

      for (guint i = 0; request->emit[i] != NULL; i++)
        {
          g_autofree char *shown = troupe_text_to_line (request->emit[i]);

          troupe_terminal_print (stderr, TROUPE_COLOUR_BOLD, "  %u  ", i + 1);
          troupe_terminal_print (stderr, TROUPE_COLOUR_NONE, "%s\n", shown);
        }
      /* Translators: %s is one of the outcomes of a method */
      troupe_terminal_print (
          stderr, TROUPE_COLOUR_DIM,
          _ ("Type an option or its number. Press Enter for “%s”, or Ctrl+D to answer later.\n"),
          usual);
    }
  else if (request->is_input)
    troupe_terminal_write (stderr, TROUPE_COLOUR_DIM,
                           _ ("Type your answer, or press Ctrl+D to answer later.\n"));
  else
    troupe_terminal_write (
        stderr, TROUPE_COLOUR_DIM,
        _ ("Type your feedback. Press Enter for none, or Ctrl+D to answer later.\n"));
}

static void
print_prompt (void)
{
  troupe_terminal_write (stderr, TROUPE_COLOUR_BOLD, "> ");
  fflush (stderr);
}

static gboolean
is_waited_for (TroupeAnswers *self, TroupeFeedbackRequest *request)
{
  g_autoptr (GPtrArray) requests = troupe_run_list_requests (self->run);

  return g_ptr_array_find (requests, request, NULL);
}

static gboolean
asks (TroupeAnswers *self)
{
  return self->current != NULL || self->prompt != NULL;
}

static void
end_prompt (Prompt *prompt, const char *line)
{
  prompt->func (line, prompt->user_data);
  g_free (prompt->question);
  g_free (prompt);
}

/* Shows the next prompt or request if the user is not answering another one. */
static void
ask_next (TroupeAnswers *self)
{
  g_assert (self != NULL);

  if (!asks (self) && !g_queue_is_empty (&self->prompts))
    {
      self->prompt = g_queue_pop_head (&self->prompts);
      troupe_terminal_write (stderr, TROUPE_COLOUR_NONE, self->prompt->question);
      fflush (stderr);
    }
  while (!asks (self) && !g_queue_is_empty (&self->waiting))
    {
      g_autoptr (TroupeFeedbackRequest) next = g_queue_pop_head (&self->waiting);

      if (!is_waited_for (self, next))
        continue;
      self->current = g_steal_pointer (&next);
      if (self->has_terminal)
        {
          print_question (self->current);
          print_prompt ();
        }
    }
}

static void
take_line (TroupeAnswers *self, const char *line)
{
  g_autofree char *text = troupe_feedback_strip (line);
  g_autoptr (GError) error = NULL;
  const char *outcome = NULL;
  const TroupeFeedbackRequest *request;
  guint64 number = 0;

  g_assert (self != NULL);

  if (self->prompt != NULL)
    {
      end_prompt (g_steal_pointer (&self->prompt), text);
      return;
    }
  /* No model has to be called for such an answer. */
  request = self->current;
  if (request->emit != NULL &&
      troupe_feedback_request_find_outcome ((TroupeFeedbackRequest *) request, text) == NULL &&
      g_ascii_string_to_unsigned (text, 10, 1, g_strv_length (request->emit), &number, NULL))
    outcome = request->emit[number - 1];
  if (troupe_run_answer (self->run, self->current->id, outcome != NULL ? outcome : text, outcome,
                         &error))
    {
      g_mutex_lock (&self->mutex);
      g_ptr_array_remove (self->unanswered, self->current);
      g_mutex_unlock (&self->mutex);
      g_clear_pointer (&self->current, troupe_feedback_request_unref);
      return;
    }
  troupe_terminal_print (stderr, TROUPE_COLOUR_RED, "%s\n", error->message);
  if (is_waited_for (self, self->current))
    print_prompt ();
  else
    g_clear_pointer (&self->current, troupe_feedback_request_unref);
}

/* Processes complete lines while a prompt or request is waiting for a line. */
static void
take_lines (TroupeAnswers *self)
{
  const char *end;

  g_assert (self != NULL);

  ask_next (self);
  while (asks (self) && (end = strchr (self->typed->str, '\n')) != NULL)
    {
      g_autofree char *line = g_strndup (self->typed->str, (gsize) (end - self->typed->str));

      g_string_erase (self->typed, 0, (gssize) (end - self->typed->str) + 1);
      take_line (self, line);
      ask_next (self);
    }
}

/* Ends all prompts without an answer. */
static void
end_prompts (TroupeAnswers *self)
{
  if (self->prompt != NULL)
    end_prompt (g_steal_pointer (&self->prompt), NULL);
  while (!g_queue_is_empty (&self->prompts))
    end_prompt (g_queue_pop_head (&self->prompts), NULL);
}

/* Closes at the end of the input. Lines that were typed before the end are kept for later
 * requests. */
static void
close_at_end (TroupeAnswers *self)
{
  g_assert (self != NULL);

  if (!self->has_ended || self->is_closed || strchr (self->typed->str, '\n') != NULL)
    return;
  /* The last line may have no line end. */
  if (self->typed->len > 0)
    {
      g_string_append_c (self->typed, '\n');
      take_lines (self);
      return;
    }
  self->is_closed = TRUE;
  if (self->has_terminal)
    fputc ('\n', stderr);
  end_prompts (self);
  troupe_run_answer_later (self->run);
}

static gboolean
typed_cb (int fd, GIOCondition condition, gpointer user_data)
{
  TroupeAnswers *self = user_data;
  char buffer[4096];
  ssize_t n_read = read (fd, buffer, sizeof buffer);

  g_assert (self != NULL);

  if (n_read < 0 && (errno == EINTR || errno == EAGAIN))
    return G_SOURCE_CONTINUE;
  if (n_read > 0)
    {
      g_string_append_len (self->typed, buffer, n_read);
      take_lines (self);
      return G_SOURCE_CONTINUE;
    }
  self->watch = 0;
  self->has_ended = TRUE;
  close_at_end (self);
  return G_SOURCE_REMOVE;
}

static void
watch_input (TroupeAnswers *self)
{
  if (self->watch == 0 && !self->has_ended)
    self->watch = g_unix_fd_add (STDIN_FILENO, G_IO_IN | G_IO_HUP | G_IO_ERR, typed_cb, self);
}

void
troupe_answers_ask (TroupeAnswers *self,
                    const char *question,
                    TroupeAnswersLineFunc func,
                    gpointer user_data)
{
  Prompt *prompt = NULL;

  g_return_if_fail (self != NULL && question != NULL && func != NULL);

  if (self->is_closed)
    {
      func (NULL, user_data);
      return;
    }
  prompt = g_new0 (Prompt, 1);
  prompt->question = g_strdup (question);
  prompt->func = func;
  prompt->user_data = user_data;
  g_queue_push_tail (&self->prompts, prompt);
  watch_input (self);
  take_lines (self);
  if (asks (self))
    close_at_end (self);
}

gboolean
troupe_answers_has_terminal (TroupeAnswers *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->has_terminal;
}

/* A request on its way to the main thread. */
typedef struct
{
  TroupeAnswers *answers;
  TroupeFeedbackRequest *request;
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  g_clear_pointer (&question->request, troupe_feedback_request_unref);
  troupe_answers_unref (question->answers);
  g_free (question);
}

static gboolean
question_cb (gpointer user_data)
{
  Question *question = user_data;
  TroupeAnswers *self = question->answers;

  if (self->is_closed)
    return G_SOURCE_REMOVE;
  if (question->request->elicitation != NULL)
    {
      troupe_elicitation_prompt_begin (self, self->run, question->request);
      return G_SOURCE_REMOVE;
    }
  g_queue_push_tail (&self->waiting, g_steal_pointer (&question->request));
  watch_input (self);
  take_lines (self);
  if (self->current != NULL)
    close_at_end (self);
  return G_SOURCE_REMOVE;
}

/* --- Callback on the run's thread ------------------------------------------------------------- */

static TroupeFeedbackReply
post (TroupeAnswers *self, TroupeFeedbackRequest *request)
{
  Question *question = g_new0 (Question, 1);

  g_assert (self != NULL);

  question->answers = troupe_answers_ref (self);
  question->request = troupe_feedback_request_ref (request);
  g_main_context_invoke_full (NULL, G_PRIORITY_DEFAULT, question_cb, question, question_free);
  return TROUPE_FEEDBACK_WAITS;
}

static TroupeFeedbackReply
asked_cb (TroupeRun *run, TroupeFeedbackRequest *request, char **answer, gpointer user_data)
{
  TroupeAnswers *self = user_data;

  g_assert (TROUPE_IS_RUN (run));

  /* The name is only looked up now, because that may connect to a name service. */
  troupe_run_set_person (run, troupe_user_get_name (), "terminal");
  /* An elicitation of a server is only shown to an interactive user, who can see which server
   * asks. */
  if (request->elicitation != NULL)
    return self->has_terminal ? post (self, request) : TROUPE_FEEDBACK_PAUSES;
  if (self->given[self->n_given] != NULL)
    {
      *answer = g_strdup (self->given[self->n_given++]);
      return TROUPE_FEEDBACK_ANSWERED;
    }
  g_mutex_lock (&self->mutex);
  g_ptr_array_add (self->unanswered, troupe_feedback_request_ref (request));
  g_mutex_unlock (&self->mutex);
  if (!self->reads_lines)
    return TROUPE_FEEDBACK_PAUSES;
  return post (self, request);
}

/* --- Construction ----------------------------------------------------------------------------- */

static void
destroy_cb (gpointer data)
{
  troupe_answers_unref (data);
}

/* @run: borrowed until troupe_answers_close() */
TroupeAnswers *
troupe_answers_new (TroupeCommandLine *line, TroupeRun *run)
{
  TroupeAnswers *self = g_new0 (TroupeAnswers, 1);
  g_autofree const char **given = troupe_command_line_get_all (line, "answer");

  g_atomic_ref_count_init (&self->ref_count);
  self->run = run;
  self->given = g_strdupv ((char **) given);
  self->has_terminal = troupe_terminal_is (stdin) && troupe_terminal_is (stderr);
  self->reads_lines =
      self->has_terminal || (troupe_run_get_kind (run)->reads_lines &&
                             g_strcmp0 (troupe_command_line_get (line, "inputs"), "-") != 0);
  self->typed = g_string_new (NULL);
  g_queue_init (&self->waiting);
  g_queue_init (&self->prompts);
  g_mutex_init (&self->mutex);
  self->unanswered =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_feedback_request_unref);
  troupe_run_set_feedback_func (run, asked_cb, troupe_answers_ref (self), destroy_cb);
  return self;
}

void
troupe_answers_set_given (TroupeAnswers *self, const char *const *given)
{
  g_return_if_fail (self != NULL && given != NULL);

  g_strfreev (self->given);
  self->given = g_strdupv ((char **) given);
}

/* Stops reading after the run has ended. The remaining input is left for the next reader. */
void
troupe_answers_close (TroupeAnswers *self)
{
  g_return_if_fail (self != NULL);

  self->is_closed = TRUE;
  g_clear_handle_id (&self->watch, g_source_remove);
  end_prompts (self);
}

/* Returns the unanswered requests, the oldest first. Call after the run has ended. (transfer
 * none) (element-type TroupeFeedbackRequest) */
GPtrArray *
troupe_answers_get_unanswered (TroupeAnswers *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->unanswered;
}

gboolean
troupe_answers_check (TroupeCommandLine *line, TroupeRun *run, GPtrArray *requests)
{
  g_autofree const char **given = troupe_command_line_get_all (line, "answer");

  g_return_val_if_fail (TROUPE_IS_RUN (run), FALSE);
  g_return_val_if_fail (requests != NULL, FALSE);

  for (guint i = 0; i < requests->len && given[i] != NULL; i++)
    {
      g_autoptr (TroupeFeedbackRequest) request =
          troupe_feedback_request_new_from_record (g_ptr_array_index (requests, i));
      g_autofree char *outcomes = NULL;

      if (request->emit == NULL ||
          troupe_feedback_request_find_outcome (request, given[i]) != NULL ||
          troupe_run_interprets_answers (run, request->method))
        continue;
      outcomes = troupe_text_list_join ((const char *const *) request->emit);
      troupe_terminal_print_error (
          _ ("“%s” is not one of the outcomes of “%s” (%s). Nothing was run. Answer with the exact "
             "text of an outcome, because no model is available to interpret other answers."),
          given[i], request->method, outcomes);
      return FALSE;
    }
  return TRUE;
}
