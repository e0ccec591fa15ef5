/* troupe-events-form.h: the events of a router
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-form.h"

G_BEGIN_DECLS

/**
 * TroupeEventsForm:
 *
 * A group with a row for each event: dot, word, who listens, a handle to drag it (doc/interface.md §8). Of a
 * method that asks a person they are the answers.
 */
#define TROUPE_TYPE_EVENTS_FORM (troupe_events_form_get_type ())
G_DECLARE_FINAL_TYPE (TroupeEventsForm, troupe_events_form, TROUPE, EVENTS_FORM, GtkWidget)

GtkWidget *troupe_events_form_new (TroupeEditorContext *context, const char *method);
/* The method has another name now. */
void troupe_events_form_set_method (TroupeEventsForm *self, const char *method);
/* A word that is being typed is written. */
void troupe_events_form_commit (TroupeEventsForm *self);
void troupe_events_form_refresh (TroupeEventsForm *self);

/* An event that was just added is named next, also where its form goes and another one comes: that takes
 * what this gave. (transfer full) (nullable) */
char *troupe_events_form_steal_new (TroupeEventsForm *self);
void troupe_events_form_name_new (TroupeEventsForm *self, const char *event);

G_END_DECLS
