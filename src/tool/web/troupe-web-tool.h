/* troupe-web-tool.h: tools that read pages of the web and search it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-tool.h"

G_BEGIN_DECLS

/* Bytes of the text of a page. */
#define TROUPE_WEB_LIMIT_TEXT (1024u * 1024)

/**
 * TroupeWebTool:
 *
 * What CrewAI's `ScrapeWebsiteTool`, `SerperDevTool`, `BraveSearchTool` and `TavilySearchTool` are, without Python: a
 * page of the public web as text, and what a service finds. Whatever address a model names, nothing of this computer
 * and of private networks is reached (troupe-web-guard.h). A call ends as soon as it is cancelled.
 */
#define TROUPE_TYPE_WEB_TOOL (troupe_web_tool_get_type ())
G_DECLARE_FINAL_TYPE (TroupeWebTool, troupe_web_tool, TROUPE, WEB_TOOL, TroupeTool)

/* Whether @reference is one of them, by CrewAI's name (`ScrapeWebsiteTool`, `scrape_website_tool`,
 * `crewai_tools:ScrapeWebsiteTool`) or ours (`web_fetch`, `web_search`). */
gboolean troupe_web_tool_knows (const char *reference);

/* (transfer full) */
TroupeTool *troupe_web_tool_new (const char *reference);

G_END_DECLS
