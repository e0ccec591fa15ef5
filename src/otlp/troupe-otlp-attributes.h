/* troupe-otlp-attributes.h: what a span is called, and what is told of it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-otlp-span.h"
#include "troupe-span.h"

G_BEGIN_DECLS

/**
 * troupe_otlp_attributes_describe:
 * @span: has ended, or is cut off
 * @conversation: (nullable): the session of which its run is a turn
 * @has_content: whether what people, models and tools wrote is told, too
 * @self: (inout): has its name, kind, times, attributes, content and error set
 *
 * By the semantic conventions for generative AI (doc/traces.md). Without content, agents are called what the document
 * calls them, as what it writes about them may have inputs in it.
 *
 * Returns: %FALSE where such a scope is no span of a trace
 */
gboolean troupe_otlp_attributes_describe (const TroupeSpan *span,
                                          const char *conversation,
                                          gboolean has_content,
                                          TroupeOtlpSpan *self);

G_END_DECLS
