/* troupe-crew-page.h: a page inside of the inspector: tools, model, schema, one check
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
 * A head with a button that leads back, a title and a quiet word, and below it a box that scrolls. What it shows
 * follows the crew. Esc leads back as well, which the inspector sees to.
 */
#define TROUPE_TYPE_CREW_PAGE (troupe_crew_page_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCrewPage, troupe_crew_page, TROUPE, CREW_PAGE, GtkWidget)

GtkWidget *troupe_crew_page_new (TroupeCrewTarget *target, const char *title);
TroupeCrewTarget *troupe_crew_page_get_target (TroupeCrewPage *self);
const char *troupe_crew_page_get_title (TroupeCrewPage *self);
/* What is added here scrolls. (transfer none) */
GtkWidget *troupe_crew_page_get_box (TroupeCrewPage *self);
void troupe_crew_page_set_note (TroupeCrewPage *self, const char *text);
/* A search entry above the box, which is made by the first call. (transfer none) */
GtkWidget *troupe_crew_page_add_search (TroupeCrewPage *self, const char *placeholder);

/* Called now, whenever the crew has changed, and by troupe_crew_page_refresh(), with @data, which the page then owns. */
typedef void (*TroupeCrewPageFunc) (TroupeCrewPage *self, gpointer data);
void troupe_crew_page_set_refresh (TroupeCrewPage *self,
                                   TroupeCrewPageFunc refresh,
                                   gpointer data,
                                   GDestroyNotify free_data);
void troupe_crew_page_refresh (TroupeCrewPage *self);

/* Takes all out of @box. What is told there just now has time to end. */
void troupe_crew_clear_box (GtkWidget *box);
/* @object lives until what happens now has ended: a switch that is turned does not know that its row goes with it. */
void troupe_crew_outlive (gpointer object);

G_END_DECLS
