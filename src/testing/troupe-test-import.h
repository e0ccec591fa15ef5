/* troupe-test-import.h: file of tests made from the test files of other programs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

/**
 * TroupeImportGap:
 * @line: in the imported file, from 1; 0: unknown
 * @n: how often it occurs
 * @what: the part, such as `assert javascript`
 * @why: a sentence
 *
 * A part of the imported file that a file of tests does not have, or not in the same way.
 */
typedef struct
{
  guint line;
  guint n;
  char *what;
  char *why;
} TroupeImportGap;

/**
 * TroupeTestImportOptions:
 * @document: (nullable): the path of the document, as the file of tests names it
 * @data: (nullable): the path of a file of JSON lines with the items of an evaluation
 * @judge: (nullable): the model of judges whose model is not named
 * @input: (nullable): the input of the document that receives the messages of a sample; `input` by default
 */
typedef struct
{
  const char *document;
  const char *data;
  const char *judge;
  const char *input;
} TroupeTestImportOptions;

/**
 * TroupeTestImport:
 * @file: a file of tests (doc/tests.md §2)
 * @n_cases: the number of its cases
 * @gaps: (element-type TroupeImportGap)
 */
typedef struct
{
  TroupeValue *file;
  guint n_cases;
  GPtrArray *gaps;
} TroupeTestImport;

/**
 * troupe_test_import_load:
 *
 * Reads a configuration of promptfoo (YAML or JSON), an evaluation of OpenAI's registry (YAML), or one of OpenAI's
 * Evals API (JSON), and the samples that it names, which have to be in its folder or in `data` beside its folder. Runs
 * nothing of it. Blocks.
 *
 * Returns: (transfer full) (nullable): %NULL with a %G_IO_ERROR if a file cannot be read, has another format, or
 *   contains no case
 * Threads: any thread.
 */
TroupeTestImport *
troupe_test_import_load (const char *path, const TroupeTestImportOptions *options, GError **error);
void troupe_test_import_free (TroupeTestImport *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeTestImport, troupe_test_import_free)

G_END_DECLS
