/* troupe-elicitation-prompt.c: elicitation requests of MCP servers at the terminal
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-elicitation-prompt"

#include "config.h"

#include <glib/gi18n.h>
#include <stdio.h>

#include "troupe-elicitation-prompt.h"
#include "troupe-sanitize-text.h"
#include "troupe-terminal.h"

/* @next: index of the current field; @content: values of the earlier fields */
typedef struct
{
  TroupeAnswers *answers;
  TroupeRun *run;
  TroupeFeedbackRequest *request;
  guint next;
  TroupeMapBuilder content;
} Prompt;

static void ask_field (Prompt *self);

static void
prompt_free (Prompt *self)
{
  g_assert (self != NULL);

  troupe_map_builder_clear (&self->content);
  troupe_feedback_request_unref (self->request);
  troupe_answers_unref (self->answers);
  g_free (self);
}

static const TroupeElicitation *
get_elicitation (Prompt *self)
{
  return self->request->elicitation;
}

/* --- Result ----------------------------------------------------------------------------------- */

/* @content: (nullable) */
static void
end (Prompt *self, TroupeElicitationAction action, TroupeValue *content)
{
  g_autofree char *json =
      content != NULL ? troupe_value_to_json (content, TROUPE_JSON_COMPACT) : g_strdup ("");
  g_autoptr (GError) error = NULL;

  g_assert (self != NULL);

  if (!troupe_run_answer (self->run, self->request->id, json,
                          troupe_elicitation_action_get_name (action), &error))
    troupe_terminal_print (stderr, TROUPE_COLOUR_RED, "%s\n", error->message);
  prompt_free (self);
}

/* --- Fields ----------------------------------------------------------------------------------- */

static const char *
describe_kind (const TroupeElicitationField *field)
{
  switch (field->type)
    {
    case TROUPE_ELICITATION_NUMBER:
      return _ ("a number");

    case TROUPE_ELICITATION_INTEGER:
      return _ ("an integer");

    case TROUPE_ELICITATION_SWITCH:
      return _ ("y or n");

    case TROUPE_ELICITATION_CHOICE:
      return _ ("an option or its number");

    case TROUPE_ELICITATION_CHOICES:
      return _ ("options or their numbers, separated by commas");

    case TROUPE_ELICITATION_TEXT:
    default:
      return field->format;
    }
}

/* Stores the user's input for a field. Returns FALSE if the user has to be prompted again. */
static gboolean
take_field (Prompt *self, const TroupeElicitationField *field, const char *line)
{
  g_autoptr (TroupeValue) value = NULL;
  g_autoptr (GError) error = NULL;

  g_assert (self != NULL);

  if (field->initial != NULL && *line == '\0')
    return TRUE;
  if (field->initial != NULL && !field->is_required && g_str_equal (line, "-"))
    line = "";
  if (!troupe_elicitation_field_read (field, line, &value, &error))
    {
      troupe_terminal_print (stderr, TROUPE_COLOUR_RED, "%s\n", error->message);
      return FALSE;
    }
  troupe_map_builder_add (&self->content, field->name,
                          value != NULL ? g_steal_pointer (&value) : troupe_value_new_null ());
  return TRUE;
}

/* Handles the user's input for the current field. @line: (nullable): NULL if the input has ended */
static void
field_cb (const char *line, gpointer user_data)
{
  Prompt *self = user_data;

  g_assert (self != NULL);

  if (line == NULL)
    {
      end (self, TROUPE_ELICITATION_CANCEL, NULL);
      return;
    }
  if (take_field (self, get_elicitation (self)->fields->pdata[self->next], line))
    self->next++;
  ask_field (self);
}

