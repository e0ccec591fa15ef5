/* troupe-otlp-sender.h: one request to the endpoint
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-otlp-settings.h"

G_BEGIN_DECLS

/* What became of a request. */
typedef enum
{
  TROUPE_OTLP_SENT,    /* taken, perhaps not all of it: then there is a reason */
  TROUPE_OTLP_REFUSED, /* it would be refused again */
  TROUPE_OTLP_LATER,   /* the endpoint is busy */
  TROUPE_OTLP_AWAY,    /* nobody answered */
} TroupeOtlpAnswer;

/* For one thread, whose default main context turns while it waits. */
typedef struct _TroupeOtlpSender TroupeOtlpSender;

/* @settings: lasts as long */
TroupeOtlpSender *troupe_otlp_sender_new (const TroupeOtlpSettings *settings);
void troupe_otlp_sender_free (TroupeOtlpSender *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeOtlpSender, troupe_otlp_sender_free)

/**
 * troupe_otlp_sender_send:
 * @wait_ms: (out): how long the endpoint wants to be left alone; -1: it does not say
 * @reason: (out) (transfer full) (nullable): a sentence for a person, which holds no key
 *
 * Waits until there is an answer, the time is over, or @cancellable is cancelled.
 */
TroupeOtlpAnswer troupe_otlp_sender_send (TroupeOtlpSender *self,
                                          GBytes *body,
                                          GCancellable *cancellable,
                                          gint64 *wait_ms,
                                          char **reason);

G_END_DECLS
