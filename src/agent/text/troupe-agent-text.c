/* troupe-agent-text.c: parses tool calls and answers of models in text mode
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-text"

#include "config.h"

#include <string.h>

#include "troupe-agent-text.h"
#include "troupe-text.h"

#define FINAL_ANSWER "Final Answer:"
#define FENCE "```"

void
troupe_agent_step_free (TroupeAgentStep *self)
{
  if (self == NULL)
    return;

  g_free (self->output);
  g_free (self->tool);
  g_free (self->input);
  g_free (self);
}

/* Skips white space, a number and white space, as in `Action 2 :`. */
static const char *
skip_number (const char *at)
{
  while (g_ascii_isspace (*at))
    at++;
  while (g_ascii_isdigit (*at))
    at++;
  while (g_ascii_isspace (*at))
    at++;

  return at;
}

/* Returns the text after `Action:`, or after `Action Input:`, at @at; NULL if @at does not start
 * with the label. */
static const char *
read_label (const char *at, gboolean of_input)
{
  if (!troupe_text_begins_with (at, "Action"))
    return NULL;
  at = skip_number (at + strlen ("Action"));
  if (of_input)
    {
      if (!troupe_text_begins_with (at, "Input"))
        return NULL;
      at = skip_number (at + strlen ("Input"));
    }

  return *at == ':' ? at + 1 : NULL;
}

/* Finds the first label at or after @at. @end: (out) (optional): position at which the label
 * starts */
static const char *
find_label (const char *at, gboolean of_input, const char **end)
{
  for (at = strstr (at, "Action"); at != NULL; at = strstr (at + 1, "Action"))
    {
      const char *behind = read_label (at, of_input);

      if (behind == NULL)
        continue;
      if (end != NULL)
        *end = at;
      return behind;
    }

  return NULL;
}

/* Strips @mark from both ends of the text. Used to remove bold markup from names, and quotes
 * from inputs. */
static char *
strip_of (char *text, char mark)
{
  gsize length = strlen (text);
  gsize start = 0;

  while (length > 0 && text[length - 1] == mark)
    length--;
  while (start < length && text[start] == mark)
    start++;
  text[length] = '\0';
  memmove (text, text + start, length - start + 1);

  return text;
}

TroupeAgentStep *
troupe_agent_text_read (const char *text)
{
  TroupeAgentStep *self = NULL;
  const char *name, *input, *end = NULL;
  const char *final;
  g_autofree char *answer = NULL;
  guint n_fences = 0;

  g_return_val_if_fail (text != NULL, NULL);

  self = g_new0 (TroupeAgentStep, 1);
  /* The text after the last label, without an unmatched code fence at its end. */
  final = g_strrstr (text, FINAL_ANSWER);
  if (final == NULL)
    self->output = NULL;
  else
    {
      answer = g_strstrip (g_strdup (final + strlen (FINAL_ANSWER)));
      for (const char *at = strstr (answer, FENCE); at != NULL;
           at = strstr (at + strlen (FENCE), FENCE))
        n_fences++;
      if (n_fences % 2 == 1 && g_str_has_suffix (answer, FENCE))
        {
          answer[strlen (answer) - strlen (FENCE)] = '\0';
          g_strchomp (answer);
        }

      self->output = g_steal_pointer (&answer);
    }
  self->is_final = TRUE;
  if (self->output != NULL)
    return self;

  name = find_label (text, FALSE, NULL);
  input = name != NULL ? find_label (name, TRUE, &end) : NULL;
  if (input == NULL)
    {
      self->output = g_strdup (text);
      return self;
    }

  self->is_final = FALSE;
  self->tool = g_strstrip (strip_of (g_strstrip (g_strndup (name, (gsize) (end - name))), '*'));
  self->input = strip_of (g_strstrip (g_strdup (input)), '"');

  return self;
}
