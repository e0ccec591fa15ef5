/* troupe-otlp-attributes.h: names and attributes of OpenTelemetry spans
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-otlp-span.h"
#include "troupe-span.h"

G_BEGIN_DECLS

/**
 * troupe_otlp_attributes_describe:
 * @span: a span that has ended, or was cut off
 * @conversation: (nullable): the session to which the run belongs as a turn
 * @has_content: whether to include what users, models and tools wrote
 * @self: (inout): receives name, kind, times, attributes, content and error
 *
 * Describes a span according to the semantic conventions for generative AI (doc/traces.md). If
 * content is not included, an agent is identified by its name in the document, because its role may
 * contain inputs.
 *
 * Returns: %FALSE if scopes of this kind are not exported as spans
 */
gboolean troupe_otlp_attributes_describe (const TroupeSpan *span,
                                          const char *conversation,
                                          gboolean has_content,
                                          TroupeOtlpSpan *self);

G_END_DECLS
