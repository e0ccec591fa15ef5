/* troupe-tab-title.h: titles of documents in tabs and windows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-document.h"

G_BEGIN_DECLS

/* Returns the title as a single line, without control characters such as those that change the
 * text direction. (transfer full) */
char *troupe_tab_title_of (TroupeDocument *document);

/* Updates title, tooltip, icon and indicators of @tab, which contains a TroupePage. If another
 * tab in @tabs has the same title, the title is preceded by the file name, and if necessary by
 * the folder name as well. A document without a file has a number then, except the first one. */
void troupe_tab_title_update (AdwTabView *tabs, AdwTabPage *tab);

G_END_DECLS
