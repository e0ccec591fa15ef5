/* bench-flows.h: flows for benchmarks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-run.h"

G_BEGIN_DECLS

/* The functions return texts of documents. (transfer full) */
char *bench_make_chain (guint n_methods);
/* A flow with a start method, @n_methods parallel methods that listen to it, and a method that
 * waits for all of them. */
char *bench_make_join (guint n_methods);
/* A flow of methods whose expressions access a state of 11 kB. */
char *bench_make_lookups (guint n_methods);
char *bench_make_agents (guint n_agents, const char *url);
/* Three methods; the second one calls a model. */
char *bench_make_calls (const char *url);
char *bench_make_loop (guint n_passes);
char *bench_make_scripts (guint n_methods);

/* (transfer full) */
TroupeFlow *bench_load_flow (const char *text);

G_END_DECLS
