/* troupe-secret.h: secrets and their redaction
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Replaces a secret in displayed text. */
#define TROUPE_SECRET_MASK "•••"

/* Secrets of at least TROUPE_SECRET_LONG bytes are found everywhere, also inside words, in
 * base64 and escaped. Shorter secrets are found only as complete words, because they may be part
 * of a word; for example, “sk” is not hidden in “socket”. Strings shorter than
 * TROUPE_SECRET_SHORTEST are not secrets. */
#define TROUPE_SECRET_LONG 8
#define TROUPE_SECRET_SHORTEST 4

/* Minimum length of a key that is found even if it was altered, provided that it does not look
 * like a word, because it contains digits or mixed case. Such a key is also found if its case
 * was changed, if it contains invisible characters, or if only this many of its first characters
 * remain, in any encoding. A limit for the length of a text may cut a key: TROUPE_SECRET_LONG of
 * its first characters are found at the end of a text or before an ellipsis, and this many of its last characters at
 * the beginning of a text. */
#define TROUPE_SECRET_PART 12

/**
 * TroupeSecret:
 *
 * Finds secrets in text verbatim, in base64 (of any text that contains them), percent-encoded and
 * escaped as in JSON, also if the text ends or begins within them. Immutable; shared by threads.
 */
typedef struct _TroupeSecret TroupeSecret;

/* Lets no process write its memory into a file if it crashes, this one and those that it starts: keys would be in it, and the file in the
 * working folder. To be called when a program begins. */
void troupe_secret_forbid_dumps (void);

/* Creates a finder of @texts, which are copied. Texts that are too short are ignored. @texts:
 * NULL-terminated. (transfer full) (nullable): NULL if none of the texts is a secret */
TroupeSecret *troupe_secret_new (const char *const *texts);
TroupeSecret *troupe_secret_ref (TroupeSecret *self);
void troupe_secret_unref (TroupeSecret *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeSecret, troupe_secret_unref)

/* Returns a secret that finds what @a and @b find. Both are nullable. (transfer full) (nullable) */
TroupeSecret *troupe_secret_join (TroupeSecret *a, TroupeSecret *b);

/* Returns whether @text contains a secret. @self: (nullable); @length: -1 if NUL-terminated */
gboolean troupe_secret_is_in (TroupeSecret *self, const char *text, gssize length);

/* Returns @text with each secret masked, and each U+0000 replaced with U+FFFD. @self: (nullable):
 * NULL masks nothing; @length: bytes, or -1 if NUL-terminated. (transfer full) */
char *troupe_secret_hide (TroupeSecret *self, const char *text, gssize length);

/* Replaces each byte of a secret in @bytes, which need not be text, with an asterisk: the length
 * is the same, because offsets in a binary file depend on it. Returns whether there was a secret.
 * @self: (nullable) */
gboolean troupe_secret_overwrite (TroupeSecret *self, char *bytes, gsize length);

/**
 * TroupeSecretStream:
 *
 * Masks secrets in text that arrives in chunks. A possible beginning of a secret is withheld until
 * more text arrives.
 */
typedef struct _TroupeSecretStream TroupeSecretStream;

/* Creates a stream. @secret: (nullable) (transfer none): NULL masks nothing. (transfer full) */
TroupeSecretStream *troupe_secret_stream_new (TroupeSecret *secret);
void troupe_secret_stream_free (TroupeSecretStream *self);
/* Processes a chunk and appends the text that can be shown to @out. */
void
troupe_secret_stream_feed (TroupeSecretStream *self, const char *text, gsize length, GString *out);
/* Ends the stream and appends the remaining text to @out. */
void troupe_secret_stream_end (TroupeSecretStream *self, GString *out);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeSecretStream, troupe_secret_stream_free)

G_END_DECLS
