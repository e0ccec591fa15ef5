/* troupe-memory-origin.h: in which run a record came to be
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-memory-record.h"

G_BEGIN_DECLS

/* @text: `analyst, run of Friday 07:00`; of a record that no kept run covers, without the run
 * @run: (nullable): its id */
typedef void (*TroupeMemoryLearntFunc) (TroupeMemoryRecord *record,
                                        const char *text,
                                        const char *run,
                                        gpointer user_data);

/**
 * troupe_memory_learnt_find:
 * @document: (nullable): the path of the document
 *
 * Looks among the kept runs of the document, on a thread of its own. @func is not called once that is cancelled.
 */
void troupe_memory_learnt_find (const char *document,
                                TroupeMemoryRecord *record,
                                GCancellable *cancellable,
                                TroupeMemoryLearntFunc func,
                                gpointer user_data,
                                GDestroyNotify destroy);

G_END_DECLS
