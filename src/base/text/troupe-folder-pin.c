/* troupe-folder-pin.c: folders that stay what they are while a document is running
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-folder-pin"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <sys/stat.h>
#include <unistd.h>

#include "troupe-file.h"
#include "troupe-folder-pin.h"

/* @descriptor: keeps the inode, so that no other folder gets its number */
struct _TroupeFolderPin
{
  char *path;
  char *target;
  int descriptor;
  dev_t device;
  ino_t inode;
  guint n_users;
};

/* (element-type TroupeFolderPin): of all paths */
static GMutex pins_lock;
static GPtrArray *pins;

static void
pin_clear (TroupeFolderPin *self)
{
  g_assert (self != NULL);

  close (self->descriptor);
  g_free (self->path);
  g_free (self->target);
  g_free (self);
}

TroupeFolderPin *
troupe_folder_pin_new (const char *path)
{
  g_autofree char *full = NULL;
  TroupeFolderPin *found = NULL;
  struct stat status;
  int descriptor;

  g_return_val_if_fail (path != NULL, NULL);

  full = g_canonicalize_filename (path, NULL);
  descriptor = open (full, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0 || fstat (descriptor, &status) != 0)
    {
      if (descriptor >= 0)
        close (descriptor);
      return NULL;
    }
  g_mutex_lock (&pins_lock);
  if (pins == NULL)
    pins = g_ptr_array_new ();
  for (guint i = 0; i < pins->len && found == NULL; i++)
    {
      TroupeFolderPin *pin = g_ptr_array_index (pins, i);

      if (pin->device == status.st_dev && pin->inode == status.st_ino &&
          g_str_equal (pin->path, full))
        found = pin;
    }
  if (found == NULL)
    {
      found = g_new0 (TroupeFolderPin, 1);
      found->path = g_steal_pointer (&full);
      found->target = troupe_path_from_descriptor (descriptor);
      found->descriptor = g_steal_fd (&descriptor);
      found->device = status.st_dev;
      found->inode = status.st_ino;
      g_ptr_array_add (pins, found);
    }
  found->n_users++;
  g_mutex_unlock (&pins_lock);
  if (descriptor >= 0)
    close (descriptor);
  return found;
}

TroupeFolderPin *
troupe_folder_pin_ref (TroupeFolderPin *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_mutex_lock (&pins_lock);
  self->n_users++;
  g_mutex_unlock (&pins_lock);
  return self;
}

const char *
troupe_folder_pin_get_target (TroupeFolderPin *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->target != NULL ? self->target : self->path;
}

gboolean
troupe_folder_pin_is_there (TroupeFolderPin *self)
{
  struct stat status;

  g_return_val_if_fail (self != NULL, FALSE);

  return stat (self->path, &status) == 0 && status.st_dev == self->device &&
         status.st_ino == self->inode;
}

void
troupe_folder_pin_free (TroupeFolderPin *self)
{
  if (self == NULL)
    return;
  g_mutex_lock (&pins_lock);
  if (--self->n_users == 0)
    {
      g_ptr_array_remove_fast (pins, self);
      pin_clear (self);
    }
  g_mutex_unlock (&pins_lock);
}

/* Returns FALSE if the path is pinned, but not to this folder. */
static gboolean
is_pinned_there (const char *path, const struct stat *status)
{
  gboolean is_pinned = FALSE;
  gboolean is_there = FALSE;

  g_mutex_lock (&pins_lock);
  for (guint i = 0; pins != NULL && i < pins->len; i++)
    {
      const TroupeFolderPin *pin = g_ptr_array_index (pins, i);

      if (!g_str_equal (pin->path, path))
        continue;
      is_pinned = TRUE;
      is_there = is_there || (pin->device == status->st_dev && pin->inode == status->st_ino);
    }
  g_mutex_unlock (&pins_lock);
  return !is_pinned || is_there;
}

int
troupe_folder_pin_open (const char *path, int flags)
{
  g_autofree char *full = NULL;
  struct stat status;
  int descriptor;

  g_return_val_if_fail (path != NULL, -1);

  descriptor = open (path, flags | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0)
    return -1;
  full = g_canonicalize_filename (path, NULL);
  if (fstat (descriptor, &status) == 0 && is_pinned_there (full, &status))
    return descriptor;
  close (descriptor);
  errno = ESTALE;
  return -1;
}

const char *
troupe_folder_pin_describe (int number)
{
  return number == ESTALE
             ? _ ("this is no longer the folder in which the document was started; run it again")
             : g_strerror (number);
}
