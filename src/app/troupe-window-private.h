/* troupe-window-private.h: what the files of the window share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-guide.h"
#include "troupe-messages.h"
#include "troupe-page.h"
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

  TroupeMessages *messages;
  GtkNativeDialog *file_dialog;
  GPtrArray *closed; /* (element-type utf8): files whose tabs were closed, the last one last */
  GQueue loads; /* files that wait to be read */
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
  gboolean show_outline;
  gboolean may_close;
  gboolean may_leave_runs; /* a person has agreed to it */
  gboolean shows_welcome;  /* although documents are open */
};

/* The welcome page in front of the documents, and back. */
void _troupe_window_show_welcome (TroupeWindow *self, gboolean shown);
/* The page in front, or NULL on the welcome page. (transfer none) */
TroupePage *_troupe_window_get_page (TroupeWindow *self);
/* (nullable): NULL where it was closed. (transfer none) */
AdwTabPage *_troupe_window_find_tab (TroupeWindow *self, TroupePage *page);

/* Puts a document into a new tab and shows it. */
TroupePage *_troupe_window_add_document (TroupeWindow *self, TroupeFlowDocument *document);

/* Titles, button states and actions after something changed. */
void _troupe_window_update (TroupeWindow *self);

/* Folds and unfolds for a width in pixels, at once or before the next frame. */
void _troupe_window_set_width (TroupeWindow *self, int width);
gboolean _troupe_window_shows_inspector (TroupeWindow *self);
/* Tells every page which panes are open and how wide the window is. */
void _troupe_window_apply_panes (TroupeWindow *self);

/* Reads the file of @page again; the page takes what is there as one step of undo. */
void _troupe_window_reload (TroupeWindow *self, TroupePage *page);
void _troupe_window_clear_loads (TroupeWindow *self);
/* Whether another page than @page, of any window, has the file at @path. Looks at the disk. */
gboolean _troupe_window_is_open_elsewhere (TroupeWindow *self, TroupePage *page, const char *path);

/* Dialogs about files, in troupe-window-files.c. */
void _troupe_window_tell_error (TroupeWindow *self, const char *heading, const char *body);
void _troupe_window_remember (const char *path); /* among the recent files */
void _troupe_window_add_filters (GtkFileChooser *chooser);
/* Shown and kept alive by the window; connect to `response`. (transfer none) */
GtkFileChooser *_troupe_window_show_dialog (TroupeWindow *self,
                                            const char *title,
                                            GtkFileChooserAction action,
                                            const char *accept);
/* A file name for a document that has none. (transfer full) */
char *_troupe_window_suggest_name (TroupeFlowDocument *document, const char *ending);

/* Actions that work with files. */
void _troupe_window_open_activated (GtkWidget *widget, const char *name, GVariant *parameter);
void _troupe_window_export_activated (GtkWidget *widget, const char *name, GVariant *parameter);

/* Keys that come before those of the pane that has the focus. */
void _troupe_window_add_first_keys (TroupeWindow *self);
void _troupe_window_install_panes (GtkWidgetClass *widget_class);
/* Opens again what was closed last. */
void _troupe_window_reopen (TroupeWindow *self);
void _troupe_window_note_closed (TroupeWindow *self, TroupePage *page);
void _troupe_window_install_actions (GtkWidgetClass *widget_class);
void _troupe_window_update_actions (TroupeWindow *self);
void _troupe_window_fill_recent_menu (TroupeWindow *self);

/* Saves @page, asking for a place where it has none. @then: (nullable): called with @page once it is
 * saved; not at all where the person cancels or saving fails. */
typedef void (*TroupeSavedFunc) (TroupeWindow *self, TroupePage *page);
void _troupe_window_save (TroupeWindow *self,
                          TroupePage *page,
                          gboolean ask_where,
                          TroupeSavedFunc then);

/* TRUE where @page, or anything where that is NULL, is being written: closing goes on by itself when that
 * is over. */
gboolean _troupe_window_wait_for_save (TroupeWindow *self, TroupePage *page);

/* A run in @page asks a person: tells so where the window or the tab is not in front. */
void _troupe_window_question_came (TroupeWindow *self, TroupePage *page, const char *request_id);

/* TRUE where the tab may go at once; else the person is asked and the tab goes later. */
gboolean _troupe_window_close_page (TroupeWindow *self, TroupePage *page);
/* The same for the window with all its documents. */
gboolean _troupe_window_close_all (TroupeWindow *self);

G_END_DECLS
