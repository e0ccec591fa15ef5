/* troupe-run-scrubber.h: controls for the time of a past run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-run-player.h"

G_BEGIN_DECLS

/**
 * TroupeRunScrubber:
 *
 * Event before, play, next event, the time, a track with a mark for the end of each method, the duration, and the speed
 * (doc/interface.md §23). The track is a slider for assistive technology.
 *
 * Class actions: `scrubber.previous`, `scrubber.next`, `scrubber.play`, `scrubber.speed` (next speed).
 */
#define TROUPE_TYPE_RUN_SCRUBBER (troupe_run_scrubber_get_type ())
G_DECLARE_FINAL_TYPE (TroupeRunScrubber, troupe_run_scrubber, TROUPE, RUN_SCRUBBER, GtkWidget)

/* (transfer full): floating */
GtkWidget *troupe_run_scrubber_new (TroupeRunPlayer *player);
/* Hides the speed if there is not enough space. */
void troupe_run_scrubber_set_narrow (TroupeRunScrubber *self, gboolean narrow);

G_END_DECLS
