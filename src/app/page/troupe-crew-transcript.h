/* troupe-crew-transcript.h: synchronizes the selection of a crew's canvas with the transcript
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-editor.h"
#include "troupe-monitor.h"

G_BEGIN_DECLS

/* Connects @editor and @monitor for as long as both exist. Selecting a task or agent on the
 * canvas filters the transcript by this task or agent, and vice versa. @method: (nullable): the
 * flow method that runs the crew, if the crew is embedded in a flow */
void
troupe_crew_transcript_join (TroupeCrewEditor *editor, TroupeMonitor *monitor, const char *method);

G_END_DECLS
