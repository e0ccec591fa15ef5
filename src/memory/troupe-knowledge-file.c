/* troupe-knowledge-file.c: text file readers of knowledge sources: plain text, CSV, JSON
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-knowledge-file"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-knowledge-file.h"
#include "troupe-limits.h"
#include "troupe-python-text.h"

void
troupe_knowledge_file_refuse (GError **error, GIOErrorEnum code, const char *path, const char *what)
{
  g_set_error (error, G_IO_ERROR, (int) code,
               /* Translators: first %s is a file name, second %s a description of the error. */
               _ ("Could not read the knowledge source “%s”: %s."), path, what);
}

char *
troupe_knowledge_file_read_text (const char *path,
                                 GBytes *bytes,
                                 GCancellable *cancellable,
                                 GError **error)
{
  gsize length;
  const char *text = g_bytes_get_data (bytes, &length);

  g_return_val_if_fail (path != NULL, NULL);

  if (length == 0)
    {
      troupe_knowledge_file_refuse (error, G_IO_ERROR_INVALID_DATA, path, _ ("it is empty"));
      return NULL;
    }
  if (!g_utf8_validate (text, (gssize) length, NULL))
    {
      troupe_knowledge_file_refuse (error, G_IO_ERROR_INVALID_DATA, path,
                                    _ ("it is not a UTF-8 text file. Save it as UTF-8"));
      return NULL;
    }

  return g_strndup (text, length);
}

/* --- CSV ------------------------------------------------------------------------------------ */

char *
troupe_knowledge_file_read_csv (const char *path,
                                GBytes *bytes,
                                GCancellable *cancellable,
                                GError **error)
{
  g_autofree char *text = troupe_knowledge_file_read_text (path, bytes, cancellable, error);
  GString *out;

  if (text == NULL)
    return NULL;
  out = g_string_new (NULL);
  for (const char *at = text; *at != '\0';)
    {
      gboolean is_quoted = *at == '"';

      /* Reads a cell as Python's csv module does. */
      if (is_quoted)
        at++;
      while (*at != '\0')
        {
          if (is_quoted && *at == '"' && at[1] == '"')
            at++;
          else if (is_quoted && *at == '"')
            {
              is_quoted = FALSE;
              at++;
              continue;
            }
          else if (!is_quoted && strchr (",\r\n", *at) != NULL)
            break;
          g_string_append_c (out, *at++);
        }
      if (*at == ',')
        {
          g_string_append_c (out, ' ');
          at++;
          continue;
        }
      if (*at == '\r' && at[1] == '\n')
        at++;
      if (*at != '\0')
        at++;
      g_string_append_c (out, '\n');
    }

  return g_string_free (out, FALSE);
}

/* --- JSON ----------------------------------------------------------------------------------- */

static void
append_indent (GString *out, guint level)
{
  for (guint i = 0; i < level; i++)
    g_string_append (out, "  ");
}

static void
append_json (TroupeValue *value, guint level, GString *out)
{
  g_assert (out != NULL);

  if (troupe_value_is (value, TROUPE_VALUE_MAP))
    for (gsize i = 0; i < troupe_value_map_get_size (value); i++)
      {
        g_autofree char *key = troupe_python_text_str (troupe_value_map_get_key (value, i));

        append_indent (out, level);
        g_string_append_printf (out, "%s: ", key);
        append_json (troupe_value_map_get_value (value, i), level + 1, out);
        g_string_append_c (out, '\n');
      }
  else if (troupe_value_is (value, TROUPE_VALUE_LIST))
    for (gsize i = 0; i < troupe_value_list_get_length (value); i++)
      {
        append_indent (out, level);
        g_string_append (out, "- ");
        append_json (troupe_value_list_get (value, i), level + 1, out);
        g_string_append_c (out, '\n');
      }
  else
    {
      g_autofree char *text = troupe_python_text_str (value);

      g_string_append (out, text);
    }
}

char *
troupe_knowledge_file_read_json (const char *path,
                                 GBytes *bytes,
                                 GCancellable *cancellable,
                                 GError **error)
{
  g_autofree char *text = troupe_knowledge_file_read_text (path, bytes, cancellable, error);
  g_autoptr (TroupeValue) value = NULL;
  g_autoptr (GError) cause = NULL;
  GString *out;

  if (text == NULL)
    return NULL;
  value = troupe_value_from_json (text, -1, &cause);
  if (value == NULL)
    {
      troupe_knowledge_file_refuse (error, G_IO_ERROR_INVALID_DATA, path, cause->message);
      return NULL;
    }
  out = g_string_new (NULL);
  append_json (value, 0, out);

  return g_string_free (out, FALSE);
}
