/* troupe-schema-private.h: private structure of a compiled JSON schema
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-schema.h"

G_BEGIN_DECLS

struct _TroupeSchema
{
  gatomicrefcount ref_count;
  TroupeValue *document; /* its parts are used by the nodes */
  GPtrArray *owned;      /* (element-type TroupeSchemaNode) */
  TroupeSchemaNode *root;
  gboolean is_open; /* whether unknown members are ignored instead of rejected */
};

G_END_DECLS
