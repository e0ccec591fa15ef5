/* troupe-web-search-private.h: what lets a test be the service
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-web-search.h"

G_BEGIN_DECLS

/* For tests alone: what stands in the place of each service's scheme and host. Borrowed. @base: (nullable): their
 * own, as it is in the program */
void troupe_web_search_set_base (const char *base);

G_END_DECLS
