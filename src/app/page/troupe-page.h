/* troupe-page.h: tab page of a document: content, file monitoring and draft
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-drafts.h"
#include "troupe-import-report.h"
#include "troupe-page-content.h"
#include "troupe-page-disk.h"
#include "troupe-page-text.h"

G_BEGIN_DECLS

/**
 * TroupePage:
 *
 * The page of a document of any type. It handles the document's draft, changes of its file by other
 * programs, its text while errors are repaired, and the #TroupePageContent in which the document is
 * edited and run.
 *
 * Properties: `document` (construct only), `title`, `subtitle` (string), `running`, `stopping`,
 * `held` (boolean), `n-questions` (number of pending feedback requests). Signals: `message` (text:
 * for a toast), `asks` (id of a new feedback request), `reload-requested` (the file is to be read
 * again, discarding local changes), `view-changed` (zoom or visible area of the document).
 *
 * Threads: main thread.
 */
#define TROUPE_TYPE_PAGE (troupe_page_get_type ())
G_DECLARE_FINAL_TYPE (TroupePage, troupe_page, TROUPE, PAGE, GtkWidget)

/* Creates the page of a document. (transfer full): floating */
GtkWidget *troupe_page_new (TroupeDocument *document);

/* Returns the document. (transfer none) */
TroupeDocument *troupe_page_get_document (TroupePage *self);
/* Returns the content in which the document is edited and run. (transfer none) */
TroupePageContent *troupe_page_get_content (TroupePage *self);
/* Returns the object that handles changes of the file by other programs. (transfer none) */
TroupePageDisk *troupe_page_get_disk (TroupePage *self);
/* Returns the pane in which a document with load errors is repaired. (transfer none) */
TroupePageText *troupe_page_get_text (TroupePage *self);
/* Returns the visible child: the content, the text of a document that is being repaired, or the
 * comparison of two versions. (transfer none) */
GtkWidget *troupe_page_get_front (TroupePage *self);
/* Activates an action of the visible child by its full name. */
void troupe_page_perform (TroupePage *self, const char *action);
/* Writes pending user input into the document. Must be called before the document is saved or
 * closed. */
void troupe_page_commit (TroupePage *self);
/* Returns TRUE if the document may be written. A document that was opened with errors and still
 * has errors requires the agreement of the user. Errors of other documents are only shown on
 * their cards. */
gboolean troupe_page_may_save (TroupePage *self);
/* Records that agreement, for this page. */
void troupe_page_agree_to_errors (TroupePage *self);
/* Returns the text below the title. This is the state of the run, the note that the document is
 * being saved, the interrupted run, or the file. (transfer full) (nullable) */
char *troupe_page_get_subtitle (TroupePage *self);
/* Returns the file of the document as one line, or a note that it is not saved. (transfer full) */
char *troupe_page_describe_file (TroupePage *self);

/* Runs the document. Prompts for inputs if @ask is set or a required input has no value. Does
 * nothing while a run is running. */
void troupe_page_start_run (TroupePage *self, gboolean ask);
/* Runs again what is stale, with the results of the last run for everything else. A paused run is stopped first, and is then
 * the last one. */
void troupe_page_run_changed (TroupePage *self);
/* Stops the run. Does nothing if no run is running. */
void troupe_page_stop (TroupePage *self);
/* Pauses or resumes the run on behalf of the user. While the run is paused, no new method or
 * call starts. */
void troupe_page_toggle_hold (TroupePage *self);
/* Executes a single step if the run is paused. */
void troupe_page_step (TroupePage *self);
/* Returns TRUE while a run is running, including while it is paused or being stopped. */
gboolean troupe_page_is_running (TroupePage *self);
/* Returns TRUE while a run is being prepared, because something is being read or the user is
 * being prompted. */
gboolean troupe_page_is_starting (TroupePage *self);
/* Returns TRUE if the user has paused the run. */
gboolean troupe_page_is_held (TroupePage *self);
/* Called before the page is closed. A run that waits for the user is stored as paused; any other
 * run is stopped. */
