/* troupe-batch-table.c: reads the inputs of a batch from CSV or TSV (RFC 4180)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-batch-table"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-batch-inputs-private.h"

/* Maximum number of columns, which is more than any spreadsheet supports. */
#define MAX_COLUMNS 16384

typedef enum
{
  RECORD_WHOLE,
  RECORD_NONE,  /* end of file */
  RECORD_BLANK, /* empty line */
  RECORD_TOO_LONG,
  RECORD_OPEN,  /* unterminated quoted cell */
  RECORD_STRAY, /* text after a closing quote */
} Record;

/* Reads a quoted cell whose opening quote was already read, up to its closing quote. */
static Record
read_quoted (TroupeBatchInputs *self, GString *cell)
{
  g_assert (cell != NULL);

  for (;;)
    {
      const int byte = troupe_batch_inputs_read_byte (self);

      if (byte < 0)
        return RECORD_OPEN;
      if (byte == '"' && troupe_batch_inputs_peek_byte (self) != '"')
        return RECORD_WHOLE;
      if (byte == '"')
        troupe_batch_inputs_read_byte (self);
      if (self->record->len >= TROUPE_BATCH_MAX_LINE)
        return RECORD_TOO_LONG;
      g_string_append_c (cell, (char) byte);
      g_string_append_c (self->record, (char) byte);
    }
}

static gboolean
is_end (int byte)
{
  return byte < 0 || byte == '\n';
}

/* Reads one cell and the byte after it, which is returned in @end. */
static Record
read_cell (TroupeBatchInputs *self, GString *cell, int *end)
{
  Record record = RECORD_WHOLE;
  gboolean is_quoted = troupe_batch_inputs_peek_byte (self) == '"';

  g_assert (cell != NULL);

  if (is_quoted)
    {
      troupe_batch_inputs_read_byte (self);
      record = read_quoted (self, cell);
    }
  for (;;)
    {
      const int byte = troupe_batch_inputs_read_byte (self);

      *end = byte;
      if (is_end (byte) || byte == self->separator)
        return record;
      if (byte == '\r' && is_end (troupe_batch_inputs_peek_byte (self)))
        continue;
      if (self->record->len >= TROUPE_BATCH_MAX_LINE)
        record = RECORD_TOO_LONG;
      if (is_quoted && record == RECORD_WHOLE)
        record = RECORD_STRAY;
      if (record != RECORD_WHOLE)
        continue;
      g_string_append_c (cell, (char) byte);
      g_string_append_c (self->record, (char) byte);
    }
}

/* Reads a record into @cells (element-type utf8). Returns the kind of the record. If the record
 * is invalid, the rest of it is skipped. */
static Record
read_record (TroupeBatchInputs *self, GPtrArray *cells)
{
  Record record = RECORD_WHOLE;
  int end = self->separator;

  g_assert (cells != NULL);

  g_string_truncate (self->record, 0);
  if (troupe_batch_inputs_peek_byte (self) < 0)
    return RECORD_NONE;
  while (!is_end (end))
    {
      g_autoptr (GString) cell = g_string_new (NULL);
      const Record found = read_cell (self, cell, &end);

      if (record == RECORD_WHOLE)
        record = cells->len < MAX_COLUMNS ? found : RECORD_TOO_LONG;
      if (cells->len < MAX_COLUMNS)
        g_ptr_array_add (cells, g_string_free (g_steal_pointer (&cell), FALSE));
      /* Separates the cells in the text from which the id is computed. */
      if (self->record->len < TROUPE_BATCH_MAX_LINE)
        g_string_append_c (self->record, '\0');
    }
  if (record == RECORD_WHOLE && cells->len == 1 && *(char *) g_ptr_array_index (cells, 0) == '\0')
    return RECORD_BLANK;
  return record;
}

/* --- Header record ---------------------------------------------------------------------------- */

