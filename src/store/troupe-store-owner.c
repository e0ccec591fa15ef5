/* troupe-store-owner.c: process that owns a running run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-store-owner"

#include "config.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include "troupe-store-owner.h"

/* The field of /proc/PID/stat that contains the start time of the process. Fields are counted
 * after the name. */
#define START_FIELD 20
/* The field with the state of the process. */
#define STATE_FIELD 1

/* Returns the start time of the process; 0 if it does not exist. */
static gint64
read_start (gint64 process)
{
  g_autofree char *path = g_strdup_printf ("/proc/%" G_GINT64_FORMAT "/stat", process);
  g_autofree char *text = NULL;
  g_auto (GStrv) fields = NULL;
  const char *end;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return 0;
  /* The name in parentheses may itself contain spaces and parentheses. */
  end = strrchr (text, ')');
  if (end == NULL)
    return 0;
  fields = g_strsplit (end + 1, " ", START_FIELD + 2);
  if (g_strv_length (fields) <= START_FIELD)
    return 0;
  /* A zombie has exited, although its parent has not waited for it yet. */
  if (strchr ("ZX", fields[STATE_FIELD][0]) != NULL)
    return 0;
  return g_ascii_strtoll (fields[START_FIELD], NULL, 10);
}

TroupeStoreOwner *
troupe_store_owner_new_for_this_process (void)
{
  TroupeStoreOwner *self = g_new0 (TroupeStoreOwner, 1);
  char *text = NULL;

  self->process = getpid ();
  self->start = read_start (self->process);
  if (!g_file_get_contents ("/proc/sys/kernel/random/boot_id", &text, NULL, NULL))
    self->boot = g_strdup ("");
  else
    self->boot = g_strstrip (text);
  return self;
}

void
troupe_store_owner_free (TroupeStoreOwner *self)
{
  g_free (self->boot);
  g_free (self);
}

/**
 * troupe_store_owner_is_alive:
 * @self: this process
 *
 * Returns: whether the given process is still running
 */
gboolean
troupe_store_owner_is_alive (const TroupeStoreOwner *self,
                             gint64 process,
                             gint64 start,
                             const char *boot)
{
  gint64 now_start;

  if (process <= 0 || g_strcmp0 (self->boot, boot) != 0)
    return FALSE;
  now_start = read_start (process);
  if (now_start != 0)
    return now_start == start;
  /* Without /proc only the process ID is available. */
  return start == 0 && (kill ((pid_t) process, 0) == 0 || errno == EPERM);
}
