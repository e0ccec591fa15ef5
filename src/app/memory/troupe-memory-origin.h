/* troupe-memory-origin.h: finds the run that created a memory record
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-memory-record.h"

G_BEGIN_DECLS

/* @text: for example `analyst, run of Friday 07:00`; the run is omitted if no stored run covers
 *   the record
 * @run: (nullable): id of the run */
typedef void (*TroupeMemoryOriginFunc) (TroupeMemoryRecord *record,
                                        const char *text,
                                        const char *run,
                                        gpointer user_data);

/**
 * troupe_memory_origin_find:
 * @document: (nullable): the path of the document
 *
 * Searches the stored runs of the document on a thread. @func is not called if @cancellable is
 * cancelled.
 */
void troupe_memory_origin_find (const char *document,
                                TroupeMemoryRecord *record,
                                GCancellable *cancellable,
                                TroupeMemoryOriginFunc func,
                                gpointer user_data,
                                GDestroyNotify destroy);

G_END_DECLS
