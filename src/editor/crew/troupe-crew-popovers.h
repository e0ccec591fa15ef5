/* troupe-crew-popovers.h: what opens over the canvas of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-subject.h"
#include "troupe-editor-view.h"

G_BEGIN_DECLS

/* @index: of the name that was chosen */
typedef void (*TroupeCrewChosen) (guint index, gpointer user_data);

/**
 * TroupeCrewPopovers:
 *
 * A name, a choice from a list, a menu: one at a time, at the card that they are about.
 *
 * Signals: `named` (id, name: a person gives this name).
 */
#define TROUPE_TYPE_CREW_POPOVERS (troupe_crew_popovers_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCrewPopovers, troupe_crew_popovers, TROUPE, CREW_POPOVERS, GObject)

/* @page: what they are children of */
TroupeCrewPopovers *troupe_crew_popovers_new (GtkWidget *page,
                                              TroupeCrewSubject *subject,
                                              TroupeCanvas *canvas,
                                              TroupeEditorView *view);

/* For the name of a task or an agent. */
void troupe_crew_popovers_ask_name (TroupeCrewPopovers *self, const char *id);
/* @names: NULL-terminated. @id: (nullable): the card it is about. @x, @y: canvas pixels, where @id is NULL */
void troupe_crew_popovers_choose (TroupeCrewPopovers *self,
                                  const char *title,
                                  const char *const *names,
                                  const char *id,
                                  double x,
                                  double y,
                                  TroupeCrewChosen chosen,
                                  gpointer user_data);
/* At @x, @y of the canvas' widget. */
void
troupe_crew_popovers_open_menu (TroupeCrewPopovers *self, GMenuModel *menu, double x, double y);

/* They follow what they point at when the page has been given a size. */
void troupe_crew_popovers_present (TroupeCrewPopovers *self);
void troupe_crew_popovers_close (TroupeCrewPopovers *self);
/* The page goes: they are no longer its children. */
void troupe_crew_popovers_clear (TroupeCrewPopovers *self);

G_END_DECLS
