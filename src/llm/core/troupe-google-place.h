/* troupe-google-place.h: project and location of Vertex AI in its URL
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm-environment.h"
#include "troupe-value.h"

G_BEGIN_DECLS

/* Replaces PROJECT and LOCATION in a URL by the settings `vertex_project` (or `project`) and
 * `vertex_location` (or `location`), or else by the variables that LiteLLM and Google's libraries
 * read; the location is us-central1 by default, and `global` is not part of the host. (transfer
 * full) (nullable): NULL if the project is missing, or a name is invalid */
char *troupe_google_make_url (const char *url,
                              TroupeValue *settings,
                              TroupeLlmEnvironment *environment);

G_END_DECLS
