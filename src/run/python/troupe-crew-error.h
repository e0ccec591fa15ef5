/* troupe-crew-error.h: what goes wrong in a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-run.h"

G_BEGIN_DECLS

/* What an agent, a tool or a file met, as an error of %TROUPE_RUN_ERROR. Cancelling and waiting for a person stay what
 * they are. @cause: (transfer full); @is_temporary: (out) (optional) */
GError *troupe_crew_error_take (GError *cause, gboolean *is_temporary);

G_END_DECLS
