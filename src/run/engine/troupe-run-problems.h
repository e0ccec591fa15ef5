/* troupe-run-problems.h: problems of a document for which a run is refused before it starts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-document.h"
#include "troupe-run.h"

G_BEGIN_DECLS

/**
 * troupe_run_list_problems:
 * @run: a new run, which is not used for anything else, with the path of its document
 *
 * Lists everything for which @run would be refused before it starts, or would certainly fail, with
 * the functions and the words of the run: parts that Troupe does not support, and files that do not
 * exist (`run_refused`), models without a provider (`unknown_provider`), programs and Python modules
 * that this machine does not have (`missing_program`, `missing_module`), inputs without a default (`missing_input`), and crews in other files that cannot
 * be read (`unreadable_crew`). Neither keys nor permissions are checked.
 *
 * Starts nothing and sends nothing. Blocks while it looks up files; may be called on any thread.
 *
 * Returns: (transfer full) (element-type TroupeProblem): with paths in the document, but without
 * files and lines, which troupe_run_add_problems() adds
 */
GPtrArray *troupe_run_list_problems (TroupeRun *run);

/**
 * troupe_run_add_problems:
 * @document: the document of the run; called on its thread
 * @found: (element-type TroupeProblem): of troupe_run_list_problems()
 * @problems: (element-type TroupeProblem): those of @document
 *
 * Adds what was found to the problems of the document, with file, line and column. A part for which
 * the document itself reports the same is not reported again.
 */
void troupe_run_add_problems (TroupeDocument *document, GPtrArray *found, GPtrArray *problems);

/* Lists the problems of a run of @document, and adds them to @problems, those of the document, as the
 * two functions above. Blocks; called on the thread of the document. */
void troupe_run_check_document (TroupeDocument *document, GPtrArray *problems);

G_END_DECLS
