/* troupe-batch-page-private.h: private structure of TroupeBatchPage, shared by its source files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-batch-head.h"
#include "troupe-batch-page.h"
#include "troupe-batch-rows.h"
#include "troupe-batch-results.h"
#include "troupe-batch-setup.h"
#include "troupe-batch-side.h"
#include "troupe-keep-awake.h"
#include "troupe-month-budget.h"

G_BEGIN_DECLS

struct _TroupeBatchPage
{
  GtkWidget parent_instance;

  GtkStack *stack;
  TroupeBatchSetup *setup;
  TroupeBatchHead *head;
  GtkAdjustment *at_once;
  GtkBox *halves;
  GtkWidget *notice_box;
  GtkLabel *notice;
  GtkWidget *new_button; /* in the notice */
  GtkEditable *search;
  GtkToggleButton *all_button;
  GtkToggleButton *done_button;
  GtkToggleButton *failed_button;
  GtkToggleButton *running_button;
  GtkToggleButton *follow_button;
  GtkMenuButton *columns_button;
  GtkWidget *continue_button;
  GtkWidget *retry_button;
  GtkWidget *export_button;
  GtkScrolledWindow *scrolled;
  GtkColumnView *table;
  TroupeBatchSide *side;

  /* Snapshot of the document, taken when the tab was opened. */
  TroupeRunFactory *source;
  char *document_text;
  char *document_path; /* (nullable) */
  TroupeFlowDocument *flow_document;

  TroupeRunConsent *consent;
  gboolean retries;
  gint64 retried;     /* number of the single item to retry, 0 for none */
  gboolean is_asking; /* the user is being asked for consent */
  gboolean is_running;
  gboolean reaches_end; /* scrolls to the last row once it is listed */
  guint end_source;
  TroupeKeepAwake *awake; /* (nullable) */
  gboolean is_stopping;
  gboolean is_left;
  TroupeMonthBudget *month; /* (nullable): month budget to which the running batch counts */
  TroupeBatch *batch;       /* (nullable): the running or last batch */
  TroupeBatch *
      before; /* (nullable): the last batch, while it is not certain that @batch could be started */
  TroupeBatch *next;        /* (nullable): starts when no read of @batch is pending */
  guint n_looks;            /* pending reads of @batch, not counting those of @rows */

  TroupeBatchRows *rows;
  GtkSingleSelection *selection;
  TroupeBatchRow *shown;   /* (nullable): the row that the side pane shows */
  const char *shown_state; /* state of @shown when it was last read */
  gboolean has_rows;
  gboolean has_failed_rows; /* the read error of the rows was already shown */
  gboolean is_narrow;
  gboolean is_side_visible;
  guint slow_source;
  guint normal_at_once; /* concurrency before throttling, 0 if not throttled */
  guint n_busy;         /* number of items that failed because a provider was busy */
};

/* troupe-batch-view.c: the table and the side pane. */
void troupe_batch_view_open (TroupeBatchPage *self);
void troupe_batch_view_close (TroupeBatchPage *self);
/* Scrolls to the items that are running, if “follow” is on. When the user scrolls, “follow” is
 * turned off. */
void troupe_batch_view_follow (TroupeBatchPage *self);
/* Scrolls to the last row, now that the batch has ended, if “follow” is on. */
void troupe_batch_view_reach_end (TroupeBatchPage *self);

/* Called when a read that was counted in @n_looks has finished. */
void troupe_batch_page_look_ended (TroupeBatchPage *self);
/* Emits `run-requested` for the run of an item. */
void troupe_batch_page_request_run (TroupeBatchPage *self,
                                    const char *run,
                                    gint64 ordinal,
                                    TroupeValue *input);
/* Shows @text as a toast. */
void troupe_batch_page_tell (TroupeBatchPage *self, const char *text);

G_END_DECLS
