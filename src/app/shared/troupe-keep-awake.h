/* troupe-keep-awake.h: keeps the computer awake while something runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The key of the settings: whether the computer does not suspend while a document runs. */
#define TROUPE_KEEP_AWAKE "keep-awake"

/* The wish that the computer stays awake while something runs. */
typedef struct _TroupeKeepAwake TroupeKeepAwake;

/* Asks the desktop not to suspend, as long as the user wants that: the setting is followed until troupe_keep_awake_end(). Main
 * thread. @settings: (nullable). (transfer full) (nullable): NULL without settings or an application */
TroupeKeepAwake *troupe_keep_awake_begin (GSettings *settings);
/* Lets the computer suspend. @self: (transfer full) (nullable) */
void troupe_keep_awake_end (TroupeKeepAwake *self);

G_END_DECLS
