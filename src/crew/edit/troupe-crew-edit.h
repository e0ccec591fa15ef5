/* troupe-crew-edit.h: editing operations of a crew, each an undo step
 *
 * All editing semantics of crews are implemented here, for both the editor and the command line.
 * Each function is one undo step over all files of the document, or part of the current edit group.
 * If the edit is not possible, the function does not change the document and returns FALSE (or
 * NULL) with %TROUPE_DOCUMENT_ERROR_EDIT and a message for the user.
 *
 * A crew may temporarily be out of order (the context of a task is a later task). If an edit would
 * leave a reference that CrewAI rejects, the edit repairs the reference (see each function), so
 * that the document can still be loaded.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-subject.h"

G_BEGIN_DECLS

/* Creates a valid crew with one agent and one task. @name: (nullable). (transfer full) */
TroupeCrewDocument *troupe_crew_document_new (const char *name);

/* --- Tasks ------------------------------------------------------------------------------------ */

/* Adds a task at @index (at the end if @index is too large). The task has an unused name,
 * placeholder texts, and the agent of the neighboring task. Returns its name. (transfer full)
 * (nullable). Errors: %TROUPE_DOCUMENT_ERROR_EDIT, as for all edits. */
char *troupe_crew_edit_add_task (TroupeCrewSubject *subject, guint index, GError **error);
/* Removes tasks, and the references to them in the contexts of other tasks. A context that
 * becomes empty remains an empty list, because a missing context means all earlier tasks.
 * Errors: %TROUPE_DOCUMENT_ERROR_EDIT, also if no task would remain. */
gboolean troupe_crew_edit_remove_tasks (TroupeCrewSubject *subject,
                                        const guint *indexes,
                                        guint n_indexes,
                                        GError **error);
/* Moves a task. @to: its new index, where the task itself is not counted. Context entries that
 * would refer to a later task are removed. @n_dropped: (out) (optional): number of removed
 * entries.
 * Errors: %TROUPE_DOCUMENT_ERROR_EDIT. */
gboolean troupe_crew_edit_move_task (TroupeCrewSubject *subject,
                                     guint from,
                                     guint to,
                                     guint *n_dropped,
                                     GError **error);
/* Renames a task and updates the contexts of all tasks. @name: (nullable): NULL or "" removes
 * the name if no context refers to it. Errors: %TROUPE_DOCUMENT_ERROR_EDIT with the text of
 * troupe_crew_edit_check_task_name(). */
gboolean troupe_crew_edit_rename_task (TroupeCrewSubject *subject,
                                       guint index,
                                       const char *name,
                                       GError **error);
/* Returns NULL if the task can have the name @name, else a sentence that explains why not.
 * (transfer full) (nullable) */
char *troupe_crew_edit_check_task_name (TroupeCrewSubject *subject, guint index, const char *name);

/* Adds @from to the context of @to, which must be a later task. If @to had no explicit context
 * (all earlier tasks), the new list contains only @from. If the task @from has no name, a name
 * is generated, because contexts refer to names. Errors: %TROUPE_DOCUMENT_ERROR_EDIT. */
gboolean
troupe_crew_edit_add_context (TroupeCrewSubject *subject, guint from, guint to, GError **error);
/* Removes @from from the context of @to. Removing the last entry leaves an empty list. If @to
 * had no explicit context (all earlier tasks), it gets a list of the other earlier tasks. For
 * tasks without a name, a name is generated. Errors: %TROUPE_DOCUMENT_ERROR_EDIT, also if @from
 * is not in the context. */
gboolean
troupe_crew_edit_remove_context (TroupeCrewSubject *subject, guint from, guint to, GError **error);
/* How a task gets its context. ALL: from all earlier tasks (no key). NONE: no context (an empty
 * list). THESE: from the tasks in a list. */
