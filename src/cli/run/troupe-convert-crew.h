/* troupe-convert-crew.h: conversion of a classic crew (YAML and Python) to a crew project
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-command-line.h"

G_BEGIN_DECLS

/* Converts the crews for which troupe_crew_import_is_classic() is TRUE. @path: the crew. @output: a
 * folder that must not contain a crew, or the path of a `crew.jsonc` in such a folder. If there are
 * several crews and `--crew` does not name one, each is written to a folder of its own in @output.
 * Prints what could not be converted, and what should be reviewed. */
TroupeExit troupe_convert_crew (TroupeCommandLine *line, const char *path, const char *output);

G_END_DECLS
