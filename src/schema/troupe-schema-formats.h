/* troupe-schema-formats.h: one family of formats each: the text in the one way that it is written
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

/* One family of formats each: the text in the one way that it is written, or NULL. (transfer full) */
char *troupe_schema_format_normalise_time (const char *text, const char *format);
char *troupe_schema_format_normalise_duration (const char *text, const char *format);
char *troupe_schema_format_time_from_number (double number, const char *format);
char *troupe_schema_format_normalise_address (const char *text, const char *format);
/* @digits: of a whole number of any size */
char *troupe_schema_format_address_from_number (const char *digits, const char *format);
char *troupe_schema_format_normalise_uri (const char *text, const char *format);

G_END_DECLS
