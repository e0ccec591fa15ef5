/* troupe-avatar.h: initials and color of an avatar
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The number of avatar colors. */
#define TROUPE_AVATAR_N_COLORS 14

/* Returns the color index of a name according to AdwAvatar's rule, from 0 to
 * %TROUPE_AVATAR_N_COLORS - 1. */
guint troupe_avatar_find_color (const char *name);

/* Returns the color as `#rrggbb`. White text is readable on each color (contrast 4.5 : 1 and
 * more). */
const char *troupe_avatar_get_color (guint index);

/* Returns the text from which initials and color of an agent are made, also by AdwAvatar: @role without
 * placeholders in braces; @role itself if nothing else remains; @id if the role is blank. @role:
 * (nullable). (transfer full) */
char *troupe_avatar_dup_text (const char *role, const char *id);

/* Returns the first letters of the first and the last word in uppercase, or an empty string if
 * @name has no words. (transfer full) */
char *troupe_avatar_dup_initials (const char *name);

G_END_DECLS
