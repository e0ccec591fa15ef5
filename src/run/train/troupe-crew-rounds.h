/* troupe-crew-rounds.h: a crew several times, to train it or to test it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-runner.h"

G_BEGIN_DECLS

/**
 * TroupeCrewRoundsPlan:
 * @n: how many kickoffs; 0: it is run once, as always
 * @file: (nullable): of a training: where what was learnt goes
 * @model: (nullable): of a test: who rates
 * @place: (nullable): of a crew inside of a flow: the method that it stands in
 * @beside: (nullable): of a test with other models: the id of the run of that with the crew's own
 * @explains: of a test: whether who rates is asked for a reason as well
 * @finish: (nullable): of a training: once it is cancelled, from any thread, the round under way is given up and no other
 *   begins; what was said in those before it is learnt
 *
 * What is to be done with a crew, which is trained where there is a @file, else tested. @place and @beside are for who looks at
 * it later.
 */
typedef struct
{
  guint n;
  char *file;
  char *model;
  char *place;
  char *beside;
  gboolean explains;
  GCancellable *finish;
} TroupeCrewRoundsPlan;

void troupe_crew_rounds_plan_clear (TroupeCrewRoundsPlan *self);

/**
 * TroupeCrewRoundsFunc:
 *
 * A kickoff has begun, or ends now.
 */
typedef void (*TroupeCrewRoundsFunc) (TroupeCrewRunner *crew,
                                      gboolean has_begun,
                                      gpointer user_data);

/* Begins what @plan says, of which nothing is kept: it is not resumed. @func: told with the @user_data of
 * @context. @callback comes once, with @callback_data. */
void troupe_crew_rounds_begin (const TroupeCrewRoundsPlan *plan,
                               const TroupeCrewContext *context,
                               TroupeCrewRoundsFunc func,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer callback_data);

/**
 * troupe_crew_rounds_end:
 * @path: (out) (transfer full) (nullable): where in the crew it failed
 * @is_temporary: (out): whether trying again later may help
 *
 * A training whose round fails, other than by being cancelled, learns what was said in the rounds before it all the same, and
 * says so in its error.
 *
 * Returns: (transfer full) (nullable): of a training `{iterations, file, training_data, agents}`, of a test
 *   `{iterations, model, table}` (troupe_crew_evaluation_make_table()); or %NULL with %TROUPE_RUN_ERROR or
 *   %G_IO_ERROR_CANCELLED
 */
TroupeValue *
troupe_crew_rounds_end (GAsyncResult *result, char **path, gboolean *is_temporary, GError **error);

G_END_DECLS
