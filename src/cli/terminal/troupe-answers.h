/* troupe-answers.h: the answers of a person on the command line
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
 * Where a run gets its answers from (doc/cli.md): the texts of `--answer` in order, then a person at the
 * terminal. Where there is neither the run is paused. The terminal is read in the main context, so that
 * neither the run nor Ctrl+C waits for it.
 */
typedef struct _TroupeAnswers TroupeAnswers;

/* Answers for @run from now on. Iterate the main context while it runs. */
TroupeAnswers *troupe_answers_new (TroupeCommandLine *line, TroupeRun *run);
/* In place of the texts of `--answer`, before the run starts. NULL-terminated. */
void troupe_answers_set_given (TroupeAnswers *self, const char *const *given);
/* Asks nobody any more. */
void troupe_answers_close (TroupeAnswers *self);
TroupeAnswers *troupe_answers_ref (TroupeAnswers *self);
void troupe_answers_unref (TroupeAnswers *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeAnswers, troupe_answers_unref)

/* What still waits for an answer when the run has ended, oldest first. (transfer none) (element-type
 * TroupeFeedbackRequest) */
GPtrArray *troupe_answers_get_unanswered (TroupeAnswers *self);

/* Whether a person is there to type. */
gboolean troupe_answers_has_terminal (TroupeAnswers *self);

/* @line: (nullable): without its end; %NULL: nothing more is typed */
typedef void (*TroupeAnswersLineFunc) (const char *line, gpointer user_data);
/* Asks a person at the terminal for one line, before what the run asks. @func: called once in the main thread; where the
 * run ends before, it is called with %NULL. In the main thread. */
void troupe_answers_ask (TroupeAnswers *self,
                         const char *question,
                         TroupeAnswersLineFunc func,
                         gpointer user_data);

/* Whether the texts of `--answer` fit @requests (element-type TroupeRunRequest) of @run, in order: one that fits none of
 * the outcomes, where no model is asked which it means, would end a kept run for good. Prints which does not. */
gboolean troupe_answers_check (TroupeCommandLine *line, TroupeRun *run, GPtrArray *requests);

G_END_DECLS
