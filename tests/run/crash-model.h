/* crash-model.h: the example crews as documents of the crash test, and a model server that counts
 * requests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "test-run-crash-child.h"

G_BEGIN_DECLS

/* Starts the model server, a single-threaded process that ends with this process. Must be called
 * before any other process is started. */
void crash_model_start (void);
/* Lists the examples whose agents call a model, changed to use this server. (transfer full)
 * (element-type CrashDocument) */
GPtrArray *crash_model_list_documents (void);

/* Must be called in a new process. @slot and @serial identify the process to the server. */
void crash_model_enter (guint slot, guint serial);
/* Resets the counts of the process with @slot and @serial. */
void crash_model_forget (guint slot, guint serial);
/* Returns how often the process with @slot and @serial has sent a request for each task or
 * method, by name. (transfer full) */
GHashTable *crash_model_count (guint slot, guint serial);

G_END_DECLS
