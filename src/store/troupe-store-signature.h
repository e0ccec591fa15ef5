/* troupe-store-signature.h: store: signatures of texts, which rule out most runs of a search
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-store-database.h"

G_BEGIN_DECLS

/* A signature is a Bloom filter of the sequences of three bytes in a text. A search for a word reads the signatures of all
 * runs, and only the texts that may contain the word. It has no false negatives. */

/* The table of the schema, which is filled for the runs that have a text. It needs troupe_store_add_signature_functions(). */
#define TROUPE_STORE_ADD_SIGNATURES                                                                \
  "CREATE TABLE run_signatures ("                                                                  \
  "  number INTEGER PRIMARY KEY,"                                                                  \
  "  signature BLOB NOT NULL"                                                                      \
  ");"                                                                                             \
  "INSERT INTO run_signatures SELECT number, troupe_signature (text) FROM run_texts;"

/* The signature of a run is deleted together with it. */
#define TROUPE_STORE_SIGNATURE_TRIGGER                                                             \
  "CREATE TRIGGER IF NOT EXISTS runs_drop_signature AFTER DELETE ON runs BEGIN"                    \
  " DELETE FROM run_signatures WHERE number = old.number;"                                         \
  " END;"

#define TROUPE_STORE_SET_SIGNATURE_SQL                                                             \
  "INSERT OR REPLACE INTO run_signatures (number, signature) VALUES (?, ?)"

/* Adds SQL functions to a connection: `troupe_signature (text)`, and `troupe_may_contain (signature, word)`, which is 0 only
 * if the text does not contain the word. A run without a signature may contain every word. */
void troupe_store_add_signature_functions (TroupeDatabase *database);

/* Returns the signature of a text, from any thread. (transfer full) */
GBytes *troupe_store_signature_new (const char *text, gsize length);

G_END_DECLS
