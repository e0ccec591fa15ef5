/* troupe-store-private.h: the store itself, for its reading half
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

  char *path;
  char *notice; /* (nullable) */
  TroupeStoreOwner *owner;
  TroupeStoreWriter *writer;
  GMutex mutex;           /* of the connection that reads */
  TroupeDatabase *reader; /* (nullable): made at the first look */
};

G_END_DECLS
