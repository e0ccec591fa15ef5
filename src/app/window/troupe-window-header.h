/* troupe-window-header.h: header bar of a window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-editor-frame.h"

G_BEGIN_DECLS

/**
 * TroupeWindowHeader:
 *
 * Buttons, menus and title of a window. The header does not depend on documents. The window sets
 * the state, and the buttons activate `win.` actions.
 */
#define TROUPE_TYPE_WINDOW_HEADER (troupe_window_header_get_type ())
G_DECLARE_FINAL_TYPE (TroupeWindowHeader, troupe_window_header, TROUPE, WINDOW_HEADER, GtkWidget)

/* The state of the visible tab. */
typedef struct
{
  gboolean has_page;
  gboolean has_batch;
  gboolean is_covered; /* a past run or another subpage covers the editor and its inspector */
  gboolean is_running;
  gboolean is_held;      /* the run waits for the user to continue */
  gboolean hides_others; /* documents are open behind the welcome page */
  TroupeEditorWidth width_class;
} TroupeWindowHeaderState;

/* Shows and hides the buttons according to the state. */
void troupe_window_header_show (TroupeWindowHeader *self, const TroupeWindowHeaderState *state);
/* @subtitle: (nullable) */
void
troupe_window_header_set_title (TroupeWindowHeader *self, const char *title, const char *subtitle);
/* Adapts labels, menu and window buttons to the available width. */
void troupe_window_header_fold (TroupeWindowHeader *self, TroupeEditorWidth width_class);
/* Sets whether the run button is the suggested one. */
void troupe_window_header_set_suggested (TroupeWindowHeader *self, gboolean suggested);
/* Updates the menu of recent files. */
void troupe_window_header_fill_recent (TroupeWindowHeader *self);

/* These functions return the widgets to which the tutorial points, which are the run button and
 * the button of the main menu. (transfer none) */
GtkWidget *troupe_window_header_get_run_button (TroupeWindowHeader *self);
GtkWidget *troupe_window_header_get_menu_button (TroupeWindowHeader *self);

G_END_DECLS