static void
ask_field (Prompt *self)
{
  const GPtrArray *fields = get_elicitation (self)->fields;
  g_autoptr (GPtrArray) waiting = troupe_run_list_requests (self->run);
  g_autofree char *question = NULL;
  const TroupeElicitationField *field;
  g_autoptr (GString) text = NULL;
  g_autofree char *initial = NULL;
  g_autofree char *shown = NULL;
  const char *kind;

  g_assert (self != NULL);

  /* A withdrawn request is not continued, because the run rejects the answer. */
  if (self->next == fields->len || !g_ptr_array_find (waiting, self->request, NULL))
    {
      g_autoptr (TroupeValue) content = troupe_map_builder_end (&self->content);

      troupe_map_builder_init (&self->content);
      end (self, TROUPE_ELICITATION_ACCEPT, content);
      return;
    }
  /* Formats the prompt of a field, such as `City (an integer, required) [Enter: 30]: ` */
  field = fields->pdata[self->next];
  text = g_string_new (NULL);
  initial = troupe_elicitation_field_describe_initial (field);
  shown = initial != NULL ? troupe_text_to_line (initial) : NULL;
  kind = describe_kind (field);
  if (field->description != NULL)
    g_string_append_printf (text, "%s\n", field->description);
  for (guint i = 0; field->titles != NULL && field->titles[i] != NULL; i++)
    g_string_append_printf (text, "  %u  %s\n", i + 1, field->titles[i]);
  g_string_append (text, field->title);
  if (kind != NULL && field->is_required)
    /* Translators: %s is the kind of answer; follows the name of a field */
    g_string_append_printf (text, _ (" (%s, required)"), kind);
  else if (kind != NULL)
    g_string_append_printf (text, " (%s)", kind);
  else if (field->is_required)
    g_string_append (text, _ (" (required)"));
  if (shown != NULL && field->is_required)
    /* Translators: %s is the value that pressing Enter selects */
    g_string_append_printf (text, _ (" [Enter: %s]"), shown);
  else if (shown != NULL)
    g_string_append_printf (text, _ (" [Enter: %s; - to omit]"), shown);
  g_string_append (text, ": ");
  question = g_string_free (g_steal_pointer (&text), FALSE);
  troupe_answers_ask (self->answers, question, field_cb, self);
}

/* --- Request ---------------------------------------------------------------------------------- */

/* Handles the user's answer to a yes/no question. @line: (nullable): NULL if the input has ended */
static void
agreed_cb (const char *line, gpointer user_data)
{
  Prompt *self = user_data;

  g_assert (self != NULL);

  if (line == NULL)
    end (self, TROUPE_ELICITATION_CANCEL, NULL);
  else if (*line != 'y' && *line != 'Y')
    end (self, TROUPE_ELICITATION_DECLINE, NULL);
  else if (get_elicitation (self)->url != NULL)
    {
      /* Opens the URL without a shell. A terminal without a desktop has no browser. */
      g_autoptr (GError) error = NULL;

      if (!g_app_info_launch_default_for_uri (get_elicitation (self)->url, NULL, &error))
        troupe_terminal_print (stderr, TROUPE_COLOUR_YELLOW,
                               _ ("Could not start a browser (%s). Open the URL yourself.\n"),
                               error->message);
      end (self, TROUPE_ELICITATION_ACCEPT, NULL);
    }
  else
    ask_field (self);
}

void
troupe_elicitation_prompt_begin (TroupeAnswers *answers,
                                 TroupeRun *run,
                                 TroupeFeedbackRequest *request)
{
  const TroupeElicitation *elicitation = request->elicitation;
  g_autoptr (GString) text = g_string_new ("\n");
  Prompt *self = NULL;

  g_return_if_fail (answers != NULL && TROUPE_IS_RUN (run) && elicitation != NULL);

  self = g_new0 (Prompt, 1);
  self->answers = troupe_answers_ref (answers);
  self->run = run;
  self->request = troupe_feedback_request_ref (request);
  troupe_map_builder_init (&self->content);
  if (!elicitation->is_sign_in)
    g_string_append_printf (text,
                            /* Translators: %s is the name of a server: a command line, or a host
                             * name */
                            _ ("The MCP server “%s” requests input:\n"), elicitation->server);
  g_string_append_printf (text, "%s\n", elicitation->message);
  if (elicitation->url != NULL)
    {
      if (elicitation->is_sign_in)
        /* Translators: %s is a host name */
        g_string_append_printf (text, _ ("Sign in at %s:\n"), elicitation->host);
      else
        g_string_append_printf (text,
                                /* Translators: %s is a host name */
                                _ ("It asks you to open a URL on %s:\n"), elicitation->host);
      g_string_append_printf (text, "  %s\n", elicitation->url);
      g_string_append (text, _ ("Open it in the browser? [y/N] "));
    }
  else if (elicitation->fields->len == 0)
    g_string_append (text, _ ("Yes? [y/N] "));
  else
    {
      g_string_append (text, _ ("The operator of this server can read what you type: do not enter "
                                "passwords or keys.\n"));
      g_string_append_printf (text,
                              ngettext ("Answer %u question? [y/N] ", "Answer %u questions? [y/N] ",
                                        elicitation->fields->len),
                              elicitation->fields->len);
    }
  troupe_answers_ask (answers, text->str, agreed_cb, self);
}
