/* troupe-redactor.h: redacts the known keys of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-secret.h"
#include "troupe-value.h"

G_BEGIN_DECLS

/**
 * TroupeRedactor:
 *
 * Knows the keys of a run, and redacts them from what is stored or shown: events, records, results,
 * errors, and text for models. Keys are added where they are resolved. Its values are copies: what
 * the run computes with is unchanged. Thread-safe; atomic reference count.
 */
typedef struct _TroupeRedactor TroupeRedactor;

TroupeRedactor *troupe_redactor_new (void);
TroupeRedactor *troupe_redactor_ref (TroupeRedactor *self);
void troupe_redactor_unref (TroupeRedactor *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeRedactor, troupe_redactor_unref)

/* Adds a key. One of less than %TROUPE_SECRET_LONG bytes is ignored, because it may be part of any
 * text. @self, @key: (nullable) */
void troupe_redactor_add (TroupeRedactor *self, const char *key);
/* Adds secrets of any length. @secret: (nullable) */
void troupe_redactor_add_secret (TroupeRedactor *self, TroupeSecret *secret);

/* Sets the keys that the process holds for all runs, such as tokens of sign-ins. @keys:
 * NULL-terminated */
void troupe_redactor_set_shared (const char *const *keys);

/* Returns everything that is known by now. @self: (nullable). (transfer full) (nullable) */
TroupeSecret *troupe_redactor_get_secret (TroupeRedactor *self);

/* Returns the text without keys. @self: (nullable). (transfer full) */
char *troupe_redactor_hide_text (TroupeRedactor *self, const char *text);
/* Redacts the message of an error. Both are nullable. */
void troupe_redactor_hide_error (TroupeRedactor *self, GError *error);
/* Returns @value, or a copy of it without keys in its texts and names. @self: (nullable). (transfer
 * full) */
TroupeValue *troupe_redactor_hide_value (TroupeRedactor *self, TroupeValue *value);
/* Returns @text without keys. The file in a `data:` URI stays a valid one. @length: bytes, or -1 if
 * NUL-terminated; @secret: (nullable). (transfer full) */
char *troupe_text_hide (const char *text, gssize length, TroupeSecret *secret);
/* Like troupe_redactor_hide_value(), for several values of one operation. @secret: (nullable) */
TroupeValue *troupe_value_hide (TroupeValue *value, TroupeSecret *secret);

G_END_DECLS
