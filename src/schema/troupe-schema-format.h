/* troupe-schema-format.h: string formats of JSON schemas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

/* Whether the format has its own rules; all others are plain strings. */
gboolean troupe_schema_format_is_known (const char *format);

/* Normalizes @text; NULL if it is invalid for the format. (transfer full) */
TroupeValue *troupe_schema_format_normalise (const char *format, const char *text);
/* Converts @value, a number or boolean, to the format; NULL if it cannot be converted. (transfer
 * full) */
TroupeValue *troupe_schema_format_from_number (const char *format, TroupeValue *value);

/* Describes what is expected: `a date such as 2026-11-21`. (transfer none) */
const char *troupe_schema_format_describe (const char *format);

G_END_DECLS
