/* troupe-python-private.h: the object, and the talk with the helper
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-python-process.h"
#include "troupe-python-session.h"
#include "troupe-python.h"

G_BEGIN_DECLS

#define TROUPE_PYTHON_PROTOCOL 1

/* How much was written to a stream. The helper counts too, but code can write in its name. */
typedef struct {
  gsize size;
  guint n_lines;
  gboolean is_cut;
} TroupePythonVolume;

struct _TroupePython {
  GObject parent_instance;

  TroupePythonSettings settings; /* its texts are ours */
  GMainContext *context;
  TroupePythonLogFunc log_func;
  gpointer log_data;
  GDestroyNotify log_destroy;

  TroupePythonProcess *process;
  TroupePythonSession *session;
  gboolean is_sandboxed;
  gboolean was_greeted;
  GPtrArray *unanswered; /* (element-type GString): lines until the helper has greeted */
  GHashTable *calls;     /* (element-type gint64 TroupePythonCall) */
  gint64 last_id;
  TroupePythonVolume volumes[2]; /* of output that is of no call under way */
};

typedef struct {
  gint64 id;
  TroupePython *python; /* not a reference: the object has the call */
  GTask *task;          /* (nullable): none is left of a cancelled call */
  GSource *cancel_source;
  char *method;
  char *owner; /* (nullable) */
  TroupePythonVolume volumes[2];
} TroupePythonCall;

void troupe_python_call_free (TroupePythonCall *self);
void troupe_python_line_free (GString *line);

/* @sandbox: (nullable): bubblewrap's path */
gboolean troupe_python_start (TroupePython *self, const char *sandbox, GError **error);
/* Whether a sandbox that is not there or does not work may be done without. */
gboolean troupe_python_may_do_without (TroupePython *self);
/* What a person can do about it, with why. (transfer full) */
GError *troupe_python_make_sandbox_error (const char *reason);

/* Lets go of the process and of what it knew. The next call starts another. */
void troupe_python_drop_process (TroupePython *self);

/* The same, and ends every call with @taken. */
void troupe_python_end_with_error (TroupePython *self, GError *taken);

/* What happens. @user_data: the call for the first, else the object. */
gboolean troupe_python_cancelled_cb (GCancellable *cancellable, gpointer user_data);
void troupe_python_line_cb (const char *text, gsize length, gpointer user_data);
void troupe_python_output_cb (const char *text, gpointer user_data);
void troupe_python_ended_cb (gboolean too_long, const char *reason, gpointer user_data);

G_END_DECLS
