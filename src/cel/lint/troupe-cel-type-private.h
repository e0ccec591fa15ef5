/* troupe-cel-type-private.h: private part of TroupeCelType for the linter
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-cel-lint.h"

G_BEGIN_DECLS

struct _TroupeCelType
{
  guint kinds;
  TroupeCelType *element;
  GHashTable *fields;   /* name → TroupeCelType */
  gboolean is_complete; /* a value has no other fields */
};

/* Creates literals of the language, one for each possible kind. (transfer full) (nullable):
 * %NULL if nothing is known */
GPtrArray *troupe_cel_type_make_examples (const TroupeCelType *self);

G_END_DECLS
