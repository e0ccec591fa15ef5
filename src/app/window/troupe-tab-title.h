/* troupe-tab-title.h: how a document is called in a tab and in a title
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-document.h"

G_BEGIN_DECLS

/* Its title in one line: a name may hold letters that turn what stands around it. (transfer full) */
char *troupe_tab_title_of (TroupeDocument *document);

/* Title, tooltip, icon and marks of @tab, which has a TroupePage. Where others in @tabs have its title, the name of the
 * file stands before it, and that of the folder where it needs that, too. */
void troupe_tab_title_update (AdwTabView *tabs, AdwTabPage *tab);

G_END_DECLS
