/* troupe-monitor.h: run monitor: bottom bar and panels for a run and for problems
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-cost-side.h"
#include "troupe-event.h"
#include "troupe-flow.h"
#include "troupe-run-pause.h"
#include "troupe-run.h"
#include "troupe-trace.h"

G_BEGIN_DECLS

/**
 * TroupeMonitor:
 *
 * The bar below the canvas and the panels above its end (doc/interface.md §7, §10): Timeline with
 * the detail of the selected method, Transcript, Data, Log, Cost, Problems. It follows one run by
 * its trace.
 *
 * Properties: `trace` (construct only), `panel-open` (boolean), `page` (string: `timeline`,
 * `transcript`, `data`, `log`, `cost`, `problems`), `selected-method` (string or NULL;
 * bidirectional), `narrow` (boolean: a menu replaces the page switches except Problems, and the
 * panel has two pages), `two-pages` (boolean: timeline and detail are two pages of one stack).
 *
 * Signals: `method-selected` (name), `problem-activated` (TroupeProblem), `fix-requested`
 * (TroupeProblem), `answered` (id of a request, text, outcome or NULL), `later` (the user postpones
 * the answer), `costs-shown` (GHashTable: cost texts by the names of methods or tasks while the
 * costs are visible; otherwise NULL), `group-chosen` (TroupeTranscriptGroup: the user has filtered
 * the transcript by it), `place-requested` (method, path and line of the error in the document; 0:
 * the line is unknown).
 *
 * `panel-whole` (boolean): the panel also takes the space of the canvas; toggled by a double click
 * on its bar or by `panel.whole`.
 *
 * Class actions: `panel.timeline`, `panel.transcript`, `panel.data`, `panel.log`, `panel.cost`,
 * `panel.problems`, `panel.toggle`, `panel.whole`, `panel.next-problem`, `panel.previous-problem`.
 */
#define TROUPE_TYPE_MONITOR (troupe_monitor_get_type ())
G_DECLARE_FINAL_TYPE (TroupeMonitor, troupe_monitor, TROUPE, MONITOR, GtkWidget)

/* @trace: the trace of the displayed run. The caller begins, feeds and ends the trace, and calls
 *   the functions below accordingly */
GtkWidget *troupe_monitor_new (TroupeTrace *trace);

/* Returns the bar below the canvas and above the panel, which is always visible. (transfer none) */
GtkWidget *troupe_monitor_get_bar (TroupeMonitor *self);

/* Sets whether the runs are those of a standalone crew, which has tasks instead of methods. */
void troupe_monitor_set_crew (TroupeMonitor *self, gboolean is_crew);
/* Must be called after every edit. Updates the counts and texts of the bar, and the problems.
 * (element-type TroupeProblem) */
void troupe_monitor_set_flow (TroupeMonitor *self, TroupeFlow *flow, GPtrArray *problems);

/* Shows an import report in Problems. @items: (element-type TroupeReportItem) (nullable): NULL
 * if there is no report. @text: (nullable): the report as text for copying */
void troupe_monitor_set_report (TroupeMonitor *self, GListModel *items, const char *text);

/* Sets the text that the bar shows while there is no run. It replaces the number of methods.
 * @facts: (nullable) */
void troupe_monitor_set_facts (TroupeMonitor *self, const char *facts);

/* Sets the document's folder, from which the transcript shows pictures. @folder: (nullable) */
void troupe_monitor_set_folder (TroupeMonitor *self, const char *folder);

/* Sets the budget of the current run, in millionths of a dollar; 0: unlimited. The bar shows the
 * budget, in amber if at least 80 % are spent. */
void troupe_monitor_set_limit (TroupeMonitor *self, gint64 limit);
/* Sets the cost and the budget of all runs of this month. The bar is also amber if at least 80 %
 * of this budget are spent. */
void troupe_monitor_set_month (TroupeMonitor *self, const TroupeCostMonth *month);
/* Returns the widget next to the table of costs. (transfer none) */
TroupeCostSide *troupe_monitor_get_cost_side (TroupeMonitor *self);

/* Filter the transcript by the task with the @number, from 1, of the crew that @method runs
 * (NULL: of any crew), or by the agent with @role. 0 or NULL removes the filter. Tasks and
 * agents that have not begun can be chosen if they are expected. */
