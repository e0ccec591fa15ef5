/* troupe-field-access.h: what the value of a field of a document gives access to
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Each field of a document declares what its value gives access to. Everything but %_NONE has to be
 * part of a consent, except keys, which are redacted instead. tests/run/test-consent-fields.c checks
 * this for every field. */
typedef enum
{
  TROUPE_FIELD_ACCESS_UNDECLARED,
  TROUPE_FIELD_ACCESS_NONE, /* nothing, or only what the fields of a nested object declare */
  TROUPE_FIELD_ACCESS_PATH,
  TROUPE_FIELD_ACCESS_HOST,
  TROUPE_FIELD_ACCESS_COMMAND, /* a program, or its arguments */
  TROUPE_FIELD_ACCESS_CODE,    /* Python */
  TROUPE_FIELD_ACCESS_KEY,
} TroupeFieldAccess;

G_END_DECLS
