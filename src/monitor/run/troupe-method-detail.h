/* troupe-method-detail.h: detail panel of a method: input, output and state
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-flow.h"
#include "troupe-run-model.h"
#include "troupe-run.h"

G_BEGIN_DECLS

/**
 * TroupeMethodDetail:
 *
 * Input, output and state of one method in the run, either of its latest pass or of the selected
 * pass. If no method is selected, the data of the complete run is shown.
 *
 * Signals: `place-requested` (method, path and line in the document, if the line is known),
 * `pass-changed` (the displayed pass; 0 is the latest).
 */
#define TROUPE_TYPE_METHOD_DETAIL (troupe_method_detail_get_type ())
G_DECLARE_FINAL_TYPE (TroupeMethodDetail, troupe_method_detail, TROUPE, METHOD_DETAIL, GtkWidget)

/* @model: observed, but not changed. */
GtkWidget *troupe_method_detail_new (TroupeRunModel *model);
/* Sets the folder of the document, in which pictures are shown. @folder: (nullable) */
void troupe_method_detail_set_folder (TroupeMethodDetail *self, const char *folder);

void troupe_method_detail_set_flow (TroupeMethodDetail *self, TroupeFlow *flow);
/* @name: (nullable) */
void troupe_method_detail_set_method (TroupeMethodDetail *self, const char *name);
/* Shows one pass of the method, from 1. 0 follows the latest pass, even if that begins later. */
void troupe_method_detail_set_pass (TroupeMethodDetail *self, guint pass);
guint troupe_method_detail_get_pass (TroupeMethodDetail *self);
/* Sets the result of the run, for the view of the run as a whole. @result: (nullable): NULL if
 * the run has not ended */
void troupe_method_detail_set_result (TroupeMethodDetail *self, const TroupeRunResult *result);
/* Forgets the result, because the run was rewound. The text is updated when the run model changes. */
void troupe_method_detail_forget_result (TroupeMethodDetail *self);
/* Sets the pending feedback requests; the request of the displayed method is shown with it.
 * (nullable) (element-type TroupeFeedbackRequest) */
void troupe_method_detail_set_requests (TroupeMethodDetail *self, GPtrArray *requests);
/* Returns the TroupeFeedbackView. (transfer none) */
GtkWidget *troupe_method_detail_get_feedback (TroupeMethodDetail *self);
/* In narrow mode, the switches are placed below the name. */
void troupe_method_detail_set_narrow (TroupeMethodDetail *self, gboolean narrow);

G_END_DECLS
