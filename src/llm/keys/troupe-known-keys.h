/* troupe-known-keys.h: the keys that this person has
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-key-finder.h"

G_BEGIN_DECLS

/**
 * troupe_known_keys_gather:
 * @folder: (nullable): where a file `.env` may be
 *
 * Tells @finder the keys of the environment, of the file `.env` and of the keyring: those of the table of providers, and
 * whatever is called like a key. What is not there, or cannot be read, has none. Blocks; may wait until a person has
 * unlocked the keyring.
 */
void
troupe_known_keys_gather (TroupeKeyFinder *finder, const char *folder, GCancellable *cancellable);

/* The same without the keyring, so that nobody is asked anything. */
void troupe_known_keys_gather_environment (TroupeKeyFinder *finder, const char *folder);

G_END_DECLS
