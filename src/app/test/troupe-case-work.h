/* troupe-case-work.h: execution of the tests of a document in the window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-page-content.h"
#include "troupe-test-suite.h"

G_BEGIN_DECLS

/**
 * TroupeCaseWork:
 *
 * The file of tests beside the document of a page, and the results of its cases in this session, a column for each
 * model that was compared. The cases are executed by a TroupeTestSuite, as by `troupectl test`, with the document as it
 * is in the window; the user is asked as before a run.
 *
 * Signals: `loaded` (the file was read, all results are gone), `case-changed` (guint: index of a case whose result has
 * changed), `changed` (what runs, or the columns), `told` (text for the user).
 * Threads: main thread.
 */
#define TROUPE_TYPE_CASE_WORK (troupe_case_work_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCaseWork, troupe_case_work, TROUPE, CASE_WORK, GObject)

TroupeCaseWork *troupe_case_work_new (TroupePageContent *content);
/* Stops, and forgets the page. Call before the page is left. */
void troupe_case_work_close (TroupeCaseWork *self);

/* Reads the file, on another thread, and again whenever it changes. Does nothing while something runs. */
void troupe_case_work_load (TroupeCaseWork *self);
/* Returns the path of the file. (transfer none) (nullable): NULL if the document has no file */
const char *troupe_case_work_get_path (TroupeCaseWork *self);
/* Returns the file as it was read last. (transfer none) (nullable): NULL if there is none */
TroupeTestFile *troupe_case_work_get_file (TroupeCaseWork *self);
/* Returns why the file could not be read. (transfer none) (nullable) */
const char *troupe_case_work_get_error (TroupeCaseWork *self);

/* Returns the number of columns; the first one is of the models that the document names. */
guint troupe_case_work_get_n_columns (TroupeCaseWork *self);
/* Returns the model of a column. (transfer none) (nullable): NULL for the models of the document */
const char *troupe_case_work_get_model (TroupeCaseWork *self, guint column);
/* Returns the last result of a case, which may not have ended. (transfer none) (nullable) */
const TroupeCaseResult *
troupe_case_work_get_result (TroupeCaseWork *self, guint column, guint index);

/**
 * troupe_case_work_run:
 * @indices: (element-type guint): the cases
 * @is_recorded: whether the services are called and the recordings are written again
 * @models: (nullable): models that are compared; a column for each one
 *
 * Asks the user, and runs the cases. Does nothing while something runs or if there are no cases.
 */
void troupe_case_work_run (TroupeCaseWork *self,
                           GArray *indices,
                           gboolean is_recorded,
                           const char *const *models);
/* Ends the cases that are running. */
void troupe_case_work_stop (TroupeCaseWork *self);
/* Returns TRUE while the file is read, the user is asked, or cases run. */
gboolean troupe_case_work_is_busy (TroupeCaseWork *self);
/* Returns TRUE while cases run. */
gboolean troupe_case_work_is_running (TroupeCaseWork *self);

G_END_DECLS
