/* troupe-window-open.h: opens files in a window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-document.h"
#include "troupe-page.h"
#include "troupe-window.h"

G_BEGIN_DECLS

/* Reads the file of @page again. The page then replaces its document as one undo step. */
void troupe_window_reload (TroupeWindow *self, TroupePage *page);
void troupe_window_clear_loads (TroupeWindow *self);
/* Returns TRUE if the file at @path is open in a page other than @page, in any window. Accesses
 * the disk. */
gboolean troupe_window_is_open_elsewhere (TroupeWindow *self, TroupePage *page, const char *path);

void troupe_window_open_activated (GtkWidget *widget, const char *name, GVariant *parameter);

/* Imports the classic crews of a project that also contains a Python flow. */
void troupe_window_open_crews (TroupeWindow *self, const char *path);

/* Reopens the document that was closed last. */
void troupe_window_reopen (TroupeWindow *self);
void troupe_window_note_closed (TroupeWindow *self, TroupePage *page);

G_END_DECLS
