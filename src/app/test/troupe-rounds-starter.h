/* troupe-rounds-starter.h: how a training or a test of a crew begins on its page
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-run-controller.h"

G_BEGIN_DECLS

/**
 * TroupeRoundsWish:
 * @n: how many rounds
 * @file: (nullable): of a training: where what is learnt goes
 * @model: (nullable): of a test: who rates
 * @other: (nullable): the model of all agents, in place of their own
 * @beside: (nullable): of a test with that: the id of the run with their own
 *
 * What is to be done with a crew.
 */
typedef struct
{
  guint n;
  char *file;
  char *model;
  char *other;
  char *beside;
} TroupeRoundsWish;

void troupe_rounds_wish_clear (TroupeRoundsWish *self);

/**
 * TroupeRoundsStarter:
 *
 * Takes a training or a test through the dialog for inputs and the consent, as every run, to the page's run, where its
 * budget, its events and its end are those of any.
 *
 * Signals: `begins` (#TroupeRun: it begins on the page's run now), `refused` (GError: it cannot run), `denied`: a person did not
 * allow it.
 */
#define TROUPE_TYPE_ROUNDS_STARTER (troupe_rounds_starter_get_type ())
G_DECLARE_FINAL_TYPE (TroupeRoundsStarter, troupe_rounds_starter, TROUPE, ROUNDS_STARTER, GObject)

TroupeRoundsStarter *troupe_rounds_starter_new (TroupePageContent *content);

/**
 * troupe_rounds_starter_start:
 * @crew: as it is now
 * @method: (nullable): of a crew inside of a flow: where it stands
 * @ask: for inputs in any case
 *
 * Not while one is under way or being started.
 */
void troupe_rounds_starter_start (TroupeRoundsStarter *self,
                                  TroupeCrew *crew,
                                  const char *method,
                                  const TroupeRoundsWish *wish,
                                  gboolean ask);
gboolean troupe_rounds_starter_is_busy (TroupeRoundsStarter *self);
/* Nobody is asked any more. */
void troupe_rounds_starter_close (TroupeRoundsStarter *self);
/* What is offered, or taken where nobody is asked. @inputs: (nullable) */
void troupe_rounds_starter_set_last (TroupeRoundsStarter *self, TroupeValue *inputs);
/* What the last one was given, for a person. (nullable) */
const char *troupe_rounds_starter_get_told (TroupeRoundsStarter *self);

/* @crew with @model for all its agents, the manager and the planner among them. (transfer full) (nullable) */
TroupeCrew *troupe_rounds_make_variant (TroupeCrew *crew, const char *model, GError **error);

G_END_DECLS
