/* troupe-knowledge-zip.c: reader of single files in a ZIP archive
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-knowledge-zip"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-knowledge-zip.h"

/* Signatures of the records in an archive, and their lengths without variable fields. */
#define END_MARK 0x06054b50u
#define END_LENGTH 22u
#define ENTRY_MARK 0x02014b50u
#define ENTRY_LENGTH 46u
#define LOCAL_MARK 0x04034b50u
#define LOCAL_LENGTH 30u
#define LONGEST_COMMENT 65535u

#define METHOD_STORED 0u
#define METHOD_DEFLATED 8u
#define FLAG_ENCRYPTED 1u

typedef struct
{
  const guint8 *data;
  gsize length;
} Archive;

typedef struct
{
  guint flags;
  guint method;
  gsize packed;
  gsize unpacked;
  gsize place;
} Entry;

static guint
get_two (const guint8 *at)
{
  return (guint) at[0] | (guint) at[1] << 8;
}

static guint32
get_four (const guint8 *at)
{
  return (guint32) get_two (at) | (guint32) get_two (at + 2) << 16;
}

static gboolean
is_there (const Archive *archive, gsize place, gsize length)
{
  return place <= archive->length && length <= archive->length - place;
}

static gboolean
refuse (GError **error)
{
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _ ("the archive is damaged"));

  return FALSE;
}

/* Finds the central directory. */
static gboolean
find_list (const Archive *archive, gsize *place, guint *n_entries, GError **error)
{
  gsize lowest;

  g_assert (archive != NULL);

  if (archive->length < END_LENGTH)
    return refuse (error);
  lowest = archive->length > END_LENGTH + LONGEST_COMMENT
               ? archive->length - END_LENGTH - LONGEST_COMMENT
               : 0;
  for (gsize at = archive->length - END_LENGTH + 1; at-- > lowest;)
    if (get_four (archive->data + at) == END_MARK)
      {
        *n_entries = get_two (archive->data + at + 10);
        *place = get_four (archive->data + at + 16);
        return TRUE;
      }

  return refuse (error);
}

static gboolean
find_entry (const Archive *archive, const char *name, Entry *entry, GError **error)
{
  gsize place = 0, name_length = strlen (name);
  guint n_entries = 0;

  if (!find_list (archive, &place, &n_entries, error))
    return FALSE;
  for (guint i = 0; i < n_entries; i++)
    {
      const guint8 *at = archive->data + place;
      gsize length;

      if (!is_there (archive, place, ENTRY_LENGTH) || get_four (at) != ENTRY_MARK)
        return refuse (error);
      length = get_two (at + 28);
      if (!is_there (archive, place + ENTRY_LENGTH, length))
        return refuse (error);
      if (length == name_length && memcmp (at + ENTRY_LENGTH, name, length) == 0)
        {
          entry->flags = get_two (at + 8);
          entry->method = get_two (at + 10);
          entry->packed = get_four (at + 20);
          entry->unpacked = get_four (at + 24);
          entry->place = get_four (at + 42);
          return TRUE;
        }
      place += ENTRY_LENGTH + length + get_two (at + 30) + get_two (at + 32);
    }
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _ ("it does not contain “%s”"), name);

  return FALSE;
}

/* Decompresses a file up to @limit, without trusting the length declared in the archive. */
static char *
unpack (const guint8 *data, gsize packed, gsize limit, gsize *length, GError **error)
{
  g_autoptr (GZlibDecompressor) zlib = g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_RAW);
  g_autoptr (GInputStream) memory =
      g_memory_input_stream_new_from_data (data, (gssize) packed, NULL);
  g_autoptr (GInputStream) stream = g_converter_input_stream_new (memory, G_CONVERTER (zlib));
  g_autoptr (GByteArray) out = g_byte_array_new ();
  guint8 piece[32768];
  gssize n_bytes;

  while ((n_bytes = g_input_stream_read (stream, piece, sizeof piece, NULL, NULL)) > 0)
    {
      g_byte_array_append (out, piece, (guint) n_bytes);
      if (out->len > limit)
        {
          g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                               _ ("its uncompressed contents exceed the size limit"));
          return NULL;
        }
    }
  if (n_bytes < 0)
    {
      refuse (error);
      return NULL;
    }
  *length = out->len;
  g_byte_array_append (out, (const guint8 *) "", 1);

  return (char *) g_byte_array_free (g_steal_pointer (&out), FALSE);
}

char *
troupe_knowledge_zip_read (GBytes *bytes,
                           const char *name,
                           gsize limit,
                           gsize *length,
                           GError **error)
{
  Archive archive = { 0 };
  Entry entry = { 0 };
  gsize start;

  g_return_val_if_fail (bytes != NULL && name != NULL && length != NULL, NULL);

  archive.data = g_bytes_get_data (bytes, &archive.length);
  if (!find_entry (&archive, name, &entry, error))
    return NULL;
  if ((entry.flags & FLAG_ENCRYPTED) != 0)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, _ ("it is encrypted"));
      return NULL;
    }
  if (!is_there (&archive, entry.place, LOCAL_LENGTH) ||
      get_four (archive.data + entry.place) != LOCAL_MARK)
    return refuse (error) ? NULL : NULL;
  start = entry.place + LOCAL_LENGTH + get_two (archive.data + entry.place + 26) +
          get_two (archive.data + entry.place + 28);
  if (!is_there (&archive, start, entry.packed) ||
      (entry.method != METHOD_STORED && entry.method != METHOD_DEFLATED))
    return refuse (error) ? NULL : NULL;
  if (entry.method == METHOD_DEFLATED)
    return unpack (archive.data + start, entry.packed, limit, length, error);
  if (entry.packed > limit)
    return refuse (error) ? NULL : NULL;
  *length = entry.packed;

  return g_strndup ((const char *) archive.data + start, entry.packed);
}
