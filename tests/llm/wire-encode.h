/* wire-encode.h: recorded events as the bytes of a stream
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

/* [name, payload] as frames of AWS's: a name that begins with a `!` is that of an exception. */
GByteArray *wire_encode_frames (TroupeValue *events);
/* One frame. @message_type: event, exception, error */
void wire_append_frame (GByteArray *out,
                        const char *message_type,
                        const char *name,
                        const char *payload);

/* [name, payload] as server-sent events: no name where it is null, and a payload that is a text as it is. */
GByteArray *wire_encode_sse (TroupeValue *events);

G_END_DECLS
