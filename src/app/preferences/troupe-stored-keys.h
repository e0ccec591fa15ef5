/* troupe-stored-keys.h: the names of the keys in the keyring, for who shows and changes them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TroupeKeptKeys:
 *
 * What the keyring has, as it was when it was last asked. Nothing waits for it, and no key is ever in here.
 *
 * Signals: `changed`; `failed` (what to tell the person: a key was not kept or not removed).
 */
#define TROUPE_TYPE_KEPT_KEYS (troupe_kept_keys_get_type ())
G_DECLARE_FINAL_TYPE (TroupeKeptKeys, troupe_kept_keys, TROUPE, KEPT_KEYS, GObject)

/* Asks at once. */
TroupeKeptKeys *troupe_kept_keys_new (void);

/* Asks the keyring anew. */
void troupe_kept_keys_load (TroupeKeptKeys *self);
/* Nobody wants to know any more. */
void troupe_kept_keys_close (TroupeKeptKeys *self);

/* Names of variables; (nullable): it has not answered yet, or cannot. (transfer none) */
const char *const *troupe_kept_keys_get_names (TroupeKeptKeys *self);
/* Why there is no keyring. (nullable) */
const char *troupe_kept_keys_get_problem (TroupeKeptKeys *self);
gboolean troupe_kept_keys_is_locked (TroupeKeptKeys *self);
/* Whether something is being written or unlocked. */
gboolean troupe_kept_keys_is_busy (TroupeKeptKeys *self);

void troupe_kept_keys_store (TroupeKeptKeys *self, const char *variable, const char *key);
void troupe_kept_keys_remove (TroupeKeptKeys *self, const char *variable);
void troupe_kept_keys_unlock (TroupeKeptKeys *self);

G_END_DECLS
