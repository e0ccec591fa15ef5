/* troupe-monitor-private.h: private members of TroupeMonitor, shared by its source files
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

/* The figures of a run in the bar. */
enum
{
  TROUPE_MONITOR_TIME,
  TROUPE_MONITOR_CALLS,
  TROUPE_MONITOR_TOKENS,
  TROUPE_MONITOR_N_FIGURES,
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
  GtkWidget *narrow_pill_place;
  GtkWidget *inputs; /* label for the inputs of the run */
  GtkWidget *facts;
  GtkWidget *figures; /* box of @figure_labels */
  GtkWidget *figure_labels[TROUPE_MONITOR_N_FIGURES];
  GtkWidget *money; /* label for the cost of the run */
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
  GtkWidget *data_stack; /* contains @data and @pause */
  GtkWidget *data;
  GtkWidget *pause;
  GtkWidget *changes; /* label for the number of values that the user has changed */
  GtkWidget *problems;
  TroupePassPopover *passes; /* (nullable) */
  GtkWidget *report; /* contains the problems */

  TroupeRunModel *model;
  TroupeFlow *flow;
  TroupeFlow *run_flow; /* (nullable): the flow when the run began */
  char *selected;
  char *portability_text; /* (nullable) */
  guint clock;
  guint n_methods;
  char
      *own_facts; /* (nullable): text while there is no run, instead of the number of methods */
  guint data_serial;         /* of the displayed data */
  TroupeValue *shown_inputs; /* (nullable) */
  char *occasion;            /* (nullable) */
  int page;
  gint64 limit; /* budget of the run; 0: unlimited */
  TroupeCostMonth month;
  gboolean open;
  gboolean whole;
  gboolean narrow;
  gboolean two_pages;
  gboolean has_problems_room; /* whether a narrow bar has space for the button of the problems */
  gboolean has_figures_room;  /* whether a wide bar has space for the calls and tokens of the run */
  gboolean has_wide_bar; /* whether the bar has space for the inputs of the run */
  gboolean wants_narrow;
  gboolean wants_two_pages;
  int width; /* allocated; 0 before the first allocation */
  guint layout_source;
  gboolean only_here;
  gboolean updating;
  gboolean choosing; /* TRUE while the filter of the transcript is set by code */
  gboolean data_shown;
  gboolean is_paused; /* the data are those of a pause, which can be changed */
};

/* Creates the bar, the panels and their contents. */
void troupe_monitor_build (TroupeMonitor *self);
/* Works around a bug of GTK 4.8, in which menu items remain insensitive after the bar was moved
 * to another frame, such as the frame of a crew. */
void troupe_monitor_renew_menu (TroupeMonitor *self);

/* Updates the facts about the flow or the run in the bar. */
void troupe_monitor_update_facts (TroupeMonitor *self);
/* Updates the inputs of the run in the bar. */
void troupe_monitor_update_inputs (TroupeMonitor *self);
/* Updates the number of values that the user has changed in the paused run. */
void troupe_monitor_update_changes (TroupeMonitor *self);
/* Updates the number of problems, the portability text, and the list. */
void troupe_monitor_update_problems (TroupeMonitor *self, GPtrArray *problems);

/* Shows whether the file is portable, in the form that fits the width. */
void troupe_monitor_show_portability (TroupeMonitor *self);

/* Installs the measuring and the allocation, which choose the layout by the width. */
void troupe_monitor_install_layout (GtkWidgetClass *widget_class);

/* Sets the label of the menu: the title of the open page, unless the button of that page is beside it. */
void troupe_monitor_name_menu (TroupeMonitor *self);
/* Returns the translated title of a page. */
const char *troupe_monitor_get_page_title (int page);
/* Sets the current page, even if the panel is closed. */
void troupe_monitor_show_page (TroupeMonitor *self, int page);
/* Installs the actions that select and open pages. */
void troupe_monitor_install_pages (GtkWidgetClass *widget_class);

/* Called by the components. */
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
