/* troupe-html-entities.h: characters that HTML writes as words and numbers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * troupe_html_entity_read:
 * @text: UTF-8, from its `&` on
 * @end: where it ends
 * @character: (out): what is meant
 *
 * Reads a reference to a character. Names are those of HTML 4, without which pages would not be readable; a `;`
 * may be missing as it is in pages.
 *
 * Returns: behind it, or %NULL where there is none
 */
const char *troupe_html_entity_read (const char *text, const char *end, gunichar *character);

G_END_DECLS
