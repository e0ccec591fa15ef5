/* troupe-monitor.h: the bottom bar and its panels: a run as it happens, and the problems
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-cost-side.h"
#include "troupe-event.h"
#include "troupe-flow.h"
#include "troupe-run.h"
#include "troupe-trace.h"

G_BEGIN_DECLS

/**
 * TroupeMonitor:
 *
 * The bar below the canvas and the panels above its end (doc/interface.md §7, §10): Timeline with
 * the detail of the selected method, Transcript, Data, Log, Cost, Problems. It follows one run by its trace.
 *
 * Properties: `trace` (construct only), `panel-open` (boolean), `page` (string: `timeline`,
 * `transcript`, `data`, `log`, `cost`, `problems`),
 * `selected-method` (string or NULL; both ways), `narrow` (boolean: the switches fold into one menu,
 * and the panel has two pages), `two-pages` (boolean: timeline and detail are two pages of one stack).
 *
 * Signals: `method-selected` (name), `problem-activated` (TroupeProblem), `fix-requested`
 * (TroupeProblem), `answered` (id of a request, words, outcome or NULL), `later` (nobody answers now),
 * `costs-shown` (GHashTable: while the costs are seen, texts of them by the names of methods or tasks; then NULL),
 * `group-chosen` (TroupeTranscriptGroup: a person has narrowed the transcript to it),
 * `place-requested` (method, path and line of the document where it failed; 0: the line is not known).
 *
 * `panel-whole` (boolean): it wants the room of the canvas as well; a second press on its bar or `panel.whole` say so.
 *
 * Class actions: `panel.timeline`, `panel.transcript`, `panel.data`, `panel.log`, `panel.cost`, `panel.problems`,
 * `panel.toggle`, `panel.whole`, `panel.next-problem`, `panel.previous-problem`.
 */
#define TROUPE_TYPE_MONITOR (troupe_monitor_get_type ())
G_DECLARE_FINAL_TYPE (TroupeMonitor, troupe_monitor, TROUPE, MONITOR, GtkWidget)

/* @trace: of the run that is shown; the caller begins it, feeds it and ends it, and says so below */
GtkWidget *troupe_monitor_new (TroupeTrace *trace);

/* What is always there below the canvas, over the panel. (transfer none) */
GtkWidget *troupe_monitor_get_bar (TroupeMonitor *self);

/* After every edit: what the bar counts and says, and the problems. (element-type TroupeProblem) */
void troupe_monitor_set_flow (TroupeMonitor *self, TroupeFlow *flow, GPtrArray *problems);

/* Shows in Problems what became of what the document was read from. @items: (element-type TroupeReportItem) (nullable):
 * NULL: there is nothing to report. @text: (nullable): the same to be copied */
void troupe_monitor_set_report (TroupeMonitor *self, GListModel *items, const char *text);

/* What the bar says at rest, instead of how many methods the flow has. @facts: (nullable) */
void troupe_monitor_set_facts (TroupeMonitor *self, const char *facts);

/* What the run that is shown may spend, in millionths of a dollar; 0: any sum. The bar says so, in amber from 80 of 100
 * on. */
void troupe_monitor_set_limit (TroupeMonitor *self, gint64 limit);
/* What all runs of this month have spent, and may: the bar is amber from 80 of 100 of that on, too. */
void troupe_monitor_set_month (TroupeMonitor *self, const TroupeCostMonth *month);
/* What stands beside the table of costs. (transfer none) */
TroupeCostSide *troupe_monitor_get_cost_side (TroupeMonitor *self);

/* What the transcript is narrowed to: the task with the @number, from 1, of the crew that @method runs (NULL: of any), or
 * the agent with that role; 0 and NULL: everything. What has not begun can be chosen where it is expected. */
void troupe_monitor_choose_task (TroupeMonitor *self, const char *method, guint number);
void troupe_monitor_choose_agent (TroupeMonitor *self, const char *role);
/* Opens the transcript, not narrowed to anything, where the task begins whose span has @id: of a task that runs several
 * times one of them. */
void troupe_monitor_show_task (TroupeMonitor *self, guint64 id);

/* What the crew that is in front has, for the transcript to name it before it begins: troupe_transcript_expect(). */
void troupe_monitor_expect (TroupeMonitor *self, GListModel *groups);

/* The trace has begun; @flow is what runs. */
void troupe_monitor_begin_run (TroupeMonitor *self, TroupeFlow *flow);
/* What the run is known by in the bar, in place of its inputs: "Turn 3". @occasion: (nullable) */
void troupe_monitor_set_occasion (TroupeMonitor *self, const char *occasion);
/* What waits for a person's answer, oldest first. (nullable) (element-type TroupeFeedbackRequest) */
void troupe_monitor_set_requests (TroupeMonitor *self, GPtrArray *requests);
/* @text: (nullable): why the answer to the request was not taken. */
void
troupe_monitor_set_answer_error (TroupeMonitor *self, const char *request_id, const char *text);
/* The trace has ended. @result: (nullable) */
void troupe_monitor_end_run (TroupeMonitor *self, const TroupeRunResult *result);

/* Selects method @name and shows what its @pass, from 1, was given and gave. */
void troupe_monitor_show_pass (TroupeMonitor *self, const char *name, guint pass);
/* A popover at @place of @widget, with the passes of @name; choosing one shows it and selects the method. */
void troupe_monitor_open_passes (TroupeMonitor *self,
                                 const char *name,
                                 GtkWidget *widget,
                                 const GdkRectangle *place);

void troupe_monitor_set_selected_method (TroupeMonitor *self, const char *name);
void troupe_monitor_set_panel_open (TroupeMonitor *self, gboolean open);
gboolean troupe_monitor_get_panel_open (TroupeMonitor *self);
/* A panel that is closed has no height. */
void troupe_monitor_set_panel_whole (TroupeMonitor *self, gboolean whole);
gboolean troupe_monitor_get_panel_whole (TroupeMonitor *self);
void troupe_monitor_set_page (TroupeMonitor *self, const char *page);
void troupe_monitor_set_narrow (TroupeMonitor *self, gboolean narrow);
void troupe_monitor_set_two_pages (TroupeMonitor *self, gboolean two_pages);

TroupeTrace *troupe_monitor_get_trace (TroupeMonitor *self); /* (transfer none) */
/* The value that method @name had for the last finished run, or NULL. (transfer none) */
TroupeValue *troupe_monitor_get_output (TroupeMonitor *self, const char *name);

G_END_DECLS
