/* troupe-history-filter.h: menu that selects which runs the history lists
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-store-history.h"

G_BEGIN_DECLS

/**
 * TroupeHistoryFilter:
 *
 * The actions `filter.document` (s: this, all), `filter.outcome` (s), `filter.period` (s), `filter.cost` (s) and
 * `filter.kept`, and a menu with them.
 *
 * Signal: `changed`.
 */
#define TROUPE_TYPE_HISTORY_FILTER (troupe_history_filter_get_type ())
G_DECLARE_FINAL_TYPE (TroupeHistoryFilter, troupe_history_filter, TROUPE, HISTORY_FILTER, GObject)

/* Creates the filter, which selects the runs of one document, and adds its actions to @widget. (transfer full) */
TroupeHistoryFilter *troupe_history_filter_new (GtkWidget *widget);
/* (transfer none) */
GMenuModel *troupe_history_filter_get_menu (TroupeHistoryFilter *self);
/* Returns TRUE if runs of all documents are selected. */
gboolean troupe_history_filter_is_of_all (TroupeHistoryFilter *self);
/* Returns TRUE if some runs of the document are left out. */
gboolean troupe_history_filter_is_set (TroupeHistoryFilter *self);
/* Returns what is listed, such as `This Document · Failed`. @has_document: whether the window shows one; without it,
 * the runs of all documents are selected. (transfer full) */
char *troupe_history_filter_describe (TroupeHistoryFilter *self, gboolean has_document);
/* Selects the runs of all documents. */
void troupe_history_filter_select_all (TroupeHistoryFilter *self);
/* Returns the filter. Its texts are @path and @words. @path: (nullable): the document; without it, the runs of all
 * documents are selected; @words: (nullable) */
TroupeRunFilter
troupe_history_filter_make (TroupeHistoryFilter *self, const char *path, const char *words);

G_END_DECLS
