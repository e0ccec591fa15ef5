/* troupe-flow-events.c: events that a router can emit, according to its document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-events"

#include "config.h"

#include <string.h>

#include "troupe-flow-events.h"
#include "troupe-flow-tokens.h"

typedef struct
{
  const char *text;
  const TroupeCelToken *tokens;
  GPtrArray *results;
  GArray *spans; /* (nullable) */
} ResultFinder;

static gboolean find_results (ResultFinder *self, guint start, guint end, guint depth);

static gboolean
token_is (const ResultFinder *self, guint index, char letter)
{
  const TroupeCelToken *token = &self->tokens[index];

  return token->type != TROUPE_CEL_TOKEN_STRING && token->end - token->start == 1 &&
         self->text[token->start] == letter;
}

static int
get_nesting (const ResultFinder *self, guint index)
{
  if (token_is (self, index, '(') || token_is (self, index, '[') || token_is (self, index, '{'))
    return 1;
  if (token_is (self, index, ')') || token_is (self, index, ']') || token_is (self, index, '}'))
    return -1;
  return 0;
}

/* Returns the index of the first @letter outside brackets after @start, or @end if there is
 * none. A colon that belongs to a nested conditional is skipped. */
static guint
find_outside (const ResultFinder *self, guint start, guint end, char letter)
{
  int depth = 0;
  guint n_inner = 0;

  for (guint i = start; i < end; i++)
    {
      depth += get_nesting (self, i);
      if (depth != 0)
        continue;
      if (letter == ':' && token_is (self, i, '?'))
        n_inner++;
      else if (token_is (self, i, letter) && n_inner-- == 0)
        return i;
    }
  return end;
}

static gboolean
is_wrapped (const ResultFinder *self, guint start, guint end)
{
  int depth = 0;

  if (end - start < 3 || !token_is (self, start, '(') || !token_is (self, end - 1, ')'))
    return FALSE;
  for (guint i = start; i + 1 < end; i++)
    {
      depth += get_nesting (self, i);
      if (depth == 0)
        return FALSE;
    }
  return TRUE;
}

static gboolean
find_results (ResultFinder *self, guint start, guint end, guint depth)
{
  guint question, colon;

  if (depth > TROUPE_LIMIT_NESTING || start >= end)
    return FALSE;
  while (is_wrapped (self, start, end))
    {
      start++;
      end--;
    }
  question = find_outside (self, start, end, '?');
  if (question == end)
    {
      const TroupeCelToken *token;
      gsize length;
      g_autofree char *word = NULL;
      TroupeTextSpan span;

      /* Adds the result if the token is a string literal without prefix and escapes, or a
       * literal that becomes a string when it is emitted (§4). */
      if (end - start != 1)
        return FALSE;
      token = &self->tokens[start];
      length = token->end - token->start;
      word = g_strndup (self->text + token->start, length);
      span = (TroupeTextSpan){ token->start, token->end };
      if (self->spans != NULL)
        g_array_append_val (self->spans, span);
      if (token->type == TROUPE_CEL_TOKEN_STRING)
        {
          if (length < 2 || (*word != '\'' && *word != '"') || word[1] == *word ||
              strchr (word, '\\') != NULL)
            return FALSE;
          g_ptr_array_add (self->results, g_strndup (word + 1, length - 2));
          return TRUE;
        }
      if (g_str_equal (word, "null"))
        g_ptr_array_add (self->results, g_strdup (""));
      else if (g_str_equal (word, "true") || g_str_equal (word, "false"))
        g_ptr_array_add (self->results, g_strdup (*word == 't' ? "True" : "False"));
      else
        return FALSE;
      return TRUE;
    }
  colon = find_outside (self, question + 1, end, ':');
  return colon < end && find_results (self, question + 1, colon, depth + 1) &&
         find_results (self, colon + 1, end, depth + 1);
}

GPtrArray *
troupe_flow_find_constant_results (const char *text, GArray *spans)
{
  g_autoptr (GPtrArray) results = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) tokens = troupe_cel_tokenize (text, -1);
  ResultFinder finder = { text, (const TroupeCelToken *) (gpointer) tokens->data, results, spans };
  guint end = tokens->len;

  while (end > 0 && finder.tokens[end - 1].type == TROUPE_CEL_TOKEN_COMMENT)
    end--;
  if (!find_results (&finder, 0, end, 0))
    return NULL;
  return g_steal_pointer (&results);
}

/* Returns the constant results of a method, or NULL if its action may return anything. */
static GPtrArray *
find_method_results (const TroupeFlowMethod *method)
{
  g_assert (method != NULL);

  if (method->action->type != TROUPE_ACTION_EXPRESSION || method->action->expression == NULL ||
      method->action->expression->program == NULL)
    return NULL;
  return troupe_flow_find_constant_results (
      troupe_cel_program_get_text (method->action->expression->program), NULL);
}

/* Returns TRUE if the events of the method are the outcomes of human feedback. */
static gboolean
method_asks (const TroupeFlowMethod *method)
{
  TroupeValue *emit;

  g_assert (method != NULL);

  if (method->feedback == NULL)
    return FALSE;
  emit = troupe_value_map_lookup_string (method->feedback, "emit", -1);
  return troupe_value_is (emit, TROUPE_VALUE_LIST) && troupe_value_list_get_length (emit) > 0;
}

GPtrArray *
troupe_flow_method_list_certain_results (const TroupeFlowMethod *self)
{
  GPtrArray *results;
  TroupeValue *outcome;

  if (!self->router || !method_asks (self))
    return self->router ? find_method_results (self) : NULL;
  results = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; self->emit[i] != NULL; i++)
    g_ptr_array_add (results, g_strdup (self->emit[i]));
  /* Add the event for an empty answer, even if it is not one of the outcomes (§10). */
  outcome = troupe_value_map_lookup_string (self->feedback, "default_outcome", -1);
  if (troupe_value_is (outcome, TROUPE_VALUE_STRING))
    g_ptr_array_add (results, g_strdup (troupe_value_get_string (outcome, NULL)));
  return results;
}

GPtrArray *
troupe_flow_method_list_events (const TroupeFlowMethod *self, gboolean *complete)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) results = NULL;
  GPtrArray *events = g_ptr_array_new_with_free_func (g_free);

  *complete = TRUE;
  if (!self->router)
    return events;
  for (guint i = 0; self->emit != NULL && self->emit[i] != NULL; i++)
    {
      if (g_hash_table_add (seen, self->emit[i]))
        g_ptr_array_add (events, g_strdup (self->emit[i]));
    }
  /* The outcome of human feedback is one of the method's events (§10). The declared events of a
   * router are trusted, although CrewAI does not enforce them (§4). Events that are constant
   * results are certain. */
  if (method_asks (self))
    return events;
  results = find_method_results (self);
  *complete = results != NULL || events->len > 0;
  for (guint i = 0; results != NULL && i < results->len; i++)
    {
      if (*(char *) results->pdata[i] != '\0' && g_hash_table_add (seen, results->pdata[i]))
        g_ptr_array_add (events, g_strdup (results->pdata[i]));
    }
  return events;
}
