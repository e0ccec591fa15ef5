/* troupe-standard-streams.h: standard output and errors whose reader does not delay a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A program may stop reading a pipe without closing it. Messages of a run, warnings of the engine's thread, and the
 * answers of a conversation must not wait for it, because the run could not be cancelled and would not end at its
 * deadline. Therefore `stderr`, and in a conversation `stdout`, are streams whose data a TroupeEventWriter keeps if
 * the pipe does not accept them at once. Files and terminals are written as usual. Threads: main thread. */

/* Replaces `stderr` if it is a pipe. To be called once, before anything is written. */
void troupe_standard_streams_begin (void);

/* Replaces `stdout` if it is a pipe, for a command that writes to it during a run. */
void troupe_standard_streams_keep_output (void);

/* Same after a run, for a command that writes its result: more than a writer keeps waits for the reader, with the limit
 * below. */
void troupe_standard_streams_keep_result (void);

/* The run has a time limit or was stopped: at the end, a reader of `stdout` may read nothing for two seconds only. */
void troupe_standard_streams_limit (void);

/* If both streams are the same pipe, waits until what was written to `stderr` is in it, so that the result of a command
 * follows its messages. Blocks. */
void troupe_standard_streams_order (void);

/* Waits until the reader of `stdout` has read what is left. With a limit, the rest is dropped if it reads nothing for two
 * seconds. Blocks. Returns 0 or the errno of the first error since the stream was replaced. */
int troupe_standard_streams_flush_output (void);

/* Waits until the reader of `stderr` has read what is left, or has read nothing for two seconds: no messages are worth
 * a run that does not end. Blocks. */
void troupe_standard_streams_flush_errors (void);

G_END_DECLS
