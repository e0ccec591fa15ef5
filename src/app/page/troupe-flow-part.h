/* troupe-flow-part.h: runs of a part of a flow in its page
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-page-content.h"
#include "troupe-run-controller.h"

G_BEGIN_DECLS

/**
 * troupe_flow_part_run:
 * @part: `from`, `until` or `only`
 * @method: where the part begins or ends
 *
 * Starts a run of a part of the page's flow. From a method, and of only one, the run begins with the
 * state and the outputs that the newest stored run of the document had before it, also if the document has no file yet; if no run reached
 * the method, a message of the page says so. To a method, the run begins as any other. A paused run is
 * stopped first, and is then the newest one. The caller has
 * checked that the page can run.
 */
void troupe_flow_part_run (TroupePageContent *content,
                           TroupeRunController *running,
                           const char *part,
                           const char *method);

G_END_DECLS
