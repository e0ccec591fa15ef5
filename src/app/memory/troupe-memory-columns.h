/* troupe-memory-columns.h: the columns of the table of what is remembered
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-memory-rows.h"
#include "troupe-memory-texts.h"

G_BEGIN_DECLS

/* Fills a view with the columns. @people: is theirs from now on */
void
troupe_memory_columns_add (GtkColumnView *view, TroupeMemoryRows *rows, TroupeMemoryPeople *people);
/* @fits: whether what is there was found by what it means; @is_narrow: importance and age do without room */
void troupe_memory_columns_set (GtkColumnView *view, gboolean fits, gboolean is_narrow);
/* A row as one line for the clipboard: cells with tabs between. (transfer full) */
char *troupe_memory_columns_to_text (TroupeMemoryRow *row);

G_END_DECLS
