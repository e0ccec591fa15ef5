/* troupe-otlp-span.h: a span that has ended, as it is sent
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

/* As OTLP numbers them. */
typedef enum
{
  TROUPE_OTLP_INTERNAL = 1,
  TROUPE_OTLP_CLIENT = 3,
} TroupeOtlpKind;

/**
 * TroupeOtlpSpan:
 * @trace: 32 digits
 * @id: never 0
 * @parent: 0: it has none
 * @started_us, @ended_us: microseconds since 1970
 * @attributes: a map of names and plain values, without what people, models and tools wrote
 * @content: (nullable): what they wrote: a map of what stands in troupe-otlp-content.c, which is made into attributes only
 *   when it is sent; %NULL where it is not to be
 * @error: (nullable): what went wrong, which may tell of what they wrote: %NULL where @content is
 * @has_failed: also where @error is %NULL
 *
 * Nothing in it belongs to a thread.
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

/* Bytes that it holds, more or less. */
gsize troupe_otlp_span_get_weight (const TroupeOtlpSpan *self);

/* The digits of a run's trace: those of its UUID, so that all processes that carry it on tell of the same. */
void troupe_otlp_span_make_trace (const char *run_id, char trace[33]);
/* The number of a run's span that was opened by the event @sequence: the same in every process, and never 0. */
guint64 troupe_otlp_span_make_id (const char *trace, guint64 sequence);

G_END_DECLS
