/* troupe-store-summary.h: store: summaries of runs and the text in which they are searched
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-secret.h"
#include "troupe-store-database.h"
#include "troupe-store.h"

G_BEGIN_DECLS

/* The tables of the schema. Columns of a list precede those that may be large; the text has a table of its own,
 * so that listing and counting runs does not read it. */
#define TROUPE_STORE_SUMMARY_TABLES                                                                \
  "CREATE TABLE summaries ("                                                                       \
  "  number INTEGER PRIMARY KEY,"                                                                  \
  "  is_kept INTEGER NOT NULL DEFAULT 0,"                                                          \
  "  micro_dollars INTEGER NOT NULL DEFAULT 0,"                                                    \
  "  n_calls INTEGER NOT NULL DEFAULT 0,"                                                          \
  "  n_unpriced INTEGER NOT NULL DEFAULT 0,"                                                       \
  "  title TEXT,"                                                                                  \
  "  subject TEXT,"                                                                                \
  "  models TEXT,"                                                                                 \
  "  place TEXT"                                                                                   \
  ");"                                                                                             \
  "CREATE TABLE run_texts ("                                                                       \
  "  number INTEGER PRIMARY KEY,"                                                                  \
  "  text TEXT NOT NULL"                                                                           \
  ");"

/* Summarizes the runs of a database that has no summaries yet. It needs troupe_store_add_summary_functions(). */
#define TROUPE_STORE_SUMMARIZE                                                                     \
  "INSERT INTO summaries (number, subject, place)"                                                 \
  " SELECT number, troupe_subject (inputs), CASE WHEN json_valid (result)"                         \
  " THEN json_extract (result, '$.error.method') END FROM runs;"                                   \
  "UPDATE summaries SET (micro_dollars, n_calls, n_unpriced, models) ="                            \
  " (SELECT CAST (round (total (json_extract (line, '$.cost')) * 1e6) AS INTEGER), count (*),"     \
  " count (*) - count (json_extract (line, '$.cost')),"                                            \
  " group_concat (DISTINCT json_extract (line, '$.model'))"                                        \
  " FROM events WHERE key BETWEEN summaries.number << 32"                                          \
  " AND summaries.number << 32 | 4294967295 AND CASE WHEN NOT json_valid (line) THEN 0"            \
  " WHEN instr (line, '\"type\":\"llm_call_completed\"') > 0"                                      \
  " THEN json_extract (line, '$.restored') IS NULL"                                                \
  " WHEN instr (line, '\"type\":\"llm_call_failed\"') > 0"                                         \
  " THEN json_extract (line, '$.usage') IS NOT NULL ELSE 0 END);"                                  \
  "INSERT INTO run_texts SELECT number, troupe_text (name, inputs, result, error) FROM runs;"

/* Adds to the summaries whether a user changed values while the run was paused, and who answered last and when. */
#define TROUPE_STORE_ADD_PEOPLE                                                                    \
  "ALTER TABLE summaries ADD COLUMN is_edited INTEGER NOT NULL DEFAULT 0;"                         \
  "ALTER TABLE summaries ADD COLUMN answered_by TEXT;"                                             \
  "ALTER TABLE summaries ADD COLUMN answered_us INTEGER;"                                          \
  "UPDATE summaries SET is_edited = EXISTS (SELECT 1 FROM events WHERE key BETWEEN"                \
  " summaries.number << 32 AND summaries.number << 32 | 4294967295"                                \
  " AND instr (line, '\"type\":\"run_edited\"') > 0), (answered_by, answered_us) ="                \
  " (SELECT json_extract (line, '$.by'), strftime ('%s', json_extract (line, '$.time')) * 1000000" \
  " FROM events WHERE key BETWEEN summaries.number << 32"                                          \
  " AND summaries.number << 32 | 4294967295"                                                       \
  " AND (instr (line, '\"type\":\"human_feedback_received\"') > 0"                                 \
  " OR instr (line, '\"type\":\"flow_input_received\"') > 0) AND json_valid (line)"                \
  " ORDER BY key DESC LIMIT 1);"

