/* troupe-azure-wire.h: how Azure is reached
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm-wire.h"

G_BEGIN_DECLS

/* A deployment's key goes out under two names, as Azure's own models look for one and those of others for the other. */
gboolean troupe_azure_wire_add_headers (GStrvBuilder *headers,
                                        const TroupeLlmRequest *request,
                                        const TroupeLlmTarget *target,
                                        const char *url,
                                        GBytes *body,
                                        GError **error);

G_END_DECLS
