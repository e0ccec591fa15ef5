/* troupe-crew-inspector.h: what is selected on a crew's canvas, to be read and changed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-crew-subject.h"
#include "troupe-trace.h"

G_BEGIN_DECLS

/**
 * TroupeCrewInspector:
 *
 * Shows one thing of a crew: a task, an agent, or where nothing is selected the crew itself, as a form and as JSON
 * (doc/interface.md §21). Pages of the form slide in; the button in their head and Esc lead back. Ctrl+F finds a field
 * by its title, its plain words and its key.
 *
 * Signals: `message` (text: for a toast), `select-requested` (id: a person wants to see another thing).
 */
#define TROUPE_TYPE_CREW_INSPECTOR (troupe_crew_inspector_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCrewInspector, troupe_crew_inspector, TROUPE, CREW_INSPECTOR, GtkWidget)

GtkWidget *troupe_crew_inspector_new (TroupeCrewSubject *subject);

/* The run that is shown: an agent that was at work in it has a side for that, which is shown by itself while the run is
 * under way. */
void troupe_crew_inspector_set_trace (TroupeCrewInspector *self, TroupeTrace *trace);
/* @id: (nullable): of a card (troupe-crew-id.h); NULL: the crew. What was typed is written first. */
void troupe_crew_inspector_show (TroupeCrewInspector *self, const char *id);
/* After every change of the crew. */
void troupe_crew_inspector_refresh (TroupeCrewInspector *self);
/* Writes what was typed and is not in the document yet. */
void troupe_crew_inspector_commit (TroupeCrewInspector *self);
/* Focuses the field of @path, `tasks.0.description`. What it belongs to is shown already. */
void troupe_crew_inspector_go_to (TroupeCrewInspector *self, const char *path);
/* The side that shows all of it as JSON, instead of the form. */
void troupe_crew_inspector_set_json (TroupeCrewInspector *self, gboolean json);

/* Opens the search with @text in it. */
void troupe_crew_inspector_find (TroupeCrewInspector *self, const char *text);
/* The form, page or JSON that is shown. (transfer none) (nullable) */
GtkWidget *troupe_crew_inspector_get_content (TroupeCrewInspector *self);

G_END_DECLS
