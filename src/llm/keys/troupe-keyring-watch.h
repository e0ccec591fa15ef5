/* troupe-keyring-watch.h: tells the parts of a program which keys it has stored or removed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/**
 * TroupeKeyringWatch:
 *
 * Signals: `changed` (variable, is_stored): this program has stored or removed the key of this
 * variable with an asynchronous function of troupe-keyring.h. Changes by other programs are not
 * reported. Main thread
 */
#define TROUPE_TYPE_KEYRING_WATCH (troupe_keyring_watch_get_type ())
G_DECLARE_FINAL_TYPE (TroupeKeyringWatch, troupe_keyring_watch, TROUPE, KEYRING_WATCH, GObject)

/* Returns the only watch of the program. (transfer none). Main thread */
TroupeKeyringWatch *troupe_keyring_watch_get (void);
/* Emits `changed`. Main thread */
void
troupe_keyring_watch_tell (TroupeKeyringWatch *self, const char *variable, gboolean is_stored);

G_END_DECLS
