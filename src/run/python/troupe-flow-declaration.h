/* troupe-flow-declaration.h: declarations of Python flows, as CrewAI creates them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-document.h"
#include "troupe-python-flow.h"
#include "troupe-run.h"

G_BEGIN_DECLS

/**
 * troupe_flow_declaration_find_obstacle:
 *
 * Looks for CrewAI, which alone can create the declaration, without starting Python. Blocks.
 *
 * Returns: (transfer full) (nullable): a sentence about what is missing and what to do, or %NULL
 */
char *troupe_flow_declaration_find_obstacle (const TroupePythonFlow *flow);

/**
 * troupe_flow_declaration_make_run:
 * @name: (nullable): one of the classes of @flow; %NULL is all of them
 *
 * Creates a run that calls `flow_definition()` of the classes. Importing the file executes it, so
 * the run needs the same consent as any other that executes Python code. Starts nothing.
 *
 * Returns: (transfer full)
 */
TroupeRun *troupe_flow_declaration_make_run (const TroupePythonFlow *flow, const char *name);

/**
 * troupe_flow_declaration_read:
 * @run: a run of troupe_flow_declaration_make_run()
 * @result: its result
 * @problems: (out) (transfer full): the problems of the declaration
 *
 * Creates a document from the declaration. It has no file; its folder is that of @flow
 * (troupe_document_set_folder()).
 *
 * Returns: (transfer full) (nullable): %NULL with an error of %TROUPE_RUN_ERROR if the run failed, or
 * %TROUPE_DOCUMENT_ERROR_INVALID
 */
TroupeFlowDocument *troupe_flow_declaration_read (const TroupePythonFlow *flow,
                                                  TroupeRun *run,
                                                  const TroupeRunResult *result,
                                                  const char *name,
                                                  GPtrArray **problems,
                                                  GError **error);

G_END_DECLS
