/* troupe-batch-results.c: result files of a batch: JSON and CSV
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-batch-results"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "troupe-batch-results.h"
#include "troupe-file.h"

/* Number of bytes that are buffered before they are written. */
#define PIECE 262144

struct _TroupeBatchResults
{
  char *folder;
  int descriptor; /* of the folder */
  guint shard;
  char *temporary; /* name of the temporary file */
};

/* --- Table records ---------------------------------------------------------------------------- */

/* Spreadsheets interpret cells that begin with one of these characters as formulas even if
 * quoted; a leading apostrophe prevents that. */
static void
append_cell (GString *text, const char *cell, gboolean is_last)
{
  static const char formulas[] = "=+-@\t\r";

  g_assert (cell != NULL);

  g_string_append_c (text, '"');
  if (*cell != '\0' && strchr (formulas, *cell) != NULL)
    g_string_append_c (text, '\'');
  for (const char *at = cell; *at != '\0'; at++)
    {
      if (*at == '"')
        g_string_append_c (text, '"');
      g_string_append_c (text, *at);
    }
  g_string_append (text, is_last ? "\"\r\n" : "\",");
}

static TroupeValue *
get (TroupeValue *map, const char *key)
{
  return map != NULL && troupe_value_is (map, TROUPE_VALUE_MAP)
             ? troupe_value_map_lookup_string (map, key, -1)
             : NULL;
}

/* Returns strings unchanged, null as an empty string, and any other value as JSON. (transfer
 * full) */
static char *
show (TroupeValue *value)
{
  if (value == NULL || troupe_value_is (value, TROUPE_VALUE_NULL))
    return g_strdup ("");
  if (troupe_value_is (value, TROUPE_VALUE_STRING))
    return g_strdup (troupe_value_get_string (value, NULL));
  return troupe_value_to_json (value, TROUPE_JSON_SPACED | TROUPE_JSON_FLOAT_OBJECTS);
}

/* Numbers are never interpreted as formulas, regardless of their sign. */
static void
append_number (GString *text, TroupeValue *value, gboolean is_last)
{
  g_autofree char *shown = show (value);

  g_assert (text != NULL);

  g_string_append (text, shown);
  g_string_append (text, is_last ? "\r\n" : ",");
}

static void
append_text (GString *text, TroupeValue *value)
{
  const TroupeValueType type =
      value != NULL ? troupe_value_get_value_type (value) : TROUPE_VALUE_NULL;
  g_autofree char *shown = NULL;

  g_assert (text != NULL);

  if (type == TROUPE_VALUE_INTEGER || type == TROUPE_VALUE_DOUBLE || type == TROUPE_VALUE_BOOLEAN)
    {
      append_number (text, value, FALSE);
      return;
    }
  shown = show (value);
  append_cell (text, shown, FALSE);
}

TroupeValue *
troupe_batch_results_get_said (TroupeValue *final)
{
  const gboolean is_said = get (final, "tasks_output") != NULL || get (final, "agent_role") != NULL;

  return is_said && get (final, "raw") != NULL ? get (final, "raw") : final;
}

/* --- Result objects --------------------------------------------------------------------------- */

