/* troupe-crew-head.h: header of the crew inspector: title, subtitle and avatar of the selected item
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-crew-subject.h"

G_BEGIN_DECLS

/**
 * TroupeCrewHead:
 *
 * Shows the number of a task, the avatar of an agent or the icon of the crew, with its name and a
 * description.
 */
#define TROUPE_TYPE_CREW_HEAD (troupe_crew_head_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCrewHead, troupe_crew_head, TROUPE, CREW_HEAD, GtkWidget)

/* Shows an item. @id: (nullable): the id of a card (troupe-crew-id.h); NULL for the crew */
void troupe_crew_head_show (TroupeCrewHead *self, TroupeCrewSubject *subject, const char *id);
/* Shows how many items are selected. @ids: NULL-terminated */
void troupe_crew_head_show_several (TroupeCrewHead *self,
                                    TroupeCrewSubject *subject,
                                    const char *const *ids);

/* Shows @agent in an AdwAvatar with the same colors as on the canvas. The manager is orange. */
void troupe_crew_face_show (GtkWidget *avatar, TroupeCrewSubject *subject, const char *agent);

G_END_DECLS
