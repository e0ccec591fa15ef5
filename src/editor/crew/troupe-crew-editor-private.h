/* troupe-crew-editor-private.h: the page of a crew: its template, its parts, and the files that speak for it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-editor.h"
#include "troupe-crew-gestures.h"
#include "troupe-crew-inspector.h"
#include "troupe-crew-outline.h"
#include "troupe-crew-popovers.h"
#include "troupe-crew-run.h"

G_BEGIN_DECLS

struct _TroupeCrewEditor
{
  GtkWidget parent_instance;

  /* The template. */
  TroupeEditorFrame *frame;
  TroupeCrewOutline *outline;
  GtkWidget *hint;
  GtkWidget *crumbs;
  GtkLabel *crumb_around;
  GtkLabel *crumb_own;
  GtkWidget *add_label;
  GtkWidget *process_label;
  GtkToggleButton *sequential;
  GtkToggleButton *hierarchical;

  /* The parts. */
  TroupeCrewSubject *subject;
  TroupeTrace *trace;
  char **around;        /* (nullable): names of what it stands in */
  TroupeCanvas *canvas; /* the frame's, as the next one */
  TroupeEditorView *view;
  TroupeCrewScene *scene;
  TroupeCrewInspector *inspector; /* a child of @frame */
  TroupeCrewGestures *gestures;
  TroupeCrewPopovers *popovers;
  TroupeCrewRun *run;

  char *selected; /* (nullable): the one thing */
  char *chosen;   /* (nullable): what a choice is for */
  guint n_replays;
  char *no_replay; /* (nullable) */
  gboolean is_syncing;
  guint tick_id;
};

/* --- troupe-crew-editor.c ------------------------------------------------------------------- */

/* A run of the crew begins to be shown. */
void troupe_crew_editor_tell_run (TroupeCrewEditor *self);
void troupe_crew_editor_say (TroupeCrewEditor *self, const char *text);
/* Says what went wrong. FALSE where nothing did. */
gboolean troupe_crew_editor_report (TroupeCrewEditor *self, const GError *error);
void troupe_crew_editor_request_up (TroupeCrewEditor *self);
void troupe_crew_editor_request_answer (TroupeCrewEditor *self, const char *id);
void troupe_crew_editor_request_replay (TroupeCrewEditor *self, guint task);
/* The indexes of the tasks that are selected, in their order. (transfer full) (element-type guint) */
GArray *troupe_crew_editor_list_tasks (TroupeCrewEditor *self);
/* The names of the agents that are selected. (transfer full), NULL-terminated */
char **troupe_crew_editor_list_agents (TroupeCrewEditor *self);

/* --- troupe-crew-show.c --------------------------------------------------------------------- */

/* Whether what is wrong is on the card of @id. */
gboolean troupe_crew_problem_is_about (const TroupeProblem *problem, const char *id);

/* --- troupe-crew-choices.c ------------------------------------------------------------------ */

/* For the table of actions. */
void troupe_crew_choices_add_cb (GtkWidget *widget, const char *name, GVariant *parameter);
void troupe_crew_choices_connect_cb (GtkWidget *widget, const char *name, GVariant *parameter);
void troupe_crew_choices_assign_cb (GtkWidget *widget, const char *name, GVariant *parameter);
void troupe_crew_choices_find_cb (GtkWidget *widget, const char *name, GVariant *parameter);
void troupe_crew_choices_manager_cb (GtkWidget *widget, const char *name, GVariant *parameter);
/* What can be added there, in canvas pixels. */
void troupe_crew_editor_ask_at (TroupeCrewEditor *self, double x, double y);

/* --- troupe-crew-actions.c ------------------------------------------------------------------- */

void troupe_crew_editor_install_actions (GtkWidgetClass *widget_class);
/* The keys of the canvas that mean something else for a crew. */
void troupe_crew_editor_add_first_keys (TroupeCrewEditor *self);
void troupe_crew_editor_update_actions (TroupeCrewEditor *self);
void troupe_crew_editor_open_menu (TroupeCrewEditor *self, int kind, double x, double y);

G_END_DECLS
