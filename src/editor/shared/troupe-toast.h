/* troupe-toast.h: shows a toast that may be dismissed at any time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Shows the toast, as adw_toast_overlay_add_toast(), which no other code must call for an overlay of Troupe: libadwaita before 1.3 frees a
 * toast that is dismissed while it appears, and uses it afterwards. This toast disappears when it has appeared.
 * @toast: (transfer full) */
void troupe_toast_show (AdwToastOverlay *overlay, AdwToast *toast);

G_END_DECLS
