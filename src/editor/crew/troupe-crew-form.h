/* troupe-crew-form.h: the form of a crew, a task, an agent or a server, made from the table of fields
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-crew-field.h"
#include "troupe-crew-target.h"

G_BEGIN_DECLS

/**
 * TroupeCrewForm:
 *
 * The first fields of the table, then its folds, each with what is in it as its second line and the number of fields
 * that are changed. What no row knows stands as JSON at the end of the last fold. A fold is filled when it is opened.
 */
#define TROUPE_TYPE_CREW_FORM (troupe_crew_form_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCrewForm, troupe_crew_form, TROUPE, CREW_FORM, GtkWidget)

/* @path: to the map; empty for the crew itself */
GtkWidget *
troupe_crew_form_new (TroupeCrewTarget *target, TroupeCrewOwner owner, const char *const *path);
void troupe_crew_form_refresh (TroupeCrewForm *self);
/* What was typed and is not in the document yet is written. */
void troupe_crew_form_commit (TroupeCrewForm *self);

/* Opens the fold of the field @key, or of the one in whose map it stands; NULL where there is none that is shown.
 * @rest: (nullable): NULL-terminated: the keys below. (transfer none) (nullable) */
GtkWidget *troupe_crew_form_find (TroupeCrewForm *self, const char *key, const char *const *rest);
void troupe_crew_form_unfold (TroupeCrewForm *self, TroupeCrewFold fold, gboolean open);
gboolean troupe_crew_form_is_unfolded (TroupeCrewForm *self, TroupeCrewFold fold);

G_END_DECLS
