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
 * @error: (out) (nullable): why the sign-in failed
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

/* Opens the server at @address. If the server requires it, the user signs in at the terminal.
 * Runs the main context until the sign-in has finished. @client: (nullable): the OAuth client.
 * On failure, sets the error of @prompt and returns FALSE. */
gboolean troupe_sign_in_prompt_run (TroupeSignInPrompt *prompt,
                                    const char *address,
                                    const TroupeMcpClient *client);
void troupe_sign_in_prompt_clear (TroupeSignInPrompt *prompt);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TroupeSignInPrompt, troupe_sign_in_prompt_clear)

G_END_DECLS
