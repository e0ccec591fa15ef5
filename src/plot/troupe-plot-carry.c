/* troupe-plot-carry.c: embeds a document in an exported image (SVG, HTML, PNG) and reads it back
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-plot-carry"

#include "config.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>

#include "troupe-base.h"
#include "troupe-plot-carry.h"
#include "troupe-project-file.h"

#define PNG_SIGNATURE "\x89PNG\r\n\x1a\n"
#define SVG_HEAD "<metadata id=\"" TROUPE_PLOT_CARRY_ID "\">"
#define SVG_TAIL "</metadata>"
#define HTML_HEAD "<script type=\"" TROUPE_PLOT_CARRY_TYPE "\">"
#define HTML_TAIL "</script>"
#define AGENTS "agents/"

/* --- TroupePlotCarried ------------------------------------------------------------------------ */

TroupePlotCarried *
troupe_plot_carried_new (gboolean is_crew)
{
  TroupePlotCarried *self = g_new0 (TroupePlotCarried, 1);

  self->is_crew = is_crew;
  self->names = g_ptr_array_new_with_free_func (g_free);
  self->texts = g_ptr_array_new_with_free_func (g_free);
  return self;
}

void
troupe_plot_carried_free (TroupePlotCarried *self)
{
  g_ptr_array_unref (self->names);
  g_ptr_array_unref (self->texts);
  g_free (self);
}

void
troupe_plot_carried_add (TroupePlotCarried *self, const char *name, const char *text)
{
  g_return_if_fail (self != NULL && name != NULL && text != NULL);

  g_ptr_array_add (self->names, g_strdup (name));
  g_ptr_array_add (self->texts, g_strdup (text));
}

gboolean
troupe_plot_carried_write (const TroupePlotCarried *self, const char *folder, GError **error)
{
  g_return_val_if_fail (self != NULL && folder != NULL, FALSE);

  for (guint i = 0; i < self->names->len; i++)
    {
      const char *text = self->texts->pdata[i];

      if (g_mkdir_with_parents (folder, 0700) != 0)
        {
          g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno), "%s: %s", folder,
                       g_strerror (errno));
          return FALSE;
        }
      if (!troupe_project_file_save (folder, self->names->pdata[i], text, strlen (text), NULL,
                                     FALSE, NULL, error))
        return FALSE;
    }
  return TRUE;
}

void
troupe_plot_carried_remove (const TroupePlotCarried *self, const char *folder)
{
  g_return_if_fail (self != NULL && folder != NULL);

  for (guint i = 0; i < self->names->len; i++)
    {
      g_autofree char *path = g_build_filename (folder, self->names->pdata[i], NULL);
      g_autofree char *around = NULL;

      g_unlink (path);
      /* Remove its folders as well once they are empty. */
      for (around = g_path_get_dirname (path); strlen (around) > strlen (folder);)
        {
          char *next = g_path_get_dirname (around);

          if (g_rmdir (around) != 0)
            {
              g_free (next);
              break;
            }
          g_free (around);
          around = next;
        }
    }
  g_rmdir (folder);
}

/* --- Writing ------------------------------------------------------------------------------------ */

