/* troupe-flow-runner-memory.h: limit on the memory that values of a run use
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-runner-parts.h"

G_BEGIN_DECLS

/* The size of the values of a run. It is estimated as they are added, and measured only if the
 * estimate exceeds the limit. */
typedef struct _TroupeRunnerMemory TroupeRunnerMemory;

/* @limit: in bytes; 0 for none */
TroupeRunnerMemory *troupe_runner_memory_new (gsize limit);
void troupe_runner_memory_free (TroupeRunnerMemory *self);

/* Adds the size of @value, which the run has stored. */
void troupe_runner_memory_count (TroupeRunnerMemory *self, TroupeValue *value);
gboolean
troupe_runner_memory_check (TroupeRunnerMemory *self, TroupeRunnerFrame *frame, GError **error);

G_END_DECLS
