/* troupe-env-file.c: reads environment variables from a .env file next to a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-env-file"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-env-file.h"
#include "troupe-file.h"
#include "troupe-project-file.h"
#include "troupe-text.h"

/* Maximum length of an expanded value. Without a limit, each line could double the length with
 * `${A}${A}`. */
#define LONGEST_VALUE 65536

/* The state of the parser. @line: from 1 on */
typedef struct
{
  const char *at;
  guint line;
  const char *const *wanted;
  GHashTable *values; /* (element-type utf8 utf8): of all names so far */
} Reader;

/* --- Tables --------------------------------------------------------------------------------- */

static void
wipe (gpointer text)
{
  if (text != NULL)
    explicit_bzero (text, strlen (text));
  g_free (text);
}

GHashTable *
troupe_env_table_new (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, wipe);
}

/* --- Positions -------------------------------------------------------------------------------- */

static gboolean
is_blank (char byte)
{
  return byte == ' ' || byte == '\t' || byte == '\f' || byte == '\v';
}

static gboolean
is_end (char byte)
{
  return byte == '\0' || byte == '\n' || byte == '\r';
}

static void
skip_blanks (Reader *self)
{
  while (is_blank (*self->at))
    self->at++;
}

static void
skip_line (Reader *self)
{
  while (!is_end (*self->at))
    self->at++;
  /* Skips a line end; CRLF is one. */
  if (*self->at == '\0')
    return;
  if (self->at[0] == '\r' && self->at[1] == '\n')
    self->at++;
  self->at++;
  self->line++;
}

static void
count_lines (Reader *self, const char *from, const char *to)
{
  for (; from < to; from++)
    if (*from == '\n' || (*from == '\r' && from[1] != '\n'))
      self->line++;
}

/* --- Names and values ----------------------------------------------------------------------- */

/* (transfer full) (nullable) */
static char *
read_name (Reader *self)
{
  const char *start = self->at;

  if (*start == '\'')
    {
      const char *end = strchr (start + 1, '\'');

      if (end == NULL || end == start + 1)
        return NULL;
      count_lines (self, start, end);
      self->at = end + 1;
      return g_strndup (start + 1, (gsize) (end - start - 1));
    }
  while (!is_blank (*self->at) && !is_end (*self->at) && strchr ("=#", *self->at) == NULL)
    self->at++;

  return self->at > start ? g_strndup (start, (gsize) (self->at - start)) : NULL;
}

static char
unescape (char byte)
{
  static const char *const letters = "abfnrtv";
  const char *letter = strchr (letters, byte);

  return letter != NULL ? "\a\b\f\n\r\t\v"[letter - letters] : byte;
}

/* Reads up to the matching quote, possibly across lines. Returns NULL if there is no matching
 * quote. (transfer full) (nullable) */
static char *
read_quoted (Reader *self)
{
  const char quote = *self->at;
  const char *escaped = quote == '"' ? "\\'\"abfnrtv" : "\\'";
  const char *at = self->at + 1;
  /* Allocates the maximum length at once, because growing the string would leave copies in
   * memory. */
  GString *value = g_string_sized_new (strlen (at));

  for (; *at != quote; at++)
    {
      if (*at == '\0')
        {
          wipe (g_string_free (value, FALSE));
          return NULL;
        }
      if (*at == '\\' && at[1] != '\0' && strchr (escaped, at[1]) != NULL)
        {
          at++;
          g_string_append_c (value, quote == '"' ? unescape (*at) : *at);
        }
      else
        {
          g_string_append_c (value, *at);
        }
    }
  count_lines (self, self->at, at);
  self->at = at + 1;

  return g_string_free (value, FALSE);
}

/* --- Expanding references --------------------------------------------------------------------- */

/* Returns the end of the reference that begins at @at, or NULL if there is no reference. A colon
 * is allowed only in `:-`. */
