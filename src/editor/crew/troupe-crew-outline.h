/* troupe-crew-outline.h: tasks and agents of a crew as a list
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
 * The cards of a crew in their order, with what each shows; can do everything the canvas can, for who cannot see it
 * (doc/interface.md §16): its keys are those of the canvas.
 *
 * Signals: `selection-changed` (): by the person; `activated` (id).
 */
#define TROUPE_TYPE_CREW_OUTLINE (troupe_crew_outline_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCrewOutline, troupe_crew_outline, TROUPE, CREW_OUTLINE, GtkWidget)

void troupe_crew_outline_set_scene (TroupeCrewOutline *self, TroupeCrewScene *scene);
/* After every change of the crew, and of what a run paints. */
void troupe_crew_outline_refresh (TroupeCrewOutline *self);
/* (transfer full), NULL-terminated ids. */
char **troupe_crew_outline_get_selection (TroupeCrewOutline *self);
/* Emits nothing. */
void troupe_crew_outline_set_selection (TroupeCrewOutline *self, const char *const *ids);

G_END_DECLS