typedef enum
{
  TROUPE_CREW_CONTEXT_ALL,
  TROUPE_CREW_CONTEXT_NONE,
  TROUPE_CREW_CONTEXT_THESE,
} TroupeCrewContextKind;
/* Returns how the task gets its context. Returns ALL for a task that does not exist. */
TroupeCrewContextKind troupe_crew_edit_get_context_kind (TroupeCrewSubject *subject, guint index);
/* Changes how the task gets its context. A change to THESE starts with all earlier tasks if the
 * context was ALL, and with the previous task if the context was NONE. Errors:
 * %TROUPE_DOCUMENT_ERROR_EDIT, also for THESE if there is no earlier task. */
gboolean troupe_crew_edit_set_context_kind (TroupeCrewSubject *subject,
                                            guint index,
                                            TroupeCrewContextKind kind,
                                            GError **error);

/* --- Agents ----------------------------------------------------------------------------------- */

/* Adds an agent. In a project, the agent gets its own file. @name: (nullable): an unused name;
 * %NULL generates a name. Returns the name of the agent. (transfer full) (nullable). Errors:
 * %TROUPE_DOCUMENT_ERROR_EDIT. */
char *troupe_crew_edit_add_agent (TroupeCrewSubject *subject, const char *name, GError **error);
/* Removes an agent, and assigns its tasks to @heir. The file of the agent is deleted when the
 * document is saved.
 * @heir: (nullable): NULL leaves the tasks without an agent. Errors:
 *   %TROUPE_DOCUMENT_ERROR_EDIT, also for the last agent, or if @heir is NULL and a sequential
 *   crew needs an agent. */
gboolean troupe_crew_edit_remove_agent (TroupeCrewSubject *subject,
                                        const char *name,
                                        const char *heir,
                                        GError **error);
/* Renames an agent, its file, and all references to it in the list, in tasks and in the manager
 * setting. Errors: %TROUPE_DOCUMENT_ERROR_EDIT. */
gboolean troupe_crew_edit_rename_agent (TroupeCrewSubject *subject,
                                        const char *name,
                                        const char *new_name,
                                        GError **error);
/* Returns an unused name that consists of the first words of @role: `senior_editor`. @own:
 * (nullable): the current name of the agent. Returns NULL if @role has no word. (transfer full)
 * (nullable) */
char *
troupe_crew_edit_make_agent_name (TroupeCrewSubject *subject, const char *own, const char *role);
/* Returns an unused name for the task at @index, made of the first words of @description. Returns
 * NULL if @description has no word. (transfer full) (nullable) */
char *
troupe_crew_edit_make_task_name (TroupeCrewSubject *subject, guint index, const char *description);
/* Returns NULL if an agent can have the name @name, else a sentence that explains why not. In a
 * project, the name must also be a valid file name. @own: (nullable): the current name of the
 * agent; NULL for a new agent. (transfer full) (nullable) */
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
 * @model: (nullable): the model of a manager, if the crew has none and no agent names a model
 *
 * Sets the process. If it becomes hierarchical, a manager is removed from the list of agents.
 * CrewAI requires `manager_llm` or a manager; if the crew has neither, `manager_llm` is set to
 * the model of the first agent that names a model, else to @model. If the process becomes
 * sequential, tasks without an agent get the agent of their neighbor. Manager keys are kept, as
 * CrewAI allows them.
 *
 * Errors: %TROUPE_DOCUMENT_ERROR_EDIT, also if a manager is required but no model is known.
 */
gboolean troupe_crew_edit_set_process (TroupeCrewSubject *subject,
                                       TroupeCrewProcess process,
                                       const char *model,
                                       GError **error);

/* Lists the keys of the models that a crew uses beside those of its agents: `manager_llm` if it has an
 * automatic manager, `planning_llm` if it plans. @crew: (nullable): the crew's map
 * (transfer full), NULL-terminated */
char **troupe_crew_edit_list_models_in_use (JsonNode *crew);
/* Sets the model of every agent and the models that troupe_crew_edit_list_models_in_use() lists, as one
 * undo step. @model: a model string
 *
 * Errors: %TROUPE_DOCUMENT_ERROR_EDIT. */
