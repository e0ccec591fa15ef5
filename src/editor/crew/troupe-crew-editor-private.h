/* troupe-crew-editor-private.h: private struct and functions of the crew editor page
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

  /* Template children. */
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

  /* Other objects. */
  TroupeCrewSubject *subject;
  TroupeTrace *trace;
  char **around;        /* (nullable): names of its containers */
  TroupeCanvas *canvas; /* owned by the frame, like the view */
  TroupeEditorView *view;
  TroupeCrewScene *scene;
  TroupeCrewInspector *inspector; /* a child of @frame */
  TroupeCrewGestures *gestures;
  TroupeCrewPopovers *popovers;
  TroupeCrewNames *names;
  TroupeCrewRun *run;

  GtkWidget *stale; /* (nullable): says why a result is stale; owned by @popovers */
  GtkWidget *condition; /* (nullable): asks for the condition of a breakpoint; owned by @popovers */

  char *selected; /* (nullable): if exactly one */
  char *chosen;   /* (nullable): item of the open chooser */
  guint n_replays;
  char *no_replay; /* (nullable) */
  gboolean is_syncing;
  gboolean is_following; /* a name follows its text */
  gboolean is_read_only;
  guint follow_id;
  guint tick_id;
};

/* --- troupe-crew-editor.c ------------------------------------------------------------------- */

/* Emits `run-begins`. */
void troupe_crew_editor_tell_run (TroupeCrewEditor *self);
void troupe_crew_editor_say (TroupeCrewEditor *self, const char *text);
/* Shows an error. Returns FALSE if there is none. */
gboolean troupe_crew_editor_report (TroupeCrewEditor *self, const GError *error);
void troupe_crew_editor_request_up (TroupeCrewEditor *self);
void troupe_crew_editor_request_answer (TroupeCrewEditor *self, const char *id);
void troupe_crew_editor_request_replay (TroupeCrewEditor *self, guint task);
/* Returns the indexes of the selected tasks, in their order. (transfer full) (element-type
 * guint) */
GArray *troupe_crew_editor_list_tasks (TroupeCrewEditor *self);
/* Returns the names of the selected agents. (transfer full), NULL-terminated */
char **troupe_crew_editor_list_agents (TroupeCrewEditor *self);

/* --- troupe-crew-show.c --------------------------------------------------------------------- */

/* Says why the result of the task or agent is stale, in a popover at its card. */
void troupe_crew_editor_show_changes (TroupeCrewEditor *self, const char *id);
/* Returns TRUE if the problem is shown on the card of @id. */
gboolean troupe_crew_problem_is_about (const TroupeProblem *problem, const char *id);

/* --- troupe-crew-choices.c ------------------------------------------------------------------ */

/* Action callbacks. */
void troupe_crew_choices_add_cb (GtkWidget *widget, const char *name, GVariant *parameter);
void troupe_crew_choices_connect_cb (GtkWidget *widget, const char *name, GVariant *parameter);
void troupe_crew_choices_assign_cb (GtkWidget *widget, const char *name, GVariant *parameter);
void troupe_crew_choices_find_cb (GtkWidget *widget, const char *name, GVariant *parameter);
void troupe_crew_choices_models_cb (GtkWidget *widget, const char *name, GVariant *parameter);
void troupe_crew_choices_manager_cb (GtkWidget *widget, const char *name, GVariant *parameter);
/* Offers what can be added at a position in canvas pixels. */
/* Adds a task and asks what it is to do. */
void troupe_crew_editor_add_task_at (TroupeCrewEditor *self, guint index);
void troupe_crew_editor_ask_at (TroupeCrewEditor *self, double x, double y);

/* --- troupe-crew-actions.c ------------------------------------------------------------------- */

void troupe_crew_editor_install_actions (GtkWidgetClass *widget_class);
/* Adds shortcuts with priority over those of the canvas. */
void troupe_crew_editor_add_first_keys (TroupeCrewEditor *self);
void troupe_crew_editor_update_actions (TroupeCrewEditor *self);
void troupe_crew_editor_open_menu (TroupeCrewEditor *self, int kind, double x, double y);

G_END_DECLS
