/* troupe-method-detail.h: input, output and state of the selected method
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
 * Input, output and state of one method in the run, of its latest pass or of the one that was chosen; with
 * no method those of the run as a whole.
 *
 * Signals: `place-requested` (method, path and line in the document, where the line is known),
 * `pass-changed` (which pass is shown; 0 is the latest).
 */
#define TROUPE_TYPE_METHOD_DETAIL (troupe_method_detail_get_type ())
G_DECLARE_FINAL_TYPE (TroupeMethodDetail, troupe_method_detail, TROUPE, METHOD_DETAIL, GtkWidget)

/* @model: followed; not changed. */
GtkWidget *troupe_method_detail_new (TroupeRunModel *model);

void troupe_method_detail_set_flow (TroupeMethodDetail *self, TroupeFlow *flow);
/* @name: (nullable) */
void troupe_method_detail_set_method (TroupeMethodDetail *self, const char *name);
/* Shows one pass of the method, from 1; 0 is the latest, as soon as there is one. */
void troupe_method_detail_set_pass (TroupeMethodDetail *self, guint pass);
guint troupe_method_detail_get_pass (TroupeMethodDetail *self);
/* How the run ended, for what is shown of the run as a whole. @result: (nullable): it has not */
void troupe_method_detail_set_result (TroupeMethodDetail *self, const TroupeRunResult *result);
/* What waits for an answer; the one of the shown method is shown with it. (nullable) (element-type
 * TroupeFeedbackRequest) */
void troupe_method_detail_set_requests (TroupeMethodDetail *self, GPtrArray *requests);
/* The TroupeFeedbackView. (transfer none) */
GtkWidget *troupe_method_detail_get_feedback (TroupeMethodDetail *self);
/* Narrow: the switches stand below the name. */
void troupe_method_detail_set_narrow (TroupeMethodDetail *self, gboolean narrow);

G_END_DECLS
