/* troupe-crew-content.h: a crew on its page
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
 * Joins the editor of a crew's project and the monitor, and runs the crew as the flow that stands for it
 * (troupe-run-crew.h).
 */
#define TROUPE_TYPE_CREW_CONTENT (troupe_crew_content_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCrewContent,
                      troupe_crew_content,
                      TROUPE,
                      CREW_CONTENT,
                      TroupePageContent)

GtkWidget *troupe_crew_content_new (TroupeCrewDocument *document);

/* What a page has of its crew; %NULL where its document is another kind. (transfer none) (nullable) */
TroupeCrewContent *troupe_crew_content_of (TroupePage *page);
TroupeCrewEditor *troupe_crew_content_get_editor (TroupeCrewContent *self);
TroupeMonitor *troupe_crew_content_get_monitor (TroupeCrewContent *self);

/* Shows the report on what the crew was imported from in Problems; NULL ends that. */
void troupe_crew_content_set_report (TroupeCrewContent *self, TroupeImportReport *report);

G_END_DECLS
