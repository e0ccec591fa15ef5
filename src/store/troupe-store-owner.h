/* troupe-store-owner.h: whose a running run is
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TroupeStoreOwner:
 * @start: when the process started, in the kernel's own ticks, so that a process number that is used
 *   again is not taken for the same process
 * @boot: the id of the system's start
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
