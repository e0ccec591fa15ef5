/* troupe-consent-key.h: recognizes values of keys without storing them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * troupe_consent_key_hash:
 * @value: a key
 *
 * Computes a keyed hash (HMAC) of the value with a random number in the user's own data folder, which is created if it is
 * missing. A consent with the hash is only valid for this value, and a short password cannot be found by trying by a program that
 * reads the hash but not the number. If the number cannot be stored, the hash is valid in this process only. Blocks.
 * Threads: any.
 *
 * Returns: (transfer full): hexadecimal digits
 */
char *troupe_consent_key_hash (const char *value);

G_END_DECLS
