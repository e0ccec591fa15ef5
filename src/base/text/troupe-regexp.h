/* troupe-regexp.h: regular expressions in linear time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A compiled pattern. Immutable: used by any number of threads. */
typedef struct _TroupeRegexp TroupeRegexp;

/* Never %NULL: a pattern that is wrong says so when asked. */
TroupeRegexp *troupe_regexp_new (const char *pattern, gsize length);
void troupe_regexp_free (TroupeRegexp *self);
/* What is wrong with the pattern, or %NULL. (transfer none) */
const char *troupe_regexp_get_problem (TroupeRegexp *self);
/* Whether the pattern is found anywhere in @text. */
gboolean troupe_regexp_search (TroupeRegexp *self, const char *text, gsize length);

G_END_DECLS
