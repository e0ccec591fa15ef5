/* troupe-command-train.c: troupectl train
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-command-train"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crew-training-file.h"
#include "troupe-rounds.h"

/* Same default as CrewAI. */
#define ITERATIONS 5

static const TroupeOption options[] = {
  { "iterations", 'n', "N", N_ ("Number of iterations (default: 5)") },
  { "file", 'f', "FILE",
    N_ ("Output file for the training results (default: trained_agents_data.pkl)") },
  { "resume", 0, NULL,
    N_ ("Learn from the feedback in training_data.pkl, without new iterations") },
  TROUPE_ROUNDS_OPTIONS,
  { "no-store", 0, NULL, N_ ("Do not save the run") },
  { NULL },
};

static void
prepare (TroupeCommandLine *line, TroupeRun *run, guint n)
{
  const char *file = troupe_command_line_get (line, "file");

  troupe_run_set_training (run, n, file != NULL ? file : TROUPE_CREW_TRAINED_AGENTS);
  troupe_run_set_resumes_training (run, troupe_command_line_has (line, "resume"));
}

static TroupeExit
run (TroupeCommandLine *line)
{
  return troupe_rounds_execute (line, ITERATIONS, prepare);
}

const TroupeCommand troupe_command_train = {
  .name = "train",
  .arguments = "CREW",
  .summary = N_ ("Train the agents of a crew with your feedback on their answers."),
  .example = "troupectl train . -n 2 -f trained.pkl",
  .options = options,
  .min_arguments = 1,
  .max_arguments = 1,
  .run = run,
};
