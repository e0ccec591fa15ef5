/* troupe-crew-run-text.h: texts of the cards of a crew about calls and outputs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-span.h"

G_BEGIN_DECLS

/* Describes the output of a task by its size. (transfer full) (nullable): NULL if it is no text.
 * Threads: the main thread, for both functions. */
char *troupe_crew_run_text_of_output (const TroupeSpan *span);
/* Describes a tool call, the @turn-th of its task. For a delegation, shows the coworker instead of the tool. (transfer
 * full) */
char *troupe_crew_run_text_of_call (const TroupeSpan *tool, guint turn);

G_END_DECLS
