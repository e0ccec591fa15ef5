/* troupe-knowledge-excel.c: XLSX workbooks: sheets as lines of CSV
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-knowledge-excel"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-knowledge-file.h"
#include "troupe-knowledge-zip.h"
#include "troupe-value.h"

/* Maximum number of columns of a workbook; cells beyond it are invalid. */
#define MOST_COLUMNS 16384u
/* Further sheets are ignored. */
#define MOST_SHEETS 1000u

/* State of the parser for one part of the workbook.
 * @n_bytes: size of all rows and of the output. A small file can refer to one string many times, and
 *   name a column that makes all rows wide */
typedef struct
{
  GPtrArray *shared; /* (element-type utf8): strings referenced by index */
  GPtrArray *sheets; /* (element-type utf8): relation IDs of the sheets */
  GHashTable *parts; /* (element-type utf8 utf8): by relation ID */
  GPtrArray *rows;   /* (element-type GPtrArray): of the sheet */
  GPtrArray *row;    /* (element-type utf8) (nullable) */
  GString *out;
  GString *text;
  gsize n_bytes;
  guint column;
  char *type; /* (nullable): of the cell */
  gboolean is_text;
} Reading;

/* Returns the name without its namespace prefix. */
static const char *
get_name (const char *name)
{
  const char *colon = strchr (name, ':');

  return colon != NULL ? colon + 1 : name;
}

static const char *
get_attribute (const char **names, const char **values, const char *name)
{
  for (guint i = 0; names[i] != NULL; i++)
    if (g_str_equal (names[i], name))
      return values[i];

  return NULL;
}

static void
start_cb (GMarkupParseContext *context,
          const char *element,
          const char **names,
          const char **values,
          gpointer user_data,
          GError **error)
{
  Reading *reading = user_data;
  const char *name = get_name (element);

  if (g_str_equal (name, "sheet") && get_attribute (names, values, "r:id") != NULL)
    g_ptr_array_add (reading->sheets, g_strdup (get_attribute (names, values, "r:id")));
  else if (g_str_equal (name, "Relationship") && get_attribute (names, values, "Id") != NULL &&
           get_attribute (names, values, "Target") != NULL)
    g_hash_table_insert (reading->parts, g_strdup (get_attribute (names, values, "Id")),
                         g_strdup (get_attribute (names, values, "Target")));
  else if (g_str_equal (name, "row"))
    {
      g_clear_pointer (&reading->row, g_ptr_array_unref);
      reading->row = g_ptr_array_new_with_free_func (g_free);
    }
  else if (g_str_equal (name, "c") && reading->row != NULL)
    {
      const char *reference = get_attribute (names, values, "r");
      guint fallback = reading->row->len;
      guint column = 0;

      /* For example, `C7` is in the third column. */
      for (; reference != NULL && g_ascii_isalpha (*reference); reference++)
        column = column * 26 + (guint) (g_ascii_toupper (*reference) - 'A') + 1;
      reading->column = column > 0 && column <= MOST_COLUMNS ? column - 1 : fallback;
      g_free (reading->type);
      reading->type = g_strdup (get_attribute (names, values, "t"));
      g_string_truncate (reading->text, 0);
    }
  else if (g_str_equal (name, "si"))
    g_string_truncate (reading->text, 0);
  else if (g_str_equal (name, "v") || g_str_equal (name, "t"))
    reading->is_text = TRUE;
}

static void
text_cb (GMarkupParseContext *context,
         const char *text,
         gsize length,
         gpointer user_data,
         GError **error)
{
  Reading *reading = user_data;

  if (reading->is_text)
    g_string_append_len (reading->text, text, (gssize) length);
}

