/* troupe-application.h: the application: windows, files from outside, the store of runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-drafts.h"
#include "troupe-engine.h"
#include "troupe-month-budget.h"
#include "troupe-run-spans.h"
#include "troupe-store.h"

G_BEGIN_DECLS

#define TROUPE_TYPE_APPLICATION (troupe_application_get_type ())
G_DECLARE_FINAL_TYPE (TroupeApplication, troupe_application, TROUPE, APPLICATION, AdwApplication)

TroupeApplication *troupe_application_new (void);

/* The application that runs: the one global state of the program. (transfer none) */
TroupeApplication *troupe_application_get (void);

/* Where runs are kept; opened when it is first asked for, which blocks. NULL where it cannot be opened: then runs
 * work and are not kept, and the person has been told once. (transfer none) (nullable) */
TroupeStore *troupe_application_get_store (TroupeApplication *self);

/* TRUE where it is known already, without waiting: @store is the store or NULL then. FALSE where
 * troupe_application_get_store() would open it or wait for whoever does. @store: (out) (transfer none) */
gboolean troupe_application_peek_store (TroupeApplication *self, TroupeStore **store);

/* The store, but only where runs have been kept before: looking makes no file. All from any thread. */
TroupeStore *troupe_application_find_store (TroupeApplication *self);

/* Where what is edited is kept until it is saved. (transfer none) (nullable): NULL once it ends */
TroupeDrafts *troupe_application_get_drafts (TroupeApplication *self);
/* Brings back what a program left that was not ended properly, as when it starts; files that are to be
 * opened wait until that is done. */
void troupe_application_recover (TroupeApplication *self);
gboolean troupe_application_is_recovering (TroupeApplication *self);
/* What carries all runs. (transfer none) */
TroupeEngine *troupe_application_get_engine (TroupeApplication *self);
/* What sends spans of them. (transfer none) */
TroupeRunSpans *troupe_application_get_spans (TroupeApplication *self);

/* What all runs of this month have cost, and may. (transfer none) (nullable): NULL before it starts, and once it ends */
TroupeMonthBudget *troupe_application_get_month (TroupeApplication *self);

GSettings *troupe_application_get_settings (TroupeApplication *self); /* (transfer none) */

/* The folder of the example flows: of the build tree while developing, else the installed one.
 * (transfer full) */
char *troupe_application_get_examples_folder (void);

G_END_DECLS
