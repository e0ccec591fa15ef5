/* troupe-events-form.h: form for the events of a router
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-form.h"

G_BEGIN_DECLS

/**
 * TroupeEventsForm:
 *
 * A group with a row for each event: dot, name, listeners, drag handle (doc/interface.md §8). For a
 * method that prompts the user, the events are the answers.
 */
#define TROUPE_TYPE_EVENTS_FORM (troupe_events_form_get_type ())
G_DECLARE_FINAL_TYPE (TroupeEventsForm, troupe_events_form, TROUPE, EVENTS_FORM, GtkWidget)

GtkWidget *troupe_events_form_new (TroupeEditorContext *context, const char *method);
/* Sets the new name of the method. Must be called after it was renamed. */
void troupe_events_form_set_method (TroupeEventsForm *self, const char *method);
/* Writes the event name that is being edited. */
void troupe_events_form_commit (TroupeEventsForm *self);
void troupe_events_form_refresh (TroupeEventsForm *self);

/* Returns the event that was just added and must be named next, so that a new form that replaces
 * this one can continue. (transfer full) (nullable) */
char *troupe_events_form_steal_new (TroupeEventsForm *self);
void troupe_events_form_name_new (TroupeEventsForm *self, const char *event);

G_END_DECLS
