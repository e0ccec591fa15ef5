/* troupe-run-spans.h: exports spans of runs to the OTLP endpoint in the preferences
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-otlp-follower.h"
#include "troupe-run.h"

G_BEGIN_DECLS

/* Keys of the GSettings schema. */
#define TROUPE_RUN_SPANS_ENDPOINT "spans-endpoint"
#define TROUPE_RUN_SPANS_TEXTS "spans-texts"

/**
 * TroupeRunSpans:
 *
 * Exports spans to the endpoint that the user has set, if any. If the setting is changed, the new
 * endpoint applies to runs that start afterwards.
 *
 * Signal: `failed` (text: the problem with the endpoint; once for each endpoint that was set).
 */
#define TROUPE_TYPE_RUN_SPANS (troupe_run_spans_get_type ())
G_DECLARE_FINAL_TYPE (TroupeRunSpans, troupe_run_spans, TROUPE, RUN_SPANS, GObject)

TroupeRunSpans *troupe_run_spans_new (GSettings *settings);
/* Starts exporting the spans of @run. Must be called before the run starts, on any thread. The
 * follower must be freed when the run has ended. (transfer full) (nullable) */
TroupeOtlpFollower *troupe_run_spans_follow (TroupeRunSpans *self, TroupeRun *run);
/* Called at application shutdown. Waits a moment for pending spans. */
void troupe_run_spans_close (TroupeRunSpans *self);

G_END_DECLS
