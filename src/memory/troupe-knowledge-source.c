/* troupe-knowledge-source.c: knowledge source of a document: parsing, files and chunks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-knowledge-source"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-file.h"
#include "troupe-knowledge-file.h"
#include "troupe-knowledge.h"
#include "troupe-project-file.h"
#include "troupe-python-text.h"
#include "troupe-redactor.h"

/* Subfolder of the project that contains the files. */
#define FOLDER "knowledge"
#define CHUNK_SIZE 4000u
#define CHUNK_OVERLAP 200u
#define LARGEST_CHUNK 1000000u

/* @is_map: whether all files are combined to one text, formatted like a Python dict
 * @is_mixed: whether the file type is determined by the extension, and URLs are allowed */
typedef struct
{
  const char *name;
  TroupeKnowledgeFileFunc read; /* (nullable): type string */
  gboolean is_map;
  gboolean is_mixed;
} Kind;

static const Kind kinds[] = {
  { "string", NULL, FALSE },
  { "text_file", troupe_knowledge_file_read_text, FALSE },
  { "csv", troupe_knowledge_file_read_csv, TRUE },
  { "json", troupe_knowledge_file_read_json, TRUE },
  { "pdf", troupe_knowledge_file_read_pdf, FALSE },
  { "excel", troupe_knowledge_file_read_excel, FALSE },
  { "docling", troupe_knowledge_file_read_text, FALSE, TRUE },
};

/* File types of a mixed source. @read: (nullable): HTML */
typedef struct
{
  const char *suffix;
  TroupeKnowledgeFileFunc read;
} Suffix;

static const Suffix suffixes[] = {
  { ".md", troupe_knowledge_file_read_text },
  { ".markdown", troupe_knowledge_file_read_text },
  { ".txt", troupe_knowledge_file_read_text },
  { ".adoc", troupe_knowledge_file_read_text },
  { ".asciidoc", troupe_knowledge_file_read_text },
  { ".html", NULL },
  { ".htm", NULL },
  { ".xhtml", NULL },
  { ".pdf", troupe_knowledge_file_read_pdf },
  { ".xlsx", troupe_knowledge_file_read_excel },
  { ".csv", troupe_knowledge_file_read_csv },
  { ".json", troupe_knowledge_file_read_json },
};

struct _TroupeKnowledgeSource
{
  gatomicrefcount ref_count;
  const Kind *kind;
  char *text;   /* (nullable) */
  char **paths; /* as in the document */
  char *folder; /* project folder */
  guint size;
  guint overlap;
};

TroupeKnowledgeSource *
troupe_knowledge_source_ref (TroupeKnowledgeSource *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);

  return self;
}

void
troupe_knowledge_source_unref (TroupeKnowledgeSource *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->text);
  g_strfreev (self->paths);
  g_free (self->folder);
  g_free (self);
}

/* Creates a source of type string. */
static TroupeKnowledgeSource *
new_text (const char *text)
{
  TroupeKnowledgeSource *self = g_new0 (TroupeKnowledgeSource, 1);

  g_return_val_if_fail (text != NULL, self);

  g_atomic_ref_count_init (&self->ref_count);
  self->kind = &kinds[0];
  self->text = g_strdup (text);
  self->paths = g_new0 (char *, 1);
  self->size = CHUNK_SIZE;
  self->overlap = CHUNK_OVERLAP;

  return self;
}

/* --- Parsing the document --------------------------------------------------------------------- */

static gboolean
refuse (GError **error, const char *key, const char *what)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
               /* Translators: first %s is a key of a document, second %s a description of the
                * expected value. */
               _ ("“%s” of a knowledge source must be %s."), key, what);

  return FALSE;
}

static const Kind *
find_kind (TroupeValue *value, GError **error)
{
  TroupeValue *type = troupe_value_get_member (value, "source_type");
  const char *name = type != NULL && troupe_value_is (type, TROUPE_VALUE_STRING)
                         ? troupe_value_get_string (type, NULL)
                         : "";

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_equal (kinds[i].name, name))
      return &kinds[i];
  refuse (error, "source_type", _ ("string, text_file, csv, json, pdf, excel or docling"));

  return NULL;
}

