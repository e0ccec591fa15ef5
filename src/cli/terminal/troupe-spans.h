/* troupe-spans.h: spans of what a command runs, for an endpoint
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-command-line.h"
#include "troupe-otlp-exporter.h"

G_BEGIN_DECLS

/**
 * troupe_spans_open:
 * @line: its first argument is the document
 * @exporter: (out) (transfer full) (nullable): what spans are handed to; %NULL where nobody wants them
 *
 * By `--otlp`, else by the environment (doc/traces.md). What is wrong with the environment is said, and keeps nobody from
 * running.
 *
 * Returns: %FALSE where the command line is wrong, which it has printed
 */
gboolean troupe_spans_open (TroupeCommandLine *line, TroupeOtlpExporter **exporter);
/* Waits a little for what is on its way. @exporter: (transfer full) (nullable) */
void troupe_spans_close (TroupeOtlpExporter *exporter);

G_END_DECLS