void
troupe_batch_results_describe (TroupeBatchItem *item, TroupeValue *value)
{
  TroupeMapBuilder builder;
  g_autoptr (TroupeValue) whole = NULL;
  static const char *const counts[] = { "prompt_tokens", "completion_tokens", "total_tokens",
                                        "requests", "cost" };
  GString *text;
  TroupeValue *final;
  TroupeValue *problem;
  g_autofree char *run = NULL;

  g_return_if_fail (item != NULL);
  g_return_if_fail (value != NULL && troupe_value_is (value, TROUPE_VALUE_MAP));

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "id", troupe_value_new_string (item->id, -1));
  troupe_map_builder_add (&builder, "line", troupe_value_new_integer (item->line));
  troupe_map_builder_add (&builder, "attempts", troupe_value_new_integer (item->attempts));
  for (gsize i = 0; i < troupe_value_map_get_size (value); i++)
    troupe_map_builder_add (&builder,
                            troupe_value_get_string (troupe_value_map_get_key (value, i), NULL),
                            troupe_value_ref (troupe_value_map_get_value (value, i)));
  whole = troupe_map_builder_end (&builder);
  g_free (item->result);
  g_free (item->record);
  item->result = troupe_value_to_json (whole, TROUPE_JSON_SPACED | TROUPE_JSON_FLOAT_OBJECTS);
  /* Creates the table record of an item. */
  text = g_string_new (NULL);
  final = get (whole, "final");
  problem = get (whole, "error");
  run = show (get (whole, "run"));
  append_cell (text, item->id, FALSE);
  append_number (text, get (whole, "line"), FALSE);
  append_text (text, get (whole, "result"));
  append_text (text, troupe_batch_results_get_said (final));
  append_text (text, get (problem, "kind"));
  append_text (text, get (problem, "message"));
  append_number (text, get (whole, "attempts"), FALSE);
  append_number (text, get (whole, "seconds"), FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    append_number (text, get (get (whole, "usage"), counts[i]), FALSE);
  append_cell (text, run, TRUE);
  item->record = g_string_free (text, FALSE);
}

void
troupe_batch_results_describe_problem (TroupeBatchItem *item, const char *message)
{
  static const char *const nulls[] = { "method", "file", "line", "column", "path" };
  TroupeMapBuilder error;
  TroupeMapBuilder builder;
  g_autoptr (TroupeValue) value = NULL;

  g_return_if_fail (item != NULL && message != NULL);

  troupe_map_builder_init (&error);
  troupe_map_builder_add (&error, "kind", troupe_value_new_string ("schema", -1));
  troupe_map_builder_add (&error, "message", troupe_value_new_string (message, -1));
  for (guint i = 0; i < G_N_ELEMENTS (nulls); i++)
    troupe_map_builder_add (&error, nulls[i], troupe_value_new_null ());
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "result", troupe_value_new_string ("load_error", -1));
  troupe_map_builder_add (&builder, "final", troupe_value_new_null ());
  troupe_map_builder_add (&builder, "state", troupe_value_new_null ());
  troupe_map_builder_add (&builder, "outputs", troupe_value_new_list (NULL, 0));
  troupe_map_builder_add (&builder, "error", troupe_map_builder_end (&error));
  troupe_map_builder_add (&builder, "problems", troupe_value_new_list (NULL, 0));
  troupe_map_builder_add (&builder, "run", troupe_value_new_null ());
  troupe_map_builder_add (&builder, "seconds", troupe_value_new_double (0));
  troupe_map_builder_add (&builder, "usage", troupe_value_new_null ());
  value = troupe_map_builder_end (&builder);
  troupe_batch_results_describe (item, value);
}

/* --- Files ------------------------------------------------------------------------------------ */

static gboolean
fail (TroupeBatchResults *self, const char *name, int code, GError **error)
{
  g_assert (self != NULL);

  if (code == ENOSPC || code == EDQUOT)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE,
                 _ ("There is no space left for the results in “%s”."), self->folder);
  else
    g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (code),
                 /* Translators: first %s is a folder, second %s a file in it, third %s the error
                  * message of the system */
                 _ ("Could not write the result “%s/%s”: %s."), self->folder, name,
                 g_strerror (code));
  return FALSE;
}

TroupeBatchResults *
troupe_batch_results_new (const char *folder, guint shard, GError **error)
{
  g_autoptr (TroupeBatchResults) self = NULL;

  g_return_val_if_fail (folder != NULL, NULL);

  self = g_new0 (TroupeBatchResults, 1);
  self->folder = g_strdup (folder);
  self->shard = shard;
  self->temporary = g_strdup_printf (".troupe-%u.tmp", shard);
  self->descriptor = -1;
  if (g_mkdir_with_parents (folder, 0777) == 0)
    self->descriptor = open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (self->descriptor >= 0)
    return g_steal_pointer (&self);
  fail (self, "", errno, error);
  return NULL;
}

