/* troupe-elicitation-secret.h: detects elicitation fields that ask for passwords, keys and other
 * secrets
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-elicitation-field.h"

G_BEGIN_DECLS

/* Returns TRUE if the field asks for a password, a key, a card number or similar, judging by the
 * server's wording. Secrets with other names are not detected, so a form must state that the
 * operator of the server can read the input. @message: the message of the complete form */
gboolean troupe_elicitation_is_secret (const TroupeElicitationField *field,
                                       TroupeValue *schema,
                                       const char *message);

G_END_DECLS
