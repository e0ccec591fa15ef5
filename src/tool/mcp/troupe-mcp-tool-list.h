/* troupe-mcp-tool-list.h: what an MCP server says of its tools, before a model is told
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-server.h"

G_BEGIN_DECLS

/**
 * TroupeMcpOffer:
 *
 * The tools of a server that was opened, for a person to agree to: models do what descriptions say, and whoever runs the
 * server can write another one on any day (doc/mcp.md §5). What it says is the same on all threads; it is settled once,
 * from any of them.
 */
typedef struct _TroupeMcpOffer TroupeMcpOffer;

/**
 * TroupeMcpOfferFunc:
 * @refusal: (nullable): why not, a sentence for a person; %NULL: the tools may be used
 */
typedef void (*TroupeMcpOfferFunc) (const char *refusal, gpointer user_data);

/* @tools: (element-type TroupeMcpTool); @folder: (nullable): in which the server runs; @func: called once in the main
 * context that is the thread's default now, or never after troupe_mcp_offer_withdraw(). (transfer full) */
TroupeMcpOffer *troupe_mcp_offer_new (TroupeMcpServer *server,
                                      GPtrArray *tools,
                                      const char *folder,
                                      TroupeMcpOfferFunc func,
                                      gpointer user_data);
TroupeMcpOffer *troupe_mcp_offer_ref (TroupeMcpOffer *self);
void troupe_mcp_offer_unref (TroupeMcpOffer *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeMcpOffer, troupe_mcp_offer_unref)

/* Nobody waits any more. On the thread that made it. */
void troupe_mcp_offer_withdraw (TroupeMcpOffer *self);
/* @refusal: (nullable). What comes after the first time, or when nobody waits, is dropped. */
void troupe_mcp_offer_settle (TroupeMcpOffer *self, const char *refusal);

/* Which server it is, for people; no secrets. */
const char *troupe_mcp_offer_get_label (TroupeMcpOffer *self);
/* Another one for another program, folder or address, and for other names in `env` and `headers`: hexadecimal digits. */
const char *troupe_mcp_offer_get_key (TroupeMcpOffer *self);
/* A list of maps in the order of their names: `name`, `description` and `schema` as a person can be shown them, and
 * `digest` of what the server sent. (transfer none) */
TroupeValue *troupe_mcp_offer_get_tools (TroupeMcpOffer *self);

G_END_DECLS
