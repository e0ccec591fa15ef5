/* troupe-case-from-run.h: new test case from the last run of a page
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-page-content.h"

G_BEGIN_DECLS

/* Adds a case to the file of tests beside the document: that of the newest saved run of the document that has ended, as
 * `troupectl history make-test` does. Tells the user what was done, or why not. Reads and writes on another thread. */
void troupe_case_from_run_make (TroupePageContent *content);

G_END_DECLS
