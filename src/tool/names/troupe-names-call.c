/* troupe-names-call.c: executes system calls that create names for processes in a sandbox
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-names"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/seccomp.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "troupe-folder-data.h"
#include "troupe-names-call.h"
#include "troupe-names-copies.h"
#include "troupe-names-data.h"
#include "troupe-names-links.h"
#include "troupe-names-modes.h"
#include "troupe-names-walk.h"

/* How often a file that has no reader yet is tried again, in milliseconds. */
#define RETRY_MS 10
/* Maximum number of files that are not ready, each of which needs a descriptor. */
#define MOST_PENDING 256u
/* How often a file is looked for that another process creates and removes. */
#define MOST_ATTEMPTS 100u

/* Flags of an open file that can be changed. */
#define CHANGEABLE_FLAGS (O_APPEND | O_ASYNC | O_DIRECT | O_NOATIME | O_NONBLOCK)

/* Lets the caller continue on the same processor, because one of the two always waits for the other (Linux 6.6). */
#ifndef SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP
#  define SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP 1ul
#  define SECCOMP_IOCTL_NOTIF_SET_FLAGS SECCOMP_IOW (4, __u64)
#endif

/* What opening a file returned that is not ready: the call is answered later. */
#define IS_PENDING -1

/* A file that is not ready. @file: with O_PATH */
typedef struct
{
  guint64 id;
  int file;
  int flags;
} Pending;

/* @sizes: of the structures of this kernel; @request: (owned); @pending: (element-type Pending); @umask: of this process; @reported: set of the paths in the
 * report, which has @report_length bytes; @n_refused: also of those that are not in it */
struct _TroupeNamesCalls
{
  int listener;
  int report;
  int lock;
  TroupeNamesRules *rules;
  TroupeNamesCopies *copies;
  struct seccomp_notif_sizes sizes;
  struct seccomp_notif *request;
  GArray *pending;
  mode_t umask;
  GHashTable *reported;
  gsize report_length;
  guint32 n_refused;
};

TroupeNamesCalls *
troupe_names_calls_new (int listener, int report, int lock, TroupeNamesRules *rules)
{
  TroupeNamesCalls *self = g_new0 (TroupeNamesCalls, 1);

  self->listener = listener;
  self->report = report;
  self->lock = lock;
  self->rules = rules;
  self->copies = troupe_names_copies_new ();
  if (syscall (SYS_seccomp, SECCOMP_GET_NOTIF_SIZES, 0, &self->sizes) != 0)
    self->sizes = (struct seccomp_notif_sizes){ 0 };
  if (ioctl (listener, SECCOMP_IOCTL_NOTIF_SET_FLAGS, SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP) != 0)
    g_debug ("%s", g_strerror (errno));
  self->request = g_malloc0 (MAX (self->sizes.seccomp_notif, sizeof *self->request));
  self->pending = g_array_new (FALSE, FALSE, sizeof (Pending));
  self->umask = umask (077);
  umask (self->umask);
  self->reported = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->report_length = sizeof self->n_refused;
  return self;
}

/* --- Answers ------------------------------------------------------------------------------------- */

static void
answer (TroupeNamesCalls *self, guint64 id, int reason)
{
  struct
  {
    struct seccomp_notif_resp response;
    char rest[64]; /* of later kernels */
  } message = { .response = { .id = id, .error = -reason } };

  g_assert (self != NULL);

  /* The thread may have ended. */
  if (ioctl (self->listener, SECCOMP_IOCTL_NOTIF_SEND, &message) != 0)
    g_debug ("%s", g_strerror (errno));
}

/* Gives the open file to the caller as the result of its call. Returns 0 if it was answered, or an errno. */
static int
give (TroupeNamesCalls *self, guint64 id, int file, int flags)
{
  struct seccomp_notif_addfd addition = {
    .id = id,
    .srcfd = (guint32) file,
    .newfd_flags = (flags & O_CLOEXEC) != 0 ? O_CLOEXEC : 0,
  };
  int number = -1;
  int reason = 0;

  g_assert (self != NULL);

#ifdef SECCOMP_ADDFD_FLAG_SEND
  addition.flags = SECCOMP_ADDFD_FLAG_SEND;
  number = ioctl (self->listener, SECCOMP_IOCTL_NOTIF_ADDFD, &addition);
  if (number < 0 && errno != EINVAL)
    reason = errno;
#endif
  if (reason == 0 && number < 0)
    {
      struct seccomp_notif_resp response = { .id = id };

      addition.flags = 0;
      number = ioctl (self->listener, SECCOMP_IOCTL_NOTIF_ADDFD, &addition);
      reason = number < 0 ? errno : 0;
      response.val = number;
      if (reason == 0 && ioctl (self->listener, SECCOMP_IOCTL_NOTIF_SEND, &response) != 0)
        g_debug ("%s", g_strerror (errno));
    }
  return reason;
}

