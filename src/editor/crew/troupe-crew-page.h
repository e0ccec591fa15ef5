/* troupe-crew-page.h: subpage of the crew inspector: tools, model, schema, one guardrail
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-crew-target.h"

G_BEGIN_DECLS

/**
 * TroupeCrewPage:
 *
 * A header with a back button, a title and a dimmed label, and a scrolling box below it. The
 * contents of the page follow the crew. The inspector handles Esc as well to go back.
 */
#define TROUPE_TYPE_CREW_PAGE (troupe_crew_page_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCrewPage, troupe_crew_page, TROUPE, CREW_PAGE, GtkWidget)

GtkWidget *troupe_crew_page_new (TroupeCrewTarget *target, const char *title);
TroupeCrewTarget *troupe_crew_page_get_target (TroupeCrewPage *self);
const char *troupe_crew_page_get_title (TroupeCrewPage *self);
/* Returns the box for the scrolled contents. (transfer none) */
GtkWidget *troupe_crew_page_get_box (TroupeCrewPage *self);
void troupe_crew_page_set_note (TroupeCrewPage *self, const char *text);
/* Returns the search entry above the box. The first call creates the entry. (transfer none) */
GtkWidget *troupe_crew_page_add_search (TroupeCrewPage *self, const char *placeholder);

/* Sets the widget that gets the focus when the page opens, instead of the first one. */
void troupe_crew_page_set_first (TroupeCrewPage *self, GtkWidget *widget);

/* Fills the page. Called immediately when it is set, whenever the crew has changed, and by
 * troupe_crew_page_refresh(). @data: owned by the page */
typedef void (*TroupeCrewPageFunc) (TroupeCrewPage *self, gpointer data);
void troupe_crew_page_set_refresh (TroupeCrewPage *self,
                                   TroupeCrewPageFunc refresh,
                                   gpointer data,
                                   GDestroyNotify free_data);
void troupe_crew_page_refresh (TroupeCrewPage *self);

/* Removes all children of @box. They are kept alive until the current signal emission has ended. */
void troupe_crew_clear_box (GtkWidget *box);
/* Keeps @object alive until the current signal emission has ended, because a widget such as a
 * switch may be removed together with its row while it emits a signal. */
void troupe_crew_outlive (gpointer object);

G_END_DECLS
