/* troupe-typed-value.h: values as text that a user edits
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-value.h"

G_BEGIN_DECLS

/* Returns the translated name of the type of @value, such as “Text”. (transfer none) */
const char *troupe_typed_value_get_type (const TroupeValue *value);
/* Returns FALSE with %G_IO_ERROR_INVALID_ARGUMENT for values that have no JSON, such as times, and for those that are too
 * large for a text view. */
gboolean troupe_typed_value_check (TroupeValue *value, GError **error);
/* Returns the text to edit: a string as it is, anything else as JSON. (transfer full) */
char *troupe_typed_value_to_text (const TroupeValue *value);
/**
 * troupe_typed_value_parse:
 * @like: the present value, which troupe_typed_value_check() accepts
 * @text: what the user has entered
 *
 * Reads a value of the type of @like. An empty value can become any value.
 *
 * Returns: (transfer full) (nullable): %NULL with %G_IO_ERROR_INVALID_ARGUMENT and a sentence that says what is expected
 */
TroupeValue *troupe_typed_value_parse (const TroupeValue *like, const char *text, GError **error);

G_END_DECLS
