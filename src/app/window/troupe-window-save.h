/* troupe-window-save.h: writing documents of a window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-page.h"
#include "troupe-window.h"

G_BEGIN_DECLS

/* Saves @page, asking for a place where it has none. @then: (nullable): called with @page once it is
 * saved; not at all where the person cancels or saving fails. */
typedef void (*TroupeSavedFunc) (TroupeWindow *self, TroupePage *page);
void
troupe_window_save (TroupeWindow *self, TroupePage *page, gboolean ask_where, TroupeSavedFunc then);

/* What follows once a person has chosen @name: a file, or of a crew the folder as well, which is made where it is not
 * there. */
void troupe_window_save_chosen (TroupeWindow *self,
                                TroupePage *page,
                                const char *name,
                                TroupeSavedFunc then);

/* TRUE where @page, or anything where that is NULL, is being written: closing goes on by itself when that
 * is over. */
gboolean troupe_window_wait_for_save (TroupeWindow *self, TroupePage *page);

G_END_DECLS