static gboolean
read_count (TroupeValue *value, const char *key, guint least, guint *number, GError **error)
{
  TroupeValue *found = troupe_value_get_member (value, key);

  if (found == NULL)
    return TRUE;
  if (!troupe_value_is (found, TROUPE_VALUE_INTEGER) || troupe_value_get_integer (found) < least ||
      troupe_value_get_integer (found) > LARGEST_CHUNK)
    return refuse (error, key, _ ("an integer"));
  *number = (guint) troupe_value_get_integer (found);

  return TRUE;
}

/* Reads a list of paths, or a single one. */
static gboolean
read_paths (TroupeKnowledgeSource *self, TroupeValue *value, GError **error)
{
  TroupeValue *paths = troupe_value_get_member (value, "file_paths");
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  gsize length;

  if (paths == NULL)
    paths = troupe_value_get_member (value, "file_path");
  if (paths != NULL && troupe_value_is (paths, TROUPE_VALUE_STRING))
    g_strv_builder_add (builder, troupe_value_get_string (paths, NULL));
  else if (paths == NULL || !troupe_value_is (paths, TROUPE_VALUE_LIST))
    return refuse (error, "file_paths", _ ("a list of paths"));
  length = troupe_value_is (paths, TROUPE_VALUE_LIST) ? troupe_value_list_get_length (paths) : 0;
  for (gsize i = 0; i < length; i++)
    {
      TroupeValue *path = troupe_value_list_get (paths, i);

      if (!troupe_value_is (path, TROUPE_VALUE_STRING))
        return refuse (error, "file_paths", _ ("a list of paths"));
      g_strv_builder_add (builder, troupe_value_get_string (path, NULL));
    }
  g_strfreev (self->paths);
  self->paths = g_strv_builder_end (builder);

  return self->paths[0] != NULL || refuse (error, "file_paths", _ ("a list of paths"));
}

static gboolean
is_address (const TroupeKnowledgeSource *self, const char *path)
{
  g_assert (self != NULL);

  return self->kind->is_mixed &&
         (g_str_has_prefix (path, "http://") || g_str_has_prefix (path, "https://"));
}

/* (transfer none) (nullable) */
static const Suffix *
find_suffix (const char *path)
{
  const char *dot = strrchr (path, '.');

  for (guint i = 0; dot != NULL && i < G_N_ELEMENTS (suffixes); i++)
    if (g_ascii_strcasecmp (suffixes[i].suffix, dot) == 0)
      return &suffixes[i];

  return NULL;
}

/* Returns FALSE with @error set for unsupported file types and invalid URLs. */
static gboolean
check_path (const TroupeKnowledgeSource *self, const char *path, GError **error)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autoptr (GUri) uri = NULL;

  g_assert (self != NULL);

  if (is_address (self, path))
    {
      uri = g_uri_parse (path, G_URI_FLAGS_NONE, NULL);
      if (uri != NULL && g_uri_get_host (uri) != NULL && *g_uri_get_host (uri) != '\0')
        return TRUE;
      g_set_error (
          error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
          /* Translators: %s is a string in a document for which a URL is expected. */
          _ ("“%s” is not the URL of a web page. Expected a URL such as https://example.org/page."),
          path);
      return FALSE;
    }
  if (!self->kind->is_mixed || find_suffix (path) != NULL)
    return TRUE;
  if (strrchr (name, '.') != NULL)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                 /* Translators: first %s is a file name, second %s its extension, such as
                  * “.docx”. */
                 _ ("The knowledge source “%s” is of type “%s”, which only CrewAI’s Python can "
                    "read. Save it as PDF, HTML, Markdown, plain text, XLSX, CSV or JSON."),
                 path, strrchr (name, '.'));
  else
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                 /* Translators: %s is a file name. */
                 _ ("The file type of the knowledge source “%s” is not clear from its name. Use "
                    "the extension .md, .txt, .html, .pdf, .xlsx, .csv or .json."),
                 path);

  return FALSE;
}

