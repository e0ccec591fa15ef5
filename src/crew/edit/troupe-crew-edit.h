/* troupe-crew-edit.h: editing operations of a crew, each an undo step
 *
 *
 * All editing semantics of crews are implemented here, for both the editor and the command line.
 * Each function is one undo step over all files of the document, or part of the current edit group.
 * It returns FALSE (or NULL) with %TROUPE_DOCUMENT_ERROR_EDIT and a message for the user if the
 * edit is not possible; the document has not changed then.
 *
 * A crew may temporarily be out of order (a task whose context comes later). If an edit would leave
 * a reference that CrewAI rejects, the edit repairs it (see each function), so that the document
 * still loads.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-subject.h"

G_BEGIN_DECLS

/* Creates a valid crew with one agent and one task. @name: (nullable). (transfer full) */
TroupeCrewDocument *troupe_crew_document_new (const char *name);

/* --- Tasks ------------------------------------------------------------------------------------ */

/* Adds a task at @index (at the end if @index is too large), with an unused name, placeholder
 * texts, and the agent of its neighbor. Returns its name. (transfer full) (nullable). Errors:
 * %TROUPE_DOCUMENT_ERROR_EDIT, as for all edits. */
char *troupe_crew_edit_add_task (TroupeCrewSubject *subject, guint index, GError **error);
/* Removes tasks, and the references to them in the contexts of other tasks. A context that becomes
 * empty remains an empty list, because a missing one means all earlier tasks. Errors:
 * %TROUPE_DOCUMENT_ERROR_EDIT, also if no task would remain. */
gboolean troupe_crew_edit_remove_tasks (TroupeCrewSubject *subject,
                                        const guint *indexes,
                                        guint n_indexes,
                                        GError **error);
/* Moves a task. @to: its new index, counted without the task itself. Context entries that would
 * refer to a later task are removed. @n_dropped: (out) (optional): number of removed entries.
 * Errors: %TROUPE_DOCUMENT_ERROR_EDIT. */
gboolean troupe_crew_edit_move_task (TroupeCrewSubject *subject,
                                     guint from,
                                     guint to,
                                     guint *n_dropped,
                                     GError **error);
/* Renames a task and updates the contexts of all tasks. @name: (nullable): NULL or "" removes the
 * name, if nothing refers to it. Errors: %TROUPE_DOCUMENT_ERROR_EDIT with the text of
 * troupe_crew_edit_check_task_name(). */
gboolean troupe_crew_edit_rename_task (TroupeCrewSubject *subject,
                                       guint index,
                                       const char *name,
                                       GError **error);
/* Returns NULL if the task can have the name @name, else a sentence that explains why not.
 * (transfer full) (nullable) */
char *troupe_crew_edit_check_task_name (TroupeCrewSubject *subject, guint index, const char *name);

/* Adds @from to the context of @to, which must come later. If @to had no explicit context (all
 * earlier tasks), the new list contains only @from. A task without a name is given one, because
 * contexts refer to names. Errors: %TROUPE_DOCUMENT_ERROR_EDIT. */
gboolean
troupe_crew_edit_add_context (TroupeCrewSubject *subject, guint from, guint to, GError **error);
/* Removes @from from the context of @to. Removing the last entry leaves an empty list. If @to had
 * no explicit context (all earlier tasks), it gets a list of the others; those without a name are
 * given one. Errors: %TROUPE_DOCUMENT_ERROR_EDIT, also if @from is not in the context. */
gboolean
troupe_crew_edit_remove_context (TroupeCrewSubject *subject, guint from, guint to, GError **error);
/* How a task gets its context: ALL: from all earlier tasks (no key); NONE: not at all (an empty
 * list); THESE: from the tasks in a list. */
typedef enum
{
  TROUPE_CREW_CONTEXT_ALL,
  TROUPE_CREW_CONTEXT_NONE,
  TROUPE_CREW_CONTEXT_THESE,
} TroupeCrewContextKind;
/* Returns how the task gets its context; ALL for a task that does not exist. */
TroupeCrewContextKind troupe_crew_edit_get_context_kind (TroupeCrewSubject *subject, guint index);
/* Changes how the task gets its context. A change to THESE starts with all earlier tasks if the
 * context was ALL, and with the previous task if it was NONE. Errors:
 * %TROUPE_DOCUMENT_ERROR_EDIT, also for THESE if there is no earlier task. */
gboolean troupe_crew_edit_set_context_kind (TroupeCrewSubject *subject,
                                            guint index,
                                            TroupeCrewContextKind kind,
                                            GError **error);

/* --- Agents ----------------------------------------------------------------------------------- */

/* Adds an agent, in a project with its own file. @name: (nullable): an unused name; %NULL generates
 * one. Returns its name. (transfer full) (nullable). Errors: %TROUPE_DOCUMENT_ERROR_EDIT. */
char *troupe_crew_edit_add_agent (TroupeCrewSubject *subject, const char *name, GError **error);
/* Removes an agent, and assigns its tasks to @heir; its file is deleted when the document is saved.
 * @heir: (nullable): NULL leaves them without an agent. Errors: %TROUPE_DOCUMENT_ERROR_EDIT, also
 * for the last agent, or if @heir is NULL and a sequential crew needs an agent. */
