/* wire-live.h: tests an API over HTTP with complete, cut and failed answers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * WireLive:
 * @api: name of the tests
 * @path: path that is appended to the server's address in the environment variable
 * @settings: (nullable): JSON
 * @whole_line, @stream_line: beginning of the request for a complete and for a streamed answer
 * @key_header: header with the key, in lower case, up to the beginning of the key
 * @whole: body of an answer with the text “Hello there”
 * @stream: complete stream of that answer
 * @cut: the stream without its end
 * @n_tries: number of requests to a service that returns an error status; 0: three requests
 * @busy: (nullable): body of a response with status 429 that permits a retry
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
