/* fake-server.h: a server on the loopback that sends exactly the bytes that a test wants
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum {
  FAKE_END_CLOSE, /* orderly */
  FAKE_END_HOLD,  /* silent until the client goes */
  FAKE_END_RESET,
} FakeEnd;

/* What one request is answered with. @text: the whole of it, status line included, @length bytes. */
typedef struct {
  char *text;
  gsize length;
  gsize piece;      /* bytes a write; 0 is all at once */
  guint wait_ms;    /* before the first byte */
  FakeEnd end;
} FakeReply;

typedef struct _FakeServer FakeServer;

FakeServer *fake_server_new (void);
void fake_server_free (FakeServer *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FakeServer, fake_server_free)

/* `http://127.0.0.1:PORT/v1` */
const char *fake_server_get_url (FakeServer *self);

/* Adds the reply to the next request that has none yet; the last one is given again and again. Takes
 * @text. */
void fake_server_add (FakeServer *self, char *text, gsize piece, guint wait_ms, FakeEnd end);

/* The same for bytes, all at once. Takes @reply. */
void fake_server_add_bytes (FakeServer *self, GByteArray *reply, FakeEnd end);

guint fake_server_get_n_requests (FakeServer *self);
char *fake_server_get_request (FakeServer *self, guint index);

/* Monotonic time at which a client was seen to be gone, 0 while none is. */
gint64 fake_server_get_gone_time (FakeServer *self);

/* Whole replies. @headers: lines with CRLF behind each, or NULL. */
char *fake_reply (const char *status, const char *type, const char *headers, const char *body);
/* A stream of chat chunks that says @text, a piece a word. */
char *fake_stream (const char *const *words);
char *fake_json (const char *text);

G_END_DECLS
