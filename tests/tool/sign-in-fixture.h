/* sign-in-fixture.h: an MCP server, and one that signs people in for it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <libsoup/soup.h>

#include "mcp-fixture.h"

/**
 * SignIn:
 * @server, @issuer, @other: the MCP server, the authorization server, and one that nobody may come to
 * @n_*: what came to them
 * @token_form: (nullable): of the last request for tokens, with its header; @address: (nullable): that a person was to open
 * @questions: what was asked, a line each; @warnings: the same
 * @access, @refresh: which tokens hold now; every one that is given holds in their place
 *
 * What follows in it are ways to be: members of a server that does all as it should are zero.
 */
typedef struct
{
  McpFixture mcp;
  SoupServer *server;
  SoupServer *issuer;
  SoupServer *other;
  guint port;
  guint issuer_port;
  guint other_port;

  guint n_other;
  guint n_metadata;
  guint n_register;
  guint n_authorize;
  guint n_token;
  guint n_refresh;
  guint n_unsigned; /* of the MCP server, without a token */
  guint n_messages; /* and with one */
  GString *places;  /* of metadata that were asked for, with blanks */
  GString *questions;
  GString *warnings;
  char *address;
  char *registration;
  char *token_form;
  char *token_header;
  char *challenge; /* PKCE */
  char *asked_scope;
  char *access;
  char *refresh;
  char *granted_scope;
  guint n_given;
  guint n_withdrawn;
  guint n_asked;

  /* The person. */
  TroupeMcpAsker asker;
  gboolean declines_first;
  guint declines_at; /* the question of that number */
  gboolean declines_address;
  gboolean stays_in_browser; /* and does not come back */
  guint wait_for;            /* questions that are never answered */

  /* The MCP server. */
  const char *header;         /* of a 401; NULL is one that names its metadata; "" none */
  const char *resource_at;    /* where its metadata are; NULL: with the path */
  const char *resource_moves; /* where they really are */
  const char *resource;       /* that it says it is */
  const char *resource_scopes;
  gboolean takes_nothing; /* no token is good enough */
  const char *call_scope; /* that a call wants */
  gboolean says_token;    /* a tool says back what it was sent */

  /* The authorization server. */
  const char *metadata_at; /* NULL: of RFC 8414 */
  const char *name;        /* that it says it has */
  const char *no_pkce;
  const char *more; /* members more, with ' for ", ending with a comma */
  gboolean is_giant;
  gboolean no_registration;
  gboolean has_secret;
  const char *method;
  const char *issuer_said; /* in what comes back; NULL: nothing */
  const char *refusal;     /* error of what comes back */
  gboolean token_moves;    /* to @other */
  gboolean token_is_page;
  const char *token_type;
  gboolean refuses_refresh;
  gboolean no_refresh;
  guint token_life; /* requests that a token is good for; 0: any */
} SignIn;

void sign_in_set_up (SignIn *self, gconstpointer data);
void sign_in_tear_down (SignIn *self, gconstpointer data);

/* Makes the server of the fixture, with the asker. */
void sign_in_make (SignIn *self);
/* Opens it, and expects that it does or does not. */
void sign_in_open (SignIn *self);
void sign_in_expect_failure (SignIn *self, const char *part);
/* As the browser would: comes to the address that a person was given, and goes on to where that sends. @change: (nullable):
 * what is put in the place of the state. Gives the status of the last answer. */
guint sign_in_browse (SignIn *self, const char *address, const char *state);
/* A part of the query of @address. (transfer full) (nullable) */
char *sign_in_get_query (const char *address, const char *name);
/* `http://127.0.0.1:PORT` + @path (transfer full) */
char *sign_in_make_address (guint port, const char *path);
