/* troupe-test-from-run.h: test case made from a stored run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-store.h"

G_BEGIN_DECLS

/**
 * troupe_test_from_run:
 * @record: a complete record
 * @events: (element-type TroupeEvent): its events
 * @name: the name of the case
 *
 * Makes a case with the inputs of the run, the answers of its models and tools by method, task and agent, and
 * assertions of its path, its number of calls and its final value. Stored runs contain no keys.
 *
 * Returns: (transfer full): the case, see doc/tests.md §2
 */
TroupeValue *
troupe_test_from_run (const TroupeRunRecord *record, GPtrArray *events, const char *name);

/* Returns a file of tests with the case: @file with the case added, or a new one for @document. @file: (nullable):
 * a file of tests; a case with the same name is replaced. (transfer full) */
TroupeValue *troupe_test_from_run_add (TroupeValue *file, TroupeValue *test, const char *document);

G_END_DECLS
