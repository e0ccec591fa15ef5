/* troupe-crew-transcript.h: what is selected of a crew, on its canvas and in the transcript
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-editor.h"
#include "troupe-monitor.h"

G_BEGIN_DECLS

/* From now on, as long as both are there, selecting a task or an agent on the canvas narrows the transcript to it, and
 * back. @method: (nullable): of the flow that runs the crew, where it stands in one */
void
troupe_crew_transcript_join (TroupeCrewEditor *editor, TroupeMonitor *monitor, const char *method);

G_END_DECLS
