/* troupe-window.h: main window: welcome page, document tabs and their runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-services.h"
#include "troupe-recovery.h"

G_BEGIN_DECLS

/**
 * TroupeWindow:
 *
 * A main window. It is owned by GTK until it is closed. The user is asked before changes are lost.
 *
 * Threads: main thread.
 */
#define TROUPE_TYPE_WINDOW (troupe_window_get_type ())
G_DECLARE_FINAL_TYPE (TroupeWindow, troupe_window, TROUPE, WINDOW, AdwApplicationWindow)

/* Creates a window, which is not shown yet. (transfer none): owned by GTK */
TroupeWindow *troupe_window_new (GtkApplication *application);

/* Opens a file in a tab, or selects the tab in which the file is already open. The file is read
 * on another thread. If the file cannot be opened, an error with line, column and path is shown,
 * and the window is unchanged. */
void troupe_window_open_file (TroupeWindow *self, GFile *file);

/* Opens a template as a document without a file. */
void troupe_window_open_template (TroupeWindow *self, const char *path);

/* Answers a feedback request of a run in this window. Returns FALSE if there is no such request.
 * @outcome: one of the possible outcomes of the request. */
gboolean troupe_window_answer (TroupeWindow *self, const char *request_id, const char *outcome);
/* Shows and focuses a feedback request. Returns FALSE if no run in this window has this request. */
gboolean troupe_window_show_question (TroupeWindow *self, const char *request_id);
/* Shows the page about whose run @run_id the user was notified, and presents the window. Returns FALSE if the window has
 * no such page. */
gboolean troupe_window_show_run (TroupeWindow *self, const char *run_id);

/* --- Restoring after a crash: begin, restore each document, end ------------------------------- */

/* Sets the id and the size of the window from @note and shows the window. */
void troupe_window_begin_restore (TroupeWindow *self, const TroupeDraftNote *note);
/* Returns the id that troupe_window_begin_restore() set. (transfer none) (nullable) */
const char *troupe_window_get_restored_id (TroupeWindow *self);
/* Adds the document of @recovered in a new tab and continues its draft. */
void troupe_window_restore (TroupeWindow *self, TroupeRecovered *recovered);
/* Shows the recovery bar. @lost: (element-type utf8): messages about documents that could not be
 * restored */
void troupe_window_end_restore (TroupeWindow *self, GPtrArray *lost);

/* Shows troupe_services_get_trouble() in a bar above the documents, or hides the bar. */
void troupe_window_show_trouble (TroupeWindow *self);

/* Shows a message as a toast, after the messages that are already shown. @text: translated */
void troupe_window_add_toast (TroupeWindow *self, const char *text);
/* The same for a message about one document, which is shown only over its page. @tab: the page */
void troupe_window_add_tab_toast (TroupeWindow *self, GtkWidget *tab, const char *text);
/* The same with a button, see troupe_messages_offer(). */
void troupe_window_offer_in_tab (TroupeWindow *self,
                                 GtkWidget *tab,
                                 const char *text,
                                 const char *button,
                                 const char *action,
                                 gboolean is_kept);

G_END_DECLS
