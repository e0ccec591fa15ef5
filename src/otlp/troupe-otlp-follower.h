/* troupe-otlp-follower.h: exports the spans of one run as they end
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-event.h"
#include "troupe-otlp-exporter.h"

G_BEGIN_DECLS

/* Listens to all events of a run and passes each finished span to an exporter, without storing
 * it. */
typedef struct _TroupeOtlpFollower TroupeOtlpFollower;

/* Must be called before the run begins. @run_id: the UUID of the run. (transfer full)
 * (nullable): NULL if the exporter has no space for its spans */
TroupeOtlpFollower *
troupe_otlp_follower_new (TroupeOtlpExporter *exporter, TroupeEventBus *bus, const char *run_id);
/* Must be called when the run has ended. Scopes that are still running are reported as cut off. */
void troupe_otlp_follower_free (TroupeOtlpFollower *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeOtlpFollower, troupe_otlp_follower_free)

G_END_DECLS
