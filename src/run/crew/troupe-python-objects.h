/* troupe-python-objects.h: agents, tasks and executors that are Python objects of the project
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-runner.h"
#include "troupe-unsupported.h"

G_BEGIN_DECLS

/* Methods that a Python class overrides. They are called instead of the implementation of
 * CrewAI's base class. */
typedef enum
{
  TROUPE_PYTHON_OVERRIDE_EXECUTE = 1 << 0,     /* of an agent: `execute_task` */
  TROUPE_PYTHON_OVERRIDE_INTERPOLATE = 1 << 1, /* agent or task: replaces the inputs in its texts */
  TROUPE_PYTHON_OVERRIDE_TASK = 1 << 2,        /* of a task: `execute_sync`, `_execute_core` */
  TROUPE_PYTHON_OVERRIDE_PROMPT = 1 << 3,      /* of a task: `prompt` */
  TROUPE_PYTHON_OVERRIDE_DECIDE = 1 << 4,      /* of a conditional task: `should_execute` */
  TROUPE_PYTHON_OVERRIDE_INVOKE = 1 << 5,      /* of an agent: it has a custom executor */
} TroupePythonOverride;

/**
 * TroupePythonObjects:
 *
 * The Python objects of the agents (`type`, `executor_class`) and tasks (`type`) of one kickoff.
 * The objects exist in the helper process; this structure records which of them exist and which
 * methods their classes override (doc/crew-semantics.md §18).
 */
typedef struct _TroupePythonObjects TroupePythonObjects;

/* Returns TRUE if any agent or task of @crew has a Python object. */
gboolean troupe_python_objects_are_there (TroupeCrew *crew);

/**
 * troupe_python_objects_build_async:
 * @around: provides the helper process; must outlive the objects
 * @agents: (element-type TroupeValue): the fields of the crew's agents, followed by those of the
 *   manager
 *
 * Creates each object from the fields of the document. Afterwards @agents contain the fields as the
 * classes have set them: with their defaults and the changes of validators, and without fields that
 * CrewAI's own class does not have.
 */
void troupe_python_objects_build_async (const TroupeCrewContext *around,
                                        TroupeCrew *crew,
                                        GPtrArray *agents,
                                        GCancellable *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer user_data);
/* @tasks: (out) (transfer full) (element-type TroupeValue): the fields of the tasks, NULL for
 *   tasks that stay unchanged
 * @path: (out) (transfer full) (nullable): JSON path in the crew at which building failed.
 *   (transfer full) (nullable). Errors: as troupe_crew_hook_call_finish() */
TroupePythonObjects *troupe_python_objects_build_finish (GAsyncResult *result,
                                                         GPtrArray **tasks,
                                                         char **path,
                                                         GError **error);
void troupe_python_objects_free (TroupePythonObjects *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupePythonObjects, troupe_python_objects_free)

/* Returns TRUE if the class of the agent or task overrides this method. @self: (nullable);
 * @index: -1 is the manager */
gboolean troupe_python_objects_have (TroupePythonObjects *self,
                                     TroupeDeclared declared,
                                     int index,
                                     TroupePythonOverride way);
/* Returns the number that identifies the object in the helper; 0 if there is no object. */
gint64
troupe_python_objects_get_number (TroupePythonObjects *self, TroupeDeclared declared, int index);
/* Finds the agent with this number. Returns FALSE if it does not exist. */
gboolean troupe_python_objects_find_agent (TroupePythonObjects *self, gint64 number, int *index);

/* A method call in progress. */
typedef struct _TroupePythonObjectCall TroupePythonObjectCall;

/**
 * TroupePythonObjectAskFunc:
 * @asks: a map: `what` and the fields that belong to it
 *
 * Called if the method calls its model or the implementation in CrewAI's own class. The callback
 * answers exactly once with troupe_python_object_call_answer().
 */
typedef void (*TroupePythonObjectAskFunc) (TroupeValue *asks,
                                           TroupePythonObjectCall *call,
                                           gpointer user_data);

/**
 * troupe_python_objects_call_async:
 * @method: the name of the method in the helper's protocol
 * @arguments: a map of the arguments; `number` is added
 * @ask_func: (nullable): %NULL if the method may not ask anything
 *
 * Calls a method of the object. Several methods of an object may run at the same time.
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
/* Returns the result of the method, a map. (transfer full) (nullable). Errors: as
 * troupe_crew_hook_call_finish(), and errors passed to troupe_python_object_call_answer() that
 * the method did not catch */
TroupeValue *troupe_python_objects_call_finish (GAsyncResult *result, GError **error);
/* Answers a request of the method. @answer: (transfer full) (nullable); @error: (transfer full)
 * (nullable): the reason if there is no answer */
void
troupe_python_object_call_answer (TroupePythonObjectCall *self, TroupeValue *answer, GError *error);

G_END_DECLS
