/* troupe-scope.h: what can be under way in a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

typedef enum {
  TROUPE_SCOPE_RUN,
  TROUPE_SCOPE_FLOW,
  TROUPE_SCOPE_METHOD, /* one run of a method */
  TROUPE_SCOPE_CREW,
  TROUPE_SCOPE_TASK,
  TROUPE_SCOPE_AGENT, /* an agent at work on one question or task */
  TROUPE_SCOPE_MODEL_CALL,
  TROUPE_SCOPE_TOOL_CALL,
  TROUPE_SCOPE_MEMORY,
  TROUPE_SCOPE_KNOWLEDGE,
  TROUPE_SCOPE_GUARDRAIL,
  TROUPE_SCOPE_QUESTION, /* to a person */
  TROUPE_SCOPE_CHECKPOINT,
  TROUPE_SCOPE_N_KINDS,
} TroupeScopeKind;

/* In what state an event leaves a scope. */
typedef enum {
  TROUPE_SCOPE_SAME, /* as it was */
  TROUPE_SCOPE_RUNNING,
  TROUPE_SCOPE_WAITING, /* for other methods, or for a person */
  TROUPE_SCOPE_HELD,    /* by a person: nothing new begins */
  TROUPE_SCOPE_FINISHED,
  TROUPE_SCOPE_FAILED,
  TROUPE_SCOPE_CANCELLED,
  TROUPE_SCOPE_PAUSED, /* goes on in another process, once there is an answer */
} TroupeScopeState;

/**
 * TroupeScopeKindInfo:
 * @name: for programs, `model_call`
 * @around: in which kind such a scope usually stands
 * @name_field: (nullable): the field of its events that holds its name
 */
typedef struct {
  const char *name;
  TroupeScopeKind around;
  const char *name_field;
} TroupeScopeKindInfo;

const TroupeScopeKindInfo *troupe_scope_kind_get_info (TroupeScopeKind kind);

/**
 * TroupeScope:
 * @id: sequence number of the event that opened it, given by the bus when that event is emitted; 0:
 *   it was not told, and what happens inside stands under the nearest one that was
 * @parent: (nullable): the scope around it
 * @path: (nullable): its place inside the document, `methods.review.do`; %NULL: that of @parent
 * @name: (nullable): of a method its name, of an agent its role, of a model call the model
 *
 * Something that is or was under way. Immutable from the moment at which it is in an event that was
 * emitted; atomic reference count, so that every thread may hold it.
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
TroupeScope *troupe_scope_new_told (TroupeScopeKind kind, guint64 id, TroupeScope *parent,
                                    const char *path, const char *name);
TroupeScope *troupe_scope_ref (TroupeScope *self);
void troupe_scope_unref (TroupeScope *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeScope, troupe_scope_unref)

const TroupeScope *troupe_scope_find (const TroupeScope *self, TroupeScopeKind kind);
guint64 troupe_scope_find_id (const TroupeScope *self);
const char *troupe_scope_find_path (const TroupeScope *self);

G_END_DECLS
