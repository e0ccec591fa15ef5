/* troupe-crew-edit.h: what can be done to a crew, as steps of undo
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Editing semantics of crews are here once; the editor and the command line call them. Each function is one step of
 * undo over all files of the document, or part of the group under way, and FALSE (or NULL) with
 * %TROUPE_DOCUMENT_ERROR_EDIT and a sentence for the person where it cannot be done: then nothing has changed.
 *
 * A crew may be without order for a moment (a task's context that comes later): where an edit would leave a reference
 * that CrewAI refuses, the edit mends it (see each) instead of leaving a document that does not load.
 */

#pragma once

#include "troupe-crew-subject.h"

G_BEGIN_DECLS

/* A new crew of one agent and one task that loads; @name: (nullable). (transfer full) */
TroupeCrewDocument *troupe_crew_document_new (const char *name);

/* --- Tasks ------------------------------------------------------------------------------------------ */

/* Adds a task at @index (the last for a larger one), with a free name, texts that say what belongs there, and the
 * agent of its neighbour. (transfer full): its name */
char *troupe_crew_edit_add_task (TroupeCrewSubject *subject, guint index, GError **error);
/* References in the contexts of others go with them; a context that gets empty stays an empty list, for an absent one
 * would mean all tasks before. */
gboolean troupe_crew_edit_remove_tasks (TroupeCrewSubject *subject,
                                        const guint *indexes,
                                        guint n_indexes,
                                        GError **error);
/* Moves a task to the place @to in the list as it is without it. Contexts that would point to a later task are taken
 * away where the move breaks them. @n_dropped: (out) (optional): how many */
gboolean troupe_crew_edit_move_task (TroupeCrewSubject *subject,
                                     guint from,
                                     guint to,
                                     guint *n_dropped,
                                     GError **error);
/* The contexts of all tasks follow. NULL or "" removes the name, where nothing refers to it. */
gboolean troupe_crew_edit_rename_task (TroupeCrewSubject *subject,
                                       guint index,
                                       const char *name,
                                       GError **error);
/* NULL where @name can be given to the task; else a sentence that says why not. (transfer full) (nullable) */
char *troupe_crew_edit_check_task_name (TroupeCrewSubject *subject, guint index, const char *name);

/* @from becomes context of @to, which has to come later. Where @to had none, so that all before it were its context,
 * the list begins with @from alone. A task without a name gets one, for contexts go by names. */
gboolean
troupe_crew_edit_add_context (TroupeCrewSubject *subject, guint from, guint to, GError **error);
/* The last one that goes leaves an empty list. Where all before it were its context it gets a list of the others, which
 * are named where they had no name. */
gboolean
troupe_crew_edit_remove_context (TroupeCrewSubject *subject, guint from, guint to, GError **error);
/* How a task gets its context: all tasks before it (the key goes), none (an empty list), or these (the list). These are
 * all before it at first where all were its context, and the one right before where none was. */
typedef enum
{
  TROUPE_CREW_CONTEXT_ALL,
  TROUPE_CREW_CONTEXT_NONE,
  TROUPE_CREW_CONTEXT_THESE,
} TroupeCrewContextKind;
TroupeCrewContextKind troupe_crew_edit_get_context_kind (TroupeCrewSubject *subject, guint index);
gboolean troupe_crew_edit_set_context_kind (TroupeCrewSubject *subject,
                                            guint index,
                                            TroupeCrewContextKind kind,
                                            GError **error);

/* --- Agents ----------------------------------------------------------------------------------------- */

/* @name: (nullable): free; %NULL makes one. In a project it gets a file of its own. (transfer full): its name */
char *troupe_crew_edit_add_agent (TroupeCrewSubject *subject, const char *name, GError **error);
/* Tasks of it are without an agent then, where @heir is NULL, which is refused where a sequential crew needs one; else
 * they go to @heir. Its file goes when the document is saved. Refused for the last one. */
