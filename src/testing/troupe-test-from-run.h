/* troupe-test-from-run.h: test case made from a stored run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-store.h"

G_BEGIN_DECLS

/**
 * TroupeMadeTest:
 * @name: the name of the case
 * @path: the file of tests
 * @is_new: whether the case was added, and did not replace one
 */
typedef struct
{
  char *name;
  char *path;
  gboolean is_new;
} TroupeMadeTest;

void troupe_made_test_free (TroupeMadeTest *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeMadeTest, troupe_made_test_free)

/* Says what was done, as a sentence. @file: the file of tests, as it is shown. (transfer full) */
char *troupe_made_test_describe (const TroupeMadeTest *self, const char *file);

/**
 * TroupeTestFromRunError:
 * @TROUPE_TEST_FROM_RUN_ERROR_PART: the run executed only a part of the document; a run of the whole
 *   document can become a test
 */
typedef enum
{
  TROUPE_TEST_FROM_RUN_ERROR_PART,
} TroupeTestFromRunError;

#define TROUPE_TEST_FROM_RUN_ERROR (troupe_test_from_run_error_quark ())
GQuark troupe_test_from_run_error_quark (void);

/**
 * troupe_test_from_run_make:
 * @run_id: a run of a document file
 * @path: (nullable): a file of tests in the folder of the document or above it; %NULL for the one beside it
 *
 * Adds a case to a file of tests (doc/tests.md §2), which is created if it does not exist: with the inputs of the run, the
 * answers of its models and tools by method, task and agent, and assertions of its path, its number of calls and its
 * final value, without the parts that differ between two runs (doc/tests.md §3). A case of the same run is replaced. Stored
 * runs contain no keys. Blocks; may be called on any thread.
 *
 * Returns: (transfer full) (nullable): %NULL with %TROUPE_TEST_FROM_RUN_ERROR_PART if the run executed only a part of the
 *   document, or a %G_IO_ERROR if the run has not ended, if a test cannot repeat it because it was changed while it was
 *   paused, or if the file is no file of tests or cannot be written
 */
TroupeMadeTest *troupe_test_from_run_make (TroupeStore *store,
                                           const char *run_id,
                                           const char *path,
                                           GError **error);

G_END_DECLS
