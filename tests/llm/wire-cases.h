/* wire-cases.h: recorded crews of one API: what is sent, and what is made of the answers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm-wire.h"
#include "wire-encode.h"

G_BEGIN_DECLS

/* A case that is left out, wholly or in part, and why. */
typedef struct
{
  const char *name;
  const char *what; /* some of: r(equests), a(nswers), u(sage) */
  const char *why;
} WireSkip;

typedef struct
{
  const char *api;
  const TroupeLlmWire *wire;
  const char
      *count_path; /* part of the path of requests that count tokens, which are none of ours */
  const WireSkip *skips;   /* ends with a name that is NULL */
  const char *dropped_key; /* (nullable): of schemas, that only CrewAI's classes say */
  /* @events: a list of [name, payload]. (transfer full) */
  GByteArray *(*encode) (TroupeValue *events);
  /* Feeds @length bytes at @bytes in pieces. FALSE with an error */
  gboolean (
      *feed) (gpointer reader, const guint8 *bytes, gsize length, gsize piece, GError **error);
} WireApi;

/* Compares every case of the API. At least @n_requests requests and @n_answers answers must have been. */
void wire_cases_run (const WireApi *api, guint n_requests, guint n_answers);

/* The file of recorded cases beside the tests. (transfer full) */
TroupeValue *wire_cases_load (void);

G_END_DECLS