static gboolean
read_value (TroupeKnowledgeSource *self, TroupeValue *value, GError **error)
{
  TroupeValue *content = troupe_value_get_member (value, "content");

  g_assert (self != NULL);

  self->kind = find_kind (value, error);
  if (self->kind == NULL || !read_count (value, "chunk_size", 1, &self->size, error) ||
      !read_count (value, "chunk_overlap", 0, &self->overlap, error))
    return FALSE;
  if (self->overlap >= self->size)
    return refuse (error, "chunk_overlap", _ ("less than chunk_size"));
  if (self->kind->read != NULL)
    {
      if (!read_paths (self, value, error))
        return FALSE;
      for (guint i = 0; self->paths[i] != NULL; i++)
        if (!check_path (self, self->paths[i], error))
          return FALSE;
      return TRUE;
    }
  if (content == NULL || !troupe_value_is (content, TROUPE_VALUE_STRING))
    return refuse (error, "content", _ ("a string"));
  g_free (self->text);
  self->text = g_strdup (troupe_value_get_string (content, NULL));

  return TRUE;
}

TroupeKnowledgeSource *
troupe_knowledge_source_new (TroupeValue *value, const char *folder, GError **error)
{
  g_autoptr (TroupeKnowledgeSource) self = new_text ("");

  g_return_val_if_fail (value != NULL && folder != NULL, NULL);

  self->folder = g_strdup (folder);
  if (!troupe_value_is (value, TROUPE_VALUE_MAP))
    {
      refuse (error, "source_type", _ ("string, text_file, csv, json, pdf, excel or docling"));
      return NULL;
    }

  return read_value (self, value, error) ? g_steal_pointer (&self) : NULL;
}

/* --- Files ---------------------------------------------------------------------------------- */

/* Returns the path as CrewAI names it: below `knowledge/` unless it is absolute. (transfer full) */
static char *
get_shown_path (const char *path)
{
  return g_path_is_absolute (path) ? g_strdup (path) : g_build_filename (FOLDER, path, NULL);
}

/* (transfer full) */
static char *
get_real_path (TroupeKnowledgeSource *self, const char *path)
{
  g_autofree char *shown = get_shown_path (path);

  return g_path_is_absolute (shown) ? g_steal_pointer (&shown)
                                    : g_build_filename (self->folder, shown, NULL);
}

char **
troupe_knowledge_source_list_files (TroupeKnowledgeSource *self)
{
  g_autoptr (GStrvBuilder) files = g_strv_builder_new ();

  g_return_val_if_fail (self != NULL, NULL);

  for (guint i = 0; self->paths[i] != NULL; i++)
    {
      g_autofree char *path = NULL;

      if (is_address (self, self->paths[i]))
        continue;
      path = get_real_path (self, self->paths[i]);
      g_strv_builder_add (files, path);
    }

  return g_strv_builder_end (files);
}

char **
troupe_knowledge_source_list_addresses (TroupeKnowledgeSource *self)
{
  g_autoptr (GStrvBuilder) addresses = g_strv_builder_new ();

  g_return_val_if_fail (self != NULL, NULL);

  for (guint i = 0; self->paths[i] != NULL; i++)
    if (is_address (self, self->paths[i]))
      g_strv_builder_add (addresses, self->paths[i]);

  return g_strv_builder_end (addresses);
}

/* --- Keys and stamps -------------------------------------------------------------------------- */

char *
troupe_knowledge_source_make_key (TroupeKnowledgeSource *self)
{
  g_autoptr (GString) all = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  all = g_string_new (self->kind->name);
  g_string_append_printf (all, "\n%u\n%u", self->size, self->overlap);
  for (guint i = 0; self->paths[i] != NULL; i++)
    g_string_append_printf (all, "\n%s", self->paths[i]);
  if (self->kind->read == NULL)
    g_string_append_printf (all, "\n%s", self->text);

  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, all->str, -1);
}

char *
troupe_knowledge_source_make_page_key (TroupeKnowledgeSource *self, const char *address)
{
  g_autofree char *all = NULL;

  g_return_val_if_fail (self != NULL && address != NULL, NULL);

  all = g_strdup_printf ("page\n%u\n%u\n%s", self->size, self->overlap, address);

  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, all, -1);
}

