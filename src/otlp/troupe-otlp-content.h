/* troupe-otlp-content.h: what people, models and tools wrote, as attributes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-key-finder.h"
#include "troupe-scope.h"
#include "troupe-value.h"

G_BEGIN_DECLS

/* A text of which nobody needs more, in bytes; and all of the texts of a message list. */
#define TROUPE_OTLP_TEXT_MOST (32u * 1024)
#define TROUPE_OTLP_TEXTS_MOST (256u * 1024)

/* What is handed from where a span ends to where it is sent. @given, @outcome: (nullable): the fields of the events that
 * opened and closed it. (transfer full) */
TroupeValue *
troupe_otlp_content_new (TroupeScopeKind kind, TroupeValue *given, TroupeValue *outcome);
/* A map of texts: messages as JSON by the conventions' schemas. Keys are hidden, what is too long is cut, and of too many
 * messages the last remain. @finder: keys that are known. (transfer full) */
TroupeValue *troupe_otlp_content_describe (TroupeValue *content, TroupeKeyFinder *finder);
/* @text as it may leave: without keys, valid, not too long. (transfer full) */
char *troupe_otlp_content_clean (const char *text, TroupeKeyFinder *finder);

G_END_DECLS
