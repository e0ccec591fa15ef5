/* web-fixture.h: two local web servers and a fake resolver for web tools
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <libsoup/soup.h>

#include "tool-fixture.h"

/* @port: port of the server that tools may access; @other_port: port of the server that they
 *   must never access */
typedef struct
{
  SoupServer *server;
  SoupServer *other;
  guint port;
  guint other_port;
  guint n_other;
  GPtrArray *requests;         /* “METHOD path?query” of each request to @server */
  SoupMessageHeaders *headers; /* of the last request */
  char *body;                  /* of the last request */
  GResolver *resolver;
  guint n_lookups;
  const char *address; /* address that every name resolves to; NULL: no answer */
} WebFixture;

void web_set_up (WebFixture *self, gconstpointer data);
void web_tear_down (WebFixture *self, gconstpointer data);

/* Listens on 127.0.0.1 and returns the port. */
guint web_listen (SoupServer *server, SoupServerListenOptions options);

/* Stores the request. A test's own handler must call this function first. */
void web_note_request (WebFixture *self, SoupServerMessage *message);

/* Calls the tool @reference and waits. @arguments: JSON */
void web_call (const char *reference, const char *arguments, ToolAnswer *answer);
/* Fetches @path from the permitted server. */
void web_fetch (WebFixture *self, const char *path, ToolAnswer *answer);
