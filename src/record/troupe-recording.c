/* troupe-recording.c: recording that is read: an index of its lines by request
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-recording"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "troupe-limits.h"
#include "troupe-recording.h"
#include "troupe-value-difference.h"

#define BUFFER_SIZE (256u * 1024)
/* Maximum size of a line in bytes. */
#define LONGEST_LINE TROUPE_LIMIT_ANSWER
/* Maximum number of lines that are compared with a request that has none. */
#define MOST_COMPARED 10000u

/* @caller: a hash of the caller */
typedef struct
{
  guint8 key[TROUPE_RECORD_KEY_LENGTH];
  goffset offset;
  guint32 length;
  guint16 caller;
  guint16 kind;
} Entry;

struct _TroupeRecording
{
  gatomicrefcount ref_count;
  char *path;
  int fd;
  TroupeValue *header;
  char *warning;   /* (nullable) */
  GArray *entries; /* (element-type Entry): sorted by key and offset */
};

/* Reads a file line by line. @start: the offset of @line in the file */
typedef struct
{
  int fd;
  char *buffer;
  gsize n_read;
  gsize at;
  GString *line;
  goffset start;
  guint number;
  gboolean is_complete; /* the line ended with a line feed */
} Lines;

static guint16
hash_caller (TroupeValue *caller)
{
  return caller != NULL ? (guint16) troupe_value_hash (caller) : 0;
}

/* --- Lines ------------------------------------------------------------------------------------ */

static void
lines_clear (Lines *self)
{
  g_free (self->buffer);
  g_string_free (self->line, TRUE);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Lines, lines_clear)

/* Returns FALSE at the end of the file, or with an error. */
static gboolean
fill (Lines *self, GError **error)
{
  ssize_t n = 0;

  do
    n = read (self->fd, self->buffer, BUFFER_SIZE);
  while (n < 0 && errno == EINTR);
  if (n < 0)
    g_set_error_literal (error, G_IO_ERROR, (gint) g_io_error_from_errno (errno),
                         g_strerror (errno));
  self->at = 0;
  self->n_read = n > 0 ? (gsize) n : 0;
  return n > 0;
}

/* Reads the next line. Returns FALSE at the end of the file, or with an error. */
static gboolean
next_line (Lines *self, GError **error)
{
  GError *cause = NULL;

  g_assert (self != NULL);

  self->start += (goffset) self->line->len + (self->number > 0 ? 1 : 0);
  self->number++;
  self->is_complete = FALSE;
  g_string_truncate (self->line, 0);
  while (!self->is_complete && (self->at < self->n_read || fill (self, &cause)))
    {
      const char *from = self->buffer + self->at;
      const char *end = memchr (from, '\n', self->n_read - self->at);
      const gsize length = end != NULL ? (gsize) (end - from) : self->n_read - self->at;

      if (self->line->len + length > LONGEST_LINE)
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                       _ ("line %u is larger than %u MiB"), self->number,
                       LONGEST_LINE / 1024 / 1024);
          return FALSE;
        }
      g_string_append_len (self->line, from, (gssize) length);
      self->at += length + (end != NULL ? 1 : 0);
      self->is_complete = end != NULL;
    }
  if (cause != NULL)
    g_propagate_error (error, cause);
  return cause == NULL && (self->is_complete || self->line->len > 0);
}

/* --- Opening ---------------------------------------------------------------------------------- */