/* Same for a file that existed, and closes it. */
static int
give_existing (TroupeNamesCalls *self, guint64 id, int file, int flags)
{
  const int reason = give (self, id, file, flags);

  close (file);
  return reason;
}

/* Adds a refused name to the report, unless there are enough. */
static void
report (TroupeNamesCalls *self, TroupeNamesReason reason, int parent, const char *name)
{
  g_autofree char *path = troupe_names_rules_describe (parent, name);
  g_autofree char *entry = g_strdup_printf ("%c%s", (char) reason, path);
  const gsize length = strlen (entry) + 1;

  g_assert (self != NULL);

  if (self->report < 0 || g_hash_table_contains (self->reported, path))
    return;
  self->n_refused++;
  if (g_hash_table_size (self->reported) < TROUPE_NAMES_MOST_REPORTED)
    {
      g_hash_table_add (self->reported, g_steal_pointer (&path));
      if (pwrite (self->report, entry, length, (off_t) self->report_length) == (gssize) length)
        self->report_length += length;
    }
  if (pwrite (self->report, &self->n_refused, sizeof self->n_refused, 0) < 0)
    g_debug ("%s", g_strerror (errno));
}

/* Returns 0 if the name may be created, otherwise the errno for the caller. */
static int
judge (TroupeNamesCalls *self, const TroupeNamesWalk *walk, TroupeNamesKind kind)
{
  TroupeNamesReason reason;
  struct stat status;

  g_assert (self != NULL);

  reason = troupe_names_rules_judge (self->rules, walk->parent, walk->name, kind);
  if (reason == TROUPE_NAMES_ALLOWED)
    return 0;
  /* As for names that are allowed: many programs create what may exist. */
  if (kind != TROUPE_NAMES_MOVED_FOLDER &&
      fstatat (walk->parent, walk->name, &status, AT_SYMLINK_NOFOLLOW) == 0)
    return EEXIST;
  report (self, reason, walk->parent, walk->name);
  return EACCES;
}

/* Returns TRUE if the name is refused, but may have been made at random: a program then tries another one if it exists. */
static gboolean
is_retried (TroupeNamesCalls *self, const TroupeNamesWalk *walk, TroupeNamesKind kind)
{
  TroupeNamesReason reason;

  g_assert (self != NULL);

  if (!troupe_folder_data_is_retried (walk->name))
    return FALSE;
  reason = troupe_names_rules_judge (self->rules, walk->parent, walk->name, kind);
  return reason == TROUPE_NAMES_IS_PROGRAM || reason == TROUPE_NAMES_NO_RESULT;
}

/* Takes the mask of the caller for the next file. */
static void
take_umask (TroupeNamesCalls *self, const TroupeNamesCaller *caller)
{
  const mode_t mask = troupe_names_caller_get_umask (caller);

  g_assert (self != NULL);

  if (mask != self->umask)
    umask (mask);
  self->umask = mask;
}

/* --- Opening files ------------------------------------------------------------------------------- */

static gboolean
may_change (int flags)
{
  return (flags & O_ACCMODE) != O_RDONLY || (flags & O_TRUNC) != 0;
}

/* Empties an open file. It is opened again if @flags do not permit to write. Returns 0 or an errno. */
static int
empty (int file, int flags)
{
  char link[64];
  int other;

  if ((flags & O_ACCMODE) != O_RDONLY)
    return ftruncate (file, 0) == 0 ? 0 : errno;
  g_snprintf (link, sizeof link, "/proc/self/fd/%d", file);
  other = open (link, O_WRONLY | O_TRUNC | O_NONBLOCK | O_CLOEXEC);
  if (other < 0)
    return errno;
  close (other);
  return 0;
}

