/* troupe-window-save.h: saves the documents of a window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-page.h"
#include "troupe-window.h"

G_BEGIN_DECLS

/* Saves @page. Prompts for a file if @page has none. @then: (nullable): called with @page after
 * it was saved; not called if the user cancels or if saving fails. */
typedef void (*TroupeSavedFunc) (TroupeWindow *self, TroupePage *page);
void
troupe_window_save (TroupeWindow *self, TroupePage *page, gboolean ask_where, TroupeSavedFunc then);

/* Saves @page after the user has chosen @name, which is a file. For a crew it may also be a
 * folder, which is created if it does not exist. */
void troupe_window_save_chosen (TroupeWindow *self,
                                TroupePage *page,
                                const char *name,
                                TroupeSavedFunc then);

/* Returns TRUE if @page is being written, or any page if @page is NULL. In this case, closing
 * continues automatically afterwards. */
gboolean troupe_window_wait_for_save (TroupeWindow *self, TroupePage *page);

G_END_DECLS
