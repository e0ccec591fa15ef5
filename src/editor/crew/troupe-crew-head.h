/* troupe-crew-head.h: what the inspector of a crew shows, in two lines with a face
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
 * The number of a task, the face of an agent or the sign of the crew, with its name and what it is.
 */
#define TROUPE_TYPE_CREW_HEAD (troupe_crew_head_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCrewHead, troupe_crew_head, TROUPE, CREW_HEAD, GtkWidget)

/* @id: (nullable): of a card (troupe-crew-id.h); NULL: the crew */
void troupe_crew_head_show (TroupeCrewHead *self, TroupeCrewSubject *subject, const char *id);

/* Makes an AdwAvatar the picture of @agent as the canvas has it: whoever manages is orange. */
void troupe_crew_face_show (GtkWidget *avatar, TroupeCrewSubject *subject, const char *agent);

G_END_DECLS
