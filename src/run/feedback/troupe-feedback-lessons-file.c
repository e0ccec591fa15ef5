/* troupe-feedback-lessons-file.c: store of lessons in files of the data folder
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-feedback-lessons-file"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "troupe-base.h"
#include "troupe-feedback-lessons.h"

/* Maximum number of bytes that are read from the end of a file. */
#define READ_MAX (256u * 1024)

#define TROUPE_TYPE_LESSONS_FILE (troupe_lessons_file_get_type ())
G_DECLARE_FINAL_TYPE (TroupeLessonsFile, troupe_lessons_file, TROUPE, LESSONS_FILE, GObject)

struct _TroupeLessonsFile
{
  GObject parent_instance;

  char *folder;
  TroupeRunDisk *disk; /* (nullable) */
};

static void troupe_lessons_file_iface_init (TroupeLessonsInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TroupeLessonsFile,
                               troupe_lessons_file,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (TROUPE_TYPE_LESSONS,
                                                      troupe_lessons_file_iface_init))

/* Data of a worker thread. */
typedef struct
{
  char *path;
  guint limit;
  char *lines; /* (nullable): to append */
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  g_free (work->path);
  g_free (work->lines);
  g_free (work);
}

/* Returns the path of the file for the lessons of @place. The file name is a hash. (transfer
 * full) */
static char *
make_path (TroupeLessonsFile *self, const TroupeLessonsPlace *place)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  const char *const parts[] = { place->document, place->method, place->source };
  g_autofree char *name = NULL;

  g_assert (TROUPE_IS_LESSONS_FILE (self));

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    g_checksum_update (checksum, (const guchar *) parts[i], (gssize) strlen (parts[i]) + 1);
  name = g_strdup_printf ("%s.jsonl", g_checksum_get_string (checksum));
  return g_build_filename (self->folder, "lessons", name, NULL);
}

static void
return_errno (GTask *task, const char *path, int code)
{
  g_assert (G_IS_TASK (task));

  g_task_return_new_error (task, G_IO_ERROR, g_io_error_from_errno (code),
                           _ ("The lessons in “%s” could not be used: %s."), path,
                           g_strerror (code));
}

/* --- Reading --------------------------------------------------------------------------------- */

/* Returns the last lines of the file, or NULL with errno. (transfer full) (nullable) */
static char *
read_end (const char *path)
{
  int descriptor = open (path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
  g_autofree char *text = NULL;
  struct stat info;
  gsize length = 0;
  off_t start;

  if (descriptor < 0)
    return NULL;
  if (fstat (descriptor, &info) != 0)
    {
      g_close (descriptor, NULL);
      return NULL;
    }
  start = MAX (info.st_size - (off_t) READ_MAX, 0);
  text = g_malloc (READ_MAX + 1);
  while (length < READ_MAX)
    {
      ssize_t n_read = pread (descriptor, text + length, READ_MAX - length, start + (off_t) length);

      if (n_read < 0 && errno == EINTR)
        continue;
      if (n_read <= 0)
        break;
      length += (gsize) n_read;
    }
  text[length] = '\0';
  g_close (descriptor, NULL);
  return g_steal_pointer (&text);
}

/* Parses a line of the file. Returns NULL if the line is truncated. (transfer full) (nullable) */
static char *
read_lesson (const char *line)
{
  g_autoptr (TroupeValue) entry = troupe_value_from_json (line, -1, NULL);
  TroupeValue *lesson = entry != NULL && troupe_value_is (entry, TROUPE_VALUE_MAP)
                            ? troupe_value_map_lookup_string (entry, "lesson", -1)
                            : NULL;

  return lesson != NULL && troupe_value_is (lesson, TROUPE_VALUE_STRING)
             ? g_strdup (troupe_value_get_string (lesson, NULL))
             : NULL;
}

static void
recall_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Work *work = task_data;
  g_autofree char *text = read_end (work->path);
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) lines = NULL;

  g_assert (G_IS_TASK (task));

  if (text == NULL && errno != ENOENT)
    {
      return_errno (task, work->path, errno);
      return;
    }
  lines = g_strsplit (text != NULL ? text : "", "\n", -1);
  for (guint i = g_strv_length (lines); i > 0 && found->len < work->limit; i--)
    {
      char *lesson = read_lesson (lines[i - 1]);

      if (lesson != NULL && !g_ptr_array_find_with_equal_func (found, lesson, g_str_equal, NULL))
        g_ptr_array_add (found, lesson);
      else
        g_free (lesson);
    }
  g_ptr_array_add (found, NULL);
  g_task_return_pointer (task, g_ptr_array_free (g_steal_pointer (&found), FALSE),
                         (GDestroyNotify) g_strfreev);
}

static void
troupe_lessons_file_recall_async (TroupeLessons *lessons,
                                  const TroupeLessonsPlace *place,
                                  const char *text,
                                  guint limit,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (lessons, cancellable, callback, user_data);
  Work *work = g_new0 (Work, 1);

  g_assert (TROUPE_IS_LESSONS (lessons));

  g_task_set_source_tag (task, troupe_lessons_file_recall_async);
  work->path = make_path (TROUPE_LESSONS_FILE (lessons), place);
  work->limit = limit;
  g_task_set_task_data (task, work, work_free);
  g_task_run_in_thread (task, recall_thread);
}

