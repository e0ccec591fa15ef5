/* troupe-rounds-dialog.h: how often a crew is to be tested or trained, and with which models
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-crew-subject.h"
#include "troupe-rounds-starter.h"

G_BEGIN_DECLS

/**
 * TroupeRoundsDialog:
 *
 * Asks for the number of rounds; of a test who rates, and with which model it is to be done a second time to be compared; of
 * a training it names the file.
 *
 * Signal: `chosen`: it is to begin, with what troupe_rounds_dialog_get_wish() says.
 */
#define TROUPE_TYPE_ROUNDS_DIALOG (troupe_rounds_dialog_get_type ())
G_DECLARE_FINAL_TYPE (TroupeRoundsDialog, troupe_rounds_dialog, TROUPE, ROUNDS_DIALOG, AdwWindow)

/* @wish: what is offered; it is for a training where it has a file. (transfer none) */
TroupeRoundsDialog *troupe_rounds_dialog_new (TroupeCrewSubject *subject,
                                              const TroupeRoundsWish *wish);

/* What stands in it. @wish: (out): to be cleared */
void troupe_rounds_dialog_get_wish (TroupeRoundsDialog *self, TroupeRoundsWish *wish);
/* For tests, too. */
void troupe_rounds_dialog_set_rounds (TroupeRoundsDialog *self, guint n);
void
troupe_rounds_dialog_set_models (TroupeRoundsDialog *self, const char *judge, const char *other);
void troupe_rounds_dialog_begin (TroupeRoundsDialog *self);

G_END_DECLS
