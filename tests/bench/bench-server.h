/* bench-server.h: fake model server in a separate process, with minimal overhead
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The delay of /wait/ before a response. */
#define BENCH_ANSWER_DELAY_MS 200
/* The number of tool calls that a request to /tools/ causes before the server sends the answer. */
#define BENCH_N_TOOL_CALLS 20

/* The argument that starts a benchmark as the server. The server exits when its standard input
 * is closed. */
#define BENCH_SERVE "--serve"
int bench_serve (void);

/* A request to the server, and its response. */
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
 * @root: (out): `http://127.0.0.1:PORT`, to which the caller appends `/now/v1`, `/wait/v1` or
 *   `/tools/v1`; `/gaps` returns the microseconds between responses with a tool call and the next
 *   requests, measured since the last request of `/gaps`
 */
GSubprocess *bench_server_start (const char *program, char **root);
void bench_server_stop (GSubprocess *server);
/* Requests /gaps. */
double bench_server_take_gaps (const char *root);

/* Returns MB; the peak if @is_peak. */
double bench_get_memory (gboolean is_peak);
/* Returns the processor time of this process in seconds. */
double bench_get_work (void);
/* Raises the limit of open files to its maximum. */
void bench_raise_files (void);

G_END_DECLS
