/* troupe-memory-import.c: import of CrewAI's memory (LanceDB), and import and export of JSON lines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-memory-import"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-memory-import.h"
#include "troupe-memory-lines.h"
#include "troupe-python-package.h"

#define READER "troupe_python_memory:read"
#define PAGE 500u

/* @offset: of the current page */
typedef struct
{
  TroupeMemoryStore *store;
  TroupePython *python;
  char *folder;
  char *embedder;
  TroupeMemoryImportFunc progress;
  gpointer progress_data;
  gint64 offset;
  gint64 next; /* below 0 if there is no next page */
  gint64 total;
  TroupeValue *lines;
  TroupeMemoryImported imported;
} Import;

static void
import_free (gpointer data)
{
  Import *import = data;

  g_assert (import != NULL);

  g_clear_object (&import->store);
  g_clear_object (&import->python);
  g_clear_pointer (&import->lines, troupe_value_unref);
  g_free (import->folder);
  g_free (import->embedder);
  g_free (import);
}

char *
troupe_memory_import_find_folder (const char *folder)
{
  const char *storage = g_getenv ("CREWAI_STORAGE_DIR");
  g_autofree char *name = NULL;

  g_return_val_if_fail (folder != NULL, NULL);

  if (storage != NULL && *storage != '\0')
    return g_build_filename (storage, "memory", NULL);
  name = g_path_get_basename (folder);

  return g_build_filename (g_get_user_data_dir (), name, "memory", NULL);
}

/* --- Lines ------------------------------------------------------------------------------------ */

/* Records with vectors of the same length. They are written together. */
typedef struct
{
  GPtrArray *records;
  GArray *vectors;
  guint dimension;
} Batch;

static gboolean
read_line (Batch *batch, TroupeValue *line, guint n, GError **error)
{
  g_autofree float *vector = NULL;
  guint dimension = 0;
  g_autoptr (GError) cause = NULL;
  TroupeMemoryRecord *record = troupe_memory_record_from_line (line, &vector, &dimension, &cause);

  g_assert (batch != NULL);

  if (record == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                   /* Translators: %u is the number of the record, %s describes the problem with
                    * it */
                   _ ("Could not import record %u: %s"), n, cause->message);
      return FALSE;
    }
  if (vector == NULL)
    {
      troupe_memory_record_unref (record);
      return TRUE;
    }
  if (batch->dimension != 0 && dimension != batch->dimension)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                   /* Translators: %u are the number of the record, the length of its vector, and
                    * the length of the vectors of earlier records */
                   _ ("Record %u has a vector of %u numbers, but earlier records have %u. All "
                      "vectors of a memory must have the same length."),
                   n, dimension, batch->dimension);
      troupe_memory_record_unref (record);
      return FALSE;
    }
  batch->dimension = dimension;
  g_ptr_array_add (batch->records, record);
  g_array_append_vals (batch->vectors, vector, dimension);

  return TRUE;
}

/* Counts the records that do not exist yet. */
static gboolean
count_new (TroupeMemoryStore *store, GPtrArray *records, guint *n_new, GError **error)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) ids = NULL;
  g_autoptr (GHashTable) all = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) known = NULL;

  g_assert (records != NULL);

  for (guint i = 0; i < records->len; i++)
    {
      const TroupeMemoryRecord *record = g_ptr_array_index (records, i);

      if (g_hash_table_add (all, record->id))
        g_strv_builder_add (builder, record->id);
    }
  ids = g_strv_builder_end (builder);
  known =
      troupe_memory_store_find_ids (store, TROUPE_MEMORY_SPACE, (const char *const *) ids, error);
  if (known == NULL)
    return FALSE;
  *n_new = g_hash_table_size (all) - g_hash_table_size (known);

  return TRUE;
}

gboolean
troupe_memory_import_lines (TroupeMemoryStore *store,
                            TroupeValue *lines,
                            const char *embedder,
                            TroupeMemoryImported *imported,
                            GError **error)
{
  g_autoptr (GPtrArray) records =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_memory_record_unref);
  g_autoptr (GArray) vectors = g_array_new (FALSE, FALSE, sizeof (float));
  Batch batch = { .records = records, .vectors = vectors };
  guint n_new = 0;

  g_return_val_if_fail (TROUPE_IS_MEMORY_STORE (store), FALSE);
  g_return_val_if_fail (lines != NULL && imported != NULL, FALSE);

  for (gsize i = 0; i < troupe_value_list_get_length (lines); i++)
    if (!read_line (&batch, troupe_value_list_get (lines, i), imported->n_read + (guint) i + 1,
                    error))
      return FALSE;
  if (records->len == 0)
    return TRUE;
  if (!count_new (store, records, &n_new, error) ||
      !troupe_memory_store_add (store, TROUPE_MEMORY_SPACE, records, (const float *) vectors->data,
                                batch.dimension, embedder, error))
    return FALSE;
  imported->n_read += records->len;
  imported->n_new += n_new;

  return TRUE;
}

