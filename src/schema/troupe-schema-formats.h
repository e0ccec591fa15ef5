/* troupe-schema-formats.h: normalization functions for each family of string formats
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

/* Each function normalizes text of one family of formats, or returns NULL. (transfer full) */
char *troupe_schema_format_normalise_time (const char *text, const char *format);
char *troupe_schema_format_normalise_duration (const char *text, const char *format);
char *troupe_schema_format_time_from_number (double number, const char *format);
char *troupe_schema_format_normalise_address (const char *text, const char *format);
/* @digits: of an integer of any size */
char *troupe_schema_format_address_from_number (const char *digits, const char *format);
char *troupe_schema_format_normalise_uri (const char *text, const char *format);

G_END_DECLS
