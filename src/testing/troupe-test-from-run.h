/* troupe-test-from-run.h: test case made from a stored run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-store.h"

G_BEGIN_DECLS

/* Returns the name of the case of a run. (transfer full) */
char *troupe_test_from_run_name (const TroupeRunRecord *record);
/**
 * troupe_test_from_run_save:
 * @record: a complete record of a run of a document file
 * @events: (element-type TroupeEvent): its events
 * @path: a file of tests in the folder of the document or above it
 *
 * Adds a case to a file of tests (doc/tests.md §2), which is created if it does not exist: with the inputs of the run, the
 * answers of its models and tools by method, task and agent, and assertions of its path, its number of calls and its
 * final value. A case of the same run is replaced. Stored runs contain no keys. Blocks.
 *
 * Returns: %FALSE with a %G_IO_ERROR if the file is no file of tests or cannot be written
 */
gboolean troupe_test_from_run_save (const TroupeRunRecord *record,
                                    GPtrArray *events,
                                    const char *path,
                                    GError **error);

G_END_DECLS
