/* troupe-pass-list.h: the passes of a method, to choose one
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
 * A row for each pass of one method: its number, how it ended, how long it took and what it gave. Only
 * the rows in view are made, so that it opens at once for any number of passes, and it grows with the
 * run.
 *
 * Signal: `chosen` (number of the pass, from 1).
 */
#define TROUPE_TYPE_PASS_LIST (troupe_pass_list_get_type ())
G_DECLARE_FINAL_TYPE (TroupePassList, troupe_pass_list, TROUPE, PASS_LIST, GtkWidget)

/* @model: followed; not changed. @pass: which is shown as chosen and brought into view; 0 is the latest. */
GtkWidget *troupe_pass_list_new (TroupeRunModel *model, const char *method, guint pass);

const char *troupe_pass_list_get_method (TroupePassList *self);

/* `Done in 18 ms`: how a pass stands, in words. (transfer full) */
char *troupe_pass_describe (const TroupeMethodInfo *info);

G_END_DECLS
