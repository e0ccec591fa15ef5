/* troupe-crew-change.h: an edit of a crew in the making
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-subject-private.h"

G_BEGIN_DECLS

/**
 * TroupeCrewChange:
 * @view: the crew as the edit is to leave it
 *
 * What an edit makes of the parts of a document before it is committed: nothing happens to the document until then, so
 * that an edit over several files is taken or refused as a whole.
 */
typedef struct
{
  TroupeCrewSubject *subject;
  TroupeCrewView view;
  gboolean has_failed; /* there was no place for something */
} TroupeCrewChange;

void troupe_crew_change_init (TroupeCrewChange *self, TroupeCrewSubject *subject);
void troupe_crew_change_clear (TroupeCrewChange *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TroupeCrewChange, troupe_crew_change_clear)

/* @value: (nullable) (transfer none): %NULL takes away what is there. */
void troupe_crew_change_set_at (TroupeCrewChange *self, const char *const *path, JsonNode *value);
void troupe_crew_change_set (TroupeCrewChange *self, JsonNode *value, const char *key, ...)
    G_GNUC_NULL_TERMINATED;
void troupe_crew_change_set_text (TroupeCrewChange *self, const char *text, const char *key, ...)
    G_GNUC_NULL_TERMINATED;
/* The key at the end of @path becomes @name and keeps its place. */
void
troupe_crew_change_rename_key (TroupeCrewChange *self, const char *const *path, const char *name);
/* A key of the task at @index. */
void troupe_crew_change_set_in_task (TroupeCrewChange *self,
                                     guint index,
                                     const char *key,
                                     JsonNode *value);
/* The tasks in the order of @tasks. (element-type JsonNode) */
void troupe_crew_change_set_tasks (TroupeCrewChange *self, GPtrArray *tasks);
/* The nodes of all tasks. (transfer full) (element-type JsonNode) */
GPtrArray *troupe_crew_change_list_tasks (TroupeCrewChange *self);

/* An agent of a name that is free. @is_listed: whether `agents` shall name it; else somebody else does. */
void troupe_crew_change_add_agent (TroupeCrewChange *self,
                                   const char *name,
                                   JsonNode *agent,
                                   gboolean is_listed);
/* The same of one with texts that say what belongs there; where `agents` names it already it gets its file. */
void troupe_crew_change_add_new_agent (TroupeCrewChange *self, const char *name);
/* Takes @name out of `agents` of a project, or puts it there, last; in a flow all agents are listed. */
void troupe_crew_change_set_listed (TroupeCrewChange *self, const char *name, gboolean is_listed);
/* The agent with its file. What refers to it stays. */
void troupe_crew_change_remove_agent (TroupeCrewChange *self, const char *name);
/* The agent with its file, which keeps its text. What refers to it stays. */
void
troupe_crew_change_rename_agent (TroupeCrewChange *self, const char *name, const char *new_name);

/* One step of undo. FALSE with %TROUPE_DOCUMENT_ERROR_EDIT where a crew that loaded would not any more. */
gboolean troupe_crew_change_commit (TroupeCrewChange *self, const char *label, GError **error);

/* --- What edits say ---------------------------------------------------------------------------- */

/* Sets %TROUPE_DOCUMENT_ERROR_EDIT; FALSE. */
gboolean troupe_crew_refuse (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* FALSE with an error where there is no such task or agent. */
gboolean troupe_crew_view_require_task (const TroupeCrewView *view, guint index, GError **error);
gboolean
troupe_crew_view_require_agent (const TroupeCrewView *view, const char *name, GError **error);

/* --- What edits share -------------------------------------------------------------------------- */

/* The task that @name in the context of the task @index means: the last one before it of that name. -1 for none. */
int troupe_crew_view_find_task (const TroupeCrewView *view, const char *name, guint index);
/* Whether the task has a list of its own of tasks that are its context; FALSE: all before it are. */
gboolean troupe_crew_view_has_context (const TroupeCrewView *view, guint index);
/* The context of a task, NULL where it is no list. (transfer none) (nullable) */
JsonArray *troupe_crew_view_get_context (const TroupeCrewView *view, guint index);
/* The agent that the task names, where it is one of the crew. (transfer none) (nullable) */
const char *troupe_crew_view_get_task_agent (const TroupeCrewView *view, guint index);
/* The agent of the task before @index, else of one behind it, else the first of the crew that is not its manager.
 * (transfer full) (nullable) */
char *troupe_crew_view_find_neighbour (const TroupeCrewView *view, guint index);
/* A name that no task has; @wanted where it is free. (transfer full) */
char *troupe_crew_view_make_task_name (const TroupeCrewView *view, const char *wanted);
/* The same of agents, of which no file may be there that is not the document's. (transfer full) */
char *troupe_crew_change_make_agent_name (TroupeCrewChange *self, const char *wanted);
/* What is wrong with @name for a new agent; NULL where nothing is. (transfer full) (nullable) */
char *troupe_crew_change_describe_bad_name (TroupeCrewChange *self, const char *name);

G_END_DECLS
