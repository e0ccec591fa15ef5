/* troupe-permission-services.h: permissions of models and embedders
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-permission-list.h"

G_BEGIN_DECLS

/* Adds the server of a model with the key that it receives, and the variables that a call of the
 * model reads. @model, @settings: (nullable): as for troupe_llm_model_get_url(); NULL is the
 * default model */
void troupe_permission_list_add_model (TroupePermissionList *self,
                                       const char *model,
                                       TroupeValue *settings);

/* Adds a model that Python code chooses: the models of each provider at its own address, or at the
 * address that the environment sets for it. @source: the Python object */
void troupe_permission_list_add_any_model (TroupePermissionList *self, const char *source);

/* Adds the servers of an embedder in the same manner. @embedder: (nullable): of a document; NULL is
 * the default; @model: the name of the default model */
void troupe_permission_list_add_embedder (TroupePermissionList *self,
                                          TroupeValue *embedder,
                                          const char *model);

G_END_DECLS
