/* troupe-crew-log.c: log file of the tasks of a crew (output_log_file)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-log"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "troupe-base.h"
#include "troupe-crew-file.h"
#include "troupe-crew-job.h"
#include "troupe-crew-log.h"

#define LONGEST (64u * 1024 * 1024)

/* @redactor: (nullable): redacts the keys of the run; @entries: (nullable): content of a JSON file, a list of objects; @waiting: entries that are
 *   not written yet, each as a line or an object;
 * @writing: entries that a thread is writing */
struct _TroupeCrewLog
{
  TroupePool *pool;
  TroupeRunQueueEntry *turn;
  GMainContext *context;
  TroupeRedactor *redactor;
  char *folder;
  char *path;
  gboolean is_json;
  gboolean is_checked; /* whether the path may be written */
  TroupeValue *entries;
  GPtrArray *waiting;
  GPtrArray *writing;
  GError *error;
  void (*func) (GError *error, gpointer user_data);
  gpointer user_data;
};

char *
troupe_crew_log_find_path (TroupeCrew *crew)
{
  TroupeValue *value = troupe_value_map_lookup_string (crew->fields, "output_log_file", -1);
  const char *path = NULL;

  if (value != NULL && troupe_value_is (value, TROUPE_VALUE_BOOLEAN))
    return troupe_value_get_boolean (value) ? g_strdup ("logs.txt") : NULL;
  if (value == NULL || !troupe_value_is (value, TROUPE_VALUE_STRING))
    return NULL;
  path = troupe_value_get_string (value, NULL);
  /* Leading slashes are skipped, because the path is relative to the project, like output files
   * of tasks. */
  while (*path == '/')
    path++;
  if (*path == '\0')
    return NULL;
  return g_str_has_suffix (path, ".json") || g_str_has_suffix (path, ".txt")
             ? g_strdup (path)
             : g_strconcat (path, ".txt", NULL);
}

TroupeCrewLog *
troupe_crew_log_new (const TroupeCrewContext *around, GMainContext *context)
{
  g_autofree char *path = troupe_crew_log_find_path (around->crew);
  TroupeCrewLog *self = NULL;

  if (path == NULL || around->discards_outputs)
    return NULL;
  self = g_new0 (TroupeCrewLog, 1);
  self->pool = around->io;
  self->turn = around->turn;
  self->context = context;
  if (troupe_event_bus_get_redactor (around->run->bus) != NULL)
    self->redactor = troupe_redactor_ref (troupe_event_bus_get_redactor (around->run->bus));
  self->folder = g_strdup (around->run->work);
  self->is_json = g_str_has_suffix (path, ".json");
  self->path = g_steal_pointer (&path);
  self->waiting = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_value_unref);
  return self;
}

void
troupe_crew_log_free (TroupeCrewLog *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->redactor, troupe_redactor_unref);
  g_clear_pointer (&self->entries, troupe_value_unref);
  g_ptr_array_unref (self->waiting);
  g_clear_pointer (&self->writing, g_ptr_array_unref);
  g_clear_error (&self->error);
  g_free (self->folder);
  g_free (self->path);
  g_free (self);
}

/* --- Functions on a file thread --------------------------------------------------------------- */

static const char *
get_text (TroupeValue *entry, const char *key)
{
  TroupeValue *value = troupe_value_map_lookup_string (entry, key, -1);

  if (value == NULL)
    return NULL;
  return troupe_value_is (value, TROUPE_VALUE_STRING) ? troupe_value_get_string (value, NULL)
                                                      : "None";
}

/* Opens the folder of the file inside the project. Returns -1 with the error set. */
static int
open_folder (TroupeCrewLog *self)
{
  g_autofree char *parent = g_path_get_dirname (self->path);
  int base = -1;
  int place = -1;

  g_assert (self != NULL);

  /* What is in the folder is searched once. */
  if (!self->is_checked && !troupe_crew_file_check (self->folder, self->path, &self->error))
    return -1;
  self->is_checked = TRUE;
  base = troupe_folder_open (self->folder, self->folder, FALSE, &self->error);
  if (base < 0)
    return -1;
  place = troupe_folder_open_beneath (base, parent, O_RDONLY | O_DIRECTORY, TRUE, &self->error);
  close (base);
  return place;
}

/* Returns the present content of the log file; NULL if the file does not exist. A link is not
 * followed, because the log is replaced. (transfer full) (nullable) */
