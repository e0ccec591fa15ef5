/* troupe-flow-runner-memory.h: how much memory the values of a run may take
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-runner-parts.h"

G_BEGIN_DECLS

/* What a run holds is counted as it comes, and measured where that passes the limit. */
typedef struct _TroupeRunnerMemory TroupeRunnerMemory;

/* @limit: in bytes; 0 is any */
TroupeRunnerMemory *troupe_runner_memory_new (gsize limit);
void troupe_runner_memory_free (TroupeRunnerMemory *self);

/* The run holds @value from now on. */
void troupe_runner_memory_count (TroupeRunnerMemory *self, TroupeValue *value);
gboolean troupe_runner_memory_check (TroupeRunnerMemory *self, TroupeRunnerFrame *frame);

G_END_DECLS
