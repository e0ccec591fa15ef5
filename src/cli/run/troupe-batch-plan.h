/* troupe-batch-plan.h: dry run of a batch: items, permissions and estimated cost
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-batch.h"
#include "troupe-command.h"
#include "troupe-consent.h"

G_BEGIN_DECLS

/* Reads all inputs and prints the number of items, the invalid lines, the permissions of the
 * document and the estimated cost of its models. Starts and writes nothing. @consent: of
 * troupe_consent_new_for_run() */
TroupeExit troupe_batch_plan (TroupeCommandLine *line,
                              const TroupeBatchOptions *options,
                              TroupeConsent *consent);

G_END_DECLS
