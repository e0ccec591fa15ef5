/* troupe-html-entities.h: HTML character references (entities)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * troupe_html_entity_read:
 * @text: UTF-8, starting with the `&`
 * @end: the end of the text
 * @character: (out): the character
 *
 * Parses a character reference. Names are those of HTML 4, which are required to read web pages;
 * the `;` may be missing, as on many pages.
 *
 * Returns: the position after the reference, or %NULL if there is none
 */
const char *troupe_html_entity_read (const char *text, const char *end, gunichar *character);

G_END_DECLS