/* (transfer full) */
static char *
get_cell (Reading *reading)
{
  guint64 number;

  g_assert (reading != NULL);

  if (g_strcmp0 (reading->type, "s") == 0)
    return g_ascii_string_to_unsigned (reading->text->str, 10, 0, G_MAXUINT32, &number, NULL) &&
                   number < reading->shared->len
               ? g_strdup (g_ptr_array_index (reading->shared, number))
               : g_strdup ("");
  if (g_strcmp0 (reading->type, "b") == 0)
    return g_strdup (g_str_equal (reading->text->str, "1") ? "True" : "False");
  if (reading->type == NULL || g_str_equal (reading->type, "n"))
    {
      char buffer[32];
      char *end = NULL;
      double value = g_ascii_strtod (reading->text->str, &end);

      /* Formats a number as Python does, so that 2.5000000000000001 becomes 2.5. */
      if (end == reading->text->str || *end != '\0')
        return g_strdup (reading->text->str);
      if (value == (double) (gint64) CLAMP (value, -9e15, 9e15))
        return g_strdup_printf ("%" G_GINT64_FORMAT, (gint64) value);

      return g_strdup (troupe_double_to_text (value, buffer));
    }

  return g_strdup (reading->text->str);
}

/* Counts what was produced. Returns FALSE with an error if it is too much. */
static gboolean
count (Reading *reading, gsize n_bytes, GError **error)
{
  g_assert (reading != NULL);

  reading->n_bytes += n_bytes;
  if (reading->n_bytes <= TROUPE_LIMIT_KNOWLEDGE_FILE)
    return TRUE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                       _ ("its uncompressed contents exceed the size limit"));
  return FALSE;
}

/* Ends a sheet: pads all rows to the width of the widest one, and adds an empty line. */
static gboolean
end_sheet (Reading *reading, GError **error)
{
  guint width = 0;

  g_assert (reading != NULL);

  for (guint i = 0; i < reading->rows->len; i++)
    width = MAX (width, ((GPtrArray *) g_ptr_array_index (reading->rows, i))->len);
  if (!count (reading, (gsize) width * reading->rows->len, error))
    return FALSE;
  for (guint i = 0; i < reading->rows->len; i++)
    {
      GPtrArray *row = g_ptr_array_index (reading->rows, i);

      for (guint j = 0; j < width; j++)
        {
          if (j > 0)
            g_string_append_c (reading->out, ',');
          if (j < row->len && g_ptr_array_index (row, j) != NULL)
            {
              const char *cell = g_ptr_array_index (row, j);

              g_assert (reading->out != NULL);
              if (strpbrk (cell, ",\"\r\n") == NULL)
                g_string_append (reading->out, cell);
              else
                {
                  g_auto (GStrv) parts = g_strsplit (cell, "\"", -1);
                  g_autofree char *doubled = g_strjoinv ("\"\"", parts);

                  g_string_append_printf (reading->out, "\"%s\"", doubled);
                }
            }
        }
      g_string_append_c (reading->out, '\n');
    }
  g_string_append_c (reading->out, '\n');
  g_ptr_array_set_size (reading->rows, 0);
  return TRUE;
}

static void
end_cb (GMarkupParseContext *context, const char *element, gpointer user_data, GError **error)
{
  Reading *reading = user_data;
  const char *name = get_name (element);

  if (g_str_equal (name, "v") || g_str_equal (name, "t"))
    reading->is_text = FALSE;
  else if (g_str_equal (name, "si"))
    g_ptr_array_add (reading->shared, g_strdup (reading->text->str));
  else if (g_str_equal (name, "c") && reading->row != NULL)
    {
      char *cell = get_cell (reading);
      const guint old = reading->row->len;

      if (old <= reading->column)
        g_ptr_array_set_size (reading->row, (int) reading->column + 1);
      g_free (reading->row->pdata[reading->column]);
      reading->row->pdata[reading->column] = cell;
      count (reading, strlen (cell) + sizeof (gpointer) * (reading->row->len - old), error);
    }
  else if (g_str_equal (name, "row") && reading->row != NULL && reading->row->len > 0)
    g_ptr_array_add (reading->rows, g_steal_pointer (&reading->row));
}

/* Parses a part of the workbook. Returns FALSE with an error whose message is a part of a
 * sentence.
 * @is_needed: whether it is an error if the part is missing */
