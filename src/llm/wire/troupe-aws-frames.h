/* troupe-aws-frames.h: decoder for AWS binary event streams
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
 * Accepts a stream of vnd.amazon.eventstream in chunks of any size and calls back for each frame
 * that is complete and whose checksums are correct.
 */
typedef struct _TroupeAwsFrames TroupeAwsFrames;

/* Creates a parser. @func: called with the name of the event and its payload. The name of an
 * exception is prefixed with `!`. If a frame has no payload, `{}` is passed. */
TroupeAwsFrames *troupe_aws_frames_new (TroupeSseEventFunc func, gpointer user_data);
void troupe_aws_frames_free (TroupeAwsFrames *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeAwsFrames, troupe_aws_frames_free)

/* Parses a chunk of the stream. Returns FALSE with TROUPE_LLM_ERROR_LIMIT if a frame is larger
 * than TROUPE_LIMIT_SSE_EVENT, or its headers are larger than TROUPE_LIMIT_SSE_LINE. Returns
 * FALSE with TROUPE_LLM_ERROR_INVALID if a frame is malformed. After an error, further data is
 * ignored. */
gboolean
troupe_aws_frames_feed (TroupeAwsFrames *self, const char *bytes, gsize length, GError **error);

/* Returns TRUE if the current frame is incomplete. */
gboolean troupe_aws_frames_is_inside (TroupeAwsFrames *self);

/* Returns the checksum of frames (CRC-32 of IEEE 802.3). */
guint32 troupe_aws_frames_sum (const guint8 *bytes, gsize length);

G_END_DECLS
