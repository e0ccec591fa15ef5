/* troupe-store-owner.h: process that owns a running run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TroupeStoreOwner:
 * @start: start time of the process, in clock ticks of the kernel; distinguishes the process from a
 *   later one with the same process ID
 * @boot: the boot ID of the system
 */
typedef struct
{
  gint64 process;
  gint64 start;
  char *boot;
} TroupeStoreOwner;

TroupeStoreOwner *troupe_store_owner_new_for_this_process (void);
void troupe_store_owner_free (TroupeStoreOwner *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeStoreOwner, troupe_store_owner_free)
gboolean troupe_store_owner_is_alive (const TroupeStoreOwner *self,
                                      gint64 process,
                                      gint64 start,
                                      const char *boot);

G_END_DECLS
