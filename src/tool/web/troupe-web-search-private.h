/* troupe-web-search-private.h: test hook: local server instead of a search service
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-web-search.h"

G_BEGIN_DECLS

/* For tests only: replaces the scheme and host of all services. Borrowed. @base: (nullable):
 * %NULL restores the default */
void troupe_web_search_set_base (const char *base);

G_END_DECLS
