/* troupe-memory-reset.h: resetting the memory and knowledge of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-memory-subject.h"

G_BEGIN_DECLS

/* Resets memory or knowledge. @kind: the same words as in `crewai reset-memories`: memory,
 * knowledge, agent_knowledge, all, and the names before 1.0, which mean memory */
TroupeExit troupe_memory_reset (TroupeMemorySubject *subject, const char *kind);

G_END_DECLS
