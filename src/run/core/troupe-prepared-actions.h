/* troupe-prepared-actions.h: data that actions prepare before a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TroupePreparedActions:
 * @agents: #TroupeAgentDefinition by the address of what declares it
 * @crews: #TroupePreparedCrew by the address of their action
 * @parts: a #GPtrArray of what is Python of an agent by the address of its action
 * @folder: (nullable): the document's
 * @is_confined: whether what the document names has to lie in @folder
 *
 * What actions have made of themselves before the run. Borrowed.
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
