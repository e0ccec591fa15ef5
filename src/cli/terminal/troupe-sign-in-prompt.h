/* troupe-sign-in-prompt.h: a sign-in to an MCP server, with a person at the terminal
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-server.h"

G_BEGIN_DECLS

/**
 * TroupeSignInPrompt:
 * @says_yes: whether it was agreed before that those may be talked to who sign people in
 * @is_refused: (out): a person said no, or nobody was there
 * @is_kept: (out): whether it stands in the keyring
 * @error: (out) (nullable): why it failed
 *
 * What one sign-in begins with and how it ends.
 */
typedef struct
{
  gboolean says_yes;
  gboolean is_refused;
  gboolean is_kept;
  GError *error;
} TroupeSignInPrompt;

/* Opens the server at @address, and where it wants that has a person at the terminal sign in. Runs the main context until it
 * is over. @client: (nullable): as which. FALSE with an error in @prompt. */
gboolean troupe_sign_in_prompt_run (TroupeSignInPrompt *prompt,
                                    const char *address,
                                    const TroupeMcpClient *client);
void troupe_sign_in_prompt_clear (TroupeSignInPrompt *prompt);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TroupeSignInPrompt, troupe_sign_in_prompt_clear)

G_END_DECLS
