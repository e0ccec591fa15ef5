/* troupe-stored-keys.h: names of the keys in the keyring
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TroupeStoredKeys:
 *
 * What the keyring has, as it was when it was last asked. Nothing waits for it, and no key is ever in here.
 *
 * Signals: `changed`; `failed` (what to tell the person: a key was not kept or not removed).
 */
#define TROUPE_TYPE_STORED_KEYS (troupe_stored_keys_get_type ())
G_DECLARE_FINAL_TYPE (TroupeStoredKeys, troupe_stored_keys, TROUPE, STORED_KEYS, GObject)

/* Asks at once. */
TroupeStoredKeys *troupe_stored_keys_new (void);

/* Asks the keyring anew. */
void troupe_stored_keys_load (TroupeStoredKeys *self);
/* Nobody wants to know any more. */
void troupe_stored_keys_close (TroupeStoredKeys *self);

/* Names of variables; (nullable): it has not answered yet, or cannot. (transfer none) */
const char *const *troupe_stored_keys_get_names (TroupeStoredKeys *self);
/* Why there is no keyring. (nullable) */
const char *troupe_stored_keys_get_problem (TroupeStoredKeys *self);
gboolean troupe_stored_keys_is_locked (TroupeStoredKeys *self);
/* Whether something is being written or unlocked. */
gboolean troupe_stored_keys_is_busy (TroupeStoredKeys *self);

void troupe_stored_keys_store (TroupeStoredKeys *self, const char *variable, const char *key);
void troupe_stored_keys_remove (TroupeStoredKeys *self, const char *variable);
void troupe_stored_keys_unlock (TroupeStoredKeys *self);

G_END_DECLS
