/* troupe-schema-private.h: a schema as a whole
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-schema.h"

G_BEGIN_DECLS

struct _TroupeSchema
{
  gatomicrefcount ref_count;
  TroupeValue *document; /* whose parts the nodes use */
  GPtrArray *owned;      /* (element-type TroupeSchemaNode) */
  TroupeSchemaNode *root;
  gboolean is_open; /* whether members that it does not name are left out, and are no problem */
};

G_END_DECLS
