/* troupe-crew-subject.h: the crew that is edited, in a project or inside of a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-document.h"

G_BEGIN_DECLS

/**
 * TroupeCrewSubject:
 *
 * A crew that is edited, wherever it stands: in a project (`crew.jsonc` with a file an agent) or as the `with` of an
 * action `crew` inside of a flow. Who draws, edits or shows a crew asks this one and knows no files: paths are the
 * same for both, `tasks.0.description`, `agents.NAME.role`, `process`, with the agent's name as the second key
 * whether it is a file, a member of a map or a map in a list. Every edit is a step of undo of the document, or part
 * of its group.
 *
 * Of an agent that stands in a list with its `name`, that key is part of the map and no field of the agent.
 *
 * Signals: `changed` (after every edit, undo and redo of the document that could concern the crew; the crew and the
 * problems are new), `gone` (the action that the crew stood in is no longer there).
 */
#define TROUPE_TYPE_CREW_SUBJECT (troupe_crew_subject_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCrewSubject, troupe_crew_subject, TROUPE, CREW_SUBJECT, GObject)

TroupeCrewSubject *troupe_crew_subject_new (TroupeCrewDocument *document);
/* @path: NULL-terminated keys that lead to the crew's map in the main part: `methods`, NAME, `do`, `with`. Where the
 * method is renamed the subject follows by itself as long as the crew in it is the same; else, and of actions deeper
 * inside that move, by troupe_crew_subject_set_path(). */
TroupeCrewSubject *troupe_crew_subject_new_inline (TroupeDocument *document,
                                                   const char *const *path);

TroupeDocument *troupe_crew_subject_get_document (TroupeCrewSubject *self); /* (transfer none) */
/* Whether it is a project of its own; else it stands inside of a flow. */
gboolean troupe_crew_subject_is_project (TroupeCrewSubject *self);
/* Of one inside of a flow: where it stands now. (transfer none) (nullable) */
const char *const *troupe_crew_subject_get_path (TroupeCrewSubject *self);
void troupe_crew_subject_set_path (TroupeCrewSubject *self, const char *const *path);

/* The model; NULL where it does not load. Stays the same until the crew changes. (transfer none) (nullable) */
TroupeCrew *troupe_crew_subject_get_crew (TroupeCrewSubject *self);
/* All that is to be said of the crew, errors first; paths as above, in #TroupeProblem.path, with points between the
 * keys. Of one inside of a flow also what the flow says of its place. Ask once for a change: it costs. (transfer none)
 * (element-type TroupeProblem) */
GPtrArray *troupe_crew_subject_get_problems (TroupeCrewSubject *self);
/* A problem of the document in whose flow the crew stands, with the path as above; NULL where it is not about something
 * inside of the crew, and of a project. (transfer full) (nullable) */
TroupeProblem *troupe_crew_subject_tell_problem (TroupeCrewSubject *self,
                                                 const TroupeProblem *problem);

/* --- What the document says, also where the crew does not load ------------------------------------- */

guint troupe_crew_subject_get_n_tasks (TroupeCrewSubject *self);
/* The map of a task. (transfer none) (nullable) */
JsonNode *troupe_crew_subject_get_task (TroupeCrewSubject *self, guint index);
/* Its `name`, else "task N" made of its place, as CrewAI's own messages count them. (transfer full) */
char *troupe_crew_subject_dup_task_title (TroupeCrewSubject *self, guint index);
/* The names of all agents in the order of the document, the manager's among them. NULL-terminated. (transfer full) */
char **troupe_crew_subject_list_agents (TroupeCrewSubject *self);
/* The map of an agent; NULL where its file is missing or cannot be read. (transfer none) (nullable) */
JsonNode *troupe_crew_subject_get_agent (TroupeCrewSubject *self, const char *name);
/* The name of the agent that is the manager, where it is one of the document. (transfer full) (nullable) */
char *troupe_crew_subject_dup_manager (TroupeCrewSubject *self);
TroupeCrewProcess troupe_crew_subject_get_process (TroupeCrewSubject *self);
/* The crew's own map, without the agents of a project. (transfer none) */
JsonNode *troupe_crew_subject_get_root (TroupeCrewSubject *self);

/* What stands at @path; NULL where nothing does. @path: NULL-terminated keys, numbers for places in lists.
 * (transfer none) (nullable) */
JsonNode *troupe_crew_subject_get_value (TroupeCrewSubject *self, const char *const *path);
/* Where the text of @path stands: the part of the document, "" is the main one. (transfer full) */
char *troupe_crew_subject_dup_part (TroupeCrewSubject *self, const char *const *path);
/* The keys of #TroupeProblem.path, of which names may hold points; NULL where it leads nowhere any more. The last key
 * need not exist: it may be what is missing. (transfer full) (nullable) */
char **troupe_crew_subject_split_path (TroupeCrewSubject *self, const char *path);

/* --- Edits ------------------------------------------------------------------------------------------ */

/**
 * troupe_crew_subject_set:
 * @path: as above; a key that is not there yet is added last. An agent that is named and has no file gets one
 * @value: (nullable) (transfer none): %NULL removes the key
 * @label: the name of the step of undo (translated)
 * @merge_key: (nullable): as troupe_document_commit()
 *
 * What a person types in a field: it may leave a crew that does not load, which its problems tell then. Edits that have
 * rules are those of troupe-crew-edit.h.
 *
 * Returns: %FALSE with %TROUPE_DOCUMENT_ERROR_EDIT: then nothing has changed
 */
gboolean troupe_crew_subject_set (TroupeCrewSubject *self,
                                  const char *const *path,
                                  JsonNode *value,
                                  const char *label,
                                  const char *merge_key,
                                  GError **error);
/* Everything in between is one step of undo over all files, named by @label (translated). Nests. */
void troupe_crew_subject_begin_edit (TroupeCrewSubject *self, const char *label);
void troupe_crew_subject_end_edit (TroupeCrewSubject *self);

G_END_DECLS
