/* troupe-test-table.h: the marks of a test, a row for each task and a column for each round
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
 * A test as doc/interface.md §34 has it: its rows, that of the crew, and below them what the judge says of low marks.
 *
 * Signal: `round-activated` (task from 0, round from 0): a person wants to see what happened in it.
 */
#define TROUPE_TYPE_TEST_TABLE (troupe_test_table_get_type ())
G_DECLARE_FINAL_TYPE (TroupeTestTable, troupe_test_table, TROUPE, TEST_TABLE, GtkWidget)

GtkWidget *troupe_test_table_new (void);

/* Shows @facts, which it does not keep. */
void troupe_test_table_set_facts (TroupeTestTable *self, const TroupeTestFacts *facts);
/* Agents are their avatars alone. */
void troupe_test_table_set_narrow (TroupeTestTable *self, gboolean narrow);

/* A mark as a label, tinted where it is good or low, which its name says as well. (transfer full), floating */
GtkWidget *troupe_test_table_make_mark (double mark);

G_END_DECLS
