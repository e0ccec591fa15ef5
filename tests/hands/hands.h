/* hands.h: real pointer and key events on the test's own X display
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Starts Xvfb and a window manager, and sets DISPLAY. Both programs end with the test. Call
 * before GTK is initialized. Returns FALSE if these programs are not installed. */
gboolean hands_start (void);
/* Ends Xvfb and the window manager. */
void hands_stop (void);

/* Runs the main context until the program has processed all events that were sent. */
void hands_settle (void);
/* Like hands_settle(), and waits until @widget has been laid out and drawn. */
void hands_wait_frame (GtkWidget *widget);

/* Clicks the point (@x, @y) of @widget, as a click of its own, also at the place of the last one. */
void hands_click (GtkWidget *widget, double x, double y);
/* Clicks the middle of @widget at once, as the second click of a double click. */
void hands_click_again (GtkWidget *widget);
void hands_double_click (GtkWidget *widget, double x, double y);
void hands_click_middle (GtkWidget *widget);
/* Clicks the middle of the widget that @find, such as hands_find_label(), finds at or below @root. Waits until
 * there is one and it is sensitive, because contents may arrive later. */
typedef GtkWidget *(*HandsFind) (GtkWidget *root, const char *words);
void hands_click_found (HandsFind find, GtkWidget *root, const char *words);
/* Clicks the place in @widget that @find returns, as soon as it stays where it is and nothing covers it: a pane that
 * is shown or hidden, and a view that follows, move what a test wants to click. */
typedef graphene_point_t (*HandsPlaceFunc) (gpointer user_data);
typedef enum
{
  HANDS_CLICK,
  HANDS_DOUBLE_CLICK,
  HANDS_MENU,
} HandsClick;
void
hands_click_place (HandsPlaceFunc find, gpointer user_data, GtkWidget *widget, HandsClick click);
/* Returns the place that @find returns, as soon as it is the same before and after a frame. */
graphene_point_t
hands_find_still_place (HandsPlaceFunc find, gpointer user_data, GtkWidget *widget);
/* Moves the pointer from a point of the screen to the middle of @widget as a hand does, and clicks as soon
 * as it is there, before the program has processed the moves. */
void hands_click_on_arrival (GtkWidget *widget, int from_x, int from_y);
/* Clicks with the right button. */
void hands_menu (GtkWidget *widget, double x, double y);
/* Presses the button at @x0, @y0 and releases it at @x1, @y1 of @widget. */
void hands_drag (GtkWidget *widget, double x0, double y0, double x1, double y1);
/* Like hands_drag(), followed by lower-case letters and Backspace (`\b`), but sends all events at once, as a
 * busy program receives them. */
void hands_drag_and_type (GtkWidget *widget,
                          double x0,
                          double y0,
                          double x1,
                          double y1,
                          const char *text);
/* Moves to the point (@x, @y) of @widget and presses the button, for a drag that hands_hover() and hands_let_go()
 * continue. */
void hands_press (GtkWidget *widget, double x, double y);
/* Grabs the pointer for another program, as one that takes a screenshot does, or releases it. */
void hands_grab_pointer (gboolean grab);
/* Activates a window of another program. */
void hands_activate (gulong window);
/* The steps of a drag from another program. They move over the middle of its window @source,
 * press, move over @to and release. The moves have to be repeated until they have an effect,
 * because the programs must notice the pointer position. */
void hands_reach (gulong source);
void hands_take (void);
void hands_hover (GtkWidget *to);
void hands_let_go (void);
/* Moves the pointer to the point (@x, @y) of @widget, where it stays. */
void hands_move (GtkWidget *widget, double x, double y);
/* Returns the X window of @window. */
gulong hands_get_id (GtkWindow *window);
void hands_key (guint keyval, GdkModifierType modifiers);
/* Returns the focused text field of the active window. (nullable) (transfer none) */
GtkWidget *hands_get_field (void);
/* Waits until a text field has the focus that is not @before, for keys that are meant for a field that is about to be
 * shown. @before: (nullable): the field that may have the focus until then */
void hands_wait_field (GtkWidget *before);
/* Types @text, which must be ASCII. */
void hands_type (const char *text);

/* Returns how often @word is in the drafts of the documents, which contain all edits so far. */
guint hands_count_in_drafts (const char *word);
/* Types @word into the focused field @field and waits until it is in a draft, as
 * hands_wait_for_draft() does. From GTK 4.18 on, spin buttons accept only the digits of a word. */
void hands_type_into_draft (GtkWidget *field, const char *word);
/* Waits until @word is in the drafts more than @n_before times, because a process that is killed later must not lose
 * what was typed. */
void hands_wait_for_draft (const char *word, guint n_before);

/* Each of these functions returns the first visible widget at or below @root that is the label
 * with the text @words, the row with the title @words, or the widget of @type. (nullable) */
GtkWidget *hands_find_label (GtkWidget *root, const char *words);
GtkWidget *hands_find_row (GtkWidget *root, const char *title);
GtkWidget *hands_find_type (GtkWidget *root, GType type);
/* Finds the window of the program with the title @title. (nullable) */
GtkWidget *hands_find_window (const char *title);

G_END_DECLS
