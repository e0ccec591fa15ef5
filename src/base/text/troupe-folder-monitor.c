/* troupe-folder-monitor.c: detects that other programs replace protected files while code runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-folder-monitor"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include "troupe-file.h"
#include "troupe-folder-findings.h"
#include "troupe-folder-monitor.h"
#include "troupe-folder-policy.h"
#include "troupe-folder-record.h"
#include "troupe-folder.h"
#include "troupe-key-finder.h"

#define MOST_WATCHES 512u
/* Number of buffers of events that are read before the next file is examined. */
#define MOST_BUFFERS 16u
/* Number of new files that wait for being examined. Only code that keeps the monitor busy creates more of them. */
#define MOST_PENDING 512u
/* Number of names that are remembered. */
#define MOST_KNOWN 4096u
/* Maximum length of a file that is searched for keys, in bytes. */
#define LONGEST_TEXT 65536u

/* Events that remove the mount of a file, or that create one. */
#define REMOVAL (IN_DELETE | IN_MOVED_FROM)
#define APPEARANCE (IN_CREATE | IN_MOVED_TO)

/* @path: without links; @relative: to the folder that was added */
typedef struct
{
  char *path;
  char *relative;
} Folder;

/* A file that was found to have no keys, which changes if the file does. No program can set the time of change. */
typedef struct
{
  ino_t inode;
  off_t size;
  struct timespec change;
} Examined;

/* @folders: (element-type int Folder): by watch; @records: (element-type utf8 TroupeFolderRecord): protected
 * files by path; NULL for one that appeared while nothing had to be protected; @above: the folders above
 * them; @pending: (element-type utf8): new files with protected names, in their order, and @waiting: set of these; @examined:
 * (element-type utf8 Examined): those that were found to have no keys; @harmless: set of paths without protected names; @lost:
 * (nullable): the path that was reported */
struct _TroupeFolderMonitor
{
  gatomicrefcount ref_count;
  int inotify;
  int wake;
  GHashTable *folders;
  GHashTable *records;
  GHashTable *above;
  GQueue pending;
  GHashTable *waiting;
  GHashTable *examined;
  GHashTable *harmless;
  TroupeKeyFinder *finder;
  TroupeFolderMonitorFunc func;
  gpointer user_data;
  GDestroyNotify destroy;
  GThread *thread; /* (nullable) */
  gint has_ended;  /* atomic */
  GMutex reading; /* held while events are handled */
  GMutex lock;    /* protects the following */
  char *lost;
};

static void
folder_free (gpointer data)
{
  Folder *folder = data;

  g_free (folder->path);
  g_free (folder->relative);
  g_free (folder);
}

static void
record_free (gpointer data)
{
  troupe_folder_record_free (data);
}

TroupeFolderMonitor *
troupe_folder_monitor_new (TroupeFolderMonitorFunc func, gpointer user_data, GDestroyNotify destroy)
{
  const int inotify = inotify_init1 (IN_CLOEXEC | IN_NONBLOCK);
  const int wake = eventfd (0, EFD_CLOEXEC | EFD_NONBLOCK);
  TroupeFolderMonitor *self = NULL;

  g_return_val_if_fail (func != NULL, NULL);

  if (inotify < 0 || wake < 0)
    {
      g_message ("Files with keys are not monitored: %s", g_strerror (errno));
      if (inotify >= 0)
        close (inotify);
      if (wake >= 0)
        close (wake);
      if (destroy != NULL)
        destroy (user_data);
      return NULL;
    }
  self = g_new0 (TroupeFolderMonitor, 1);
  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->reading);
  g_mutex_init (&self->lock);
  self->inotify = inotify;
  self->wake = wake;
  self->func = func;
  self->user_data = user_data;
  self->destroy = destroy;
  self->folders = g_hash_table_new_full (NULL, NULL, NULL, folder_free);
  self->records = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, record_free);
  self->above = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->waiting = g_hash_table_new (g_str_hash, g_str_equal);
  self->examined = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->harmless = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_queue_init (&self->pending);
  self->finder = troupe_key_finder_new ();
  return self;
}

