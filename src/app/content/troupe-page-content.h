/* troupe-page-content.h: what a page shows of its document, by the kind of that
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-crew-subject.h"
#include "troupe-document.h"
#include "troupe-editor.h"
#include "troupe-export-job.h"
#include "troupe-page-questions.h"
#include "troupe-page-run.h"
#include "troupe-page-stored-run.h"
#include "troupe-saved-consent.h"

G_BEGIN_DECLS

/* troupe-run-controller.h, which knows contents */
typedef struct _TroupeRunController TroupeRunController;

/**
 * TroupePageContent:
 *
 * What stands on a page while its document is edited and run. What goes for the runs of any kind of document
 * is here: the run under way, its questions, and one that was kept. What can be done with a run, and how it is
 * shown, is the kind's. A class and no interface, for these parts and the properties are the same for all.
 *
 * Properties: `document` (construct only), `inspector-visible`, `outline-visible` (boolean: panes beside the
 * document, where the kind has them). Signals: `message` (text: for a toast), `asks` (id of a request: a
 * question has come), `text-requested` (a person wants to repair the text), `problem-activated`
 * (TroupeProblem: a person wants to see it), `view-changed` (what is seen of the document).
 */
#define TROUPE_TYPE_PAGE_CONTENT (troupe_page_content_get_type ())
G_DECLARE_DERIVABLE_TYPE (TroupePageContent, troupe_page_content, TROUPE, PAGE_CONTENT, GtkWidget)

/**
 * TroupePageContentClass:
 * @commit: writes what a person has typed into the document
 * @run: begins a run, or says why none can. Not while one is under way or being started. @ask: for inputs in
 *   any case
 * @set_width_class: folds away what has no room
 * @set_errors: says that the document does not load, or with %NULL no more, with a button that emits
 *   `text-requested`
 * @has_place: whether it has something that the problem is about, also where the document does not load
 * @show_problem: goes to where the problem is
 * @get_place: (nullable): the name of the @index-th thing that can be found in it, %NULL behind the last one.
 *   @detail: (out) (nullable): more of it
 * @go_to_place: shows and selects what has that name
 * @get_view: what is seen of it: the zoom and what is in the middle; %FALSE where nothing was seen yet
 * @set_view: shows that
 * @get_bar: (transfer none) (nullable): what is always seen at its lower end
 * @perform: does an action of its own by the full name; nothing where it has none of that name
 * @make_export: (transfer full) (nullable): what can be exported of it as it is now; %NULL while it does not load
 * @get_running: (transfer none): how it is run
 * @get_front: (transfer none): the editor that is in front, whose place another page can take (troupe-subpage.h)
 * @get_crew: (transfer none) (nullable): the crew that is in front; %NULL where a flow is
 * @list_crumbs: (transfer full): the names that lead to what is in front, its own at the end
 *
 * What a kind of document says and does on its page. All of them have to be there.
 */
struct _TroupePageContentClass
{
  GtkWidgetClass parent_class;

  void (*commit) (TroupePageContent *self);
  void (*run) (TroupePageContent *self, gboolean ask);
  void (*set_width_class) (TroupePageContent *self, TroupeEditorWidth width);
  void (*set_errors) (TroupePageContent *self, const char *text);
  gboolean (*has_place) (TroupePageContent *self, const TroupeProblem *problem);
  void (*show_problem) (TroupePageContent *self, const TroupeProblem *problem);
  const char *(*get_place) (TroupePageContent *self, guint index, const char **detail);
  void (*go_to_place) (TroupePageContent *self, const char *name);
  gboolean (*get_view) (TroupePageContent *self, double *zoom, double *x, double *y);
  void (*set_view) (TroupePageContent *self, double zoom, double x, double y);
  GtkWidget *(*get_bar) (TroupePageContent *self);
  void (*perform) (TroupePageContent *self, const char *action);
  TroupeExportSubject *(*make_export) (TroupePageContent *self);
  TroupeRunController *(*get_running) (TroupePageContent *self);
  GtkWidget *(*get_front) (TroupePageContent *self);
  TroupeCrewSubject *(*get_crew) (TroupePageContent *self);
  GStrv (*list_crumbs) (TroupePageContent *self);

  gpointer padding[4];
};

TroupeDocument *troupe_page_content_get_document (TroupePageContent *self);

/* --- What goes for every run -------------------------------------------------------------------- */

TroupePageRun *troupe_page_content_get_run (TroupePageContent *self);
TroupePageQuestions *troupe_page_content_get_questions (TroupePageContent *self);
TroupePageStoredRun *troupe_page_content_get_stored_run (TroupePageContent *self);
/* The page is about to go: a run that waits for a person is kept as paused, any other is stopped. */
void troupe_page_content_leave (TroupePageContent *self);

/* What the title bar says of the run that is under way; %NULL where none is. (transfer full) (nullable) */
char *troupe_page_content_describe_run (TroupePageContent *self);
/* What it says while the run goes on undisturbed, in place of when it began. @words: (nullable) */
void troupe_page_content_set_run_words (TroupePageContent *self, const char *words);
/* What it says of the run that was cut off, on a page that came back. (transfer full) (nullable) */
char *troupe_page_content_describe_stored_run (TroupePageContent *self);

/* Whether a run is being started: something is read, or a person is asked. */
gboolean troupe_page_content_is_starting (TroupePageContent *self);
/* (transfer full): what saving the document now keeps of the consent to it */
TroupeSavedConsent *troupe_page_content_take_consent (TroupePageContent *self);
/* The file has now what the document held when that was taken last. */
void troupe_page_content_settle_consent (TroupePageContent *self);
/* What the document holds came from outside. */
void troupe_page_content_forget_consent (TroupePageContent *self);

/* --- As the class says --------------------------------------------------------------------------- */

void troupe_page_content_commit (TroupePageContent *self);
void troupe_page_content_run (TroupePageContent *self, gboolean ask);
void troupe_page_content_set_width_class (TroupePageContent *self, TroupeEditorWidth width);
/* The one that was set last. */
TroupeEditorWidth troupe_page_content_get_width_class (TroupePageContent *self);
void troupe_page_content_set_errors (TroupePageContent *self, const char *text);
gboolean troupe_page_content_has_place (TroupePageContent *self, const TroupeProblem *problem);
void troupe_page_content_show_problem (TroupePageContent *self, const TroupeProblem *problem);
const char *
troupe_page_content_get_place (TroupePageContent *self, guint index, const char **detail);
void troupe_page_content_go_to_place (TroupePageContent *self, const char *name);
gboolean troupe_page_content_get_view (TroupePageContent *self, double *zoom, double *x, double *y);
void troupe_page_content_set_view (TroupePageContent *self, double zoom, double x, double y);
GtkWidget *troupe_page_content_get_bar (TroupePageContent *self);
void troupe_page_content_perform (TroupePageContent *self, const char *action);
TroupeExportSubject *troupe_page_content_make_export (TroupePageContent *self);
TroupeRunController *troupe_page_content_get_running (TroupePageContent *self);
GtkWidget *troupe_page_content_get_front (TroupePageContent *self);
TroupeCrewSubject *troupe_page_content_get_crew (TroupePageContent *self);
GStrv troupe_page_content_list_crumbs (TroupePageContent *self);

/* --- For the kinds ------------------------------------------------------------------------------- */

/* Emit the signals. */
void troupe_page_content_tell (TroupePageContent *self, const char *text);
void troupe_page_content_request_text (TroupePageContent *self);
void troupe_page_content_activate_problem (TroupePageContent *self, TroupeProblem *problem);
void troupe_page_content_view_changed (TroupePageContent *self);

G_END_DECLS
