/* troupe-chooser.h: a small list to choose a name from by typing a part of it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TroupeChooser:
 *
 * A popover with a search entry and a list. Enter takes the selected or first name, Up and Down move.
 *
 * Signals: `chosen` (name). The popover is closed before.
 */
#define TROUPE_TYPE_CHOOSER (troupe_chooser_get_type ())
G_DECLARE_FINAL_TYPE (TroupeChooser, troupe_chooser, TROUPE, CHOOSER, GtkPopover)

/* @title, @placeholder: (nullable) */
GtkWidget *troupe_chooser_new (const char *title, const char *placeholder);

/* What can be chosen; NULL-terminated. Of names that begin with what was typed come first those. */
void troupe_chooser_set_names (TroupeChooser *self, const char *const *names);

/* Another choice above the list, for instance an event; fewer than two hide it. */
void troupe_chooser_set_ports (TroupeChooser *self, const char *const *ports);
const char *troupe_chooser_get_port (TroupeChooser *self); /* (nullable) */

G_END_DECLS
