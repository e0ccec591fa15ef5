/* troupe-mcp-run-data.h: recognizes code of an MCP server that runs files whose names are those of data
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Which files of data the text of a script runs. */
typedef enum
{
  TROUPE_MCP_RUNS_NOTHING, /* none, as far as its words show */
  TROUPE_MCP_RUNS_NAMED,   /* those that it names, also with a pattern */
  TROUPE_MCP_RUNS_LISTED,  /* those that it finds in a folder */
} TroupeMcpRuns;

/* Looks for calls that run text or files: `exec ()`, `runpy`, an interpreter that is started, and for calls that
 * list a folder. Any thread. */
TroupeMcpRuns troupe_mcp_runs_find (const char *text);

/* Returns the first line, or statement before a semicolon, of @text that loads or starts something, such as `require ('./t.csv')`, `include 't.csv'` and
 * `CDLL ("./t.png")`, and sets @length; NULL if there is none. (transfer none) (nullable). Any thread. */
const char *troupe_mcp_runs_find_line (const char *text, gsize *length);

/* Returns TRUE if a script that lists a folder may run a file with this name. Databases, tables, logs, pictures and the like
 * do not count, because many programs list them. */
gboolean troupe_mcp_runs_may_be_listed (const char *name);

G_END_DECLS