void
troupe_batch_results_free (TroupeBatchResults *self)
{
  if (self == NULL)
    return;
  if (self->descriptor >= 0)
    close (self->descriptor);
  g_free (self->folder);
  g_free (self->temporary);
  g_free (self);
}

static int
open_temporary (TroupeBatchResults *self)
{
  g_assert (self != NULL);

  /* Removes a temporary file left by an earlier process, or a symbolic link placed at its path. */
  unlinkat (self->descriptor, self->temporary, 0);
  return openat (self->descriptor, self->temporary,
                 O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
}

/* Renames the temporary file to @name. @code: errno of an earlier failure, 0 for none. */
static gboolean
put (TroupeBatchResults *self, int descriptor, const char *name, int code, GError **error)
{
  g_assert (self != NULL);

  if (descriptor >= 0 && close (descriptor) != 0 && code == 0)
    code = errno;
  if (code == 0 && renameat (self->descriptor, self->temporary, self->descriptor, name) != 0)
    code = errno;
  if (code == 0)
    return TRUE;
  unlinkat (self->descriptor, self->temporary, 0);
  return fail (self, name, code, error);
}

gboolean
troupe_batch_results_write_item (TroupeBatchResults *self,
                                 const TroupeBatchItem *item,
                                 GError **error)
{
  g_autofree char *plain = NULL;
  g_autofree char *name = NULL;
  g_autofree char *text = NULL;
  int descriptor;
  int code = 0;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (item != NULL && item->result != NULL, FALSE);

  plain = troupe_batch_item_make_name (item->id);
  name = g_strconcat (plain, ".json", NULL);
  text = g_strconcat (item->result, "\n", NULL);
  descriptor = open_temporary (self);
  if (descriptor < 0 || !troupe_file_write_all (descriptor, text, strlen (text)))
    code = errno;
  return put (self, descriptor, name, code, error);
}

gboolean
troupe_batch_results_has_item (TroupeBatchResults *self, const TroupeBatchItem *item)
{
  g_autofree char *plain = NULL;
  g_autofree char *name = NULL;
  struct stat found;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (item != NULL && item->result != NULL, FALSE);

  plain = troupe_batch_item_make_name (item->id);
  name = g_strconcat (plain, ".json", NULL);
  return fstatat (self->descriptor, name, &found, AT_SYMLINK_NOFOLLOW) == 0 &&
         S_ISREG (found.st_mode) && found.st_size == (off_t) strlen (item->result) + 1;
}

void
troupe_batch_results_remove_item (TroupeBatchResults *self, const TroupeBatchItem *item)
{
  g_autofree char *plain = NULL;
  g_autofree char *name = NULL;

  g_return_if_fail (self != NULL && item != NULL);

  plain = troupe_batch_item_make_name (item->id);
  name = g_strconcat (plain, ".json", NULL);
  unlinkat (self->descriptor, name, 0);
}

gboolean
troupe_batch_results_sync (TroupeBatchResults *self, GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return syncfs (self->descriptor) == 0 || fail (self, "", errno, error);
}

/* --- Lists ------------------------------------------------------------------------------------ */

typedef struct
{
  TroupeBatchResults *results;
  const char *name;
  int descriptor;
  GString *text;
} List;

static gboolean
flush (List *self, gsize above, GError **error)
{
  g_assert (self != NULL);

  if (self->text->len <= above)
    return TRUE;
  if (!troupe_file_write_all (self->descriptor, self->text->str, self->text->len))
    return fail (self->results, self->name, errno, error);
  g_string_truncate (self->text, 0);
  return TRUE;
}

static gboolean
add_line (const TroupeBatchItem *item, gpointer user_data, GError **error)
{
  List *self = user_data;

  g_assert (item != NULL);

  if (item->result == NULL)
    return TRUE;
  g_string_append (self->text, item->result);
  g_string_append_c (self->text, '\n');
  return flush (self, PIECE, error);
}

static const char head[] = "id,line,result,final,error_kind,error,attempts,seconds,prompt_tokens,"
                           "completion_tokens,total_tokens,requests,cost,run\r\n";

static gboolean
add_record (const TroupeBatchItem *item, gpointer user_data, GError **error)
{
  List *self = user_data;

  g_assert (item != NULL);

  if (item->record == NULL)
    return TRUE;
  g_string_append (self->text, item->record);
  return flush (self, PIECE, error);
}

static gboolean
write_list (TroupeBatchResults *self,
            TroupeBatchStore *store,
            const char *name,
            const char *first,
            TroupeBatchStoreFunc func,
            GError **error)
{
  g_autoptr (GString) text = g_string_new (first);
  List list = { .results = self, .name = name, .text = text };

  g_assert (self != NULL);

  list.descriptor = open_temporary (self);
  if (list.descriptor < 0)
    return fail (self, name, errno, error);
  if (!troupe_batch_store_each_ended (store, -1, func, &list, error) || !flush (&list, 0, error))
    {
      close (list.descriptor);
      unlinkat (self->descriptor, self->temporary, 0);
      return FALSE;
    }
  return put (self, list.descriptor, name, fsync (list.descriptor) == 0 ? 0 : errno, error);
}

/* Appends the file's identity, so that a replaced or removed file is detected. */
static void
describe_file (TroupeBatchResults *self, const char *name, GString *text)
{
  struct stat found;

  g_assert (self != NULL && text != NULL);

  if (fstatat (self->descriptor, name, &found, AT_SYMLINK_NOFOLLOW) != 0)
    g_string_append (text, " none");
  else
    g_string_append_printf (text,
                            " %" G_GUINT64_FORMAT ":%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT
                            ".%09ld",
                            (guint64) found.st_ino, (gint64) found.st_size,
                            (gint64) found.st_mtim.tv_sec, found.st_mtim.tv_nsec);
}

/* Returns the identity of the list files, and the number of the last change that they would
 * contain if they were written now. (transfer full) */
static char *
describe_lists (TroupeBatchResults *self,
                TroupeBatchStore *store,
                const char *lines,
                const char *table)
{
  GString *text = g_string_new (NULL);

  g_assert (self != NULL);

  g_string_append_printf (text, "%" G_GINT64_FORMAT, troupe_batch_store_get_change (store));
  describe_file (self, lines, text);
  describe_file (self, table, text);

  return g_string_free (text, FALSE);
}

/* Does not rewrite lists that are up to date, because they may be large, and a finished batch is
 * opened often. */
gboolean
troupe_batch_results_write_lists (TroupeBatchResults *self, TroupeBatchStore *store, GError **error)
{
  g_autofree char *lines = NULL;
  g_autofree char *table = NULL;
  g_autofree char *kept = NULL;
  g_autofree char *found = NULL;
  g_autofree char *written = NULL;

  g_return_val_if_fail (self != NULL && store != NULL, FALSE);

  lines = g_strdup_printf ("results-%u.jsonl", self->shard);
  table = g_strdup_printf ("results-%u.csv", self->shard);
  kept = troupe_batch_store_get (store, TROUPE_BATCH_STORE_LISTS);
  found = describe_lists (self, store, lines, table);
  if (g_strcmp0 (kept, found) == 0)
    return TRUE;
  if (!write_list (self, store, lines, "", add_line, error) ||
      !write_list (self, store, table, head, add_record, error))
    return FALSE;
  if (fsync (self->descriptor) != 0)
    return fail (self, lines, errno, error);
  written = describe_lists (self, store, lines, table);
  return troupe_batch_store_set (store, TROUPE_BATCH_STORE_LISTS, written, error);
}

gboolean
troupe_batch_results_export (const char *path, TroupeBatchStore *store, GError **error)
{
  g_autofree char *folder = NULL;
  g_autofree char *name = NULL;
  g_autoptr (TroupeBatchResults) results = NULL;

  g_return_val_if_fail (path != NULL && store != NULL, FALSE);

  folder = g_path_get_dirname (path);
  name = g_path_get_basename (path);
  results = troupe_batch_results_new (folder, 0, error);
  return results != NULL && write_list (results, store, name, head, add_record, error);
}
