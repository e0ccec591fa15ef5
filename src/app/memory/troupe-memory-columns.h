/* troupe-memory-columns.h: column setup of the table of memory records
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-memory-rows.h"
#include "troupe-memory-texts.h"

G_BEGIN_DECLS

/* Adds the columns to @view. @people: (transfer full) */
void
troupe_memory_columns_add (GtkColumnView *view, TroupeMemoryRows *rows, TroupeMemoryNames *people);
/* @fits: whether the rows are the result of a semantic search; @is_narrow: whether to hide
 *   importance and age for lack of space */
void troupe_memory_columns_set (GtkColumnView *view, gboolean fits, gboolean is_narrow);
/* Formats a row as one line for the clipboard, with tab-separated cells. (transfer full) */
char *troupe_memory_columns_to_text (TroupeMemoryRow *row);

G_END_DECLS
