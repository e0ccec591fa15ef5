/* troupe-page-content.h: abstract content of a document page, with one subclass per document type
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

G_BEGIN_DECLS

/* This type is defined in troupe-run-controller.h, which depends on this file. */
typedef struct _TroupeRunController TroupeRunController;

/**
 * TroupePageContent:
 *
 * The content of a page while its document is edited and run. This class implements what is common
 * to the runs of all document types: the running run, its feedback requests and the stored run that
 * can be resumed. The subclass determines how a run is shown and controlled. This is a class rather
 * than an interface, because these objects and the properties are shared.
 *
 * Properties: `document` (construct only), `inspector-visible`, `outline-visible` (boolean: panes
 * next to the document, if the type has them), `covered` (boolean, read-only: whether a subpage covers
 * the document). Signals: `message` (text: for a toast), `asks` (id
 * of a new feedback request), `text-requested` (the user wants to repair the text),
 * `problem-activated` (TroupeProblem: the problem that the user wants to see), `view-changed` (zoom
 * or visible area of the document).
 *
 * Threads: main thread.
 */
#define TROUPE_TYPE_PAGE_CONTENT (troupe_page_content_get_type ())
G_DECLARE_DERIVABLE_TYPE (TroupePageContent, troupe_page_content, TROUPE, PAGE_CONTENT, GtkWidget)

/**
 * TroupePageContentClass:
 * @commit: writes pending user input into the document
 * @can_run: returns whether a run makes sense, and shows the reason if it does not
 * @run: starts a run, or shows why that is impossible. Must not be called while a run is running or
 *   starting. @ask: prompt for inputs in any case
 * @set_width_class: hides what does not fit the width
 * @set_errors: shows that the document cannot be loaded, with a button that emits `text-requested`;
 *   %NULL hides this message
 * @has_place: returns whether the content contains the object of the problem, even if the document
 *   cannot be loaded
 * @show_problem: shows the location of the problem
 * @get_place: (nullable): returns the name of the @index-th searchable object, %NULL after the last
 *   one. @detail: (out) (nullable): additional text
 * @go_to_place: shows and selects the object with this name
 * @get_view: returns zoom and center of the visible area; %FALSE if nothing has been shown yet
 * @set_view: restores zoom and center
 * @get_bar: (transfer none) (nullable): returns the bar that is always visible at the bottom
 * @perform: activates an action of the content by its full name; ignores unknown names
 * @make_export: (transfer full) (nullable): returns the exportable content in its current state;
 *   %NULL if the document cannot be loaded
 * @get_running: (transfer none): returns the run controller
 * @get_front: (transfer none): returns the visible editor, which a subpage can cover
 *   (troupe-subpage.h)
 * @get_crew: (transfer none) (nullable): returns the crew that is shown; %NULL if a flow is shown
 * @list_kept: (transfer full): returns the methods or tasks whose results the user keeps in spite of changes
 * @count_results: counts the results of the run that is shown which fit the document, and those which do not
 * @list_crumbs: (transfer full): returns the breadcrumb names of the path to what is shown, ending
 *   with the innermost name
 *
 * Type-specific behavior of a page. Subclasses must implement all functions.
 */
struct _TroupePageContentClass
{
  GtkWidgetClass parent_class;

  void (*commit) (TroupePageContent *self);
  gboolean (*can_run) (TroupePageContent *self);
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
  GStrv (*list_kept) (TroupePageContent *self);
  void (*count_results) (TroupePageContent *self, guint *n_valid, guint *n_stale);

  gpointer padding[4];
};

/* Returns the document. (transfer none) */
TroupeDocument *troupe_page_content_get_document (TroupePageContent *self);

/* --- Runs of any document type ---------------------------------------------------------------- */

/* Returns the object that controls the running run. (transfer none) */
TroupePageRun *troupe_page_content_get_run (TroupePageContent *self);
/* Returns the pending feedback requests of the run. (transfer none) */
TroupePageQuestions *troupe_page_content_get_questions (TroupePageContent *self);
/* Returns the stored run that can be resumed. (transfer none) */
TroupePageStoredRun *troupe_page_content_get_stored_run (TroupePageContent *self);
/* Called before the page is closed. A run that waits for the user is stored as paused; any other
 * run is stopped. */
void troupe_page_content_leave (TroupePageContent *self);

/* Returns the title bar text for the running run; %NULL if no run is running. (transfer full)
 * (nullable) */
char *troupe_page_content_describe_run (TroupePageContent *self);
/* Sets the title bar text for a run that is neither paused nor waiting. The text replaces the
 * start time. @words: (nullable) */
