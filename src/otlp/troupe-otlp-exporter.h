/* troupe-otlp-exporter.h: queues spans and exports them to an OTLP endpoint
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-otlp-settings.h"
#include "troupe-otlp-span.h"

G_BEGIN_DECLS

/* Maximum number of spans per request, and the limits of the queue in spans and in bytes. Spans
 * beyond the limits of the queue are dropped. */
#define TROUPE_OTLP_BATCH 512u
#define TROUPE_OTLP_QUEUE 4096u
#define TROUPE_OTLP_QUEUE_BYTES (32u * 1000 * 1000)

/* Microseconds that the program waits at exit for queued spans. */
#define TROUPE_OTLP_CLOSE_US (5 * G_USEC_PER_SEC)

/* @message: a warning for the user, reported once. Called on a thread of the exporter. */
typedef void (*TroupeOtlpWarnFunc) (const char *message, gpointer user_data);

/**
 * TroupeOtlpExporter:
 *
 * Accepts spans from any thread and sends them in batches on a separate thread, at most a second
 * later. Runs neither wait for the exporter nor fail because of it. Requests that the endpoint does
 * not accept are retried for a while. After that, the spans are lost, and @warn is called the first
 * time this happens.
 */
#define TROUPE_TYPE_OTLP_EXPORTER (troupe_otlp_exporter_get_type ())
G_DECLARE_FINAL_TYPE (TroupeOtlpExporter, troupe_otlp_exporter, TROUPE, OTLP_EXPORTER, GObject)

/**
 * troupe_otlp_exporter_new:
 * @settings: (transfer full)
 * @folder: (nullable): may contain a file `.env`, whose keys are redacted
 * @warn: (nullable)
 *
 * Returns: (transfer full): an exporter that has no thread until the first span is added
 */
TroupeOtlpExporter *troupe_otlp_exporter_new (TroupeOtlpSettings *settings,
                                              const char *folder,
                                              TroupeOtlpWarnFunc warn,
                                              gpointer user_data);

gboolean troupe_otlp_exporter_has_content (TroupeOtlpExporter *self);
/* Returns TRUE if there is space for the spans of a run that begins now. Otherwise, increments
 * the number of lost spans. */
gboolean troupe_otlp_exporter_has_room (TroupeOtlpExporter *self);
/* @span: (transfer full) */
void troupe_otlp_exporter_add (TroupeOtlpExporter *self, TroupeOtlpSpan *span);

/* Sends the queued spans and stops accepting new ones. Blocks up to @timeout_us microseconds. */
void troupe_otlp_exporter_close (TroupeOtlpExporter *self, gint64 timeout_us);

/* Gets the number of spans that the endpoint has accepted, and the number of spans that were
 * lost. */
void troupe_otlp_exporter_count (TroupeOtlpExporter *self, guint64 *n_sent, guint64 *n_lost);

G_END_DECLS
