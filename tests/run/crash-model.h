/* crash-model.h: the example crews as documents of the crash test, and a model that counts what it is asked
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "test-run-crash-child.h"

G_BEGIN_DECLS

/* Starts the model's server, a process without threads, which ends with this one. Before any other process. */
void crash_model_start (void);
/* The examples whose agents ask a model, with that server's in each. (transfer full) (element-type CrashDocument) */
GPtrArray *crash_model_list_documents (void);

/* In a new process: @slot and @serial are what it is known by to the server. */
void crash_model_enter (guint slot, guint serial);
/* From now on nothing was asked by it. */
void crash_model_forget (guint slot, guint serial);
/* How often that process has asked for each task or method, by name. (transfer full) */
GHashTable *crash_model_count (guint slot, guint serial);

G_END_DECLS
