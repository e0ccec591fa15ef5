/* troupe-python-offer.h: opens a Python flow once the user agrees to execute its file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-python-flow.h"
#include "troupe-window.h"

G_BEGIN_DECLS

/**
 * TroupePythonOffer:
 *
 * Asks for the consent to execute the file of a Python flow, has CrewAI create the declaration of
 * each of its flows, and opens these as new documents. If the project also contains classic crews,
 * the user can import those instead, which executes nothing.
 */
typedef struct _TroupePythonOffer TroupePythonOffer;

/* Collects what the user has to agree to. Blocks; any thread. @flow: (transfer full); @path: what the
 * user has opened: the file or its project folder. (transfer full) */
TroupePythonOffer *troupe_python_offer_new (TroupePythonFlow *flow, const char *path);
void troupe_python_offer_unref (TroupePythonOffer *self);

/* Asks the user, and then opens the flow in @window. */
void troupe_python_offer_present (TroupePythonOffer *self, TroupeWindow *window);

G_END_DECLS
