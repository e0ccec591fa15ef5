/* troupe-keyring-lock.h: checks whether the keyring is locked, and unlocks it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Checks whether the default keyring for new keys is locked, without prompting the user. The
 * result is %FALSE without an error if the keyring is unlocked. It is also %FALSE if keys are
 * stored in this program's own file, which is never locked. */
void troupe_keyring_lock_look_async (GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);
gboolean troupe_keyring_lock_look_finish (GAsyncResult *result, GError **error);

/* Prompts the user to unlock the default keyring. The result is %FALSE without an error if the
 * user refuses. */
void troupe_keyring_lock_open_async (GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);
gboolean troupe_keyring_lock_open_finish (GAsyncResult *result, GError **error);

G_END_DECLS
