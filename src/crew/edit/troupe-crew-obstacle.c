/* troupe-crew-obstacle.c: problems because of which a run of a crew makes no sense
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-obstacle"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-crew-obstacle.h"

/* The path begins with that of the crew if the crew is part of a flow. */
static gboolean
is_empty_task (const TroupeProblem *problem)
{
  return g_strcmp0 (problem->code, "empty_text") == 0 && problem->path != NULL &&
         strstr (problem->path, "tasks.") != NULL &&
         g_str_has_suffix (problem->path, ".description");
}

const char *
troupe_crew_find_obstacle (TroupeCrewSubject *subject, TroupeProblem **problem)
{
  GPtrArray *problems;
  gboolean is_broken;
  TroupeProblem *found = NULL;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (subject), NULL);

  problems = troupe_crew_subject_get_problems (subject);
  is_broken = troupe_crew_subject_get_crew (subject) == NULL;
  for (guint i = 0; i < problems->len && found == NULL; i++)
    {
      TroupeProblem *one = g_ptr_array_index (problems, i);

      if (is_broken ? one->severity == TROUPE_SEVERITY_ERROR : is_empty_task (one))
        found = one;
    }
  if (problem != NULL)
    *problem = found != NULL ? troupe_problem_ref (found) : NULL;
  if (is_broken)
    return _ ("The crew has errors. Fix them before running it.");

  return found != NULL ? _ ("A task has no description. Write it before running the crew.") : NULL;
}