static GStrv
troupe_lessons_file_recall_finish (TroupeLessons *lessons, GAsyncResult *result, GError **error)
{
  g_assert (TROUPE_IS_LESSONS (lessons));

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- Writing --------------------------------------------------------------------------------- */

static void
add_text (TroupeMapBuilder *builder, const char *key, const char *text)
{
  troupe_map_builder_add (builder, key, troupe_value_new_string (text, -1));
}

/* Returns TRUE if the file does not end with a newline, because another process was interrupted
 * while it wrote a line. */
static gboolean
is_cut_off (int descriptor)
{
  struct stat info;
  char last;

  return fstat (descriptor, &info) == 0 && info.st_size > 0 &&
         pread (descriptor, &last, 1, info.st_size - 1) == 1 && last != '\n';
}

/* Appends @lines with a single write(), because several processes may append at the same time.
 * Returns FALSE with errno. */
static gboolean
append (const char *path, const char *lines)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *text = NULL;
  gboolean is_written;
  int descriptor, code;

  if (g_mkdir_with_parents (folder, 0700) != 0)
    return FALSE;
  descriptor = open (path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (descriptor < 0)
    return FALSE;
  text = g_strdup_printf ("%s%s", is_cut_off (descriptor) ? "\n" : "", lines);
  is_written = troupe_file_write_all (descriptor, text, strlen (text)) && fsync (descriptor) == 0;
  code = errno;
  g_close (descriptor, NULL);
  errno = code;
  return is_written;
}

static void
keep_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Work *work = task_data;

  g_assert (G_IS_TASK (task));

  if (append (work->path, work->lines))
    g_task_return_boolean (task, TRUE);
  else
    return_errno (task, work->path, errno);
}

static void
troupe_lessons_file_keep_async (TroupeLessons *lessons,
                                const TroupeLessonsPlace *place,
                                const char *const *texts,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (lessons, cancellable, callback, user_data);
  TroupeRunDisk *disk = TROUPE_LESSONS_FILE (lessons)->disk;
  Work *work = g_new0 (Work, 1);
  g_autoptr (GDateTime) now = NULL;
  g_autofree char *moment = NULL;
  GString *lines;

  g_assert (TROUPE_IS_LESSONS (lessons));

  g_task_set_source_tag (task, troupe_lessons_file_keep_async);
  work->path = make_path (TROUPE_LESSONS_FILE (lessons), place);
  now = g_date_time_new_now_utc ();
  moment = g_date_time_format_iso8601 (now);
  lines = g_string_new (NULL);
  for (guint i = 0; texts[i] != NULL; i++)
    {
      g_autoptr (TroupeValue) entry = NULL;
      g_autofree char *line = NULL;
      TroupeMapBuilder builder;

      troupe_map_builder_init (&builder);
      add_text (&builder, "document", place->document);
      add_text (&builder, "flow", place->flow);
      add_text (&builder, "method", place->method);
      add_text (&builder, "source", place->source);
      add_text (&builder, "lesson", texts[i]);
      add_text (&builder, "learnt_at", moment);
      entry = troupe_map_builder_end (&builder);
      line = troupe_value_to_json (entry, TROUPE_JSON_COMPACT);
      g_string_append_printf (lines, "%s\n", line);
    }
  work->lines = g_string_free (lines, FALSE);
  g_task_set_task_data (task, work, work_free);
  if (disk != NULL && !troupe_run_disk_has_room (disk, strlen (work->lines)))
    {
      g_task_return_error (task, troupe_run_disk_make_error (disk));
      return;
    }
  if (disk != NULL)
    troupe_run_disk_add (disk, strlen (work->lines));
  g_task_run_in_thread (task, keep_thread);
}

static gboolean
troupe_lessons_file_keep_finish (TroupeLessons *lessons, GAsyncResult *result, GError **error)
{
  g_assert (TROUPE_IS_LESSONS (lessons));

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* --- The object ------------------------------------------------------------------------------ */

TroupeLessons *
troupe_lessons_file_new (const char *folder, TroupeRunDisk *disk)
{
  TroupeLessonsFile *self = NULL;

  g_return_val_if_fail (folder != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_LESSONS_FILE, NULL);
  self->folder = g_strdup (folder);
  self->disk = disk != NULL ? troupe_run_disk_ref (disk) : NULL;
  return TROUPE_LESSONS (self);
}

void
troupe_lessons_file_set_aside (TroupeLessons *self, const TroupeLessonsPlace *place)
{
  g_autofree char *path = NULL;
  g_autofree char *aside = NULL;

  g_return_if_fail (TROUPE_IS_LESSONS_FILE (self) && place != NULL);

  path = make_path (TROUPE_LESSONS_FILE (self), place);
  aside = g_strconcat (path, ".old", NULL);
  if (g_rename (path, aside) != 0)
    g_warning ("“%s” could not be renamed: %s", path, g_strerror (errno));
}

static void
troupe_lessons_file_finalize (GObject *object)
{
  TroupeLessonsFile *self = TROUPE_LESSONS_FILE (object);

  g_assert (TROUPE_IS_LESSONS_FILE (self));

  g_free (self->folder);
  g_clear_pointer (&self->disk, troupe_run_disk_unref);

  G_OBJECT_CLASS (troupe_lessons_file_parent_class)->finalize (object);
}

static void
troupe_lessons_file_class_init (TroupeLessonsFileClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_lessons_file_finalize;
}

static void
troupe_lessons_file_init (TroupeLessonsFile *self)
{
  g_assert (TROUPE_IS_LESSONS_FILE (self));
}

static void
troupe_lessons_file_iface_init (TroupeLessonsInterface *iface)
{
  g_assert (iface != NULL);

  iface->recall_async = troupe_lessons_file_recall_async;
  iface->recall_finish = troupe_lessons_file_recall_finish;
  iface->keep_async = troupe_lessons_file_keep_async;
  iface->keep_finish = troupe_lessons_file_keep_finish;
}
