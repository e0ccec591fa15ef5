/* fake-server.h: HTTP server on the loopback interface that sends exactly the bytes of a test
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum {
  FAKE_END_CLOSE, /* orderly shutdown */
  FAKE_END_HOLD,  /* sends nothing until the client disconnects */
  FAKE_END_RESET,
} FakeEnd;

/* The reply to one request. @text: all @length bytes of the reply, including the status line. */
typedef struct {
  char *text;
  gsize length;
  gsize piece;      /* bytes per write; 0 writes all at once */
  guint wait_ms;    /* delay of the first byte */
  FakeEnd end;
} FakeReply;

typedef struct _FakeServer FakeServer;

FakeServer *fake_server_new (void);
void fake_server_free (FakeServer *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FakeServer, fake_server_free)

/* `http://127.0.0.1:PORT/v1` */
const char *fake_server_get_url (FakeServer *self);

/* Adds the reply to the next request that has no reply yet. If there are no further replies, the
 * last reply is repeated. Takes ownership of @text. */
void fake_server_add (FakeServer *self, char *text, gsize piece, guint wait_ms, FakeEnd end);

/* Like fake_server_add(), but for bytes that are written all at once. Takes ownership of @reply. */
void fake_server_add_bytes (FakeServer *self, GByteArray *reply, FakeEnd end);

guint fake_server_get_n_requests (FakeServer *self);
char *fake_server_get_request (FakeServer *self, guint index);

/* Returns the monotonic time at which the disconnect of a client was noticed, or 0 if no client
 * has disconnected. */
gint64 fake_server_get_gone_time (FakeServer *self);

/* Returns a complete reply. @headers: lines, each with a trailing CRLF, or NULL. */
char *fake_reply (const char *status, const char *type, const char *headers, const char *body);
/* Returns a stream of chat chunks that contains @words, one word per chunk. */
char *fake_stream (const char *const *words);
char *fake_json (const char *text);

G_END_DECLS
