/* troupe-window.h: a window: welcome page, documents in tabs, running them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-application.h"
#include "troupe-recovery.h"

G_BEGIN_DECLS

#define TROUPE_TYPE_WINDOW (troupe_window_get_type ())
G_DECLARE_FINAL_TYPE (TroupeWindow, troupe_window, TROUPE, WINDOW, AdwApplicationWindow)

TroupeWindow *troupe_window_new (TroupeApplication *application);

/* Opens a file in a tab, or shows the tab that has it. Read on another thread; a file that cannot be
 * opened is told with line, column and path, and the window stays as it was. */
void troupe_window_open_file (TroupeWindow *self, GFile *file);

/* Opens a template: a document without a file. */
void troupe_window_open_template (TroupeWindow *self, const char *path);

/* Answers a question that a run in this window asks; FALSE where none asks it. @outcome: one of those to
 * choose from. */
gboolean troupe_window_answer (TroupeWindow *self, const char *request_id, const char *outcome);
/* Brings the question in front, focused; FALSE where no run in this window asks it. */
gboolean troupe_window_show_question (TroupeWindow *self, const char *request_id);

/* --- What a program that was killed left, brought back: begin, restore each document, end ------- */

/* Size and id of the window in which @note was made; shows it. */
void troupe_window_begin_restore (TroupeWindow *self, const TroupeDraftNote *note);
const char *troupe_window_get_restored_id (TroupeWindow *self); /* (nullable) */
/* Puts @recovered into the next tab; its draft goes on. */
void troupe_window_restore (TroupeWindow *self, TroupeRecovered *recovered);
/* Says so above the documents. @lost: (element-type utf8): what could not be brought back */
void troupe_window_end_restore (TroupeWindow *self, GPtrArray *lost);

void troupe_window_add_toast (TroupeWindow *self, const char *text);

G_END_DECLS
