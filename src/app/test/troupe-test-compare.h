/* troupe-test-compare.h: two tests of the same crew with different models, side by side
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-test-facts.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The table: a row for each task, the crew, the time of a round and the money, with A and B and how far B is above or below A,
 * which its sign says and no colour alone. @a: with the crew's own models. (transfer full), floating */
GtkWidget *troupe_test_compare_new (const TroupeTestFacts *a, const TroupeTestFacts *b);

G_END_DECLS