char *
troupe_plot_carried_to_text (const TroupePlotCarried *self)
{
  g_autoptr (TroupeValue) value = NULL;
  g_autofree char *json = NULL;
  g_autoptr (GZlibCompressor) compressor = NULL;
  g_autoptr (GInputStream) plain = NULL;
  g_autoptr (GInputStream) packed = NULL;
  g_autoptr (GOutputStream) out = NULL;
  g_autoptr (GBytes) bytes = NULL;
  TroupeMapBuilder files;
  TroupeMapBuilder whole;

  g_return_val_if_fail (self != NULL, NULL);

  troupe_map_builder_init (&files);
  for (guint i = 0; i < self->names->len; i++)
    troupe_map_builder_add (&files, self->names->pdata[i],
                            troupe_value_new_string (self->texts->pdata[i], -1));
  troupe_map_builder_init (&whole);
  troupe_map_builder_add (&whole, "kind",
                          troupe_value_new_string (self->is_crew ? "crew" : "flow", -1));
  troupe_map_builder_add (&whole, "files", troupe_map_builder_end (&files));
  value = troupe_map_builder_end (&whole);
  json = troupe_value_to_json (value, TROUPE_JSON_COMPACT);
  compressor = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_RAW, 9);
  plain = g_memory_input_stream_new_from_data (json, (gssize) strlen (json), NULL);
  packed = g_converter_input_stream_new (plain, G_CONVERTER (compressor));
  out = g_memory_output_stream_new_resizable ();
  g_output_stream_splice (out, packed, G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, NULL, NULL);
  bytes = g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (out));
  return g_base64_encode (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

char *
troupe_plot_carried_to_svg (const TroupePlotCarried *self)
{
  g_autofree char *text = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  text = troupe_plot_carried_to_text (self);
  return g_strconcat (SVG_HEAD, text, SVG_TAIL, NULL);
}

/* --- PNG ---------------------------------------------------------------------------------------- */

static guint32
compute_crc (const guint8 *data, gsize length)
{
  guint32 crc = 0xffffffff;

  for (gsize i = 0; i < length; i++)
    {
      crc ^= data[i];
      for (guint bit = 0; bit < 8; bit++)
        crc = crc & 1 ? 0xedb88320 ^ (crc >> 1) : crc >> 1;
    }
  return ~crc;
}

static guint32
read_number (const guint8 *data)
{
  return (guint32) data[0] << 24 | (guint32) data[1] << 16 | (guint32) data[2] << 8 | data[3];
}

static void
append_number (GByteArray *out, guint32 number)
{
  const guint32 bytes = GUINT32_TO_BE (number);

  g_byte_array_append (out, (const guint8 *) &bytes, 4);
}

/* Returns the offset of the chunk of type @kind whose data begins with @keyword (nullable), or 0
 * if there is none. A chunk consists of its length (four bytes), its type (four bytes), the
 * data, and the checksum (four bytes). */
static gsize
find_chunk (const guint8 *data, gsize length, const char *kind, const char *keyword, gsize *size)
{
  gsize here = strlen (PNG_SIGNATURE);
  const gsize keyword_size = keyword != NULL ? strlen (keyword) + 1 : 0;

  while (length - here >= 12)
    {
      *size = read_number (data + here);
      if (*size > length - here - 12)
        return 0;
      if (memcmp (data + here + 4, kind, 4) == 0 && *size >= keyword_size &&
          (keyword == NULL || memcmp (data + here + 8, keyword, keyword_size) == 0))
        return here;
      here += 12 + *size;
    }
  return 0;
}

GBytes *
troupe_plot_carried_add_to_png (const TroupePlotCarried *self, GBytes *png)
{
  g_autofree char *text = NULL;
  GByteArray *out;
  GByteArray *chunk;
  const guint8 *data;
  gsize length, size, end;

  g_return_val_if_fail (self != NULL && png != NULL, NULL);

  data = g_bytes_get_data (png, &length);
  end = find_chunk (data, length, "IEND", NULL, &size);
  g_return_val_if_fail (end != 0, NULL);

  text = troupe_plot_carried_to_text (self);
  chunk = g_byte_array_new ();
  g_byte_array_append (chunk, (const guint8 *) "tEXt" TROUPE_PLOT_CARRY_KEYWORD,
                       sizeof ("tEXt" TROUPE_PLOT_CARRY_KEYWORD));
  g_byte_array_append (chunk, (const guint8 *) text, (guint) strlen (text));
  out = g_byte_array_new ();
  g_byte_array_append (out, data, (guint) end);
  append_number (out, chunk->len - 4);
  g_byte_array_append (out, chunk->data, chunk->len);
  append_number (out, compute_crc (chunk->data, chunk->len));
  g_byte_array_append (out, data + end, (guint) (length - end));
  g_byte_array_unref (chunk);
  return g_byte_array_free_to_bytes (out);
}

/* --- Reading ------------------------------------------------------------------------------------ */

gboolean
troupe_plot_carry_is_picture (const char *path)
{
  static const char *const endings[] = { ".svg", ".html", ".htm", ".png" };
  g_autofree char *small = NULL;

  g_return_val_if_fail (path != NULL, FALSE);

  small = g_ascii_strdown (path, -1);
  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    if (g_str_has_suffix (small, endings[i]))
      return TRUE;
  return FALSE;
}

/* Returns the base64 text in the image. (transfer full) (nullable) */
static char *
find_text (const char *data, gsize length)
{
  static const char *const ends[][2] = { { SVG_HEAD, SVG_TAIL }, { HTML_HEAD, HTML_TAIL } };

  if (length > 8 && memcmp (data, PNG_SIGNATURE, 8) == 0)
    {
      const guint8 *bytes = (const guint8 *) data;
      const gsize keyword = sizeof (TROUPE_PLOT_CARRY_KEYWORD);
      gsize size;
      const gsize place = find_chunk (bytes, length, "tEXt", TROUPE_PLOT_CARRY_KEYWORD, &size);

      if (place == 0 ||
          read_number (bytes + place + 8 + size) != compute_crc (bytes + place + 4, size + 4))
        return NULL;
      return g_strndup (data + place + 8 + keyword, size - keyword);
    }
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      const char *start = memmem (data, length, ends[i][0], strlen (ends[i][0]));
      const char *end;

      if (start == NULL)
        continue;
      start += strlen (ends[i][0]);
      end = memmem (start, length - (gsize) (start - data), ends[i][1], strlen (ends[i][1]));
      if (end != NULL)
        return g_strndup (start, end - start);
    }
  return NULL;
}

static void
set_invalid (GError **error)
{
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                       _ ("The document in this image is damaged, or was not written by Troupe. "
                          "Use the original document file."));
}

