/* troupe-line-source.c: line reader for a file or standard input
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-line-source"

#include "config.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "troupe-input-file.h"
#include "troupe-line-source.h"
#include "troupe-terminal.h"

#define MAX_LINE (16 * 1024 * 1024)

struct _TroupeLineSource
{
  char *name;
  FILE *file;
  char *text;
  size_t size;
};

static FILE *
open_file (const char *name, GError **error)
{
  const int descriptor = troupe_input_file_open (name, error);

  return descriptor >= 0 ? fdopen (descriptor, "r") : NULL;
}

TroupeLineSource *
troupe_line_source_open (const char *name)
{
  g_autoptr (TroupeLineSource) self = g_new0 (TroupeLineSource, 1);
  g_autoptr (GError) error = NULL;

  g_return_val_if_fail (name != NULL, NULL);

  self->name = g_strdup (name);
  self->file = g_str_equal (name, "-") ? stdin : open_file (name, &error);
  if (self->file != NULL)
    return g_steal_pointer (&self);
  troupe_terminal_print_error ("%s", error->message);

  return NULL;
}

void
troupe_line_source_free (TroupeLineSource *self)
{
  g_return_if_fail (self != NULL);

  if (self->file != NULL && self->file != stdin)
    fclose (self->file);
  g_free (self->name);
  free (self->text);
  g_free (self);
}

gboolean
troupe_line_source_is_standard_input (TroupeLineSource *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->file == stdin;
}

gboolean
troupe_line_source_read (TroupeLineSource *self, const char **text)
{
  ssize_t length = 0;

  g_return_val_if_fail (self != NULL && text != NULL, FALSE);

  *text = NULL;
  length = getline (&self->text, &self->size, self->file);
  if (length < 0)
    return TRUE;
  if (length > MAX_LINE || strlen (self->text) != (size_t) length ||
      !g_utf8_validate (self->text, length, NULL))
    {
      troupe_terminal_print_error (_ ("%s: a line is too long or not valid UTF-8."), self->name);
      return FALSE;
    }
  *text = g_strchomp (self->text);

  return TRUE;
}
