/* troupe-test-compare.h: table that compares two tests of a crew with different models
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-test-facts.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Creates a table with one row per task and rows for the crew, the time per round and the cost.
 * The columns are A, B and the difference from A to B, whose sign is shown as text and not only
 * by color. @a: the test with the models of the crew; @b: the test with another model. (transfer
 * full), floating */
GtkWidget *troupe_test_compare_new (const TroupeTestFacts *a, const TroupeTestFacts *b);

G_END_DECLS
