/* troupe-python-session.h: what the helper knows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-python.h"

G_BEGIN_DECLS

/* The values that stand for one live object of the helper: what it was given, and what it told since,
 * oldest first. The run hands one of them back, or something new. */
typedef GPtrArray TroupePythonKnown;
TroupeValue *troupe_python_known_last (TroupePythonKnown *self); /* (transfer none) (nullable) */

/**
 * TroupePythonSession:
 *
 * The values that are known to be the helper's live objects, so that a call sends only what changed.
 */
typedef struct
{
  gboolean is_fresh;        /* the helper may know outputs that we do not */
  TroupePythonKnown *state; /* empty: not known */
  GHashTable *outputs;      /* (element-type utf8 TroupePythonKnown) */
  GHashTable *results; /* (element-type utf8 TroupeValue): returned, not among the outputs yet */
} TroupePythonSession;

TroupePythonSession *troupe_python_session_new (void);
void troupe_python_session_free (TroupePythonSession *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupePythonSession, troupe_python_session_free)

/* Nothing is known any more: the next call sends everything. */
void troupe_python_session_forget (TroupePythonSession *self);

/* The line of a call, without its newline. (transfer full) (nullable) */
GString *troupe_python_session_encode (TroupePythonSession *self,
                                       const TroupePythonRequest *request,
                                       gint64 id,
                                       GError **error);

/* What an answer says (troupe-python-answer.c); @method: of the request. (transfer full) (nullable) */
TroupePythonResult *troupe_python_session_decode (TroupePythonSession *self,
                                                  TroupeValue *answer,
                                                  const char *method,
                                                  GError **error);

G_END_DECLS
