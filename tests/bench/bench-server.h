/* bench-server.h: a model's server in a process of its own, which takes next to no time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* How long /wait/ takes for an answer. */
#define BENCH_ANSWER_DELAY_MS 200
/* How often /tools/ calls a tool before it answers. */
#define BENCH_N_TOOL_CALLS 20

/* The word that a benchmark is started with to be the server: until its standard input is closed. */
#define BENCH_SERVE "--serve"
int bench_serve (void);

/* What the server is asked, and what it says. */
#define BENCH_QUESTION                                                                             \
  "{\"model\":\"m\",\"messages\":[{\"role\":\"system\",\"content\":\"You answer.\"},"              \
  "{\"role\":\"user\",\"content\":\"Is it so?\"}]}"
#define BENCH_ANSWER                                                                               \
  "{\"id\":\"1\",\"object\":\"chat.completion\",\"created\":1,\"model\":\"m\",\"choices\":"        \
  "[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\"yes\"},"                        \
  "\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":1,"           \
  "\"total_tokens\":2}}"

/**
 * bench_server_start:
 * @program: the benchmark itself
 * @root: (out): `http://127.0.0.1:PORT`, before `/now/v1`, `/wait/v1` or `/tools/v1`; `/gaps` is the time in
 *   microseconds that passed between answers with a tool's call and the next request since it was last asked
 */
GSubprocess *bench_server_start (const char *program, char **root);
void bench_server_stop (GSubprocess *server);
/* Asks for /gaps. */
double bench_server_take_gaps (const char *root);

/* In MB; the highest so far where @is_peak. */
double bench_get_memory (gboolean is_peak);
/* Seconds of the processor that this process has taken. */
double bench_get_work (void);
/* As many open files as there may be. */
void bench_raise_files (void);

G_END_DECLS
