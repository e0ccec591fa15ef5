/* troupe-rounds.h: common code of troupectl train and troupectl test
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-command.h"
#include "troupe-run.h"

G_BEGIN_DECLS

/* Options of every run of a crew, shared by the option tables of both commands. */
#define TROUPE_ROUNDS_OPTIONS                                                                      \
  { "input", 0, "KEY=VALUE", N_ ("One input: parsed as JSON if valid, otherwise a string") },      \
      { "inputs", 0, "FILE", N_ ("A JSON object of inputs; - for standard input") },               \
      { "events", 0, "FILE", N_ ("Write events as JSON Lines; - for standard output") },           \
      { "otlp", 0, "URL", N_ ("Send trace spans to this URL (OTLP over HTTP)") },                  \
      { "yes", 0, NULL,                                                                            \
        N_ ("Grant the permissions that “show” lists, for the current content of the document") }, \
      { "allow", 0, "WORDS",                                                                       \
        N_ ("Allow script, code, tool, mcp or all; mcp-changes, no-sandbox and programs are not "  \
            "included in all") },                                                                  \
      { "timeout", 0, "SECONDS", N_ ("Time limit, in seconds") },                                  \
      { "memory-limit", 0, "SIZE",                                                                 \
        N_ ("Memory limit for values, such as 512M or 2G; 0 for no limit") },                      \
      { "disk-limit", 0, "SIZE",                                                                   \
        N_ ("Limit for what the run stores, such as 512M or 2G; 0 for no limit") },                \
      { "budget-usd", 0, "N",                                                                      \
        N_ ("Make no more model calls once they have cost N dollars; 0 for no limit") },           \
  {                                                                                                \
    "answer", 0, "TEXT", N_ ("Answer to a question of a task; can be repeated")                    \
  }

/**
 * troupe_rounds_execute:
 * @fallback: number of rounds without -n
 * @prepare: configures the purpose of the rounds
 *
 * Loads the crew, requests consent, executes the rounds and reports the result.
 */
TroupeExit
troupe_rounds_execute (TroupeCommandLine *line,
                       guint fallback,
                       void (*prepare) (TroupeCommandLine *line, TroupeRun *run, guint n));

/* Prints the result as text. @value: the result of the run */
void troupe_rounds_print (TroupeValue *value);

G_END_DECLS
