/* bench-library.h: the same calls by libsoup alone
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What as many calls take where a GMainLoop polls all connections and nothing is done with the answers: less no run
 * can take that asks by libsoup. @url: `ROOT/wait/v1`. Seconds; @work: (out): of the processor. */
double bench_library_measure (const char *url,
                              const char *question,
                              guint n_calls,
                              guint n_connections,
                              double *work);

G_END_DECLS
