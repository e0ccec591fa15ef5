/* troupe-crew-transcript.h: synchronizes the selection of a crew's canvas with the transcript
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-editor.h"
#include "troupe-monitor.h"

G_BEGIN_DECLS

/* Connects both for as long as they exist: selecting a task or agent on the canvas filters the
 * transcript by it, and vice versa. @method: (nullable): the flow method that runs the crew, if
 * it is embedded in a flow */
void
troupe_crew_transcript_join (TroupeCrewEditor *editor, TroupeMonitor *monitor, const char *method);

G_END_DECLS
