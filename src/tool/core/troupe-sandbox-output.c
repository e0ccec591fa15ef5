/* troupe-sandbox-output.c: a folder in which code in a sandbox may write
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-sandbox-output"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "troupe-sandbox-output.h"

/* How often the folder is opened again while another object removes it, and the time between. */
#define MOST_ATTEMPTS 20u
#define PAUSE_US 500u

/* @folder: in which the folder is; @output: the folder itself; descriptors */
struct _TroupeSandboxOutput
{
  char *name;
  int folder;
  int output;
  gboolean is_created;
};

/* Opens the folder and locks it, so that no other object removes it. Code in another sandbox may hold the lock for ever, which is ignored in the end.
 * Returns -1 with errno set: ENOENT or EWOULDBLOCK if another object is removing it. */
static int
open_locked (int folder, const char *name, gboolean is_last)
{
  int output = openat (folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  struct stat status;
  int reason = 0;

  if (output < 0)
    return -1;
  /* Not all file systems have locks. */
  if (flock (output, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK && !is_last)
    reason = EWOULDBLOCK;
  else if (fstat (output, &status) != 0 || status.st_nlink == 0)
    reason = ENOENT;
  if (reason == 0)
    return output;
  close (output);
  errno = reason;
  return -1;
}

TroupeSandboxOutput *
troupe_sandbox_output_new (int folder, const char *name)
{
  TroupeSandboxOutput *self;
  gboolean is_created = FALSE;
  int output = -1;

  g_return_val_if_fail (folder >= 0 && name != NULL, NULL);

  for (guint i = 1; output < 0 && i <= MOST_ATTEMPTS; i++)
    {
      is_created = mkdirat (folder, name, 0777) == 0;
      if (!is_created && errno != EEXIST)
        return NULL;
      output = open_locked (folder, name, i == MOST_ATTEMPTS);
      if (output < 0 && errno != ENOENT && errno != EWOULDBLOCK)
        return NULL;
      if (output < 0)
        g_usleep (PAUSE_US);
    }
  if (output < 0)
    return NULL;
  self = g_new0 (TroupeSandboxOutput, 1);
  self->name = g_strdup (name);
  self->folder = fcntl (folder, F_DUPFD_CLOEXEC, 3);
  self->output = output;
  self->is_created = is_created;
  return self;
}

gboolean
troupe_sandbox_output_equal (gconstpointer a, gconstpointer b)
{
  struct stat first;
  struct stat second;

  g_return_val_if_fail (a != NULL && b != NULL, FALSE);

  return fstat (((const TroupeSandboxOutput *) a)->output, &first) == 0 &&
         fstat (((const TroupeSandboxOutput *) b)->output, &second) == 0 &&
         first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

void
troupe_sandbox_output_free (TroupeSandboxOutput *self)
{
  if (self == NULL)
    return;
  /* Nothing but an empty folder is removed, so that it does not matter if another one has this name by now. */
  if (self->is_created && self->folder >= 0 && flock (self->output, LOCK_EX | LOCK_NB) == 0 &&
      unlinkat (self->folder, self->name, AT_REMOVEDIR) != 0)
    g_debug ("The folder for outputs stays: %s", g_strerror (errno));
  if (self->folder >= 0)
    close (self->folder);
  close (self->output);
  g_free (self->name);
  g_free (self);
}
