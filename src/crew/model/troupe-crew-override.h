/* troupe-crew-override.h: finds CrewAI methods that a class of the project overrides, by parsing
 * its source
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The CrewAI class that the project's class replaces. */
typedef enum
{
  TROUPE_CREW_OVERRIDE_AGENT,
  TROUPE_CREW_OVERRIDE_TASK,
  TROUPE_CREW_OVERRIDE_EXECUTOR,
} TroupeCrewOverride;

/**
 * troupe_crew_override_find:
 * @folder: folder of the project
 * @reference: a dotted path, such as `people.Editor`
 *
 * Searches the source of the class, and of its base classes in the same file, for a method that
 * overrides an internal step of CrewAI that Troupe implements differently (doc/crew-semantics.md
 * §18). Nothing is imported or executed. Base classes in other files are checked before a run.
 *
 * Returns: (transfer full) (nullable): the method, such as `Editor._execute_without_timeout()`
 */
char *
troupe_crew_override_find (TroupeCrewOverride override, const char *folder, const char *reference);

G_END_DECLS
