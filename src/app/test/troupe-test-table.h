/* troupe-test-table.h: table of test scores, with a row per task and a column per round
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-test-facts.h"

G_BEGIN_DECLS

/**
 * TroupeTestTable:
 *
 * Shows a test as described in doc/interface.md §34. Below the rows of the tasks and the crew,
 * shows the explanations of the evaluator for low scores.
 *
 * Signal: `round-activated` (task from 0, round from 0; the user wants to see this execution).
 */
#define TROUPE_TYPE_TEST_TABLE (troupe_test_table_get_type ())
G_DECLARE_FINAL_TYPE (TroupeTestTable, troupe_test_table, TROUPE, TEST_TABLE, GtkWidget)

GtkWidget *troupe_test_table_new (void);

/* Shows @facts, which are not referenced after the call. */
void troupe_test_table_set_facts (TroupeTestTable *self, const TroupeTestFacts *facts);
/* If narrow, agents are shown as avatars only. */
void troupe_test_table_set_narrow (TroupeTestTable *self, gboolean narrow);

/* Creates a label for a score. A good or low score is tinted, and the accessible name says the
 * same in words. (transfer full), floating */
GtkWidget *troupe_test_table_make_mark (double mark);

G_END_DECLS
