/* troupe-crew-override.h: what a class of the project's own does in place of CrewAI's, as far as its text tells
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What such a class stands for. */
typedef enum
{
  TROUPE_CREW_OVERRIDE_AGENT,
  TROUPE_CREW_OVERRIDE_TASK,
  TROUPE_CREW_OVERRIDE_EXECUTOR,
} TroupeCrewOverride;

/**
 * troupe_crew_override_find:
 * @folder: of the project
 * @reference: a dotted path, `people.Editor`
 *
 * Looks in the text of the class, and of those above it in the same file, for a method that changes a step inside of
 * CrewAI which is done otherwise here (doc/crew-semantics.md §18). Nothing is imported and nothing runs; what lies in other
 * files is found before a run.
 *
 * Returns: (transfer full) (nullable): `Editor._execute_without_timeout()`
 */
char *
troupe_crew_override_find (TroupeCrewOverride override, const char *folder, const char *reference);

G_END_DECLS
