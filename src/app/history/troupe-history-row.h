/* troupe-history-row.h: row of a stored run in the history
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-store-history.h"

G_BEGIN_DECLS

/**
 * TroupeHistoryRow:
 *
 * Shows state, name, time, outcome, duration and cost of a run. A run that is kept has a star.
 */
#define TROUPE_TYPE_HISTORY_ROW (troupe_history_row_get_type ())
G_DECLARE_FINAL_TYPE (TroupeHistoryRow, troupe_history_row, TROUPE, HISTORY_ROW, GtkListBoxRow)

/* @summary: (transfer full); @names_document: whether the list has runs of several documents. (transfer full):
 * floating */
GtkWidget *troupe_history_row_new (TroupeRunSummary *summary, gboolean names_document);
/* (transfer none) */
const TroupeRunSummary *troupe_history_row_get_summary (TroupeHistoryRow *self);
const char *troupe_history_row_get_id (TroupeHistoryRow *self);
/* @title: (nullable) */
void troupe_history_row_set_title (TroupeHistoryRow *self, const char *title);
void troupe_history_row_set_bookmarks (TroupeHistoryRow *self, guint n);
void troupe_history_row_set_kept (TroupeHistoryRow *self, gboolean is_kept);
/* Shows the day of a row above it if it is the first one of the day: a function for gtk_list_box_set_header_func() of a list of
 * these rows. @before: (nullable) */
void troupe_history_row_show_day (GtkListBoxRow *row, GtkListBoxRow *before, gpointer user_data);

G_END_DECLS
