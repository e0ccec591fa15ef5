/* wire-live.h: an API asked over HTTP, whatever becomes of the answer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * WireLive:
 * @api: the name of the tests
 * @path: of the server's address, which the variable gets
 * @settings: (nullable): JSON
 * @whole_line, @stream_line: how the request begins that asks for it
 * @key_header: what carries the key, in lower case, with what stands before the key
 * @whole: the body of an answer that says “Hello there”
 * @stream: the same in pieces, with its end
 * @cut: the same without its end
 * @n_tries: how often the service is asked that answers with a status; 0: three times
 * @busy: (nullable): the body of a 429 after which another attempt makes sense
 */
typedef struct
{
  const char *api;
  const char *model;
  const char *url_variable;
  const char *path;
  const char *key_variable;
  const char *settings;
  const char *whole_line;
  const char *stream_line;
  const char *key_header;
  const char *whole;
  const char *stream_type;
  const char *stream;
  const char *cut;
  guint n_tries;
  const char *busy;
} WireLive;

/* Adds the tests. @live: is not copied */
void wire_live_add (const WireLive *live);

G_END_DECLS
