/* troupe-store-private.h: internals of TroupeStore, shared with its reading functions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-store-database.h"
#include "troupe-store-owner.h"
#include "troupe-store-writer.h"
#include "troupe-store.h"

G_BEGIN_DECLS

struct _TroupeStore
{
  GObject parent_instance;

  TroupeStoreFolder *folder;
  char *path;
  char *notice; /* (nullable) */
  TroupeStoreOwner *owner;
  TroupeStoreWriter *writer;
  GMutex mutex;           /* protects the reading connection */
  TroupeDatabase *reader; /* (nullable): opened on first use */
};

G_END_DECLS
