/* troupe-crew-inspector.h: inspector of the crew editor: form, JSON and run of the selected item
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
 * Shows a task, an agent, or the crew itself if nothing is selected, as a form and as JSON
 * (doc/interface.md §21). Pages of the form slide in. The button in the header of a page and Esc
 * return to the form. Ctrl+F searches fields by title, description and key.
 *
 * Signals: `message` (text for a toast), `select-requested` (id: the user wants to see another
 * item).
 */
#define TROUPE_TYPE_CREW_INSPECTOR (troupe_crew_inspector_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCrewInspector, troupe_crew_inspector, TROUPE, CREW_INSPECTOR, GtkWidget)

GtkWidget *troupe_crew_inspector_new (TroupeCrewSubject *subject);

/* Sets the trace of the shown run. An agent that works in this run has a “run” view, which is
 * shown automatically during the run. */
void troupe_crew_inspector_set_trace (TroupeCrewInspector *self, TroupeTrace *trace);
/* Shows an item, after committing pending input. @id: (nullable): the id of a card
 * (troupe-crew-id.h); NULL for the crew. */
void troupe_crew_inspector_show (TroupeCrewInspector *self, const char *id);
/* Shows the fields that several agents or several tasks have in common. One edit sets a field in all
 * of them. @ids: NULL-terminated, at least two */
void troupe_crew_inspector_show_several (TroupeCrewInspector *self, const char *const *ids);
/* Updates the contents. Must be called after every change to the crew. */
void troupe_crew_inspector_refresh (TroupeCrewInspector *self);
/* Writes pending input to the document. */
void troupe_crew_inspector_commit (TroupeCrewInspector *self);
/* Focuses the field of @path, such as `tasks.0.description`. Its owner must already be shown. */
void troupe_crew_inspector_go_to (TroupeCrewInspector *self, const char *path);
/* Shows the JSON view instead of the form. */
void troupe_crew_inspector_set_json (TroupeCrewInspector *self, gboolean json);

/* Opens the search with @text. */
void troupe_crew_inspector_find (TroupeCrewInspector *self, const char *text);
/* Returns the visible form, page or JSON pane. (transfer none) (nullable) */
GtkWidget *troupe_crew_inspector_get_content (TroupeCrewInspector *self);

G_END_DECLS
