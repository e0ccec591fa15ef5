/* troupe-otlp-span.h: a finished span for OTLP export
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

/* The span kinds with OTLP's numbers. */
typedef enum
{
  TROUPE_OTLP_INTERNAL = 1,
  TROUPE_OTLP_CLIENT = 3,
} TroupeOtlpKind;

/**
 * TroupeOtlpSpan:
 * @trace: 32 hexadecimal digits
 * @id: never 0
 * @parent: 0 for none
 * @started_us, @ended_us: microseconds since 1970
 * @attributes: a map of names and plain values, without what users, models and tools wrote
 * @content: (nullable): a map of what users, models and tools wrote, as in troupe-otlp-content.c,
 *   which is converted to attributes only when it is sent; %NULL if it must not be sent
 * @error: (nullable): the error message, which may contain content; %NULL if @content is %NULL
 * @has_failed: set even if @error is %NULL
 *
 * Not bound to a thread.
 */
typedef struct
{
  char trace[33];
  guint64 id;
  guint64 parent;
  TroupeOtlpKind kind;
  char *name;
  gint64 started_us;
  gint64 ended_us;
  TroupeValue *attributes;
  TroupeValue *content;
  char *error;
  gboolean has_failed;
} TroupeOtlpSpan;

void troupe_otlp_span_free (TroupeOtlpSpan *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeOtlpSpan, troupe_otlp_span_free)

/* Returns its approximate memory size in bytes. */
gsize troupe_otlp_span_get_weight (const TroupeOtlpSpan *self);

/* Computes the trace id of a run from its UUID, so that all processes that continue the run use
 * the same trace. */
void troupe_otlp_span_make_trace (const char *run_id, char trace[33]);
/* Computes the id of the span that the event @sequence opened. The id is the same in every
 * process, and never 0. */
guint64 troupe_otlp_span_make_id (const char *trace, guint64 sequence);

G_END_DECLS
