/* troupe-crew-subject.h: the crew being edited, in a project or inline in a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-document.h"

G_BEGIN_DECLS

/**
 * TroupeCrewSubject:
 *
 * The crew being edited, in a project (`crew.jsonc` with a file for each agent) or as the `with` of
 * an action `crew` of a flow. Views and editors of a crew use only this object and no files. Paths
 * are the same in both cases: `tasks.0.description`, `agents.NAME.role`, `process`. The second key
 * is the agent's name, regardless of whether the agent is a file, a member of a map or a map in a
 * list. Every edit is an undo step of the document, or part of its group.
 *
 * If an agent is a list entry with a `name`, that key belongs to the entry and is not a field of
 * the agent.
 *
 * Signals: `changed` (after every edit, undo and redo of the document that could affect the crew;
 * the crew and the problems are new), `gone` (the action that contained the crew no longer exists).
 *
 * Threads: the thread of the document.
 */
#define TROUPE_TYPE_CREW_SUBJECT (troupe_crew_subject_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCrewSubject, troupe_crew_subject, TROUPE, CREW_SUBJECT, GObject)

/* Creates the subject of a crew project, and keeps a reference to @document. (transfer full) */
TroupeCrewSubject *troupe_crew_subject_new (TroupeCrewDocument *document);
/* Creates the subject of a crew inside a flow, and keeps a reference to @document. (transfer full)
 * @path: NULL-terminated keys of the crew's map in the main part: `methods`, NAME, `do`, `with`. If
 *   the method is renamed, the subject updates its path as long as the crew is unchanged. */
TroupeCrewSubject *troupe_crew_subject_new_inline (TroupeDocument *document,
                                                   const char *const *path);

/* Returns the document that contains the crew. (transfer none) */
TroupeDocument *troupe_crew_subject_get_document (TroupeCrewSubject *self);
/* Returns TRUE for a crew project, FALSE for an inline crew of a flow. */
gboolean troupe_crew_subject_is_project (TroupeCrewSubject *self);
/* Returns the current path of an inline crew in the flow. (transfer none) (nullable): NULL for a
 * project */
const char *const *troupe_crew_subject_get_path (TroupeCrewSubject *self);

/* Returns the model, or NULL if the crew cannot be loaded. The object stays the same until the
 * crew changes. (transfer none) (nullable) */
TroupeCrew *troupe_crew_subject_get_crew (TroupeCrewSubject *self);
/* Returns all problems of the crew, errors first. #TroupeProblem.path is a path of
 * #TroupeCrewSubject with periods between the keys. For an inline crew, the problems that the
 * flow reports for its action are included. The function is expensive: call it once per change.
 * (transfer none) (element-type TroupeProblem) */
GPtrArray *troupe_crew_subject_get_problems (TroupeCrewSubject *self);
/* Converts a problem of the flow that contains the crew to a problem with a path of
 * #TroupeCrewSubject. Returns NULL if the problem is not about the crew, or if the crew is a
 * project. (transfer full) (nullable) */
TroupeProblem *troupe_crew_subject_tell_problem (TroupeCrewSubject *self,
                                                 const TroupeProblem *problem);

/* --- Contents of the document, available even if the crew does not load ----------------------- */

/* Returns the number of tasks. */
guint troupe_crew_subject_get_n_tasks (TroupeCrewSubject *self);
/* Returns the map of a task. (transfer none) (nullable) */
JsonNode *troupe_crew_subject_get_task (TroupeCrewSubject *self, guint index);
/* Returns the `name` of the task. If it has no name, returns "task N" with its number as in
 * CrewAI's own messages. (transfer full) */
char *troupe_crew_subject_dup_task_title (TroupeCrewSubject *self, guint index);
/* Returns the names of all agents in document order, including the manager. NULL-terminated.
 * (transfer full) */
char **troupe_crew_subject_list_agents (TroupeCrewSubject *self);
/* Returns the map of an agent, or NULL if its file is missing or cannot be read. (transfer none)
 * (nullable) */
JsonNode *troupe_crew_subject_get_agent (TroupeCrewSubject *self, const char *name);
/* Returns the name of the manager agent if the document contains it. (transfer full) (nullable) */
char *troupe_crew_subject_dup_manager (TroupeCrewSubject *self);
/* Returns the process. If the document has no process or an invalid one, returns sequential. */
TroupeCrewProcess troupe_crew_subject_get_process (TroupeCrewSubject *self);
/* Returns the crew's own map, without the agents of a project. (transfer none) */
JsonNode *troupe_crew_subject_get_root (TroupeCrewSubject *self);

/* Returns the names of all placeholders in the texts, as troupe_crew_list_placeholders(). (transfer full)
 * (element-type utf8) */
GPtrArray *troupe_crew_subject_list_placeholders (TroupeCrewSubject *self);
/* Returns the value at @path, or NULL if it does not exist. @path: NULL-terminated keys; list
 * indexes are numbers. (transfer none) (nullable) */
JsonNode *troupe_crew_subject_get_value (TroupeCrewSubject *self, const char *const *path);
/* Returns the part of the document that contains @path; "" is the main part. (transfer full) */
char *troupe_crew_subject_dup_part (TroupeCrewSubject *self, const char *const *path);
/* Splits #TroupeProblem.path into keys. Names may contain periods. Returns NULL if the path no
 * longer exists. Only the last key may be missing, because the problem may be that this key is
 * missing. (transfer full) (nullable) */
char **troupe_crew_subject_split_path (TroupeCrewSubject *self, const char *path);

/* --- Edits ------------------------------------------------------------------------------------ */

/**
 * troupe_crew_subject_set:
 * @path: a path of #TroupeCrewSubject; a missing key is added last. If the path belongs to an agent
 *   that is referenced but has no file, the file is created
 * @value: (nullable) (transfer none): %NULL removes the key
 * @label: the name of the undo step (translated)
 * @merge_key: (nullable): as for troupe_document_commit()
 *
 * Sets a value that the user types in a field. After the edit the crew may no longer load; its
 * problems then report the reason. Edits that enforce rules are in troupe-crew-edit.h.
 *
 * Returns: %FALSE with %TROUPE_DOCUMENT_ERROR_EDIT; in this case nothing has changed
 */
gboolean troupe_crew_subject_set (TroupeCrewSubject *self,
                                  const char *const *path,
                                  JsonNode *value,
                                  const char *label,
                                  const char *merge_key,
                                  GError **error);
/* Combines all edits until the matching end call into one undo step over all files, named @label
 * (translated). Can be nested. */
void troupe_crew_subject_begin_edit (TroupeCrewSubject *self, const char *label);
/* Ends the group. */
void troupe_crew_subject_end_edit (TroupeCrewSubject *self);

G_END_DECLS
