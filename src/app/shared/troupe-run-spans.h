/* troupe-run-spans.h: spans of what runs in the window, for the address in the preferences
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-otlp-follower.h"
#include "troupe-run.h"

G_BEGIN_DECLS

/* Keys of the schema. */
#define TROUPE_RUN_SPANS_ENDPOINT "spans-endpoint"
#define TROUPE_RUN_SPANS_TEXTS "spans-texts"

/**
 * TroupeRunSpans:
 *
 * Sends spans to the endpoint that a person has set, and to none where there is none. A change holds for runs that begin
 * then.
 *
 * Signal: `failed` (text: what is wrong with the endpoint; once for each that was set).
 */
#define TROUPE_TYPE_RUN_SPANS (troupe_run_spans_get_type ())
G_DECLARE_FINAL_TYPE (TroupeRunSpans, troupe_run_spans, TROUPE, RUN_SPANS, GObject)

TroupeRunSpans *troupe_run_spans_new (GSettings *settings);
/* Before @run begins, from any thread. The follower goes when it has ended. (transfer full) (nullable) */
TroupeOtlpFollower *troupe_run_spans_follow (TroupeRunSpans *self, TroupeRun *run);
/* The program ends: what is on its way has a moment. */
void troupe_run_spans_close (TroupeRunSpans *self);

G_END_DECLS
