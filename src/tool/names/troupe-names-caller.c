/* troupe-names-caller.c: what a supervisor of names reads of a process that waits for it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-names"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>
#include <unistd.h>

#include "troupe-names-caller.h"

/* The smallest part of memory that may be missing. */
#define PAGE_SIZE 4096u
/* For modes of files if the mask is not known. */
#define STRICT_UMASK 077

int
troupe_names_place_get (TroupeNamesPlace *self, int folder)
{
  struct statx status;

  g_return_val_if_fail (self != NULL, EINVAL);

  if (statx (folder, "", AT_EMPTY_PATH | AT_STATX_DONT_SYNC, STATX_TYPE | STATX_INO | STATX_MNT_ID,
             &status) != 0)
    return errno;
  *self = (TroupeNamesPlace){ makedev (status.stx_dev_major, status.stx_dev_minor), status.stx_ino,
                              (status.stx_mask & STATX_MNT_ID) != 0 ? status.stx_mnt_id : 0 };
  return 0;
}

/* Returns FALSE if the thread has ended, so that another one may have its number. */
static gboolean
is_there (const TroupeNamesCaller *self)
{
  g_assert (self != NULL);

  return ioctl (self->listener, SECCOMP_IOCTL_NOTIF_ID_VALID, &self->request->id) == 0;
}

int
troupe_names_caller_read_path (const TroupeNamesCaller *self, guint64 address, char *path)
{
  gsize length = 0;

  g_return_val_if_fail (self != NULL && path != NULL, EINVAL);

  while (length < PATH_MAX)
    {
      const guint64 from = address + length;
      const gsize n_wanted = MIN (PAGE_SIZE - (gsize) (from & (PAGE_SIZE - 1)), PATH_MAX - length);
      const struct iovec local = { path + length, n_wanted };
      const struct iovec remote = { (void *) (guintptr) from, n_wanted };
      const gssize n_read = process_vm_readv (self->pid, &local, 1, &remote, 1, 0);

      if (n_read <= 0)
        return n_read < 0 && errno == EPERM ? EACCES : n_read < 0 ? errno : EFAULT;
      if (memchr (path + length, '\0', (gsize) n_read) != NULL)
        break;
      length += (gsize) n_read;
    }
  if (!is_there (self))
    return ESRCH;
  if (length >= PATH_MAX)
    return ENAMETOOLONG;
  return *path == '\0' ? ENOENT : 0;
}

int
troupe_names_caller_open (const TroupeNamesCaller *self, const char *part, int flags)
{
  char path[64];
  int descriptor;

  g_return_val_if_fail (self != NULL && part != NULL, -1);

  g_snprintf (path, sizeof path, "/proc/%d/%s", (int) self->pid, part);
  descriptor = open (path, O_PATH | O_CLOEXEC | flags);
  if (descriptor < 0 || is_there (self))
    return descriptor;
  close (descriptor);
  errno = ESRCH;
  return -1;
}

int
troupe_names_caller_open_descriptor (const TroupeNamesCaller *self, int descriptor, int flags)
{
  char part[32];
  int result;

  if (descriptor == AT_FDCWD)
    return troupe_names_caller_open (self, "cwd", flags);
  g_snprintf (part, sizeof part, "fd/%d", descriptor);
  result = troupe_names_caller_open (self, part, flags);
  if (result < 0 && errno == ENOENT)
    errno = EBADF;
  return result;
}

/* Reads a number of `/proc/PID/status`. @title: such as `\nTgid:`. Returns @fallback if it is unknown. */
static glong
read_status (const TroupeNamesCaller *self, const char *title, int base, glong fallback)
{
  char path[64];
  char text[512];
  const char *line = NULL;
  gssize length = -1;
  int file;

  g_assert (self != NULL);

  g_snprintf (path, sizeof path, "/proc/%d/status", (int) self->pid);
  file = open (path, O_RDONLY | O_CLOEXEC);
  if (file >= 0)
    {
      length = read (file, text, sizeof text - 1);
      close (file);
    }
  text[MAX (length, 0)] = '\0';
  line = strstr (text, title);
  return line != NULL ? strtol (line + strlen (title), NULL, base) : fallback;
}

int
troupe_names_caller_dup_descriptor (const TroupeNamesCaller *self, int descriptor)
{
  const glong process = self != NULL ? read_status (self, "\nTgid:", 10, -1) : -1;
  const int file = process > 0 ? (int) syscall (SYS_pidfd_open, (pid_t) process, 0) : -1;
  int result = -1;
  int reason = EACCES;

  g_return_val_if_fail (self != NULL, -1);

  if (file >= 0)
    {
      result = (int) syscall (SYS_pidfd_getfd, file, descriptor, 0);
      reason = result >= 0 || errno != EBADF ? EACCES : EBADF;
      close (file);
    }
  if (result >= 0 && is_there (self))
    return result;
  if (result >= 0)
    close (result);
  errno = reason;
  return -1;
}

int
troupe_names_caller_read_memory (const TroupeNamesCaller *self,
                                 guint64 address,
                                 void *memory,
                                 gsize length)
{
  const struct iovec local = { memory, length };
  const struct iovec remote = { (void *) (guintptr) address, length };

  g_return_val_if_fail (self != NULL && memory != NULL, EINVAL);

  if (process_vm_readv (self->pid, &local, 1, &remote, 1, 0) != (gssize) length)
    return EFAULT;
  return is_there (self) ? 0 : ESRCH;
}

gboolean
troupe_names_caller_is (const TroupeNamesCaller *self, glong number)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return number == self->pid || number == read_status (self, "\nTgid:", 10, -1);
}

mode_t
troupe_names_caller_get_umask (const TroupeNamesCaller *self)
{
  g_return_val_if_fail (self != NULL, STRICT_UMASK);

  return (mode_t) read_status (self, "\nUmask:", 8, STRICT_UMASK) & 0777;
}
