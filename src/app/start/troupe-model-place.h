/* troupe-model-place.h: the field of a document that chooses a model for which a key is missing
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-page-content.h"

G_BEGIN_DECLS

/**
 * troupe_model_place_find:
 * @message: why a run cannot call a model; it names the method, or the agent of the crew, in quotes
 *
 * Finds the field that chooses this model: that of the agent or the feedback of a method, or of the conversation of a flow; or
 * of an agent or its planning, the manager, the planning, the memory or the embedder of a crew. It may be empty, so that the
 * default model is called.
 *
 * Returns: (transfer full) (nullable): a problem with the path of the field, for troupe_page_content_show_problem();
 * %NULL if @message names nothing of the document
 *
 * Threads: main thread.
 */
TroupeProblem *troupe_model_place_find (TroupePageContent *content, const char *message);

/* Returns TRUE if @message is about the model that scores a test, which is chosen in the dialog of the test. */
gboolean troupe_model_place_is_evaluator (const char *message);

G_END_DECLS
