/* troupe-run-part.h: options of a command that run a part of a document, or reuse a saved run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib/gi18n.h>

#include "troupe-command-line.h"
#include "troupe-command.h"
#include "troupe-run.h"

G_BEGIN_DECLS

/* The options that troupe_run_part_set() reads. */
#define TROUPE_RUN_PART_OPTIONS                                                                    \
  { "from", 0, "METHOD",                                                                           \
    N_ ("Begin before this method or task, with what a saved run has finished before it") },       \
      { "until", 0, "METHOD", N_ ("End after this method or task") },                              \
      { "only", 0, "METHOD", N_ ("Run only this method or task") },                                \
      { "run", 0, "RUN", N_ ("With --from or --only: the saved run (default: the newest)") },      \
      { "input-of", 0, "METHOD=JSON", N_ ("What a method or task is given; can be repeated") },    \
      { "ignore-pins", 0, NULL, N_ ("Ignore pinned outputs and muted methods, as CrewAI does") },  \
  {                                                                                                \
    "reuse", 0, "RUN",                                                                             \
        N_ ("Answer calls that are equal to those of a saved run, or of the last one")             \
  }

/* Checks the options without the document. Prints an error and returns FALSE if they do not fit together. */
gboolean troupe_run_part_check (TroupeCommandLine *line);
/* Sets the options of a run that has its inputs. Prints an error and returns FALSE if they are invalid. */
gboolean troupe_run_part_set (TroupeCommandLine *line, TroupeLoaded *loaded, TroupeRun *run);
/* Changes a run that begins with a saved one as each `--set PATH=JSON` says. */
gboolean troupe_run_part_change (TroupeCommandLine *line, TroupeRun *run);
/* Prints how many calls were reused and how many were made, unless the result is printed as JSON. */
void troupe_run_part_print_reuse (TroupeCommandLine *line, TroupeRun *run);

G_END_DECLS
