/* troupe-verbose.h: what crews and agents with `verbose` do, as text on standard error
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-event.h"

G_BEGIN_DECLS

/* Prints what the crews and agents of a run do whose document says `verbose: true`. */
typedef struct _TroupeVerbose TroupeVerbose;

TroupeVerbose *troupe_verbose_new (void);
void troupe_verbose_free (TroupeVerbose *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeVerbose, troupe_verbose_free)

/* Prints the event if it happens inside a verbose crew or agent. Called for all events of a run, in
 * order. */
void troupe_verbose_take_event (TroupeVerbose *self, TroupeEvent *event);

G_END_DECLS
