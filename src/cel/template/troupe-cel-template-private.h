/* troupe-cel-template-private.h: nodes of a compiled template
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-cel.h"

G_BEGIN_DECLS

typedef enum
{
  TROUPE_CEL_PART_CONSTANT,
  TROUPE_CEL_PART_EXPRESSION, /* exactly one `${…}` */
  TROUPE_CEL_PART_TEXT,       /* children: constants and expressions */
  TROUPE_CEL_PART_LIST,
  TROUPE_CEL_PART_MAP,
} TroupeCelPartKind;

typedef struct _TroupeCelPart TroupeCelPart;
struct _TroupeCelPart
{
  TroupeCelPartKind kind;
  TroupeValue *value; /* of a constant; for a map, the source of the keys */
  guint program;
  GPtrArray *children;
};

struct _TroupeCelTemplate
{
  gatomicrefcount ref_count;
  TroupeCelPart *top;
  GPtrArray *programs;
};

G_END_DECLS
