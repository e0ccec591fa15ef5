/* troupe-otlp-content.h: content of users, models and tools as span attributes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-key-finder.h"
#include "troupe-scope.h"
#include "troupe-value.h"

G_BEGIN_DECLS

/* Maximum size of one string, and of all strings of a message list, in bytes. */
#define TROUPE_OTLP_TEXT_MOST (32u * 1024)
#define TROUPE_OTLP_TEXTS_MOST (256u * 1024)

/* Collects the content when a span ends, and keeps it until it is sent. @given, @outcome:
 * (nullable): the fields of the events that opened and closed the span. (transfer full) */
TroupeValue *
troupe_otlp_content_new (TroupeScopeKind kind, TroupeValue *given, TroupeValue *outcome);
/* Converts the content to a map of strings, in which messages are JSON in the schemas of the
 * conventions. Keys are redacted, and long texts are truncated. If there are too many messages,
 * only the last ones are used.
 * @finder: the known keys. (transfer full) */
TroupeValue *troupe_otlp_content_describe (TroupeValue *content, TroupeKeyFinder *finder);
/* Makes @text safe to send. The result contains no keys, is valid UTF-8, and is truncated if it
 * is too long. (transfer full) */
char *troupe_otlp_content_clean (const char *text, TroupeKeyFinder *finder);

G_END_DECLS