/* --- CrewAI's own store ----------------------------------------------------------------------- */

static void read_page (GTask *task);

static gpointer
write_work (TroupeMemoryStore *store, gpointer data, GError **error)
{
  Import *import = data;

  g_assert (import != NULL);

  return GINT_TO_POINTER (troupe_memory_import_lines (store, import->lines, import->embedder,
                                                      &import->imported, error));
}

static void
written_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Import *import = g_task_get_task_data (task);
  GError *error = NULL;

  g_assert (import != NULL);

  (void) troupe_memory_store_run_finish (TROUPE_MEMORY_STORE (source), result, &error);
  if (error != NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  if (import->progress != NULL)
    import->progress (import->imported.n_read, (guint) import->total, import->progress_data);
  import->offset = import->next;
  if (import->next < 0)
    g_task_return_boolean (task, TRUE);
  else
    read_page (g_steal_pointer (&task));
}

/* Converts an exception of Python to an error that describes a remedy. */
static GError *
make_error (Import *import, const TroupePythonFailure *failure)
{
  g_autofree char *text = troupe_python_failure_to_text (failure);
  g_autofree char *advice = NULL;

  g_assert (import != NULL);

  if (strstr (text, "lancedb") != NULL &&
      (g_str_equal (failure->class_name, "ModuleNotFoundError") ||
       g_str_equal (failure->class_name, "ImportError")))
    {
      advice = troupe_python_package_make_advice ("lancedb");
      return g_error_new (
          G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
          /* Translators: %s says how to install LanceDB */
          _ ("CrewAI’s memory can only be read with LanceDB, which this Python does not have. %s"),
          advice);
    }
  if (g_str_equal (failure->class_name, "NoMemoryError"))
    return g_error_new (
        G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
        /* Translators: %s is a folder */
        _ ("“%s” contains no CrewAI memory: expected a folder with “memories.lance”."),
        import->folder);

  return g_error_new (G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                      /* Translators: the first %s is a folder, the second one the error message
                       * of Python */
                      _ ("Could not read the memory in “%s”: %s"), import->folder, text);
}

static gint64
get_integer (TroupeValue *map, const char *key, gint64 usual)
{
  TroupeValue *value = troupe_value_map_lookup_string (map, key, -1);

  return value != NULL && troupe_value_is (value, TROUPE_VALUE_INTEGER)
             ? troupe_value_get_integer (value)
             : usual;
}

/* Reads a page. Returns FALSE if it is invalid. */
static gboolean
take_page (Import *import, TroupeValue *page)
{
  TroupeValue *lines = page != NULL && troupe_value_is (page, TROUPE_VALUE_MAP)
                           ? troupe_value_map_lookup_string (page, "records", -1)
                           : NULL;

  g_assert (import != NULL);

  if (lines == NULL || !troupe_value_is (lines, TROUPE_VALUE_LIST))
    return FALSE;
  g_clear_pointer (&import->lines, troupe_value_unref);
  import->lines = troupe_value_ref (lines);
  import->total = CLAMP (get_integer (page, "total", 0), 0, G_MAXINT32);
  import->next = get_integer (page, "next", -1);

  /* The next offset must increase, because otherwise the import would not terminate. */
  return import->next < 0 || import->next > import->offset;
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Import *import = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (TroupePythonResult) page =
      troupe_python_call_finish (TROUPE_PYTHON (source), result, &error);

  g_assert (import != NULL);

  if (page == NULL)
    g_task_return_error (task, error);
  else if (page->failure != NULL)
    g_task_return_error (task, make_error (import, page->failure));
  else if (!take_page (import, page->value))
    g_task_return_new_error (task, TROUPE_PYTHON_ERROR, TROUPE_PYTHON_ERROR_PROTOCOL,
                             _ ("Could not read the memory in “%s”: %s"), import->folder, READER);
  else
    troupe_memory_store_run_async (import->store, write_work, import, NULL, NULL,
                                   g_task_get_cancellable (task), written_cb, g_object_ref (task));
}

