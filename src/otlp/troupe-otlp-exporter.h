/* troupe-otlp-exporter.h: spans on their way to an endpoint
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-otlp-settings.h"
#include "troupe-otlp-span.h"

G_BEGIN_DECLS

/* Spans of a request; spans that wait, and what they may hold in bytes. What comes when there is no room is not sent. */
#define TROUPE_OTLP_BATCH 512u
#define TROUPE_OTLP_QUEUE 4096u
#define TROUPE_OTLP_QUEUE_BYTES (32u * 1000 * 1000)

/* Microseconds that the end of a program waits for what is still on its way. */
#define TROUPE_OTLP_CLOSE_US (5 * G_USEC_PER_SEC)

/* @message: what a person should know, once. Comes in a thread of the exporter's. */
typedef void (*TroupeOtlpWarnFunc) (const char *message, gpointer user_data);

/**
 * TroupeOtlpExporter:
 *
 * Takes spans from any thread and sends them in one of its own, many at once, at the latest a second later. No run
 * waits for it, and none fails by it: what the endpoint does not take is tried again for a while, then it is lost, and
 * @warn says so the first time.
 */
#define TROUPE_TYPE_OTLP_EXPORTER (troupe_otlp_exporter_get_type ())
G_DECLARE_FINAL_TYPE (TroupeOtlpExporter, troupe_otlp_exporter, TROUPE, OTLP_EXPORTER, GObject)

/**
 * troupe_otlp_exporter_new:
 * @settings: (transfer full)
 * @folder: (nullable): where a file `.env` may be, whose keys are hidden
 * @warn: (nullable)
 *
 * Returns: (transfer full): sends nothing, and has no thread, until there is a span
 */
TroupeOtlpExporter *troupe_otlp_exporter_new (TroupeOtlpSettings *settings,
                                              const char *folder,
                                              TroupeOtlpWarnFunc warn,
                                              gpointer user_data);

gboolean troupe_otlp_exporter_has_content (TroupeOtlpExporter *self);
/* Whether a run that begins now may expect its spans to be taken; where not, that it was left out is counted. */
gboolean troupe_otlp_exporter_has_room (TroupeOtlpExporter *self);
/* @span: (transfer full) */
void troupe_otlp_exporter_add (TroupeOtlpExporter *self, TroupeOtlpSpan *span);

/* Sends what there is, and takes nothing more. Blocks up to @timeout_us microseconds. */
void troupe_otlp_exporter_close (TroupeOtlpExporter *self, gint64 timeout_us);

/* How many were taken by the endpoint, and how many were lost. */
void troupe_otlp_exporter_count (TroupeOtlpExporter *self, guint64 *n_sent, guint64 *n_lost);

G_END_DECLS
