/* troupe-crew-change.h: uncommitted edit of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-subject-private.h"

G_BEGIN_DECLS

/**
 * TroupeCrewChange:
 * @view: the crew as it is after the edit
 *
 * Collects the changes of an edit to the parts of a document. The document does not change until
 * troupe_crew_change_commit(), so that an edit of several files is applied or rejected completely.
 */
typedef struct
{
  TroupeCrewSubject *subject;
  TroupeCrewView view;
  gboolean has_failed; /* a path did not exist or could not be changed */
} TroupeCrewChange;

void troupe_crew_change_init (TroupeCrewChange *self, TroupeCrewSubject *subject);
void troupe_crew_change_clear (TroupeCrewChange *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TroupeCrewChange, troupe_crew_change_clear)

/* Sets the value at @path. @value: (nullable) (transfer none): %NULL removes the key. */
void troupe_crew_change_set_at (TroupeCrewChange *self, const char *const *path, JsonNode *value);
void troupe_crew_change_set (TroupeCrewChange *self, JsonNode *value, const char *key, ...)
    G_GNUC_NULL_TERMINATED;
void troupe_crew_change_set_text (TroupeCrewChange *self, const char *text, const char *key, ...)
    G_GNUC_NULL_TERMINATED;
/* Renames the last key of @path to @name and keeps its position. */
void
troupe_crew_change_rename_key (TroupeCrewChange *self, const char *const *path, const char *name);
/* Sets a key of the task at @index. */
void troupe_crew_change_set_in_task (TroupeCrewChange *self,
                                     guint index,
                                     const char *key,
                                     JsonNode *value);
/* Replaces the list of tasks. @tasks: (element-type JsonNode) */
void troupe_crew_change_set_tasks (TroupeCrewChange *self, GPtrArray *tasks);
/* Returns the nodes of all tasks. (transfer full) (element-type JsonNode) */
GPtrArray *troupe_crew_change_list_tasks (TroupeCrewChange *self);

/* Adds an agent with an unused name. @is_listed: whether to add the agent to `agents`; if
 * %FALSE, the caller must reference the agent elsewhere. */
void troupe_crew_change_add_agent (TroupeCrewChange *self,
                                   const char *name,
                                   JsonNode *agent,
                                   gboolean is_listed);
/* Adds an agent with empty texts, and with the model of the other agents if they all have the same. If `agents` already lists the name, only its file is
 * created. */
void troupe_crew_change_add_new_agent (TroupeCrewChange *self, const char *name);
/* Adds @name at the end of `agents` of a project, or removes it. Has no effect in a flow, where
 * all agents are listed. */
void troupe_crew_change_set_listed (TroupeCrewChange *self, const char *name, gboolean is_listed);
/* Removes the agent and its file. References to it are not changed. */
void troupe_crew_change_remove_agent (TroupeCrewChange *self, const char *name);
/* Renames the agent and its file, which keeps its text. References to it are not changed. */
void
troupe_crew_change_rename_agent (TroupeCrewChange *self, const char *name, const char *new_name);

/* Commits the change as one undo step. If the crew could be loaded before but could no longer be
 * loaded after the change, returns FALSE with %TROUPE_DOCUMENT_ERROR_EDIT. */
gboolean troupe_crew_change_commit (TroupeCrewChange *self, const char *label, GError **error);

/* --- Errors ----------------------------------------------------------------------------------- */

/* Sets %TROUPE_DOCUMENT_ERROR_EDIT and returns FALSE. */
gboolean troupe_crew_refuse (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* Return FALSE and set @error if the task or agent does not exist. */
gboolean troupe_crew_view_require_task (const TroupeCrewView *view, guint index, GError **error);
gboolean
troupe_crew_view_require_agent (const TroupeCrewView *view, const char *name, GError **error);

/* --- Helpers shared by all edits -------------------------------------------------------------- */

/* Resolves @name in the context of the task @index. Returns the last earlier task with that
 * name, or -1 if no earlier task has it. */
int troupe_crew_view_find_task (const TroupeCrewView *view, const char *name, guint index);
/* Returns TRUE if the task has an explicit context. If FALSE, all earlier tasks are its context. */
gboolean troupe_crew_view_has_context (const TroupeCrewView *view, guint index);
/* Returns the context of a task, or NULL if the context is not a list. (transfer none)
 * (nullable) */
JsonArray *troupe_crew_view_get_context (const TroupeCrewView *view, guint index);
/* Returns the agent that the task names, or NULL if the crew does not have this agent. (transfer
 * none) (nullable) */
const char *troupe_crew_view_get_task_agent (const TroupeCrewView *view, guint index);
/* Returns the agent of the nearest task before @index. If there is none, returns the agent of a
 * task after @index, else the first agent of the crew that is not its manager. (transfer full)
 * (nullable) */
char *troupe_crew_view_find_neighbour (const TroupeCrewView *view, guint index);
/* Returns a task name that is not used yet, which is @wanted if possible. (transfer full) */
char *troupe_crew_view_make_task_name (const TroupeCrewView *view, const char *wanted);
/* Returns an agent name that is not used yet. In a project, the name must not be used by a file
 * of another owner either. (transfer full) */
char *troupe_crew_change_make_agent_name (TroupeCrewChange *self, const char *wanted);
/* Returns why @name cannot be used for a new agent, or NULL if it can be used. (transfer full)
 * (nullable) */
char *troupe_crew_change_describe_bad_name (TroupeCrewChange *self, const char *name);

G_END_DECLS
