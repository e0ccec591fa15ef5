/* troupe-stored-keys.h: cached list of the API keys in the keyring
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TroupeStoredKeys:
 *
 * The names of the keys in the keyring as of the last query. No function blocks, and this object
 * never stores the keys themselves.
 *
 * Signals: `changed`; `stored`, `refused` (the variable of a key that was or was not stored); `failed` (message for the user: a
 * key could not be stored or removed).
 */
#define TROUPE_TYPE_STORED_KEYS (troupe_stored_keys_get_type ())
G_DECLARE_FINAL_TYPE (TroupeStoredKeys, troupe_stored_keys, TROUPE, STORED_KEYS, GObject)

/* Queries the keyring immediately. */
TroupeStoredKeys *troupe_stored_keys_new (void);

/* Queries the keyring again. */
void troupe_stored_keys_load (TroupeStoredKeys *self);
/* Cancels pending operations when the owner is closed. */
void troupe_stored_keys_close (TroupeStoredKeys *self);

/* Returns the names of the environment variables whose keys are stored. (nullable): NULL if the
 * keyring has not answered or is not available. (transfer none) */
const char *const *troupe_stored_keys_get_names (TroupeStoredKeys *self);
/* Returns the reason why the keyring is not available. (nullable) */
const char *troupe_stored_keys_get_problem (TroupeStoredKeys *self);
gboolean troupe_stored_keys_is_locked (TroupeStoredKeys *self);
/* Returns TRUE while a key is being written or the keyring is being unlocked. */
gboolean troupe_stored_keys_is_busy (TroupeStoredKeys *self);

void troupe_stored_keys_store (TroupeStoredKeys *self, const char *variable, const char *key);
void troupe_stored_keys_remove (TroupeStoredKeys *self, const char *variable);
void troupe_stored_keys_unlock (TroupeStoredKeys *self);

G_END_DECLS
