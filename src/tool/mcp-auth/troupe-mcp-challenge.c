/* troupe-mcp-challenge.c: challenge: parsed WWW-Authenticate header of an MCP server
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-mcp-challenge"

#include "config.h"

#include <string.h>

#include "troupe-mcp-challenge.h"

/* Maximum lengths in bytes. Longer headers and values are ignored. */
#define LONGEST_HEADER 16384u
#define LONGEST_VALUE 4096u

void
troupe_mcp_challenge_free (TroupeMcpChallenge *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->metadata);
  g_free (self->scope);
  g_free (self->error);
  g_free (self);
}

TroupeMcpChallenge *
troupe_mcp_challenge_copy (const TroupeMcpChallenge *self)
{
  TroupeMcpChallenge *copy;

  g_return_val_if_fail (self != NULL, NULL);

  copy = g_new0 (TroupeMcpChallenge, 1);
  copy->is_bearer = self->is_bearer;
  copy->metadata = g_strdup (self->metadata);
  copy->scope = g_strdup (self->scope);
  copy->error = g_strdup (self->error);
  return copy;
}

/* --- Parsing ---------------------------------------------------------------------------------- */

static void
skip_blanks (const char **at)
{
  while (**at == ' ' || **at == '\t' || **at == ',')
    (*at)++;
}

/* Reads a token as of RFC 9110 §5.6.2. (transfer full) (nullable) */
static char *
read_word (const char **at)
{
  const char *begin = *at;

  while (g_ascii_isalnum (**at) || (**at != '\0' && strchr ("!#$%&'*+-.^_`|~", **at) != NULL))
    (*at)++;
  return *at > begin ? g_strndup (begin, (gsize) (*at - begin)) : NULL;
}

/* Reads the value that follows the name of a parameter. (transfer full) (nullable): NULL if no
 * value follows, so that the name is not a parameter */
static char *
read_value (const char **at)
{
  const char *begin = *at;

  while (**at == ' ' || **at == '\t')
    (*at)++;
  /* Schemes without parameters have a single long token (token68), which may also end with `=`. */
  if (**at != '=')
    {
      *at = begin;
      return NULL;
    }
  (*at)++;
  while (**at == ' ' || **at == '\t')
    (*at)++;
  if (**at == '"')
    {
      g_autoptr (GString) text = g_string_new (NULL);

      for ((*at)++; **at != '\0' && **at != '"'; (*at)++)
        {
          if (**at == '\\' && (*at)[1] != '\0')
            (*at)++;
          g_string_append_c (text, **at);
        }
      if (**at == '"')
        (*at)++;
      return g_string_free (g_steal_pointer (&text), FALSE);
    }
  return read_word (at);
}

TroupeMcpChallenge *
troupe_mcp_challenge_new (const char *header)
{
  TroupeMcpChallenge *self = g_new0 (TroupeMcpChallenge, 1);
  gboolean is_bearer = FALSE;

  if (header == NULL || strlen (header) > LONGEST_HEADER)
    return self;
  for (const char *at = header; *at != '\0';)
    {
      g_autofree char *name = NULL;
      char *value = NULL;

      skip_blanks (&at);
      name = read_word (&at);
      if (name == NULL)
        {
          if (*at != '\0')
            at++;
          continue;
        }
      value = read_value (&at);
      if (value == NULL)
        {
          is_bearer = g_ascii_strcasecmp (name, "Bearer") == 0;
          self->is_bearer = self->is_bearer || is_bearer;
        }
      else if (is_bearer)
        {
          g_autofree char *owned = value;
          char **member = NULL;

          /* The first occurrence of a parameter takes precedence. */
          if (g_ascii_strcasecmp (name, "resource_metadata") == 0)
            member = &self->metadata;
          else if (g_ascii_strcasecmp (name, "scope") == 0)
            member = &self->scope;
          else if (g_ascii_strcasecmp (name, "error") == 0)
            member = &self->error;
          if (member != NULL && *member == NULL && *owned != '\0' &&
              strlen (owned) <= LONGEST_VALUE)
            *member = g_steal_pointer (&owned);
        }
      else
        g_free (value);
    }
  return self;
}

gboolean
troupe_mcp_challenge_wants_more (const TroupeMcpChallenge *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return g_strcmp0 (self->error, "insufficient_scope") == 0;
}

/* --- Scopes ---------------------------------------------------------------------------------- */

/* Returns TRUE if @text is a scope token of RFC 6749 §3.3. */
static gboolean
is_scope (const char *text)
{
  for (const char *at = text; *at != '\0'; at++)
    if (*at < 0x21 || *at > 0x7e || *at == '"' || *at == '\\')
      return FALSE;
  return *text != '\0';
}

static void
add_scopes (GPtrArray *list, const char *scopes)
{
  g_auto (GStrv) words = g_strsplit (scopes != NULL ? scopes : "", " ", -1);

  for (guint i = 0; words[i] != NULL; i++)
    if (is_scope (words[i]) &&
        !g_ptr_array_find_with_equal_func (list, words[i], g_str_equal, NULL))
      g_ptr_array_add (list, g_strdup (words[i]));
}

/* (transfer full) */
static GPtrArray *
list_scopes (const char *a, const char *b)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (g_free);

  add_scopes (list, a);
  add_scopes (list, b);
  return list;
}

char *
troupe_mcp_scope_join (const char *a, const char *b)
{
  g_autoptr (GPtrArray) list = list_scopes (a, b);

  if (list->len == 0)
    return NULL;
  g_ptr_array_add (list, NULL);
  return g_strjoinv (" ", (char **) list->pdata);
}

gboolean
troupe_mcp_scope_has (const char *whole, const char *part)
{
  g_autoptr (GPtrArray) all = list_scopes (whole, NULL);
  g_autoptr (GPtrArray) wanted = list_scopes (part, NULL);

  for (guint i = 0; i < wanted->len; i++)
    if (!g_ptr_array_find_with_equal_func (all, wanted->pdata[i], g_str_equal, NULL))
      return FALSE;
  return TRUE;
}
