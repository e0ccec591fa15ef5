/* troupe-rounds.h: what training and testing a crew share on the command line
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-command.h"
#include "troupe-run.h"

G_BEGIN_DECLS

/* Options of every run of a crew: a fact that stands once, for the tables of both commands. */
#define TROUPE_ROUNDS_OPTIONS                                                                      \
  { "input", 0, "KEY=VALUE", N_ ("One input: JSON where it is valid JSON, otherwise text") },      \
      { "inputs", 0, "FILE", N_ ("A JSON object of inputs; - is standard input") },                \
      { "events", 0, "FILE", N_ ("Write events as JSON lines; - is standard output") },            \
      { "otlp", 0, "URL", N_ ("Send spans of what happens to this address, by OTLP over HTTP") },  \
      { "yes", 0, NULL, N_ ("Agree to what “show” lists, for this content") },                     \
      { "allow", 0, "WORDS",                                                                       \
        N_ ("Permit script, code, tool, mcp or all; mcp-changes and no-sandbox are not part of "   \
            "all") },                                                                              \
      { "timeout", 0, "SECONDS", N_ ("Stop after this many seconds") },                            \
      { "memory-limit", 0, "SIZE",                                                                 \
        N_ ("How much memory values may take, such as 512M or 2G; 0 sets no limit") },             \
      { "budget-usd", 0, "N",                                                                      \
        N_ ("Call no more models once they have cost N dollars; 0 sets no limit") },               \
  {                                                                                                \
    "answer", 0, "TEXT", N_ ("An answer to what a task asks; repeat it for more")                  \
  }

/**
 * troupe_rounds_execute:
 * @fallback: how many rounds there are without -n
 * @prepare: says what the rounds are for
 *
 * Loads the crew, asks for consent, runs the rounds and reports.
 */
TroupeExit
troupe_rounds_execute (TroupeCommandLine *line,
                       guint fallback,
                       void (*prepare) (TroupeCommandLine *line, TroupeRun *run, guint n));

/* What came of them, in words. @value: what the run gave */
void troupe_rounds_print (TroupeValue *value);

G_END_DECLS
