/* troupe-convert-flow.h: conversion of a Python flow to its declaration
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-command.h"
#include "troupe-python-flow.h"

G_BEGIN_DECLS

/**
 * troupe_convert_flow:
 * @name: (nullable): the class of the flow, of --crew
 *
 * Has CrewAI create the declaration of a Python flow, with the user's consent, because the file
 * is executed for it. Prints errors.
 *
 * Returns: (transfer full) (nullable): the document in @loaded, as read from a file; %NULL if it
 * could not be created, with the exit code in @exit
 */
TroupeLoaded *troupe_convert_flow (TroupeCommandLine *line,
                                   const TroupePythonFlow *flow,
                                   const char *name,
                                   TroupeExit *exit);

/* Adds a problem to @problems if the methods of a document in @output (`-` is standard output) would
 * not find the module of the flow. */
void troupe_convert_flow_check_place (const TroupePythonFlow *flow,
                                      const char *output,
                                      GPtrArray *problems);

G_END_DECLS
