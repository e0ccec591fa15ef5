/* troupe-elicitation-secret.h: what no form of a server may ask a person for
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-elicitation-field.h"

G_BEGIN_DECLS

/* Whether the field asks for a password, a key, a number of a card or the like, by what the server calls it. It cannot
 * know a secret that goes by another name: who shows a form says that whoever runs the server reads it. @message: of the
 * whole form */
gboolean troupe_elicitation_is_secret (const TroupeElicitationField *field,
                                       TroupeValue *schema,
                                       const char *message);

G_END_DECLS
