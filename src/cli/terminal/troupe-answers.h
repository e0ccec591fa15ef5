/* troupe-answers.h: answers to feedback requests, from --answer or the terminal
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-command-line.h"
#include "troupe-run.h"

G_BEGIN_DECLS

/**
 * TroupeAnswers:
 *
 * Provides the answers of a run (doc/cli.md). The values of `--answer` are used first, in order,
 * then the input of the user at the terminal. If there is neither, the run is paused. The terminal
 * is read in the main context, so that neither the run nor Ctrl+C is blocked.
 */
typedef struct _TroupeAnswers TroupeAnswers;

/* Answers the requests of @run from now on. The main context must be iterated while the run is
 * in progress. */
TroupeAnswers *troupe_answers_new (TroupeCommandLine *line, TroupeRun *run);
/* Replaces the values of `--answer`. Call before the run starts. NULL-terminated. */
void troupe_answers_set_given (TroupeAnswers *self, const char *const *given);
/* Stops prompting the user. */
void troupe_answers_close (TroupeAnswers *self);
TroupeAnswers *troupe_answers_ref (TroupeAnswers *self);
void troupe_answers_unref (TroupeAnswers *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeAnswers, troupe_answers_unref)

/* Returns the requests without an answer after the run has ended, the oldest first. (transfer
 * none) (element-type TroupeFeedbackRequest) */
GPtrArray *troupe_answers_get_unanswered (TroupeAnswers *self);

/* Returns TRUE if a user can type at the terminal. */
gboolean troupe_answers_has_terminal (TroupeAnswers *self);

/* Receives the line that the user typed. @line: (nullable): the line without its line end; %NULL
 * if the input has ended */
typedef void (*TroupeAnswersLineFunc) (const char *line, gpointer user_data);
/* Prompts the user at the terminal for one line, before requests of the run. @func: called once
 * on the main thread, with %NULL if the run ends first. Call on the main thread. */
void troupe_answers_ask (TroupeAnswers *self,
                         const char *question,
                         TroupeAnswersLineFunc func,
                         gpointer user_data);

/* Returns TRUE if the values of `--answer` match @requests (element-type TroupeRunRequest) of
 * @run, in order. An answer that is not one of the outcomes and that no model can interpret
 * would make a stored run fail permanently. Prints the first answer that does not match. */
gboolean troupe_answers_check (TroupeCommandLine *line, TroupeRun *run, GPtrArray *requests);

G_END_DECLS
