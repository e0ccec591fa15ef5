/* troupe-window-private.h: the window itself, for its parts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-guide.h"
#include "troupe-messages.h"
#include "troupe-page.h"
#include "troupe-recovery-bar.h"
#include "troupe-welcome.h"
#include "troupe-window.h"

G_BEGIN_DECLS

struct _TroupeWindow
{
  AdwApplicationWindow parent_instance;

  AdwToastOverlay *toasts;
  AdwHeaderBar *header;
  AdwWindowTitle *title;
  GtkWidget *outline_button;
  AdwSplitButton *open_button;
  GtkWidget *new_button;
  GtkWidget *back_button;
  GtkWidget *undo_box;
  GtkWidget *undo_button;
  GtkWidget *redo_button;
  GtkWidget *inspector_button;
  GtkWidget *menu_button;
  GtkStack *run_stack;
  AdwSplitButton *run_button;
  AdwButtonContent *run_content;
  AdwButtonContent *stop_content;
  AdwButtonContent *pause_content;
  AdwButtonContent *continue_content;
  GtkWidget *pause_button;
  GtkWidget *continue_button;
  GtkWidget *step_button;
  AdwTabBar *tab_bar;
  GtkStack *stack;
  TroupeWelcome *welcome;
  AdwTabView *tab_view;
  GMenu *recent_menu;
  GMenu *undo_section; /* of the main menu */

  TroupeMessages *messages;
  GtkNativeDialog *file_dialog;
  char *restored_id;           /* (nullable): the window that came back in this one */
  TroupeRecoveryBar *recovery; /* (nullable): above the documents that came back */
  char *draft_id;              /* what its documents have in common in their drafts */
  guint note_source;
  GPtrArray *closed; /* (element-type utf8): files whose tabs were closed, the last one last */
  GQueue loads;      /* files that wait to be read */
  gboolean loading;
  GQueue saves; /* documents that wait to be written */
  gboolean is_saving;
  gpointer closes_when_saved; /* (nullable): the window itself or one of its pages; only compared */
  TroupeGuide *guide;         /* (nullable) */
  TroupeEditorWidth width_class;
  guint width_source;
  guint trim_source;
  gboolean show_inspector;       /* beside the canvas */
  gboolean shows_inspector_over; /* over the canvas of a narrow window */
  gboolean shows_outline_over;   /* over the canvas of a tiny window */
  gboolean show_outline;
  gboolean may_close;
  gboolean may_leave_runs; /* a person has agreed to it */
  gboolean shows_welcome;  /* although documents are open */
};

G_END_DECLS
