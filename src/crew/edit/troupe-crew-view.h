/* troupe-crew-view.h: where the things of a crew stand in the parts of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew.h"
#include "troupe-document-parts.h"

G_BEGIN_DECLS

/**
 * TroupeCrewView:
 * @parts: what a document holds at some moment
 * @path: (nullable): NULL-terminated keys to the crew's map in the main part; %NULL: the crew is a project
 *
 * How a crew that is edited is read, whatever of it loads. The one place that knows the three forms in which agents
 * stand (files, a map, a list) beside those that read a crew. Owns nothing.
 */
typedef struct
{
  TroupeDocumentParts *parts;
  const char *const *path;
} TroupeCrewView;

/* The crew's map, without the agents of a project; NULL where there is none. (transfer none) (nullable) */
JsonNode *troupe_crew_view_get_root (const TroupeCrewView *self);
/* The part that holds the agent @name of a project; NULL where there is none. (transfer none) (nullable) */
const TroupeDocumentPart *troupe_crew_view_find_file (const TroupeCrewView *self, const char *name);

/**
 * troupe_crew_view_locate:
 * @path: of the subject, `agents`, NAME, `role`
 * @keys: (out) (transfer full): the keys to the same place in the tree of the part
 *
 * Returns: (transfer full): the name of the part, which does not exist yet where an agent is named that has no file
 */
char *troupe_crew_view_locate (const TroupeCrewView *self, const char *const *path, char ***keys);
/* (transfer none) (nullable) */
JsonNode *troupe_crew_view_get (const TroupeCrewView *self, const char *const *path);
/* The keys of @path, `agents.NAME.role` or `tasks[0].tools.1`, whose keys may hold points and brackets. NULL where it
 * leads nowhere; the last key need not exist. (transfer full) (nullable) */
char **troupe_crew_view_split_path (const TroupeCrewView *self, const char *path);
/* The path of the subject of what is at @path of the part @part, of the main part from the crew's map on. (transfer
 * full) */
char *troupe_crew_view_make_path (const TroupeCrewView *self, const char *part, const char *path);

/* The names of all agents in the order of the document; the manager, where `agents` does not list it, is last.
 * (transfer full) */
char **troupe_crew_view_list_agents (const TroupeCrewView *self);
gboolean troupe_crew_view_has_agent (const TroupeCrewView *self, const char *name);
/* Whether `agents` lists it. */
gboolean troupe_crew_view_is_listed (const TroupeCrewView *self, const char *name);
/* The map of an agent; NULL where it has no file, or none that can be read. (transfer none) (nullable) */
JsonNode *troupe_crew_view_get_agent (const TroupeCrewView *self, const char *name);
/* `manager_agent`, where it is one of the agents. (transfer none) (nullable) */
const char *troupe_crew_view_get_manager (const TroupeCrewView *self);

guint troupe_crew_view_get_n_tasks (const TroupeCrewView *self);
/* (transfer none) (nullable) */
JsonNode *troupe_crew_view_get_task (const TroupeCrewView *self, guint index);
/* NULL for none, and for an empty one. (transfer none) (nullable) */
const char *troupe_crew_view_get_task_name (const TroupeCrewView *self, guint index);
TroupeCrewProcess troupe_crew_view_get_process (const TroupeCrewView *self);

G_END_DECLS
