/* troupe-python-objects.h: agents, tasks and executors that are Python objects of the project
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-runner.h"
#include "troupe-unsupported.h"

G_BEGIN_DECLS

/* What a class does in a way of its own, in place of CrewAI's: its method is called then. */
typedef enum
{
  TROUPE_PYTHON_OVERRIDE_EXECUTE = 1 << 0,     /* of an agent: `execute_task` */
  TROUPE_PYTHON_OVERRIDE_INTERPOLATE = 1 << 1, /* of both: the inputs in their texts */
  TROUPE_PYTHON_OVERRIDE_TASK = 1 << 2,        /* of a task: `execute_sync`, `_execute_core` */
  TROUPE_PYTHON_OVERRIDE_PROMPT = 1 << 3,      /* of a task: `prompt` */
  TROUPE_PYTHON_OVERRIDE_DECIDE = 1 << 4,      /* of a conditional task: `should_execute` */
  TROUPE_PYTHON_OVERRIDE_INVOKE = 1 << 5,      /* of an agent: it has an executor of its own */
} TroupePythonOverride;

/**
 * TroupePythonObjects:
 *
 * The objects that stand behind agents (`type`, `executor_class`) and tasks (`type`) of one kickoff. They live in the
 * helper; here stands which there are, and what their classes do in a way of their own (doc/crew-semantics.md §18).
 */
typedef struct _TroupePythonObjects TroupePythonObjects;

/* Whether any agent or task of @crew has one. */
gboolean troupe_python_objects_are_there (TroupeCrew *crew);

/**
 * troupe_python_objects_build_async:
 * @around: its helper is asked; lives as long as the objects
 * @agents: (element-type TroupeValue): the fields of the crew's agents, the manager's behind them
 *
 * Has each object made of what the document says. Then @agents have what the classes made of their fields: their own
 * defaults, what validators changed, and no field that CrewAI's own class has not.
 */
void troupe_python_objects_build_async (const TroupeCrewContext *around,
                                        TroupeCrew *crew,
                                        GPtrArray *agents,
                                        GCancellable *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer user_data);
/* @tasks: (out) (transfer full) (element-type TroupeValue): the fields of the tasks, NULL of those that stay as they are
 * @path: (out) (transfer full) (nullable): where in the crew it failed. (transfer full) (nullable). Errors: as
 * troupe_crew_hook_call_finish() */
TroupePythonObjects *troupe_python_objects_build_finish (GAsyncResult *result,
                                                         GPtrArray **tasks,
                                                         char **path,
                                                         GError **error);
void troupe_python_objects_free (TroupePythonObjects *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupePythonObjects, troupe_python_objects_free)

/* Whether the agent or the task does that in a way of its own. @self: (nullable); @index: the manager is -1 */
gboolean troupe_python_objects_have (TroupePythonObjects *self,
                                     TroupeDeclared declared,
                                     int index,
                                     TroupePythonOverride way);
/* As the helper knows it; 0: it has none. */
gint64
troupe_python_objects_get_number (TroupePythonObjects *self, TroupeDeclared declared, int index);
/* The agent of this number: FALSE: there is none. */
gboolean troupe_python_objects_find_agent (TroupePythonObjects *self, gint64 number, int *index);

/* A method that is at work. */
typedef struct _TroupePythonObjectCall TroupePythonObjectCall;

/**
 * TroupePythonObjectAskFunc:
 * @asks: a map: `what` and what belongs to it
 *
 * The method asks what CrewAI's own class would do, or its model. troupe_python_object_call_answer() follows once.
 */
typedef void (*TroupePythonObjectAskFunc) (TroupeValue *asks,
                                           TroupePythonObjectCall *call,
                                           gpointer user_data);

/**
 * troupe_python_objects_call_async:
 * @method: in the words of the helper
 * @arguments: a map of what it is given; `number` is added
 * @ask_func: (nullable): %NULL: it asks nothing
 *
 * Calls a method of the object; more than one of an object may be at work.
 */
void troupe_python_objects_call_async (TroupePythonObjects *self,
                                       TroupeDeclared declared,
                                       int index,
                                       const char *method,
                                       TroupeValue *arguments,
                                       TroupePythonObjectAskFunc ask_func,
                                       gpointer ask_data,
                                       GCancellable *cancellable,
                                       GAsyncReadyCallback callback,
                                       gpointer user_data);
/* (transfer full) (nullable): what it gave, a map. Errors: as troupe_crew_hook_call_finish(), and those that were
 * answered where the method did not catch them */
TroupeValue *troupe_python_objects_call_finish (GAsyncResult *result, GError **error);
/* @answer: (transfer full) (nullable); @error: (transfer full) (nullable): why there is none */
void
troupe_python_object_call_answer (TroupePythonObjectCall *self, TroupeValue *answer, GError *error);

G_END_DECLS
