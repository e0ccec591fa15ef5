/* troupe-prepared-crew.h: the crew of an action, loaded before the run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew.h"
#include "troupe-flow.h"
#include "troupe-python.h"

G_BEGIN_DECLS

/* A piece of Python that a crew names. */
typedef struct
{
  TroupePythonKind kind;
  char *source; /* (nullable): it needs none */
  char *path;   /* inside the crew */
} TroupePreparedCrewPython;

/**
 * TroupePreparedCrew:
 * @crew: (nullable): %NULL where @error says why there is none
 * @python: (element-type TroupePreparedCrewPython)
 * @digest: (nullable): SHA-256 of a crew that stands in files of its own, hex
 *
 * The crew that an action names, read once before the run.
 */
typedef struct
{
  TroupeCrew *crew;
  GError *error;
  GArray *python;
  char *digest;
} TroupePreparedCrew;

/**
 * troupe_prepared_crew_new:
 * @folder: (nullable): the document's, which `from_declaration` is relative to
 * @is_confined: whether that has to lie in it
 *
 * Reads the crew of the action, from its file where it has one. Blocks then. (transfer full)
 */
TroupePreparedCrew *
troupe_prepared_crew_new (const TroupeFlowAction *action, const char *folder, gboolean is_confined);
/* @self: a #TroupePreparedCrew */
void troupe_prepared_crew_free (gpointer self);

G_END_DECLS
