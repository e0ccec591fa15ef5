/* troupe-known-keys.h: collects the user's API keys
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-key-finder.h"
#include "troupe-secret.h"

G_BEGIN_DECLS

/**
 * troupe_known_keys_gather:
 * @folder: (nullable): a folder that may contain a file `.env`
 *
 * Adds the keys of the environment, of the file `.env` and of the keyring to @finder. These are the
 * variables that are named like keys, as those of all providers are
 * (troupe_key_finder_is_key_name()). Sources that are missing or unreadable are ignored. Blocks; may wait until the user has unlocked the keyring.
 */
void
troupe_known_keys_gather (TroupeKeyFinder *finder, const char *folder, GCancellable *cancellable);

typedef void (*TroupeKnownKeyFunc) (const char *name, const char *key, gpointer user_data);

/* Returns the keys of the environment that have at least %TROUPE_SECRET_LONG bytes. (transfer full)
 * (nullable) */
TroupeSecret *troupe_known_keys_find_environment (void);
/* Calls @func with each key of the file `.env` in @folder. */
void troupe_known_keys_visit_file (const char *folder, TroupeKnownKeyFunc func, gpointer user_data);

/* Like troupe_known_keys_gather(), but does not read the keyring, so that the user is not
 * prompted. */
void troupe_known_keys_gather_environment (TroupeKeyFinder *finder, const char *folder);

G_END_DECLS
