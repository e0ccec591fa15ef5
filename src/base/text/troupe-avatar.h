/* troupe-avatar.h: initials and colour of an avatar
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How many colours there are for people. */
#define TROUPE_AVATAR_N_COLORS 14

/* Which colour somebody of that name has, by AdwAvatar's rule: 0 to %TROUPE_AVATAR_N_COLORS - 1. */
guint troupe_avatar_find_color (const char *name);

/* The colour itself as `#rrggbb`; white letters are read on each of them (4.5 : 1 and more). */
const char *troupe_avatar_get_color (guint index);

/* The first letters of the first and the last word, as capitals; nothing where @name has no word. (transfer full) */
char *troupe_avatar_dup_initials (const char *name);

G_END_DECLS
