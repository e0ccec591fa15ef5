/* troupe-window-header.h: the bar at the top of a window
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
 * Buttons and menus of a window, and the title of what is in front of it. It knows no documents: the window says what
 * there is, and the buttons do the actions `win.`.
 */
#define TROUPE_TYPE_WINDOW_HEADER (troupe_window_header_get_type ())
G_DECLARE_FINAL_TYPE (TroupeWindowHeader, troupe_window_header, TROUPE, WINDOW_HEADER, GtkWidget)

/* What is in front. */
typedef struct
{
  gboolean has_page;
  gboolean has_batch;
  gboolean is_running;
  gboolean is_held;      /* a run that waits for a person */
  gboolean hides_others; /* documents are open behind the welcome page */
  TroupeEditorWidth width_class;
} TroupeWindowHeaderState;

/* Which buttons there are. */
void troupe_window_header_show (TroupeWindowHeader *self, const TroupeWindowHeaderState *state);
/* @subtitle: (nullable) */
void
troupe_window_header_set_title (TroupeWindowHeader *self, const char *title, const char *subtitle);
/* Labels, menu and buttons of the desktop, as there is room for them. */
void troupe_window_header_fold (TroupeWindowHeader *self, TroupeEditorWidth width_class);
/* Whether the button that runs is the one in colour. */
void troupe_window_header_set_suggested (TroupeWindowHeader *self, gboolean suggested);
/* The menu of recent files, anew. */
void troupe_window_header_fill_recent (TroupeWindowHeader *self);

/* What hints point at: the button that runs, and the one with the main menu. (transfer none) */
GtkWidget *troupe_window_header_get_run_button (TroupeWindowHeader *self);
GtkWidget *troupe_window_header_get_menu_button (TroupeWindowHeader *self);

G_END_DECLS