void troupe_page_content_set_run_words (TroupePageContent *self, const char *words);
/* Returns the title bar text for the interrupted run of a page that was restored after a crash.
 * (transfer full) (nullable) */
char *troupe_page_content_describe_stored_run (TroupePageContent *self);

/* --- Wrappers of the virtual functions -------------------------------------------------------- */

/* Each of these functions calls the function of the same name in #TroupePageContentClass.
 * troupe_page_content_run(), _show_problem(), _go_to_place() and most actions of _perform()
 * first close a subpage that covers the document. */

/* Writes pending user input into the document. */
void troupe_page_content_commit (TroupePageContent *self);
/* Returns TRUE if a run, a batch or a test of the document makes sense. Otherwise shows why not, and the
 * problem to fix. */
gboolean troupe_page_content_can_run (TroupePageContent *self);
/* Starts a run, or shows why that is impossible. Must not be called while a run is running or
 * starting. @ask: prompt for inputs in any case */
void troupe_page_content_run (TroupePageContent *self, gboolean ask);
/* Returns the methods or tasks whose results the user keeps in spite of changes. (transfer full) */
GStrv troupe_page_content_list_kept (TroupePageContent *self);
/* Counts the methods or tasks whose results fit the document, and those whose results are out of date, in the run that is shown.
 * @n_valid, @n_stale: (out) */
void troupe_page_content_count_results (TroupePageContent *self, guint *n_valid, guint *n_stale);
/* Hides what does not fit the width. */
void troupe_page_content_set_width_class (TroupePageContent *self, TroupeEditorWidth width);
/* Returns the last value that was passed to troupe_page_content_set_width_class(). */
TroupeEditorWidth troupe_page_content_get_width_class (TroupePageContent *self);
/* Shows that the document cannot be loaded. @text: (nullable): %NULL hides this message */
void troupe_page_content_set_errors (TroupePageContent *self, const char *text);
/* Returns TRUE if the content contains the object of the problem. */
gboolean troupe_page_content_has_place (TroupePageContent *self, const TroupeProblem *problem);
/* Shows the location of the problem. */
void troupe_page_content_show_problem (TroupePageContent *self, const TroupeProblem *problem);
/* Returns the name of a searchable object; %NULL after the last one. @index: from 0; @detail: (out)
 * (nullable): additional text. (transfer none) (nullable) */
const char *
troupe_page_content_get_place (TroupePageContent *self, guint index, const char **detail);
/* Shows and selects a searchable object. @name: name returned by troupe_page_content_get_place() */
void troupe_page_content_go_to_place (TroupePageContent *self, const char *name);
/* Gets zoom and center of the visible area; %FALSE if nothing has been shown yet. @zoom, @x, @y:
 * (out) */
gboolean troupe_page_content_get_view (TroupePageContent *self, double *zoom, double *x, double *y);
/* Restores zoom and center. */
void troupe_page_content_set_view (TroupePageContent *self, double zoom, double x, double y);
/* Returns the bar that is always visible at the bottom. (transfer none) (nullable) */
GtkWidget *troupe_page_content_get_bar (TroupePageContent *self);
/* Activates an action of the content; ignores unknown names. @action: its full name */
void troupe_page_content_perform (TroupePageContent *self, const char *action);
/* Returns the exportable content in its current state. (transfer full) (nullable): %NULL if the
 * document cannot be loaded */
TroupeExportSubject *troupe_page_content_make_export (TroupePageContent *self);
/* Returns the run controller. (transfer none) */
TroupeRunController *troupe_page_content_get_running (TroupePageContent *self);
/* Returns the visible editor, which a subpage can cover. (transfer none) */
GtkWidget *troupe_page_content_get_front (TroupePageContent *self);
/* Returns the crew that is shown. (transfer none) (nullable): %NULL if a flow is shown */
TroupeCrewSubject *troupe_page_content_get_crew (TroupePageContent *self);
/* Returns the breadcrumb names of the path to what is shown, ending with the innermost name.
 * (transfer full) */
GStrv troupe_page_content_list_crumbs (TroupePageContent *self);

/* --- For subclasses --------------------------------------------------------------------------- */

/* Each of these functions emits the signal described at #TroupePageContent. */

/* Emits `message`. @text: translated */
void troupe_page_content_tell (TroupePageContent *self, const char *text);
/* Emits `text-requested`. */
void troupe_page_content_request_text (TroupePageContent *self);
/* Emits `problem-activated`. */
void troupe_page_content_activate_problem (TroupePageContent *self, TroupeProblem *problem);
/* Emits `view-changed`. */
void troupe_page_content_view_changed (TroupePageContent *self);

G_END_DECLS