static char *
read_log (TroupeCrewLog *self)
{
  g_autofree char *name = g_path_get_basename (self->path);
  int place = open_folder (self);
  int file = -1;
  char *text = NULL;

  g_assert (self != NULL);

  if (place < 0)
    return NULL;
  if (troupe_crew_file_check_at (self->folder, self->path, place, name, &self->error))
    file = openat (place, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
  close (place);
  if (file < 0)
    return NULL;
  if (troupe_crew_file_check_open (self->folder, self->path, file, &self->error))
    text = troupe_file_read_open (file, self->path, LONGEST, NULL, NULL, NULL);
  close (file);
  return text;
}

static void
append_text (TroupeCrewLog *self, const char *text)
{
  g_autofree char *name = g_path_get_basename (self->path);
  int place = open_folder (self);
  int file = -1;
  gsize length = strlen (text);
  gsize written = 0;

  g_assert (self != NULL);

  if (place >= 0 &&
      !troupe_crew_file_check_at (self->folder, self->path, place, name, &self->error))
    {
      close (place);
      return;
    }
  if (place >= 0)
    file = openat (place, name, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK,
                   0644);
  if (file >= 0 && !troupe_crew_file_check_open (self->folder, self->path, file, &self->error))
    {
      close (file);
      close (place);
      return;
    }
  while (file >= 0 && written < length)
    {
      ssize_t count = write (file, text + written, length - written);

      if (count < 0 && errno != EINTR)
        break;
      written += count > 0 ? (gsize) count : 0;
    }
  if (place >= 0 && (file < 0 || written < length))
    g_set_error (&self->error, G_IO_ERROR, (int) g_io_error_from_errno (errno), "%s",
                 g_strerror (errno));
  if (file >= 0)
    close (file);
  if (place >= 0)
    close (place);
}

static void
write_all (gpointer data)
{
  TroupeCrewLog *self = data;
  g_autoptr (GString) text = g_string_new (NULL);

  g_assert (self != NULL);

  if (self->error != NULL)
    return;
  if (self->is_json)
    {
      g_autoptr (GPtrArray) items = g_ptr_array_new ();
      gsize n_old;

      /* Appends the new objects to those of the file. A file that does not contain a list is
       * overwritten. */
      if (self->entries == NULL)
        {
          g_autofree char *entry_text = read_log (self);

          self->entries = entry_text != NULL ? troupe_value_from_json (entry_text, -1, NULL) : NULL;
        }
      n_old = self->entries != NULL && troupe_value_is (self->entries, TROUPE_VALUE_LIST)
                  ? troupe_value_list_get_length (self->entries)
                  : 0;
      for (gsize i = 0; i < n_old; i++)
        g_ptr_array_add (items, troupe_value_ref (troupe_value_list_get (self->entries, i)));
      for (guint i = 0; i < self->writing->len; i++)
        g_ptr_array_add (items, troupe_value_ref (g_ptr_array_index (self->writing, i)));
      g_clear_pointer (&self->entries, troupe_value_unref);
      self->entries = troupe_value_new_list ((TroupeValue **) items->pdata, items->len);
      if (self->error != NULL)
        return;
      troupe_crew_file_append_json (self->entries, 4, 0, text);
      g_string_append_c (text, '\n');
      troupe_crew_file_write (self->folder, self->path, TRUE, text->str, text->len, &self->error);
      return;
    }
  for (guint i = 0; i < self->writing->len; i++)
    {
      TroupeValue *entry = g_ptr_array_index (self->writing, i);
      const char *output = get_text (entry, "output");

      g_string_append_printf (text,
                              "%s: task_name=\"%s\", task=\"%s\", agent=\"%s\", status=\"%s\"",
                              get_text (entry, "timestamp"), get_text (entry, "task_name"),
                              get_text (entry, "task"), get_text (entry, "agent"),
                              get_text (entry, "status"));
      if (output != NULL)
        g_string_append_printf (text, ", output=\"%s\"", output);
      g_string_append_c (text, '\n');
    }
  append_text (self, text->str);
}

/* --- Functions on the run's thread ------------------------------------------------------------ */

static void
tell_closed (TroupeCrewLog *self)
{
  g_assert (self != NULL);

  void (*func) (GError * error, gpointer user_data) = self->func;

  self->func = NULL;
  if (func != NULL)
    func (g_steal_pointer (&self->error), self->user_data);
}

static void begin_writing (TroupeCrewLog *self);

static void
written (gpointer data)
{
  TroupeCrewLog *self = data;

  g_assert (self != NULL);

  g_clear_pointer (&self->writing, g_ptr_array_unref);
  if (self->waiting->len > 0)
    begin_writing (self);
  else
    tell_closed (self);
}

static void
begin_writing (TroupeCrewLog *self)
{
  self->writing = g_steal_pointer (&self->waiting);
  self->waiting = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_value_unref);
  troupe_crew_job_run (self->pool, self->turn, self->context, write_all, written, self);
}

static void
add_text (TroupeMapBuilder *builder, const char *key, const char *text)
{
  troupe_map_builder_add (
      builder, key, text != NULL ? troupe_value_new_string (text, -1) : troupe_value_new_null ());
}

void
troupe_crew_log_add (TroupeCrewLog *self,
                     const char *name,
                     const char *description,
                     const char *role,
                     const char *output)
{
  g_autoptr (GDateTime) now = NULL;
  g_autofree char *timestamp = NULL;
  g_autoptr (TroupeValue) entry = NULL;
  TroupeMapBuilder builder;

  if (self == NULL)
    return;
  now = g_date_time_new_now_local ();
  timestamp = g_date_time_format (now, "%Y-%m-%d %H:%M:%S");
  troupe_map_builder_init (&builder);
  add_text (&builder, "timestamp", timestamp);
  add_text (&builder, "task_name", name);
  add_text (&builder, "task", description);
  add_text (&builder, "agent", role);
  add_text (&builder, "status", output != NULL ? "completed" : "started");
  if (output != NULL)
    add_text (&builder, "output", output);
  entry = troupe_map_builder_end (&builder);
  g_ptr_array_add (self->waiting, troupe_redactor_hide_value (self->redactor, entry));
  if (self->writing == NULL)
    begin_writing (self);
}

void
troupe_crew_log_close (TroupeCrewLog *self,
                       void (*func) (GError *error, gpointer user_data),
                       gpointer user_data)
{
  if (self == NULL)
    {
      func (NULL, user_data);
      return;
    }
  self->func = func;
  self->user_data = user_data;
  if (self->writing == NULL)
    tell_closed (self);
}
