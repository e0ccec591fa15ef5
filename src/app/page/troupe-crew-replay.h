/* troupe-crew-replay.h: replays a crew on its page, starting at one of its tasks
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
 * Determines from which tasks a run of the crew can be replayed (troupe-run-replay.h) and informs
 * the crew editor. This is updated when a run of the page ends, the file is saved or the crew
 * changes. When the user requests a replay, starts it like any run of the page.
 */
#define TROUPE_TYPE_CREW_REPLAY (troupe_crew_replay_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCrewReplay, troupe_crew_replay, TROUPE, CREW_REPLAY, GObject)

/* @content: a page with runs. @content and @editor must stay alive until
 *   troupe_crew_replay_close() is called. */
TroupeCrewReplay *troupe_crew_replay_new (TroupePageContent *content,
                                          TroupeCrewDocument *document,
                                          TroupeCrewEditor *editor);
void troupe_crew_replay_close (TroupeCrewReplay *self);

G_END_DECLS
