/* troupe-page.h: one tab: a document, what is shown of it, its file and its draft
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
 * A tab with a document of any kind: its draft, what other programs make of its file, its text while it is
 * repaired, and the #TroupePageContent of its kind, in which it is edited and run.
 *
 * Properties: `document` (construct only), `title`, `subtitle` (string), `running`, `stopping`, `held`
 * (boolean), `n-questions` (how many wait for a person). Signals: `message` (text: for a toast), `asks`
 * (id of a request: a question has come),
 * `reload-requested` (the file shall be read again, whatever was changed here), `view-changed` (what is seen
 * of the document).
 */
#define TROUPE_TYPE_PAGE (troupe_page_get_type ())
G_DECLARE_FINAL_TYPE (TroupePage, troupe_page, TROUPE, PAGE, GtkWidget)

GtkWidget *troupe_page_new (TroupeDocument *document);

TroupeDocument *troupe_page_get_document (TroupePage *self);
TroupePageContent *troupe_page_get_content (TroupePage *self);
TroupePageDisk *troupe_page_get_disk (TroupePage *self);
TroupePageText *troupe_page_get_text (TroupePage *self);
/* What is in front: the content, the text of a document that is being repaired, or two versions of it.
 * (transfer none) */
GtkWidget *troupe_page_get_front (TroupePage *self);
/* Does an action of what is in front, by its full name. */
void troupe_page_perform (TroupePage *self, const char *action);
/* What a person has typed is written into the document: before it is saved, closed or left. */
void troupe_page_commit (TroupePage *self);
/* Whether the document may be written as it is: not where it came with errors and has some still, until a
 * person has agreed. What is made here says so on its cards. */
gboolean troupe_page_may_save (TroupePage *self);
void troupe_page_agree_to_errors (TroupePage *self);
char *troupe_page_get_subtitle (TroupePage *self); /* (transfer full) */

/* Runs the document. Asks for inputs where @ask is set, or where something is wanted that has no value.
 * Does nothing while a run is under way. */
void troupe_page_run (TroupePage *self, gboolean ask);
void troupe_page_stop (TroupePage *self);
/* A person's pause: nothing new begins; and on again. */
void troupe_page_toggle_hold (TroupePage *self);
/* One more step, while the run is held. */
void troupe_page_step (TroupePage *self);
gboolean troupe_page_is_running (TroupePage *self);
/* Whether a run was asked for that has not begun: something is read, or a person is asked. */
gboolean troupe_page_is_starting (TroupePage *self);
gboolean troupe_page_is_held (TroupePage *self);
/* The page is about to go: a run that waits for a person is kept as paused, any other is stopped. */
void troupe_page_leave (TroupePage *self);

/* --- Questions of a run to a person ------------------------------------------------------------- */

guint troupe_page_get_n_questions (TroupePage *self);
/* What one question is about. (nullable) (transfer none) */
TroupeFeedbackRequest *troupe_page_find_question (TroupePage *self, const char *request_id);
/* Shows one and focuses it; FALSE where it does not wait any more. */
gboolean troupe_page_show_question (TroupePage *self, const char *request_id);
/* @outcome: (nullable). FALSE where the page asks no such question; what is wrong with an answer is said
 * beside the question. */
gboolean troupe_page_answer (TroupePage *self,
                             const char *request_id,
                             const char *words,
                             const char *outcome);

/* --- Drafts -------------------------------------------------------------------------------------- */

/* Keeps the document from now on, until the page is left. @left: (nullable): what it was restored from */
void troupe_page_follow (TroupePage *self, TroupeDrafts *drafts, TroupeLeftDraft *left);
/* Where it stands and what is seen of it; goes into the draft. */
void troupe_page_note (TroupePage *self, JsonNode *note);
/* The page came back after a crash: what it has to offer of a kept run the window offers for all pages,
 * until it is told that this is over. */
void troupe_page_set_restored (TroupePage *self, gboolean restored);
/* The run that it offers to resume and that was cut off or waits: one that failed by itself its bar offers alone, and is
 * not begun again along with others. NULL where there is none, or one is under way. (transfer none) (nullable) */
const TroupeStoredRun *troupe_page_get_stored_run (TroupePage *self);
/* Resumes that run. */
void troupe_page_resume (TroupePage *self);
/* The same, where what the method that was cut off does did happen and gave @value. */
void troupe_page_resume_happened (TroupePage *self, TroupeValue *value);
/* Nobody wants to resume it: it is not offered again. */
void troupe_page_discard_stored_run (TroupePage *self);

/* --- The file ------------------------------------------------------------------------------------ */

/* Looks on another thread whether another program changed the file: what was not edited is read again,
 * for what was edited a bar asks. The page notices by itself where the file is on this computer. */
void troupe_page_look_at_disk (TroupePage *self);
/* Takes the file as it is now, as one step of undo; FALSE in the middle of an edit. */
gboolean troupe_page_adopt (TroupePage *self, TroupeDocument *now);

/* Whether another program wrote the file while it was edited here, and nobody has decided yet. */
gboolean troupe_page_has_other_version (TroupePage *self);
/* Shows both side by side, to take from each. */
void troupe_page_compare_versions (TroupePage *self);
/* Whether both are shown: the page suggests a button of its own then. */
gboolean troupe_page_is_comparing (TroupePage *self);

/* Whether its document is being written at this moment; the subtitle says so. */
void troupe_page_set_saving (TroupePage *self, gboolean saving);
gboolean troupe_page_is_saving (TroupePage *self);

/* The crew was imported: the report on that is shown until it is saved or a person closes the report. */
void troupe_page_set_import (TroupePage *self, TroupeImportReport *report);
/* The folder that it was imported from while the report is shown; NULL else. (transfer none) (nullable) */
const char *troupe_page_get_import_folder (TroupePage *self);

void troupe_page_set_width_class (TroupePage *self, TroupeEditorWidth width);

G_END_DECLS
