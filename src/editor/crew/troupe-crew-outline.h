/* troupe-crew-outline.h: outline: list of the tasks and agents of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-crew-scene.h"

G_BEGIN_DECLS

/**
 * TroupeCrewOutline:
 *
 * Lists the cards of a crew in their order, with their contents. It provides everything the canvas
 * can do for users who cannot see the canvas (doc/interface.md §16), with the same shortcuts.
 *
 * Signals: `selection-changed` (): by the user; `activated` (id).
 */
#define TROUPE_TYPE_CREW_OUTLINE (troupe_crew_outline_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCrewOutline, troupe_crew_outline, TROUPE, CREW_OUTLINE, GtkWidget)

void troupe_crew_outline_set_scene (TroupeCrewOutline *self, TroupeCrewScene *scene);
/* Updates the rows. Must be called after every change to the crew or to the run state on the
 * cards. */
void troupe_crew_outline_refresh (TroupeCrewOutline *self);
/* Returns the selected ids. (transfer full), NULL-terminated */
char **troupe_crew_outline_get_selection (TroupeCrewOutline *self);
/* Emits no signal. */
void troupe_crew_outline_set_selection (TroupeCrewOutline *self, const char *const *ids);

G_END_DECLS
