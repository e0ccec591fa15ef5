/* troupe-cel-regexp.h: regular expressions in linear time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A compiled pattern. Immutable: used by any number of threads. */
typedef struct _TroupeCelRegexp TroupeCelRegexp;

/* Never %NULL: a pattern that is wrong says so when asked. */
TroupeCelRegexp *troupe_cel_regexp_new (const char *pattern, gsize length);
void troupe_cel_regexp_free (TroupeCelRegexp *self);
/* What is wrong with the pattern, or %NULL. (transfer none) */
const char *troupe_cel_regexp_get_problem (TroupeCelRegexp *self);
/* Whether the pattern is found anywhere in @text. */
gboolean troupe_cel_regexp_search (TroupeCelRegexp *self, const char *text, gsize length);

G_END_DECLS
