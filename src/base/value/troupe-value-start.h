/* troupe-value-start.h: the beginning of a value, for display
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

/**
 * troupe_value_dup_start:
 * @n_bytes: maximum size of the result as compact JSON, approximately
 * @is_cut: (out) (optional): whether something was omitted
 *
 * Copies the beginning of a value: strings end with "…", lists and maps have fewer entries. The time
 * depends on @n_bytes and not on the size of the value. A key of a map is copied whole.
 *
 * Returns: (transfer full): @self itself if it is not larger
 */
TroupeValue *troupe_value_dup_start (TroupeValue *self, gsize n_bytes, gboolean *is_cut);

/**
 * troupe_text_dup_start:
 * @text: (array length=length): may be invalid UTF-8 and contain U+0000
 * @n_bytes: maximum length of the result, without the ellipsis
 * @is_cut: (out) (optional): whether something was omitted
 *
 * Returns: (transfer full): the beginning of @text as valid UTF-8, followed by "…" if it was cut
 */
char *troupe_text_dup_start (const char *text, gsize length, gsize n_bytes, gboolean *is_cut);

G_END_DECLS
