/* troupe-spans.h: export of trace spans to an OTLP endpoint
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-command-line.h"
#include "troupe-otlp-exporter.h"

G_BEGIN_DECLS

/**
 * troupe_spans_open:
 * @line: the command line, whose first argument is the document
 * @exporter: (out) (transfer full) (nullable): the exporter for spans; %NULL if no endpoint is
 *   configured
 *
 * Uses the endpoint of `--otlp`, otherwise the endpoint from the environment (doc/traces.md). An
 * invalid environment is reported but does not prevent the run.
 *
 * Returns: %FALSE after printing an error if the command line is invalid
 */
gboolean troupe_spans_open (TroupeCommandLine *line, TroupeOtlpExporter **exporter);
/* Waits a short time for pending spans. @exporter: (transfer full) (nullable) */
void troupe_spans_close (TroupeOtlpExporter *exporter);

G_END_DECLS
