/* troupe-command-test-import.h: troupectl test import
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-command.h"

G_BEGIN_DECLS

/* The options that only the import of tests has. */
#define TROUPE_COMMAND_TEST_IMPORT_OPTIONS                                                         \
  { "output", 'o', "FILE", N_ ("With import: the file of tests to write") },                       \
      { "document", 0, "FILE", N_ ("With import: the document that the tests run") },              \
      { "data", 0, "FILE", N_ ("With import: the items of an evaluation, as JSON lines") },        \
      { "input-name", 0, "NAME",                                                                   \
        N_ ("With import: the input that receives the messages of a sample (default: input)") },   \
  {                                                                                                \
    "judge", 0, "MODEL", N_ ("With import: the model that scores where the file names none")       \
  }

/* Writes a file of tests made from @path, and lists what was not imported. */
TroupeExit troupe_command_test_import (TroupeCommandLine *line, const char *path);

G_END_DECLS
