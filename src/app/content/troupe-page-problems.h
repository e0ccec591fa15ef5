/* troupe-page-problems.h: problems of the document of a page, including those of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-run-factory.h"

G_BEGIN_DECLS

/**
 * TroupePageProblems:
 *
 * The problems that a page shows: those that the document itself finds after each edit, and those for
 * which a run would be refused, which require looking up files and are therefore found on a thread, a
 * moment after the last edit.
 * Signals: `changed ()` when the problems of a run have changed.
 * Threads: main thread.
 */
#define TROUPE_TYPE_PAGE_PROBLEMS (troupe_page_problems_get_type ())
G_DECLARE_FINAL_TYPE (TroupePageProblems, troupe_page_problems, TROUPE, PAGE_PROBLEMS, GObject)

TroupePageProblems *troupe_page_problems_new (TroupeRunFactory *factory);

/* Looks for the problems of a run again, unless the object was closed. To be called after edits, and
 * when files of the document may have changed. */
void troupe_page_problems_update (TroupePageProblems *self);
/* Returns @own, the problems of the document, with the problems of a run as far as they are known.
 * (transfer full) (element-type TroupeProblem) */
GPtrArray *troupe_page_problems_list (TroupePageProblems *self, GPtrArray *own);
/* Stops looking for problems; no signal is emitted afterwards. */
void troupe_page_problems_close (TroupePageProblems *self);

G_END_DECLS
