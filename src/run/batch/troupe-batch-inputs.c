/* troupe-batch-inputs.c: reads the inputs of a batch from JSON lines or CSV
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-batch-inputs"

#include "config.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <string.h>
#include <unistd.h>

#include "troupe-batch-inputs-private.h"
#include "troupe-input-file.h"

static const char byte_order_mark[] = "\xef\xbb\xbf";

/* --- Bytes ------------------------------------------------------------------------------------ */

static gboolean
fill (TroupeBatchInputs *self)
{
  gssize count;

  g_assert (self != NULL);

  if (self->has_ended)
    return FALSE;
  do
    count = read (self->descriptor, self->buffer, sizeof self->buffer);
  while (count < 0 && errno == EINTR);
  self->offset = 0;
  self->n_bytes = count > 0 ? (gsize) count : 0;
  self->has_ended = count <= 0;
  if (count < 0)
    self->error_code = errno;
  if (count > 0)
    g_checksum_update (self->checksum, self->buffer, count);
  return count > 0;
}

int
troupe_batch_inputs_peek_byte (TroupeBatchInputs *self)
{
  if (self->offset == self->n_bytes && !fill (self))
    return -1;
  return self->buffer[self->offset];
}

int
troupe_batch_inputs_read_byte (TroupeBatchInputs *self)
{
  const int byte = troupe_batch_inputs_peek_byte (self);

  if (byte < 0)
    return byte;
  self->offset++;
  if (byte == '\n')
    self->line++;
  return byte;
}

static gboolean
fail_reading (const char *path, int code, GError **error)
{
  g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (code),
               _ ("Could not read the inputs in “%s”: %s."), path, g_strerror (code));
  return FALSE;
}

static gboolean
is_table (const char *path)
{
  g_autofree char *small = g_ascii_strdown (path, -1);

  g_assert (path != NULL);

  return g_str_has_suffix (small, ".csv") || g_str_has_suffix (small, ".tsv");
}

TroupeBatchInputs *
troupe_batch_inputs_open (const char *path, GError **error)
{
  int descriptor;

  g_return_val_if_fail (path != NULL, NULL);

  descriptor = g_str_equal (path, "-") ? STDIN_FILENO : troupe_input_file_open (path, error);
  return descriptor >= 0 ? troupe_batch_inputs_open_file (descriptor, path, error) : NULL;
}

TroupeBatchInputs *
troupe_batch_inputs_open_file (int descriptor, const char *path, GError **error)
{
  g_autoptr (TroupeBatchInputs) self = NULL;

  g_return_val_if_fail (descriptor >= 0 && path != NULL, NULL);

  self = g_new0 (TroupeBatchInputs, 1);
  self->path = g_strdup (path);
  self->descriptor = descriptor;
  self->is_table = is_table (path);
  self->checksum = g_checksum_new (G_CHECKSUM_SHA256);
  self->record = g_string_new (NULL);
  self->line = 1;
  if (troupe_batch_inputs_peek_byte (self) >= 0 && self->n_bytes >= strlen (byte_order_mark) &&
      memcmp (self->buffer, byte_order_mark, strlen (byte_order_mark)) == 0)
    self->offset = strlen (byte_order_mark);
  if (self->error_code != 0)
    {
      fail_reading (path, self->error_code, error);
      return NULL;
    }
  if (self->is_table && !troupe_batch_table_read_head (self, error))
    return NULL;
  return g_steal_pointer (&self);
}

void
troupe_batch_inputs_close (TroupeBatchInputs *self)
{
  if (self == NULL)
    return;
  if (self->descriptor != STDIN_FILENO)
    close (self->descriptor);
  g_checksum_free (self->checksum);
  g_string_free (self->record, TRUE);
  g_clear_pointer (&self->names, g_ptr_array_unref);
  g_free (self->path);
  g_free (self);
}

char *
troupe_batch_inputs_get_digest (TroupeBatchInputs *self)
{
  g_autoptr (GChecksum) copy = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  copy = g_checksum_copy (self->checksum);
  return g_strdup (g_checksum_get_string (copy));
}

char *
troupe_batch_inputs_digest_file (const char *path, GError **error)
{
  g_autoptr (TroupeBatchInputs) self = NULL;
  int descriptor;

  g_return_val_if_fail (path != NULL, NULL);

  descriptor = troupe_input_file_open (path, error);
  if (descriptor < 0)
    return NULL;
  self = g_new0 (TroupeBatchInputs, 1);
  self->descriptor = descriptor;
  self->checksum = g_checksum_new (G_CHECKSUM_SHA256);
  self->record = g_string_new (NULL);
  while (fill (self))
    ;
  if (self->error_code != 0)
    {
      fail_reading (path, self->error_code, error);
      return NULL;
    }
  return troupe_batch_inputs_get_digest (self);
}

