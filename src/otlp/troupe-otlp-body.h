/* troupe-otlp-body.h: spans as the JSON of OTLP
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-key-finder.h"
#include "troupe-otlp-settings.h"
#include "troupe-otlp-span.h"

G_BEGIN_DECLS

/**
 * troupe_otlp_body_make:
 * @spans: (element-type TroupeOtlpSpan): at least one
 * @finder: keys that are known: none of them is in what is made
 * @n_taken: (out): how many of @spans it holds: as many as fit into one request
 *
 * Returns: (transfer full): the body of one request
 */
GBytes *troupe_otlp_body_make (const TroupeOtlpSettings *settings,
                               GPtrArray *spans,
                               TroupeKeyFinder *finder,
                               guint *n_taken);

G_END_DECLS
