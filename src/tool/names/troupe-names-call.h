/* troupe-names-call.h: executes system calls that create names for processes in a sandbox
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-names-rules.h"

G_BEGIN_DECLS

/**
 * TroupeNamesCalls:
 *
 * Executes the calls of troupe_names_filter_install() that its rules allow, and answers them. One thread; no call blocks it: what
 * has to wait, such as opening a pipe that has no reader, is tried again.
 */
typedef struct _TroupeNamesCalls TroupeNamesCalls;

/* @listener: of the filter; @report: a file in memory for what is refused (troupe-names-format.h), or -1; @lock: a file that all
 * supervisors of the user open, or -1: one of them at a time judges and executes a call, because a name that one has allowed may be refused after
 * what another one does. @rules: (transfer full). (transfer full) */
TroupeNamesCalls *
troupe_names_calls_new (int listener, int report, int lock, TroupeNamesRules *rules);

/* Receives a call and answers it now or later. */
void troupe_names_calls_take (TroupeNamesCalls *self);

/* Tries again what had to wait. Returns the time in milliseconds after which it is to be called again, or -1. */
int troupe_names_calls_retry (TroupeNamesCalls *self);

G_END_DECLS
