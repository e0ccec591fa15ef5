/* troupe-flow-tokens.c: finds expressions in templates, and names in expressions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-tokens"

#include "config.h"

#include <string.h>

#include "troupe-cel.h"
#include "troupe-flow-tokens.h"

/* Returns the position after the string literal whose quote is at @position, or the end of the
 * text if it is not terminated. */
static gsize
skip_literal (const char *text, gsize position, gboolean raw)
{
  char quote = text[position];
  gboolean triple = text[position + 1] == quote && text[position + 2] == quote;
  gsize i = position + (triple ? 3 : 1);

  for (; text[i] != '\0'; i++)
    {
      if (text[i] == '\\' && !raw && text[i + 1] != '\0')
        i++;
      else if (triple && text[i] == quote && text[i + 1] == quote && text[i + 2] == quote)
        return i + 3;
      else if (!triple && (text[i] == quote || text[i] == '\n'))
        return i + 1;
    }
  return i;
}

static gboolean
is_raw_prefix (const char *text, gsize position)
{
  gsize start = position;
  gboolean raw = FALSE;

  while (start > 0 && (g_ascii_isalnum (text[start - 1]) || text[start - 1] == '_'))
    {
      start--;
      raw = raw || text[start] == 'r' || text[start] == 'R';
      if (strchr ("rRbB", text[start]) == NULL || position - start > 2)
        return FALSE;
    }
  return raw;
}

/* Finds the closing brace of the expression that begins at @start. Returns FALSE if there is
 * none. Braces in strings and comments are ignored (doc/flow-semantics.md §7). */
static gboolean
find_closing_brace (const char *text, gsize start, gsize *end)
{
  guint depth = 0;
  gsize i = start;

  while (text[i] != '\0')
    {
      if (text[i] == '"' || text[i] == '\'')
        {
          i = skip_literal (text, i, is_raw_prefix (text, i));
          continue;
        }
      if (text[i] == '/' && text[i + 1] == '/')
        {
          i += strcspn (text + i, "\n");
          continue;
        }
      if (text[i] == '{')
        depth++;
      else if (text[i] == '}' && depth-- == 0)
        {
          *end = i;
          return TRUE;
        }
      i++;
    }
  return FALSE;
}

GArray *
troupe_flow_find_template_spans (const char *text)
{
  GArray *spans = g_array_new (FALSE, FALSE, sizeof (TroupeTextSpan));
  gsize position = 0;

  for (;;)
    {
      const char *opening = strstr (text + position, "${");
      TroupeTextSpan span;

      if (opening == NULL)
        return spans;
      span.start = (gsize) (opening - text) + 2;
      if (!find_closing_brace (text, span.start, &span.end))
        return spans;
      g_array_append_val (spans, span);
      position = span.end + 1;
    }
}

static gboolean
token_is (const char *text, const TroupeCelToken *token, const char *word)
{
  gsize length = strlen (word);

  return token->end - token->start == length && memcmp (text + token->start, word, length) == 0;
}

/* Matches the tokens behind a root variable. @span: set to the part to rename, relative to @text */
typedef gboolean (*MatchFunc) (const char *text,
                               const TroupeCelToken *tokens,
                               guint n_tokens,
                               gconstpointer wanted,
                               TroupeTextSpan *span);

/* Appends the places where @match finds @wanted behind the root variable @root. */
static void
find_names (const char *text,
            gsize start,
            gsize end,
            const char *root,
            MatchFunc match,
            gconstpointer wanted,
            GArray *spans)
{
  g_autoptr (GArray) list = troupe_cel_tokenize (text + start, (gssize) (end - start));
  const char *base = text + start;
  const TroupeCelToken *tokens = (const TroupeCelToken *) (gpointer) list->data;
  gboolean after_dot = FALSE;

  g_assert (spans != NULL);

  for (guint i = 0; i < list->len; i++)
    {
      TroupeTextSpan span;

      if (tokens[i].type == TROUPE_CEL_TOKEN_NAME && !after_dot &&
          token_is (base, &tokens[i], root) &&
          match (base, tokens + i + 1, list->len - i - 1, wanted, &span))
        {
          span.start += start;
          span.end += start;
          g_array_append_val (spans, span);
        }
      after_dot = token_is (base, &tokens[i], ".");
    }
}

/* Gets the span of the name after `outputs` or `state`. Returns FALSE if the name is not @name;
 * if @name is NULL, any name matches. */
static gboolean
match_name (const char *text,
            const TroupeCelToken *tokens,
            guint n_tokens,
            gconstpointer wanted,
            TroupeTextSpan *span)
{
  const char *name = wanted;

  if (n_tokens < 2)
    return FALSE;
  span->start = tokens[1].start;
  span->end = tokens[1].end;
  if (token_is (text, &tokens[0], "."))
    {
      if (tokens[1].type != TROUPE_CEL_TOKEN_NAME)
        return FALSE;
    }
  else
    {
      if (!token_is (text, &tokens[0], "[") || tokens[1].type != TROUPE_CEL_TOKEN_STRING ||
          tokens[1].end - tokens[1].start < 2 || n_tokens < 3 ||
          !token_is (text, &tokens[2], "]") || strchr ("'\"", text[tokens[1].start]) == NULL)
        return FALSE;
      span->start++;
      span->end--;
    }
  return name == NULL || (strlen (name) == span->end - span->start &&
                          memcmp (text + span->start, name, strlen (name)) == 0);
}

void
troupe_flow_find_output_names (const char *text,
                               gsize start,
                               gsize end,
                               const char *name,
                               GArray *spans)
{
  find_names (text, start, end, "outputs", match_name, name, spans);
}

/* Returns the number of tokens of `.name` or `['name']` at the start of @tokens, or 0 for
 * another key. */
static guint
match_key (const char *text,
           const TroupeCelToken *tokens,
           guint n_tokens,
           const char *name,
           TroupeTextSpan *span)
{
  if (!match_name (text, tokens, n_tokens, name, span))
    return 0;
  return token_is (text, &tokens[0], ".") ? 2 : 3;
}

/* Returns the number of tokens of `[…]` at the start of @tokens, or 0 if there is none. */
static guint
match_index (const char *text, const TroupeCelToken *tokens, guint n_tokens)
{
  guint depth = 0;

  for (guint i = 0; i < n_tokens; i++)
    {
      if (token_is (text, &tokens[i], "["))
        depth++;
      else if (depth > 0 && token_is (text, &tokens[i], "]") && --depth == 0)
        return i + 1;
      if (depth == 0)
        return 0;
    }
  return 0;
}

/* Returns TRUE if @tokens start with the path of the field. */
static gboolean
match_field (const char *text,
             const TroupeCelToken *tokens,
             guint n_tokens,
             gconstpointer wanted,
             TroupeTextSpan *span)
{
  const TroupeStateField *field = wanted;
  guint at = 0;

  for (guint i = 0; field->outer[i] != NULL; i++)
    {
      guint n = match_key (text, tokens + at, n_tokens - at, field->outer[i], span);

      if (n == 0)
        return FALSE;
      at += n;
      if (field->lists[i] != 'x')
        continue;
      n = match_index (text, tokens + at, n_tokens - at);
      if (n == 0)
        return FALSE;
      at += n;
    }
  return match_key (text, tokens + at, n_tokens - at, field->name, span) > 0;
}

void
troupe_flow_find_state_names (const char *text,
                              gsize start,
                              gsize end,
                              const TroupeStateField *field,
                              GArray *spans)
{
  find_names (text, start, end, "state", match_field, field, spans);
}
