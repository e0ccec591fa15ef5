/* troupe-cel-type-private.h: what the lint reads of a type
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
  GHashTable *fields; /* name → TroupeCelType */
};

const TroupeCelType *troupe_cel_type_get_field (const TroupeCelType *self, const char *name);

/* Literals of the language, one for each kind that a value may be. (transfer full) (nullable): %NULL where
 * nothing is known */
GPtrArray *troupe_cel_type_make_examples (const TroupeCelType *self);

G_END_DECLS
