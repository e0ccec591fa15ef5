/* troupe-otlp-body.h: serializes spans to OTLP JSON
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
 * @finder: the known keys, which are removed from the body
 * @n_taken: (out): the number of @spans in the body
 *
 * Creates a body that contains as many of @spans as fit into one request.
 *
 * Returns: (transfer full): the body of one request
 */
GBytes *troupe_otlp_body_make (const TroupeOtlpSettings *settings,
                               GPtrArray *spans,
                               TroupeKeyFinder *finder,
                               guint *n_taken);

G_END_DECLS
