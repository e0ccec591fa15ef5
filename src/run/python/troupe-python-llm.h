/* troupe-python-llm.h: LLM provider for models that are Python objects of the document
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
 * @sources: (element-type utf8): a set of `module:name`, the objects that the user allowed
 *
 * Handles models whose name starts with %TROUPE_LLM_MADE_PREFIX. Like CrewAI, calls the `call()`
 * method of the object in the helper (doc/crew-semantics.md §18). Objects that are not in @sources
 * are never called. Used on the run's thread.
 */
TroupeLlmProvider *troupe_python_llm_new (TroupePython *python, GHashTable *sources);

G_END_DECLS
