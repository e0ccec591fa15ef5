/* troupe-schema-format.h: the formats of strings
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

/* Whether the format has rules of its own; any other is plain text. */
gboolean troupe_schema_format_is_known (const char *format);

/* @text as the format writes it; NULL where it does not fit. (transfer full) */
TroupeValue *troupe_schema_format_normalise (const char *format, const char *text);
/* @value, a number or true or false, as the format writes what it stands for; NULL where it stands for
 * nothing. (transfer full) */
TroupeValue *troupe_schema_format_from_number (const char *format, TroupeValue *value);

/* The words for what is expected: `a date such as 2026-11-21`. (transfer none) */
const char *troupe_schema_format_describe (const char *format);

G_END_DECLS