gboolean
troupe_crew_edit_set_models (TroupeCrewSubject *subject, const char *model, GError **error);

/* Sets the manager. In a hierarchical crew the manager is removed from the list of agents, as
 * CrewAI requires. The previous manager is listed as an ordinary agent again. @name: (nullable):
 * %NULL for no manager. Errors: %TROUPE_DOCUMENT_ERROR_EDIT. */
gboolean
troupe_crew_edit_set_manager (TroupeCrewSubject *subject, const char *name, GError **error);

/* --- Clipboard -------------------------------------------------------------------------------- */

/* Serializes tasks with their agents, and additional agents, as JSON in CrewAI's own format, with the
 * names of the additional agents in `x-troupe.agents`.
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
 * @tasks, @agents: (out) (optional) (transfer full): the names of the added tasks and agents.
 *   NULL-terminated
 * @notice: (out) (optional) (transfer full) (nullable): which references to items that were not
 *   copied are kept, dropped or replaced. One sentence a line. Translated
 *
 * Names that are already used get a numeric suffix. References among the pasted items are updated.
 * Other references are dropped if the crew does not contain an item of that name. An agent that was
 * copied only as that of a task is not added again if it is equal to an existing one. A task whose
 * agent does not exist gets the agent of its neighbor.
 *
 * Errors: %TROUPE_DOCUMENT_ERROR_EDIT, also if @text contains no tasks or agents.
 */
gboolean troupe_crew_edit_paste (TroupeCrewSubject *subject,
                                 const char *text,
                                 guint index,
                                 char ***tasks,
                                 char ***agents,
                                 char **notice,
                                 GError **error);

/* --- Conversion between inline crew and project ----------------------------------------------- */

/**
 * troupe_crew_edit_to_project:
 * @subject: an inline crew of a flow
 * @folder: folder for `crew.jsonc` and `agents/`. It is created if it is missing, and refused if it
 *   already contains a crew
 *
 * Writes the crew as a project and makes the action refer to it with `from_declaration`. The
 * reference is relative to the flow's file if the crew is located below the folder of this file.
 * Blocks.
 *
 * Errors: also %G_IO_ERROR; in this case the flow has not changed.
 */
gboolean
troupe_crew_edit_to_project (TroupeCrewSubject *subject, const char *folder, GError **error);

/**
 * troupe_crew_edit_choose_file:
 * @flow: a flow's document
 * @path: path of an action `crew`
 * @file: path of a crew's file
 *
 * Makes the action refer to the file instead of its present crew, relative to the flow's file if it is located below the folder of
 * this file.
 */
gboolean troupe_crew_edit_choose_file (TroupeDocument *flow,
                                       const char *const *path,
                                       const char *file,
                                       GError **error);

/**
 * troupe_crew_edit_create_file:
 * @flow, @path: as for troupe_crew_edit_choose_file()
 * @folder: as for troupe_crew_edit_to_project()
 *
 * Writes a new crew, named after the folder, and makes the action refer to it. Blocks.
 *
 * Errors: also %G_IO_ERROR; in this case the flow has not changed.
 */
gboolean troupe_crew_edit_create_file (TroupeDocument *flow,
                                       const char *const *path,
                                       const char *folder,
                                       GError **error);

/* Replaces the reference to a crew of the action at @path with a new inline crew that has one agent
 * and one task. @name: of the crew. One undo step. Errors: %TROUPE_DOCUMENT_ERROR */
gboolean troupe_crew_edit_create_inline (TroupeDocument *document,
                                         const char *const *path,
                                         const char *name,
                                         GError **error);
/**
 * troupe_crew_edit_to_inline:
 * @document: a flow's document
 * @path: path of an action `crew` with `from_declaration`
 *
 * Copies the project's crew into the action. The files are kept. Blocks.
 *
 * Errors: %TROUPE_DOCUMENT_ERROR_EDIT. The error names the setting if the crew uses a setting that
 * an inline crew cannot have, or the reason if the files of the crew cannot be loaded.
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
