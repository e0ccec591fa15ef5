/* troupe-python-session.h: values that the Python helper has, and encoding of calls
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-python.h"

G_BEGIN_DECLS

/* The values that represent one live object of the helper: the value that was sent and those
 * received since, oldest first. The run passes back one of them, or a new value. */
typedef GPtrArray TroupePythonKnown;
TroupeValue *troupe_python_known_last (TroupePythonKnown *self); /* (transfer none) (nullable) */

/**
 * TroupePythonSession:
 *
 * The values that are known to be live objects of the helper, so that a call sends only changes.
 */
typedef struct
{
  gboolean is_fresh;        /* the helper may have unrecorded outputs */
  TroupePythonKnown *state; /* empty: unknown */
  GHashTable *outputs;      /* (element-type utf8 TroupePythonKnown) */
  GHashTable *results; /* (element-type utf8 TroupeValue): returned, not yet in the outputs */
} TroupePythonSession;

TroupePythonSession *troupe_python_session_new (void);
void troupe_python_session_free (TroupePythonSession *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupePythonSession, troupe_python_session_free)

/* Forgets all values, so that the next call sends everything. */
void troupe_python_session_forget (TroupePythonSession *self);

/* Returns the line of a call, without its newline. (transfer full) (nullable) */
GString *troupe_python_session_encode (TroupePythonSession *self,
                                       const TroupePythonRequest *request,
                                       gint64 id,
                                       GError **error);

/* Decodes a response (troupe-python-answer.c). @method: the method of the request. (transfer
 * full) (nullable) */
TroupePythonResult *troupe_python_session_decode (TroupePythonSession *self,
                                                  TroupeValue *answer,
                                                  const char *method,
                                                  GError **error);

G_END_DECLS
