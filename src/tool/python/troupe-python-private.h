/* troupe-python-private.h: internals of TroupePython: object and messages
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-python-process.h"
#include "troupe-python-session.h"
#include "troupe-python.h"

G_BEGIN_DECLS

#define TROUPE_PYTHON_PROTOCOL 1

/* Amount of output written to a stream. The helper counts too, but code could impersonate it. */
typedef struct {
  gsize size;
  guint n_lines;
  gboolean is_cut;
} TroupePythonVolume;

struct _TroupePython {
  GObject parent_instance;

  TroupePythonSettings settings; /* owns its strings */
  GMainContext *context;
  TroupePythonLogFunc log_func;
  gpointer log_data;
  GDestroyNotify log_destroy;

  TroupePythonProcess *process;
  TroupePythonSession *session;
  gboolean is_sandboxed;
  gboolean was_greeted;
  gboolean has_hooks;    /* whether code has registered hooks for calls of models or tools */
  GPtrArray *unanswered; /* (element-type GString): sent before the greeting */
  GHashTable *calls;     /* (element-type gint64 TroupePythonCall) */
  gint64 last_id;
  TroupePythonVolume volumes[2]; /* of output outside of running calls */
};

typedef struct {
  gint64 id;
  TroupePython *python; /* weak: owned by @python */
  GTask *task;          /* (nullable): NULL after cancellation */
  GSource *cancel_source;
  char *method;
  char *owner; /* (nullable) */
  TroupePythonAskFunc ask; /* (nullable) */
  gpointer ask_data;
  TroupePythonVolume volumes[2];
} TroupePythonCall;

void troupe_python_call_free (TroupePythonCall *self);
void troupe_python_line_free (GString *line);

/* @sandbox: (nullable): the path of bubblewrap */
gboolean troupe_python_start (TroupePython *self, const char *sandbox, GError **error);
/* Returns TRUE if the code may run without a sandbox when the sandbox is missing or broken. */
gboolean troupe_python_may_do_without (TroupePython *self);
/* Creates an error with the reason and advice for the user. (transfer full) */
GError *troupe_python_make_sandbox_error (const char *reason);

/* Handles a question of @call, or the answer of its input provider (troupe-python-question.c). Returns FALSE if @message
 * is neither. */
gboolean
troupe_python_take_question (TroupePython *self, TroupePythonCall *call, TroupeValue *message);

/* Stops the process and clears the session. The next call starts a new process. */
void troupe_python_drop_process (TroupePython *self);

/* Drops the process and fails all calls. @taken: (transfer full) */
void troupe_python_end_with_error (TroupePython *self, GError *taken);

/* Callbacks. @user_data: the call for troupe_python_cancelled_cb(), otherwise the object. */
gboolean troupe_python_cancelled_cb (GCancellable *cancellable, gpointer user_data);
void troupe_python_line_cb (const char *text, gsize length, gpointer user_data);
void troupe_python_output_cb (const char *text, gpointer user_data);
void troupe_python_ended_cb (gboolean too_long, const char *reason, gpointer user_data);

G_END_DECLS