void troupe_monitor_choose_task (TroupeMonitor *self, const char *method, guint number);
void troupe_monitor_choose_agent (TroupeMonitor *self, const char *role);
/* Opens the unfiltered transcript at the start of the task whose span has @id. If the task runs
 * several times, one of its runs is shown. */
void troupe_monitor_show_task (TroupeMonitor *self, guint64 id);

/* Sets the tasks and agents of the current crew, so that the transcript lists them before they
 * begin; see troupe_transcript_expect(). */
void troupe_monitor_expect (TroupeMonitor *self, GListModel *groups);

/* Must be called when the trace has begun. @flow: the flow that runs */
void troupe_monitor_begin_run (TroupeMonitor *self, TroupeFlow *flow);
/* Sets the text by which the bar identifies the run, such as "Turn 3". It replaces the inputs of
 * the run. @occasion: (nullable) */
void troupe_monitor_set_occasion (TroupeMonitor *self, const char *occasion);
/* Shows the values of a paused run in Data, where the user can change them; a breakpoint also opens Data. Must be called when
 * the run is paused, changed and continued. @run: (nullable): NULL if no run is paused; @pause: (nullable) (transfer full):
 * of troupe_run_get_pause(), NULL with @run */
void troupe_monitor_set_pause (TroupeMonitor *self, TroupeRun *run, TroupeRunPause *pause);
/* Shows what the method or task that starts next in the paused run probably needs. @estimates: (nullable)
 * (element-type utf8 utf8): by the name of the method or task */
void troupe_monitor_set_estimates (TroupeMonitor *self, GHashTable *estimates);
/* Commits a value of the paused run that is being edited, so that the run continues with it. */
void troupe_monitor_commit (TroupeMonitor *self);
/* Sets the requests that wait for the user's answer, oldest first. (nullable) (element-type
 * TroupeFeedbackRequest) */
void troupe_monitor_set_requests (TroupeMonitor *self, GPtrArray *requests);
/* Shows why the answer to a request was rejected. @text: (nullable): the reason */
void
troupe_monitor_set_answer_error (TroupeMonitor *self, const char *request_id, const char *text);
/* Must be called when the trace has ended. @result: (nullable) */
void troupe_monitor_end_run (TroupeMonitor *self, const TroupeRunResult *result);
/* Must be called when the trace was rewound: the run has no result yet. */
void troupe_monitor_reopen_run (TroupeMonitor *self);

/* Selects method @name and shows the inputs and outputs of pass @pass, from 1. */
void troupe_monitor_show_pass (TroupeMonitor *self, const char *name, guint pass);
/* Opens a popover at @place of @widget with the passes of @name; choosing a pass shows it and
 * selects the method. */
void troupe_monitor_open_passes (TroupeMonitor *self,
                                 const char *name,
                                 GtkWidget *widget,
                                 const GdkRectangle *place);

void troupe_monitor_set_selected_method (TroupeMonitor *self, const char *name);
void troupe_monitor_set_panel_open (TroupeMonitor *self, gboolean open);
gboolean troupe_monitor_get_panel_open (TroupeMonitor *self);
/* If @whole is TRUE, a closed panel is opened, because it would otherwise have no height. */
void troupe_monitor_set_panel_whole (TroupeMonitor *self, gboolean whole);
gboolean troupe_monitor_get_panel_whole (TroupeMonitor *self);
void troupe_monitor_set_page (TroupeMonitor *self, const char *page);
/* Request the narrow layout, or two pages. A monitor without enough space for the other layout uses
 * them even if they are not requested. */
void troupe_monitor_set_narrow (TroupeMonitor *self, gboolean narrow);
void troupe_monitor_set_two_pages (TroupeMonitor *self, gboolean two_pages);

/* Returns the number of the displayed pass of the selected method, 0 if it has none. */
guint troupe_monitor_get_pass (TroupeMonitor *self);
/* Sets a menu that opens on rows of the timeline, whose method and pass are selected before. @menu: (nullable) */
void troupe_monitor_set_method_menu (TroupeMonitor *self, GMenuModel *menu);

TroupeTrace *troupe_monitor_get_trace (TroupeMonitor *self); /* (transfer none) */
/* Returns the output of the last finished pass of method @name, or NULL. (transfer none) */
TroupeValue *troupe_monitor_get_output (TroupeMonitor *self, const char *name);

G_END_DECLS
