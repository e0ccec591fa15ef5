/* troupe-command-test.c: troupectl test
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-command-test"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-rounds.h"

/* Same default as CrewAI. */
#define ITERATIONS 3

static const TroupeOption options[] = {
  { "iterations", 'n', "N", N_ ("Number of iterations (default: 3)") },
  { "model", 'm', "MODEL", N_ ("Model that scores the results (default: the default model of agents)") },
  TROUPE_ROUNDS_OPTIONS,
  { "no-store", 0, NULL, N_ ("Do not save the run") },
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
  .summary = N_ ("Run a crew several times and let a model score the outputs of its tasks."),
  .example = "troupectl test . -n 3 -m gpt-4.1",
  .options = options,
  .min_arguments = 1,
  .max_arguments = 1,
  .run = run,
};