/* Takes ownership of @task. */
static void
read_page (GTask *task)
{
  g_autoptr (GTask) owned = task;
  Import *import = g_task_get_task_data (task);
  g_autoptr (TroupeValue) arguments = NULL;
  g_autoptr (TroupeValue) nothing = NULL;
  TroupePythonRequest request = {
    .kind = TROUPE_PYTHON_KIND_CODE, .source = READER, .method = "import", .path = "import"
  };
  TroupeMapBuilder builder;

  g_assert (import != NULL);

  troupe_map_builder_init (&builder);
  nothing = troupe_map_builder_end (&builder);
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "folder", troupe_value_new_string (import->folder, -1));
  troupe_map_builder_add (&builder, "offset", troupe_value_new_integer (import->offset));
  arguments = troupe_map_builder_end (&builder);
  request.arguments = arguments;
  request.state = nothing;
  request.outputs = nothing;
  troupe_python_call_async (import->python, &request, g_task_get_cancellable (task), read_cb,
                            g_object_ref (task));
}

void
troupe_memory_import_async (TroupeMemoryStore *store,
                            const char *folder,
                            TroupePythonPermissions permissions,
                            const char *embedder,
                            TroupeMemoryImportFunc progress,
                            gpointer progress_data,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  Import *import = g_new0 (Import, 1);
  /* The folder contains data, so no file in it may be imported as a module. */
  const char *const no_modules[] = { NULL };
  TroupePythonSettings settings = { 0 };

  g_return_if_fail (TROUPE_IS_MEMORY_STORE (store) && folder != NULL);

  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_memory_import_async);
  import->folder = g_canonicalize_filename (folder, NULL);
  import->store = g_object_ref (store);
  import->embedder = g_strdup (embedder);
  import->progress = progress;
  import->progress_data = progress_data;
  g_task_set_task_data (task, import, import_free);
  if (!g_file_test (import->folder, G_FILE_TEST_IS_DIR))
    {
      g_task_return_new_error (
          task, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
          _ ("“%s” contains no CrewAI memory: expected a folder with “memories.lance”."),
          import->folder);
      return;
    }
  /* Reading needs neither the network nor write access, even if these are permitted. */
  settings.permissions =
      permissions & (TROUPE_PYTHON_PERMIT_CODE | TROUPE_PYTHON_PERMIT_UNCONFINED);
  settings.folder = import->folder;
  settings.flow_name = "import";
  settings.modules = no_modules;
  import->python = troupe_python_new (&settings);
  read_page (g_steal_pointer (&task));
}

gboolean
troupe_memory_import_finish (GAsyncResult *result, TroupeMemoryImported *imported, GError **error)
{
  const Import *import = NULL;

  g_return_val_if_fail (g_task_is_valid (result, NULL) && imported != NULL, FALSE);

  import = g_task_get_task_data (G_TASK (result));
  *imported = import->imported;

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* --- Export ----------------------------------------------------------------------------------- */

gboolean
troupe_memory_export (TroupeMemoryStore *store,
                      TroupeMemoryExportFunc func,
                      gpointer user_data,
                      GError **error)
{
  const TroupeMemoryFilter filter = { .is_all = TRUE };
  guint offset = 0;
  guint n_read = 0;

  g_return_val_if_fail (TROUPE_IS_MEMORY_STORE (store) && func != NULL, FALSE);

  do
    {
      g_autoptr (GPtrArray) records =
          troupe_memory_store_list (store, TROUPE_MEMORY_SPACE, &filter, offset, PAGE, error);

      if (records == NULL)
        return FALSE;
      for (guint i = 0; i < records->len; i++)
        {
          const TroupeMemoryRecord *record = g_ptr_array_index (records, i);
          guint dimension = 0;
          g_autofree float *vector =
              troupe_memory_store_read_vector (store, record->number, &dimension, error);
          g_autoptr (TroupeValue) line = NULL;

          if (vector == NULL)
            return FALSE;
          line = troupe_memory_record_to_line (record, vector, dimension);
          if (!func (line, user_data, error))
            return FALSE;
        }
      n_read = records->len;
      offset += n_read;
    }
  while (n_read == PAGE);

  return TRUE;
}
