/* troupe-cases-opener.h: opens the subpage with the tests of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-page-content.h"

G_BEGIN_DECLS

/* Opens the page with the tests of the document, or gives it the focus. */
void troupe_cases_opener_open (TroupePageContent *content);

G_END_DECLS
