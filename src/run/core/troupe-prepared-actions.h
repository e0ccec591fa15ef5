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
 * @is_confined: whether files that the document refers to must be in @folder
 *
 * Data that actions prepare before the run. Borrowed.
 */
typedef struct
{
  GHashTable *agents;
  GHashTable *crews;
  GHashTable *parts;
  const char *folder;
  gboolean is_confined;
} TroupePreparedActions;

G_END_DECLS