/* The summary and the text of a run are deleted together with it. */
#define TROUPE_STORE_SUMMARY_TRIGGER                                                               \
  "CREATE TRIGGER IF NOT EXISTS runs_drop_summary AFTER DELETE ON runs BEGIN"                      \
  " DELETE FROM summaries WHERE number = old.number;"                                              \
  " DELETE FROM run_texts WHERE number = old.number;"                                              \
  " END;"

#define TROUPE_STORE_ADD_SUMMARY_SQL                                                               \
  "INSERT OR REPLACE INTO summaries (number, subject) VALUES (?, ?)"
#define TROUPE_STORE_SET_TEXT_SQL "INSERT OR REPLACE INTO run_texts (number, text) VALUES (?, ?)"
#define TROUPE_STORE_SET_PLACE_SQL "UPDATE summaries SET place = ?2 WHERE number = ?1"
#define TROUPE_STORE_ADD_COST_SQL                                                                  \
  "UPDATE summaries SET n_calls = n_calls + 1, micro_dollars = micro_dollars + coalesce (?2, 0),"  \
  " n_unpriced = n_unpriced + (?2 IS NULL), models = CASE WHEN ?3 IS NULL THEN models"             \
  " WHEN models IS NULL THEN ?3 WHEN instr (',' || models || ',', ',' || ?3 || ',') > 0 THEN"      \
  " models ELSE models || ',' || ?3 END WHERE number = ?1"
#define TROUPE_STORE_SET_EDITED_SQL "UPDATE summaries SET is_edited = 1 WHERE number = ?1"
#define TROUPE_STORE_SET_ANSWERED_SQL                                                              \
  "UPDATE summaries SET answered_by = ?2, answered_us = ?3 WHERE number = ?1"
#define TROUPE_STORE_RENAME_SQL                                                                    \
  "UPDATE summaries SET title = ?2 WHERE number = (SELECT number FROM runs WHERE id = ?1)"
#define TROUPE_STORE_KEEP_SQL                                                                      \
  "UPDATE summaries SET is_kept = ?2 WHERE number = (SELECT number FROM runs WHERE id = ?1)"

/* A run that was deleted in the meantime has no bookmarks. */
#define TROUPE_STORE_ADD_BOOKMARK_SQL                                                              \
  "INSERT OR IGNORE INTO bookmarks SELECT id, ?2 FROM runs WHERE id = ?1"
#define TROUPE_STORE_REMOVE_BOOKMARK_SQL "DELETE FROM bookmarks WHERE run = ?1 AND time_us = ?2"

/* Adds SQL functions to a connection: `troupe_subject (inputs)` and `troupe_text (name, inputs, result, error)`
 * summarize a row of `runs`; `troupe_contains (text, words)` searches a text that `troupe_text` returned, and
 * `troupe_fold (text)` makes another text comparable to it. */
void troupe_store_add_summary_functions (TroupeDatabase *database);

/* Returns the first input as one line. @inputs: (nullable). (transfer full) (nullable) */
char *troupe_store_make_subject (TroupeValue *inputs);
/* Returns the text in which a run is searched: what is written in the values, without the keys of maps, in
 * case-folded form and cut to a limit. All arguments are (nullable); @result: as of troupe_store_end_run();
 * @secret: redacted. (transfer full) */
char *troupe_store_make_text (const char *name,
                              TroupeValue *inputs,
                              TroupeValue *result,
                              const char *error,
                              TroupeSecret *secret);
/* Folds the case of a text and composes its characters. (transfer full) */
char *troupe_store_fold (const char *text);

/* Adds the cost of an event for the end of a model call to the summary of its run. @statement: of
 * TROUPE_STORE_ADD_COST_SQL. Returns an SQLite result code. */
int troupe_store_write_cost (sqlite3_stmt *statement, gint64 number, const TroupeEvent *event);

G_END_DECLS