static void
monitor_unref (TroupeFolderMonitor *self)
{
  g_assert (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  if (self->destroy != NULL)
    self->destroy (self->user_data);
  close (self->inotify);
  close (self->wake);
  g_hash_table_unref (self->folders);
  g_hash_table_unref (self->records);
  g_hash_table_unref (self->above);
  g_hash_table_unref (self->waiting);
  g_hash_table_unref (self->examined);
  g_hash_table_unref (self->harmless);
  g_queue_clear_full (&self->pending, g_free);
  troupe_key_finder_unref (self->finder);
  g_mutex_clear (&self->reading);
  g_mutex_clear (&self->lock);
  g_free (self->lost);
  g_free (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeFolderMonitor, monitor_unref)

/* --- Folders ---------------------------------------------------------------------------------- */

/* Watches a folder without following links. Watching it again has no effect. */
static void
watch (TroupeFolderMonitor *self, int root, const char *top, const char *relative)
{
  const int exact = troupe_folder_open_exact (root, relative);
  g_autofree char *descriptor = g_strdup_printf ("/proc/self/fd/%d", exact);
  Folder *folder = NULL;
  int number = -1;

  g_assert (self != NULL);

  if (exact < 0)
    return;
  if (g_hash_table_size (self->folders) < MOST_WATCHES)
    number =
        inotify_add_watch (self->inotify, descriptor,
                           REMOVAL | APPEARANCE | IN_CLOSE_WRITE | IN_ONLYDIR | IN_EXCL_UNLINK);
  close (exact);
  if (number < 0)
    return;
  folder = g_new0 (Folder, 1);
  folder->path = *relative != '\0' ? g_build_filename (top, relative, NULL) : g_strdup (top);
  folder->relative = g_strdup (relative);
  g_hash_table_replace (self->folders, GINT_TO_POINTER (number), folder);
}

static void
add_part (TroupeFolderMonitor *self, int root, const char *top, const char *part)
{
  g_autofree char *path = g_build_filename (top, part, NULL);
  struct stat status;

  g_assert (self != NULL);

  if (fstatat (root, part, &status, AT_SYMLINK_NOFOLLOW) == 0)
    g_hash_table_replace (self->records, g_strdup (path),
                          troupe_folder_record_new (root, part, &status));
  for (const char *end = strchr (part, '/'); end != NULL; end = strchr (end + 1, '/'))
    {
      g_autofree char *above = g_strndup (part, (gsize) (end - part));
      g_autofree char *whole = g_build_filename (top, above, NULL);

      if (g_hash_table_add (self->above, g_steal_pointer (&whole)))
        watch (self, root, top, above);
    }
}

void
troupe_folder_monitor_add (TroupeFolderMonitor *self, const char *folder, gboolean with_fixed)
{
  g_autofree char *top = NULL;
  g_autoptr (TroupeFolderPolicy) policy = NULL;
  GPtrArray *hidden = NULL;
  GPtrArray *fixed = NULL;
  int root = -1;

  g_return_if_fail (self != NULL && folder != NULL);

  if (troupe_folder_policy_is_shared (folder))
    return;
  top = troupe_path_resolve (folder);
  policy = troupe_folder_policy_new (top);
  hidden = troupe_folder_policy_list_hidden (policy, NULL);
  root = troupe_folder_policy_get_descriptor (policy);
  /* No sandbox starts either. */
  if (hidden == NULL || root < 0)
    return;
  fixed = troupe_folder_policy_list_fixed (policy);
  watch (self, root, top, "");
  for (guint i = 0; i < hidden->len; i++)
    add_part (self, root, top, hidden->pdata[i]);
  for (guint i = 0; with_fixed && i < fixed->len; i++)
    add_part (self, root, top, fixed->pdata[i]);
}

/* --- New files -------------------------------------------------------------------------------- */

/* Returns the beginning of a file that code may have created, or of the file to which it leads. (transfer
 * full) (nullable) */
static GBytes *
read_start (const char *path)
{
  const int exact = open (path, O_PATH | O_CLOEXEC);
  g_autofree char *descriptor = g_strdup_printf ("/proc/self/fd/%d", exact);
  g_autofree char *text = NULL;
  struct stat status;
  gssize length = -1;
  int fd = -1;

  if (exact >= 0 && fstat (exact, &status) == 0 && S_ISREG (status.st_mode))
    fd = open (descriptor, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (fd >= 0)
    {
      text = g_malloc (LONGEST_TEXT);
      length = read (fd, text, LONGEST_TEXT);
      close (fd);
    }
  if (exact >= 0)
    close (exact);
  return length > 0 ? g_bytes_new_take (g_steal_pointer (&text), (gsize) length) : NULL;
}

/* Returns TRUE for `NAME=VALUE`, of which a file with variables consists, as troupe_env_file_read() accepts it. */
static gboolean
is_assignment (const char *line)
{
  static const char *const blanks = " \t\f\v";
  const char *start = line + strspn (line, blanks);
  const char *end = NULL;

  if (g_str_has_prefix (start, "export") && strchr (blanks, start[strlen ("export")]) != NULL)
    start += strlen ("export") + strspn (start + strlen ("export"), blanks);
  start += *start == '\'';
  end = start + strspn (start, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_");
  if (end == start)
    return FALSE;
  end += *end == '\'';
  end += strspn (end, blanks);
  return *end == '=' && end[1] != '\0';
}

/* Returns TRUE for `password VALUE`, `//host/:_authToken=VALUE` and the like. @line: in lower case */
static gboolean
is_password (const char *line)
{
  static const char *const words[] = { "password", "passwd", "secret", "token", "_auth", "_key" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      const char *end = strstr (line, words[i]);
      gsize n_between = 0;

      if (end == NULL)
        continue;
      end += strlen (words[i]);
      n_between = strspn (end, " \t:=\"'");
      if (n_between > 0 && strcspn (end + n_between, " \t\"'") >= 4)
        return TRUE;
    }
  return FALSE;
}

/* Returns TRUE for files that contain nothing but keys, without a name for them. */
static gboolean
is_bare (const char *path)
{
  static const char *const names[] = { ".git-credentials", ".htpasswd", ".pgpass", ".vault-token",
                                       NULL };
  g_autofree char *name = g_path_get_basename (path);

  return g_strv_contains (names, name);
}

/* Returns TRUE if the file contains what may be a key or password: in a known form, as a variable, or as
 * data that are no text. Code may create files without them, which are renamed later. */
static gboolean
holds_key (TroupeFolderMonitor *self, const char *path)
{
  g_autoptr (GBytes) bytes = read_start (path);
  g_autofree char *text = NULL;
  g_autofree char *found = NULL;
  g_auto (GStrv) lines = NULL;
  gsize size = 0;
  const char *data = bytes != NULL ? g_bytes_get_data (bytes, &size) : NULL;

  g_assert (self != NULL);

  if (data == NULL)
    return FALSE;
  if (is_bare (path) || memchr (data, '\0', size) != NULL)
    return TRUE;
  text = g_utf8_make_valid (data, (gssize) size);
  found = troupe_key_finder_find (self->finder, text);
  lines = g_strsplit_set (text, "\r\n", -1);
  for (guint i = 0; found == NULL && lines[i] != NULL; i++)
    {
      g_autofree char *lower = g_ascii_strdown (lines[i], -1);

      if (is_assignment (lines[i]) || is_password (lower))
        return TRUE;
    }
  return found != NULL;
}

/* Returns TRUE for `.env.example` and the like, which name variables without their values. */
static gboolean
is_example (const char *name)
{
  static const char *const ends[] = { ".example", ".sample", ".template", ".dist" };

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    if (g_str_has_suffix (name, ends[i]))
      return TRUE;
  return FALSE;
}

/* Returns TRUE if the file was examined and has not changed since. @now: (out): what it is now */
static gboolean
is_examined (TroupeFolderMonitor *self, const char *path, Examined *now)
{
  const Examined *before = g_hash_table_lookup (self->examined, path);
  struct stat status;

  *now = (Examined){ 0 };
  if (stat (path, &status) != 0)
    return FALSE;
  now->inode = status.st_ino;
  now->size = status.st_size;
  now->change = status.st_ctim;
  return before != NULL && before->inode == now->inode && before->size == now->size &&
         before->change.tv_sec == now->change.tv_sec &&
         before->change.tv_nsec == now->change.tv_nsec;
}

/* Returns TRUE if the name is that of a file that may have keys. @relative: to the folder that was added */
static gboolean
may_hold_key (TroupeFolderMonitor *self, const char *path, const char *relative, const char *name)
{
  g_assert (self != NULL);

  if (g_hash_table_contains (self->harmless, path))
    return FALSE;
  if (strstr (name, TROUPE_FOLDER_BLOCKED) == NULL && !is_example (name) &&
      troupe_folder_policy_is_protected (relative))
    return TRUE;
  if (g_hash_table_size (self->harmless) >= MOST_KNOWN)
    g_hash_table_remove_all (self->harmless);
  g_hash_table_add (self->harmless, g_strdup (path));
  return FALSE;
}

/* Adds a file to those that are examined, each once. */
static void
add_pending (TroupeFolderMonitor *self, const Folder *folder, const char *name, const char *path)
{
  g_autofree char *relative = NULL;
  char *copy;

  g_assert (self != NULL);

  if (g_hash_table_contains (self->waiting, path) || g_hash_table_contains (self->records, path))
    return;
  relative = g_build_filename (folder->relative, name, NULL);
  if (!may_hold_key (self, path, relative, name))
    return;
  copy = g_strdup (path);
  g_queue_push_tail (&self->pending, copy);
  g_hash_table_add (self->waiting, copy);
}

/* --- Events ----------------------------------------------------------------------------------- */

/* Returns TRUE if the monitor has to end. */
static gboolean
report (TroupeFolderMonitor *self, const char *path)
{
  g_assert (self != NULL);

  /* The path is there before the run ends. */
  g_mutex_lock (&self->lock);
  g_free (self->lost);
  self->lost = g_strdup (path);
  g_mutex_unlock (&self->lock);
  if (self->func (self->user_data))
    return TRUE;
  g_mutex_lock (&self->lock);
  g_clear_pointer (&self->lost, g_free);
  g_mutex_unlock (&self->lock);
  return FALSE;
}

/* Examines the file that has waited longest. Returns TRUE if the monitor has to end. */
static gboolean
examine_next (TroupeFolderMonitor *self)
{
  g_autofree char *path = g_queue_pop_head (&self->pending);
  Examined now;

  g_assert (self != NULL);

  g_hash_table_remove (self->waiting, path);
  if (is_examined (self, path, &now))
    return FALSE;
  if (!holds_key (self, path))
    {
      if (g_hash_table_size (self->examined) >= MOST_KNOWN)
        g_hash_table_remove_all (self->examined);
      g_hash_table_replace (self->examined, g_steal_pointer (&path), g_memdup2 (&now, sizeof now));
      return FALSE;
    }
  if (report (self, path))
    return TRUE;
  /* The next sandbox hides it. */
  g_hash_table_replace (self->records, g_steal_pointer (&path), NULL);
  return FALSE;
}

/* Looks for all changes, because the kernel has discarded events. Returns TRUE if the monitor has to
 * end. */
static gboolean
check_all (TroupeFolderMonitor *self)
{
  GHashTableIter iter;
  gpointer path;
  gpointer data;

  g_assert (self != NULL);

  g_hash_table_iter_init (&iter, self->records);
  while (g_hash_table_iter_next (&iter, &path, &data))
    {
      struct stat status;
      g_autoptr (TroupeFolderRecord) now =
          lstat (path, &status) == 0 ? troupe_folder_record_new (AT_FDCWD, path, &status) : NULL;

      if (data != NULL && (now == NULL || !troupe_folder_record_is_same_file (data, now)) &&
          report (self, path))
        return TRUE;
    }
  g_hash_table_iter_init (&iter, self->folders);
  while (g_hash_table_iter_next (&iter, NULL, &data))
    {
      const Folder *folder = data;
      g_autoptr (GDir) entries = g_dir_open (folder->path, 0, NULL);
      const char *name = NULL;

      while (entries != NULL && (name = g_dir_read_name (entries)) != NULL)
        {
          g_autofree char *inner = g_build_filename (folder->path, name, NULL);

          add_pending (self, folder, name, inner);
        }
    }
  return FALSE;
}

/* --- Handling ------------------------------------------------------------------------------------ */

/* Returns TRUE if the monitor has to end. */
static gboolean
handle (TroupeFolderMonitor *self, const struct inotify_event *event)
{
  const Folder *folder = g_hash_table_lookup (self->folders, GINT_TO_POINTER (event->wd));
  g_autofree char *path = NULL;

  g_assert (self != NULL);

  if ((event->mask & IN_Q_OVERFLOW) != 0)
    return check_all (self);
  if (folder == NULL || event->len == 0)
    return FALSE;
  path = g_build_filename (folder->path, event->name, NULL);
  if ((event->mask & (REMOVAL | APPEARANCE)) != 0 &&
      (g_hash_table_contains (self->records, path) || g_hash_table_contains (self->above, path)))
    return report (self, path);
  if ((event->mask & REMOVAL) == 0)
    add_pending (self, folder, event->name, path);
  return FALSE;
}

/* Handles the events that have occurred, or the first of many. This takes no time, unlike examining files. Returns TRUE if the monitor
 * has to end. @is_empty: (out): whether there are no more */
static gboolean
read_buffers (TroupeFolderMonitor *self, gboolean *is_empty)
{
  char buffer[32768] __attribute__ ((aligned (__alignof__(struct inotify_event))));

  g_assert (self != NULL);

  *is_empty = FALSE;
  for (guint i = 0; i < MOST_BUFFERS && !*is_empty; i++)
    {
      const gssize length = read (self->inotify, buffer, sizeof buffer);

      *is_empty = length <= 0;
      for (const char *at = buffer; at < buffer + length;)
        {
          const struct inotify_event *event = (const struct inotify_event *) (const void *) at;

          if (handle (self, event))
            return TRUE;
          at += sizeof *event + event->len;
        }
    }
  return FALSE;
}

/* Handles the events that have occurred, and examines new files. Code may cause any number of events of files that take long to
 * examine: before each of them, the events that have occurred meanwhile are handled. Returns TRUE if the monitor has to end. */
static gboolean
read_events (TroupeFolderMonitor *self)
{
  gboolean is_empty = FALSE;

  g_assert (self != NULL);

  while (!is_empty || !g_queue_is_empty (&self->pending))
    {
      if (read_buffers (self, &is_empty))
        return TRUE;
      if (g_queue_get_length (&self->pending) > MOST_PENDING &&
          report (self, g_queue_peek_tail (&self->pending)))
        return TRUE;
      if (!g_queue_is_empty (&self->pending) && examine_next (self))
        return TRUE;
    }
  return FALSE;
}

/* Same, unless the monitor has ended. */
static gboolean
read_events_once (TroupeFolderMonitor *self)
{
  gboolean is_over = TRUE;

  g_assert (self != NULL);

  g_mutex_lock (&self->reading);
  if (!g_atomic_int_get (&self->has_ended))
    {
      is_over = read_events (self);
      g_atomic_int_set (&self->has_ended, is_over);
    }
  g_mutex_unlock (&self->reading);
  return is_over;
}

static gpointer
monitor_thread (gpointer user_data)
{
  g_autoptr (TroupeFolderMonitor) self = user_data;
  struct pollfd fds[2] = { { .fd = self->inotify, .events = POLLIN },
                           { .fd = self->wake, .events = POLLIN } };

  while (!g_atomic_int_get (&self->has_ended))
    {
      if (poll (fds, G_N_ELEMENTS (fds), -1) < 0 && errno != EINTR)
        break;
      if (read_events_once (self))
        break;
    }
  return NULL;
}

void
troupe_folder_monitor_start (TroupeFolderMonitor *self)
{
  g_return_if_fail (self != NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  self->thread = g_thread_new ("troupe-monitor", monitor_thread, self);
}

char *
troupe_folder_monitor_end (TroupeFolderMonitor *self)
{
  const guint64 one = 1;
  char *lost = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  /* The code may have ended before the thread was scheduled. */
  read_events_once (self);
  g_atomic_int_set (&self->has_ended, TRUE);
  if (write (self->wake, &one, sizeof one) < 0)
    g_debug ("The thread is already awake");
  /* So that the data is released before the caller goes on. */
  if (self->thread != NULL)
    g_thread_join (self->thread);
  g_mutex_lock (&self->lock);
  lost = g_strdup (self->lost);
  g_mutex_unlock (&self->lock);
  monitor_unref (self);

  return lost;
}
