/* troupe-python-llm.h: models that are Python of the document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm.h"
#include "troupe-python.h"

G_BEGIN_DECLS

#define TROUPE_TYPE_PYTHON_LLM (troupe_python_llm_get_type ())
G_DECLARE_FINAL_TYPE (TroupePythonLlm, troupe_python_llm, TROUPE, PYTHON_LLM, GObject)

/**
 * troupe_python_llm_new:
 * @sources: (element-type utf8): a set of `module:name`, the objects that a person agreed to
 *
 * Answers for the models whose name begins with %TROUPE_LLM_MADE_PREFIX: `call()` of the object is called in the helper, as
 * CrewAI calls it (doc/crew-semantics.md §18). One that is none of @sources is not called, whoever names it. On the thread of
 * the run.
 */
TroupeLlmProvider *troupe_python_llm_new (TroupePython *python, GHashTable *sources);

G_END_DECLS