gboolean troupe_crew_edit_remove_agent (TroupeCrewSubject *subject,
                                        const char *name,
                                        const char *heir,
                                        GError **error);
/* File, list, tasks and manager follow. */
gboolean troupe_crew_edit_rename_agent (TroupeCrewSubject *subject,
                                        const char *name,
                                        const char *new_name,
                                        GError **error);
/* As of a task; names of a project's agents are also names of files. */
char *
troupe_crew_edit_check_agent_name (TroupeCrewSubject *subject, const char *own, const char *name);
/* @name: (nullable): %NULL takes the agent away */
gboolean troupe_crew_edit_assign_agent (TroupeCrewSubject *subject,
                                        guint task,
                                        const char *name,
                                        GError **error);

/* --- The crew --------------------------------------------------------------------------------------- */

/* To hierarchical: `manager_llm` is set to @model, (nullable), else to the model of the first agent that names one, where
 * neither it nor a manager is there, as CrewAI asks for one of them; refused without any. A manager leaves the list of
 * agents. To sequential: tasks without an agent get the one of their neighbour; manager keys stay, as CrewAI allows. */
gboolean troupe_crew_edit_set_process (TroupeCrewSubject *subject,
                                       TroupeCrewProcess process,
                                       const char *model,
                                       GError **error);
/* Makes an agent the manager: it leaves the list of agents where CrewAI wants that. %NULL: none; the old one is an
 * agent like others again. */
gboolean
troupe_crew_edit_set_manager (TroupeCrewSubject *subject, const char *name, GError **error);

/* --- Clipboard -------------------------------------------------------------------------------------- */

/* Tasks with the agents that they need, and agents, as JSON in CrewAI's own form. (transfer full) */
char *troupe_crew_edit_copy (TroupeCrewSubject *subject,
                             const guint *tasks,
                             guint n_tasks,
                             const char *const *agents);
/**
 * troupe_crew_edit_paste:
 * @text: what troupe_crew_edit_copy() gave, or any JSON or YAML in which there are tasks or agents: a crew, an agent's
 *   file, a list of tasks, classic `agents.yaml` and `tasks.yaml`
 * @index: where the tasks go
 * @tasks, @agents: (out) (optional) (transfer full): the names of what was added. NULL-terminated
 *
 * Names that are taken get a number; references among the pasted follow, others go where nothing of the name is there.
 * An agent that is the same as one that is there is not added again, unless agents are pasted alone. A task whose agent
 * is not there gets that of its neighbour.
 */
gboolean troupe_crew_edit_paste (TroupeCrewSubject *subject,
                                 const char *text,
                                 guint index,
                                 char ***tasks,
                                 char ***agents,
                                 GError **error);

/* --- Inline and project ----------------------------------------------------------------------------- */

/**
 * troupe_crew_edit_to_project:
 * @subject: a crew inside of a flow
 * @folder: where `crew.jsonc` and `agents/` go; made where it is missing, refused where it has a crew already
 *
 * Writes the crew as a project; the action then names it (`from_declaration`, relative to the flow's file where it lies
 * below). Blocks. Errors also of %G_IO_ERROR; then the flow has not changed.
 */
gboolean
troupe_crew_edit_to_project (TroupeCrewSubject *subject, const char *folder, GError **error);
/**
 * troupe_crew_edit_to_inline:
 * @document: a flow's document
 * @path: of an action `crew` with `from_declaration`
 *
 * Takes the project's crew into the action; the files stay. What an inline crew cannot have is an error that names it.
 * Blocks.
 */
gboolean
troupe_crew_edit_to_inline (TroupeDocument *document, const char *const *path, GError **error);

/* --- Repairs ---------------------------------------------------------------------------------------- */

/* Applies TroupeProblem.fix_action as one step. */
gboolean troupe_crew_edit_apply_fix (TroupeCrewSubject *subject,
                                     const TroupeProblem *problem,
                                     GError **error);

G_END_DECLS
