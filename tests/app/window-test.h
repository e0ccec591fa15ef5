/* window-test.h: what the tests of the window share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-consent-dialog.h"
#include "troupe-flow-content.h"
#include "troupe-preferences.h"
#include "troupe-window-private.h"
#include "troupe-window-tabs.h"

G_BEGIN_DECLS

extern TroupeApplication *window_test_application;

/* Folders of the test's own, GLib's tests, and an application that is registered. */
void window_test_init (int *argc, char ***argv);
int window_test_run (void);

/* Of the model gpt-4.1-mini, for 100,000 tokens at $0.40 and 20,000 at $1.60 a million: $0.0720 by the shipped prices. */
extern const char paid_answer[];

typedef gboolean (*Condition) (gpointer user_data);

/* Runs the main loop until @condition holds, and fails when it never does. */
void wait_until (Condition condition, gpointer user_data);

/* Paths: (transfer full). A file in the test's data folder; one of the examples. */
char *write_file (const char *name, const char *text);
char *get_example (const char *name);

/* A window, with the file at @path open in it unless that is NULL. (transfer none) */
TroupeWindow *open_window (const char *path);
/* The same, with the notice over its canvas, where one is due: for who presses what lies below that. */
TroupeWindow *open_still_window (const char *path);
void close_window (TroupeWindow *window);
/* A widget of the bar at its top, or a menu, by its id. (transfer none) */
gpointer get_header_part (TroupeWindow *window, const char *id);
TroupeFlowDocument *get_document (TroupeWindow *window);

GSettings *get_settings (void);
/* Of the application, at that page; what is open of it, or NULL. (transfer none) */
TroupePreferences *show_preferences (const char *page);
TroupePreferences *find_preferences (void);
gboolean has_preferences (gpointer user_data);

/* Of a page: the bar that says what became of its file, and both versions of it. (transfer none) */
GtkWidget *get_disk_bar (TroupePage *page);
GtkWidget *get_versions (TroupePage *page); /* (nullable) */
/* Of a page with a flow. (transfer none) */
TroupeEditor *get_editor (TroupePage *page);
TroupeMonitor *get_monitor (TroupePage *page);
TroupeRunNoticeSubject get_notice (TroupePage *page);
GtkWindow *get_inputs_dialog (TroupePage *page); /* (nullable) */

/* Conditions about a TroupeWindow. */
gboolean has_page (gpointer user_data);
gboolean is_idle (gpointer user_data);
gboolean has_settled_notice (gpointer user_data); /* no notice is due or slides in or out */
gboolean is_saved (gpointer user_data);           /* nothing is written, and nothing has to be */
gboolean is_written (gpointer user_data);         /* nothing is written any more */

/* The question or error that stands over the window, or NULL; conditions about it; an answer to it. */
AdwMessageDialog *find_dialog (void);
gboolean has_dialog (gpointer user_data);
gboolean has_no_dialog (gpointer user_data);
void answer_dialog (const char *response);

/* The window that asks whether a flow may run, or NULL; a condition about it; an answer to it. */
TroupeConsentDialog *find_consent (void);
gboolean has_consent_dialog (gpointer user_data);
void answer_consent (gboolean allow);

/* Every text that @widget shows, a line each. (transfer full) */
char *list_texts (GtkWidget *widget);
/* Whether @text is among them, and until it is. */
gboolean shows_text (GtkWidget *widget, const char *text);
void wait_for_text (GtkWidget *widget, const char *text);
/* The first button in view at or below @widget whose text is @label, or NULL. */
GtkWidget *find_labelled (GtkWidget *widget, const char *label);

G_END_DECLS