/* Opens a file that exists, and does not empty it. Returns its descriptor, or -1 with errno set: EAGAIN if it is not ready. */
static int
open_existing (int folder, const char *name, int flags)
{
  const int file =
      openat (folder, name,
              (flags & ~(O_CREAT | O_EXCL | O_TRUNC)) | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  struct stat status;

  if (file < 0)
    {
      /* A pipe without a reader, or a socket. */
      if (errno == ENXIO && (flags & O_NONBLOCK) == 0)
        errno =
            fstatat (folder, name, &status, 0) == 0 && S_ISFIFO (status.st_mode) ? EAGAIN : ENXIO;
      return -1;
    }
  if (fstat (file, &status) == 0 && S_ISDIR (status.st_mode))
    {
      close (file);
      errno = EISDIR;
      return -1;
    }
  if ((flags & O_NONBLOCK) == 0 && fcntl (file, F_SETFL, flags & CHANGEABLE_FLAGS) != 0)
    g_debug ("%s", g_strerror (errno));
  return file;
}

/* Keeps a file that is not ready for later. */
static int
keep (TroupeNamesCalls *self,
      const TroupeNamesCaller *caller,
      int folder,
      const char *name,
      int flags)
{
  Pending pending = { caller->request->id, -1, flags };

  g_assert (self != NULL);

  if (self->pending->len >= MOST_PENDING)
    return EMFILE;
  pending.file = openat (folder, name, O_PATH | O_CLOEXEC);
  if (pending.file < 0)
    return errno;
  if (troupe_names_walk_is_foreign (caller, pending.file))
    {
      close (pending.file);
      return EACCES;
    }
  g_array_append_val (self->pending, pending);
  return IS_PENDING;
}

/* Returns 0 if the caller may change or link the open file, otherwise an errno. */
static int
check_existing (TroupeNamesCalls *self, const TroupeNamesCaller *caller, int file)
{
  TroupeNamesReason reason;

  g_assert (self != NULL);

  if (troupe_names_walk_is_foreign (caller, file))
    return EACCES;
  reason = troupe_names_rules_judge_existing (self->rules, file, NULL);
  if (reason == TROUPE_NAMES_ALLOWED)
    return 0;
  report (self, reason, file, NULL);
  return EACCES;
}

/* Returns TRUE if changing the open file would change files outside of the folders of the user in the sandbox. */
static gboolean
is_shared (TroupeNamesCalls *self, int file)
{
  struct statvfs status;

  g_assert (self != NULL);

  return troupe_names_copies_is_shared (self->copies, file) &&
         !troupe_names_rules_is_free (self->rules, file) &&
         (fstatvfs (file, &status) != 0 || (status.f_flag & ST_RDONLY) == 0);
}

/* Replaces an open file that has other names by a copy. Returns 0 or an errno. */
static int
separate (TroupeNamesCalls *self, int *file, int flags)
{
  int reason;

  g_assert (self != NULL);

  if (!is_shared (self, *file))
    return 0;
  reason =
      troupe_names_copies_separate (file, flags & (O_ACCMODE | CHANGEABLE_FLAGS | O_SYNC | O_DSYNC),
                                    (flags & O_TRUNC) != 0);
  if (reason == 0)
    return 0;
  report (self, TROUPE_NAMES_IS_SHARED, *file, NULL);
  return EACCES;
}

/* Returns 0 if the open file @parent, or @name in it, may be changed because of its content, otherwise an errno. */
static int
check_content (TroupeNamesCalls *self, int parent, const char *name)
{
  g_assert (self != NULL);

  if (!troupe_names_data_is_pickled (self->rules, parent, name))
    return 0;
  report (self, TROUPE_NAMES_IS_PICKLED, parent, *name != '\0' ? name : NULL);
  return EACCES;
}

/* Returns 0 if the caller may have the open file, which is emptied if it asks for that, otherwise an errno. @file: (inout): replaced if it has
 * other names */
static int
check_file (TroupeNamesCalls *self, const TroupeNamesCaller *caller, int *opened, int flags)
{
  struct stat status;
  int reason = 0;
  int file;

  g_assert (self != NULL);

  if (troupe_names_walk_is_foreign (caller, *opened))
    return EACCES;
  if (may_change (flags))
    reason = check_existing (self, caller, *opened);
  if (reason == 0 && may_change (flags))
    reason = check_content (self, *opened, "");
  if (reason == 0 && may_change (flags))
    reason = separate (self, opened, flags);
  if (reason != 0)
    return reason;
  file = *opened;
  return (flags & O_TRUNC) != 0 && fstat (file, &status) == 0 && S_ISREG (status.st_mode)
             ? empty (file, flags)
             : 0;
}

/* Opens a file and gives it to the caller. Returns 0 if it was answered, an errno, or IS_PENDING. */
static int
open_and_give (TroupeNamesCalls *self,
               const TroupeNamesCaller *caller,
               int folder,
               const char *name,
               int flags)
{
  int file = open_existing (folder, name, flags);
  int reason = file >= 0 ? check_file (self, caller, &file, flags) : errno;
  g_autofree char *path = NULL;

  if (file >= 0 && reason != 0)
    {
      close (file);
      return reason;
    }
  if (file >= 0)
    return give_existing (self, caller->request->id, file, flags);
  path = reason == EROFS && folder >= 0 ? troupe_names_rules_describe (folder, name) : NULL;
  if (path != NULL && troupe_names_data_is_outside (self->rules, path))
    {
      report (self, TROUPE_NAMES_OUTSIDE_OUTPUT, folder, name);
      reason = EACCES;
    }
  errno = reason;
  return errno == EAGAIN && (flags & O_NONBLOCK) == 0
             ? keep (self, caller, folder, name, flags & ~O_NOFOLLOW)
             : errno;
}

/* Opens what a link of `/proc` leads to, by its descriptor, which is closed. */
static int
open_target (TroupeNamesCalls *self, const TroupeNamesCaller *caller, int target, int flags)
{
  char link[64];
  int reason;

  g_snprintf (link, sizeof link, "/proc/self/fd/%d", target);
  reason = troupe_names_walk_is_foreign (caller, target)
               ? EACCES
               : open_and_give (self, caller, AT_FDCWD, link, flags & ~O_NOFOLLOW);
  close (target);
  return reason;
}

/* Removes a file that was created in vain: the caller has no descriptors left. */
static void
take_back (const TroupeNamesWalk *walk, int file)
{
  struct stat created;
  struct stat status;

  if (fstat (file, &created) == 0 &&
      fstatat (walk->parent, walk->name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
      status.st_dev == created.st_dev && status.st_ino == created.st_ino)
    unlinkat (walk->parent, walk->name, 0);
}

/* Creates the file. Returns 0 if it was answered, or an errno. */
static int
create (TroupeNamesCalls *self, const TroupeNamesWalk *walk, int flags, mode_t mode)
{
  int reason;
  int file;

  g_assert (self != NULL);

  if ((flags & O_EXCL) != 0 && is_retried (self, walk, TROUPE_NAMES_FILE))
    return EEXIST;
  reason = judge (self, walk, TROUPE_NAMES_FILE);
  if (reason != 0)
    return reason;
  take_umask (self, walk->caller);
  /* Without O_EXCL, a link that has appeared would be followed. */
  file = openat (walk->parent, walk->name, flags | O_EXCL | O_CLOEXEC,
                 troupe_names_modes_limit (self->rules, walk->parent, mode));
  if (file < 0)
    return errno;
  reason = give (self, walk->caller->request->id, file, flags);
  if (reason == EMFILE)
    take_back (walk, file);
  close (file);
  return reason;
}

/* Returns why a path that ends with a slash cannot be opened for writing. */
static int
find_folder (const TroupeNamesWalk *walk)
{
  struct stat status;

  if (troupe_names_walk_has_name (walk) && fstatat (walk->parent, walk->name, &status, 0) != 0)
    return errno;
  return troupe_names_walk_has_name (walk) && !S_ISDIR (status.st_mode) ? ENOTDIR : EISDIR;
}

/* Opens or creates the file. Returns 0 if it was answered, an errno, or IS_PENDING. */
static int
open_name (TroupeNamesCalls *self, TroupeNamesWalk *walk, int flags, mode_t mode)
{
  int reason = EEXIST;

  g_assert (self != NULL);

  for (guint i = 0; reason == EEXIST && i < MOST_ATTEMPTS; i++)
    {
      int target = -1;

      if ((flags & O_CREAT) == 0 && walk->has_slash)
        return find_folder (walk);
      if (!troupe_names_walk_has_name (walk) || walk->has_slash)
        return (flags & O_EXCL) != 0 && !troupe_names_walk_has_name (walk) ? EEXIST : EISDIR;
      if ((flags & O_EXCL) != 0 && (flags & O_CREAT) != 0)
        return create (self, walk, flags, mode);
      reason = open_and_give (self, walk->caller, walk->parent, walk->name, flags | O_NOFOLLOW);
      if (reason == ENOENT && (flags & O_CREAT) != 0)
        reason = create (self, walk, flags, mode);
      else if (reason == ELOOP && (flags & O_NOFOLLOW) == 0)
        {
          reason = troupe_names_walk_follow (walk, &target);
          if (target >= 0)
            return open_target (self, walk->caller, target, flags);
          /* The link was replaced, or the file to which it leads is the next one. */
          if (reason == 0 || reason == EINVAL)
            reason = EEXIST;
        }
    }
  return reason;
}

static int
handle_open (TroupeNamesCalls *self,
             const TroupeNamesCaller *caller,
             int folder,
             guint64 address,
             int flags,
             mode_t mode)
{
  g_auto (TroupeNamesWalk) walk = TROUPE_NAMES_WALK_INIT (caller);
  char path[PATH_MAX];
  int reason = troupe_names_caller_read_path (caller, address, path);

  if (reason == 0 && (flags & O_DIRECTORY) != 0 && (flags & O_CREAT) != 0)
    return EINVAL;
  if (reason == 0)
    reason = troupe_names_walk_begin (&walk, folder, path);
  return reason == 0 ? open_name (self, &walk, flags, mode) : reason;
}

/* --- Other calls --------------------------------------------------------------------------------- */

/* Finds the folder and the name of a path. @name: (out): the name with a slash if one follows. Returns 0 or an errno, @reason_of_none if the
 * path ends with no name. */
static int
find_name (TroupeNamesWalk *walk,
           int folder,
           guint64 address,
           int reason_of_none,
           char name[NAME_MAX + 2])
{
  char path[PATH_MAX];
  int reason = troupe_names_caller_read_path (walk->caller, address, path);

  if (reason == 0)
    reason = troupe_names_walk_begin (walk, folder, path);
  if (reason != 0)
    return reason;
  g_snprintf (name, NAME_MAX + 2, "%s%s", walk->name, walk->has_slash ? "/" : "");
  return troupe_names_walk_has_name (walk) ? 0 : reason_of_none;
}

static int
handle_mkdir (TroupeNamesCalls *self,
              const TroupeNamesCaller *caller,
              int folder,
              guint64 address,
              mode_t mode)
{
  g_auto (TroupeNamesWalk) walk = TROUPE_NAMES_WALK_INIT (caller);
  char name[NAME_MAX + 2];
  int reason = find_name (&walk, folder, address, EEXIST, name);

  if (reason == 0 && is_retried (self, &walk, TROUPE_NAMES_NEW_FOLDER))
    reason = EEXIST;
  if (reason == 0)
    reason = judge (self, &walk, TROUPE_NAMES_NEW_FOLDER);
  if (reason != 0)
    return reason;
  take_umask (self, caller);
  return mkdirat (walk.parent, name, mode) == 0 ? 0 : errno;
}

static int
handle_mknod (TroupeNamesCalls *self,
              const TroupeNamesCaller *caller,
              int folder,
              guint64 address,
              mode_t mode,
              dev_t device)
{
  g_auto (TroupeNamesWalk) walk = TROUPE_NAMES_WALK_INIT (caller);
  char name[NAME_MAX + 2];
  int reason = find_name (&walk, folder, address, EEXIST, name);

  if (reason == 0)
    reason = judge (self, &walk, TROUPE_NAMES_FILE);
  if (reason != 0)
    return reason;
  take_umask (self, caller);
  return mknodat (walk.parent, name, troupe_names_modes_limit (self->rules, walk.parent, mode),
                  device) == 0
             ? 0
             : errno;
}

/* Judges the text of a link that gets a name. Returns 0 or an errno. */
static int
judge_text (TroupeNamesCalls *self, const TroupeNamesWalk *to, const char *text)
{
  TroupeNamesReason reason;

  g_assert (self != NULL);

  reason = troupe_names_links_lead_out (self->rules, to->parent, text)
               ? TROUPE_NAMES_LEADS_OUT
               : troupe_names_data_judge_target (self->rules, to->parent, text);
  if (reason == TROUPE_NAMES_ALLOWED)
    return 0;
  report (self, reason, to->parent, to->name);
  return EACCES;
}

/* Same for the link @name of @folder, which is empty for the link itself that is open. Anything but a link is allowed. */
static int
judge_link (TroupeNamesCalls *self, int folder, const char *name, const TroupeNamesWalk *to)
{
  char text[PATH_MAX];
  const gssize length = readlinkat (folder, name, text, sizeof text - 1);

  text[MAX (length, 0)] = '\0';
  if (length >= 0)
    return judge_text (self, to, text);
  return errno == EINVAL || errno == ENOENT ? 0 : errno;
}

static int
handle_symlink (TroupeNamesCalls *self,
                const TroupeNamesCaller *caller,
                guint64 target,
                int folder,
                guint64 address)
{
  g_auto (TroupeNamesWalk) walk = TROUPE_NAMES_WALK_INIT (caller);
  char name[NAME_MAX + 2];
  char text[PATH_MAX];
  int reason = troupe_names_caller_read_path (caller, target, text);

  if (reason == 0)
    reason = find_name (&walk, folder, address, EEXIST, name);
  if (reason == 0)
    reason = judge (self, &walk, TROUPE_NAMES_FILE);
  if (reason == 0)
    reason = judge_text (self, &walk, text);
  if (reason != 0)
    return reason;
  return symlinkat (text, walk.parent, name) == 0 ? 0 : errno;
}

static int
handle_link (TroupeNamesCalls *self,
             const TroupeNamesCaller *caller,
             int from,
             guint64 source,
             int to,
             guint64 address,
             int flags)
{
  g_auto (TroupeNamesWalk) source_walk = TROUPE_NAMES_WALK_INIT (caller);
  g_auto (TroupeNamesWalk) walk = TROUPE_NAMES_WALK_INIT (caller);
  char name[NAME_MAX + 2];
  char link[64];
  int file = -1;
  int reason = (flags & ~(AT_SYMLINK_FOLLOW | AT_EMPTY_PATH)) != 0 ? EINVAL : 0;

  if (reason == 0)
    reason = troupe_names_walk_open (&source_walk, from, source, flags, &file);
  if (reason == 0)
    reason = check_existing (self, caller, file);
  if (reason == 0)
    reason = find_name (&walk, to, address, EEXIST, name);
  if (reason == 0)
    reason = judge (self, &walk, TROUPE_NAMES_FILE);
  if (reason == 0)
    reason = judge_link (self, file, "", &walk);
  g_snprintf (link, sizeof link, "/proc/self/fd/%d", file);
  /* A file of O_TMPFILE was not created by this program. */
  if (reason == 0)
    troupe_names_modes_clear (self->rules, walk.parent, file);
  if (reason == 0)
    troupe_names_copies_add_link (self->copies, file);
  if (reason == 0 && linkat (AT_FDCWD, link, walk.parent, name, AT_SYMLINK_FOLLOW) != 0)
    reason = errno;
  if (file >= 0)
    close (file);
  return reason;
}

/* Like truncate(), but fails with EAGAIN if it would wait. Returns 0 or an errno. */
static int
truncate_file (const char *path, off_t length)
{
  const int file = open (path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  int reason = file >= 0 ? 0 : errno;

  if (reason == 0 && ftruncate (file, length) != 0)
    reason = errno;
  if (file >= 0)
    close (file);
  return reason == ENXIO ? EINVAL : reason;
}

static int
handle_truncate (TroupeNamesCalls *self,
                 const TroupeNamesCaller *caller,
                 guint64 address,
                 off_t length)
{
  g_auto (TroupeNamesWalk) walk = TROUPE_NAMES_WALK_INIT (caller);
  char link[64];
  int file = -1;
  int reason = troupe_names_walk_open (&walk, AT_FDCWD, address, AT_SYMLINK_FOLLOW, &file);

  if (reason == 0)
    reason = check_file (self, caller, &file, O_WRONLY);
  g_snprintf (link, sizeof link, "/proc/self/fd/%d", file);
  /* Without waiting for another process that has a lease of the file. */
  if (reason == 0)
    reason = truncate_file (link, length);
  if (file >= 0)
    close (file);
  return reason;
}

/* Gives an address to a socket, unless it is a local one, whose address is a name in a folder. */
static int
handle_bind (const TroupeNamesCaller *caller, int descriptor, guint64 address, guint64 length)
{
  struct sockaddr_storage copy = { 0 };
  int domain = AF_UNIX;
  socklen_t size = sizeof domain;
  const int socket = troupe_names_caller_dup_descriptor (caller, descriptor);
  int reason = socket >= 0 ? 0 : errno;

  if (reason == 0 && getsockopt (socket, SOL_SOCKET, SO_DOMAIN, &domain, &size) != 0)
    reason = errno;
  if (reason == 0 && domain == AF_UNIX)
    reason = EACCES;
  if (reason == 0 && length > sizeof copy)
    reason = EINVAL;
  if (reason == 0 && length > 0)
    reason = troupe_names_caller_read_memory (caller, address, &copy, length);
  if (reason == 0 && bind (socket, (const struct sockaddr *) &copy, (socklen_t) length) != 0)
    reason = errno;
  if (socket >= 0)
    close (socket);
  return reason;
}

/* Judges the name that an existing file gets. */
static int
judge_move (TroupeNamesCalls *self, const TroupeNamesWalk *from, const TroupeNamesWalk *to)
{
  struct stat status;
  TroupeNamesReason reason;

  g_assert (self != NULL);

  if (fstatat (from->parent, from->name, &status, AT_SYMLINK_NOFOLLOW) != 0)
    return errno;
  reason = troupe_names_rules_judge_existing (self->rules, from->parent, from->name);
  if (reason != TROUPE_NAMES_ALLOWED)
    {
      report (self, reason, from->parent, from->name);
      return EACCES;
    }
  reason = troupe_names_rules_judge (self->rules, to->parent, to->name,
                                     S_ISDIR (status.st_mode) ? TROUPE_NAMES_MOVED_FOLDER
                                                              : TROUPE_NAMES_FILE);
  if (reason != TROUPE_NAMES_ALLOWED)
    {
      report (self, reason, to->parent, to->name);
      return EACCES;
    }
  if (!S_ISDIR (status.st_mode))
    return judge_link (self, from->parent, from->name, to);
  /* Programs then copy the folder, so that each name is judged. */
  return troupe_names_rules_keeps (self->rules, from->parent, from->name, to->parent, to->name) ||
                 troupe_names_links_keep (self->rules, from->parent, from->name, to->parent,
                                          to->name)
             ? EXDEV
             : 0;
}

static int
handle_rename (TroupeNamesCalls *self,
               const TroupeNamesCaller *caller,
               int from,
               guint64 old_address,
               int to,
               guint64 new_address,
               unsigned int flags)
{
  g_auto (TroupeNamesWalk) old = TROUPE_NAMES_WALK_INIT (caller);
  g_auto (TroupeNamesWalk) new = TROUPE_NAMES_WALK_INIT (caller);
  char old_name[NAME_MAX + 2];
  char new_name[NAME_MAX + 2];
  int reason = (flags & ~(unsigned int) (RENAME_NOREPLACE | RENAME_EXCHANGE)) != 0 ? EINVAL : 0;

  if (reason == 0)
    reason = find_name (&old, from, old_address, EBUSY, old_name);
  if (reason == 0)
    reason = find_name (&new, to, new_address, (flags & RENAME_NOREPLACE) != 0 ? EEXIST : EBUSY,
                        new_name);
  if (reason == 0)
    reason = judge_move (self, &old, &new);
  if (reason == 0 && (flags & RENAME_EXCHANGE) != 0)
    reason = judge_move (self, &new, &old);
  if (reason == 0)
    reason = check_content (self, new.parent, new.name);
  if (reason == 0 && (flags & RENAME_EXCHANGE) != 0)
    reason = check_content (self, old.parent, old.name);
  if (reason == 0 &&
      syscall (SYS_renameat2, old.parent, old_name, new.parent, new_name, flags) != 0)
    reason = errno;
  return reason;
}

/* --- Dispatch ------------------------------------------------------------------------------------ */

/* Executes a call. Returns 0 if it succeeded, an errno, or IS_PENDING. @is_open: (out): whether success was answered */
static int
execute (TroupeNamesCalls *self, const TroupeNamesCaller *caller, gboolean *is_open)
{
  const struct seccomp_data *data = &caller->request->data;
  const __u64 *args = data->args;

  *is_open = FALSE;
  switch (data->nr)
    {
#ifdef SYS_open
    case SYS_open:
      *is_open = TRUE;
      return handle_open (self, caller, AT_FDCWD, args[0], (int) args[1], (mode_t) args[2]);
    case SYS_creat:
      *is_open = TRUE;
      return handle_open (self, caller, AT_FDCWD, args[0], O_CREAT | O_WRONLY | O_TRUNC,
                          (mode_t) args[1]);
    case SYS_mkdir:
      return handle_mkdir (self, caller, AT_FDCWD, args[0], (mode_t) args[1]);
    case SYS_mknod:
      return handle_mknod (self, caller, AT_FDCWD, args[0], (mode_t) args[1],
                           (dev_t) (guint32) args[2]);
    case SYS_symlink:
      return handle_symlink (self, caller, args[0], AT_FDCWD, args[1]);
    case SYS_link:
      return handle_link (self, caller, AT_FDCWD, args[0], AT_FDCWD, args[1], 0);
    case SYS_rename:
      return handle_rename (self, caller, AT_FDCWD, args[0], AT_FDCWD, args[1], 0);
#endif
#ifdef SYS_renameat
    case SYS_renameat:
      return handle_rename (self, caller, (int) args[0], args[1], (int) args[2], args[3], 0);
#endif
#ifdef SYS_chmod
    case SYS_chmod:
      return troupe_names_modes_set (self->rules, caller, AT_FDCWD, args[0], (mode_t) args[1], 0);
#endif
    case SYS_fchmod:
      return troupe_names_modes_set_open (self->rules, caller, (int) args[0], (mode_t) args[1]);
    case SYS_fchmodat:
      return troupe_names_modes_set (self->rules, caller, (int) args[0], args[1], (mode_t) args[2],
                                     0);
    case TROUPE_NAMES_FCHMODAT2:
      return troupe_names_modes_set (self->rules, caller, (int) args[0], args[1], (mode_t) args[2],
                                     (int) args[3]);
    case SYS_truncate:
      return handle_truncate (self, caller, args[0], (off_t) args[1]);
    case SYS_bind:
      return handle_bind (caller, (int) args[0], args[1], (guint32) args[2]);
    case SYS_openat:
      *is_open = TRUE;
      return handle_open (self, caller, (int) args[0], args[1], (int) args[2], (mode_t) args[3]);
    case SYS_mkdirat:
      return handle_mkdir (self, caller, (int) args[0], args[1], (mode_t) args[2]);
    case SYS_mknodat:
      return handle_mknod (self, caller, (int) args[0], args[1], (mode_t) args[2],
                           (dev_t) (guint32) args[3]);
    case SYS_symlinkat:
      return handle_symlink (self, caller, args[0], (int) args[1], args[2]);
    case SYS_linkat:
      return handle_link (self, caller, (int) args[0], args[1], (int) args[2], args[3],
                          (int) args[4]);
    case SYS_renameat2:
      return handle_rename (self, caller, (int) args[0], args[1], (int) args[2], args[3],
                            (unsigned int) args[4]);
    default:
      return ENOSYS;
    }
}

void
troupe_names_calls_take (TroupeNamesCalls *self)
{
  TroupeNamesCaller caller = { .listener = -1 };
  gboolean is_open = FALSE;
  int reason;

  g_return_if_fail (self != NULL);

  memset (self->request, 0, MAX (self->sizes.seccomp_notif, sizeof *self->request));
  if (ioctl (self->listener, SECCOMP_IOCTL_NOTIF_RECV, self->request) != 0)
    return;
  caller = (TroupeNamesCaller){ self->listener, self->request, (pid_t) self->request->pid };
  if (self->lock >= 0 && flock (self->lock, LOCK_EX) != 0)
    reason = EACCES;
  else
    reason = execute (self, &caller, &is_open);
  if (self->lock >= 0)
    flock (self->lock, LOCK_UN);
  if (reason != IS_PENDING && (reason != 0 || !is_open))
    answer (self, self->request->id, reason);
}

int
troupe_names_calls_retry (TroupeNamesCalls *self)
{
  g_return_val_if_fail (self != NULL, -1);

  for (guint i = self->pending->len; i > 0; i--)
    {
      Pending *pending = &g_array_index (self->pending, Pending, i - 1);
      char link[64];
      int file = -1;
      int reason = 0;

      g_snprintf (link, sizeof link, "/proc/self/fd/%d", pending->file);
      if (ioctl (self->listener, SECCOMP_IOCTL_NOTIF_ID_VALID, &pending->id) == 0)
        {
          file = open_existing (AT_FDCWD, link, pending->flags);
          reason = file < 0 ? errno : 0;
          if (reason == EAGAIN)
            continue;
          if (file >= 0 && may_change (pending->flags) &&
              (troupe_names_rules_judge_existing (self->rules, file, NULL) !=
                   TROUPE_NAMES_ALLOWED ||
               is_shared (self, file) || troupe_names_data_is_pickled (self->rules, file, "")))
            {
              close (file);
              reason = EACCES;
            }
          else if (file >= 0)
            reason = give_existing (self, pending->id, file, pending->flags);
          if (reason != 0)
            answer (self, pending->id, reason);
        }
      close (pending->file);
      g_array_remove_index_fast (self->pending, i - 1);
    }
  return self->pending->len > 0 ? RETRY_MS : -1;
}
