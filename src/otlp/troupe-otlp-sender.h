/* troupe-otlp-sender.h: sends one OTLP request to the endpoint
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-otlp-settings.h"

G_BEGIN_DECLS

/* The result of a request. */
typedef enum
{
  TROUPE_OTLP_SENT,    /* accepted, perhaps partially: then @reason is set */
  TROUPE_OTLP_REFUSED, /* would be rejected again */
  TROUPE_OTLP_LATER,   /* the endpoint is busy */
  TROUPE_OTLP_AWAY,    /* the endpoint is unreachable */
} TroupeOtlpAnswer;

/* Sends requests on one thread, and iterates the thread-default main context while it waits. */
typedef struct _TroupeOtlpSender TroupeOtlpSender;

/* @settings: must outlive the sender */
TroupeOtlpSender *troupe_otlp_sender_new (const TroupeOtlpSettings *settings);
void troupe_otlp_sender_free (TroupeOtlpSender *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeOtlpSender, troupe_otlp_sender_free)

/**
 * troupe_otlp_sender_send:
 * @wait_ms: (out): the delay that the endpoint requests; -1: none
 * @reason: (out) (transfer full) (nullable): a message for the user, without keys
 *
 * Waits for a response, the timeout, or the cancellation of @cancellable.
 */
TroupeOtlpAnswer troupe_otlp_sender_send (TroupeOtlpSender *self,
                                          GBytes *body,
                                          GCancellable *cancellable,
                                          gint64 *wait_ms,
                                          char **reason);

G_END_DECLS