/* --- Lines ------------------------------------------------------------------------------------ */

gboolean
troupe_batch_inputs_name_item (TroupeBatchItem *item,
                               TroupeValue *value,
                               const char *content,
                               gsize length,
                               char **problem)
{
  TroupeValue *id = value != NULL ? troupe_value_map_lookup_string (value, "id", -1) : NULL;
  const TroupeValueType type = id != NULL ? troupe_value_get_value_type (id) : TROUPE_VALUE_NULL;
  gsize id_length = 0;

  g_assert (item != NULL);

  if (type == TROUPE_VALUE_INTEGER)
    item->id = g_strdup_printf ("%" G_GINT64_FORMAT, troupe_value_get_integer (id));
  else if (type == TROUPE_VALUE_STRING &&
           strlen (troupe_value_get_string (id, &id_length)) == id_length && id_length > 0)
    item->id = g_strdup (troupe_value_get_string (id, NULL));
  if (item->id != NULL)
    return TRUE;
  item->id = troupe_batch_item_make_id (content, length, item->ordinal);
  if (type == TROUPE_VALUE_NULL || (type == TROUPE_VALUE_STRING && id_length == 0))
    return TRUE;
  *problem = g_strdup (_ ("The “id” of an item must be a string without U+0000, or an integer."));
  return FALSE;
}

/* Reads a line into the record. Returns FALSE at the end. @is_too_long: (out) */
static gboolean
read_line (TroupeBatchInputs *self, gboolean *is_too_long)
{
  int byte;

  g_assert (self != NULL);

  g_string_truncate (self->record, 0);
  *is_too_long = FALSE;
  if (troupe_batch_inputs_peek_byte (self) < 0)
    return FALSE;
  while ((byte = troupe_batch_inputs_read_byte (self)) >= 0 && byte != '\n')
    if (self->record->len < TROUPE_BATCH_MAX_LINE)
      g_string_append_c (self->record, (char) byte);
    else
      *is_too_long = TRUE;
  if (self->record->len > 0 && self->record->str[self->record->len - 1] == '\r')
    g_string_truncate (self->record, self->record->len - 1);
  return TRUE;
}

static gboolean
is_blank (const GString *line)
{
  g_assert (line != NULL);

  for (gsize i = 0; i < line->len; i++)
    if (!g_ascii_isspace (line->str[i]))
      return FALSE;
  return TRUE;
}

static TroupeBatchItem *
next_line (TroupeBatchInputs *self, char **problem)
{
  g_autoptr (TroupeBatchItem) item = troupe_batch_item_new ();
  g_autoptr (TroupeValue) value = NULL;
  gboolean is_too_long = FALSE;
  const GString *line;
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeValue) object_value = NULL;

  g_assert (self != NULL);

  do
    {
      item->line = self->line;
      if (!read_line (self, &is_too_long))
        return NULL;
    }
  while (is_blank (self->record));
  item->ordinal = ++self->ordinal;
  line = self->record;
  if (is_too_long)
    *problem = g_strdup_printf (_ ("The line is longer than the limit of %u MiB."),
                                TROUPE_BATCH_MAX_LINE / (1024 * 1024));
  else
    {
      object_value = troupe_value_from_json (line->str, (gssize) line->len, &error);
      if (object_value == NULL)
        *problem = g_strdup (error->message);
      else if (!troupe_value_is (object_value, TROUPE_VALUE_MAP))
        *problem = g_strdup (
            _ ("Each line must be a JSON object of inputs, such as {\"topic\": \"Rain\"}."));
      value = *problem == NULL ? g_steal_pointer (&object_value) : NULL;
    }
  if (troupe_batch_inputs_name_item (item, value, self->record->str, self->record->len, problem) &&
      value != NULL)
    item->input = g_strndup (self->record->str, self->record->len);
  return g_steal_pointer (&item);
}

gboolean
troupe_batch_inputs_next (TroupeBatchInputs *self,
                          TroupeBatchItem **item,
                          char **problem,
                          GError **error)
{
  g_return_val_if_fail (self != NULL && item != NULL && problem != NULL, FALSE);

  *problem = NULL;
  *item = self->is_table ? troupe_batch_table_next (self, problem) : next_line (self, problem);
  if (self->error_code == 0)
    return TRUE;
  /* A truncated line is not an item. */
  g_clear_pointer (item, troupe_batch_item_free);
  g_clear_pointer (problem, g_free);
  return fail_reading (self->path, self->error_code, error);
}
