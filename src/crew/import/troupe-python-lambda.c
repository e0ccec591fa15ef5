/* troupe-python-lambda.c: names that a Python lambda needs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-python-lambda"

#include "config.h"

#include <string.h>

#include "troupe-python-lambda.h"
#include "troupe-python-tokens.h"

/* Keywords and built-in functions that an expression can use everywhere. */
static const char known_names[] =
    " False None True abs all and any await bool bytes callable chr dict divmod else enumerate "
    "filter float for format frozenset getattr hasattr hash if in int is isinstance issubclass "
    "iter lambda len list map max min next not or ord pow print range repr reversed round set "
    "slice sorted str sum tuple type zip ";

static char *
dup_token (const char *source, const TroupePythonToken *token)
{
  return g_strndup (source + token->start, token->end - token->start);
}

static gboolean
is_sign (const char *source, const TroupePythonToken *token, char sign)
{
  return token->type == TROUPE_PYTHON_SIGN && source[token->start] == sign;
}

/* Returns TRUE if the token is the name of a keyword argument, `name=`. */
static gboolean
is_keyword (GArray *tokens, const char *source, guint at)
{
  const TroupePythonToken *token = &g_array_index (tokens, TroupePythonToken, at);

  return at + 2 < tokens->len && at > 0 && is_sign (source, &token[1], '=') &&
         !is_sign (source, &token[2], '=') &&
         (is_sign (source, &token[-1], '(') || is_sign (source, &token[-1], ','));
}

char **
troupe_python_lambda_list_names (const char *source)
{
  g_autoptr (GArray) tokens = NULL;
  g_autoptr (GHashTable) known = NULL;
  g_autoptr (GStrvBuilder) names = NULL;
  guint at;

  g_return_val_if_fail (source != NULL, NULL);

  if (!g_str_has_prefix (source, "lambda") || g_ascii_isalnum (source[strlen ("lambda")]))
    return NULL;
  tokens = troupe_python_tokens_new (source);
  known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  names = g_strv_builder_new ();
  /* Adds the parameters of the lambda to @known. */
  at = 0;
  for (guint i = 1; i < tokens->len; i++)
    {
      const TroupePythonToken *token = &g_array_index (tokens, TroupePythonToken, i);

      if (is_sign (source, token, ':'))
        {
          at = i + 1;
          break;
        }
      if (token->type == TROUPE_PYTHON_NAME)
        g_hash_table_add (known, dup_token (source, token));
      else if (!is_sign (source, token, ',') && !is_sign (source, token, '*'))
        break;
    }
  if (at == 0)
    return NULL;
  for (guint i = at; i < tokens->len; i++)
    {
      const TroupePythonToken *token = &g_array_index (tokens, TroupePythonToken, i);
      g_autofree char *name = dup_token (source, token);
      g_autofree char *word = g_strdup_printf (" %s ", name);

      /* An f-string can contain any expression. */
      if (token->type == TROUPE_PYTHON_TEXT && token->text == NULL)
        return NULL;
      if (token->type != TROUPE_PYTHON_NAME || is_sign (source, &token[-1], '.') ||
          is_keyword (tokens, source, i) || strstr (known_names, word) != NULL)
        continue;
      if (g_hash_table_add (known, g_strdup (name)))
        g_strv_builder_add (names, name);
    }
  return g_strv_builder_end (names);
}
