/* troupe-problem-list.h: list of the problems of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-problem.h"

G_BEGIN_DECLS

/* Signals: `problem-activated`, `fix-requested` (TroupeProblem). */
#define TROUPE_TYPE_PROBLEM_LIST (troupe_problem_list_get_type ())
G_DECLARE_FINAL_TYPE (TroupeProblemList, troupe_problem_list, TROUPE, PROBLEM_LIST, GtkWidget)

GtkWidget *troupe_problem_list_new (void);

/* @problems: (nullable) (element-type TroupeProblem) */
void troupe_problem_list_set_problems (TroupeProblemList *self, GPtrArray *problems);

/* Selects the next (@step 1) or previous (-1) problem, wraps around, and activates it. */
void troupe_problem_list_walk (TroupeProblemList *self, int step);

G_END_DECLS
