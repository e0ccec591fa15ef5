/* troupe-end-signals.h: signals that ask a run to end
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

#include "troupe-command-line.h"

G_BEGIN_DECLS

/**
 * TroupeEndSignals:
 *
 * While an object exists, signals that would end the process call a function in the main context
 * instead, so that a run ends in order: what its code has created still has to be checked. These are
 * SIGINT, SIGTERM, SIGHUP (the terminal was closed), SIGQUIT (Ctrl+\), SIGPIPE (the reader of the
 * output has ended), and others that end a process and that it can handle. SIGHUP stays ignored if it
 * was (nohup); SIGXFSZ is ignored by main(). One object at a time; main thread.
 */
typedef struct _TroupeEndSignals TroupeEndSignals;

/* @number: the signal */
typedef void (*TroupeEndSignalFunc) (int number, gpointer user_data);

/* (transfer full) */
TroupeEndSignals *troupe_end_signals_new (TroupeEndSignalFunc func, gpointer user_data);
/* Restores the previous actions. */
void troupe_end_signals_free (TroupeEndSignals *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeEndSignals, troupe_end_signals_free)

/* Does what the signal would do. GLib ignores SIGPIPE as soon as a socket is used, also after a handler was installed, so that sending it
 * would have no effect. Threads: any. */
void troupe_end_signals_raise (int number);

/* Returns the exit code of a command that the signal has ended. */
TroupeExit troupe_end_signals_get_exit (int number);

G_END_DECLS
