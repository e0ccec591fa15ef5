/* troupe-python-imports.c: scanner for the imports of Python source code
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-python-imports"

#include "config.h"

#include <string.h>

#include "troupe-python-imports.h"

typedef enum
{
  TOKEN_NAME,
  TOKEN_OTHER,   /* a single character */
  TOKEN_NEWLINE, /* outside of brackets */
  TOKEN_END,
} Token;

typedef struct
{
  const char *at;
  guint depth; /* nesting depth of brackets */
  Token token;
  const char *start; /* start of the token */
  gsize length;
  TroupePythonImportFunc func;
  gpointer user_data;
} Scanner;

static gboolean
is_name_letter (char letter)
{
  return g_ascii_isalnum (letter) || letter == '_' || ((guchar) letter) >= 0x80;
}

/* Returns the position after a string literal whose first quote is at @at. */
static const char *
skip_string (const char *at)
{
  const char quote = *at;
  const gboolean is_long = at[1] == quote && at[2] == quote;

  at += is_long ? 3 : 1;
  for (; *at != '\0'; at++)
    {
      /* A backslash before a quote continues the string. This also applies to raw strings. */
      if (*at == '\\' && at[1] != '\0')
        at++;
      else if (!is_long && *at == '\n')
        return at;
      else if (*at == quote && (!is_long || (at[1] == quote && at[2] == quote)))
        return at + (is_long ? 3 : 1);
    }
  return at;
}

/* Returns TRUE for the prefix of a string literal: r, b, u, f, t in any combination of two. */
static gboolean
is_prefix (const char *name, gsize length)
{
  for (gsize i = 0; i < length; i++)
    if (strchr ("rRbBuUfFtT", name[i]) == NULL)
      return FALSE;
  return length <= 2;
}

static void
next (Scanner *self)
{
  g_assert (self != NULL);

  for (;;)
    {
      if (strchr (" \t\f", *self->at) != NULL && *self->at != '\0')
        self->at++;
      else if (self->at[0] == '\\' && self->at[1] == '\n')
        self->at += self->at[2] == '\n' ? 3 : 2;
      else if (*self->at == '#')
        self->at += strcspn (self->at, "\n");
      else if (*self->at == '\n' && self->depth > 0)
        self->at++;
      else
        break;
    }
  self->start = self->at;
  self->length = 0;
  if (*self->at == '\0')
    {
      self->token = TOKEN_END;
      return;
    }
  while (is_name_letter (*self->at))
    self->at++;
  self->length = (gsize) (self->at - self->start);
  if ((*self->at == '\'' || *self->at == '"') && is_prefix (self->start, self->length))
    {
      self->at = skip_string (self->at);
      self->token = TOKEN_OTHER;
    }
  else if (self->length > 0)
    self->token = TOKEN_NAME;
  else
    {
      self->token = *self->at == '\n' ? TOKEN_NEWLINE : TOKEN_OTHER;
      self->length = 1;
      if (strchr ("([{", *self->at) != NULL)
        self->depth++;
      else if (strchr (")]}", *self->at) != NULL && self->depth > 0)
        self->depth--;
      self->at++;
    }
}

static gboolean
is_word (const Scanner *self, const char *word)
{
  return self->token == TOKEN_NAME && strlen (word) == self->length &&
         strncmp (self->start, word, self->length) == 0;
}

static gboolean
is_letter (const Scanner *self, char letter)
{
  return self->token == TOKEN_OTHER && self->length == 1 && *self->start == letter;
}

/* Reads a name such as `a.b.c`, which may have leading dots. Python normalizes identifiers
 * (NFKC). (transfer full) */
static char *
take_dotted (Scanner *self)
{
  GString *name = g_string_new (NULL);
  gboolean wants_name = TRUE;
  g_autofree char *raw = NULL;
  char *normal;

  g_assert (self != NULL);

  while (is_letter (self, '.') || (wants_name && self->token == TOKEN_NAME))
    {
      /* Handles `from . import x`. */
      if (is_word (self, "import"))
        break;
      wants_name = is_letter (self, '.');
      g_string_append_len (name, self->start, (gssize) self->length);
      next (self);
    }
  raw = g_string_free (name, FALSE);
  normal = g_utf8_normalize (raw, -1, G_NORMALIZE_ALL_COMPOSE);
  return normal != NULL ? normal : g_steal_pointer (&raw);
}

static void
skip_alias (Scanner *self)
{
  g_assert (self != NULL);

  if (!is_word (self, "as"))
    return;
  next (self);
  if (self->token == TOKEN_NAME)
    next (self);
}

