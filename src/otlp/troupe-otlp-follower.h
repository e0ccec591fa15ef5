/* troupe-otlp-follower.h: the spans of one run, as they end
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-event.h"
#include "troupe-otlp-exporter.h"

G_BEGIN_DECLS

/* Hears all that happens in a run, keeps nothing of what has ended, and hands it to an exporter. */
typedef struct _TroupeOtlpFollower TroupeOtlpFollower;

/* Before the run begins. @run_id: its UUID. (transfer full) (nullable): NULL where there is no room for what it would tell */
TroupeOtlpFollower *
troupe_otlp_follower_new (TroupeOtlpExporter *exporter, TroupeEventBus *bus, const char *run_id);
/* When it has ended: what is still under way was cut off. */
void troupe_otlp_follower_free (TroupeOtlpFollower *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeOtlpFollower, troupe_otlp_follower_free)

G_END_DECLS
