/* troupe-crew-replay.h: a crew on its page again, from one of its tasks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-document.h"
#include "troupe-crew-editor.h"
#include "troupe-page-content.h"

G_BEGIN_DECLS

/**
 * TroupeCrewReplay:
 *
 * Tells the editor of a crew with which tasks a run can begin again (troupe-run-replay.h), as runs of the page end, the file
 * is saved and the crew changes; and begins it as any run of the page where a person wants one.
 */
#define TROUPE_TYPE_CREW_REPLAY (troupe_crew_replay_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCrewReplay, troupe_crew_replay, TROUPE, CREW_REPLAY, GObject)

/* @content: a page with runs, as @editor it goes after troupe_crew_replay_close() */
TroupeCrewReplay *troupe_crew_replay_new (TroupePageContent *content,
                                          TroupeCrewDocument *document,
                                          TroupeCrewEditor *editor);
void troupe_crew_replay_close (TroupeCrewReplay *self);

G_END_DECLS
