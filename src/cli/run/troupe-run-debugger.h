/* troupe-run-debugger.h: breakpoints on the command line, and commands while the run is paused
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib/gi18n.h>

#include "troupe-command-line.h"
#include "troupe-run.h"

G_BEGIN_DECLS

/* The options that troupe_run_debugger_new() reads. */
#define TROUPE_RUN_DEBUGGER_OPTIONS                                                                \
  { "break", 0, "NAME[:CEL]",                                                                      \
    N_ ("Pause before this method or task, if the condition is true; can be repeated") },          \
  {                                                                                                \
    "break-on", 0, "EVENT[>METHOD][:CEL]",                                                         \
        N_ ("Pause when this event is dispatched, or only on its way to a method")                 \
  }

/**
 * TroupeRunDebugger:
 *
 * Sets the breakpoints of the options. While the run is paused, reads commands from standard input (doc/cli.md). The main
 * thread must iterate its main context while the run is executed.
 */
typedef struct _TroupeRunDebugger TroupeRunDebugger;

/* Returns NULL if there are no breakpoints. Call it before the run starts; the debugger must outlive it. (transfer full)
 * (nullable). @is_valid: (out): FALSE if an option is invalid, which was printed */
TroupeRunDebugger *
troupe_run_debugger_new (TroupeCommandLine *line, TroupeRun *run, gboolean *is_valid);
/* @self: (nullable) */
void troupe_run_debugger_free (TroupeRunDebugger *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeRunDebugger, troupe_run_debugger_free)

G_END_DECLS
