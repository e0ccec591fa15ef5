/* troupe-runner-in-flight.h: what was running when a run was stopped
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-runner-parts.h"

G_BEGIN_DECLS

/* Collects what ends because a run is stopped. On the run's thread. */
typedef struct _TroupeRunnerInFlight TroupeRunnerInFlight;

/* Begins collecting, before anything is cancelled. (transfer full) */
TroupeRunnerInFlight *troupe_runner_in_flight_new (TroupeFlowRunner *runner);
/* Ends collecting, when everything has ended. @self: (transfer full). (transfer full): a list of maps of `kind` (method, task,
 * model_call or tool_call), `name`, and `method`, `task` and `agent` if there are any */
TroupeValue *troupe_runner_in_flight_end (TroupeRunnerInFlight *self);

G_END_DECLS
