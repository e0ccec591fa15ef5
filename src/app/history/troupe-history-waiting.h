/* troupe-history-waiting.h: list of runs that wait for an answer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-store-history.h"

G_BEGIN_DECLS

/**
 * TroupeHistoryWaiting:
 *
 * The runs that wait for an answer of the user, oldest first, with their questions. It is hidden while there is none.
 *
 * Signal: `chosen` (ID and path of a run, or NULL): the user wants to answer.
 */
#define TROUPE_TYPE_HISTORY_WAITING (troupe_history_waiting_get_type ())
G_DECLARE_FINAL_TYPE (TroupeHistoryWaiting,
                      troupe_history_waiting,
                      TROUPE,
                      HISTORY_WAITING,
                      GtkWidget)

/* (transfer full): floating */
GtkWidget *troupe_history_waiting_new (void);
/* @requests: (element-type TroupeRunRequest); @runs: (element-type TroupeRunSummary): in the same order */
void troupe_history_waiting_set (TroupeHistoryWaiting *self, GPtrArray *requests, GPtrArray *runs);

G_END_DECLS
