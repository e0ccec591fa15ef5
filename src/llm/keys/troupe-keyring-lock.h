/* troupe-keyring-lock.h: whether the keyring can be read without asking a person
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Whether the keyring that new keys go to is locked. Asks nobody. %FALSE without an error: it is open, or it is a file of
 * this program's own, which nobody locks. */
void troupe_keyring_lock_look_async (GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);
gboolean troupe_keyring_lock_look_finish (GAsyncResult *result, GError **error);

/* Has the person asked to unlock it, who may refuse: %FALSE without an error then. */
void troupe_keyring_lock_open_async (GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);
gboolean troupe_keyring_lock_open_finish (GAsyncResult *result, GError **error);

G_END_DECLS
