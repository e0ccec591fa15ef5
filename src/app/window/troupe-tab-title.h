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

/* Returns how many characters of a title fit into a tab of @bar. */
guint troupe_tab_title_choose_length (AdwTabBar *bar);
/* Shows @title, with an ellipsis in its middle if it is longer than @length characters: names often differ at
 * their ends, and AdwTabBar would cut them there without an ellipsis. */
void troupe_tab_title_set (AdwTabPage *tab, const char *title, guint length);
/* Returns the whole title. (transfer none) */
const char *troupe_tab_title_get (AdwTabPage *tab);

/* Updates title, tooltip, icon and indicators of @tab, which contains a TroupePage. If another
 * tab in @tabs has the same title, the title is preceded by the file name, and if necessary by
 * the folder name as well. A document without a file has a number then, except the first one. @length: as from
 * troupe_tab_title_choose_length() */
void troupe_tab_title_update (AdwTabView *tabs, AdwTabPage *tab, guint length);

G_END_DECLS
