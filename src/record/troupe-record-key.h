/* troupe-record-key.h: kinds of recorded calls, their callers, and the keys of their requests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-scope.h"
#include "troupe-value.h"

G_BEGIN_DECLS

typedef enum
{
  TROUPE_RECORD_MODEL,       /* a call of a model */
  TROUPE_RECORD_EMBEDDING,   /* vectors of texts */
  TROUPE_RECORD_TOOL,        /* a call of a tool */
  TROUPE_RECORD_DESCRIPTION, /* what a server says about itself: its tools, its card */
  TROUPE_RECORD_N_KINDS,
} TroupeRecordKind;

/* Returns the name of the kind in a recording. (transfer none) */
const char *troupe_record_kind_get_name (TroupeRecordKind kind);
/* Returns FALSE if there is no kind of that name. @name: (nullable) */
gboolean troupe_record_kind_find (const char *name, TroupeRecordKind *kind);
/* Returns the model or the tool that @request is sent to, "" if there is none. (transfer none) */
const char *troupe_record_request_get_name (TroupeRecordKind kind, TroupeValue *request);

/* Returns the steps of the document that make a call: a map with those of `method`, `task` and
 * `agent` that exist, and their names. @scope: (nullable). (transfer full) */
TroupeValue *troupe_record_make_caller (TroupeScope *scope);

/* The number of bytes of a key. */
#define TROUPE_RECORD_KEY_LENGTH 32

/**
 * troupe_record_make_key:
 * @request: a map without keys of services
 * @key: (out caller-allocates) (array fixed-size=32)
 *
 * Computes the digest under which the outcome of a request is found. The order of the keys of maps
 * does not count, and neither do UUIDs, times and the date that agents are given, which differ
 * between runs.
 * Threads: any thread.
 */
void troupe_record_make_key (TroupeRecordKind kind, TroupeValue *request, guint8 *key);

/* Returns TRUE if the text contains what differs between two runs of a document: a UUID, or a date with a time. */
gboolean troupe_record_text_changes (const char *text);

G_END_DECLS
