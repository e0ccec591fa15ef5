/* troupe-run-person.h: who answers the requests of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-run.h"

G_BEGIN_DECLS

/* Sets who gives the answers from now on, which the events of the answers contain (doc/flow-semantics.md §13). @name:
 * (nullable): the login name; NULL, the default, if it is unknown. @via: (nullable): `window`, `notification` or `terminal`. May
 * be called from any thread. */
void troupe_run_set_person (TroupeRun *self, const char *name, const char *via);

G_END_DECLS
