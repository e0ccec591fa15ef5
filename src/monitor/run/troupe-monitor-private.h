/* troupe-monitor-private.h: what the files of the monitor share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-monitor.h"
#include "troupe-pass-popover.h"
#include "troupe-problem-list.h"
#include "troupe-report-list.h"
#include "troupe-transcript-group.h"
#include "troupe-run-model.h"

G_BEGIN_DECLS

#define TROUPE_MONITOR_DETAIL_WIDTH 452

enum
{
  TROUPE_MONITOR_TIMELINE,
  TROUPE_MONITOR_TRANSCRIPT,
  TROUPE_MONITOR_DATA,
  TROUPE_MONITOR_LOG,
  TROUPE_MONITOR_COST,
  TROUPE_MONITOR_PROBLEMS,
  TROUPE_MONITOR_N_PAGES,
};

extern const char *const troupe_monitor_page_names[TROUPE_MONITOR_N_PAGES];

struct _TroupeMonitor
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkWidget *switches;
  GtkWidget *narrow_button;
  GtkWidget *narrow_label;
  GtkWidget *buttons[TROUPE_MONITOR_N_PAGES];
  GtkWidget *pill;
  GtkWidget *narrow_pill;
  GtkWidget *inputs; /* what the run was given */
  GtkWidget *facts;
  GtkWidget *money; /* what the run spent */
  GtkWidget *bar;
  GtkWidget *portability_button;
  GtkWidget *tick_icon;
  GtkWidget *portability;
  GtkWidget *revealer;
  GtkWidget *stack;
  GtkWidget *timeline_box;
  GtkWidget *timeline_stack;
  GtkWidget *timeline;
  GtkWidget *detail;
  GtkWidget *transcript;
  GtkWidget *cost;
  GtkWidget *data;
  GtkWidget *problems;
  TroupePassPopover *passes; /* (nullable) */
  GtkWidget *report; /* around the problems */

  TroupeRunModel *model;
  TroupeFlow *flow;
  TroupeFlow *run_flow; /* (nullable): as it was when the run began */
  char *selected;
  char *portability_text; /* (nullable) */
  guint clock;
  guint n_methods;
  char
      *own_facts; /* (nullable): what the bar says at rest, instead of how many methods there are */
  guint data_serial;         /* of what is shown */
  TroupeValue *shown_inputs; /* (nullable) */
  char *occasion;            /* (nullable) */
  int page;
  gint64 limit; /* what the run may spend; 0: any sum */
  TroupeCostMonth month;
  gboolean open;
  gboolean whole;
  gboolean narrow;
  gboolean two_pages;
  gboolean only_here;
  gboolean updating;
  gboolean choosing; /* it is the application that narrows the transcript */
  gboolean data_shown;
};

/* Makes the bar, the panels and all that is in them. */
void troupe_monitor_build (TroupeMonitor *self);
/* GTK 4.8 has the rows of a menu pale for ever once the bar has stood in another frame, as that of a crew is. */
void troupe_monitor_renew_menu (TroupeMonitor *self);

/* What the bar says of the flow, or of the run. */
void troupe_monitor_update_facts (TroupeMonitor *self);
/* What it says of the run's inputs. */
void troupe_monitor_update_inputs (TroupeMonitor *self);
/* The count, the sentence about portability and the list. */
void troupe_monitor_update_problems (TroupeMonitor *self, GPtrArray *problems);

/* Whether the file opens elsewhere too, as the width allows. */
void troupe_monitor_show_portability (TroupeMonitor *self);

/* How a person knows it. */
const char *troupe_monitor_get_page_title (int page);
/* Which panel is shown, open or not. */
void troupe_monitor_show_page (TroupeMonitor *self, int page);
/* The actions that choose and open it. */
void troupe_monitor_install_pages (GtkWidgetClass *widget_class);

/* What the parts call. */
void troupe_monitor_show_data (TroupeMonitor *self);
void troupe_monitor_button_toggled (GtkToggleButton *button, gpointer user_data);
void troupe_monitor_method_chosen (GtkWidget *part, const char *name, gpointer user_data);
void troupe_monitor_pass_chosen (GtkWidget *part, guint pass, gpointer user_data);
void troupe_monitor_pass_changed (GtkWidget *part, guint pass, gpointer user_data);
void troupe_monitor_costs_shown (GtkWidget *part, GHashTable *costs, gpointer user_data);
void troupe_monitor_answered (GtkWidget *part,
                              const char *request_id,
                              const char *words,
                              const char *outcome,
                              gpointer user_data);
void troupe_monitor_place_requested (GtkWidget *part,
                                     const char *method,
                                     const char *path,
                                     guint line,
                                     gpointer user_data);
void troupe_monitor_answered_later (GtkWidget *part, gpointer user_data);
void troupe_monitor_problem_chosen (GtkWidget *list, TroupeProblem *problem, gpointer user_data);
void
troupe_monitor_group_chosen (GtkWidget *view, TroupeTranscriptGroup *group, gpointer user_data);
void troupe_monitor_fix_chosen (GtkWidget *list, TroupeProblem *problem, gpointer user_data);

G_END_DECLS
