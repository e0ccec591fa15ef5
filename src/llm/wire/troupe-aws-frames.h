/* troupe-aws-frames.h: the events of a binary stream of AWS's
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

#include "troupe-sse-parser.h"

G_BEGIN_DECLS

/**
 * TroupeAwsFrames:
 *
 * Takes a stream of vnd.amazon.eventstream in pieces of any size and tells of each frame when it has come whole and
 * its check sums are right.
 */
typedef struct _TroupeAwsFrames TroupeAwsFrames;

/* @func: is told the event's name and its payload; in front of the name of an exception stands a `!`. A frame
 * without a payload has `{}`. */
TroupeAwsFrames *troupe_aws_frames_new (TroupeSseEventFunc func, gpointer user_data);
void troupe_aws_frames_free (TroupeAwsFrames *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeAwsFrames, troupe_aws_frames_free)

/* FALSE with TROUPE_LLM_ERROR_LIMIT where a frame is larger than TROUPE_LIMIT_SSE_EVENT, or its headers than
 * TROUPE_LIMIT_SSE_LINE, and with TROUPE_LLM_ERROR_INVALID where it is none. After that nothing more is read. */
gboolean
troupe_aws_frames_feed (TroupeAwsFrames *self, const char *bytes, gsize length, GError **error);

/* Whether a frame has begun that has not ended. */
gboolean troupe_aws_frames_is_inside (TroupeAwsFrames *self);

/* The check sum that frames have (CRC-32 of IEEE 802.3). */
guint32 troupe_aws_frames_sum (const guint8 *bytes, gsize length);

G_END_DECLS