gboolean
troupe_batch_table_read_head (TroupeBatchInputs *self, GError **error)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  Record record;
  static const char separators[] = { ',', ';', '\t' };
  guint counts[G_N_ELEMENTS (separators)] = { 0 };
  gboolean is_quoted = FALSE;
  guint best = 0;

  g_assert (self != NULL);

  for (gsize i = self->offset; i < self->n_bytes && (is_quoted || self->buffer[i] != '\n'); i++)
    {
      if (self->buffer[i] == '"')
        is_quoted = !is_quoted;
      for (guint k = 0; k < G_N_ELEMENTS (separators); k++)
        if (!is_quoted && self->buffer[i] == (guint8) separators[k])
          counts[k]++;
    }
  for (guint k = 1; k < G_N_ELEMENTS (separators); k++)
    if (counts[k] > counts[best])
      best = k;
  self->separator = separators[best];
  self->names = g_ptr_array_new_with_free_func (g_free);
  record = read_record (self, self->names);
  for (guint i = 0; i < self->names->len && record == RECORD_WHOLE; i++)
    {
      char *name = g_strstrip (g_ptr_array_index (self->names, i));

      if (*name == '\0' || !g_utf8_validate (name, -1, NULL) || !g_hash_table_add (seen, name))
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                       _ ("%s:1: The first line must contain the names of the inputs, each only "
                          "once; column %u has no name, or a duplicate name."),
                       self->path, i + 1);
          return FALSE;
        }
    }
  if (record == RECORD_WHOLE)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
               _ ("%s:1: The first line of a table must contain the names of the inputs, such as "
                  "“id,topic”."),
               self->path);
  return FALSE;
}

/* --- Data records ----------------------------------------------------------------------------- */

static char *
describe (Record record, guint n_cells, guint n_names)
{
  switch (record)
    {
    case RECORD_TOO_LONG:
      return g_strdup_printf (_ ("The record is longer than the limit of %u MiB."),
                              TROUPE_BATCH_MAX_LINE / (1024 * 1024));

    case RECORD_OPEN:
      return g_strdup (_ ("The closing quote of a quoted cell is missing."));

    case RECORD_STRAY:
      return g_strdup (
          _ ("Unexpected text after a closing quote. Double the quotes inside a quoted cell."));

    case RECORD_WHOLE:
    case RECORD_NONE:
    case RECORD_BLANK:
    default:
      return n_cells == n_names
                 ? NULL
                 : g_strdup_printf (
                       /* Translators: both placeholders are numbers */
                       _ ("The record has %u cells, but the first line of the table has %u."),
                       n_cells, n_names);
    }
}

/* Returns NULL with @problem set if a cell is not valid UTF-8. (nullable) */
static TroupeValue *
make_value (TroupeBatchInputs *self, GPtrArray *cells, char **problem)
{
  g_auto (TroupeMapBuilder) builder = { 0 };

  g_assert (cells->len == self->names->len);

  for (guint i = 0; i < cells->len; i++)
    if (!g_utf8_validate (g_ptr_array_index (cells, i), -1, NULL))
      {
        *problem = g_strdup_printf (_ ("Column %u is not valid UTF-8."), i + 1);
        return NULL;
      }
  troupe_map_builder_init (&builder);
  for (guint i = 0; i < cells->len; i++)
    troupe_map_builder_add (&builder, g_ptr_array_index (self->names, i),
                            troupe_value_new_string (g_ptr_array_index (cells, i), -1));
  return troupe_map_builder_end (&builder);
}

TroupeBatchItem *
troupe_batch_table_next (TroupeBatchInputs *self, char **problem)
{
  g_autoptr (TroupeBatchItem) item = troupe_batch_item_new ();
  g_autoptr (GPtrArray) cells = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (TroupeValue) value = NULL;
  Record record;

  g_assert (self != NULL);

  do
    {
      g_ptr_array_set_size (cells, 0);
      item->line = self->line;
      record = read_record (self, cells);
    }
  while (record == RECORD_BLANK && self->names->len > 1);
  if (record == RECORD_NONE)
    return NULL;
  item->ordinal = ++self->ordinal;
  *problem = describe (record, cells->len, self->names->len);
  if (*problem == NULL)
    value = make_value (self, cells, problem);
  if (troupe_batch_inputs_name_item (item, value, self->record->str, self->record->len, problem) &&
      value != NULL)
    item->input = troupe_value_to_json (value, TROUPE_JSON_COMPACT);
  return g_steal_pointer (&item);
}
