/* troupe-test-file.h: file of tests of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-problem.h"
#include "troupe-test-assertion.h"

G_BEGIN_DECLS

/* The end of the name of a file of tests. */
#define TROUPE_TEST_SUFFIX ".test.json"

/**
 * TroupeTestJudge:
 * @says: the sentence by which the result is rated
 * @of: (nullable): an output of the run; %NULL is its final value
 * @threshold: the lowest score, from 0 to 1, with which the test passes
 *
 * A model that rates the result of a run.
 */
typedef struct
{
  char *says;
  char *model;
  char *of;
  double threshold;
} TroupeTestJudge;

/**
 * TroupeTestCase:
 * @inputs: (nullable): a map
 * @recording: (nullable): the path of its recording
 * @answers: (nullable): a list of answers
 * @calls_missing: whether a call without an answer is made
 * @expect: (element-type TroupeTestAssertion)
 * @judges: (element-type TroupeTestJudge)
 *
 * One run of the document, and what is expected of it.
 */
typedef struct
{
  char *name;
  TroupeValue *inputs;
  char *recording;
  TroupeValue *answers;
  gboolean calls_missing;
  GPtrArray *expect;
  GPtrArray *judges;
} TroupeTestCase;

/**
 * TroupeTestFile:
 * @folder: the folder of the file. Everything that the file names is in it
 * @document: the path of the document
 * @cases: (element-type TroupeTestCase)
 * @problems: (element-type TroupeProblem): if there are errors, the tests must not be run
 *
 * A file of tests (doc/tests.md §2).
 * Threads: one thread at a time.
 */
typedef struct
{
  char *path;
  char *folder;
  char *document;
  GPtrArray *cases;
  GPtrArray *problems;
} TroupeTestFile;

/* Reads the file, and the files of inputs that it names. Unknown fields, assertions that do not parse and
 * missing files are problems. Blocks. (transfer full) (nullable). Errors: %G_IO_ERROR, if the file cannot be
 * read. */
TroupeTestFile *troupe_test_file_load (const char *path, GError **error);
void troupe_test_file_free (TroupeTestFile *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeTestFile, troupe_test_file_free)

/* Opens a file that the tests name, for reading. @path: absolute, in the folder of the tests. Symbolic links that
 * leave the folder and files that may contain secrets are refused (troupe_project_file_open()). Returns a
 * descriptor that the caller closes, or -1 with a %G_IO_ERROR. */
int troupe_test_file_open (TroupeTestFile *self, const char *path, GError **error);
/* Adds a warning for each recording that is missing. Blocks. */
void troupe_test_file_check_recordings (TroupeTestFile *self);
/* Returns TRUE if a problem is an error. */
gboolean troupe_test_file_has_errors (TroupeTestFile *self);
/* Returns TRUE if all calls of the case are answered by its recording or its answers. @is_recorded: whether
 * they are to be recorded again */
gboolean troupe_test_case_is_offline (const TroupeTestCase *self, gboolean is_recorded);
/* Returns TRUE if @path is named like a file of tests. */
gboolean troupe_test_file_matches (const char *path);
/* Returns the path of the file of tests beside a document, or of a folder with a crew. (transfer full) */
char *troupe_test_file_find_beside (const char *document);

G_END_DECLS