static gboolean
read_part (Reading *reading, GBytes *bytes, const char *name, gboolean is_needed, GError **error)
{
  static const GMarkupParser parser = { start_cb, end_cb, text_cb, NULL, NULL };
  g_autoptr (GMarkupParseContext) context =
      g_markup_parse_context_new (&parser, G_MARKUP_TREAT_CDATA_AS_TEXT, reading, NULL);
  g_autoptr (GError) cause = NULL;
  gsize length;
  g_autofree char *text =
      troupe_knowledge_zip_read (bytes, name, TROUPE_LIMIT_KNOWLEDGE_FILE, &length, &cause);

  if (text == NULL && !is_needed && g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    return TRUE;
  if (text != NULL && g_markup_parse_context_parse (context, text, (gssize) length, &cause) &&
      g_markup_parse_context_end_parse (context, &cause))
    return TRUE;
  if (cause->domain == G_MARKUP_ERROR)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "%s: %s", name, cause->message);
  else
    g_propagate_error (error, g_steal_pointer (&cause));

  return FALSE;
}

static gboolean
read_sheets (Reading *reading, GBytes *bytes, GError **error)
{
  if (!read_part (reading, bytes, "xl/workbook.xml", TRUE, error) ||
      !read_part (reading, bytes, "xl/_rels/workbook.xml.rels", TRUE, error) ||
      !read_part (reading, bytes, "xl/sharedStrings.xml", FALSE, error))
    return FALSE;
  for (guint i = 0; i < MIN (reading->sheets->len, MOST_SHEETS); i++)
    {
      const char *target =
          g_hash_table_lookup (reading->parts, g_ptr_array_index (reading->sheets, i));
      g_autofree char *name = NULL;

      if (target == NULL || strstr (target, "sheet") == NULL)
        continue;
      name = *target == '/' ? g_strdup (target + 1) : g_strconcat ("xl/", target, NULL);
      if (!read_part (reading, bytes, name, TRUE, error) || !end_sheet (reading, error))
        return FALSE;
    }

  return TRUE;
}

/* Returns TRUE if the workbook is encrypted. An encrypted file is an OLE container instead of a
 * ZIP archive. */
static gboolean
is_locked (GBytes *bytes)
{
  static const guint8 mark[] = { 0xd0, 0xcf, 0x11, 0xe0 };
  gsize length;
  gconstpointer data = g_bytes_get_data (bytes, &length);

  return length >= sizeof mark && memcmp (data, mark, sizeof mark) == 0;
}

char *
troupe_knowledge_file_read_excel (const char *path,
                                  GBytes *bytes,
                                  GCancellable *cancellable,
                                  GError **error)
{
  Reading reading = { 0 };
  g_autoptr (GError) cause = NULL;
  gboolean is_read;

  g_return_val_if_fail (path != NULL && bytes != NULL, NULL);

  if (is_locked (bytes))
    {
      troupe_knowledge_file_refuse (error, G_IO_ERROR_NOT_SUPPORTED, path,
                                    _ ("it is encrypted, or in the format used before Excel 2007. "
                                       "Save it as .xlsx without a password"));
      return NULL;
    }
  reading.shared = g_ptr_array_new_with_free_func (g_free);
  reading.sheets = g_ptr_array_new_with_free_func (g_free);
  reading.parts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  reading.rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  reading.out = g_string_new (NULL);
  reading.text = g_string_new (NULL);
  is_read = read_sheets (&reading, bytes, &cause);
  g_ptr_array_unref (reading.shared);
  g_ptr_array_unref (reading.sheets);
  g_hash_table_unref (reading.parts);
  g_ptr_array_unref (reading.rows);
  g_clear_pointer (&reading.row, g_ptr_array_unref);
  g_string_free (reading.text, TRUE);
  g_free (reading.type);
  if (!is_read)
    {
      troupe_knowledge_file_refuse (error, (GIOErrorEnum) cause->code, path, cause->message);
      g_string_free (reading.out, TRUE);
      return NULL;
    }

  return g_string_free (reading.out, FALSE);
}
