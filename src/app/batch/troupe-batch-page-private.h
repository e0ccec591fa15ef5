/* troupe-batch-page-private.h: the tab of a batch, for the files that speak for it
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
  GtkLabel *notice;
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

  /* The document, as it was when the tab was opened. */
  TroupeRunFactory *source;
  char *document_text;
  char *document_path; /* (nullable) */
  TroupeFlowDocument *flow_document;

  TroupeRunConsent *consent;
  gboolean retries;
  gint64 retried;     /* the item that is tried again alone; 0: none */
  gboolean is_asking; /* for consent */
  gboolean is_running;
  gboolean is_stopping;
  gboolean is_left;
  TroupeMonthBudget *month; /* (nullable): for which the batch that runs counts */
  TroupeBatch *batch;       /* (nullable): that runs, or did */
  TroupeBatch *next;        /* (nullable): begins when nobody reads of the one before */
  guint n_looks;            /* that are under way, beside those of the rows */

  TroupeBatchRows *rows;
  GtkSingleSelection *selection;
  TroupeBatchRow *shown;   /* (nullable): the row that the side tells of */
  const char *shown_state; /* in which it was read */
  gboolean has_rows;
  gboolean has_failed_rows; /* that they cannot be read was told */
  gboolean is_narrow;
  gboolean is_side_visible;
  guint slow_source;
  guint normal_at_once; /* before it was slowed down; 0: it was not */
  guint n_busy;         /* items that failed for busy providers */
};

/* troupe-batch-view.c: the table and what stands beside it. */
void troupe_batch_view_open (TroupeBatchPage *self);
void troupe_batch_view_close (TroupeBatchPage *self);
/* To where it is, unless a person has scrolled. */
void troupe_batch_view_follow (TroupeBatchPage *self);

/* A look that was counted in @n_looks is over. */
void troupe_batch_page_look_ended (TroupeBatchPage *self);
/* A person wants to see the run of an item. */
void troupe_batch_page_request_run (TroupeBatchPage *self, const char *run);
/* A toast. */
void troupe_batch_page_tell (TroupeBatchPage *self, const char *text);

G_END_DECLS
