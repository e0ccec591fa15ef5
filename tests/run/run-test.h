/* run-test.h: common helpers of the run tests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-engine.h"

G_BEGIN_DECLS

/**
 * RunTest:
 *
 * A flow parsed from JSON (with ' for ", and ` for '), its run, events and result.
 */
typedef struct
{
  TroupeFlow *flow;
  TroupeRun *run;
  TroupeEngine *engine; /* (nullable): created by run_test_start() */
  GPtrArray *events;    /* (element-type TroupeEvent) */
  GMutex mutex;         /* protects @events, if an engine's thread executes the run */
  TroupeRunResult *result;
} RunTest;

RunTest *run_test_new (const char *methods);
RunTest *run_test_new_document (const char *document);
/* @text: regular JSON. */
RunTest *run_test_new_text (const char *text);
void run_test_free (RunTest *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RunTest, run_test_free)

void run_test_execute (RunTest *self);
/* Starts the run on an engine. After that, run_test_wait() iterates the default context until
 * the run has ended, and fails after ten seconds. */
void run_test_start (RunTest *self);
void run_test_wait (RunTest *self);

/* Returns the events of methods in the form `s> s< a>`, with > for started, < for finished, !
 * for failed and x for cancelled. (transfer full) */
char *run_test_trace (RunTest *self);
/* Returns the value as compact JSON with ' for ". (transfer full) */
char *run_test_text (TroupeValue *value);
guint run_test_count (RunTest *self, TroupeEventType type, const char *method);

#define run_test_assert_value(value, expected)                                                     \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_autofree char *text_ = run_test_text (value);                                                \
    g_assert_cmpstr (text_, ==, expected);                                                         \
  }                                                                                                \
  G_STMT_END

#define run_test_assert_trace(self, expected)                                                      \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_autofree char *trace_ = run_test_trace (self);                                               \
    g_assert_cmpstr (trace_, ==, expected);                                                        \
  }                                                                                                \
  G_STMT_END

G_END_DECLS
