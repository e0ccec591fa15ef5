/* troupe-web-tool.h: web_fetch and web_search tools
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-tool.h"

G_BEGIN_DECLS

/* Maximum size of the text of a page, in bytes. */
#define TROUPE_WEB_LIMIT_TEXT (1024u * 1024)

/**
 * TroupeWebTool:
 *
 * Replacements of CrewAI's `ScrapeWebsiteTool`, `SerperDevTool`, `BraveSearchTool` and
 * `TavilySearchTool` that need no Python: a public web page as text, and the results of a search
 * service. Whatever URL a model requests, this computer and private networks are not accessed
 * (troupe-web-guard.h). A call ends as soon as it is cancelled.
 */
#define TROUPE_TYPE_WEB_TOOL (troupe_web_tool_get_type ())
G_DECLARE_FINAL_TYPE (TroupeWebTool, troupe_web_tool, TROUPE, WEB_TOOL, TroupeTool)

/* Returns TRUE if @reference is one of these tools, by CrewAI's name (`ScrapeWebsiteTool`,
 * `scrape_website_tool`, `crewai_tools:ScrapeWebsiteTool`) or Troupe's (`web_fetch`,
 * `web_search`). */
gboolean troupe_web_tool_knows (const char *reference);

/* (transfer full) */
TroupeTool *troupe_web_tool_new (const char *reference);

G_END_DECLS
