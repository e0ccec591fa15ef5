/* troupe-scope.h: scopes of a run: flows, methods, crews, tasks, agents and calls
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

typedef enum {
  TROUPE_SCOPE_RUN,
  TROUPE_SCOPE_FLOW,
  TROUPE_SCOPE_METHOD, /* one execution of a method */
  TROUPE_SCOPE_CREW,
  TROUPE_SCOPE_TASK,
  TROUPE_SCOPE_AGENT, /* an agent that executes a request or task */
  TROUPE_SCOPE_MODEL_CALL,
  TROUPE_SCOPE_TOOL_CALL,
  TROUPE_SCOPE_MEMORY,
  TROUPE_SCOPE_KNOWLEDGE,
  TROUPE_SCOPE_GUARDRAIL,
  TROUPE_SCOPE_QUESTION, /* a request for input from the user */
  TROUPE_SCOPE_CHECKPOINT,
  TROUPE_SCOPE_N_KINDS,
} TroupeScopeKind;

/* The state of a scope after an event. */
typedef enum {
  TROUPE_SCOPE_SAME, /* unchanged */
  TROUPE_SCOPE_RUNNING,
  TROUPE_SCOPE_WAITING, /* for other methods, or for the user */
  TROUPE_SCOPE_HELD,    /* by the user: nothing new starts */
  TROUPE_SCOPE_FINISHED,
  TROUPE_SCOPE_FAILED,
  TROUPE_SCOPE_CANCELLED,
  TROUPE_SCOPE_PAUSED, /* continues in another process, once there is feedback */
} TroupeScopeState;

/**
 * TroupeScopeKindInfo:
 * @name: for programs, `model_call`
 * @around: the kind of the scope that usually encloses it
 * @name_field: (nullable): the field of its events that contains its name
 */
typedef struct {
  const char *name;
  TroupeScopeKind around;
  const char *name_field;
} TroupeScopeKindInfo;

const TroupeScopeKindInfo *troupe_scope_kind_get_info (TroupeScopeKind kind);

/**
 * TroupeScope:
 * @id: sequence number of the event that opened the scope, set by the bus when that event is
 *   emitted; 0 if no event was emitted. In this case, the nearest enclosing scope with an id is the
 *   parent of what happens inside
 * @parent: (nullable): the enclosing scope
 * @path: (nullable): the path of the scope inside the document, such as `methods.review.do`; %NULL
 *   if it is the path of @parent
 * @name: (nullable): the name of a method, the role of an agent, or the model of a model call
 *
 * An activity of a run, with a start and an end. Immutable once an event with this scope has been
 * emitted; atomic reference count, so that every thread may have a reference.
 */
typedef struct _TroupeScope TroupeScope;

struct _TroupeScope {
  gatomicrefcount ref_count;
  TroupeScopeKind kind;
  guint64 id;
  TroupeScope *parent;
  const char *path;
  const char *name;
};

#define TROUPE_TYPE_SCOPE (troupe_scope_get_type ())
GType troupe_scope_get_type (void) G_GNUC_CONST;

TroupeScope *troupe_scope_new (TroupeScopeKind kind, TroupeScope *parent, const char *path,
                               const char *name);
TroupeScope *troupe_scope_new_stored (TroupeScopeKind kind, guint64 id, TroupeScope *parent,
                                      const char *path, const char *name);
TroupeScope *troupe_scope_ref (TroupeScope *self);
void troupe_scope_unref (TroupeScope *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeScope, troupe_scope_unref)

const TroupeScope *troupe_scope_find (const TroupeScope *self, TroupeScopeKind kind);
guint64 troupe_scope_find_id (const TroupeScope *self);
const char *troupe_scope_find_path (const TroupeScope *self);
const char *troupe_scope_get_title (const TroupeScope *self);

G_END_DECLS