char *
troupe_knowledge_source_make_stamp (TroupeKnowledgeSource *self)
{
  g_autoptr (GString) all = g_string_new (NULL);
  g_auto (GStrv) files = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  files = troupe_knowledge_source_list_files (self);
  for (guint i = 0; files[i] != NULL; i++)
    {
      g_autoptr (GFile) file = g_file_new_for_path (files[i]);
      g_autoptr (GFileInfo) info =
          g_file_query_info (file,
                             G_FILE_ATTRIBUTE_STANDARD_SIZE "," G_FILE_ATTRIBUTE_TIME_MODIFIED
                                                            "," G_FILE_ATTRIBUTE_TIME_MODIFIED_USEC,
                             G_FILE_QUERY_INFO_NONE, NULL, NULL);

      if (info != NULL)
        g_string_append_printf (
            all, "%" G_GINT64_FORMAT " %" G_GUINT64_FORMAT ".%06u\n", g_file_info_get_size (info),
            g_file_info_get_attribute_uint64 (info, G_FILE_ATTRIBUTE_TIME_MODIFIED),
            g_file_info_get_attribute_uint32 (info, G_FILE_ATTRIBUTE_TIME_MODIFIED_USEC));
    }

  return g_strdup (all->str);
}

/* Reads an HTML file. (transfer full) (nullable) */
static char *
read_html (const char *path, GBytes *bytes, const TroupeKnowledgeWeb *web, GError **error)
{
  gsize length;
  const char *html = g_bytes_get_data (bytes, &length);
  g_autofree char *text = NULL;

  g_assert (path != NULL);

  if (web == NULL)
    {
      troupe_knowledge_file_refuse (error, G_IO_ERROR_NOT_SUPPORTED, path,
                                    _ ("web pages are not supported here"));
      return NULL;
    }
  text = web->read_html (html, length);
  if (*text != '\0')
    return g_steal_pointer (&text);
  troupe_knowledge_file_refuse (error, G_IO_ERROR_INVALID_DATA, path, _ ("it contains no text"));

  return NULL;
}