static const char *
find_reference (const char *at)
{
  const char *end = NULL;
  const char *colon = NULL;

  if (!troupe_text_begins_with (at, "${"))
    return NULL;
  end = strchr (at, '}');
  colon = end != NULL ? memchr (at, ':', (gsize) (end - at)) : NULL;

  return colon != NULL && colon[1] != '-' ? NULL : end;
}

/* Returns TRUE if @value has nothing but a reference to its own name, which the environment sets. */
static gboolean
is_of_environment (const char *name, const char *value)
{
  const char *end = find_reference (value);
  const gsize length = strlen (name);

  return end != NULL && end[1] == '\0' && strncmp (value + strlen ("${"), name, length) == 0 &&
         strchr (":}", value[strlen ("${") + length]) != NULL && g_getenv (name) != NULL;
}

/* Expands the references in @value: (transfer full). (transfer full) */
static char *
expand (Reader *self, char *value)
{
  const char *at = value;
  GString *out = NULL;

  if (strstr (value, "${") == NULL)
    return value;
  out = g_string_sized_new (MAX (LONGEST_VALUE, strlen (value)));
  while (*at != '\0')
    {
      const char *end = find_reference (at);
      g_autofree char *inner = NULL;
      char *fallback;
      const char *reference = NULL;

      if (end == NULL)
        {
          g_string_append_c (out, *at++);
          continue;
        }
      /* Appends the value of the reference inside `${…}`. The environment is not
       * used, because the author of the file could put its keys, accounts and addresses into
       * the address of another server. */
      inner = g_strndup (at + 2, (gsize) (end - at - 2));
      fallback = strstr (inner, ":-");
      if (fallback != NULL)
        {
          *fallback = '\0';
          fallback += strlen (":-");
        }
      reference = g_hash_table_lookup (self->values, inner);
      if (reference == NULL)
        reference = fallback != NULL ? fallback : "";
      if (out->len + strlen (reference) <= LONGEST_VALUE)
        g_string_append (out, reference);
      at = end + 1;
    }
  wipe (value);

  return g_string_free (out, FALSE);
}

/* --- Lines ---------------------------------------------------------------------------------- */

/* Parses one assignment. Returns FALSE if the line is invalid. */
static gboolean
read_setting (Reader *self)
{
  g_autofree char *name = NULL;
  char *value = NULL;

  if (troupe_text_begins_with (self->at, "export") && is_blank (self->at[strlen ("export")]))
    {
      self->at += strlen ("export");
      skip_blanks (self);
    }
  name = read_name (self);
  if (name == NULL)
    return FALSE;
  skip_blanks (self);
  if (*self->at == '=')
    {
      self->at++;
      skip_blanks (self);
      if (*self->at == '"' || *self->at == '\'')
        value = read_quoted (self);
      else
        {
          const char *start = self->at;
          const char *end = NULL;

          /* Reads up to a comment, which follows a blank, or to the end of the line. */
          while (!is_end (*self->at))
            {
              if (end == NULL && *self->at == '#' && is_blank (self->at[-1]))
                end = self->at;
              self->at++;
            }
          if (end == NULL)
            end = self->at;
          while (end > start && is_blank (end[-1]))
            end--;
          value = g_strndup (start, (gsize) (end - start));
        }
      if (value == NULL)
        return FALSE;
    }
  skip_blanks (self);
  if (*self->at != '#' && !is_end (*self->at))
    {
      wipe (value);
      return FALSE;
    }
  skip_line (self);
  /* A name without a value sets nothing. */
  if (value != NULL && is_of_environment (name, value))
    {
      g_hash_table_remove (self->values, name);
      wipe (value);
    }
  else if (value != NULL)
    {
      value = expand (self, value);
      g_hash_table_replace (self->values, g_steal_pointer (&name), value);
    }

  return TRUE;
}

