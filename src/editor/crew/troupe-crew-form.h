/* troupe-crew-form.h: form of a crew, task, agent, model or server, generated from the field table
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
 * Shows the first fields of the table, then its folds (collapsible sections), each with a summary
 * as subtitle and the number of changed fields. Keys without a row are shown as JSON at the end of
 * the last fold. A fold is filled when it is opened.
 */
#define TROUPE_TYPE_CREW_FORM (troupe_crew_form_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCrewForm, troupe_crew_form, TROUPE, CREW_FORM, GtkWidget)

/* Creates a form. @path: the path of the map; empty for the crew itself */
GtkWidget *
troupe_crew_form_new (TroupeCrewTarget *target, TroupeCrewOwner owner, const char *const *path);
void troupe_crew_form_refresh (TroupeCrewForm *self);
/* Writes pending input to the document. */
void troupe_crew_form_commit (TroupeCrewForm *self);

/* Opens the fold that contains the field @key, or the field with the map that contains @key.
 * Returns NULL if the field is not shown.
 * @rest: (nullable): NULL-terminated: the keys below. (transfer none) (nullable) */
GtkWidget *troupe_crew_form_find (TroupeCrewForm *self, const char *key, const char *const *rest);
void troupe_crew_form_unfold (TroupeCrewForm *self, TroupeCrewFold fold, gboolean open);
gboolean troupe_crew_form_is_unfolded (TroupeCrewForm *self, TroupeCrewFold fold);

G_END_DECLS
