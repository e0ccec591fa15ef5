/* wire-encode.h: encodes recorded events as the bytes of a stream
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

/* Encodes a list of [name, payload] as AWS frames. A name that begins with `!` is the name of an
 * exception. */
GByteArray *wire_encode_frames (TroupeValue *events);
/* Appends one frame. @message_type: “event”, “exception” or “error” */
void wire_append_frame (GByteArray *out,
                        const char *message_type,
                        const char *name,
                        const char *payload);

/* Encodes a list of [name, payload] as server-sent events. A null name is omitted, and a payload
 * that is a string is written unchanged. */
GByteArray *wire_encode_sse (TroupeValue *events);

G_END_DECLS
