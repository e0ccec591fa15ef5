/* troupe-rounds-starter.h: starts a training or test of a crew on its page
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-run-controller.h"

G_BEGIN_DECLS

/**
 * TroupeRoundsOptions:
 * @n: number of rounds
 * @file: (nullable): the output file; set only for a training
 * @resumes: for a training, whether it only evaluates the feedback that was saved
 * @model: (nullable): for a test, the model that scores the outputs
 * @other: (nullable): a model that all agents use instead of their own models
 * @beside: (nullable): for a test with @other, the id of the run in which the agents used their own
 *   models
 * @next: (nullable): the model of the test that follows this one, whose permissions are asked for before both
 *
 * The options of a test or training.
 */
typedef struct
{
  guint n;
  char *file;
  gboolean resumes;
  char *model;
  char *other;
  char *beside;
  char *next;
} TroupeRoundsOptions;

void troupe_rounds_options_clear (TroupeRoundsOptions *self);

/**
 * TroupeRoundsStarter:
 *
 * Starts a training or test as the run of the page, with inputs dialog and consent like any run.
 * Its budget, its events and its end are handled like those of any run.
 *
 * Signals: `begins` (#TroupeRun: the run is starting as the page's run), `refused` (GError: the run
 * is impossible), `denied` (the user did not allow the run).
 */
#define TROUPE_TYPE_ROUNDS_STARTER (troupe_rounds_starter_get_type ())
G_DECLARE_FINAL_TYPE (TroupeRoundsStarter, troupe_rounds_starter, TROUPE, ROUNDS_STARTER, GObject)

TroupeRoundsStarter *troupe_rounds_starter_new (TroupePageContent *content);

/**
 * troupe_rounds_starter_start:
 * @crew: the current crew
 * @method: (nullable): the method that contains the crew, if the crew is embedded in a flow
 * @ask: whether to prompt for inputs in any case
 *
 * Must not be called while a run is running or starting.
 */
void troupe_rounds_starter_start (TroupeRoundsStarter *self,
                                  TroupeCrew *crew,
                                  const char *method,
                                  const TroupeRoundsOptions *options,
                                  gboolean ask);
gboolean troupe_rounds_starter_is_busy (TroupeRoundsStarter *self);
/* Closes the dialogs. */
void troupe_rounds_starter_close (TroupeRoundsStarter *self);
/* Sets the initial inputs of the dialog, which are used directly if no dialog is shown. @inputs:
 * (nullable) */
void troupe_rounds_starter_set_last (TroupeRoundsStarter *self, TroupeValue *inputs);
/* Returns a description of the last inputs for display. (nullable) */
const char *troupe_rounds_starter_get_error_text (TroupeRoundsStarter *self);

/* Returns a copy of @crew that uses @model for all agents, including the manager and the
 * planner. (transfer full) (nullable) */
TroupeCrew *troupe_rounds_make_variant (TroupeCrew *crew, const char *model, GError **error);

G_END_DECLS
