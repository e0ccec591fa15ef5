/* troupe-test-answers.h: answers that a test contains, instead of a recording
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-recorder.h"

G_BEGIN_DECLS

/* Lets @recorder answer calls from @answers, a list of maps (doc/tests.md §2). Each is used once, in order; the
 * last one that matches a call repeats. */
void troupe_test_answers_attach (TroupeValue *answers, TroupeRecorder *recorder);

G_END_DECLS