void troupe_page_leave (TroupePage *self);

/* --- Feedback requests ------------------------------------------------------------------------ */

/* Returns the number of pending feedback requests, see troupe_page_content_get_questions(). */
guint troupe_page_get_n_questions (TroupePage *self);

/* --- Drafts ----------------------------------------------------------------------------------- */

/* Starts writing drafts of the document, until the page is closed. @left: (nullable): the draft
 * from which the document was restored */
void troupe_page_follow (TroupePage *self, TroupeDrafts *drafts, TroupeRecoveredDraft *left);
/* Stores @note in the draft. It contains the position of the tab and the visible area. */
void troupe_page_note (TroupePage *self, JsonNode *note);
/* Shows the field whose text was typed before a crash but is not in the document, if the page still
 * has it; see troupe_document_set_typed(). */
void troupe_page_show_typed (TroupePage *self);
/* Sets whether the page was restored after a crash. While it is set, the window offers to resume
 * the stored runs of all pages. */
void troupe_page_set_restored (TroupePage *self, gboolean restored);
/* Returns the stored run that the page offers to resume, if this run was interrupted or waits
 * for the user. A failed run is offered only by the bar of the page, and is not resumed together
 * with other runs. Returns NULL if there is no such run or a run is running. (transfer none)
 * (nullable) */
const TroupeStoredRun *troupe_page_get_stored_run (TroupePage *self);
/* Resumes the stored run. */
void troupe_page_resume (TroupePage *self);
/* Like troupe_page_resume(), but the interrupted method is considered finished with the result
 * @value. */
void troupe_page_resume_happened (TroupePage *self, TroupeValue *value);
/* Abandons the stored run; it is not offered again. */
void troupe_page_discard_stored_run (TroupePage *self);

/* --- File ------------------------------------------------------------------------------------- */

/* Checks on another thread whether another program has changed the file. An unmodified document
 * is then reloaded; for a modified document a bar prompts the user. For local files this check
 * is automatic. */
void troupe_page_look_at_disk (TroupePage *self);
/* Replaces the document with the current file as one undo step. Returns FALSE while an edit is
 * in progress. */
gboolean troupe_page_adopt (TroupePage *self, TroupeDocument *now);

/* Returns TRUE if another program has written the file while the document was modified, and the
 * user has not decided yet between the two versions. */
gboolean troupe_page_has_other_version (TroupePage *self);
/* Shows both versions side by side, so that the user can merge them. */
void troupe_page_compare_versions (TroupePage *self);
/* Returns TRUE if both versions are shown. In this case the page has its own suggested button. */
gboolean troupe_page_is_comparing (TroupePage *self);

/* Sets whether the document is being written. This is shown in the subtitle. */
void troupe_page_set_saving (TroupePage *self, gboolean saving);
/* Returns TRUE while the document is being written. */
gboolean troupe_page_is_saving (TroupePage *self);

/* Sets the report of an imported crew, which is shown until the crew is saved or the user closes
 * the report. */
void troupe_page_set_import (TroupePage *self, TroupeImportReport *report);
/* Returns the folder of the imported files while the report is shown, otherwise NULL. (transfer
 * none) (nullable) */
const char *troupe_page_get_import_folder (TroupePage *self);
/* Returns the identifier of the imported crew while the report is shown, otherwise NULL. (transfer
 * none) (nullable) */
const char *troupe_page_get_import_id (TroupePage *self);
/* Sets the files that are written when the crew is saved. @needed: (element-type
 * TroupeCrewImportFile) */
void troupe_page_set_needed_files (TroupePage *self, GPtrArray *needed);
/* Returns these files. (transfer none) (nullable) */
GPtrArray *troupe_page_get_needed_files (TroupePage *self);

/* Hides what does not fit the width of the window. */
void troupe_page_set_width_class (TroupePage *self, TroupeEditorWidth width);

G_END_DECLS
