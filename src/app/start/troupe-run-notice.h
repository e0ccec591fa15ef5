/* troupe-run-notice.h: the notice bar above the canvas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-notice-bar.h"

G_BEGIN_DECLS

/* What it is about, and so what its button does. */
typedef enum
{
  TROUPE_RUN_NOTICE_NONE,
  TROUPE_RUN_NOTICE_FAILED, /* shows the method */
  TROUPE_RUN_NOTICE_KEPT,   /* resumes the kept run */
  TROUPE_RUN_NOTICE_KEY,    /* a key is missing: leads to where it is set */
  TROUPE_RUN_NOTICE_BUDGET, /* the run stands still: raises its budget */
  TROUPE_RUN_NOTICE_ERRORS, /* shows the text */
  TROUPE_RUN_NOTICE_FOREIGN,
} TroupeRunNoticeSubject;

/**
 * TroupeRunNotice:
 *
 * The bar over the canvas: one thing at a time. A person can send away what is no failure of a run.
 *
 * Signals: `method-requested` (name), `resume-requested`, `text-requested`: its button was pressed;
 * `resume-declined`: the kept run was sent away; `key-requested`; `budget-raised` and `stop-requested`: what becomes of a
 * run whose budget is spent.
 */
#define TROUPE_TYPE_RUN_NOTICE (troupe_run_notice_get_type ())
G_DECLARE_FINAL_TYPE (TroupeRunNotice, troupe_run_notice, TROUPE, RUN_NOTICE, GObject)

TroupeRunNotice *troupe_run_notice_new (TroupeNoticeBar *bar);
/* What it is about stands in @bar from now on, and no more where it stood. */
void troupe_run_notice_set_bar (TroupeRunNotice *self, TroupeNoticeBar *bar);

TroupeRunNoticeSubject troupe_run_notice_get_subject (TroupeRunNotice *self);
void troupe_run_notice_clear (TroupeRunNotice *self);

/* @method: (nullable): which failed, to be shown */
void troupe_run_notice_tell_failure (TroupeRunNotice *self, const char *method, const char *text);
/* Whether a method that failed was told since the notice was cleared: of several the first one is shown. */
gboolean troupe_run_notice_has_failure (TroupeRunNotice *self);
/* A run cannot be started; where that is for want of a key, how one is set. */
void troupe_run_notice_tell_refusal (TroupeRunNotice *self, const GError *error);
/* A person did not allow the run. */
void troupe_run_notice_tell_denial (TroupeRunNotice *self);
/* @is_waiting: the kept run waits for an answer; @is_changed: the document is another one than it has */
void troupe_run_notice_offer_stored_run (TroupeRunNotice *self,
                                         gboolean is_waiting,
                                         gboolean is_changed);
/* The same for one that failed. @error: (nullable): with what */
void
troupe_run_notice_offer_failed (TroupeRunNotice *self, const char *error, gboolean is_changed);
/* Whether the run whose failure is told can be resumed; a second button does so. It is nothing where no failure is told. */
void troupe_run_notice_set_resumable (TroupeRunNotice *self, gboolean resumable);
/* The run stands still, as its models have cost @spent of what they may; @more: what its button adds. Millionths of a
 * dollar. */
void troupe_run_notice_tell_budget (TroupeRunNotice *self, gint64 spent, gint64 more);
/* The same where it is all runs of this month that have. */
void troupe_run_notice_tell_month (TroupeRunNotice *self, gint64 spent, gint64 more);
/* The file in @folder came from elsewhere and was not started. Every other notice stands in front of it. */
void troupe_run_notice_tell_foreign (TroupeRunNotice *self, const char *folder);
/* @text: (nullable): why the document does not load. Other notices stay in front of it. */
void troupe_run_notice_set_errors (TroupeRunNotice *self, const char *text);

G_END_DECLS
