/* troupe-command-test.c: troupectl test
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-command-test"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-rounds.h"

/* As many as CrewAI's. */
#define ITERATIONS 3

static const TroupeOption options[] = {
  { "iterations", 'n', "N", N_ ("How many rounds, 3 unless it is said") },
  { "model", 'm', "MODEL", N_ ("Who rates; the model of agents that name none unless it is said") },
  TROUPE_ROUNDS_OPTIONS,
  { NULL },
};

static void
prepare (TroupeCommandLine *line, TroupeRun *run, guint n)
{
  troupe_run_set_evaluation (run, n, troupe_command_line_get (line, "model"));
}

static TroupeExit
run (TroupeCommandLine *line)
{
  return troupe_rounds_execute (line, ITERATIONS, prepare);
}

const TroupeCommand troupe_command_test = {
  .name = "test",
  .arguments = "CREW",
  .summary = N_ ("Run a crew several times and let a model rate what its tasks give."),
  .example = "troupectl test . -n 3 -m gpt-4.1",
  .options = options,
  .min_arguments = 1,
  .max_arguments = 1,
  .run = run,
};
