/* troupe-page-files.h: notices changes of the files on which the results of a run depend
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-page-content.h"
#include "troupe-run-factory.h"

G_BEGIN_DECLS

/**
 * TroupePageFiles:
 *
 * Compares the files to which the document of a page refers with those of its last run: when the run has ended, when the window
 * becomes active, and when the page is shown. Reads them on a thread.
 *
 * Signal: `changed` (two #TroupeValue, see troupe_flow_difference_new()).
 */
#define TROUPE_TYPE_PAGE_FILES (troupe_page_files_get_type ())
G_DECLARE_FINAL_TYPE (TroupePageFiles, troupe_page_files, TROUPE, PAGE_FILES, GObject)

/* @content: must stay alive until troupe_page_files_close() */
TroupePageFiles *troupe_page_files_new (TroupePageContent *content, TroupeRunFactory *factory);
void troupe_page_files_close (TroupePageFiles *self);

G_END_DECLS
