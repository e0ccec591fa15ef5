/* troupe-crew-target.h: a crew as what forms edit
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-crew-subject.h"
#include "troupe-form-target.h"

G_BEGIN_DECLS

/**
 * TroupeCrewTarget:
 *
 * What the forms of one inspector share: the crew, and the way to the inspector. A #TroupeFormTarget whose paths are
 * those of the subject. A map that is made for one setting goes with the last one in it.
 *
 * Signals: `message` (text: what a toast should say), `page-requested` (GtkWidget: a page that slides in), `page-left`
 * (the page that is shown is no longer needed), `select-requested` (id: a person wants to see another thing).
 */
#define TROUPE_TYPE_CREW_TARGET (troupe_crew_target_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCrewTarget, troupe_crew_target, TROUPE, CREW_TARGET, GObject)

TroupeCrewTarget *troupe_crew_target_new (TroupeCrewSubject *subject);
/* (transfer none) */
TroupeCrewSubject *troupe_crew_target_get_subject (TroupeCrewTarget *self);

/* Shows @page, a #TroupeCrewPage, in place of the form. */
void troupe_crew_target_open_page (TroupeCrewTarget *self, GtkWidget *page);
void troupe_crew_target_leave_page (TroupeCrewTarget *self);
void troupe_crew_target_select (TroupeCrewTarget *self, const char *id);

/* The elements of the list at @path, none where there is no list. (transfer container) (element-type JsonNode): each is
 * a reference */
GPtrArray *troupe_crew_target_list (TroupeCrewTarget *self, const char *const *path);
/* Writes the list; an empty one goes away with its key. @items: (element-type JsonNode) */
void troupe_crew_target_set_list (TroupeCrewTarget *self,
                                  const char *const *path,
                                  GPtrArray *items,
                                  const char *label,
                                  const char *merge_key);

G_END_DECLS
