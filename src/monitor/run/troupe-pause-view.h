/* troupe-pause-view.h: state of a paused run, which can be changed, and what starts next
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-run-pause.h"

G_BEGIN_DECLS

/**
 * TroupePauseView:
 *
 * Shows a paused run: at the start the state, the outputs and the inputs of what starts next as a table in which they are
 * changed (troupe_run_edit_async()), at the end what the next method or task will be given with the present values.
 */
#define TROUPE_TYPE_PAUSE_VIEW (troupe_pause_view_get_type ())
G_DECLARE_FINAL_TYPE (TroupePauseView, troupe_pause_view, TROUPE, PAUSE_VIEW, GtkWidget)

GtkWidget *troupe_pause_view_new (void);
/* Shows the pause of @run. @run: (nullable): NULL if there is none; it is kept until another one is set. @pause: (nullable)
 * (transfer full): NULL with @run; new after each change */
void troupe_pause_view_set (TroupePauseView *self, TroupeRun *run, TroupeRunPause *pause);
/* Shows the estimate of what starts next. @estimates: (nullable) (element-type utf8 utf8): by the name of the method or task; NULL
 * while they are not known */
void troupe_pause_view_set_estimates (TroupePauseView *self, GHashTable *estimates);
/* Commits the text that is being edited. */
void troupe_pause_view_commit (TroupePauseView *self);
/* Returns the number of values that the user has changed, and that no method has changed since. */
guint troupe_pause_view_count_changes (TroupePauseView *self);
/* Sets whether both parts are below each other instead of beside each other. */
void troupe_pause_view_set_narrow (TroupePauseView *self, gboolean narrow);

G_END_DECLS
