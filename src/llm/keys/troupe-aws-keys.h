/* troupe-aws-keys.h: what signs requests to AWS, and where they go
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm-target.h"

G_BEGIN_DECLS

/* The region as CrewAI finds it: the setting `aws_region_name` (or `region_name`), AWS_DEFAULT_REGION,
 * AWS_REGION_NAME, else us-east-1. (transfer full) */
char *troupe_aws_get_region (TroupeValue *settings, TroupeLlmEnvironment *environment);

/* The address of the table with the region in it; NULL where what is given as a region cannot be part of a host.
 * (transfer full) (nullable) */
char *
troupe_aws_make_url (const char *url, TroupeValue *settings, TroupeLlmEnvironment *environment);

/* Fills in the region and the keys of @self, which come from the environment alone: what a document says is kept in
 * more places than a key may be. FALSE with an error that names the variables that are missing. @model: as the
 * document has it */
gboolean troupe_aws_read_keys (TroupeLlmTarget *self,
                               const char *model,
                               TroupeValue *settings,
                               TroupeLlmEnvironment *environment,
                               GError **error);

G_END_DECLS
