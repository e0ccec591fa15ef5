/* troupe-tool-consent-dialog.h: asks for consent to the tools of an MCP server
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-page-run.h"

G_BEGIN_DECLS

/**
 * troupe_tools_dialog_watch:
 * @over: parent widget of the dialogs; if it no longer exists, consent is refused
 *
 * From now on, tool descriptions that MCP servers send to runs of @run require consent before a
 * model reads them (doc/mcp.md §5). Consent is given immediately if the descriptions were allowed
 * before. Otherwise the user decides in a dialog, and the answer is stored.
 */
void troupe_tools_dialog_watch (TroupePageRun *run, GtkWidget *over);

/* Like troupe_tools_dialog_watch(), but for a single run that has not started, or for a run that
 * serves as the template of other runs. */
void troupe_tools_dialog_watch_run (TroupeRun *run, GtkWidget *over);

G_END_DECLS
