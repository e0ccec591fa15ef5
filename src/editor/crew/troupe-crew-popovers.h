/* troupe-crew-popovers.h: popovers over the canvas of a crew: rename, chooser, context menu
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-names.h"
#include "troupe-editor-view.h"

G_BEGIN_DECLS

/* @index: of the chosen name */
typedef void (*TroupeCrewChosen) (guint index, gpointer user_data);

/**
 * TroupeCrewPopovers:
 *
 * An entry for a name, a chooser or a menu. Only one of them is open at a time, next to the card
 * that it concerns.
 *
 * Signals: `named` (id, name: the user entered this name), `described` (id, text: the user entered the
 * role of an agent or the description of a task).
 */
#define TROUPE_TYPE_CREW_POPOVERS (troupe_crew_popovers_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCrewPopovers, troupe_crew_popovers, TROUPE, CREW_POPOVERS, GObject)

/* @page: the parent of the popovers. @names: must outlive the object */
TroupeCrewPopovers *troupe_crew_popovers_new (GtkWidget *page,
                                              TroupeCrewSubject *subject,
                                              TroupeCrewNames *names,
                                              TroupeCanvas *canvas,
                                              TroupeEditorView *view);

/* Prompts the user for the name of a task or the ID of an agent. */
void troupe_crew_popovers_ask_name (TroupeCrewPopovers *self, const char *id);
/* Prompts the user for the role of an agent, or for what a new task is to do. */
void troupe_crew_popovers_ask_text (TroupeCrewPopovers *self, const char *id);
/* Opens a chooser. @names: NULL-terminated. @id: (nullable): the card that the chooser concerns.
 * @x, @y: canvas pixels, used if @id is NULL */
void troupe_crew_popovers_choose (TroupeCrewPopovers *self,
                                  const char *title,
                                  const char *const *names,
                                  const char *id,
                                  double x,
                                  double y,
                                  TroupeCrewChosen chosen,
                                  gpointer user_data);
/* Like troupe_crew_popovers_choose(), with a line that explains each name, and its key on the canvas. @details,
 * @keys: as many as @names, NULL-terminated */
void troupe_crew_popovers_choose_kind (TroupeCrewPopovers *self,
                                       const char *title,
                                       const char *const *names,
                                       const char *const *details,
                                       const char *const *keys,
                                       double x,
                                       double y,
                                       TroupeCrewChosen chosen,
                                       gpointer user_data);
/* Opens a menu at @x, @y of the canvas widget. */
void
troupe_crew_popovers_open_menu (TroupeCrewPopovers *self, GMenuModel *menu, double x, double y);

/* Opens a popover at the card of @id; the page becomes its parent when it is opened first. */
void troupe_crew_popovers_open_at (TroupeCrewPopovers *self, GtkWidget *popover, const char *id);

/* Points a popover at the head of the card of @id without opening it; the page becomes its parent. */
void troupe_crew_popovers_place_at (TroupeCrewPopovers *self, GtkWidget *popover, const char *id);

/* Updates the positions of the popovers after the page was allocated. */
void troupe_crew_popovers_present (TroupeCrewPopovers *self);
void troupe_crew_popovers_close (TroupeCrewPopovers *self);
/* Unparents the popovers before the page is disposed. */
void troupe_crew_popovers_clear (TroupeCrewPopovers *self);

G_END_DECLS
