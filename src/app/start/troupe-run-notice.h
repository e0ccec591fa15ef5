/* troupe-run-notice.h: notice bar above the canvas about the state of runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-notice-bar.h"

G_BEGIN_DECLS

/* The subject of the notice, which determines the action of its button. */
typedef enum
{
  TROUPE_RUN_NOTICE_NONE,
  TROUPE_RUN_NOTICE_FAILED, /* shows the method */
  TROUPE_RUN_NOTICE_KEPT,   /* resumes the stored run */
  TROUPE_RUN_NOTICE_KEY,    /* an API key is missing: opens the preferences */
  TROUPE_RUN_NOTICE_BUDGET, /* the run is paused: raises its budget */
  TROUPE_RUN_NOTICE_ERRORS, /* shows the text */
  TROUPE_RUN_NOTICE_ITEM, /* the run that is shown is of an item of a batch: returns to the batch */
  TROUPE_RUN_NOTICE_REFUSED, /* writing files was refused: opens the permissions */
  TROUPE_RUN_NOTICE_FOREIGN,
} TroupeRunNoticeSubject;

/**
 * TroupeRunNotice:
 *
 * The notice bar above the canvas, which shows one subject at a time. The user can dismiss all
 * notices except failures of a run.
 *
 * Signals: `method-requested` (name), `resume-requested`, `text-requested`: the button of the
 * notice was clicked; `resume-declined`: the offer of the stored run was dismissed;
 * `key-requested`; `model-requested`: another model is to be chosen instead of adding its key; `item-left`, `item-requested`: the choices for a run of an item of a batch;
 * `permissions-requested`; `budget-raised` and `stop-requested`: the choices for a run whose budget is used
 * up.
 */
#define TROUPE_TYPE_RUN_NOTICE (troupe_run_notice_get_type ())
G_DECLARE_FINAL_TYPE (TroupeRunNotice, troupe_run_notice, TROUPE, RUN_NOTICE, GObject)

TroupeRunNotice *troupe_run_notice_new (TroupeNoticeBar *bar);
/* Moves the current notice to @bar. */
void troupe_run_notice_set_bar (TroupeRunNotice *self, TroupeNoticeBar *bar);

TroupeRunNoticeSubject troupe_run_notice_get_subject (TroupeRunNotice *self);
void troupe_run_notice_clear (TroupeRunNotice *self);

/* @method: (nullable): the method that failed, which the button shows; @error: (nullable): why; if an API key
 * is missing, the button opens the preferences instead; @needs_permission: whether a permission was missing, so that the
 * button opens the permissions */
void troupe_run_notice_tell_failure (TroupeRunNotice *self,
                                     const char *method,
                                     const char *text,
                                     const GError *error,
                                     gboolean needs_permission);
/* Returns TRUE if a failed method was shown since the notice was cleared. If there are several
 * failures, only the first failure is shown. */
gboolean troupe_run_notice_has_failure (TroupeRunNotice *self);
/* Shows the reason why a run cannot be started. If an API key is missing, explains how to set
 * the key, until it is stored in the keyring with the window. */
void troupe_run_notice_tell_refusal (TroupeRunNotice *self, const GError *error);
/* Shows that the user did not allow the run. */
void troupe_run_notice_tell_denial (TroupeRunNotice *self);
/* Offers to resume the stored run. @is_waiting: whether the run waits for an answer;
 * @is_changed: whether the document has changed since the run */
void troupe_run_notice_offer_stored_run (TroupeRunNotice *self,
                                         gboolean is_waiting,
                                         gboolean is_changed);
/* Offers to resume a stored run that failed, and to show the method that failed. @method: (nullable):
 * that method; @error: (nullable): the error message; @button: the label of the button that resumes it */
void troupe_run_notice_offer_failed (TroupeRunNotice *self,
                                     const char *method,
                                     const char *error,
                                     gboolean is_changed,
                                     const char *button);
/* Sets whether the failed run that is shown can be resumed with a second button. Ignored if no
 * failure is shown. @button: (nullable): its label; NULL for none */
void troupe_run_notice_set_resumable (TroupeRunNotice *self, const char *button);
/* Shows that the run is paused because it has cost @spent. @more: amount that the button adds to
 * the budget. Both amounts are in millionths of a dollar. */
void troupe_run_notice_tell_budget (TroupeRunNotice *self, gint64 spent, gint64 more);
/* Like troupe_run_notice_tell_budget(), but for the budget of all runs of this month. */
void troupe_run_notice_tell_month (TroupeRunNotice *self, gint64 spent, gint64 more);
/* Says which item of which batch the run that is shown is of, and offers to return to the batch and to run the document
 * with the inputs of the item. @title: of the batch */
void troupe_run_notice_tell_item (TroupeRunNotice *self, gint64 ordinal, const char *title);
/* Says that a run that finished was not allowed to write files, and offers to open the permissions. */
void troupe_run_notice_tell_refused_writes (TroupeRunNotice *self, const char *text);
/* Says why the finished run that is shown failed, after what troupe_run_notice_tell_item() has said. */
void troupe_run_notice_tell_past_failure (TroupeRunNotice *self, const char *error);
/* Shows that the file in @folder comes from elsewhere and that nothing in it was executed. All
 * other notices have a higher priority. */
void troupe_run_notice_tell_foreign (TroupeRunNotice *self, const char *folder);
/* @text: (nullable): why the document cannot be loaded. Other notices have a higher priority. */
void troupe_run_notice_set_errors (TroupeRunNotice *self, const char *text);

/* Returns the message of the error about the missing key. (transfer none) (nullable) */
const char *troupe_run_notice_get_key_message (TroupeRunNotice *self);
/* Returns the variable of the key that is missing. (transfer none) (nullable) */
const char *troupe_run_notice_get_key_variable (TroupeRunNotice *self);

G_END_DECLS