/* Decodes and decompresses @text, up to the size limit of a document. (transfer full) (nullable) */
static char *
unpack (const char *text, gsize *length, GError **error)
{
  gsize n_bytes = 0;
  g_autofree guchar *bytes = g_base64_decode (text, &n_bytes);
  g_autoptr (GZlibDecompressor) decompressor =
      g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_RAW);
  g_autoptr (GInputStream) packed =
      g_memory_input_stream_new_from_data (bytes, (gssize) n_bytes, NULL);
  g_autoptr (GInputStream) plain =
      g_converter_input_stream_new (packed, G_CONVERTER (decompressor));
  g_autoptr (GString) out = g_string_new (NULL);
  char buffer[65536];
  gssize n_read;

  while ((n_read = g_input_stream_read (plain, buffer, sizeof buffer, NULL, NULL)) > 0)
    {
      g_string_append_len (out, buffer, n_read);
      if (out->len > TROUPE_LIMIT_DOCUMENT)
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE,
                       _ ("The document in this image is larger than the limit of %u MiB."),
                       TROUPE_LIMIT_DOCUMENT / (1024 * 1024));
          return NULL;
        }
    }
  if (n_read < 0 || n_bytes == 0)
    {
      set_invalid (error);
      return NULL;
    }
  *length = out->len;
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/* Returns TRUE for a plain file name of JSON. Hidden files are not plain. */
static gboolean
is_plain_json (const char *name)
{
  return *name != '.' && strlen (name) <= 255 && strpbrk (name, "/\\") == NULL &&
         (g_str_has_suffix (name, ".json") || g_str_has_suffix (name, ".jsonc"));
}

/* Returns the name under which a file of an image is unpacked: the first one is the crew, and all others are its
 * agents. What else an image might contain is nothing that an export writes, and programs execute or read many
 * names without being asked, such as those of a Git repository. (nullable) */
static const char *
find_name (const char *given, gboolean is_first)
{
  if (is_first)
    return !is_plain_json (given)              ? NULL
           : g_str_has_suffix (given, ".json") ? "crew.json"
                                               : "crew.jsonc";
  return g_str_has_prefix (given, AGENTS) && is_plain_json (given + strlen (AGENTS)) ? given : NULL;
}

static TroupePlotCarried *
from_value (TroupeValue *value)
{
  TroupeValue *kind = NULL;
  TroupeValue *files = NULL;
  g_autoptr (TroupePlotCarried) self = NULL;
  const char *word;

  if (troupe_value_is (value, TROUPE_VALUE_MAP))
    {
      kind = troupe_value_map_lookup_string (value, "kind", -1);
      files = troupe_value_map_lookup_string (value, "files", -1);
    }
  if (kind == NULL || !troupe_value_is (kind, TROUPE_VALUE_STRING) || files == NULL ||
      !troupe_value_is (files, TROUPE_VALUE_MAP) || troupe_value_map_get_size (files) == 0 ||
      troupe_value_map_get_size (files) > TROUPE_PLOT_CARRY_MAX_FILES)
    return NULL;
  word = troupe_value_get_string (kind, NULL);
  if (!g_str_equal (word, "flow") && !g_str_equal (word, "crew"))
    return NULL;
  self = troupe_plot_carried_new (g_str_equal (word, "crew"));
  for (gsize i = 0; i < troupe_value_map_get_size (files); i++)
    {
      TroupeValue *name = troupe_value_map_get_key (files, i);
      TroupeValue *text = troupe_value_map_get_value (files, i);
      gsize length = 0;

      const char *given =
          troupe_value_is (name, TROUPE_VALUE_STRING) ? troupe_value_get_string (name, NULL) : "";
      const char *own = self->is_crew ? find_name (given, i == 0) : "flow.json";

      if (own == NULL || !troupe_value_is (text, TROUPE_VALUE_STRING) ||
          strlen (troupe_value_get_string (text, &length)) != length)
        return NULL;
      troupe_plot_carried_add (self, own, troupe_value_get_string (text, NULL));
    }
  return self->is_crew || self->names->len == 1 ? g_steal_pointer (&self) : NULL;
}

TroupePlotCarried *
troupe_plot_carry_read (const char *data, gsize length, GError **error)
{
  g_autofree char *text = NULL;
  g_autofree char *json = NULL;
  g_autoptr (TroupeValue) value = NULL;
  TroupePlotCarried *self;
  gsize json_length = 0;

  g_return_val_if_fail (data != NULL, NULL);

  text = find_text (data, length);
  if (text == NULL)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                           _ ("This image contains no document. It was exported without one, or by "
                              "another program."));
      return NULL;
    }
  json = unpack (text, &json_length, error);
  if (json == NULL)
    return NULL;
  value = troupe_value_from_json (json, (gssize) json_length, NULL);
  self = value != NULL ? from_value (value) : NULL;
  if (self == NULL)
    set_invalid (error);
  return self;
}

TroupePlotCarried *
troupe_plot_carry_read_file (const char *path, GError **error)
{
  gsize length = 0;
  g_autofree char *data = NULL;
  TroupePlotCarried *self;

  g_return_val_if_fail (path != NULL, NULL);

  data = troupe_file_read (path, TROUPE_PLOT_CARRY_LIMIT, &length, NULL, error);
  if (data == NULL)
    return NULL;
  self = troupe_plot_carry_read (data, length, error);
  if (self == NULL)
    g_prefix_error (error, "%s: ", path);
  return self;
}
