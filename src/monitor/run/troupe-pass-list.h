/* troupe-pass-list.h: list of the passes of a method
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-run-model.h"

G_BEGIN_DECLS

/**
 * TroupePassList:
 *
 * A list with a row for each pass of one method, which shows its number, state, duration and
 * output. Only visible rows are created, so that the list opens quickly for any number of passes.
 * During a run, the list grows.
 *
 * Signal: `chosen` (number of the pass, from 1).
 */
#define TROUPE_TYPE_PASS_LIST (troupe_pass_list_get_type ())
G_DECLARE_FINAL_TYPE (TroupePassList, troupe_pass_list, TROUPE, PASS_LIST, GtkWidget)

/* @model: observed, but not changed. @pass: the pass that is selected and scrolled to; 0 is the
 *   latest. */
GtkWidget *troupe_pass_list_new (TroupeRunModel *model, const char *method, guint pass);

const char *troupe_pass_list_get_method (TroupePassList *self);

/* Describes the state of a pass: `Done in 18 ms`. (transfer full) */
char *troupe_pass_describe (const TroupeMethodInfo *info);

G_END_DECLS
