/* troupe-schema-format.h: string formats of JSON schemas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

/* Returns whether the format has its own rules. All other formats are plain strings. */
gboolean troupe_schema_format_is_known (const char *format);

/* Normalizes @text. Returns NULL if @text is invalid for the format. (transfer full) */
TroupeValue *troupe_schema_format_normalise (const char *format, const char *text);
/* Converts @value, a number or boolean, to the format; NULL if it cannot be converted. (transfer
 * full) */
TroupeValue *troupe_schema_format_from_number (const char *format, TroupeValue *value);

/* Describes the expected text, for example `a date such as 2026-11-21`. (transfer none) */
const char *troupe_schema_format_describe (const char *format);

G_END_DECLS
