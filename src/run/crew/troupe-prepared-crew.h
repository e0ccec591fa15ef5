/* troupe-prepared-crew.h: the crew of an action, loaded before the run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew.h"
#include "troupe-flow.h"
#include "troupe-python.h"

G_BEGIN_DECLS

/* Python code that a crew refers to. */
typedef struct
{
  TroupePythonKind kind;
  char *source; /* (nullable): NULL if this kind has no source */
  char *path;   /* JSON path inside the crew */
} TroupePreparedCrewPython;

/**
 * TroupePreparedCrew:
 * @crew: (nullable): %NULL if @error is set
 * @python: (element-type TroupePreparedCrewPython)
 * @digest: (nullable): SHA-256 in hex of a crew that was loaded from its own file
 * @is_refused: the path of the file is not permitted, such as one that leads outside the folder
 *
 * The crew of an action. It is read once before the run.
 */
typedef struct
{
  TroupeCrew *crew;
  GError *error;
  GArray *python;
  char *digest;
  gboolean is_refused;
} TroupePreparedCrew;

/**
 * troupe_prepared_crew_new:
 * @folder: (nullable): the folder of the document, or the current folder, in which the file that
 *   `from_declaration` names has to be located
 *
 * Reads the crew of the action. Blocks if the crew is in its own file. (transfer full)
 */
TroupePreparedCrew *troupe_prepared_crew_new (const TroupeFlowAction *action, const char *folder);
/* @self: a #TroupePreparedCrew */
void troupe_prepared_crew_free (gpointer self);

G_END_DECLS
