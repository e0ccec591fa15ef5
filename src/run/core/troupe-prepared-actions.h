/* troupe-prepared-actions.h: data that actions prepare before a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TroupePreparedActions:
 * @agents: #TroupeAgentDefinition by the address of the object that declares it
 * @crews: #TroupePreparedCrew by the address of their action
 * @parts: a #GPtrArray of the Python references of an agent by the address of its action
 * @folder: (nullable): the document's folder
 * @texts: (nullable): the texts of other files to which the user has agreed (troupe-agreed-texts.h)
 *
 * Data that actions prepare before the run. Borrowed.
 */
typedef struct
{
  GHashTable *agents;
  GHashTable *crews;
  GHashTable *parts;
  const char *folder;
  GHashTable *texts;
} TroupePreparedActions;

G_END_DECLS