/* Reads a line. An invalid last line without a line feed was only partly written, and is left out. */
static gboolean
take_line (TroupeRecording *self, const Lines *lines, GError **error)
{
  g_autoptr (GError) cause = NULL;
  g_autoptr (TroupeValue) value =
      troupe_value_from_json (lines->line->str, (gssize) lines->line->len, &cause);
  const char *name;
  TroupeValue *request;
  Entry entry;
  TroupeRecordKind kind;

  g_assert (self != NULL);

  if (value == NULL && !lines->is_complete && self->header != NULL)
    {
      self->warning = g_strdup_printf (
          /* Translators: %s is a file, %u the number of a line */
          _ ("The recording “%s” ends within line %u, which is not used: recording it was "
             "interrupted."),
          self->path, lines->number);
      return TRUE;
    }
  if (value == NULL)
    {
      /* The reason would quote the file, which may be another one of the user to which a link leads. Translators: %u is the
       * number of a line */
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _ ("line %u is not valid JSON"),
                   lines->number);
      return FALSE;
    }
  if (self->header == NULL)
    {
      TroupeValue *version =
          troupe_value_get_member_of (value, TROUPE_RECORDING_MARK, TROUPE_VALUE_INTEGER);

      if (version == NULL)
        g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                     _ ("it is not a recording: its first line has no “%s”"),
                     TROUPE_RECORDING_MARK);
      else if (troupe_value_get_integer (version) != TROUPE_RECORDING_VERSION)
        g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                     _ ("its format %" PRId64
                        " is not the format %d of this version of Troupe; record it "
                        "again"),
                     troupe_value_get_integer (version), TROUPE_RECORDING_VERSION);
      else
        self->header = troupe_value_ref (value);
      return self->header != NULL;
    }
  name = troupe_value_get_member_text (value, "call");
  request = troupe_value_get_member_of (value, "request", TROUPE_VALUE_MAP);
  entry = (Entry){ .offset = lines->start, .length = (guint32) lines->line->len };
  if (!troupe_record_kind_find (name, &kind) || request == NULL)
    {
      g_set_error (
          error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
          _ ("line %u requires a “request” and a “call” that is “model”, “embedding”, “tool” "
             "or “description”"),
          lines->number);
      return FALSE;
    }
  troupe_record_make_key (kind, request, entry.key);
  entry.kind = (guint16) kind;
  entry.caller = hash_caller (troupe_value_get_member (value, "by"));
  g_array_append_val (self->entries, entry);
  return TRUE;
}

static gboolean
read_all (TroupeRecording *self, GError **error)
{
  g_auto (Lines)
      lines = { .fd = self->fd, .buffer = g_malloc (BUFFER_SIZE), .line = g_string_new (NULL) };
  g_autoptr (GError) cause = NULL;

  g_assert (self != NULL);

  while (next_line (&lines, &cause))
    {
      const GString *line = lines.line;

      if (!(strspn (line->str, " \t\r") == line->len) && !take_line (self, &lines, &cause))
        break;
    }
  if (cause != NULL)
    g_propagate_error (error, g_steal_pointer (&cause));
  else if (self->header == NULL)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _ ("it is empty"));
  else
    return TRUE;
  return FALSE;
}

static int
compare_entries (gconstpointer a, gconstpointer b)
{
  const Entry *first = a;
  const Entry *second = b;
  const int order = memcmp (first->key, second->key, sizeof first->key);

  if (order != 0)
    return order;
  return first->offset < second->offset ? -1 : first->offset > second->offset ? 1 : 0;
}

TroupeRecording *
troupe_recording_open_file (int fd, const char *path, GError **error)
{
  g_autoptr (TroupeRecording) self = NULL;
  g_autoptr (GError) cause = NULL;

  g_return_val_if_fail (path != NULL, NULL);

  self = g_new0 (TroupeRecording, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->path = g_filename_display_name (path);
  self->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  self->fd = fd;
  if (!read_all (self, &cause))
    {
      /* Translators: the first %s is a file, the second one the reason */
      g_set_error (error, G_IO_ERROR, cause->code, _ ("Could not read the recording “%s”: %s."),
                   self->path, cause->message);
      return NULL;
    }
  g_array_sort (self->entries, compare_entries);
  return g_steal_pointer (&self);
}

TroupeRecording *
troupe_recording_open (const char *path, GError **error)
{
  struct stat status;
  int fd = -1;

  g_return_val_if_fail (path != NULL, NULL);

  /* Opening a pipe could wait for a writer for ever, and its lines cannot be read twice. */
  fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd >= 0 && fstat (fd, &status) == 0 && S_ISREG (status.st_mode))
    return troupe_recording_open_file (fd, path, error);
  g_set_error (error, G_IO_ERROR,
               fd >= 0 ? G_IO_ERROR_NOT_REGULAR_FILE : (gint) g_io_error_from_errno (errno),
               _ ("Could not read the recording “%s”: %s."), path,
               fd >= 0 ? _ ("it is not a regular file") : g_strerror (errno));
  if (fd >= 0)
    close (fd);
  return NULL;
}

