/* troupe-aws-keys.h: AWS credentials, region and endpoint
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm-target.h"

G_BEGIN_DECLS

/* Inserts the region into a URL of the table. Returns NULL if the region is not valid in a host
 * name. (transfer full) (nullable) */
char *
troupe_aws_make_url (const char *url, TroupeValue *settings, TroupeLlmEnvironment *environment);

/* Sets the region and the keys of @self. Keys are only read from the environment, because
 * documents are stored in locations that are not safe for a key. Returns FALSE with an error
 * that names the missing variables. @model: as in the document */
gboolean troupe_aws_read_keys (TroupeLlmTarget *self,
                               const char *model,
                               TroupeValue *settings,
                               TroupeLlmEnvironment *environment,
                               GError **error);

G_END_DECLS
