/* bench-library.h: HTTP calls with libsoup only, the lower bound for benchmarks of runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Measures the same number of calls with a GMainLoop that polls all connections and ignores the
 * responses. This is the lower bound for runs that use libsoup. Returns seconds. @url:
 * `ROOT/wait/v1`;
 * @work: (out): processor time in seconds. */
double bench_library_measure (const char *url,
                              const char *question,
                              guint n_calls,
                              guint n_connections,
                              double *work);

G_END_DECLS
