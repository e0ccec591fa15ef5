/* troupe-crew-content.h: page content for crew documents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-editor.h"
#include "troupe-monitor.h"
#include "troupe-page-content.h"
#include "troupe-page.h"

G_BEGIN_DECLS

/**
 * TroupeCrewContent:
 *
 * Connects the editor of a crew project with the monitor. Runs the crew as a flow that wraps the
 * crew (troupe-run-crew.h).
 */
#define TROUPE_TYPE_CREW_CONTENT (troupe_crew_content_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCrewContent,
                      troupe_crew_content,
                      TROUPE,
                      CREW_CONTENT,
                      TroupePageContent)

GtkWidget *troupe_crew_content_new (TroupeCrewDocument *document);

/* Returns the content of a page; %NULL if its document is not a crew. (transfer none) (nullable) */
TroupeCrewContent *troupe_crew_content_of (TroupePage *page);
TroupeCrewEditor *troupe_crew_content_get_editor (TroupeCrewContent *self);
TroupeMonitor *troupe_crew_content_get_monitor (TroupeCrewContent *self);

/* Shows the import report of the crew in the Problems panel. @report: NULL removes the report */
void troupe_crew_content_set_report (TroupeCrewContent *self, TroupeImportReport *report);

G_END_DECLS
