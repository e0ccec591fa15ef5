/* troupe-price-prompt.h: question before a run whose budget cannot limit its cost
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-command-line.h"
#include "troupe-run.h"

G_BEGIN_DECLS

/**
 * troupe_price_prompt_ask:
 * @reason: (out) (transfer full): why the run must not start
 *
 * Asks the user on a terminal whether @run may start if it has a budget and the price of one of its
 * models is unknown: calls without a price count as free. With `--yes` it may, with a warning.
 * Without a terminal it may not.
 *
 * Returns: whether the run may start
 */
gboolean troupe_price_prompt_ask (TroupeCommandLine *line, TroupeRun *run, char **reason);

G_END_DECLS
