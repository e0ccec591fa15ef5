/* troupe-secret.h: texts that nobody may see
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What stands in the place of a secret. */
#define TROUPE_SECRET_MASK "•••"

/* Secrets of this length and longer are found everywhere, also inside words, in base64 and escaped.
 * Shorter ones only as whole words, for they may well be part of one: “sk” does not hide in
 * “socket”. Those of less than the second length are no secrets. */
#define TROUPE_SECRET_LONG 8
#define TROUPE_SECRET_SHORTEST 4

/* Keys of this length and longer that no person would write as words, with digits or capitals inside, are
 * also found where they were turned into capitals or small letters, where invisible characters stand in
 * them, and where as many of their letters as this were left at the beginning. */
#define TROUPE_SECRET_PART 12

/**
 * TroupeSecret:
 *
 * Finds secrets in texts as they are, in base64 (of any text that holds them), percent-encoded and
 * escaped as in JSON. Immutable; shared by threads.
 */
typedef struct _TroupeSecret TroupeSecret;

/* @texts: up to a NULL. NULL where none of them is a secret. */
TroupeSecret *troupe_secret_new (const char *const *texts);
TroupeSecret *troupe_secret_ref (TroupeSecret *self);
void troupe_secret_unref (TroupeSecret *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeSecret, troupe_secret_unref)

/* (transfer full): @text with each secret masked, and U+FFFD in the place of each U+0000. @self:
 * (nullable): masks nothing. @length: -1: up to the NUL */
char *troupe_secret_hide (TroupeSecret *self, const char *text, gssize length);

/**
 * TroupeSecretStream:
 *
 * The same for a text that comes in pieces. What may be the beginning of a secret is held back
 * until more of it comes.
 */
typedef struct _TroupeSecretStream TroupeSecretStream;

TroupeSecretStream *troupe_secret_stream_new (TroupeSecret *secret); /* (nullable) */
void troupe_secret_stream_free (TroupeSecretStream *self);
/* Appends to @out what can be shown. */
void
troupe_secret_stream_feed (TroupeSecretStream *self, const char *text, gsize length, GString *out);
/* Nothing more comes. */
void troupe_secret_stream_end (TroupeSecretStream *self, GString *out);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeSecretStream, troupe_secret_stream_free)

G_END_DECLS
