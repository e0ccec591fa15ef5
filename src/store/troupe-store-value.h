/* troupe-store-value.h: serialization of values in the database
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-secret.h"
#include "troupe-value.h"

G_BEGIN_DECLS

/* Serializes @value and redacts @secret in the result. Both may be NULL. (nullable) */
char *troupe_store_value_to_hidden_text (TroupeValue *value, TroupeSecret *secret);
/* @text: (transfer full) (nullable) */
char *troupe_store_hide_text (char *text, TroupeSecret *secret);
TroupeValue *troupe_store_value_from_text (const char *text);

G_END_DECLS
