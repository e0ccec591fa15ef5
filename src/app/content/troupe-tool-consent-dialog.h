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
 * @over: what dialogs stand over; where it is gone, nobody agrees
 *
 * From now on, what MCP servers say of their tools to runs of @run is agreed to before a model reads it
 * (doc/mcp.md §5): what was agreed to before at once, anything else by a person in a dialog, which then is kept.
 */
void troupe_tools_dialog_watch (TroupePageRun *run, GtkWidget *over);

/* The same for one run that has not begun, or that is a model of others. */
void troupe_tools_dialog_watch_run (TroupeRun *run, GtkWidget *over);

G_END_DECLS
