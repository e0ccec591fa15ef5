/* troupe-chooser.h: popover to choose a name from a filtered list
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TroupeChooser:
 *
 * A popover with a search entry and a list. Enter chooses the selected or the first name, Up and
 * Down move the selection.
 *
 * Signals: `chosen` (name), `new-chosen` (index of an entry of troupe_chooser_set_new()). The popover is closed
 * before a signal is emitted.
 */
#define TROUPE_TYPE_CHOOSER (troupe_chooser_get_type ())
G_DECLARE_FINAL_TYPE (TroupeChooser, troupe_chooser, TROUPE, CHOOSER, GtkPopover)

/* @title, @placeholder: (nullable) */
GtkWidget *troupe_chooser_new (const char *title, const char *placeholder);

/* Sets the NULL-terminated names to choose from. Names that begin with the typed text are listed
 * first. */
void troupe_chooser_set_names (TroupeChooser *self, const char *const *names);

/* Like troupe_chooser_set_names(), but each name has a line below it that explains it, and a key that does the
 * same on the canvas. Call it before the popover is shown. @details, @keys: as many as @names,
 * NULL-terminated; an empty text is not shown */
void troupe_chooser_set_detailed (TroupeChooser *self,
                                  const char *const *names,
                                  const char *const *details,
                                  const char *const *keys);

/* Sets entries that are listed behind the names, such as what can be created in place of them. @entries:
 * NULL-terminated */
void troupe_chooser_set_new (TroupeChooser *self, const char *const *entries);

/* Sets an additional choice above the list, for instance an event. The choice is hidden if there
 * are fewer than two ports. @chosen: (nullable): the one that is chosen at first; NULL is the first one */
void troupe_chooser_set_ports (TroupeChooser *self, const char *const *ports, const char *chosen);
const char *troupe_chooser_get_port (TroupeChooser *self); /* (nullable) */

G_END_DECLS
