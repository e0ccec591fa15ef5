/* web-fixture.h: a web of two servers and a list of names, for tools that go there
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <libsoup/soup.h>

#include "tool-fixture.h"

/* @port: of the server that tools may reach; @other_port: of the one that they may not, and never do */
typedef struct
{
  SoupServer *server;
  SoupServer *other;
  guint port;
  guint other_port;
  guint n_other;
  GPtrArray *requests;         /* “METHOD path?query” of the first server */
  SoupMessageHeaders *headers; /* of the last request */
  char *body;                  /* of the last request */
  GResolver *resolver;
  guint n_lookups;
  const char *address; /* what any name stands for; NULL: nobody ever says */
} WebFixture;

void web_set_up (WebFixture *self, gconstpointer data);
void web_tear_down (WebFixture *self, gconstpointer data);

/* At 127.0.0.1; gives the port. */
guint web_listen (SoupServer *server, SoupServerListenOptions options);

/* What a handler of a test's own does first. */
void web_note_request (WebFixture *self, SoupServerMessage *message);

/* Calls the tool @reference and waits. @arguments: JSON */
void web_call (const char *reference, const char *arguments, ToolAnswer *answer);
/* Fetches @path of the server that may be reached. */
void web_fetch (WebFixture *self, const char *path, ToolAnswer *answer);
