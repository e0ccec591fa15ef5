/* window-test.h: fixture for tests of the main window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-application.h"
#include "troupe-consent-dialog.h"
#include "troupe-flow-content.h"
#include "troupe-preferences.h"
#include "troupe-window-private.h"
#include "troupe-window-tabs.h"

G_BEGIN_DECLS

extern TroupeApplication *window_test_application;

/* Creates separate user folders. G_TEST_OPTION_ISOLATE_DIRS would also hide the system's data
 * folders and thus the MIME types of pictures. Must precede g_test_init(). */
void window_test_isolate (void);
/* Initializes GLib's test framework with separate user folders, and registers the application. */
void window_test_init (int *argc, char ***argv);
int window_test_run (void);

/* A response of gpt-4.1-mini with 100,000 tokens at $0.40 per million and 20,000 tokens at $1.60
 * per million, which costs $0.0720 with the shipped prices. */
extern const char paid_answer[];

typedef gboolean (*Condition) (gpointer user_data);

/* Iterates the main loop until @condition returns TRUE. After a timeout, the test fails with the
 * condition and the place of the call. */
#define wait_until(...) \
  wait_until_at (__LINE__, G_STRFUNC, "wait_until (" #__VA_ARGS__ ")", __VA_ARGS__)
void wait_until_at (int line, const char *func, const char *name, Condition condition,
                    gpointer user_data);

/* write_file() creates a file in the test's data folder. get_example() finds an example. Both
 * return the path of the file. (transfer full) */
char *write_file (const char *name, const char *text);
char *get_example (const char *name);

/* Opens a window. Unless @path is NULL, the window shows the file at @path. (transfer none) */
TroupeWindow *open_window (const char *path);
/* Like open_window(), but also waits until the animation of the notice above the canvas has
 * finished, for tests that click a widget below it. */
TroupeWindow *open_still_window (const char *path);
void close_window (TroupeWindow *window);
/* Returns a widget of the header bar, or a menu, by its id. (transfer none) */
gpointer get_header_part (TroupeWindow *window, const char *id);
TroupeFlowDocument *get_document (TroupeWindow *window);

GSettings *get_settings (void);
/* show_preferences() opens the application's preferences at @page. find_preferences() returns
 * the open preferences, or NULL if they are not open. (transfer none) */
TroupePreferences *show_preferences (const char *page);
TroupePreferences *find_preferences (void);
gboolean has_preferences (gpointer user_data);

/* The page's bar about changes of the file on disk, and its comparison of two versions.
 * (transfer none) */
GtkWidget *get_disk_bar (TroupePage *page);
GtkWidget *get_versions (TroupePage *page); /* (nullable) */
/* Returns the editor of a page with a flow. (transfer none) */
TroupeEditor *get_editor (TroupePage *page);
TroupeMonitor *get_monitor (TroupePage *page);
TroupeRunNoticeSubject get_notice (TroupePage *page);
GtkWindow *get_inputs_dialog (TroupePage *page); /* (nullable) */

/* Conditions for a TroupeWindow */
gboolean has_page (gpointer user_data);
gboolean is_idle (gpointer user_data);
gboolean has_settled_notice (gpointer user_data); /* no notice is pending or animated */
gboolean is_saved (gpointer user_data);           /* no save is running or pending */
gboolean is_written (gpointer user_data);         /* no save is running */

/* These functions return the open message dialog or NULL, test conditions of this dialog, and
 * respond to it. */
AdwMessageDialog *find_dialog (void);
gboolean has_dialog (gpointer user_data);
gboolean has_no_dialog (gpointer user_data);
void answer_dialog (const char *response);

/* Returns the open dialog for a file or folder. (transfer none) (nullable) */
GtkWidget *find_chooser (void);
/* Waits for this dialog, and saves under an absolute path in an existing folder. A name is typed rather than a folder
 * selected, because the dialog may still be loading another folder, which would replace the selected one. */
void save_in_chooser (const char *path);

/* These functions return the open consent dialog or NULL, test a condition of this dialog, and
 * respond to it. */
TroupeConsentDialog *find_consent (void);
gboolean has_consent_dialog (gpointer user_data);
void answer_consent (gboolean allow);

/* Returns all texts that @widget shows, one per line. (transfer full) */
char *list_texts (GtkWidget *widget);
/* shows_text() returns TRUE if @widget shows @text. wait_for_text() waits until @widget shows
 * @text. */
gboolean shows_text (GtkWidget *widget, const char *text);
void wait_for_text (GtkWidget *widget, const char *text);
/* Returns the first visible button at or below @widget with the text @label, or NULL. */
GtkWidget *find_labelled (GtkWidget *widget, const char *label);

G_END_DECLS