TroupeRecording *
troupe_recording_ref (TroupeRecording *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
troupe_recording_unref (TroupeRecording *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  if (self->fd >= 0)
    close (self->fd);
  g_clear_pointer (&self->header, troupe_value_unref);
  g_array_unref (self->entries);
  g_free (self->warning);
  g_free (self->path);
  g_free (self);
}

const char *
troupe_recording_get_path (TroupeRecording *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->path;
}

TroupeValue *
troupe_recording_get_header (TroupeRecording *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->header;
}

const char *
troupe_recording_get_warning (TroupeRecording *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->warning;
}

/* --- Lookup ----------------------------------------------------------------------------------- */

guint
troupe_recording_find (TroupeRecording *self, const guint8 *key, guint *first)
{
  guint low = 0;
  guint high = 0;

  g_return_val_if_fail (self != NULL && key != NULL && first != NULL, 0);

  high = self->entries->len;
  while (low < high)
    {
      const guint middle = low + (high - low) / 2;
      const Entry *entry = &g_array_index (self->entries, Entry, middle);

      if (memcmp (entry->key, key, sizeof entry->key) < 0)
        low = middle + 1;
      else
        high = middle;
    }
  *first = low;
  while (high < self->entries->len && memcmp (g_array_index (self->entries, Entry, high).key, key,
                                              TROUPE_RECORD_KEY_LENGTH) == 0)
    high++;
  return high - low;
}

gboolean
troupe_recording_is_by (TroupeRecording *self, guint number, TroupeValue *caller)
{
  g_return_val_if_fail (self != NULL && number < self->entries->len, FALSE);

  return g_array_index (self->entries, Entry, number).caller == hash_caller (caller);
}

goffset
troupe_recording_get_position (TroupeRecording *self, guint number)
{
  g_return_val_if_fail (self != NULL && number < self->entries->len, 0);

  return g_array_index (self->entries, Entry, number).offset;
}

TroupeValue *
troupe_recording_read (TroupeRecording *self, guint number, GError **error)
{
  const Entry *entry = NULL;
  g_autofree char *text = NULL;
  TroupeValue *value = NULL;
  gsize n_read = 0;
  ssize_t n = 1;

  g_return_val_if_fail (self != NULL && number < self->entries->len, NULL);

  entry = &g_array_index (self->entries, Entry, number);
  text = g_malloc (entry->length + 1u);
  while (n_read < entry->length && n > 0)
    {
      n = pread (self->fd, text + n_read, entry->length - n_read, entry->offset + (goffset) n_read);
      n_read += n > 0 ? (gsize) n : 0;
      n = n < 0 && errno == EINTR ? 1 : n;
    }
  text[n_read] = '\0';
  value = troupe_value_from_json (text, (gssize) n_read, NULL);
  if (value == NULL)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                 _ ("The recording “%s” was changed while it was used. Run it again."), self->path);
  return value;
}

TroupeValue *
troupe_recording_find_similar (TroupeRecording *self, TroupeRecordKind kind, TroupeValue *request)
{
  g_autoptr (TroupeValue) best = NULL;
  double most = -1;
  guint n = 0;

  g_return_val_if_fail (self != NULL && request != NULL, NULL);

  for (guint i = 0; i < self->entries->len && n < MOST_COMPARED; i++)
    {
      g_autoptr (TroupeValue) line = NULL;
      double rate = 0;

      if (g_array_index (self->entries, Entry, i).kind != kind)
        continue;
      n++;
      line = troupe_recording_read (self, i, NULL);
      if (line == NULL)
        continue;
      rate = troupe_value_difference_rate (troupe_value_get_member (line, "request"), request);
      if (rate <= most)
        continue;
      most = rate;
      g_clear_pointer (&best, troupe_value_unref);
      best = g_steal_pointer (&line);
    }
  return g_steal_pointer (&best);
}
