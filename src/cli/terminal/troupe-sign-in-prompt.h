/* troupe-sign-in-prompt.h: sign-in to an MCP server at the terminal (OAuth)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-server.h"

G_BEGIN_DECLS

/**
 * TroupeSignInPrompt:
 * @says_yes: whether contacting the authorization servers was already allowed
 * @is_refused: (out): whether the user declined, or no user was available
 * @is_kept: (out): whether the sign-in was stored in the keyring
 * @error: (out) (nullable): why it failed
 *
 * Parameters and result of one sign-in.
 */
typedef struct
{
  gboolean says_yes;
  gboolean is_refused;
  gboolean is_kept;
  GError *error;
} TroupeSignInPrompt;

/* Opens the server at @address, and has the user sign in at the terminal if it requires that.
 * Runs the main context until it has finished. @client: (nullable): the OAuth client. Returns
 * FALSE with an error in @prompt. */
gboolean troupe_sign_in_prompt_run (TroupeSignInPrompt *prompt,
                                    const char *address,
                                    const TroupeMcpClient *client);
void troupe_sign_in_prompt_clear (TroupeSignInPrompt *prompt);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TroupeSignInPrompt, troupe_sign_in_prompt_clear)

G_END_DECLS
