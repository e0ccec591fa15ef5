/* troupe-memory-reset.h: emptying what a crew remembers and knows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-memory-subject.h"

G_BEGIN_DECLS

/* @kind: as `crewai reset-memories` has them: memory, knowledge, agent_knowledge, all, and the names before 1.0, which
 * mean memory */
TroupeExit troupe_memory_reset (TroupeMemorySubject *subject, const char *kind);

G_END_DECLS
