/* wire-live.h: tests an API over HTTP with complete, cut and failed answers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * WireLive:
 * @api: the name of the tests
 * @path: appended to the server's address in the environment variable
 * @settings: (nullable): JSON
 * @whole_line, @stream_line: how the request begins, unstreamed and streamed
 * @key_header: the header of the key, in lower case, with everything before the key
 * @whole: the body of an answer with the text “Hello there”
 * @stream: a complete stream of that answer
 * @cut: the stream without its end
 * @n_tries: how often a service that returns an error status is requested; 0: three times
 * @busy: (nullable): the body of a 429 that permits a retry
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
