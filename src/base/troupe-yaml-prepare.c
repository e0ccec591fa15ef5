/* troupe-yaml-prepare.c: where libyaml and PyYAML take different texts: directives and tabs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-yaml-prepare"

#include "config.h"

#include <string.h>

#include "troupe-yaml-reader.h"

/* Every one of them has the text read again. */
#define MOST_HIDDEN_TABS 64

static gboolean
is_line_end (char letter)
{
  return letter == '\n' || letter == '\r';
}

/* PyYAML passes over directives that it does not know, and over the number behind `%YAML 1.`. */
static gboolean
is_known_directive (const char *at, const char *end)
{
  gsize length = 0;

  while (at + length < end && !is_line_end (at[length]))
    length++;
  if (length > 8 && strncmp (at, "%YAML 1.", 8) == 0 && g_ascii_isdigit (at[8]))
    return (at[8] == '1' || at[8] == '2') && (length == 9 || !g_ascii_isdigit (at[9]));
  return length < 2 || !(g_ascii_isalnum (at[1]) || at[1] == '-' || at[1] == '_') ||
         strncmp (at, "%YAML ", MIN (length, 6)) == 0 || strncmp (at, "%TAG ", MIN (length, 5)) == 0;
}

/* Makes comments of unknown directives in @text, those in front of the document. */
static gboolean
hide_directives (char *text, gsize length)
{
  char *end = text + length;
  gboolean has_hidden = FALSE;

  for (char *at = text; at < end && strchr ("%# \r\n", *at) != NULL;)
    {
      if (*at == '%' && !is_known_directive (at, end))
        {
          *at = '#';
          has_hidden = TRUE;
        }
      while (at < end && !is_line_end (*at))
        at++;
      while (at < end && is_line_end (*at))
        at++;
    }
  return has_hidden;
}

/* A character of the private area that the text does not have. */
static gunichar
find_mark (const Reader *self)
{
  for (gunichar mark = 0xe000; mark < 0xf8ff; mark++)
    {
      char encoded[8] = { 0 };

      g_unichar_to_utf8 (mark, encoded);
      if (g_strstr_len (self->text, (gssize) self->length, encoded) == NULL)
        return mark;
    }
  return 0;
}

/* Makes what libyaml reads: as many characters as the text, so that its places are those of the text. */
void
_troupe_yaml_prepare (Reader *self)
{
  gsize from = self->base;

  g_string_truncate (self->given, 0);
  for (guint i = 0; i < self->hidden->len; i++)
    {
      gsize tab = g_array_index (self->hidden, gsize, i);

      g_string_append_len (self->given, self->text + from, (gssize) (tab - from));
      g_string_append_unichar (self->given, self->mark);
      from = tab + 1;
    }
  /* Nothing may be told from no text at all. */
  if (self->length > from)
    g_string_append_len (self->given, self->text + from, (gssize) (self->length - from));
  self->has_hidden_directive = hide_directives (self->given->str, self->given->len);
}

/* PyYAML has a text behind `|` begin with a tab. Returns whether the text is to be read again. */
gboolean
_troupe_yaml_hide_tab (Reader *self, gsize at)
{
  if (self->text[at] != '\t' || self->hidden->len >= MOST_HIDDEN_TABS ||
      (self->hidden->len > 0 && g_array_index (self->hidden, gsize, self->hidden->len - 1) >= at))
    return FALSE;
  if (self->mark == 0)
    self->mark = find_mark (self);
  g_array_append_val (self->hidden, at);
  return self->mark != 0;
}

/* Puts the hidden tabs back into a value. */
void
_troupe_yaml_show_tabs (const Reader *self, yaml_event_t *event)
{
  char encoded[8] = { 0 };
  char *value = (char *) event->data.scalar.value;
  gsize length = event->data.scalar.length;
  gsize mark_length;
  char *found;

  if (self->hidden->len == 0)
    return;
  mark_length = (gsize) g_unichar_to_utf8 (self->mark, encoded);
  while ((found = g_strstr_len (value, (gssize) length, encoded)) != NULL)
    {
      *found = '\t';
      length -= mark_length - 1;
      memmove (found + 1, found + mark_length, length - (gsize) (found + 1 - value) + 1);
    }
  event->data.scalar.length = length;
}