/* @reader: (nullable) */
static char *
read_file (TroupeKnowledgeSource *self,
           const char *path,
           const TroupeKnowledgeReader *reader,
           GError **error)
{
  const Suffix *suffix = self->kind->is_mixed ? find_suffix (path) : NULL;
  TroupeKnowledgeFileFunc read = suffix != NULL ? suffix->read : self->kind->read;
  g_autofree char *shown = get_shown_path (path);
  g_autoptr (GError) cause = NULL;
  g_autoptr (GBytes) bytes = NULL;
  gsize length;
  g_autofree char *real = get_real_path (self, path);
  g_autofree char *root = g_canonicalize_filename (self->folder, NULL);
  g_autofree char *whole = g_canonicalize_filename (real, root);
  const char *below = troupe_path_get_below (whole, root);
  char *data;

  g_assert (self != NULL);

  /* Reads a file of the project. */
  /* A path that leads outside is refused where it is opened. */
  if (below == NULL || *below == '\0')
    below = whole;
  data = troupe_project_file_read (root, below, TROUPE_LIMIT_KNOWLEDGE_FILE, &length, NULL, &cause);
  if (data == NULL && g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    {
      troupe_knowledge_file_refuse (error, G_IO_ERROR_NOT_FOUND, shown,
                                    _ ("the file does not exist in the project folder"));
      return NULL;
    }
  if (data == NULL)
    {
      troupe_knowledge_file_refuse (error, (GIOErrorEnum) cause->code, shown, cause->message);
      return NULL;
    }
  bytes = g_bytes_new_take (data, length);
  if (length == 0)
    {
      troupe_knowledge_file_refuse (error, G_IO_ERROR_INVALID_DATA, shown, _ ("it is empty"));
      return NULL;
    }

  return read != NULL ? read (shown, bytes, reader != NULL ? reader->cancellable : NULL, error)
                      : read_html (shown, bytes, reader != NULL ? reader->web : NULL, error);
}

/* --- Chunks --------------------------------------------------------------------------------- */

/* @chunks: (transfer full). (transfer full) */
static GStrv
end_chunks (GPtrArray *chunks)
{
  g_ptr_array_add (chunks, NULL);
  return (GStrv) g_ptr_array_free (chunks, FALSE);
}

GStrv
troupe_knowledge_chunk (const char *text, guint size, guint overlap)
{
  /* A #GStrvBuilder would copy each chunk. */
  g_autoptr (GPtrArray) chunks = g_ptr_array_new_with_free_func (g_free);
  const char *start = text;

  g_return_val_if_fail (text != NULL, NULL);
  g_return_val_if_fail (overlap < size, NULL);

  while (*start != '\0')
    {
      const char *next = NULL;
      const char *end = start;

      for (guint i = 0; i < size && *end != '\0'; i++)
        {
          end = g_utf8_next_char (end);
          if (i + 1 == size - overlap)
            next = end;
        }
      g_ptr_array_add (chunks, g_strndup (start, (gsize) (end - start)));
      if (next == NULL)
        break;
      start = next;
    }

  return end_chunks (g_steal_pointer (&chunks));
}

/* Splits @text without the keys of the run. @text: (nullable) (transfer full); @secret: (nullable).
 * (transfer full) (nullable): NULL if @text is */
static GStrv
cut (TroupeKnowledgeSource *self, char *text, TroupeSecret *secret)
{
  g_autofree char *whole = text;
  g_autofree char *hidden = NULL;

  g_assert (self != NULL);

  /* Nearly all texts are without keys, and may be large. */
  if (whole != NULL && secret != NULL)
    {
      hidden = troupe_text_hide (whole, -1, secret);
      g_free (g_steal_pointer (&whole));
      whole = g_steal_pointer (&hidden);
    }
  return whole != NULL ? troupe_knowledge_chunk (whole, self->size, self->overlap) : NULL;
}

/* Combines all files, formatted like a Python dict of paths and texts. (transfer full) */
static char *
read_map (TroupeKnowledgeSource *self, GError **error)
{
  g_autoptr (GString) out = g_string_new ("{");

  for (guint i = 0; self->paths[i] != NULL; i++)
    {
      g_autofree char *text = read_file (self, self->paths[i], NULL, error);
      g_autofree char *shown = get_shown_path (self->paths[i]);
      g_autoptr (TroupeValue) path_value = troupe_value_new_string (shown, -1);
      g_autofree char *path = troupe_python_text_repr (path_value);
      g_autoptr (TroupeValue) value = NULL;
      g_autofree char *printed = NULL;

      if (text == NULL)
        return NULL;
      value = troupe_value_new_string (text, -1);
      printed = troupe_python_text_repr (value);
      g_string_append_printf (out, "%sPosixPath(%s): %s", i > 0 ? ", " : "", path, printed);
    }
  g_string_append_c (out, '}');

  return g_strdup (out->str);
}

GStrv
troupe_knowledge_source_cut_page (TroupeKnowledgeSource *self,
                                  const char *address,
                                  const TroupeKnowledgePage *page,
                                  TroupeSecret *secret,
                                  GCancellable *cancellable,
                                  GError **error)
{
  g_return_val_if_fail (self != NULL && address != NULL && page != NULL, NULL);

  return cut (self,
              page->pdf != NULL
                  ? troupe_knowledge_file_read_pdf (address, page->pdf, cancellable, error)
                  : g_strdup (page->text),
              secret);
}

GStrv
troupe_knowledge_source_read (TroupeKnowledgeSource *self,
                              const TroupeKnowledgeReader *reader,
                              GError **error)
{
  g_autoptr (GPtrArray) chunks = NULL;
  TroupeSecret *secret = reader != NULL ? reader->secret : NULL;

  g_return_val_if_fail (self != NULL, NULL);

  if (self->kind->read == NULL)
    return cut (self, g_strdup (self->text), secret);
  if (self->kind->is_map)
    return cut (self, read_map (self, error), secret);
  chunks = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; self->paths[i] != NULL; i++)
    {
      g_autofree GStrv more = NULL;
      const char *path;

      path = self->paths[i];
      if (is_address (self, path))
        {
          if (reader != NULL)
            more = reader->read_page (self, path, reader->data, error);
          else
            troupe_knowledge_file_refuse (error, G_IO_ERROR_NOT_SUPPORTED, path,
                                          _ ("web pages are not supported here"));
        }
      else
        more = cut (self, read_file (self, path, reader, error),
                    reader != NULL ? reader->secret : NULL);
      if (more == NULL)
        return NULL;
      for (guint j = 0; more[j] != NULL; j++)
        g_ptr_array_add (chunks, more[j]);
    }

  return end_chunks (g_steal_pointer (&chunks));
}