gboolean troupe_crew_edit_remove_agent (TroupeCrewSubject *subject,
                                        const char *name,
                                        const char *heir,
                                        GError **error);
/* Renames an agent, its file, and all references to it: list, tasks and manager. Errors:
 * %TROUPE_DOCUMENT_ERROR_EDIT. */
gboolean troupe_crew_edit_rename_agent (TroupeCrewSubject *subject,
                                        const char *name,
                                        const char *new_name,
                                        GError **error);
/* Returns NULL if an agent can have the name @name, else a sentence that explains why not; names of
 * a project's agents must also be valid file names. @own: (nullable): its current name; NULL for a
 * new agent. (transfer full) (nullable) */
char *
troupe_crew_edit_check_agent_name (TroupeCrewSubject *subject, const char *own, const char *name);
/* Sets the agent of a task. @name: (nullable): %NULL removes the agent from the task. Errors:
 * %TROUPE_DOCUMENT_ERROR_EDIT. */
gboolean troupe_crew_edit_assign_agent (TroupeCrewSubject *subject,
                                        guint task,
                                        const char *name,
                                        GError **error);

/* --- The crew --------------------------------------------------------------------------------- */

/**
 * troupe_crew_edit_set_process:
 * @model: (nullable): the model of a manager, if the crew has none
 *
 * Sets the process. If it becomes hierarchical and the crew has neither `manager_llm` nor a
 * manager, one of which CrewAI requires, `manager_llm` is set to @model, else to the model of the
 * first agent that names one; a manager is removed from the list of agents. If it becomes
 * sequential, tasks without an agent get the one of their neighbor; manager keys are kept, as
 * CrewAI allows them.
 *
 * Errors: %TROUPE_DOCUMENT_ERROR_EDIT, also if a manager is required but no model is known.
 */
gboolean troupe_crew_edit_set_process (TroupeCrewSubject *subject,
                                       TroupeCrewProcess process,
                                       const char *model,
                                       GError **error);
/* Sets the manager. In a hierarchical crew it is removed from the list of agents, as CrewAI
 * requires. The previous manager is listed as an ordinary agent again. @name: (nullable): %NULL: no
 * manager. Errors: %TROUPE_DOCUMENT_ERROR_EDIT. */
gboolean
troupe_crew_edit_set_manager (TroupeCrewSubject *subject, const char *name, GError **error);

/* --- Clipboard -------------------------------------------------------------------------------- */

/* Serializes tasks with their agents, and additional agents, as JSON in CrewAI's own format.
 * @tasks: indexes; @agents: (nullable): names, NULL-terminated. (transfer full) */
char *troupe_crew_edit_copy (TroupeCrewSubject *subject,
                             const guint *tasks,
                             guint n_tasks,
                             const char *const *agents);

/**
 * troupe_crew_edit_paste:
 * @text: the result of troupe_crew_edit_copy(), or any JSON or YAML that contains tasks or agents:
 *   a crew, an agent file, a list of tasks, classic `agents.yaml` and `tasks.yaml`
 * @index: position of the first pasted task
 * @tasks, @agents: (out) (optional) (transfer full): the names of what was added. NULL-terminated
 *
 * Names that are already used get a numeric suffix. References among the pasted items are updated;
 * other references are dropped if the crew has nothing of that name. An agent that is equal to an
 * existing one is not added again, unless only agents are pasted. A task whose agent does not exist
 * gets the agent of its neighbor.
 *
 * Errors: %TROUPE_DOCUMENT_ERROR_EDIT, also if @text contains no tasks or agents.
 */
gboolean troupe_crew_edit_paste (TroupeCrewSubject *subject,
                                 const char *text,
                                 guint index,
                                 char ***tasks,
                                 char ***agents,
                                 GError **error);

/* --- Conversion between inline crew and project ----------------------------------------------- */

/**
 * troupe_crew_edit_to_project:
 * @subject: an inline crew of a flow
 * @folder: folder for `crew.jsonc` and `agents/`; created if it is missing, refused if it already
 *   contains a crew
 *
 * Writes the crew as a project and lets the action refer to it (`from_declaration`, relative to the
 * flow's file if it is located below that). Blocks.
 *
 * Errors: also %G_IO_ERROR; the flow has not changed then.
 */
gboolean
troupe_crew_edit_to_project (TroupeCrewSubject *subject, const char *folder, GError **error);

/**
 * troupe_crew_edit_to_inline:
 * @document: a flow's document
 * @path: path of an action `crew` with `from_declaration`
 *
 * Copies the project's crew into the action; the files are kept. Blocks.
 *
 * Errors: %TROUPE_DOCUMENT_ERROR_EDIT, which names the setting if the crew uses something that an
 * inline crew cannot have, or the reason if its files cannot be loaded.
 */
gboolean
troupe_crew_edit_to_inline (TroupeDocument *document, const char *const *path, GError **error);

/* --- Repairs ---------------------------------------------------------------------------------- */

/* Applies TroupeProblem.fix_action as one undo step. Errors: %TROUPE_DOCUMENT_ERROR_EDIT, also if
 * the document has changed so that the fix no longer applies. */
gboolean troupe_crew_edit_apply_fix (TroupeCrewSubject *subject,
                                     const TroupeProblem *problem,
                                     GError **error);

G_END_DECLS
