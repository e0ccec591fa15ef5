/* sign-in-fixture.h: an MCP server, and an authorization server for its sign-in
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <libsoup/soup.h>

#include "mcp-fixture.h"

/**
 * SignIn:
 * @server, @issuer, @other: the MCP server, the authorization server, and a server that must not
 *   receive any request @n_*: the number of requests of each type that the servers received
 * @token_form: (nullable): the form of the last token request, and its header; @address:
 *   (nullable): the URL that the user was asked to open
 * @questions: the prompts, one per line; @warnings: the warnings, one per line
 * @access, @refresh: the tokens that are currently valid; each newly issued token replaces the
 *   previous one
 *
 * The remaining members configure deviations. They are zero for servers that behave correctly.
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
  guint n_unsigned; /* requests to the MCP server without a token */
  guint n_messages; /* to the MCP server, with one */
  GString *places;  /* requested metadata paths, separated by spaces */
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

  /* The user. */
  TroupeMcpAsker asker;
  gboolean declines_first;
  guint declines_at; /* the number of that prompt */
  gboolean declines_address;
  gboolean stays_in_browser; /* and does not return from it */
  guint wait_for;            /* prompts that remain unanswered */

  /* The MCP server. */
  const char *header;         /* header of a response with status 401; NULL: refers to its
                                 metadata; "": none */
  const char *resource_at;    /* path of the server's metadata; NULL: the default */
  const char *resource_moves; /* where the path redirects to */
  const char *resource;       /* its name in the metadata */
  const char *resource_scopes;
  const char *issuer_named;  /* the authorization server in its metadata; NULL: @issuer */
  const char *messages_move; /* where it redirects messages with a token to */
  gboolean takes_nothing; /* it rejects every token */
  const char *call_scope; /* required by a tool call */
  gboolean says_token;    /* a tool returns its token */

  /* The authorization server. */
  const char *metadata_at; /* NULL: as in RFC 8414 */
  const char *name;        /* issuer in the metadata */
  const char *token_at;    /* token endpoint; NULL: of @issuer */
  const char *no_pkce;
  const char *more; /* further metadata members, with ' for ", ending with a comma */
  gboolean is_giant;
  gboolean no_registration;
  gboolean has_secret;
  const char *method;
  const char *issuer_said; /* `iss` of the callback; NULL: none */
  const char *refusal;     /* error in the callback */
  gboolean token_moves;    /* redirects to @other */
  gboolean token_is_page;
  const char *token_type;
  gboolean refuses_refresh;
  gboolean no_refresh;
  guint token_life; /* requests per token; 0: any number */
} SignIn;

void sign_in_set_up (SignIn *self, gconstpointer data);
void sign_in_tear_down (SignIn *self, gconstpointer data);

/* Creates the fixture's MCP server with an asker. */
void sign_in_make (SignIn *self);
/* Opens the server, and expects success or failure. */
void sign_in_open (SignIn *self);
void sign_in_expect_failure (SignIn *self, const char *part);
/* Acts as the browser: requests @address and follows the redirect. Returns the status of the
 * last response.
 * @state: (nullable): replaces the state parameter */
guint sign_in_browse (SignIn *self, const char *address, const char *state);
/* Returns a parameter of the query of @address. (transfer full) (nullable) */
char *sign_in_get_query (const char *address, const char *name);
/* Returns `http://127.0.0.1:PORT` followed by @path. (transfer full) */
char *sign_in_make_address (guint port, const char *path);