/* Loads the file; the caller must wipe the text. (transfer full) (nullable) */
static char *
load (const char *folder, gsize *length, GError **error)
{
  char *text = troupe_project_file_read_any (folder, TROUPE_ENV_FILE_NAME,
                                             TROUPE_ENV_FILE_LIMIT, length, error);

  if (text != NULL && !g_utf8_validate (text, (gssize) *length, NULL))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                   /* Translators: %s is the name of a file. */
                   _ ("%s is not a UTF-8 text file. Save it as UTF-8."), TROUPE_ENV_FILE_NAME);
      explicit_bzero (text, *length);
      g_clear_pointer (&text, g_free);
    }

  return text;
}

GHashTable *
troupe_env_file_read (const char *folder,
                      const char *const *names,
                      GPtrArray *problems,
                      GError **error)
{
  g_autoptr (GHashTable) values = troupe_env_table_new ();
  GHashTable *found = NULL;
  gsize length = 0;
  char *text = NULL;
  Reader reader;

  g_return_val_if_fail (folder != NULL, NULL);
  g_return_val_if_fail (names != NULL, NULL);

  text = load (folder, &length, error);
  if (text == NULL)
    return NULL;
  reader = (Reader){ text, 1, names, values };
  if (g_str_has_prefix (text, "\xef\xbb\xbf"))
    reader.at += 3;
  while (*reader.at != '\0')
    {
      guint line = reader.line;

      skip_blanks (&reader);
      if (*reader.at == '#' || is_end (*reader.at))
        {
          skip_line (&reader);
          continue;
        }
      if (read_setting (&reader))
        continue;
      if (problems != NULL)
        g_ptr_array_add (
            problems,
            /* Translators: the number of a line and the name of a file. */
            g_strdup_printf (_ ("Could not read line %u of %s. Write it as NAME=value."), line,
                             TROUPE_ENV_FILE_NAME));
      skip_line (&reader);
    }
  found = troupe_env_table_new ();
  for (guint i = 0; reader.wanted[i] != NULL; i++)
    {
      gpointer name = NULL;
      gpointer value = NULL;

      if (g_hash_table_steal_extended (reader.values, reader.wanted[i], &name, &value))
        g_hash_table_insert (found, name, value);
    }
  explicit_bzero (text, length);
  g_free (text);

  return found;
}

/* --- Files with keys ---------------------------------------------------------------------------- */

char **
troupe_env_file_list_key_files (const char *folder)
{
  static const char *const names[] = { "AWS_CONFIG_FILE",
                                       "AWS_SHARED_CREDENTIALS_FILE",
                                       "AZURE_CLIENT_CERTIFICATE_PATH",
                                       "BOTO_CONFIG",
                                       "DOCKER_CONFIG",
                                       "GOOGLE_APPLICATION_CREDENTIALS",
                                       "KUBECONFIG",
                                       "NETRC",
                                       "NPM_CONFIG_USERCONFIG",
                                       "PGPASSFILE",
                                       "PIP_CONFIG_FILE",
                                       NULL };
  g_autoptr (GHashTable) found = NULL;
  g_autoptr (GStrvBuilder) paths = g_strv_builder_new ();

  g_return_val_if_fail (folder != NULL, NULL);

  found = troupe_env_file_read (folder, names, NULL, NULL);
  for (guint i = 0; names[i] != NULL; i++)
    {
      const char *values[] = { g_getenv (names[i]),
                               found != NULL ? g_hash_table_lookup (found, names[i]) : NULL };

      for (guint k = 0; k < G_N_ELEMENTS (values); k++)
        {
          const char *const bases[] = { folder, NULL };

          /* A relative path may be meant in the folder or in the current one. */
          for (guint m = 0; values[k] != NULL && *values[k] != '\0' && *values[k] != '{' &&
                            m < G_N_ELEMENTS (bases);
               m++)
            {
              g_autofree char *path = g_canonicalize_filename (values[k], bases[m]);
              g_autofree char *real = troupe_path_resolve_existing (path);

              g_strv_builder_add (paths, real);
            }
        }
    }
  return g_strv_builder_end (paths);
}
