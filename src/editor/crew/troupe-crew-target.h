/* troupe-crew-target.h: form target of the crew inspector
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
 * Shared by the forms of one inspector. It gives access to the crew and sends requests to the
 * inspector. It implements #TroupeFormTarget; paths are those of the subject. A map that was
 * created for one setting is removed with its last setting.
 *
 * Signals: `message` (text: to be shown in a toast), `page-requested` (GtkWidget: a page to
 * navigate to), `page-left` (the current page is no longer needed), `select-requested` (id: the
 * user wants to select another object).
 */
#define TROUPE_TYPE_CREW_TARGET (troupe_crew_target_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCrewTarget, troupe_crew_target, TROUPE, CREW_TARGET, GObject)

TroupeCrewTarget *troupe_crew_target_new (TroupeCrewSubject *subject);
/* (transfer none) */
TroupeCrewSubject *troupe_crew_target_get_subject (TroupeCrewTarget *self);

/* Lets the path of the first of @ids represent all of them: a value that is not the same in all of
 * them is missing, and writing sets it in all of them, as one undo step. @ids: (nullable):
 * NULL-terminated, agents or tasks; NULL for one item */
void troupe_crew_target_set_several (TroupeCrewTarget *self, const char *const *ids);
gboolean troupe_crew_target_is_several (TroupeCrewTarget *self);
/* Returns TRUE if several items are edited and their values at @path are not the same. */
gboolean troupe_crew_target_differs (TroupeCrewTarget *self, const char *const *path);

/* Shows @page, a #TroupeCrewPage, instead of the form. */
void troupe_crew_target_open_page (TroupeCrewTarget *self, GtkWidget *page);
void troupe_crew_target_leave_page (TroupeCrewTarget *self);
void troupe_crew_target_select (TroupeCrewTarget *self, const char *id);

/* Returns references to the elements of the list at @path. The result is empty if there is no
 * list at @path. (transfer container) (element-type JsonNode) */
GPtrArray *troupe_crew_target_list (TroupeCrewTarget *self, const char *const *path);
/* Writes the list. An empty list is removed together with its key. @items: (element-type
 * JsonNode) */
void troupe_crew_target_set_list (TroupeCrewTarget *self,
                                  const char *const *path,
                                  GPtrArray *items,
                                  const char *label,
                                  const char *merge_key);

G_END_DECLS
