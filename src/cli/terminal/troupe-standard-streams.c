/* troupe-standard-streams.c: standard output and errors whose reader does not delay a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-standard-streams"

#include "config.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "troupe-event-writer.h"
#include "troupe-standard-streams.h"
#include "troupe-terminal.h"

/* How long a reader may read nothing at the end. */
#define PATIENCE_US (2 * G_USEC_PER_SEC)

/* (nullable): of the streams that were replaced; they may be the same. Other threads may write messages until the
 * process ends, so that they are not freed. */
static TroupeEventWriter *errors;
static TroupeEventWriter *output;
static gboolean is_limited;

/* Returns TRUE if both descriptors are the same pipe, or @other is -1 and @descriptor is one. */
static gboolean
is_pipe (int descriptor, int other)
{
  struct stat status;
  struct stat second;

  if (fstat (descriptor, &status) != 0 || !S_ISFIFO (status.st_mode))
    return FALSE;
  return other < 0 || (fstat (other, &second) == 0 && status.st_dev == second.st_dev &&
                       status.st_ino == second.st_ino);
}

static ssize_t
write_cb (void *cookie, const char *text, size_t length)
{
  troupe_event_writer_write (cookie, text, length);
  return (ssize_t) length;
}

/* Replaces @stream. Text is not buffered twice: the writer keeps the order of all writes. Returns FALSE if that
 * fails. */
static gboolean
replace (FILE **stream, TroupeEventWriter *writer)
{
  FILE *kept = fopencookie (writer, "w", (cookie_io_functions_t){ .write = write_cb });

  if (kept == NULL)
    return FALSE;
  setvbuf (kept, NULL, _IONBF, 0);
  fflush (*stream);
  *stream = kept;
  return TRUE;
}

/* Returns the text of a field. (nullable) */
static const char *
find_field (const GLogField *fields, gsize n_fields, const char *key)
{
  for (gsize i = 0; i < n_fields; i++)
    if (g_str_equal (fields[i].key, key))
      return fields[i].value;
  return NULL;
}

/* GLib writes to streams with a descriptor only. Messages of Troupe are for the user, who needs neither their time nor the file that logs them. */
static GLogWriterOutput
write_log (GLogLevelFlags level, const GLogField *fields, gsize n_fields, gpointer data)
{
  const char *domain = find_field (fields, n_fields, "GLIB_DOMAIN");
  const char *message = find_field (fields, n_fields, "MESSAGE");
  g_autofree char *text = NULL;

  if ((level & (G_LOG_LEVEL_INFO | G_LOG_LEVEL_DEBUG)) != 0)
    return g_log_writer_default (level, fields, n_fields, data);
  if (g_log_writer_default_would_drop (level, domain))
    return G_LOG_WRITER_HANDLED;
  if ((level & G_LOG_LEVEL_MESSAGE) != 0 && message != NULL && domain != NULL &&
      g_str_has_prefix (domain, "troupe"))
    {
      troupe_terminal_print_error ("%s", message);
      return G_LOG_WRITER_HANDLED;
    }
  text = g_log_writer_format_fields (level, fields, n_fields, FALSE);
  fprintf (stderr, "%s\n", text);
  return G_LOG_WRITER_HANDLED;
}

void
troupe_standard_streams_begin (void)
{
  g_log_set_writer_func (write_log, NULL, NULL);
  if (errors != NULL || !is_pipe (STDERR_FILENO, -1))
    return;
  errors = troupe_event_writer_new (STDERR_FILENO);
  replace (&stderr, errors);
}

void
troupe_standard_streams_keep_output (void)
{
  if (output != NULL || !is_pipe (STDOUT_FILENO, -1))
    return;
  output = errors != NULL && is_pipe (STDOUT_FILENO, STDERR_FILENO)
               ? errors
               : troupe_event_writer_new (STDOUT_FILENO);
  replace (&stdout, output);
}

void
troupe_standard_streams_keep_result (void)
{
  if (output != NULL)
    return;
  troupe_standard_streams_keep_output ();
  if (output != NULL)
    troupe_event_writer_set_wait (output, is_limited ? PATIENCE_US : -1);
}

void
troupe_standard_streams_limit (void)
{
  is_limited = TRUE;
}

void
troupe_standard_streams_order (void)
{
  if (errors != NULL && output == NULL && is_pipe (STDOUT_FILENO, STDERR_FILENO))
    troupe_event_writer_flush (errors, is_limited ? PATIENCE_US : -1);
}

int
troupe_standard_streams_flush_output (void)
{
  return output != NULL ? troupe_event_writer_flush (output, is_limited ? PATIENCE_US : -1) : 0;
}

void
troupe_standard_streams_flush_errors (void)
{
  if (errors != NULL)
    troupe_event_writer_flush (errors, PATIENCE_US);
}
