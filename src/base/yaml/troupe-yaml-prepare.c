/* troupe-yaml-prepare.c: adapts YAML text for libyaml where PyYAML is more lenient: directives and
 * tabs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-yaml-prepare"

#include "config.h"

#include <string.h>

#include "troupe-yaml-reader.h"

/* Maximum number of indentation indicators to add, because each requires parsing the text again. */
#define MOST_INDENTS 64

static gboolean
is_line_end (char letter)
{
  return letter == '\n' || letter == '\r';
}

/* Returns TRUE if the directive at @at is hidden from libyaml. PyYAML ignores unknown directives
 * and the minor version in `%YAML 1.`. Invalid directives are left to libyaml, which rejects
 * them. */
static gboolean
is_to_be_hidden (const char *at, const char *end)
{
  const char *name = at + 1;
  const char *here = name;
  gsize length;

  while (here < end && (g_ascii_isalnum (*here) || *here == '-' || *here == '_'))
    here++;
  length = (gsize) (here - name);
  if (length == 0 || (here < end && *here != ' ' && !is_line_end (*here)))
    return FALSE;
  if (length == 3 && memcmp (name, "TAG", 3) == 0)
    return FALSE;
  if (length != 4 || memcmp (name, "YAML", 4) != 0)
    return TRUE;
  while (here < end && *here == ' ')
    here++;
  if (end - here < 3 || memcmp (here, "1.", 2) != 0 || !g_ascii_isdigit (here[2]))
    return FALSE;
  return (here[2] != '1' && here[2] != '2') || (end - here > 3 && g_ascii_isdigit (here[3]));
}

/* Creates the input of libyaml, which is the text with the added indentation indicators. */
void
troupe_yaml_prepare (Reader *self)
{
  gsize from = self->base;
  char *text;
  char *end;
  gboolean has_hidden = FALSE;

  g_string_truncate (self->given, 0);
  for (guint i = 0; i < self->indents->len; i++)
    {
      const Indent *indent = &g_array_index (self->indents, Indent, i);

      g_string_append_len (self->given, self->text + from, (gssize) (indent->at - from));
      g_string_append_c (self->given, indent->digit);
      from = indent->at;
    }
  /* An empty text may be NULL. */
  if (self->length > from)
    g_string_append_len (self->given, self->text + from, (gssize) (self->length - from));
  /* Turns unknown directives before the document in @text into comments. */
  text = self->given->str;
  end = text + self->given->len;
  for (char *at = text; at < end && strchr ("%# \r\n", *at) != NULL;)
    {
      if (*at == '%' && is_to_be_hidden (at, end))
        {
          *at = '#';
          has_hidden = TRUE;
        }
      while (at < end && !is_line_end (*at))
        at++;
      while (at < end && is_line_end (*at))
        at++;
    }
  self->has_hidden_directive = has_hidden;
}

/* Returns TRUE if the line of the tab at @tab is the first non-empty line after the header at
 * @header. */
static gboolean
is_first_line (const Reader *self, gsize header, gsize tab)
{
  g_assert (self != NULL);

  while (header < tab && !is_line_end (self->text[header]))
    {
      if (g_ascii_isdigit (self->text[header]))
        return FALSE;
      if (self->text[header] == '#')
        while (header < tab && !is_line_end (self->text[header + 1]))
          header++;
      header++;
    }
  while (header < tab && strchr (" \r\n", self->text[header]) != NULL)
    header++;
  return header == tab;
}

/* In PyYAML the text after `|` or `>` may begin with a tab. libyaml accepts such a tab only with
 * an explicit indentation indicator in the header. Returns TRUE if the text has to be parsed
 * again. */
gboolean
troupe_yaml_add_indent (Reader *self, const yaml_parser_t *parser)
{
  Indent indent = { 0 };
  gint64 step = (gint64) parser->problem_mark.column - MAX (parser->indent, 0);
  const Indent *last = self->indents->len > 0
                           ? &g_array_index (self->indents, Indent, self->indents->len - 1)
                           : NULL;

  if (parser->error != YAML_SCANNER_ERROR || parser->context == NULL ||
      strstr (parser->context, "block scalar") == NULL ||
      strstr (parser->problem, "found a tab character") == NULL)
    return FALSE;
  indent.index = parser->context_mark.index + 1;
  if (step < 1 || step > 9 || self->indents->len >= MOST_INDENTS ||
      (last != NULL && last->index >= indent.index))
    return FALSE;
  indent.at = troupe_yaml_to_byte (self, parser->context_mark.index) + 1;
  if (!is_first_line (self, indent.at, troupe_yaml_to_byte (self, parser->problem_mark.index)))
    return FALSE;
  indent.digit = (char) ('0' + step);
  g_array_append_val (self->indents, indent);
  return TRUE;
}
