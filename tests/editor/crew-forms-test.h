/* crew-forms-test.h: fixture for tests of the crew inspector
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "crew-project.h"
#include "troupe-crew-form.h"
#include "troupe-crew-inspector.h"
#include "troupe-crew-page.h"

G_BEGIN_DECLS

typedef struct
{
  CrewProject *project;
  TroupeCrewDocument *document;
  TroupeCrewSubject *subject;
  GtkWidget *window;
  GtkWidget *inspector;
  char *text;
} CrewFormsTest;

/* Set-up function for g_test_add(). It shows a crew in an inspector. The crew has the tasks
 * `gather`, `compare` and a task without a name, and the agents `analyst` and `writer`. */
void crew_forms_set_up (CrewFormsTest *test, gconstpointer data);
void crew_forms_tear_down (CrewFormsTest *test, gconstpointer data);
void crew_forms_load_style (void);

void crew_forms_show (CrewFormsTest *test, const char *id);
/* Returns the form. Fails the test if the inspector does not show a form. (transfer none) */
TroupeCrewForm *crew_forms_get_form (CrewFormsTest *test);
TroupeCrewPage *crew_forms_get_page (CrewFormsTest *test);
/* Returns the row of the field, or NULL if it is not shown. (transfer none) (nullable) */
GtkWidget *crew_forms_find (CrewFormsTest *test, const char *key);
/* Asserts the JSON value at @path, whose keys are separated by slashes. @expected: (nullable):
 * JSON; NULL: there must be no value */
void crew_forms_assert_value (CrewFormsTest *test, const char *path, const char *expected);
/* Undoes all steps and asserts that the bytes are the same as the original bytes. */
void crew_forms_undo_all (CrewFormsTest *test);

/* Returns the input widget of @row. (transfer none) (nullable) */
GtkWidget *crew_forms_get_input (GtkWidget *row);
void crew_forms_type_text (GtkWidget *input, const char *text);
/* Presses the button that has the label or tooltip @words. @skip: the number of matches to skip. */
void crew_forms_press_button (GtkWidget *root, const char *words, guint skip);
/* Activates the row with that title. */
void crew_forms_activate (GtkWidget *root, const char *title);
/* Match function for editor_test_find(): @data is the address of the text. */
gboolean crew_forms_has_words (GtkWidget *widget, gpointer data);

G_END_DECLS
