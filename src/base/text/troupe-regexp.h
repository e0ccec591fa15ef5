/* troupe-regexp.h: regular expressions in linear time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A compiled pattern. Immutable, so that any number of threads can use it. */
typedef struct _TroupeRegexp TroupeRegexp;

/* Compiles the pattern. Never returns %NULL; use troupe_regexp_get_problem() to check for an
 * invalid pattern. */
TroupeRegexp *troupe_regexp_new (const char *pattern, gsize length);
void troupe_regexp_free (TroupeRegexp *self);
/* Returns the error in the pattern, or %NULL. (transfer none) */
const char *troupe_regexp_get_problem (TroupeRegexp *self);
/* Whether the pattern matches anywhere in @text. */
gboolean troupe_regexp_search (TroupeRegexp *self, const char *text, gsize length);

G_END_DECLS
