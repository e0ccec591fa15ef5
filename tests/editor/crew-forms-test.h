/* crew-forms-test.h: what the tests of the inspector of crews share
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

/* For g_test_add(): a crew of three tasks, `gather`, `compare` and one without a name, by the agents `analyst` and
 * `writer`, in an inspector on screen. */
void crew_forms_set_up (CrewFormsTest *test, gconstpointer data);
void crew_forms_tear_down (CrewFormsTest *test, gconstpointer data);
void crew_forms_load_style (void);

void crew_forms_show (CrewFormsTest *test, const char *id);
/* What is shown: fails where it is something else. (transfer none) */
TroupeCrewForm *crew_forms_get_form (CrewFormsTest *test);
TroupeCrewPage *crew_forms_get_page (CrewFormsTest *test);
/* The row of the field; NULL where it is not shown. (transfer none) (nullable) */
GtkWidget *crew_forms_find (CrewFormsTest *test, const char *key);
/* @path: with slashes; @expected: (nullable): JSON */
void crew_forms_assert_value (CrewFormsTest *test, const char *path, const char *expected);
/* All steps back: the same bytes. */
void crew_forms_undo_all (CrewFormsTest *test);

/* What a person types or turns in @row. (transfer none) (nullable) */
GtkWidget *crew_forms_get_input (GtkWidget *row);
void crew_forms_type_text (GtkWidget *input, const char *text);
/* The button that says @words, or tells them; @skip others before it. */
void crew_forms_press_button (GtkWidget *root, const char *words, guint skip);
/* The row with that title. */
void crew_forms_activate (GtkWidget *root, const char *title);
/* For editor_test_find(): @data is the address of the words. */
gboolean crew_forms_has_words (GtkWidget *widget, gpointer data);

G_END_DECLS
