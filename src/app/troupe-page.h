/* troupe-page.h: one tab: a document's editor with the monitor below it, and its run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-editor.h"
#include "troupe-flow-document.h"
#include "troupe-monitor.h"

G_BEGIN_DECLS

/**
 * TroupePage:
 *
 * Joins the editor and the monitor of one document and runs it. A run works on the flow as it is at
 * that moment; the document may be edited meanwhile.
 *
 * Properties: `document` (construct only), `title`, `subtitle` (string), `running`, `stopping`, `held`
 * (boolean), `n-questions` (how many wait for a person). Signals: `message` (text: for a toast), `asks`
 * (id of a request: a question has come),
 * `reload-requested` (the file shall be read again, whatever was changed here).
 */
#define TROUPE_TYPE_PAGE (troupe_page_get_type ())
G_DECLARE_FINAL_TYPE (TroupePage, troupe_page, TROUPE, PAGE, GtkWidget)

GtkWidget *troupe_page_new (TroupeFlowDocument *document);

TroupeFlowDocument *troupe_page_get_document (TroupePage *self);
TroupeEditor *troupe_page_get_editor (TroupePage *self);
TroupeMonitor *troupe_page_get_monitor (TroupePage *self);
gboolean troupe_page_is_running (TroupePage *self);
char *troupe_page_get_subtitle (TroupePage *self); /* (transfer full) */

/* Runs the flow. Asks for inputs where @ask is set, or where the state wants something that it has no
 * value for. Does nothing while a run is under way. */
void troupe_page_run (TroupePage *self, gboolean ask);
void troupe_page_stop (TroupePage *self);
/* A person's pause: nothing new begins; and on again. */
void troupe_page_toggle_hold (TroupePage *self);
/* One more method, while the run is held. */
void troupe_page_step (TroupePage *self);
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

/* Looks on another thread whether another program changed the file: what was not edited is read again,
 * for what was edited a bar asks. The page notices by itself where the file is on this computer. */
void troupe_page_look_at_disk (TroupePage *self);

/* Whether its document is being written at this moment; the subtitle says so. */
void troupe_page_set_saving (TroupePage *self, gboolean saving);
gboolean troupe_page_is_saving (TroupePage *self);

void troupe_page_set_width_class (TroupePage *self, TroupeEditorWidth width);

G_END_DECLS
