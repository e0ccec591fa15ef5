/* troupe-python-private.h: the parts of the Python helper's side of Troupe
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-python.h"

G_BEGIN_DECLS

#define TROUPE_PYTHON_PROTOCOL 1

/* --- Values on the wire (troupe-python-wire.c) ------------------------------------------------ */

/* Appends @value as JSON with marks for what JSON lacks. Errors: %TROUPE_PYTHON_ERROR_VALUE. */
gboolean troupe_python_wire_append (TroupeValue *value, GString *out, GError **error);

/* Reads one line. (transfer full) (nullable). Errors: %TROUPE_JSON_ERROR. */
TroupeValue *troupe_python_wire_read (const char *text, gsize length, GError **error);

void troupe_python_wire_append_string (const char *text, GString *out); /* @text: (nullable) */

/* --- What the helper knows (troupe-python-session.c) ------------------------------------------ */

/* The values that stand for one live object of the helper: what it was given, and what it told since,
 * oldest first. The run hands one of them back, or something new. */
typedef GPtrArray TroupePythonKnown;
TroupeValue *troupe_python_known_last (TroupePythonKnown *self); /* (transfer none) (nullable) */

/**
 * TroupePythonSession:
 *
 * The values that are known to be the helper's live objects, so that a call sends only what changed.
 */
typedef struct {
  gboolean is_fresh;   /* the helper may know outputs that we do not */
  TroupePythonKnown *state;        /* empty: not known */
  GHashTable *outputs; /* (element-type utf8 TroupePythonKnown) */
  GHashTable *results; /* (element-type utf8 TroupeValue): returned, not among the outputs yet */
} TroupePythonSession;

TroupePythonSession *troupe_python_session_new (void);
void troupe_python_session_free (TroupePythonSession *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupePythonSession, troupe_python_session_free)

/* Nothing is known any more: the next call sends everything. */
void troupe_python_session_forget (TroupePythonSession *self);

/* The line of a call, without its newline. (transfer full) (nullable) */
GString *troupe_python_session_encode (TroupePythonSession *self, const TroupePythonRequest *request,
                                       gint64 id, GError **error);

/* What an answer says (troupe-python-answer.c); @method: of the request. (transfer full) (nullable) */
TroupePythonResult *troupe_python_session_decode (TroupePythonSession *self, TroupeValue *answer,
                                                  const char *method, GError **error);

/* --- The command (troupe-python-command.c) ---------------------------------------------------- */

typedef struct {
  char **arguments;
  char **environment;
  char *folder;
  int filter; /* for the sandbox, or -1 */
  gboolean is_sandboxed;
} TroupePythonCommand;

/* @settings: with its texts; @sandbox: (nullable): bubblewrap's path. Errors: %TROUPE_PYTHON_ERROR. */
gboolean troupe_python_command_init (TroupePythonCommand *self, const TroupePythonSettings *settings,
                                     const char *sandbox, GError **error);
void troupe_python_command_clear (TroupePythonCommand *self);

/* Starts it in a session of its own; it ends with the thread that calls. @fds: (out): our ends of its input,
 * of the channel on which it answers, and of whatever else it writes, not blocking. */
GSubprocess *troupe_python_command_spawn (const TroupePythonCommand *self, int fds[3],
                                          GError **error);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TroupePythonCommand, troupe_python_command_clear)

/* --- The sandbox (troupe-python-sandbox.c) ---------------------------------------------------- */

/* How the sockets of the desktop are kept from code that may use the network. */
typedef enum {
  TROUPE_PYTHON_SOCKETS_FREE,
  TROUPE_PYTHON_SOCKETS_SCOPED,   /* the helper does it, with Landlock */
  TROUPE_PYTHON_SOCKETS_FILTERED, /* a filter of system calls, for kernels before 6.12 */
} TroupePythonSockets;

/* The number of the descriptor on which the helper answers, and of the filter. */
#define TROUPE_PYTHON_CHANNEL 3
#define TROUPE_PYTHON_FILTER 4

TroupePythonSockets troupe_python_sandbox_choose_sockets (const TroupePythonSettings *settings);
/* A descriptor to read the filter from, or -1. */
int troupe_python_sandbox_open_filter (void);

/* (nullable) (transfer none) */
const char *troupe_python_sandbox_find (const TroupePythonSettings *settings);
/* What troupe_python_has_sandbox() says from now on. */
void troupe_python_sandbox_note (gboolean works);

/* Appends bubblewrap's arguments up to the program to run in it. */
void troupe_python_sandbox_add (GPtrArray *arguments, const TroupePythonSettings *settings,
                                const char *const *environment, const char *interpreter,
                                const char *helper, const char *folder);

/* --- One end of a pipe that is read (troupe-python-reader.c) --------------------------------- */

typedef struct {
  int fd;
  GSource *source;
  GByteArray *buffer;
  gsize searched; /* so much of the buffer has no newline */
} TroupePythonReader;

/* Adds what stands in the pipe now. FALSE at its end. */
gboolean troupe_python_reader_fill (TroupePythonReader *self);
/* The place of the next newline, or -1. */
gssize troupe_python_reader_find (TroupePythonReader *self);
void troupe_python_reader_drop (TroupePythonReader *self, gsize length);
/* Closes the pipe; what was read stays. */
void troupe_python_reader_clear (TroupePythonReader *self);

/* --- The process (troupe-python-process.c) ---------------------------------------------------- */

/**
 * TroupePythonProcessFuncs:
 * @line: a line of standard output, with a NUL behind it
 * @output: a line of standard error; %NULL once, where the rest is dropped because it is too much
 * @ended: it is gone and reaped, or wrote no line of at most TROUPE_PYTHON_LIMIT_LINE. The last call
 *
 * None is called after troupe_python_process_stop().
 */
typedef struct {
  void (*line) (const char *text, gsize length, gpointer user_data);
  void (*output) (const char *text, gpointer user_data);
  void (*ended) (gboolean too_long, const char *reason, gpointer user_data);
} TroupePythonProcessFuncs;

typedef struct _TroupePythonProcess TroupePythonProcess;

TroupePythonProcess *troupe_python_process_new (const TroupePythonCommand *command,
                                                const TroupePythonProcessFuncs *funcs,
                                                gpointer user_data, GError **error);

/* Queues @line and a newline; never blocks. */
void troupe_python_process_write (TroupePythonProcess *self, const char *line, gsize length);

/* The last lines of standard error. (transfer none) */
const char *troupe_python_process_get_last_output (TroupePythonProcess *self);

/* Ends it, as troupe_python_stop() says, and gives the reference back. */
void troupe_python_process_stop (TroupePythonProcess *self);

/* The status with which a helper ends whose channel was taken from it. */
#define TROUPE_PYTHON_STATUS_CLOSED 86

/* --- The object, and the talk with the helper (troupe-python-talk.c) -------------------------- */

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