static void
take_from (Scanner *self)
{
  g_autofree char *module = NULL;

  g_assert (self != NULL);

  next (self);
  module = take_dotted (self);
  if (*module == '\0' || !is_word (self, "import"))
    return;
  next (self);
  if (is_letter (self, '('))
    next (self);
  if (is_letter (self, '*'))
    {
      self->func (module, "*", self->user_data);
      return;
    }
  while (self->token == TOKEN_NAME)
    {
      g_autofree char *item = take_dotted (self);

      self->func (module, item, self->user_data);
      skip_alias (self);
      if (!is_letter (self, ','))
        return;
      next (self);
    }
}

void
troupe_python_imports_scan (const char *source, TroupePythonImportFunc func, gpointer user_data)
{
  g_autofree char *text = NULL;
  Scanner self = { .func = func, .user_data = user_data };
  gboolean begins = TRUE;

  g_return_if_fail (source != NULL && func != NULL);

  /* In Python a carriage return ends a line, and therefore also a comment. */
  text = g_strdelimit (g_strdup (source), "\r", '\n');
  self.at = text;
  for (next (&self); self.token != TOKEN_END;)
    {
      if (begins && is_word (&self, "import"))
        {
          do
            {
              g_autofree char *name = NULL;

              next (&self);
              name = take_dotted (&self);
              if (*name != '\0')
                self.func (name, NULL, self.user_data);
              skip_alias (&self);
            }
          while (is_letter (&self, ','));
        }
      else if (begins && is_word (&self, "from"))
        take_from (&self);
      else
        {
          begins = self.token == TOKEN_NEWLINE ||
                   (self.depth == 0 && (is_letter (&self, ';') || is_letter (&self, ':')));
          next (&self);
          continue;
        }
      begins = FALSE;
    }
}

gboolean
troupe_python_source_has_word (const char *source, const char *word)
{
  gsize length = strlen (word);

  g_return_val_if_fail (source != NULL && length > 0, FALSE);

  for (const char *at = strstr (source, word); at != NULL; at = strstr (at + 1, word))
    if ((at == source || !is_name_letter (at[-1])) && !is_name_letter (at[length]))
      return TRUE;
  return FALSE;
}

/* Returns TRUE if @name starts with one of Python's names for UTF-8 and no other name character
 * follows. */
static gboolean
is_utf8 (const char *name)
{
  static const char *const names[] = { "utf-8-sig", "utf_8_sig", "utf-8", "utf_8", "utf8" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      gsize length = strlen (names[i]);

      if (g_ascii_strncasecmp (name, names[i], length) == 0)
        return name[length] == '\0' ||
               (!is_name_letter (name[length]) && strchr ("-.", name[length]) == NULL);
    }
  return FALSE;
}

/* Returns TRUE if the first two lines declare an encoding other than UTF-8, because Python would
 * then decode the source differently than this scanner. If there are several declarations, one
 * of them is sufficient. */
static gboolean
has_encoding (const char *source)
{
  const char *end = strchr (source, '\n');
  g_autofree char *head = NULL;

  end = end != NULL ? strchr (end + 1, '\n') : NULL;
  head = end != NULL ? g_strndup (source, (gsize) (end - source)) : g_strdup (source);
  if (strchr (head, '#') == NULL)
    return FALSE;
  for (const char *mark = strstr (strchr (head, '#'), "coding"); mark != NULL;
       mark = strstr (mark, "coding"))
    {
      mark += strlen ("coding");
      if ((*mark == ':' || *mark == '=') && !is_utf8 (mark + 1 + strspn (mark + 1, " \t")))
        return TRUE;
    }
  return FALSE;
}

gboolean
troupe_python_imports_are_hidden (const char *source)
{
  static const char *const words[] = {
    "__import__", "__loader__", "__path__",        "__builtins__", "cloudpickle", "dill",
    "eval",       "exec",       "execfile",        "execv",        "execve",      "execvp",
    "imp",        "importlib",  "multiprocessing", "pickle",       "pkgutil",     "popen",
    "runpy",      "shelve",     "spawnv",          "subprocess",   "system",      "zipimport",
  };

  g_return_val_if_fail (source != NULL, TRUE);

  if (!g_utf8_validate (source, -1, NULL) || has_encoding (source) ||
      strstr (source, "sys.path") != NULL)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (troupe_python_source_has_word (source, words[i]))
      return TRUE;
  return FALSE;
}
