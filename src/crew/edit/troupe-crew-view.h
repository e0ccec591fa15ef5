/* troupe-crew-view.h: lookup of agents, tasks and paths of a crew in the parts of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew.h"
#include "troupe-document-parts.h"

G_BEGIN_DECLS

/**
 * TroupeCrewView:
 * @parts: a snapshot of the document's contents
 * @path: (nullable): NULL-terminated keys to the crew's map in the main part; %NULL if the crew is
 *   a project
 *
 * Read access to a crew that is being edited, even if it cannot be loaded. Apart from the crew
 * reader, only this module depends on the three representations of agents (files, a map, a list).
 * Owns nothing.
 */
typedef struct
{
  TroupeDocumentParts *parts;
  const char *const *path;
} TroupeCrewView;

/* Returns the crew's map, without the agents of a project, or NULL if it does not exist.
 * (transfer none) (nullable) */
JsonNode *troupe_crew_view_get_root (const TroupeCrewView *self);
/* Returns the part of the agent @name of a project, or NULL if the agent has no part. (transfer
 * none) (nullable) */
const TroupeDocumentPart *troupe_crew_view_find_file (const TroupeCrewView *self, const char *name);

/**
 * troupe_crew_view_locate:
 * @path: a path of the subject, such as `agents`, NAME, `role`
 * @keys: (out) (transfer full): the corresponding keys in the tree of the part
 *
 * Finds the part that contains @path.
 *
 * Returns: (transfer full): the name of the part, which does not exist yet if @path refers to an
 * agent without a file
 */
char *troupe_crew_view_locate (const TroupeCrewView *self, const char *const *path, char ***keys);
/* Returns the node at @path. (transfer none) (nullable) */
JsonNode *troupe_crew_view_get (const TroupeCrewView *self, const char *const *path);
/* Splits @path, such as `agents.NAME.role` or `tasks[0].tools.1`, into keys. Keys may contain
 * periods and brackets. Returns NULL if the path does not exist, except that the last key may be
 * missing. (transfer full) (nullable) */
char **troupe_crew_view_split_path (const TroupeCrewView *self, const char *path);
/* Converts @path in the part @part to a path of the subject. A path in the main part is relative
 * to the crew's map. (transfer full) */
char *troupe_crew_view_make_path (const TroupeCrewView *self, const char *part, const char *path);

/* Returns the names of all agents in document order. A manager that `agents` does not list is
 * last. (transfer full) */
char **troupe_crew_view_list_agents (const TroupeCrewView *self);
gboolean troupe_crew_view_has_agent (const TroupeCrewView *self, const char *name);
/* Returns TRUE if `agents` lists the agent. */
gboolean troupe_crew_view_is_listed (const TroupeCrewView *self, const char *name);
/* Returns the map of an agent, or NULL if its file is missing or cannot be read. (transfer none)
 * (nullable) */
JsonNode *troupe_crew_view_get_agent (const TroupeCrewView *self, const char *name);
/* Returns `manager_agent` if it is the name of an agent. (transfer none) (nullable) */
const char *troupe_crew_view_get_manager (const TroupeCrewView *self);

guint troupe_crew_view_get_n_tasks (const TroupeCrewView *self);
/* Returns the map of a task. (transfer none) (nullable) */
JsonNode *troupe_crew_view_get_task (const TroupeCrewView *self, guint index);
/* Returns the name, or NULL if it is missing or empty. (transfer none) (nullable) */
const char *troupe_crew_view_get_task_name (const TroupeCrewView *self, guint index);
TroupeCrewProcess troupe_crew_view_get_process (const TroupeCrewView *self);

G_END_DECLS
